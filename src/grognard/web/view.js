/**
 * Views: what a panel shows, written as a tree of what should be there; preact brings the page to it and leaves alone what
 * is already right (focus, scroll, what was opened). The SVG of the board stays ours. No markup is ever made out of words.
 *
 * Elements made by hand (dom.js) and views can be put into each other: each side takes the other's children.
 */

import { Fragment, h as vnode, render } from "./vendor/preact.js";

/** Is this a part of a view? */
export const is_view = (thing) =>
  typeof thing === "object" && thing !== null && "props" in thing && "type" in thing && !(thing instanceof Node);

/** An element made by hand, held inside a view. */
function Held({ node }) {
  return vnode("span", { class: "held", ref: (box) => box && box.firstChild !== node && box.replaceChildren(node) });
}

const taken = (child) => (Array.isArray(child) ? child.map(taken) : child instanceof Node ? vnode(Held, { node: child }) : child);

/**
 * A part of a view: h("button", {class: "go", onclick: f}, "Go"). Attributes as in dom.js; `key` tells one of a list from another.
 * @param {any} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
  return vnode(tag, props, ...children.map(taken));
}

/** Let this stand in an element, and nothing else. @param {Element | DocumentFragment} parent @param {...any} children */
export function show(parent, ...children) {
  render(vnode(Fragment, null, ...children.map(taken)), /** @type {any} */ (parent));
  return parent;
}

/** A view as an element, for what is made by hand. @returns {HTMLElement} */
export function standing(view) {
  const box = document.createElement("span");
  box.className = "held";
  show(box, view);
  return box;
}
