/**
 * A piece as a counter: 64 by 64 world units, the middle at 0,0. Everything on it is data of the scene.
 * A bevel and a plain shadow instead of filters: two hundred of them must be drawn at once.
 */

import { list, s } from "../dom.js";
import { has_symbol, symbol, symbol_words } from "./symbols.js";
import { shade, side_name, side_style } from "./sides.js";

export const SIZE = 64;
const HALF = SIZE / 2;
const BAD = /disrupt|rout|pin|out.of.supply|shaken|reduced|exhaust|spent|hit|damag|broken|isolat|demoral|unready|lost/i;

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
  const style = side_style(scene, piece.side);
  return [...plate(style), ...(piece.hidden ? back(style) : front(piece, style)), ...facing(piece, style)];
}

function plate({ fill, stroke }) {
  const [a, b] = [-HALF + 1.6, HALF - 1.6];
  return [
    s("rect", { class: "shadow", x: -HALF + 2, y: -HALF + 3.5, width: SIZE, height: SIZE, rx: 6 }),
    s("rect", { class: "body", x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: 6, fill, stroke, "stroke-width": 1.2 }),
    s("path", { class: "bevel", d: `M${a} ${b - 3}V${a + 4}Q${a} ${a} ${a + 4} ${a}H${b - 3}`, stroke: shade(fill, 0.42) }),
    s("path", { class: "bevel", d: `M${b} ${a + 3}V${b - 4}Q${b} ${b} ${b - 4} ${b}H${a + 3}`, stroke: shade(fill, -0.32) }),
  ];
}

function back({ text, fill }) {
  return [
    s("rect", { x: -21, y: -21, width: 42, height: 42, rx: 4, fill: shade(fill, -0.12), stroke: text, "stroke-opacity": 0.35, "stroke-width": 1.2 }),
    s("text", { class: "unknown", x: 0, y: 11, fill: text }, "?"),
  ];
}

function front(piece, style) {
  const made = [];
  const values = list(piece.values).filter((value) => value !== "");
  const shown = piece.symbol && has_symbol(piece.symbol);
  const top = piece.name ? -19.5 : -27;
  const low = values.length ? 11 : 26;
  const bare = !piece.symbol && !values.length;
  if (piece.name) made.push(bare ? line(piece.name, 4, 13, 54, style.text, "word") : line(piece.name, -21.5, 9.4, 57, style.text, "name"));
  const above = top + (piece.size ? 7 : 0);
  if (piece.size) made.push(s("text", { class: "size", x: 0, y: above - 0.5, fill: style.text }, piece.size));
  if (shown) {
    const high = Math.min(34, low - above);
    const wide = Math.min(56, (high * 100) / 60);
    const drawn = s("g", { class: "symbol", color: style.text }, symbol(piece.symbol, -wide / 2, -high / 2, wide, high));
    made.push(s("g", { transform: `translate(0 ${above + (low - above) / 2})` }, drawn));
  } else if (piece.symbol || !piece.name) {
    made.push(line(piece.symbol || piece.id, values.length ? 0 : 6, 15, 52, style.text, "word"));
  }
  if (values.length) made.push(line(values.join(values.join("").length > 3 ? "-" : "–"), 27, 18, 56, style.text, "values"));
  return [...made, ...steps(piece, style), ...states(piece)];
}

/** One line of text that never leaves the counter. */
function line(words, y, size, room, fill, kind) {
  const text = String(words);
  const wide = text.length * size * (kind === "name" ? 0.5 : 0.56);
  const shrunk = wide > room ? Math.max(size * 0.7, (size * room) / wide) : size;
  const most = Math.floor(room / (shrunk * 0.48));
  return s("text", { class: kind, x: 0, y, fill, "font-size": shrunk.toFixed(1) }, text.length > most ? `${text.slice(0, most - 1)}…` : text);
}

function steps(piece, { text, fill }) {
  const full = piece.steps_full ?? 1;
  const left = piece.steps ?? 1;
  if (full < 2 || full > 8) return full < 2 ? [] : [s("text", { class: "steps-word", x: 28, y: 12, fill: text }, `${left}/${full}`)];
  return Array.from({ length: full }, (_, i) =>
    s("rect", { class: "pip", x: 24.5, y: 9 - i * 5.4, width: 4, height: 4, rx: 0.8, fill: i < left ? text : fill, stroke: text, "stroke-width": 0.8 }));
}

function states(piece) {
  return list(piece.states).slice(0, 4).map((state, i) => {
    const bad = BAD.test(state);
    const badge = s("g", { class: `badge ${bad ? "bad" : ""}`, transform: `translate(${HALF - 6 - i * 15.5} ${-HALF + 1})` });
    badge.append(s("circle", { r: 8.4 }));
    if (has_symbol(state)) badge.append(symbol(state, -7.5, -4.5, 15, 9));
    else badge.append(s("text", { y: 3.6 }, initials(state)));
    return badge;
  });
}

export const initials = (words) => {
  const parts = String(words).split(/[\s-]+/).filter(Boolean);
  return (parts.length > 1 ? parts.map((part) => part[0]).join("") : parts[0]?.slice(0, 2) ?? "").slice(0, 3).toUpperCase();
};

function facing(piece, { stroke }) {
  if (piece.facing === null || piece.facing === undefined) return [];
  return [s("path", { class: "facing", transform: `rotate(${piece.facing})`, d: `M-9 ${-HALF - 2}L0 ${-HALF - 11}L9 ${-HALF - 2}Z`, fill: stroke })];
}

/**
 * A piece in words: for tips, lists and screen readers.
 * @param {import("../types.js").Piece} piece
 * @param {import("../types.js").Scene} scene
 */
export function piece_words(piece, scene) {
  const who = side_name(scene, piece.side);
  if (piece.hidden) return who ? `hidden, ${who}` : "hidden piece";
  const parts = [piece.name || symbol_words(piece.symbol) || piece.id];
  if (who) parts.push(who);
  if (piece.name && piece.symbol) parts.push([piece.size, symbol_words(piece.symbol)].filter(Boolean).join(" "));
  if (list(piece.values).length) parts.push(piece.values.join("-"));
  if ((piece.steps_full ?? 1) > 1) parts.push(`${piece.steps ?? 1} of ${piece.steps_full} steps`);
  return [...parts, piece.formation, ...list(piece.states)].filter(Boolean).join(", ");
}
