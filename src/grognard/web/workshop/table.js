/** The table: a canvas drawn, and what the hand does on it. It knows cells, lines and pieces, and no game. */

import { fill, list, s, Telling } from "../dom.js";
import { base_face, SHALLOW } from "../board/base.js";
import { counter_face, SIZE } from "../board/counter.js";
import { Hand } from "./hand.js";
import { View } from "./view.js";

const LAYERS = ["under", "sheet", "paper", "cells", "strokes", "names", "signs", "pieces", "handles", "marks"];
export const same_path = (a, b) => Boolean(a?.length) && JSON.stringify(a) === JSON.stringify(b);

export class Table extends Telling {
  #picture = "";

  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    super();
    this.draft = draft;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: name })]));
    this.svg = /** @type {SVGSVGElement} */ (
      s("svg", { class: "easel", tabindex: 0, role: "application", "aria-label": "The table, north is up" }, ...Object.values(this.layers))
    );
    this.view = new View(this.svg);
    this.tool = null;
    /** @type {import("./under.js").Under | null} */
    this.under = null;
    this.selected = [];
    this.cells = new Map();
    this.edges = [];
    this.hand = new Hand(this);
  }

  get canvas() {
    return this.draft.canvas;
  }

  get ground() {
    return this.canvas?.ground;
  }

  use(tool) {
    this.tool = tool;
    this.hand.drop();
    this.svg.dataset.tool = tool?.kind ?? "hand";
    this.tell("tool");
  }

  select(path) {
    this.selected = path ?? [];
    this.#mark();
    this.tell("selected");
  }

  show(fresh) {
    this.svg.toggleAttribute("hidden", !this.canvas);
    if (!this.canvas) return;
    const { ground } = this.canvas;
    this.view.unit = ground.unit ?? 1;
    if (fresh) this.view.fit(ground.bounds);
    this.view.bounds = ground.bounds;
    this.cells = new Map(list(ground.cells).map((cell) => [cell.id, cell]));
    this.edges = edges_of(list(ground.cells));
    this.#draw_ground();
    this.#draw_strokes();
    this.#draw_pieces();
    this.sheet();
    this.#mark();
  }

  /** The drawn map below it all, as long as it is right. */
  sheet() {
    const { drawn } = this.draft;
    const right = Boolean(drawn && drawn.of === this.draft.lie && this.canvas);
    this.svg.classList.toggle("drawn", right);
    this.svg.classList.toggle("lettered", Boolean(drawn?.lettered));
    this.svg.classList.toggle("lasting", right && Boolean(this.ground?.sheet));
    if (!right) {
      fill(this.layers.sheet);
      this.#picture = "";
      return;
    }
    if (this.#picture === drawn.svg) return;
    this.#picture = drawn.svg;
    const href = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
    const [x, y, width, height] = drawn.place;
    const [ox, oy] = this.canvas.origin ?? [0, 0];
    const map = s("image", { href, x: x + ox, y: y + oy, width, height, preserveAspectRatio: "none" });
    map.addEventListener("load", () => URL.revokeObjectURL(href));
    fill(this.layers.sheet, map);
  }

  #draw_ground() {
    const { ground } = this.canvas;
    const [x, y, width, height] = ground.bounds;
    const { paper = "#efe7d2", unit = 1 } = ground;
    fill(this.layers.paper, ground.cells?.[0]?.outline ? null : s("rect", { x, y, width, height, fill: paper }));
    const made = [];
    const names = [];
    for (const cell of list(ground.cells)) {
      const title = s("title", null, [cell.label, cell.id, cell.note].filter(Boolean).join(", "));
      const look = { "data-cell": cell.id, fill: cell.fill || (cell.outline ? paper : "transparent"),
        class: cell.fill ? "cell filled" : "cell" };
      const [cx, cy] = cell.at;
      if (cell.outline) {
        made.push(s("polygon", { ...look, points: cell.outline.map((p) => p.join(",")).join(" ") }, title));
        names.push(written("coordinate", cx, top_of(cell.outline), unit * 0.22, s("tspan", { dy: "1.1em" }, cell.id)));
        if (cell.label) names.push(written("", cx, cy + unit * 0.62, unit * 0.36, cell.label));
      } else {
        const r = ground.radius || unit / 2;
        made.push(s("circle", { ...look, cx, cy, r }, title));
        names.push(written("", cx, cy + Math.max(r, unit / 2), unit * 0.34, s("tspan", { dy: "1em" }, cell.label ?? ""),
          s("tspan", { class: "note", x: cx, dy: "1.25em" }, cell.note ?? "")));
      }
    }
    fill(this.layers.cells, made);
    fill(this.layers.names, names);
    fill(this.layers.signs, list(this.canvas.signs).map(({ at: [ax, ay], words, turn = 0, size = 1 }) =>
      s("g", { transform: `translate(${ax} ${ay}) rotate(${turn})` }, written("sign", 0, 0, size, s("tspan", { dy: ".35em" }, words)))));
  }

  #draw_strokes() {
    const unit = this.ground.unit ?? 1;
    fill(this.layers.strokes, list(this.canvas.strokes).flatMap((one, n) => {
      const points = one.points.map((p) => p.join(",")).join(" ");
      const look = {
        points,
        class: one.path ? "stroke" : "stroke fixed",
        stroke: one.colour || "#555",
        "stroke-width": one.width || unit * 0.05,
        fill: one.closed ? one.fill || "none" : "none",
        "stroke-dasharray": one.dash || null,
      };
      const made = [s(one.closed ? "polygon" : "polyline", look)];
      if (one.path) {
        const touch = { points, class: "touch", "data-stroke": n, "stroke-width": Math.max(one.width || 0, unit * 0.28) };
        made.push(s(one.closed ? "polygon" : "polyline", touch, s("title", null, one.label ?? "")));
      }
      if (one.label && (one.closed || this.ground.kind === "graph")) {
        const [x, y] = middle(one.points, one.closed);
        made.push(written("stroke-name", x, y, unit * 0.32, s("tspan", { dy: ".35em" }, one.label)));
      }
      return made;
    }));
  }

  #draw_pieces() {
    const stacks = grouped(list(this.canvas.pieces));
    const made = [];
    for (const stack of stacks.values()) {
      const across = Math.ceil(Math.sqrt(stack.length));
      stack.forEach((piece, n) => made.push(this.#piece(piece, n, across, Math.ceil(stack.length / across))));
    }
    fill(this.layers.pieces, made);
  }

  #piece(piece, n, across, down) {
    const unit = this.ground.unit ?? 1;
    const look = { class: "piece", "data-piece": JSON.stringify(piece.path) };
    const words = s("title", null, [piece.name, ...list(piece.values), ...list(piece.states)].join(" "));
    if (piece.x !== undefined && piece.x !== null) {
      const [width, depth] = [piece.width || unit, piece.depth || unit];
      const name = depth < width * SHALLOW ? (piece.values?.[0] ?? piece.name) : piece.name; // no room for more than a code
      const face = base_face({ ...piece, name }, this.canvas, width, depth);
      return s("g", { ...look, transform: `translate(${piece.x} ${piece.y}) rotate(${piece.facing ?? 0})` }, words, ...face);
    }
    const [x, y] = this.cells.get(piece.at)?.at ?? [0, 0];
    const scale = (unit / SIZE) * Math.min(1, 1.5 / across);
    const step = SIZE * scale * 1.06;
    const [dx, dy] = [(n % across) - (across - 1) / 2, Math.floor(n / across) - (down - 1) / 2];
    const at = `translate(${x + dx * step} ${y + dy * step}) scale(${scale})`;
    return s("g", { ...look, transform: at }, words, ...counter_face({ id: "", ...piece }, this.canvas));
  }

  /** The thing at a path: a piece, a cell or a line. */
  thing(path = this.selected) {
    if (!path?.length || !this.canvas) return null;
    const piece = list(this.canvas.pieces).find((one) => same_path(one.path, path));
    if (piece) return { kind: "piece", piece };
    const cell = list(this.ground.cells).find((one) => same_path(one.path, path));
    if (cell) return { kind: "cell", cell };
    const stroke = list(this.canvas.strokes).find((one) => same_path(one.path, path));
    return stroke ? { kind: "stroke", stroke } : null;
  }

  #mark() {
    const thing = this.thing();
    const unit = this.ground?.unit ?? 1;
    for (const g of this.layers.pieces.children)
      g.classList.toggle("chosen", same_path(this.selected, JSON.parse(g.getAttribute("data-piece") ?? "[]")));
    const marks = [];
    const handles = [];
    if (thing?.kind === "cell") {
      const [cx, cy] = thing.cell.at;
      marks.push(s("circle", { class: "ring", cx, cy, r: (this.ground.radius || unit * 0.5) * 1.25, "stroke-width": unit * 0.08 }));
    } else if (thing?.kind === "stroke") {
      const { points, closed, handles: pulled } = thing.stroke;
      const line = points.map((p) => p.join(",")).join(" ");
      marks.push(s(closed ? "polygon" : "polyline", { class: "ring", points: line, "stroke-width": unit * 0.08 }));
      if (pulled) {
        const r = Math.max(unit * 0.12, this.view.pixel * 7);
        points.forEach(([cx, cy], n) => handles.push(s("circle", { class: "handle", "data-handle": n, cx, cy, r })));
        const ends = closed ? points.length : points.length - 1;
        for (let n = 0; n < ends; n++) {
          const [a, b] = [points[n], points[(n + 1) % points.length]];
          const half = { cx: (a[0] + b[0]) / 2, cy: (a[1] + b[1]) / 2, r: r * 0.65 };
          handles.push(s("circle", { class: "handle between", "data-between": n, ...half }, s("title", null, "Pull to add a point")));
        }
      }
    }
    fill(this.layers.handles, handles);
    fill(this.layers.marks, marks);
  }

  /** The cell under a point of the plane, or right beside it. */
  cell_at([x, y]) {
    const { radius = 0, unit = 1 } = this.ground ?? {};
    let found = null;
    let best = Infinity;
    for (const cell of this.cells.values()) {
      const away = Math.hypot(cell.at[0] - x, cell.at[1] - y);
      const inside = cell.outline ? within([x, y], cell.outline) : away < Math.max(radius * 1.5, unit * 0.7, this.view.pixel * 22);
      if (inside && away < best) [found, best] = [cell, away];
    }
    return found;
  }

  /** The edge nearest to a point, if it is near. */
  edge_at(point) {
    let found = null;
    let best = (this.ground?.kind === "hex" ? 0.32 : 0.36) * (this.ground?.kind === "hex" ? 1 : 1);
    for (const edge of this.edges) {
      const away = distance(point, edge.a, edge.b);
      if (away < best) [found, best] = [edge, away];
    }
    return found;
  }
}

