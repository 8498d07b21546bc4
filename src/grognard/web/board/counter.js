/**
 * A piece as a counter: 64 by 64 world units, the middle at 0,0. Everything on it is data of the scene.
 * A light edge and a plain shadow instead of filters: five hundred of them must be drawn at once.
 * How much of it is shown depends on its size on the screen: css/board.css hides by `lod-0` to `lod-4`.
 */

import { list, s } from "../dom.js";
import { formation_colour } from "./nations.js";
import { piece_style, shade } from "./sides.js";
import { sign } from "./signs.js";
import { has_symbol, symbol } from "./symbols.js";

export const SIZE = 64;
const HALF = SIZE / 2;
const BAD =
  /disrupt|rout|pin|out.of.supply|shaken|reduced|exhaust|spent|hit|damag|broken|isolat|demoral|unready|lost|disarray/i;
const LEADERS = new Set(["leader", "commander", "wing-leader", "general"]);
const STAFFS = new Set(["headquarters", "hq"]);

/** Does it stand beside its troops instead of on them? */
export const is_leader = (piece) => LEADERS.has(piece.symbol) && !piece.hidden;

/** A headquarters among troops stands beside them too. */
export const is_staff = (piece) => STAFFS.has(piece.symbol) && !piece.hidden;

/** From which size of a counter on the screen how much of it can be read. */
export const level_of_detail = (pixels) => (pixels < 17 ? 0 : pixels < 27 ? 1 : pixels < 48 ? 2 : pixels < 64 ? 3 : 4);

/** What the face of a piece depends on, as a key: when it stays the same the counter need not be drawn again. */
export function face_key(piece, style) {
  const { at, x, y, order, facts, ...face } = piece;
  return JSON.stringify([face, style.fill, style.text]);
}

/**
 * The elements of a counter.
 * @param {import("../types.js").Piece} piece
 * @param {import("../types.js").Scene} scene
 */
export function counter_face(piece, scene) {
  const style = piece_style(scene, piece);
  if (piece.hidden) return [...plate(style), ...back(style), ...facing(piece, style)];
  if (is_leader(piece)) return [...medallion(style), ...front(piece, style, { round: true })];
  if (STAFFS.has(piece.symbol)) return [...flag(style), ...front(piece, style, { low: -6 }), ...facing(piece, style)];
  return [...plate(style), ...band(piece), ...front(piece, style), ...facing(piece, style)];
}

function plate({ fill, stroke }) {
  const a = -HALF + 1.7;
  return [
    s("rect", { class: "shadow", x: -HALF + 2, y: -HALF + 3.2, width: SIZE, height: SIZE, rx: 4.5 }),
    s("rect", { class: "body", x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: 4, fill, stroke, "stroke-width": 1.6 }),
    s("path", { class: "bevel", d: `M${a} ${-a}V${a}H${-a}`, stroke: shade(fill, 0.45) }),
  ];
}

/** Leaders are medallions. */
function medallion({ fill, stroke }) {
  return [
    s("circle", { class: "shadow", cx: 2, cy: 3.2, r: HALF }),
    s("rect", { class: "body", x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: HALF, fill, stroke, "stroke-width": 2 }),
    s("circle", { class: "rim", r: HALF - 3.4 }),
  ];
}

/** Headquarters are flags on a pole. */
function flag({ fill, stroke }) {
  return [
    s("path", {
      class: "shadow",
      d: `M${-HALF + 2} ${-HALF + 3}H${HALF + 2}V18L${HALF - 7} ${-5}V18H${-HALF + 5}V${HALF + 3}H${-HALF + 2}Z`,
    }),
    s("rect", { class: "body", x: -HALF, y: -HALF, width: SIZE, height: 46, rx: 2, fill, stroke, "stroke-width": 1.6 }),
    s("path", { class: "bevel", d: `M${-HALF + 6} ${-HALF + 1.8}H${HALF - 2}`, stroke: shade(fill, 0.45) }),
    s("path", {
      d: `M${-HALF + 1.5} ${-HALF - 3}V${HALF}`,
      stroke: shade(stroke, -0.2),
      "stroke-width": 4.4,
      "stroke-linecap": "round",
    }),
  ];
}

function band(piece) {
  if (!piece.formation) return [];
  return [
    s("path", {
      class: "band",
      d: [
        `M${-HALF + 1} ${-HALF + 8.6}V${-HALF + 4}Q${-HALF + 1} ${-HALF + 1} ${-HALF + 4} ${-HALF + 1}`,
        `H${HALF - 4}Q${HALF - 1} ${-HALF + 1} ${HALF - 1} ${-HALF + 4}V${-HALF + 8.6}Z`,
      ].join(""),
      fill: formation_colour(piece.formation),
    }),
  ];
}

function back({ text, fill }) {
  return [
    s("rect", {
      x: -22,
      y: -22,
      width: 44,
      height: 44,
      rx: 3,
      fill: shade(fill, -0.14),
      stroke: text,
      "stroke-opacity": 0.4,
      "stroke-width": 1.4,
    }),
    s("text", { class: "unknown", x: 0, y: 12.5, fill: text }, "?"),
  ];
}

