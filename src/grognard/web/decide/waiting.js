/** What stands where the question stands when nothing is asked of this seat. */

import { list } from "../dom.js";
import { rule_link } from "../rules/link.js";
import { h } from "../view.js";

const when = (scene) => [scene.turn, scene.phase].filter(Boolean).join(", ") || scene.title;
const head = (who, words) => [h("p", { class: "who" }, who), h("h2", { class: "question", tabindex: -1 }, words)];

/** @param {import("../match/table.js").Table} table */
export function waiting_parts(table) {
  const { scene } = table;
  if (!scene) return [h("p", { class: "faint" }, "Opening the match ...")];
  if (table.shown) return [...head("Replay", when(scene)), asked_then(table, scene)];
  if (scene.over) return over_parts(scene, table.row.home);
  if (table.playing) return head("The others move", when(scene));
  const others = list(scene.waiting);
  const submitted = scene.undo && !scene.decision && table.asked.length && !table.asked.includes(table.seat);
  const who = table.asked.map((seat) => table.seat_name(seat)).join(", ");
  return [
    ...head("Waiting", others.length ? others.join("; ") : who || "One moment ..."),
    submitted && others.length ? h("p", null, h("button", { id: "withdraw", onclick: () => table.withdraw() }, "Take mine back")) : null,
  ];
}

function asked_then(table, scene) {
  if (!scene.decision) return null;
  return h("p", { class: "faint" }, `Asked: ${scene.decision.prompt} `, rule_link(table.game, scene.decision.rule));
}

function over_parts(scene, home) {
  const replay = () => window.dispatchEvent(new CustomEvent("grognard:replay"));
  return [
    ...head("The match is over", scene.over),
    h("ul", { class: "scores" }, Object.entries(scene.score ?? {}).map(([side, points]) =>
      h("li", { key: side }, scene.side_names?.[side] ?? side, ": ", h("b", null, points)))),
    h("p", { class: "buttons" },
      home ? h("a", { class: "button go", id: "go-home", href: `#/match/${home}` }, "Bring the result home") : null,
      h("button", { class: home ? "" : "go", onclick: replay }, "Replay it"),
      h("button", { id: "show-result", onclick: () => window.dispatchEvent(new CustomEvent("grognard:result")) }, "The result"),
      home ? null : h("a", { class: "button", href: "#/" }, "To the start")),
  ];
}
