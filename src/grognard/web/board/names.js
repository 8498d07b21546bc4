/**
 * The names of the map, lettered by the client at one size on the screen: the important ones first, each where it
 * covers no other name and no counter. What finds no room waits until one comes nearer. A canvas over the map is
 * lettered anew when the hand rests, and goes with the map while it moves.
 */

import { h } from "../dom.js";

const FACES = { garamond: '"EB Garamond"', "": '"Alegreya"' };
const FINE = 1.1;
const LARGEST = 1.5;
const WIDE = 1400; // pixels of a stage on which names have their own size
const LARGE_COUNTER = 72;
/** Lettering by kind: size in pixels, weight, slant, spacing in ems, from which size of a counter on the screen. */
const LOOKS = {
  capital: { size: 15.5, weight: 800, from: 0 },
  town: { size: 14, weight: 700, from: 0 },
  place: { size: 13, weight: 500, from: 11 },
  mark: { size: 12, weight: 500, italic: true, from: 20 },
  nature: { size: 13.5, weight: 600, italic: true, spread: 0.06, from: 15 },
  water: { size: 12.5, weight: 600, italic: true, spread: 0.08, from: 15 },
  realm: { size: 16, weight: 500, spread: 0.5, from: 0 },
  waters: { size: 15, weight: 500, italic: true, spread: 0.3, from: 0 },
  way: { size: 11, weight: 600, narrow: true, from: 22 },
  worth: { size: 11.5, weight: 600, narrow: true, from: 18 },
  grid: { size: 10, weight: 600, narrow: true, from: 46 },
};
const INKS = {
  light: {
    "": "#2b2118",
    nature: "#333d1c",
    water: "#1f5878",
    waters: "#2f6a8a",
    realm: "#6b5334",
    grid: "#75664a",
    halo: "#f9f4e6",
    plate: "#fbf6e6",
    rim: "#8a7048",
  },
  dark: {
    "": "#f1e6cf",
    nature: "#cfd8a6",
    water: "#a5cde2",
    waters: "#8fb8cf",
    realm: "#cdb890",
    grid: "#a3977f",
    halo: "#17130d",
    plate: "#2c261d",
    rim: "#8a7852",
  },
};
const GAP = 2;
const RING = 44; // in the world: board/spots.js draws it around a place of a node map

