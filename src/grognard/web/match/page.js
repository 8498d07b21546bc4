/** The page of a match: head, stage (map, hand, replay) and the side with decision, diary and panels. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { load_symbols } from "../board/symbols.js";
import { side_mark, side_style } from "../board/sides.js";
import { attend } from "../club/attend.js";
import { Company } from "../club/company.js";
import { Decider } from "../decide/decider.js";
import { fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../popover.js";
import { on_theme, theme, theme_button } from "../theme.js";
import { Diary } from "./diary.js";
import { guide_newcomer } from "./guide.js";
import { listen_keys } from "./keys.js";
import { open_menu } from "./menu.js";
import { Panels } from "./panels.js";
import { Replay } from "./replay.js";
import { Seats } from "./seats.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { TextView } from "./textview.js";
import { describe, Tip, Tools } from "./tools.js";

/** @returns {Promise<() => void>} what to do on leaving */
export async function match_page(app, id, moment, wanted) {
  const [row, games] = await Promise.all([api.match(id), api.games(), load_symbols()]);
  const table = new Table(id, row, Seats.first(row, wanted));
  const board = new Board();
  const decider = new Decider(table, board);
  const tools = new Tools(table, board, decider);
  const panels = new Panels(table, board, decider);
  const diary = new Diary(table, board);
  const text = new TextView(table, board);
  const replay = new Replay(table);
  const seats = new Seats(table, games.find((one) => one.name === row.game)?.hidden ?? false);
  const tip = new Tip(table, board);
  const company = row.club ? new Company(table) : null;
  const tabs = new Tabs([["diary", "Diary", diary.element], ["panels", "Situation", panels.element], ["text", "Words", text.element], ...(company ? [["company", "People", company.element]] : [])]);
  const head = new Head(table, (beside) => open_menu(beside, { table, replay, board }));
  const step = h("div", { class: "step", hidden: true, role: "status" });
  decider.describe = (piece, place) => describe(table, board, piece, place);
  board.on("ask", (touched) => decider.ask_why(touched));
  const stage = h("main", { class: "stage" }, board.port, tools.element, step, panels.dock, replay.element, h("div", { class: "line-down", hidden: true }, "The server does not answer; trying again ..."));
  const sheet = h("button", { class: "sheet-handle", "aria-label": "More or less", onclick: () => page.classList.toggle("sheet-up") });
  const side = h("aside", { class: "side" }, sheet, decider.element, tabs.element);
  const page = h("div", { class: "match" }, head.element, stage, side, seats.element, tip.element);
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
    page.classList.toggle("no-board", !scene.board && !list(scene.pieces).length && !list(scene.decision?.options).some((one) => one.place));
    if (seats.down) return;
    board.show(scene);
    panels.show(scene);
    decider.show();
    diary.show(scene, fresh);
    text.show(scene);
    tools.show(scene);
    head.show(scene);
    window.__shown = performance.now();
  };
  const change_board = async (scene) => {
    const data = await api.board(scene.board).catch((error) => toast(error.message, "bad") && null);
    if (!data) return;
    const painted = board.use(data, scene.board, theme());
    show(table.scene);
    board.first_look();
    decider.look();
    await painted;
  };

  table.on("asked", () => seats.follow());
  table.on("scene", show);
  table.on("row", () => table.scene && head.show(table.scene));
  table.on("note", (words, kind) => toast(words, kind));
  table.on("line", (up) => (stage.querySelector(".line-down").hidden = up));
  table.on("thinking", (seat) => head.thinking(seat));
  table.on("playing", (on) => {
    step.hidden = !on;
    if (!on) fill(step);
  });
  table.on("step", (message) => {
    fill(step, h("b", null, table.seat_name(message.seat), ": "), message.text || "moves", h("button", { class: "quiet", title: "Space", onclick: () => table.skip() }, "Next"), h("button", { class: "quiet", onclick: () => table.skip(true) }, "Skip all"));
    const last = list(table.scene?.diary).at(-1);
    const at = last && board.where(last.piece, last.place);
    if (at && decider.follow) board.look_at([at]);
  });
  tabs.on("open", (name) => {
    text.visible = name === "text";
    if (text.visible && table.scene) text.show(table.scene);
  });

  table.on("attention", (name) => tabs.open(name));
  const stop_watch = row.club ? attend(table, replay, stage) : () => {};
  const stop_keys = listen_keys({ table, board, decider, tools, replay, tabs });
  const stop_theme = on_theme((name) => hash && board.change_theme(hash, name));
  const to_replay = () => replay.play_all();
  const to_moment = (event) => {
    const n = event.detail.words[3];
    if (n !== undefined) replay.start(Number(n), event.detail.asked.get("seat") ?? table.seat);
    else if (replay.open) replay.close();
  };
  window.addEventListener("grognard:replay", to_replay);
  window.addEventListener("grognard:moment", to_moment);
  if (moment !== null) table.on("scene", once(() => replay.start(moment, wanted ?? table.seat)));
  else if (!seats.shared) table.on("scene", once(() => guide_newcomer(table, board)));
  window.grognard = { table, board, decider, replay };
  return () => {
    stop_keys();
    stop_watch();
    stop_theme();
    window.removeEventListener("grognard:replay", to_replay);
    window.removeEventListener("grognard:moment", to_moment);
    replay.stop();
    seats.close();
    table.close();
    document.title = "Grognard";
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

/** The head line: what is played, where it stands, who leads, who thinks. */
class Head {
  constructor(table, menu) {
    this.table = table;
    this.title = h("h1", null);
    this.turn = h("span", { class: "turn" });
    this.facts = h("span", { class: "status" });
    this.score = h("span", { class: "score" });
    this.busy = h("span", { class: "thinking", hidden: true, role: "status" });
    const menu_button = h("button", { class: "quiet icon", id: "menu", "aria-label": "Menu", title: "Menu", onclick: () => menu(menu_button) }, icon("menu"));
    this.element = h("header", { class: "head" }, h("a", { class: "home", href: "#/", "aria-label": "To the start", title: "To the start" }, h("img", { src: "icon.svg", alt: "", width: 26, height: 26 })), table.row.home ? h("a", { class: "chip", href: `#/match/${table.row.home}` }, "← the main match") : null, this.title, this.turn, this.facts, this.busy, this.score, theme_button(), menu_button);
  }

  show(scene) {
    fill(this.title, scene.title || this.table.row.title);
    fill(this.turn, [scene.turn, scene.phase].filter(Boolean).join(" · "));
    fill(this.facts, [...list(scene.status), ...list(scene.marks).map((mark) => `(${mark})`)].map((words) => h("span", { class: "chip" }, words)));
    fill(this.score, Object.entries(scene.side_names ?? {}).map(([side, name]) => {
      const { fill: colour } = side_style(scene, side);
      return h("span", { class: `side-chip ${this.table.row.seats[scene.seat]?.side === side ? "me" : ""}` }, h("i", { style: { color: colour } }, side_mark(scene, side)), name, scene.score?.[side] !== undefined ? h("b", null, scene.score[side]) : null);
    }));
    this.busy.hidden = true;
  }

  thinking(seat) {
    fill(this.busy, `${this.table.seat_name(seat)} thinks …`);
    this.busy.hidden = false;
  }
}
