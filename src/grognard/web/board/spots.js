/** What can be touched now: pieces that glow, places with their costs, the way to the place under the hand. */

import { fill, list, s } from "../dom.js";
import { SIZE } from "./counter.js";

const ACTS = ["move", "attack", "fire", "transit", "order"];

/** What it costs, on a small plate; css/board.css keeps it legible at every zoom. */
function cost_tag(x, y, cost) {
  const wide = Math.max(20, String(cost).length * 8.5 + 10);
  return s("g", { class: "cost-tag", transform: `translate(${x} ${y})` }, s("g", { class: "cost-in" },
    s("rect", { class: "cost-plate", x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }),
    s("text", { class: "cost", y: 4.6 }, cost)));
}

export class Spots {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {any} what is being asked about once more: its way stays */
    this.held = null;
    this.clear();
  }

  clear() {
    this.pieces = new Map();
    this.places = new Map();
    this.kinds = new Map(); // what touching a piece would be, where it is a target: "attack", "fire"
    this.chosen = "";
    this.about = { piece: "", place: "" };
  }

  /**
   * What glows from now on: pieces by id with words for them, places with what can be done there.
   * @param {{pieces?: Map<string, string>, places?: Map<string, {words: string, cost?: string, kind?: string}>,
   *   kinds?: Map<string, string>, chosen?: string,
   *   about?: {piece?: string, place?: string}}} what
   */
  set({ pieces = new Map(), places = new Map(), kinds = new Map(), chosen = "", about = { piece: "", place: "" } }) {
    Object.assign(this, { pieces, places, kinds, chosen, about });
    this.show();
  }

  show() {
    const { board } = this;
    for (const g of board.layers.pieces.querySelectorAll(".piece")) this.#mark(g);
    board.hint_at_stacks((id) => this.pieces.has(id));
    const made = [];
    if (this.about.place) made.push(this.#shape(this.about.place, "about"));
    for (const [place, spot] of this.places) made.push(this.#spot(place, spot));
    fill(board.layers.spots, ...made.filter(Boolean));
    board.layers.spots.classList.toggle("many", this.places.size > 24 && this.places.size > 0.4 * board.layout.regions.size);
    this.way(null);
  }

  #mark(g) {
    const id = g.getAttribute("data-piece");
    const can = this.pieces.has(id);
    const chosen = id === this.chosen;
    const about = id === this.about.piece;
    g.classList.toggle("can", can);
    g.classList.toggle("chosen", chosen);
    g.classList.toggle("about", about);
    for (const kind of ACTS) g.classList.toggle(`act-${kind}`, can && this.kinds.get(id) === kind);
    let ring = g.querySelector(".ring");
    if (!(can || chosen || about)) {
      ring?.remove();
      for (const name of ["tabindex", "role", "aria-label"]) g.removeAttribute(name);
      return;
    }
    if (!ring) {
      const body = g.querySelector(".body");
      const pad = 3.5;
      const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(body.getAttribute(name)));
      ring = s("rect", { class: "ring", x: x - pad, y: y - pad, width: w + 2 * pad, height: h + 2 * pad, rx: 9 });
      body.before(ring);
    }
    if (can) {
      g.setAttribute("tabindex", "0");
      g.setAttribute("role", "button");
      g.setAttribute("aria-label", this.pieces.get(id));
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) g.removeAttribute(name);
    }
  }

  #shape(place, kind, more = {}) {
    const found = this.board.layout.outline(place);
    if (!found) return null;
    if (found.points) return s("polygon", { class: `spot ${kind}`, points: found.points.map((p) => p.join(",")).join(" "), ...more });
    const disc = (this.board.layout.regions.get(place).radius || 0) * this.board.layout.scale;
    const r = disc && !this.board.is_taken(place) ? disc * 1.12 : Math.max(found.r * 1.08, SIZE * 0.62); // around a counter, else the disc
    return s("circle", { class: `spot ${kind}`, cx: found.cx, cy: found.cy, r, ...more });
  }

  #spot(place, { words, cost, kind = "" }) {
    const centre = this.board.layout.centre(place);
    if (!centre) return null;
    const shape = this.#shape(place, "can-spot");
    const g = s(
      "g",
      { class: `can spot-group ${kind ? `act-${kind}` : ""}`, "data-place": place, tabindex: 0, role: "button", "aria-label": words },
      shape,
    );
    if (cost) {
      const taken = this.board.is_taken(place);
      const below = taken ? SIZE * 0.66 + 2 : 0; // in its disc, or below who stands there
      const low = centre[1] + (this.board.layout.outline(place).r ? below : taken ? SIZE * 0.3 + 2 : -4);
      g.append(cost_tag(centre[0], low, cost));
    }
    const show = () => this.board.tell("near", place);
    g.addEventListener("pointerenter", show);
    g.addEventListener("focus", show);
    g.addEventListener("pointerleave", () => this.board.tell("near", ""));
    return g;
  }

  /** This way stays, wherever the hand is, until null is held. */
  hold(option) {
    this.held = option;
    this.way(option);
  }

  /** The way of an option, drawn as an arrow; null takes it away. */
  way(near) {
    const { board } = this;
    const option = near ?? this.held;
    const path = list(option?.path);
    if (path.length > 3 && path[0] === path.at(-1)) return this.#area(option, path);
    const points = [board.piece(option?.piece)?.at, ...path, option?.place]
      .filter((at, i, all) => at && at !== all[i - 1])
      .map((place) => board.layout.centre(place))
      .filter(Boolean);
    const [who, whom] = [board.middle(option?.piece), board.middle(option?.place)];
    if (points.length < 2 && who && whom) points.splice(0, points.length, who, whom); // against another piece
    board.layers.ways.setAttribute("class", `layer-ways ${option?.kind ? `act-${option.kind}` : ""}`);
    if (!option || points.length < 2) return fill(board.layers.ways);
    const line = points.map((p) => p.join(",")).join(" ");
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    fill(
      board.layers.ways,
      s("polyline", { class: "way-under", points: line }),
      s("polyline", { class: "way", points: line }),
      points.slice(1, -1).map(([x, y]) => s("circle", { class: "way-step", cx: x, cy: y, r: 4 })),
      s("path", { class: "way-head", d: "M-13 -10L7 0L-13 10Z", transform: `translate(${x1} ${y1}) rotate(${angle})` }),
      option.cost && !this.places.has(option.place)
        ? cost_tag(x1, y1 - SIZE * 0.5, option.cost)
        : null,
    );
  }

  /** A path that comes back to its beginning is the rim of an area: its places are lit. */
  #area(option, path) {
    const { layers } = this.board;
    layers.ways.setAttribute("class", `layer-ways ${option.kind ? `act-${option.kind}` : ""}`);
    return fill(layers.ways, [...new Set([option.place, ...path])].map((place) => place && this.#shape(place, "way-area")));
  }

  /**
   * Ways to face: arrows around the piece, or around the middle of its place.
   * @param {any[]} options each with its `facing` @param {(option: any) => void} take
   */
  turns(options, take) {
    const { board } = this;
    fill(board.layers.ghosts, options.map((option) => {
      const at = board.where(option.piece, option.where || option.place);
      if (!at) return null;
      const arrow = s("g", {
        class: "ghost can turn-arrow", tabindex: 0, role: "button", "aria-label": option.label, "data-facing": option.facing,
        transform: `translate(${at[0]} ${at[1]}) rotate(${option.facing}) translate(0 ${-SIZE * 0.86})`,
      },
      s("title", null, option.label),
      s("circle", { class: "turn-plate", r: 17 }),
      s("path", { class: "turn-head", d: "M0 -11L10 5H3V11H-3V5H-10Z" }));
      arrow.addEventListener("click", () => take(option));
      arrow.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        take(option);
      });
      return arrow;
    }));
  }

  /**
   * What a draft has written so far: an arrow for each item that goes somewhere, a number for each; what belongs to the one
   * above goes on from its end. Orders that formations have already are thin and grey.
   * @param {any[]} items @param {import("../types.js").RowView[]} [has]
   */
  written(items, has = []) {
    const { board } = this;
    const taken = new Map();
    let end = null;
    const arrows = items.map((item, i) => {
      const from = item.under && end ? end : board.where(item.piece, "");
      const to = item.place ? board.layout.centre(item.place) : from;
      if (!to) return null;
      end = to;
      const points = this.#along(from, item.path, to);
      const beside = taken.get(to.join()) ?? 0;
      taken.set(to.join(), beside + 1);
      const stays = points.length ? 0 : SIZE * 0.42; // the number of one that stays stands at the corner of its counter
      const [x, y] = [to[0] + stays + 26 * beside, to[1] + stays];
      return s(
        "g",
        { class: `written ${item.kind ? `act-${item.kind}` : ""}` },
        points.length ? this.#arrow("written", points) : null,
        s("circle", { class: "written-dot", cx: x, cy: y, r: 12 }),
        s("text", { class: "written-word", x, y: y + 4.6 }, `${i + 1}`),
      );
    });
    const had = has.map((row) => {
      const to = board.layout.centre(row.place);
      const points = to ? this.#along(board.where(row.piece, ""), row.path, to) : [];
      return points.length ? s("g", { class: "written had" }, this.#arrow("had", points)) : null;
    });
    fill(board.layers.ghosts, had, arrows);
  }

  /** By its way, else straight; nothing where it stays. */
  #along(from, path, to) {
    const way = list(path)
      .map((place) => this.board.layout.centre(place))
      .filter(Boolean);
    const points = way.length > 1 ? way : from && Math.hypot(to[0] - from[0], to[1] - from[1]) > 8 ? [from, to] : [];
    if (points.length < 2) return [];
    const [[x0, y0], [x1, y1]] = points;
    const part = Math.min(0.4, (SIZE * 0.5) / Math.hypot(x1 - x0, y1 - y0)); // from the edge of the counter
    return [[x0 + (x1 - x0) * part, y0 + (y1 - y0) * part], ...points.slice(1)];
  }

  #arrow(name, points) {
    const line = points.map((p) => p.join(",")).join(" ");
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    const away = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [x, y] = [x1 - ((x1 - x0) * 14) / away, y1 - ((y1 - y0) * 14) / away];
    const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    return [
      s("polyline", { class: "written-under", points: line }),
      s("polyline", { class: `${name}-line`, points: line }),
      s("path", { class: `${name}-head`, d: "M-16 -10L2 0L-16 10Z", transform: `translate(${x} ${y}) rotate(${angle})` }),
    ];
  }
}
