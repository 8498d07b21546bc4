"""Which test reaches which line of a game: kept in build/, and made again only for tests that a changed file concerns.

The one idea: every test runs in a process of its own, forked from one that has collected all of them and begun every
scenario once. What is run once and then remembered (a prepared scenario, a cached table) is known to that process, so that
no test pays for it; a mutant of such a line is tried in a process that remembers nothing (mutating.py).
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, field

from .footprints import Lines


class Reached(Struct):
    """What one test did when it was traced."""

    passed: bool
    seconds: float  # of the processor
    lines: Lines = {}


class Reach(Struct):
    """What is known of a game's tests, and of which files it is known."""

    files: dict[str, str] = field(default_factory=dict)  # file -> digest
    tests: dict[str, Reached] = field(default_factory=dict)

    def of(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that reach one of these lines."""
        wanted = set(lines)
        return [name for name, test in self.tests.items() if wanted.intersection(test.lines.get(file, ()))]

    def forget(self, files: Mapping[str, str], concerning: Callable[[str], Collection[str]]) -> None:
        """Drop the tests that a changed file concerns: one that they ran, or one of `concerning(test)`."""
        changed = {file for file in {*files, *self.files} if files.get(file) != self.files.get(file)}
        self.tests = {
            name: test
            for name, test in self.tests.items()
            if not changed.intersection(test.lines) and not changed.intersection(concerning(name))
        }
        self.files = dict(files)


def digests(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    return {os.path.relpath(path, root): hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() for path in paths}


def read_reach(path: Path) -> Reach:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Reach)
    except (OSError, msgspec.MsgspecError):
        return Reach()


def write_reach(path: Path, reach: Reach) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.encode(reach))
    os.replace(draft, path)


def said(text: str) -> None:
    """A line of progress, which is no result."""
    print(text, file=sys.stderr, flush=True)
