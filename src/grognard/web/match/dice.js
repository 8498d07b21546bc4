/** Dice drawn as dice: pips for six sides, a number in the die's outline for others. */

import { h, s } from "../dom.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {number} value @param {number} sides */
export function die(value, sides) {
  const six = (sides === 6 || !sides) && PIPS[value];
  const shape = six ? s("rect", { class: "die-body", x: -10, y: -10, width: 20, height: 20, rx: 4 })
    : sides === 10 ? s("path", { class: "die-body", d: "M0 -11L11 2L0 11L-11 2Z" })
      : sides === 8 || sides === 4 ? s("path", { class: "die-body", d: "M0 -11L10.500 8L-10.500 8Z" })
        : s("path", { class: "die-body", d: "M0 -11L9.600 -5.500V5.500L0 11L-9.600 5.500V-5.500Z" });
  const face = six
    ? six.map(([x, y]) => s("circle", { class: "die-pip", cx: x * 5.4, cy: y * 5.4, r: 2.1 }))
    : [s("text", { class: "die-word", y: sides === 4 || sides === 8 ? 6 : 4 }, String(value))];
  return s("svg", { class: "die", viewBox: "-12 -12 24 24", width: 24, height: 24, "aria-hidden": "true" }, shape, ...face);
}

/** The words of a line; where its dice follow, without the colon before them. @param {import("../types.js").EventView} line */
export const line_words = (line) => (line.dice?.length ? line.text.trim().replace(/:$/, "") : line.text);

export function dice_row(dice, sides) {
  return h("span", { class: "dice", role: "img", "aria-label": `Dice: ${dice.join(", ")}` }, dice.map((value) => die(value, sides)));
}
