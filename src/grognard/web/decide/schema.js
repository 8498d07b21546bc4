/** A checked decision that is no pose: a form from its schema, with suggestions to start from, judged while it is filled in. */

import { fill, h, list } from "../dom.js";
import { capital, refusal_list } from "./numbers.js";
import { field } from "./shape.js";

const AFTER = 250;

export class SchemaForm {
  #clock = 0;
  #turn = 0;

  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.held = h("div", { class: "form" });
    this.send = h("button", { class: "go", onclick: () => this.decider.choose(this.field.get()) }, "Decide");
    this.#start(list(decision.options)[0]?.value);
  }

  parts() {
    const suggested = list(this.decision.options);
    return [
      suggested.length > 1 ? h("div", { class: "presets" }, h("span", { class: "faint" }, "Start from: "), suggested.slice(0, 12).map((one) => h("button", { class: "preset", onclick: () => this.#start(one.value) }, short(one.label)))) : null,
      this.held, this.told, h("p", { class: "buttons" }, this.send),
    ];
  }

  #start(value) {
    this.field = field(this.decision.shape, this.decision.shape, value, () => this.#changed());
    fill(this.held, this.field.element);
    this.#changed(0);
  }

  #changed(after = AFTER) {
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

const short = (words) => (String(words).length > 48 ? `${capital(words).slice(0, 46)}…` : capital(words));
