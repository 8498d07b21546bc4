/** Rules at hand: a rule's id opens its text, the rulings about it and its example. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { h as v } from "../view.js";
import { popover } from "../popover.js";

const BOOKS = { nlc: "NLC", pog: "PoG", draka: "Draka", dbms: "DBMS", napalini: "Napalini", fyow: "FYOW" };

/** "nlc.7.4.1" as a reader knows it: "7.4.1"; that of another book: "PoG 8.1.3". */
export function short_id(game, id) {
  if (id.startsWith(`${game}.`)) return id.slice(game.length + 1);
  const [book, ...rest] = id.split(".");
  return BOOKS[book] && rest.length ? `${BOOKS[book]} ${rest.join(".")}` : id;
}

/** A small button with the number of a rule, as a part of a view. Nothing for no rule. */
export function rule_link(game, id) {
  if (!id) return null;
  const open = (event) => {
    event.stopPropagation();
    event.preventDefault();
    show_rule(event.currentTarget, game, id);
  };
  return v(
    "button",
    { class: "rule", type: "button", "data-rule": id, "aria-label": `Rule ${id}`, onclick: open },
    `§ ${short_id(game, id)}`,
  );
}

async function show_rule(beside, game, id) {
  const box = h("div", { class: "rule-text" }, h("p", { class: "faint" }, "Looking it up ..."));
  const made = popover(beside, [box], { label: `Rule ${id}`, kind: "rule-popover" });
  try {
    fill(
      box,
      ...rule_parts(game, await api.rule(game, id), id),
      h("p", { class: "more" }, h("a", { href: `#/rules/${game}/${encodeURIComponent(id)}` }, "In the rulebook")),
    );
  } catch (error) {
    fill(box, h("h3", null, id), h("p", null, error.status === 404 ? "This game has no text for this rule." : error.message));
  }
  made.place();
}

/** A rule with all that is said about it, as elements. */
export function rule_parts(game, answer, id) {
  const { rule, ruling } = answer;
  const rulings = [...(ruling ? [ruling] : []), ...list(answer.rulings)];
  const head = rule
    ? [h("h3", null, h("span", { class: "number" }, short_id(game, rule.id)), " ", rule.title), ...paragraphs(rule.text, game)]
    : [h("h3", null, short_id(game, id))];
  const example = rule?.example ? [h("div", { class: "example" }, h("b", null, "Example. "), with_links(game, rule.example))] : [];
  return [...head, ...example, ...rulings.map((one) => ruling_part(game, one))];
}

export function ruling_part(game, one) {
  return h("div", { class: "ruling", id: `ruling-${one.id}` },
    h("p", { class: "asked" }, h("span", { class: "number" }, short_id(game, one.id)), " ", one.question),
    h("p", null, with_links(game, one.answer)),
    one.why && h("p", { class: "faint" }, with_links(game, one.why)),
    one.option && h("p", { class: "faint" }, `Option: ${one.option}`));
}

/** Text as paragraphs; ids of rules in it become links. */
export function paragraphs(words, game = "") {
  return String(words ?? "").split(/\n\s*\n/).map((part) => h("p", null, with_links(game, part.trim())));
}

/** Words with the rules that they name as links. */
export function with_links(game, words) {
  if (!game || !words) return [words ?? ""];
  const id = new RegExp(`\\b(${game}(?:\\.[\\w-]+)+)`);
  return String(words).split(new RegExp(id, "g")).map((part, i) => (i % 2 ? rule_link(game, part) : part));
}
