/** Pictures of maps for the first page, and what there is to say about a game at a glance. */

import * as api from "../api.js";
import { h, list } from "../dom.js";
import { theme } from "../theme.js";

/** The map of a scenario, small. It comes when it is looked at, and nothing stands there when there is none. */
export function map_image(game, scenario, kind) {
  const path = api.small_map(game, scenario, theme());
  const image = /** @type {HTMLImageElement} */ (
    h("img", { class: kind, alt: "", loading: "lazy", decoding: "async", src: path })
  );
  const frame = h("span", { class: `${kind}-frame`, "aria-hidden": "true" }, image);
  image.addEventListener("load", () => frame.classList.add("there"));
  let tries = 0;
  image.addEventListener("error", () => {
    if (++tries > 12) image.remove();
    else setTimeout(() => image.isConnected && (image.src = `${path}&try=${tries}`), Math.min(8000, 700 * tries)); // it is being drawn
  });
  return frame;
}

/** How long, how heavy, how many scenarios. */
export function game_facts(game) {
  const count = list(game.scenarios).length;
  return h(
    "span",
    { class: "game-facts" },
    game.length ? h("span", null, game.length) : null,
    game.weight
      ? h(
          "span",
          { class: "weight", title: `Rules: ${game.weight} of 5` },
          h("span", { class: "hidden-words" }, `Rules: weight ${game.weight} of 5`),
          Array.from({ length: 5 }, (_, i) => h("i", { class: i < game.weight ? "full" : "", "aria-hidden": "true" })),
        )
      : null,
    h("span", null, count === 1 ? "1 scenario" : `${count} scenarios`),
  );
}
