"""Boards: kept by hash, drawn once, in memory and on disk. The same hash is the same picture for ever."""

from __future__ import annotations

import hashlib
import os
import re
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec

from grognard.boards.draw_styles import Theme
from grognard.kernel import Misuse
from grognard.kernel.scene import BoardPicture

HASH = re.compile(r"[0-9a-f]{24}")
THEMES: tuple[Theme, ...] = get_args(Theme)
IN_MEMORY = 64
ROOM = 1 << 30  # bytes of boards on disk; those that nobody has asked for the longest go
SWEPT = 50  # every so many new ones it is looked whether there is room


class NoBoard(Misuse):
    """No match on this machine has this board."""


class Shelf:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: set[str] = set()
        self._drawn: dict[tuple[str, str], bytes] = {}
        self._drawing = threading.Lock()
        self._wanted: Theme = "light"  # the theme that was asked for last
        self._new = 0

    def knows(self, name: str) -> bool:
        return not name or name in self._known

    def remember(self, name: str, picture: bytes) -> None:
        """The board that a scene names, as data: somebody will ask for it. (It may change in play.)"""
        if self.knows(name):
            return
        self._known.add(name)
        file = self.folder / f"{name}.json"
        if not file.exists():
            put(file, picture)
            self._new += 1
            if self._new % SWEPT == 0:
                self.sweep()
        if not os.environ.get("GROGNARD_COLD"):  # somebody will look at it in a moment: it is drawn ahead
            threading.Thread(target=self._ahead, args=(name,), daemon=True).start()

    def sweep(self) -> None:
        """Whoever draws maps of his own all day fills no disk. What went is put there again when a scene names it again."""
        found = []
        for file in self.folder.glob("*.*"):
            with suppress(OSError):  # another process sweeps, too
                seen = file.stat()
                found.append((seen.st_mtime, seen.st_size, file))
        held = sum(size for _, size, _ in found)
        if held <= ROOM:
            return
        for _, size, file in sorted(found):
            if held <= ROOM * 3 // 4:
                return
            file.unlink(missing_ok=True)
            self._known.discard(file.name.partition(".")[0])
            held -= size

    def _ahead(self, name: str) -> None:
        with suppress(Misuse, OSError):
            self.svg(name, self._wanted)

    def data(self, name: str) -> bytes:
        """The board as JSON, with its names, for the client."""
        if (name, "json") not in self._drawn:
            from grognard.boards.lettering import board_sheet  # heavy, and seldom needed

            self._keep((name, "json"), msgspec.json.encode(board_sheet(self.picture(name))))
        return self._drawn[name, "json"]

    def picture(self, name: str) -> BoardPicture:
        file = self.folder / f"{name}.json"
        if not HASH.fullmatch(name) or not file.exists():
            self._known.discard(name)  # another process may have swept it away
            raise NoBoard("There is no such board.")
        with suppress(OSError):
            os.utime(file)
        return msgspec.json.decode(file.read_bytes(), type=BoardPicture)

    def svg(self, name: str, theme: str) -> bytes:
        """The board drawn. May take a while the first time."""
        if theme not in THEMES:
            raise Misuse(f"There is no theme {theme!r}. There are: {', '.join(THEMES)}.")
        self._wanted = theme if theme != "print" else self._wanted
        found = self._drawn.get((name, theme))
        if found is not None:
            return found
        picture = self.picture(name)
        with self._drawing:
            if (name, theme) not in self._drawn:
                self._keep((name, theme), self._read_or_draw(name, theme, picture))
            return self._drawn[name, theme]

    def _keep(self, key: tuple[str, str], made: bytes) -> None:
        if len(self._drawn) >= IN_MEMORY:
            self._drawn.clear()
        self._drawn[key] = made

    def _read_or_draw(self, name: str, theme: Theme, picture: BoardPicture) -> bytes:
        file = self.folder / f"{name}.{theme}.{hand()}.svg"
        if file.exists():
            os.utime(file)
            return file.read_bytes()
        from grognard.boards.draw import draw  # heavy, and seldom needed

        made = draw(picture, theme, bare=True, lettered=theme == "print").encode()
        for old in self.folder.glob(f"{name}.{theme}.*.svg"):
            old.unlink(missing_ok=True)
        put(file, made)
        return made


def put(file: Path, content: bytes) -> None:
    """Whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{threading.get_ident()}.part")
    part.write_bytes(content)
    part.replace(file)


@cache
def hand() -> str:
    """Changes when the drawing code does: what an older release drew is drawn again."""
    import grognard.boards  # only for where it lies

    files = sorted(Path(grognard.boards.__file__).parent.glob("*.py"))
    return hashlib.blake2b(b"".join(file.read_bytes() for file in files), digest_size=6).hexdigest()
