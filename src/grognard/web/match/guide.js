/** The guided start: a few cards, each about one thing on the screen, which is lit while it is read. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";
import { paragraphs } from "../rules/link.js";

const SEEN = "grognard.guided.";
const GENERAL = [
  { title: "The map", text: "Drag to move it, roll the wheel or pinch to come nearer. A stack opens when you touch it.", look: "board" },
  { title: "What is asked", text: "Here the umpire asks. What can be chosen glows on the map; everything else is a button. Touch a rule's number to read it.", look: "decision" },
  { title: "Why not?", text: "Touch what does not glow, and the umpire tells which rule forbids it.", look: "board" },
  { title: "The diary", text: "All that happened, with its rules and dice. Touch a line to go there.", look: "diary" },
];

/** Once for each game, by itself. */
export async function guide_newcomer(table, board) {
  if (localStorage.getItem(SEEN + table.game)) return;
  localStorage.setItem(SEEN + table.game, "yes");
  if ((table.now?.number ?? 0) > 3) return;
  show_guide(table, board);
}

export async function show_guide(table, board) {
  const own = await api.guide(table.game).catch(() => []);
  const steps = [...(own ?? []), ...(own?.length > 3 ? [] : GENERAL)];
  let n = 0;
  document.querySelector(".guide")?.remove();
  const card = h("aside", { class: "guide", role: "dialog", "aria-label": "Guided start" });
  let lit = null;
  const close = () => {
    lit?.classList.remove("lit");
    card.remove();
    uncover(document.getElementById("tab-diary"));
  };
  const show = () => {
    lit?.classList.remove("lit");
    const step = steps[n];
    lit = look_for(step.look, table, board);
    lit?.classList.add("lit");
    uncover(lit);
    fill(card, h("p", { class: "who" }, `${n + 1} of ${steps.length}`), h("h3", null, step.title), ...paragraphs(step.text, table.game),
      h("p", { class: "buttons" }, h("button", { class: "quiet", onclick: close }, "Enough"), n ? h("button", { onclick: () => { n--; show(); } }, "Back") : null,
        h("button", { class: "go", onclick: () => { if (++n < steps.length) show(); else close(); } }, n < steps.length - 1 ? "Next" : "Play")));
  };
  if (!steps.length) {
    toast("This game has no guided start.");
    return;
  }
  (document.querySelector(".match .stage") ?? document.body).append(card);
  show();
}

/** Open the tab in which it stands, and bring it into view. */
function uncover(element) {
  const tab = element?.closest(".tab-body");
  if (!tab) return;
  if (tab.hidden) document.getElementById(tab.id.replace("tab-", "tab-button-"))?.click();
  element.scrollIntoView?.({ block: "nearest" });
}

/** What a step points at: a part of the screen, a panel, a piece or a place. */
function look_for(look, table, board) {
  const parts = { board: ".stage", map: ".stage", decision: "#decision", prompt: "#decision", diary: "#tab-diary", panels: "#tab-panels" };
  if (!look) return null;
  if (parts[look]) return document.querySelector(parts[look]);
  const panel = document.getElementById(`panel-${look}`);
  if (panel) return panel;
  if (board.where(look, look)) board.flash(look, look);
  return board.element(look);
}
