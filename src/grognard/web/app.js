/** The one page. Where it is stands in the hash: home, a match, a moment of it, a rulebook. */

import { fill, h } from "./dom.js";
import { apply_theme } from "./theme.js";
import { lobby_page } from "./club/lobby.js";
import { ladder_page, tournament_page, tournaments_page } from "./club/tournaments.js";
import { join_page, login_page, reset_page } from "./club/login.js";
import { in_club, learn_who, who } from "./club/me.js";
import { complaints_page } from "./club/peace.js";
import { person_page, settings_page } from "./club/people.js";
import { dice_page } from "./dice/page.js";
import { home_page } from "./home/home.js";
import { lesson_page } from "./lesson/page.js";
import { puzzle_page, puzzles_page } from "./lesson/puzzle.js";
import { match_page } from "./match/page.js";
import { odds_page } from "./odds/page.js";
import { rulebook_page } from "./rules/page.js";
import { workshop_page } from "./workshop/page.js";
import { workshop_shelf } from "./workshop/shelf.js";
import { close_popovers } from "./popover.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
let leave = () => {};
let here = "";

/** "#/match/ab/at/3?seat=red" -> {words: ["match", "ab", "at", "3"], asked} */
function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { words: path.split("/").map(decodeURIComponent), asked: new URLSearchParams(query) };
}

async function go() {
  const { words, asked } = route();
  const [first, id, , n] = words;
  const place = first === "match" || first === "rules" ? `${first}/${id}` : words.join("/");
  close_popovers();
  if (place === here && place) {
    window.dispatchEvent(new CustomEvent("grognard:moment", { detail: { words, asked } }));
    return;
  }
  here = place;
  leave();
  leave = () => {};
  fill(app);
  try {
    if (first === "login") leave = await login_page(app);
    else if (first === "lobby") leave = await lobby_page(app);
    else if (first === "tournaments") leave = await tournaments_page(app);
    else if (first === "ladder" && id) leave = await ladder_page(app, id);
    else if (first === "tournament" && id) leave = await tournament_page(app, id);
    else if (first === "join" && id) leave = await join_page(app, words.slice(1).join("/"));
    else if (first === "reset" && id) leave = await reset_page(app, words.slice(1).join("/"));
    else if (first === "complaints") leave = await complaints_page(app);
    else if (first === "people" && id) leave = await person_page(app, id);
    else if (first === "settings") leave = await settings_page(app);
    else if (first === "dice" && id) leave = await dice_page(app, id);
    else if (in_club() && !who().name && first !== "match" && first !== "rules") leave = await login_page(app);
    else if (first === "match" && id) leave = await match_page(app, id, n === undefined ? null : Number(n), asked.get("seat"));
    else if (first === "lesson" && id && words[2]) leave = await lesson_page(app, id, words[2]);
    else if (first === "puzzles") leave = await puzzles_page(app, id ?? "");
    else if (first === "puzzle" && id && words[2]) leave = await puzzle_page(app, id, words[2]);
    else if (first === "rules" && id) leave = await rulebook_page(app, id, words[2] ?? "");
    else if (first === "odds" && id) leave = await odds_page(app, id, words[2] ?? "");
    else if (first === "workshop" && !id) leave = await workshop_shelf(app);
    else if (first === "workshop") leave = await workshop_page(app, id, words.slice(2));
    else leave = await home_page(app);
  } catch (error) {
    fill(
      app,
      h(
        "main",
        { class: "sorry" },
        h("h1", null, "That did not work"),
        h("p", null, error.message),
        h("p", null, h("a", { href: "#/" }, "Back to the start")),
      ),
    );
    here = "sorry";
    if (!(error.status >= 0)) throw error;
  }
}

apply_theme();
window.addEventListener("hashchange", go);
learn_who().then(go);
if ("serviceWorker" in navigator && window.isSecureContext) {
  // for reading without the server
  window.addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => null), 3000));
}
