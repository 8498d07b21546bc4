/** Bots try the draft in the background, and say what they found while one goes on working; also when the page was left. */

import * as api from "../api.js";
import { count, fill, h } from "../dom.js";

const EVERY = 1500; // milliseconds between two looks

export class Trial {
  /** @param {import("./draft.js").Draft} draft @param {string[]} bots */
  constructor(draft, bots) {
    this.draft = draft;
    this.id = "";
    this.clock = 0;
    this.shelf = `grognard.trial.${draft.game}`;
    this.lines = h("ul", { class: "trial-lines", "aria-live": "polite", "aria-label": "What the bots found" });
    this.state = h("p", { class: "trial-state" });
    this.bar = /** @type {HTMLProgressElement} */ (h("progress", { hidden: true, "aria-label": "Matches played" }));
    this.bot = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Which bot" },
      bots.map((one) => h("option", { value: one }, one))));
    this.bot.value = bots.includes("best") ? "best" : bots[0];
    this.matches = /** @type {HTMLInputElement} */ (h("input",
      { type: "number", min: 1, max: 100, value: 20, "aria-label": "How many matches" }));
    this.stop = /** @type {HTMLButtonElement} */ (h("button", { type: "button", hidden: true, onclick: () => this.end() }, "Stop"));
    this.element = h("div", { class: "trial" },
      h("p", null, "Bots play it among themselves. You can go on working, or leave the page. The best one thinks longest."),
      h("p", { class: "buttons" }, h("button", { type: "button", class: "go", onclick: () => this.begin() }, "Let bots play"), " ",
        this.matches, " matches by ", this.bot, " ", this.stop),
      this.bar, this.state, this.lines);
    this.#again();
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

  /** What was found, or is being found, when the page was left. */
  #again() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(this.shelf) ?? "null");
    } catch {
      return;
    }
    if (!kept?.id) return;
    this.#show({ ...kept, done: true });
    if (!kept.done) {
      this.id = kept.id;
      this.#look();
    }
  }

  #show(view) {
    this.id = view.id;
    this.stop.hidden = this.bar.hidden = view.done;
    this.bar.max = view.wanted;
    this.bar.value = view.played;
    this.state.textContent = told(view);
    fill(this.lines, view.lines.map((line) => h("li", null, line)));
    clearTimeout(this.clock);
    try {
      localStorage.setItem(this.shelf, JSON.stringify(view));
    } catch {
      // no room: it is on the screen
    }
    if (!view.done && !this.draft.closed) this.clock = window.setTimeout(() => this.#look(), EVERY);
  }

  async #look() {
    try {
      const view = await api.trial(this.draft.game, this.id);
      if (!this.draft.closed) this.#show(view);
    } catch (error) {
      this.stop.hidden = this.bar.hidden = true;
      this.state.textContent = error.message;
      localStorage.removeItem(this.shelf);
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

/** How it stands, and how long it may take yet. */
function told({ name, played, wanted, done, spent }) {
  const of = name ? `“${name}”: ` : "";
  if (done && played < wanted) return `${of}stopped after ${played} of ${wanted} matches.`;
  if (done) return `${of}${played} of ${wanted} matches played in ${time(spent)}.`;
  const more = played ? ` About ${time((spent / played) * (wanted - played))} more.` : "";
  return `${of}match ${played + 1} of ${wanted} is being played.${more}`;
}

const time = (seconds) => (seconds < 90 ? count(Math.max(1, Math.round(seconds)), "second") : count(Math.round(seconds / 60), "minute"));
