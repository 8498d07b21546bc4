/**
 * The items of a draft on the open table: bases that are deployed, outlines that are placed. They are dragged where they
 * shall stand, and bases turned by their knobs; the whole is judged when the hand lets go.
 */

import { base_face } from "../board/base.js";
import { fill, list, s } from "../dom.js";

export class DraftTable {
  /** @param {import("./decider.js").Decider} decider @param {(items: any[]) => void} write */
  constructor(decider, write) {
    this.decider = decider;
    this.write = write;
  }

  /** Draw what the umpire says about each item. */
  show(ghosts, items) {
    this.ghosts = list(ghosts).map((one) => ({ ...one }));
    this.items = items;
    fill(
      this.decider.board.layers.ghosts,
      this.ghosts.map((one, i) => (list(one.points).length ? this.#outline(one, i) : this.#base(one, i))),
    );
  }

  get #scale() {
    return this.decider.board.layout.scale;
  }

  #base(ghost, i) {
    const scale = this.#scale;
    const [width, depth] = [(ghost.width || 1) * scale, (ghost.depth || 1) * scale];
    const { row, seat } = this.decider.table;
    const side = row.seats[seat]?.side ?? seat;
    const knob = width * 0.55;
    const made = s(
      "g",
      {
        class: "ghost live placed",
        "data-item": i,
        transform: `translate(${ghost.x * scale} ${ghost.y * scale}) rotate(${ghost.facing ?? 0})`,
        role: "button",
        "aria-label": `${ghost.name}: drag it`,
      },
      base_face(
        { id: ghost.piece, side, symbol: ghost.symbol, name: ghost.name, facing: ghost.facing ?? 0 },
        this.decider.table.now,
        width,
        depth,
      ),
      s("path", { class: "knob-arm", d: `M0 ${-width * 0.1}V${-knob}` }),
      s("circle", { class: "knob", cx: 0, cy: -knob, r: Math.max(6, width * 0.08) }),
    );
    made.addEventListener("pointerdown", (event) =>
      this.#grab(event, i, made, /** @type {Element} */ (event.target).classList.contains("knob")),
    );
    return made;
  }

  #outline(ghost, i) {
    const scale = this.#scale;
    const points = ghost.points.map(([x, y]) => `${x * scale},${y * scale}`).join(" ");
    const line = ["river", "road"].includes(ghost.name);
    const made = s(
      "g",
      { class: "ghost outline", "data-item": i },
      s("title", null, ghost.name),
      s(line ? "polyline" : "polygon", { points }),
      s("text", { x: mean(ghost.points, 0) * scale, y: mean(ghost.points, 1) * scale }, ghost.name),
    );
    made.addEventListener("pointerdown", (event) => this.#grab(event, i, made, false));
    return made;
  }

  #grab(event, i, made, turning) {
    event.preventDefault();
    event.stopPropagation();
    const { camera } = this.decider.board;
    const ghost = this.ghosts[i];
    const start = camera.to_world(event.clientX, event.clientY);
    const scale = this.#scale;
    let [dx, dy, facing] = [0, 0, ghost.facing ?? 0];
    camera.held = true;
    const move = (moved) => {
      const [x, y] = camera.to_world(moved.clientX, moved.clientY);
      if (turning) facing = (Math.atan2(x - ghost.x * scale, ghost.y * scale - y) * 180) / Math.PI;
      else [dx, dy] = [(x - start[0]) / scale, (y - start[1]) / scale];
      made.setAttribute(
        "transform",
        list(ghost.points).length
          ? `translate(${dx * scale} ${dy * scale})`
          : `translate(${(ghost.x + dx) * scale} ${(ghost.y + dy) * scale}) rotate(${facing})`,
      );
    };
    const up = () => {
      camera.held = false;
      for (const [kind, heard] of [
        ["pointermove", move],
        ["pointerup", up],
        ["pointercancel", up],
      ])
        window.removeEventListener(/** @type {any} */ (kind), /** @type {any} */ (heard));
      if (dx || dy || facing !== (ghost.facing ?? 0))
        this.write(this.items.map((item, at) => (at === i ? moved_item(item, dx, dy, turning ? facing : null) : item)));
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
  }
}

const mean = (points, n) => points.reduce((sum, one) => sum + one[n], 0) / points.length;

/** The item at its new place: one with x, y and facing (hundredths of a degree), or one with points. */
function moved_item(item, dx, dy, facing) {
  if (Array.isArray(item.points)) return { ...item, points: item.points.map(([x, y]) => [Math.round(x + dx), Math.round(y + dy)]) };
  const turned = facing === null ? item.facing : Math.round((((facing % 360) + 360) % 360) * 100);
  return { ...item, x: Math.round(item.x + dx), y: Math.round(item.y + dy), facing: turned, ...(item.garrison ? { garrison: false } : {}) };
}
