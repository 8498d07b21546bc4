/** Replay: a slider over all moments that this seat may see, both ways, at reading pace, with a link to each. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../popover.js";

export class Replay {
  #clock = 0;
  #turn = 0;
  #scenes = new Map();
  #run = 0; // playing that was stopped does not go on

  constructor(table) {
    this.table = table;
    this.moments = [];
    this.n = 0;
    this.open = false;
    this.seat = table.seat;
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "range",
        min: 0,
        max: 0,
        value: 0,
        "aria-label": "Moment of the match",
        oninput: () => {
          this.stop();
          this.go(Number(this.slider.value));
        },
      })
    );
    this.words = h("span", { class: "replay-words", "aria-live": "polite" });
    this.count = h("span", { class: "replay-count" });
    this.play_button = h(
      "button",
      { class: "icon", id: "replay-play", "aria-label": "Play", title: "Play (space)", onclick: () => this.toggle() },
      icon("play"),
    );
    this.eyes = /** @type {HTMLSelectElement} */ (
      h("select", { "aria-label": "Whose eyes", title: "Whose eyes", onchange: () => this.look_as(this.eyes.value) })
    );
    this.element = h("div", { class: "replay", role: "group", "aria-label": "Replay", hidden: true },
      h("div", { class: "replay-row" },
        h("button", { class: "icon", "aria-label": "First", onclick: () => { this.stop(); this.go(0); } }, icon("first")),
        h("button", { class: "icon", "aria-label": "Back", title: ",", onclick: () => this.step(-1) }, icon("back")),
        this.play_button,
        h("button", { class: "icon", "aria-label": "Forward", title: ".", onclick: () => this.step(1) }, icon("forward")),
        this.slider, this.count, this.eyes,
        h("button", { class: "quiet", onclick: () => this.link() }, "Link"),
        h("button", { class: "quiet", id: "replay-close", onclick: () => this.close() }, "Back to now")),
      this.words);
  }

  /** Open at a moment; without one, at the last. */
  async start(n = null, seat = this.table.seat) {
    this.seat = seat;
    try {
      this.moments = await api.moments(this.table.id, seat ?? "-");
    } catch (error) {
      toast(error.message, "bad");
      return;
    }
    this.#scenes.clear();
    this.open = true;
    this.element.hidden = false;
    this.slider.max = String(this.moments.length - 1);
    const over = Boolean(this.table.now?.over);
    const seats = over ? [...Object.keys(this.table.row.seats), "-"] : [];
    this.eyes.hidden = !over;
    fill(this.eyes, seats.map((one) => h("option", { value: one }, one === "-" ? "As a spectator" : `As ${this.table.seat_name(one)}`)));
    this.eyes.value = seat ?? "-";
    await this.go(n ?? this.moments.length - 1);
  }

  look_as(seat) {
    const part = this.moments.length > 1 ? this.n / (this.moments.length - 1) : 1;
    this.start(null, seat === "-" ? null : seat).then(() => this.go(Math.round(part * (this.moments.length - 1))));
  }

  async go(n) {
    if (!this.open) return;
    this.n = Math.max(0, Math.min(this.moments.length - 1, n));
    this.slider.value = String(this.n);
    const moment = this.moments[this.n];
    fill(this.count, `${this.n} / ${this.moments.length - 1}`);
    fill(this.words, moment?.turn ? h("b", null, moment.turn, " ") : null, moment?.text ?? "");
    this.#address(this.n);
    const turn = ++this.#turn;
    try {
      const scene = await this.#scene(this.n);
      if (turn === this.#turn && this.open) this.table.show_moment(scene);
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  /** The scene of a moment; the next ones are fetched ahead. */
  #scene(n) {
    if (!this.#scenes.has(n)) {
      const asked = api.moment(this.table.id, n, this.seat ?? "-");
      asked.catch(() => this.#scenes.delete(n));
      this.#scenes.set(n, asked);
    }
    return this.#scenes.get(n);
  }

  step(by) {
    this.stop();
    return this.go(this.n + by);
  }

  toggle() {
    if (this.#clock) this.stop();
    else this.play();
  }

  /** The whole of it from the first moment, at reading pace. */
  async play_all() {
    const run = ++this.#run;
    await this.start(0);
    if (run === this.#run) await this.play();
  }

  async play() {
    const run = ++this.#run;
    if (this.n >= this.moments.length - 1) await this.go(0);
    if (run !== this.#run) return;
    fill(this.play_button, icon("pause"));
    const next = async () => {
      if (this.n >= this.moments.length - 1) return this.stop();
      await this.go(this.n + 1);
      if (run !== this.#run) return undefined;
      this.#clock = setTimeout(next, Math.min(3200, 700 + 18 * (this.moments[this.n]?.text?.length ?? 0)));
      return undefined;
    };
    this.#clock = setTimeout(next, 300);
  }

  stop() {
    this.#run++;
    clearTimeout(this.#clock);
    this.#clock = 0;
    fill(this.play_button, icon("play"));
  }

  close() {
    this.stop();
    this.open = false;
    this.#turn++;
    this.element.hidden = true;
    this.#address(null);
    this.table.show_moment(null);
  }

  #address(n) {
    const seat = this.seat && this.seat !== this.table.seat ? `?seat=${encodeURIComponent(this.seat)}` : "";
    const here = n === null ? `#/match/${this.table.id}` : `#/match/${this.table.id}/at/${n}${seat}`;
    if (location.hash !== here) history.replaceState(null, "", here);
  }

  async link() {
    const words = location.href;
    try {
      await navigator.clipboard.writeText(words);
      toast("The link to this moment is copied.");
    } catch {
      toast(words);
    }
  }
}
