/**
 * A board of orders: one row a formation with the order it has and the new one. A row is opened by touching it or its
 * counter; then what (a button) and where (the map, or a list); or the counter is dragged to where it shall go. Whole
 * plans are the first buttons. What is written stands on the map as arrows.
 */

import { counter_face, face_key } from "../board/counter.js";
import { piece_style } from "../board/sides.js";
import { fill, h as made, list, s, same } from "../dom.js";
import { icon } from "../icons.js";
import { h, show } from "../view.js";
import { capital, numbers, odds_line } from "./numbers.js";
import { OrderRows, rows_of } from "./order_rows.js";

const MANY = 18; // places in a list before it can be filtered

export class OrderBoard {
  #faces = new Map();

  /** @param {import("./draft.js").DraftForm} form */
  constructor(form) {
    this.form = form;
    this.decider = form.decider;
    this.reads = new OrderRows(rows_of(form.decision));
    this.row = this.reads.rows.size === 1 ? [...this.reads.rows.keys()][0] : ""; // the only one is open at once
    this.verb = "";
    this.words = "";
    this.element = made("div", { class: "order-board" });
    this.plans = made("div", { class: "presets plans" });
  }

  get #items() {
    return list(this.form.decision.items);
  }

  /** What can be written into a row now. */
  #offers(row) {
    const last = [...this.reads.written(this.#items)].find(([, mine]) => mine.some(({ i }) => i === this.#items.length - 1))?.[0] ?? "";
    const row_of = (one) => this.reads.row(one) || (this.reads.says_more(one) ? last : "");
    return this.form.offered().filter((one) => row_of(one) === row);
  }

  // ------------------------------------------------------------ showing

  show() {
    this.reads.learn(rows_of(this.form.decision));
    const written = this.reads.written(this.#items);
    const rows = [...this.reads.rows.values()];
    const loose = this.#offers("");
    show(this.element,
      rows.map((row) => this.#row(row, written.get(row.id) ?? [])),
      loose.length || written.has("")
        ? h("section", { class: "order-row loose", key: "loose" }, h("h4", null, "Besides"), this.#orders(written.get("") ?? []),
          h("div", { class: "choices" }, loose.map((one) => this.#button(one, this.reads.words(one)))))
        : null);
    this.#plans();
    this.#map(written);
  }

  /** Whole plans, to begin with or to take instead. */
  #plans() {
    const { form } = this;
    show(this.plans, form.whole.map((one) => {
      const taken = form.items.length > 0 && same(one.value, form.items);
      return h("button", { class: "preset", key: one.label, "aria-pressed": String(taken), onclick: () => form.write(one.value) },
        capital(one.label));
    }));
  }

  #row(row, mine) {
    const open = row.id === this.row;
    const head = h("button", {
      class: "row-head", "aria-expanded": String(open), onclick: () => this.open(open ? "" : row.id),
      onpointerenter: () => this.#near(row, mine), onpointerleave: () => this.decider.board.spots.way(null),
    }, this.#face(row.piece), h("span", { class: "row-words" },
      h("b", null, capital(row.title)), row.note ? h("small", { class: "row-note" }, row.note) : null,
      row.now ? h("small", { class: mine.length ? "row-now past" : "row-now" }, `has: ${row.now}`) : null));
    return h("section", { class: `order-row ${open ? "open" : ""}`, key: row.id, "data-row": row.id },
      head, this.#orders(mine), open ? this.#menu(row, mine) : null);
  }

  /** The orders that are written in a row. */
  #orders(mine) {
    if (!mine.length) return null;
    const { form } = this;
    return h("ol", { class: "row-orders draft-items" }, mine.map(({ item, i, under }) => h("li", {
      key: `${i} ${item.label}`, class: [under ? "under" : "", i === form.changing ? "changing" : ""].join(" "),
      onpointerenter: () => this.decider.board.spots.way(item), onpointerleave: () => this.decider.board.spots.way(null),
    },
    h("span", { class: `nth ${item.kind ? `act-${item.kind}` : ""}` }, `${i + 1}`),
    this.reads.slot(item) ? h("span", { class: "slot" }, this.reads.slot(item)) : null,
    h("button", { class: "item", title: "Change it", onclick: () => this.#change(i) }, capital(this.reads.words(item)),
      item.cost ? h("span", { class: "cost-word" }, item.cost) : null),
    h("button", { class: "quiet icon", "aria-label": `Remove ${item.label}`, onclick: () => form.remove(i) }, icon("close")),
    this.#chances(item))));
  }

  /** The chances of an order in one line; opened: the charts. */
  #chances(item) {
    const charts = numbers(this.decider.game, item);
    if (!charts.length) return null;
    const words = [...list(item.odds).map(odds_line), ...list(item.tallies).map((one) => `${one.title} ${one.total}`)].join("; ");
    return h("details", { class: "row-odds" }, h("summary", { title: "The charts" }, words), charts);
  }

  /** What (buttons), then where (the map, or a list). */
  #menu(row, mine) {
    const offers = this.#offers(row.id);
    const { changing } = this.form;
    if (!offers.length) {
      const words = mine.length ? "Touch an order to change it." : "Nothing can be ordered now.";
      return h("p", { class: "hint row-hint" }, words);
    }
    const verbs = new Map();
    for (const one of offers) verbs.set(this.#key(one), [...(verbs.get(this.#key(one)) ?? []), one]);
    if (!verbs.has(this.verb)) this.verb = verbs.size === 1 ? [...verbs.keys()][0] : "";
    const slots = new Set(offers.filter((one) => !this.reads.under(one)).map((one) => this.reads.slot(one)));
    const slot = slots.size === 1 ? [...slots][0] : "";
    const what = changing >= 0 ? `Instead of ${changing + 1}` : slot ? `New: ${slot}` : mine.length ? "Add to it" : "New order";
    return h("div", { class: "row-menu" },
      h("h4", null, capital(what), verbs.size === 1 && this.verb ? `: ${this.reads.verb(offers[0])}` : ""),
      verbs.size > 1 || !this.verb
        ? h("div", { class: "choices verbs", role: "group", "aria-label": "What" },
          h("div", { class: "choice-group" }, [...verbs].map(([key, some]) => this.#verb(key, some))))
        : null,
      this.verb
        ? this.#places(verbs.get(this.verb))
        : h("p", { class: "hint row-hint" }, "Say what, then where; or touch a place on the map."));
  }

  /** What tells one verb from another: a further order is not a first one; slots are told apart where several are open. */
  #key(one) {
    return `${this.reads.under(one) ? "+ " : ""}${this.reads.slot(one)}: ${this.reads.verb(one)}`;
  }

  #verb(key, some) {
    const [first] = some;
    const words = capital(this.reads.verb(first));
    if (some.length === 1) return this.#button(first, this.reads.words(first));
    const pressed = key === this.verb;
    return h("button", {
      class: `option verb ${first.kind ? `act-${first.kind}` : ""}`, key, "aria-pressed": String(pressed),
      onclick: () => this.#say(pressed ? "" : key),
    }, h("span", null, words, " …"));
  }

  #say(verb) {
    this.verb = verb;
    this.words = "";
    this.form.show();
    if (verb) this.decider.look_at_places();
  }

  #places(offers) {
    const wanted = this.words.toLowerCase();
    const fits = offers.filter((one) => !wanted || one.label.toLowerCase().includes(wanted));
    const find = (event) => {
      this.words = event.target.value;
      this.form.show();
    };
    const label = "Find a place";
    const place_words = (one) => this.reads.where(one) || this.reads.words(one);
    const shared = offers.every((one) => one.cost === offers[0].cost) ? offers[0].cost : ""; // said once
    return h("div", { class: "row-places" },
      offers.some((one) => one.place) ? h("h4", null, "Where", shared ? ` (${shared})` : "") : null,
      offers.length > MANY
        ? h("input", { type: "search", placeholder: label, "aria-label": label, value: this.words, oninput: find })
        : null,
      h("div", { class: "choices" }, h("div", { class: "choice-group" },
        fits.slice(0, MANY).map((one) => this.#button(shared ? { ...one, cost: "" } : one, place_words(one))))),
      fits.length > MANY ? h("p", { class: "faint" }, `and ${fits.length - MANY} more: on the map.`) : null);
  }

  #button(one, words) {
    const { spots } = this.decider.board;
    const key = JSON.stringify(one.value);
    return h("button", {
      class: `option ${one.kind ? `act-${one.kind}` : ""}`, "data-value": key, key, onclick: () => this.form.add(one),
      onpointerenter: () => spots.way(one), onfocus: () => spots.way(one), onpointerleave: () => spots.way(null),
    }, h("span", null, capital(words)), one.cost ? h("span", { class: "cost-word" }, one.cost) : null);
  }

  /** Its counter, small. */
  #face(id) {
    const scene = this.decider.table.now;
    const piece = id && list(scene?.pieces).find((one) => one.id === id);
    if (!piece) return h("span", { class: "row-face" });
    const key = face_key(piece, piece_style(scene, piece));
    if (this.#faces.get(id)?.key !== key) {
      const drawn = s("svg", { viewBox: "-36 -36 74 76", width: 38, height: 40, "aria-hidden": "true" });
      fill(drawn, s("g", { class: "piece" }, counter_face(piece, scene)));
      this.#faces.set(id, { key, drawn });
    }
    return h("span", { class: "row-face" }, this.#faces.get(id).drawn);
  }

  #near(row, mine) {
    const { spots } = this.decider.board;
    spots.way(mine[0]?.item ?? (row.place ? { piece: row.piece, place: row.place, path: row.path, kind: "" } : null));
  }

  // ------------------------------------------------------------ the map

  #map(written) {
    const { board } = this.decider;
    const pieces = new Map();
    const places = new Map();
    for (const row of this.reads.rows.values()) {
      if (row.piece && board.piece(row.piece)) pieces.set(row.piece, `${row.title}: orders`);
    }
    for (const one of this.#open_offers()) {
      if (!one.place) continue;
      const known = places.get(one.place);
      const words = known ? `${known.words}; ${one.label}` : one.label;
      const kind = known && known.kind !== one.kind ? "order" : one.kind || "order";
      places.set(one.place, { words, cost: known ? "" : one.cost ?? "", kind });
    }
    const costs = new Set([...places.values()].map((one) => one.cost));
    costs.delete("");
    if (costs.size === 1) for (const one of places.values()) one.cost = ""; // it tells nothing
    const chosen = this.reads.rows.get(this.row)?.piece ?? "";
    board.spots.set({ pieces, places, chosen, about: this.form.decision });
    const has = [...this.reads.rows.values()].filter((row) => row.place && !written.has(row.id));
    board.spots.written(this.#items.map((item) => ({ ...item, under: this.reads.under(item) })), has);
    this.decider.mark_cards(new Map(), "");
  }

  /** What could be touched on the map: of the open row, and of what was said. */
  #open_offers() {
    if (!this.row) return [];
    return this.#offers(this.row).filter((one) => !this.verb || this.#key(one) === this.verb);
  }

  /** Open a row, or close what is open. */
  async open(row) {
    [this.row, this.verb, this.words] = [row, "", ""];
    this.form.stop_changing();
    const piece = this.reads.rows.get(row)?.piece ?? "";
    if (piece) this.decider.board.close_over(piece);
    this.form.show();
    this.#into_view(row);
    await this.#to_the_end(row);
  }

  #into_view(row) {
    if (!row) return;
    const found = [...this.element.querySelectorAll(".order-row")].find((one) => one.getAttribute("data-row") === row);
    found?.scrollIntoView?.({ block: "nearest" });
    this.decider.look_at_places();
  }

  /** What can be added to an order is offered for the last one: the row that is open is written last. */
  async #to_the_end(row) {
    const items = this.#items;
    if (!items.some((one) => this.reads.under(one)) && !this.form.offered().some((one) => this.reads.under(one))) return;
    const mine = new Set((this.reads.written(items).get(row) ?? []).map(({ i }) => i));
    if (!mine.size || mine.has(items.length - 1)) return;
    const values = this.form.items;
    await this.form.write([...values.filter((_, i) => !mine.has(i)), ...values.filter((_, i) => mine.has(i))]);
  }

  async #change(i) {
    this.row = [...this.reads.written(this.#items)].find(([, mine]) => mine.some((one) => one.i === i))?.[0] ?? "";
    this.verb = "";
    await this.form.change(i);
  }

  /** The row whose counter this is. */
  of_piece(piece) {
    return [...this.reads.rows.values()].find((row) => row.piece && row.piece === piece)?.id ?? "";
  }

  /** A touch on the map: a counter opens its row, a place takes the order. With a verb said, a place comes first. */
  touch({ piece, place, event, by_key }) {
    const there = this.#open_offers().filter((one) => one.place && one.place === place);
    const row = this.of_piece(piece);
    if (there.length && (this.verb || !row || row === this.row)) return this.form.several(there, event, by_key);
    const { board } = this.decider;
    const stack = board.stack_of(piece);
    const able = stack.pieces.filter((one) => this.of_piece(one.id));
    if (able.length > 1 && board.fanned !== stack.key && !by_key) {
      board.fan(stack.key);
      return true;
    }
    const meant = row || (able.length === 1 ? this.of_piece(able[0].id) : "");
    if (meant) {
      this.open(meant);
      return true;
    }
    return there.length ? this.form.several(there, event, by_key) : false;
  }

  could(piece, place) {
    const row = this.of_piece(piece);
    const offers = row ? this.#offers(row) : this.#open_offers().filter((one) => one.place === place);
    return offers.map((one) => one.label);
  }

  near_place(place) {
    this.decider.board.spots.way(this.#open_offers().find((one) => one.place === place) ?? null);
  }

  // ------------------------------------------------------------ dragging

  may_haul(piece) {
    const row = this.of_piece(piece);
    return Boolean(row && this.#offers(row).some((one) => one.place));
  }

  /** The hand is over a place with this counter. */
  hauled_over(piece, place) {
    const row = this.of_piece(piece);
    return this.#offers(row).find((one) => one.place === place && (row !== this.row || !this.verb || this.#key(one) === this.verb)) ?? null;
  }

  haul(piece, place, event) {
    const row = this.of_piece(piece);
    if (row !== this.row) [this.row, this.verb] = [row, ""];
    const there = this.#open_offers().filter((one) => one.place === place);
    this.form.show();
    if (there.length) this.form.several(there, event, false);
    return there.length > 0;
  }

  let_go() {
    if (this.verb) this.#say("");
    else if (this.row) this.open("");
    else return false;
    return true;
  }
}
