/** Forms made from a JSON schema (of msgspec): numbers, texts, choices, lists, maps, and objects of them. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { capital } from "./numbers.js";

/** The schema itself, where it is only named. */
export function resolve(schema, root = schema) {
  let found = schema ?? {};
  for (let i = 0; found.$ref && i < 20; i++) {
    const path = found.$ref.replace(/^#\//, "").split("/");
    found = path.reduce((part, key) => part?.[key], root) ?? {};
  }
  return found;
}

const words_of = (key) => capital(String(key).replaceAll("_", " "));

/**
 * A field for a value of this shape. `get()` reads what stands there now.
 * @returns {{element: HTMLElement, get: () => any}}
 */
export function field(schema, root, value, changed, label = "") {
  const shape = resolve(schema, root);
  if (shape.const !== undefined) return { element: h("span", { hidden: true }), get: () => shape.const };
  if (shape.enum) return choice(shape.enum, value, changed, label);
  if (shape.oneOf?.every((one) => one.const !== undefined))
    return choice(
      shape.oneOf.map((one) => one.const),
      value,
      changed,
      label,
      shape.oneOf.map((one) => one.title),
    );
  if (shape.anyOf) return any_of(shape, root, value, changed, label);
  const type = Array.isArray(shape.type) ? shape.type.find((one) => one !== "null") : shape.type;
  if (type === "object" || shape.properties)
    return shape.properties ? object(shape, root, value, changed, label) : map(shape, root, value, changed, label);
  if (type === "array") return array(shape, root, value, changed, label);
  if (type === "boolean") return tick(value, changed, label);
  return plain(type, shape, value, changed, label);
}

const wrap = (label, input) => (label ? h("label", { class: "field" }, h("span", null, label), input) : input);

function plain(type, shape, value, changed, label) {
  const number = type === "integer" || type === "number";
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: number ? "number" : "text",
      step: type === "integer" ? 1 : "any",
      min: shape.minimum,
      max: shape.maximum,
      maxlength: shape.maxLength ?? 500,
      value: value ?? (number ? 0 : ""),
      oninput: changed,
      "aria-label": label,
    })
  );
  return { element: wrap(label, input), get: () => (number ? Number(input.value) : input.value) };
}

function tick(value, changed, label) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: changed }));
  input.checked = Boolean(value);
  return { element: h("label", { class: "field tick" }, input, h("span", null, label)), get: () => input.checked };
}

function choice(choices, value, changed, label, words = choices) {
  const input = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { onchange: changed, "aria-label": label },
      choices.map((one, i) => h("option", { value: i }, capital(words[i] ?? one))),
    )
  );
  input.value = String(Math.max(0, choices.indexOf(value)));
  return { element: wrap(label, input), get: () => choices[Number(input.value)] };
}

function any_of(shape, root, value, changed, label) {
  const rest = shape.anyOf.filter((one) => resolve(one, root).type !== "null");
  const inner = field(rest[0] ?? {}, root, value ?? undefined, changed, label);
  if (rest.length === shape.anyOf.length) return inner;
  const on = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: changed, "aria-label": `${label}: given` }));
  on.checked = value !== null && value !== undefined;
  return { element: h("div", { class: "maybe" }, on, inner.element), get: () => (on.checked ? inner.get() : null) };
}

function object(shape, root, value, changed, label) {
  const fields = Object.entries(shape.properties).map(([key, inner]) => {
    const now = value?.[key] ?? resolve(inner, root).default ?? inner.default;
    return { key, one: field(inner, root, now, changed, inner.title ?? words_of(key)) };
  });
  return {
    element: h("fieldset", { class: "fields" }, label ? h("legend", null, label) : null, fields.map(({ one }) => one.element)),
    get: () => Object.fromEntries(fields.map(({ key, one }) => [key, one.get()])),
  };
}

function map(shape, root, value, changed, label) {
  const inner = shape.additionalProperties && shape.additionalProperties !== true ? shape.additionalProperties : {};
  const rows = new Map();
  const body = h("div", { class: "rows" });
  const put = (key, given) => {
    if (!key || rows.has(key)) return;
    const one = field(inner, root, given, changed, key);
    const row = h(
      "div",
      { class: "row" },
      one.element,
      h(
        "button",
        {
          type: "button",
          class: "quiet icon",
          "aria-label": `Remove ${key}`,
          onclick: () => {
            rows.delete(key);
            row.remove();
            changed();
          },
        },
        icon("close"),
      ),
    );
    rows.set(key, one);
    body.append(row);
  };
  for (const [key, given] of Object.entries(value ?? {})) put(key, given);
  const name = /** @type {HTMLInputElement} */ (
    h("input", { placeholder: "Another", "aria-label": "Name of another entry", maxlength: 80 })
  );
  const more = h(
    "div",
    { class: "row" },
    name,
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          put(name.value.trim());
          name.value = "";
          changed();
        },
      },
      "Add",
    ),
  );
  return {
    element: h("fieldset", { class: "fields" }, h("legend", null, label), body, more),
    get: () => Object.fromEntries([...rows].map(([key, one]) => [key, one.get()])),
  };
}

function array(shape, root, value, changed, label) {
  const fixed = shape.prefixItems;
  const inner = (i) => fixed?.[i] ?? (typeof shape.items === "object" ? shape.items : {});
  const body = h("div", { class: "rows" });
  let rows = [];
  const put = (given) => {
    const one = field(inner(rows.length), root, given, changed, inner(rows.length).title ?? `${rows.length + 1}`);
    const row = h(
      "div",
      { class: "row" },
      one.element,
      fixed
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "quiet icon",
              "aria-label": "Remove",
              onclick: () => {
                rows = rows.filter((it) => it !== one);
                row.remove();
                changed();
              },
            },
            icon("close"),
          ),
    );
    rows.push(one);
    body.append(row);
  };
  const given = fixed ? fixed.map((_, i) => value?.[i]) : value ?? [];
  for (const part of given) put(part);
  const more = fixed ? null : h("button", { type: "button", onclick: () => { put(undefined); changed(); } }, "Add");
  return {
    element: h("fieldset", { class: "fields" }, label ? h("legend", null, label) : null, body, more),
    get: () => rows.map((one) => one.get()),
  };
}
