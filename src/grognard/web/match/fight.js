/** Fights: the two sides face to face with their numbers; and what just fell, played over the map with its dice and losses. */

import { side_name, side_style } from "../board/sides.js";
import { counting, odds_charts, odds_pair, tally_view } from "../decide/numbers.js";
import { h as made, list, s } from "../dom.js";
import { rule_link } from "../rules/link.js";
import { h, show } from "../view.js";
import { battle_view, is_fight, losses_between } from "./battle.js";
import { Clash } from "./clash.js";
import { dice_row, line_words } from "./dice.js";
import { pace } from "./table.js";

const PACES = { none: 0, fast: 0.5, normal: 1, slow: 1.8 };
const STAYS = 3200;
const A_LETTER = 14;
const TOLD = 6;
const OF_A_FIGHT = 14;
const LONGEST = 9000;
const BANNER = 3;
const AROUND = 70; // pixels around a fight that are to be seen

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
    counting(one.tallies).map((tally) => tally_view(game, tally)),
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
    h("span", null, line_words(line), " ", rule_link(game, line.rule)),
    counting(line.tallies).map((tally) => tally_view(game, tally))));
}

const KEPT = 30; // fights that can be looked at again as they were

export class Fights {
  #clock = 0;
  /** @type {{lines: import("../types.js").EventView[], before: any, now: any}[]} */
  #fought = [];

  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.clash = new Clash(table, board);
    this.element = made("div", { class: "fight", role: "status", hidden: true });
    this.banner = made("div", { class: "thrown-banner", role: "status", hidden: true });
    table.on("happened", (lines, before, mine) => this.#happened(lines, before, mine));
    table.on("chose", () => this.close());
  }

  close() {
    clearTimeout(this.#clock);
    this.table.hold = null;
    this.element.hidden = true;
    this.banner.hidden = true;
    show(this.element);
    show(this.banner);
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
    const fought = is_fight(lines, before, this.table.now, this.board.layout);
    if (!fought) this.clash.fall(lines, factor); // those of a fight fall in its window
    if ((!mine && !fought) || (!thrown.length && !fight?.result)) return;
    if (!fought && !fight?.result) return this.#banner(lines, factor);
    const first = lines.findIndex((line) => list(line.dice).length);
    const after = lines.slice(Math.max(first, 0));
    const ends = after.findIndex((line) => line.kind === "heading"); // what follows belongs to another hour
    const told = ends < 0 ? after : after.slice(0, ends);
    this.look(first < 0 ? [] : told.slice(0, fought ? OF_A_FIGHT : TOLD), fight?.result ? fight : null, before);
    const stays = factor * Math.min(LONGEST, STAYS + A_LETTER * this.element.textContent.length);
    if (mine) this.#clock = setTimeout(() => this.close(), stays);
    this.table.hold = { until: performance.now() + stays, done: () => this.close() };
  }

  /** A throw that starts nothing to look at: a line under the map for as long as it takes to read; it stops nobody. */
  #banner(lines, factor) {
    clearTimeout(this.#clock);
    const first = lines.findIndex((line) => list(line.dice).length);
    const after = lines.slice(first);
    const ends = after.findIndex((line) => line.kind === "heading");
    this.banner.hidden = false;
    show(this.banner, h("ul", { class: "throws" }, (ends < 0 ? after : after.slice(0, ends)).slice(0, BANNER).map((line) =>
      h("li", { key: line.number }, list(line.dice).length ? dice_row(line.dice, line.sides) : null, h("span", null, line_words(line))))));
    this.#clock = setTimeout(() => this.close(), factor * (STAYS + A_LETTER * this.banner.textContent.length));
  }

  /** The window: the fight as the game tells it, or the dice and what they did. Also opened again from the diary. */
  look(lines, fight = null, before = null) {
    clearTimeout(this.#clock);
    const known = before || fight ? null : this.#fought.find((one) => one.lines.some((line) => line.number === lines[0]?.number));
    if (known) this.#open(known.lines, null, known.before, known.now);
    else this.#open(lines, fight, before, this.table.now);
  }

  #open(lines, fight, before, now) {
    const { game, scene } = this.table;
    const { layout } = this.board;
    const fought = !fight && is_fight(lines, before, now, layout);
    if (fought) this.#fought = [...this.#fought.filter((one) => one.lines !== lines), { lines, before, now }].slice(-KEPT);
    const go_on = () => {
      this.close();
      this.table.skip();
    };
    this.element.hidden = false;
    this.banner.hidden = true;
    this.element.classList.toggle("calm", !fight && !fought && !lines.some((line) => line.place || line.piece));
    const where = this.#where(lines, before);
    this.element.dataset.beside = this.#free_side(where);
    show(this.element,
      fight ? fight_view(game, fight, scene)
        : fought ? battle_view(game, lines, before, now, layout)
          : h("ul", { class: "throws" }, throw_view(game, lines)),
      h("p", { class: "fight-foot" }, h("button", { class: "go", onclick: go_on }, "Go on"), h("small", { class: "by-keys" }, "Space")));
    this.element.scrollTop = 0;
    if (where && (fought || fight)) this.#uncover(where);
  }

  /** Where it is fought, in the world. */
  #where(lines, before) {
    const { board } = this;
    const asked = before?.fight?.place ? board.layout.centre(before.fight.place) : null;
    return asked ?? lines.map((line) => board.where("", line.place) ?? board.where(line.piece)).find(Boolean) ?? null;
  }

  /** The window stands where the fight is not. */
  #free_side(where) {
    if (!where) return "middle";
    const { left, width } = this.board.port.getBoundingClientRect();
    return this.board.camera.to_screen(where[0], where[1])[0] - left > width / 2 ? "left" : "right";
  }

  /** And the map makes room where it does not fit beside it. */
  #uncover(where) {
    const { camera } = this.board;
    const [x] = camera.to_screen(where[0], where[1]);
    const box = this.element.getBoundingClientRect();
    const port = this.board.port.getBoundingClientRect();
    if (box.width > port.width * 0.7) return; // a phone: below the map's middle
    const away = this.element.dataset.beside === "left" ? box.right + AROUND - x : box.left - AROUND - x;
    const hidden = this.element.dataset.beside === "left" ? away > 0 : away < 0;
    if (hidden) camera.glide(camera.x - away / camera.z, camera.y - camera.covered / 2 / camera.z);
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
    for (const [id, { piece, lost, gone }] of losses_between(before, after, this.board.layout)) {
      if (gone) this.#rise(this.board.layout.where(piece), "✕");
      else this.#rise(this.board.where(id) ?? this.board.layout.where(piece), `−${lost}`);
    }
  }

  #rise(at, words) {
    if (!at) return;
    const sign = s("text", { class: "loss-sign", x: at[0], y: at[1] }, words);
    this.board.layers.signs.append(sign);
    setTimeout(() => sign.remove(), 1800);
  }
}
