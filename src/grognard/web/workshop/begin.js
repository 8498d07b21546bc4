/** What to begin from: nothing, a scenario of the game, one's own, a file, a match as it stood at any moment. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { Draft } from "./draft.js";

/**
 * @param {string} game
 * @param {any} bench
 * @param {(text: string, name: string, worked?: boolean) => Promise<any>} open
 * @param {(words: string) => void} told
 */
export function begin_panel(game, bench, open, told) {
  const panel = h("div", { class: "begin" });
  const from = (name, work) => h("button", { type: "button", class: "into",
    onclick: () => work().catch((error) => told(error.message)) }, h("b", null, name));
  const before = h("div", { class: "before" });
  const group = (title, some) => (some.length ? h("section", null, h("h3", null, title), some) : null);
  const template = (one) => from(one.title, async () => open((await api.draft(game, one.name, one.kind)).text, one.own ? one.name
    : `my-${one.name}`));
  const file = /** @type {HTMLInputElement} */ (h("input",
    { type: "file", accept: ".toml", "aria-label": "Open a file", onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) await open(await chosen.text(), chosen.name.replace(/\.toml$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "my-scenario");
    file.value = "";
  } }));
  const matches = h("div", { class: "from-matches" },
    h("button", { type: "button", onclick: () => show_matches(game, matches, open, told) }, "A match of mine…"));
  const own = bench.templates.filter((one) => one.own);
  const scenarios = bench.templates.filter((one) => !one.own && one.kind === "scenario");
  const situations = bench.templates.filter((one) => one.kind === "situation");
  fill(panel,
    group("Begin", [
      from("From nothing", async () => open(bench.empty, "my-scenario")),
      before,
      h("label", { class: "open-file" }, "From a file ", file),
      matches,
    ]),
    group("Your own", own.map(template)),
    bench.kind === "situation" ? group("Situations", situations.map(template)) : null,
    group("Scenarios of the game", scenarios.map(template)),
    bench.kind === "situation" ? null : group("Situations", situations.map(template)));
  /** What was worked at before this draft was opened over it. */
  const show = () => {
    const kept = Draft.kept(game, ".before");
    fill(before, kept ? from(`Back to ${kept.name}`, async () => open(kept.text, kept.name, true)) : null);
  };
  show();
  return { element: panel, show };
}

async function show_matches(game, held, open, told) {
  const rows = (await api.matches().catch((error) => (told(error.message), []))).filter((row) => row.game === game);
  if (!rows.length) return fill(held, h("p", null, "There is no match of this game yet."));
  const which = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Which match" },
    rows.map((row) => h("option", { value: row.id }, [row.title, row.turn].filter(Boolean).join(", ")))));
  const after = /** @type {HTMLInputElement} */ (h("input",
    { type: "number", min: 0, placeholder: "all", "aria-label": "After how many choices" }));
  const take = async () => {
    const made = await api.draft_of_match(game, which.value, after.value === "" ? -1 : Number(after.value));
    await open(made.text, made.name);
  };
  fill(held, h("label", null, "The match ", which), h("label", null, "after how many choices ", after),
    h("button", { type: "button", onclick: () => take().catch((error) => told(error.message)) }, "Take this position"));
}
