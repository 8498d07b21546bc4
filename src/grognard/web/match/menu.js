/** The menu of a match: save, rulebook, standing answers, roll back, house ruling. */

import * as api from "../api.js";
import { h, list } from "../dom.js";
import { dialog, popover, toast } from "../popover.js";
import { hand_out, split_sides } from "../club/umpire.js";
import { wish, wished } from "../settings.js";
import { show_keys } from "./keys.js";
import { sound } from "./sounds.js";
import { pace, set_pace } from "./table.js";

export function open_menu(beside, { table, replay }) {
  if (table.lesson) return lesson_menu(beside, table);
  const people = table.people;
  const lookers = () => (table.row.judge ? ["umpire", ...Object.keys(table.row.seats)] : people);
  const entry = (words, act, more = {}) => h("button", { class: "option quiet", onclick: () => { made.close(); act(); }, ...more }, words);
  const made = popover(
    beside,
    [
      h(
        "div",
        { class: "choices" },
        entry("Replay", () => replay.start()),
        entry("Save to a file", () => save(table)),
        entry("Rulebook", () => window.open(`#/rules/${table.game}`, "_blank")),
        entry("Keys", show_keys),
        lookers().length > 1
          ? h(
              "div",
              { class: "choice-group" },
              h("h4", null, "Look as"),
              lookers().map((seat) =>
                entry(seat === "umpire" ? "Umpire" : table.seat_name(seat), () => table.sit(seat), { "data-look": seat }),
              ),
            )
          : null,
        table.decision?.form === "options" ? entry("Always answer this ...", () => standing(table)) : null,
        entry("Take back standing answers", () =>
          table.stand_down().then(({ refusals }) => toast(refusals ? refusals[0].why : "You will be asked again.")),
        ),
        replay.open ? entry("Roll back to this moment ...", () => roll_back(table, replay)) : null,
        h("label", { class: "field tick pace" }, h("span", null, "Moves of others"), pace_pick()),
        tick("sure", "Ask again before what cannot be taken back"),
        tick("alone", "Answer what has one choice by itself"),
        tick("explain", "Explain questions while they are new"),
        tick("letters", "Single-letter keys"),
        tick("sounds", "Sounds", () => sound("dice")),
        people.length || table.row.judge
          ? entry(table.row.judge ? "Correct the position ..." : "House ruling ...", () => house_ruling(table), { id: "correct" })
          : null,
        table.row.judge && !table.now?.over ? entry("Hand out a line ...", () => hand_out(table), { id: "hand-out" }) : null,
        (table.row.judge || (table.row.club && (table.row.mine || people.length) && !list(table.row.umpires).length)) && !table.now?.over
          ? entry("Commanders ...", () => split_sides(table), { id: "split-sides" })
          : null,
        people.length && !table.now?.over
          ? [
              entry("Offer a draw", () => how_it_went(table.offer("draw"), table.row.club ? "The others are asked." : "")),
              entry("Resign ...", () => resign(table)),
            ]
          : null,
        entry("Check the dice", () => window.open(`#/dice/${table.id}`, "_blank")),
        entry("Print the war diary", () => window.open(api.paper_path(table.id, "diary", table.seat), "_blank"), { id: "print-diary" }),
        list(table.now?.panels).some((one) => one.kind === "sheet" || one.kind === "text")
          ? entry("Print the sheets", () => window.open(api.paper_path(table.id, "sheets", table.seat), "_blank"), { id: "print-sheets" })
          : null,
        entry("Print a sheet", () => window.open(api.sheet_path(table.id, table.seat), "_blank")),
        entry("To the start", () => (location.hash = "#/")),
      ),
    ],
    { kind: "menu", label: "Menu" },
  );
}

function pace_pick() {
  const pick = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { onchange: () => set_pace(pick.value) },
      ["slow", "normal", "fast", "none"].map((word) => h("option", { value: word }, word === "none" ? "at once" : word)),
    )
  );
  pick.value = pace();
  return pick;
}

/** In a lesson nothing is stored: what there is to look up. */
function lesson_menu(beside, table) {
  const entry = (words, act) => h("button", { class: "option quiet", onclick: () => { made.close(); act(); } }, words);
  const made = popover(beside, [h("div", { class: "choices" },
    entry("Leave the lesson", () => (location.hash = "#/")),
    entry("Rulebook", () => window.open(`#/rules/${table.game}`, "_blank")),
    entry("Keys", show_keys))], { kind: "menu", label: "Menu" });
  return made;
}

