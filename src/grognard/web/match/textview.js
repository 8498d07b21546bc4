/** The board as words: every place where something stands, for screen readers and for whoever likes lists. */

import { piece_words } from "../board/words.js";
import { marker_words, markers_at } from "../board/markers.js";
import { h as made, list } from "../dom.js";
import { h, show } from "../view.js";

export class TextView {
  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.element = made("div", { class: "text-view" });
    this.visible = false;
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    if (!this.visible) return;
    const { places, open, off } = this.#sorted(scene);
    const names = scene.side_names ?? {};
    const score = Object.entries(scene.score ?? {}).map(([side, points]) => `${names[side] ?? side} ${points}`).join(", ");
    const at = (piece) => `at ${Math.round(piece.x)}, ${Math.round(piece.y)}, facing ${Math.round(piece.facing ?? 0)} degrees`;
    show(this.element,
      h("h3", null, "The situation in words"),
      h("p", null, [scene.title, scene.turn, scene.phase].filter(Boolean).join(", "), ". ", list(scene.status).join(". ")),
      score ? h("p", null, "Score: ", score) : null,
      scene.decision ? h("p", null, h("b", null, scene.decision.prompt)) : null,
      places.length ? h("dl", null, places.map(([name, place, pieces]) => this.#place(scene, name, place, pieces))) : null,
      open.length ? [h("h4", null, "On the table"), h("ul", null, open.map((piece) => this.#piece(piece, scene, at(piece))))] : null,
      off.length ? [h("h4", null, "Off the map"), h("ul", null, off.map((piece) => this.#piece(piece, scene)))] : null);
  }

  #sorted(scene) {
    const { layout } = this.board;
    const held = new Map();
    const open = [];
    const off = [];
    for (const piece of list(scene.pieces)) {
      if (piece.at && layout.regions.has(piece.at)) held.set(piece.at, [...(held.get(piece.at) ?? []), piece]);
      else if (piece.x !== undefined && piece.x !== null) open.push(piece);
      else off.push(piece);
    }
    for (const marker of list(scene.markers)) if (marker.at && !held.has(marker.at)) held.set(marker.at, []);
    const places = [...held].map(([place, pieces]) => [layout.name(place), place, pieces]);
    places.sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }));
    return { places, open, off };
  }

  #place(scene, name, place, pieces) {
    const go = () => this.board.flash("", place);
    return [
      h("dt", null, h("button", { class: "plain-link", onclick: go }, name), this.#ground(place)),
      h("dd", null, h("ul", null, pieces.map((piece) => this.#piece(piece, scene)),
        markers_at(scene, place).map((marker) => h("li", { class: "faint" }, marker_words(marker))))),
    ];
  }

  #ground(place) {
    const region = this.board.layout.regions.get(place);
    return region?.kind ? h("span", { class: "faint" }, ` ${region.kind.replaceAll("-", " ")}`) : null;
  }

  #piece(piece, scene, where = "") {
    const go = () => this.board.flash(piece.id, piece.at);
    return h("li", null, h("button", { class: "plain-link", onclick: go }, piece_words(piece, scene)), where ? ` ${where}` : "",
      Object.entries(piece.facts ?? {}).map(([name, words]) => `; ${name}: ${words}`));
  }
}
