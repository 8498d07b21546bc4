/**
 * The result: who won and by which terms, what each arm lost, how the battle went with its turning points, the dice; and
 * from here the replay, a rematch, the other side. Everything comes from what the seats may see when the match is over.
 */

import * as api from "../api.js";
import { side_mark, side_name, side_style } from "../board/sides.js";
import { symbol_words } from "../board/symbols.js";
import { h as made, list } from "../dom.js";
import { capital } from "../decide/numbers.js";
import { toast } from "../popover.js";
import { rule_link } from "../rules/link.js";
import { h, show } from "../view.js";
import { curve, turning_points } from "./curve.js";

const SAMPLES = 11;

/** A number at the head of words, or null: "12 VP" -> 12. */
const number_in = (words) => {
  const found = /-?\d+(\.\d+)?/.exec(String(words ?? ""));
  return found ? Number(found[0]) : null;
};

const strength = (scene, side) =>
  list(scene.pieces)
    .filter((piece) => piece.side === side && (piece.at || typeof piece.x === "number"))
    .reduce((sum, piece) => sum + (piece.steps ?? 1), 0);

/** What stands there, by arm: steps of each symbol. */
function arms(scene, side) {
  const found = new Map();
  for (const piece of list(scene.pieces)) {
    if (piece.side !== side || piece.hidden || !piece.symbol) continue;
    const arm = symbol_words(piece.symbol);
    found.set(arm, (found.get(arm) ?? 0) + (piece.steps ?? 1));
  }
  return found;
}

export class ResultScreen {
  #asked = "";

  /** @param {import("./table.js").Table} table @param {import("./replay.js").Replay} replay */
  constructor(table, replay) {
    this.table = table;
    this.replay = replay;
    this.element = made("section", { class: "result", "aria-label": "Result", hidden: true });
    this.found = null;
    this.lifted = false;
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    if (!scene.over || this.table.shown) {
      this.element.hidden = true;
      return;
    }
    if (this.#asked === scene.over) return;
    this.#asked = scene.over;
    this.open();
  }

  open() {
    this.element.hidden = false;
    this.#draw();
    if (!this.found) this.#look_back();
  }

  close() {
    this.element.hidden = true;
  }

  get #sides() {
    return Object.keys(this.table.now?.side_names ?? {});
  }

  #draw() {
    const { table } = this;
    const scene = table.now;
    if (!scene) return;
    show(
      this.element,
      this.#head(scene),
      h(
        "div",
        { class: "result-sheet", tabindex: 0, role: "group", "aria-label": "Result" },
        h("div", { class: "result-half" },
          this.#scores(scene),
          this.#terms(scene),
          this.found?.losses.length ? [h("h3", null, "Steps lost, by arm"), this.#losses(this.found.losses, scene)] : null,
          this.lifted ? h("p", { class: "faint" }, "The fog is lifted: the map shows everybody.") : null),
        h("div", { class: "result-half" },
          this.found ? this.#looked_back(scene) : h("p", { class: "faint", role: "status" }, "Looking back over the match …")),
      ),
      this.#buttons(),
    );
  }

  /** Who has won, in his colour; for who played one side, whether that was he. */
  #head(scene) {
    const mine = new Set(this.table.people.map((seat) => this.table.row.seats[seat]?.side));
    const alone = mine.size === 1 && this.#sides.length > 1;
    const word = !scene.won ? "A draw" : !alone ? "The match is over" : mine.has(scene.won) ? "Victory" : "Defeat";
    const of = scene.won ? side_style(scene, scene.won) : null;
    return h("header", { class: "result-head", style: of ? { "--of": of.fill, "--on": of.text } : null },
      h("p", { class: "result-word" }, of ? h("i", { "aria-hidden": "true" }, side_mark(scene, scene.won), " ") : null, word),
      h("h2", null, capital(scene.over)),
      h("p", { class: "result-of" }, [scene.title, scene.turn].filter(Boolean).join(" · ")));
  }

