/** Bots try the draft in the background, and say what they found while one goes on working. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";

const EVERY = 1500; // milliseconds between two looks

export class Trial {
  /** @param {import("./draft.js").Draft} draft @param {string[]} bots */
  constructor(draft, bots) {
    this.draft = draft;
    this.id = "";
    this.clock = 0;
    this.lines = h("ul", { class: "trial-lines", "aria-live": "polite", "aria-label": "What the bots found" });
    this.state = h("p", { class: "trial-state" });
    this.bot = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Which bot" },
      bots.map((one) => h("option", { value: one }, one))));
    this.bot.value = bots.includes("best") ? "best" : bots[0];
    this.matches = /** @type {HTMLInputElement} */ (h("input",
      { type: "number", min: 1, max: 100, value: 20, "aria-label": "How many matches" }));
    this.stop = /** @type {HTMLButtonElement} */ (h("button", { type: "button", hidden: true, onclick: () => this.end() }, "Stop"));
    this.element = h("div", { class: "trial" },
      h("p", null, "Bots play it among themselves. You can go on working. The best one thinks longest."),
      h("p", { class: "buttons" }, h("button", { type: "button", class: "go", onclick: () => this.begin() }, "Let bots play"), " ",
        this.matches, " matches by ", this.bot, " ", this.stop),
      this.state, this.lines);
  }

  async begin() {
    try {
      this.state.textContent = "The bots sit down.";
      fill(this.lines);
      this.#show(await api.try_draft(this.draft.game, this.draft.text, Number(this.matches.value) || 20, this.bot.value));
    } catch (error) {
      this.state.textContent = error.message;
    }
  }

  #show(view) {
    this.id = view.id;
    this.stop.hidden = view.done;
    this.state.textContent = view.done ? `${view.played} of ${view.wanted} matches played.`
      : `Match ${view.played + 1} of ${view.wanted} is being played.`;
    fill(this.lines, view.lines.map((line) => h("li", null, line)));
    clearTimeout(this.clock);
    if (!view.done && !this.draft.closed) this.clock = window.setTimeout(() => this.#look(), EVERY);
  }

  async #look() {
    try {
      this.#show(await api.trial(this.draft.game, this.id));
    } catch (error) {
      this.state.textContent = error.message;
    }
  }

  async end() {
    await api.end_trial(this.draft.game, this.id).catch(() => undefined);
    this.#look();
  }

  close() {
    clearTimeout(this.clock);
  }
}
