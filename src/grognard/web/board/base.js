/** A base on the open table, to scale: a rectangle that faces somewhere, the middle of its front edge at 0,0. */

import { list, s } from "../dom.js";
import { initials } from "./counter.js";
import { has_symbol, symbol } from "./symbols.js";
import { shade, side_style } from "./sides.js";

/** Degrees as text must never stand on its head. */
const upside = (facing) => ((((facing ?? 0) % 360) + 360) % 360 > 90) && ((((facing ?? 0) % 360) + 360) % 360 < 270);

/** Symbol and name, large enough to read: one above the other on a deep base, side by side on a shallow one. */
function face(piece, width, depth, color) {
  const picture = (x, y, high) => symbol(piece.symbol, x - (high * 100) / 120, y - high / 2, (high * 100) / 60, high, { color });
  if (!piece.name) return [picture(0, 0, Math.min(depth * 0.62, width * 0.5))];
  const letters = (room) => Math.min(room, (width * 0.86) / (Math.max(4, piece.name.length) * 0.56));
  if (depth < width * 0.75) {
    const size = Math.min(depth * 0.46, (width * 0.5) / (Math.max(4, piece.name.length) * 0.56));
    return [picture(-width * 0.25, 0, Math.min(depth * 0.5, width * 0.24)), s("text", { class: "name", "font-size": size, x: width * 0.235, y: size * 0.36, fill: color }, piece.name)];
  }
  const size = letters(depth * 0.25);
  return [picture(0, -depth * 0.13, Math.min(depth * 0.42, width * 0.5)), s("text", { class: "name", "font-size": size, y: depth * 0.36, fill: color }, piece.name)];
}

/** The elements of a base of this width and depth in world units, front up. */
export function base_face(piece, scene, width, depth) {
  const { fill, stroke, text } = side_style(scene, piece.side);
  const edge = Math.max(1, width * 0.018);
  const made = [
    s("rect", { class: "shadow", x: -width / 2 + width * 0.03, y: depth * 0.04, width, height: depth, rx: width * 0.03 }),
    s("rect", { class: "body", x: -width / 2, y: 0, width, height: depth, rx: width * 0.03, fill, stroke, "stroke-width": edge }),
    s("rect", { x: -width / 2 + edge * 1.6, y: edge * 1.6, width: width - 3.2 * edge, height: depth - 3.2 * edge, rx: width * 0.02, fill: "none", stroke: shade(fill, 0.35), "stroke-width": edge * 0.8 }),
    s("path", { class: "front", d: `M${-width / 2} 0H${width / 2}`, stroke, "stroke-width": edge * 3 }),
    s("path", { class: "front", d: `M${-width * 0.09} 0L0 ${-width * 0.1}L${width * 0.09} 0Z`, fill: stroke }),
  ];
  const inner = s("g", { transform: `translate(0 ${depth / 2})${upside(piece.facing) ? " rotate(180)" : ""}` });
  const room = Math.min(depth * 0.62, width * 0.5);
  if (piece.hidden) {
    inner.append(s("text", { class: "unknown", "font-size": room, y: room * 0.35, fill: text }, "?"));
  } else if (has_symbol(piece.symbol)) {
    inner.append(...face(piece, width, depth, text));
  } else {
    inner.append(s("text", { class: "word", "font-size": room * 0.62, y: room * 0.22, fill: text }, piece.symbol || piece.name || piece.id));
  }
  made.push(inner);
  list(piece.states).slice(0, 3).forEach((state, i) => {
    const r = width * 0.11;
    const badge = s("g", { class: "badge bad", transform: `translate(${width / 2 - i * r * 2.1} ${depth}) scale(${r / 8.4}) rotate(${-(piece.facing ?? 0)})` });
    badge.append(s("circle", { r: 8.4 }), has_symbol(state) ? symbol(state, -7.5, -4.5, 15, 9) : s("text", { y: 3.6 }, initials(state)));
    made.push(badge);
  });
  return made;
}
