"""Situations of the Draka Variant for tests: a bare map with the units that a rule needs. The words to play and read: great_war.py."""

from __future__ import annotations

from typing import Any

from great_war import activate, attack, bare, choose, finish_action, finish_turn, holder, offered, reduced, refused, said, where
from grognard.games.pog.combat.fight import Fight
from grognard.games.pog.combat.strength import loss_number, modifiers, shifts
from grognard.kernel import Match

EMPTY: dict[str, list[str]] = {"cp": [], "ap": []}  # hands


def draka(scenario: str = "out-of-africa", options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    return bare("draka", scenario, options, seed, patch)


def front(cards: dict[str, list[str]] | None = None, active: str = "ap", war: bool = True, **patch: Any) -> Match:
    """A situation with given hands, at the first action of `active`; Turkey is at war unless said otherwise."""
    hands = {"cp": ["cp.12"], "ap": ["ap.01"], **(cards or {})}
    if war:
        patch["join"] = ["tu", *patch.get("join", [])]
    return draka(hands=hands, active=active, **patch)


def march(match: Match, unit: str, *spaces: str) -> Match:
    """Move a unit space by space, and stop."""
    match.choose(("unit", unit))
    for space in spaces:
        match.choose(("to", space))
    if ("stop", "") in offered(match):
        match.choose(("stop", ""))
    return match


def fight_of(match: Match, attackers: list[str], target: str) -> Fight:
    """A combat that is not fought: for its numbers."""
    g = match.g
    fight = Fight(g, g.units.side[g.U[attackers[0]]], [g.U[u] for u in attackers], g.S[target])
    fight.from_sea = any(p == g.board.at_sea for p in fight.origin.values())
    return fight


def drm(match: Match, attackers: list[str], target: str) -> int:
    fight = fight_of(match, attackers, target)
    return int(modifiers(match.g, fight, fight.side))


def shift(match: Match, attackers: list[str], target: str, defender: bool = False) -> int:
    fight = fight_of(match, attackers, target)
    return int(shifts(match.g, fight, fight.enemy if defender else fight.side))


def inflicts(match: Match, attackers: list[str], target: str, die: int) -> int:
    fight = fight_of(match, attackers, target)
    return loss_number(match.g, fight, fight.side, die)


def phase(match_phase, **patch):
    return draka(phase=match_phase, hands={"cp": [], "ap": []}, **patch)


def may(match, unit, space):
    """The rule that keeps a unit out of a space, or None."""
    g = match.g
    refusal = g.hooks.may_enter(g, g.U[unit], g.S[space])
    return refusal.rule if refusal else None


def sr(match, side="ap", points=9):
    """The match in the middle of a redeployment."""
    card = next(v for v in offered(match) if v[0] == "sr")
    match.choose(card)
    match.g.state.action.points = points
    return match


__all__ = [
    "EMPTY", "activate", "attack", "choose", "draka", "drm", "fight_of", "finish_action", "finish_turn", "front", "holder", "inflicts",
    "march", "may", "phase", "reduced", "refused", "said", "shift", "sr", "where",
]  # fmt: skip
