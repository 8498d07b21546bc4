/** Layers that a player switches on: zones of control, command range, sight, supply. Hatched, so that colour is not all. */

import { fill, list, s } from "../dom.js";
import { side_style } from "./sides.js";

const NOBODYS = "#8a3f7d"; // of no side: a colour that no map has

export function draw_overlays(layer, scene, layout, shown) {
  const made = [];
  list(scene.overlays).forEach((overlay, n) => {
    if (!shown.has(overlay.id)) return;
    const colour = overlay.side ? side_style(scene, overlay.side).fill : NOBODYS;
    const id = `hatch-${n}`;
    const g = s("g", { class: "overlay", style: { "--of": colour } });
    g.append(hatch(id, colour, 45 + 60 * n));
    const look = { fill: `url(#${id})`, stroke: colour, class: "overlay-area" };
    for (const place of list(overlay.regions)) {
      const found = layout.outline(place, 1.25);
      if (found?.points) g.append(s("polygon", { points: words(found.points), ...look }));
      else if (found) g.append(s("circle", { cx: found.cx, cy: found.cy, r: found.r, ...look }));
    }
    for (const area of list(overlay.areas)) g.append(s("polygon", { points: words(area.map((p) => layout.point(p))), ...look }));
    for (const line of list(overlay.lines))
      g.append(s("polyline", { class: "overlay-line", points: words(line.map((p) => layout.point(p))), stroke: colour }));
    made.push(g);
  });
  fill(layer, ...made);
}

const words = (points) => points.map((p) => p.join(",")).join(" ");

function hatch(id, colour, angle) {
  return s("pattern", { id, width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` },
    s("rect", { width: 9, height: 9, fill: colour, "fill-opacity": 0.16 }),
    s("path", { d: "M0 0H9", stroke: colour, "stroke-width": 2.4, "stroke-opacity": 0.6 }));
}
