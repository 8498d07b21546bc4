/** Light and dark: as the system says, until the reader says otherwise. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

const KEY = "grognard.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const heard = [];

export function theme() {
  const chosen = localStorage.getItem(KEY);
  return chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
}

export function apply_theme() {
  document.documentElement.dataset.theme = theme();
  for (const f of heard) f(theme());
}

/** Hear when it changes; the answer stops hearing. */
export function on_theme(f) {
  heard.push(f);
  return () => heard.splice(heard.indexOf(f), 1);
}

export function switch_theme() {
  localStorage.setItem(KEY, theme() === "dark" ? "light" : "dark");
  apply_theme();
}

export function theme_button() {
  return h("button", { class: "quiet icon", onclick: switch_theme, title: "Light or dark", "aria-label": "Light or dark" }, icon("theme"));
}

dark.addEventListener("change", apply_theme);
