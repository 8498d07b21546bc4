/** What stands beside the map: tracks, boxes, hands of cards, sheets, texts. */

import * as api from "../api.js";
import { counter_face, piece_words } from "../board/counter.js";
import { side_style } from "../board/sides.js";
import { fill, h, list, s } from "../dom.js";
import { rule_link } from "../rules/link.js";

export class Panels {
  constructor(table, board, decider) {
    this.table = table;
    this.board = board;
    this.decider = decider;
    this.element = h("div", { class: "panels" });
    this.dock = h("div", { class: "dock" });
    this.folded = new Set();
  }

  show(scene) {
    const hands = list(scene.panels).filter((panel) => panel.kind === "hand");
    const mine = hands.filter((panel) => list(panel.cards).some((card) => !card.hidden));
    const words = new Map(hands.flatMap((panel) => list(panel.cards).filter((card) => !card.hidden).map((card) => [card.id, card.title])));
    const boxed = new Set(list(scene.panels).flatMap((panel) => [...list(panel.pieces), ...list(panel.cells).flatMap((cell) => list(cell.pieces))]));
    for (const id of boxed) {
      const piece = list(scene.pieces).find((one) => one.id === id);
      if (piece && !this.board.piece(id)) words.set(id, piece_words(piece, scene));
    }
    const lost = list(scene.pieces).filter((piece) => !this.board.piece(piece.id) && !boxed.has(piece.id));
    for (const piece of lost) words.set(piece.id, piece_words(piece, scene));
    fill(this.dock, mine.map((panel) => this.#hand(panel, scene, true)));
    fill(this.element, list(scene.panels).filter((panel) => !mine.includes(panel)).map((panel) => this.#panel(panel, scene)),
      lost.length ? h("section", { class: "panel" }, h("h3", null, "Off the map"), this.#box(lost, scene)) : null);
    this.board.camera.covered = this.dock.firstChild ? Math.min(130, this.dock.offsetHeight) : 0;
    this.element.classList.toggle("empty", !this.element.firstChild);
    this.decider.set_cards(words, (pieces, chosen) => this.#mark(pieces, chosen));
  }

  #panel(panel, scene) {
    const kinds = { track: () => this.#track(panel, scene), box: () => this.#box(list(panel.pieces).map((id) => list(scene.pieces).find((one) => one.id === id)).filter(Boolean), scene), hand: () => this.#hand(panel, scene), sheet: () => this.#sheet(panel, scene), text: () => list(panel.lines).map((line) => h("p", null, line)) };
    const style = panel.side ? side_style(scene, panel.side) : null;
    const paper = (panel.kind === "sheet" || panel.kind === "text") && !this.table.shown;
    const printed = paper ? h("a", { class: "print-panel", target: "_blank", href: api.paper_path(this.table.id, "sheets", this.table.seat, panel.id) }, "print") : null;
    return h("section", { class: `panel is-${panel.kind}`, id: `panel-${panel.id}`, style: style ? { "--of": style.fill } : {} }, h("h3", null, panel.title, panel.kind === "track" ? [" ", rule_link(this.table.game, common(list(panel.cells)))] : null, printed), kinds[panel.kind]?.() ?? null);
  }

  #track(panel, scene) {
    const shared = common(list(panel.cells));
    return h("ol", { class: "track" }, list(panel.cells).map((cell) =>
      h("li", { class: `${cell.current ? "current" : ""} ${cell.side ? "sided" : ""}`, title: cell.tip || null, "aria-current": cell.current ? "step" : null, style: cell.side ? { "--of": side_style(scene, cell.side).fill } : {} },
        cell.text, cell.rule && cell.rule !== shared ? rule_link(this.table.game, cell.rule) : null,
        list(cell.pieces).length ? this.#box(list(cell.pieces).map((id) => list(scene.pieces).find((one) => one.id === id)).filter(Boolean), scene) : null)));
  }

  #box(pieces, scene) {
    if (!pieces.length) return h("p", { class: "faint" }, "Empty.");
    return h("div", { class: "box" }, pieces.map((piece) => {
      const g = s("g", { class: "piece" }, counter_face(piece, scene));
      return h("button", { class: "boxed", "data-card": piece.id, title: piece_words(piece, scene), "aria-label": piece_words(piece, scene), onclick: (event) => this.#touch(piece.id, event) }, s("svg", { viewBox: "-36 -36 74 76", width: 54, height: 56, "aria-hidden": "true" }, g));
    }));
  }

  #hand(panel, scene, docked = false) {
    const cards = list(panel.cards);
    if (!docked && cards.every((card) => card.hidden)) {
      return h("div", { class: "hidden-hand" }, h("span", { class: "backs", "aria-hidden": "true" }, cards.slice(0, 8).map(() => h("span", { class: "card-back" }))), h("span", null, cards.length === 1 ? "1 card" : `${cards.length} cards`));
    }
    const folded = docked && this.folded.has(panel.id);
    const row = h("div", { class: "hand", hidden: folded }, cards.map((card) => this.#card(card, scene)));
    if (!docked) return row;
    const title = h("button", { class: "hand-title quiet", "aria-expanded": String(!folded), onclick: () => {
      if (!this.folded.delete(panel.id)) this.folded.add(panel.id);
      row.hidden = this.folded.has(panel.id);
      title.setAttribute("aria-expanded", String(!row.hidden));
    } }, `${panel.title} (${cards.length})`);
    return h("section", { class: "hand-panel", id: `panel-${panel.id}` }, title, row);
  }

  #card(card, scene) {
    if (card.hidden) return h("div", { class: "card back", title: "A card face down" });
    const style = side_style(scene, card.side);
    return h("button", { class: "card", "data-card": card.id, style: { "--of": style.fill, "--on": style.text }, onclick: (event) => this.#touch(card.id, event) },
      h("span", { class: "card-head" }, card.corner ? h("span", { class: "corner" }, card.corner) : null, h("span", { class: "card-title" }, card.title || card.id)),
      card.text ? h("span", { class: "card-text" }, card.text) : null,
      list(card.uses).length ? h("span", { class: "card-uses" }, list(card.uses).map((use) => h("span", null, use))) : null,
      list(card.states).length ? h("span", { class: "card-states" }, card.states.join(", ")) : null);
  }

  #sheet(panel, scene) {
    const rows = list(panel.rows);
    const heads = list(panel.columns);
    const shared = heads.map((_, i) => common(rows.map((row) => row[i]).filter(Boolean)));
    const link = (id) => (id ? [" ", rule_link(this.table.game, id)] : null);
    return h("div", { class: "sheet-scroll" }, list(panel.lines).map((line) => h("p", null, line)), h("table", { class: "sheet" },
      heads.length ? h("thead", null, h("tr", null, heads.map((word, i) => h("th", { scope: "col" }, word, link(shared[i]))))) : null,
      h("tbody", null, rows.map((row) => h("tr", null, row.map((cell, i) =>
        h(i ? "td" : "th", { scope: i ? null : "row", class: `${cell.current ? "current" : ""} ${cell.side ? "sided" : ""}`, title: cell.tip || null, style: cell.side ? { "--of": side_style(scene, cell.side).fill } : {} }, cell.text, cell.rule !== shared[i] ? link(cell.rule) : null)))))));
  }

  #touch(id, event) {
    this.decider.touch_card(id, event, event.detail === 0);
  }

  #mark(pieces, chosen) {
    for (const one of [...this.dock.querySelectorAll("[data-card]"), ...this.element.querySelectorAll("[data-card]")]) {
      one.classList.toggle("can", pieces.has(one.dataset.card));
      one.classList.toggle("chosen", one.dataset.card === chosen);
    }
  }
}

/** The rule that all these cells name, if it is one. */
function common(cells) {
  const rules = new Set(cells.map((cell) => cell.rule ?? ""));
  return cells.length > 1 && rules.size === 1 ? [...rules][0] : "";
}
