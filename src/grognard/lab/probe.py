"""One process's figures of a game, printed as JSON: run by path, under the sources of whichever commit is measured.

It imports nothing of the project but the names that `help(grognard.Match)` promises, so that it runs on older commits too:

    PYTHONPATH=<tree>/src python probe.py pog
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

SCENARIOS = {
    "nlc": "quatre-bras", "pog": "historical", "draka": "out-of-africa",
    "dbms": "kursk-1943", "napalini": "novi", "fyow": "take-three",
}  # fmt: skip
MIDDLE = 400  # choices until a match is in its middle
SOONER = {"napalini": 150}  # where most matches are shorter
PLAY = 3.0  # seconds of random play
BRIEF = 1.5  # seconds for each of the other figures


def started(game: str, seed: int) -> Any:
    from grognard.kernel import Match  # of the commit that is measured

    return Match.start(game, SCENARIOS.get(game, "learning"), seed=seed)


def step(match: Any, rng: random.Random) -> None:
    for seat, decision in match.decisions.items():
        match.choose(decision.sample(rng), seat)
        return


def middle_of(game: str, choices: int = 0, seed: int = 7) -> Any:
    """A match in its middle, by chance."""
    choices = choices or SOONER.get(game, MIDDLE)
    rng, match = random.Random(seed), started(game, seed)
    while match.number < choices:
        if match.result is not None:
            match = started(game, rng.randrange(10**6))
        step(match, rng)
    while match.result is not None or not match.decisions:
        match = started(game, rng.randrange(10**6))
    return match


def rate(seconds: float, run: Callable[[], object]) -> float:
    """Calls a second of this processor."""
    calls, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        run()
        calls += 1
    return calls / taken


def random_play(game: str, looked_at: bool) -> float:
    """Decisions a second of random matches, one after the other."""
    rng, state = random.Random(1), {"match": started(game, 1), "seed": 1}

    def one() -> None:
        match = state["match"]
        if match.result is not None:
            state["seed"] += 1
            match = state["match"] = started(game, state["seed"])
        if not looked_at:
            getattr(match, "annals", match).keeps_diary = False  # older commits keep it in the match itself
        else:
            match.view(next(iter(match.decisions)))
        step(match, rng)

    return rate(PLAY, one)


def in_mid_game(game: str, run: Callable[[Any, str], object]) -> float:
    """Calls a second in mid-game, a choice between two of them."""
    rng, match = random.Random(3), middle_of(game)
    spent, made = 0.0, 0
    while spent < BRIEF:
        if match.result is not None:
            match = middle_of(game, seed=rng.randrange(10**6))
        seat = next(iter(match.decisions))
        began = time.process_time()
        run(match, seat)
        spent += time.process_time() - began
        made += 1
        step(match, rng)
    return made / max(spent, 1e-9)


def memory(game: str) -> float:
    """Kilobytes that a match of so many choices holds."""
    started(game, 1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    match = middle_of(game, 800)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held / 1000 if match.number else 0.0


def figures(game: str) -> Iterator[tuple[str, float, str]]:
    """Name, value, and whether more or less of it is better."""
    began = time.perf_counter()
    match = started(game, 7)
    match.view(next(iter(match.decisions)))
    yield "first view of a process, s", time.perf_counter() - began, "less"
    yield "random decisions a second", random_play(game, False), "more"
    yield "the same with a view at each", random_play(game, True), "more"
    yield "views a second in mid-game", in_mid_game(game, lambda match, seat: match.view(seat)), "more"
    yield "forks a second", in_mid_game(game, lambda match, seat: match.fork()), "more"
    yield "imagined worlds a second", in_mid_game(game, lambda match, seat: match.imagine(seat)), "more"
    yield "memory of a match, kB", memory(game), "less"


if __name__ == "__main__":
    for name, value, better in figures(sys.argv[1]):
        print(json.dumps([name, value, better]), flush=True)
