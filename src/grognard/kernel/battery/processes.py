"""The same seed and choices give the same bytes in another process, with another hash seed.

This module is also what the other process runs: `python -m grognard.kernel.battery.processes` reads a recording from its
input, plays it, and writes a digest of everything after every choice.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
from typing import Any

import msgspec

from ..game import Game
from ..game import game as game_named
from ..match import Match
from ..refusal import Misuse
from ..state import plain, write
from .record import Recording, Step
from .report import Clock, Report
from .told import seen_by_all

FULL = 8  # every so manieth position is compared with all that is told in it


def trace(recording: Recording, choices: int, clock: Clock | None = None) -> list[str]:
    """A digest of everything after each of the first choices; fewer when the time is up."""
    match = recording.start()
    found = [_digest(match, full=True)]
    for index, step in enumerate(recording.steps[:choices]):
        if clock is not None and clock.up():
            break
        match.choose(step.value, step.seat)
        found.append(_digest(match, full=index % FULL == 0 or match.result is not None))
    return found


def _digest(match: Match, full: bool) -> str:
    whole = hashlib.blake2b(write(match.g.state), digest_size=12)
    whole.update(msgspec.json.encode([plain(entry) for entry in match.log[-20:]]))
    options = [(d.seat, d.rule, plain(getattr(d, "options", ()))) for d in match.decisions.values()]
    whole.update(msgspec.json.encode(options))
    if full:
        for told in seen_by_all(match):
            whole.update(told)
    return whole.hexdigest()


def check_processes(
    recording: Recording, report: Report, *, processes: int = 2, choices: int = 400, seconds: float | None = None
) -> int:
    """Play the recording here (for so many seconds) and in other processes, and compare: so many choices."""
    home = _home(recording.game)
    if home is None:
        report.note("the game cannot be found from another process: hash order was not looked at")
        return 0
    here = trace(recording, choices, None if seconds is None else Clock(seconds))
    choices = len(here) - 1
    report.done["choices in other processes"] = choices
    for number in range(processes):
        there = _elsewhere(recording, home, choices, hash_seed=number + 1)
        report.done["processes"] += 1
        if isinstance(there, str):
            report.add("processes", recording.where(0), f"another process failed: {there[-400:]}")
            return choices
        for index, (one, other) in enumerate(zip(here, there, strict=False)):
            if one != other:
                what = "another process, with another hash seed, comes to other bytes"
                report.add("processes", recording.where(max(0, index - 1)), what)
                return choices
        if len(here) != len(there):
            report.add("processes", recording.where(len(there)), "another process cannot make the same choices")
    return choices


def _home(game: Game) -> dict[str, str] | None:
    """How another process finds the game."""
    kind = type(game)
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        return None
    return {"name": game.name, "module": kind.__module__, "kind": kind.__qualname__}


def _elsewhere(recording: Recording, home: dict[str, str], choices: int, hash_seed: int) -> list[str] | str:
    order = {
        "home": home,
        "path": sys.path,
        "scenario": recording.scenario,
        "options": recording.options,
        "seed": recording.seed,
        "steps": [[step.seat, step.value, step.rule] for step in recording.steps[:choices]],
        "choices": choices,
    }
    done = subprocess.run(
        [sys.executable, "-m", "grognard.kernel.battery.processes"],
        input=msgspec.json.encode(order),
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=False,
    )
    if done.returncode:
        return done.stderr.decode(errors="replace")
    found: list[str] = json.loads(done.stdout)
    return found


def _find(home: dict[str, str]) -> Game:
    """The class says it exactly; where it cannot be made afresh, the name must do."""
    kind: Any = importlib.import_module(home["module"])
    for part in home["kind"].split("."):
        kind = getattr(kind, part)
    try:
        known = game_named(home["name"])
    except Misuse:
        known = None
    if known is not None and type(known) is kind:
        return known
    made: Game = kind()
    return made


def main() -> None:
    order: Any = msgspec.json.decode(sys.stdin.buffer.read())
    sys.path[:] = order["path"]
    steps = [Step(seat, plain(value), rule) for seat, value, rule in order["steps"]]
    recording = Recording(_find(order["home"]), order["scenario"], order["options"], order["seed"], steps)
    sys.stdout.write(json.dumps(trace(recording, order["choices"])))


if __name__ == "__main__":
    main()
