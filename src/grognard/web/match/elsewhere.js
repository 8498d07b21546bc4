/**
 * A question that another match may settle: start it, go there, and bring home what came of it. Whoever plays sees it, asked or
 * not; while it is shown it looks now and then whether the match there has ended.
 */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";

const AGAIN = 4000;

/** @param {import("./table.js").Table} table */
export function elsewhere_part(table) {
  if (!table.scene?.elsewhere || table.shown || table.scene.over) return null;
  const held = h("div", { class: "elsewhere" }, h("p", null, table.scene.elsewhere));
  const look = async () => {
    const found = await api.elsewhere(table.id).catch(() => null);
    if (found) fill(held, ...parts(table, found));
    if (!found?.over) setTimeout(() => held.isConnected && look(), AGAIN);
  };
  look();
  return held;
}

function parts(table, found) {
  const act = (wish, then) => async (event) => {
    event.target.disabled = true;
    try {
      then(await api.go_elsewhere(table.id, wish));
    } catch (error) {
      toast(error.message, "bad");
      event.target.disabled = false;
    }
  };
  const there = (row) => (location.hash = `#/match/${row.id}`);
  if (found.over) {
    return [
      h("p", null, h("b", null, found.over), " ", found.answer),
      h(
        "p",
        { class: "buttons" },
        h("button", { class: "go", id: "enter-elsewhere", onclick: act({ do: "enter" }, () => {}) }, "Enter this result"),
        link(found, "Look at it again"),
      ),
    ];
  }
  if (found.match)
    return [
      h("p", null, found.words, found.turn ? `: ${found.turn}` : "", "."),
      h("p", { class: "buttons" }, link(found, "Go to the battle", "go")),
    ];
  return [h("p", null, found.words, "."), h("p", { class: "buttons" },
    h("button", { class: "go", id: "start-elsewhere", onclick: act({ do: "start" }, there) }, "Fight it there"),
    h("button", { id: "bots-elsewhere", onclick: act({ do: "start", bots: true }, there) }, "Let bots fight it"))];
}

const link = (found, words, kind = "") => h("a", { class: `button ${kind}`, id: "to-elsewhere", href: `#/match/${found.match}` }, words);
