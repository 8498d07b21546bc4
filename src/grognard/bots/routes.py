"""Whole routes where a game asks for every step: what a chain of the same question can reach, for who points at the end.

A game says so by `about = {"way": True}` on the question of a step. Everything is tried in a world imagined from the seat, so
that a route tells nothing that the seat does not know; the steps are then chosen one by one, each judged as ever.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import Struct

from grognard.kernel import Choice, Match, Misuse
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.state import plain

MOST = 240  # positions that are looked at


class Route(Struct, omit_defaults=True):
    """A place, the way there, and the choices that lead to it, the stop at its end included."""

    place: str
    path: list[str]
    values: list[Any]


def routes(match: Match, seat: str, most: int = MOST) -> list[Route]:
    """The shortest route to each place that takes more than one step."""
    asked = match.decisions.get(seat)
    if not isinstance(asked, Choice) or not asked.about.get("way"):
        raise Misuse("No way is asked for here.")
    try:
        world = match.imagine(seat, seed=0)
    except CannotImagine:
        return []
    known = {str(asked.about.get("place", ""))}
    found: list[Route] = []
    ahead = deque([(world, list[str](), list[Any]())])
    while ahead and most > 0:
        here, path, values = ahead.popleft()
        decision = here.decisions[seat]
        assert isinstance(decision, Choice)
        for value in decision.options:
            place = decision.option(value).place
            if not place or place in known or decision.final(value) or decision.ends(value) or decision.declines(value):
                continue
            most -= 1
            known.add(place)
            way, chosen = [*path, place], [*values, plain(value)]
            then = here.fork(seed=0, quiet=True)
            then.choose(value, seat)
            onward = then.decisions.get(seat)
            if isinstance(onward, Choice) and onward.name == asked.name and onward.about.get("way"):
                ahead.append((then, way, chosen))
                stop = next((one for one in onward.options if onward.ends(one)), None)
                if path and stop is not None:
                    found.append(Route(place, way, [*chosen, plain(stop)]))
            elif path:  # the way ends there by itself
                found.append(Route(place, way, chosen))
    return found

