/** Public matches: sit down where a seat is open, or watch. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";
import { account_bar, who } from "./me.js";

export async function lobby_page(app) {
  document.title = "Public matches: Grognard";
  fill(app, h("div", { class: "home-page" },
    h("header", { class: "masthead" }, h("img", { src: "icon.svg", alt: "", width: 54, height: 54 }), h("div", null, h("h1", null, who().club_name || "Grognard"), h("p", null, "Public matches")), h("div", { class: "masthead-tools" }, account_bar())),
    h("section", { class: "going" }, await lobby_list()), h("p", null, h("a", { href: "#/" }, "To the start"))));
  return () => {};
}

export async function lobby_list() {
  const rows = (await api.lobby().catch(() => [])).filter((row) => !row.mine);
  if (!rows.length) return h("p", { class: "faint" }, "No public match is under way.");
  return h("ul", { class: "match-list", id: "lobby" }, rows.map((row) => h("li", { class: "match-entry" },
    h("a", { href: `#/match/${row.id}` }, h("span", { class: "entry-title" }, row.title), h("span", { class: "entry-turn" }, row.over || row.turn || ""), h("span", { class: "faint" }, `opened by ${row.owner}`)),
    who().name && !row.over ? Object.entries(row.seats).filter(([, seat]) => seat.kind === "open").map(([name, seat]) =>
      h("button", { "data-sit": name, onclick: () => sit(row, name) }, `Sit down: ${seat.name}`)) : null)));
}

async function sit(row, seat) {
  try {
    await api.change_seat(row.id, { seat, do: "sit" });
    location.hash = `#/match/${row.id}`;
  } catch (error) {
    toast(error.message, "bad");
  }
}
