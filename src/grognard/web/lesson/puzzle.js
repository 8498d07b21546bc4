/**
 * Puzzles: positions with one good answer, played on the map. Nothing is marked; a wrong choice is told so; then the line,
 * what came of it, and why. How well one does is kept in this browser.
 */

import * as api from "../api.js";
import { advised_points, draw_advice } from "../board/advice.js";
import { fill, h as made, list } from "../dom.js";
import { paragraphs } from "../rules/link.js";
import { h, show } from "../view.js";
import { lesson_page } from "./page.js";
import { grade, rating, record, solved } from "./rating.js";

/** The puzzles of all games, or of one, as a list. @returns {Promise<() => void>} */
export async function puzzles_page(app, wanted) {
  document.title = "Puzzles: Grognard";
  const games = (await api.games()).filter((one) => !wanted || one.name === wanted);
  const shelves = await Promise.all(games.map(async (game) => ({ game, all: await api.puzzles(game.name).catch(() => []) })));
  const filled = shelves.filter(({ all }) => all.length);
  const shelf = ({ game, all }) => made("section", { class: "puzzle-shelf", "aria-label": game.title }, made("h2", null, game.title),
    made("ol", { class: "course" }, ...all.map((one) => entry(game.name, one))));
  fill(app, made("main", { class: "puzzles-page" },
    made("p", null, made("a", { href: "#/" }, "← To the start")),
    made("h1", null, "Puzzles"),
    made("p", { class: "faint" }, `A position, one good answer. Your rating: ${rating()}.`),
    ...filled.map(shelf),
    filled.length ? null : made("p", null, "There are none for this game yet.")));
  return () => (document.title = "Grognard");
}

function entry(game, puzzle) {
  const known = solved(game, puzzle.name);
  const dots = "●".repeat(puzzle.minutes) + "○".repeat(Math.max(0, 5 - puzzle.minutes));
  const words = known === "first" ? "✓ at once" : known ? "✓ solved" : dots;
  const label = known ? null : `how hard: ${puzzle.minutes} of 5`;
  return made("li", null,
    made("a", { href: `#/puzzle/${game}/${puzzle.name}`, "data-puzzle": puzzle.name },
      made("b", null, puzzle.title), made("span", { class: "blurb" }, puzzle.blurb)),
    made("span", { class: "faint", role: label ? "img" : null, "aria-label": label }, words));
}

/** @returns {Promise<() => void>} */
export async function puzzle_page(app, game, name) {
  const all = await api.puzzles(game);
  const hard = all.find((one) => one.name === name)?.minutes ?? 2;
  return lesson_page(app, game, name, (table, board, line) => new PuzzleCard(table, board, line, hard));
}

/** The card of a puzzle: what is asked; at the end why, and the next one. */
class PuzzleCard {
  #told = false;

  /**
   * @param {import("../match/table.js").Table} table
   * @param {import("../board/board.js").Board} board
   * @param {import("./line.js").LessonLine} line
   * @param {number} hard from 1 to 5
   */
  constructor(table, board, line, hard) {
    this.table = table;
    this.board = board;
    this.line = line;
    this.hard = hard;
    this.element = made("aside", { class: "lesson puzzle", role: "region", "aria-label": "Puzzle", "aria-live": "polite" });
    line.on("lesson", () => this.show());
  }

  show() {
    const { line, table } = this;
    const { lesson, step } = line;
    const over = !step?.asks;
    if (over) this.#end();
    this.mark();
    const words = line.misses ? `${line.misses === 1 ? "One miss" : `${line.misses} misses`}.` : "";
    show(
      this.element,
      h("p", { class: "who" }, `Puzzle: ${lesson.title}`),
      over ? h("h3", null, line.shown ? "The answer" : line.misses ? "Solved" : "Solved at once") : null,
      step?.title ? h("h4", null, step.title) : null,
      paragraphs(step?.say ?? "That was it.", table.game),
      !over && words ? h("p", { class: "faint", role: "status" }, words) : null,
      over ? h("p", { class: "faint" }, `Your rating: ${rating()}.`) : null,
      h("p", { class: "buttons" }, over ? this.#onward(lesson) : this.#give_up()),
    );
  }

  #give_up() {
    return h("button", { class: "quiet", id: "show-me", onclick: () => this.#show_me() }, "Show me");
  }

  #onward(lesson) {
    return [
      h("button", { class: "quiet", onclick: () => this.#again() }, "Again"),
      h("a", { class: "button", href: `#/puzzles/${lesson.game}` }, "All puzzles"),
      lesson.next ? h("a", { class: "button go", id: "next-puzzle", href: `#/puzzle/${lesson.game}/${lesson.next}` }, "Next puzzle") : null,
    ];
  }

  #again() {
    [this.line.misses, this.line.shown] = [0, false];
    this.line.go(0);
  }

  #show_me() {
    this.line.shown = true;
    this.show();
  }

  /** How it went counts once. */
  #end() {
    if (this.#told) return;
    this.#told = true;
    const { lesson, misses, shown } = this.line;
    grade(lesson.game, lesson.name, this.hard, !misses && !shown);
    if (!shown) record(lesson.game, lesson.name, misses ? "later" : "first");
  }

  /** The answer, on the map, where it was asked for. */
  mark() {
    const { step, shown } = this.line;
    const choices = shown && step?.asks ? list(step.choices) : [];
    draw_advice(this.board, choices, shown ? step?.ghosts : []);
    const points = advised_points(this.board, choices, shown ? step?.ghosts : []);
    if (points.length) setTimeout(() => this.board.look_at(points), 60);
    const values = choices.map((one) => JSON.stringify(one.value));
    for (const button of document.querySelectorAll(".decision button.option"))
      button.classList.toggle("wanted", values.includes(button.getAttribute("data-value") ?? "-"));
  }
}
