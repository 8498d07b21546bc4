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

/** Those that count: a zero without terms says nothing. @param {import("../types.js").TallyView[] | null | undefined} tallies */
export const counting = (tallies) => list(tallies).filter((one) => list(one.terms).length || !/^[+-]?0$/.test(String(one.total).trim()));

const percent = (p) => (p > 0 && p < 0.005 ? "<1 %" : p > 0.995 && p < 1 ? ">99 %" : `${Math.round(p * 100)} %`);

const LEANING = { 1: "good", "-1": "bad" };

const PARTS = 6;
const ROOM = 0.11; // of the bar, for a number in it

/** A few outcomes, some good and some bad, of which one must come: they share one bar. */
function are_parts(odds) {
  const all = list(odds.outcomes);
  const good = list(odds.good);
  const sum = all.reduce((whole, [, p]) => whole + p, 0);
  return all.length <= PARTS && good.includes(1) && good.includes(-1) && Math.abs(sum - 1) < 0.01;
}

/** One bar for all that can come: what is good for me to the right; below it the words. */
function parts_chart(game, odds) {
  const all = list(odds.outcomes).map(([what, p], i) => ({ what, p, good: list(odds.good)[i] ?? 0, i }));
  const name = (one) => `part ${LEANING[one.good] ?? "even"}`;
  const bar = [...all].sort((a, b) => a.good - b.good || b.i - a.i).filter(({ p }) => p > 0);
  return h("figure", { class: "odds parts", key: odds.title },
    h("figcaption", null, odds.title, " ", rule_link(game, odds.rule)),
    h("div", { class: "parts-bar", "aria-hidden": "true" }, bar.map((one) =>
      h("span", { class: name(one), key: one.what, style: { flexGrow: one.p } }, one.p >= ROOM ? percent(one.p) : ""))),
    h("ul", null, all.map((one) =>
      h("li", { class: name(one), key: one.what }, h("i", { "aria-hidden": "true" }), one.what, " ", h("b", null, percent(one.p))))),
    odds.words ? h("p", { class: "odds-words" }, odds.words) : null);
}

/** A distribution as bars; the whole width is certainty. @param {string} game @param {import("../types.js").OddsView} odds */
export function odds_chart(game, odds) {
  if (are_parts(odds)) return parts_chart(game, odds);
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

/** Odds as charts: two stand face to face, also after what says who wins. */
export function odds_charts(game, odds) {
  const all = list(odds);
  if (all.length === 2 && !all.every(are_parts)) return [odds_pair(game, all)];
  const made = [];
  for (let i = 0; i < all.length; i++) {
    const both = all[i + 1] && !are_parts(all[i]) && !are_parts(all[i + 1]);
    made.push(both ? odds_pair(game, [all[i], all[++i]]) : odds_chart(game, all[i]));
  }
  return made;
}

/** All numbers of an option or a decision. */
export function numbers(game, thing) {
  return [...counting(thing.tallies).map((one) => tally_view(game, one)), ...odds_charts(game, thing.odds)];
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

/**
 * What to write on options that stand together: "Guns of August: 3 OPS" loses its head where all have the same.
 * @param {import("../types.js").OptionView[]} options
 * @returns {[import("../types.js").OptionView, string][]}
 */
export function short_labels(options) {
  const head = /^.{2,60}?: /.exec(options[0]?.label ?? "")?.[0] ?? "";
  const alike = head && options.length > 1 && options.every((one) => one.label.startsWith(head));
  return options.map((one) => [one, alike ? one.label.slice(head.length) : one.label]);
}

/** "pass" as a button says it. */
export function capital(words) {
  const text = String(words ?? "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
