/** The first page: go on with a match, or start one. Nothing has to be read to do either. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { dialog, toast } from "../popover.js";
import { theme_button } from "../theme.js";
import { lobby_list } from "../club/lobby.js";
import { account_bar, in_club } from "../club/me.js";
import { map_image } from "./pictures.js";
import { start_form } from "./start.js";

export async function home_page(app) {
  document.title = "Grognard";
  const going = h("section", { class: "going", "aria-label": "My matches" });
  const games = h("section", { class: "new", "aria-label": "New match" });
  const resume = h("div", { class: "resume-place" });
  const file = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "file",
      accept: ".json,.grognard,application/json",
      class: "hidden-words",
      id: "load-file",
      "aria-label": "A saved match",
      tabindex: -1,
      onchange: () => load(file),
    })
  );
  fill(
    app,
    h(
      "div",
      { class: "home-page" },
      h(
        "header",
        { class: "masthead" },
        h("img", { src: "icon.svg", alt: "", width: 54, height: 54 }),
        h(
          "div",
          null,
          h("h1", null, "Grognard"),
          h("p", null, "An umpire for wargames: it knows the rules, rolls the dice, and keeps the diary."),
        ),
        h(
          "div",
          { class: "masthead-tools" },
          account_bar(),
          in_club() ? h("button", { id: "invite-to-club", onclick: invite }, "Invite") : null,
          h("a", { class: "button", id: "to-workshop", href: "#/workshop", title: "Design battles and campaigns of your own" }, "Workshop"),
          h("button", { onclick: () => file.click() }, "Open a save"),
          theme_button(),
          file,
        ),
      ),
      resume,
      h(
        "div",
        { class: "home-columns" },
        games,
        h(
          "div",
          null,
          going,
          in_club()
            ? h(
                "section",
                { class: "going", "aria-label": "Public matches" },
                h("h2", null, "Public matches"),
                await lobby_list(),
                h("p", null, h("a", { href: "#/tournaments", id: "to-tournaments" }, "Tournaments")),
              )
            : null,
        ),
      ),
    ),
  );
  const [all, mine] = await Promise.all([api.games(), api.matches().catch(() => [])]);
  fill(games, h("h2", null, "New match"), start_form(all));
  show_matches(going, mine, all);
  fill(resume, resume_card(mine, all));
  return () => {};
}

const PAGE = 100; // matches in one answer of the server

/** The match that one would go on with: the last in which it is my turn, else the last. One click goes on. */
function resume_card(mine, games) {
  const open = mine
    .filter((row) => !row.over)
    .sort((a, b) => Number(my_turn(b)) - Number(my_turn(a)) || Date.parse(b.updated) - Date.parse(a.updated));
  const [row] = open;
  if (!row) return null;
  const game = games.find((one) => one.name === row.game);
  return h(
    "a",
    { class: "resume", href: `#/match/${row.id}` },
    map_image(row.game, row.scenario, "resume-picture"),
    h(
      "span",
      { class: "resume-words" },
      h("span", { class: "resume-game" }, game?.title ?? row.game),
      h("span", { class: "resume-title" }, row.title || row.scenario),
      h(
        "span",
        { class: "resume-turn" },
        [row.turn, my_turn(row) ? "your turn" : "", ago(row.updated)].filter(Boolean).join(" · "),
      ),
    ),
    h("span", { class: "resume-go" }, "Go on"),
  );
}

const my_turn = (row) =>
  list(row.waiting).some((seat) => (row.club ? row.seats[seat]?.kind === "me" : row.seats[seat]?.kind !== "bot"));

function show_matches(going, mine, games) {
  const title = (name) => games.find((game) => game.name === name)?.title ?? name;
  const open = mine.filter((row) => !row.over);
  const over = mine.filter((row) => row.over);
  fill(
    going,
    h("h2", null, "Continue"),
    open.length
      ? h(
          "ul",
          { class: "match-list" },
          open.map((row) => match_entry(row, title, going, games)),
        )
      : h(
          "p",
          { class: "faint" },
          mine.length ? "No match is under way." : "Your matches will be here. They are kept on this machine.",
        ),
    over.length
      ? h(
          "details",
          { class: "finished", open: !open.length },
          h("summary", null, `Finished (${over.length})`),
          h(
            "ul",
            { class: "match-list" },
            over.map((row) => match_entry(row, title, going, games)),
          ),
        )
      : null,
    mine.length && mine.length % PAGE === 0
      ? h(
          "p",
          null,
          h("button", { class: "quiet", id: "more-matches", onclick: () => more(going, mine, games) }, "Older matches"),
        )
      : null,
  );
}

/** The server gives them a page at a time. */
async function more(going, mine, games) {
  try {
    show_matches(going, [...mine, ...(await api.matches(mine.length))], games);
  } catch (error) {
    toast(error.message, "bad");
  }
}

/** Who sits there, in a word. */
function sitter(seat) {
  if (seat.kind === "me") return "me";
  if (seat.kind === "bot") return seat.bot || "bot";
  return list(seat.people).join(" and ") || (seat.kind === "open" ? "nobody yet" : "another");
}

function match_entry(row, title, going, games) {
  const seats = Object.entries(row.seats);
  const mine = my_turn(row);
  const who = seats
    .map(([, one]) => `${one.name}: ${sitter(one)}`)
    .join(", ");
  const entry = h(
    "li",
    { class: "match-entry" },
    h(
      "a",
      { href: `#/match/${row.id}` },
      h("span", { class: "entry-title" }, row.title || title(row.game)),
      h("span", { class: "entry-turn" }, row.over || [row.turn, mine ? "your turn" : ""].filter(Boolean).join(", ")),
      h("span", { class: "faint" }, `${who} · ${ago(row.updated)}`),
    ),
    h(
      "button",
      { class: "quiet icon", "aria-label": `Delete ${row.title}`, title: "Delete", onclick: () => remove(row, going, games) },
      icon("close"),
    ),
  );
  entry.classList.toggle("mine", mine && !row.over);
  return entry;
}

async function remove(row, going, games) {
  const sure = await dialog(
    "Delete this match?",
    [
      h("p", null, row.title),
      h("p", { class: "faint" }, "It cannot be brought back. Save it to a file first if you might want it."),
    ],
    [
      ["Keep it", "quiet"],
      ["Delete it", "go"],
    ],
  );
  if (sure !== "Delete it") return;
  try {
    await api.remove(row.id);
    show_matches(going, await api.matches(), games);
  } catch (error) {
    toast(error.message, "bad");
  }
}

async function invite() {
  try {
    const { link } = await api.invite_to_club();
    await dialog("Invite somebody to the club", [
      h("p", null, "One person may register by this link."),
      h("input", { value: link, readonly: true, class: "wide" }),
    ]);
  } catch (error) {
    toast(error.message, "bad");
  }
}

async function load(input) {
  const [file] = input.files ?? [];
  if (!file) return;
  try {
    const row = await api.load(file);
    location.hash = `#/match/${row.id}`;
  } catch (error) {
    toast(error.message, "bad");
  }
  input.value = "";
}

function ago(when) {
  const minutes = (Date.now() - Date.parse(when)) / 60000;
  if (!(minutes >= 0)) return "";
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${Math.round(minutes)} minutes ago`;
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours ago`;
  return new Date(when).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });
}
