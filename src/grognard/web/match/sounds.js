/**
 * Short sounds, made here out of noise: dice that fall, a gun far off, a card. Off unless they are wished for (the menu);
 * nothing is loaded, and without them nothing is missing.
 */

import { list } from "../dom.js";
import { wished } from "../settings.js";

const APART = 180; // milliseconds between two of a kind

/**
 * Bursts of noise: when (s), how long (s), how loud, the filter and its pitch (Hz).
 * @type {Record<string, [number, number, number, BiquadFilterType, number][]>}
 */
const MADE = {
  dice: [
    [0, 0.03, 0.5, "bandpass", 2600],
    [0.09, 0.03, 0.4, "bandpass", 3100],
    [0.2, 0.025, 0.32, "bandpass", 2400],
    [0.27, 0.02, 0.22, "bandpass", 2900],
  ],
  cannon: [[0, 0.9, 0.9, "lowpass", 170], [0, 0.08, 0.4, "lowpass", 900], [0.35, 0.9, 0.25, "lowpass", 110]],
  card: [[0, 0.09, 0.22, "highpass", 3800], [0.1, 0.03, 0.18, "bandpass", 1200]],
};

/** @type {AudioContext | null} */
let air = null;
/** @type {AudioBuffer | null} */
let noise = null;
const last = new Map();

function open_air() {
  air ??= new AudioContext();
  if (!noise) {
    noise = air.createBuffer(1, air.sampleRate, air.sampleRate);
    const waves = noise.getChannelData(0);
    for (let i = 0; i < waves.length; i++) waves[i] = 2 * Math.random() - 1;
  }
  return air;
}

/** @param {"dice" | "cannon" | "card"} name */
export function sound(name) {
  if (!wished("sounds") || !("AudioContext" in window) || document.hidden) return;
  const now = performance.now();
  if (now - (last.get(name) ?? -APART) < APART) return;
  last.set(name, now);
  const room = open_air();
  for (const [at, long, loud, kind, pitch] of MADE[name]) {
    const start = room.currentTime + at;
    const [source, filter, gain] = [room.createBufferSource(), room.createBiquadFilter(), room.createGain()];
    source.buffer = noise;
    Object.assign(filter, { type: kind });
    filter.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + long);
    source.connect(filter).connect(gain).connect(room.destination);
    source.start(start, Math.random() * 0.5, long);
  }
}

const cards_in = (scene) =>
  list(scene?.panels).filter((panel) => panel.kind === "hand").reduce((sum, panel) => sum + list(panel.cards).length, 0);

/** How strong all stand that are seen. */
const steps_in = (scene) => list(scene?.pieces).reduce((sum, piece) => sum + (piece.hidden ? 0 : piece.steps ?? 1), 0);

/** What is heard of a match. @param {import("./table.js").Table} table */
export function listen_sounds(table) {
  table.on("happened", (lines, before) => {
    if (!before || table.shown || !wished("sounds")) return;
    const thrown = lines.some((line) => list(line.dice).length);
    if (thrown) sound("dice");
    if (thrown && steps_in(table.now) < steps_in(before)) setTimeout(() => sound("cannon"), 450);
    if (cards_in(table.now) !== cards_in(before)) sound("card");
  });
}
