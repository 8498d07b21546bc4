/**
 * The line of a lesson: says and hears what the line of a match does (live.js), but every choice is written down. Scenes
 * come from the server step by step; a choice that the step does not ask for is refused with the lesson's words.
 */

import * as api from "../api.js";
import { list, same, Telling } from "../dom.js";

const NEAR = 1.2; // so near to the place that is asked for, in widths of a base, is there
const FIRST = "First read on: press Next.";

export class LessonLine extends Telling {
  #items = [];

  /** @param {import("../types.js").LessonInfo} lesson @param {number} n */
  constructor(lesson, n) {
    super();
    this.lesson = lesson;
    this.n = n;
    this.seat = lesson.seat;
    this.touched = false;
    this.puzzle = false; // then nothing is told before
    this.misses = 0;
    this.shown = false; // the answer of a puzzle
    setTimeout(() => this.#hear("scene"));
  }

  /** @returns {import("../types.js").LessonStep | null} */
  get step() {
    return list(this.lesson.steps)[this.n] ?? null;
  }

  /** To another step. @param {number} n */
  async go(n) {
    const on = n === this.n + 1;
    this.n = Math.max(0, Math.min(list(this.lesson.steps).length, n));
    this.touched = false;
    this.#items = [];
    await this.#hear(on ? "difference" : "scene");
  }

  async #hear(kind) {
    const { n } = this;
    const scene = await api.lesson_step(this.lesson.game, this.lesson.name, n).catch((error) => {
      this.tell("note", { text: error.message });
      return null;
    });
    if (!scene || n !== this.n) return;
    const decision = scene.decision && this.#items.length ? { ...scene.decision, items: this.#items } : scene.decision;
    const shown = { ...scene, decision, undo: false, undo_turn: false };
    this.tell(kind, { kind, scene: shown, at: `lesson ${n}`, asked: decision ? [this.seat] : [] });
    this.tell("lesson", this.step);
  }

  async say(what, more = {}) {
    const { step } = this;
    if (what === "choose") return this.#choose(step, more.value);
    if (what === "hint") return this.#hint(step);
    if (!["why", "check", "draft"].includes(what)) return refused("Not in a lesson.");
    const told = await api.lesson_ask(this.lesson.game, this.lesson.name, this.n, { do: what, ...more });
    if (what === "why") this.#asked_why(step, more);
    if (what === "draft") this.#items = list(told.decision?.items);
    return { kind: { why: "why", check: "checked", draft: "draft" }[what], ...told };
  }

  /** The step asks for something that cannot be done: it was touched, and the rule was read. */
  #asked_why(step, { piece = "", place = "" }) {
    if (!step?.touch || (step.piece && step.piece !== piece && !step.place) || (step.place && step.place !== place)) return;
    this.touched = true;
    this.tell("lesson", step);
  }

  /** Will this choice be refused? Then nobody need be asked whether he is sure. */
  refuses(value) {
    return this.puzzle || !this.step?.asks || !is_it(this.step, value);
  }

  #choose(step, value) {
    if (!step?.asks && this.puzzle) return refused("It is solved.");
    if (!step?.asks) return refused(step?.touch ? "Touch what the lesson asks for first." : FIRST);
    if (this.puzzle && !is_it(step, value)) return this.#miss(step);
    if (!is_it(step, value)) return refused(step.wrong || `In this lesson: ${wanted(step)}. The rest you may try when you play.`);
    setTimeout(() => this.go(this.n + 1));
    return { kind: "done" };
  }

  #miss(step) {
    this.misses++;
    setTimeout(() => this.tell("lesson", step));
    return refused(step.wrong || "That is not it.");
  }

  #hint(step) {
    if (!step?.asks) return refused(this.puzzle ? "It is solved." : FIRST);
    this.shown = true;
    const { value } = step;
    const reasons = [this.puzzle ? "That is the answer." : "That is what this lesson is about."];
    return { kind: "hint", number: 0, value, choices: list(step.choices), ghosts: list(step.ghosts), reasons };
  }

  close() {}
}

const refused = (why) => ({ kind: "refused", refusals: [{ rule: "", why }] });
const wanted = (step) => list(step.choices).map((one) => one.label).join("; ") || "an empty sheet";

/** Is this what the step asks for? Sheets in any order; a pose near enough. */
function is_it(step, value) {
  if (same(step.value, value)) return true;
  const [asked, given] = [ends(step.value), ends(value)];
  if (asked && given) return Math.hypot(asked.x - given.x, asked.y - given.y) <= NEAR;
  if (!Array.isArray(step.value) || !Array.isArray(value) || step.value.length !== value.length) return false;
  return step.value.every((one) => value.some((other) => same(one, other)));
}

/** Where a pose, or a way of poses, ends. */
function ends(value) {
  const last = list(value?.poses).at(-1) ?? value?.pose ?? value?.to ?? value;
  return typeof last?.x === "number" && typeof last?.y === "number" ? last : null;
}
