/**
 * A choice among options: a piece, then a place, or a button. What stands on the map is touched there; the rest are
 * buttons, the few that one presses most at the foot; everything is also in one list, for keyboards and screen readers.
 */

import { count, h as made, list } from "../dom.js";
import { popover } from "../popover.js";
import { h, show } from "../view.js";
import { capital, grouped, numbers, short_labels } from "./numbers.js";
import { asks_again } from "./sure.js";

const LONG = 14;
const FEW = 3;
const WEIGHED = 6;
const MENU = 8; // so many choices of a stack stand beside it as soon as it opens
const AT_FOOT = 3; // so many buttons stand at the foot together

const is_rich = (option) => list(option?.odds).length > 0 || list(option?.tallies).length > 0;

export class Options {
  #all_open = false;
  #words = "";
  #left = false;

  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.options = this.#placed(list(decision.options));
    this.hint = made("p", { class: "hint" });
    this.beside = made("div", { class: "with-piece" });
    this.preview = made("div", { class: "preview", "aria-live": "polite" });
    this.buttons = made("div", { class: "choices-held" });
    this.all = made("div", { class: "choices-held" });
    this.one_place = this.#one_place();
    const on_map = this.on_map();
    const pieces = new Set(on_map.map((option) => option.piece).filter(Boolean));
    const sole = pieces.size === 1 && on_map.some((option) => option.place) ? [...pieces][0] : "";
    this.chosen = pieces.has(decision.piece) ? decision.piece : sole;
    this.rest = this.options.filter((option) => !this.touchable(option));
    this.footed = this.#footed();
  }

  /** A place that is only where the piece stands is no second question. */
  #placed(options) {
    const { board } = this.decider;
    const elsewhere = (option) => option.place && option.place !== board.piece(option.piece)?.at;
    const leads = new Set(options.filter(elsewhere).map((option) => option.piece));
    const stays = (option) => option.piece && option.place && !leads.has(option.piece);
    return options.map((option) => (stays(option) ? { ...option, place: "", where: option.place } : option));
  }

  /** Several answers for one and the same place cannot be told apart by touching it: they are buttons. */
  #one_place() {
    const asking = this.options.filter((option) => !option.done && !option.decline);
    const places = new Set(asking.map((option) => option.place));
    const plain = asking.every((option) => option.place && !option.piece && typeof option.facing !== "number");
    return asking.length > 1 && places.size === 1 && plain;
  }

  /** What stands at the foot: all the buttons if they are few, else what ends the question or acts at once. */
  #footed() {
    const few = this.rest.length <= AT_FOOT && this.rest.every((option) => String(option.label).length < 40);
    if (few) return this.rest;
    const ends = this.rest.filter((option) => option.decline || option.done || option.final);
    return ends.length <= AT_FOOT ? ends : [];
  }

  /** Does this option act on something that can be touched: a piece, a card, a place? What says no or ends it is a button. */
  touchable(option) {
    if (option.done || option.decline || this.one_place) return false;
    return Boolean((option.piece && this.touchable_piece(option)) || this.leads(option));
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

  /** The only answer there is, if it can be given without asking: nothing falls, nothing is at stake, nothing could be taken back first. */
  get alone() {
    const [option] = this.options;
    if (this.options.length !== 1 || option.final || this.decision.stakes || is_rich(option)) return null;
    return option.done && this.decider.table.now?.undo ? null : option;
  }

  parts() {
    const touch = this.options.length - this.rest.length;
    return [touch ? this.hint : null, this.beside, this.preview, this.buttons, touch ? this.#all() : null];
  }

  /** What stands at the foot of the panel. */
  press() {
    const { every } = this.decision;
    const many = every ? this.options.filter((option) => this.touchable(option) && !option.route).length : 0;
    const take = () => this.decider.take_every();
    const all = many > 1 ? h("button", { class: "option", id: "every", onclick: take }, `${every} (${many})`) : null;
    if (!all && !this.footed.length) return null;
    return h("div", { class: "choices foot-choices" }, all, this.footed.map((option) => this.button(option)));
  }

  /** Where every step is asked for: places further off are asked for too, and join what can be touched when they come. */
  async ask_ways() {
    const { table } = this.decider;
    const routes = await table.routes().catch(() => []);
    if (this.#left || !routes.length) return;
    const piece = this.options.find((option) => option.place)?.piece ?? ""; // as the steps have it
    const from = this.decision.place ? [this.decision.place] : [];
    const further = routes.map(({ place, path, values }) => {
      const label = `to ${this.decider.board.layout.name(place)} (${path.length} steps)`;
      return { value: values, route: values, label, piece, place, path: [...from, ...path], kind: "move", cost: `${path.length}` };
    });
    this.options = [...this.options, ...further];
    this.show();
    this.decider.look_at_places();
  }

  leave() {
    this.#left = true;
  }

  show() {
    const { board } = this.decider;
    const { pieces, places, kinds } = this.#spots();
    show(this.hint, touch_words(this.on_map(), this.chosen));
    board.spots.set({ pieces, places, kinds, chosen: this.chosen, about: this.decision });
    this.decider.mark_cards(pieces, this.chosen);
    this.#turns();
    const beside = (option) => option.piece === this.chosen && !this.leads(option) && !this.rest.includes(option);
    const with_it = this.chosen && !this.#few().length ? this.options.filter(beside) : [];
    show(this.beside, with_it.length ? [h("h4", null, this.#piece_words(this.chosen)), this.#buttons(with_it)] : null);
    this.#draw_buttons();
  }

  /** So few answers on the map that they are buttons as well: nobody should see only the "No". */
  #few() {
    const all = this.on_map();
    const most = all.every(is_rich) ? WEIGHED : FEW; // what is weighed by its odds is compared side by side
    return all.length <= most && this.options.length <= most + 1 && !all.some((option) => typeof option.facing === "number") ? all : [];
  }

  /** The one or two among many that have odds are what the question is about: they are buttons as well. */
  #weighed() {
    const rich = this.on_map().filter(is_rich);
    return rich.length <= 2 ? rich : [];
  }

  #draw_buttons() {
    const above = [...(this.#few().length ? this.#few() : this.#weighed()), ...this.rest.filter((option) => !this.footed.includes(option))];
    const told = this.footed.filter(is_rich).map((option) =>
      h("div", { class: "rich-option" }, h("h4", null, capital(option.label)), numbers(this.decider.game, option)));
    show(this.buttons, told, this.#buttons(above, above.length > LONG));
  }

  /** Options that turn a piece are arrows around it. */
  #turns() {
    const turning = this.options.filter((option) => typeof option.facing === "number" && (!this.chosen || option.piece === this.chosen));
    const at = new Set(turning.map((option) => `${option.piece ?? ""} ${option.where ?? option.place ?? ""}`));
    this.decider.board.spots.turns(at.size === 1 ? turning : [], (option) => this.take(option));
  }

  /** What glows: pieces with an option, and places of what is chosen, each with the kind of act it is. */
  #spots() {
    const { board } = this.decider;
    const pieces = new Map();
    const places = new Map();
    const kinds = new Map();
    for (const option of this.on_map()) {
      if (option.piece && !pieces.has(option.piece)) pieces.set(option.piece, this.#piece_words(option.piece));
      if (!this.#leads_now(option)) continue;
      const known = places.get(option.place);
      if (board.piece(option.place)) {
        pieces.set(option.place, option.label);
        kinds.set(option.place, option.kind ?? "");
      } else places.set(option.place, { ...this.#spot(option, known) });
    }
    return { pieces, places, kinds };
  }

  #spot(option, known) {
    const kind = known && known.kind !== (option.kind ?? "") ? "" : option.kind ?? "";
    const [before, cost] = [known?.cost ?? "", option.cost ?? ""];
    const both = before && cost && before !== cost; // two prices: neither
    return { words: known ? `${known.words}; ${option.label}` : option.label, cost: both ? "" : before || cost, kind };
  }

  /** Does it lead somewhere, with what is chosen at this moment? */
  #leads_now(option) {
    if (!option.place) return false;
    if (!option.piece || option.piece === this.chosen) return true;
    return !this.chosen && !this.touchable_piece(option);
  }

  touchable_piece(option) {
    return Boolean(this.decider.board.piece(option.piece) || this.decider.cards.has(option.piece));
  }

  #piece_words(id) {
    const piece = this.decider.board.piece(id);
    const mine = this.options.find((option) => option.piece === id);
    return piece ? this.decider.board.words(piece) : this.decider.cards.get(id) ?? mine?.label ?? "";
  }

  #buttons(options, filtered = false) {
    if (!options.length) return null;
    const words = filtered ? this.#words : "";
    const fits = (one) => !words || one[0].label.toLowerCase().includes(words);
    const groups = [...grouped(options)].map(([name, some]) => h("div", { class: "choice-group", key: name },
      name ? h("h4", null, capital(name)) : null, some.filter(fits).map(([option, label]) => this.button(option, label))));
    const filter = (event) => {
      this.#words = event.target.value.toLowerCase();
      this.#draw_buttons();
      if (this.#all_open) this.#draw_all();
    };
    return [
      filtered ? h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the choices", oninput: filter }) : null,
      h("div", { class: "choices" }, groups),
    ];
  }

  /** One option as a button; its numbers stand below it, unless it stands at the foot. */
  button(option, words = option.label) {
    const rich = is_rich(option);
    const near = () => this.decider.board.spots.way(option); // its numbers stand beside it: nothing may move under the hand
    const kinds = ["option", rich ? "rich" : "", option.kind ? `act-${option.kind}` : "", option.decline ? "decline" : ""];
    const key = JSON.stringify(option.value);
    const button = h("button", {
      class: kinds.filter(Boolean).join(" "), "data-value": key, key,
      onclick: () => this.take(option), onpointerenter: near, onfocus: near, onpointerleave: () => this.decider.board.spots.way(null),
    }, h("span", null, capital(words)), option.cost ? h("span", { class: "cost-word" }, option.cost) : null);
    if (!rich || this.footed.includes(option)) return button;
    return h("div", { class: "rich-option", key: `rich ${key}` }, button, numbers(this.decider.game, option));
  }

  #all() {
    const toggled = (event) => {
      this.#all_open = event.target.open;
      if (this.#all_open) this.#draw_all();
    };
    return h("details", { class: "all-choices", ontoggle: toggled },
      h("summary", null, `All choices as a list (${this.options.length})`), this.all);
  }

  #draw_all() {
    show(this.all, this.#buttons(this.options, this.options.length > LONG));
  }

  /** The hand is near an option: its way, its odds. */
  near(option) {
    this.decider.board.spots.way(option);
    const told = option && is_rich(option) && option.place;
    show(this.preview, told ? [h("h4", null, capital(option.label)), ...numbers(this.decider.game, option)] : null);
  }

  near_place(place) {
    const found = this.#at(place);
    this.near(found.length === 1 || this.chosen ? found[0] ?? null : null);
  }

  // ------------------------------------------------------------ touching

  #at(place, piece = "") {
    const there = (option) => option.place && (option.place === place || option.place === piece);
    return this.options.filter((option) => there(option) && (!option.piece || !this.chosen || option.piece === this.chosen));
  }

  /** The words of the options with this piece or, with the chosen one, at this place: what a closer look tells. */
  could(piece, place) {
    const here = this.options.filter((option) => option.piece && option.piece === piece);
    return (here.length ? here : this.#at(place, piece)).map((option) => option.label);
  }

  /** Was it meant? True when something was done with it. */
  touch({ piece, place, event, by_key }) {
    const mine = this.options.filter((option) => option.piece && option.piece === piece);
    const there = this.#at(place, piece);
    if (this.chosen && piece !== this.chosen && there.length && !mine.length) return this.offer(there, event, by_key);
    if (piece) {
      const done = this.#touch_piece({ piece, place, event, by_key }, mine, there);
      if (done !== null) return done;
    }
    return there.length ? this.offer(there, event, by_key) : false;
  }

  /** A piece was touched, perhaps in a stack; null: what lies under it is meant. */
  #touch_piece({ piece, place, event, by_key }, mine, there) {
    const { board } = this.decider;
    const stack = board.stack_of(piece);
    const able = stack.pieces.filter((one) => this.options.some((option) => option.piece === one.id));
    const to_it = this.chosen && there.some((option) => option.piece === this.chosen);
    if (to_it && !able.some((one) => one.id === this.chosen)) return this.offer(there, event, by_key);
    const whole = there.filter((option) => !option.piece);
    if (whole.length && able.length) {
      return this.offer([...whole, ...this.options.filter((option) => able.some((one) => one.id === option.piece))], event, by_key);
    }
    const closed = board.fanned !== stack.key;
    if (stack.pieces.length > 1 && closed && !by_key && able.length > 1) {
      board.fan(stack.key);
      const whole_stack = this.options.filter((option) => able.some((one) => one.id === option.piece));
      const at_once = whole_stack.length <= MENU && !whole_stack.some((option) => this.leads(option));
      return at_once ? this.offer(whole_stack, event) : true;
    }
    if (!mine.length && able.length === 1 && closed) return this.touch({ piece: able[0].id, place, event, by_key });
    return mine.length ? this.#pick(piece, mine, event, by_key) : null;
  }

  #pick(piece, mine, event, by_key) {
    if (mine.some((option) => this.leads(option))) {
      this.chosen = this.chosen === piece ? "" : piece;
      this.decider.board.close_over(this.chosen);
      this.show();
      this.decider.look_at_places();
      return true;
    }
    return this.offer(mine, event, by_key);
  }

  /** One plain option is taken; several, or one with odds, are shown first. A card that cannot be looked at by hovering is shown. */
  offer(options, event, by_key = false) {
    const face = options[0]?.piece ? this.decider.faces.get(options[0].piece) : null;
    const blind = face && matchMedia("(hover: none)").matches;
    const shown = is_rich(options[0]) && !asks_again(this.decision, options[0]); // else the panel shows its odds and asks
    if (options.length === 1 && !shown && !blind) {
      this.take(options[0]);
      return true;
    }
    const fan = !face && this.decider.board.fanned ? this.decider.board.layers.pieces.querySelector(".fan-plate") : null;
    const beside = by_key ? event.target : fan ?? { x: event.clientX, y: event.clientY };
    const all = h("div", { class: "choices" }, short_labels(options).map(([option, words]) => this.button(option, words)));
    popover(beside, [face ? face() : null, all], { kind: face ? "menu with-face" : "menu", label: count(options.length, "choice") });
    return true;
  }

  // ------------------------------------------------------------ dragging

  #led_by(piece, place) {
    return this.options.filter((option) => option.piece === piece && option.place && option.place === place);
  }

  may_haul(piece) {
    return this.options.some((option) => option.piece === piece && this.leads(option));
  }

  hauled_over(piece, place) {
    return this.#led_by(piece, place)[0] ?? null;
  }

  /** Dropped where it can go: as if it had been touched, and then the place. */
  haul(piece, place, event) {
    const there = this.#led_by(piece, place);
    this.chosen = piece;
    this.show();
    return there.length ? this.offer(there, event) : false;
  }

  take(option) {
    if (option.route) this.decider.follow_route(option.route);
    else this.decider.choose(option.value, option.label, option);
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
  if (options.length && options.every((option) => typeof option.facing === "number")) return "Touch an arrow.";
  if (chosen) return "Touch a place that glows.";
  const [pieces, places] = [options.some((option) => option.piece), options.some((option) => option.place)];
  if (pieces && places) return "Touch a piece that glows, then a place.";
  return pieces ? "Touch what glows." : "Touch a place that glows.";
}
