/** Fights: the two sides face to face with their numbers; and what just fell, played over the map with its dice and losses. */

import { side_name, side_style } from "../board/sides.js";
import { odds_charts, odds_pair, tally_view } from "../decide/numbers.js";
import { h as made, list, s } from "../dom.js";
import { rule_link } from "../rules/link.js";
import { h, show } from "../view.js";
import { dice_row } from "./dice.js";
import { pace } from "./table.js";

const PACES = { none: 0, fast: 0.5, normal: 1, slow: 1.8 };
const STAYS = 3200;
const A_LETTER = 14;
const TOLD = 6;

/**
 * A fight as the game tells it.
 * @param {string} game @param {import("../types.js").FightView} fight @param {import("../types.js").Scene} scene
 */
export function fight_view(game, fight, scene) {
  const names = new Map(list(scene.pieces).map((piece) => [piece.id, piece.name]));
  const all = list(fight.sides).flatMap((one) => list(one.odds));
  const facing = all.length === 2 && list(fight.sides).every((one) => list(one.odds).length === 1);
  const side = (one) => h("section", { class: "fight-side", key: one.side, style: { "--of": side_style(scene, one.side).fill } },
    h("h4", null, one.title || side_name(scene, one.side)),
    list(one.pieces).length ? h("p", { class: "faint" }, one.pieces.map((id) => names.get(id)).filter(Boolean).join(", ")) : null,
    list(one.tallies).map((tally) => tally_view(game, tally)),
    list(one.dice).length ? h("p", null, dice_row(one.dice, one.faces ?? 6)) : null,
    facing ? null : odds_charts(game, one.odds),
    list(one.losses).map((words) => h("p", { class: "loss" }, words)));
  return h("div", { class: "fight-view" },
    h("h3", null, fight.title, " ", rule_link(game, fight.rule)),
    h("div", { class: "fight-sides" }, list(fight.sides).map(side)),
    facing ? odds_pair(game, all) : null,
    list(fight.warnings).map((words) => h("p", { class: "stakes" }, "⚠ ", words)),
    fight.result ? h("p", { class: "fight-result" }, fight.result) : null);
}

/** Lines of a throw and of what came of it. */
function throw_view(game, lines) {
  return lines.map((line) => h("li", { key: line.number, class: list(line.dice).length ? "thrown" : "came" },
    list(line.dice).length ? h("span", { class: "falling" }, dice_row(line.dice, line.sides)) : null,
    h("span", null, line.text, " ", rule_link(game, line.rule)),
    list(line.tallies).map((tally) => tally_view(game, tally))));
}

export class Fights {
  #clock = 0;

  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.element = made("div", { class: "fight", role: "status", hidden: true });
    table.on("happened", (lines, before, mine) => this.#happened(lines, before, mine));
    table.on("chose", () => this.close());
  }

  close() {
    clearTimeout(this.#clock);
    this.element.hidden = true;
    show(this.element);
  }

  /** Is it open? Space goes on. */
  get open() {
    return !this.element.hidden;
  }

  #happened(lines, before, mine) {
    const factor = PACES[pace()] ?? 1;
    if (!before || this.table.shown || !factor) return;
    this.#losses(before, this.table.now);
    const thrown = lines.filter((line) => list(line.dice).length);
    for (const line of thrown) this.#strike(line);
    const { fight } = this.table.now;
    if (!mine || (!thrown.length && !fight?.result)) return;
    const first = lines.findIndex((line) => list(line.dice).length);
    this.look(first < 0 ? [] : lines.slice(first, first + TOLD), fight?.result ? fight : null);
    const letters = this.element.textContent.length;
    this.#clock = setTimeout(() => this.close(), factor * (STAYS + A_LETTER * letters));
  }

  /** The window: the fight as the game tells it, or the dice and what they did. Also opened again from the diary. */
  look(lines, fight = null) {
    clearTimeout(this.#clock);
    const { game, scene } = this.table;
    this.element.hidden = false;
    show(this.element,
      fight ? fight_view(game, fight, scene) : h("ul", { class: "throws" }, throw_view(game, lines)),
      h("button", { class: "quiet", onclick: () => this.close() }, "Go on"));
  }

  /** Who fights moves up to his enemy and back. */
  #strike(line) {
    const element = this.board.element(line.piece);
    const from = this.board.where(line.piece);
    const to = line.place ? this.board.layout.centre(line.place) : null;
    if (!element || !from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const away = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (away < 8) return;
    const part = Math.min(0.45, 30 / away);
    const near = `${(to[0] - from[0]) * part}px ${(to[1] - from[1]) * part}px`;
    element.animate([{ translate: "0 0" }, { translate: near, offset: 0.4 }, { translate: "0 0" }], {
      duration: 700,
      easing: "ease-in-out",
    });
  }

  /** Steps that were lost rise from the counters; a cross where one is gone. */
  #losses(before, after) {
    const now = new Map(list(after.pieces).map((piece) => [piece.id, piece]));
    for (const old of list(before.pieces)) {
      const piece = now.get(old.id);
      const lost = piece ? (old.steps ?? 1) - (piece.steps ?? 1) : 0;
      const gone = !piece && !old.hidden && this.board.layout.where(old);
      if (lost > 0) this.#rise(this.board.where(old.id) ?? this.board.layout.where(piece), `−${lost}`);
      else if (gone) this.#rise(gone, "✕");
    }
  }

  #rise(at, words) {
    if (!at) return;
    const sign = s("text", { class: "loss-sign", x: at[0], y: at[1] }, words);
    this.board.layers.signs.append(sign);
    setTimeout(() => sign.remove(), 1800);
  }
}
