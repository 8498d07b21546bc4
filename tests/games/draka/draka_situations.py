"""Situations of the Draka Variant for tests: a bare map with the units that a rule needs, and helpers to read a match."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest

from grognard.games.pog.fight import Fight
from grognard.games.pog.strength import loss_number, modifiers, shifts
from grognard.kernel import Match, Refused

PASSIVE = ("pass", "done", ("stop", ""), "stand", "refuse", "fight", "stay", "no", "vp", "leave")


def draka(scenario: str = "out-of-africa", options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    """A match at the first CP action of a turn, on a map with only the units of the patch (`keep=True`: as set up)."""
    if not patch.pop("keep", False):
        patch.setdefault("clear", True)
    patch.setdefault("start", "actions")
    return Match.start("draka", scenario, seed=seed, options=options, situation=patch)


def front(cards: dict[str, list[str]] | None = None, active: str = "ap", war: bool = True, **patch: Any) -> Match:
    """A situation with given hands, at the first action of `active`; Turkey is at war unless said otherwise."""
    hands = {"cp": ["cp.12"], "ap": ["ap.01"], **(cards or {})}
    if war:
        patch["join"] = ["tu", *patch.get("join", [])]
    return draka(hands=hands, active=active, **patch)


def choose(match: Match, *values: Any) -> Match:
    for value in values:
        match.choose(value)
    return match


def where(match: Match, unit: str) -> str:
    g = match.g
    place = g.state.at[g.U[unit]]
    boxes = {-1: "reserve", -2: "eliminated", -3: "gone", -4: "unborn"}
    return boxes[place] if place < 0 else g.board.ids[place]


def reduced(match: Match, unit: str) -> bool:
    return not match.g.full(match.g.U[unit])


def holder(match: Match, space: str) -> str:
    g, n = match.g, match.g.S[space]
    if g.draka_holds(n):
        return "draka"
    return "cp" if g.controls("cp", n) else "ap" if g.controls("ap", n) else "neutral"


def said(match: Match, rule: str) -> list[str]:
    return [event.text for event in match.diary("umpire" if match.umpire else None) if event.rule == rule]


@contextmanager
def refused(rule: str, says: str = ""):
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.rule == rule, f"refused by {caught.value.rule}: {caught.value.why}"
    assert says in caught.value.why


def activate(match: Match, **spaces: str) -> Match:
    """Play the last card of the hand for operations and activate: activate(m, metz="attack")."""
    card = [v for v in match.decision.options if v[0] == "ops"][-1]
    match.choose(card)
    for space, kind in spaces.items():
        match.choose((kind, space))
    if match.decision.rule == "pog.9.2.1":
        match.choose("done")
    return match


def march(match: Match, unit: str, *spaces: str) -> Match:
    """Move a unit space by space, and stop."""
    match.choose(("unit", unit))
    for space in spaces:
        match.choose(("to", space))
    if ("stop", "") in match.decision.options:
        match.choose(("stop", ""))
    return match


def attack(match: Match, target: str, *units: str, dice: tuple[int, ...] = (), say: dict[str, Any] | None = None) -> Match:
    """Name attackers and fight it out to the losses: `say` answers questions by their rule, everything else is passed."""
    say = dict(say or {})
    if match.decision.rule == "pog.9.2.8":
        match.choose("done")
    match.choose(target)
    asked = (
        "pog.9.5.4.1.a",
        "pog.12.3.1",
        "draka.16.carpet.1",
        "draka.16.sup.1",
        "draka.16.int.1",
        "draka.18.2",
        "draka.21.ap.a",
    )
    with match.forced(*dice):
        for unit in units:
            if match.decision.rule in ("pog.12.2.2", "pog.12.1.4"):
                match.choose(unit)
        if match.decision.rule in ("pog.12.2.2", "pog.12.1.4") and "fight" in match.decision.options:
            match.choose("fight")
        while match.result is None and match.decision.rule in asked:
            answer = say.get(match.decision.rule, "pass")
            match.choose(answer if answer in match.decision.options else "pass")
    return match


def finish_action(match: Match) -> Match:
    """Pass and stop until the action under way is over."""
    count = sum(len(a) for a in match.g.state.actions.values())
    for _ in range(200):
        if match.result or sum(len(a) for a in match.g.state.actions.values()) != count or not match.g.state.action.kind:
            return match
        options = match.decision.options
        match.choose(next((v for v in PASSIVE if v in options), options[0]))
    raise AssertionError("the action does not end")


def finish_turn(match: Match, stop: str = "") -> Match:
    """Automatic operations and passes until the next turn (or until the phase named)."""
    turn = match.g.state.turn
    for _ in range(900):
        if match.result or match.g.state.turn != turn or (stop and match.g.state.phase == stop):
            return match
        options = match.decision.options
        if ("auto", "") in options:
            match.choose(("auto", ""))
            continue
        match.choose(next((v for v in PASSIVE if v in options), options[0]))
    raise AssertionError("the turn does not end")


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
