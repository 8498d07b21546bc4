"""The client's files as a browser should get them: named by their content, squeezed, and asked for once.

The client is plain modules and style sheets without a build step. What a build step would do is done here, when the
first page is asked for: every module gets a name with the hash of its content (an import map in the page says which,
so that modules go on importing each other by their plain names), the style sheets of the page become one, and all of
them are announced in the page, so that a browser fetches them at once and never asks about them again.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import NamedTuple

from grognard.boards.counters import symbol_sheet

from .places import web_files
from .shelf import hand

TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain",
    "md": "text/plain",
    "map": "application/json",
}
PLAIN = ("html", "js", "mjs", "css", "svg", "json", "webmanifest", "txt", "md", "map")  # worth squeezing
NAMED = re.compile(r"(.+)\.([0-9a-f]{10})\.(\w+)")
SHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"]+)">\n?')
SCRIPT = re.compile(r'[ \t]*<script type="module" src="([^"]+)"></script>\n?')
IMPORT = re.compile(r"""(?:^|[\s;}])(?:import|export)\b[^;'"]*?(?:from\s*)?["'](\.[^"']+)["']""")
URL = re.compile(r"url\(([\w./-]+)\)")
ALL_STYLES = "css/all.css"
FONTS_FIRST = ("fonts/alegreya.woff2", "fonts/source-sans-3.woff2", "fonts/barlow-condensed.woff2")


class Page(NamedTuple):
    content: bytes
    inline: str = ""  # what the policy must allow for it: the hash of its import map


class Site:
    """All files of the client, read once, and again when one of them has changed (a developer's clone)."""

    def __init__(self, folder: Traversable) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._files: dict[str, bytes] = {}
        self._names: dict[str, str] = {}
        self._page: Page | None = None

    def page(self) -> Page | None:
        """The one page with its import map; None: the client is not in this package."""
        with self._lock:
            seen = tuple(_signs(self.folder, ""))
            if seen != self._seen or self._page is None:
                self._read()
                self._seen = seen
        return self._page

    def file(self, name: str) -> tuple[bytes, bool] | None:
        """The content under a name, and whether this name means this content for ever."""
        if not self._names:
            self.page()
        if found := NAMED.fullmatch(name):
            plain = f"{found[1]}.{found[3]}"
            if plain in self._names:
                return self._files[plain], self._names[plain] == name
        if name in self._files and name != ALL_STYLES:
            return self._files[name], False
        return None

    def named(self, name: str) -> str:
        """The name by content of a file of the client."""
        if not self._names:
            self.page()
        return self._names.get(name, name)

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        self._files = {name: file.read_bytes() for name, file in _walk(self.folder, "")}
        self._names = {name: _named(name, content) for name, content in self._files.items() if not name.endswith(".css")}
        index = self._files.get("index.html")
        self._page = self._written(index.decode()) if index is not None else None

    def _written(self, index: str) -> Page:
        sheets = SHEET.findall(index)
        styles = "\n".join(self._files[name].decode() for name in sheets if name in self._files)
        self._files[ALL_STYLES] = URL.sub(lambda m: f"url(/{self._names.get(_beside(m[1]), _beside(m[1]))})", styles).encode()
        self._names[ALL_STYLES] = _named(ALL_STYLES, self._files[ALL_STYLES])
        entries = SCRIPT.findall(index)
        names = self._names
        mapped = {f"/{name}": f"/{names[name]}" for name in sorted(names) if name.endswith(".js")}
        plain = json.dumps({"imports": mapped})
        fonts = [names[name] for name in FONTS_FIRST if name in names]
        head = [
            f'<link rel="stylesheet" href="/{names[ALL_STYLES]}">',
            *(f'<link rel="preload" href="/{name}" as="font" type="font/woff2" crossorigin>' for name in fonts),
            f'<link rel="preload" href="{symbols_path()}" as="fetch" crossorigin id="symbols">',
            f'<meta name="hand" content="{hand()}">',
            f'<script type="importmap">{plain}</script>',
            *(f'<link rel="modulepreload" href="/{names[name]}">' for entry in entries for name in self._needed(entry)),
            *(f'<script type="module" src="/{names[name]}"></script>' for name in entries),
        ]
        bare = SCRIPT.sub("", SHEET.sub("", index))
        page = bare.replace("</head>", "  " + "\n  ".join(head) + "\n</head>", 1)
        digest = base64.b64encode(hashlib.sha256(plain.encode()).digest()).decode()
        return Page(page.encode(), f"'sha256-{digest}'")

    def _needed(self, entry: str) -> list[str]:
        """A module and all that it imports, nearest first."""
        found, waiting = [entry], [entry]
        while waiting:
            name = waiting.pop(0)
            for wish in IMPORT.findall(self._files.get(name, b"").decode()):
                other = _resolved(name, wish)
                if other in self._files and other not in found:
                    found.append(other)
                    waiting.append(other)
        return found


def _resolved(name: str, wish: str) -> str:
    parts = name.split("/")[:-1]
    for step in wish.split("/"):
        if step == "..":
            parts = parts[:-1]
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def _beside(path: str) -> str:
    """What a style sheet calls it, from the folder css."""
    return _resolved(ALL_STYLES, path)


def _named(name: str, content: bytes) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.blake2b(content, digest_size=5).hexdigest()}.{ending}"


def _walk(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """Every file of a kind that we serve; nothing hidden or private."""
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.startswith((".", "_")):
            continue
        if file.is_dir():
            yield from _walk(file, f"{above}{file.name}/")
        elif file.name.rsplit(".", 1)[-1] in TYPES and "." in file.name:
            yield above + file.name, file


def _signs(folder: Traversable, above: str) -> Iterator[tuple[str, int, int]]:
    """What changes when a file does, where files have dates (not inside a zip)."""
    for name, file in _walk(folder, above):
        stat = getattr(file, "stat", None)
        if stat is not None:
            seen = stat()
            yield name, seen.st_mtime_ns, seen.st_size


@lru_cache(128)
def squeezed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


@cache
def symbols_path() -> str:
    """Where the sheet of symbols lies, by its content."""
    return f"/symbols.svg?v={hashlib.blake2b(symbol_sheet().encode(), digest_size=5).hexdigest()}"


SITE = Site(web_files())
