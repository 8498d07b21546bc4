/**
 * A draft: orders, declarations, a deployment. Items are added from what is offered (filtered by what was touched on the
 * map), changed and taken out in any order; everything that is wrong with the whole is said at once, with its rule.
 */

import { count, fill, h, list, same } from "../dom.js";
import { icon } from "../icons.js";
import { popover } from "../popover.js";
import { capital, grouped, numbers, refusal_list } from "./numbers.js";
import { DraftTable } from "./draft_table.js";
import { field } from "./shape.js";

const MANY = 60;

export class DraftForm {
  #turn = 0;
  #asking = 0; // times that the umpire was asked and has not answered yet

  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.items = list(decision.items).map((one) => one.value);
    this.chosen = "";
    this.place = "";
    this.changing = -1;
    this.words = "";
    this.whole = list(decision.whole);
    this.beginnings = h("div", { class: "presets" });
    this.on_table = new DraftTable(decider, (items) => this.#write(items));
    this.written = h("div", { class: "draft-items" });
    this.wrong = h("div", { class: "told", "aria-live": "polite" });
    this.offers = h("div", { class: "draft-offers" });
    this.send = h("button", { class: "go", id: "submit", onclick: () => this.#submit() }, "Submit");
    this.find = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Filter what can be added", "aria-label": "Filter what can be added", oninput: () => { this.words = this.find.value; this.#offers(); } }));
  }

  parts() {
    return [this.beginnings, this.written, this.wrong, h("p", { class: "buttons" }, this.send, h("button", { class: "quiet", onclick: () => this.#write([]) }, "Empty it")), this.offers, this.#by_hand()];
  }

  /** The same sheet came again (somebody else moved, another tab): what is written here stays; the umpire is told where he knows another. */
  renew(decision) {
    if (this.#asking) return;
    if (same(list(decision.items).map((one) => one.value), this.items)) {
      this.decision = decision;
      this.show();
    } else if (this.changing < 0) this.#write(this.items);
  }

  show() {
    this.#items();
    this.#offers();
    this.#map();
    this.on_table.show(this.decision.ghosts, this.items);
    if (list(this.decision.whole).length) this.whole = this.decision.whole;
    const begin = this.items.length ? [] : this.whole;
    fill(this.beginnings, begin.length ? h("h4", null, "Begin with") : null, begin.map((one) => h("button", { class: "preset", onclick: () => this.#write(one.value) }, capital(one.label))),
      list(this.decision.ghosts).length ? h("p", { class: "hint" }, "Drag what you have written to where it shall stand; turn bases by their knobs.") : null);
    const wrong = list(this.decision.violations);
    fill(this.wrong, wrong.length ? refusal_list(this.decider.game, wrong) : this.items.length ? h("p", { class: "fine" }, "✓ Nothing is wrong with it.") : null);
    this.send.toggleAttribute("disabled", wrong.length > 0);
    this.send.textContent = this.items.length ? `Submit (${this.items.length})` : "Submit without any";
  }

  // ------------------------------------------------------------ the list

  #items() {
    const made = list(this.decision.items).map((item, i) =>
      h("li", { class: i === this.changing ? "changing" : "" },
        h("span", { class: "nth" }, `${i + 1}`),
        h("button", { class: "item", title: "Change it", onclick: () => this.#change(i), onpointerenter: () => this.decider.board.spots.way(item) }, capital(item.label), item.cost ? h("span", { class: "cost-word" }, item.cost) : null),
        h("button", { class: "quiet icon", "aria-label": `Remove ${item.label}`, onclick: () => this.#write(this.items.filter((_, at) => at !== i)) }, icon("close"))));
    fill(this.written, made.length ? h("ol", null, made) : h("p", { class: "faint" }, "Nothing is written yet."));
  }

  /** Take one up again: what could stand in its place is offered. */
  async #change(i) {
    this.changing = this.changing === i ? -1 : i;
    const item = list(this.decision.items)[i];
    this.chosen = this.changing < 0 ? "" : item.piece ?? "";
    this.place = "";
    this.instead = this.changing < 0 ? null : await this.decider.table.draft(this.items.filter((_, at) => at !== i)).then((one) => list(one.options)).catch(() => null);
    if (this.changing >= 0) await this.decider.table.draft(this.items).catch(() => null);
    this.show();
  }

  #offered() {
    return this.changing >= 0 && this.instead ? this.instead : list(this.decision.options);
  }

  #filtered() {
    const words = this.words.toLowerCase();
    return this.#offered().filter((one) => (!this.chosen || one.piece === this.chosen) && (!this.place || one.place === this.place) && (!words || one.label.toLowerCase().includes(words)));
  }

  #offers() {
    const all = this.#offered();
    const some = this.#filtered();
    if (!all.length) return fill(this.offers, h("p", { class: "faint" }, "Nothing more can be added."));
    const groups = grouped(some.slice(0, MANY));
    const filter = [this.chosen && this.#name(this.chosen), this.place && this.decider.board.layout.name(this.place)].filter(Boolean).join(", ");
    const keep = document.activeElement === this.find;
    fill(this.offers,
      h("h4", null, this.changing >= 0 ? `Instead of ${this.changing + 1}` : "Add", filter ? [" for ", h("b", null, filter), " ", h("button", { class: "plain-link", onclick: () => this.let_go() }, "all")] : null),
      all.length > 10 ? this.find : null,
      h("div", { class: "choices" }, [...groups].map(([name, those]) => h("div", { class: "choice-group" }, name ? h("h4", null, capital(name)) : null, those.map(([one, words]) => this.#offer(one, words))))),
      some.length > MANY ? h("p", { class: "faint" }, `and ${some.length - MANY} more: touch a piece or a place, or filter.`) : null,
      some.length ? null : h("p", { class: "faint" }, "Nothing of this kind can be added."));
    if (keep) this.find.focus();
  }

  #offer(one, words = one.label) {
    const made = h("button", { class: "option", "data-value": JSON.stringify(one.value), onclick: () => this.#add(one), onpointerenter: () => this.decider.board.spots.way(one), onpointerleave: () => this.decider.board.spots.way(null) }, h("span", null, "+ ", capital(words)), one.cost ? h("span", { class: "cost-word" }, one.cost) : null);
    const rich = numbers(this.decider.game, one);
    return rich.length ? h("div", { class: "rich-option" }, made, rich) : made;
  }

  /** Is this piece on the map or among the cards, so that it can be touched? */
  #stands(id) {
    return Boolean(id && (this.decider.board.piece(id) || this.decider.cards.has(id)));
  }

  #name(id) {
    const piece = this.decider.board.piece(id);
    return piece?.name || (piece ? this.decider.board.words(piece) : id);
  }

  /** An item that nobody offers, from the shape of items. */
  #by_hand() {
    if (list(this.decision.options).length || !Object.keys(this.decision.shape ?? {}).length) return null;
    const made = field(this.decision.shape, this.decision.shape, undefined, () => undefined);
    return h("details", { class: "by-hand" }, h("summary", null, "Write one by hand"), made.element, h("button", { onclick: () => this.#write([...this.items, made.get()]) }, "Add"));
  }

  // ------------------------------------------------------------ the map

  #map() {
    const { board } = this.decider;
    const pieces = new Map();
    const places = new Map();
    for (const one of this.#offered()) {
      if (this.#stands(one.piece) && !pieces.has(one.piece)) pieces.set(one.piece, this.#name(one.piece));
      if (one.place && (!this.#stands(one.piece) || one.piece === this.chosen)) places.set(one.place, { words: one.label, cost: one.cost ?? "" });
    }
    board.spots.set({ pieces, places, chosen: this.chosen, about: this.decision });
    board.spots.written(list(this.decision.items));
    this.decider.mark_cards(pieces, this.chosen);
  }

  touch({ piece, place, event, by_key }) {
    const offered = this.#offered();
    const there = offered.filter((one) => one.place && one.place === place && (this.chosen ? one.piece === this.chosen : !this.#stands(one.piece)));
    const mine = offered.filter((one) => one.piece && one.piece === piece);
    if (there.length > 8 && !this.chosen && !mine.length) {
      this.place = this.place === place ? "" : place;
      this.show();
      return true;
    }
    if (there.length && (this.chosen || !mine.length) && (piece !== this.chosen || !piece)) return this.#several(there, event, by_key);
    const stack = this.decider.board.stack_of(piece);
    const able = stack.pieces.filter((one) => offered.some((offer) => offer.piece === one.id));
    if (able.length > 1 && this.decider.board.fanned !== stack.key && !by_key) {
      this.decider.board.fan(stack.key);
      return true;
    }
    if (!mine.length && able.length === 1) return this.touch({ piece: able[0].id, place, event, by_key });
    if (mine.length === 1) return this.#several(mine, event, by_key);
    if (mine.length) {
      this.chosen = this.chosen === piece ? "" : piece;
      this.place = "";
      this.show();
      return true;
    }
    if (place && offered.some((one) => one.place === place)) {
      this.place = place;
      this.show();
      return true;
    }
    return false;
  }

  #several(offers, event, by_key) {
    if (offers.length === 1) this.#add(offers[0]);
    else {
      const menu = popover(by_key ? event.target : { x: event.clientX, y: event.clientY }, [h("div", { class: "choices" }, offers.map((one) => {
        const made = this.#offer(one);
        made.addEventListener("click", () => menu.close());
        return made;
      }))], { kind: "menu", label: count(offers.length, "choice") });
    }
    return true;
  }

  near_place(place) {
    this.decider.board.spots.way(this.#filtered().find((one) => one.place === place) ?? null);
  }

  let_go() {
    if (!this.chosen && !this.place && this.changing < 0) return false;
    [this.chosen, this.place, this.changing] = ["", "", -1];
    this.show();
    return true;
  }

  // ------------------------------------------------------------ writing

  #add(one) {
    if (this.changing < 0) return this.#write([...this.items, one.value]);
    return this.#write(this.items.map((item, i) => (i === this.changing ? one.value : item)));
  }

  async #write(items) {
    const turn = ++this.#turn;
    this.items = items;
    this.#asking++;
    [this.chosen, this.place, this.changing, this.instead] = ["", "", -1, null];
    try {
      const decision = await this.decider.table.draft(items);
      if (turn !== this.#turn) return;
      this.decision = decision;
      this.show();
    } catch (error) {
      fill(this.wrong, refusal_list(this.decider.game, [{ rule: "", why: error.message }]));
    } finally {
      this.#asking--;
    }
  }

  #submit() {
    this.decider.choose(this.items, count(this.items.length, "item"));
  }

  leave() {
    this.#turn++;
    fill(this.decider.board.layers.ghosts);
  }
}
