"""The pages of the documentation: where they lie, in which order they are read, and the one that is made from docstrings."""

from __future__ import annotations

import importlib
import importlib.resources
import inspect
import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from grognard.kernel import Misuse

API = (
    "grognard.kernel.match.Match",
    "grognard.kernel.game.Game",
    "grognard.kernel.context.Context",
    "grognard.kernel.decision.Choice",
    "grognard.kernel.drafting.Draft",
    "grognard.kernel.refusal.Refusal",
    "grognard.kernel.bot.Chair",
    "grognard.kernel.scene.Scene",
    "grognard.kernel.scene.BoardPicture",
    "grognard.kernel.scene.Piece",
    "grognard.kernel.scene.OptionView",
    "grognard.kernel.scene.OddsView",
    "grognard.kernel.formats.Format",
    "grognard.kernel.formats.Findings",
)


class Section(Struct, forbid_unknown_fields=True):
    title: str
    pages: list[str]


class Book:
    """All pages by name, as Markdown."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sections = convert(tomllib.loads((folder / "site.toml").read_text("utf-8"))["section"], list[Section])
        named = {name for section in self.sections for name in section.pages}
        found = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md"))
        if more := [name for name in found if name not in named]:
            self.sections.append(Section("More", more))  # what no section names is found all the same
        self.pages = {name: self._text(name) for section in self.sections for name in section.pages}

    def _text(self, name: str) -> str:
        if name == "api":
            return api_page()
        try:
            return (self.folder / f"{name}.md").read_text("utf-8")
        except FileNotFoundError:
            raise Misuse(f"{self.folder / 'site.toml'}: there is no page {name}.md.") from None

    def title(self, name: str) -> str:
        return next((line[2:].strip() for line in self.pages[name].splitlines() if line.startswith("# ")), name)


@cache
def book() -> Book:
    """The documentation that came with the package; in a copy of the project, its folder docs."""
    package = Path(str(importlib.resources.files("grognard")))
    for folder in (package / "docs", package.parents[1] / "docs"):
        if (folder / "site.toml").is_file():
            return Book(folder)
    raise Misuse("This installation has no documentation.")


# ------------------------------------------------------------------ the page of docstrings


def api_page() -> str:
    """What an author of games and bots calls, from the docstrings."""
    lines = ["# The classes that a game, a bot or a client meets", "", "Made from the code's own words.", ""]
    for path in API:
        module, name = path.rsplit(".", 1)
        kind = getattr(importlib.import_module(module), name)
        lines += [f"## {name}", "", f"`from {module} import {name}`", "", _words(kind), ""]
        for method, value in sorted(vars(kind).items()):
            function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            if method.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
                continue
            lines += [f"### {name}.{method}", "", f"    {method}{_signature(function)}", "", _words(function), ""]
    return "\n".join(lines)


def _signature(function: object) -> str:
    return str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()").replace("'", "")  # type: ignore[arg-type]


def _words(thing: object) -> str:
    return inspect.cleandoc(getattr(thing, "__doc__", "") or "")
