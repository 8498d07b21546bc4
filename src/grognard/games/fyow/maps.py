"""Map files: those of the project, and those that lie beside a campaign."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from grognard.kernel.datafile import Folder, toml_file

from .tables import DATA


@cache
def _shipped() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in DATA.glob("*.toml") if "[[board]]" in path.read_text(encoding="utf-8")))


def map_names(folder: Path | None = None) -> list[str]:
    """All maps that a campaign in this folder may name."""
    beside = folder is not None and folder.is_dir() and folder != DATA
    found = [path.stem for path in sorted(folder.glob("*.toml")) if _is_map(path)] if beside and folder else []
    return [*_shipped(), *(name for name in found if name not in _shipped())]


def _is_map(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return "[[board]]" in text and "[campaign]" not in text


def map_of(name: str, folder: Path | None = None) -> dict[str, Any]:
    """A map of the project by name, else the file of that name beside the campaign."""
    place: Folder = DATA if name in _shipped() or folder is None else folder
    return toml_file(place, f"{name}.toml")


def folder_of(scenario: Any) -> Path | None:
    """Where the file of a scenario lies, if it has one."""
    file = getattr(scenario, "file", "")
    return Path(file).parent if file else None
