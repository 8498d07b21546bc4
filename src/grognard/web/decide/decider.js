/**
 * The decision of this seat: prompt, rule, what is at stake, the form in which it is made, and at the foot, always in
 * sight, what there is to press. A touch on the map goes to the form; what the form does not want is asked about: why not?
 */

import * as api from "../api.js";
import { h as made, fill, list } from "../dom.js";
import { icon } from "../icons.js";
import { close_popovers, popover, toast } from "../popover.js";
import { listen_hauls } from "../board/haul.js";
import { elsewhere_part } from "../match/elsewhere.js";
import { fight_view } from "../match/fight.js";
import { sheet } from "../match/table.js";
import { rule_link } from "../rules/link.js";
import { wished } from "../settings.js";
import { h, show, standing } from "../view.js";
import { asks_again, Sure } from "./sure.js";
import { DiceForm, throw_of } from "./dice.js";
import { DraftForm } from "./draft.js";
import { explained } from "./explain.js";
import { Hint } from "./hint.js";
import { capital, numbers, refusal_list } from "./numbers.js";
import { Options } from "./options.js";
import { PoseForm } from "./pose.js";
import { pose_shape } from "./pose_shape.js";
import { SchemaForm } from "./schema.js";
import { waiting_parts } from "./waiting.js";

const FEW = 5;
const MOST = 60; // answers given by one touch
const NARROW = matchMedia("(max-width: 760px)");
const SOON = 500; // milliseconds in which an explanation may still come

/** What answers a question with a piece, and neither declines nor ends it. @param {import("../types.js").DecisionView} decision */
export const plain_answers = (decision) => list(decision.options).filter((one) => one.piece && !one.done && !one.decline);

/** What can be done with the thing that was asked about, in words. */
function could_parts(could) {
  if (!could.length) return null;
  const words = [...new Set(could)];
  const more = words.length > FEW + 1 ? h("li", { class: "faint" }, `and ${words.length - FEW} more`) : null;
  return h("div", { class: "could" }, h("h4", null, "Can be chosen now"),
    h("ul", null, words.slice(0, more ? FEW : FEW + 1).map((one) => h("li", null, capital(one))), more));
}

export class Decider {
  #form = null;
  #key = "";
  #undone = false;

