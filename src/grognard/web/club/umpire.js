/** What an umpire does at a match besides looking: hand out lines of the diary, split the sides into other seats. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { dialog, toast } from "../popover.js";

/** A line in the diary of some seats, and of nobody else. */
export async function hand_out(table) {
  const seats = Object.entries(table.row.seats);
  const ticks = seats.map(([seat, one]) => {
    const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", "data-to": seat }));
    return { seat, box, label: h("label", { class: "field tick" }, box, h("span", null, one.name)) };
  });
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { id: "hand-out-text", rows: 4, maxlength: 2000, placeholder: "Your scouts hear guns to the west." })
  );
  const answer = await dialog("Hand out a line", [
    h("p", null, "It stands in the diary of those whom you tick, for good. Nobody else can tell that there is one."),
    h("div", { class: "ticks" }, ticks.map((one) => one.label)), text,
  ], [["Not now", "quiet"], ["Hand it out", "go"]]);
  if (answer !== "Hand it out") return;
  const to = ticks.filter((one) => one.box.checked).map((one) => one.seat);
  if (!to.length || !text.value.trim()) {
    toast("Say what, and to whom.", "bad");
    return;
  }
  const { refusals } = await table.hand_out(text.value, to);
  toast(refusals ? refusals[0].why : "It stands in their diary.", refusals ? "bad" : "");
}

/** Other commanders for the sides: a line for each side, its seats with commas between. */
export async function split_sides(table) {
  const sides = new Map();
  for (const [seat, one] of Object.entries(table.row.seats)) sides.set(one.side, [...(sides.get(one.side) ?? []), seat]);
  const boxes = [...sides].map(([side, seats]) => {
    const box = /** @type {HTMLInputElement} */ (h("input", { value: seats.join(", "), maxlength: 400, "data-side": side }));
    return { side, box, label: h("label", { class: "field" }, h("span", null, table.now?.side_names?.[side] ?? side), box) };
  });
  const answer = await dialog("Commanders", [
    h("p", null, "The seats of each side, with commas between. Who sits in a seat that you take away sits down in the first of his side."),
    ...boxes.map((one) => one.label),
  ], [["Leave it", "quiet"], ["Split so", "go"]]);
  if (answer !== "Split so") return;
  const seats = {};
  for (const { side, box } of boxes) for (const name of box.value.split(",").map((word) => word.trim()).filter(Boolean)) seats[name] = side;
  try {
    table.row = await api.split(table.id, { seats });
    table.tell("row");
  } catch (error) {
    toast(error.message, "bad");
  }
}
