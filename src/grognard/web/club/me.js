/** Who I am: at home nobody has to say; in a club it decides about every page. */

import * as api from "../api.js";
import { h } from "../dom.js";

/** @type {import("../types.js").Me} */
let me = {};

/** Ask the server once; again after a login. */
export async function learn_who() {
  me = await api.me().catch(() => ({}));
  return me;
}

export const who = () => me;
export const in_club = () => Boolean(me.club);

/** The corner of a club's pages: my name, my settings, the way out. */
export function account_bar() {
  if (!me.club) return null;
  if (!me.name) return h("a", { class: "button", href: "#/login" }, "Log in");
  return h("span", { class: "account" },
    h("a", { href: `#/people/${encodeURIComponent(me.name)}` }, me.name), " ",
    h("a", { href: "#/settings" }, "Settings"), " ",
    h("button", { class: "quiet", id: "logout", onclick: async () => {
      await api.logout();
      await learn_who();
      location.hash = "#/login";
    } }, "Log out"));
}
