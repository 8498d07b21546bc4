/** What wins: a strip above the map with how each objective stands, what it needs, who holds it, and how long there is left. */

import { side_mark, side_name, side_style } from "../board/sides.js";
import { count, h as made, list } from "../dom.js";
import { rule_link } from "../rules/link.js";
import { h, show } from "../view.js";

const COUNT = new Set(["objective", "victory", "vp"]);

/**
 * The objectives of a scene: as the game gives them, else what the map has as markers of that kind.
 * @param {import("../types.js").Scene} scene @param {import("../board/layout.js").Layout} layout
 * @returns {import("../types.js").Objective[]}
 */
export function objectives_of(scene, layout) {
  if (list(scene.objectives).length) return scene.objectives;
  const worth_something = (marker) => marker.kind === "control" && /^\d+$/.test(marker.label ?? "");
  const counts = (marker) => marker.at && (COUNT.has(marker.kind) || marker.tip === "objective" || worth_something(marker));
  return list(scene.markers).filter(counts).map((marker) => {
    const region = layout.regions.get(marker.at);
    const title = region?.label || layout.name(marker.at);
    const worth = marker.label && marker.label !== title ? String(marker.label) : "";
    return { id: marker.id, title, place: marker.at, worth, holder: marker.side ?? "" };
  });
}

/** "Turn 2 of 4, 15:00" -> "2 turns left". */
function turns_left(words) {
  const [, now, all] = /\bturn (\d+) of (\d+)/i.exec(words ?? "") ?? [];
  if (!all) return "";
  return Number(now) >= Number(all) ? "the last turn" : `${count(Number(all) - Number(now), "turn")} left`;
}

export class Objectives {
  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.element = made("section", { class: "objectives", "aria-label": "What wins" });
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    const all = objectives_of(scene, this.board.layout);
    const goals = all.filter((one) => !one.place);
    const places = all.filter((one) => one.place);
    const left = scene.left || turns_left(scene.turn);
    this.element.hidden = !all.length && !left;
    show(this.element,
      h("div", { class: "goals-and-worths" },
        goals.length ? h("ul", { class: "goals" }, goals.map((one) => this.#goal(one, scene))) : null,
        places.length ? h("ul", { class: "worths" }, places.map((one) => this.#place(one, scene))) : null),
      left ? h("span", { class: "left" }, left) : null);
  }

  #mark(scene, side) {
    if (!side) return null;
    return h(
      "i",
      { "aria-hidden": "true", style: { color: side_style(scene, side).fill }, title: side_name(scene, side) },
      side_mark(scene, side),
    );
  }

  #goal(one, scene) {
    const stands = one.needed ? `${one.now ?? ""} / ${one.needed}` : one.now ?? "";
    const part = typeof one.part === "number" ? Math.max(0, Math.min(1, one.part)) : null;
    return h(
      "li",
      { key: one.id, class: "goal" },
      this.#mark(scene, one.side),
      h("span", null, one.title),
      stands ? h("b", null, stands) : null,
      part === null
        ? null
        : h("span", { class: "goal-bar", "aria-hidden": "true" }, h("span", { style: { width: `${Math.round(100 * part)}%` } })),
      rule_link(this.table.game, one.rule),
    );
  }

  #place(one, scene) {
    const held = one.holder ? `, held by ${side_name(scene, one.holder)}` : "";
    const words = `${one.title}${one.worth ? `, worth ${one.worth}` : ""}${held}`;
    return h(
      "li",
      { key: one.id },
      h(
        "button",
        { class: "worth", title: words, onclick: () => this.board.flash("", one.place) },
        this.#mark(scene, one.holder) ?? h("i", { class: "faint", "aria-hidden": "true" }, "○"),
        h("span", null, one.title),
        one.worth ? h("b", null, one.worth) : null,
        h("span", { class: "hidden-words" }, held),
      ),
      rule_link(this.table.game, one.rule),
    );
  }
}
