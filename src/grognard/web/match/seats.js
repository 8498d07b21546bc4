/**
 * Who sits at this screen. Where one person plays several seats the view follows the question; where two share the
 * screen a curtain falls between them, so that nobody sees the other's hand.
 */

import { fill, h } from "../dom.js";
import { toast } from "../popover.js";

export class Seats {
  /** @param {boolean} hidden does the game hide anything? If not, nobody has to look away. */
  constructor(table, hidden) {
    this.table = table;
    this.hidden = hidden;
    this.down = false;
    this.element = h("div", { class: "curtain", hidden: true, role: "dialog", "aria-label": "Change of seats" });
  }

  /** Which seat to open first: one that is asked, if it is a person's. */
  static first(row, wanted) {
    const people = Object.entries(row.seats).filter(([, one]) => (row.club ? one.kind === "me" : one.kind !== "bot")).map(([seat]) => seat);
    if (wanted === "-") return "-";
    if (row.judge && !people.length) return wanted || "umpire";
    if (wanted && people.includes(wanted)) return wanted;
    return people.find((seat) => (row.waiting ?? []).includes(seat)) ?? people[0] ?? "-";
  }

  get shared() {
    const { table } = this;
    const people = table.people;
    return this.hidden && people.length > 1 && people.some((seat) => table.kind(seat) === "other");
  }

  /** A match is opened: whoever is asked says that he is there before anything is seen. */
  open() {
    if (this.shared && !this.table.row.over && this.table.people.includes(this.table.seat)) this.fall(this.table.seat);
  }

  /** After every change: is somebody else at this screen asked, and this seat not? */
  follow() {
    const { table } = this;
    if (!table.now || table.shown || this.down || this.moving || table.now.over) return;
    if (table.asked.includes(table.seat) || !table.asked.length) return;
    const next = table.asked.find((seat) => table.people.includes(seat));
    if (!next || next === table.seat) return;
    if (this.shared) this.fall(next);
    else this.sit(next);
  }

  /** The curtain: nothing of the match is seen until the other says that he is there. */
  fall(seat) {
    const { table } = this;
    this.down = true;
    const name = table.seat_name(seat);
    fill(this.element, h("div", { class: "curtain-card" },
      h("p", { class: "who" }, "Change of seats"),
      h("h2", null, `${name}, it is your turn`),
      h("p", null, "Give the screen to the player of this side. The other looks away."),
      h("p", { class: "buttons" }, h("button", { class: "go", id: "raise", onclick: () => this.#raise(seat) }, `I am ${name}`))));
    this.element.hidden = false;
    document.body.classList.add("curtained");
    this.element.querySelector("button").focus();
  }

  async #raise(seat) {
    await this.sit(seat);
    this.down = false;
    this.element.hidden = true;
    document.body.classList.remove("curtained");
    this.table.tell("scene", this.table.scene);
  }

  async sit(seat) {
    this.moving = true;
    this.table.skip(true);
    const { refusals } = await this.table.sit(seat);
    this.moving = false;
    if (refusals) toast(refusals[0].why, "bad");
  }

  close() {
    document.body.classList.remove("curtained");
    this.element.remove();
  }
}
