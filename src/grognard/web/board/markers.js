/** Markers: trenches, fires, objectives, control. Small tokens below the pieces of their place. */

import { list, s } from "../dom.js";
import { initials, SIZE } from "./counter.js";
import { has_symbol, symbol } from "./symbols.js";
import { side_style } from "./sides.js";

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
    made.push({ marker, x: at[0], y: at[1], n, open: !marker.at });
  }
  for (const one of made) {
    if (one.open) continue;
    const all = taken.get(one.marker.at);
    one.x += (one.n - (all - 1) / 2) * 26;
    one.y += SIZE * 0.42;
  }
  return made;
}

export function draw_marker({ marker, x, y }, scene) {
  const style = side_style(scene, marker.side);
  const shown = has_symbol(marker.kind);
  const label = marker.label || (shown ? "" : initials(marker.kind));
  const wide = Math.max(24, String(label).length * 7 + (shown ? 24 : 10));
  const g = s("g", { class: "marker", "data-marker": marker.id, transform: `translate(${x} ${y})` });
  g.append(
    s("title", null, [marker.kind, marker.label, marker.tip].filter(Boolean).join(": ")),
    s("rect", { class: "shadow", x: -wide / 2 + 1.5, y: -10, width: wide, height: 22, rx: 5 }),
    s("rect", { x: -wide / 2, y: -11.5, width: wide, height: 22, rx: 5, fill: style.fill, stroke: style.stroke, "stroke-width": 1.2 }),
  );
  if (shown) g.append(symbol(marker.kind, -wide / 2 + 1, -7, 22, 13.2, { color: style.text }));
  if (label) g.append(s("text", { class: "marker-word", x: shown ? 10 : 0, y: 4, fill: style.text }, label));
  return g;
}

/** Marker words for lists. */
export const marker_words = (marker) => [marker.kind, marker.label, marker.tip].filter(Boolean).join(": ");

export const markers_at = (scene, place) => list(scene.markers).filter((marker) => marker.at === place);

