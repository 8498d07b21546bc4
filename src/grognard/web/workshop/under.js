/**
 * A picture of a real map under the table: laid there, moved, made larger and paler. It stays in this browser, also when the
 * page is left, until it is taken away.
 */

import { fill, h, s } from "../dom.js";

const SHELF = "grognard-workshop"; // a database of this browser; its store is of pictures, one of a game

export class Under {
  /** @param {import("./table.js").Table} table @param {string} game */
  constructor(table, game) {
    this.table = table;
    this.game = game;
    table.under = this;
    this.moving = false;
    this.image = null;
    this.picture = null; // the file itself
    this.laid = () => undefined; // told when a picture comes or goes
    this.clear = /** @type {HTMLInputElement} */ (this.#slider("How clear", 0.1, 1, 0.6));
    this.large = /** @type {HTMLInputElement} */ (this.#slider("How large", 0.2, 4, 1));
    this.hold = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: () => { this.moving = this.hold.checked; } }));
    this.file = /** @type {HTMLInputElement} */ (h("input",
      { type: "file", accept: "image/*", "aria-label": "A picture to lay under the map", onchange: () => this.#taken() }));
    this.controls = h("div", { class: "under-controls", hidden: true },
      h("label", null, "Clear ", this.clear), h("label", null, "Large ", this.large),
      h("label", null, this.hold, " Drag the picture"),
        h("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "Take it away"));
    this.element = /** @type {HTMLDetailsElement} */ (h("details", { class: "under-it" },
      h("summary", null, "A picture of a real map under it"), this.file, this.controls));
  }

  #slider(label, min, max, value) {
    return h("input", { type: "range", min, max, step: 0.05, value, "aria-label": label, oninput: () => this.place(),
      onchange: () => this.#keep() });
  }

  /** As if one had pressed it. */
  ask() {
    this.element.open = true;
    this.file.scrollIntoView({ block: "center" });
    this.file.click();
  }

  async #taken() {
    const chosen = this.file.files?.[0];
    if (!chosen) return;
    const [x, y, w, high] = this.table.ground?.bounds ?? [0, 0, 100, 100];
    await this.#lay(chosen, [x + w / 2, y + high / 2], [w, high]);
    this.#keep();
  }

  /** @param {Blob} picture @param {[number, number]} middle @param {[number, number]} room */
  async #lay(picture, middle, [wide, high]) {
    const href = URL.createObjectURL(picture);
    const loaded = new Image();
    loaded.src = href;
    await loaded.decode().catch(() => undefined);
    this.ratio = (loaded.naturalHeight || 1) / (loaded.naturalWidth || 1);
    this.wide = Math.min(wide, high / this.ratio);
    this.middle = middle;
    this.picture = picture;
    this.image = s("image", { href, preserveAspectRatio: "none", class: "real-map" });
    fill(this.table.layers.under, this.image);
    this.controls.hidden = false;
    this.table.svg.classList.add("with-under");
    this.place();
    this.laid();
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

  /** It lies where it was dragged to. */
  dropped() {
    this.#keep();
  }

  remove() {
    this.hide();
    shelf((store) => store.delete(this.game)).catch(() => undefined);
  }

  hide() {
    this.image = this.picture = null;
    this.moving = this.hold.checked = false;
    this.controls.hidden = true;
    this.file.value = "";
    this.table.svg.classList.remove("with-under");
    fill(this.table.layers.under);
  }

  // ------------------------------------------------------------ in this browser

  #keep() {
    if (!this.picture) return;
    const { picture, middle, wide, ratio } = this;
    const kept = { picture, middle, room: [wide, wide * ratio], clear: this.clear.value, large: this.large.value };
    shelf((store) => store.put(kept, this.game)).catch(() => undefined); // no room: it lies there until the page is left
  }

  /** The picture that lay there when the page was left. */
  async again() {
    const kept = await shelf((store) => store.get(this.game), "readonly").catch(() => undefined);
    if (!kept?.picture || this.image) return;
    this.clear.value = kept.clear;
    this.large.value = kept.large;
    await this.#lay(kept.picture, kept.middle, kept.room);
  }
}

/** Something done with the pictures that are kept. @returns {Promise<any>} */
function shelf(work, how = /** @type {IDBTransactionMode} */ ("readwrite")) {
  return new Promise((good, bad) => {
    const opening = indexedDB.open(SHELF, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pictures");
    opening.onerror = () => bad(opening.error);
    opening.onsuccess = () => {
      const asked = work(opening.result.transaction("pictures", how).objectStore("pictures"));
      asked.onsuccess = () => good(asked.result);
      asked.onerror = () => bad(asked.error);
      asked.transaction.oncomplete = asked.transaction.onabort = () => opening.result.close();
    };
  });
}
