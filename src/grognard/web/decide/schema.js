/**
 * A checked decision that is no pose: suggestions to choose from, and a form from its schema for everything else, judged
 * while it is filled in.
 */

import { fill, h, list } from "../dom.js";
import { capital, refusal_list } from "./numbers.js";
import { field } from "./shape.js";

const AFTER = 250;
const MANY = 40;
const MANY_FIELDS = 6;

export class SchemaForm {
  #clock = 0;
  #turn = 0;

  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.pressed = null;
    this.suggested = list(decision.options);
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.held = h("div", { class: "form" });
    this.presets = h("div", { class: "presets", role: "radiogroup", "aria-label": "Suggestions" });
    this.send = /** @type {HTMLButtonElement} */ (
      h("button", { class: "go", onclick: () => this.decider.choose(this.field.get()) }, "Decide")
    );
    this.#take(0);
  }

  parts() {
    const long = this.held.querySelectorAll("input, select").length > MANY_FIELDS;
    const form =
      this.suggested.length > 2 || (long && this.suggested.length)
        ? h("details", { class: "by-hand" }, h("summary", null, "By hand"), this.held)
        : this.held;
    return [this.suggested.length > 1 || (long && this.suggested.length) ? this.presets : null, form];
  }

  press() {
    return (this.pressed ??= [this.told, h("p", { class: "buttons" }, this.send)]);
  }

  /** Start from a suggestion. */
  #take(n) {
    this.taken = n;
    this.field = field(this.decision.shape, this.decision.shape, this.suggested[n]?.value, () => {
      this.taken = -1;
      this.send.disabled = true;
      this.#changed();
    });
    fill(this.held, this.field.element);
    this.#changed(0);
  }

  #mark() {
    fill(
      this.presets,
      this.suggested
        .slice(0, MANY)
        .map((one, i) =>
          h(
            "button",
            { class: "preset", role: "radio", "aria-checked": String(i === this.taken), onclick: () => this.#take(i) },
            short(one.label, i),
          ),
        ),
    );
  }

  #changed(after = AFTER) {
    this.#mark();
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => this.#check(), after);
  }

  async #check() {
    const turn = ++this.#turn;
    const refusals = await this.decider.table.check(this.field.get()).catch((error) => [{ rule: "", why: error.message }]);
    if (turn !== this.#turn) return;
    fill(this.told, refusals.length ? refusal_list(this.decider.game, refusals) : h("p", { class: "fine" }, "✓ This is allowed."));
    this.send.toggleAttribute("disabled", refusals.length > 0);
  }

  show() {
    this.decider.board.spots.set({ about: this.decision });
  }

  touch() {
    return false;
  }

  leave() {
    clearTimeout(this.#clock);
    this.#turn++;
  }
}

const short = (words, i) =>
  /[({=]/.test(words) ? `Suggestion ${i + 1}` : String(words).length > 70 ? `${capital(words).slice(0, 68)}…` : capital(words);
