"""Mutating a whole game, to see what its tests let pass (`grognard ledger --mutate GAME`).

A sample of all small changes of the game's rule modules (mutants.py); for each, the tests that reach its line run until
one goes red. One process collects the tests once, and forks a child for every mutant, which puts the changed code into the
live functions; only what runs while modules are loaded needs a pytest of its own. So a hundred mutants take minutes.

mutmut 3 chooses tests by function and cannot change a module's own level, order of calls or tally terms, and cosmic-ray
starts a whole test run for every mutant; neither knows which rule a line cites. Hence a small tool of ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable
from math import sqrt
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from ..datafile import toml_file
from ..ledger import ledgers_in
from ..refusal import BadData, Misuse
from .coverage import REPORT, games_of, package_of, read_figures, tests_of, write_figures
from .leaving import WITH_PARENT

Outcome = Literal["killed", "timed out", "survived", "equivalent"]
EQUIVALENT = "equivalent.toml"
PLUGIN = "grognard.kernel.proof.mutating"
BARE = ("-p", "no:cacheprovider", "-p", "no:faker")  # faker makes itself ready before the first test of every process


class Plan(Struct):
    """What a run is asked to do."""

    game: str
    sample: int = 100
    seed: int = 1
    module: str = ""  # only modules whose path within the game holds this
    again: list[tuple[str, str, str]] = []  # only these, by key
    longest: float = 5.0  # seconds of the processor; tests that take longer are left out
    budget: float = 10.0  # of tests for one mutant, the nearest and shortest first
    at_once: int = 0  # processes; 0: as many as there are cores
    alone: bool = False  # every mutant in a process of its own: slow, to check the quick way by
    result: str = ""


class Tried(Struct):
    """One mutant and what became of it."""

    file: str
    line: int
    function: str
    kind: str
    before: str
    after: str
    outcome: Outcome
    rules: list[str]  # whose lines these are
    near: str  # the rule cited nearest
    by: str = ""  # the test that noticed, or the reason why nothing can
    reached: int = 0  # tests that reach it
    ran: int = 0
    diff: str = ""
    alone: bool = False  # in a process of its own

    @property
    def key(self) -> tuple[str, str, str]:
        return self.function, self.before, self.after


class Mutation(Struct):
    """A whole run."""

    game: str
    seed: int
    population: int  # mutants there are
    tried: list[Tried]
    seconds: float = 0.0  # of the clock
    processor: float = 0.0  # and of the processor
    left_out: list[str] = []  # tests that fail as it is, or take too long

    def count(self, outcome: Outcome) -> int:
        return sum(one.outcome == outcome for one in self.tried)

    @property
    def survivors(self) -> list[Tried]:
        return [one for one in self.tried if one.outcome == "survived"]

    @property
    def judged(self) -> int:
        return len(self.tried) - self.count("equivalent")

    def rate(self) -> tuple[float, float, float]:
        """The share that was noticed, with Wilson's interval of 95 %."""
        return wilson(self.judged - len(self.survivors), self.judged)


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float, float]:
    if not of:
        return 0.0, 0.0, 1.0
    rate, bend = hits / of, z * z / of
    middle = (rate + bend / 2) / (1 + bend)
    half = z / (1 + bend) * sqrt(rate * (1 - rate) / of + bend / (4 * of))
    return rate, max(0.0, middle - half), min(1.0, middle + half)


def mutate(root: Path, plan: Plan) -> Mutation:
    """Run it in a process of its own. What was found is kept in build/, and goes into build/ledger.json."""
    root = root.resolve()
    tests = tests_of(root, plan.game)
    if package_of(root, plan.game) is None:
        known = sorted(ledger.ruleset for ledger in ledgers_in(games_of(root)).values())
        raise Misuse(f"There is no game {plan.game!r} in the project. There are: {', '.join(known)}.")
    if not tests.is_dir():
        raise Misuse(f"{plan.game} has no tests in {tests.relative_to(root)}.")
    places = [str(path.relative_to(root)) for path in (tests, root / "tests/conformance/test_playthroughs.py") if path.exists()]
    with tempfile.TemporaryDirectory() as folder:
        plan.result = str(Path(folder) / "result.json")
        file = Path(folder) / "plan.json"
        file.write_bytes(msgspec.json.encode(plan))
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "grognard.kernel.proof.proving", "-p", PLUGIN]
        command += [*BARE, "-q", "--tb=short", "--capture=sys", "--mutate-plan", str(file)]
        command += ["--proof-report", str(Path(folder) / "proofs"), *places]
        done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=False, **WITH_PARENT)
        if not Path(plan.result).exists():
            raise Misuse(f"The tests of {plan.game} could not be run:\n{done.stdout[-2000:]}")
        found = msgspec.json.decode(Path(plan.result).read_bytes(), type=Mutation)
    keep(root, found)
    return found


# ------------------------------------------------------------------ what is kept


def kept(root: Path, game: str) -> list[Tried]:
    """The mutants of the runs so far, each with its last outcome."""
    try:
        return msgspec.json.decode(_store(root, game).read_bytes(), type=list[Tried])
    except (OSError, msgspec.MsgspecError):
        return []


def _store(root: Path, game: str) -> Path:
    return root / "build" / "mutants" / f"{game}.json"


def keep(root: Path, found: Mutation) -> None:
    """Earlier outcomes stay while their lines do; the figures by rule go into build/ledger.json."""
    now = {one.key: one for one in found.tried}
    texts: dict[str, str] = {}
    for one in kept(root, found.game):
        path = root / one.file
        text = texts.setdefault(one.file, path.read_text(encoding="utf-8") if path.exists() else "")
        if one.key not in now and one.function.split(".")[-1] in text:
            now[one.key] = one
    store = _store(root, found.game)
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_bytes(msgspec.json.format(msgspec.json.encode(list(now.values())), indent=1))
    figures = read_figures(root / REPORT)
    for rule in [rule for rule in figures if rule.split(".")[0] == found.game]:
        del figures[rule]
    write_figures(root / REPORT, {**figures, **by_rule(now.values())})


def by_rule(tried: Iterable[Tried]) -> dict[str, dict[str, int]]:
    """Rule -> how many mutants of its lines were sampled, and how many of them are alive."""
    figures: dict[str, dict[str, int]] = {}
    for one in tried:
        if one.outcome != "equivalent":
            for rule in one.rules:
                figure = figures.setdefault(rule, {"sampled": 0, "alive": 0})
                figure["sampled"] += 1
                figure["alive"] += one.outcome == "survived"
    return figures


# ------------------------------------------------------------------ judged equivalent


def equivalents(game: Path) -> dict[tuple[str, str, str], str]:
    """Function, before and after -> why nobody could notice it: `data/equivalent.toml` of a game."""
    if not (game / "data" / EQUIVALENT).exists():
        return {}
    known: dict[tuple[str, str, str], str] = {}
    for number, one in enumerate(toml_file(game / "data", EQUIVALENT).get("mutant", []), 1):
        words = [one.get(key) for key in ("function", "before", "after", "reason")]
        if not all(isinstance(word, str) and word.strip() for word in words[1:]) or not isinstance(words[0], str):
            raise BadData(f"{game.name}: {EQUIVALENT}, mutant {number}: expected function, before, after and reason")
        known[words[0], str(words[1]), str(words[2])] = str(words[3])
    return known


def stale(known: Collection[tuple[str, str, str]], there: Collection[tuple[str, str, str]]) -> list[str]:
    """Entries whose line is no more."""
    return [f"{function}: {before}" for function, before, after in known if (function, before, after) not in there]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
