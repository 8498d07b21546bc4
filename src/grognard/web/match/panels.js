/** What stands beside the map: tracks, boxes, hands of cards, sheets, texts. */

import * as api from "../api.js";
import { counter_face } from "../board/counter.js";
import { piece_words } from "../board/words.js";
import { side_style } from "../board/sides.js";
import { fill, h as made, list, s } from "../dom.js";
import { dialog } from "../popover.js";
import { rule_link } from "../rules/link.js";
import { h, show, standing } from "../view.js";
import { card_button, card_large } from "./cards.js";

const of_side = (scene, side) => (side ? { "--of": side_style(scene, side).fill } : {});

export class Panels {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("../board/board.js").Board} board
   * @param {import("../decide/decider.js").Decider} decider
   */
  constructor(table, board, decider) {
    this.table = table;
    this.board = board;
    this.decider = decider;
    this.element = made("div", { class: "panels" });
    this.dock = made("div", { class: "dock" });
    this.looked_at = made("div", { class: "card-look", "aria-hidden": "true" });
    this.folded = new Set();
    this.can = new Map();
    this.chosen = "";
    this.visible = false;
    /** @type {import("../types.js").Scene | null} */
    this.scene = null;
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    this.scene = scene;
    const hands = list(scene.panels).filter((panel) => panel.kind === "hand");
    this.mine = hands.filter((panel) => list(panel.cards).some((card) => !card.hidden));
    const open = hands.flatMap((panel) => list(panel.cards)).filter((card) => !card.hidden);
    const words = new Map(open.map((card) => [card.id, card.title]));
    const pieces = new Map(list(scene.pieces).map((piece) => [piece.id, piece]));
    const boxed = new Set(
      list(scene.panels).flatMap((panel) => [...list(panel.pieces), ...list(panel.cells).flatMap((cell) => list(cell.pieces))]),
    );
    this.lost = list(scene.pieces).filter((piece) => !this.board.piece(piece.id) && !boxed.has(piece.id));
    const aside = [...[...boxed].map((id) => pieces.get(id)).filter((one) => one && !this.board.piece(one.id)), ...this.lost];
    for (const piece of aside) words.set(piece.id, piece_words(piece, scene));
    this.pieces = pieces;
    this.#draw();
    const faces = new Map(open.map((card) => [card.id, () => card_large(card, scene)]));
    this.decider.set_cards(words, (can, chosen) => this.#mark(can, chosen), faces);
  }

  #draw() {
    const { scene, lost, mine } = this;
    show(this.dock, mine.map((panel) => this.#docked(panel, scene)));
    if (!this.visible) return; // nobody sees it: it is drawn when its tab is opened
    const others = list(scene.panels).filter((panel) => !mine.includes(panel));
    const facts = [...list(scene.status), ...list(scene.marks).map((mark) => `(${mark})`)];
    show(this.element,
      facts.length ? h("ul", { class: "facts-now" }, facts.map((words) => h("li", { class: "chip" }, words))) : null,
      others.map((panel) => this.#panel(panel, scene)),
      lost.length ? h("section", { class: "panel", key: "off the map" }, h("h3", null, "Off the map"), this.#box(lost, scene)) : null);
    this.element.classList.toggle("empty", !this.element.firstChild);
  }

  /** @param {import("../types.js").Panel} panel */
  #panel(panel, scene) {
    const kinds = {
      track: () => this.#track(panel, scene),
      box: () => this.#box(this.#found(panel.pieces), scene),
      hand: () => this.#hand(panel, scene),
      sheet: () => this.#sheet(panel, scene),
      text: () => list(panel.lines).map((line) => h("p", null, line)),
    };
    const rule = panel.kind === "track" ? [" ", rule_link(this.table.game, common(list(panel.cells)))] : null;
    return h("section", { class: `panel is-${panel.kind}`, id: `panel-${panel.id}`, key: panel.id, style: of_side(scene, panel.side) },
      h("h3", null, panel.title, rule, this.#beside(panel, scene)), kinds[panel.kind]?.() ?? null);
  }

  /** A sheet can be printed, and one with many columns looked at in a window of its own. */
  #beside(panel, scene) {
    if ((panel.kind !== "sheet" && panel.kind !== "text") || this.table.shown) return null;
    const wide = panel.kind === "sheet" && list(panel.columns).length > 3;
    const open = () => dialog(panel.title, [standing(this.#sheet(panel, scene))], [["Close", "go"]], "wide");
    const href = api.paper_path(this.table.id, "sheets", this.table.seat, panel.id);
    return h("span", { class: "print-panel" },
      wide ? [h("button", { class: "plain-link", onclick: open }, "larger"), " "] : null,
      h("a", { target: "_blank", href }, "print"));
  }

  #found(ids) {
    return list(ids).map((id) => this.pieces.get(id)).filter(Boolean);
  }

  #track(panel, scene) {
    const shared = common(list(panel.cells));
    return h("ol", { class: "track" }, list(panel.cells).map((cell) => h("li", {
      class: `${cell.current ? "current" : ""} ${cell.side ? "sided" : ""}`, title: cell.tip || null,
      "aria-current": cell.current ? "step" : null, style: of_side(scene, cell.side),
    }, cell.text, cell.rule && cell.rule !== shared ? rule_link(this.table.game, cell.rule) : null,
    list(cell.pieces).length ? this.#box(this.#found(cell.pieces), scene) : null)));
  }

  #box(pieces, scene) {
    if (!pieces.length) return h("p", { class: "faint" }, "Empty.");
    return h("div", { class: "box" }, pieces.map((piece) => {
      const words = piece_words(piece, scene);
      const drawn = s("svg", { viewBox: "-36 -36 74 76", width: 54, height: 56, "aria-hidden": "true" });
      fill(drawn, s("g", { class: "piece" }, counter_face(piece, scene)));
      return h("button", {
        class: `boxed ${this.can.has(piece.id) ? "can" : ""} ${this.chosen === piece.id ? "chosen" : ""}`, key: piece.id,
        "data-card": piece.id, title: words, "aria-label": words, onclick: (event) => this.#touch(piece.id, event),
      }, drawn);
    }));
  }

  // ------------------------------------------------------------ hands

  /** A hand of somebody else, or one that lies among the panels. */
  #hand(panel, scene) {
    const cards = list(panel.cards);
    if (!cards.every((card) => card.hidden)) return h("div", { class: "hand" }, this.#cards(cards, scene));
    return h("div", { class: "hidden-hand" },
      h("span", { class: "backs", "aria-hidden": "true" }, cards.slice(0, 8).map(() => h("span", { class: "card-back" }))),
      h("span", null, cards.length === 1 ? "1 card" : `${cards.length} cards`));
  }

  /** My hand: a strip below the map that takes its own space. */
  #docked(panel, scene) {
    const folded = this.folded.has(panel.id);
    const fold = () => {
      if (!this.folded.delete(panel.id)) this.folded.add(panel.id);
      this.#draw();
    };
    return h(
      "section",
      { class: "hand-panel", id: `panel-${panel.id}`, key: panel.id, style: { "--n": list(panel.cards).length } },
      h(
        "button",
        { class: "hand-title quiet", "aria-expanded": String(!folded), onclick: fold },
        `${panel.title} (${list(panel.cards).length})`,
      ),
      h("div", { class: "hand", hidden: folded }, this.#cards(list(panel.cards), scene)),
    );
  }

  #cards(cards, scene) {
    return cards.map((card) => card_button(card, scene, {
      touch: (event) => this.#touch(card.id, event), look: (one) => this.#look(one, scene),
      can: this.can.has(card.id), chosen: this.chosen === card.id,
    }));
  }

  /** The card that is looked at, large, beside the map. */
  #look(card, scene) {
    show(this.looked_at, card ? card_large(card, scene) : null);
  }

  // ------------------------------------------------------------ sheets

  #sheet(panel, scene) {
    const rows = list(panel.rows);
    const heads = list(panel.columns);
    const shared = heads.map((_, i) => common(rows.map((row) => row[i]).filter(Boolean)));
    const link = (id) => (id ? [" ", rule_link(this.table.game, id)] : null);
    const cell_of = (cell, i) => h(i ? "td" : "th", {
      scope: i ? null : "row", class: `${cell.current ? "current" : ""} ${cell.side ? "sided" : ""}`,
      title: cell.tip || null, style: of_side(scene, cell.side),
    }, cell.text, cell.rule !== shared[i] ? link(cell.rule) : null);
    const head = h("thead", null, h("tr", null, heads.map((word, i) => h("th", { scope: "col" }, word, link(shared[i])))));
    return h("div", { class: "sheet-scroll", tabindex: heads.length > 3 ? 0 : null }, list(panel.lines).map((line) => h("p", null, line)),
      h("table", { class: "sheet" }, heads.length ? head : null, h("tbody", null, rows.map((row) => h("tr", null, row.map(cell_of))))));
  }

  #touch(id, event) {
    this.decider.touch_card(id, event, event.detail === 0);
  }

  /** What of all this can be chosen now. */
  #mark(can, chosen) {
    if (!can.size && !this.can.size && chosen === this.chosen) return;
    this.can = can;
    this.chosen = chosen;
    if (this.scene) this.#draw();
  }
}

/** The rule that all these cells name, if it is one. */
function common(cells) {
  const rules = new Set(cells.map((cell) => cell.rule ?? ""));
  return cells.length > 1 && rules.size === 1 ? [...rules][0] : "";
}
