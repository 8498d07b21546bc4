"""Drawn maps on disk: a map takes a second to draw, and is the same in every process that draws it.

A file is named by all that the picture follows from: the scenario with its options, the ground, and the sources and data of the
game and of the drawing. Where nothing can be written, maps are drawn as before.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from .scene import BoardPicture

if TYPE_CHECKING:
    from .game import Game

SLOW = 0.03  # seconds: what is drawn faster is not kept
MOST = 200  # files
_HASH = 24  # letters of a picture's hash, with which a file begins


class Drawn:
    """A map: its hash at once, its picture when somebody looks."""

    __slots__ = ("_file", "_picture", "hash")

    def __init__(self, hash: str, picture: BoardPicture | None, file: bytes = b"") -> None:
        self.hash = hash
        self._picture = picture
        self._file = file

    @property
    def picture(self) -> BoardPicture | None:
        if self._file:
            self._picture, self._file = msgspec.json.decode(self._file, type=BoardPicture), b""
        return self._picture


def drawn(game: Game, made_of: bytes, ground: Hashable, draw: Callable[[], BoardPicture | None]) -> Drawn:
    """From disk if it was drawn before, else drawn now. `made_of`: scenario, options and situation."""
    file = _file(game, made_of, ground)
    if file is not None and (kept := _read(file)) is not None:
        return kept
    began = time.perf_counter()
    picture = draw()
    found = Drawn(picture.hash if picture is not None else "", picture)
    if file is not None and picture is not None and time.perf_counter() - began > SLOW:
        _write(file, found.hash.encode() + msgspec.json.encode(picture))
    return found


def folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grognard" / "maps"


def _file(game: Game, made_of: bytes, ground: Hashable) -> Path | None:
    try:
        sources = _sources(type(game))
        return folder() / hashlib.blake2b(b"\0".join((sources, made_of, repr(ground).encode())), digest_size=16).hexdigest()
    except (OSError, RuntimeError):  # no sources to read, no home
        return None


_SOURCES: dict[type, bytes] = {}


def _sources(kind: type) -> bytes:
    """A hash of everything that draws: the boards, and the packages of the game and of those that it is derived from."""
    if kind not in _SOURCES:
        _SOURCES[kind] = _hashed(kind)
    return _SOURCES[kind]


def _hashed(kind: type) -> bytes:
    here = Path(__file__).resolve().parent
    folders = {here.parent / "boards"}
    for one in kind.__mro__:
        file = getattr(sys.modules.get(one.__module__), "__file__", None)
        if file and one.__module__.endswith(".game"):
            folders.add(Path(file).resolve().parent)
    folders.discard(here)  # the kernel's own Game
    if len(folders) == 1:
        raise OSError("no package of its own")
    hashed = hashlib.blake2b((here / "scene.py").read_bytes())
    for place in sorted(folders):
        for file in sorted(place.rglob("*")):
            if file.suffix in (".py", ".toml", ".json", ".csv", ".svg", ".txt") and file.is_file():
                hashed.update(file.name.encode() + b"\0" + file.read_bytes())
    return hashed.digest()


def _read(file: Path) -> Drawn | None:
    try:
        kept = file.read_bytes()
        os.utime(file)
    except OSError:
        return None
    return Drawn(kept[:_HASH].decode("ascii", "replace"), None, kept[_HASH:]) if kept[-1:] == b"}" else None


def _write(file: Path, kept: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            part.write(kept)
        os.replace(part.name, file)
        for old in sorted(file.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-MOST]:
            old.unlink(missing_ok=True)
    except OSError:
        return
