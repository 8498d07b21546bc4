/** Search in the documentation: every word must be in a part; parts with the words in their heading come first. */
(() => {
  const here = document.currentScript.dataset.up || "";
  const box = document.getElementById("search"), found = document.getElementById("found"), pages = document.getElementById("pages");
  if (matchMedia("(max-width: 50rem)").matches) pages.open = false; // on a phone the page comes first
  let parts = null;
  /** Some words around the first that was looked for. */
  const around = (text, words) => {
    const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0));
    if (!Number.isFinite(at)) return text.slice(0, 110);
    const from = at < 40 ? 0 : text.lastIndexOf(" ", at - 30) + 1;
    return `${from ? "… " : ""}${text.slice(from, from + 120)}${text.length > from + 120 ? " …" : ""}`;
  };
  const look = async () => {
    parts ??= await (await fetch(`${here}search.json`)).json();
    const words = box.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    const hits = words.length ? parts.map(([page, title, heading, text]) => {
      const head = `${title} ${heading}`.toLowerCase(), low = text.toLowerCase();
      const all = words.every((word) => low.includes(word) || head.includes(word));
      return { page, title, heading, text, score: all ? words.reduce((sum, word) => sum + (head.includes(word) ? 3 : 1), 0) : 0 };
    }).filter((hit) => hit.score).sort((a, b) => b.score - a.score).slice(0, 12) : [];
    found.replaceChildren(...hits.map((hit) => {
      const row = document.createElement("li"), link = document.createElement("a"), more = document.createElement("small");
      link.href = here + hit.page;
      link.textContent = hit.heading && hit.heading !== hit.title ? `${hit.title}: ${hit.heading}` : hit.title;
      more.textContent = around(hit.text, words);
      row.append(link, more);
      return row;
    }));
  };
  box.addEventListener("input", look);
})();
