"""Hearing every throw of dice: who threw, by which rule, what fell. For statistics and explanations of a match.

Like the recorder of citations (cite.py), it hears whatever this process plays while somebody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

Hear = Callable[[str | None, str, Sequence[int], Sequence[int]], None]  # thrower, rule, what fell, the faces of a die

hear: Hear | None = None


@contextmanager
def listening(ear: Hear) -> Iterator[None]:
    """Every throw within is heard by this ear alone."""
    global hear
    outer, hear = hear, ear
    try:
        yield
    finally:
        hear = outer
