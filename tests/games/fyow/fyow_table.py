"""Situations of Fight Your Own Wars for tests, and helpers to read a match."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest

from grognard.kernel import Match, Refused


def fyow(options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    """The learning campaign with a patch. `cards=[...]` goes straight to these cards (session 3, a summer day)."""
    return Match.start("fyow", "learning", seed=seed, options=options, situation=patch)


def at_cards(*cards: str, forces: dict[str, Any] | None = None, **patch: Any) -> Match:
    """A fair, windless day, no traits, cards in this order; the rest of the patch as `situations.py` says."""
    patch.setdefault("weather", {"sky": "fair"})
    patch.setdefault("options", {"traits": False})
    options = patch.pop("options")
    return fyow(options, cards=list(cards), forces=forces or {}, **patch)


def unit(match: Match, name: str):
    return next(u for u in match.g.state.units if u.id == name)


def number(match: Match, name: str) -> int:
    return next(n for n, u in enumerate(match.g.state.units) if u.id == name)


def where(match: Match, name: str) -> str:
    return match.g.static.boards[unit(match, name).board].id


def link(match: Match, a: str, b: str) -> int:
    static = match.g.static
    return static.graph.links_between(static.number[a], static.number[b])[0]


def move(match: Match, name: str, to: str) -> tuple[str, int]:
    return ("move", link(match, where(match, name), to))


def said(match: Match, seat: str, rule: str) -> list[str]:
    return [event.text for event in match.diary(seat) if event.rule == f"fyow.{rule}"]


@contextmanager
def refused(rule: str, says: str = ""):
    with pytest.raises(Refused) as caught:
        yield
    rules = [r.rule for r in caught.value.refusals]
    assert f"fyow.{rule}" in rules, f"refused by {caught.value.refusals}"
    assert says in str(caught.value)


def total(tally) -> int:
    return int(tally)
