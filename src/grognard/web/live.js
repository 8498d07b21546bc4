/**
 * The websocket of a match: questions with answers, and what the server says unasked.
 * When the line breaks it dials again; the server then sends a whole scene, and nothing is lost.
 */

import { Telling } from "./dom.js";

const PATIENCE = 8000; // a dial that nobody answers (a server just starting, a line that died silently) is given up
const LONGEST_PAUSE = 4000;

export class Live extends Telling {
  #socket = null;
  #next = 1;
  #waiting = new Map();
  #closed = false;
  #pause = 500;

  /** @param {string} id @param {string | null} seat */
  constructor(id, seat) {
    super();
    this.id = id;
    this.seat = seat;
    this.#dial();
  }

  #dial() {
    const where = new URL(`/api/matches/${encodeURIComponent(this.id)}/live`, location.href);
    where.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.seat) where.searchParams.set("seat", this.seat);
    const socket = new WebSocket(where);
    this.#socket = socket;
    const unanswered = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      clearTimeout(unanswered);
      this.#pause = 500;
      this.tell("line", true);
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      clearTimeout(unanswered);
      for (const [, { fail }] of this.#waiting) fail(new Error("The line to the server broke."));
      this.#waiting.clear();
      if (this.#closed) return;
      this.tell("line", false, event.reason);
      setTimeout(() => !this.#closed && this.#dial(), this.#pause);
      this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE);
    };
  }

  #heard(message) {
    if (message.kind === "hello") this.seat = message.seat ?? this.seat;
    const asked = this.#waiting.get(message.re);
    if (asked) {
      this.#waiting.delete(message.re);
      asked.answer(message);
    }
    this.tell(message.kind, message);
  }

  /** Say something; the promise is the server's answer. */
  say(what, more = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("There is no line to the server just now; it is being dialled again."));
    }
    const id = this.#next++;
    return new Promise((answer, fail) => {
      this.#waiting.set(id, { answer, fail });
      this.#socket.send(JSON.stringify({ do: what, id, ...more }));
    });
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}
