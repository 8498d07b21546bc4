/** The colours of sides: as the scene says, else from a small set that colour-blind eyes can tell apart. */

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
  return { fill, stroke: said.stroke || shade(fill, -0.55), text: said.text || (is_light(fill) ? "#1e1a12" : "#ffffff") };
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
