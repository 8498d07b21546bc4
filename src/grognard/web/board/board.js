/**
 * The board: map, overlays, spots, markers, pieces and ghosts in one world, seen through a camera. It knows what stands
 * where and what was touched; what a touch means is decided elsewhere (decide/).
 */

import { fill, h, list, s, Telling } from "../dom.js";
import { base_face, SHALLOW } from "./base.js";
import { Camera } from "./camera.js";
import { counter_face, face_key, level_of_detail, SIZE, stack_badge } from "./counter.js";
import { piece_words } from "./words.js";
import { Layout } from "./layout.js";
import { draw_made_up, made_up_board } from "./made_up.js";
import { MapPicture } from "./map.js";
import { draw_marker, place_markers } from "./markers.js";
import { MapNames } from "./names.js";
import { draw_overlays } from "./overlays.js";
import { piece_style } from "./sides.js";
import { Spots } from "./spots.js";

const LAYERS = [
  "ground", "overlays", "spots", "markers", "traces", "pieces", "tallies", "clash", "ways", "advice", "fan", "ghosts", "signs",
];

export class Board extends Telling {
  #drawn = new Map();
  #order = "";

  constructor() {
    super();
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
    this.svg = s("svg", { class: "pieces", role: "group", "aria-label": "Pieces on the map" }, ...Object.values(this.layers));
    this.world = h("div", { class: "world" });
    this.port = h(
      "div",
      {
        class: "port",
        tabindex: 0,
        role: "region",
        "aria-label": "Map. Arrow keys move it, plus and minus zoom, n goes to the next thing that can be chosen.",
      },
      this.world,
    );
    this.camera = new Camera(this.port, this.world);
    this.layout = new Layout(null);
    this.spots = new Spots(this);
    this.shown_overlays = new Set();
    this.fanned = "";
    this.badges = []; // of stacks: where names do not go
    this.scene = null;
    this.camera.on("tap", (event) => this.#tapped(event));
    this.camera.on("rest", () => this.#crisp());
    this.port.addEventListener("contextmenu", (event) => this.#asked(event));
    this.port.addEventListener("pointermove", (event) => this.#hovered(event));
    this.port.addEventListener("pointerleave", () => this.tell("hover", null, "", null));
    this.port.addEventListener("keydown", (event) => this.#keyed(event));
  }

  /**
   * Another board: its data and its picture.
   * @param {import("../types.js").BoardPicture} board
   * @param {string} hash
   * @param {string} theme
   */
  async use(board, hash, theme) {
    this.board = board;
    this.layout = new Layout(board);
    if (this.picture) this.picture.gone = this.names.gone = true;
    this.picture = new MapPicture(this.camera, this.layout);
    this.#drawn.clear();
    this.#order = "";
    fill(this.layers.pieces);
    this.names = new MapNames(this.camera, this.layout);
    this.names.theme = theme;
    this.names.boxes = () =>
      [...this.#drawn.values()].map(({ piece, g, x, y, grow }) =>
        g.classList.contains("base")
          ? [...this.middle(piece.id), (Math.min(piece.width, piece.depth || piece.width) / 2) * this.layout.scale]
          : [x, y, (SIZE / 2) * (grow ?? 1)],
      );
    this.names.tokens = () => [...(this.markers ?? []).map(({ x, y }) => [x, y, this.level === 2 ? 17 : 14]), ...this.badges];
    fill(this.world, this.picture.whole, this.picture.sharp, this.names.canvas, this.svg);
    this.#bound(this.picture.extent);
    this.port.classList.remove("painted");
    await this.picture.load(hash, theme).catch(() => null);
    this.port.classList.add("painted");
  }

  async change_theme(hash, theme) {
    if (!this.board || !hash) return;
    await this.picture?.load(hash, theme).catch(() => null);
    if (this.names) this.names.theme = theme;
    this.names?.draw();
  }

  #bound(box) {
    const [left, top, wide, high] = box;
    const first = !this.bounds;
    this.bounds = box;
    this.camera.bounds = box;
    Object.assign(this.svg.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
    this.svg.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    if (first) this.camera.fit(box, 1.5);
    else this.camera.set(this.camera.x, this.camera.y);
  }

  /**
   * Shows a scene: only what changed is drawn again.
   * @param {import("../types.js").Scene} scene
   */
  show(scene) {
    this.scene = scene;
    if (!scene.board) this.#make_up(scene);
    const standing = this.layout.stand(list(scene.pieces), this.fanned);
    if (this.fanned && !standing.some(({ stack }) => stack === this.fanned)) this.fanned = "";
    const seen = new Set();
    for (const one of standing) {
      seen.add(one.piece.id);
      this.#put(one);
    }
    for (const [id, drawn] of this.#drawn) {
      if (seen.has(id)) continue;
      drawn.g.remove();
      this.#drawn.delete(id);
    }
    const order = standing.map(({ piece }) => piece.id).join(" ");
    if (order !== this.#order) this.layers.pieces.append(...standing.map(({ piece }) => this.#drawn.get(piece.id).g));
    this.#order = order;
    this.#plate(standing);
    this.#count(standing);
    this.markers = place_markers(list(scene.markers), this.layout);
    fill(this.layers.markers, ...this.markers.map((one) => draw_marker(one, scene)));
    draw_overlays(this.layers.overlays, scene, this.layout, new Set([...this.shown_overlays, ...list(scene.decision?.layers)]));
    this.spots.show();
    this.names?.draw();
  }

  #make_up(scene) {
    const board = made_up_board(scene, this.board);
    if (board === this.board) return;
    this.board = board;
    this.layout = new Layout(board);
    fill(this.world, this.svg);
    draw_made_up(this.layers.ground, this.layout);
    this.#bound([0, 0, board.width * this.layout.scale, board.height * this.layout.scale]);
    this.port.classList.add("painted", "made-up");
  }

  #put({ piece, x, y, turned, stack, of, level, grow = 1 }) {
    const { scene, layout } = this;
    const key = face_key(piece, piece_style(scene, piece));
    let drawn = this.#drawn.get(piece.id);
    if (!drawn) {
      drawn = { g: s("g", { class: "piece", "data-piece": piece.id }), key: "", x, y };
      this.#drawn.set(piece.id, drawn);
      this.layers.pieces.append(drawn.g);
      drawn.fresh = true;
    }
    drawn.piece = piece;
    if (drawn.key !== key) {
      const size = [piece.width * layout.scale, (piece.depth || piece.width / 2) * layout.scale];
      const face = turned ? base_face(piece, scene, size[0], size[1]) : counter_face(piece, scene);
      fill(drawn.g, ...face);
      drawn.g.classList.toggle("base", turned);
      drawn.g.classList.toggle("shallow", turned && size[1] < size[0] * SHALLOW);
      drawn.key = key;
    }
    drawn.g.classList.toggle("moves", !drawn.fresh && (drawn.x !== x || drawn.y !== y));
    drawn.fresh = false;
    [drawn.x, drawn.y, drawn.stack, drawn.of, drawn.level, drawn.grow] = [x, y, stack, of, level, grow];
    const turn = turned ? ` rotate(${piece.facing ?? 0}deg)` : "";
    drawn.g.style.transform = `translate(${x}px, ${y}px)${turn}${grow !== 1 ? ` scale(${grow})` : ""}`;
    drawn.g.dataset.at = piece.at ?? "";
    drawn.g.classList.toggle("small", grow < 1 && grow > 0.7);
    drawn.g.classList.toggle("tiny", grow <= 0.7);
  }

  #plate(standing) {
    this.layers.pieces.querySelectorAll(".fan-plate").forEach((old) => old.remove());
    this.fan_box = null;
    const fanned = standing.filter(({ stack }) => stack && stack === this.fanned);
    if (!fanned.length) return;
    const xs = fanned.map(({ x }) => x);
    const ys = fanned.map(({ y }) => y);
    const [x, y] = [Math.min(...xs) - SIZE * 0.66, Math.min(...ys) - SIZE * 0.66];
    const plate = s("rect", {
      class: "fan-plate",
      x,
      y,
      width: Math.max(...xs) - x + SIZE * 0.66,
      height: Math.max(...ys) - y + SIZE * 0.66,
      rx: 12,
    });
    plate.style.pointerEvents = "none"; // what lies under it can still be touched
    this.fan_box = [x, y, Math.max(...xs) + SIZE * 0.66, Math.max(...ys) + SIZE * 0.66];
    this.#drawn.get(fanned[0].piece.id).g.before(plate);
    this.#order = "";
  }

  /** A piece was taken out of the open stack: the stack closes, so that the places under it are free, with the piece on top. */
  close_over(piece) {
    if (!piece || this.#drawn.get(piece)?.stack !== this.fanned) return;
    this.fan("");
    this.layers.pieces.append(this.#drawn.get(piece).g);
    this.#order = "";
  }

  /** A stack tells how many stand in it, and how strong they are. */
  #count(standing) {
    const stacks = new Map();
    for (const one of standing) {
      if (one.of < 2 || !one.stack || one.stack === this.fanned) continue;
      const key = `${one.stack} ${one.piece.side}`;
      stacks.set(key, [...(stacks.get(key) ?? []), one]);
    }
    const [left, upper, right, lower] = this.fan_box ?? [0, 0, 0, 0];
    this.badges = [];
    fill(this.layers.tallies, ...[...stacks.values()].map((all) => {
      const top = all.reduce((a, b) => (b.level > a.level ? b : a));
      const [x, y] = [top.x - (SIZE / 2) * top.grow - 3, top.y - (SIZE / 2) * top.grow - 6];
      if (x > left - 24 && x < right + 12 && y > upper - 12 && y < lower + 12) return null; // under the open stack
      const badge = stack_badge(all.map(({ piece }) => piece));
      badge.setAttribute("transform", `translate(${x} ${y})`);
      this.badges.push([x, y, 13], [x + 20, y, 11]);
      return badge;
    }));
  }

  /** Open a stack, or close what is open. */
  fan(stack = "") {
    if (stack === this.fanned) return;
    this.fanned = stack;
    if (this.scene) this.show(this.scene);
  }

  element(piece) {
    return this.#drawn.get(piece)?.g ?? null;
  }

  piece(id) {
    return this.#drawn.get(id)?.piece ?? null;
  }

  /** Where a piece or a place is, in world units, or null. */
  where(piece, place) {
    const drawn = this.#drawn.get(piece);
    if (drawn) return [drawn.x, drawn.y];
    return place ? this.layout.centre(place) : null;
  }

  /** The middle of a piece: a base on the open table stands where its front edge is. */
  middle(id) {
    const drawn = this.#drawn.get(id);
    if (!drawn) return null;
    const { piece, x, y } = drawn;
    if (!(piece.width > 0)) return [x, y];
    const back = ((piece.depth || piece.width / 2) * this.layout.scale) / 2;
    const turn = ((piece.facing ?? 0) * Math.PI) / 180;
    return [x - Math.sin(turn) * back, y + Math.cos(turn) * back];
  }

  /** A stack with something in it that can be chosen says so on its top. */
  hint_at_stacks(can) {
    const tops = new Map();
    for (const [id, drawn] of this.#drawn) {
      drawn.g.classList.remove("over-can");
      if (drawn.stack && drawn.of > 1)
        tops.set(`${drawn.stack} ${drawn.piece.side}`, [...(tops.get(`${drawn.stack} ${drawn.piece.side}`) ?? []), [id, drawn]]);
    }
    for (const stack of tops.values()) {
      const top = stack.reduce((a, b) => (b[1].level > a[1].level ? b : a));
      if (!can(top[0]) && stack.some(([id]) => can(id))) top[1].g.classList.add("over-can");
    }
  }

  /** Does a piece stand there? */
  is_taken(place) {
    return [...this.#drawn.values()].some((one) => one.piece.at === place);
  }

  stack_of(id) {
    const drawn = this.#drawn.get(id);
    return drawn
      ? {
          key: drawn.stack,
          pieces: [...this.#drawn.values()].filter((one) => one.stack && one.stack === drawn.stack).map((one) => one.piece),
        }
      : { key: "", pieces: [] };
  }

  // ------------------------------------------------------------ looking

  fit() {
    this.camera.fit(this.bounds ?? [0, 0, 100, 100]);
  }

  /** The first look: the map fills the stage, as near as all pieces allow. */
  first_look() {
    const { camera } = this;
    camera.settled = false; // at once: whoever looks further must know where it stands
    const [w, h_] = [camera.size[0], camera.size[1] - camera.covered];
    const [left, top, wide, high] = this.bounds ?? [0, 0, 100, 100];
    const [whole, filled] = [Math.min(w / wide, h_ / high) * 0.97, Math.max(w / wide, h_ / high)];
    const at = [...this.#drawn.values(), ...(this.markers ?? [])].map((one) => [one.x, one.y]);
    if (!at.length) return camera.fit(this.bounds, 1.5);
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const [x0, y0, x1, y1] = [
      Math.min(...xs) - 1.4 * SIZE,
      Math.min(...ys) - 1.4 * SIZE,
      Math.max(...xs) + 1.4 * SIZE,
      Math.max(...ys) + 1.4 * SIZE,
    ];
    const near = Math.min(w / (x1 - x0), h_ / (y1 - y0));
    const narrow = w < 600 ? Math.max(20 / SIZE, Math.min(filled, 26 / SIZE)) : 0; // a phone: what can be read, not everything
    const wished = Math.min(1.5, Math.max(whole, narrow, Math.min(near, Math.max(filled, 34 / SIZE))));
    const as_good = wished < 1.25 * whole && level_of_detail(wished * SIZE) === level_of_detail(whole * SIZE);
    const z = as_good ? whole : wished; // almost all of it: then all
    const keep = (v, from, long, half) => (long <= 2 * half ? from + long / 2 : Math.min(from + long - half, Math.max(from + half, v)));
    return camera.glide(keep((x0 + x1) / 2, left, wide, w / z / 2), keep((y0 + y1) / 2, top, high, h_ / z / 2), z);
  }

  /** Bring these points into view, near enough to read them, and with no more movement than needed. */
  look_at(points, always = false) {
    const seen = points.filter(Boolean);
    if (!seen.length) return;
    const { camera } = this;
    const pad = SIZE * 0.8;
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    const [x0, y0, x1, y1] = [Math.min(...xs) - pad, Math.min(...ys) - pad, Math.max(...xs) + pad, Math.max(...ys) + pad];
    const [w, h_] = [camera.size[0], camera.size[1] - camera.covered];
    const [vw, vh] = [w / camera.z / 2, h_ / camera.z / 2];
    if (camera.z * SIZE >= 25 && x1 - x0 <= 2 * vw && y1 - y0 <= 2 * vh) {
      const [cx, cy] = [camera.x, camera.y - camera.covered / 2 / camera.z];
      const [nx, ny] = [Math.max(x1 - vw, Math.min(x0 + vw, cx)), Math.max(y1 - vh, Math.min(y0 + vh, cy))];
      const [x, y] = camera.inside(nx, ny);
      if (Math.hypot(x - cx, y - cy) * camera.z > 2) camera.glide(x, y);
      return;
    }
    const z = Math.min(Math.max(camera.z, 0.55), w / (x1 - x0), h_ / (y1 - y0));
    if (!always && z < camera.z && seen.some(([x, y]) => camera.sees(x, y))) return;
    camera.glide(...camera.inside((x0 + x1) / 2, (y0 + y1) / 2, z), z);
  }

  /** Can all of them be seen at once, as near as one looks now? */
  fits(points) {
    const [w, high] = [this.camera.size[0], this.camera.size[1] - this.camera.covered];
    const spread = (n) => Math.max(...points.map((p) => p[n])) - Math.min(...points.map((p) => p[n])) + SIZE * 1.6;
    return spread(0) * this.camera.z <= w && spread(1) * this.camera.z <= high;
  }

  /** A ring that draws the eye to a place. */
  flash(piece, place) {
    const at = this.where(piece, place);
    if (!at) return;
    this.look_at([at]);
    const ring = s("circle", { class: "flash", cx: at[0], cy: at[1], r: SIZE * 0.9 });
    this.layers.ghosts.append(ring);
    setTimeout(() => ring.remove(), 1600);
  }

  /** After a zoom the layer is painted anew at its size; a pan needs nothing. */
  #crisp() {
    if (this.camera.z === this.painted_at) return;
    this.painted_at = this.camera.z;
    const level = level_of_detail(this.camera.z * SIZE);
    if (level !== this.level) this.port.dataset.lod = String((this.level = level));
    this.world.style.willChange = this.svg.style.willChange = "auto";
    requestAnimationFrame(() => requestAnimationFrame(() => (this.world.style.willChange = this.svg.style.willChange = "transform")));
  }

  // ------------------------------------------------------------ touching

  #touched(event) {
    const target = /** @type {Element} */ (event.target);
    const piece = target.closest?.("[data-piece]")?.getAttribute("data-piece") ?? "";
    const [x, y] = this.camera.to_world(event.clientX, event.clientY);
    const spot = target.closest?.("[data-place]")?.getAttribute("data-place");
    const place = piece ? this.piece(piece)?.at ?? "" : spot ?? this.layout.place_at(x, y) ?? "";
    return { piece, place, x, y };
  }

  #tapped(event) {
    if (event.target.closest?.(".ghost, button")) return;
    if (!this.port.contains(event.target)) return;
    const { piece, place, x, y } = this.#touched(event);
    this.tell("touch", { piece, place, x, y, event });
  }

  #asked(event) {
    event.preventDefault();
    const touched = this.#touched(event);
    if (touched.piece || touched.place) this.tell("ask", { ...touched, event });
  }

  #hovered(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const { piece, place } = this.#touched(event);
    if (piece) this.tell("near", this.spots.places.has(place) ? place : "");
    this.tell("hover", piece ? this.piece(piece) : null, place, event);
  }

  #keyed(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" && event.key !== " ") return;
    const touched = target.closest("[data-piece], [data-place]");
    if (!touched) return;
    event.preventDefault();
    event.stopPropagation();
    const piece = touched.getAttribute("data-piece") ?? "";
    const place = piece ? this.piece(piece)?.at ?? "" : touched.getAttribute("data-place") ?? "";
    this.tell("touch", { piece, place, event, by_key: true });
  }

  words(piece) {
    return piece_words(piece, this.scene);
  }
}
