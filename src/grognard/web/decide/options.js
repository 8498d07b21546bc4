/**
 * A choice among options: a piece, then a place, or a button. What stands on the map is touched there; the rest are
 * buttons; everything is also in one list, for keyboards and screen readers.
 */

import { count, fill, h, list } from "../dom.js";
import { popover } from "../popover.js";
import { capital, grouped, numbers } from "./numbers.js";

const LONG = 14;

export class Options {
  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.options = this.#placed(list(decision.options));
    this.hint = h("p", { class: "hint" });
    this.beside = h("div", { class: "with-piece" });
    this.preview = h("div", { class: "preview", "aria-live": "polite" });
    const pieces = new Set(this.on_map().map((option) => option.piece).filter(Boolean));
    const sole = pieces.size === 1 && this.on_map().some((option) => option.place) ? [...pieces][0] : "";
    this.chosen = pieces.has(decision.piece) ? decision.piece : sole;
  }

  /** A place that is only where the piece stands is no second question. */
  #placed(options) {
    const { board } = this.decider;
    const leads = new Set(options.filter((option) => option.place && option.place !== board.piece(option.piece)?.at).map((option) => option.piece));
    return options.map((option) => (option.piece && option.place && !leads.has(option.piece) ? { ...option, place: "", where: option.place } : option));
  }

  /** Does this option act on something that can be touched: a piece, a card, a place? */
  touchable(option) {
    const { board, cards } = this.decider;
    return Boolean((option.piece && (board.piece(option.piece) || cards.has(option.piece))) || this.leads(option));
  }

  /** Does it lead to a place, or to a piece that is its target? */
  leads(option) {
    const { board } = this.decider;
    return Boolean(option.place && (board.layout.centre(option.place) || board.piece(option.place)));
  }

  on_map() {
    return this.options.filter((option) => this.touchable(option));
  }

  // ------------------------------------------------------------ showing

  parts() {
    const rest = this.options.filter((option) => !this.touchable(option));
    const touch = this.options.length - rest.length;
    return [
      touch ? this.hint : null,
      this.beside,
      this.preview,
      this.#buttons(rest, rest.length > LONG),
      touch ? this.#all() : null,
    ];
  }

  show() {
    const { board } = this.decider;
    const pieces = new Map();
    const places = new Map();
    for (const option of this.on_map()) {
      if (option.piece && !pieces.has(option.piece)) pieces.set(option.piece, this.#piece_words(option.piece));
      const here = option.place && (!option.piece || option.piece === this.chosen || !this.touchable_piece(option));
      if (here && (!option.piece || option.piece === this.chosen || !this.chosen)) {
        const known = places.get(option.place);
        if (board.piece(option.place)) pieces.set(option.place, option.label);
        else places.set(option.place, { words: known ? `${known.words}; ${option.label}` : option.label, cost: known ? "" : option.cost ?? "" });
      }
    }
    fill(this.hint, touch_words(this.on_map(), this.chosen));
    board.spots.set({ pieces, places, chosen: this.chosen, about: this.decision });
    this.decider.mark_cards(pieces, this.chosen);
    const with_it = this.chosen ? this.options.filter((option) => option.piece === this.chosen && !this.leads(option)) : [];
    fill(this.beside, with_it.length ? [h("h4", null, this.#piece_words(this.chosen)), this.#buttons(with_it)] : []);
  }

  touchable_piece(option) {
    return Boolean(this.decider.board.piece(option.piece) || this.decider.cards.has(option.piece));
  }

  #piece_words(id) {
    const piece = this.decider.board.piece(id);
    const mine = this.options.filter((option) => option.piece === id);
    return piece ? this.decider.board.words(piece) : this.decider.cards.get(id) ?? mine[0]?.label ?? id;
  }

  #buttons(options, filtered = false) {
    if (!options.length) return null;
    const held = h("div", { class: "choices" }, [...grouped(options)].map(([name, some]) => h("div", { class: "choice-group" }, name ? h("h4", null, capital(name)) : null, some.map(([option, words]) => this.button(option, words)))));
    if (!filtered) return held;
    const find = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the choices", oninput: () => {
      const words = find.value.toLowerCase();
      for (const one of held.querySelectorAll("button.option")) one.hidden = !one.textContent.toLowerCase().includes(words);
    } });
    return h("div", null, find, held);
  }

  button(option, words = option.label) {
    const rich = list(option.odds).length || list(option.tallies).length;
    const made = h("button", {
      class: `option ${rich ? "rich" : ""}`, "data-value": JSON.stringify(option.value),
      onclick: () => this.take(option), onpointerenter: () => this.near(option), onfocus: () => this.near(option), onpointerleave: () => this.near(null),
    }, h("span", null, capital(words)), option.cost ? h("span", { class: "cost-word" }, option.cost) : null);
    return rich ? h("div", { class: "rich-option" }, made, numbers(this.decider.game, option)) : made;
  }

  #all() {
    const held = h("div", { class: "choices" });
    const made = h("details", { class: "all-choices" }, h("summary", null, `All choices as a list (${this.options.length})`), held);
    made.addEventListener("toggle", () => made.open && !held.firstChild && fill(held, this.#buttons(this.options, this.options.length > LONG)));
    return made;
  }

  /** The hand is near an option: its way, its odds. */
  near(option) {
    this.decider.board.spots.way(option);
    fill(this.preview, option && (list(option.odds).length || list(option.tallies).length) && option.place ? [h("h4", null, capital(option.label)), ...numbers(this.decider.game, option)] : []);
  }

  near_place(place) {
    const found = this.#at(place);
    this.near(found.length === 1 || this.chosen ? found[0] ?? null : null);
  }

  // ------------------------------------------------------------ touching

  #at(place, piece = "") {
    return this.options.filter((option) => option.place && (option.place === place || option.place === piece) && (!option.piece || !this.chosen || option.piece === this.chosen));
  }

  /** Was it meant? True when something was done with it. */
  touch({ piece, place, event, by_key }) {
    const { board } = this.decider;
    const mine = this.options.filter((option) => option.piece && option.piece === piece);
    const there = this.#at(place, piece);
    if (this.chosen && piece !== this.chosen && there.length && !mine.length) return this.offer(there, event, by_key);
    if (piece) {
      const stack = board.stack_of(piece);
      const able = stack.pieces.filter((one) => this.options.some((option) => option.piece === one.id));
      if (this.chosen && there.some((option) => option.piece === this.chosen) && !able.some((one) => one.id === this.chosen)) return this.offer(there, event, by_key);
      const whole = there.filter((option) => !option.piece);
      if (whole.length && able.length) return this.offer([...whole, ...this.options.filter((option) => able.some((one) => one.id === option.piece))], event, by_key);
      if (stack.pieces.length > 1 && board.fanned !== stack.key && !by_key && able.length > 1) {
        board.fan(stack.key);
        return true;
      }
      if (!mine.length && able.length === 1 && board.fanned !== stack.key) return this.touch({ piece: able[0].id, place, event, by_key });
      if (mine.length) return this.#pick(piece, mine, event, by_key);
    }
    return there.length ? this.offer(there, event, by_key) : false;
  }

  #pick(piece, mine, event, by_key) {
    if (mine.some((option) => this.leads(option))) {
      this.chosen = this.chosen === piece ? "" : piece;
      this.show();
      this.decider.look_at_places();
      return true;
    }
    return this.offer(mine, event, by_key);
  }

  /** One plain option is taken; several, or one with odds, are shown first. */
  offer(options, event, by_key = false) {
    if (options.length === 1 && !list(options[0].odds).length && !list(options[0].tallies).length) {
      this.take(options[0]);
      return true;
    }
    const beside = by_key ? event.target : { x: event.clientX, y: event.clientY };
    popover(beside, [h("div", { class: "choices" }, options.map((option) => this.button(option)))], { kind: "menu", label: count(options.length, "choice") });
    return true;
  }

  take(option) {
    this.decider.choose(option.value, option.label);
  }

  /** Escape: let go of the piece. */
  let_go() {
    if (!this.chosen) return false;
    this.chosen = "";
    this.show();
    return true;
  }
}

function touch_words(options, chosen) {
  if (chosen) return "Touch a place that glows.";
  const [pieces, places] = [options.some((option) => option.piece), options.some((option) => option.place)];
  if (pieces && places) return "Touch a piece that glows, then a place.";
  return pieces ? "Touch what glows." : "Touch a place that glows.";
}
