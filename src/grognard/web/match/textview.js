/** The board as words: every place where something stands, for screen readers and for whoever likes lists. */

import { piece_words } from "../board/counter.js";
import { marker_words, markers_at } from "../board/markers.js";
import { fill, h, list } from "../dom.js";

export class TextView {
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.element = h("div", { class: "text-view" });
    this.visible = false;
  }

  show(scene) {
    if (!this.visible) return;
    const { layout } = this.board;
    const places = new Map();
    const open = [];
    const off = [];
    for (const piece of list(scene.pieces)) {
      if (layout.regions.has(piece.at ?? "") && piece.at) places.set(piece.at, [...(places.get(piece.at) ?? []), piece]);
      else if (piece.x !== undefined && piece.x !== null) open.push(piece);
      else off.push(piece);
    }
    for (const marker of list(scene.markers)) if (marker.at && !places.has(marker.at)) places.set(marker.at, []);
    const named = [...places].map(([place, pieces]) => [layout.name(place), place, pieces]).sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }));
    fill(this.element,
      h("h3", null, "The situation in words"),
      h("p", null, [scene.title, scene.turn, scene.phase].filter(Boolean).join(", "), ". ", list(scene.status).join(". ")),
      scene.score && Object.keys(scene.score).length ? h("p", null, "Score: ", Object.entries(scene.score).map(([side, points]) => `${scene.side_names?.[side] ?? side} ${points}`).join(", ")) : null,
      scene.decision ? h("p", null, h("b", null, scene.decision.prompt)) : null,
      named.length ? h("dl", null, named.map(([name, place, pieces]) => [
        h("dt", null, h("button", { class: "plain-link", onclick: () => this.board.flash("", place) }, name), this.#ground(place)),
        h("dd", null, h("ul", null, pieces.map((piece) => this.#piece(piece, scene)), markers_at(scene, place).map((marker) => h("li", { class: "faint" }, marker_words(marker))))),
      ])) : null,
      open.length ? [h("h4", null, "On the table"), h("ul", null, open.map((piece) => this.#piece(piece, scene, `at ${Math.round(piece.x)}, ${Math.round(piece.y)}, facing ${Math.round(piece.facing ?? 0)} degrees`)))] : null,
      off.length ? [h("h4", null, "Off the map"), h("ul", null, off.map((piece) => this.#piece(piece, scene)))] : null);
  }

  #ground(place) {
    const region = this.board.layout.regions.get(place);
    return region?.kind ? h("span", { class: "faint" }, ` ${region.kind.replaceAll("-", " ")}`) : null;
  }

  #piece(piece, scene, where = "") {
    return h("li", null, h("button", { class: "plain-link", onclick: () => this.board.flash(piece.id, piece.at) }, piece_words(piece, scene)), where ? ` ${where}` : "", Object.entries(piece.facts ?? {}).map(([name, words]) => `; ${name}: ${words}`));
  }
}
