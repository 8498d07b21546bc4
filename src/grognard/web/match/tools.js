/** The tools of the map: nearer, farther, fit, follow, go to a place, layers. And what a piece or place is. */

import { piece_words } from "../board/words.js";
import { marker_words, markers_at } from "../board/markers.js";
import { side_name } from "../board/sides.js";
import { count, fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { popover, toast } from "../popover.js";
import { rule_link } from "../rules/link.js";

const FOLLOW = "grognard.follow";
const BY_FINGERS = { class: "tool by-fingers" }; // where two fingers do it, it needs no button

export class Tools {
  constructor(table, board, decider) {
    this.table = table;
    this.board = board;
    this.decider = decider;
    decider.follow = localStorage.getItem(FOLLOW) !== "no";
    const tool = (word, label, key, onclick, more = {}) =>
      h("button", { class: "tool", "aria-label": label, title: `${label} (${key})`, onclick, ...more }, icon(word));
    this.follow_button = tool("follow", "Follow the action", "f", () => this.follow(), { "aria-pressed": String(decider.follow) });
    this.layers_button = tool("layers", "Layers", "o", () => this.layers());
    this.element = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Map" },
      tool("plus", "Nearer", "+", () => board.camera.zoom(1.35), BY_FINGERS),
      tool("minus", "Farther", "-", () => board.camera.zoom(1 / 1.35), BY_FINGERS),
      tool("fit", "See all", "0", () => board.fit()),
      this.follow_button,
      tool("find", "Go to a place", "g", () => this.go_to()),
      this.layers_button,
    );
  }

  show(scene) {
    this.layers_button.hidden = !list(scene.overlays).length;
  }

  follow() {
    this.decider.follow = !this.decider.follow;
    localStorage.setItem(FOLLOW, this.decider.follow ? "yes" : "no");
    this.follow_button.setAttribute("aria-pressed", String(this.decider.follow));
    toast(this.decider.follow ? "The map follows the action." : "The map stays where you put it.");
  }

  layers() {
    const { scene } = this.table;
    const all = list(scene?.overlays);
    if (!all.length) return;
    const shown = this.board.shown_overlays;
    popover(this.layers_button, [h("h3", null, "Layers"), h("ul", { class: "layers" }, all.map((overlay) => {
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: () => {
        if (box.checked) shown.add(overlay.id);
        else shown.delete(overlay.id);
        this.board.show(this.table.scene);
      } }));
      box.checked = shown.has(overlay.id);
      return h(
        "li",
        null,
        h(
          "label",
          null,
          box,
          " ",
          overlay.title,
          overlay.side ? h("span", { class: "faint" }, ` (${side_name(scene, overlay.side)})`) : null,
        ),
        " ",
        rule_link(this.table.game, overlay.rule),
      );
    }))], { label: "Layers" });
  }

  /** Search for a place or a piece by name. */
  go_to() {
    const { layout } = this.board;
    const things = [
      ...[...layout.regions.values()].map((region) => ({
        words: layout.name(region.id),
        place: region.id,
        piece: "",
        rank: region.label ? 1 : 2,
      })),
      ...list(this.table.scene?.pieces)
        .filter((piece) => piece.name && this.board.piece(piece.id))
        .map((piece) => ({ words: piece.name, place: piece.at, piece: piece.id, rank: 0 })),
    ];
    const found = h("ul", { class: "found" });
    const find = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "search",
        placeholder: "Name of a place or a piece",
        "aria-label": "Name of a place or a piece",
        autofocus: true,
        oninput: () => look(),
      })
    );
    const made = popover(this.element, [find, found], { label: "Go to a place" });
    const go = (thing) => {
      made.close();
      this.board.flash(thing.piece, thing.place);
    };
    const look = () => {
      const words = find.value.trim().toLowerCase();
      const hits = things
        .filter((thing) => thing.words.toLowerCase().includes(words))
        .sort(
          (a, b) =>
            b.words.toLowerCase().startsWith(words) - a.words.toLowerCase().startsWith(words) ||
            a.rank - b.rank ||
            a.words.localeCompare(b.words),
        )
        .slice(0, 9);
      fill(found, hits.map((thing) => h("li", null, h("button", { class: "option quiet", onclick: () => go(thing) }, thing.words))));
      made.first = hits[0];
      made.place();
    };
    find.addEventListener("keydown", (event) => event.key === "Enter" && made.first && go(made.first));
    look();
  }
}

/** What a piece or a place is, as elements. */
export function describe(table, board, id, place) {
  const { scene } = table;
  const piece = list(scene.pieces).find((one) => one.id === id);
  const made = [];
  if (piece) {
    const facts = Object.entries(piece.facts ?? {});
    made.push(
      h("h3", null, piece.hidden ? "Unknown" : piece.name || piece_words(piece, scene)),
      h("p", { class: "faint" }, piece_words(piece, scene)),
    );
    if (facts.length) made.push(h("dl", { class: "facts" }, facts.map(([name, words]) => [h("dt", null, name), h("dd", null, words)])));
  }
  const region = board.layout.regions.get(place);
  if (region && !board.board?.made_up) {
    made.push(
      h(
        "p",
        { class: "where" },
        board.layout.name(place),
        region.kind ? `, ${region.kind.replaceAll("-", " ")}` : "",
        region.elevation ? `, level ${region.elevation}` : "",
        list(region.tags).length ? `, ${region.tags.join(", ")}` : "",
      ),
    );
    const others = list(scene.pieces).filter((one) => one.at === place && one.id !== id);
    if (others.length)
      made.push(
        h(
          "p",
          { class: "faint" },
          `${count(others.length, piece ? "other piece" : "piece")}: `,
          others
            .slice(0, 6)
            .map((one) => one.name || piece_words(one, scene))
            .join("; "),
        ),
      );
  }
  for (const marker of place ? markers_at(scene, place) : []) made.push(h("p", { class: "faint" }, marker_words(marker)));
  return made;
}

/** Words that follow the hand over pieces. */
export class Tip {
  #clock = 0;

  constructor(table, board) {
    this.element = h("div", { class: "tip", role: "tooltip", hidden: true });
    board.on("hover", (piece, place, event) => {
      const key = piece?.id ?? "";
      if (key === this.key) return;
      this.key = key;
      this.element.hidden = true;
      clearTimeout(this.#clock);
      if (!piece || !event) return;
      this.#clock = setTimeout(() => {
        fill(this.element, describe(table, board, piece.id, ""));
        this.element.hidden = false;
        const { width, height } = this.element.getBoundingClientRect();
        this.element.style.left = `${Math.min(event.clientX + 16, window.innerWidth - width - 8)}px`;
        this.element.style.top = `${event.clientY + 22 + height > window.innerHeight ? event.clientY - height - 14 : event.clientY + 22}px`;
      }, 420);
    });
    board.port.addEventListener("pointerdown", () => this.hide());
  }

  hide() {
    clearTimeout(this.#clock);
    this.element.hidden = true;
    this.key = "";
  }
}
