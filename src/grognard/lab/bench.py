"""Measuring what the parts of the project promise: finding their benches and running them.

`grognard bench NAME` looks for `BENCHES` in the module `bench` of that part or game. The kernel's figures and the boards'
belong together: the first name brings both.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from msgspec import Struct

from grognard import __version__
from grognard.kernel import Misuse, game_names
from grognard.kernel.measure import Bench

PARTS = {
    "kernel": ["grognard.kernel.bench", "grognard.boards.bench"],
    "boards": ["grognard.boards.bench"],
    "server": ["grognard.server.bench"],
    "club": ["grognard.server.club.bench"],
    "lab": ["grognard.lab.benches"],
}


class Figure(Struct):
    """A bench that was run."""

    name: str
    what: str
    value: float
    unit: str
    limit: str
    good: bool


def benches(name: str) -> list[Bench]:
    """All figures of a part or a game."""
    found: list[Bench] = []
    for module in PARTS.get(name, [f"grognard.games.{name}.bench"]):
        if _exists(module):
            found += importlib.import_module(module).BENCHES
    if not found:
        raise Misuse(f"Nothing to measure in {name!r}. There are: {', '.join(bench_names())}.")
    return found


def bench_names() -> list[str]:
    """The parts and games that promise figures."""
    games = {name: [f"grognard.games.{name}.bench"] for name in game_names()}
    return [name for name, modules in {**PARTS, **games}.items() if any(_exists(module) for module in modules)]


def measured(name: str) -> Iterator[Figure]:
    """Run the benches one by one."""
    for bench in benches(name):
        value = bench.measure()
        yield Figure(bench.name, bench.what, value, bench.unit, bench.limit, bench.keeps(value))


def machine() -> dict[str, Any]:
    return {"grognard": __version__, "python": platform.python_version(), "machine": platform.machine()}


def _exists(module: str) -> bool:
    """By its file, so that a game that cannot be imported does not hide the others."""
    top, *folders, name = module.split(".")
    return files(top).joinpath(*folders, f"{name}.py").is_file()
