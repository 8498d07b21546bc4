/**
 * The workshop: a scenario laid out on a table, changed by hand, by form and as text, checked while it is made, tried by bots,
 * played, kept and handed on. One page for all games: what there is to do is said by the game's format.
 */

import * as api from "../api.js";
import { load_symbols } from "../board/symbols.js";
import { fill, h, list } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../popover.js";
import { theme_button } from "../theme.js";
import { begin_panel } from "./begin.js";
import { Draft } from "./draft.js";
import { Forms } from "./forms.js";
import { Steps } from "./steps.js";
import { Table } from "./table.js";
import { Tools } from "./tools.js";
import { Trial } from "./trial.js";
import { Under } from "./under.js";

const TABS = ["Begin", "Details", "Mistakes", "Text", "Bots"];

export async function workshop_page(app, game, wanted) {
  const [bench] = await Promise.all([api.bench(game), load_symbols()]);
  document.title = `${bench.title}: workshop`;
  const page = new Page(app, game, bench);
  page.wait(true);
  await page.begin(wanted).finally(() => page.wait(false));
  return () => page.close();
}

class Page {
  constructor(app, game, bench) {
    this.game = game;
    this.bench = bench;
    this.draft = new Draft(game);
    this.table = new Table(this.draft);
    this.tools = new Tools(this.table);
    this.under = new Under(this.table, game);
    this.steps = new Steps(this.table, this.tools, this.under);
    this.under.laid = () => this.steps.show();
    this.trial = new Trial(this.draft, bench.bots);
    this.forms = new Forms(this.draft, bench, (path) => this.#to_line(this.draft.lines[path.join(".")] ?? 1, 1));
    this.keys = (event) => this.#key(event);
    this.#make(app);
    this.#listen();
  }

  /** From what the address says; from then on the address is that of the draft on the table, so that a reload keeps it. */
  async begin([how = "", what = ""]) {
    const kept = !how && Boolean(Draft.kept(this.game));
    await this.#begun(how, what);
    if (!this.table.svg.isConnected) return; // another page has come meanwhile: its address and its picture are not ours
    history.replaceState(null, "", `#/workshop/${encodeURIComponent(this.game)}`);
    if (kept) await this.under.again();
    else this.under.remove();
  }

  async #begun(how, what) {
    const known = (name) => this.bench.templates.find((one) => one.name === name);
    const kept = Draft.kept(this.game);
    try {
      if (how === "shared") {
        const shared = await api.shared_draft(this.game, what);
        return await this.#open(shared.text, shared.name);
      }
      if (how === "match") {
        const made = await api.draft_of_match(this.game, what, -1);
        return await this.#open(made.text, made.name);
      }
      if (how === "new") return await this.#open(this.bench.empty, "my-scenario");
      if (!how && kept) return await this.#open(kept.text, kept.name, Boolean(kept.worked));
    } catch (error) {
      toast(error.message, "bad");
    }
    const kind = this.bench.kind === "situation" && !how ? "situation" : "scenario";
    const first = known(how) ?? (kind === "situation" ? this.bench.templates.find((one) => one.kind === kind)
      : known("learning")) ?? this.bench.templates[0];
    if (!first) return this.#open(this.bench.empty, "my-scenario");
    const found = await api.draft(this.game, first.name, first.kind);
    return this.#open(found.text, first.own ? first.name : `my-${first.name}`);
  }

