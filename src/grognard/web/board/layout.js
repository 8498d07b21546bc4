/**
 * Where everything stands in world units (64 a counter). Pieces of one place and side make a stack; sides share a place
 * side by side; a place that was opened fans its pieces out.
 */

import { SIZE } from "./counter.js";

const LIFT = 5;

export class Layout {
  /** @param {import("../types.js").BoardPicture | null} board */
  constructor(board) {
    this.board = board;
    this.scale = SIZE / (board?.unit || 1);
    this.regions = new Map((board?.regions ?? []).map((region) => [region.id, region]));
  }

  point([x, y]) {
    return [x * this.scale, y * this.scale];
  }

  /** The middle of a place in world units, or null. */
  centre(place) {
    const region = this.regions.get(place);
    return region ? this.point(region.at) : null;
  }

  /** Where a thing with a place or with coordinates stands, or null. */
  where(thing) {
    if (thing.x !== null && thing.x !== undefined && thing.y !== null && thing.y !== undefined) return this.point([thing.x, thing.y]);
    return this.centre(thing.at);
  }

  name(place) {
    const region = this.regions.get(place);
    if (!region) return place;
    const coordinates = region.note || region.id;
    return region.label ? (region.label === coordinates ? region.label : `${region.label} (${coordinates})`) : coordinates;
  }

  outline(place, grow = 1) {
    const region = this.regions.get(place);
    if (!region) return null;
    const [cx, cy] = this.point(region.at);
    if (!region.outline?.length) return { cx, cy, r: Math.max((region.radius || 0) * this.scale, SIZE * 0.55) * grow };
    return { points: region.outline.map((p) => this.point(p)) };
  }

  /** The place at a point of the world; nodes reach a little further than they are drawn. */
  place_at(x, y) {
    let best = null;
    let least = Infinity;
    for (const region of this.regions.values()) {
      const [cx, cy] = this.point(region.at);
      const away = Math.hypot(cx - x, cy - y);
      if (region.outline?.length) {
        if (inside(region.outline.map((p) => this.point(p)), x, y)) return region.id;
      } else if (away < Math.max((region.radius || 0) * this.scale, SIZE * 0.6) * 1.15 && away < least) {
        [best, least] = [region.id, away];
      }
    }
    return best;
  }

  /**
   * Every piece on the board with where it stands, lowest first.
   * @returns {{piece: any, x: number, y: number, turned: boolean, stack: string, level: number, of: number}[]}
   */
  stand(pieces, fanned = "") {
    const placed = [];
    const stacks = new Map();
    for (const piece of pieces) {
      const at = this.where(piece);
      if (!at) continue;
      if (piece.width > 0 && piece.x !== null && piece.x !== undefined) {
        placed.push({ piece, x: at[0], y: at[1], turned: true, stack: "", level: 0, of: 1 });
      } else {
        const key = piece.at || `${piece.x},${piece.y}`;
        if (!stacks.has(key)) stacks.set(key, { at, pieces: [] });
        stacks.get(key).pieces.push(piece);
      }
    }
    const rest = [...stacks].sort(([, a], [, b]) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
    for (const [key, stack] of rest) {
      stack.pieces.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      placed.push(...(key === fanned ? fan(stack, key) : pile(stack, key)));
    }
    return placed.sort((a, b) => (a.stack === fanned && fanned ? 1 : 0) - (b.stack === fanned && fanned ? 1 : 0));
  }
}

function pile({ at: [x, y], pieces }, key) {
  const sides = [...new Set(pieces.map((piece) => piece.side))];
  const made = [];
  sides.forEach((side, i) => {
    const shift = sides.length > 1 ? (i - (sides.length - 1) / 2) * SIZE * 0.62 : 0;
    const mine = pieces.filter((piece) => piece.side === side);
    const lift = Math.min(LIFT, 26 / mine.length);
    mine.forEach((piece, level) => {
      const up = (level - (mine.length - 1) / 2) * lift;
      made.push({ piece, x: x + shift + up, y: y - up, turned: false, stack: key, level, of: mine.length });
    });
  });
  return made;
}

/** Rows of at most five, so that every piece is in the open. */
function fan({ at: [x, y], pieces }, key) {
  const row = Math.min(5, Math.ceil(Math.sqrt(pieces.length * 1.6)));
  const rows = Math.ceil(pieces.length / row);
  const step = SIZE * 1.12;
  return pieces.map((piece, i) => {
    const line = Math.floor(i / row);
    const here = Math.min(row, pieces.length - line * row);
    return { piece, x: x + ((i % row) - (here - 1) / 2) * step, y: y + (line - (rows - 1) / 2) * step, turned: false, stack: key, level: 0, of: 1 };
  });
}

export function inside(points, x, y) {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i];
    const [xj, yj] = points[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}
