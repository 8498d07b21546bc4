/** A board for a scene that has none: one box for each place that pieces or choices name, in rows. */

import { fill, list, s } from "../dom.js";

const NOWHERE = "";

/** The board, or the old one if nothing new is named. */
export function made_up_board(scene, old) {
  const named = new Set(old?.made_up ? old.regions.map((region) => region.id) : []);
  const before = named.size;
  const boxed = new Set(
    list(scene.panels).flatMap((panel) => [...list(panel.pieces), ...list(panel.cells).flatMap((cell) => list(cell.pieces))]),
  );
  for (const piece of list(scene.pieces)) if (!boxed.has(piece.id)) named.add(piece.at ?? NOWHERE);
  for (const option of list(scene.decision?.options)) if (option.place) named.add(option.place);
  if (old?.made_up && named.size === before) return old;
  const ids = [...named].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const row = Math.max(1, Math.ceil(Math.sqrt(ids.length * 1.8)));
  const [w, h] = [2.5, 2.3];
  const regions = ids.map((id, i) => {
    const [x, y] = [0.3 + (i % row) * w, 0.3 + Math.floor(i / row) * h];
    const outline = [[x, y], [x + w - 0.2, y], [x + w - 0.2, y + h - 0.2], [x, y + h - 0.2]];
    return { id, at: [x + (w - 0.2) / 2, y + (h - 0.2) / 2 + 0.1], outline, label: id };
  });
  return {
    kind: "square",
    made_up: true,
    unit: 1,
    width: 0.4 + row * w,
    height: 0.4 + Math.max(1, Math.ceil(ids.length / row)) * h,
    regions,
  };
}

export function draw_made_up(layer, layout) {
  fill(layer, layout.board.regions.map((region) => {
    const points = region.outline.map((p) => layout.point(p));
    return s("g", { class: "made-up-box" },
      s("rect", { x: points[0][0], y: points[0][1], width: points[1][0] - points[0][0], height: points[2][1] - points[0][1], rx: 8 }),
      s("text", { x: points[0][0] + 9, y: points[0][1] + 17 }, region.label));
  }));
}
