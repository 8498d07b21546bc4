/** The tools of a canvas: few of a kind as buttons, many as a list. The hand comes first. */

import { symbol, has_symbol } from "../board/symbols.js";
import { fill, h, list, s } from "../dom.js";

const FEW = 13;

export class Tools {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.hand = h("button", { class: "brush hand", type: "button", "data-tool": "", onclick: () => table.use(null) },
      "Hand: choose and drag");
    this.element = h("div", { class: "brushes", role: "toolbar", "aria-label": "Tools" });
    this.tip = h("p", { class: "brush-tip", "aria-live": "polite" });
    this.key = "";
    table.on("tool", () => this.#mark());
  }

  show() {
    const tools = list(this.table.canvas?.tools);
    const key = JSON.stringify(tools);
    if (key === this.key) return;
    this.key = key;
    const still = tools.find((one) => one.id === this.table.tool?.id) ?? null;
    const groups = new Map();
    for (const tool of tools) groups.set(tool.group ?? "", [...(groups.get(tool.group ?? "") ?? []), tool]);
    fill(this.element, [...groups].map(([group, some]) => this.#group(group, some)));
    if (still !== this.table.tool) this.table.use(still);
    this.#mark();
  }

  #group(group, tools) {
    const inside = tools.length > FEW ? this.#list(group, tools) : tools.map((tool) => this.#button(tool));
    return h("div", { class: "brush-group", role: "group", "aria-label": group }, h("h3", null, group),
      h("div", { class: "brush-row" }, inside));
  }

  #button(tool) {
    return h("button", { class: "brush", type: "button", "data-tool": tool.id, title: tool.tip ?? "",
      onclick: () => this.table.use(tool) }, this.#sign(tool), tool.title);
  }

  #list(group, tools) {
    const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": group, "data-list": group },
      h("option", { value: "" }, "choose…"), tools.map((tool) => h("option", { value: tool.id }, tool.title))));
    select.addEventListener("change", () => this.table.use(tools.find((tool) => tool.id === select.value) ?? null));
    return select;
  }

  #sign(tool) {
    if (tool.symbol && has_symbol(tool.symbol))
      return s("svg", { class: "swatch", viewBox: "0 0 30 20", style: { color: "#17120b", background: tool.colour || "#cfc6b0" } },
        symbol(tool.symbol, 2, 1, 26, 18));
    return tool.colour ? h("span", { class: "swatch", style: { background: tool.colour } }) : null;
  }

  /** A tool taken up by its id, and brought into sight. */
  take(id) {
    const tool = list(this.table.canvas?.tools).find((one) => one.id === id);
    if (!tool) return;
    this.table.use(tool);
    this.element.querySelector(`[data-tool="${CSS.escape(id)}"], [data-list="${CSS.escape(tool.group ?? "")}"]`)
      ?.scrollIntoView({ block: "center", inline: "center" });
  }

  #mark() {
    const now = this.table.tool?.id ?? "";
    for (const one of [this.hand, ...this.element.querySelectorAll("[data-tool]")]) one.setAttribute("aria-pressed",
      String(one.getAttribute("data-tool") === now));
    for (const one of /** @type {NodeListOf<HTMLSelectElement>} */ (this.element.querySelectorAll("[data-list]"))) {
      const has = [...one.options].some((option) => option.value === now);
      one.value = has ? now : "";
      one.classList.toggle("on", has && now !== "");
    }
    const { tool } = this.table;
    const how = { cells: "Paint over the map.", edges: "Paint along the edges.", chain: "Draw from one to the next.",
      join: "Touch two, one after the other.", draw: "Touch its points; the first one again ends it.", place: "Touch the map." };
    this.tip.textContent = tool ? `${tool.group ? `${tool.group}: ` : ""}${tool.title}. ${tool.tip ? `${tool.tip}.` : how[tool.kind]}` : "";
  }
}
