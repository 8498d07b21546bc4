/** The head line: what is played, where it stands, who leads, who thinks. Nothing in it is cut, and nothing in it jumps. */

import { side_mark, side_style } from "../board/sides.js";
import { h as made, list } from "../dom.js";
import { icon } from "../icons.js";
import { theme_button } from "../theme.js";
import { h, show } from "../view.js";

export class Head {
  #thinks = "";

  /** @param {import("./table.js").Table} table @param {(beside: Element) => void} menu */
  constructor(table, menu) {
    this.table = table;
    this.element = made("header", { class: "head" });
    this.theme = theme_button();
    this.open_menu = (event) => menu(event.currentTarget);
    this.draw();
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    this.scene = scene;
    this.#thinks = "";
    this.draw();
  }

  thinking(seat) {
    this.#thinks = seat;
    this.draw();
  }

  draw() {
    const { row } = this.table;
    const scene = this.scene ?? null;
    const facts = scene ? [...list(scene.status), ...list(scene.marks).map((mark) => `(${mark})`)] : [];
    const busy = this.#thinks ? `${this.table.seat_name(this.#thinks)} thinks …` : "";
    show(
      this.element,
      h(
        "a",
        { class: "home", href: "#/", "aria-label": "To the start", title: "To the start" },
        h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }),
      ),
      row.home ? h("a", { class: "chip", href: `#/match/${row.home}` }, "← the main match") : null,
      h(
        "div",
        { class: "playing" },
        h("h1", null, scene?.title || row.title),
        h("span", { class: "turn" }, scene ? [scene.turn, scene.phase].filter(Boolean).join(" · ") : ""),
      ),
      h(
        "span",
        { class: "status" },
        facts.map((words) => h("span", { class: "chip" }, words)),
      ),
      h(
        "span",
        { class: "score" },
        scene ? Object.entries(scene.side_names ?? {}).map(([side, name]) => this.#side(scene, side, name)) : null,
      ),
      h("span", { class: "hidden-words", role: "status" }, busy),
      this.theme,
      h("button", { class: "quiet icon", id: "menu", "aria-label": "Menu", title: "Menu", onclick: this.open_menu }, icon("menu")),
    );
  }

  /** A side with its score; its mark turns while it thinks. */
  #side(scene, side, name) {
    const { seats } = this.table.row;
    const me = seats[scene.seat]?.side === side;
    const busy = this.#thinks && (seats[this.#thinks]?.side ?? this.#thinks) === side;
    return h("span", { class: `side-chip ${me ? "me" : ""} ${busy ? "thinks" : ""}`, key: side, title: busy ? `${name} thinks …` : null },
      h("i", { style: { color: side_style(scene, side).fill } }, side_mark(scene, side)), h("span", null, name),
      scene.score?.[side] !== undefined ? h("b", null, scene.score[side]) : null);
  }
}
