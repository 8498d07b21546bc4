/** Tournaments of people: the list, a new one, and one of them with its standings and rounds. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { who } from "./me.js";

const PHASE = { open: "open for entries", running: "under way", over: "over" };
const KIND = { swiss: "Swiss", knockout: "Knockout", league: "League" };

const cell = (word) => h("td", null, String(word));
const heads = (words) => h("thead", null, h("tr", null, words.map((word) => h("th", { scope: "col" }, word))));

async function tell(work) {
  try {
    await work();
  } catch (error) {
    toast(error.message, "bad");
  }
}

export async function tournaments_page(app) {
  document.title = "Tournaments: Grognard";
  const [rows, games] = await Promise.all([api.tournaments(), api.games()]);
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  fill(
    app,
    h(
      "main",
      { class: "person" },
      h("h1", null, "Tournaments"),
      rows.length
        ? h(
            "table",
            { class: "sheet", id: "tournaments" },
            heads(["Tournament", "Game", "Kind", "Players", ""]),
            h(
              "tbody",
              null,
              rows.map((row) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row" }, h("a", { href: `#/tournament/${row.id}` }, row.title)),
                  [titles[row.game] ?? row.game, KIND[row.kind], String(row.players ?? 0), PHASE[row.phase]].map(cell),
                ),
              ),
            ),
          )
        : h("p", null, "There is none yet."),
      who().name
        ? h("p", null, "Ladders: ", games.flatMap((game, n) => [n ? " · " : "", h("a", { href: `#/ladder/${game.name}` }, game.title)]))
        : null,
      who().name ? new_form(games) : h("p", null, h("a", { href: "#/login" }, "Log in"), " to open one or to play."),
      h("p", null, h("a", { href: "#/" }, "To the start")),
    ),
  );
  return () => {};
}

const field = (words, box) => h("label", { class: "field" }, h("span", null, words), box);
const choices = (id, pairs) =>
  /** @type {HTMLSelectElement} */ (h("select", { id }, pairs.map(([value, words]) => h("option", { value }, words))));
const input = (props) => /** @type {HTMLInputElement} */ (h("input", props));

function new_form(games) {
  const game = choices("cup-game", games.map((one) => [one.name, one.title]));
  const scenario = choices("cup-scenario", []);
  const title = input({ id: "cup-title", maxlength: 200, placeholder: "Spring cup" });
  const kind = choices("cup-kind", Object.entries(KIND));
  const rounds = input({ id: "cup-rounds", type: "number", min: 1, max: 20, value: 3 });
  const hours = input({ id: "cup-hours", type: "number", min: 1, max: 8760, value: 240 });
  const rounds_words = h("span", null, "Rounds");
  const rounds_field = h("label", { class: "field" }, rounds_words, rounds);
  const offer = () => {
    const all = list(games.find((one) => one.name === game.value)?.scenarios);
    const two_sided = all.filter((one) => Object.keys(one.sides ?? {}).length === 2);
    fill(scenario, ...two_sided.map((one) => h("option", { value: one.name }, one.title)));
  };
  offer();
  game.addEventListener("change", offer);
  kind.addEventListener("change", () => {
    rounds_field.hidden = kind.value === "knockout";
    const league = kind.value === "league";
    rounds_words.textContent = league ? "How often everybody meets everybody (1 or 2)" : "Rounds";
    rounds.max = league ? "2" : "20";
    if (league) rounds.value = "1";
  });
  const open = () => tell(async () => {
    const made = await api.open_tournament({
      game: game.value, scenario: scenario.value, title: title.value, kind: kind.value, rounds: Number(rounds.value) || 1,
      ...(Number(hours.value) > 0 ? { clock: { hours: Number(hours.value), back: 24 } } : {}),
    });
    location.hash = `#/tournament/${made.id}`;
  });
  return h(
    "details",
    { id: "new-tournament" },
    h("summary", null, "Open a tournament"),
    field("Game", game),
    field("Scenario", scenario),
    field("Title", title),
    field("Kind", kind),
    rounds_field,
    field("Hours on each clock; who runs out loses", hours),
    h("p", null, h("button", { class: "go", id: "cup-open", onclick: open }, "Open it")),
  );
}

