"""Masks: sets of small numbers as the bits of one Python int.

A mask of places, units or link classes copies for nothing, unites and intersects in one operation of any width, has
one order (lowest bit first) on every machine, and goes into a save as it is. For all boards, and for games.
"""

from __future__ import annotations

from collections.abc import Iterable


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with these bits set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def bits(mask: int) -> list[int]:
    """The numbers in a mask, lowest first."""
    numbers: list[int] = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
