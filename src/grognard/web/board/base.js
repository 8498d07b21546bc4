/** A base on the open table, to scale: a rectangle that faces somewhere, the middle of its front edge at 0,0. */

import { list, s } from "../dom.js";
import { initials } from "./counter.js";
import { piece_style, shade } from "./sides.js";
import { sign } from "./signs.js";
import { has_symbol, symbol } from "./symbols.js";

export const SHALLOW = 0.75; // of its width: on one less deep the name stands beside the symbol
const GROUND = "#a29a63"; // what the troops stand on

/** Degrees as text must never stand on its head. */
const upside = (facing) => ((((facing ?? 0) % 360) + 360) % 360 > 90) && ((((facing ?? 0) % 360) + 360) % 360 < 270);

/** Symbol and name, large enough to read: one above the other on a deep base, side by side on a shallow one. */
function face(piece, width, depth, color) {
  const picture = (x, y, high) => symbol(piece.symbol, x - (high * 100) / 120, y - high / 2, (high * 100) / 60, high, { color });
  if (!piece.name) return [picture(0, 0, Math.min(depth * 0.62, width * 0.5))];
  const letters = (room) => Math.min(room, (width * 0.86) / (Math.max(4, piece.name.length) * 0.56));
  if (depth < width * SHALLOW) {
    const size = Math.min(depth * 0.46, (width * 0.5) / (Math.max(4, piece.name.length) * 0.56));
    return [
      picture(-width * 0.25, 0, Math.min(depth * 0.5, width * 0.24)),
      s("text", { class: "name", "font-size": size, x: width * 0.235, y: size * 0.36, fill: color }, piece.name),
    ];
  }
  const size = letters(depth * 0.25);
  return [
    picture(0, -depth * 0.13, Math.min(depth * 0.42, width * 0.5)),
    s("text", { class: "name", "font-size": size, y: depth * 0.36, fill: color }, piece.name),
  ];
}

/** Tufts along the edge of a base, the same on every screen. */
function flock(width, depth, rim) {
  const made = [];
  const step = rim * 0.9;
  for (let n = 0; n * step < 2 * (width + depth); n++) {
    const along = n * step;
    const [x, y] =
      along < width
        ? [along, 0]
        : along < width + depth
          ? [width, along - width]
          : along < 2 * width + depth
            ? [2 * width + depth - along, depth]
            : [0, 2 * (width + depth) - along];
    const inward = rim * (0.25 + 0.5 * ((n * 7) % 5) / 4);
    const [px, py] = [Math.min(width - inward, Math.max(inward, x)), Math.min(depth - inward, Math.max(inward, y))];
    made.push(`M${(px - width / 2).toFixed(1)} ${py.toFixed(1)}l${(rim * 0.16).toFixed(1)} ${(-rim * 0.4).toFixed(1)}`);
  }
  return made.join("");
}

/** The elements of a base of this width and depth in world units, front up. */
export function base_face(piece, scene, width, depth) {
  const { fill, stroke, text } = piece_style(scene, piece);
  const edge = Math.max(1, width * 0.018);
  const rim = Math.min(width, depth) * 0.085; // the flocked edge of the base
  const made = [
    s("rect", { class: "shadow", x: -width / 2 + width * 0.03, y: depth * 0.04, width, height: depth, rx: width * 0.03 }),
    s("rect", { class: "body", x: -width / 2, y: 0, width, height: depth, rx: width * 0.03, fill: GROUND, stroke, "stroke-width": edge }),
    s("path", { class: "flock", d: flock(width, depth, rim) }),
    s("rect", {
      x: -width / 2 + rim,
      y: rim,
      width: width - 2 * rim,
      height: depth - 2 * rim,
      rx: width * 0.025,
      fill,
      stroke: shade(fill, -0.4),
      "stroke-width": edge * 0.7,
    }),
    s("path", {
      class: "bevel",
      d: `M${-width / 2 + rim * 1.25} ${depth - rim * 1.4}V${rim * 1.25}H${width / 2 - rim * 1.4}`,
      stroke: shade(fill, 0.4),
    }),
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
    inner.append(
      s("text", { class: "word", "font-size": room * 0.62, y: room * 0.22, fill: text }, piece.symbol || piece.name || piece.id),
    );
  }
  made.push(inner);
  list(piece.states).slice(0, 3).forEach((state, i) => {
    const size = Math.max(0.75, width * 0.015);
    const at = `translate(${width / 2 - (i * 20 + 4) * size} ${depth}) scale(${size}) rotate(${-(piece.facing ?? 0)})`;
    const tab = s(
      "g",
      { class: "tab", transform: at },
      s("title", null, state),
      s("rect", { x: -9.5, y: -8, width: 19, height: 16, rx: 3 }),
    );
    tab.append(sign(state) ?? s("text", { class: "sign", y: 4.6 }, initials(state)));
    made.push(tab);
  });
  return made;
}
