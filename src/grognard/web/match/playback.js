/** The moves of others while they are played back: what the diary says of each, under its own side's mark, with its dice. */

import { side_mark, side_name, side_style } from "../board/sides.js";
import { piece_words } from "../board/words.js";
import { h as made, list } from "../dom.js";
import { h, show } from "../view.js";
import { dice_row, line_words } from "./dice.js";

const LINES = 3;
const LETTERS = 220;
const NAMES = 3;

/**
 * Lines in portions that can be read at a glance.
 * @param {import("../types.js").EventView[]} lines
 */
export function portions(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    const long = last && last.reduce((sum, one) => sum + one.text.length, 0) + line.text.length > LETTERS;
    const apart = last && (line.kind === "heading" || long || last.length >= LINES);
    if (last && !apart) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** Pieces that stand elsewhere than before, or are new. */
export function moved(before, after) {
  const was = new Map(list(before?.pieces).map((piece) => [piece.id, piece]));
  return list(after?.pieces).filter((piece) => {
    const old = was.get(piece.id);
    return old && (old.at !== piece.at || old.x !== piece.x || old.y !== piece.y);
  });
}

/** "Moved: Panther, Tiger, 2 unseen units." */
export function moved_words(pieces, scene) {
  const seen = pieces.filter((piece) => !piece.hidden).map((piece) => piece.name || piece_words(piece, scene));
  const unseen = pieces.length - seen.length;
  const words = seen.slice(0, NAMES);
  if (seen.length > NAMES) words.push(`${seen.length - NAMES} more`);
  if (unseen) words.push(unseen === 1 ? "an unseen unit" : `${unseen} unseen units`);
  return words.length ? `Moved: ${words.join(", ")}.` : "";
}

export class Playback {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = made("div", { class: "step", hidden: true, role: "status" });
    table.on("playing", (on) => {
      if (!on) this.hide();
    });
    table.on("step", (step) => this.show(step));
  }

  hide() {
    this.element.hidden = true;
    show(this.element);
  }

  /** @param {{lines: import("../types.js").EventView[], text: string, quiet?: boolean}} step quiet: a window tells it */
  show({ lines, text, quiet = false }) {
    const { scene } = this.table;
    this.element.hidden = quiet || (!lines.length && !text);
    show(this.element,
      lines.length ? h("ul", null, lines.map((line) => this.#line(line, scene))) : h("p", null, text),
      h("span", { class: "step-buttons" },
        h("button", { class: "quiet", title: "Space", onclick: () => this.table.skip() }, "Next"),
        h("button", { class: "quiet", onclick: () => this.table.skip(true) }, "Skip all")));
  }

  #line(line, scene) {
    const mark = line.side
      ? h(
          "span",
          { class: "line-side", title: side_name(scene, line.side), style: { color: side_style(scene, line.side).fill } },
          side_mark(scene, line.side),
        )
      : null;
    return h("li", { class: line.kind ?? "event", key: line.number }, mark, line_words(line),
      list(line.dice).length ? [" ", dice_row(line.dice, line.sides)] : null);
  }
}
