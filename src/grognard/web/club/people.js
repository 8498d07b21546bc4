/** A person's record, and my own settings. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { account_part } from "./account.js";
import { who } from "./me.js";
import { peace_part } from "./peace.js";
import { push_part } from "./pushing.js";

export async function person_page(app, name) {
  const person = await api.person(name);
  document.title = `${person.name}: Grognard`;
  fill(
    app,
    h(
      "main",
      { class: "person" },
      h("h1", null, person.name),
      h("p", { class: "faint" }, `Here since ${person.since}.`),
      list(person.records).length
        ? h(
            "table",
            { class: "sheet" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["Game", "Played", "Won", "Lost", "Drawn", "Rating"].map((word) => h("th", { scope: "col" }, word)),
              ),
            ),
            h(
              "tbody",
              null,
              person.records.map((one) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row" }, one.game),
                  [one.played, one.won, one.lost, one.drawn, one.rating].map((n) => h("td", null, n ?? 0)),
                ),
              ),
            ),
          )
        : h("p", null, "No match is finished yet."),
      peace_part(person),
      h("p", null, h("a", { href: "#/" }, "To the start")),
    ),
  );
  return () => {};
}

export async function settings_page(app) {
  document.title = "Settings: Grognard";
  const mine = await api.settings();
  const field = (words, box, more = null) => h("label", { class: "field" }, h("span", null, words), box, more);
  const mail = text(mine.mail, { type: "email", id: "set-mail" });
  const webhook = text(mine.webhook, { type: "url", id: "set-webhook", placeholder: "https://..." });
  const forced = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "set-forced" }));
  forced.checked = Boolean(mine.forced);
  const holidays = /** @type {HTMLTextAreaElement} */ (
    h(
      "textarea",
      { rows: 3, id: "set-holidays", placeholder: "2027-07-01 2027-07-14" },
      list(mine.holidays)
        .map((pair) => pair.join(" "))
        .join("\n"),
    )
  );
  const [old, fresh] = [
    text("", { type: "password", autocomplete: "current-password" }),
    text("", { type: "password", autocomplete: "new-password" }),
  ];
  const tell = async (work, words) => {
    try {
      await work();
      toast(words);
    } catch (error) {
      toast(error.message, "bad");
    }
  };
  const proof = text("", { type: "password", id: "set-password", autocomplete: "current-password" });
  const proof_field = field("Your password, for the new address", proof);
  proof_field.hidden = true;
  mail.addEventListener("input", () => { proof_field.hidden = !mail.value || mail.value === (mine.mail ?? ""); });
  const save = () => tell(() => api.set_settings({
    ...(proof_field.hidden ? {} : { password: proof.value }),
    mail: mail.value, webhook: webhook.value, forced: forced.checked,
    holidays: holidays.value.split("\n").map((line) => line.trim().split(/\s+/)).filter((pair) => pair.length === 2),
  }), "Kept.");
  fill(
    app,
    h(
      "main",
      { class: "person" },
      h("h1", null, "Settings"),
      h("h2", null, "When it is my turn"),
      who().mails ? [field("Mail to", mail), proof_field] : null,
      field(
        "Webhook",
        webhook,
        h("span", { class: "faint" }, "Called once a turn, with JSON that Slack, Discord and Mattermost understand."),
      ),
      "Notification" in window
        ? h(
            "p",
            null,
            h(
              "button",
              {
                id: "notify",
                onclick: () =>
                  Notification.requestPermission().then((answer) =>
                    toast(answer === "granted" ? "This browser will tell you." : "This browser will not tell you."),
                  ),
              },
              "Tell me in this browser",
            ),
          )
        : null,
      push_part(),
      h("h2", null, "While I am away"),
      h(
        "label",
        { class: "field tick" },
        forced,
        h("span", null, "Make my only legal choice for me (others may notice that it was the only one)"),
      ),
      field("Holidays: from, to; clocks stand", holidays),
      h("p", { class: "buttons" }, h("button", { class: "go", id: "keep", onclick: save }, "Keep")),
      h(
        "details",
        null,
        h("summary", null, "New password"),
        field("Old", old),
        field("New", fresh),
        h(
          "p",
          null,
          h(
            "button",
            {
              onclick: () =>
                tell(
                  () => api.new_password({ old: old.value, new: fresh.value }),
                  "You have a new password; other devices are logged out.",
                ),
            },
            "Change it",
          ),
        ),
      ),
      account_part(),
      h("p", null, h("a", { href: "#/" }, "To the start")),
    ),
  );
  return () => {};
}

function text(value, props) {
  return /** @type {HTMLInputElement} */ (h("input", { value: value ?? "", maxlength: 500, ...props }));
}
