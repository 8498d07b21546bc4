"""Theatres: the one of the game, and those that lie beside a battle."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.kernel.datafile import Folder, toml_file

DATA = Path(__file__).parent / "data"


def theatre_of(name: str, folder: Path | None = None) -> dict[str, Any]:
    """A file beside the battle, else one of the game."""
    beside = folder is not None and folder.joinpath(name).is_file()
    return _read(folder, name, (folder / name).stat().st_mtime_ns) if beside and folder else _read(DATA, name, 0)


@lru_cache(maxsize=8)
def _read(folder: Folder, name: str, stamp: int) -> dict[str, Any]:
    theatre = toml_file(folder, name)
    for key in ("bridge", "spot", "road", "water", "wood", "ridge"):  # no country has all of them
        theatre.setdefault(key, [])
    theatre.setdefault("point", {})
    return theatre


def folder_of(scenario: Any) -> Path | None:
    """Where the file of a battle lies, if it has one."""
    file = getattr(scenario, "file", "")
    return Path(file).parent if file else None
