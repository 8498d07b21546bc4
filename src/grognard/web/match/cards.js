/** A card's face: in the hand, and large, beside the map, for whoever looks at it. */

import { side_style } from "../board/sides.js";
import { has_symbol, symbol } from "../board/symbols.js";
import { list, s } from "../dom.js";
import { h } from "../view.js";

const colours = (card, scene) => {
  const style = side_style(scene, card.side);
  return { "--of": style.fill, "--on": style.text };
};

/** The emblem of a card, behind its words. */
function emblem(card) {
  if (!card.symbol || !has_symbol(card.symbol)) return null;
  return h("span", { class: "emblem", "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 100 60" }, symbol(card.symbol, 0, 0, 100, 60)));
}

/** What stands on a card. @param {import("../types.js").Card} card */
function face(card) {
  return [
    h("span", { class: "card-head" }, card.corner ? h("span", { class: "corner" }, card.corner) : null,
      h("span", { class: "card-title" }, card.title)),
    emblem(card),
    card.text ? h("span", { class: "card-text" }, card.text) : null,
    list(card.uses).length ? h("span", { class: "card-uses" }, list(card.uses).map((use) => h("span", null, use))) : null,
    list(card.states).length ? h("span", { class: "card-states" }, card.states.join(", ")) : null,
  ];
}

/** A card of the hand, to be touched. */
export function card_button(card, scene, { touch, look, can, chosen }) {
  if (card.hidden) return h("div", { class: "card back", title: "A card face down" });
  const near = () => look(card);
  return h("button", {
    class: `card ${can ? "can" : ""} ${chosen ? "chosen" : ""}`, key: card.id, "data-card": card.id, style: colours(card, scene),
    onclick: touch, onpointerenter: near, onfocus: near, onpointerleave: () => look(null), onblur: () => look(null),
  }, face(card));
}

/** The same card at full size, to be read. */
export function card_large(card, scene) {
  return h("div", { class: "card large", style: colours(card, scene) }, face(card));
}
