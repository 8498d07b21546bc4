"""Helpers for tests of aircraft, boats, trains and partisans, on Operation Take Three."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Match


def take_three(options: dict[str, Any] | None = None, **patch: Any) -> Match:
    """A summer day, fair and calm, session 3; `cards` as in situations, also with ids of air and naval groups."""
    patch.setdefault("weather", {"sky": "fair"})
    patch.setdefault("cards", ["g6"])
    return Match.start("fyow", "take-three", seed=1, options={"traits": False, **(options or {})}, situation=patch, checkpoint_every=1)


def board(m: Match, name: str) -> int:
    return m.g.static.number[name]


def air(m: Match, name: str) -> int:
    return next(n for n, group in enumerate(m.g.state.air.groups) if group.id == name)


def ships(m: Match, name: str) -> int:
    return next(n for n, group in enumerate(m.g.state.fleet.groups) if group.id == name)


def planes(m: Match, name: str):
    return [plane for plane in m.g.state.air.planes if plane.group == air(m, name) and not plane.lost]


def vessels(m: Match, name: str) -> list[int]:
    return [n for n, vessel in enumerate(m.g.state.fleet.vessels) if vessel.group == ships(m, name)]


def card_of(m: Match) -> str:
    card = m.g.state.pack[0]
    if card >= 2000:
        return m.g.state.fleet.groups[card - 2000].id
    return m.g.state.air.groups[card - 1000].id
