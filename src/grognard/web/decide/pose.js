/**
 * A pose on the open table: drag the ghost, turn it by its knob; the umpire judges while the hand moves, says what is
 * wrong with its rule, and shows the nearest pose that it would allow. Where a game takes a way from pose to pose, bends
 * can be set. How poses are written: pose_shape.js.
 */

import { base_face } from "../board/base.js";
import { SIZE } from "../board/counter.js";
import { fill, h, list, once_a_frame, s } from "../dom.js";
import { capital, refusal_list } from "./numbers.js";
import { pose_shape } from "./pose_shape.js";
import { field } from "./shape.js";

const EVERY = 70;
const MANY = 24;

const pause = (ms) => new Promise((on) => (ms > 0 ? setTimeout(on, ms) : on(undefined)));

export class PoseForm {
  #asked = 0;
  #waiting = false;
  #again = false;
  #rest = 0;
  #gone = false;

  /** @param {import("./decider.js").Decider} decider @param {import("../types.js").DecisionView} decision */
  constructor(decider, decision) {
    this.decider = decider;
    this.decision = decision;
    this.pressed = null;
    this.held = h("div");
    this.shape = pose_shape(decision);
    this.suggested = list(decision.options)
      .filter((one) => one.value && typeof one.value === "object")
      .slice(0, MANY)
      .map((one) => ({ ...one, way: this.shape.read(one.value) }));
    this.piece = list(decider.table.now.pieces).find((one) => one.id === decision.piece) ?? null;
    const first = this.suggested.find((one) => one.way.length);
    const stands = this.piece && this.piece.x !== undefined && this.piece.x !== null;
    this.pose = stands
      ? { x: this.piece.x, y: this.piece.y, facing: this.piece.facing ?? 0 }
      : { ...(first?.way.at(-1) ?? { x: 0, y: 0, facing: 0 }) };
    this.from = { ...this.pose };
    this.along = list(decision.along)
      .map((id) => list(decider.table.now.pieces).find((one) => one.id === id))
      .filter((one) => one && typeof one.x === "number");
    this.bends = [];
    this.plain = null; // a suggestion without a pose, as it stands
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.send = /** @type {HTMLButtonElement} */ (
      h("button", { class: "go", id: "pose-go", disabled: true, onclick: () => this.decider.choose(this.value()) }, "Stand here")
    );
    this.soon = once_a_frame(() => this.#draw());
    this.refusals = null;
    this.#other_fields((first ?? this.suggested[0])?.value);
  }

  #other_fields(value) {
    const any = Object.keys(this.shape.others.properties).length > 0;
    this.others = any
      ? field(this.shape.others, this.decision.shape, value, () => {
          this.plain = null;
          this.#judge();
        })
      : null;
    fill(this.held, this.others ? h("details", { class: "by-hand" }, h("summary", null, "More"), this.others.element) : null);
  }

  /** What is proposed, as the game writes it. */
  value() {
    return this.plain ?? this.shape.write([...this.bends, this.pose], this.others?.get() ?? {});
  }

