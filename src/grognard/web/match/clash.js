/** A fight on the map: who goes against whom while anything is asked about it, and the dice where they fall. */

import { side_style } from "../board/sides.js";
import { fill, list, s } from "../dom.js";
import { die } from "./dice.js";

const STAY = 2600;
const NEAR = 10; // attackers so near to the place stand in it
const DIE = 26;
const ROOM = 0.72; // of a die's own width between two, beyond the die

/** Points without those that lie on one another. */
function apart(points) {
  return points.filter((p, i) => points.findIndex((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < NEAR) === i);
}

function arrow([x0, y0], [x1, y1]) {
  const away = Math.hypot(x1 - x0, y1 - y0);
  const at = (part) => [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
  const [from, to] = [at(Math.min(0.4, 24 / away)), at(Math.max(0.6, 1 - 30 / away))];
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  return [
    s("line", { class: "clash-under", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }),
    s("line", { class: "clash-line", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }),
    s("path", { class: "clash-head", d: "M-18 -13L8 0L-18 13Z", transform: `translate(${to[0]} ${to[1]}) rotate(${angle})` }),
  ];
}

export class Clash {
  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
  }

  /** The fight that is asked about: an arrow from each attacker, a ring around whom it is against. */
  show() {
    const { scene } = this.table;
    const fight = this.table.decision && !scene?.fight?.result ? scene?.fight : null;
    fill(this.board.layers.clash, fight ? this.#drawn(fight) : null);
  }

  #drawn(fight) {
    const { board } = this;
    const [ours, theirs] = [0, 1].map((i) => list(list(fight.sides)[i]?.pieces));
    const stand = (ids) => apart(ids.map((id) => board.middle(id)).filter(Boolean));
    const targets = stand(theirs);
    const to = (fight.place && board.layout.centre(fight.place)) || targets[0];
    if (!to) return null;
    const from = stand(ours).filter((p) => Math.hypot(p[0] - to[0], p[1] - to[1]) > NEAR * 2);
    return s("g", { class: "clash", "data-fight": fight.title },
      from.map((p) => arrow(p, to)),
      s("circle", { class: "clash-ring", cx: to[0], cy: to[1], r: 40 }));
  }

  /**
   * Dice fall where they were thrown for: at the place of their line, else of the line before it that has one.
   * @param {import("../types.js").EventView[]} lines @param {number} factor how long they lie there
   */
  fall(lines, factor) {
    const { board } = this;
    const beside = new Map();
    let at = null;
    for (const line of lines) {
      at = board.where("", line.place) ?? board.where(line.piece) ?? at;
      if (!list(line.dice).length || !at) continue;
      const key = at.map(Math.round).join();
      const row = beside.get(key) ?? 0;
      beside.set(key, row + 1);
      this.#throw(line, at, row, factor);
    }
  }

  /** @param {number[]} at */
  #throw(line, at, row, factor) {
    const [x, y] = at;
    const big = Math.max(0.4, 1 / this.board.camera.z);
    const wide = line.dice.length * DIE * (1 + ROOM / 8);
    const colour = line.side ? side_style(this.table.scene, line.side).fill : "#7a5a10";
    const dice = line.dice.map((value, i) => {
      const one = die(value, line.sides);
      one.setAttribute("x", String(-wide / 2 + i * DIE * (1 + ROOM / 8)));
      one.setAttribute("y", String(-DIE / 2));
      return one;
    });
    const plate = { class: "clash-plate", x: -wide / 2 - 6, y: -DIE / 2 - 5, width: wide + 10, height: DIE + 8, rx: 8, stroke: colour };
    const g = s("g", { class: "clash-dice", transform: `translate(${x} ${y - (48 + row * 40) * big}) scale(${big})` },
      s("rect", plate), s("g", { class: "falling" }, dice));
    this.board.layers.signs.append(g);
    setTimeout(() => g.remove(), STAY * factor);
  }
}
