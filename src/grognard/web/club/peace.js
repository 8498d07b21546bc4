/** Keeping the peace: whom I do not want to read, complaints, and what those do who run the club. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { toast } from "../popover.js";
import { who } from "./me.js";

/** On the page of another member. */
export function peace_part(person) {
  const me = who();
  if (!me.name || me.name === person.name) return null;
  const words = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { rows: 3, maxlength: 1000, id: "complaint", placeholder: "What happened, and in which match?" })
  );
  const act = async (wish, said) => {
    try {
      await api.about_member(person.name, wish);
      toast(said);
      return true;
    } catch (error) {
      toast(error.message, "bad");
      return false;
    }
  };
  const mute = h("button", { id: "mute", onclick: async () => {
    const does = person.muted ? "unmute" : "mute";
    if (!(await act({ do: does }, person.muted ? "You read him again." : "You do not read him any more."))) return;
    person.muted = !person.muted;
    mute.textContent = mute_words(person);
  } }, mute_words(person));
  const complain = async () => {
    if (await act({ do: "report", words: words.value }, "Those who run the club will read it.")) words.value = "";
  };
  return h("section", null,
    h("p", { class: "buttons" }, mute),
    h("details", null,
      h("summary", null, "Complain to those who run the club"),
      h("label", { class: "field" }, h("span", null, "What he did"), words),
      h("p", { class: "buttons" }, h("button", { id: "complain", onclick: complain }, "Send it"))),
    me.admin ? judge_part(person, act) : null);
}

const mute_words = (person) => (person.muted ? "Read what he says in chats" : "Do not show me what he says in chats");

function judge_part(person, act) {
  return h("p", { class: "buttons" },
    h("button", { onclick: () => act({ do: "silence", days: 7 }, "He is silent for a week.") }, "Silence for a week"),
    h("button", { onclick: () => act({ do: "silence", days: 0 }, "He may talk again.") }, "Let him talk"),
    h("button", { class: "danger", onclick: () => {
      if (confirm(`Close the account of ${person.name}?`)) act({ do: "ban" }, "His account is closed.");
    } }, "Close his account"),
    h("a", { class: "button", href: "#/complaints" }, "Complaints"));
}

/** What members have complained about, for those who run the club. */
export async function complaints_page(app) {
  document.title = "Complaints: Grognard";
  const place = h("ul", { class: "match-list", id: "complaints" });
  const show = async () => {
    const waiting = list(await api.complaints());
    fill(place, waiting.length ? waiting.map(entry) : h("li", { class: "faint" }, "Nobody complains."));
  };
  const person = (name) => h("a", { href: `#/people/${encodeURIComponent(name)}` }, name);
  const entry = (one) => h("li", { class: "match-entry" },
    h("p", null, one.made.slice(0, 10), ": ", person(one.by), " about ", person(one.about), one.match ? ", in " : "",
      one.match ? h("a", { href: `#/match/${one.match}` }, "this match") : null, "."),
    h("p", null, one.words),
    h("button", { onclick: async () => {
      await api.settle(one.id);
      await show();
    } }, "Settled"));
  fill(app, h("main", { class: "person" }, h("h1", null, "Complaints"), place, h("p", null, h("a", { href: "#/" }, "To the start"))));
  await show();
  return () => {};
}
