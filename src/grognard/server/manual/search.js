/** Search in the documentation: every word must be in a part; parts with the words in their heading come first. */
(() => {
  const here = document.currentScript.dataset.up || "";
  const box = document.getElementById("search"), found = document.getElementById("found");
  let parts = null;
  const look = async () => {
    parts ??= await (await fetch(`${here}search.json`)).json();
    const words = box.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    const hits = words.length ? parts.map(([page, title, text]) => {
      const low = text.toLowerCase(), head = low.slice(0, 60);
      return { page, title, text, score: words.every((word) => low.includes(word) || title.toLowerCase().includes(word)) ? words.reduce((sum, word) => sum + (head.includes(word) ? 3 : 1), 0) : 0 };
    }).filter((hit) => hit.score).sort((a, b) => b.score - a.score).slice(0, 12) : [];
    found.replaceChildren(...hits.map((hit) => {
      const row = document.createElement("li"), link = document.createElement("a"), more = document.createElement("small");
      link.href = here + hit.page;
      link.textContent = hit.title;
      more.textContent = hit.text.slice(0, 110);
      row.append(link, more);
      return row;
    }));
  };
  box.addEventListener("input", look);
})();
