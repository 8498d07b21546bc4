/** The sheet of symbols: fetched once, laid into the page, shown with <use>. */

import { s } from "../dom.js";

let sheet = null;
const known = new Map();

/** Lays the sheet into the page. A missing sheet is no disaster: pieces then show their names. */
export function load_symbols() {
  sheet ??= fetch(/** @type {HTMLLinkElement | null} */ (document.getElementById("symbols"))?.href ?? "/symbols.svg")
    .then(async (answer) => {
      if (!answer.ok) return;
      const read = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
      if (read.nodeName !== "svg") return;
      for (const one of read.querySelectorAll("symbol")) {
        known.set(one.id.replace(/^sym-/, ""), one.querySelector("title")?.textContent ?? "");
        one.querySelector("title")?.remove();
      }
      const held = s("svg", { width: 0, height: 0, class: "symbol-sheet", "aria-hidden": "true" });
      held.append(...read.childNodes);
      document.body.append(held);
    })
    .catch(() => undefined);
  return sheet;
}

export const has_symbol = (name) => known.has(word_of(name));

/** What a symbol shows, in words. */
export const symbol_words = (name) => known.get(word_of(name))?.replace(/:.*/, "") || String(name ?? "").replaceAll("-", " ");

/** A <use> of a symbol that fills the box, in currentColor. */
export function symbol(name, x, y, width, height, more = {}) {
  return s("use", { href: `#sym-${word_of(name)}`, x, y, width, height, ...more });
}

const word_of = (name) => String(name ?? "").toLowerCase().replaceAll("_", "-").replaceAll(" ", "-");
