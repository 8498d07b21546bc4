/** A picture of a real map under the table: laid there, moved, made larger and paler. It stays in this browser. */

import { fill, h, s } from "../dom.js";

export class Under {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    table.under = this;
    this.moving = false;
    this.image = null;
    this.clear = /** @type {HTMLInputElement} */ (this.#slider("How clear", 0.1, 1, 0.6));
    this.large = /** @type {HTMLInputElement} */ (this.#slider("How large", 0.2, 4, 1));
    this.hold = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: () => { this.moving = this.hold.checked; } }));
    this.file = /** @type {HTMLInputElement} */ (h("input",
      { type: "file", accept: "image/*", "aria-label": "A picture to lay under the map", onchange: () => this.#taken() }));
    this.controls = h("div", { class: "under-controls", hidden: true },
      h("label", null, "Clear ", this.clear), h("label", null, "Large ", this.large),
      h("label", null, this.hold, " Drag the picture"),
        h("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "Take it away"));
    this.element = h("details", { class: "under-it" }, h("summary", null, "A picture of a real map under it"), this.file, this.controls);
  }

  #slider(label, min, max, value) {
    return h("input", { type: "range", min, max, step: 0.05, value, "aria-label": label, oninput: () => this.place() });
  }

  async #taken() {
    const chosen = this.file.files?.[0];
    if (!chosen) return;
    const href = URL.createObjectURL(chosen);
    const loaded = new Image();
    loaded.src = href;
    await loaded.decode().catch(() => undefined);
    const [x, y, w, high] = this.table.ground?.bounds ?? [0, 0, 100, 100];
    const ratio = (loaded.naturalHeight || 1) / (loaded.naturalWidth || 1);
    const wide = Math.min(w, high / ratio);
    this.middle = [x + w / 2, y + high / 2];
    this.wide = wide;
    this.ratio = ratio;
    this.image = s("image", { href, preserveAspectRatio: "none", class: "real-map" });
    fill(this.table.layers.under, this.image);
    this.controls.hidden = false;
    this.table.svg.classList.add("with-under");
    this.place();
  }

  place() {
    if (!this.image) return;
    const wide = this.wide * Number(this.large.value);
    const high = wide * this.ratio;
    const at = { x: this.middle[0] - wide / 2, y: this.middle[1] - high / 2, width: wide, height: high, opacity: this.clear.value };
    for (const key in at) this.image.setAttribute(key, String(at[key]));
  }

  drag(dx, dy) {
    if (!this.image) return;
    const { pixel } = this.table.view;
    this.middle = [this.middle[0] + dx * pixel, this.middle[1] + dy * pixel];
    this.place();
  }

  remove() {
    this.image = null;
    this.moving = this.hold.checked = false;
    this.controls.hidden = true;
    this.file.value = "";
    this.table.svg.classList.remove("with-under");
    fill(this.table.layers.under);
  }
}
