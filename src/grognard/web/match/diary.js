/** The war diary: what happened, by which rule, with the dice; a filter; a touch goes to the place. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { tally_view } from "../decide/numbers.js";
import { icon } from "../icons.js";
import { dialog, toast } from "../popover.js";
import { rule_link } from "../rules/link.js";
import { side_mark, side_name, side_style } from "../board/sides.js";
import { dice_row } from "./dice.js";

const KINDS = { "": "Everything", roll: "Dice", choice: "Choices", event: "Events", heading: "Headings", handed: "From the umpire", correction: "Corrections" };

export class Diary {
  #lines = new Map();
  #all = false;

  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.words = "";
    this.kind = "";
    this.list = h("ol", { class: "diary-lines", "aria-label": "War diary" });
    this.find = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the diary", oninput: () => { this.words = this.find.value.toLowerCase(); this.#filter(); } }));
    this.pick = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Kind of lines", onchange: () => { this.kind = this.pick.value; this.#filter(); } }, Object.entries(KINDS).map(([value, word]) => h("option", { value }, word))));
    this.nothing = h("p", { class: "faint" }, "Nothing has happened yet.");
    this.older = h("button", { class: "plain-link older", onclick: () => this.#load() }, "Earlier lines");
    this.element = h("div", { class: "diary" }, h("div", { class: "diary-tools" }, this.find, this.pick), h("div", { class: "diary-scroll" }, this.older, this.nothing, this.list));
    this.#keep_at_end();
  }

  /** The last line stays in view until the reader himself scrolls away from it. */
  #keep_at_end() {
    this.stuck = true;
    const judge = () => setTimeout(() => (this.stuck = this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 60), 120);
    for (const name of ["wheel", "touchmove", "pointerup", "keyup"]) this.scroll.addEventListener(name, judge, { passive: true });
    new ResizeObserver(() => this.#to_end()).observe(this.scroll);
  }

  #to_end() {
    if (this.stuck) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  get scroll() {
    return this.list.parentElement;
  }

  show(scene, fresh) {
    const lines = list(scene.diary);
    const whole = lines.length === 0 || lines[0].number === 0;
    if (fresh || (whole && lines.length < this.#lines.size)) this.#clear();
    const last = lines.length ? lines[lines.length - 1].number : -1;
    for (const [number, drawn] of this.#lines) {
      if (number <= last) continue;
      drawn.remove();
      this.#lines.delete(number);
    }
    let added = false;
    for (const line of lines) {
      const old = this.#lines.get(line.number);
      if (old && old.dataset.text === line.text) continue;
      const made = this.#draw(line, scene);
      if (old) old.replaceWith(made);
      else this.list.append(made);
      this.#lines.set(line.number, made);
      added = true;
    }
    this.nothing.hidden = this.#lines.size > 0;
    this.older.hidden = this.#all || !lines.length || Math.min(...this.#lines.keys()) === 0;
    if (added) {
      this.#filter();
      if (fresh) this.stuck = true;
      this.#to_end();
    }
  }

  #clear() {
    this.#lines.clear();
    this.#all = false;
    fill(this.list);
  }

  async #load() {
    const seat = this.table.seat ?? "-";
    const lines = await api.diary(this.table.id, seat).catch(() => []);
    const least = Math.min(...this.#lines.keys());
    const made = lines.filter((line) => line.number < least).map((line) => {
      const drawn = this.#draw(line, this.table.scene);
      this.#lines.set(line.number, drawn);
      return drawn;
    });
    this.list.prepend(...made);
    this.#all = true;
    this.older.hidden = true;
    this.#filter();
  }

  #draw(line, scene) {
    const { table } = this;
    const there = this.board.where(line.piece, line.place);
    const style = line.side ? side_style(scene, line.side) : null;
    const made = h("li", { class: `line ${line.kind ?? "event"}`, "data-kind": line.kind ?? "event", "data-text": line.text, "data-number": line.number });
    if (style) made.append(h("span", { class: "line-side", title: side_name(scene, line.side), style: { color: style.fill } }, side_mark(scene, line.side)));
    made.append(
      there ? h("button", { class: "line-text", title: "Go there", onclick: () => this.board.flash(line.piece, line.place) }, line.text) : h("span", { class: "line-text" }, line.text),
      " ");
    const rule = rule_link(table.game, line.rule);
    if (rule) made.append(rule);
    if (list(line.dice).length) made.append(" ", dice_row(line.dice, line.sides));
    for (const tally of list(line.tallies)) made.append(tally_view(table.game, tally));
    made.append(h("button", { class: "wrong", title: "This looks wrong", "aria-label": `This looks wrong: ${line.text}`, onclick: () => this.#report(line) }, icon("flag")));
    return made;
  }

  #filter() {
    for (const made of this.#lines.values()) {
      const right = !this.kind || made.dataset.kind === this.kind || (this.kind !== "heading" && made.dataset.kind === "heading" && !this.words && this.kind === "event");
      made.hidden = !right || (Boolean(this.words) && !made.textContent.toLowerCase().includes(this.words));
    }
  }

  /** A file with the line, its rule, the dice and a match that can be replayed. */
  async #report(line) {
    const words = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 4, maxlength: 4000, placeholder: "What should have happened?" }));
    const answer = await dialog("This looks wrong", [h("p", { class: "example" }, line.text), h("p", null, "A file is made with this line, its rule, the dice and the whole match, so that it can be replayed. Nothing is sent anywhere."), words], [["Not now", "quiet"], ["Make the file", "go"]]);
    if (answer !== "Make the file") return;
    try {
      api.download(await api.report(this.table.id, { line: line.number, words: words.value, seat: this.table.seat ?? "" }));
      toast("The file is in your downloads.");
    } catch (error) {
      toast(error.message, "bad");
    }
  }
}
