/** Log in, or register; and follow an invitation. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../popover.js";
import { learn_who, who } from "./me.js";
import { can_passkeys, log_in_by_passkey } from "./passkeys.js";

const AFTER = "grognard.after";

export async function login_page(app) {
  document.title = "Log in: Grognard";
  const me = who();
  const token = sessionStorage.getItem(AFTER) ?? "";
  const name = input("Name", { id: "login-name", autocomplete: "username", maxlength: 30, autofocus: true });
  const password = input("Password", { id: "login-password", type: "password", autocomplete: "current-password", maxlength: 200 });
  const code = input("Code of your second factor", {
    id: "login-code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 40, required: false,
  });
  code.field.hidden = true;
  const can_register = me.registration === "open" || (me.registration === "invited" && token);
  const go = async (work) => {
    try {
      await work();
      await learn_who();
      location.hash = token ? `#/join/${token}` : "#/";
    } catch (error) {
      toast(error.message, "bad");
      if (/second factor/.test(error.message)) {
        code.field.hidden = false;
        code.box.focus();
      }
    }
  };
  const log_in = () =>
    go(() =>
      api.login({ name: name.box.value, password: password.box.value, ...(code.box.value ? { code: code.box.value } : {}) }),
    );
  const register = () =>
    go(() => api.register({ name: name.box.value, password: password.box.value, ...(token ? { invitation: token } : {}) }));
  fill(
    app,
    h(
      "main",
      { class: "login" },
      h("img", { src: "icon.svg", alt: "", width: 54, height: 54 }),
      h("h1", null, me.club_name || "Grognard"),
      token ? h("p", null, "You are invited. Log in, or register with a name and a password of your own.") : null,
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            log_in();
          },
        },
        name.field,
        password.field,
        code.field,
        h(
          "p",
          { class: "buttons" },
          h("button", { class: "go", id: "log-in" }, "Log in"),
          can_passkeys()
            ? h("button", { type: "button", id: "by-passkey", onclick: () => go(log_in_by_passkey) }, "Log in by passkey")
            : null,
          can_register ? h("button", { type: "button", id: "register", onclick: register }, "Register") : null,
        ),
      ),
      me.mails
        ? h(
            "details",
            { id: "forgotten" },
            h("summary", null, "I forgot my password"),
            h("p", { class: "faint" }, "Write your name above. If mail can reach you, you get a link to a new password."),
            h("p", null, h("button", { type: "button", id: "send-link", onclick: () => forgotten(name.box.value) }, "Send me a link")),
          )
        : null,
      me.registration === "closed" || can_register
        ? null
        : h("p", { class: "faint" }, "New people are invited by a link of somebody who is here."),
      h("p", null, h("a", { href: "#/lobby" }, "Public matches")),
    ),
  );
  return () => {};
}

async function forgotten(name) {
  if (!name.trim()) return;
  try {
    await api.forgotten({ name });
    toast("If there is such a person with an address, a letter is on its way.");
  } catch (error) {
    toast(error.message, "bad");
  }
}

/** "#/reset/TOKEN": a new password by the link of a letter. */
export async function reset_page(app, token) {
  document.title = "A new password: Grognard";
  const fresh = input("New password", {
    id: "reset-password",
    type: "password",
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 200,
    autofocus: true,
  });
  const change = async () => {
    try {
      await api.reset_password({ token, new: fresh.box.value });
      toast("You have a new password: log in with it.");
      location.hash = "#/login";
    } catch (error) {
      toast(error.message, "bad");
    }
  };
  fill(
    app,
    h(
      "main",
      { class: "login" },
      h("h1", null, "A new password"),
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            change();
          },
        },
        fresh.field,
        h("p", { class: "buttons" }, h("button", { class: "go", id: "reset" }, "Change it")),
      ),
    ),
  );
  return () => {};
}

function input(words, props) {
  const box = /** @type {HTMLInputElement} */ (h("input", { required: true, ...props }));
  return { box, field: h("label", { class: "field" }, h("span", null, words), box) };
}

/** "#/join/TOKEN": to a seat, to watch, or into the club. */
export async function join_page(app, token) {
  const me = who();
  if (!me.name) {
    sessionStorage.setItem(AFTER, token);
    location.hash = "#/login";
    return () => {};
  }
  sessionStorage.removeItem(AFTER);
  try {
    const row = await api.join(token);
    location.hash = `#/match/${row.id}`;
  } catch (error) {
    if (error.status === 400) location.hash = "#/";
    else
      fill(
        app,
        h(
          "main",
          { class: "sorry" },
          h("h1", null, "This invitation does not open"),
          h("p", null, error.message),
          h("p", null, h("a", { href: "#/" }, "To the start")),
        ),
      );
  }
  return () => {};
}
