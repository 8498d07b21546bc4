/**
 * A pose on the open table: drag the ghost, turn it by its knob; the umpire judges while the hand moves, says what is
 * wrong with its rule, and shows the nearest pose that it would allow.
 *
 * A whole-number facing counts hundredths of a degree, as the open table of boards/ does; any other counts degrees.
 */

import { base_face } from "../board/base.js";
import { SIZE } from "../board/counter.js";
import { fill, h, list, once_a_frame, s } from "../dom.js";
import { refusal_list } from "./numbers.js";
import { resolve } from "./shape.js";

const EVERY = 70;

/** Does this decision want x, y and facing? */
export function is_pose(decision) {
  const fields = resolve(decision.shape).properties ?? {};
  return "x" in fields && "y" in fields && "facing" in fields;
}

export class PoseForm {
  #asked = 0;
  #waiting = false;
  #again = false;
  #gone = false;

  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    const fields = resolve(decision.shape).properties;
    this.whole = fields.x.type === "integer";
    this.turns = resolve(fields.facing, decision.shape).type === "integer" && !(fields.facing.maximum <= 360) ? 100 : 1;
    this.suggested = list(decision.options).filter((one) => one.value && typeof one.value === "object" && "x" in one.value);
    this.piece = list(decider.table.now.pieces).find((one) => one.id === decision.piece) ?? null;
    const first = this.suggested[0]?.value;
    this.pose = this.piece && this.piece.x !== undefined ? { x: this.piece.x, y: this.piece.y, facing: this.piece.facing ?? 0 } : first ? this.#read(first) : { x: 0, y: 0, facing: 0 };
    this.from = { ...this.pose };
    this.other = {}; // fields besides x, y and facing keep what the suggestion says
    if (first) for (const key in first) if (!["x", "y", "facing"].includes(key)) this.other[key] = first[key];
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.send = h("button", { class: "go", id: "pose-go", onclick: () => this.decider.choose(this.value()) }, "Stand here");
    this.soon = once_a_frame(() => this.#draw());
    this.refusals = null;
  }

