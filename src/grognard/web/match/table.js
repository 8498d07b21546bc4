/**
 * A match as this screen sees it: the scene, who is asked, and the line to the server. Moves of others are played back
 * one by one at reading pace. Replay shows another scene without forgetting this one.
 *
 * It tells: "scene" (what is shown changed), "asked" (who is asked changed), "thinking", "note", "line", "playing".
 */

import * as api from "../api.js";
import { list, Telling } from "../dom.js";
import { Live } from "../live.js";
import { changed } from "./changes.js";
import { moved, moved_words, portions } from "./playback.js";

const PACE = 650;
const A_LETTER = 18;
const SLOWEST = 4200;
const LATE = 6; // moves that wait to be played back
const PACES = { none: 0, fast: 0.35, normal: 1, slow: 1.8 };

/** How fast the moves of others are played back: none, fast, normal or slow. */
export const pace = () => localStorage.getItem("grognard.pace") ?? "normal";
export const set_pace = (word) => localStorage.setItem("grognard.pace", word);

/** What tells a sheet of orders from another one, whatever the others do meanwhile; none: this is no sheet. */
export const sheet = (decision) =>
  decision?.form === "draft" ? `${decision.seat} ${decision.number} ${decision.rule} ${decision.prompt}` : "";

export class Table extends Telling {
  #queue = [];
  #wake = null;
  #playing = false;
  #writing = "";

