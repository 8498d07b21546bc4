/** Public matches: sit down where a seat is open, or watch. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";
import { account_bar, who } from "./me.js";

export async function lobby_page(app) {
  document.title = "Public matches: Grognard";
  fill(
    app,
    h(
      "div",
      { class: "home-page" },
      h(
        "header",
        { class: "masthead" },
        h("img", { src: "icon.svg", alt: "", width: 54, height: 54 }),
        h("div", null, h("h1", null, who().club_name || "Grognard"), h("p", null, "Public matches")),
        h("div", { class: "masthead-tools" }, account_bar()),
      ),
      h("section", { class: "going" }, await lobby_list()),
      h("p", null, h("a", { href: "#/tournaments" }, "Tournaments"), " · ", h("a", { href: "#/" }, "To the start")),
    ),
  );
  return () => {};
}

const PAGE = 100; // what the server gives at once

export async function lobby_list() {
  const rows = await api.lobby().catch(() => []);
  if (!rows.some((row) => !row.mine)) return h("p", { class: "faint" }, "No public match is under way.");
  const place = h("ul", { class: "match-list", id: "lobby" }, entries(rows));
  let shown = rows.length;
  const more = h("button", { id: "more-matches", onclick: async () => {
    const next = await api.lobby(shown).catch(() => []);
    shown += next.length;
    place.append(...entries(next));
    more.hidden = next.length < PAGE;
  } }, "More of them");
  more.hidden = rows.length < PAGE;
  return h("div", null, place, more);
}

function entries(rows) {
  return rows.filter((row) => !row.mine).map((row) =>
      h(
        "li",
        { class: "match-entry" },
        h(
          "a",
          { href: `#/match/${row.id}` },
          h("span", { class: "entry-title" }, row.title),
          h("span", { class: "entry-turn" }, row.over || row.turn || ""),
          h("span", { class: "faint" }, row.owner ? `opened by ${row.owner}` : "a tournament's"),
        ),
        who().name && !row.over
          ? Object.entries(row.seats)
              .filter(([, seat]) => seat.kind === "open")
              .map(([name, seat]) => h("button", { "data-sit": name, onclick: () => sit(row, name) }, `Sit down: ${seat.name}`))
          : null,
      ),
  );
}

async function sit(row, seat) {
  try {
    await api.change_seat(row.id, { seat, do: "sit" });
    location.hash = `#/match/${row.id}`;
  } catch (error) {
    toast(error.message, "bad");
  }
}
