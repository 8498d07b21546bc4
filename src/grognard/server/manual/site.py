"""The whole site: pages, pictures, styles, and an index that the search reads."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from .book import Book, book
from .render import Rendered, whole_page

ASSETS = ("manual.css", "search.js")
PICTURES = (".png", ".svg", ".jpg", ".webp")


def build(found: Book, out: Path) -> list[str]:
    """Writes the site; returns what is wrong with it: links and pictures that lead nowhere."""
    made, wrong = _made(found)
    for name, content in made.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return wrong


@cache
def files_of() -> dict[str, bytes]:
    """Path -> content, for the server."""
    return _made(book())[0]


def _made(found: Book) -> tuple[dict[str, bytes], list[str]]:
    made: dict[str, bytes] = {}
    wrong: list[str] = []
    index = []
    for name in found.pages:
        page = Rendered(found, name)
        made[f"{name}.html"] = whole_page(found, name, page).encode()
        wrong += [f"{name}.md: {target} leads nowhere" for target in page.missing]
        title = found.title(name)
        for id, heading, text in page.parts:
            if heading or text:
                index.append([f"{name}.html#{id}" if id else f"{name}.html", title, heading, text])
    made["index.html"] = made["README.html"]
    made["search.json"] = json.dumps(index, ensure_ascii=False).encode()
    for asset in ASSETS:
        made[asset] = (files("grognard.server.manual") / asset).read_bytes()
    for path in sorted(found.folder.rglob("*")):
        if path.suffix in PICTURES:
            made[path.relative_to(found.folder).as_posix()] = path.read_bytes()
    return made, wrong
