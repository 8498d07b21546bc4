/** A counter that is dragged to where it shall go: its way follows the hand. What that means is decided elsewhere. */

import { fill, s } from "../dom.js";

const STARTS = 7; // pixels before a press is a drag

/**
 * @param {import("./board.js").Board} board
 * @param {{may: (piece: string, touch: boolean) => boolean, over: (piece: string, place: string) => any,
 *   drop: (piece: string, place: string, event: PointerEvent) => void}} hand
 */
export function listen_hauls(board, { may, over, drop }) {
  const { camera, port } = board;
  let held = null;
  const place_of = (event) => board.layout.place_at(...camera.to_world(event.clientX, event.clientY)) ?? "";

  const stop = () => {
    held = null;
    camera.held = false;
    port.classList.remove("hauling");
    fill(board.layers.ways);
  };

  port.addEventListener("pointerdown", (event) => {
    if (held) return stop(); // a second finger
    const piece = /** @type {Element} */ (event.target).closest?.("[data-piece]")?.getAttribute("data-piece") ?? "";
    if (event.button !== 0 || !piece || camera.held || !may(piece, event.pointerType === "touch")) return;
    held = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, going: false, place: "" };
    camera.held = true;
  });

  window.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    held.going ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > STARTS;
    if (!held.going) return;
    port.classList.add("hauling");
    held.place = place_of(event);
    const option = over(held.piece, held.place);
    if (option) board.spots.way(option);
    else follow(board, held.piece, .../** @type {[number, number]} */ (camera.to_world(event.clientX, event.clientY)));
  });

  window.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { piece, place, going } = held;
    stop();
    if (going && place && port.contains(/** @type {Node} */ (event.target))) drop(piece, place, event);
  });
  window.addEventListener("pointercancel", () => held && stop());
}

/** A thin line to the hand, where nothing can be done. */
function follow(board, piece, x, y) {
  const from = board.where(piece);
  if (!from) return;
  board.layers.ways.setAttribute("class", "layer-ways");
  fill(
    board.layers.ways,
    s("path", { class: "haul-line", d: `M${from[0]} ${from[1]}L${x} ${y}` }),
    s("circle", { class: "haul-end", cx: x, cy: y, r: 7 }),
  );
}
