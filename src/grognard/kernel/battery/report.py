"""What the battery found, and how much it may spend on looking.

A `Problem` names the check, the place (scenario, seed, choice: enough to go there again) and what is wrong. A `Report` also
says what was really done, because a check that never ran has not passed.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from msgspec import Struct

SHOWN = 4  # problems of one check that are kept; the rest are counted


class Budget(Struct, frozen=True):
    """How much a run may spend. Time only cuts short: what is looked at follows from the seeds.

    Without time (0 seconds) it is counted: such a run does the same on every machine.
    """

    seconds: float = 20.0  # of this process; 0: no limit
    choices: int | None = None  # of each match; None: until it is over
    restarted: int | None = None  # restarts in each match, at all places together; None: as many as there are
    elsewhere: int = 400  # choices that other processes make
    samples: int = 24  # decisions looked at in each match, spread over all kinds of decisions
    worlds: int = 3  # worlds dealt to each seat at each of them
    restarts: int = 3  # restarts at each place of the rules that calls checkpoint(), in each match
    follow: int = 3  # choices that a restarted match is followed for
    longest: int = 20_000  # choices; a match that is longer never ends
    between: int = 64  # choices between two checkpoints, at most
    processes: int = 2  # other processes that must come to the same bytes


class Clock:
    """Time that is left: of this process, so that a busy machine does not make a run shallower."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds
        self.seconds = seconds

    def used(self) -> float:
        """The share of the time that is used up."""
        return 1.0 - (self.end - time.process_time()) / self.seconds

    def up(self, share: float = 1.0) -> bool:
        """Whether this share of the time is used up."""
        return self.used() > share


class Pace:
    """Spreads what can be done in a share of the time evenly over a way."""

    def __init__(self, clock: Clock | None, share: float) -> None:
        self.clock = clock
        self.began = clock.used() if clock else 0.0
        self.span = max(share - self.began, 1e-6)
        self.share = share

    def behind(self, done: float) -> bool:
        """Whether more of the time is used up than of the way (0 to 1) is gone."""
        return self.clock is not None and (self.clock.used() - self.began) / self.span > done + 0.05

    def up(self) -> bool:
        return self.clock is not None and self.clock.up(self.share)


class Problem(Struct, frozen=True):
    check: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.what} [{self.where}]"


class Reached(Struct):
    """How far a match was looked at."""

    choices: int
    over: bool
    restarts: int = 0
    looks: int = 0
    elsewhere: int = 0


class Report:
    """Everything that a run of the battery found out about one scenario."""

    def __init__(self, game: str, scenario: str, options: dict[str, Any]) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.problems: list[Problem] = []
        self.found: Counter[str] = Counter()  # check -> problems, those not kept included
        self.done: Counter[str] = Counter()  # what was done -> how often
        self.notes: list[str] = []
        self.gaps: list[int] = []  # choices between checkpoints
        self.lengths: list[int] = []  # choices of each match
        self.dealt: dict[str, list[int]] = {}  # kind of secret -> worlds dealt, dealt differently
        self.seconds = 0.0
        self.reached: list[Reached] = []  # by each match

    def add(self, check: str, where: str, what: str) -> None:
        self.found[check] += 1
        if self.found[check] <= SHOWN:
            self.problems.append(Problem(check, where, what))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    @property
    def ok(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        head = f"{self.game}/{self.scenario}"
        if self.options:
            head += " " + ", ".join(f"{name}={value}" for name, value in self.options.items())
        lines = [f"{head}: {'passed' if self.ok else 'FAILED'} in {self.seconds:.1f} s"]
        if self.lengths:
            lines.append(f"  matches: {len(self.lengths)} of {', '.join(map(str, self.lengths))} choices")
        if self.gaps:
            p50, p99, most = percentiles(self.gaps)
            lines.append(f"  choices between checkpoints: p50 {p50}, p99 {p99}, max {most}")
        for kind, (worlds, different) in sorted(self.dealt.items()):
            lines.append(f"  secret {kind}: dealt differently in {different} of {worlds} worlds")
        if self.done:
            lines.append("  done: " + ", ".join(f"{what} {count}" for what, count in sorted(self.done.items())))
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  {problem}" for problem in self.problems]
        lines += [f"  {check}: {n - SHOWN} more" for check, n in self.found.items() if n > SHOWN]
        return "\n".join(lines)


def percentiles(numbers: list[int]) -> tuple[int, int, int]:
    """The median, the 99th per cent and the largest."""
    ordered = sorted(numbers)
    last = len(ordered) - 1
    return ordered[last // 2], ordered[last * 99 // 100], ordered[-1]
