"""Situations of Paths of Glory for tests: a bare map with the units that a rule needs. The words to play and read: great_war.py."""

from __future__ import annotations

from typing import Any

from great_war import (
    activate,
    attack,
    bare,
    choose,
    finish_action,
    finish_turn,
    holder,
    offered,
    places,
    reduced,
    refused,
    said,
    where,
)
from grognard.kernel import Match


def pog(scenario: str = "1914", options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    return bare("pog", scenario, options, seed, patch)


def front(cards: dict[str, list[str]] | None = None, active: str = "cp", **patch: Any) -> Match:
    """A situation with given hands, at the first action of `active`."""
    hands = {"cp": ["cp.12"], "ap": ["ap.01"], **(cards or {})}
    return pog(hands=hands, active=active, **patch)


EMPTY: dict[str, list[str]] = {"cp": [], "ap": []}  # hands


def until(match: Match, name: str) -> Match:
    """Answer what comes first (passing where that is possible) until the question of that name is asked."""
    for _ in range(40):
        if match.result is not None or match.decision.name == name:
            return match
        options = offered(match)
        match.choose(next((v for v in ("pass", "fight") if v in options), options[0]))
    raise AssertionError(f"{name} is not asked")


def status(turn=3, **patch):
    """A match that stands before the War Status Phase, and runs through it."""
    return pog(keep=True, phase="status", turn=turn, hands={"cp": [], "ap": []}, **patch)


__all__ = [
    "EMPTY", "activate", "attack", "choose", "finish_action", "finish_turn", "front", "holder", "places", "pog", "reduced", "refused",
    "said", "status", "until", "where",
]  # fmt: skip
