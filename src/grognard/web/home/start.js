/** Starting a match: a game, a scenario, who sits where. Everything has a good default; one button starts. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { in_club } from "../club/me.js";
import { toast } from "../popover.js";
import { club_fields } from "../club/terms.js";
import { option_fields } from "./options.js";
import { game_facts, map_image } from "./pictures.js";
import { course_list } from "../lesson/course.js";

const LAST = "grognard.last";

const learning_first = (a, b) => Number(b.name === "learning") - Number(a.name === "learning");

export function start_form(games) {
  const playable = games
    .filter((game) => list(game.scenarios).length)
    .map((game) => ({ ...game, scenarios: [...game.scenarios].sort(learning_first) }));
  if (!playable.length) return h("p", null, "No game is installed.");
  const remembered = localStorage.getItem(LAST);
  const chosen = { game: playable.find((game) => game.name === remembered) ?? playable[0] };
  const shelf = h("div", { class: "game-shelf", role: "radiogroup", "aria-label": "Game" });
  const rest = h("div", { class: "start-rest" });
  const choose = (game) => {
    chosen.game = game;
    for (const one of /** @type {HTMLElement[]} */ ([...shelf.children])) {
      const on = one.dataset.game === game.name;
      one.setAttribute("aria-checked", String(on));
      one.tabIndex = on ? 0 : -1;
    }
    fill(rest, scenario_form(game));
  };
  playable.forEach((game, i) =>
    shelf.append(
      h(
        "button",
        {
          class: "game-box",
          role: "radio",
          "data-game": game.name,
          style: { "--hue": String([12, 205, 95, 38, 262, 340][i % 6]) },
          onclick: () => {
            choose(game);
            bring_into_view(rest);
          },
          onkeydown: (event) => {
            const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (!by) return;
            event.preventDefault();
            const next = playable[(i + by + playable.length) % playable.length];
            choose(next);
            /** @type {HTMLElement} */ (shelf.querySelector(`[data-game="${CSS.escape(next.name)}"]`)).focus();
          },
        },
        map_image(game.name, game.cover || game.scenarios[0].name, "game-picture"),
        h(
          "span",
          { class: "game-words" },
          h("span", { class: "game-title" }, game.title),
          game.era ? h("span", { class: "game-era" }, game.era) : null,
          game_facts(game),
        ),
      ),
    ),
  );
  choose(chosen.game);
  return h("div", { class: "start" }, shelf, rest);
}

/** What belongs to the chosen game is seen, and the game itself is too. */
function bring_into_view(part) {
  const away = part.getBoundingClientRect().top - window.innerHeight * 0.3;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (away > window.innerHeight * 0.15) window.scrollBy({ top: away, behavior: calm ? "auto" : "smooth" });
}

function scenario_form(game) {
  const wish = { scenario: list(game.scenarios).find((one) => !one.problem) ?? game.scenarios[0] };
  const held = h("div", { class: "scenario-rest" });
  const name = `scenario-${game.name}`;
  const show = () => fill(held, ...seat_form(game, wish.scenario));
  const scenarios = h(
    "fieldset",
    { class: "scenarios" },
    h("legend", null, "Scenario"),
    h("p", { class: "design-own" }, h("a", { href: `#/workshop/${game.name}` }, "Design one of your own in the workshop")),
    game.scenarios.map((one) => {
      const input = /** @type {HTMLInputElement} */ (
        h("input", {
          type: "radio",
          name,
          value: one.name,
          disabled: Boolean(one.problem),
          onchange: () => {
            wish.scenario = one;
            show();
          },
        })
      );
      input.checked = one === wish.scenario;
      return h(
        "label",
        { class: "scenario" },
        input,
        one.problem ? null : map_image(game.name, one.name, "scenario-picture"),
        h(
          "span",
          null,
          h("b", null, one.title),
          one.name === "learning" ? h("span", { class: "chip" }, "start here") : null,
          one.blurb ? h("span", { class: "blurb" }, one.blurb) : null,
          one.problem ? h("span", { class: "problem" }, one.problem) : null,
        ),
      );
    }),
  );
  show();
  const columns = h(
    "div",
    { class: "start-columns" },
    h(
      "div",
      null,
      scenarios,
      game.rules
        ? h(
            "p",
            { class: "about-game" },
            h("a", { href: `#/rules/${game.name}` }, "The rulebook"),
            " · ",
            h("a", { href: `#/odds/${game.name}` }, "Exact odds"),
          )
        : null,
    ),
    held,
  );
  return h(
    "div",
    null,
    h("h2", { class: "chosen-game" }, game.title),
    game.blurb ? h("p", { class: "game-blurb" }, game.blurb) : null,
    game.lessons ? course_list(game.name) : null,
    columns,
  );
}

