/**
 * Looking at the world: where the middle of the view is and how near. Moving is one transform of one layer, which the
 * browser does without painting; after a zoom the layer is painted anew at its new size, when the hand rests.
 */

import { once_a_frame, Telling } from "../dom.js";

export class Camera extends Telling {
  #pointers = new Map();
  #moved = 0;
  #rest = 0;
  #last = 0;
  #gliding = 0;

  /** @param {HTMLElement} port @param {HTMLElement} world */
  constructor(port, world) {
    super();
    this.port = port;
    this.world = world;
    this.x = this.y = 0;
    this.z = 1;
    this.least = 0.05;
    this.most = 4;
    this.bounds = [0, 0, 100, 100];
    this.covered = matchMedia("(max-width: 760px)").matches ? 16 : 0; // so much of its foot lies under the sheet
    this.held = false; // somebody drags a thing, not the map
    this.show = once_a_frame(() => this.#apply());
    this.#listen();
    this.watch = new ResizeObserver(() => {
      this.#limit();
      this.show();
      this.tell("size");
    });
    this.watch.observe(port);
  }

  get size() {
    return [this.port.clientWidth || 1, this.port.clientHeight || 1];
  }

  #apply() {
    const [w, h] = this.size;
    this.world.style.transform = `translate(${w / 2 - this.x * this.z}px, ${h / 2 - this.y * this.z}px) scale(${this.z})`;
    const now = performance.now();
    const frame = now - this.#last;
    this.#last = now;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.tell("rest"), Math.min(500, Math.max(160, frame < 1000 ? 3 * frame : 0))); // slow frames are no rest
    this.tell("move");
  }

  #limit() {
    const [left, top, wide, high] = this.bounds;
    const [w, h] = this.size;
    this.least = Math.min(0.9 * Math.min(w / wide, h / high), 1);
    this.z = Math.min(this.most, Math.max(this.least, this.z));
    const [mx, my] = [w / this.z / 2, h / this.z / 2];
    const keep = (v, low, high_, m) =>
      high_ - low < 2 * m
        ? (low + high_) / 2 + clamp(v - (low + high_) / 2, m * 0.5)
        : Math.min(high_ - m * 0.5, Math.max(low + m * 0.5, v));
    this.x = keep(this.x, left, left + wide, mx);
    this.y = keep(this.y, top, top + high, my);
  }

  /** Screen (relative to the window) to world. */
  to_world(cx, cy) {
    const at = this.port.getBoundingClientRect();
    const [w, h] = this.size;
    return [(cx - at.left - w / 2) / this.z + this.x, (cy - at.top - h / 2) / this.z + this.y];
  }

  /** World to screen (relative to the window). */
  to_screen(x, y) {
    const at = this.port.getBoundingClientRect();
    const [w, h] = this.size;
    return [(x - this.x) * this.z + w / 2 + at.left, (y - this.y) * this.z + h / 2 + at.top];
  }

  set(x, y, z = this.z) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.#limit();
    this.show();
  }

  pan(dx, dy) {
    this.#gliding++;
    this.set(this.x - dx / this.z, this.y - dy / this.z);
  }

  /** Nearer or farther, and what is under this point of the window stays there. */
  zoom(by, cx, cy) {
    this.#gliding++;
    const at = this.port.getBoundingClientRect();
    const [sx, sy] = [cx ?? at.left + at.width / 2, cy ?? at.top + at.height / 2];
    const [wx, wy] = this.to_world(sx, sy);
    this.z = Math.min(this.most, Math.max(this.least, this.z * by));
    const [nx, ny] = this.to_world(sx, sy);
    this.set(this.x + wx - nx, this.y + wy - ny);
  }

  /** The nearest middle from which nothing but map is seen, where the map is larger than the view. */
  inside(x, y, z = this.z) {
    const [left, top, wide, high] = this.bounds;
    const [w, h] = [this.size[0] / z, (this.size[1] - this.covered) / z];
    const keep = (v, from, long, half) => (long <= 2 * half ? v : Math.min(from + long - half, Math.max(from + half, v)));
    return [keep(x, left, wide, w / 2), keep(y, top, high, h / 2)];
  }

  /** Show all of a box of the world. */
  fit([left, top, wide, high], most = this.most, margin = 0.02) {
    const [w, h] = this.size;
    const z = Math.min(most, (w * (1 - 2 * margin)) / wide, ((h - this.covered) * (1 - 2 * margin)) / high);
    this.glide(left + wide / 2, top + high / 2, z);
  }

  /** Is this point comfortably in view? */
  sees(x, y, margin = 60) {
    const at = this.port.getBoundingClientRect();
    const [sx, sy] = this.to_screen(x, y);
    return sx > at.left + margin && sx < at.right - margin && sy > at.top + margin && sy < at.bottom - this.covered - margin;
  }

  /** Go there, softly where that is welcome. */
  glide(x, y_, z = this.z) {
    const y = y_ + this.covered / 2 / z;
    const mine = ++this.#gliding;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !this.settled) {
      this.settled = true;
      this.set(x, y, z);
      return;
    }
    const [x0, y0, z0, start] = [this.x, this.y, this.z, performance.now()];
    const step = (now) => {
      if (mine !== this.#gliding) return;
      const t = Math.min(1, (now - start) / 260);
      const part = t * (2 - t);
      this.set(x0 + (x - x0) * part, y0 + (y - y0) * part, z0 * (z / z0) ** part);
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #listen() {
    const { port } = this;
    port.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 30 : 1;
      this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
    }, { passive: false });
    port.addEventListener("pointerdown", (event) => {
      if (event.button > 1) return;
      this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.#pointers.size === 1) this.#moved = 0;
    });
    window.addEventListener("pointermove", (event) => this.#drag(event));
    const up = (event) => {
      if (!this.#pointers.delete(event.pointerId)) return;
      if (!this.#pointers.size) port.classList.remove("grabbing");
      if (event.type === "pointerup" && this.#moved < 7 && event.button === 0) this.tell("tap", event);
    };
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    port.addEventListener("dblclick", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("[data-piece], .can"))) this.zoom(1.7, event.clientX, event.clientY);
    });
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.#moved += Math.abs(dx) + Math.abs(dy);
    if (this.#pointers.size === 2) {
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)[1];
      const [was, is] = [Math.hypot(before[0] - other[0], before[1] - other[1]), Math.hypot(now[0] - other[0], now[1] - other[1])];
      this.#pointers.set(event.pointerId, now);
      this.pan(dx / 2, dy / 2);
      if (was > 10) this.zoom(is / was, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      return;
    }
    this.#pointers.set(event.pointerId, now);
    if (this.#moved < 7 || this.held) return;
    this.port.classList.add("grabbing");
    this.pan(dx, dy);
  }
}

const clamp = (v, most) => Math.max(-most, Math.min(most, v));
