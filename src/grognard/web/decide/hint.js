/**
 * What would my staff do? A bot's choice with its reasons, beside the question and on the map. It is never made unasked: one
 * can tell the staff to do so, or to go on until the turn ends or orders are to be written; a sheet can be begun with it.
 */

import { advised_points, draw_advice } from "../board/advice.js";
import { count, h as made, list } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../popover.js";
import { h, show } from "../view.js";
import { capital } from "./numbers.js";

const MANY = 12;
const GO_ON = "Your staff answers what is asked until the turn ends or orders are to be written; you can stop it at any time.";

export class Hint {
  #asked = 0;
  #advice = null;
  /** @type {{turn: string, made: number} | null} the staff commands: in which turn, after how many choices of its own */
  #commands = null;

  /** @param {import("./decider.js").Decider} decider */
  constructor(decider) {
    this.decider = decider;
    this.element = made("div", { class: "staff", "aria-live": "polite" });
  }

  get commands() {
    return Boolean(this.#commands);
  }

  /** The button at the foot. */
  button() {
    const stop = { class: "quiet", id: "stop-staff", title: "Esc", onclick: () => this.stop() };
    if (this.#commands) return h("button", stop, icon("staff"), " Stop");
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

  /** What the screen says while the staff commands. */
  strip() {
    const made = this.#commands?.made;
    return this.#commands ? h("p", { class: "commands", role: "status" }, `Your staff commands: ${count(made, "choice")} made.`) : null;
  }

  /** The staff does not command any more. */
  stop(words = "You command again.") {
    if (!this.#commands) return false;
    const { made } = this.#commands;
    this.#commands = null;
    this.#asked = 0;
    if (made) toast(`Your staff made ${count(made, "choice")}. ${words}`);
    this.decider.renew_foot();
    return true;
  }

  /** The staff does as it said, and goes on until the turn ends or orders are to be written. */
  #command() {
    const { value } = this.#advice;
    this.#commands = { turn: this.decider.table.now.turn ?? "", made: 0 };
    return this.#make(value);
  }

  async #make(value) {
    const { decider } = this;
    this.#commands.made++;
    if (!(await decider.said(decider.table.choose(value)))) this.stop();
  }

  /** Another question: does the staff answer it? What it would not have been told to do is asked. */
  async go_on() {
    if (!this.#commands) return;
    const { table } = this.decider;
    const { decision, now } = table;
    if (!decision) return;
    if (decision.form === "draft") return void this.stop("Here are orders to be written.");
    if ((now.turn ?? "") !== this.#commands.turn) return void this.stop("A new turn begins.");
    const asked = (this.#asked = performance.now());
    this.decider.renew_foot();
    try {
      const said = await patiently(() => table.hint());
      if (asked !== this.#asked || !this.#commands) return;
      this.#asked = 0;
      await this.#make(said.value);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.stop();
      toast(error.message, "bad");
    }
  }

  async ask() {
    const { table, board } = this.decider;
    const { decision } = table;
    if (!decision || this.#asked || this.#commands) return;
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

  /** What the staff would choose can be chosen by it. */
  #orders(said) {
    const [first] = list(said.choices);
    if (!first) return null;
    return h("p", { class: "staff-orders" },
      h("button", { class: "preset", id: "do-advice", onclick: () => this.decider.choose(said.value, first.label, first) }, "Do so"),
      h("button", { class: "quiet", id: "go-on", title: GO_ON, onclick: () => this.#command() }, "Do so, and go on until the turn ends"));
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
      draft || this.decider.table.lesson ? null : this.#orders(said),
      list(said.others).length ? h("p", { class: "faint" }, `It also thought of: ${list(said.others).join("; ")}.`) : null,
    ];
  }
}

/** The staff may still be at what it was asked before: it is asked again. */
async function patiently(ask, most = 8) {
  for (let n = 1; ; n++) {
    try {
      return await ask();
    } catch (error) {
      if (n >= most) throw error;
      await new Promise((on) => setTimeout(on, 250 * n));
    }
  }
}

/** A value without words (a pose) is only shown. */
const said_briefly = (words) => (/^[[{(]/.test(words) || words.length > 200 ? "What is drawn on the map." : words);