function seat_form(game, scenario) {
  const sides = Object.entries(scenario.sides ?? {});
  const picks = new Map();
  const bots = list(game.bots).length ? game.bots : ["random"];
  const seats = h(
    "fieldset",
    { class: "seat-picks" },
    h("legend", null, "Who plays"),
    sides.map(([side, words], i) => {
      const pick = /** @type {HTMLSelectElement} */ (
        h(
          "select",
          { "aria-label": words, "data-side": side },
          h("option", { value: "me" }, "Me"),
          in_club()
            ? h("option", { value: "open" }, "Open: invite somebody")
            : h("option", { value: "other" }, "Another at this screen"),
          bots.map((bot) => h("option", { value: `bot:${bot}` }, `Bot (${bot})`)),
        )
      );
      pick.value = i === 0 ? "me" : `bot:${bots[0]}`;
      picks.set(side, pick);
      return h("label", { class: "seat-pick" }, h("span", null, words), pick);
    }),
  );
  const swap =
    sides.length === 2
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              const [a, b] = [...picks.values()];
              [a.value, b.value] = [b.value, a.value];
            },
          },
          "⇄ Change sides",
        )
      : null;
  const options = option_fields(list(game.options), scenario.options ?? {});
  const by_hand = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const seed = /** @type {HTMLInputElement} */ (h("input", { maxlength: 100, placeholder: "by chance" }));
  const situation = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { rows: 5, spellcheck: "false", placeholder: '{"turn": 3}' })
  );
  const state = h("pre", { class: "state", hidden: true });
  const look = h(
    "button",
    {
      type: "button",
      class: "plain-link",
      onclick: async () => {
        const first = await api.first_position(game.name, scenario.name).catch((error) => ({ state: error.message }));
        fill(state, typeof first.state === "string" ? first.state : JSON.stringify(first.state, null, 1));
        state.hidden = false;
      },
    },
    "Show the first position",
  );
  const club = club_fields(sides);
  const go = h(
    "button",
    { class: "go start-button", id: "start", disabled: Boolean(scenario.problem), onclick: () => start() },
    "Start",
  );
  const start = async () => {
    const wish = { game: game.name, scenario: scenario.name, seats: {}, options: options.get() };
    for (const [side, pick] of picks) {
      const [kind, bot] = pick.value.split(":");
      wish.seats[side] = bot === undefined ? { kind } : { kind, bot };
    }
    if (by_hand.checked) wish.dice = "by hand";
    Object.assign(wish, club.get(wish.seats));
    if (seed.value.trim()) wish.seed = seed.value.trim();
    try {
      if (situation.value.trim()) wish.situation = JSON.parse(situation.value);
    } catch (error) {
      toast(`The situation is no JSON: ${error.message}`, "bad");
      return;
    }
    go.toggleAttribute("disabled", true);
    try {
      const row = await api.start(wish);
      localStorage.setItem(LAST, game.name);
      location.hash = `#/match/${row.id}`;
    } catch (error) {
      toast(error.message, "bad");
      go.toggleAttribute("disabled", false);
    }
  };
  return [
    seats,
    swap,
    club.element,
    h("p", { class: "start-row" }, go),
    h(
      "details",
      { class: "more-options" },
      h("summary", null, options.count ? `Options (${options.count})` : "More"),
      options.element,
      h("label", { class: "field tick" }, by_hand, h("span", null, "Real dice: roll by hand and enter them")),
      in_club() ? null : h("label", { class: "field" }, h("span", null, "Seed of the dice"), seed),
      h(
        "details",
        null,
        h("summary", null, "Set up a situation by hand"),
        h("p", { class: "faint" }, "A patch over the first position, as JSON. ", look),
        state,
        situation,
      ),
    ),
  ];
}
