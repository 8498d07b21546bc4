/** The first page: go on with a match, or start one. Nothing has to be read to do either. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { dialog, toast } from "../popover.js";
import { theme_button } from "../theme.js";
import { lobby_list } from "../club/lobby.js";
import { account_bar, in_club } from "../club/me.js";
import { start_form } from "./start.js";

export async function home_page(app) {
  document.title = "Grognard";
  const going = h("section", { class: "going", "aria-label": "My matches" });
  const games = h("section", { class: "new", "aria-label": "New match" });
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,.grognard,application/json", class: "hidden-words", id: "load-file", tabindex: -1, onchange: () => load(file) }));
  fill(app, h("div", { class: "home-page" },
    h("header", { class: "masthead" },
      h("img", { src: "icon.svg", alt: "", width: 54, height: 54 }),
      h("div", null, h("h1", null, "Grognard"), h("p", null, "An umpire for wargames: it knows the rules, rolls the dice, and keeps the diary.")),
      h("div", { class: "masthead-tools" }, account_bar(), in_club() ? h("button", { id: "invite-to-club", onclick: invite }, "Invite") : null, h("button", { onclick: () => file.click() }, "Open a save"), theme_button(), file)),
    h("div", { class: "home-columns" }, games, h("div", null, going, in_club() ? h("section", { class: "going", "aria-label": "Public matches" }, h("h2", null, "Public matches"), await lobby_list()) : null))));
  const [all, mine] = await Promise.all([api.games(), api.matches().catch(() => [])]);
  fill(games, h("h2", null, "New match"), start_form(all));
  show_matches(going, mine, all);
  return () => {};
}

function show_matches(going, mine, games) {
  const title = (name) => games.find((game) => game.name === name)?.title ?? name;
  const open = mine.filter((row) => !row.over);
  const over = mine.filter((row) => row.over);
  fill(going,
    h("h2", null, "Continue"),
    open.length ? h("ul", { class: "match-list" }, open.map((row) => match_entry(row, title, going, games))) : h("p", { class: "faint" }, mine.length ? "No match is under way." : "Your matches will be here. They are kept on this machine."),
    over.length ? h("details", { class: "finished", open: !open.length }, h("summary", null, `Finished (${over.length})`), h("ul", { class: "match-list" }, over.map((row) => match_entry(row, title, going, games)))) : null);
}

function match_entry(row, title, going, games) {
  const seats = Object.entries(row.seats);
  const asked = list(row.waiting);
  const mine = asked.some((seat) => (row.club ? row.seats[seat]?.kind === "me" : row.seats[seat]?.kind !== "bot"));
  const who = seats.map(([, one]) => `${one.name}: ${one.kind === "me" ? "me" : one.kind === "bot" ? one.bot || "bot" : list(one.people).join(" and ") || (one.kind === "open" ? "nobody yet" : "another")}`).join(", ");
  const entry = h("li", { class: "match-entry" },
    h("a", { href: `#/match/${row.id}` },
      h("span", { class: "entry-title" }, row.title || title(row.game)),
      h("span", { class: "entry-turn" }, row.over || [row.turn, mine ? "your turn" : ""].filter(Boolean).join(", ")),
      h("span", { class: "faint" }, `${who} · ${ago(row.updated)}`)),
    h("button", { class: "quiet icon", "aria-label": `Delete ${row.title}`, title: "Delete", onclick: () => remove(row, going, games) }, icon("close")));
  entry.classList.toggle("mine", mine && !row.over);
  return entry;
}

async function remove(row, going, games) {
  const sure = await dialog("Delete this match?", [h("p", null, row.title), h("p", { class: "faint" }, "It cannot be brought back. Save it to a file first if you might want it.")], [["Keep it", "quiet"], ["Delete it", "go"]]);
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
    await dialog("Invite somebody to the club", [h("p", null, "One person may register by this link."), h("input", { value: link, readonly: true, class: "wide" })]);
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
