/** What stands where the question stands when nothing is asked of this seat. */

import { h, list } from "../dom.js";
import { rule_link } from "../rules/link.js";

export function waiting_parts(table) {
  const { scene } = table;
  if (!scene) return [h("p", { class: "faint" }, "Opening the match ...")];
  if (table.shown) return [h("p", { class: "who" }, "Replay"), h("h2", { class: "question" }, [scene.turn, scene.phase].filter(Boolean).join(", ") || scene.title), scene.decision ? h("p", { class: "faint" }, `Asked: ${scene.decision.prompt} `, rule_link(table.game, scene.decision.rule)) : null];
  if (scene.over) return over_parts(scene, table.row.home);
  if (table.playing) return [h("p", { class: "who" }, "The others move"), h("h2", { class: "question" }, [scene.turn, scene.phase].filter(Boolean).join(", ") || scene.title)];
  const others = list(scene.waiting);
  const submitted = scene.undo && !scene.decision && table.asked.length && !table.asked.includes(table.seat);
  return [
    h("p", { class: "who" }, "Waiting"),
    h("h2", { class: "question" }, others.length ? others.join("; ") : table.asked.map((seat) => table.seat_name(seat)).join(", ") || "One moment ..."),
    submitted && others.length ? h("p", null, h("button", { id: "withdraw", onclick: () => table.withdraw() }, "Take mine back")) : null,
  ];
}

function over_parts(scene, home) {
  return [
    h("p", { class: "who" }, "The match is over"),
    h("h2", { class: "question" }, scene.over),
    h("ul", { class: "scores" }, Object.entries(scene.score ?? {}).map(([side, points]) => h("li", null, scene.side_names?.[side] ?? side, ": ", h("b", null, points)))),
    h("p", { class: "buttons" }, home ? h("a", { class: "button go", id: "go-home", href: `#/match/${home}` }, "Bring the result home") : null, h("button", { class: home ? "" : "go", onclick: () => window.dispatchEvent(new CustomEvent("grognard:replay")) }, "Replay it"), home ? null : h("a", { class: "button", href: "#/" }, "To the start")),
  ];
}
