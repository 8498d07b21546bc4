"""The axes of printed tables: bands of numbers, limits, names.

The one idea: an axis has labels in their printed order and says under which of them a value falls. Bands ("2-4", "7",
"10+", "<=1", "2 or less", "1,3", [5, 6]) are checked when they are made: no gap, no overlap.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import Any, Protocol, runtime_checkable

from .datafile import did_you_mean
from .refusal import BadData

Number = int | float | Fraction
Label = int | str | Sequence[int]  # 7, "2-4", "10+", [5, 6]; or a name


@runtime_checkable
class Axis(Protocol):
    """What a table is read by: labels in their printed order, and which of them a value falls under."""

    @property
    def labels(self) -> tuple[str, ...]: ...

    def position(self, value: Any) -> int:
        """Raises LookupError for a value that is under none."""


class Names:
    """An axis of names."""

    __slots__ = ("_at", "labels")

    def __init__(self, labels: Iterable[object]) -> None:
        self.labels: tuple[str, ...] = tuple(str(label) for label in labels)
        self._at = {label: at for at, label in enumerate(self.labels)}
        if twice := [label for label in self._at if self.labels.count(label) > 1]:
            raise BadData(f"expected every name once, got {twice[0]!r} twice")

    def position(self, value: str) -> int:
        try:
            return self._at[value]
        except KeyError:
            near = did_you_mean(str(value), self._at)
            raise LookupError(f"{value!r} is none of {', '.join(self.labels)}.{near}") from None


class Bands:
    """An axis of whole numbers in bands that leave no gap and do not overlap."""

    __slots__ = ("_highs", "_lows", "_owner", "clamp", "labels")

    def __init__(self, labels: Iterable[Label], *, clamp: bool = False) -> None:
        bands = list(labels)
        self.labels: tuple[str, ...] = tuple(label_text(label) for label in bands)
        self.clamp = clamp
        parts = sorted((low, high, at) for at, label in enumerate(bands) for low, high in read_band(label))
        if not parts:
            raise BadData("expected bands such as 2-4, 7 or 10+, got none")
        self._lows = [low for low, _, _ in parts]
        self._highs = [high for _, high, _ in parts]
        self._owner = [at for _, _, at in parts]
        self._check()

    def position(self, value: Number) -> int:
        part = bisect_right(self._lows, value) - 1
        if part >= 0 and value <= self._highs[part]:
            return self._owner[part]
        return self._beyond(value, part)

    def _beyond(self, value: Number, part: int) -> int:
        below, above = part < 0, part == len(self._lows) - 1
        if not below and not above:
            low, high = self._highs[part], self._lows[part + 1]
            raise LookupError(f"{value} lies between {low} and {high}: round it by its rule")
        if self.clamp:
            return self._owner[0 if below else -1]
        end = f"begins at {self._lows[0]}" if below else f"ends at {self._highs[-1]}"
        raise LookupError(f"{value} is off the table, which {end}")

    def _check(self) -> None:
        for high, low in zip(self._highs, self._lows[1:]):
            if low <= high:
                raise BadData(f"bands {', '.join(self.labels)}: expected no overlap, but {low} lies in two of them")
            if low > high + 1:
                missing = str(high + 1) if low == high + 2 else f"{high + 1} to {low - 1}"
                raise BadData(f"bands {', '.join(self.labels)}: expected no gap, but there is no band for {missing}")


def axis(labels: Iterable[Label], *, clamp: bool = False) -> Bands | Names:
    """Bands if the labels read as such, names if none of them does."""
    found = list(labels)
    wrong = [label_text(label) for label in found if not _is_band(label)]
    if not wrong:
        return Bands(found, clamp=clamp)
    if len(wrong) < len(found):
        raise BadData(f"expected bands such as 2-4, 7 or 10+ throughout, got {wrong[0]!r}")
    return Names(found)


_DASH = r"\s*(?:-|–|to|\.\.)\s*"
_FROM_TO = re.compile(rf"(-?\d+)(?:{_DASH}(-?\d+))?")
_OR_MORE = re.compile(r"(-?\d+)\s*(?:\+|or more|and more|and over)|(?:>=|≥)\s*(-?\d+)")
_OR_LESS = re.compile(r"(-?\d+)\s*(?:or less|or fewer|and less|and under)|(?:<=|≤)\s*(-?\d+)")


def read_band(label: Label) -> list[tuple[Number, Number]]:
    """The stretches of numbers that a label covers, ends included; an open end is infinite."""
    if isinstance(label, int):
        return [(label, label)]
    if not isinstance(label, str):
        return [(number, number) for number in label]
    return [_stretch(part.strip().replace("−", "-"), label) for part in label.split(",")]


def label_text(label: Label) -> str:
    return ",".join(map(str, label)) if not isinstance(label, int | str) else str(label)


def _stretch(part: str, label: str) -> tuple[Number, Number]:
    if found := _FROM_TO.fullmatch(part):
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            raise BadData(f"expected a band from low to high, got {label!r}")
        return low, high
    if found := _OR_MORE.fullmatch(part):
        return int(found[1] or found[2]), inf
    if found := _OR_LESS.fullmatch(part):
        return -inf, int(found[1] or found[2])
    raise BadData(f"expected a band such as 2-4, 7, 10+ or <=1, got {label!r}")


def _is_band(label: Label) -> bool:
    parts = label.split(",") if isinstance(label, str) else []
    forms = (_FROM_TO, _OR_MORE, _OR_LESS)
    return all(any(form.fullmatch(part.strip().replace("−", "-")) for form in forms) for part in parts)
