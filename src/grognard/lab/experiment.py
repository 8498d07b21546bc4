"""An experiment: which matches are to be compared. Cells (a scenario with a set of options), and in each the same seeds.

The one idea: every cell plays the same seeds with the same bots, so that a difference between two cells is the difference
between their scenarios or options, not that of luck in dealing out the seeds.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
from msgspec import Struct, structs

from grognard.bots.play import MAX_CHOICES
from grognard.bots.series import Job, series
from grognard.kernel import Misuse


class Experiment(Struct, frozen=True):
    game: str
    scenarios: list[str]
    bots: list[str]
    matches: int  # in each cell
    seed: str = "0"
    options: dict[str, Any] = {}
    vary: dict[str, list[Any]] = {}  # option -> the values that are compared; "a+b" -> lists of values of both
    swap: bool = False
    max_choices: int = MAX_CHOICES
    seconds: float | None = None

    def cells(self) -> list[tuple[str, str, dict[str, Any]]]:
        """(name, scenario, options) of each cell."""
        if not self.scenarios:
            raise Misuse("No scenario to play.")
        found = []
        for scenario in self.scenarios:
            for values in product(*self.vary.values()):
                changed = together(dict(zip(self.vary, values)))
                words = " ".join([scenario, *(f"{key}={_typed(value)}" for key, value in changed.items())])
                found.append((words, scenario, {**self.options, **changed}))
        return found

    def jobs(self) -> list[Job]:
        """All matches, numbered through. Raises Misuse or BadData where one could not even start."""
        jobs: list[Job] = []
        for cell, scenario, options in self.cells():
            of_cell = series(
                self.game, scenario, self.bots, self.matches, self.seed, options, swap=self.swap, max_choices=self.max_choices
            )
            first = len(jobs)
            jobs += [structs.replace(job, number=first + job.number, cell=cell, seconds=self.seconds) for job in of_cell]
        return jobs

    def plan(self) -> bytes:
        """The experiment as a file: who goes on with it must mean the same."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def together(chosen: dict[str, Any]) -> dict[str, Any]:
    """Options that change together, each by itself."""
    found: dict[str, Any] = {}
    for key, value in chosen.items():
        names = key.split("+")
        found.update(zip(names, value) if len(names) > 1 else {key: value})
    return found


def _typed(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
