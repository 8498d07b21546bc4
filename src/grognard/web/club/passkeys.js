/** Passkeys: the device's own key instead of a password. Browsers speak in bytes, the wire in letters (base64url). */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { who } from "./me.js";

export const can_passkeys = () => Boolean(who().passkeys && window.PublicKeyCredential && navigator.credentials);

const letters = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const bytes = (words) => Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const known = (all) => list(all).map((one) => ({ ...one, id: bytes(one.id) }));

function answered(made) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (made.response[name]) response[name] = letters(made.response[name]);
  return { id: made.id, rawId: letters(made.rawId), type: made.type, response, clientExtensionResults: {} };
}

/** At the door: whoever unlocks his device is in. */
export async function log_in_by_passkey() {
  const { token, options } = await api.ask_passkey();
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: known(options.allowCredentials) };
  const made = await navigator.credentials.get({ publicKey });
  await api.login_by_passkey({ token, credential: answered(made) });
}

async function make(password, code, name) {
  const { token, options } = await api.begin_passkey({ password, ...(code ? { code } : {}) });
  const publicKey = {
    ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: known(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  await api.keep_passkey({ token, credential: answered(made), name });
}

/** The part of the settings page about them. */
export function passkeys_part() {
  if (!can_passkeys()) return null;
  const place = h("div", { id: "passkeys" });
  show(place);
  return h("details", { id: "passkeys-part" }, h("summary", null, "Passkeys"), place);
}

async function show(place) {
  const mine = list(await api.passkeys());
  const field = (words, box) => h("label", { class: "field" }, h("span", null, words), box);
  const box = (props) => /** @type {HTMLInputElement} */ (h("input", { maxlength: 200, ...props }));
  const password = box({ id: "passkey-password", type: "password", autocomplete: "current-password" });
  const code = box({ id: "passkey-code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 40 });
  const name = box({ id: "passkey-name", maxlength: 60, placeholder: "My phone" });
  const proof = () => ({ password: password.value, ...(code.value ? { code: code.value } : {}) });
  const tell = async (work, words) => {
    try {
      await work();
      toast(words);
      await show(place);
    } catch (error) {
      toast(error.message, "bad");
    }
  };
  const take_away = (id) => tell(() => api.end_passkey({ id, ...proof() }), "It opens nothing any more.");
  fill(
    place,
    h("p", null, "Log in by finger, face or number of your device, without a password. It works in this club and nowhere else."),
    h(
      "ul",
      { class: "plain" },
      mine.map((one) =>
        h("li", null, `${one.name}, since ${one.since.slice(0, 10)} `, h("button", { onclick: () => take_away(one.id) }, "Take it away")),
      ),
    ),
    field("Your password", password),
    field("A code, if you have a second factor", code),
    field("What the new one is called", name),
    h(
      "p",
      null,
      h("button", {
        id: "passkey-make", onclick: () => tell(() => make(password.value, code.value, name.value), "It is made."),
      }, "Make one here"),
    ),
  );
}
