/**
 * A fight as one looks at it: both sides face to face with their counters, their dice and their numbers, the losses on the
 * counters, and below it what came of it. Made of the lines of the diary and of what changed on the map between two scenes.
 */

import { counter_face } from "../board/counter.js";
import { side_mark, side_name, side_style } from "../board/sides.js";
import { piece_words } from "../board/words.js";
import { counting, tally_view } from "../decide/numbers.js";
import { list, s } from "../dom.js";
import { rule_link } from "../rules/link.js";
import { h } from "../view.js";
import { dice_row, line_words } from "./dice.js";

const SHOWN = 6; // counters of a side
const TOLD = 9; // lines of what came of it

const has_dice = (line) => list(line.dice).length > 0;
const by_id = (scene) => new Map(list(scene?.pieces).map((piece) => [piece.id, piece]));

/**
 * What was lost between two scenes: of each piece how many steps, or that it is gone from the map.
 * @param {import("../types.js").Scene | null} before @param {import("../types.js").Scene | null} after
 * @param {import("../board/layout.js").Layout} layout
 * @returns {Map<string, {piece: import("../types.js").Piece, lost: number, gone: boolean}>}
 */
export function losses_between(before, after, layout) {
  const now = by_id(after);
  const found = new Map();
  for (const old of list(before?.pieces)) {
    if (old.hidden || !layout.where(old)) continue;
    const piece = now.get(old.id);
    const lost = piece ? (old.steps ?? 1) - (piece.steps ?? 1) : 0;
    if (!piece || (lost > 0 && !layout.where(piece))) found.set(old.id, { piece: old, lost: old.steps ?? 1, gone: true });
    else if (lost > 0) found.set(old.id, { piece, lost, gone: false });
  }
  return found;
}

/** Whom dice are thrown against: visible enemies at the place of their line. */
function targets(line, before) {
  if (!line.side || !line.place || !has_dice(line)) return [];
  return list(before?.pieces).filter((piece) => piece.side && piece.side !== line.side && !piece.hidden && piece.at === line.place);
}

