/** The card of a lesson: what is said at this step, what to do, and on. What is asked for is marked on the map in green. */

import { advised_points, draw_advice } from "../board/advice.js";
import { h as made, list } from "../dom.js";
import { paragraphs } from "../rules/link.js";
import { h, show } from "../view.js";
import { remember } from "./progress.js";

const PARTS = {
  board: ".stage",
  decision: "#decision",
  diary: "#tab-diary",
  panels: "#tab-panels",
  hand: ".dock",
  head: ".head",
  goals: ".objectives",
};

export class LessonCard {
  #lit = null;

  /**
   * @param {import("../match/table.js").Table} table
   * @param {import("../board/board.js").Board} board
   * @param {import("./line.js").LessonLine} line
   */
  constructor(table, board, line) {
    this.table = table;
    this.board = board;
    this.line = line;
    this.element = made("aside", { class: "lesson", role: "region", "aria-label": "Lesson", "aria-live": "polite" });
    line.on("lesson", () => this.show());
  }

  show() {
    const { line, table } = this;
    const { lesson, step, n } = line;
    const steps = list(lesson.steps).length;
    remember(lesson.game, lesson.name, n, steps);
    this.#light(step?.look ?? "");
    this.mark(true);
    const said = step?.say ?? "That was it. You can take the next lesson, or play.";
    show(
      this.element,
      h("p", { class: "who" }, `${lesson.title} · ${Math.min(n + 1, steps)} of ${steps}`),
      h("progress", { max: steps, value: n, "aria-label": "How far" }),
      step?.title || !step ? h("h3", null, step?.title || "Done") : null,
      paragraphs(said, table.game),
      this.#buttons(step, n),
    );
    this.element.scrollTop = 0;
  }

  #buttons(step, n) {
    const { line } = this;
    const { lesson } = line;
    const back = n ? h("button", { class: "quiet", onclick: () => line.go(n - 1) }, "Back") : null;
    if (!step) {
      const on = { class: "button go", id: "next-lesson", href: `#/lesson/${lesson.game}/${lesson.next}` };
      return h("p", { class: "buttons" }, back, h("a", { class: "button", href: "#/" }, "To the start"),
        lesson.next ? h("a", on, "Next lesson") : null);
    }
    const waits = step.asks ? "Do it: what is marked in green." : step.touch && !line.touched ? "Touch it, and read why not." : "";
    const next = h("button", { class: "go", id: "lesson-next", onclick: () => line.go(n + 1) }, "Next");
    return [waits ? h("p", { class: "lesson-task" }, waits) : null, h("p", { class: "buttons" }, back, waits ? null : next)];
  }

  /** What is asked for, on the map (drawn again whenever the page is); what was looked for is brought into view. */
  mark(look = false) {
    const { step } = this.line;
    const touch = step?.touch && !this.line.touched ? [{ piece: step.piece, place: step.place }] : [];
    const choices = [...(step?.asks ? list(step.choices) : []), ...touch];
    draw_advice(this.board, choices, step?.ghosts);
    const points = advised_points(this.board, choices, step?.ghosts);
    if (look && points.length && this.board.layout.regions.size) setTimeout(() => this.board.look_at(points), 60);
    this.#label(choices);
  }

  /** Buttons that are asked for are marked, too. */
  #label(choices) {
    for (const old of document.querySelectorAll(".wanted")) old.classList.remove("wanted");
    const values = choices.map((one) => JSON.stringify(one.value));
    for (const button of document.querySelectorAll(".decision button.option, [data-card]")) {
      const card = choices.some((one) => one.piece && one.piece === button.getAttribute("data-card"));
      if (card || values.includes(button.getAttribute("data-value") ?? "-")) button.classList.add("wanted");
    }
  }

  #light(look) {
    this.#lit?.classList.remove("lit");
    this.#lit = look ? look_for(look, this.board) : null;
    this.#lit?.classList.add("lit");
    const tab = this.#lit?.closest?.(".tab-body");
    if (tab?.hidden) document.getElementById(tab.id.replace("tab-", "tab-button-"))?.click();
    this.#lit?.scrollIntoView?.({ block: "nearest" });
  }
}

/** What a step points at: a part of the screen, a panel, a piece or a place. */
function look_for(look, board) {
  if (PARTS[look]) return document.querySelector(PARTS[look]);
  const panel = document.getElementById(`panel-${look}`);
  if (panel) return panel;
  const at = board.where(look, look);
  if (at) {
    board.flash(look, look);
    board.look_at([at]);
  }
  return board.element(look);
}