  parts() {
    return [
      h(
        "p",
        { class: "hint" },
        "Drag the base; turn it by its knob. ",
        h("span", { class: "by-keys" }, h("kbd", null, "w a s d"), " shift, ", h("kbd", null, "q e"), " turn."),
      ),
      this.suggested.length
        ? h(
            "div",
            { class: "presets" },
            h("h4", null, "Suggestions"),
            this.suggested.map((one, i) =>
              h("button", { class: "preset", "data-suggestion": i, onclick: () => this.#take(one) }, words_of(one, i)),
            ),
          )
        : null,
      this.held,
    ];
  }

  /** At the foot: what the umpire says to it, and the button. */
  press() {
    return (this.pressed ??= [
      this.told,
      h(
        "p",
        { class: "buttons" },
        this.send,
        this.shape.bends
          ? h("button", { class: "quiet", title: "The way goes by here", onclick: () => this.#bend() }, "Bend here")
          : null,
        h("button", { class: "quiet", onclick: () => this.#back() }, "Start again"),
      ),
    ]);
  }

  show() {
    this.decider.board.spots.set({ about: { piece: this.decision.piece, place: "" } });
    this.#draw();
    this.#judge();
  }

  /** The same question once more (the line was down): the base stays where the hand has brought it. */
  renew(decision) {
    this.decision = decision;
    this.show();
  }

  #set(pose, plain = null) {
    this.plain = plain;
    this.pose = pose;
    this.soon();
    this.#judge();
  }

  #take(one) {
    this.#other_fields(one.value);
    this.bends = one.way.slice(0, -1);
    this.#set({ ...(one.way.at(-1) ?? this.from) }, one.way.length ? null : one.value); // before it is judged
  }

  #bend() {
    this.bends.push({ ...this.pose });
    this.#set({ ...this.pose });
  }

  #back() {
    this.bends = [];
    this.#set({ ...this.from });
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
    const held = document.activeElement?.classList.contains("live");
    fill(
      board.layers.ghosts,
      this.suggested
        .filter((one) => one.way.length)
        .map((one) => this.#shape(one.way.at(-1), width, depth, "ghost suggestion", { onclick: () => this.#take(one) }, words_of(one))),
      this.#line(scale),
      this.bends.map((pose) => this.#shape(pose, width, depth, "ghost bend", {})),
      fix ? this.#shape(fix, width, depth, "ghost fix", { onclick: () => this.#set(fix) }, "As far as allowed") : null,
      this.#others().map(([one, pose]) =>
        this.#shape(
          pose,
          (one.width || board.board?.unit || 1) * scale,
          (one.depth || one.width || 1) * scale,
          `ghost along ${bad ? "bad" : ""}`,
          {},
        ),
      ),
      list(this.ghosts?.all)
        .filter((one) => list(one.points).length)
        .map((one) =>
          s("polygon", {
            class: `ghost-outline ${bad ? "bad" : ""}`,
            points: one.points.map(([x, y]) => `${x * scale},${y * scale}`).join(" "),
          }),
        ),
      list(this.decision.reach).map((far) => this.#range(width, depth, far * scale)),
      this.#ghost(width, depth, bad),
    );
    if (held) /** @type {SVGElement} */ (board.layers.ghosts.lastChild).focus({ preventScroll: true });
  }

  /** Those that come to stand somewhere by this pose: as the umpire says; while he thinks, like one board with the base. */
  #others() {
    const told = this.ghosts && (this.ghosts.pose === this.pose || !this.along.length) ? this.ghosts.all : [];
    if (!told.length) return this.along.map((one) => [one, this.#led(one)]);
    const pieces = new Map(list(this.decider.table.now.pieces).map((one) => [one.id, one]));
    return told
      .filter((one) => pieces.has(one.piece) && (one.piece !== this.decision.piece || this.#settles(one)))
      .map((one) => [pieces.get(one.piece), one]);
  }

  /** Whether the umpire puts the base a little elsewhere than the hand: into line with the enemy. */
  #settles(one) {
    const width = this.piece?.width || 1;
    return !this.refusals?.length && Math.hypot(one.x - this.pose.x, one.y - this.pose.y) > width / 200;
  }

  /** How far it reaches from where it is dragged. */
  #range(width, depth, far) {
    return s(
      "g",
      { class: "ghost reach", transform: this.#at(this.pose) },
      s("rect", { x: -width / 2 - far, y: -far, width: width + 2 * far, height: depth + 2 * far, rx: far }),
    );
  }

  /** Where one that goes along comes to stand: like one board with the base that is dragged. */
  #led(one) {
    const turn = this.pose.facing - this.from.facing;
    const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    const [dx, dy] = [one.x - this.from.x, one.y - this.from.y];
    return { x: this.pose.x + dx * cos - dy * sin, y: this.pose.y + dx * sin + dy * cos, facing: (one.facing ?? 0) + turn };
  }

  #at(pose) {
    const scale = this.decider.board.layout.scale;
    return `translate(${pose.x * scale} ${pose.y * scale}) rotate(${pose.facing})`;
  }

  #shape(pose, width, depth, kind, more, words = "") {
    return s(
      "g",
      { class: kind, transform: this.#at(pose), ...more },
      words ? s("title", null, words) : null,
      s("rect", { x: -width / 2, y: 0, width, height: depth, rx: width * 0.03 }),
      s("path", { d: `M${-width * 0.09} 0L0 ${-width * 0.1}L${width * 0.09} 0Z` }),
    );
  }

  #line(scale) {
    const points = [this.from, ...this.bends, this.pose].map((one) => `${one.x * scale},${one.y * scale}`);
    return new Set(points).size > 1 ? s("polyline", { class: "ghost-line", points: points.join(" ") }) : null;
  }

  #ghost(width, depth, bad) {
    const face = this.piece ?? { id: "", side: this.decider.table.seat, symbol: "" };
    const knob = Math.max(width * 0.55, SIZE * 0.5);
    const body = s(
      "g",
      {
        class: `ghost live ${bad ? "bad" : this.refusals ? "fine" : ""}`,
        transform: this.#at(this.pose),
        role: "button",
        tabindex: 0,
        "aria-label": "The base: drag it, or use w a s d and q e",
      },
      base_face({ ...face, facing: this.pose.facing }, this.decider.table.now, width, depth),
      s("rect", { class: "ring", x: -width / 2 - 4, y: -4, width: width + 8, height: depth + 8, rx: 6 }),
      s("path", { class: "knob-arm", d: `M0 ${-width * 0.1}V${-knob}` }),
      s("circle", { class: "knob", cx: 0, cy: -knob, r: Math.max(9, width * 0.1) }),
    );
    body.addEventListener("pointerdown", (event) => this.#grab(event, /** @type {Element} */ (event.target).classList.contains("knob")));
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

  /**
   * Nothing can be submitted before the umpire has judged this very pose; what he said of the last one stays to be read
   * meanwhile. A line that breaks, or an umpire who has no time, is no judgement: he is asked again.
   */
  async #judge() {
    this.send.disabled = true;
    this.told.setAttribute("aria-busy", "true");
    this.#again = true;
    if (this.#waiting) return;
    this.#waiting = true;
    try {
      while (this.#again && !this.#gone) {
        await pause(Math.max(EVERY, this.#rest) - (performance.now() - this.#asked));
        this.#asked = performance.now();
        this.#again = false;
        const pose = this.pose;
        const said = await this.decider.table.judge(this.value()).catch((error) => ({ error }));
        if (!this.#gone) this.#hear(said, pose);
      }
    } finally {
      this.#waiting = false;
    }
  }

  #hear(said, pose) {
    this.#rest = said.error ? Math.min(2 * this.#rest || 1000, 16000) : 0;
    if (said.error) {
      this.#again = true;
      fill(this.told, h("p", { class: "hint" }, said.error.message));
      return;
    }
    this.refusals = said.refusals;
    this.ghosts = { pose, all: said.ghosts };
    fill(
      this.told,
      this.refusals.length
        ? [
            refusal_list(this.decider.game, this.refusals),
            this.#fix() ? h("button", { class: "preset", onclick: () => this.#set(this.#fix()) }, "As far as allowed") : null,
          ]
        : h("p", { class: "fine" }, this.plain ? "✓ As suggested." : "✓ This is allowed."),
    );
    this.send.disabled = this.#again || this.refusals.length > 0;
    this.told.setAttribute("aria-busy", String(this.#again));
    this.soon();
  }

  #fix() {
    const found = this.refusals?.find((one) => one.facts?.fix)?.facts.fix;
    if (Array.isArray(found) && found.length === 3 && found.every((v) => typeof v === "number")) return this.shape.from(found);
    return found && typeof found === "object" && !Array.isArray(found) ? (this.shape.read(found).at(-1) ?? null) : null;
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
    const step = (this.piece?.width || this.decider.board.board?.unit || 1) / (event.shiftKey ? 40 : 8);
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

function words_of(one, i = 0) {
  const words = String(one.label ?? "");
  return !words || /[({=]/.test(words) ? `Suggestion ${i + 1}` : capital(words);
}
