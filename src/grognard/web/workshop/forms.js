/**
 * Forms for everything that is not on the map, made from the schema of the file. A field that is changed becomes an edit of the
 * text; a field that is emptied goes. Lists and tables lead on to forms of their own.
 */

import { resolve } from "../decide/shape.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { name_of, value_at } from "./draft.js";

const LABELS = { at: "Where", id: "Name in the file", hq: "HQ", vp: "VP", blurb: "In a few words", hex_km: "Hex in km", n: "How many" };

const words_of = (key) => {
  const words = LABELS[key] ?? String(key).replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Without "or nothing". */
function bare(schema, root) {
  let shape = resolve(schema, root);
  if (shape.anyOf) {
    const rest = shape.anyOf.map((one) => resolve(one, root)).filter((one) => one.type !== "null");
    shape = { ...(rest[0] ?? {}), anyOf: rest.length > 1 ? rest : undefined, description: shape.description ?? rest[0]?.description };
  }
  return shape;
}

/** The schema of what stands at a path. */
export function schema_at(root, path) {
  let shape = bare(root, root);
  for (const key of path) {
    if (typeof key === "number") shape = bare(shape.prefixItems?.[key] ?? (typeof shape.items === "object" ? shape.items : {}), root);
    else if (shape.properties?.[key]) shape = bare(shape.properties[key], root);
    else shape = bare(typeof shape.additionalProperties === "object" ? shape.additionalProperties : {}, root);
  }
  return shape;
}

const OTHER = "\0other";
const COLOUR = "^#[0-9a-fA-F]{6}$";
const is_table = (shape) => Boolean(shape.properties);
const is_map = (shape) => shape.type === "object" && !shape.properties;
const is_list = (shape) => shape.type === "array";
/** A list whose parts have each a name of their own: a link. */
const of_parts = (shape) => Boolean(shape.prefixItems?.[0]?.title);

export class Forms {
  #lists = 0;

  /** @param {import("./draft.js").Draft} draft @param {any} bench @param {(path: (string|number)[]) => void} jump */
  constructor(draft, bench, jump) {
    this.draft = draft;
    this.bench = bench;
    this.jump = jump;
    this.path = [];
    this.element = h("div", { class: "forms" });
  }

  /** The schema of this draft: of a scenario, or of a situation. */
  get root() {
    const laid_out = this.bench.kind === "situation" && this.draft.canvas;
    return laid_out || "situation" in this.draft.data ? this.bench.situation : this.bench.schema;
  }

  /** What people call something that the file names. */
  called(name) {
    const { canvas } = this.draft;
    return canvas?.side_names?.[name] ?? canvas?.names?.[name] ?? String(name);
  }

  go(path) {
    this.path = path ?? [];
    this.show(true);
  }

  /** As the draft is now. A field in which somebody writes is left alone. */
  show(anew = false) {
    const at = this.element.contains(document.activeElement) ? document.activeElement : null;
    const key = at?.getAttribute("data-key");
    while (this.path.length && value_at(this.draft.data, this.path) === undefined) this.path = this.path.slice(0, -1);
    this.#lists = 0;
    const shape = schema_at(this.root, this.path);
    const value = value_at(this.draft.data, this.path);
    fill(this.element, this.#trail(), this.#body(shape, value, this.path));
    if (key && !anew) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  }

  #trail() {
    const parts = [h("button", { class: "quiet", onclick: () => this.go([]) }, "The whole file")];
    this.path.forEach((key, n) => {
      const path = this.path.slice(0, n + 1);
      const name = typeof key === "number" ? this.#title(value_at(this.draft.data, path), `${key + 1}`) : this.#label(key);
      parts.push(h("span", { "aria-hidden": "true" }, "›"), h("button", { class: "quiet", onclick: () => this.go(path) }, name));
    });
    const line = this.draft.lines[this.path.join(".")];
    if (line) parts.push(h("button", { class: "quiet line", title: "To its place in the text", onclick: () => this.jump(this.path) },
      `line ${line}`));
    return h("nav", { class: "trail", "aria-label": "Where" }, parts);
  }

  /** A key as people read it: a board by its name, a side by its own. */
  #label(key) {
    const called = key in LABELS ? String(key) : this.called(key);
    return called === String(key) ? words_of(key) : called;
  }

  /** One of a few words that the file knows, as people read it: a code of troops by its name. */
  #word(one) {
    const called = this.called(one);
    return called === String(one) ? words_of(one) : called.charAt(0).toUpperCase() + called.slice(1);
  }

  /** An entry of a list: its name, or for a link what it joins. */
  #title(entry, otherwise) {
    if (Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "string")
      return `${this.called(entry[0])} – ${this.called(entry[1])}`;
    return this.called(typeof entry === "string" ? entry : name_of(entry, otherwise));
  }

  #body(shape, value, path) {
    if (path.length === 1 && path[0] === "options") return this.#options(value ?? {});
    if (is_table(shape)) return this.#table(shape, value ?? {}, path);
    if (of_parts(shape) && Array.isArray(value)) return this.#parts(shape, value, path);
    if (is_list(shape)) return this.#entries(shape, value ?? [], path);
    if (is_map(shape)) return this.#map(shape, value ?? {}, path);
    return this.#row(String(path.at(-1) ?? ""), shape, value, path, true);
  }

  /** Keys that are written or must be, then all others. */
  #table(shape, value, path) {
    const needed = new Set(shape.required ?? []);
    const rows = Object.entries(shape.properties).map(([key, inner]) => {
      const one = bare(inner, this.root);
      const description = resolve(inner, this.root).description ?? inner.description ?? one.description ?? "";
      return { key, there: key in value || needed.has(key),
        row: () => this.#row(key, { ...one, description }, value[key], [...path, key], needed.has(key)) };
    });
    rows.sort((a, b) => Number(a.key === "id") - Number(b.key === "id")); // what players never see comes last
    const rest = rows.filter((one) => !one.there);
    return h(
      "div",
      { class: "table-form" },
      shape.description ? h("p", { class: "about" }, shape.description) : null,
      rows.filter((one) => one.there).map((one) => one.row()),
      rest.length ? h("details", { class: "more" },
        h("summary", null, `More: ${rest.map((one) => words_of(one.key).toLowerCase()).join(", ")}`), rest.map((one) => one.row())) : null,
    );
  }

  #row(key, shape, value, path, needed) {
    const label = this.#label(key);
    const about = shape.description ?? "";
    if (is_table(shape) || is_map(shape) || (is_list(shape) && this.#of_tables(shape))) {
      const count = Array.isArray(value) ? value.length : value ? Object.keys(value).length : 0;
      const told = is_table(shape) ? (value ? name_of(value, "") : "none") : String(count);
      const open = () => (value === undefined ? this.#begin(shape, path) : this.go(path));
      return h("button", { class: "into", type: "button", "data-key": key, title: about, onclick: open },
        h("b", null, label), h("span", null, told), h("span", { "aria-hidden": "true" }, "›"));
    }
    return h("label", { class: "line-field", title: about }, h("span", null, label, needed ? null : h("i", null, "")),
      this.#input(key, shape, value, path, needed),
      about ? h("small", null, about) : null);
  }

  /** The parts of a link, by their names; those at its end may be missing. */
  #parts(shape, value, path) {
    return h("div", { class: "table-form" }, shape.prefixItems.map((part, n) => (n > value.length ? null
      : this.#row(part.title.toLowerCase(), bare(part, this.root), value[n], [...path, n], n < value.length))));
  }

  #of_tables(shape) {
    const items = typeof shape.items === "object" ? bare(shape.items, this.root) : {};
    return is_table(items) || is_list(items) || is_map(items);
  }

  /** A table that is not there yet: with what it must have. */
  async #begin(shape, path) {
    const value = is_list(shape) ? [] : is_map(shape) ? {} : this.#blank(shape);
    if (is_list(shape) && is_table(bare(shape.items, this.root))) await this.draft.edit({ do: "add", path,
      value: this.#blank(bare(shape.items, this.root)) });
    else if (is_map(shape) || is_list(shape)) {
      this.path = path;
      return void fill(this.element, this.#trail(), this.#body(shape, value, path));
    } else await this.draft.edit({ do: "set", path, value });
    this.go(path);
  }

  /** The least that a table must have. */
  #blank(shape) {
    const made = {};
    for (const key of shape.required ?? []) made[key] = this.#first(bare(shape.properties[key], this.root), key);
    return made;
  }

  #first(shape, key) {
    if (shape.default !== undefined) return shape.default;
    if (shape.enum) return shape.enum.find((one) => one !== "") ?? shape.enum[0];
    if (is_table(shape)) return this.#blank(shape);
    if (is_map(shape)) return {};
    if (shape.prefixItems) return shape.prefixItems.map((one) => this.#first(bare(one, this.root), key));
    if (is_list(shape)) return shape.minItems ? Array.from({ length: shape.minItems },
      () => this.#first(bare(shape.items ?? {}, this.root), key)) : [];
    if (shape.type === "boolean") return false;
    if (shape.type === "integer" || shape.type === "number") return shape.minimum ?? 0;
    return this.draft.canvas?.choices?.[key]?.[0] ?? (key === "id" ? `new-${Math.random().toString(36).slice(2, 6)}` : "new");
  }

  #set(path, value, needed) {
    const [last, around] = [path.at(-1), value_at(this.draft.data, path.slice(0, -1))];
    if (Array.isArray(around) && last === around.length && value !== "")
      return this.draft.edit({ do: "add", path: path.slice(0, -1), value });
    const gone = value === undefined || value === "" || (Array.isArray(value) && !value.length);
    const there = value_at(this.draft.data, path) !== undefined;
    if (gone && !needed) return there ? this.draft.edit({ do: "remove", path }) : null;
    return this.draft.edit({ do: "set", path, value: value ?? "" });
  }

  #input(key, shape, value, path, needed) {
    const common = { "data-key": key, "aria-label": words_of(key) };
    if (shape.enum) {
      const blank = needed || shape.enum.includes("") ? [] : [""];
      const select = /** @type {HTMLSelectElement} */ (h("select", { ...common, onchange: () => this.#set(path, select.value, needed) },
        [...blank, ...shape.enum].map((one) => h("option", { value: one }, one === "" ? "—" : this.#word(one)))));
      select.value = value ?? "";
      if (value !== undefined && select.value !== String(value)) select.append(h("option", { value, selected: true }, `${value} ?`));
      return select;
    }
    if (shape.type === "boolean") {
      const tick = /** @type {HTMLInputElement} */ (h("input",
        { ...common, type: "checkbox", onchange: () => this.#set(path, tick.checked, true) }));
      tick.checked = Boolean(value ?? shape.default);
      return tick;
    }
    if (shape.type === "integer" || shape.type === "number") {
      const number = /** @type {HTMLInputElement} */ (h("input", {
        ...common, type: "number", step: shape.type === "integer" ? 1 : "any", min: shape.minimum, max: shape.maximum,
        value: value ?? "", placeholder: shape.default ?? "",
        onchange: () => this.#set(path, number.value === "" ? undefined : Number(number.value), needed),
      }));
      return number;
    }
    if (is_list(shape)) return this.#few(common, shape, value, path, needed);
    const choices = this.draft.canvas?.choices ?? {};
    const known = choices[key] ?? choices[`${path.at(-2)}:`]; // of a table with names of one's own: what its values may be
    if (known && typeof value !== "object" && (!value || known.includes(value)))
      return this.#one_of(common, known, key, value, path, needed);
    if (shape.pattern === COLOUR && (!value || RegExp(COLOUR).test(value))) return this.#colour(common, shape, value, path, needed);
    const long = String(value ?? "").length > 60 || key === "blurb";
    const input = /** @type {HTMLInputElement} */ (h(long ? "textarea" : "input", {
      ...common, value: typeof value === "object" && value ? JSON.stringify(value) : value ?? "", placeholder: shape.default ?? "",
      list: known ? this.#choices(known) : null, rows: long ? 3 : null,
      onchange: () => this.#change(key, path, input.value, needed, typeof value),
    }));
    return input;
  }

  #colour(common, shape, value, path, needed) {
    const input = /** @type {HTMLInputElement} */ (h("input", { ...common, type: "color", value: value || shape.default || "#888888",
      onchange: () => this.#set(path, input.value, needed) }));
    return input;
  }

  /** One of those that there are, by their names; or something else that one writes. */
  #one_of(common, known, key, value, path, needed) {
    const select = /** @type {HTMLSelectElement} */ (h("select", { ...common, onchange: () => {
      if (select.value !== OTHER) return this.#set(path, select.value, needed);
      const input = /** @type {HTMLInputElement} */ (h("input", { ...common, value: value ?? "",
        onchange: () => this.#change(key, path, input.value, needed, typeof value) }));
      select.replaceWith(input);
      input.focus();
    } }, needed && value ? null : h("option", { value: "" }, "—"),
      [...known].sort((a, b) => (this.#ordered(known) ? 0 : this.called(a).localeCompare(this.called(b))))
        .map((one) => h("option", { value: one }, this.called(one))),
      h("option", { value: OTHER }, "something else…")));
    select.value = value ?? "";
    return select;
  }

  /** Few stay as the file has them; many are looked up by the alphabet. */
  #ordered(known) {
    return known.length < 20;
  }

  /** A name of the file is changed wherever it stands. */
  #change(key, path, words, needed, was) {
    if (key === "id" && typeof path.at(-2) === "number") return this.draft.do({ do: "rename", path: path.slice(0, -1),
      value: words.trim() });
    if (was === "object") {
      try {
        return this.#set(path, JSON.parse(words), needed);
      } catch {
        return this.draft.tell("said", "This is no list or table.", "bad");
      }
    }
    return this.#set(path, words, needed);
  }

  /** A short list, with commas between. */
  #few(common, shape, value, path, needed) {
    const of = shape.prefixItems ? bare(shape.prefixItems[0], this.root)
      : bare(typeof shape.items === "object" ? shape.items : {}, this.root);
    const number = of.type === "number" || of.type === "integer";
    const known = of.enum ?? this.#named_at(path);
    const parts = Array.isArray(value) ? value : [];
    const names = value === undefined || (Array.isArray(value) && value.every((one) => typeof one === "string"));
    if (known && names && !shape.prefixItems)
      return this.#chips(common, known, parts, path, needed);
    const input = /** @type {HTMLInputElement} */ (h("input", {
      ...common, value: Array.isArray(value) ? value.join(", ") : value ?? "", placeholder: "one, another",
      title: known ? `Of: ${known.slice(0, 40).join(", ")}` : null,
      onchange: () => {
        const parts = input.value.split(",").map((one) => one.trim()).filter(Boolean);
        this.#set(path, number ? parts.map(Number) : parts, needed);
      },
    }));
    return input;
  }

  /** What may stand at a place: known by its own key, or by that of the list around it. */
  #named_at(path) {
    const choices = this.draft.canvas?.choices ?? {};
    return choices[path.at(-1)] ?? choices[path.at(-2)];
  }

  /** Names of a list, each with a cross, and others to add. */
  #chips(common, known, parts, path, needed) {
    const add = () => this.#set(path, [...parts, more.value], needed);
    const more = /** @type {HTMLSelectElement} */ (h("select", { ...common, onchange: add },
      h("option", { value: "" }, "add…"),
      known.filter((one) => !parts.includes(one)).map((one) => h("option", { value: one }, this.called(one)))));
    return h("span", { class: "few" },
      parts.map((one, n) => h("span", { class: "part" }, this.called(one),
        h("button", { type: "button", class: "quiet icon", "aria-label": `Remove ${this.called(one)}`,
          onclick: () => this.#set(path, parts.filter((_, at) => at !== n), needed) }, icon("close")))),
      more);
  }

  #choices(names) {
    const id = `workshop-names-${this.#lists++}`;
    queueMicrotask(() => this.element.append(h("datalist", { id }, names.map((one) => h("option", { value: one })))));
    return id;
  }

  // ------------------------------------------------------------ lists

  #entries(shape, value, path) {
    const inner = bare(typeof shape.items === "object" ? shape.items : {}, this.root);
    const add = () => this.draft.edit({ do: "add", path, value: is_table(inner) ? this.#blank(inner) : this.#first(inner, path.at(-1)) })
      .then((done) => done && this.go([...path, value.length]));
    return h("div", { class: "entries" },
      value.map((one, n) => h("div", { class: "entry" },
        is_table(inner) || of_parts(inner)
          ? h("button", { class: "into", type: "button", onclick: () => this.go([...path, n]) }, h("b", null, this.#title(one, `${n + 1}`)),
            h("span", null, this.#told(one)), h("span", { "aria-hidden": "true" }, "›"))
          : h("label", { class: "line-field" }, this.#input(String(n), inner.type ? inner : { type: "string" }, one, [...path, n], true)),
        this.#bin(`Remove ${this.#title(one, String(n + 1))}`, { do: "remove", path: [...path, n] }))),
      h("button", { type: "button", class: "add", onclick: add }, "Add one"));
  }

  #told(one) {
    if (Array.isArray(one)) return one.slice(2, 4).join(", ");
    const keys = ["side", "board", "at", "hex", "order", "date", "turn", "vp", "terrain"];
    return keys.map((key) => one?.[key]).filter((part) => typeof part === "string" || typeof part === "number").slice(0, 2)
      .map((part) => this.called(part)).join(", ");
  }

  #bin(label, edit) {
    return h("button", { class: "quiet icon", type: "button", "aria-label": label, title: label, onclick: () => this.draft.edit(edit) },
      icon("close"));
  }

  // ------------------------------------------------------------ tables with names of one's own

  #map(shape, value, path) {
    const inner = bare(typeof shape.additionalProperties === "object" ? shape.additionalProperties : {}, this.root);
    const choices = this.draft.canvas?.choices ?? {};
    const of = is_list(inner) ? choices.side : choices[path.at(-1)]; // lists are kept side by side
    const known = (of ?? []).filter((one) => !(one in value));
    const name = /** @type {HTMLInputElement | HTMLSelectElement} */ (known.length
      ? h("select", { "aria-label": "Another" }, h("option", { value: "" }, "another…"),
        known.map((one) => h("option", { value: one }, this.called(one))))
      : h("input", { "aria-label": "Name of another", placeholder: "Another" }));
    const add = async () => {
      const key = name.value.trim();
      if (!key) return;
      await this.draft.edit({ do: "set", path: [...path, key],
        value: this.#first(inner.type || inner.properties ? inner : { type: "integer", minimum: 1 }, key) });
      this.go(path);
    };
    return h("div", { class: "entries" },
      Object.entries(value).map(([key, one]) => {
        const shaped = inner.type || inner.properties || inner.enum ? inner
          : { type: typeof one === "number" ? "number" : typeof one === "boolean" ? "boolean" : "string" };
        return h("div", { class: "entry" }, this.#row(key, shaped, one, [...path, key], true),
          this.#bin(`Remove ${this.#label(key)}`, { do: "remove", path: [...path, key] }));
      }),
      h("div", { class: "entry" }, name, h("button", { type: "button", onclick: add }, "Add")));
  }

  // ------------------------------------------------------------ options of the game

  #options(value) {
    return h("div", { class: "table-form" }, this.bench.options.map((one) => {
      const types = { bool: { type: "boolean" }, int: { type: "integer", minimum: one.min, maximum: one.max },
        choice: { enum: one.choices } };
      const shape = { ...(types[one.kind] ?? { type: "string" }), default: one.default, description: one.text };
      return h("label", { class: "line-field", title: one.text ?? "" }, h("span", null, one.title),
        this.#input(one.name, shape, value[one.name] ?? (one.kind === "choice" ? one.default : undefined), ["options", one.name], false));
    }));
  }
}