  async #open(text, name, worked = false) {
    this.table.select([]);
    this.forms.path = [];
    this.file.value = name;
    this.kept = "";
    this.wait(true);
    await this.draft.open(text, name, worked).finally(() => this.wait(false));
    this.#tab(this.draft.canvas ? "Details" : "Text");
  }

  /** Until a draft lies on the table nothing can be done with it. */
  wait(on) {
    this.opening.hidden = !on;
    for (const button of this.deeds) button.disabled = on;
  }

  // ------------------------------------------------------------ the page

  #make(app) {
    const { bench, draft, table } = this;
    const press = (label, work, more = {}) => h("button",
      { type: "button", ...more, onclick: () => work().catch((error) => toast(error.message, "bad")) }, label);
    this.kept = ""; // the name under which this page has kept it
    this.file = /** @type {HTMLInputElement} */ (h("input",
      { class: "file-name", value: "my-scenario", "aria-label": "Name of the file", pattern: "[a-z0-9]+(-[a-z0-9]+)*",
      onchange: () => { draft.name = this.file.value; } }));
    this.undo = /** @type {HTMLButtonElement} */ (press([icon("undo"), h("span", null, "Undo")], () => draft.undo(), { title: "Ctrl+Z" }));
    this.redo = /** @type {HTMLButtonElement} */ (press("Redo", () => draft.redo(), { title: "Ctrl+Y" }));
    this.text = /** @type {HTMLTextAreaElement} */ (h("textarea",
      { class: "draft", spellcheck: "false", "aria-label": "The scenario as TOML", wrap: "off" }));
    this.mistakes = h("ol", { class: "mistakes", "aria-live": "polite", "aria-label": "Mistakes" });
    this.chosen = h("div", { class: "chosen-bar", role: "toolbar", "aria-label": "What is chosen" });
    this.totals = h("div", { class: "totals", "aria-label": "Running totals" });
    this.notes = h("details", { class: "notes" });
    this.advice = h("details", { class: "notes" });
    this.finish = h("button", { type: "button", class: "go finish", hidden: true, onclick: () => table.hand.finish() }, "Finish");
    this.tabs = h("div", { class: "shop-tabs", role: "tablist" },
      TABS.map((name) => h("button", { type: "button", role: "tab", "data-tab": name, onclick: () => this.#tab(name) }, name)));
    const begin = this.begin_with = begin_panel(this.game, bench,
      (text, name, worked) => this.#open(text, name, worked), (words) => toast(words, "bad"));
    this.panels = { Begin: begin.element, Mistakes: this.mistakes,
      Details: h("div", null, this.steps.element, this.totals, this.advice, this.forms.element, this.notes),
      Text: this.text, Bots: this.trial.element };
    for (const name of TABS) Object.assign(this.panels[name].dataset, { panel: name });
    this.opening = h("p", { class: "opening", role: "status", hidden: true }, "Opening the draft…");
    this.seat = /** @type {HTMLSelectElement} */ (h("select",
      { class: "who", "aria-label": "Who plays", title: "Who plays", hidden: true }));
    this.deeds = /** @type {HTMLButtonElement[]} */ ([press("Play it", () => this.#play(), { class: "go" }),
      ...(bench.keeps ? [press("Keep", () => this.#keep())] : []), press("Download", async () => this.#download()),
      press("Share", () => this.#share(), { title: "A link for others of this server" })]);
    const zoom = (by, label) => h("button", { type: "button", class: "quiet icon", "aria-label": label,
      onclick: () => table.view.zoom(by) }, icon(by < 1 ? "plus" : "minus"));
    fill(app, h("div", { class: "workshop" },
      h("header", { class: "head" },
        h("a", { class: "home", href: "#/", "aria-label": "To the start" }, h("img", { src: "icon.svg", alt: "", width: 26, height: 26 })),
        h("h1", null, `${bench.title}: workshop`), this.file, this.undo, this.redo, h("span", { class: "gap" }),
        this.seat, this.deeds,
        h("a", { href: `/docs/formats/${encodeURIComponent(this.game)}.html`, target: "_blank", rel: "noopener" }, "Every key"),
          theme_button()),
      h("div", { class: "workshop-columns" },
        h("div", { class: "tool-side" }, this.tools.hand, this.under.element, this.tools.element),
        h("div", { class: "map-side" }, table.svg, this.opening, this.tools.tip, this.chosen, this.finish,
          h("div", { class: "shop-zoom" }, h("span", { class: "north", title: "North is up" }, "N ↑"),
            zoom(0.7, "Nearer"), zoom(1.4, "Farther"),
            h("button", { type: "button", class: "quiet icon", "aria-label": "All of it",
              onclick: () => table.view.fit(table.ground?.bounds ?? [0, 0, 100, 100]) }, icon("fit")))),
        h("div", { class: "beside" }, this.tabs, h("div", { class: "shop-panel" }, Object.values(this.panels))))));
    this.#tab("Begin");
  }

  #listen() {
    const { draft, table } = this;
    this.text.addEventListener("input", () => draft.write(this.text.value));
    draft.on("said", (words, kind) => toast(words, kind));
    draft.on("changed", ({ fresh, made }) => this.#changed(fresh, made));
    draft.on("checked", () => this.#checked());
    table.on("selected", () => this.#selected());
    table.on("tool", () => this.#selected(false));
    table.on("drawing", () => { this.finish.hidden = table.hand.points.length < 2; });
    document.addEventListener("keydown", this.keys);
  }

  #changed(fresh, made) {
    const { draft, table } = this;
    if (this.text.value !== draft.text) {
      const [at, top] = [this.text.selectionStart, this.text.scrollTop];
      this.text.value = draft.text;
      if (!fresh) {
        this.text.setSelectionRange(at, at);
        this.text.scrollTop = top;
      }
    }
    this.undo.disabled = !draft.can_undo;
    this.redo.disabled = !draft.can_redo;
    table.svg.closest(".workshop")?.classList.toggle("no-table", !draft.canvas);
    table.show(fresh);
    this.tools.show();
    this.steps.show();
    this.#show_seats();
    if (table.selected.length && !table.thing()) table.select([]);
    if (made) this.#follow();
    this.#selected(false); // it may be called otherwise now
    this.forms.show();
    this.#show_totals();
  }

  /** You are one side, and bots the others; or two people sit at this screen. */
  #show_seats() {
    const names = Object.entries(this.draft.canvas?.side_names ?? {});
    const sign = JSON.stringify(names);
    this.seat.hidden = names.length < 2;
    if (this.seat.dataset.sign === sign) return;
    const before = this.seat.value;
    fill(this.seat, names.map(([side, name]) => h("option", { value: side }, `You: ${name}`)),
      h("option", { value: "all" }, "Both at this screen"));
    this.seat.dataset.sign = sign;
    if ([...this.seat.options].some((one) => one.value === before)) this.seat.value = before;
  }

  /** What was just put down is what one wants to name. */
  #follow() {
    const { table } = this;
    const things = [...list(table.canvas?.pieces), ...list(table.ground?.cells),
      ...list(table.canvas?.strokes)].filter((one) => one.path?.length);
    const now = new Set(things.map((one) => JSON.stringify(one.path)));
    const fresh = this.known ? [...now].filter((key) => !this.known.has(key)) : [];
    this.known = now;
    if (fresh.length === 1 && table.tool?.kind !== "edges") {
      table.select(JSON.parse(fresh[0]));
    }
  }

  #show_totals() {
    const { canvas } = this.draft;
    fill(this.totals, list(canvas?.totals).map((one) => {
      const wrong = (one.most !== undefined && one.value > one.most) || (one.least !== undefined && one.value < one.least);
      return h("div", { class: wrong ? "total wrong" : "total" }, h("span", null, one.title),
        h("b", null, `${round(one.value)}${one.most === undefined ? "" : ` of ${round(one.most)}`}`),
        one.note ? h("small", null, one.note) : null);
    }));
    const notes = list(canvas?.notes);
    this.notes.hidden = !notes.length;
    fill(this.notes, h("summary", null, `Not on the map: ${notes.length}`), h("ul", null, notes.map((one) => h("li", null, one))));
    const advice = list(canvas?.advice);
    this.advice.hidden = !advice.length;
    fill(this.advice, h("summary", null, `Beyond the rules of setting up: ${advice.length}`),
      h("p", null, "A prepared battle may be so; players who place terrain themselves may not."),
      h("ul", null, advice.map((one) => h("li", null, one))));
    this.known ??= new Set([...list(canvas?.pieces), ...list(canvas?.ground?.cells),
      ...list(canvas?.strokes)].filter((one) => one.path?.length).map((one) => JSON.stringify(one.path)));
  }

  #checked() {
    const { draft } = this;
    const count = draft.mistakes.length;
    const tab = this.tabs.querySelector('[data-tab="Mistakes"]');
    if (tab) {
      tab.textContent = draft.checking ? "Checking…" : count ? `Mistakes: ${count}` : "No mistakes";
      tab.className = draft.checking ? "" : count ? "bad" : "good";
    }
    if (draft.checking) return;
    fill(this.mistakes, count ? draft.mistakes.map((one) => h("li", null,
      h("button", { class: "quiet", type: "button", onclick: () => this.#jump(one) }, one.line ? `${one.line}:${one.column}` : "—"),
      " ", h("b", null, one.key), one.key ? ": " : "", one.words)) : h("li", { class: "good" }, "No mistakes."));
    this.table.sheet();
  }

  #selected(show = true) {
    const { table, draft } = this;
    const thing = table.thing();
    const path = table.selected;
    const act = (label, gesture) => h("button", { type: "button", onclick: () => draft.do(gesture) }, label);
    const parts = [];
    if (thing && !table.tool) {
      const { piece } = thing;
      parts.push(h("b", null, piece?.name ?? thing.cell?.label ?? thing.stroke?.label ?? ""));
      if (piece?.turns) {
        const at = piece.facing ?? 0;
        const step = piece.x === undefined || piece.x === null ? 90 : 15;
        if (piece.facing === undefined || piece.facing === null) parts.push(act("Flip", { do: "turn", path, value: 0 }));
        else parts.push(act("⟲", { do: "turn", path, value: (at - step + 360) % 360 }),
          act("⟳", { do: "turn", path, value: (at + step) % 360 }));
      }
      if (!thing.piece || piece.copies !== false) if (typeof path.at(-1) === "number"
        && thing.kind !== "cell") parts.push(act("Copy", { do: "copy", path }));
      parts.push(h("button", { type: "button", onclick: () => this.#remove(path) }, "Remove"));
    }
    fill(this.chosen, parts);
    this.chosen.hidden = !parts.length;
    if (show && path.length) {
      this.forms.go(Array.isArray(this.forms_value(path)) ? path.slice(0, -1) : path);
      this.#tab("Details");
    }
  }

  /** What stood behind it in its list has its place now, and is not what was chosen. */
  async #remove(path) {
    if (!(await this.draft.do({ do: "remove", path }))) return;
    this.table.select([]);
    this.forms.go(path.slice(0, -1));
  }

  forms_value(path) {
    return path.reduce((part, key) => part?.[key], this.draft.data);
  }

  #tab(name) {
    for (const one of TABS) this.panels[one].hidden = one !== name;
    for (const one of this.tabs.children) one.setAttribute("aria-selected", String(one.getAttribute("data-tab") === name));
    this.tab = name;
    if (name === "Begin") this.begin_with.show();
  }

  /** To a mistake: to its place in the text, and to what it is about on the map. */
  #jump(mistake) {
    const path = path_of(this.draft.data, mistake.key);
    for (let n = path.length; n > 0; n--)
      if (this.table.thing(path.slice(0, n))) {
        this.table.select(path.slice(0, n));
        break;
      }
    this.#to_line(mistake.line, mistake.column);
  }

  #to_line(line, column) {
    this.#tab("Text");
    const { text } = this;
    const lines = text.value.split("\n");
    const at = lines.slice(0, Math.max(0, line - 1)).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1);
    text.focus();
    text.setSelectionRange(at, at + Math.max(1, (lines[line - 1]?.length ?? 0) - column + 1));
    text.scrollTop = (line - 5) * (text.scrollHeight / Math.max(1, lines.length));
  }

  #key(event) {
    const { table, draft } = this;
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select");
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z" && !(writing && writing !== this.text)) {
      event.preventDefault();
      (event.shiftKey ? draft.redo() : draft.undo());
    } else if (command && event.key.toLowerCase() === "y" && !writing) {
      event.preventDefault();
      draft.redo();
    } else if (writing) return;
    else if (event.key === "Escape") table.tool ? table.use(null) : table.select([]);
    else if (event.key === "Enter" && table.hand.points.length > 1) table.hand.finish();
    else if ((event.key === "Delete" || event.key === "Backspace") && table.thing()) this.#remove(table.selected);
    else if (command && event.key.toLowerCase() === "d" && table.thing()) {
      event.preventDefault();
      draft.do({ do: "copy", path: table.selected });
    }
  }

  // ------------------------------------------------------------ what becomes of it

  async #play() {
    const row = await api.play_draft(this.game, this.draft.text, this.seat.value);
    location.hash = `#/match/${row.id}`;
  }

  async #keep() {
    const name = this.file.value;
    const keep = (replace) => api.keep_draft(this.game, name, this.draft.text, replace);
    const kept = await keep(name === this.kept).catch((error) => {
      if (error.status !== 409 || !window.confirm(`${error.message} Replace it?`)) throw error;
      return keep(true);
    });
    this.kept = name;
    toast(`Kept as ${kept.text}.`, "good");
  }

  async #share() {
    const made = await api.share_draft(this.game, this.file.value, this.draft.text);
    const link = `${location.origin}${location.pathname}#/workshop/${encodeURIComponent(this.game)}/shared/${made.name}`;
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    this.link?.remove();
    this.link = h("input", { class: "link", readonly: true, value: link, "aria-label": "The link to this draft" });
    this.file.after(this.link);
    /** @type {HTMLInputElement} */ (this.link).select();
    toast("The link is in your clipboard: whoever opens it has this draft.", "good");
  }

  #download() {
    const href = URL.createObjectURL(new Blob([this.draft.text], { type: "application/toml" }));
    /** @type {HTMLAnchorElement} */ (h("a", { download: `${this.file.value}.toml`, href })).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  close() {
    this.draft.close();
    this.trial.close();
    document.removeEventListener("keydown", this.keys);
  }
}

const round = (value) => (Number.isInteger(value) ? value : Math.round(value * 10) / 10);

/** "unit[3].order.kind (b1)" as a path. */
function path_of(data, key) {
  const words = key.replace(/ \(.*\)$/, "");
  const path = [];
  for (const part of words.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) path.push(part[1] !== undefined ? Number(part[1]) : part[2]);
  return path;
}
