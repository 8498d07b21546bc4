"""`grognard new-game`: a small complete game with a ledger, a scenario, hidden strengths and a test for every rule.

The template (folder `template`) is itself a working game called newgame; here it only gets another name. Inside a copy of the
project the game goes where the project's games are; elsewhere it becomes a project of its own, found by its entry point.
"""

from __future__ import annotations

import keyword
import re
import shutil
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def new_game(
    name: Annotated[str, typer.Argument(help="A word of small letters and digits.", metavar="NAME")],
    into: Annotated[Path | None, typer.Option(help="Make a project of its own in this folder.", metavar="DIR")] = None,
) -> None:
    """Make a new game: small, complete, and ready to be changed."""
    from grognard.kernel import Misuse, game_names

    if not re.fullmatch(r"[a-z][a-z0-9]*", name) or keyword.iskeyword(name):
        raise Misuse(f"{name!r}: expected a word of small letters and digits, such as waterloo1815.")
    if name in game_names():
        raise Misuse(f"There is already a game {name!r}.")
    project = None if into is not None else _project()
    if project is not None:
        made = in_project(name, project)
        print(f"Made {made}. Try: grognard play {name} --text, and: make test")
    else:
        made = on_its_own(name, into or Path.cwd())
        print(f"Made {made}. Try: pip install -e {made}, then: grognard play {name} --text")


def in_project(name: str, root: Path) -> Path:
    """The package among the project's games, its tests among theirs."""
    package, tests = root / "src" / "grognard" / "games" / name, root / "tests" / "games" / name
    place(name, f"grognard.games.{name}", {package: {"game": ""}, tests: {"tests": ""}})
    return package


def on_its_own(name: str, folder: Path) -> Path:
    """A project that can be installed."""
    project, package = folder / f"grognard-{name}", f"grognard_{name}"
    place(name, package, {project: {"project": "", "game": package, "tests": "tests"}})
    return project


def place(name: str, package: str, targets: dict[Path, dict[str, str]]) -> None:
    """Write folders, each from parts of the template: all or nothing, and never over something that is there."""
    from grognard.kernel import Misuse

    for target in targets:
        if target.exists():
            raise Misuse(f"{target} is already there.")
    done: list[Path] = []
    try:
        for target, parts in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=target.parent) as draft:
                for part, below in parts.items():
                    write(files("grognard.cli") / "template" / part, Path(draft) / "made" / below, name, package)
                (Path(draft) / "made").rename(target)
            done.append(target)
    except BaseException:
        for target in done:
            shutil.rmtree(target)
        raise


def write(source: Traversable, target: Path, name: str, package: str) -> None:
    """Copy a part of the template under its new name."""
    words = {"grognard.games.newgame": package, "newgame": name, "Newgame": name.capitalize()}
    for parts, file in all_files(source):
        path = target.joinpath(*parts[:-1], parts[-1].replace("newgame", name).removesuffix(".template"))
        text = file.read_text(encoding="utf-8")
        for word, instead in words.items():
            text = text.replace(word, instead)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def all_files(folder: Traversable) -> Iterator[tuple[list[str], Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from (([entry.name, *parts], file) for parts, file in all_files(entry))
        else:
            yield [entry.name], entry


def _project() -> Path | None:
    """The copy of the project that we are in."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "src" / "grognard" / "games").is_dir() and (folder / "pyproject.toml").is_file():
            return folder
    return None
