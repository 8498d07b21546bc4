/**
 * What would my staff do? A bot's choice with its reasons, beside the question and on the map. It is never made for anybody;
 * a sheet can be begun with it.
 */

import { advised_points, draw_advice } from "../board/advice.js";
import { h as made, list } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../popover.js";
import { h, show } from "../view.js";
import { capital } from "./numbers.js";

const MANY = 12;

export class Hint {
  #asked = 0;
  #advice = null;

  /** @param {import("./decider.js").Decider} decider */
  constructor(decider) {
    this.decider = decider;
    this.element = made("div", { class: "staff", "aria-live": "polite" });
  }

  /** The button at the foot. */
  button() {
    const words = this.#asked ? "Your staff thinks …" : "What would my staff do?";
    const props = { class: "quiet", id: "hint", title: "h", disabled: this.#asked > 0, onclick: () => this.ask() };
    return h("button", props, icon("staff"), ` ${words}`);
  }

  /** Another question: what was said is void. */
  clear() {
    this.#asked = 0;
    this.#advice = null;
    show(this.element);
    draw_advice(this.decider.board, []);
  }

  async ask() {
    const { table, board } = this.decider;
    const { decision } = table;
    if (!decision || this.#asked) return;
    if (this.#advice) return this.#toggle();
    const asked = (this.#asked = performance.now());
    this.decider.renew_foot();
    try {
      const said = await table.hint();
      if (asked !== this.#asked) return;
      this.#advice = said;
      show(this.element, this.#words(said));
      this.element.scrollIntoView?.({ block: "nearest" });
      draw_advice(board, list(said.choices), said.ghosts);
      board.look_at(advised_points(board, list(said.choices), said.ghosts));
    } catch (error) {
      if (asked === this.#asked) toast(error.message, "bad");
    } finally {
      if (asked === this.#asked) {
        this.#asked = 0;
        this.decider.renew_foot();
      }
    }
  }

  #toggle() {
    this.clear();
    this.decider.renew_foot();
  }

  /** A sheet can be written as the staff would; it is still to be submitted. */
  #take(choices) {
    this.decider.write_down(choices.map((one) => one.value));
    this.#toggle();
  }

  /** @param {import("../types.js").HintAnswer} said */
  #words(said) {
    const choices = list(said.choices);
    const draft = this.decider.table.decision?.form === "draft";
    const names = choices.map((one) => capital(one.label));
    const more = names.length > MANY ? [h("li", { class: "faint" }, `and ${names.length - MANY} more`)] : [];
    const what = !draft
      ? h("p", { class: "staff-choice" }, said_briefly(names[0] ?? ""))
      : names.length
        ? [
            h("ol", { class: "staff-items" }, names.slice(0, MANY).map((one) => h("li", { key: one }, one)), more),
            h("p", null, h("button", { class: "preset", id: "take-advice", onclick: () => this.#take(choices) }, "Write this down")),
          ]
        : h("p", { class: "staff-choice" }, "Nothing: the sheet stays empty.");
    return [
      h("h4", null, "Your staff would choose"),
      what,
      list(said.reasons).map((one) => h("p", { class: "staff-reason", key: one }, one)),
      list(said.others).length ? h("p", { class: "faint" }, `It also thought of: ${list(said.others).join("; ")}.`) : null,
    ];
  }
}

/** A value without words (a pose) is only shown. */
const said_briefly = (words) => (/^[[{(]/.test(words) || words.length > 200 ? "What is drawn on the map." : words);
