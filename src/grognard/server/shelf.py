"""Boards: kept by hash, drawn once, in memory and on disk. The same hash is the same picture for ever."""

from __future__ import annotations

import hashlib
import re
import threading
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec

from grognard.boards.draw_styles import Theme
from grognard.kernel import Match, Misuse
from grognard.kernel.scene import BoardPicture

HASH = re.compile(r"[0-9a-f]{24}")
THEMES: tuple[Theme, ...] = get_args(Theme)
IN_MEMORY = 24


class NoBoard(Misuse):
    """No match on this machine has this board."""


class Shelf:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: set[str] = set()
        self._drawn: dict[tuple[str, str], bytes] = {}
        self._drawing = threading.Lock()

    def remember(self, name: str, match: Match) -> None:
        """The board that a scene of this match names: somebody will ask for it. (It may change in play.)"""
        if not name or name in self._known:
            return
        picture = match.board
        assert picture is not None
        self._known.add(name)
        file = self.folder / f"{name}.json"
        if not file.exists():
            self._put(file, msgspec.json.encode(picture))

    def data(self, name: str) -> bytes:
        """The board as JSON."""
        file = self.folder / f"{name}.json"
        if not HASH.fullmatch(name) or not file.exists():
            raise NoBoard("There is no such board.")
        return file.read_bytes()

    def svg(self, name: str, theme: str) -> bytes:
        """The board drawn. May take a while the first time."""
        if theme not in THEMES:
            raise Misuse(f"There is no theme {theme!r}. There are: {', '.join(THEMES)}.")
        found = self._drawn.get((name, theme))
        if found is not None:
            return found
        raw = self.data(name)
        with self._drawing:
            if (name, theme) not in self._drawn:
                if len(self._drawn) >= IN_MEMORY:
                    self._drawn.clear()
                self._drawn[name, theme] = self._read_or_draw(name, theme, raw)
            return self._drawn[name, theme]

    def _read_or_draw(self, name: str, theme: Theme, raw: bytes) -> bytes:
        file = self.folder / f"{name}.{theme}.{_hand()}.svg"
        if file.exists():
            return file.read_bytes()
        from grognard.boards.draw import draw

        made = draw(msgspec.json.decode(raw, type=BoardPicture), theme, bare=True).encode()
        for old in self.folder.glob(f"{name}.{theme}.*.svg"):
            old.unlink(missing_ok=True)
        self._put(file, made)
        return made

    def _put(self, file: Path, content: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{threading.get_ident()}.part")
        part.write_bytes(content)
        part.replace(file)


@cache
def _hand() -> str:
    """Changes when the drawing code does: what an older release drew is drawn again."""
    import grognard.boards

    files = sorted(Path(grognard.boards.__file__).parent.glob("*.py"))
    return hashlib.blake2b(b"".join(file.read_bytes() for file in files), digest_size=6).hexdigest()
