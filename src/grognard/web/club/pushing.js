/** Web push: this browser is told when it is my turn, though the page is closed. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";

const bytes = (words) => Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const letters = (data) =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** A line of the settings page; nothing where browser or club cannot. */
export function push_part() {
  const place = h("p", { id: "push" });
  if ("serviceWorker" in navigator && "PushManager" in window) show(place).catch(() => {});
  return place;
}

async function show(place) {
  const { key } = await api.push();
  const worker = await navigator.serviceWorker.getRegistration();
  if (!key || !worker) return;
  const now = await worker.pushManager.getSubscription();
  const tell = async (work, words) => {
    try {
      await work();
      toast(words);
      await show(place);
    } catch (error) {
      toast(error.message, "bad");
    }
  };
  const on = () => tell(async () => {
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { p256dh, auth } = made.toJSON().keys ?? { p256dh: letters(made.getKey("p256dh")), auth: letters(made.getKey("auth")) };
    await api.add_push({ endpoint: made.endpoint, p256dh, auth });
  }, "This browser tells you, open or closed.");
  const off = () => tell(async () => {
    await api.end_push({ endpoint: now.endpoint });
    await now.unsubscribe();
  }, "This browser is silent when it is closed.");
  const words = now ? "Do not tell me when this page is closed" : "Tell me when this page is closed, too";
  fill(place, h("button", { id: "push-switch", onclick: now ? off : on }, words));
}
