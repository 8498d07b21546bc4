/** How well one solves puzzles, in this browser: a rating as chess players have it, and which were solved. */

const [BEGIN, STEP] = [1000, 40];
const KEY = "grognard.puzzles";

/** @returns {{rating: number, tried: Record<string, boolean>, solved: Record<string, "first" | "later">}} */
function known() {
  try {
    return { rating: BEGIN, tried: {}, solved: {}, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { rating: BEGIN, tried: {}, solved: {} };
  }
}

const keep = (all) => localStorage.setItem(KEY, JSON.stringify(all));
const id = (game, name) => `${game} ${name}`;

export const rating = () => Math.round(known().rating);

/** @returns {"first" | "later" | ""} */
export const solved = (game, name) => known().solved[id(game, name)] ?? "";

/** The first try at a puzzle moves the rating: more for a hard one that was solved, or an easy one that was not. */
export function grade(game, name, hard, right) {
  const all = known();
  if (all.tried[id(game, name)]) return;
  const expected = 1 / (1 + 10 ** ((600 + 200 * hard - all.rating) / 400));
  all.rating += STEP * ((right ? 1 : 0) - expected);
  all.tried[id(game, name)] = true;
  keep(all);
}

export function record(game, name, how) {
  const all = known();
  if (all.solved[id(game, name)] === "first") return;
  all.solved[id(game, name)] ??= how;
  keep(all);
}
