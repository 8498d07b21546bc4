/** How far the learner came, in this browser: by game and lesson the step, or "done". */

const key = (game, name) => `grognard.lesson.${game}.${name}`;

export function remember(game, name, n, steps) {
  if (n >= steps) localStorage.setItem(key(game, name), "done");
  else if (localStorage.getItem(key(game, name)) !== "done") localStorage.setItem(key(game, name), String(n));
}

/** @returns {"done" | number} */
export function progress(game, name) {
  const known = localStorage.getItem(key(game, name));
  return known === "done" ? "done" : Number(known ?? 0) || 0;
}
