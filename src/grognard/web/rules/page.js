/** The rulebook of a game: chapters, rules, rulings and options, searchable. */

import * as api from "../api.js";
import { fill, h, list } from "../dom.js";
import { theme_button } from "../theme.js";
import { paragraphs, ruling_part, short_id, with_links } from "./link.js";

const MOST = 120;

export async function rulebook_page(app, game, wanted) {
  const [book, games] = await Promise.all([api.rulebook(game), api.games()]);
  const known = games.find((one) => one.name === game);
  document.title = `${book.title}: rules`;
  const text = h("main", { class: "book", tabindex: -1 });
  const find = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "search",
      placeholder: "Search rules and rulings",
      "aria-label": "Search rules and rulings",
      oninput: () => show(),
    })
  );
  const told = h("p", { class: "faint", role: "status" });
  const rules = new Map(list(book.rules).map((rule) => [rule.id, rule]));
  const about = new Map();
  for (const ruling of list(book.rulings)) for (const id of list(ruling.about)) about.set(id, [...(about.get(id) ?? []), ruling]);
  const chapters = list(book.chapters).length ? book.chapters : [{ name: "", title: "Rules", rules: [...rules.keys()] }];
  let chapter = chapters.find((one) => list(one.rules).includes(wanted)) ?? chapters[0];

  const contents = h("nav", { class: "contents", "aria-label": "Chapters" });
  const show_contents = () =>
    fill(
      contents,
      h(
        "ol",
        null,
        chapters.map((one) =>
          h(
            "li",
            null,
            h(
              "button",
              { class: `quiet ${one === chapter && !find.value ? "here" : ""}`, onclick: () => open(one) },
              one.title || one.name,
            ),
          ),
        ),
        list(book.pages).map((one) =>
          h(
            "li",
            null,
            h(
              "button",
              { class: `quiet ${one === chapter && !find.value ? "here" : ""}`, onclick: () => open(one) },
              `${one.title} (${list(one.entries).length})`,
            ),
          ),
        ),
        list(book.rulings).length
          ? h(
              "li",
              null,
              h(
                "button",
                { class: `quiet ${chapter === "rulings" ? "here" : ""}`, onclick: () => open("rulings") },
                `All rulings (${book.rulings.length})`,
              ),
            )
          : null,
        list(known?.options).length
          ? h(
              "li",
              null,
              h("button", { class: `quiet ${chapter === "options" ? "here" : ""}`, onclick: () => open("options") }, "Options"),
            )
          : null,
      ),
    );

  const open = (one) => {
    chapter = one;
    find.value = "";
    show();
    text.scrollTop = 0;
    window.scrollTo(0, 0);
  };
  const rule_part = (rule) =>
    h(
      "article",
      { class: `rule-entry ${rule.scope}`, id: `rule-${rule.id}` },
      h(
        "h3",
        null,
        h("span", { class: "number" }, short_id(game, rule.id)),
        " ",
        rule.title,
        rule.scope !== "core" ? h("span", { class: "chip" }, rule.scope) : null,
      ),
      ...paragraphs(rule.text, game),
      rule.example ? h("div", { class: "example" }, h("b", null, "Example. "), with_links(game, rule.example)) : null,
      (about.get(rule.id) ?? []).map((one) => ruling_part(game, one)),
    );
  const entry_part = (one) =>
    h(
      "article",
      { class: "rule-entry" },
      h("h3", null, one.title, one.name ? [" ", h("code", { class: "chip" }, one.name)] : null),
      list(one.lines).length
        ? h(
            "ul",
            null,
            one.lines.map((line) => h("li", null, line)),
          )
        : null,
    );
  const page_parts = (page) => [
    h("h2", null, page.title),
    page.text ? h("p", { class: "faint" }, page.text) : null,
    [...new Set(list(page.entries).map((one) => one.group))].map((group) => [
      group ? h("h2", { class: "group" }, group) : null,
      page.entries.filter((one) => one.group === group).map(entry_part),
    ]),
  ];
  const show = () => {
    const words = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    show_contents();
    if (words.length) {
      const hit = (...parts) => words.every((word) => parts.some((part) => String(part ?? "").toLowerCase().includes(word)));
      const found = [...rules.values()].filter((rule) => hit(rule.id, rule.title, rule.text, rule.example));
      const ruled = list(book.rulings).filter((one) => hit(one.id, one.question, one.answer, one.why));
      const looked = list(book.pages)
        .flatMap((page) => list(page.entries))
        .filter((one) => hit(one.title, one.name, one.group, ...list(one.lines)));
      fill(told, `${found.length} rules, ${ruled.length} rulings${looked.length ? `, ${looked.length} entries` : ""}`);
      fill(
        text,
        looked.slice(0, MOST).map(entry_part),
        found.slice(0, MOST).map(rule_part),
        found.length > MOST ? h("p", null, "and more: search for more words") : null,
        ruled.slice(0, MOST).map((one) => ruling_part(game, one)),
      );
      return;
    }
    fill(told);
    if (chapter === "rulings")
      fill(
        text,
        h("h2", null, "Rulings"),
        h("p", { class: "faint" }, "How gaps and contradictions of the rulebook are decided here."),
        book.rulings.map((one) => ruling_part(game, one)),
      );
    else if (chapter === "options")
      fill(
        text,
        h("h2", null, "Options"),
        known.options.map((one) =>
          h(
            "article",
            { class: "rule-entry" },
            h("h3", null, one.title),
            one.text ? h("p", null, one.text) : null,
            h("p", { class: "faint" }, `Without a word: ${one.default}`),
          ),
        ),
      );
    else if (chapter.entries) fill(text, ...page_parts(chapter));
    else
      fill(
        text,
        h("h2", null, chapter.title || chapter.name),
        list(chapter.rules)
          .map((id) => rules.get(id))
          .filter(Boolean)
          .map(rule_part),
      );
  };
  fill(
    app,
    h(
      "div",
      { class: "rules-page" },
      h(
        "header",
        { class: "head" },
        h(
          "a",
          { class: "home", href: "#/", "aria-label": "To the start" },
          h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }),
        ),
        h("h1", null, book.title),
        find,
        told,
        theme_button(),
      ),
      h("div", { class: "rules-columns" }, contents, text),
    ),
  );
  show();
  const go_to = (id) => {
    const there = id && chapters.find((one) => list(one.rules).includes(id));
    if (there && there !== chapter) open(there);
    const entry = document.getElementById(`rule-${id}`) ?? document.getElementById(`ruling-${id}`);
    entry?.scrollIntoView({ block: "center" });
    entry?.classList.add("lit");
  };
  if (wanted && !rules.has(wanted) && list(book.rulings).some((one) => one.id === wanted)) open("rulings");
  if (wanted) requestAnimationFrame(() => go_to(wanted));
  const moved = (event) => go_to(event.detail.words[2]);
  window.addEventListener("grognard:moment", moved);
  return () => window.removeEventListener("grognard:moment", moved);
}
