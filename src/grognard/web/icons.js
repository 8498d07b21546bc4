/** Small signs for buttons, drawn in the colour of the text. */

import { s } from "./dom.js";

const PATHS = {
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  follow: "M12 3V7M12 17V21M3 12H7M17 12H21M12 7A5 5 0 1 1 11.990 7M12 11.500A.5 .5 0 1 1 11.990 11.500",
  find: "M10.500 4A6.500 6.500 0 1 1 10.490 4M15.500 15.500L20.500 20.500",
  layers: "M12 4L21 9L12 14L3 9ZM4.500 13L12 17L19.500 13M4.500 17L12 21L19.500 17",
  menu: "M4 6H20M4 12H20M4 18H20",
  theme: "M12 4A8 8 0 1 0 20 13.500A6.500 6.500 0 0 1 12 4Z",
  first: "M6 5V19M18 5L9 12L18 19Z",
  back: "M16 5L7 12L16 19Z",
  play: "M8 5L18 12L8 19Z",
  pause: "M8 5V19M16 5V19",
  forward: "M8 5L17 12L8 19Z M19 5V19",
  undo: "M9 6L4 11L9 16M4 11H14A5 5 0 0 1 14 21H11",
  close: "M6 6L18 18M18 6L6 18",
  staff: "M12 3A6 6 0 0 1 15 14V17H9V14A6 6 0 0 1 12 3M9.500 20.500H14.500",
  flag: "M6 21V4M6 5H18L15 9L18 13H6",
};

/** @param {keyof PATHS} name */
export function icon(name) {
  return s(
    "svg",
    { class: "sign", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
    s("path", {
      d: PATHS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.9,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
