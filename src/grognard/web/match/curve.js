/** A curve of the battle: one line a side, told apart by dashes as well as by colour. */

import { side_name, side_style } from "../board/sides.js";
import { s } from "../dom.js";

const [WIDE, HIGH, PAD] = [460, 190, 12];
const END = 34; // room for the last value
const DASHES = ["", "8 4", "2 4", "12 3 2 3"];

/** @param {{side: string, values: number[]}[]} curves @param {import("../types.js").Scene} scene */
export function curve(curves, scene) {
  const all = curves.flatMap((one) => one.values);
  const [least, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const bottom = Math.min(...all);
  const low = bottom > high / 2 ? bottom - (high - bottom) / 2 - 1 : least; // else all of it runs along the top
  const at = (value, i, n) => [
    PAD + ((WIDE - 2 * PAD - END) * i) / Math.max(1, n - 1),
    HIGH - PAD - ((HIGH - 2 * PAD) * (value - low)) / (high - low),
  ];
  const words = curves.map((one) => `${side_name(scene, one.side)} from ${one.values[0]} to ${one.values.at(-1)}`).join(", ");
  return s("svg", { viewBox: `0 0 ${WIDE} ${HIGH + 4}`, role: "img", "aria-label": words },
    s("path", { class: "curve-ground", d: `M${PAD} ${HIGH - PAD}H${WIDE - PAD}` }),
    curves.map(({ side, values }, n) => {
      const points = values.map((value, i) => at(value, i, values.length));
      const colour = side_style(scene, side).fill;
      const [x, y] = points.at(-1) ?? [0, 0];
      return s(
        "g",
        null,
        s("polyline", {
          points: points.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" "),
          fill: "none",
          stroke: colour,
          "stroke-width": 2.6,
          "stroke-dasharray": DASHES[n % DASHES.length],
        }),
        s("circle", { cx: x, cy: y, r: 4, fill: colour }),
        s("text", { x: x + 8, y: y + 4 + apart(curves, n), "text-anchor": "start", fill: "currentColor" }, `${values.at(-1)}`),
      );
    }));
}

/** Two last values that are the same stand beside each other only once over the other. */
const apart = (curves, n) => (n && curves[n].values.at(-1) === curves[0].values.at(-1) ? 12 : 0);

/** Where the curve turned most: at most three, in their order. */
export function turning_points(values) {
  const jumps = values.slice(1).map((value, i) => ({ i: i + 1, by: Math.abs(value - values[i]) })).filter((one) => one.by > 0);
  return jumps.sort((a, b) => b.by - a.by).slice(0, 3).map((one) => one.i).sort((a, b) => a - b);
}
