/**
 * Making elements. Whatever a server or a person wrote becomes a text node or an attribute, never markup: there is no
 * innerHTML in this client.
 */

import { is_view, standing } from "./view.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: h("button", {class: "go", onclick: f, disabled: true}, "Go").
 * @param {string} tag
 * @param {Record<string, any> | null} [props] attributes; on... are listeners; false, null and undefined are left out
 * @param {...any} children elements, texts, lists of them; null and false are left out
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  put(made, props);
  add(made, children);
  return made;
}

/**
 * An SVG element, likewise.
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const made = document.createElementNS(SVG, tag);
  put(made, props);
  add(made, children);
  return made;
}

function put(made, props) {
  for (const key in props) {
    const value = props[key];
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (key === "value" && "value" in made) made.value = value;
    else if (key === "style" && typeof value === "object") for (const name in value) made.style.setProperty(name, value[name]);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
}

function add(made, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(made, child);
    else if (is_view(child)) made.append(standing(child));
    else made.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Put these and nothing else into an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
  return parent;
}

/** A list that may be left out on the wire. @template T @param {T[] | undefined | null} things @returns {T[]} */
export function list(things) {
  return things ?? [];
}

/** Are two plain values the same? */
export function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** "1 choice", "2 choices". */
export function count(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

/** Call at most once a frame, with the last arguments. */
export function once_a_frame(f) {
  let waiting = false;
  let last;
  return (...args) => {
    last = args;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      f(...last);
    });
  };
}

/** Small listeners: on(name, f), tell(name, what). */
export class Telling {
  #heard = new Map();

  on(name, f) {
    if (!this.#heard.has(name)) this.#heard.set(name, []);
    this.#heard.get(name).push(f);
    return this;
  }

  tell(name, ...what) {
    for (const f of this.#heard.get(name) ?? []) f(...what);
  }
}
