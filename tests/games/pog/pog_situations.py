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


def status(turn=3, **patch):
    """A match that stands before the War Status Phase, and runs through it."""
    return pog(keep=True, phase="status", turn=turn, hands={"cp": [], "ap": []}, **patch)


__all__ = [
    "activate", "attack", "choose", "finish_action", "finish_turn", "front", "holder", "places", "pog", "reduced", "refused",
    "said", "status", "where",
]  # fmt: skip
