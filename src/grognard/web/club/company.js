/** The people of a match: who sits where, who is here, what is offered, what is said. A tab beside the diary. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { dialog, toast } from "../popover.js";
import { who } from "./me.js";

const OFFERS = { draw: "a draw", roll_back: "to roll back", correct: "a house ruling", resign: "to resign together" };

export class Company {
  constructor(table) {
    this.table = table;
    this.lines = new Map();
    this.seats = h("div", { class: "company-seats" });
    this.here = h("p", { class: "faint", id: "present", role: "status" });
    this.offers = h("div", { class: "offers", id: "offers" });
    this.talk = h("ol", { class: "talk", id: "talk", "aria-label": "Chat" });
    this.to = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "To whom" }));
    this.box = /** @type {HTMLInputElement} */ (
      h("input", { id: "say", maxlength: 1000, placeholder: "Say something", "aria-label": "Say something" })
    );
    this.form = h(
      "form",
      {
        class: "say",
        onsubmit: (event) => {
          event.preventDefault();
          this.#say();
        },
      },
      this.to,
      this.box,
      h("button", null, "Say"),
    );
    this.element = h("div", { class: "company" }, this.seats, this.here, this.offers, this.talk, this.form);
    table
      .on("row", () => this.show())
      .on("chat", (lines) => this.#chat(lines))
      .on("offers", (offers) => this.#offers(offers))
      .on("present", (people) => fill(this.here, people.length ? `Here now: ${people.join(", ")}` : ""));
    this.show();
  }

  show() {
    const { row } = this.table;
    this.form.hidden = !who().name;
    const mine = this.table.people;
    const side = row.seats[mine[0]]?.side;
    const others = Object.keys(row.seats).filter((seat) => row.judge || row.seats[seat].side === side);
    const before = this.to.value;
    fill(
      this.to,
      h("option", { value: "" }, "to all"),
      mine.length || row.judge
        ? [
            ...(list(row.umpires).length && !row.judge ? [["umpire", "to the umpire"]] : []),
            ...others.map((seat) => [seat, `to ${row.seats[seat].name}`]),
          ].map(([value, words]) => h("option", { value }, words))
        : null,
    );
    this.to.value = before;
    fill(
      this.seats,
      h(
        "ul",
        null,
        Object.entries(row.seats).map(([seat, one]) =>
          h("li", { "data-seat": seat }, h("b", null, one.name), ": ", this.#sitting(one), this.#left(one), " ", this.#acts(seat, one)),
        ),
        list(row.umpires).length ? h("li", null, h("b", null, "Umpire"), `: ${row.umpires.join(", ")}`) : null,
      ),
      row.terms?.closed ? h("p", { class: "bad" }, `This match is closed: ${row.terms.closed}`) : null,
      row.mine || row.judge
        ? h("p", null, h("button", { class: "plain-link", onclick: () => this.#invite("-") }, "Invite somebody to watch"))
        : null,
    );
  }

  #sitting(one) {
    if (one.kind === "bot") return `${one.bot} (bot)`;
    return list(one.people).length
      ? one.people.map((name, i) => [i ? ", " : "", h("a", { href: `#/people/${encodeURIComponent(name)}` }, name)])
      : h("i", null, "nobody yet");
  }

  #left(one) {
    if (one.left === undefined || one.left === null) return null;
    const hours = Math.floor(one.left / 3600);
    return h(
      "span",
      { class: "faint" },
      ` (${hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} h ${Math.floor((one.left % 3600) / 60)} min`} left)`,
    );
  }

  #acts(seat, one) {
    const { row } = this.table;
    if (row.over || !who().name) return null;
    const host = row.mine || row.judge;
    const act = (words, change, id) =>
      h("button", { class: "plain-link", "data-act": id, onclick: () => this.#change({ seat, ...change }) }, words);
    return [
      host || one.kind === "me"
        ? h("button", { class: "plain-link", "data-act": "invite", onclick: () => this.#invite(seat) }, "invite")
        : null,
      " ",
      one.kind === "open" && row.public ? act("sit down", { do: "sit" }, "sit") : null,
      " ",
      one.kind === "me" || (host && one.kind === "open") ? act("let a bot play", { do: "bot" }, "bot") : null,
      " ",
      one.kind === "me" ? act("stand up", { do: "leave" }, "leave") : null,
      " ",
      one.away ? act("come back", { do: "sit" }, "back") : null,
      " ",
      host && one.kind === "bot" ? act("send the bot away", { do: "vacate" }, "vacate") : null,
      host && one.kind === "other"
        ? list(one.people).map((name) => act(`send ${name} away`, { do: "dismiss", who: name }, "dismiss"))
        : null,
    ];
  }

  async #change(change) {
    try {
      await api.change_seat(this.table.id, change);
      await this.table.refresh();
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  async #invite(seat) {
    try {
      const { link } = await api.invite(this.table.id, { seat });
      const box = /** @type {HTMLInputElement} */ (h("input", { value: link, readonly: true, id: "invitation", class: "wide" }));
      dialog("An invitation", [h("p", null, "Whoever follows this link first gets the seat."), box]);
      box.select();
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  async #say() {
    const text = this.box.value.trim();
    if (!text) return;
    const { refusals } = await this.table.say_words(text, this.to.value ? [this.to.value] : []);
    if (refusals) toast(refusals[0].why, "bad");
    else this.box.value = "";
  }

  #chat(lines) {
    for (const line of lines) this.lines.set(line.n, line);
    const all = [...this.lines.values()].sort((a, b) => a.n - b.n);
    fill(
      this.talk,
      all.map((line) =>
        h(
          "li",
          { title: line.made },
          h("b", null, line.who),
          list(line.to).length ? h("span", { class: "faint" }, ` to ${line.to.join(", ")}`) : "",
          ": ",
          line.text,
        ),
      ),
    );
    this.talk.scrollTop = this.talk.scrollHeight;
  }

  #offers(offers) {
    const mine = this.table.people;
    const answer = async ({ what, mark }, yes) => {
      const { refusals } = await this.table.answer(what, yes, mark);
      if (refusals) toast(refusals[0].why, "bad");
    };
    fill(
      this.offers,
      offers.map((offer) =>
        h(
          "div",
          { class: "offer", "data-offer": offer.what },
          h("p", null, `${this.table.seat_name(offer.by)} offers ${OFFERS[offer.what] ?? offer.what}. `, offer.text ?? ""),
          h(
            "p",
            { class: "faint" },
            `Agreed: ${list(offer.agreed)
              .map((seat) => this.table.seat_name(seat))
              .join(", ")}`,
          ),
          mine.length || this.table.row.judge
            ? h(
                "p",
                { class: "buttons" },
                mine.every((seat) => list(offer.agreed).includes(seat))
                  ? null
                  : h("button", { class: "go", "data-answer": "yes", onclick: () => answer(offer, true) }, "Agree"),
                h(
                  "button",
                  { class: "quiet", "data-answer": "no", onclick: () => answer(offer, false) },
                  mine.includes(offer.by) ? "Take it back" : "Decline",
                ),
              )
            : null,
        ),
      ),
    );
    if (offers.length) this.table.tell("attention", "company");
  }
}
