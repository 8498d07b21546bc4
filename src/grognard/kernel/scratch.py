"""Scratch copies of a position: the state with dice of its own, on which a procedure is run to its end.

Odds and trials work here: nothing that happens is told, kept or seen, and the match does not move. `drive` answers the
questions of a procedure by a policy; `every_throw` runs a procedure once for every way in which its dice can fall, which is
the exact distribution wherever the dice are few.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from .context import Context
from .dice import Stream, derived
from .state import copy_state

G = TypeVar("G", bound=Context[Any, Any])
Policy = Callable[[Any], Any]
Throw = Callable[[str, int, "Sequence[int] | None", "str | None"], Sequence[int]]  # dice, how many, faces, who throws
Alike = Callable[["str | None", Sequence[int]], list[list[int]]]


class ScratchMatch:
    """What a context needs of a match, and no more. Everything else is the true match's to tell."""

    def __init__(self, match: Any, dice: Throw) -> None:
        self._match = match
        self.luck = _OwnLuck(dice)
        self.annals = _Unwritten()

    def rest(self) -> None: ...

    def moment(self, name: str) -> None: ...

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)


class _OwnLuck:
    """Dice that nobody remembers."""

    fates = None

    def __init__(self, dice: Throw) -> None:
        self._dice = dice

    def throw(
        self, spec: str, count: int, faces: Sequence[int] | None, seen: Any, by: Any, rule: str, *_: Any
    ) -> Sequence[int]:
        return self._dice(spec, count, faces, by)


class _Unwritten:
    """Nobody reads what is tried beside the match."""

    keeps_diary = False

    def bar(self) -> None: ...


def scratch_copy(g: G, seed: int | str = 0) -> G:
    """The same position with dice of this seed."""
    stream = Stream(derived(b"aside", str(seed)))

    def dice(spec: str, count: int, faces: Sequence[int] | None, by: str | None) -> Sequence[int]:
        if faces is not None:
            return stream.faces(count, faces)
        return stream.order(count) if spec == "shuffle" else stream.sample(int(spec.split()[1]), count)

    return _copy(g, dice)


def without_dice(g: G) -> G:
    """The same position for what needs no chance: a throw would be a mistake of the caller."""

    def dice(spec: str, count: int, faces: Sequence[int] | None, by: str | None) -> Sequence[int]:
        raise LookupError(f"{spec} where no dice were expected")

    return _copy(g, dice)


def _copy(g: G, dice: Throw) -> G:
    match: Any = ScratchMatch(g.match, dice)
    return type(g)(match, g.static, copy_state(g.state), g.options)


def drive(procedure: Generator[Any, Any, Any], policy: Policy) -> Any:
    """Run a procedure to its end; `policy(decision)` answers. Returns what the procedure returns."""
    try:
        decision = next(procedure)
        while True:
            decision = procedure.send(decision.accept(policy(decision))[0])
    except StopIteration as end:
        return end.value


def every_throw(
    g: G, run: Callable[[G], Any], fixed: Sequence[int] = (), alike: Alike | None = None, most: int = 5000, sums: bool = False
) -> Iterator[tuple[Fraction, Any]]:
    """`run` on a copy of the position for every way the dice can fall: its chance, and what `run` returned.

    The first dice show `fixed`, for certain. `alike(thrower, faces)` may put faces together that come to the same: then one of
    them stands for all. With `sums` a throw of several dice counts by its sum, for rules that ask for no more. For few dice
    only: more than `most` ways are a mistake of the caller.
    """
    script: list[int] = []  # which way each throw falls, in the order thrown
    ways: list[list[tuple[int, tuple[int, ...]]]] = []  # of each throw: in how many ways, and dice that stand for them
    for _ in range(most):
        at = 0
        laid = list(fixed)

        def falls(found: Callable[[], list[tuple[int, tuple[int, ...]]]]) -> tuple[int, ...]:
            nonlocal at
            if at == len(script):
                script.append(0)
                ways.append(found())
            at += 1
            return ways[at - 1][script[at - 1]][1]

        def dice(spec: str, count: int, faces: Sequence[int] | None, by: str | None, laid: list[int] = laid) -> Sequence[int]:
            if faces is None:
                raise LookupError(f"{spec}: draws are not counted through")
            if sums and count > 1 and not laid:
                return falls(lambda: _by_sum(count, tuple(faces)))
            thrown: tuple[int, ...] = ()
            for _ in range(count):
                thrown += (laid.pop(0),) if laid else falls(lambda: _by_face(alike(by, faces) if alike else None, faces))
            return thrown

        found = run(_copy(g, dice))
        weight = Fraction(1)
        for choice, possible in zip(script, ways):
            weight *= Fraction(possible[choice][0], sum(count for count, _ in possible))
        yield weight, found
        while script and script[-1] + 1 == len(ways[-1]):
            script.pop()
            ways.pop()
        if not script:
            return
        script[-1] += 1
    raise LookupError(f"more than {most} ways in which the dice can fall")


def _by_face(groups: list[list[int]] | None, faces: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    return [(len(group), (group[0],)) for group in groups or [[face] for face in faces]]


@lru_cache(maxsize=256)
def _by_sum(count: int, faces: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Every sum of so many dice: in how many ways it is thrown, and one of them."""
    found: dict[int, tuple[int, tuple[int, ...]]] = {0: (1, ())}
    for _ in range(count):
        more: dict[int, tuple[int, tuple[int, ...]]] = {}
        for total, (many, dice) in found.items():
            for face in faces:
                more[total + face] = (more.get(total + face, (0, ()))[0] + many, (*dice, face))
        found = more
    return [found[total] for total in sorted(found)]
