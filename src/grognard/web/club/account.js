/** My account: where I am logged in, the second factor, all that is mine, and its end. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { learn_who } from "./me.js";
import { passkeys_part } from "./passkeys.js";

/** The part of the settings page that is about the account itself. */
export function account_part() {
  const devices = h("div", { id: "sessions" });
  const second = h("div", { id: "second" });
  show_devices(devices);
  show_second(second);
  return [
    h("details", null, h("summary", null, "Where I am logged in"), devices),
    passkeys_part(),
    h("details", { id: "second-factor" }, h("summary", null, "Second factor"), second),
    h(
      "details",
      null,
      h("summary", null, "Take everything with me, or go"),
      h("p", null, "All that the club holds of you, in one file. Matches you save from their own menus."),
      h("p", null, h("a", { href: "/api/account/everything", download: "", class: "button" }, "Download it")),
      ...farewell(),
    ),
  ];
}

const field = (words, box) => h("label", { class: "field" }, h("span", null, words), box);
const box = (props) => /** @type {HTMLInputElement} */ (h("input", { maxlength: 200, ...props }));
const code_box = (id) => box({ id, inputmode: "numeric", autocomplete: "one-time-code", maxlength: 40 });
const password_box = (id) => box({ id, type: "password", autocomplete: "current-password" });

async function tell(work, words = "") {
  try {
    await work();
    if (words) toast(words);
  } catch (error) {
    toast(error.message, "bad");
  }
}

async function show_devices(place) {
  const found = await api.sessions();
  const end = (id) => tell(async () => {
    await api.end_session(id ? { id } : {});
    await show_devices(place);
  }, "Logged out there.");
  fill(
    place,
    h(
      "ul",
      { class: "plain" },
      list(found).map((one) =>
        h(
          "li",
          null,
          `${one.device || "Unknown"}, since ${one.since.slice(0, 10)} `,
          one.this ? h("b", null, "(here)") : h("button", { onclick: () => end(one.id) }, "Log out there"),
        ),
      ),
    ),
    list(found).length > 1 ? h("p", null, h("button", { onclick: () => end("") }, "Log out everywhere else")) : null,
  );
}

async function show_second(place) {
  const now = await api.second_factor();
  if (now.on) return show_end(place, now);
  const proof = password_box("second-password");
  const begin = () => tell(async () => show_key(place, await api.begin_second({ password: proof.value })));
  fill(
    place,
    h("p", null, "With it a login asks for a code from an app on your phone, too: who learns your password is still outside."),
    field("Your password", proof),
    h("p", null, h("button", { id: "second-begin", onclick: begin }, "Set it up")),
  );
}

function show_key(place, key) {
  const code = code_box("second-code");
  const confirm = () => tell(async () => show_paper(place, (await api.confirm_second({ code: code.value })).codes));
  fill(
    place,
    h("p", null, "Enter this key in your app, or ", h("a", { href: key.uri }, "open it there"), ":"),
    h("p", null, h("code", { id: "second-key" }, key.secret.replace(/(.{4})/g, "$1 ").trim())),
    field("The code that it shows now", code),
    h("p", null, h("button", { class: "go", id: "second-confirm", onclick: confirm }, "Switch it on")),
  );
}

function show_paper(place, codes) {
  fill(
    place,
    h("p", null, h("b", null, "It is on.")),
    h("p", null, "Write these down. Each logs you in once without the phone; they are not shown again."),
    h("pre", { id: "paper-codes" }, codes.join("\n")),
    h("p", null, h("button", { onclick: () => show_second(place) }, "I have them")),
  );
}

function show_end(place, now) {
  const [proof, code] = [password_box("second-password"), code_box("second-code")];
  const end = () => tell(async () => {
    await api.end_second({ password: proof.value, code: code.value });
    await show_second(place);
  }, "The second factor is off.");
  fill(
    place,
    h("p", null, `It is on. Codes on paper that are left: ${now.paper ?? 0}.`),
    field("Your password", proof),
    field("A code", code),
    h("p", null, h("button", { id: "second-end", onclick: end }, "Switch it off")),
  );
}

function farewell() {
  const [proof, code] = [password_box("leave-password"), code_box("leave-code")];
  const go = () => tell(async () => {
    await api.delete_account({ password: proof.value, code: code.value });
    await learn_who();
    location.hash = "#/login";
  }, "Your account is gone.");
  return [
    h(
      "p",
      null,
      "Or delete the account: your name, settings, record and what you wrote. Matches at which nobody else sits go with it; ",
      "others go on without you. This cannot be undone.",
    ),
    field("Your password", proof),
    field("A code, if you have a second factor", code),
    h("p", null, h("button", { id: "delete-account", class: "danger", onclick: go }, "Delete my account")),
  ];
}
