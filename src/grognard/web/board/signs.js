/** Signs of states on a counter's tab, 16 by 12 about 0,0: drawn, because letters of that size cannot be read. */

import { s } from "../dom.js";
import { has_symbol, symbol } from "./symbols.js";

const DRAWN = {
  reduced: "M-5 -4H5M0 -3.4V4.6M-4 .6L0 4.6L4 .6", // a step down
  hidden: "M-7 0Q0 -6.4 7 0Q0 6.4 -7 0ZM-1.8 0A1.8 1.8 0 1 0 1.8 0A1.8 1.8 0 1 0 -1.8 0M-6 5L6 -5", // an eye crossed out
  disrupted: "M-6 3L-2.6 -4L.4 3L3.4 -4L6.4 3", // a broken line
  disarray: "M-6 3L-2.6 -4L.4 3L3.4 -4L6.4 3",
  shaken: "M-7 -2Q-3.5 -5 0 -2T7 -2M-7 3Q-3.5 0 0 3T7 3",
  activated: "M-5.4 .4L-1.4 4.4L5.6 -4.2", // a tick
  moved: "M-6 0H5M1.4 -4L5.6 0L1.4 4",
  used: "M-5.4 .4L-1.4 4.4L5.6 -4.2",
  spent: "M3.4 -4.6A5.2 5.2 0 1 0 3.4 4.6A6.4 6.4 0 0 1 3.4 -4.6Z", // a moon
  exhausted: "M3.4 -4.6A5.2 5.2 0 1 0 3.4 4.6A6.4 6.4 0 0 1 3.4 -4.6Z",
  engaged: "M-5.4 -4.4L5.4 4.4M5.4 -4.4L-5.4 4.4",
  loaded: "M-7 3V-3.4H1.6V3M1.6 -1H4.6L6.8 1V3M-7 3H6.8M-4 4.6V3M4 4.6V3", // a lorry
  entrenched: "M-7 3H-4V-3H-1V3H2V-3H5V3H7.4",
  green: "M0 5V-1M0 -1Q-6 -1 -5 -5Q0 -5 0 -1M0 1Q5 1 5 -3Q1 -3 0 1", // a sprout
  present: "M-4.6 0A4.6 4.6 0 1 0 4.6 0A4.6 4.6 0 1 0 -4.6 0",
  garrison: "M-6 5V-4H-3.4V-1.6H-1.2V-4H1.2V-1.6H3.4V-4H6V5Z",
};

/** The sign of a state, or null when it has none. */
export function sign(state) {
  const d = DRAWN[String(state).toLowerCase()];
  if (d) return s("path", { class: "sign-line", d });
  return has_symbol(state) ? symbol(state, -8, -4.8, 16, 9.6) : null;
}