  #scores(scene) {
    return h("ul", { class: "result-scores" }, this.#sides.map((side) =>
      h("li", { key: side, style: { "--of": side_style(scene, side).fill } },
        h("span", null, side_name(scene, side)), h("b", null, scene.score?.[side] ?? ""))));
  }

  /** By which terms: what counted, and who held what; a place that nobody held, and how it would end now, tell nothing here. */
  #terms(scene) {
    const said = (one) => [one.now, one.needed && `(needed: ${one.needed})`].filter(Boolean).join(" ");
    const bare = (one) => !one.place && !one.needed && one.now; // how it stood; the head of the sheet says how it ended
    const all = list(scene.objectives).filter((one) => !bare(one) && (one.holder || !one.place));
    if (!all.length) return null;
    const mark = (side) => h("i", { "aria-hidden": "true", style: { color: side_style(scene, side).fill } }, side_mark(scene, side), " ");
    return h("ul", { class: "result-terms" }, all.map((one) => h("li", { key: one.id }, one.holder ? mark(one.holder) : null,
      one.title.replace(/:$/, ""), said(one) ? [": ", h("b", null, said(one))] : null, one.worth ? [" ", h("b", null, one.worth)] : null,
      one.holder ? `, held by ${side_name(scene, one.holder)}` : "", " ", rule_link(this.table.game, one.rule))));
  }

  #looked_back(scene) {
    const { curves, points, dice, of } = this.found;
    return [
      this.found.more
        ? h("p", { class: "faint", role: "status" }, "Looking back over the match …")
        : null,
      curves.some((one) => one.values.length > 1)
        ? h("figure", { class: "curve" }, h("figcaption", null, of), curve(curves, scene))
        : null,
      points.length
        ? [
            h("h3", null, "Turning points"),
            h(
              "ul",
              { class: "result-points" },
              points.map((one) =>
                h(
                  "li",
                  { key: one.n },
                  h(
                    "button",
                    { class: "plain-link", onclick: () => this.#go(one.n) },
                    [one.turn, one.text].filter(Boolean).join(": ") || "there",
                  ),
                ),
              ),
            ),
          ]
        : null,
      dice.length
        ? [
            h("h3", null, "The dice"),
            h(
              "ul",
              null,
              dice.map((words) => h("li", { key: words }, words)),
            ),
          ]
        : null,
    ];
  }

  #losses(losses, scene) {
    return h(
      "table",
      { class: "sheet" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "Arm"),
          this.#sides.map((side) => h("th", { scope: "col" }, side_mark(scene, side), " ", side_name(scene, side))),
        ),
      ),
      h(
        "tbody",
        null,
        losses.map(([arm, of]) =>
          h(
            "tr",
            { key: arm },
            h("th", { scope: "row" }, arm),
            this.#sides.map((side) => h("td", null, of[side] ? `${of[side][0]} of ${of[side][1]}` : "–")),
          ),
        ),
      ),
    );
  }

  #buttons() {
    const { row } = this.table;
    const again = !row.club && !row.home;
    return h("p", { class: "buttons" },
      h("button", { class: "go", onclick: () => { this.close(); this.replay.play_all(); } }, "Replay it"),
      again ? h("button", { id: "rematch", onclick: () => this.#again(false) }, "Rematch") : null,
      again ? h("button", { id: "change-sides", onclick: () => this.#again(true) }, "Change sides") : null,
      h("a", { class: "button", href: "#/" }, "To the start"),
      h("button", { class: "quiet", id: "look-around", onclick: () => this.close() }, "Look at the map"));
  }

  async #go(n) {
    this.close();
    await this.replay.start(n);
  }

  /** The same once more; or with the seats changed. */
  async #again(changed) {
    const { row } = this.table;
    const kinds = Object.values(row.seats).map(({ kind, bot }) => (bot ? { kind, bot } : { kind }));
    if (changed) kinds.push(kinds.shift());
    const seats = Object.fromEntries(Object.values(row.seats).map(({ side }, i) => [side, kinds[i]]));
    try {
      location.hash = `#/match/${(await api.start({ game: row.game, scenario: row.scenario, seats })).id}`;
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  // ------------------------------------------------------------ looking back

  /** Each side as its own seat saw it, now that nothing need be hidden. */
  async #look_back() {
    const { table } = this;
    const seats = this.#sides.map((side) => [side, Object.entries(table.row.seats).find(([, one]) => one.side === side)?.[0] ?? "-"]);
    try {
      const lines = await api.diary(table.id, table.seat ?? "-");
      for (const many of [2, SAMPLES]) {
        // what was lost first: that takes two moments; then the way there
        const seen = await Promise.all(seats.map(async ([side, seat]) => ({ side, ...(await this.#samples(seat, many)) })));
        if (many === 2) this.#lift_fog(seen);
        this.found = { ...sum_up(seen, lines, table.now), ...(many === 2 ? { curves: [], points: [], more: true } : { more: false }) };
        if (!this.element.hidden) this.#draw();
      }
    } catch {
      this.found = { curves: [], points: [], losses: [], dice: [], of: "", more: false };
    }
    if (!this.element.hidden) this.#draw();
  }

  /** Nothing need be hidden any more: each side's pieces on the map as its own seat sees them. */
  #lift_fog(seen) {
    const { table } = this;
    const fogged = list(table.now?.pieces).some((piece) => piece.hidden);
    const ends = seen.map(({ side, scenes }) => [side, scenes.at(-1)]);
    if (!fogged || !table.now?.over || ends.some(([, scene]) => !scene)) return;
    const sides = new Set(ends.map(([side]) => side));
    const others = list(table.now.pieces).filter((piece) => !sides.has(piece.side));
    table.reveal([...others, ...ends.flatMap(([side, scene]) => list(scene.pieces).filter((piece) => piece.side === side))]);
    this.lifted = true;
  }

  /** Some moments of the match, evenly, from the first to the last. */
  async #samples(seat, most) {
    const moments = await api.moments(this.table.id, seat);
    const last = moments.length - 1;
    const many = Math.min(most, moments.length);
    const numbers = [...new Set(Array.from({ length: many }, (_, i) => Math.round((i * last) / Math.max(1, many - 1))))];
    const scenes = [];
    for (const n of numbers) scenes.push(await api.moment(this.table.id, n, seat));
    return { moments, numbers, scenes };
  }
}

/** Curves of score or strength, turning points, losses, dice. */
function sum_up(seen, lines, now) {
  const sides = seen.map((one) => one.side);
  const scored = sides.every((side) => number_in(now.score?.[side]) !== null);
  const moved = scored && seen[0].scenes.some((scene) => sides.some((side) => scene.score?.[side] !== seen[0].scenes[0].score?.[side]));
  const value = (scene, side) => (moved ? number_in(scene.score?.[side]) ?? 0 : strength(scene, side));
  const curves = seen.map(({ side, scenes }) => ({ side, values: scenes.map((scene) => value(scene, side)) }));
  const mine = seen.find((one) => one.scenes.at(-1)?.seat === now.seat) ?? seen[0];
  const of_mine = curves.find((one) => one.side === mine.side);
  const points = turning_points(of_mine.values).map((i) => ({ n: mine.numbers[i], ...(mine.moments[mine.numbers[i]] ?? {}) }));
  return { curves, points, losses: losses_of(seen), dice: dice_of(lines, now), of: moved ? "The score" : "Steps on the map" };
}

function losses_of(seen) {
  const found = new Map();
  for (const { side, scenes } of seen) {
    const [first, last] = [arms(scenes[0], side), arms(scenes.at(-1), side)];
    for (const [arm, steps] of first) {
      const lost = steps - (last.get(arm) ?? 0);
      if (lost > 0) found.set(arm, { ...(found.get(arm) ?? {}), [side]: [lost, steps] });
    }
  }
  return [...found];
}

/** How high the dice fell: the mean of each side's, beside what they should have been. */
function dice_of(lines, scene) {
  const sums = new Map();
  for (const line of lines) {
    if (!line.side || !list(line.dice).length || (line.sides ?? 6) !== 6) continue;
    const known = sums.get(line.side) ?? [0, 0];
    sums.set(line.side, [known[0] + line.dice.length, known[1] + line.dice.reduce((a, b) => a + b, 0)]);
  }
  return [...sums]
    .filter(([, [n]]) => n > 2)
    .map(([side, [n, sum]]) => `${side_name(scene, side)}: ${n} dice, ${(sum / n).toFixed(2)} on average (3.50 is even)`);
}
