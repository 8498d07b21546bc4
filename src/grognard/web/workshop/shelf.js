/** Which game to design for. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { map_image } from "../home/pictures.js";
import { theme_button } from "../theme.js";
import { Draft } from "./draft.js";

export async function workshop_shelf(app) {
  document.title = "Workshop";
  const games = (await api.games()).filter((game) => list(game.scenarios).length);
  fill(app, h("main", { class: "home-page" },
    h("header", { class: "masthead" },
      h("a", { href: "#/", "aria-label": "To the start" }, h("img", { src: "icon.svg", alt: "", width: 54, height: 54 })),
      h("div", null, h("h1", null, "Workshop"),
        h("p", null, "Design battles and campaigns of your own: on a table, checked by the rules while you work, tried by bots.")),
      h("div", { class: "masthead-tools" }, theme_button())),
    h("h2", null, "For which game?"),
    h("div", { class: "game-shelf" }, games.map((game) => {
      const kept = Draft.kept(game.name);
      return h("a", { class: "game-box", href: `#/workshop/${encodeURIComponent(game.name)}`, "data-game": game.name },
        map_image(game.name, game.cover || game.scenarios[0].name, "game-picture"),
        h("span", { class: "game-words" },
          h("span", { class: "game-title" }, game.title),
          game.era ? h("span", { class: "game-era" }, game.era) : null,
          h("span", { class: "game-blurb" }, kept ? `Go on with ${kept.name}` : "Begin something new")));
    }))));
  return () => {};
}
