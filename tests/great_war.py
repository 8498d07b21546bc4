"""Helpers for the tests of Paths of Glory and of its variant: bare situations, a whole attack in one line, and words to read a match."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.kernel import Match, Refused
from grognard.kernel.state import plain

PASSIVE = ("pass", "done", ("stop", ""), "stand", "refuse", "fight", "stay", "no", "vp", "leave")
BOXES = {-1: "reserve", -2: "eliminated", -3: "gone", -4: "unborn"}
CARDS, FLANK, ATTACKERS = "pog.9.5.4.1.a", "pog.12.3.1", ("pog.12.2.2", "pog.12.1.4")
BEFORE_THE_DICE = (
    CARDS, FLANK, "draka.16.carpet.1", "draka.16.sup.1", "draka.16.int.1", "draka.18.2", "draka.21.ap.a",
)  # fmt: skip


def bare(game: str, scenario: str, options: dict[str, Any] | None, seed: int, patch: dict[str, Any]) -> Match:
    """A match at the first CP action of a turn, on a map with only the units of the patch (`keep=True`: as set up)."""
    if not patch.pop("keep", False):
        patch.setdefault("clear", True)
    patch.setdefault("start", "actions")
    return Match.start(game, scenario, seed=seed, options=options, situation=patch)


def offered(match: Match) -> list[Any]:
    """What the question under way offers, as it stands in a log."""
    return [plain(value) for value in match.decision.options]


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
    return BOXES[place] if place < 0 else g.board.ids[place]


def reduced(match: Match, unit: str) -> bool:
    return not match.g.full(match.g.U[unit])


def holder(match: Match, space: str) -> str:
    """Who holds a space: cp, ap, neutral; of the Allies, those of the variant by name."""
    g, n = match.g, match.g.S[space]
    if match.game.name == "draka" and g.draka_holds(n):
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
    match.choose([v for v in offered(match) if v[0] == "ops"][-1])
    for space, kind in spaces.items():
        match.choose((kind, space))
    if match.decision.rule == "pog.9.2.1":
        match.choose("done")
    return match


def attack(
    match: Match,
    target: str,
    *units: str,
    dice: tuple[int, ...] = (),
    flank: str = "pass",
    cards: Iterable[str] = (),
    say: dict[str, Any] | None = None,
) -> Match:
    """Name attackers and fight it out to the losses: `cards` are played when offered, `say` answers other questions by
    their rule, everything else is passed."""
    answers = {FLANK: flank, **(say or {})}
    left = list(cards)
    if match.decision.rule == "pog.9.2.8":
        match.choose("done")
    match.choose(target)
    with match.forced(*dice):
        for unit in units:
            if match.decision.rule in ATTACKERS:
                match.choose(unit)
        if match.decision.rule in ATTACKERS and "fight" in offered(match):
            match.choose("fight")
        while match.result is None and match.decision.rule in BEFORE_THE_DICE:
            options = offered(match)
            card = next((c for c in left if c in options), "") if match.decision.rule == CARDS else ""
            if card:
                left.remove(card)
            answer = card or answers.get(match.decision.rule, "pass")
            match.choose(answer if answer in options else "pass")
    return match


def _quickly(match: Match) -> None:
    options = offered(match)
    match.choose(next((v for v in PASSIVE if v in options), options[0]))


def finish_action(match: Match) -> Match:
    """Pass and stop until the action under way is over."""
    count = sum(len(a) for a in match.g.state.actions.values())
    for _ in range(200):
        if match.result or sum(len(a) for a in match.g.state.actions.values()) != count or not match.g.state.action.kind:
            return match
        _quickly(match)
    raise AssertionError("the action does not end")


def finish_turn(match: Match, stop: str = "") -> Match:
    """Automatic operations and passes until the next turn (or until the phase named)."""
    turn = match.g.state.turn
    for _ in range(900):
        if match.result or match.g.state.turn != turn or (stop and match.g.state.phase == stop):
            return match
        if ("auto", "") in offered(match):
            match.choose(("auto", ""))
        else:
            _quickly(match)
    raise AssertionError("the turn does not end")
