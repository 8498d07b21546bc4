"""Dice: a keyed counter stream that players can check.

The stream is BLAKE2b of (key, block number). The key is the server's secret mixed with a nonce from each seat; the secret's
hash is shown before the first roll and the secret itself at the end, so that everybody can roll the whole match again.
A position in the stream is a number of bytes, so that a match can be put back to any point.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .refusal import Misuse

AVERAGE = (2, 3, 3, 4, 4, 5)
_SPEC = re.compile(r"(\d*)d(\d+|avg)")
_BLOCK = 64


class DiceError(Misuse):
    """Forced dice that are too few, too many or impossible for the die."""


class Roll(tuple[int, ...]):
    """The dice as they fell."""

    __slots__ = ()

    @property
    def total(self) -> int:
        return sum(self)


def dice_of(spec: str) -> tuple[int, tuple[int, ...]]:
    """How many dice, and the faces of one: "2d6", "d10", "3davg"."""
    try:
        return _SPECS[spec]
    except KeyError:
        pass
    found = _SPEC.fullmatch(spec)
    if not found or found[1] == "0" or found[2] == "0":
        raise Misuse(f"{spec!r} are no dice: expected something like 2d6, d10 or davg")
    faces = AVERAGE if found[2] == "avg" else tuple(range(1, int(found[2]) + 1))
    _SPECS[spec] = (int(found[1] or 1), faces)
    return _SPECS[spec]


_SPECS: dict[str, tuple[int, tuple[int, ...]]] = {}


def commitment(secret: bytes) -> str:
    """What is shown before the first roll."""
    return hashlib.blake2b(secret, digest_size=32, person=b"grognard-commit").hexdigest()


def mixed_key(secret: bytes, nonces: dict[str, str], epoch: int = 0) -> bytes:
    """The key of a match: the secret, every seat's nonce, and how often the players rolled back."""
    state = hashlib.blake2b(key=hashlib.blake2b(secret, digest_size=32).digest(), digest_size=32)
    for seat in sorted(nonces):
        for part in (seat, nonces[seat]):
            raw = part.encode()
            state.update(len(raw).to_bytes(4, "big") + raw)
    state.update(b"epoch" + epoch.to_bytes(4, "big"))
    return state.digest()


def derived(key: bytes, *words: str | int) -> bytes:
    """A key of its own for a fork or a bot. Nobody gets back from it to the match's key."""
    return hashlib.blake2b("/".join(map(str, words)).encode(), key=key[:64], digest_size=32).digest()


class Stream:
    """Numbers from (key, position). The same key and position give the same numbers, everywhere."""

    __slots__ = ("_block", "_bytes", "key", "position")

    def __init__(self, key: bytes, position: int = 0) -> None:
        self.key = key
        self.position = position
        self._block = -1
        self._bytes = b""

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely: numbers of the uneven rest are thrown away."""
        if limit <= 0:
            raise Misuse("a choice by chance among nothing")
        if limit == 1:
            return 0
        if limit > 256:
            return self._below_large(limit)
        fair = 256 - 256 % limit
        position = self.position
        while True:
            block, offset = divmod(position, _BLOCK)
            if block != self._block:
                self._load(block)
            byte = self._bytes[offset]
            position += 1
            if byte < fair:
                self.position = position
                return byte % limit

    def _below_large(self, limit: int) -> int:
        size = (limit.bit_length() + 7) // 8 + 1
        whole = 256**size
        fair = whole - whole % limit
        while True:
            number = int.from_bytes(bytes(self._byte() for _ in range(size)), "big")
            if number < fair:
                return number % limit

    def _byte(self) -> int:
        block, offset = divmod(self.position, _BLOCK)
        if block != self._block:
            self._load(block)
        self.position += 1
        return self._bytes[offset]

    def _load(self, block: int) -> None:
        self._bytes = hashlib.blake2b(block.to_bytes(8, "big"), key=self.key, digest_size=_BLOCK).digest()
        self._block = block

    def faces(self, count: int, faces: Sequence[int]) -> Roll:
        sides = len(faces)
        return Roll(faces[self.below(sides)] for _ in range(count))

    def order(self, count: int) -> tuple[int, ...]:
        """A random order of 0 .. count - 1."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def sample(self, count: int, out_of: int) -> tuple[int, ...]:
        """`count` different numbers below `out_of`, in the order drawn."""
        rest = list(range(out_of))
        return tuple(rest.pop(self.below(len(rest))) for _ in range(count))


def drawn(stream: Stream, spec: str, count: int) -> tuple[int, ...]:
    """A shuffle of so many things, or a draw out of them ("draw 2")."""
    if spec == "shuffle":
        return stream.order(count)
    wanted = int(spec.split()[1])
    if wanted > count:
        raise ValueError(f"draw {wanted} out of {count}")
    return stream.sample(wanted, count)


class Fates:
    """Dice by what they are thrown for: who, by which rule, about what, under which heading of which named moment of the game.

    Matches that part after the same position, with the same key, still throw the same dice where they do the same. So what
    differs between them differs because of what was chosen: for imagined matches that are compared.
    """

    __slots__ = ("_heading", "_moment", "_times", "key")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._moment, self._heading = 0, ""
        self._times: dict[str, int] = {}

    def moment(self) -> None:
        """A named moment begins: counting starts again."""
        self._moment += 1
        self._heading = ""
        self._times.clear()

    def heading(self, text: str, facts: dict[str, Any]) -> None:
        self._heading = f"{text} {plain(facts)}"

    def stream(self, what: str, by: str | None, facts: dict[str, Any]) -> Stream:
        """The dice for this throw."""
        thrown = f"{self._moment} {self._heading} {what} {by} {plain(facts)}"
        times = self._times[thrown] = self._times.get(thrown, 0) + 1
        return Stream(derived(self.key, thrown, times))


def plain(facts: dict[str, Any]) -> list[int | str]:
    """Numbers and words; other things may be written otherwise on another machine."""
    return [fact for fact in facts.values() if isinstance(fact, int | str)]


class ForcedDice:
    """Dice that a test lays down. Too few, too many or impossible ones fail loudly."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = list(values)
        self._next = 0

    def take(self, count: int, faces: Sequence[int], what: str) -> Roll:
        taken = self.values[self._next : self._next + count]
        if len(taken) < count:
            raise DiceError(f"forced dice ran out: {what} wants {count}, {len(taken)} of {self.values} are left")
        for value in taken:
            if value not in faces:
                raise DiceError(f"forced die {value} is no face of {what}")
        self._next += count
        return Roll(taken)

    def left(self) -> list[int]:
        return self.values[self._next :]

    def __iter__(self) -> Iterator[int]:
        return iter(self.left())
