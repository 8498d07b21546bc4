/** The options of a game as fields; only what differs from its default is sent. */

import { h } from "../dom.js";
import { rule_link } from "../rules/link.js";

export function option_fields(options, fixed) {
  const fields = options.map((option) => ({
    option,
    start: fixed[option.name] ?? option.default,
    ...input_of(option, fixed[option.name] ?? option.default),
  }));
  const find = h("input", {
    type: "search",
    placeholder: "Filter the options",
    "aria-label": "Filter the options",
    oninput: () => {
      const words = /** @type {HTMLInputElement} */ (find).value.toLowerCase();
      for (const one of element.querySelectorAll("label.field"))
        /** @type {HTMLElement} */ (one).hidden = !one.textContent.toLowerCase().includes(words);
    },
  });
  const element = h(
    "div",
    { class: "options" },
    fields.length > 10 ? find : null,
    fields.map(({ option, input }) =>
      h(
        "label",
        { class: `field ${option.kind === "bool" ? "tick" : ""}` },
        option.kind === "bool" ? input : null,
        h(
          "span",
          null,
          option.title,
          option.rule ? [" ", rule_link(option.rule.split(".")[0], option.rule)] : null,
          option.text ? h("small", { class: "faint" }, option.text) : null,
        ),
        option.kind === "bool" ? null : input,
      ),
    ),
  );
  return {
    count: fields.length,
    element,
    get: () =>
      Object.fromEntries(fields.filter(({ start, get }) => get() !== start).map(({ option, get }) => [option.name, get()])),
  };
}

function input_of(option, value) {
  if (option.kind === "bool") {
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    input.checked = Boolean(value);
    return { input, get: () => input.checked };
  }
  if (option.kind === "choice") {
    const input = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { "aria-label": option.title },
        (option.choices ?? []).map((one) => h("option", { value: one }, one)),
      )
    );
    input.value = String(value);
    return { input, get: () => input.value };
  }
  const offered = (option.words ?? []).length ? `words-of-${option.name}` : null;
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: option.kind === "int" ? "number" : "text",
      min: option.min ?? null,
      max: option.max ?? null,
      value,
      "aria-label": option.title,
      list: offered,
    })
  );
  const get = () => (option.kind === "int" ? Number(input.value) : input.value);
  return {
    input: offered
      ? [
          input,
          h(
            "datalist",
            { id: offered },
            option.words.map((one) => h("option", { value: one })),
          ),
        ]
      : input,
    get,
  };
}
