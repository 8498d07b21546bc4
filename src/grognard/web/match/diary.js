/** The war diary: what happened, by which rule, with the dice; a filter; a touch goes to the place. New lines are read out. */

import * as api from "../api.js";
import { h as made, list } from "../dom.js";
import { counting, tally_view } from "../decide/numbers.js";
import { icon } from "../icons.js";
import { dialog, toast } from "../popover.js";
import { rule_link } from "../rules/link.js";
import { side_mark, side_name, side_style } from "../board/sides.js";
import { h, show, standing } from "../view.js";
import { dice_row, line_words } from "./dice.js";

const KINDS = {
  "": "Everything",
  roll: "Dice",
  choice: "Choices",
  event: "Events",
  heading: "Headings",
  handed: "From the umpire",
  correction: "Corrections",
};
const KEPT = 160; // lines that stay on the page; earlier ones come back when they are asked for

/** Enter and space press what is no button, because the words of a button would not run on in a line. */
const by_key = (go) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  go();
};

export class Diary {
  /** @type {Map<number, import("../types.js").EventView>} */
  #lines = new Map();
  #drawn = new Map();
  #all = false;
  #words = "";
  #kind = "";

  /** @param {import("./table.js").Table} table @param {import("../board/board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {null | ((lines: import("../types.js").EventView[]) => void)} */
    this.look_again = null;
    this.scroll = made("div", { class: "diary-scroll", tabindex: 0, role: "log", "aria-label": "War diary" });
    this.tools = made("div", { class: "diary-tools" });
    this.element = made("div", { class: "diary" }, this.tools, this.scroll);
    this.#draw_tools();
    this.#keep_at_end();
  }

  #draw_tools() {
    const find = (event) => {
      this.#words = event.target.value.toLowerCase();
      this.#draw();
    };
    const pick = (event) => {
      this.#kind = event.target.value;
      this.#draw();
    };
    show(
      this.tools,
      h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the diary", oninput: find }),
      h(
        "select",
        { "aria-label": "Kind of lines", onchange: pick },
        Object.entries(KINDS).map(([value, word]) => h("option", { value }, word)),
      ),
    );
  }

  /** The last line stays in view until the reader himself scrolls away from it. */
  #keep_at_end() {
    this.stuck = true;
    const { scroll } = this;
    const judge = () => setTimeout(() => (this.stuck = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60), 120);
    for (const name of ["wheel", "touchmove", "pointerup", "keyup"]) scroll.addEventListener(name, judge, { passive: true });
    new ResizeObserver(() => this.#to_end()).observe(scroll);
  }

  #to_end() {
    if (this.stuck) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  /** @param {import("../types.js").Scene} scene @param {boolean} fresh other eyes look at it than before */
  show(scene, fresh) {
    const lines = list(scene.diary);
    const whole = lines.length === 0 || lines[0].number === 0;
    if (fresh || (whole && lines.length < this.#lines.size)) this.#clear();
    const last = lines.at(-1)?.number ?? -1;
    let changed = fresh;
    for (const number of this.#lines.keys()) {
      if (number <= last) continue;
      this.#lines.delete(number);
      changed = true;
    }
    for (const line of lines) {
      const old = this.#lines.get(line.number);
      if (old === line || (old && old.text === line.text)) continue;
      this.#lines.set(line.number, line);
      this.#drawn.delete(line.number);
      changed = true;
    }
    if (!this.#all) for (const number of [...this.#lines.keys()].slice(0, -KEPT)) this.#lines.delete(number);
    if (!changed && this.scroll.firstChild) return;
    if (fresh) this.stuck = true;
    this.#draw();
    this.#to_end();
  }

  #clear() {
    this.#lines.clear();
    this.#drawn.clear();
    this.#all = false;
  }

  async #load() {
    const lines = await api.diary(this.table.id, this.table.seat ?? "-").catch(() => []);
    this.#lines = new Map([...lines.map((line) => [line.number, line]), ...this.#lines]);
    this.#all = true;
    this.#draw();
  }

  #draw() {
    const lines = [...this.#lines.values()];
    const earlier = !this.#all && lines.length && lines[0].number > 0;
    show(this.scroll,
      earlier ? h("button", { class: "plain-link older", onclick: () => this.#load() }, "Earlier lines") : null,
      lines.length ? null : h("p", { class: "faint" }, "Nothing has happened yet."),
      h("ol", { class: "diary-lines" }, lines.filter((line) => this.#fits(line)).map((line) => this.#line(line))));
  }

  #fits(line) {
    const kind = line.kind ?? "event";
    const head = kind === "heading" && !this.#words && this.#kind === "event";
    if (this.#kind && kind !== this.#kind && !head) return false;
    if (!this.#words) return true;
    return `${line.text} ${line.rule} ${list(line.tallies).map((tally) => tally.title).join(" ")}`.toLowerCase().includes(this.#words);
  }

  /** A line is drawn once: the same part again is left alone. */
  #line(line) {
    if (!this.#drawn.has(line.number)) this.#drawn.set(line.number, this.#made(line));
    return this.#drawn.get(line.number);
  }

  #made(line) {
    const { table } = this;
    const { scene } = table;
    const there = this.board.where(line.piece, line.place);
    const go = () => this.board.flash(line.piece, line.place);
    const mark =
      line.side &&
      h(
        "span",
        { class: "line-side", title: side_name(scene, line.side), style: { color: side_style(scene, line.side).fill } },
        side_mark(scene, line.side),
      );
    return h(
      "li",
      { class: `line ${line.kind ?? "event"}`, "data-kind": line.kind ?? "event", "data-number": line.number, key: line.number },
      mark || null,
      there
        ? h("span", { class: "line-text there", title: "Go there", role: "button", tabindex: 0, onclick: go, onkeydown: by_key(go) },
            line_words(line))
        : h("span", { class: "line-text" }, line_words(line)),
      " ",
      rule_link(table.game, line.rule),
      list(line.dice).length ? [" ", this.#dice(line)] : null,
      counting(line.tallies).map((tally) => tally_view(table.game, tally)),
      h(
        "button",
        { class: "wrong", title: "This looks wrong", "aria-label": `This looks wrong: ${line.text}`, onclick: () => this.#report(line) },
        icon("flag"),
      ),
    );
  }

  /** The dice of a line; a touch opens the throw again, with what came of it. */
  #dice(line) {
    const open = () => {
      const after = [...this.#lines.values()].filter((one) => one.number > line.number);
      const end = after.findIndex((one) => one.kind === "choice" || one.kind === "heading" || list(one.dice).length);
      this.look_again?.([line, ...after.slice(0, end < 0 ? 4 : Math.min(end, 4))]);
    };
    return h("button", { class: "again", title: "Look at it again", onclick: open }, dice_row(line.dice, line.sides));
  }

  /** A file with the line, its rule, the dice and a match that can be replayed. */
  async #report(line) {
    const label = "What should have happened?";
    const words = /** @type {HTMLTextAreaElement} */ (
      made("textarea", { rows: 4, maxlength: 4000, placeholder: label, "aria-label": label })
    );
    const told =
      "A file is made with this line, its rule, the dice and the whole match, so that it can be replayed. Nothing is sent anywhere.";
    const content = standing(h("div", null, h("p", { class: "example" }, line.text), h("p", null, told)));
    const answer = await dialog("This looks wrong", [content, words], [["Not now", "quiet"], ["Make the file", "go"]]);
    if (answer !== "Make the file") return;
    try {
      api.download(await api.report(this.table.id, { line: line.number, words: words.value, seat: this.table.seat ?? "" }));
      toast("The file is in your downloads.");
    } catch (error) {
      toast(error.message, "bad");
    }
  }
}