  /** @param {import("../match/table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.cards = new Map();
    this.faces = new Map();
    this.follow = true;
    this.following = false; // the steps of a route
    /** @type {null | ((piece: string, place: string) => any[])} what a piece or place is; the page tells */
    this.describe = null;
    this.prompt = made("div", { class: "prompt" });
    this.help = made("p", { class: "question-help" });
    this.body = made("div", { class: "decision-body" });
    this.foot = made("div", { class: "decision-foot" });
    this.hint = new Hint(this);
    this.scroll = made("div", { class: "decision-scroll" }, this.prompt, this.hint.element, this.body);
    this.element = made("section", { class: "decision", "aria-label": "Decision", id: "decision" }, this.scroll, this.foot);
    this.sure = new Sure(this.element);
    board.on("touch", (touched) => this.touch(touched));
    board.on("near", (place) => this.#form?.near_place?.(place));
    board.camera.on("size", () => NARROW.matches && this.look()); // the sheet of a phone has grown or shrunk
    listen_hauls(board, {
      may: (piece, by_touch) => Boolean(this.#form?.may_haul?.(piece) && (!by_touch || board.spots.chosen === piece)),
      over: (piece, place) => this.#form?.hauled_over?.(piece, place) ?? null,
      drop: (piece, place, event) => this.#form?.haul?.(piece, place, event),
    });
    table.on("busy", (busy) => this.element.classList.toggle("busy", busy || this.following));
  }

  get game() {
    return this.table.game;
  }

  /** Cards that can be touched: their words by id, and how a face is drawn; the panels tell. */
  set_cards(cards, mark, faces) {
    this.cards = cards;
    this.mark = mark;
    this.faces = faces;
  }

  mark_cards(pieces, chosen) {
    this.mark?.(pieces, chosen);
  }

  // ------------------------------------------------------------ showing

  show() {
    const { table } = this;
    const decision = table.decision;
    const key = decision ? sheet(decision) || `${decision.number} ${table.at} ${decision.form} ${decision.prompt}` : "";
    if (decision && key === this.#key && this.#form?.renew) {
      this.#form.renew(decision);
      this.#foot();
      return;
    }
    const before = this.#key;
    this.#key = key;
    this.#clear();
    this.element.classList.toggle("mine", Boolean(decision));
    if (decision) this.#ask(decision, key !== before);
    else {
      show(this.prompt, waiting_parts(table));
      show(this.body, elsewhere_part(table));
      this.board.spots.show();
    }
    this.#foot();
    if (decision && key !== before) {
      this.#focus();
      if (!this.#alone(key)) this.hint.go_on();
    }
    if (!decision && table.now?.over) this.hint.stop("The match is over.");
    this.#undone = false;
  }

  /**
   * A question with one answer answers itself. Against people, where something is hidden, it takes as long as thinking might:
   * how quick the answer came tells nothing. After an undo it waits, or nobody could go back beyond it.
   */
  #alone(key) {
    const option = this.#undone || !wished("alone") || this.table.lesson ? null : this.#form?.alone;
    if (!option) return false;
    const others = Object.values(this.table.row.seats).some(
      (one) => one.kind === "other" || one.kind === "open" || list(one.people).length > 1,
    );
    const wait = others && this.table.hidden ? 1200 + 3000 * Math.random() : 0;
    setTimeout(async () => {
      if (key !== this.#key || this.table.busy || !this.#form || this.table.shown) return;
      toast(`${capital(option.label)}: the only choice.`);
      await this.said(this.table.choose(option.value));
    }, wait);
    return true;
  }

  #clear() {
    const { board } = this;
    this.sure.close(false);
    this.#form?.leave?.();
    this.#form = null;
    board.spots.clear();
    this.hint.clear();
    this.mark_cards(new Map(), "");
    fill(board.layers.ghosts);
    show(this.body);
  }

  #ask(decision, fresh) {
    this.#form = this.#make(decision);
    show(this.prompt, this.#prompt(decision));
    const there = elsewhere_part(this.table);
    const { fight } = this.table.now;
    const fought = fight && !fight.result ? [fight_view(this.game, fight, this.table.now)] : [];
    const sums = decision.form === "draft" ? [] : numbers(this.game, decision); // a draft renews its own
    const parts = [...fought, ...sums, ...this.#form.parts()];
    show(this.body, ...(there ? [there, h("details", { class: "by-hand" }, h("summary", null, "Or answer it here"), ...parts)] : parts));
    this.#form.show();
    if (fresh) this.#explain(decision);
    if (decision.way && !this.following && !this.table.lesson && !this.hint.commands) this.#form.ask_ways?.();
    if (!fresh) return;
    this.board.close_over(decision.piece); // who was taken out of an open stack
    this.scroll.scrollTop = 0;
    this.look();
  }

  /** What is asked, in the words of the rule, as long as it is new. Words that come late stay away: nothing moves under the hand. */
  async #explain(decision) {
    const [key, asked] = [this.#key, performance.now()];
    show(this.help, decision.help ?? "");
    const words = this.table.lesson || this.following || this.hint.commands ? null : await explained(this.game, decision);
    if (words && key === this.#key && performance.now() - asked < SOON) show(this.help, words);
  }

  #make(decision) {
    if (decision.form === "draft") return new DraftForm(this, decision);
    if (decision.form === "checked" && throw_of(decision)) return new DiceForm(this, decision);
    if (decision.form === "checked") return pose_shape(decision) ? new PoseForm(this, decision) : new SchemaForm(this, decision);
    return new Options(this, decision);
  }

  #prompt(decision) {
    const { table } = this;
    const paper = list(table.now?.panels).find((one) => one.id === decision.panel);
    const printed = paper ? api.paper_path(table.id, "sheets", table.seat, paper.id) : "";
    return [
      h("p", { class: "who" }, table.seat_name(decision.seat)),
      h("h2", { class: "question", tabindex: -1 }, decision.prompt, " ", rule_link(this.game, decision.rule)),
      this.help,
      decision.stakes ? h("p", { class: "stakes" }, "⚠ ", decision.stakes) : null,
      paper ? h("p", null, h("a", { id: "print-panel", target: "_blank", href: printed }, `${paper.title} (to print)`)) : null,
    ];
  }

  /** The foot: what this form has to be pressed, and undo. */
  #foot() {
    const { table } = this;
    const { now } = table;
    const undo = !table.shown && now?.undo;
    const back = (id, key, words, turn) => h("button", { class: "quiet", id, title: key, onclick: () => this.undo(turn) }, words);
    const asked = this.hint.commands || (table.decision && !throw_of(table.decision));
    show(this.foot, this.hint.strip(), this.#form?.press?.() ?? null, undo || asked ? h("div", { class: "backs-row" },
      undo ? back("undo", "u", [icon("undo"), " Undo"], false) : null,
      undo && now.undo_turn ? back("undo-turn", "U", "Undo the turn", true) : null,
      asked ? this.hint.button() : null) : null);
  }

  /** The form has changed what there is to press. */
  renew_foot() {
    this.#foot();
  }

  /** A new question has the focus, unless somebody is writing elsewhere. */
  #focus() {
    const here = document.activeElement;
    const free = !here || here === document.body || this.element.contains(here) || this.board.port.contains(here) || here.closest(".dock");
    if (!free || here?.matches("input, textarea, select") || document.querySelector("dialog[open], .popover")) return;
    if (document.body.classList.contains("curtained")) return;
    /** @type {HTMLElement | null} */ (this.prompt.querySelector(".question"))?.focus({ preventScroll: true });
  }

  /** A draft is to have these items. */
  write_down(items) {
    this.#form?.write?.(items);
  }

  get has_focus() {
    return this.element.contains(document.activeElement);
  }

  /** What had the focus is gone: it goes to what comes next, else to the question. */
  keep_focus(next) {
    const here = document.activeElement;
    if (here && here !== document.body) return;
    const found = this.element.querySelector(next) ?? this.prompt.querySelector(".question");
    /** @type {HTMLElement | null} */ (found)?.focus({ preventScroll: true });
  }

  /** Bring what can be touched into view. */
  look() {
    if (!this.table.decision || !this.follow) return;
    const { spots } = this.board;
    const about = this.board.where(this.table.decision.piece, this.table.decision.place);
    const points = [...spots.pieces.keys()].map((id) => this.board.middle(id));
    points.push(...[...spots.places.keys()].map((place) => this.board.where("", place)));
    const fought = list(this.table.decision.options).filter((one) => one.kind === "attack" || one.kind === "fire"); // also whom
    points.push(...fought.map((one) => this.board.middle(one.place) ?? this.board.where("", one.place)));
    const plans = this.table.decision.form === "draft"; // who plans needs the map more than himself
    if (plans && !spots.places.size) return this.board.first_look(); // before he has named anybody: the ground he plans on
    const all = [about, ...points].filter(Boolean);
    this.board.look_at(about && !plans && !this.board.fits(all) ? [about] : all);
  }

  look_at_places() {
    if (!this.follow) return;
    this.board.look_at([...this.board.spots.places.keys()].map((place) => this.board.where("", place)).slice(0, 60));
  }

  // ------------------------------------------------------------ touching

  touch(touched) {
    const { board } = this;
    if (this.sure.touch(touched)) return;
    if (board.fanned && board.stack_of(touched.piece).key !== board.fanned) board.fan("");
    if (this.#form?.touch(touched)) return;
    const stack = touched.piece ? board.stack_of(touched.piece) : { key: "", pieces: [] };
    if (stack.pieces.length > 1 && board.fanned !== stack.key) board.fan(stack.key);
    else if (touched.piece || touched.place) this.ask_why(touched);
  }

  touch_card(id, event, by_key = false) {
    if (this.sure.touch({ piece: id, place: "" })) return;
    if (!this.#form?.touch({ piece: id, place: "", event, by_key })) this.ask_why({ piece: id, place: "", event, by_key });
  }

  /** Why can nothing be done with this? The rule's own words, beside it. Of what can be chosen: what that would be. */
  async ask_why({ piece, place, event, by_key }) {
    const beside = by_key ? event.target : { x: event.clientX, y: event.clientY };
    const facts = this.describe?.(piece, place) ?? [];
    const asked = this.table.decision;
    const could = asked ? list(this.#form?.could?.(piece, place)) : [];
    const refusal = asked && !could.length ? await this.#refusal(asked, piece, place) : null;
    const why = refusal ? h("div", { class: "why-not" }, h("h4", null, "Not now"), refusal_list(this.game, [refusal])) : null;
    const parts = [...facts, could_parts(could), why].filter(Boolean);
    if (!parts.length) return;
    const label = refusal ? "Why not" : "What this is";
    popover(beside, parts, { kind: refusal ? "why" : "facts", label, take_focus: Boolean(by_key) });
  }

  async #refusal(asked, piece, place) {
    const chosen = this.#form?.chosen;
    let found = null;
    try {
      if (chosen && place && chosen !== piece) found = await this.table.why({ piece: chosen, place });
      if (!found && piece) found = await this.table.why({ piece });
      if (!found && place) found = await this.table.why({ place });
    } catch {
      // the line is down: the facts alone will do
    }
    const why = `This has no part in what you are asked now: ${asked.prompt}`;
    return found ?? (piece || place ? { rule: asked.rule, why } : null);
  }

  let_go() {
    if (this.sure.open) return this.sure.close(false), true;
    if (this.hint.stop()) return true;
    if (this.#form?.let_go?.()) return true;
    if (!this.board.fanned) return false;
    this.board.fan("");
    return true;
  }

  key(event) {
    return this.#form?.key?.(event) ?? false;
  }

  /** The n-th plain button, for the number keys. */
  press(n) {
    const plain = ".decision-body > .choices > .choice-group button.option, .decision-foot button.option, button.go";
    const all = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll(plain)]).filter((one) => one.offsetParent !== null);
    all[n - 1]?.click();
    return Boolean(all[n - 1]);
  }

  // ------------------------------------------------------------ choosing

  /**
   * @param {any} value
   * @param {string} [label]
   * @param {import("../types.js").OptionView | null} [option] what was chosen, where it was one of the options
   */
  async choose(value, label = "", option = null) {
    const { decision } = this.table;
    if (this.table.busy || !decision) return;
    this.hint.stop();
    close_popovers();
    if (asks_again(decision, option) && !(this.table.lesson && this.table.live.refuses(value))) {
      const yes = this.sure.ask(this.table, decision, option, label);
      this.board.spots.hold(option);
      const said = await yes;
      this.board.spots.hold(null);
      if (!said) return;
    }
    await this.said(this.table.choose(value));
  }

  /** All answers of this question, one after the other, as long as it is asked again; before the last that is final it asks. */
  async take_every() {
    const { table } = this;
    const name = table.decision?.name;
    if (table.busy || this.following) return;
    this.following = true;
    let last = null;
    try {
      for (let n = 0; n < MOST && !last; n++) {
        const next = table.decision?.every && table.decision.name === name ? plain_answers(table.decision)[0] : null;
        if (!next) break;
        if (next.final) last = next;
        else if (!(await this.#one_more(next.value))) break;
      }
    } finally {
      this.following = false;
      this.element.classList.remove("busy");
    }
    if (last) await this.choose(last.value, last.label, last);
  }

  /** A choice, and the position after it. */
  async #one_more(value) {
    const { table } = this;
    const before = table.at;
    if (!(await this.said(table.choose(value)))) return false;
    for (let waited = 0; table.at === before && waited < 3000; waited += 20) await new Promise((on) => setTimeout(on, 20));
    return true;
  }

  /** Choices one after the other, each when the one before it has been shown; what is refused ends it. */
  async follow_route(values) {
    const { table } = this;
    if (table.busy || this.following) return;
    close_popovers();
    this.following = true;
    try {
      for (const value of values) if (!(await this.#one_more(value))) return;
    } finally {
      this.following = false;
      this.element.classList.remove("busy");
    }
  }

  async undo(turn) {
    this.#undone = true;
    this.hint.stop();
    await this.said(this.table.undo(turn));
  }

  /** Waits for the server, and shows what it refused. True if it was done. */
  async said(promise) {
    const { refusals } = await promise;
    for (const one of list(refusals)) {
      const words = toast(one.why, "bad");
      if (one.rule) words.append(" ", standing(rule_link(this.game, one.rule)));
    }
    return !refusals;
  }
}
