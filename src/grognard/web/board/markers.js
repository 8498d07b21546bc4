/** Markers: trenches, fires, objectives, control. Round tokens at the foot of their place, objectives as enamel badges. */

import { list, s } from "../dom.js";
import { initials, SIZE } from "./counter.js";
import { has_symbol, symbol } from "./symbols.js";
import { shade, side_style } from "./sides.js";

const R = 13;
const WORTHS = new Set(["objective", "victory", "vp"]);
const FLAGS = new Set(["control", "flag"]);

/** Where each stands: several in one place stand in a row at its foot. */
export function place_markers(markers, layout) {
  const taken = new Map();
  const made = [];
  for (const marker of markers) {
    const at = layout.where(marker);
    if (!at) continue;
    const key = marker.at || `${marker.x},${marker.y}`;
    const n = taken.get(key) ?? 0;
    taken.set(key, n + 1);
    made.push({ marker, x: at[0], y: at[1], n, open: !marker.at, name: layout.regions.get(marker.at)?.label ?? "" });
  }
  for (const one of made) {
    if (one.open) continue;
    const all = taken.get(one.marker.at);
    one.x += (one.n - (all - 1) / 2) * (2 * R + 2);
    one.y += SIZE * 0.6;
  }
  return made;
}

export function draw_marker({ marker, x, y, name }, scene) {
  const style = side_style(scene, marker.side);
  const words = marker.label && marker.label !== name ? String(marker.label) : ""; // the map says the name already
  const g = s(
    "g",
    { class: `marker ${marker.kind}`, "data-marker": marker.id, transform: `translate(${x} ${y})` },
    s("title", null, marker_words(marker)),
  );
  g.append(s("g", { class: "token" }, ...token(marker, words, style)));
  return g;
}

function token(marker, words, style) {
  if (WORTHS.has(marker.kind)) return badge(words, marker.side ? style : null);
  if (FLAGS.has(marker.kind)) return flag(words, style);
  const shown = has_symbol(marker.kind);
  if (words.length > 3) return plate(marker.kind, shown, words, style);
  const made = [
    s("circle", { class: "shadow", cx: 1.2, cy: 2, r: R }),
    s("circle", { r: R, fill: style.fill, stroke: style.stroke, "stroke-width": 1.6 }),
    s("circle", { r: R - 2.4, fill: "none", stroke: shade(style.fill, 0.4), "stroke-width": 0.9 }),
  ];
  if (shown) made.push(symbol(marker.kind, -9, words ? -9.5 : -5.4, 18, 10.8, { color: style.text }));
  if (words || !shown)
    made.push(s("text", { class: "marker-word", y: shown ? 10.5 : 4.8, fill: style.text }, words || initials(marker.kind)));
  return made;
}

/** An enamel badge with its worth; its rim is who holds it. */
function badge(words, held) {
  const rim = held?.fill ?? "#e9dfc4";
  return [
    s("path", { class: "shadow", d: SHIELD, transform: "translate(1.2 2)" }),
    s("path", { d: SHIELD, fill: "#7d1d1d", stroke: "#2a0d0a", "stroke-width": 1.4 }),
    s("path", { d: SHIELD, transform: "scale(.86)", fill: "none", stroke: rim, "stroke-width": 3 }),
    words && words.length < 4
      ? s("text", { class: "worth", y: 5.4 }, words)
      : s("path", { class: "star", d: "M0 -8L2.3 -2.6L8 -2.2L3.6 1.5L5 7L0 4L-5 7L-3.6 1.5L-8 -2.2L-2.3 -2.6Z" }),
  ];
}

const SHIELD = "M-12.5 -13.5Q0 -10.5 12.5 -13.5Q15 4 0 15.5Q-15 4 -12.5 -13.5Z";

/** Who holds a place: his flag, with what it is worth to him. */
function flag(words, style) {
  return [
    s("path", { class: "shadow", d: "M-8 -13H15V5H-6V16H-8Z", transform: "translate(1.2 2)" }),
    s("path", { d: "M-9 -15V15", stroke: "#2a2016", "stroke-width": 2.6, "stroke-linecap": "round" }),
    s("path", { d: "M-8 -14H15L11.5 -5L15 4H-8Z", fill: style.fill, stroke: style.stroke, "stroke-width": 1.4 }),
    words ? s("text", { class: "marker-word", x: 2, y: 0.4, fill: style.text }, words.slice(0, 3)) : null,
  ].filter(Boolean);
}

function plate(kind, shown, words, style) {
  const wide = words.length * 6.6 + (shown ? 27 : 12);
  return [
    s("rect", { class: "shadow", x: -wide / 2 + 1.2, y: -9, width: wide, height: 22, rx: 11 }),
    s("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11, fill: style.fill, stroke: style.stroke, "stroke-width": 1.4 }),
    shown ? symbol(kind, -wide / 2 + 4, -6, 20, 12, { color: style.text }) : null,
    s("text", { class: "marker-word", x: shown ? 10 : 0, y: 4.8, fill: style.text }, words),
  ].filter(Boolean);
}

/** Marker words for lists. */
export function marker_words({ kind, label, tip }) {
  if (!tip) return [kind, label].filter((one, i, all) => one && one !== all[i - 1]).join(": ");
  return label && !tip.toLowerCase().includes(String(label).toLowerCase()) ? `${label}: ${tip}` : tip;
}

export const markers_at = (scene, place) => list(scene.markers).filter((marker) => marker.at === place);
