/**
 * The decision of this seat: prompt, rule, what is at stake, and the form in which it is made. A touch on the map goes
 * to the form; what the form does not want is asked about: why not?
 */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { close_popovers, dialog, popover, toast } from "../popover.js";
import { elsewhere_part } from "../match/elsewhere.js";
import { sheet } from "../match/table.js";
import { rule_link } from "../rules/link.js";
import { DiceForm, throw_of } from "./dice.js";
import { DraftForm } from "./draft.js";
import { numbers, refusal_list } from "./numbers.js";
import { Options } from "./options.js";
import { PoseForm } from "./pose.js";
import { pose_shape } from "./pose_shape.js";
import { SchemaForm } from "./schema.js";
import { waiting_parts } from "./waiting.js";

export class Decider {
  #form = null;
  #key = "";

  /** @param {import("../match/table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.cards = new Map();
    this.prompt = h("div", { class: "prompt", "aria-live": "polite" });
    this.body = h("div", { class: "decision-body" });
    this.foot = h("div", { class: "decision-foot" });
    this.element = h("section", { class: "decision", "aria-label": "Decision", id: "decision" }, this.prompt, this.body, this.foot);
    board.on("touch", (touched) => this.touch(touched));
    board.on("near", (place) => this.#form?.near_place?.(place));
    table.on("busy", (busy) => this.element.classList.toggle("busy", busy));
  }

  get game() {
    return this.table.game;
  }

  /** Words of cards that can be touched, by id; the panels tell. */
  set_cards(cards, mark) {
    this.cards = cards;
    this.mark = mark;
  }

  mark_cards(pieces, chosen) {
    this.mark?.(pieces, chosen);
  }

  // ------------------------------------------------------------ showing

  show() {
    const { table, board } = this;
    const decision = table.decision;
    const key = decision ? sheet(decision) || `${decision.number} ${table.at} ${decision.form} ${decision.prompt}` : "";
    if (decision && key === this.#key && this.#form?.renew) {
      this.#form.renew(decision);
      this.#foot();
      return;
    }
    const before = this.#key;
    this.#key = key;
    this.#form?.leave?.();
    this.#form = null;
    board.spots.clear();
    this.mark_cards(new Map(), "");
    fill(board.layers.ghosts);
    if (!decision) {
      fill(this.prompt, waiting_parts(table));
      fill(this.body, elsewhere_part(table));
      board.spots.show();
      this.element.classList.remove("mine");
    } else {
      this.element.classList.add("mine");
      this.#form = this.#make(decision);
      fill(this.prompt, this.#prompt(decision));
      const there = elsewhere_part(table);
      const parts = [...numbers(this.game, decision), ...this.#form.parts()];
      fill(this.body, ...(there ? [there, h("details", { class: "by-hand" }, h("summary", null, "Or answer it here"), ...parts)] : parts));
      this.#form.show();
      if (key !== before) this.look();
    }
    this.#foot();
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
    return [
      h("p", { class: "who" }, table.seat_name(decision.seat)),
      h("h2", { class: "question" }, decision.prompt, " ", rule_link(this.game, decision.rule)),
      decision.stakes ? h("p", { class: "stakes" }, "⚠ ", decision.stakes) : null,
      paper ? h("p", null, h("a", { id: "print-panel", target: "_blank", href: api.paper_path(table.id, "sheets", table.seat, paper.id) }, `${paper.title} (to print)`)) : null,
    ];
  }

  #foot() {
    const { table } = this;
    const { now } = table;
    const undo = !table.shown && now?.undo;
    fill(this.foot,
      undo ? h("button", { class: "quiet", id: "undo", title: "u", onclick: () => this.undo(false) }, icon("undo"), " Undo") : null,
      undo && now.undo_turn ? h("button", { class: "quiet", id: "undo-turn", title: "U", onclick: () => this.undo(true) }, "Undo the turn") : null);
  }

  /** Bring what can be touched into view. */
  look() {
    if (!this.table.decision || !this.follow) return;
    const { spots } = this.board;
    const about = this.board.where(this.table.decision.piece, this.table.decision.place);
    const points = [...spots.pieces.keys()].map((id) => this.board.where(id)).concat([...spots.places.keys()].map((place) => this.board.where("", place)));
    const plans = this.table.decision.form === "draft"; // who plans needs the map more than himself
    this.board.look_at(about && !plans ? [about] : points);
  }

  look_at_places() {
    if (this.follow) this.board.look_at([...this.board.spots.places.keys()].map((place) => this.board.where("", place)).slice(0, 60));
  }

  // ------------------------------------------------------------ touching

  touch(touched) {
    const done = this.#form?.touch(touched);
    if (done) return;
    const stack = touched.piece ? this.board.stack_of(touched.piece) : { key: "", pieces: [] };
    if (stack.pieces.length > 1 && this.board.fanned !== stack.key) {
      this.board.fan(stack.key);
      return;
    }
    if (!touched.piece && this.board.fanned) this.board.fan("");
    if (!touched.piece && !touched.place) return;
    this.ask_why(touched);
  }

  touch_card(id, event, by_key = false) {
    if (!this.#form?.touch({ piece: id, place: "", event, by_key })) this.ask_why({ piece: id, place: "", event, by_key });
  }

  /** Why can nothing be done with this? The rule's own words, beside it. */
  async ask_why({ piece, place, event, by_key }) {
    const beside = by_key ? event.target : { x: event.clientX, y: event.clientY };
    const facts = this.describe?.(piece, place) ?? [];
    let refusal = null;
    if (this.table.decision) {
      const chosen = this.#form?.chosen;
      try {
        if (chosen && place && chosen !== piece) refusal = await this.table.why({ piece: chosen, place });
        if (!refusal && piece) refusal = await this.table.why({ piece });
        if (!refusal && place) refusal = await this.table.why({ place });
      } catch {
        // the line is down: the facts alone will do
      }
    }
    if (!refusal && this.table.decision && (piece || place)) refusal = { rule: this.table.decision.rule, why: "This is none of the choices now." };
    const parts = [...facts, ...(refusal ? [h("div", { class: "why-not" }, h("h4", null, "Not now"), refusal_list(this.game, [refusal]))] : [])];
    if (parts.length) popover(beside, parts, { kind: refusal ? "why" : "facts", label: refusal ? "Why not" : "What this is", take_focus: Boolean(by_key) });
  }

  let_go() {
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
    const all = [...this.body.querySelectorAll(".choices > .choice-group button.option, button.go")].filter((one) => one.offsetParent !== null);
    all[n - 1]?.click();
    return Boolean(all[n - 1]);
  }

  // ------------------------------------------------------------ choosing

  async choose(value, label = "") {
    if (this.table.busy || !this.table.decision) return;
    close_popovers();
    const { stakes, prompt } = this.table.decision;
    if (stakes && !/^(pass|done|no|stop)$/i.test(String(value))) {
      const sure = await dialog(prompt, [h("p", null, h("b", null, label)), h("p", { class: "stakes" }, "⚠ ", stakes)], [["Not yet", "quiet"], ["Do it", "go"]]);
      if (sure !== "Do it") return;
    }
    await this.said(this.table.choose(value));
  }

  async undo(turn) {
    await this.said(this.table.undo(turn));
  }

  /** Waits for the server, and shows what it refused. True if it was done. */
  async said(promise) {
    const { refusals } = await promise;
    for (const one of list(refusals)) {
      const words = toast(one.why, "bad");
      if (one.rule) words.append(" ", rule_link(this.game, one.rule));
    }
    return !refusals;
  }
}