  #read(value) {
    return { x: value.x, y: value.y, facing: value.facing / this.turns };
  }

  /** The pose as the game writes it. */
  value() {
    const number = (v) => (this.whole ? Math.round(v) : v);
    const facing = (((this.pose.facing % 360) + 360) % 360) * this.turns;
    return { ...this.other, x: number(this.pose.x), y: number(this.pose.y), facing: this.whole ? Math.round(facing) : facing };
  }

  parts() {
    return [
      h("p", { class: "hint" }, "Drag the base; turn it by its knob. ", h("kbd", null, "w a s d"), " shift, ", h("kbd", null, "q e"), " turn."),
      this.told,
      h("p", { class: "buttons" }, this.send, h("button", { class: "quiet", onclick: () => this.#set({ ...this.from }) }, "Back to where it was")),
      this.suggested.length ? h("div", { class: "presets" }, h("h4", null, "Suggestions"), this.suggested.slice(0, 24).map((one, i) =>
        h("button", { class: "preset option", "data-suggestion": i, onclick: () => this.#set(this.#read(one.value)) }, pose_words(one, i)))) : null,
    ];
  }

  show() {
    this.decider.board.spots.set({ about: { piece: this.decision.piece, place: "" } });
    this.#draw();
    this.#judge();
  }

  #set(pose) {
    this.pose = pose;
    this.soon();
    this.#judge();
  }

  // ------------------------------------------------------------ drawing

  #draw() {
    if (this.#gone) return;
    const { board } = this.decider;
    const scale = board.layout.scale;
    const width = (this.piece?.width || board.board?.unit || 1) * scale;
    const depth = (this.piece?.depth || (this.piece?.width || board.board?.unit || 1) / 2) * scale;
    const bad = Boolean(this.refusals?.length);
    const fix = this.#fix();
    fill(board.layers.ghosts,
      this.suggested.slice(0, 24).map((one, i) => this.#shape(this.#read(one.value), width, depth, "ghost suggestion", { "data-suggestion": i, onclick: () => this.#set(this.#read(one.value)) })),
      this.#line(scale),
      fix ? this.#shape(fix, width, depth, "ghost fix", { onclick: () => this.#set(fix) }) : null,
      this.#ghost(width, depth, bad));
  }

  #at(pose) {
    const scale = this.decider.board.layout.scale;
    return `translate(${pose.x * scale} ${pose.y * scale}) rotate(${pose.facing})`;
  }

  #shape(pose, width, depth, kind, more) {
    return s("g", { class: kind, transform: this.#at(pose), ...more }, s("rect", { x: -width / 2, y: 0, width, height: depth, rx: width * 0.03 }), s("path", { d: `M${-width * 0.09} 0L0 ${-width * 0.1}L${width * 0.09} 0Z` }));
  }

  #line(scale) {
    const [x0, y0, x1, y1] = [this.from.x * scale, this.from.y * scale, this.pose.x * scale, this.pose.y * scale];
    return Math.hypot(x1 - x0, y1 - y0) > 4 ? s("line", { class: "ghost-line", x1: x0, y1: y0, x2: x1, y2: y1 }) : null;
  }

  #ghost(width, depth, bad) {
    const face = this.piece ?? { id: "", side: this.decider.table.seat, symbol: "" };
    const knob = Math.max(width * 0.55, SIZE * 0.5);
    const body = s("g", { class: `ghost live ${bad ? "bad" : this.refusals ? "fine" : ""}`, transform: this.#at(this.pose), role: "button", tabindex: 0, "aria-label": "The base: drag it, or use w a s d and q e" },
      base_face({ ...face, facing: this.pose.facing }, this.decider.table.now, width, depth),
      s("rect", { class: "ring", x: -width / 2 - 4, y: -4, width: width + 8, height: depth + 8, rx: 6 }),
      s("path", { class: "knob-arm", d: `M0 ${-width * 0.1}V${-knob}` }),
      s("circle", { class: "knob", cx: 0, cy: -knob, r: Math.max(9, width * 0.1) }));
    body.addEventListener("pointerdown", (event) => this.#grab(event, event.target.classList.contains("knob")));
    return body;
  }

  #grab(event, turning) {
    event.preventDefault();
    event.stopPropagation();
    const { camera, layout } = this.decider.board;
    const start = camera.to_world(event.clientX, event.clientY);
    const pose = { ...this.pose };
    camera.held = true;
    const move = (moved) => {
      const [x, y] = camera.to_world(moved.clientX, moved.clientY);
      if (turning) {
        const angle = (Math.atan2(x - pose.x * layout.scale, pose.y * layout.scale - y) * 180) / Math.PI;
        this.#set({ ...this.pose, facing: moved.shiftKey ? Math.round(angle / 15) * 15 : angle });
      } else {
        this.#set({ ...this.pose, x: pose.x + (x - start[0]) / layout.scale, y: pose.y + (y - start[1]) / layout.scale });
      }
    };
    const up = () => {
      camera.held = false;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
  }

  // ------------------------------------------------------------ judging

  async #judge() {
    if (this.#waiting) {
      this.#again = true;
      return;
    }
    this.#waiting = true;
    const wait = EVERY - (performance.now() - this.#asked);
    if (wait > 0) await new Promise((on) => setTimeout(on, wait));
    this.#asked = performance.now();
    this.#again = false;
    const refusals = await this.decider.table.check(this.value()).catch(() => null);
    this.#waiting = false;
    if (this.#gone) return;
    if (this.#again) this.#judge();
    this.refusals = refusals;
    fill(this.told, refusals?.length
      ? [refusal_list(this.decider.game, refusals), this.#fix() ? h("button", { class: "preset", onclick: () => this.#set(this.#fix()) }, "As far as allowed") : null]
      : h("p", { class: "fine" }, "✓ This is allowed."));
    this.send.toggleAttribute("disabled", Boolean(refusals?.length));
    this.soon();
  }

  #fix() {
    const found = this.refusals?.find((one) => one.facts?.fix)?.facts.fix;
    if (Array.isArray(found) && found.length >= 3) return { x: found[0], y: found[1], facing: found[2] / this.turns };
    return found && typeof found === "object" && "x" in found ? this.#read(found) : null;
  }

  // ------------------------------------------------------------ hands and keys

  /** A touch on the open table brings the base there. */
  touch({ piece, x, y }) {
    if (piece || x === undefined) return false;
    const { scale } = this.decider.board.layout;
    this.#set({ ...this.pose, x: x / scale, y: y / scale });
    return true;
  }

  key(event) {
    const step = ((this.piece?.width || 1) / (event.shiftKey ? 40 : 8)) || 1;
    const turn = event.shiftKey ? 1 : 5;
    const { x, y, facing } = this.pose;
    const moves = { w: [0, -step, 0], s: [0, step, 0], a: [-step, 0, 0], d: [step, 0, 0], q: [0, 0, -turn], e: [0, 0, turn] };
    const move = moves[event.key.toLowerCase()];
    if (!move) return false;
    this.#set({ x: x + move[0], y: y + move[1], facing: facing + move[2] });
    return true;
  }

  leave() {
    this.#gone = true;
    this.decider.board.camera.held = false;
  }
}

function pose_words(one, i) {
  const words = String(one.label ?? "");
  return !words || /[({=]/.test(words) ? `Suggestion ${i + 1}` : words;
}