/** What stands on it, in two settings: with its name (near), and without, everything larger (far). */
function front(piece, style, { round = false, low = 0 } = {}) {
  const made = [];
  const values = list(piece.values).filter((value) => value !== "");
  const shown = piece.symbol && has_symbol(piece.symbol);
  const top = piece.formation && !round && !low ? 8.6 : 2;
  const bare = !piece.symbol && !values.length;
  const foot = values.length ? (low ? -2 : 9) : low ? 12 : 29;
  if (piece.name)
    made.push(
      bare
        ? line(piece.short || piece.name, 5, 15, 56, style.text, "word")
        : line(piece.short || piece.name, -HALF + top + (round ? 17 : 12), 13, round ? 44 : 59, style.text, "name"),
    );
  if (shown) {
    made.push(picture(piece, style, -HALF + top + (piece.name ? (round ? 18 : 13.5) : 3), foot, "near"));
    made.push(picture(piece, style, -HALF + top + (round ? 7 : 2), foot + (values.length ? 0 : -2), "far-off"));
  } else if (piece.symbol || !piece.name) {
    made.push(line(piece.symbol || piece.id, values.length ? 2 : 7, 17, 54, style.text, "word"));
  }
  if (piece.size) made.push(s("text", { class: "size", x: -HALF + 4, y: foot + 1, fill: style.text }, piece.size));
  if (values.length) {
    const pips = (piece.steps_full ?? 1) > 1;
    const room = round ? 40 : pips ? 48 : 58;
    made.push(
      line(
        values.join(values.join("").length > 3 ? "-" : "–"),
        (low ? 11 : 28) - (round ? 5 : 0),
        23,
        room,
        style.text,
        "values",
        pips && !round ? -3.5 : 0,
      ),
    );
    made.push(line(values[0], (low ? 16 : 29) - (round ? 3 : 0), 35, 44, style.text, "strength"));
  }
  return [...made, ...steps(piece, style, low ? 8 : round ? 14 : 26.4), ...states(piece)];
}

function picture(piece, style, top, foot, kind) {
  const high = Math.min(36, Math.max(14, foot - top));
  const wide = Math.min(56, (high * 100) / 60);
  return s(
    "g",
    { class: `symbol ${kind}`, color: style.text },
    symbol(piece.symbol, -wide / 2, (top + foot) / 2 - (wide * 0.6) / 2, wide, wide * 0.6),
  );
}

/** One line of text that never leaves the counter. */
function line(words, y, size, room, fill, kind, x = 0) {
  const text = String(words);
  const wide = text.length * size * 0.43;
  const shrunk = wide > room ? Math.max(size * 0.9, (size * room) / wide) : size;
  const most = Math.floor(room / (shrunk * 0.41));
  return s(
    "text",
    { class: kind, x, y, fill, "font-size": shrunk.toFixed(1) },
    text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text,
  );
}

function steps(piece, { text, fill }, foot) {
  const full = piece.steps_full ?? 1;
  const left = piece.steps ?? 1;
  if (full < 2) return [];
  if (full > 6) return [s("text", { class: "steps-word", x: 29, y: 8, fill: text }, `${left}/${full}`)];
  return Array.from({ length: full }, (_, i) =>
    s("circle", {
      class: "pip",
      cx: 26.4,
      cy: foot - i * 7,
      r: 2.5,
      fill: i < left ? text : fill,
      stroke: text,
      "stroke-width": 1,
    }),
  );
}

/** States as small tabs on the upper edge, each with a sign. */
function states(piece) {
  return list(piece.states)
    .slice(0, 3)
    .map((state, i) => {
      const tab = s(
        "g",
        { class: `tab ${BAD.test(state) ? "bad" : ""}`, transform: `translate(${HALF - 9 - i * 20} ${-HALF - 4})` },
        s("title", null, state),
      );
      tab.append(
        s("rect", { x: -9.5, y: -8, width: 19, height: 16, rx: 3 }),
        sign(state) ?? s("text", { class: "sign", y: 4.6 }, initials(state)),
      );
      return tab;
    });
}

export const initials = (words) => {
  const parts = String(words)
    .split(/[\s-]+/)
    .filter(Boolean);
  return (parts.length > 1 ? parts.map((part) => part[0]).join("") : (parts[0]?.slice(0, 2) ?? "")).slice(0, 3).toUpperCase();
};

function facing(piece, { stroke }) {
  if (piece.facing === null || piece.facing === undefined) return [];
  return [
    s("path", {
      class: "facing",
      transform: `rotate(${piece.facing})`,
      d: `M-9 ${-HALF - 2}L0 ${-HALF - 11}L9 ${-HALF - 2}Z`,
      fill: stroke,
    }),
  ];
}

/** How many stand in a stack, and how strong they are together, as words for its badge. */
export function stack_words(pieces) {
  const strengths = pieces
    .filter((piece) => !piece.hidden && !is_leader(piece) && !STAFFS.has(piece.symbol))
    .map((piece) => Number(list(piece.values)[0]));
  const known =
    strengths.length > 1 && strengths.every((value) => Number.isFinite(value)) && pieces.every((piece) => !piece.hidden);
  return { count: pieces.length, total: known ? strengths.reduce((a, b) => a + b, 0) : null };
}

/** The badge of a stack at its upper left corner: its count, and its total when one is near enough to read it. */
export function stack_badge(pieces) {
  const { count, total } = stack_words(pieces);
  const words = total === null ? "" : String(total);
  const wide = words ? 21 + words.length * 8.6 : 0;
  return s(
    "g",
    { class: "stack-badge" },
    words
      ? s(
          "g",
          { class: "total" },
          s("rect", { x: 0, y: -10, width: wide, height: 20, rx: 10 }),
          s("text", { x: 13 + (wide - 13) / 2, y: 6.3 }, words),
        )
      : null,
    s("circle", { class: "count-disc", r: 12 }),
    s("text", { class: "count", y: 6.6 }, count),
  );
}
