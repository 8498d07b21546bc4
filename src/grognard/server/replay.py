"""The replay of a match as one seat may see it: moments, and the scene at each.

A moment is a point at which this seat's view changed. Choices that the seat cannot see make no moment, so that counting
moments tells nothing. All this works on a copy of the match, away from the live one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Match, Misuse
from grognard.kernel.replay import walk
from grognard.kernel.scene import Scene

from .wire import Moment


def moments(save: bytes, seat: str | None) -> list[Moment]:
    return [moment for _, moment in numbered(Match.load(save), seat)]


def scene_at(save: bytes, seat: str | None, n: int) -> Scene:
    match = Match.load(save)
    return match.at(_number(match, seat, n)).view(seat)


def choices_at(save: bytes, seat: str | None, n: int) -> int:
    """How many choices had been made at this moment."""
    return _number(Match.load(save), seat, n)


def _number(match: Match, seat: str | None, n: int) -> int:
    found = numbered(match, seat)
    if not 0 <= n < len(found):
        raise Misuse(f"There is no moment {n}; there are 0 to {len(found) - 1}.")
    return found[n][0]


def numbered(match: Match, seat: str | None) -> list[tuple[int, Moment]]:
    """Each moment with the choices made before it."""
    first = match.at(0)
    seen = _Seen(first, seat)
    found = [(0, Moment(0, seen.text or seen.scene.title, seen.rule, seen.place, seen.scene.turn))]
    for step in walk(match):
        if step.match._submitted:
            continue  # others still think: nothing has happened yet
        now = _Seen(step.match, seat)
        if now.told != seen.told:
            text = now.since(seen)
            found.append((step.match.number, Moment(len(found), text, now.rule, now.place, now.scene.turn)))
            seen = now
    return found


class _Seen:
    """What the seat sees at a point of the walk."""

    def __init__(self, match: Match, seat: str | None) -> None:
        self.scene = match.view(seat)
        self.told = msgspec.json.encode(self.scene)
        line: Any = self.scene.diary[-1] if self.scene.diary else None
        self.last = line.number if line else -1
        self.text, self.rule, self.place = (line.text, line.rule, line.place) if line else ("", "", "")

    def since(self, before: _Seen) -> str:
        return " ".join(line.text for line in self.scene.diary if line.number > before.last)[:300]
