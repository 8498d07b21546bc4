/** Numbers with their reasons: tallies that open into their terms, odds as small bar charts. */

import { h, list } from "../dom.js";
import { rule_link } from "../rules/link.js";

/** A number that opens into its terms. @param {string} game @param {import("../types.js").TallyView} tally */
export function tally_view(game, tally, open = false) {
  const terms = list(tally.terms);
  const head = [h("span", { class: "tally-title" }, tally.title), h("b", { class: "tally-total" }, tally.total)];
  if (!terms.length) return h("div", { class: "tally" }, head);
  return h("details", { class: "tally", open }, h("summary", null, head),
    h("table", null, h("tbody", null, terms.map((term) =>
      h("tr", { class: term.text.startsWith("  ") ? "within" : "" }, h("td", null, term.text.trim(), " ", rule_link(game, term.rule)), h("td", { class: "amount" }, term.amount))))));
}

const percent = (p) => (p > 0 && p < 0.005 ? "<1 %" : p > 0.995 && p < 1 ? ">99 %" : `${Math.round(p * 100)} %`);

/** A distribution as bars; the longest fills the width. @param {string} game @param {import("../types.js").OddsView} odds */
export function odds_chart(game, odds) {
  const outcomes = list(odds.outcomes);
  const most = Math.max(0.0001, ...outcomes.map(([, p]) => p));
  return h("figure", { class: "odds" },
    h("figcaption", null, odds.title, " ", rule_link(game, odds.rule)),
    h("table", null, h("tbody", null, outcomes.map(([what, p]) =>
      h("tr", null, h("th", { scope: "row" }, what), h("td", { class: "bar" }, h("span", { style: { width: `${((100 * p) / most).toFixed(1)}%` } })), h("td", { class: "amount" }, percent(p)))))));
}

/** All numbers of an option or a decision. */
export function numbers(game, thing) {
  return [...list(thing.tallies).map((one) => tally_view(game, one)), ...list(thing.odds).map((one) => odds_chart(game, one))];
}

/** Refusals, each with its rule. */
export function refusal_list(game, refusals, kind = "refusals") {
  return h("ul", { class: kind }, refusals.map((one) => h("li", null, one.why, " ", rule_link(game, one.rule))));
}

/**
 * Options in their groups, in order. Where a game names no groups and every label begins with "somebody: ", that does.
 * @param {import("../types.js").OptionView[]} options
 * @returns {Map<string, [import("../types.js").OptionView, string][]>} group -> options with what to write on them
 */
export function grouped(options) {
  const split = (one) => /^(.{2,60}?): (.+)$/.exec(one.label ?? "");
  const by_label = options.length > 5 && options.every((one) => !one.group && split(one));
  const groups = new Map();
  for (const one of options) {
    const [, head, rest] = by_label ? split(one) : ["", one.group ?? "", one.label];
    groups.set(head, [...(groups.get(head) ?? []), [one, rest]]);
  }
  return groups;
}

/** "pass" as a button says it. */
export function capital(words) {
  const text = String(words ?? "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
