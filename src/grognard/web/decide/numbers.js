/** Numbers with their reasons: tallies that open into their terms, odds as small bar charts. */

import { list } from "../dom.js";
import { h } from "../view.js";
import { rule_link } from "../rules/link.js";

/** A number that opens into its terms. @param {string} game @param {import("../types.js").TallyView} tally */
export function tally_view(game, tally, open = false) {
  const terms = list(tally.terms);
  const head = [h("span", { class: "tally-title" }, tally.title), h("b", { class: "tally-total" }, tally.total)];
  if (!terms.length) return h("div", { class: "tally" }, head);
  return h(
    "details",
    { class: "tally", open },
    h("summary", null, head),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        terms.map((term) =>
          h(
            "tr",
            { class: term.text.startsWith("  ") ? "within" : "" },
            h("td", null, term.text.trim(), " ", rule_link(game, term.rule)),
            h("td", { class: "amount" }, term.amount),
          ),
        ),
      ),
    ),
  );
}

const percent = (p) => (p > 0 && p < 0.005 ? "<1 %" : p > 0.995 && p < 1 ? ">99 %" : `${Math.round(p * 100)} %`);

const LEANING = { 1: "good", "-1": "bad" };

/** A distribution as bars; the whole width is certainty. @param {string} game @param {import("../types.js").OddsView} odds */
export function odds_chart(game, odds) {
  const outcomes = list(odds.outcomes);
  const good = list(odds.good);
  return h(
    "figure",
    { class: "odds" },
    h("figcaption", null, odds.title, " ", rule_link(game, odds.rule)),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        outcomes.map(([what, p], i) =>
          h(
            "tr",
            { class: LEANING[good[i]] ?? null },
            h("th", { scope: "row" }, what),
            h("td", { class: "bar" }, h("span", { style: { width: `${(100 * p).toFixed(1)}%` } })),
            h("td", { class: "amount" }, percent(p)),
          ),
        ),
      ),
    ),
    odds.words ? h("p", { class: "odds-words" }, odds.words) : null,
  );
}

/** A distribution in one line: "to Les Capelles: through 70 %, stays 30 %". @param {import("../types.js").OddsView} odds */
export function odds_line(odds) {
  return `${odds.title}: ${list(odds.outcomes).map(([what, p]) => `${what} ${percent(p)}`).join(", ")}`;
}

/** How good it is for whom it is shown to: from -1 to 1. */
const leaning = (odds) => list(odds.outcomes).reduce((sum, [, p], i) => sum + p * (list(odds.good)[i] ?? 0), 0);

/**
 * Two distributions face to face, their bars on one scale; what is better for me stands to the right.
 * @param {string} game @param {import("../types.js").OddsView[]} both
 */
export function odds_pair(game, both) {
  const [left, right] = leaning(both[0]) > leaning(both[1]) ? [both[1], both[0]] : both;
  const half = (odds, side) =>
    h("section", { class: `odds half ${side}`, key: side },
      h("h5", null, odds.title, " ", rule_link(game, odds.rule)),
      h("table", null, h("tbody", null, list(odds.outcomes).map(([what, p], i) =>
        h("tr", { class: LEANING[list(odds.good)[i]] ?? null },
          h("th", { scope: "row" }, what),
          h("td", { class: "amount" }, percent(p)),
          h("td", { class: "bar" }, h("span", { style: { width: `${(100 * p).toFixed(1)}%` } })))))));
  return h("div", { class: "odds-pair", key: `${left.title} ${right.title}` },
    h("div", { class: "odds-halves" }, half(left, "on-left"), half(right, "on-right")),
    [left, right].filter((one) => one.words).map((one) => h("p", { class: "odds-words", key: one.words }, one.words)));
}

/** Odds as charts: two stand face to face. */
export function odds_charts(game, odds) {
  return list(odds).length === 2 ? [odds_pair(game, odds)] : list(odds).map((one) => odds_chart(game, one));
}

/** All numbers of an option or a decision. */
export function numbers(game, thing) {
  return [...list(thing.tallies).map((one) => tally_view(game, one)), ...odds_charts(game, thing.odds)];
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
