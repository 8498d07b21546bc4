/** What is advised, drawn on the map: a ring about the piece, the place, the way between them; bases of the open table as outlines. */

import { fill, list, s } from "../dom.js";
import { SIZE } from "./counter.js";

/**
 * @param {import("./board.js").Board} board
 * @param {{piece?: string, place?: string, path?: string[]}[]} choices none: take it away
 * @param {import("../types.js").GhostView[]} [ghosts]
 */
export function draw_advice(board, choices, ghosts = []) {
  const drawn = choices.slice(0, 40).flatMap((one) => mark(board, one));
  fill(board.layers.advice, ...drawn, ...list(ghosts).map((one) => outline(board, one)));
}

/** Where it all is, to be looked at. */
export const advised_points = (board, choices, ghosts = []) =>
  [
    ...choices.flatMap((one) => [board.where(one.piece), one.place ? board.where(one.place, one.place) : null]),
    ...list(ghosts).filter((one) => !list(one.points).length).map((one) => [one.x * board.layout.scale, one.y * board.layout.scale]),
  ].filter(Boolean);

/** @param {any} board @param {{piece?: string, place?: string, path?: string[]}} choice */
function mark(board, { piece, place, path }) {
  const from = piece ? board.where(piece) : null;
  const to = place ? board.layout.centre(place) ?? board.where(place) : null;
  const way = [from, ...list(path).map((one) => board.layout.centre(one)), to].filter(Boolean);
  const points = way.filter((at, i) => !i || Math.hypot(at[0] - way[i - 1][0], at[1] - way[i - 1][1]) > 8);
  const made = [];
  if (points.length > 1) {
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    const line = points.map((p) => p.join(",")).join(" ");
    made.push(s("polyline", { class: "advice-under", points: line }), s("polyline", { class: "advice-way", points: line }));
    made.push(s("path", { class: "advice-head", d: "M-15 -11L7 0L-15 11Z", transform: `translate(${x1} ${y1}) rotate(${angle})` }));
  }
  if (from) made.push(ring(from, SIZE * 0.78));
  if (to && (!from || points.length > 1)) made.push(ring(to, SIZE * 0.62));
  return made;
}

const ring = ([x, y], r) =>
  s("g", { class: "advice-ring" }, s("circle", { class: "advice-under", cx: x, cy: y, r }), s("circle", { cx: x, cy: y, r }));

/** A base stands with the middle of its front edge on its point. */
function outline(board, ghost) {
  const { scale } = board.layout;
  if (list(ghost.points).length) {
    return s("polygon", { class: "advice-base", points: ghost.points.map(([x, y]) => `${x * scale},${y * scale}`).join(" ") });
  }
  const piece = board.piece(ghost.piece);
  const [width, depth] = [(ghost.width || piece?.width || 1) * scale, (ghost.depth || piece?.depth || 1) * scale];
  const transform = `translate(${ghost.x * scale} ${ghost.y * scale}) rotate(${ghost.facing ?? 0})`;
  return s("rect", { class: "advice-base", x: -width / 2, y: 0, width, height: depth, rx: 3, transform });
}
