/**
 * The drawn map below the pieces. The server's SVG is painted once into a bitmap of moderate size, which pans for free;
 * when the hand rests near the ground, the part in view is painted again as sharp as the screen.
 */

import { board_svg } from "../api.js";
import { h } from "../dom.js";

const MOST_PIXELS = 7e6;
const idle = window.requestIdleCallback ?? ((f) => setTimeout(f, 30));

export class MapPicture {
  #turn = 0;

  /** @param {import("./camera.js").Camera} camera @param {import("./layout.js").Layout} layout */
  constructor(camera, layout) {
    this.camera = camera;
    this.layout = layout;
    this.whole = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-whole", "aria-hidden": "true" }));
    this.sharp = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-sharp", "aria-hidden": "true" }));
    this.sharp.hidden = true;
    this.picture = null;
    this.extent = null;
    camera.on("rest", () => this.#sharpen());
  }

  /** Fetches and paints; the answer is the box of the world that the picture fills. */
  async load(hash, theme) {
    const turn = ++this.#turn;
    const path = board_svg(hash, theme);
    const answer = await fetch(path);
    if (!answer.ok) return null;
    const head = (await answer.text()).slice(0, 2000);
    const said = /data-extent="([^"]+)"/.exec(head)?.[1].split(/[ ,]+/).map(Number);
    const { board, scale } = this.layout;
    const extent = (said?.length === 4 ? said : [0, 0, board.width, board.height]).map((v) => v * scale);
    const picture = new Image();
    picture.src = path;
    await picture.decode();
    if (turn !== this.#turn) return null;
    this.picture = picture;
    this.extent = extent;
    this.#paint();
    return extent;
  }

  #paint() {
    const [left, top, wide, high] = this.extent;
    this.finer = Math.min(1.5, Math.sqrt(MOST_PIXELS / (wide * high)), 8000 / Math.max(wide, high));
    this.whole.width = Math.round(wide * this.finer);
    this.whole.height = Math.round(high * this.finer);
    put(this.whole, left, top, wide, high);
    const pen = this.whole.getContext("2d", { alpha: false });
    pen?.drawImage(this.picture, 0, 0, this.whole.width, this.whole.height);
    this.sharp.hidden = true;
  }

  /** The part in view, as sharp as the screen, where the whole picture is too coarse. */
  #sharpen() {
    if (!this.picture) return;
    const { camera } = this;
    const ratio = window.devicePixelRatio || 1;
    const need = camera.z * ratio;
    if (need <= this.finer * 1.15) {
      this.sharp.hidden = true;
      return;
    }
    const turn = this.#turn;
    const seen = [camera.x, camera.y, camera.z];
    idle(() => {
      if (turn !== this.#turn || camera.x !== seen[0] || camera.y !== seen[1] || camera.z !== seen[2]) return;
      this.#paint_sharp(need);
    });
  }

  #paint_sharp(need) {
    const { camera } = this;
    const [left, top, wide, high] = this.extent;
    const [w, h_] = camera.size;
    const x0 = Math.max(left, camera.x - (w / camera.z) * 0.6);
    const y0 = Math.max(top, camera.y - (h_ / camera.z) * 0.6);
    const x1 = Math.min(left + wide, camera.x + (w / camera.z) * 0.6);
    const y1 = Math.min(top + high, camera.y + (h_ / camera.z) * 0.6);
    if (x1 <= x0 || y1 <= y0) return;
    this.sharp.width = Math.round((x1 - x0) * need);
    this.sharp.height = Math.round((y1 - y0) * need);
    put(this.sharp, x0, y0, x1 - x0, y1 - y0);
    const pen = this.sharp.getContext("2d", { alpha: false });
    const [px, py] = [this.picture.naturalWidth / wide, this.picture.naturalHeight / high];
    pen?.drawImage(this.picture, (x0 - left) * px, (y0 - top) * py, (x1 - x0) * px, (y1 - y0) * py, 0, 0, this.sharp.width, this.sharp.height);
    this.sharp.hidden = false;
  }
}

function put(canvas, left, top, wide, high) {
  Object.assign(canvas.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
}
