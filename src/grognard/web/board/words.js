/** Pieces in words: for tips, lists and screen readers. No id is ever shown. */

import { list } from "../dom.js";
import { side_name } from "./sides.js";
import { symbol_words } from "./symbols.js";

const SIZES = { i: "company", ii: "battalion", iii: "regiment", x: "brigade", xx: "division", xxx: "corps", xxxx: "army" };
const size_words = (size) => SIZES[String(size ?? "").toLowerCase()] ?? size;

/**
 * A piece in words.
 * @param {import("../types.js").Piece} piece
 * @param {import("../types.js").Scene} scene
 */
export function piece_words(piece, scene) {
  const who = side_name(scene, piece.side);
  if (piece.hidden) return who ? `hidden, ${who}` : "hidden piece";
  const parts = [piece.name || symbol_words(piece.symbol) || "piece"];
  if (who) parts.push(who);
  if (piece.name && piece.symbol) parts.push([symbol_words(piece.symbol), size_words(piece.size)].filter(Boolean).join(" "));
  if (list(piece.values).length) parts.push(piece.values.join("-"));
  if ((piece.steps_full ?? 1) > 1) parts.push(`${piece.steps ?? 1} of ${piece.steps_full} steps`);
  return [...parts, piece.formation, ...list(piece.states)].filter(Boolean).join(", ");
}
