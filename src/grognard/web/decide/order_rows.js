/**
 * A draft read as a board of orders: which formations have a row, which row an order belongs to, what is to be done and
 * where. As the draft says it (docs/scene.md); where it says nothing of rows, its groups make them.
 */

import { list } from "../dom.js";

/** "Ney to II Corps: March Gemioncourt" -> "Ney to II Corps" and "March Gemioncourt". */
const parted = (label) => {
  const at = label.indexOf(": ");
  return at < 0 ? ["", label] : [label.slice(0, at), label.slice(at + 2)];
};
const after_the_name = (label) => parted(label)[1];

/**
 * The rows of a draft; none: it is no board.
 * @param {import("../types.js").DecisionView} decision
 * @returns {import("../types.js").RowView[]}
 */
export function rows_of(decision) {
  if (list(decision.rows).length) return decision.rows;
  if (list(decision.ghosts).length) return [];
  const all = [...list(decision.items), ...list(decision.options)];
  const orders = all.filter((one) => one.group && one.place && one.piece && one.kind !== "attack" && one.kind !== "fire");
  if (!orders.length || orders.length < all.length / 2) return [];
  const rows = new Map();
  for (const one of orders) {
    if (rows.has(one.piece)) continue;
    const [by] = around(one.group, one.label);
    rows.set(one.piece, { id: one.piece, title: one.group, piece: one.piece, note: by ? `from ${by}` : "" });
  }
  return [...rows.values()];
}

/** What stands before and behind the name of the formation: "Ney to II Corps: ..." by whom, "1st Wessex, bold: ..." which. */
function around(title, label) {
  const [head] = parted(label);
  const at = head.indexOf(title);
  if (at < 0) return ["", ""];
  return [head.slice(0, at).replace(/ to $/, "").trim(), head.slice(at + title.length).replace(/^, /, "").trim()];
}

/** Reads items and offers of one board, whose rows are known. */
export class OrderRows {
  /** @param {import("../types.js").RowView[]} rows */
  constructor(rows) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** A draft that goes on may have more rows than before; none is forgotten. */
  learn(rows) {
    for (const row of rows) this.rows.set(row.id, { ...this.rows.get(row.id), ...row });
  }

  /** The row of an offer or an item, or "". */
  row(one) {
    if (one.row) return one.row;
    return one.piece && this.rows.has(one.piece) ? one.piece : "";
  }

  /** Of no row by itself, and leading nowhere: it says more about the order above ("only the 9th division"). */
  says_more(one) {
    return Boolean(!one.row && one.group && !one.place && !this.row(one));
  }

  /** Does it belong to the order above it? */
  under(one) {
    if (one.under || this.says_more(one)) return true;
    const row = this.rows.get(this.row(one));
    return Boolean(row && !one.row && one.group && one.group !== row.title);
  }

  /** Which of several orders of its row: "bold". */
  slot(one) {
    if (one.slot || one.row) return one.slot ?? "";
    const row = this.rows.get(this.row(one));
    return row ? around(row.title, one.label)[1] : "";
  }

  /** What is to be done: "March". */
  verb(one) {
    return one.verb || after_the_name(one.label).split(" ")[0];
  }

  /** Where, in words: "Gemioncourt". */
  where(one) {
    const words = after_the_name(one.label);
    const verb = this.verb(one);
    return words.toLowerCase().startsWith(verb.toLowerCase()) ? words.slice(verb.length).trim() : words;
  }

  /** The whole order, without whose it is. */
  words(one) {
    return after_the_name(one.label);
  }

  /**
   * What is written, by row; what belongs to no row stands under "".
   * @param {import("../types.js").OptionView[]} items
   * @returns {Map<string, {item: import("../types.js").OptionView, i: number, under: boolean}[]>}
   */
  written(items) {
    const found = new Map();
    let last = "";
    items.forEach((item, i) => {
      const under = this.under(item);
      const row = this.row(item) || (under ? last : "");
      found.set(row, [...(found.get(row) ?? []), { item, i, under }]);
      if (!under) last = row;
    });
    return found;
  }

  /** Where the order at i ends: behind what belongs to it. */
  end(items, i) {
    let end = i + 1;
    if (!this.under(items[i])) while (end < items.length && this.under(items[end])) end++;
    return end;
  }
}