function tick(name, words, then = () => {}) {
  const ticked = () => {
    wish(name, box.checked);
    then();
  };
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: ticked }));
  box.checked = wished(name);
  return h("label", { class: "field tick" }, box, h("span", null, words));
}

async function save(table) {
  try {
    api.download(await api.save(table.id));
    toast("The match is in your downloads.");
  } catch (error) {
    toast(error.message, "bad");
  }
}

/** An answer that is given at once whenever this rule asks again. */
async function standing(table) {
  const { decision } = table;
  const pick = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      null,
      list(decision.options).map((option, i) => h("option", { value: i }, option.label)),
    )
  );
  const here = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const below = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 0, max: 100, step: 1, placeholder: "always" }));
  const answer = await dialog("Always answer this", [
    h("p", null, `“${decision.prompt}” (${decision.rule})`), h("label", { class: "field" }, h("span", null, "Answer"), pick),
    decision.piece ? h("label", { class: "field tick" }, here, h("span", null, "Only for this piece")) : null,
    list(decision.odds).length ? h("label", { class: "field" }, h("span", null, "Only while the odds are below (percent)"), below) : null,
    h("p", { class: "faint" }, "The answer is given at once, until you take it back in the menu. Others only see that you were asked."),
  ], [["Not now", "quiet"], ["Answer so", "go"]]);
  if (answer !== "Answer so") return;
  const { refusals } = await table.stand(decision.rule, decision.options[Number(pick.value)].value, {
    ...(here.checked ? { piece: decision.piece } : {}),
    ...(below.value ? { below_odds: Number(below.value) / 100 } : {}),
  });
  if (refusals) toast(refusals[0].why, "bad");
}

async function roll_back(table, replay) {
  const sure = await dialog(
    "Roll back",
    [
      h(
        "p",
        null,
        "The match goes on from the moment that you see. What came after is gone, and the dice fall anew. Do all players agree?",
      ),
    ],
    [
      ["No", "quiet"],
      ["All agree", "go"],
    ],
  );
  if (sure !== "All agree") return;
  const { n } = replay;
  replay.close();
  if (table.row.club) how_it_went(table.offer("roll_back", { n }), "The others are asked.");
  else how_it_went(table.roll_back(n), "The match goes on from there.");
}

/** The position set right by consent: a patch over the state, as JSON. */
async function house_ruling(table) {
  const state = await api.position(table.id).catch((error) => ({ trouble: error.message }));
  const patch = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 7, spellcheck: "false", placeholder: '{"turn": 3}' }));
  const why = h("input", { maxlength: 500, placeholder: "Why: it will stand in the diary" });
  const told = h("div", { class: "told" });
  const answer = await dialog(
    "House ruling",
    [
      h(
        "p",
        null,
        "By consent of all players the position is set right. The patch (JSON) lies over the state; the match is marked.",
      ),
      state.trouble
        ? h("p", { class: "faint" }, state.trouble)
        : h(
            "details",
            null,
            h("summary", null, "The state as it is"),
            h("pre", { class: "state" }, JSON.stringify(state.state, null, 1)),
          ),
      patch,
      why,
      told,
    ],
    [
      ["Leave it", "quiet"],
      ["All agree", "go"],
    ],
  );
  if (answer !== "All agree") return;
  let read;
  try {
    read = JSON.parse(patch.value);
  } catch (error) {
    toast(`This is no JSON: ${error.message}`, "bad");
    return;
  }
  const words = /** @type {HTMLInputElement} */ (why).value || "House ruling";
  if (table.row.club && !table.row.judge) how_it_went(table.offer("correct", { patch: read, why: words }), "The others are asked.");
  else how_it_went(table.correct(read, words), "So be it.");
}

async function resign(table) {
  const sure = await dialog(
    "Resign",
    [h("p", null, "The match is over, and lost for your side.")],
    [
      ["Play on", "quiet"],
      ["Resign", "go"],
    ],
  );
  if (sure === "Resign") how_it_went(table.resign(), "");
}

/** Say how it went. */
async function how_it_went(work, words) {
  const { refusals } = await work;
  if (refusals || words) toast(refusals ? refusals[0].why : words, refusals ? "bad" : "");
}

