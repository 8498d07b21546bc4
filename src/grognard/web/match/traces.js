/** What happened since I chose: arrows of what moved, until I choose again, and a list of it. */

import { side_style } from "../board/sides.js";
import { count, fill, h as made, list, s } from "../dom.js";
import { popover } from "../popover.js";
import { h, show } from "../view.js";
import { dice_row } from "./dice.js";

const words_of = (points) => points.map((p) => p.join(",")).join(" ");

/** An arrow along points of the world. */
function arrow(points, colour, kind, title) {
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  return s("g", { class: `trace act-${kind || "move"}`, style: { "--of": colour } },
    title ? s("title", null, title) : null,
    s("polyline", { class: "trace-under", points: words_of(points) }),
    s("polyline", { class: "trace-line", points: words_of(points) }),
    s("path", { class: "trace-head", d: "M-15 -9L3 0L-15 9Z", transform: `translate(${x1} ${y1}) rotate(${angle})` }));
}

export class Traces {
  /** @type {Map<string, {side: string, points: number[][]}>} */
  #went = new Map();

  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.element = made("div", { class: "since-mine", hidden: true });
    table.on("moved", (pieces, before) => this.#note(pieces, before));
    table.on("chose", () => this.clear());
  }

  clear() {
    this.#went.clear();
    this.show();
  }

  /** Pieces of others went somewhere: where they stood, where they stand. */
  #note(pieces, before) {
    const { layout } = this.board;
    const old = new Map(list(before?.pieces).map((piece) => [piece.id, piece]));
    for (const piece of pieces) {
      const from = layout.where(old.get(piece.id) ?? piece);
      const to = layout.where(piece);
      if (!from || !to) continue;
      const known = this.#went.get(piece.id) ?? { side: piece.side, points: [from] };
      known.points.push(to);
      this.#went.set(piece.id, known);
    }
  }

  /** The arrows: those of the game, or what was seen. */
  #arrows(scene) {
    const { layout } = this.board;
    if (list(scene.traces).length) {
      return scene.traces.map((one) => {
        const points = list(one.points).length
          ? one.points.map((p) => layout.point(p))
          : list(one.path)
              .map((at) => layout.centre(at))
              .filter(Boolean);
        return points.length > 1 ? arrow(points, side_style(scene, one.side).fill, one.kind, one.text) : null;
      });
    }
    return [...this.#went.values()].map(({ side, points }) => {
      const [a, b] = [points[0], points[points.length - 1]];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) < 4 ? null : arrow(points, side_style(scene, side).fill, "move", "");
    });
  }

  show() {
    const { scene } = this.table;
    if (!scene) return;
    const arrows = this.table.shown ? [] : this.#arrows(scene).filter(Boolean);
    fill(this.board.layers.traces, ...arrows);
    this.#sum(scene, arrows.length);
  }

  /** Lines since my last choice that are not my own doing. */
  #lines(scene) {
    const mine = this.table.row.seats[scene.seat]?.side;
    return list(scene.diary).filter((line) => (line.after ?? 0) === (scene.number ?? 0) && line.kind !== "heading" && line.side !== mine);
  }

  #sum(scene, moved) {
    const lines = this.table.shown || !this.table.decision ? [] : this.#lines(scene);
    const fights = lines.filter((line) => list(line.dice).length).length;
    const parts = [moved ? `${moved} moved` : "", fights ? count(fights, "roll") : ""].filter(Boolean);
    this.element.hidden = !moved;
    show(this.element, moved ? [
      h("span", null, `Since your turn: ${parts.join(", ")}`),
      lines.length ? h("button", { class: "plain-link", onclick: (event) => this.#list(event.currentTarget, lines) }, "what?") : null,
      h("button", { class: "quiet icon", "aria-label": "Take the arrows away", onclick: () => this.clear() }, "×"),
    ] : null);
  }

  #list(beside, lines) {
    const one = (line) => h("li", { key: line.number },
      h("button", { class: "plain-link line-text", onclick: () => this.board.flash(line.piece, line.place) }, line.text),
      list(line.dice).length ? [" ", dice_row(line.dice, line.sides)] : null);
    popover(beside, [h("h3", null, "Since your turn"), h("ul", { class: "since-lines" }, lines.map(one))], { label: "Since your turn" });
  }
}
