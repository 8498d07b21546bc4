/** Dice that players can check: the hash that was shown first, the seats' words, the secret at the end, every roll thrown again here. */

import * as api from "../api.js";
import { count, fill, h } from "../dom.js";
import { check } from "./dice.js";

export async function dice_page(app, id) {
  const [facts, row] = await Promise.all([api.dice(id), api.match(id)]);
  document.title = `The dice of ${row.title}`;
  const told = h("div", { id: "dice-told", role: "status" });
  fill(
    app,
    h(
      "main",
      { class: "person dice-page" },
      h("h1", null, "The dice of ", row.title),
      h(
        "p",
        null,
        "Before the first roll the server chose a secret and showed its hash. The seats' own words were mixed in. ",
        "When the match is over the secret is shown, and this page throws every die again, in your browser, without asking the server.",
      ),
      h(
        "dl",
        { class: "facts" },
        h("dt", null, "Hash, shown first"),
        h("dd", null, h("code", null, facts.commitment)),
        Object.entries(facts.nonces ?? {}).map(([seat, words]) => [
          h("dt", null, `Words of ${seat}`),
          h("dd", null, h("code", null, words)),
        ]),
        facts.secret ? [h("dt", null, "Secret"), h("dd", null, h("code", null, facts.secret))] : null,
      ),
      told,
      h("p", null, h("a", { href: `#/match/${id}` }, "To the match")),
    ),
  );
  if (!facts.secret) fill(told, h("p", null, "The match is not over: the secret is still one."));
  else {
    const { good, checked, skipped, wrong } = check(facts);
    fill(
      told,
      h(
        "p",
        { class: good ? "good" : "bad" },
        good ? `All is well: ${count(checked, "roll")} fell as the secret says.` : "Something is wrong.",
      ),
      skipped
        ? h(
            "p",
            { class: "faint" },
            `${count(skipped, "draw")} out of a pile: \`grognard verify\` checks those on a save, and every choice and position too.`,
          )
        : null,
      h(
        "ul",
        null,
        wrong.slice(0, 50).map((words) => h("li", { class: "bad" }, words)),
      ),
    );
  }
  return () => {};
}
