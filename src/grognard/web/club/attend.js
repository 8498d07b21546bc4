/** At a match of a club: what happened since I last looked, a word of mine for the dice, and a call when it is my turn. */

import * as api from "../api.js";
import { count, h } from "../dom.js";
import { who } from "./me.js";

/** @returns {() => void} stops it */
export function attend(table, replay, stage) {
  if (who().name) missed(table, replay, stage);
  let asked = false;
  let first = true;
  table.on("scene", () => {
    const mine = Boolean(table.now?.decision);
    if (mine && !asked && !first) call(table);
    asked = mine;
    if (first) mix(table);
    first = false;
  });
  return () => {};
}

/** A button that plays back what I have not seen. */
async function missed(table, replay, stage) {
  const found = await api.since(table.id, table.seat).catch(() => null);
  const unseen = found ? (found.moments ?? 0) - 1 - (found.n ?? 0) : 0;
  if (unseen < 1) return;
  const bar = h("div", { class: "since", id: "since", role: "status" }, `${count(unseen, "moment")} since you last looked. `,
    h("button", { class: "go", onclick: async () => { bar.remove(); await replay.start(found.n ?? 0); replay.toggle(); } }, "Play them"),
    h("button", { class: "quiet", onclick: () => bar.remove() }, "Not now"));
  stage.append(bar);
}

/** Once for each seat of mine: a random word of this browser goes into the dice, so that nobody could know them before. */
async function mix(table) {
  const key = `grognard.nonce.${table.id}.${table.seat}`;
  if (localStorage.getItem(key) || !table.people.includes(table.seat) || table.now?.over) return;
  const words = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(key, words);
  await table.nonce(words);
}

/** It is my turn, and I am looking elsewhere. */
function call(table) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification("It is your turn", { body: table.row.title, tag: table.id, icon: "icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
