/** A match that is damaged on the server's disk: who opened it may restore it up to its last good choice. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { dialog, toast } from "../popover.js";

let asked = "";

/** @param {string} why the line was not opened */
export async function offer_restore(id, why) {
  if (!/is damaged/.test(why ?? "") || asked === id) return;
  asked = id;
  const answer = await dialog(
    "This match is damaged",
    [
      h("p", null, "What is on the server's disk of it cannot be read to its end."),
      h("p", { class: "faint" }, "Whoever opened it can restore it up to its last good choice; "
        + "what was chosen after that is lost, and everybody is told."),
    ],
    [
      ["Leave it", "quiet"],
      ["Restore it", "go"],
    ],
  );
  if (answer !== "Restore it") return;
  try {
    await api.restore_match(id);
    location.reload();
  } catch (error) {
    toast(error.message, "bad");
  }
}
