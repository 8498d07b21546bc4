/** The page of a match: head, stage (map, hand, replay) and the side with decision, diary and panels. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { load_symbols } from "../board/symbols.js";
import { attend } from "../club/attend.js";
import { Company } from "../club/company.js";
import { offer_restore } from "../club/restore.js";
import { Decider } from "../decide/decider.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { on_theme, theme } from "../theme.js";
import { Diary } from "./diary.js";
import { Fights } from "./fight.js";
import { Head } from "./head.js";
import { listen_keys } from "./keys.js";
import { open_menu } from "./menu.js";
import { Objectives } from "./objectives.js";
import { Panels } from "./panels.js";
import { Playback } from "./playback.js";
import { Replay } from "./replay.js";
import { ResultScreen } from "./result.js";
import { Seats } from "./seats.js";
import { listen_sounds } from "./sounds.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { TextView } from "./textview.js";
import { Traces } from "./traces.js";
import { describe, Tip, Tools } from "./tools.js";

/**
 * @param {HTMLElement} app @param {string} id @param {number | null} moment @param {string | null} wanted
 * @param {{row: any, line: any, card: (table: Table, board: Board) => import("../lesson/card.js").LessonCard} | null} [lesson]
 *   instead of a match
 * @returns {Promise<() => void>} what to do on leaving
 */
export async function match_page(app, id, moment, wanted, lesson = null) {
  const [row] = await Promise.all([lesson?.row ?? api.match(id), load_symbols()]);
  const two_here = Object.values(row.seats).some((one) => one.kind === "other"); // only then somebody may have to look away
  const games = two_here ? await api.games() : [];
  const table = new Table(id, row, Seats.first(row, wanted), lesson?.line);
  const board = new Board();
  const decider = new Decider(table, board);
  const tools = new Tools(table, board, decider);
  const panels = new Panels(table, board, decider);
  const diary = new Diary(table, board);
  const text = new TextView(table, board);
  const replay = new Replay(table);
  table.hidden = games.find((one) => one.name === row.game)?.hidden ?? false;
  const seats = new Seats(table, table.hidden);
  const tip = new Tip(table, board);
  const company = row.club ? new Company(table) : null;
  const tabs = new Tabs(
    /** @type {[string, string, HTMLElement][]} */ ([
      ["diary", "Diary", diary.element],
      ["panels", "Situation", panels.element],
      ["text", "Words", text.element],
      ...(company ? [["company", "People", company.element]] : []),
    ]),
  );
  const head = new Head(table, (beside) => open_menu(beside, { table, replay }));
  const playback = new Playback(table);
  const objectives = new Objectives(table, board);
  const traces = new Traces(table, board);
  const fights = new Fights(table, board);
  const result = new ResultScreen(table, replay);
  listen_sounds(table);
  diary.look_again = (lines) => fights.look(lines);
  decider.describe = (piece, place) => describe(table, board, piece, place);
  board.on("ask", (touched) => decider.ask_why(touched));
  const line_down = h("div", { class: "line-down", hidden: true }, "The server does not answer; trying again ...");
  const ground = h(
    "div",
    { class: "ground" },
    board.port,
    tools.element,
    playback.element,
    traces.element,
    fights.element,
    fights.banner,
    result.element,
    line_down,
  );
  const stage = h("main", { class: "stage" }, objectives.element, ground, panels.dock, replay.element);
  const sheet = h("button", { class: "sheet-handle", "aria-label": "More or less", onclick: () => change_height(page) });
  const card = lesson?.card(table, board) ?? null;
  const side = h("aside", { class: "side" }, sheet, card?.element ?? null, decider.element, tabs.element, panels.looked_at);
  const page = h("div", { class: "match" }, head.element, stage, side, seats.element, tip.element);
  document.documentElement.dataset.face = row.game; // its face: css/faces.css
  fill(app, page);
  seats.open();

  let hash = null;
  let looker;
  const show = (scene) => {
    if (scene.board && scene.board !== hash) {
      hash = scene.board;
      change_board(scene);
      return;
    }
    if (scene.board && !board.board) return;
    const fresh = looker !== (table.shown ? "replay" : scene.seat);
    looker = table.shown ? "replay" : scene.seat;
    document.title = `${scene.title || row.title}: Grognard`;
    const bare = !scene.board && !list(scene.pieces).length && !list(scene.decision?.options).some((one) => one.place);
    page.classList.toggle("no-board", bare);
    if (seats.down) return;
    board.show(scene);
    panels.show(scene);
    decider.show();
    diary.show(scene, fresh);
    text.show(scene);
    tools.show(scene);
    head.show(scene);
    objectives.show(scene);
    traces.show();
    fights.clash.show();
    result.show(scene);
    card?.mark();
    Object.assign(window, { __shown: performance.now() });
  };
  const change_board = async (scene) => {
    const data = await api.board(scene.board).catch((error) => toast(error.message, "bad") && null);
    if (!data) return;
    const painted = board.use(data, scene.board, theme());
    show(table.scene);
    board.first_look();
    decider.look();
    card?.mark(true);
    await painted;
  };

  table.on("asked", () => seats.follow());
  table.on("scene", show);
  table.on("row", () => table.scene && head.show(table.scene));
  table.on("note", (words, kind) => toast(words, kind));
  table.on("line", (up) => (line_down.hidden = up));
  table.on("line", (up, why) => up || offer_restore(id, why));
  table.on("thinking", (seat) => head.thinking(seat));
  table.on("step", ({ lines }) => {
    const at = lines.map((line) => board.where(line.piece, line.place)).filter(Boolean);
    if (at.length && decider.follow) board.look_at(at);
  });
  tabs.on("open", (name) => {
    text.visible = name === "text";
    panels.visible = name === "panels";
    if (!table.scene || seats.down) return;
    if (text.visible) text.show(table.scene);
    if (panels.visible) panels.show(table.scene);
  });

  table.on("attention", (name) => tabs.open(name));
  const stop_watch = row.club ? attend(table, replay, ground) : () => {};
  const stop_keys = listen_keys({ table, board, decider, tools, replay, tabs, fights });
  const stop_theme = on_theme((name) => hash && board.change_theme(hash, name));
  const to_replay = () => {
    result.close();
    replay.play_all();
  };
  const to_moment = (event) => {
    const n = event.detail.words[3];
    if (n !== undefined) replay.start(Number(n), event.detail.asked.get("seat") ?? table.seat);
    else if (replay.open) replay.close();
  };
  const to_result = () => result.open();
  window.addEventListener("grognard:replay", to_replay);
  window.addEventListener("grognard:result", to_result);
  window.addEventListener("grognard:moment", to_moment);
  if (moment !== null) table.on("scene", once(() => replay.start(moment, wanted ?? table.seat)));
  Object.assign(window, { grognard: { table, board, decider, replay } });
  return () => {
    stop_keys();
    stop_watch();
    stop_theme();
    window.removeEventListener("grognard:replay", to_replay);
    window.removeEventListener("grognard:result", to_result);
    window.removeEventListener("grognard:moment", to_moment);
    replay.stop();
    seats.close();
    table.close();
    document.title = "Grognard";
    delete document.documentElement.dataset.face;
  };
}

function once(f) {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    f();
  };
}

/** On a phone the sheet has three heights: the question alone, half of the screen, all but the head. */
function change_height(page) {
  const now = page.classList.contains("sheet-up") ? "" : page.classList.contains("sheet-low") ? "" : "sheet-up";
  const low = page.classList.contains("sheet-up");
  page.classList.toggle("sheet-up", now === "sheet-up");
  page.classList.toggle("sheet-low", low);
}
