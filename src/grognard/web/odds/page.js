/** Exact odds: the situations that come with a game, the question about one of them to change, and what it comes to. */

import * as api from "../api.js";
import { numbers } from "../decide/numbers.js";
import { fill, h, list } from "../dom.js";
import { theme_button } from "../theme.js";

export async function odds_page(app, game, wanted) {
  const [situations, games] = await Promise.all([api.situations(game), api.games()]);
  const title = games.find((one) => one.name === game)?.title ?? game;
  document.title = `${title}: odds`;
  const contents = h("nav", { class: "contents", "aria-label": "Situations" });
  const text = h("main", { class: "book odds-book", tabindex: -1 });
  let here = situations.find((one) => one.name === wanted) ?? situations[0];

  const open = (one) => {
    here = one;
    history.replaceState(null, "", `#/odds/${encodeURIComponent(game)}/${encodeURIComponent(one.name)}`);
    show();
  };
  const show = () => {
    fill(
      contents,
      h(
        "ol",
        null,
        situations.map((one) =>
          h("li", null, h("button", { class: `quiet ${one === here ? "here" : ""}`, onclick: () => open(one) }, one.title)),
        ),
      ),
    );
    if (here) fill(text, situation_part(game, here));
    else fill(text, h("p", null, "No situations come with this game."));
  };
  fill(
    app,
    h(
      "div",
      { class: "rules-page odds-page" },
      h(
        "header",
        { class: "head" },
        h(
          "a",
          { class: "home", href: "#/", "aria-label": "To the start" },
          h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }),
        ),
        h("h1", null, `${title}: odds`),
        theme_button(),
      ),
      h("div", { class: "rules-columns" }, contents, text),
    ),
  );
  show();
  return () => {};
}

/** One situation: its words, the question as fields, the distributions. */
function situation_part(game, situation) {
  const charts = h("div", { class: "odds-charts", "aria-live": "polite" });
  const fields = Object.entries(situation.question ?? {}).map(([name, value]) => field(name, value));
  const reckon = async () => {
    try {
      const question = Object.fromEntries(fields.map((one) => [one.name, one.read()]));
      const answer = await api.odds(game, situation.name, question);
      fill(charts, numbers(game, { odds: list(answer.odds) }));
    } catch (error) {
      fill(charts, h("p", { class: "problem", role: "alert" }, error.message));
    }
  };
  reckon();
  return [
    h("h2", null, situation.title),
    situation.blurb ? h("p", null, situation.blurb) : null,
    h("form", { class: "odds-question", onsubmit: (event) => { event.preventDefault(); reckon(); } },
      fields.map((one) => one.part), h("button", { class: "main", type: "submit" }, "Reckon")),
    charts,
  ];
}

/** A field for a value of the question: its kind is that of the value that the situation has. */
function field(name, value) {
  const several = Array.isArray(value);
  const number = (word) => {
    if (!/^-?\d+(\.\d+)?$/.test(word)) throw new Error(`${name}: ${word || "nothing"} is no number.`);
    return Number(word);
  };
  const input = /** @type {HTMLInputElement} */ (
    typeof value === "boolean"
      ? h("input", { type: "checkbox" })
      : h("input", { type: "text", size: 48, value: several ? value.join(", ") : String(value) })
  );
  if (typeof value === "boolean") input.checked = value;
  const one = (word, like) => (typeof like === "number" ? number(word) : word);
  const words = () => input.value.split(",").map((word) => word.trim()).filter(Boolean);
  const read = () =>
    typeof value === "boolean" ? input.checked : several ? words().map((word) => one(word, value[0])) : one(input.value.trim(), value);
  return { name, read, part: h("label", { class: "field" }, h("span", null, name.replaceAll("_", " ")), input) };
}
