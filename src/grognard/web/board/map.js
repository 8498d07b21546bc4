/**
 * The drawn map below the pieces. The server's SVG is painted once into a bitmap of moderate size, strip by strip so that
 * nothing waits for it, and the bitmap is kept in the browser: the next time it is decoded off the main thread. When the
 * hand rests near the ground, the part in view is painted again as sharp as the screen, likewise in strips.
 */

import { board_svg } from "../api.js";
import { h } from "../dom.js";

const MOST_PIXELS = 6e6;
const STRIP = 5e5; // pixels painted at one go
const KEPT = "grognard-maps";
const pause = () =>
  new Promise((on) => (window.requestIdleCallback ? requestIdleCallback(on, { timeout: 60 }) : setTimeout(on, 12)));

export class MapPicture {
  #turn = 0;
  #sharp_turn = 0;

  /** @param {import("./camera.js").Camera} camera @param {import("./layout.js").Layout} layout */
  constructor(camera, layout) {
    this.camera = camera;
    this.layout = layout;
    this.whole = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-whole", "aria-hidden": "true" }));
    this.sharp = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-sharp", "aria-hidden": "true" }));
    this.sharp.hidden = true;
    this.picture = null;
    this.gone = false; // another board has taken its place
    const { scale } = layout;
    const board = /** @type {any} */ (layout.board); // the drawn map knows its extent besides
    this.extent = (board?.extent?.length === 4 ? board.extent : [0, 0, board?.width ?? 1, board?.height ?? 1]).map(
      (v) => v * scale,
    );
    const [left, top, wide, high] = this.extent;
    this.finer = Math.min(1.5, Math.sqrt(MOST_PIXELS / (wide * high)), 8000 / Math.max(wide, high));
    put(this.whole, left, top, wide, high);
    camera.on("rest", () => this.#sharpen());
  }

  /** Shows the map of this theme; the answer comes when it is painted. */
  async load(hash, theme) {
    const turn = ++this.#turn;
    this.picture = null;
    this.path = board_svg(hash, theme);
    const [wide, high] = [Math.round(this.extent[2] * this.finer), Math.round(this.extent[3] * this.finer)];
    const kept = await remembered(`${this.path}&wide=${wide}`);
    if (turn !== this.#turn) return;
    if (kept) {
      size(this.whole, wide, high);
      pen_of(this.whole)?.drawImage(kept, 0, 0);
      kept.close();
    } else {
      const picture = await this.#drawing();
      if (turn !== this.#turn) return;
      size(this.whole, wide, high);
      blank(this.whole);
      const done = await strips(
        picture,
        [0, 0, picture.naturalWidth, picture.naturalHeight],
        this.whole,
        () => turn === this.#turn,
      );
      if (done) remember(`${this.path}&wide=${wide}`, this.whole);
    }
    this.sharp.hidden = true;
    this.#sharpen();
  }

  /** The drawing itself: only needed for painting. */
  async #drawing() {
    if (this.picture?.path === this.path) return this.picture.image;
    const image = new Image();
    image.decoding = "async";
    image.src = this.path;
    const { path } = this;
    await image.decode();
    this.picture = { path, image };
    return image;
  }

  /** The part in view, as sharp as the screen, where the whole picture is too coarse. */
  async #sharpen() {
    const { camera } = this;
    if (this.gone) return;
    const need = camera.z * (window.devicePixelRatio || 1);
    const mine = ++this.#sharp_turn;
    if (!this.path || need <= this.finer * 1.15) {
      this.sharp.hidden = true;
      return;
    }
    const seen = [camera.x, camera.y, camera.z];
    const still = () => mine === this.#sharp_turn && camera.x === seen[0] && camera.y === seen[1] && camera.z === seen[2];
    await pause();
    const picture = still() ? await this.#drawing().catch(() => null) : null;
    if (picture && still()) await this.#paint_sharp(picture, need, still);
  }

  async #paint_sharp(picture, need, still) {
    const { camera } = this;
    const [left, top, wide, high] = this.extent;
    const [w, h_] = camera.size;
    const x0 = Math.max(left, camera.x - (w / camera.z) * 0.6);
    const y0 = Math.max(top, camera.y - (h_ / camera.z) * 0.6);
    const x1 = Math.min(left + wide, camera.x + (w / camera.z) * 0.6);
    const y1 = Math.min(top + high, camera.y + (h_ / camera.z) * 0.6);
    if (x1 <= x0 || y1 <= y0) return;
    const fresh = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-sharp", "aria-hidden": "true" }));
    size(fresh, Math.round((x1 - x0) * need), Math.round((y1 - y0) * need));
    const [px, py] = [picture.naturalWidth / wide, picture.naturalHeight / high];
    const part = /** @type {[number, number, number, number]} */ ([
      (x0 - left) * px,
      (y0 - top) * py,
      (x1 - x0) * px,
      (y1 - y0) * py,
    ]);
    if (!(await strips(picture, part, fresh, still))) return;
    put(fresh, x0, y0, x1 - x0, y1 - y0);
    this.sharp.replaceWith(fresh);
    this.sharp = fresh;
  }
}

/** Paints a part of a drawing over a canvas in strips; false when it was given up on the way. */
async function strips(picture, [sx, sy, sw, sh], canvas, still) {
  const pen = pen_of(canvas);
  if (!pen) return false;
  const tall = Math.max(48, Math.round(STRIP / canvas.width));
  for (let y = 0; y < canvas.height; y += tall) {
    const here = Math.min(tall, canvas.height - y);
    pen.drawImage(picture, sx, sy + (sh * y) / canvas.height, sw, (sh * here) / canvas.height, 0, y, canvas.width, here);
    await pause();
    if (!still()) return false;
  }
  return true;
}

const pen_of = (canvas) => canvas.getContext("2d", { alpha: false });

/** Paper, until it is painted: a canvas without transparency begins black. */
function blank(canvas) {
  const pen = pen_of(canvas);
  if (!pen) return;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
}

function size(canvas, wide, high) {
  canvas.width = wide;
  canvas.height = high;
}

function put(canvas, left, top, wide, high) {
  Object.assign(canvas.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
}

/** A bitmap that was kept, decoded off the main thread; null when there is none. */
async function remembered(name) {
  try {
    const found = await (await caches.open(KEPT)).match(name);
    return found ? await createImageBitmap(await found.blob()) : null;
  } catch {
    return null;
  }
}

async function remember(name, canvas) {
  try {
    const blob = await new Promise((on) => canvas.toBlob(on, "image/jpeg", 0.93));
    const store = await caches.open(KEPT);
    const names = await store.keys();
    for (const old of names.slice(0, Math.max(0, names.length - 23))) await store.delete(old);
    await store.put(name, new Response(blob));
  } catch {
    // no room, or no such store: it is painted again next time
  }
}
