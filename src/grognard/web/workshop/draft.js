/**
 * The draft: its text, what the server reads in it, and its past. The text is the source; what a hand does on the table goes to
 * the server as a gesture and comes back as a text in which nothing else has changed.
 */

import * as api from "../api.js";
import { Telling } from "../dom.js";

const MOST = 200; // steps that can be taken back
const PAUSE = 350; // milliseconds without a change before it is checked

export class Draft extends Telling {
  #line = Promise.resolve();
  #waiting = 0;
  #asked = 0;
  #past = [];
  #ahead = [];
  #typed = 0;

  /** @param {string} game */
  constructor(game) {
    super();
    this.game = game;
    this.text = "";
    this.name = "my-scenario";
    this.data = {};
    this.canvas = null;
    this.ground = null;
    this.lines = {};
    this.mistakes = [];
    this.drawn = null; // the map that was drawn last: {svg, place, lettered, of}
    this.checking = false;
    this.closed = false;
    this.worked = false; // somebody has changed it
  }

  /** Another draft altogether; `worked`: somebody has worked at it before. */
  open(text, name = this.name, worked = false) {
    this.#put_by(text);
    this.name = name;
    this.worked = worked;
    this.#past = [];
    this.#ahead = [];
    this.drawn = null;
    this.mistakes = [];
    return this.#take(text, [], { fresh: true });
  }

  /** Somebody writes in the text. Letters typed in one go are one step. */
  write(text) {
    const now = Date.now();
    if (now - this.#typed > 1500) this.#remember();
    this.#typed = now;
    this.text = text;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#take(this.text, []), PAUSE);
  }

  /** A hand does something. The answer says whether it was done. */
  do(...gestures) {
    this.#typed = 0;
    return this.#take(null, gestures);
  }

  edit(...edits) {
    return this.do({ do: "edit", edits });
  }

  get can_undo() {
    return this.#past.length > 0;
  }

  get can_redo() {
    return this.#ahead.length > 0;
  }

  undo() {
    return this.#step(this.#past, this.#ahead);
  }

  redo() {
    return this.#step(this.#ahead, this.#past);
  }

  #step(from, to) {
    if (!from.length) return Promise.resolve(false);
    to.push(this.text);
    this.#typed = 0;
    return this.#take(from.pop(), []);
  }

  #remember(text = this.text) {
    this.worked = true;
    if (this.#past.at(-1) !== text) this.#past.push(text);
    if (this.#past.length > MOST) this.#past.shift();
    this.#ahead = [];
  }

  /** One after the other, each upon the text that the one before has left. */
  #take(text, gestures, how = {}) {
    const work = this.#line.then(() => this.#lay(text ?? this.text, gestures, how));
    this.#line = work.then(() => undefined, () => undefined);
    return work;
  }

  async #lay(text, gestures, { fresh = false }) {
    if (this.closed) return false;
    let laid;
    try {
      laid = await api.lay_draft(this.game, text, gestures, fresh ? "" : (this.ground?.sign ?? ""));
    } catch (error) {
      this.tell("said", error.message, "bad");
      return false;
    }
    if (this.closed) return false;
    const done = laid.text !== text;
    if (gestures.length && done) this.#remember(text);
    this.text = laid.text;
    if (laid.wrong) this.tell("said", laid.wrong, "bad");
    if (laid.canvas || !laid.wrong || fresh) { // what cannot be read leaves nothing of another file
      this.data = laid.data ?? {};
      this.lines = laid.lines ?? {};
      this.canvas = laid.canvas ?? null;
      if (!this.canvas) this.ground = null;
      else if (!fresh && laid.ground === this.ground?.sign) this.canvas.ground = this.ground.ground;
      else this.ground = { sign: laid.ground, ground: this.canvas.ground };
    }
    this.#keep();
    this.tell("changed", { fresh, made: done && gestures.length > 0 });
    this.#check_later(fresh ? 0 : PAUSE);
    return done && !laid.wrong;
  }

  /** What lies on the table, as a key: a drawn map is right as long as this stays the same. */
  get lie() {
    const sheet = this.canvas?.ground.sheet;
    return sheet ? `sheet ${sheet}` : `${this.ground?.sign} ${JSON.stringify(this.canvas?.strokes ?? [])}`;
  }

  #check_later(after) {
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.check(), after);
  }

  async check() {
    const mine = ++this.#asked;
    const lie = this.lie;
    this.checking = true;
    this.tell("checked");
    const broken = (error) => ({ mistakes: [{ line: 0, column: 0, key: "", words: error.message }], svg: "" });
    const found = await api.check_draft(this.game, this.text).catch(broken);
    if (this.closed) return;
    const still = mine === this.#asked; // else somebody has gone on, and what was found is of yesterday; its map may be right yet
    if (found.svg && (still || lie === this.lie)) this.drawn = { svg: found.svg, place: found.place, lettered: found.lettered, of: lie };
    if (still) {
      this.checking = false;
      this.mistakes = found.mistakes;
    }
    this.tell("checked");
  }

  /** So that a closed window loses nothing. */
  #keep() {
    try {
      const { name, text, worked } = this;
      localStorage.setItem(`grognard.workshop.${this.game}`, JSON.stringify({ name, text, worked }));
    } catch {
      // no room: the text is still on the screen
    }
  }

  /** What somebody has worked at is not lost when another draft is opened over it. */
  #put_by(text) {
    const last = Draft.kept(this.game);
    if (!last?.worked || last.text === text) return;
    try {
      localStorage.setItem(`grognard.workshop.${this.game}.before`, JSON.stringify(last));
    } catch {
      // no room
    }
  }

  /** The draft of this game that lies on the table; with `.before`: the one that lay there before it. */
  static kept(game, which = "") {
    try {
      return JSON.parse(localStorage.getItem(`grognard.workshop.${game}${which}`) ?? "null");
    } catch {
      return null;
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.#waiting);
  }
}

/** What stands at a path of plain data. */
export const value_at = (data, path) => path.reduce((part, key) => part?.[key], data);

/** A name for people for an entry of a list. */
export function name_of(entry, otherwise) {
  if (entry === null || typeof entry !== "object") return String(entry ?? otherwise);
  for (const key of ["name", "title", "id", "kind", "type", "code", "square", "place", "edge", "result", "date"])
    if (typeof entry[key] === "string" && entry[key]) return entry[key];
  return otherwise;
}
