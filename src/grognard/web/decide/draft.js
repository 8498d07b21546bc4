/**
 * A draft: orders, declarations, a deployment. Items are added from what is offered (filtered by what was touched on the
 * map), changed and taken out in any order; everything that is wrong with the whole is said at once, with its rule.
 */

import { count, fill, h as made, list, same } from "../dom.js";
import { icon } from "../icons.js";
import { popover } from "../popover.js";
import { h, show } from "../view.js";
import { capital, grouped, numbers, refusal_list } from "./numbers.js";
import { DraftTable } from "./draft_table.js";
import { OrderBoard } from "./order_board.js";
import { rows_of } from "./order_rows.js";
import { field } from "./shape.js";
import { try_out } from "./sure.js";

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
    this.beginnings = made("div", { class: "presets" });
    this.on_table = new DraftTable(decider, (items) => this.write(items));
    this.sums = made("div", { class: "draft-sums", "aria-live": "polite" });
    this.written = made("div", { class: "draft-items" });
    this.wrong = made("div", { class: "told", "aria-live": "polite" });
    this.offers = made("div", { class: "draft-offers" });
    this.tried = made("div", { class: "tried", "aria-live": "polite" });
    this.orders = rows_of(decision).length ? new OrderBoard(this) : null;
  }

  parts() {
    if (this.orders) return [this.sums, this.orders.plans, this.orders.element, this.tried];
    return [this.beginnings, this.sums, this.written, this.tried, this.offers, this.#by_hand()];
  }

  /** At the foot: what is wrong with it, and the button that sends it. */
  press() {
    const bad = list(this.decision.violations).length > 0;
    const none = list(this.decision.rows).some((row) => row.now) ? "All keep their orders" : "Submit without any";
    const words = this.items.length ? `Submit (${this.items.length})` : none;
    return [
      this.wrong,
      h(
        "p",
        { class: "buttons" },
        h("button", { class: "go", id: "submit", disabled: bad, onclick: () => this.#submit() }, words),
        this.items.length ? h("button", { class: "quiet", id: "empty", onclick: () => this.write([]) }, "Empty it") : null,
        this.#fights && !bad ? h("button", { class: "quiet", id: "try-it", onclick: () => this.#try() }, "What may come of it?") : null,
      ),
    ];
  }

  /** Are attacks written on it? */
  get #fights() {
    return !this.decider.table.lesson && list(this.decision.items).some((one) => one.kind === "attack" || one.kind === "fire");
  }

  #try() {
    const value = this.items;
    try_out(this.decider.table, value, this.tried);
  }

  /** The same sheet came again (somebody else moved, another tab): what is written here stays, and the umpire is told. */
  renew(decision) {
    if (this.#asking) return;
    if (
      same(
        list(decision.items).map((one) => one.value),
        this.items,
      )
    ) {
      this.decision = decision;
      this.show();
    } else if (this.changing < 0) this.write(this.items);
  }

  show() {
    if (list(this.decision.whole).length) this.whole = this.decision.whole;
    show(this.sums, ...numbers(this.decider.game, this.decision));
    if (this.orders) this.orders.show();
    else this.#list();
    const wrong = list(this.decision.violations);
    const fine = this.items.length ? h("p", { class: "fine" }, "✓ Nothing is wrong with it.") : null;
    show(this.wrong, wrong.length ? this.#told(wrong) : fine);
    this.decider.renew_foot();
  }

  /** What is wrong; of an empty sheet: what is still wanted, in one line. */
  #told(wrong) {
    const all = refusal_list(this.decider.game, wrong, this.items.length ? "refusals" : "refusals still");
    if (this.items.length || wrong.length < 3) return all;
    return h("details", { class: "still-wanted", key: "still" }, h("summary", null, `${wrong.length} things are still wanted`), all);
  }

  #list() {
    this.#items();
    this.#offers();
    this.#map();
    this.on_table.show(this.decision.ghosts, this.items);
    const begin = this.items.length ? [] : this.whole;
    show(
      this.beginnings,
      begin.length ? h("h4", null, "Begin with") : null,
      begin.map((one) => h("button", { class: "preset", key: one.label, onclick: () => this.write(one.value) }, capital(one.label))),
      list(this.decision.ghosts).length
        ? h("p", { class: "hint" }, "Drag what you have written to where it shall stand; turn bases by their knobs.")
        : null,
    );
  }

  // ------------------------------------------------------------ the list

  #items() {
    const line = (item, i) =>
      h(
        "li",
        { class: i === this.changing ? "changing" : "", key: `${i} ${item.label}` },
        h("span", { class: "nth" }, `${i + 1}`),
        h(
          "button",
          { class: "item", title: "Change it", onclick: () => this.change(i), onpointerenter: () => this.decider.board.spots.way(item) },
          capital(item.label),
          item.cost ? h("span", { class: "cost-word" }, item.cost) : null,
        ),
        h(
          "button",
          {
            class: "quiet icon",
            "aria-label": `Remove ${item.label}`,
            onclick: () => this.remove(i),
          },
          icon("close"),
        ),
      );
    const lines = list(this.decision.items).map(line);
    show(this.written, lines.length ? h("ol", null, lines) : h("p", { class: "faint" }, "Nothing is written yet."));
  }

  /** Where the item at i ends: with an order goes what belongs to it. */
  #end(i) {
    return this.orders ? this.orders.reads.end(list(this.decision.items), i) : i + 1;
  }

  remove(i) {
    return this.write([...this.items.slice(0, i), ...this.items.slice(this.#end(i))]);
  }

  stop_changing() {
    [this.changing, this.instead] = [-1, null];
  }

  /** Take one up again: what could stand in its place is offered. */
  async change(i) {
    this.changing = this.changing === i ? -1 : i;
    const item = list(this.decision.items)[i];
    this.chosen = this.changing < 0 ? "" : (item.piece ?? "");
    this.place = "";
    const without = [...this.items.slice(0, i), ...this.items.slice(this.#end(i))];
    this.instead =
      this.changing < 0
        ? null
        : await this.decider.table
            .draft(without)
            .then((one) => list(one.options))
            .catch(() => null);
    if (this.changing >= 0) await this.decider.table.draft(this.items).catch(() => null);
    this.show();
  }

  offered() {
    return this.changing >= 0 && this.instead ? this.instead : list(this.decision.options);
  }

  #filtered() {
    const words = this.words.toLowerCase();
    return this.offered().filter(
      (one) =>
        (!this.chosen || one.piece === this.chosen) &&
        (!this.place || one.place === this.place) &&
        (!words || one.label.toLowerCase().includes(words)),
    );
  }

  #offers() {
    const all = this.offered();
    const some = this.#filtered();
    if (!all.length) return show(this.offers, h("p", { class: "faint" }, "Nothing more can be added."));
    const place = this.place && this.decider.board.layout.name(this.place);
    const about = [this.chosen && this.#name(this.chosen), place].filter(Boolean).join(", ");
    const find = (event) => {
      this.words = event.target.value;
      this.#offers();
    };
    const every = h("button", { class: "plain-link", onclick: () => this.let_go() }, "all");
    const groups = [...grouped(some.slice(0, MANY))].map(([name, those]) =>
      h(
        "div",
        { class: "choice-group", key: name },
        name ? h("h4", null, capital(name)) : null,
        those.map(([one, words]) => this.#offer(one, words)),
      ),
    );
    const words = "Filter what can be added";
    return show(
      this.offers,
      h(
        "h4",
        null,
        this.changing >= 0 ? `Instead of ${this.changing + 1}` : "Add",
        about ? [" for ", h("b", null, about), " ", every] : null,
      ),
      all.length > 10 ? h("input", { type: "search", placeholder: words, "aria-label": words, value: this.words, oninput: find }) : null,
      h("div", { class: "choices" }, groups),
      some.length > MANY ? h("p", { class: "faint" }, `and ${some.length - MANY} more: touch a piece or a place, or filter.`) : null,
      some.length ? null : h("p", { class: "faint" }, "Nothing of this kind can be added."),
    );
  }

  #offer(one, words = one.label, then = () => {}) {
    const { spots } = this.decider.board;
    const key = JSON.stringify(one.value);
    const add = () => {
      then();
      this.add(one);
    };
    const button = h(
      "button",
      {
        class: `option ${one.kind ? `act-${one.kind}` : ""}`,
        "data-value": key,
        key,
        onclick: add,
        onpointerenter: () => spots.way(one),
        onpointerleave: () => spots.way(null),
      },
      h("span", null, "+ ", capital(words)),
      one.cost ? h("span", { class: "cost-word" }, one.cost) : null,
    );
    const rich = numbers(this.decider.game, one);
    return rich.length ? h("div", { class: "rich-option", key: `rich ${key}` }, button, rich) : button;
  }

  /** Is this piece on the map or among the cards, so that it can be touched? */
  #stands(id) {
    return Boolean(id && (this.decider.board.piece(id) || this.decider.cards.has(id)));
  }

  #name(id) {
    const piece = this.decider.board.piece(id);
    return piece?.name || (piece ? this.decider.board.words(piece) : (this.decider.cards.get(id) ?? ""));
  }

  /** An item that nobody offers, from the shape of items. */
  #by_hand() {
    if (list(this.decision.options).length || !Object.keys(this.decision.shape ?? {}).length) return null;
    const by_hand = field(this.decision.shape, this.decision.shape, undefined, () => undefined);
    return h(
      "details",
      { class: "by-hand" },
      h("summary", null, "Write one by hand"),
      by_hand.element,
      h("button", { onclick: () => this.write([...this.items, by_hand.get()]) }, "Add"),
    );
  }

  // ------------------------------------------------------------ the map

  #map() {
    const { board } = this.decider;
    const pieces = new Map();
    const places = new Map();
    for (const one of this.offered()) {
      if (this.#stands(one.piece) && !pieces.has(one.piece)) pieces.set(one.piece, this.#name(one.piece));
      const now = one.place && (!this.#stands(one.piece) || one.piece === this.chosen);
      if (now) places.set(one.place, { words: one.label, cost: one.cost ?? "", kind: one.kind ?? "" });
    }
    board.spots.set({ pieces, places, chosen: this.chosen, about: this.decision });
    board.spots.written(list(this.decision.items));
    this.decider.mark_cards(pieces, this.chosen);
  }

  touch({ piece, place, event, by_key }) {
    if (this.orders) return this.orders.touch({ piece, place, event, by_key });
    const offered = this.offered();
    const right = (one) => (this.chosen ? one.piece === this.chosen : !this.#stands(one.piece));
    const there = offered.filter((one) => one.place && one.place === place && right(one));
    const mine = offered.filter((one) => one.piece && one.piece === piece);
    if (there.length > 8 && !this.chosen && !mine.length) {
      this.place = this.place === place ? "" : place;
      this.show();
      return true;
    }
    if (there.length && (this.chosen || !mine.length) && (piece !== this.chosen || !piece)) return this.several(there, event, by_key);
    const stack = this.decider.board.stack_of(piece);
    const able = stack.pieces.filter((one) => offered.some((offer) => offer.piece === one.id));
    if (able.length > 1 && this.decider.board.fanned !== stack.key && !by_key) {
      this.decider.board.fan(stack.key);
      return true;
    }
    if (!mine.length && able.length === 1) return this.touch({ piece: able[0].id, place, event, by_key });
    if (mine.length === 1) return this.several(mine, event, by_key);
    if (mine.length) {
      this.chosen = this.chosen === piece ? "" : piece;
      this.decider.board.close_over(this.chosen);
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

  may_haul(piece) {
    return Boolean(this.orders?.may_haul(piece));
  }

  hauled_over(piece, place) {
    return this.orders?.hauled_over(piece, place);
  }

  haul(piece, place, event) {
    return this.orders?.haul(piece, place, event);
  }

  could(piece, place) {
    if (this.orders) return this.orders.could(piece, place);
    const offered = this.offered();
    const here = offered.filter((one) => one.piece && one.piece === piece);
    return (here.length ? here : offered.filter((one) => one.place && one.place === place)).map((one) => one.label);
  }

  several(offers, event, by_key) {
    if (offers.length === 1) this.add(offers[0]);
    else {
      const beside = by_key ? event.target : { x: event.clientX, y: event.clientY };
      const all = h(
        "div",
        { class: "choices" },
        offers.map((one) => this.#offer(one, one.label, () => menu.close())),
      );
      const menu = popover(beside, [all], { kind: "menu", label: count(offers.length, "choice") });
    }
    return true;
  }

  near_place(place) {
    if (this.orders) return this.orders.near_place(place);
    this.decider.board.spots.way(this.#filtered().find((one) => one.place === place) ?? null);
  }

  let_go() {
    if (this.orders && this.changing < 0) return this.orders.let_go();
    if (!this.chosen && !this.place && this.changing < 0) return false;
    [this.chosen, this.place, this.changing] = ["", "", -1];
    this.show();
    return true;
  }

  // ------------------------------------------------------------ writing

  add(one) {
    const at = this.changing;
    const unanswered = this.#asking ? this.items.slice(list(this.decision.items).length) : [];
    if (unanswered.some((value) => same(value, one.value))) return null; // touched twice before the umpire has answered
    if (at < 0) return this.write([...this.items, one.value]);
    return this.write([...this.items.slice(0, at), one.value, ...this.items.slice(this.#end(at))]);
  }

  async write(items) {
    const turn = ++this.#turn;
    this.items = items;
    this.#asking++;
    [this.chosen, this.place, this.changing, this.instead] = ["", "", -1, null];
    const held = this.decider.has_focus;
    try {
      const decision = await this.decider.table.draft(items);
      if (turn !== this.#turn) return;
      this.decision = decision;
      this.show();
      if (held) this.decider.keep_focus(".order-row.open .row-head");
    } catch (error) {
      show(this.wrong, refusal_list(this.decider.game, [{ rule: "", why: error.message }]));
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
