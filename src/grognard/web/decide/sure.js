/**
 * Asking once more before what cannot be taken back: in the panel, with the odds in sight and the map free. Touching the same
 * again is yes, whatever else is touched is no. Whoever knows what he does can switch it off.
 */

import { fill, h as made, list } from "../dom.js";
import { wished } from "../settings.js";
import { h, show, standing } from "../view.js";
import { capital, numbers } from "./numbers.js";

/**
 * Is this asked again? What cannot be taken back is; and where a decision has stakes, all but leaving it alone.
 * @param {import("../types.js").DecisionView} decision
 * @param {import("../types.js").OptionView | null} option
 */
export function asks_again(decision, option) {
  if (!wished("sure")) return false;
  if (option?.decline || option?.done) return Boolean(option.final);
  return Boolean(option?.final || decision.stakes);
}

const SOON = 350; // the second half of a double click says nothing

export class Sure {
  #held = null;
  #answer = null;
  #option = null;
  #since = 0;

  /** @param {HTMLElement} panel where it is asked */
  constructor(panel) {
    this.panel = panel;
  }

  get open() {
    return this.#answer !== null;
  }

  /**
   * Where the game shows no odds of an attack or of fire, the staff tries it out while one reads.
   * @param {import("../match/table.js").Table} table
   * @returns {Promise<boolean>}
   */
  ask(table, decision, option, label) {
    this.close(false);
    const shown = option && (list(option.odds).length || list(option.tallies).length) ? option : decision;
    const unknown = option && ["attack", "fire"].includes(option.kind) && !list(shown.odds).length && !table.lesson;
    const tried = made("div", { class: "tried", "aria-live": "polite" });
    if (unknown) try_out(table, option.value, tried);
    const back = document.activeElement;
    const yes = made("button", { class: "go", onclick: () => this.close(true) }, "Do it");
    this.#held = /** @type {HTMLDialogElement} */ (made("dialog", { class: "sure", "aria-label": decision.prompt }));
    const words = made("div", { class: "sure-text" });
    show(words,
      h("p", { class: "who" }, decision.prompt),
      h("h2", null, capital(label || "Do it")),
      ...numbers(table.game, shown),
      unknown ? tried : null,
      decision.stakes ? h("p", { class: "stakes" }, "⚠ ", decision.stakes) : h("p", { class: "final" }, "This cannot be taken back."));
    fill(this.#held, words,
      made("p", { class: "buttons" }, made("button", { class: "quiet", onclick: () => this.close(false) }, "Not yet"), yes));
    this.panel.append(this.#held);
    this.panel.classList.add("settling");
    this.#held.show();
    yes.focus({ preventScroll: true });
    this.#option = option;
    this.#since = performance.now();
    return new Promise((answer) => {
      this.#answer = (said) => {
        if (!said && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
        answer(said);
      };
    });
  }

  /** The answer, whoever gives it. @param {boolean} said */
  close(said) {
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = null;
    this.#held.remove();
    this.panel.classList.remove("settling");
    answer(said);
  }

  /** A touch on the map while it is asked: the same thing again is yes. True if that was all that was meant. */
  touch({ piece, place }) {
    if (!this.open) return false;
    const { piece: mine = "", place: there = "" } = this.#option ?? {};
    const again = there ? there === place || there === piece : Boolean(mine) && mine === piece;
    if (again && performance.now() - this.#since < SOON) return true;
    this.close(again);
    return again;
  }
}

/** What may come of it, shown here when the staff has tried it. */
export async function try_out(table, value, held) {
  show(held, h("p", { class: "faint" }, "Your staff tries it out …"));
  const told = await table.trial(value);
  show(held, told ? [...numbers(table.game, told), h("p", { class: "odds-words" }, told.words)] : null);
}
