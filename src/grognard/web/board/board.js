/**
 * The board: map, overlays, spots, markers, pieces and ghosts in one world, seen through a camera. It knows what stands
 * where and what was touched; what a touch means is decided elsewhere (decide/).
 */

import { fill, h, list, s, Telling } from "../dom.js";
import { base_face } from "./base.js";
import { Camera } from "./camera.js";
import { counter_face, face_key, piece_words, SIZE } from "./counter.js";
import { Layout } from "./layout.js";
import { draw_made_up, made_up_board } from "./made_up.js";
import { MapPicture } from "./map.js";
import { draw_marker, place_markers } from "./markers.js";
import { draw_overlays } from "./overlays.js";
import { side_style } from "./sides.js";
import { Spots } from "./spots.js";

const LAYERS = ["ground", "overlays", "spots", "markers", "pieces", "ways", "fan", "ghosts"];

export class Board extends Telling {
  #drawn = new Map();
  #order = "";

  constructor() {
    super();
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
    this.svg = s("svg", { class: "pieces", role: "group", "aria-label": "Pieces on the map" }, ...Object.values(this.layers));
    this.world = h("div", { class: "world" });
    this.port = h("div", { class: "port", tabindex: 0, role: "region", "aria-label": "Map. Arrow keys move it, plus and minus zoom, n goes to the next thing that can be chosen." }, this.world);
    this.camera = new Camera(this.port, this.world);
    this.layout = new Layout(null);
    this.spots = new Spots(this);
    this.shown_overlays = new Set();
    this.fanned = "";
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
    this.picture = new MapPicture(this.camera, this.layout);
    this.#drawn.clear();
    this.#order = "";
    fill(this.layers.pieces);
    fill(this.world, this.picture.whole, this.picture.sharp, this.svg);
    this.#bound([0, 0, board.width * this.layout.scale, board.height * this.layout.scale]);
    const extent = await this.picture.load(hash, theme).catch(() => null);
    if (extent) this.#bound(extent);
    this.port.classList.add("painted");
  }

  async change_theme(hash, theme) {
    if (this.board && hash) await this.picture?.load(hash, theme).catch(() => null);
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
    fill(this.layers.markers, ...place_markers(list(scene.markers), this.layout).map((one) => draw_marker(one, scene)));
    draw_overlays(this.layers.overlays, scene, this.layout, new Set([...this.shown_overlays, ...list(scene.decision?.layers)]));
    this.spots.show();
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

  #put({ piece, x, y, turned, stack, of, level }) {
    const { scene, layout } = this;
    const key = face_key(piece, side_style(scene, piece.side));
    let drawn = this.#drawn.get(piece.id);
    if (!drawn) {
      drawn = { g: s("g", { class: "piece", "data-piece": piece.id }), key: "", x, y };
      this.#drawn.set(piece.id, drawn);
      this.layers.pieces.append(drawn.g);
      drawn.fresh = true;
    }
    drawn.piece = piece;
    if (drawn.key !== key) {
      fill(drawn.g, ...(turned ? base_face(piece, scene, piece.width * layout.scale, (piece.depth || piece.width / 2) * layout.scale) : counter_face(piece, scene)));
      drawn.g.classList.toggle("base", turned);
      drawn.key = key;
    }
    drawn.g.classList.toggle("moves", !drawn.fresh && (drawn.x !== x || drawn.y !== y));
    drawn.fresh = false;
    [drawn.x, drawn.y, drawn.stack, drawn.of, drawn.level] = [x, y, stack, of, level];
    drawn.g.style.transform = `translate(${x}px, ${y}px)${turned ? ` rotate(${piece.facing ?? 0}deg)` : ""}`;
    drawn.g.dataset.at = piece.at ?? "";
  }

  #plate(standing) {
    const fanned = standing.filter(({ stack }) => stack && stack === this.fanned);
    if (!fanned.length) return fill(this.layers.fan);
    const xs = fanned.map(({ x }) => x);
    const ys = fanned.map(({ y }) => y);
    const [x, y] = [Math.min(...xs) - SIZE * 0.66, Math.min(...ys) - SIZE * 0.66];
    const plate = s("rect", { class: "fan-plate", x, y, width: Math.max(...xs) - x + SIZE * 0.66, height: Math.max(...ys) - y + SIZE * 0.66, rx: 12 });
    const first = this.#drawn.get(fanned[0].piece.id).g;
    first.before(plate);
    this.#order = "";
    fill(this.layers.fan);
    this.layers.pieces.querySelectorAll(".fan-plate").forEach((old) => old !== plate && old.remove());
  }

  /** Open a stack, or close what is open. */
  fan(stack = "") {
    if (stack === this.fanned) return;
    this.fanned = stack;
    this.layers.pieces.querySelectorAll(".fan-plate").forEach((old) => old.remove());
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

  /** A stack with something in it that can be chosen says so on its top. */
  hint_at_stacks(can) {
    const tops = new Map();
    for (const [id, drawn] of this.#drawn) {
      drawn.g.classList.remove("over-can");
      if (drawn.stack && drawn.of > 1) tops.set(`${drawn.stack} ${drawn.piece.side}`, [...(tops.get(`${drawn.stack} ${drawn.piece.side}`) ?? []), [id, drawn]]);
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
    return drawn ? { key: drawn.stack, pieces: [...this.#drawn.values()].filter((one) => one.stack && one.stack === drawn.stack).map((one) => one.piece) } : { key: "", pieces: [] };
  }

  // ------------------------------------------------------------ looking

  fit() {
    this.camera.fit(this.bounds ?? [0, 0, 100, 100]);
  }

  /** The first look: the whole board, or where the pieces are when they would be too small to see and stand in several places. */
  first_look() {
    const [w, h_] = this.camera.size;
    const [, , wide, high] = this.bounds ?? [0, 0, 100, 100];
    const z = Math.min(w / wide, h_ / high);
    const at = [...this.#drawn.values()].map((one) => [one.x, one.y]);
    const places = new Set(at.map(([x, y]) => `${Math.round(x / SIZE)} ${Math.round(y / SIZE)}`));
    if (z * SIZE >= 27 || places.size < 4) return this.camera.fit(this.bounds, 1.5);
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const box = [Math.min(...xs) - 2 * SIZE, Math.min(...ys) - 2 * SIZE, Math.max(...xs) - Math.min(...xs) + 4 * SIZE, Math.max(...ys) - Math.min(...ys) + 4 * SIZE];
    return this.camera.fit(box, 1);
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
      if (Math.hypot(nx - cx, ny - cy) * camera.z > 2) camera.glide(nx, ny);
      return;
    }
    const z = Math.min(Math.max(camera.z, 0.55), w / (x1 - x0), h_ / (y1 - y0));
    if (!always && z < camera.z && seen.some(([x, y]) => camera.sees(x, y))) return;
    camera.glide((x0 + x1) / 2, (y0 + y1) / 2, z);
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
    this.port.classList.toggle("far", this.camera.z * SIZE < 46);
    this.world.style.willChange = "auto";
    requestAnimationFrame(() => requestAnimationFrame(() => (this.world.style.willChange = "transform")));
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
