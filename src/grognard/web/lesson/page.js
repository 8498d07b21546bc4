/** A lesson is the page of a match with a line that is written down, and a card that leads through it. */

import * as api from "../api.js";
import { match_page } from "../match/page.js";
import { LessonCard } from "./card.js";
import { LessonLine } from "./line.js";
import { progress } from "./progress.js";

/**
 * @param {HTMLElement} app @param {string} game @param {string} name
 * @param {((table: any, board: any, line: LessonLine) => any) | null} [puzzle] its card, where it is one
 * @returns {Promise<() => void>} what to do on leaving
 */
export async function lesson_page(app, game, name, puzzle = null) {
  const lesson = await api.lesson(game, name);
  const known = puzzle ? 0 : progress(game, name);
  const line = new LessonLine(lesson, known === "done" ? 0 : Math.min(known, lesson.steps.length - 1));
  line.puzzle = Boolean(puzzle);
  const seat_info = (seat, side) => ({ side, name: lesson.names[seat], kind: seat === lesson.seat ? "me" : "bot", bot: "" });
  const seats = Object.fromEntries(Object.entries(lesson.sides).map(([seat, side]) => [seat, seat_info(seat, side)]));
  const row = { id: `lesson-${game}-${name}`, game, scenario: lesson.scenario, title: lesson.title, seats, waiting: [lesson.seat] };
  const card = (table, board) => puzzle?.(table, board, line) ?? new LessonCard(table, board, line);
  return match_page(app, row.id, null, lesson.seat, { row, line, card });
}