export class MapNames {
  /** @param {import("./camera.js").Camera} camera @param {import("./layout.js").Layout} layout */
  constructor(camera, layout) {
    this.camera = camera;
    this.layout = layout;
    this.canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "map-names", "aria-hidden": "true" }));
    this.names = /** @type {any} */ (layout.board)?.names ?? [];
    /** @type {{x: number, y: number, half: number}[] | undefined} */
    this.nodes = undefined;
    this.face = FACES[layout.board?.styles?.name?.pattern ?? ""] ?? FACES[""];
    this.theme = "light";
    this.gone = false;
    this.boxes = () => [];
    this.tokens = () => [];
    /** What is lettered now: {text, left, top, right, bottom} in pixels of the window's stage. */
    this.placed = [];
    this.widths = new Map();
    camera.on("rest", () => this.draw());
    const used = ["500 14px", "700 14px", "italic 500 14px"].map((font) => `${font} ${this.face}`);
    Promise.all([...used, '600 12px "Barlow Condensed"'].map((font) => document.fonts.load(font)))
      .then(() => {
        this.widths.clear();
        this.draw();
      })
      .catch(() => null);
  }

  /** The places of a node map: no name covers another's disc. */
  discs() {
    this.nodes ??= [...this.layout.regions.values()]
      .filter((region) => !region.outline?.length)
      .map((region) => {
        const [x, y] = this.layout.point(region.at);
        return { x, y, half: (region.radius || 0) * this.layout.scale * 0.8 };
      });
    return this.nodes;
  }

  font(look) {
    const fine = this.face === FACES.garamond && !look.narrow; // its small letters are smaller and lighter
    const [weight, size] = fine ? [Math.min(800, look.weight + 200), look.size * FINE] : [look.weight, look.size];
    return `${look.italic ? "italic " : ""}${weight} ${size}px ${look.narrow ? '"Barlow Condensed"' : this.face}, serif`;
  }

  draw() {
    const { camera } = this;
    const [w, high] = camera.size;
    if (!this.names.length || w < 2 || this.gone) return;
    const ratio = window.devicePixelRatio || 1;
    const [mx, my] = [Math.round(w * 0.15), Math.round(high * 0.15)]; // whole pixels, or every letter is blurred
    this.canvas.width = Math.round((w + 2 * mx) * ratio);
    this.canvas.height = Math.round((high + 2 * my) * ratio);
    const [left, top] = [camera.x - (w / 2 + mx) / camera.z, camera.y - (high / 2 + my) / camera.z];
    Object.assign(this.canvas.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${(w + 2 * mx) / camera.z}px`,
      height: `${(high + 2 * my) / camera.z}px`,
    });
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineJoin = "round";
    pen.textBaseline = "alphabetic";
    this.pen = pen;
    this.ink = INKS[this.theme] ?? INKS.light;
    const at = ([x, y]) => [(x * this.layout.scale - left) * camera.z, (y * this.layout.scale - top) * camera.z];
    const counters = this.boxes().map(([x, y, half]) => {
      const [cx, cy] = [(x - left) * camera.z, (y - top) * camera.z];
      return {
        left: cx - half * camera.z,
        top: cy - half * camera.z,
        right: cx + half * camera.z,
        bottom: cy + half * camera.z,
      };
    });
    const sheet = this.camera.bounds;
    this.taken = new Crowd(counters, {
      left: (sheet[0] - left) * camera.z,
      top: (sheet[1] - top) * camera.z,
      right: (sheet[0] + sheet[2] - left) * camera.z,
      bottom: (sheet[1] + sheet[3] - top) * camera.z,
    });
    for (const { x, y, half } of [...this.discs(), ...this.tokens().map(([x, y, half]) => ({ x, y, half }))]) {
      const [cx, cy, r] = [(x - left) * camera.z, (y - top) * camera.z, half * camera.z];
      this.taken.add({ left: cx - r, top: cy - r, right: cx + r, bottom: cy + r });
    }
    this.placed = [];
    const counter = this.layout.size * camera.z;
    const near = counter >= 30;
    const rank = (name) =>
      name.kind === "worth" ? -1 : name.kind === "realm" || name.kind === "waters" ? (near ? 2.9 : 0.5) : name.rank;
    const grown = Math.min(LARGEST, Math.max(1, w / WIDE, counter / LARGE_COUNTER)); // a large screen has larger letters
    for (const name of [...this.names].sort((a, b) => rank(a) - rank(b))) {
      const plain = LOOKS[name.kind] ?? LOOKS.place;
      if (counter < plain.from) continue;
      const look = grown > 1 && name.kind !== "grid" ? { ...plain, size: plain.size * grown } : plain;
      const [x, y] = at([name.x, name.y]);
      const reach = (name.reach ?? 0) * this.layout.scale * camera.z;
      if (name.where !== "along" && (x < -200 || y < -200 || x > w + 2 * mx + 200 || y > high + 2 * my + 200)) continue;
      this.#letter(name, look, x, y, reach, at, counter);
    }
  }

  #letter(name, look, x, y, reach, at, counter) {
    const { pen } = this;
    pen.font = this.font(look);
    const text = name.kind === "realm" ? name.text.toUpperCase() : name.text;
    const spread = (look.spread ?? 0) * look.size;
    if ("letterSpacing" in pen) pen.letterSpacing = `${spread}px`;
    const colour = this.theme === "light" && name.colour ? name.colour : (this.ink[name.kind] ?? this.ink[""]);
    const wide = this.#wide(pen.font, text, spread);
    if (name.where === "along") return this.#along(name, look, wide, at, colour);
    if (name.kind === "way" || name.kind === "worth") return this.#plate(name, look, x, y, wide, colour);
    if (name.kind === "grid") return this.#grid(name, x, y, wide, colour);
    const note = name.note && counter >= 34 ? name.note : "";
    const ring = RING * this.camera.z; // around a place that can be chosen
    for (const [cx, base, anchor] of spots(name.where, x, y, reach, look.size, this.taken.counter_at(x, y), ring)) {
      const start = anchor === 0 ? cx - wide / 2 : anchor < 0 ? cx - wide : cx;
      const box = {
        left: start - GAP,
        top: base - look.size * 0.78 - GAP,
        right: start + wide + GAP,
        bottom: base + look.size * (note ? 1.2 : 0.28) + GAP,
      };
      if (!this.taken.free(box)) continue;
      this.#write(text, start, base, colour);
      if (note) this.#second(note, look, start, wide, anchor, base, colour);
      return this.#take(text, box);
    }
    return null;
  }

  #take(text, box) {
    this.taken.add(box);
    this.placed.push({ text, ...box });
  }

  #wide(font, text, spread) {
    const key = `${font} ${text}`;
    if (!this.widths.has(key)) {
      if ("letterSpacing" in this.pen) this.pen.letterSpacing = "0px";
      this.widths.set(key, this.pen.measureText(text).width);
      if ("letterSpacing" in this.pen) this.pen.letterSpacing = `${spread}px`;
    }
    return this.widths.get(key) + spread * ("letterSpacing" in this.pen ? text.length - 1 : 0);
  }

  #write(text, at_x, base, colour, halo = 3) {
    const { pen } = this;
    const [x, y] = [Math.round(at_x), Math.round(base)];
    pen.strokeStyle = this.ink.halo;
    pen.globalAlpha = 0.82;
    pen.lineWidth = halo;
    pen.strokeText(text, x, y);
    pen.globalAlpha = 1;
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }

  #second(note, look, start, wide, anchor, base, colour) {
    const { pen } = this;
    pen.font = `italic 500 11.5px ${this.face}, serif`;
    if ("letterSpacing" in pen) pen.letterSpacing = "0px";
    const own = pen.measureText(note).width;
    this.#write(
      note,
      anchor > 0 ? start : anchor < 0 ? start + wide - own : start + (wide - own) / 2,
      base + look.size * 0.92,
      colour,
      2.6,
    );
  }

  /** A number on a small plate: what a way costs, what a fort is worth. */
  #plate(name, look, x, y, wide, colour) {
    const { pen } = this;
    const half = Math.max(8, wide / 2 + 4.5);
    const box = { left: x - half, top: y - 8, right: x + half, bottom: y + 8 };
    if (name.kind === "way" ? !this.taken.free(box) : this.taken.counter_over(box)) return; // a worth stands on its own disc
    pen.fillStyle = this.ink.plate;
    pen.strokeStyle = this.ink.rim;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(box.left, box.top, 2 * half, 16, 8);
    pen.fill();
    pen.stroke();
    pen.fillStyle = colour;
    pen.fillText(name.text, x - wide / 2, y + look.size * 0.36);
    this.#take(name.text, box);
  }

  #grid(name, x, y, wide, colour) {
    const square = this.layout.board.kind === "square";
    const [left, base] = square ? [x + 4, y + 12] : [x - wide / 2, y + 4];
    const box = { left, top: base - 9, right: left + wide, bottom: base + 2 };
    if (!this.taken.free(box)) return;
    this.pen.fillStyle = colour;
    this.pen.fillText(name.text, left, base);
    this.#take(name.text, box);
  }

  /** Letter by letter along a river or a road, where it runs calmly enough. */
  #along(name, look, wide, at, colour) {
    const course = name.line.map(at);
    if (course.length > 1 && course[0][0] > course.at(-1)[0]) course.reverse();
    const steps = lengths(course);
    if (steps.at(-1) < wide * 1.15) return;
    let best = null;
    for (let from = 4; from + wide < steps.at(-1) - 2; from += 24) {
      const ends = [0, 0.5, 1].map((part) => point_on(course, steps, from + wide * part));
      const direct = Math.hypot(ends[2][0] - ends[0][0], ends[2][1] - ends[0][1]);
      const cost = (wide - direct) * 6 + Math.abs(ends[2][1] - ends[0][1]) * 0.4 + (ends[2][0] < ends[0][0] ? 900 : 0);
      const boxes = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) =>
        around(/** @type {[number, number]} */ (point_on(course, steps, from + wide * part)), Math.max(8, wide * 0.11)),
      );
      if (cost < wide * 2.4 && (!best || cost < best.cost) && boxes.every((box) => this.taken.free(box)))
        best = { from, cost, boxes };
    }
    if (!best) return;
    const { pen } = this;
    if ("letterSpacing" in pen) pen.letterSpacing = "0px";
    for (const halo of [true, false]) {
      let here = best.from;
      for (const letter of name.text) {
        const own = pen.measureText(letter).width;
        const [x, y, angle] = point_on(course, steps, here + own / 2);
        pen.save();
        pen.translate(x, y);
        pen.rotate(angle);
        if (halo) {
          Object.assign(pen, { strokeStyle: this.ink.halo, lineWidth: 2.6, globalAlpha: 0.75 });
          pen.strokeText(letter, -own / 2, -4);
        } else {
          pen.fillStyle = colour;
          pen.fillText(letter, -own / 2, -4);
        }
        pen.restore();
        here += own + (look.spread ?? 0) * look.size;
      }
    }
    for (const box of best.boxes) this.taken.add(box);
    this.placed.push({ text: name.text, ...best.boxes[2] });
  }
}

const BESIDE = 8; // pixels from a place: the ring of one that can be chosen fits between

/** Where a name may stand, the best first: [x, base line, anchor], anchor 0 middle, 1 to the right, -1 to the left of x. */
function spots(where, x, y, reach, size, counter, ring) {
  const r = counter ? Math.max(reach, counter + 1) : reach;
  if (where === "over")
    return [
      [x, y + size * 0.35, 0],
      [x, y - size, 0],
      [x, y + size * 1.8, 0],
      [x, y - 2.6 * size, 0],
      [x, y + 3.4 * size, 0],
    ];
  if (where === "in") {
    const low = counter ? Math.max(counter + size * 0.85, reach * 0.55) : reach * 0.5;
    return [
      [x, y + low + size * 0.25, 0],
      [x, y - low - size * 0.1, 0],
      [x, y + size * 0.35, 0],
      [x + r * 0.8, y + size * 0.35, 1],
      [x - r * 0.8, y + size * 0.35, -1],
      [x, y + reach + size * 0.6, 0],
    ];
  }
  const c = r * 0.72;
  const beside = Math.max(r + BESIDE, ring);
  return [
    [x, y + r + size * 0.92, 0],
    [x + beside, y + size * 0.33, 1],
    [x - beside, y + size * 0.33, -1],
    [x, y - r - 4, 0],
    [x + c + 4, y - c, 1],
    [x - c - 4, y - c, -1],
    [x + c + 4, y + c + size * 0.7, 1],
    [x - c - 4, y + c + size * 0.7, -1],
    [x - r - 4, y - size * 0.55, -1],
    [x + r + 4, y - size * 0.55, 1],
    [x - r - 4, y + size * 1.2, -1],
    [x + r + 4, y + size * 1.2, 1],
  ];
}

const around = ([x, y], half) => ({ left: x - half, top: y - 14, right: x + half, bottom: y + 3 });

function lengths(course) {
  const made = [0];
  for (let i = 1; i < course.length; i++)
    made.push(made[i - 1] + Math.hypot(course[i][0] - course[i - 1][0], course[i][1] - course[i - 1][1]));
  return made;
}

/** The point so far along a line, and the direction there. */
function point_on(course, steps, far) {
  let i = 1;
  while (i < steps.length - 1 && steps[i] < far) i++;
  const part = (far - steps[i - 1]) / (steps[i] - steps[i - 1] || 1);
  const [[ax, ay], [bx, by]] = [course[i - 1], course[i]];
  const [[cx, cy], [dx, dy]] = [course[Math.max(0, i - 3)], course[Math.min(course.length - 1, i + 2)]];
  return [ax + (bx - ax) * part, ay + (by - ay) * part, Math.atan2(dy - cy, dx - cx)];
}

/** What stands already, in a grid of cells, so that a hundred names need not look at each other. */
class Crowd {
  #cells = new Map();

  constructor(counters, sheet) {
    this.counters = counters;
    this.sheet = sheet; // no name leaves the map
    for (const box of counters) this.add(box);
  }

  /** Half the size of the counter that stands here, 0 for none. */
  counter_at(x, y) {
    const found = this.counters.find(
      (box) =>
        Math.abs((box.left + box.right) / 2 - x) < (box.right - box.left) * 0.6 &&
        Math.abs((box.top + box.bottom) / 2 - y) < (box.bottom - box.top) * 0.6,
    );
    return found ? Math.max(found.bottom - y, found.right - x) : 0;
  }

  counter_over(box) {
    return this.counters.some(
      (one) => box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top,
    );
  }

  *#keys(box) {
    for (let i = Math.floor(box.left / 64); i <= Math.floor(box.right / 64); i++)
      for (let j = Math.floor(box.top / 64); j <= Math.floor(box.bottom / 64); j++) yield `${i} ${j}`;
  }

  add(box) {
    for (const key of this.#keys(box)) {
      if (!this.#cells.has(key)) this.#cells.set(key, []);
      this.#cells.get(key).push(box);
    }
  }

  free(box, slack = 0) {
    const { sheet } = this;
    if (box.left < sheet.left || box.right > sheet.right || box.top < sheet.top || box.bottom > sheet.bottom) return false;
    for (const key of this.#keys(box)) {
      for (const other of this.#cells.get(key) ?? []) {
        if (
          box.left - slack < other.right &&
          box.right + slack > other.left &&
          box.top - slack < other.bottom &&
          box.bottom + slack > other.top
        )
          return false;
      }
    }
    return true;
  }
}
