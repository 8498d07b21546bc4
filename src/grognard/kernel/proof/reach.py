"""Which test reaches which line of a game: kept in build/, and made again only for tests that a changed file concerns.

The one idea: every test is traced in a process of its own, forked from one that has collected all of them. So a line that
is run once and then remembered (a prepared scenario, a cached table) counts for every test that needs it, and the
seconds are those that a mutant's run will take.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
from msgspec import Struct, field

ENOUGH = 2000  # calls of one function in one test after which its lines are no longer looked at
Lines = dict[str, list[int]]  # file (within the project) -> lines


class Trace:
    """The lines of some files that are run while it is on."""

    def __init__(self, files: Collection[str]) -> None:
        self.files = frozenset(files)
        self.seen: dict[str, set[int]] = {}
        self.calls: dict[CodeType, int] = {}
        self.tracers: dict[CodeType, Callable[[FrameType, str, Any], Any]] = {}

    def __enter__(self) -> Trace:
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        calls = self.calls[code] = self.calls.get(code, 0) + 1
        if calls > ENOUGH:
            return None
        tracer = self.tracers.get(code)
        return tracer if tracer is not None else self._tracer(code)

    def _tracer(self, code: CodeType) -> Callable[[FrameType, str, Any], Any]:
        note = self.seen.setdefault(code.co_filename, set()).add

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                note(frame.f_lineno)
            return trace

        self.tracers[code] = trace
        return trace

    def lines(self, root: Path) -> Lines:
        return {os.path.relpath(file, root): sorted(lines) for file, lines in self.seen.items()}


class Reached(Struct):
    """What one test did when it was traced."""

    passed: bool
    seconds: float  # of the processor, while it was traced
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


