/** Looking at the table: an SVG whose viewBox is moved and scaled, by wheel, hand and two fingers. */

const FAR = 24; // pixels of a counter below which only names are written

export class View {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.box = [0, 0, 100, 100];
    this.bounds = [0, 0, 100, 100];
    this.unit = 1; // the size of a counter
    new ResizeObserver(() => this.#measure()).observe(svg);
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 500), this.at(event));
    }, { passive: false });
  }

  /** Where on the plane a pointer is. @returns {[number, number]} */
  at(event) {
    const m = this.svg.getScreenCTM();
    if (!m) return [0, 0];
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse());
    return [p.x, p.y];
  }

  /** Units of the plane for a pixel. */
  get pixel() {
    const m = this.svg.getScreenCTM();
    return m ? 1 / m.a : 1;
  }

  fit(bounds) {
    this.bounds = bounds;
    this.show(...bounds);
  }

  show(x, y, w, h) {
    this.box = [x, y, w, h];
    this.svg.setAttribute("viewBox", this.box.map((v) => v.toFixed(3)).join(" "));
    this.#measure();
  }

  /** For letters that stay readable at any distance. */
  #measure() {
    const { pixel } = this;
    this.svg.style.setProperty("--pixel", `${pixel}px`);
    this.svg.classList.toggle("far", this.unit < FAR * pixel);
  }

  zoom(by, [px, py] = [this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2]) {
    const [x, y, w, h] = this.box;
    const wide = Math.min(this.bounds[2] * 4, Math.max(this.bounds[2] / 40, w * by));
    const f = wide / w;
    this.show(px - (px - x) * f, py - (py - y) * f, w * f, h * f);
  }

  pan(dx, dy) {
    const [x, y, w, h] = this.box;
    this.show(x - dx * this.pixel, y - dy * this.pixel, w, h);
  }
}
