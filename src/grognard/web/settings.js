/** What this browser remembers of its user's wishes: yes or no, by name. */

const KEY = (name) => `grognard.${name}`;
const OFF = new Set(["sounds"]); // unless it is wished for

/** Is this wished for? @param {"sure" | "letters" | "alone" | "explain" | "sounds"} name */
export const wished = (name) => (localStorage.getItem(KEY(name)) ?? (OFF.has(name) ? "no" : "yes")) !== "no";
export const wish = (name, yes) => localStorage.setItem(KEY(name), yes ? "yes" : "no");