  /**
   * @param {string} id @param {import("../types.js").MatchRow} row @param {string} seat
   * @param {any} [line] where it is no match (lesson/line.js)
   */
  constructor(id, row, seat, line = null) {
    super();
    this.id = id;
    this.row = row;
    this.seat = seat;
    /** @type {import("../types.js").Scene | null} the match as it stands, as this seat sees it */
    this.now = null;
    /** @type {import("../types.js").Scene | null} a moment of the replay */
    this.shown = null;
    this.asked = list(row.waiting);
    this.at = "";
    this.busy = false;
    /** @type {{until: number, done: () => void} | null} a fight that is looked at: what others do waits for it */
    this.hold = null;
    this.hidden = false; // does the game hide anything? The page tells
    this.lesson = Boolean(line);
    this.live = line ?? new Live(id, seat);
    this.live
      .on("hello", (message) => this.#hello(message))
      .on("thinking", (message) => this.tell("thinking", message.seat))
      .on("note", (message) => this.tell("note", message.text))
      .on("error", (message) => message.re === undefined && this.tell("note", message.what, "bad"))
      .on("line", (up, why) => this.tell("line", up, why))
      .on("row", (message) => {
        this.row = message.row;
        this.tell("row");
      })
      .on("offers", (message) => this.tell("offers", list(message.offers)))
      .on("chat", (message) => this.tell("chat", list(message.lines)))
      .on("present", (message) => this.tell("present", list(message.people)));
    for (const kind of ["scene", "late", "difference", "step"]) this.live.on(kind, (message) => this.#hear(message));
  }

  get game() {
    return this.row.game;
  }

  /** What is on the screen: the match as it stands, or a moment of the replay. */
  get scene() {
    return this.shown ?? this.now;
  }

  /** The decision that this seat can make now; none while a replay is shown. A sheet that is being written stays while others move. */
  get decision() {
    const asked = this.shown || this.now?.over ? null : this.now?.decision;
    return asked && (!this.#playing || (this.#writing && this.#writing === sheet(asked))) ? asked : null;
  }

  #hello(message) {
    this.row = message.row;
    if (message.seat !== undefined) this.seat = message.seat;
    this.tell("row");
  }

  // ------------------------------------------------------------ hearing

  #hear(message) {
    this.#queue.push(message);
    if (!this.#playing) this.#play();
  }

  async #play() {
    this.#writing = sheet(this.decision);
    this.#playing = true;
    this.playing = false;
    let stepped = false;
    while (this.#queue.length) {
      if (this.#queue[0].kind === "step") await this.#held();
      const message = this.#queue.shift();
      const before = this.now;
      this.#take(message);
      const known = list(before?.diary).at(-1)?.number ?? -1;
      const lines = before && before.seat === this.now?.seat ? list(this.now?.diary).filter((line) => line.number > known) : [];
      this.tell("happened", lines, before, message.kind === "difference");
      if (message.kind !== "step") continue;
      if (!stepped) this.tell("playing", (this.playing = true));
      stepped = true;
      await this.#step(message, before, lines);
    }
    this.#playing = this.playing = false;
    this.#skip_all = false;
    if (stepped) this.tell("playing", false);
    this.#show();
  }

  /** A move of somebody else: its lines in portions, each as long as it takes to read. */
  async #step(message, before, lines) {
    const went = moved(before, this.now);
    const words = lines.length ? "" : message.text || moved_words(went, this.now);
    const parts = lines.length ? portions(lines) : [[]];
    const unseen = went.length > 0 && went.every((piece) => piece.hidden) && !lines.some((line) => list(line.dice).length);
    const late = this.#queue.length > LATE; // so much has happened meanwhile
    const factor = (PACES[pace()] ?? 1) * (unseen ? 0.5 : 1) * (late ? 0.6 : 1);
    this.tell("moved", went, before);
    if (factor && !this.#skip_all) this.#show();
    if (this.hold) {
      this.tell("step", { lines, text: "", quiet: true });
      await this.#held();
      return;
    }
    for (const part of parts) {
      if (this.#skip_all || this.shown || !factor) return;
      this.tell("step", { lines: part, text: words });
      const letters = words.length + part.reduce((sum, line) => sum + line.text.length, 0);
      if (letters) await this.#pause(factor * Math.min(SLOWEST, PACE + A_LETTER * letters));
    }
  }

  /** A fight on the screen is looked at to its end, or until one goes on. */
  async #held() {
    const { hold } = this;
    if (!hold) return;
    const left = hold.until - performance.now();
    if (left > 0 && !this.#skip_all && !this.shown) await this.#pause(left);
    if (this.hold === hold) this.hold = null;
    hold.done();
  }

  #skip_all = false;

  #pause(ms) {
    return new Promise((on) => {
      const clock = setTimeout(on, ms);
      this.#wake = () => {
        clearTimeout(clock);
        on(undefined);
      };
    });
  }

  /** Go on to the next move that is played back, or to the end of them. */
  skip(all = false) {
    this.#skip_all = all;
    this.#wake?.();
  }

  #take(message) {
    if (message.scene) this.now = message.scene;
    else if (this.now && message.changes) this.now = changed(this.now, message.changes);
    this.now = this.#named(this.now);
    if (message.at) this.at = message.at;
    this.asked = list(message.asked);
    if (message.kind === "scene" && message.scene.seat !== undefined) this.seat = message.scene.seat;
    // the seats may have changed: dial again as this one
    if (message.kind === "scene" && message.scene.seat) this.live.seat = message.scene.seat;
  }

