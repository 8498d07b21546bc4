/**
 * Where everything stands in world units (64 a counter). Pieces of one place and side make a stack; sides share a place
 * side by side; a place that was opened fans its pieces out.
 */

import { is_leader, is_staff, SIZE } from "./counter.js";

const LIFT = 5;

export class Layout {
  /** @param {import("../types.js").BoardPicture | null} board */
  constructor(board) {
    this.board = board;
    this.scale = SIZE / room_for_a_counter(board);
    this.size = SIZE; // of a counter in world units
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
    if (!region.label) return region.note || region.id;
    return region.note && region.note !== region.label ? `${region.label} (${region.note})` : region.label;
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
   * @returns {{piece: any, x: number, y: number, turned: boolean, stack: string, level: number, of: number, grow?: number}[]}
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
    const armies = pieces.some((piece) => piece.size === "xxxx") && pieces.some((piece) => piece.size === "xxx");
    const rest = [...stacks].sort(([, a], [, b]) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
    for (const [key, stack] of rest) {
      stack.pieces.sort((a, b) => higher(a) - higher(b) || (a.order ?? 0) - (b.order ?? 0));
      placed.push(...(key === fanned ? fan(stack, key) : pile(stack, key)));
    }
    for (const one of placed) one.grow ??= armies && one.piece.size === "xxx" ? 0.82 : 1; // armies are larger than corps
    return placed.sort((a, b) => (a.stack === fanned && fanned ? 1 : 0) - (b.stack === fanned && fanned ? 1 : 0));
  }
}

const RANKS = { xxx: 1, xxxx: 2, xxxxx: 3 };

/** Of corps and armies the army lies on top, whatever order the game gives them in. */
const higher = (piece) => RANKS[piece.size] ?? 0;

function pile({ at: [x, y], pieces }, key) {
  const sides = [...new Set(pieces.map((piece) => piece.side))];
  const made = [];
  sides.forEach((side, i) => {
    const shift = sides.length > 1 ? (i - (sides.length - 1) / 2) * SIZE * 0.62 : 0;
    const here = pieces.filter((piece) => piece.side === side);
    const troops = here.filter((piece) => !is_leader(piece) && !is_staff(piece));
    const leaders = here.filter(is_leader);
    const staffs = here.filter(is_staff);
    const mine = troops.length ? troops : staffs.length ? staffs : here;
    const beside = mine === here ? [] : [...leaders, ...(troops.length ? staffs : [])]; // they stand beside their troops
    const lift = Math.min(LIFT, 26 / mine.length);
    mine.forEach((piece, level) => {
      const up = (level - (mine.length - 1) / 2) * lift;
      made.push({ piece, x: x + shift + up, y: y - up, turned: false, stack: key, level, of: mine.length });
    });
    beside.forEach((piece, n) =>
      made.push({
        piece,
        x: x + shift + (is_leader(piece) ? -0.68 : 0.62) * SIZE,
        y: y + SIZE * (0.42 - 0.46 * (is_leader(piece) ? n : n - leaders.length)),
        turned: false,
        stack: key,
        level: 0,
        of: 1,
        grow: 0.6,
      }),
    );
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
    return {
      piece,
      x: x + ((i % row) - (here - 1) / 2) * step,
      y: y + (line - (rows - 1) / 2) * step,
      turned: false,
      stack: key,
      level: 0,
      of: 1,
    };
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

/** The side of a counter in units of the board: as the game says, or larger where its places have room for more. */
function room_for_a_counter(board) {
  const unit = board?.unit || 1;
  const regions = board?.regions ?? [];
  if (!board || board.kind === "table" || !regions.length) return unit;
  const cells = regions.filter((region) => region.outline?.length > 2);
  if (cells.length > regions.length / 2) {
    const room = middle_of(
      cells.map((region) => 2 * Math.min(...region.outline.map((p, i, all) => to_side(region.at, p, all[(i + 1) % all.length])))),
    );
    return Math.min(Math.max(unit, room * (board.kind === "hex" ? 0.68 : 0.58)), unit * 2.2);
  }
  const near = regions.map((one) =>
    Math.min(...regions.filter((other) => other !== one).map((other) => Math.hypot(other.at[0] - one.at[0], other.at[1] - one.at[1]))),
  );
  near.sort((a, b) => a - b);
  return Math.min(Math.max(unit, 0.66 * near[Math.floor(near.length / 5)]), unit * 1.3);
}

const middle_of = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function to_side([x, y], [ax, ay], [bx, by]) {
  const long = Math.hypot(bx - ax, by - ay);
  return long ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long : Infinity;
}