export async function tournament_page(app, id) {
  const cup = await api.tournament(id);
  document.title = `${cup.title}: Grognard`;
  const act = (what) => tell(async () => {
    await api.change_tournament(id, { do: what });
    await tournament_page(app, id);
  });
  const button = (what, words, more = {}) => h("button", { id: `cup-${what}`, onclick: () => act(what), ...more }, words);
  fill(
    app,
    h(
      "main",
      { class: "person" },
      h("h1", null, cup.title),
      h("p", { class: "faint" }, about(cup)),
      h(
        "p",
        { class: "buttons" },
        who().name && cup.phase === "open" && !cup.playing ? button("enter", "I play", { class: "go" }) : null,
        cup.playing && cup.phase !== "over" ? button("withdraw", "Withdraw") : null,
        cup.mine && cup.phase === "open" ? button("begin", "Begin", { class: "go" }) : null,
        cup.mine && cup.phase === "running" ? button("close", "End it now") : null,
      ),
      standings(cup),
      list(cup.played).map((played, n) => one_round(played, n)).reverse(),
      h("p", null, h("a", { href: "#/tournaments" }, "All tournaments")),
    ),
  );
  const timer = setInterval(() => { if (cup.phase === "running") tell(() => tournament_page(app, id).then((leave) => leave())); }, 60000);
  return () => clearInterval(timer);
}

function about(cup) {
  const words = [
    KIND[cup.kind], cup.kind === "swiss" && `${cup.rounds} rounds`, cup.kind === "league" && cup.rounds > 1 && "there and back",
    PHASE[cup.phase], cup.owner && `opened by ${cup.owner}`,
  ];
  return `${words.filter(Boolean).join(", ")}.`;
}

function standings(cup) {
  const rows = list(cup.standings);
  if (!rows.length) return h("p", null, "Nobody has entered yet.");
  const points = (n) => String(n ?? 0).replace(".5", "½").replace(/^0½/, "½");
  return h(
    "table",
    { class: "sheet", id: "standings" },
    heads(["", "Player", "Points", "Won", "Drawn", "Lost", "Opponents' points"]),
    h(
      "tbody",
      null,
      rows.map((row, n) =>
        h(
          "tr",
          null,
          h("td", null, String(n + 1)),
          h("th", { scope: "row" }, row.gone ? `${row.name} (withdrew)` : row.name),
          [points(row.points), row.won ?? 0, row.drawn ?? 0, row.lost ?? 0, points(row.strength)].map(cell),
        ),
      ),
    ),
  );
}

const SCORE = { first: "1 : 0", second: "0 : 1", drawn: "½ : ½" };

function one_round(played, n) {
  return h(
    "section",
    null,
    h("h2", null, `Round ${n + 1}`),
    h(
      "ul",
      { class: "plain" },
      played.map((one) =>
        h(
          "li",
          null,
          one.second ? `${one.first} against ${one.second} ` : `${one.first} rests `,
          one.outcome ? h("b", null, SCORE[one.outcome]) : null,
          one.match ? [" ", h("a", { href: `#/match/${one.match}` }, one.outcome ? "replay" : "to the match")] : null,
        ),
      ),
    ),
  );
}

/** "#/ladder/GAME": who is rated in a game, the best first. */
export async function ladder_page(app, game) {
  const [rows, games] = await Promise.all([api.ladder(game), api.games()]);
  const title = games.find((one) => one.name === game)?.title ?? game;
  document.title = `Ladder: ${title}`;
  const rung = (row, n) =>
    h("tr", null, cell(n + 1),
      h("th", { scope: "row" }, h("a", { href: `#/person/${encodeURIComponent(row.name)}` }, row.name)),
      cell(row.rating), cell(row.played));
  const body = h("tbody", null, rows.map(rung));
  const more = h("button", { onclick: () => tell(async () => {
    const [from, next] = [body.children.length, await api.ladder(game, body.children.length)];
    body.append(...next.map((row, n) => rung(row, from + n)));
    more.hidden = next.length < 100;
  }) }, "More of them");
  more.hidden = rows.length < 100;
  fill(
    app,
    h(
      "main",
      { class: "person" },
      h("h1", null, `Ladder: ${title}`),
      rows.length
        ? [h("table", { class: "sheet", id: "ladder" }, heads(["", "Name", "Rating", "Matches"]), body), more]
        : h("p", null, "Nobody is rated here yet."),
      h("p", null, h("a", { href: "#/tournaments" }, "Tournaments"), " · ", h("a", { href: "#/" }, "To the start")),
    ),
  );
  return () => {};
}
