/** What a question is about, while it is new to who is asked: the first words of its rule. Who has read it a few times knows it. */

import * as api from "../api.js";
import { wished } from "../settings.js";
import { h } from "../view.js";

const OFTEN = 3;
const ROOM = 210; // letters
const CITED = /\s*\((?:ruling )?(?:R\d+|(?:nlc|pog|draka|dbms|napalini|fyow)\.)[^)]*\)/g;

/** How often this question was explained in this browser; once more from now on. */
function counted(game, name) {
  const key = `grognard.known.${game}`;
  const known = JSON.parse(localStorage.getItem(key) ?? "{}");
  const before = known[name] ?? 0;
  if (before < OFTEN) localStorage.setItem(key, JSON.stringify({ ...known, [name]: before + 1 }));
  return before;
}

/** Whole sentences, as many as have room; the first in any case. */
export function beginning(text) {
  const sentences = text.replace(CITED, "").match(/.+?[.!?](?=\s|$)|.+$/gs) ?? [];
  let made = sentences[0] ?? "";
  for (const one of sentences.slice(1)) {
    if (made.length + one.length > ROOM) break;
    made += one;
  }
  return made.length > 1.7 * ROOM ? "" : made;
}

/**
 * The explanation of a question, or nothing: it is known, it has words of its own, nobody wants it.
 * @param {string} game @param {import("../types.js").DecisionView} decision
 */
export async function explained(game, decision) {
  if (decision.help || !decision.rule || !decision.name || !wished("explain")) return null;
  if (counted(game, decision.name) >= OFTEN) return null;
  const answer = await api.rule(game, decision.rule).catch(() => null);
  const words = beginning(answer?.rule?.text ?? "");
  return words ? h("span", null, h("b", null, answer.rule.title, ". "), words) : null;
}
