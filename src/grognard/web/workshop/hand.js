/** The hand on the table: pieces dragged, ground painted, lines drawn, the view moved; by mouse, pen and fingers. */

import { fill, s } from "../dom.js";

const STILL = 6; // pixels that a hand may tremble

export class Hand {
  #pointers = new Map();
  #act = null; // what this pointer is doing

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.points = []; // of a line that is being drawn
    this.first = ""; // of two cells that are to be joined
    const { svg } = table;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", (event) => this.#cancel(event));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Forget what was begun. */
  drop() {
    this.points = [];
    this.first = "";
    this.#act = null;
    fill(this.table.layers.marks);
    this.table.tell("drawing");
  }

  #down(event) {
    const { table } = this;
    table.svg.focus({ preventScroll: true });
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pointers.size === 2) {
      this.#act = { kind: "pinch" };
      return;
    }
    if (this.#pointers.size > 2) return;
    try {
      table.svg.setPointerCapture(event.pointerId);
    } catch {
      // a pointer of a test
    }
    const at = table.view.at(event);
    this.#act = { ...this.#begun(event, at), from: at, screen: [event.clientX, event.clientY], moved: false };
  }

  /** What a press begins. */
  #begun(event, at) {
    const { table } = this;
    const { tool } = table;
    const target = /** @type {Element} */ (event.target);
    if (event.button > 0) return { kind: "pan" };
    if (table.under?.moving) return { kind: "under" };
    if (tool?.kind === "cells" || tool?.kind === "chain") {
      const cell = table.cell_at(at);
      return { kind: "paint", ids: cell ? [cell.id] : [] };
    }
    if (tool?.kind === "edges") {
      const edge = table.edge_at(at);
      return { kind: "paint", ids: edge ? [edge.id] : [] };
    }
    if (tool) return { kind: "tap", pans: true, cell: tool.kind === "join" ? table.cell_at(at) : null };
    const handle = target.closest("[data-handle], [data-between]");
    if (handle && table.thing()?.kind === "stroke") return this.#pulled(handle);
    const piece = target.closest("[data-piece]");
    if (piece) return { kind: "piece", path: JSON.parse(piece.getAttribute("data-piece")), g: piece };
    const cell = table.cell_at(at);
    if (cell?.moves) return { kind: "cell", cell };
    const stroke = target.closest("[data-stroke]");
    if (stroke) return { kind: "stroke", stroke: table.canvas.strokes[Number(stroke.getAttribute("data-stroke"))] };
    return { kind: "pan", cell };
  }

  #pulled(handle) {
    const { stroke } = this.table.thing();
    const points = stroke.points.map((p) => [...p]);
    const between = handle.getAttribute("data-between");
    if (between === null) return { kind: "pull", stroke, points, n: Number(handle.getAttribute("data-handle")) };
    const n = Number(between) + 1;
    points.splice(n, 0, [0, 0]);
    return { kind: "pull", stroke, points, n };
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    const act = this.#act;
    if (!before) return this.#hover(event);
    const now = [event.clientX, event.clientY];
    this.#pointers.set(event.pointerId, now);
    if (!act) return;
    if (act.kind === "pinch") return this.#pinched(event.pointerId, before, now);
    if (!act.moved && Math.hypot(now[0] - act.screen[0], now[1] - act.screen[1]) < STILL) return;
    act.moved = true;
    const at = this.table.view.at(event);
    if (act.kind === "pan" || (act.kind === "tap" && act.pans && !act.cell)) this.table.view.pan(now[0] - before[0], now[1] - before[1]);
    else if (act.kind === "under") this.table.under.drag(now[0] - before[0], now[1] - before[1]);
    else if (act.kind === "paint") this.#painted(event, at);
    else this.#dragged(act, at);
  }

  #pinched(id, before, now) {
    const other = [...this.#pointers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const [was, is] = [Math.hypot(before[0] - other[0], before[1] - other[1]), Math.hypot(now[0] - other[0], now[1] - other[1])];
    const { view } = this.table;
    view.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    if (was > 10 && is > 10) view.zoom(was / is, view.at({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 }));
  }

  #painted(event, at) {
    const { table } = this;
    const act = this.#act;
    const seen = typeof event.getCoalescedEvents === "function" ? event.getCoalescedEvents() : [];
    for (const one of seen.length ? seen.map((e) => table.view.at(e)) : [at]) {
      const id = table.tool?.kind === "edges" ? table.edge_at(one)?.id : table.cell_at(one)?.id;
      if (id && act.ids.at(-1) !== id && (table.tool?.kind === "chain" || !act.ids.includes(id))) act.ids.push(id);
    }
    this.#show_paint();
  }

  #show_paint() {
    const { table } = this;
    const unit = table.ground?.unit ?? 1;
    const ids = this.#act?.ids ?? [];
    if (table.tool?.kind === "chain") {
      const points = ids.map((id) => table.cells.get(id)?.at.join(",")).join(" ");
      return fill(table.layers.marks, s("polyline", { class: "ring", points, "stroke-width": unit * 0.12 }));
    }
    fill(table.layers.marks, ids.map((id) => {
      const cell = table.cells.get(id);
      const edge = cell ? null : table.edges.find((one) => one.id === id);
      if (edge)
        return s("polyline", { class: "ring", points: `${edge.a} ${edge.b}`, "stroke-width": unit * 0.16 });
      if (cell?.outline) return s("polygon", { class: "wet", points: cell.outline.map((p) => p.join(",")).join(" ") });
      return cell ? s("circle", { class: "wet", cx: cell.at[0], cy: cell.at[1], r: (table.ground.radius || unit) * 1.2 }) : null;
    }));
  }

  #dragged(act, at) {
    const { table } = this;
    const [dx, dy] = [at[0] - act.from[0], at[1] - act.from[1]];
    const unit = table.ground?.unit ?? 1;
    if (act.kind === "piece") {
      act.was ??= act.g.getAttribute("transform");
      act.g.setAttribute("transform", act.was.replace(/translate\(([-\d.e]+) ([-\d.e]+)\)/,
        (_, x, y) => `translate(${+x + dx} ${+y + dy})`));
      act.g.parentNode.append(act.g);
      const cell = table.cells.size ? table.cell_at(at) : null;
      fill(table.layers.marks, cell ? this.#ring(cell, unit) : null);
    } else if (act.kind === "cell" || (act.kind === "tap" && act.cell)) {
      const cell = act.cell;
      if (table.tool) {
        const points = `${cell.at} ${at}`;
        return void fill(table.layers.marks, s("polyline", { class: "ring", points, "stroke-width": unit * 0.1 }));
      }
      fill(table.layers.marks, this.#ring({ ...cell, at: [cell.at[0] + dx, cell.at[1] + dy] }, unit));
    } else if (act.kind === "pull") {
      act.points[act.n] = at;
      this.#show_line(act.points, act.stroke.closed);
    } else if (act.kind === "stroke" && act.stroke.handles) {
      this.#show_line(act.stroke.points.map(([x, y]) => [x + dx, y + dy]), act.stroke.closed);
    }
  }

  #ring(cell, unit) {
    if (cell.outline) return s("polygon", { class: "wet", points: cell.outline.map((p) => p.join(",")).join(" ") });
    const r = (this.table.ground.radius || unit * 0.5) * 1.25;
    return s("circle", { class: "ring", cx: cell.at[0], cy: cell.at[1], r, "stroke-width": unit * 0.08 });
  }

  #show_line(points, closed) {
    const unit = this.table.ground?.unit ?? 1;
    const line = points.map((p) => p.join(",")).join(" ");
    const dots = points.map(([cx, cy]) => s("circle", { class: "dot", cx, cy, r: Math.max(unit * 0.07, this.table.view.pixel * 4) }));
    fill(this.table.layers.marks, s(closed ? "polygon" : "polyline", { class: "ring", points: line, "stroke-width": unit * 0.07 }), dots);
  }

  #hover(event) {
    if (this.table.tool?.kind !== "draw" || !this.points.length) return;
    this.#show_line([...this.points, this.table.view.at(event)], this.table.tool.closed && this.points.length > 1);
  }

  #cancel(event) {
    this.#pointers.delete(event.pointerId);
    this.#act = null;
    this.table.show();
  }

  #up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const act = this.#act;
    if (act?.kind === "pinch") {
      if (!this.#pointers.size) this.#act = null;
      return;
    }
    this.#act = null;
    if (!act) return;
    const { table } = this;
    const at = table.view.at(event);
    if (act.kind === "under") return table.under.dropped();
    if (act.kind === "paint") this.#laid(act);
    else if (table.tool) this.#used(act, at);
    else if (!act.moved) this.#touched(act);
    else this.#dropped(act, at);
  }

  #laid(act) {
    const { table } = this;
    if (!act.ids.length) return;
    this.#act = act;
    this.#show_paint();
    this.#act = null;
    table.draft.do({ do: "use", tool: table.tool.id, cells: act.ids }).then(() => fill(table.layers.marks));
  }

  #used(act, at) {
    const { table } = this;
    const { tool } = table;
    const cell = table.cell_at(at);
    if (tool.kind === "join") return this.#joined(act, cell);
    if (act.moved) return;
    if (tool.kind === "draw") return this.#drawn(at);
    table.draft.do({ do: "use", tool: tool.id, cells: cell ? [cell.id] : [], points: [at] });
  }

  #joined(act, cell) {
    const { table } = this;
    if (!cell) return;
    const first = act.moved && act.cell ? act.cell.id : this.first;
    if (!first || first === cell.id) {
      this.first = cell.id;
      fill(table.layers.marks, this.#ring(cell, table.ground?.unit ?? 1));
      return;
    }
    this.first = "";
    table.draft.do({ do: "use", tool: table.tool.id, cells: [first, cell.id] }).then(() => fill(table.layers.marks));
  }

  #drawn(at) {
    const { points } = this;
    const near = points.length > 2 && Math.hypot(at[0] - points[0][0], at[1] - points[0][1]) < this.table.view.pixel * 14;
    const last = points.at(-1);
    const twice = last && Math.hypot(at[0] - last[0], at[1] - last[1]) < this.table.view.pixel * 5;
    if (near || twice) return this.finish();
    points.push(at);
    this.#show_line(points, this.table.tool.closed && points.length > 2);
    this.table.tell("drawing");
  }

  /** The line is drawn. */
  finish() {
    const { table, points } = this;
    this.points = [];
    fill(table.layers.marks);
    table.tell("drawing");
    if (points.length > 1) table.draft.do({ do: "use", tool: table.tool.id, points });
  }

  #touched(act) {
    const { table } = this;
    if (act.kind === "piece") table.select(act.path);
    else if (act.kind === "stroke") table.select(act.stroke.path);
    else if (act.cell?.path?.length) table.select(act.cell.path);
    else if (act.kind !== "pull") table.select([]);
  }

  #dropped(act, at) {
    const { table } = this;
    const { draft } = table;
    if (act.kind === "pan") return;
    const back = (done) => {
      fill(table.layers.marks);
      if (!done) table.show();
    };
    if (act.kind === "piece") {
      const cell = table.cells.size ? table.cell_at(at) : null;
      const piece = table.thing(act.path)?.piece;
      const spot = piece?.x === undefined || piece?.x === null ? at : [piece.x + at[0] - act.from[0], piece.y + at[1] - act.from[1]];
      table.select(act.path);
      draft.do({ do: "move", path: act.path, cells: cell ? [cell.id] : [], points: [spot, act.from] }).then(back);
    } else if (act.kind === "cell") {
      const spot = [act.cell.at[0] + at[0] - act.from[0], act.cell.at[1] + at[1] - act.from[1]];
      table.select(act.cell.path);
      draft.do({ do: "move", path: act.cell.path, points: [spot, act.from] }).then(back);
    } else if (act.kind === "pull") {
      act.points[act.n] = at;
      draft.do({ do: "shape", path: act.stroke.path, points: act.points }).then(back);
    } else if (act.kind === "stroke" && act.stroke.handles) {
      const points = act.stroke.points.map(([x, y]) => [x + at[0] - act.from[0], y + at[1] - act.from[1]]);
      table.select(act.stroke.path);
      draft.do({ do: "shape", path: act.stroke.path, points }).then(back);
    }
  }
}
