/** The colours of sides and nations: as the scene says, else from a small set that colour-blind eyes can tell apart. */

import { nation_of, nation_style } from "./nations.js";

const OTHERWISE = [
  { fill: "#3d6a97", stroke: "#16304a", text: "#ffffff" },
  { fill: "#b1473a", stroke: "#541811", text: "#ffffff" },
  { fill: "#d9b24a", stroke: "#6b4d0c", text: "#241a04" },
  { fill: "#5f7f4f", stroke: "#26391c", text: "#ffffff" },
  { fill: "#7b6a9b", stroke: "#352a4d", text: "#ffffff" },
  { fill: "#8b8680", stroke: "#3d3a36", text: "#ffffff" },
];
const BY_NAME = { blue: 0, red: 1, yellow: 2, green: 3 };
const NOBODY = { fill: "#e7dcc0", stroke: "#7a6c4d", text: "#2a241c" };

/** @returns {{fill: string, stroke: string, text: string}} */
export function side_style(scene, side) {
  if (!side) return NOBODY;
  const said = scene.sides?.[side] ?? {};
  const names = [...new Set([...Object.keys(scene.side_names ?? {}), ...Object.keys(scene.sides ?? {})])];
  const at = Math.max(0, names.indexOf(side));
  const base = OTHERWISE[BY_NAME[side] ?? at % OTHERWISE.length];
  const fill = said.fill || base.fill;
  return {
    fill,
    stroke: said.stroke || shade(fill, -0.55),
    text: said.text && contrast(said.text, fill) >= 4.5 ? said.text : ink_on(fill),
  };
}

/** The colours of a piece: of its nation where it is known, else of its side. */
export function piece_style(scene, piece) {
  const side = side_style(scene, piece.side);
  const nation = piece.hidden ? "" : nation_of(piece);
  const said = (nation && (scene.sides?.[nation] ?? nation_style(nation))) || {};
  if (!said.fill) return side;
  const text = said.text && contrast(said.text, said.fill) >= 4.5 ? said.text : ink_on(said.fill);
  return { fill: said.fill, stroke: said.stroke || shade(said.fill, -0.6), text };
}

export const side_name = (scene, side) => scene.side_names?.[side] ?? side;

/** A mark for a side besides its colour: the place in the list of sides. */
export function side_mark(scene, side) {
  const at = Object.keys(scene.side_names ?? {}).indexOf(side);
  return ["●", "■", "▲", "◆", "★", "✚"][at] ?? "○";
}

function channels(colour) {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return [128, 128, 128];
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16));
}

export function is_light(colour) {
  const [r, g, b] = channels(colour);
  return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}

/** Lighter (above 0) or darker (below 0) by a part of the way. */
export function shade(colour, part) {
  const to = part > 0 ? 255 : 0;
  return `#${channels(colour).map((c) => Math.round(c + (to - c) * Math.abs(part)).toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour) {
  const [r, g, b] = channels(colour).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How far two colours stand apart, as WCAG counts it: 1 to 21. */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Dark or light ink, whichever reads better on this ground. */
export const ink_on = (fill) => (contrast("#17120b", fill) >= contrast("#fdf9ee", fill) ? "#17120b" : "#fdf9ee");
