/** Everything by keyboard. The list below is also what `?` shows. */

import { h } from "../dom.js";
import { dialog, is_popover_open } from "../popover.js";
import { wished } from "../settings.js";

export const KEYS = [
  ["n, p", "next, previous thing that can be chosen on the map"],
  ["Enter", "choose it"],
  ["1 ... 9", "press that button of the decision"],
  ["Esc", "let go of the piece, close what is open"],
  ["h", "what would my staff do?"],
  ["u, U", "undo a step, undo the turn"],
  ["w a s d, q e", "shift and turn a base on the open table (Shift: finely)"],
  ["arrows", "move the map (when it has the focus)"],
  ["+ - 0", "nearer, farther, see all"],
  ["f", "follow the action, or not"],
  ["g", "go to a place or piece by name"],
  ["o", "layers"],
  ["c", "to the decision"],
  ["m", "to the map"],
  ["t", "the situation in words"],
  ["l", "the diary"],
  ["r", "replay"],
  [", or .", "back and forward in the replay"],
  ["Space", "play and stop the replay; go on when moves are played back"],
  ["?", "these keys"],
];

export function show_keys() {
  return dialog("Keys", [
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        KEYS.map(([key, words]) => h("tr", null, h("td", null, key_signs(key)), h("td", null, words))),
      ),
    ),
  ]);
}

/** "n, p" -> two keys; words between them stay words. */
function key_signs(keys) {
  return keys.split(" ").map((one) => {
    if (one === "..." || one === "or") return one === "or" ? " or " : " … ";
    return [h("kbd", null, one.length > 1 ? one.replace(/,$/, "") : one), " "];
  });
}

/** @returns {() => void} stops listening */
export function listen_keys({ table, board, decider, tools, replay, tabs, fights }) {
  const jump = (by) => {
    const all = [...board.svg.querySelectorAll(".can[tabindex]")];
    if (!all.length) return;
    const here = all.indexOf(document.activeElement);
    const next = all[(here + by + all.length) % all.length] ?? all[0];
    next.focus({ preventScroll: true });
    const at = board.where(next.getAttribute("data-piece"), next.getAttribute("data-place"));
    if (at && !board.camera.sees(at[0], at[1], 40)) board.look_at([at], true);
    board.port.scrollTo(0, 0);
  };
  const pan = (dx, dy) => board.camera.pan(dx, dy);
  const acts = {
    n: () => jump(1), p: () => jump(-1), u: () => table.now?.undo && decider.undo(false), U: () => table.now?.undo && decider.undo(true),
    "+": () => board.camera.zoom(1.3), "=": () => board.camera.zoom(1.3), "-": () => board.camera.zoom(1 / 1.3), 0: () => board.fit(),
    h: () => decider.hint.ask(), f: () => tools.follow(), g: () => tools.go_to(), o: () => tools.layers(), m: () => board.port.focus(),
    c: () => (decider.body.querySelector("button, input, select, summary") ?? decider.foot.querySelector("button"))?.focus(),
    t: () => tabs.open("text"), l: () => tabs.open("diary"), r: () => (replay.open ? replay.close() : replay.start()),
    ",": () => replay.open && replay.step(-1), ".": () => replay.open && replay.step(1), "?": () => show_keys(),
    " ": () => (replay.open ? replay.toggle() : fights.open ? (fights.close(), table.skip()) : table.skip()),
  };
  const pressed = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.body.classList.contains("curtained") ||
      document.querySelector("dialog[open]:not(.sure)")
    )
      return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !is_popover_open()) {
      if (decider.let_go()) event.preventDefault();
      return;
    }
    if (target.closest("input, textarea, select")) return;
    if (event.key.length === 1 && event.key !== " " && !wished("letters")) return;
    const arrows = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
    if (arrows[event.key] && (target === document.body || board.port.contains(target))) {
      event.preventDefault();
      pan(...arrows[event.key]);
      return;
    }
    if (decider.key(event)) {
      event.preventDefault();
      return;
    }
    if (/^[1-9]$/.test(event.key) && decider.press(Number(event.key))) {
      event.preventDefault();
      return;
    }
    if (event.key === " " && target.closest("button, summary, a")) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
