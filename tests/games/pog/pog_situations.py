"""Situations of Paths of Glory for tests: a bare map with the units that a rule needs, and helpers to read a match."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest

from grognard.kernel import Match, Refused

PASSIVE = ("pass", "done", ("stop", ""), "stand", "refuse", "fight")


def pog(scenario: str = "1914", options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    """A match at the first CP action of a turn, on a map with only the units of the patch (`keep=True`: as set up)."""
    if not patch.pop("keep", False):
        patch.setdefault("clear", True)
    patch.setdefault("start", "actions")
    return Match.start("pog", scenario, seed=seed, options=options, situation=patch)


def front(cards: dict[str, list[str]] | None = None, active: str = "cp", **patch: Any) -> Match:
    """A situation with given hands, at the first action of `active`."""
    hands = {"cp": ["cp.12"], "ap": ["ap.01"], **(cards or {})}
    return pog(hands=hands, active=active, **patch)


def choose(match: Match, *values: Any) -> Match:
    for value in values:
        match.choose(value)
    return match


def places(match: Match) -> dict[str, str]:
    """Where units on the map are, by id, with `reduced` after the name."""
    g = match.g
    return {g.units.id[u]: g.board.ids[p] + ("" if g.full(u) else " reduced") for u, p in enumerate(g.state.at) if p >= 0}


def where(match: Match, unit: str) -> str:
    g = match.g
    place = g.state.at[g.U[unit]]
    boxes = {-1: "reserve", -2: "eliminated", -3: "gone", -4: "unborn"}
    return boxes[place] if place < 0 else g.board.ids[place]


def reduced(match: Match, unit: str) -> bool:
    return not match.g.full(match.g.U[unit])


def holder(match: Match, space: str) -> str:
    return "cp" if match.g.controls("cp", match.g.S[space]) else "ap" if match.g.controls("ap", match.g.S[space]) else "neutral"


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
    side = match.decision.seat
    card = [v for v in match.decision.options if v[0] == "ops"][-1]
    match.choose(card)
    for space, kind in spaces.items():
        match.choose((kind, space))
    if match.decision.rule == "pog.9.2.1":
        match.choose("done")
    assert match.decision.seat == side or match.decision
    return match


def attack(match: Match, target: str, *units: str, dice: tuple[int, ...] = (), flank: str = "pass", cards=()) -> Match:
    """Name attackers and fight it out: cards from `cards` are played when offered, everything else is passed."""
    if match.decision.rule == "pog.9.2.8":
        match.choose("done")
    match.choose(target)
    with match.forced(*dice):
        for unit in units:
            if match.decision.rule in ("pog.12.2.2", "pog.12.1.4"):
                match.choose(unit)
        if match.decision.rule in ("pog.12.2.2", "pog.12.1.4") and "fight" in match.decision.options:
            match.choose("fight")
        cards = list(cards)
        while match.result is None and match.decision.rule in ("pog.9.5.4.1.a", "pog.12.3.1"):
            if match.decision.rule == "pog.12.3.1":
                match.choose(flank)
                continue
            mine = [c for c in cards if c in match.decision.options]
            if mine:
                cards.remove(mine[0])
                match.choose(mine[0])
            else:
                match.choose("pass")
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
    for _ in range(600):
        s = match.g.state
        if match.result or s.turn != turn or (stop and s.phase == stop):
            return match
        options = match.decision.options
        if ("auto", "") in options:
            match.choose(("auto", ""))
        else:
            match.choose(next((v for v in PASSIVE if v in options), options[0]))
    raise AssertionError("the turn does not end")
