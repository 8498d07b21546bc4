"""The greedy bot: tries every choice in worlds that it can imagine, and takes the one that looks best at once.

What is good is the game's own word (`Game.evaluate`); the bot looks one choice ahead and no further. Every candidate is
tried in the same worlds with the same dice, so that luck falls on all of them alike. Equal candidates are decided by
chance, which keeps it from standing still where a big choice is asked in small steps.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Chair, Checked, Choice, Decision, Draft, Match, Refused
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.state import plain

from .random_bot import any_value, thrown

WON = 1e6


class GreedyBot:
    """`worlds` are imagined for a decision, at most `width` candidates tried in each."""

    def __init__(self, worlds: int = 3, width: int = 40, samples: int = 6) -> None:
        self.worlds = worlds
        self.width = width
        self.samples = samples  # drafts that are tried besides the suggested ones
        self.asked = 0
        self.blind = 0  # decisions for which no world could be imagined: chosen by chance

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        if isinstance(decision, HandRoll):
            return thrown(decision, chair.rng)
        self.asked += 1
        candidates = self.candidates(decision, chair)
        if len(candidates) == 1:
            return candidates[0]
        totals = self.tried(candidates, chair)
        if totals is None:
            self.blind += 1
            return any_value(decision, chair.rng)
        best = max(totals)
        return chair.rng.choice([value for value, total in zip(candidates, totals) if total == best])

    def candidates(self, decision: Decision, chair: Chair) -> list[Any]:
        """What is worth trying; at least one."""
        found: list[Any]
        if isinstance(decision, Choice):
            found = decision.options
        elif isinstance(decision, Draft):
            found = _each_once([*decision.suggestions(), *(decision.sample(chair.rng) for _ in range(self.samples))])
        elif isinstance(decision, Checked):
            found = decision.suggestions()
        else:
            found = [decision.sample(chair.rng)]
        if len(found) > self.width:
            kept = sorted(chair.rng.sample(range(len(found)), self.width))
            found = [found[index] for index in kept]
        return found

    def tried(self, candidates: list[Any], chair: Chair) -> list[float] | None:
        """What each candidate comes to, summed over the worlds; None if no world could be imagined."""
        totals = [0.0] * len(candidates)
        seen = 0
        for _ in range(self.worlds):
            try:
                world = chair.imagine()
            except CannotImagine:
                break
            seed = chair.rng.getrandbits(64)
            for index, value in enumerate(candidates):
                totals[index] += outcome(world, value, chair, seed)
            seen += 1
            if chair.time_is_up():
                break
        return totals if seen else None


def outcome(world: Match, value: Any, chair: Chair, seed: int) -> float:
    """How a copy of this world looks to the chair's side when the value was chosen."""
    twin = world.fork(seed=seed, quiet=True)
    try:
        twin.choose(value, chair.seat)
    except Refused:
        return -WON
    while twin.number == world.number and twin.result is None:  # others are asked too: they choose anything
        asked = twin.decision
        twin.choose(any_value(asked, chair.rng), asked.seat)
    assert chair.side is not None
    if twin.result is not None:
        winner = twin.result.winner
        return 0.0 if winner is None else WON if winner == chair.side else -WON
    return twin.game.evaluate(twin.g, chair.side)


def _each_once(values: list[Any]) -> list[Any]:
    return list({msgspec.json.encode(plain(value)): value for value in values}.values())
