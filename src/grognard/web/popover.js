/** Small windows: popovers beside what they are about, dialogs, and short words that go away by themselves. */

import { fill, h } from "./dom.js";

const open = [];

/**
 * A small window beside an element or a point of the screen. Escape or a click elsewhere closes it.
 * @param {Element | {x: number, y: number}} beside
 * @param {Node[]} content
 * @param {{label?: string, kind?: string, take_focus?: boolean, on_close?: () => void}} [how]
 */
export function popover(beside, content, { label = "", kind = "", take_focus = true, on_close } = {}) {
  const nested = beside instanceof Element && beside.closest(".popover");
  if (!nested) close_popovers();
  const box = h("div", { class: `popover ${kind}`, role: "dialog", "aria-label": label, tabindex: -1 }, ...content);
  const back = document.activeElement;
  document.body.append(box);
  const made = {
    box,
    beside,
    close() {
      const at = open.indexOf(made);
      if (at < 0) return;
      for (const later of open.splice(at)) later.box.remove();
      if (take_focus && back instanceof HTMLElement && back.isConnected && box.contains(document.activeElement)) back.focus();
      on_close?.();
    },
    place: () => place(box, beside),
  };
  open.push(made);
  made.place();
  if (take_focus)
    /** @type {HTMLElement} */ (box.querySelector("[autofocus], button.go, button.option") ?? box).focus({ preventScroll: true });
  return made;
}

function place(box, beside) {
  const at = beside instanceof Element ? beside.getBoundingClientRect() : new DOMRect(beside.x, beside.y, 1, 1);
  box.style.left = box.style.top = "0";
  const { width, height } = box.getBoundingClientRect();
  const [w, high] = [window.innerWidth, window.innerHeight];
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, w - width - 8));
  const below = at.bottom + 8 + height < high;
  const top = below ? at.bottom + 8 : Math.max(8, at.top - height - 8);
  box.style.left = `${left}px`;
  box.style.top = `${Math.min(top, Math.max(8, high - height - 8))}px`;
}

export function close_popovers() {
  while (open.length) open[open.length - 1].close();
}

export const is_popover_open = () => open.length > 0;

document.addEventListener("pointerdown", (event) => {
  if (!open.length) return;
  const inside = open.findIndex((one) => one.box.contains(/** @type {Node} */ (event.target)));
  while (open.length > inside + 1) open[open.length - 1].close();
}, true);

document.addEventListener("keydown", (event) => {
  if (open.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) walk(event);
  if (event.key !== "Escape" || !open.length) return;
  event.stopPropagation();
  open[open.length - 1].close();
}, true);

/** Arrows walk through the buttons of a menu. */
function walk(event) {
  const { box } = open[open.length - 1];
  const all = [...box.querySelectorAll("button:not([hidden])")];
  const here = all.indexOf(document.activeElement);
  if (!box.contains(document.activeElement) || !all.length || document.activeElement.matches("select, textarea")) return;
  event.preventDefault();
  event.stopPropagation();
  all[(here + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length].focus();
}

/**
 * A question in the middle of the screen. The answer is the word of the button, or null.
 * @param {string} title
 * @param {any[]} content
 * @param {[string, string][]} [buttons] word and class
 * @param {string} [kind] a class of its own
 * @returns {Promise<string | null>}
 */
export function dialog(title, content, buttons = [["Close", "go"]], kind = "") {
  return new Promise((answer) => {
    const box = /** @type {HTMLDialogElement} */ (h("dialog", { class: `dialog ${kind}`, "aria-label": title }));
    const done = (word) => {
      box.close();
      box.remove();
      answer(word);
    };
    const text = h("div", { class: "dialog-text", tabindex: 0 }, h("h2", null, title), ...content);
    fill(
      box,
      text,
      h("p", { class: "buttons" }, buttons.map(([word, kind]) => h("button", { class: kind, onclick: () => done(word) }, word))),
    );
    box.addEventListener("cancel", () => done(null));
    document.body.append(box);
    box.showModal();
    text.scrollTop = 0; // the browser went to the first button, wherever that was
  });
}

let shelf = null;

/** Short words at the edge of the screen, read out too. */
export function toast(words, kind = "") {
  if (!shelf?.isConnected) {
    shelf = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(shelf);
  }
  const made = h("div", { class: `toast ${kind}` }, words);
  shelf.append(made);
  setTimeout(() => made.remove(), 3500 + 40 * made.textContent.length);
  return made;
}
