/** The dice of a match, thrown again from the secret and the seats' words: what src/grognard/kernel/dice.py does. */

import { blake2b, from_hex, to_hex } from "./blake2b.js";

const AVERAGE = [2, 3, 3, 4, 4, 5];
const utf8 = new TextEncoder();

/** What was shown before the first roll. */
export const commitment = (secret) => to_hex(blake2b(from_hex(secret), { size: 32, person: "grognard-commit" }));

const number = (n, bytes) => Uint8Array.from({ length: bytes }, (_, i) => Math.floor(n / 2 ** (8 * (bytes - 1 - i))) % 256);

/** The key of the dice: the secret, the words of the seats that were in by then, and how often the dice began anew. */
export function mixed_key(secret, nonces, epoch) {
  const parts = [];
  for (const seat of Object.keys(nonces).sort((a, b) => (a < b ? -1 : 1))) {
    for (const part of [seat, nonces[seat]]) {
      const raw = utf8.encode(part);
      parts.push(number(raw.length, 4), raw);
    }
  }
  parts.push(utf8.encode("epoch"), number(epoch, 4));
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return blake2b(data, { size: 32, key: blake2b(from_hex(secret), { size: 32 }) });
}

class Stream {
  constructor(key) {
    this.key = key;
    this.position = 0;
    this.block = -1;
  }

  byte() {
    const block = Math.floor(this.position / 64);
    if (block !== this.block) {
      this.bytes = blake2b(number(block, 8), { size: 64, key: this.key });
      this.block = block;
    }
    return this.bytes[this.position++ % 64];
  }

  below(limit) {
    if (limit === 1) return 0;
    if (limit <= 256) {
      const fair = 256 - (256 % limit);
      for (;;) {
        const byte = this.byte();
        if (byte < fair) return byte % limit;
      }
    }
    const size = Math.ceil(limit.toString(2).length / 8) + 1;
    const whole = 256n ** BigInt(size);
    const fair = whole - (whole % BigInt(limit));
    for (;;) {
      let found = 0n;
      for (let i = 0; i < size; i++) found = (found << 8n) | BigInt(this.byte());
      if (found < fair) return Number(found % BigInt(limit));
    }
  }

  order(count) {
    const order = Array.from({ length: count }, (_, i) => i);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}

/** The seats' words in the dice of an epoch: those of the start, and later ones ("red #2") from their epoch on. */
function nonces_at(nonces, epoch) {
  const found = {};
  const late = [];
  for (const [name, words] of Object.entries(nonces ?? {})) {
    const split = /^(.*) #(\d+)$/.exec(name);
    if (split) late.push([Number(split[2]), split[1], words]);
    else found[name] = words;
  }
  for (const [since, seat, words] of late.sort((a, b) => a[0] - b[0])) if (since <= epoch) found[seat] = words;
  return found;
}

/**
 * Every roll thrown again.
 * @param {import("../types.js").DiceFacts} facts
 * @returns {{good: boolean, checked: number, skipped: number, wrong: string[]}}
 */
export function check(facts) {
  const wrong = [];
  if (commitment(facts.secret) !== facts.commitment) wrong.push("The secret is not the one whose hash was shown.");
  let [checked, skipped, epoch, stream] = [0, 0, 0, new Stream(mixed_key(facts.secret, nonces_at(facts.nonces, 0), 0))];
  for (const { spec, outcome, epoch: its_epoch, position } of facts.rolls ?? []) {
    if (its_epoch !== epoch) {
      epoch = its_epoch;
      stream = new Stream(mixed_key(facts.secret, nonces_at(facts.nonces, epoch), epoch));
    }
    const dice = /^(\d*)d(\d+|avg)$/.exec(spec);
    let again = null;
    if (dice) {
      const faces = dice[2] === "avg" ? AVERAGE : Array.from({ length: Number(dice[2]) }, (_, i) => i + 1);
      again = Array.from({ length: Number(dice[1] || 1) }, () => faces[stream.below(faces.length)]);
    } else if (spec === "shuffle") again = stream.order(outcome.length);
    if (again === null) {
      skipped += 1;
      stream.position = position;
    } else {
      checked += 1;
      if (again.join() !== outcome.join() || stream.position !== position) {
        wrong.push(`Roll ${checked + skipped}: ${spec} gives ${again.join(", ")}, the match has ${outcome.join(", ")}.`);
        stream.position = position;
      }
    }
  }
  return { good: !wrong.length, checked, skipped, wrong };
}