/** Who is reckoned with in a throw: pieces of its side that are named by the terms of its tallies. */
function reckoned(line, before) {
  const named = new Set(list(line.tallies).flatMap((tally) => list(tally.terms).map((term) => term.text.trim())));
  const is_named = ({ name = "" }) => named.has(name) || named.has(name.replace(/ \(.*/, ""));
  return list(before?.pieces).filter((piece) => piece.side === line.side && !piece.hidden && is_named(piece));
}

/** Was this a fight, or did dice fall for something else? */
export function is_fight(lines, before, after, layout) {
  const thrown = lines.filter(has_dice);
  if (!thrown.length) return false;
  if (before?.fight) return true;
  const known = new Map([...by_id(before), ...by_id(after)]);
  const two = new Set(thrown.map((line) => line.side || known.get(line.piece)?.side).filter(Boolean)).size > 1;
  const against = thrown.some((line) => targets(line, before).length);
  const somewhere = thrown.some((line) => line.place || line.piece);
  return against || (somewhere && (two || losses_between(before, after, layout).size > 0));
}

/** The pieces that took part, by side: those of the fight that is asked about, that rolled, that counted, that were aimed at, that lost. */
function took_part(lines, before, after, lost) {
  const [then, now] = [by_id(before), by_id(after)];
  const ids = new Set([
    ...list((before?.fight ?? after?.fight)?.sides).flatMap((one) => list(one.pieces)),
    ...lines.filter(has_dice).flatMap((line) => [...reckoned(line, before), ...targets(line, before)].map((piece) => piece.id)),
    ...lines.map((line) => line.piece).filter(Boolean),
    ...lost.keys(),
  ]);
  const sides = new Map();
  for (const id of ids) {
    const piece = now.get(id) ?? then.get(id);
    if (!piece || piece.hidden) continue;
    sides.set(piece.side, [...(sides.get(piece.side) ?? []), piece]);
  }
  return sides;
}

function counter(piece, scene, loss) {
  const words = piece_words(piece, scene) + (loss ? (loss.gone ? ", lost" : `, ${loss.lost} lost`) : "");
  const drawn = s("svg", { viewBox: "-40 -42 82 84", width: 52, height: 54, role: "img", "aria-label": words },
    s("g", { class: `piece ${loss?.gone ? "gone" : ""}` }, counter_face(piece, scene)));
  if (loss?.gone) drawn.append(s("path", { class: "struck", d: "M-30 -30L30 30M30 -30L-30 30" }));
  else if (loss) {
    drawn.append(
      s("circle", { class: "lost-disc", cx: 24, cy: -24, r: 15 }),
      s("text", { class: "lost-word", x: 24, y: -17 }, `−${loss.lost}`),
    );
  }
  return h("span", { class: "battle-counter", key: piece.id, title: words }, drawn);
}

/** "attacker: strength", "attacker: column shift" -> "strength", "column shift" where all begin alike. */
function shorter(tallies) {
  const head = /^([^:]{2,20}): /.exec(tallies[0]?.title ?? "")?.[0];
  if (!head || !tallies.every((one) => one.title.startsWith(head))) return tallies;
  return tallies.map((one) => ({ ...one, title: one.title.slice(head.length) }));
}

/** A throw: its dice, what it is for, the numbers that count with it. */
function thrown_view(game, line) {
  const tallies = shorter(counting(line.tallies));
  return h("li", { class: "thrown", key: line.number },
    h("span", { class: "falling" }, dice_row(line.dice, line.sides)),
    h("span", { class: "thrown-words" }, line_words(line), " ", rule_link(game, line.rule)),
    tallies.map((tally) => tally_view(game, tally)));
}

function side_view(game, side, { pieces, thrown, lost, scene, title, one_sided }) {
  const more = pieces.length - SHOWN;
  return h("section", { class: `battle-side ${one_sided ? "alone" : ""}`, key: side, style: { "--of": side_style(scene, side).fill } },
    h("h4", null, h("i", { "aria-hidden": "true", style: { color: side_style(scene, side).fill } }, side_mark(scene, side)), " ",
      side_name(scene, side), title ? h("small", null, title) : null),
    pieces.length ? h("div", { class: "battle-counters" }, pieces.slice(0, SHOWN).map((piece) => counter(piece, scene, lost.get(piece.id))),
      more > 0 ? h("span", { class: "faint" }, `and ${more} more`) : null) : null,
    thrown.length ? h("ul", { class: "throws" }, thrown.map((line) => thrown_view(game, line))) : null);
}

/** The title: that of the fight that was asked about, else where it was. */
function title_of(lines, before, layout) {
  if (before?.fight?.title) return [before.fight.title, before.fight.rule];
  const at = lines.find((line) => line.place)?.place;
  return [at ? `The fight at ${layout.regions.get(at)?.label || layout.name(at)}` : "The fight", ""];
}

/**
 * @param {string} game
 * @param {import("../types.js").EventView[]} lines from the first throw on
 * @param {import("../types.js").Scene | null} before @param {import("../types.js").Scene} after
 * @param {import("../board/layout.js").Layout} layout
 */
export function battle_view(game, lines, before, after, layout) {
  const lost = losses_between(before, after, layout);
  const parts = took_part(lines, before, after, lost);
  const known = new Map([...by_id(before), ...by_id(after)]);
  const side_of = (line) => line.side || known.get(line.piece)?.side || ""; // a roll that names no side is its piece's
  const thrown = lines.filter(has_dice).map((line) => ({ ...line, side: side_of(line) }));
  const asked = list(before?.fight?.sides);
  const order = [...new Set([...asked.map((one) => one.side), ...thrown.map((line) => line.side), ...parts.keys()])].filter(Boolean);
  const sides = order.filter((side) => parts.get(side)?.length || thrown.some((line) => line.side === side));
  const [title, rule] = title_of(lines, before, layout);
  const side = (one) => {
    const called = asked.find((other) => other.side === one)?.title ?? "";
    return side_view(game, one, {
      pieces: parts.get(one) ?? [], thrown: thrown.filter((line) => line.side === one), lost, scene: after,
      title: called && called !== side_name(after, one) ? called : "", one_sided: sides.length < 2,
    });
  };
  const loose = thrown.filter((line) => !sides.includes(line.side ?? ""));
  const came = lines.filter((line) => !has_dice(line) && line.kind !== "heading");
  return h("div", { class: "battle" },
    h("h3", { class: "fight-head" }, title, " ", rule ? rule_link(game, rule) : null),
    h("div", { class: "battle-sides" }, sides.map(side)),
    loose.length ? h("ul", { class: "throws" }, loose.map((line) => thrown_view(game, line))) : null,
    came.length ? h("ul", { class: "battle-came" },
      came.slice(0, TOLD).map((line) => h("li", { key: line.number }, h("span", null, line.text, " ", rule_link(game, line.rule)))),
      came.length > TOLD ? h("li", { class: "faint" }, "and more, in the diary") : null) : null);
}
