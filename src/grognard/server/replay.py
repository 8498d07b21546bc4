"""The replay of a match as one seat may see it: moments, and the scene at each.

A moment is a point at which this seat's view changed. Choices that the seat cannot see make no moment, so that counting
moments tells nothing. All this works on a copy of the match, away from the live one: at home in small pieces, in a club in the
sandbox's processes, which remember the last few copies.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.kernel import Match, Misuse
from grognard.kernel.replay import walk

from .wire import Moment

KEPT = 8


class Recording:
    """A match walked through by one seat."""

    def __init__(self, save: bytes, seat: str | None) -> None:
        self.save = save
        self.seat = seat
        self.match: Match | None = None
        self.numbers: list[int] = []  # moment -> choices made before it
        self.moments: list[Moment] = []

    def walk(self) -> Iterator[None]:
        """Goes through the whole match, a step at a time."""
        match = self.match = Match.load(self.save)
        yield
        seen = _Seen(match.at(0), self.seat)
        self._add(0, seen, seen.text or seen.scene.title)
        for step in walk(match):
            if step.match.procedures.submitted:
                yield
                continue  # others still think: nothing has happened yet
            now = _Seen(step.match, self.seat)
            if now.told != seen.told:
                self._add(step.match.number, now, now.since(seen))
                seen = now
            yield

    def _add(self, number: int, seen: _Seen, text: str) -> None:
        self.numbers.append(number)
        self.moments.append(Moment(len(self.moments), text, seen.rule, seen.place, seen.scene.turn))

    def choices(self, n: int) -> int:
        """How many choices had been made at this moment."""
        if not 0 <= n < len(self.numbers):
            raise Misuse(f"There is no moment {n}; there are 0 to {len(self.numbers) - 1}.")
        return self.numbers[n]

    def scene(self, n: int) -> tuple[bytes, str, bytes]:
        """The scene at this moment as JSON, the name of its board, and the board."""
        if self.match is None:
            self.match = Match.load(self.save)
        match = self.match.at(self.choices(n))
        scene = match.view(self.seat)
        return msgspec.json.encode(scene), scene.board, msgspec.json.encode(match.board) if scene.board else b""


# ------------------------------------------------------------------ in a process of its own

_COPIES: OrderedDict[bytes, Recording] = OrderedDict()


def walked(save: bytes, seat: str | None) -> tuple[list[int], list[Moment]]:
    """A whole walk at once: what of it goes home."""
    made = Recording(save, seat)
    for _ in made.walk():
        pass
    _remember(made)
    return made.numbers, made.moments


def scene_of(save: bytes, seat: str | None, numbers: list[int], n: int) -> tuple[bytes, str, bytes]:
    made = _COPIES.get(_name(save, seat))
    if made is None:
        made = Recording(save, seat)
        made.numbers = numbers
        _remember(made)
    return made.scene(n)


def _remember(made: Recording) -> None:
    _COPIES[_name(made.save, made.seat)] = made
    while len(_COPIES) > KEPT // 2:
        _COPIES.popitem(last=False)


def _name(save: bytes, seat: str | None) -> bytes:
    return hashlib.blake2b(save, digest_size=16, key=(seat or "").encode()[:64]).digest()


class _Seen:
    """What the seat sees at a point of the walk."""

    def __init__(self, match: Match, seat: str | None) -> None:
        self.scene = match.view(seat)
        self.told = msgspec.json.encode(self.scene)
        line: Any = self.scene.diary[-1] if self.scene.diary else None
        self.last = line.number if line else -1
        self.text: str = line.text if line else ""
        self.rule: str = line.rule if line else ""
        self.place: str = line.place if line else ""

    def since(self, before: _Seen) -> str:
        return " ".join(line.text for line in self.scene.diary if line.number > before.last)[:300]


class Recordings:
    """The last few walks, so that a slider need not walk again for every moment."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str | None], Recording] = OrderedDict()

    def known(self, id: str, count: int, seat: str | None) -> Recording | None:
        found = self._kept.get((id, count, seat))
        if found is not None:
            self._kept.move_to_end((id, count, seat))
        return found

    def keep(self, id: str, count: int, made: Recording) -> None:
        for key in [key for key in self._kept if key[0] == id and key[2] == made.seat]:
            del self._kept[key]
        self._kept[id, count, made.seat] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
