/**
 * Colours of armies, by the words that games use for their nations, and of formations, by name. A library like that of
 * the symbols: a scene that gives a style for the nation (`sides`) goes first, and who is in neither has his side's.
 */

const NATIONS = {
  // 1815
  french: "#1f3f7a",
  british: "#9e2b2b",
  kgl: "#a3423a",
  dutch: "#c77a2c",
  nassau: "#4c5f2e",
  brunswick: "#2b2b2e",
  hanoverian: "#7d3b2a",
  prussian: "#3f4a55",
  austrian: "#e9e4d6",
  russian: "#3d6238",
  saxon: "#6b7a8c",
  bavarian: "#7fa3c4",
  // 1914
  germany: "#6a7064",
  "austria-hungary": "#b5bcc6",
  turkey: "#c7a24a",
  bulgaria: "#8d6e50",
  france: "#5c86b8",
  britain: "#b59a63",
  "british empire": "#b59a63",
  russia: "#76914f",
  italy: "#86ae72",
  belgium: "#d2ad49",
  serbia: "#94687f",
  romania: "#cf9338",
  greece: "#7cb1c6",
  "united states": "#55755a",
  usa: "#55755a",
  montenegro: "#a78294",
  anzac: "#c2a877",
  draka: "#4a0f14",
  "the draka": "#4a0f14",
  "dominion of the draka": "#4a0f14",
};
const GOLDEN = { draka: "#e8c25a", "the draka": "#e8c25a", "dominion of the draka": "#e8c25a" };

/** The nation of a piece, as it is known: a word of its facts. */
export const nation_of = (piece) => String(piece.nation ?? piece.facts?.nation ?? "").toLowerCase();

/** @returns {{fill?: string, text?: string}} */
export function nation_style(nation) {
  const fill = NATIONS[nation];
  return fill ? { fill, text: GOLDEN[nation] } : {};
}

const BANDS = [
  "#d9b13b",
  "#c8452f",
  "#e8e2d0",
  "#5f9e5a",
  "#4c93c4",
  "#8d5aa5",
  "#e08a3c",
  "#2f2a26",
  "#c9799a",
  "#7fc0b0",
  "#9a7b3f",
  "#b9c4ce",
  "#7a1f2b",
  "#a5b53a",
];

/** The colour of a formation's band: the same name has the same colour wherever it is shown. */
export function formation_colour(name) {
  let sum = 7;
  for (const letter of String(name)) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return BANDS[sum % BANDS.length];
}
