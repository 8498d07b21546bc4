/** On which terms a match of a club is opened: who may watch, an umpire, a clock. At home: nothing. */

import { h } from "../dom.js";
import { in_club } from "./me.js";

/** @param {[string, string][]} sides side and its name */
export function club_fields(sides) {
  if (!in_club()) return { element: null, get: (_) => ({}) };
  const tick = (id) => /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id }));
  const [open, umpire, unrated] = [tick("terms-public"), tick("terms-umpire"), tick("terms-unrated")];
  const clock = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "terms-clock" },
      [
        ["", "No clock"],
        ["72/6", "3 days, and 6 hours back a turn"],
        ["240/24", "10 days, and a day back a turn"],
        ["720/72", "30 days, and 3 days back a turn"],
      ].map(([value, words]) => h("option", { value }, words)),
    )
  );
  const delay = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "terms-delay" },
      [
        ["0", "at once"],
        ["5", "5 minutes later"],
        ["30", "half an hour later"],
        ["1440", "a day later"],
      ].map(([value, words]) => h("option", { value }, words)),
    )
  );
  const then = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "aria-label": "When time is up" },
      [
        ["bot", "then a bot goes on"],
        ["vacant", "then the seat is open"],
        ["lose", "then the match is lost"],
      ].map(([value, words]) => h("option", { value }, words)),
    )
  );
  const commanders = sides.map(([side, name]) => [
    side,
    /** @type {HTMLInputElement} */ (h("input", { "data-split": side, maxlength: 300, placeholder: "one" })),
    name,
  ]);
  const line = (box, words) => h("label", { class: "field tick" }, box, h("span", null, words));
  return {
    element: h(
      "div",
      { class: "terms" },
      line(open, "Public: everybody may watch, and sit down on open seats"),
      line(umpire, "I am the umpire: I see all, and sit on no side"),
      line(unrated, "It does not count for ratings"),
      h("label", { class: "field" }, h("span", null, "Time"), clock, then),
      h("label", { class: "field" }, h("span", null, "Who watches sees it"), delay),
      h(
        "details",
        null,
        h("summary", null, "Several commanders on a side"),
        h("p", { class: "faint" }, "Names with commas between them: each is a seat of its own, with what its side may know."),
        commanders.map(([, box, name]) => h("label", { class: "field" }, h("span", null, name), box)),
      ),
    ),
    /** @param {Record<string, any>} seats by side; changed to seats by name where a side is split */
    get: (seats) => {
      const split = {};
      let divided = false;
      for (const [side, box] of /** @type {[string, HTMLInputElement, string][]} */ (commanders)) {
        const names = box.value
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean);
        for (const one of names.length ? names : [side]) split[one] = side;
        if (!names.length) continue;
        divided = true;
        const who = seats[side];
        delete seats[side];
        names.forEach((one, i) => (seats[one] = i && who?.kind === "me" ? { kind: "open" } : who));
      }
      const [hours, back] = clock.value.split("/").map(Number);
      return {
        ...(divided ? { split } : {}),
        public: open.checked,
        umpire: umpire.checked,
        rated: !unrated.checked,
        ...(Number(delay.value) ? { delay: Number(delay.value) } : {}),
        ...(clock.value ? { clock: { hours, back, then: then.value } } : {}),
      };
    },
  };
}
