/** What there is to do until a draft can be played, one after the other: a press takes up what one does it with. */

import { fill, h, list } from "../dom.js";

export class Steps {
  /** @param {import("./table.js").Table} table @param {import("./tools.js").Tools} tools @param {import("./under.js").Under} under */
  constructor(table, tools, under) {
    this.table = table;
    this.tools = tools;
    this.under = under;
    this.element = h("ol", { class: "steps", "aria-label": "What to do first" });
  }

  /** As long as something is missing. */
  show() {
    const steps = list(this.table.canvas?.steps)
      .map((one) => ({ ...one, done: one.done || (one.tool === "under" && this.under.image !== null) }));
    this.element.hidden = steps.every((one) => one.done || one.may);
    fill(this.element, steps.map((one) => h("li", { class: one.done ? "done" : null },
      one.done ? one.words : h("button", { type: "button", class: "quiet", onclick: () => this.#take(one.tool) }, one.words),
      one.may && !one.done ? h("i", null, " if you like") : null)));
  }

  #take(tool) {
    if (tool === "under") return this.under.ask();
    this.tools.take(tool);
  }
}
