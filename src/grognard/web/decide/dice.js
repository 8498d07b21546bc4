/** Dice thrown by hand: each die is a row of faces; touch what fell. */

import { fill, h, list } from "../dom.js";
import { die } from "../match/dice.js";

/** The faces and the number of dice, if this decision is a throw: its suggestions are all dice alike, face by face. */
export function throw_of(decision) {
  const values = list(decision.options).map((option) => option.value);
  const count = values[0]?.length ?? 0;
  const alike = values.every(
    (one) => Array.isArray(one) && one.length === count && one.every((face) => Number.isInteger(face) && face === one[0]),
  );
  if (!alike || !count || values.length < 2 || decision.shape?.type !== "array") return null;
  return { count, faces: values.map((one) => one[0]) };
}

export class DiceForm {
  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.pressed = null;
    const { count, faces } = throw_of(decision);
    this.faces = faces;
    this.fell = Array.from({ length: count }, () => null);
    this.rows = h("div", { class: "throw" });
    this.send = h("button", { class: "go", disabled: true, onclick: () => this.decider.choose(this.fell) }, "So they fell");
  }

  parts() {
    return [this.rows];
  }

  press() {
    return (this.pressed ??= h(
      "p",
      { class: "buttons" },
      this.send,
      h("button", { class: "quiet", onclick: () => this.#by_chance() }, "Let the machine throw"),
    ));
  }

  show() {
    const sides = this.faces.length;
    this.decider.board.spots.set({ about: this.decision });
    fill(
      this.rows,
      this.fell.map((fell, n) =>
        h(
          "div",
          { class: "throw-row", role: "radiogroup", "aria-label": `Die ${n + 1}` },
          this.faces.map((face) =>
            h(
              "button",
              {
                class: "face",
                role: "radio",
                "aria-checked": String(fell === face),
                "aria-label": String(face),
                onclick: () => this.#fall(n, face),
              },
              die(face, sides),
            ),
          ),
        ),
      ),
    );
    this.send.toggleAttribute("disabled", this.fell.includes(null));
  }

  #fall(n, face) {
    this.fell[n] = face;
    this.show();
    /** @type {HTMLElement} */ (this.rows.querySelector(`.throw-row:nth-child(${n + 1}) [aria-checked="true"]`))?.focus();
  }

  #by_chance() {
    const chance = crypto.getRandomValues(new Uint32Array(this.fell.length));
    this.fell = [...chance].map((value) => this.faces[value % this.faces.length]);
    this.show();
  }

  /** Number keys: the next die that has not fallen. */
  key(event) {
    const face = Number(event.key);
    const n = this.fell.indexOf(null);
    if (n < 0 || !/^\d$/.test(event.key) || !this.faces.includes(face)) return false;
    this.#fall(n, face);
    return true;
  }

  touch() {
    return false;
  }
}