/** Words on the table: as large as the map has them, and never too small to be read (css/workshop.css). */
const written = (kind, x, y, size, ...words) => s("text", { class: kind || null, x, y, style: { "--size": `${size}px` } }, ...words);

const top_of = (outline) => Math.min(...outline.map(([, y]) => y));

const grouped = (pieces) => {
  const found = new Map();
  for (const piece of pieces) {
    const key = piece.at || piece.path.join(".");
    found.set(key, [...(found.get(key) ?? []), piece]);
  }
  return found;
};

function middle(points, closed) {
  if (!closed && points.length === 2) return [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2];
  if (!closed) return points[Math.floor(points.length / 2)];
  const sum = points.reduce(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Edges that two cells share: "A1|A2". */
function edges_of(cells) {
  const known = new Map();
  const found = [];
  const key = ([x, y]) => `${Math.round(x * 100)},${Math.round(y * 100)}`;
  for (const cell of cells)
    (cell.outline ?? []).forEach((a, n) => {
      const b = cell.outline[(n + 1) % cell.outline.length];
      const name = [key(a), key(b)].sort().join(" ");
      const other = known.get(name);
      if (other) found.push({ id: `${other}|${cell.id}`, a, b });
      else known.set(name, cell.id);
    });
  return found;
}

function within([x, y], outline) {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[ax, ay], [bx, by]] = [outline[i], outline[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function distance([x, y], [ax, ay], [bx, by]) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const t = Math.max(0.1, Math.min(0.9, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}
