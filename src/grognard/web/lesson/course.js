/** The lessons of a game as a list, with how far one came. */

import * as api from "../api.js";
import { count, fill, h } from "../dom.js";
import { progress } from "./progress.js";

export function course_list(game) {
  const held = h("ol", { class: "course" });
  const more = h("p", { class: "to-puzzles" }, h("a", { href: `#/puzzles/${game}` }, "Puzzles"), ": a position, one good answer.");
  const box = h("section", { class: "course-box", "aria-label": "Lessons" }, h("h3", null, "Learn by doing"), held, more);
  api
    .course(game)
    .then((lessons) => {
      const first = lessons.find((one) => progress(game, one.name) !== "done");
      fill(held, ...lessons.map((one) => entry(game, one, one === first)));
      box.hidden = !lessons.length;
    })
    .catch(() => (box.hidden = true));
  return box;
}

function entry(game, lesson, next) {
  const known = progress(game, lesson.name);
  const far = known === "done" ? "✓ done" : known ? `${known} of ${lesson.steps}` : count(lesson.minutes ?? 5, "minute");
  return h("li", { class: next ? "next-up" : "" },
    h("a", { href: `#/lesson/${game}/${lesson.name}`, "data-lesson": lesson.name },
      h("b", null, lesson.title), h("span", { class: "blurb" }, lesson.blurb)),
    h("span", { class: "faint" }, far));
}
