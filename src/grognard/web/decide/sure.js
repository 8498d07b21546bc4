/**
 * Asking once more before what cannot be taken back, with the odds in sight. Whoever knows what he does can switch it off.
 */

import { h as made, list } from "../dom.js";
import { dialog } from "../popover.js";
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

/**
 * Where the game shows no odds of an attack or of fire, the staff tries it out while one reads.
 * @param {import("../match/table.js").Table} table
 * @returns {Promise<boolean>}
 */
export async function sure(table, decision, option, label) {
  const { game } = table;
  const shown = option && (list(option.odds).length || list(option.tallies).length) ? option : decision;
  const word = capital(label || "Do it");
  const unknown = option && ["attack", "fire"].includes(option.kind) && !list(shown.odds).length && !table.lesson;
  const tried = made("div", { class: "tried", "aria-live": "polite" });
  if (unknown) try_out(table, option.value, tried);
  const parts = [
    h("p", null, h("b", null, word)),
    ...numbers(game, shown),
    unknown ? tried : null,
    h("p", { class: "stakes" }, "⚠ ", decision.stakes || "This cannot be taken back."),
  ];
  return (await dialog(decision.prompt, [standing(h("div", null, parts))], [["Not yet", "quiet"], ["Do it", "go"]])) === "Do it";
}

/** What may come of it, shown here when the staff has tried it. */
export async function try_out(table, value, held) {
  show(held, h("p", { class: "faint" }, "Your staff tries it out …"));
  const told = await table.trial(value);
  show(held, told ? [...numbers(table.game, told), h("p", { class: "odds-words" }, told.words)] : null);
}