  /** A scene that names no sides gets the names of the seats. */
  #named(scene) {
    if (!scene || Object.keys(scene.side_names ?? {}).length) return scene;
    return { ...scene, side_names: Object.fromEntries(Object.values(this.row.seats).map((one) => [one.side, one.name])) };
  }

  #show() {
    if (!this.now) return;
    this.tell("asked");
    this.tell("scene", this.scene);
  }

  /** The match is over and the fog is lifted: these pieces stand on the map. @param {import("../types.js").Piece[]} pieces */
  reveal(pieces) {
    if (!this.now?.over) return;
    this.now = { ...this.now, pieces };
    this.#show();
  }

  // ------------------------------------------------------------ replay

  /** Show a moment of the match; null goes back to now. */
  show_moment(scene) {
    this.shown = this.#named(scene);
    this.tell("scene", this.scene);
  }

  // ------------------------------------------------------------ saying

  async #say(what, more) {
    this.busy = true;
    this.tell("busy", true);
    try {
      const answer = await this.live.say(what, more);
      if (answer.kind === "refused") return { refusals: answer.refusals };
      if (answer.kind === "error") return { refusals: [{ rule: "", why: answer.what }] };
      if (answer.kind === "late") return { refusals: [{ rule: "", why: "The position has changed meanwhile; this is the new one." }] };
      return { answer };
    } catch (error) {
      return { refusals: [{ rule: "", why: error.message }] };
    } finally {
      this.busy = false;
      this.tell("busy", false);
    }
  }

  choose(value) {
    const number = this.now.decision?.number ?? this.now.number ?? 0;
    this.tell("chose");
    return this.#say("choose", { number, value, at: this.at });
  }

  undo(turn = false) {
    return this.#say("undo", turn ? { turn: true } : {});
  }

  withdraw() {
    return this.#say("withdraw");
  }

  roll_back(n) {
    return this.#say("roll_back", { n });
  }

  correct(patch, why) {
    return this.#say("correct", { patch, why });
  }

  hand_out(text, to) {
    return this.#say("hand_out", { text, to });
  }

  offer(what, more = {}) {
    return this.#say("offer", { what, ...more });
  }

  answer(what, yes, mark = "") {
    return this.#say("answer", { what, yes, ...(mark ? { mark } : {}) });
  }

  resign() {
    return this.#say("resign");
  }

  say_words(text, to) {
    return this.#say("say", to.length ? { text, to } : { text });
  }

  /** Words of my own go into the dice. */
  nonce(words) {
    return this.#say("nonce", { words });
  }

  stand(rule, answer, more = {}) {
    return this.#say("stand", { rule, answer, ...more });
  }

  stand_down(rule) {
    return this.#say("stand_down", rule ? { rule } : {});
  }

  async sit(seat) {
    this.live.seat = seat;
    const said = await this.#say("sit", { seat });
    if (!said.refusals) this.seat = seat;
    return said;
  }

  async check(value) {
    return (await this.judge(value)).refusals;
  }

  /** What is wrong with a value, and where pieces would stand by it. An umpire who could not judge it is an error. */
  async judge(value) {
    const answer = await this.live.say("check", { value });
    if (answer.kind === "error") throw new Error(answer.what);
    return { refusals: list(answer.refusals), ghosts: list(answer.ghosts) };
  }

  async draft(items) {
    const answer = await this.live.say("draft", { items });
    if (answer.kind !== "draft") throw new Error(answer.what ?? answer.refusals?.[0]?.why ?? "The draft was not understood.");
    return answer.decision;
  }

  /** What may come of a choice: tried out by the staff. @returns {Promise<import("../types.js").TrialAnswer | null>} */
  async trial(value) {
    const answer = await this.live.say("try", { value }).catch(() => null);
    return answer?.kind === "trial" && list(answer.odds).length ? answer : null;
  }

  /** Where a chain of this question leads: places further off, each with the choices that lead there. */
  async routes() {
    const answer = await this.live.say("routes");
    return answer.kind === "routes" ? list(answer.routes) : [];
  }

  /** What a staff would do here; nothing is chosen. */
  async hint() {
    const answer = await this.live.say("hint");
    if (answer.kind !== "hint") throw new Error(answer.what ?? answer.refusals?.[0]?.why ?? "Your staff has no advice.");
    return answer;
  }

  async why(what) {
    const answer = await this.live.say("why", what);
    return answer.refusal ?? null;
  }

  // ------------------------------------------------------------ seats

  /** The seats of people at this screen. */
  get people() {
    return Object.entries(this.row.seats)
      .filter(([, one]) => (this.row.club ? one.kind === "me" : one.kind !== "bot"))
      .map(([seat]) => seat);
  }

  seat_name(seat) {
    const one = this.row.seats[seat];
    return one?.name ?? this.now?.side_names?.[seat] ?? seat ?? "";
  }

  kind(seat) {
    return this.row.seats[seat]?.kind ?? "";
  }

  async refresh() {
    this.row = await api.match(this.id);
    this.tell("row");
  }

  close() {
    this.skip(true);
    this.live.close();
  }
}
