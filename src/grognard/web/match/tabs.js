/** Tabs: one of several things at a time, by arrow keys too. */

import { h, Telling } from "../dom.js";

export class Tabs extends Telling {
  /** @param {[string, string, HTMLElement][]} tabs name, words, what it shows */
  constructor(tabs) {
    super();
    this.buttons = new Map();
    this.bodies = new Map();
    const row = h("div", { class: "tab-row", role: "tablist" });
    const bodies = h("div", { class: "tab-bodies" });
    for (const [name, words, body] of tabs) {
      const button = h(
        "button",
        {
          role: "tab",
          id: `tab-button-${name}`,
          "aria-controls": `tab-${name}`,
          onclick: () => this.open(name),
          onkeydown: (event) => this.#arrow(event, name),
        },
        words,
      );
      const held = h("div", { role: "tabpanel", id: `tab-${name}`, class: "tab-body", "aria-labelledby": `tab-button-${name}` }, body);
      this.buttons.set(name, button);
      this.bodies.set(name, held);
      row.append(button);
      bodies.append(held);
    }
    this.element = h("div", { class: "tabs" }, row, bodies);
    this.open(tabs[0][0]);
  }

  open(name) {
    for (const [other, button] of this.buttons) {
      const on = other === name;
      button.setAttribute("aria-selected", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
      this.bodies.get(other).hidden = !on;
    }
    this.tell("open", name);
  }

  #arrow(event, name) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = [...this.buttons.keys()];
    const next = names[(names.indexOf(name) + by + names.length) % names.length];
    this.open(next);
    this.buttons.get(next).focus();
  }
}
