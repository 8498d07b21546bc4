"""Citing rules: the one place through which the engine names the rule that it applies.

Decisions, events, refusals, tally terms and table cells cite by themselves. A rule whose effect is none of these says
`if in_force("nlc.7.6.1") and ...:`. A recorder (the proving plugin of pytest) hears every citation; `broken` rules have no
effect, which is how `grognard ledger --break ID` sees whether a test really exercises its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

broken: frozenset[str] = frozenset()
recorder: Callable[[str], None] | None = None


def cite(rule: str) -> None:
    """The engine applied this rule."""
    if recorder is not None:
        recorder(rule)


def in_force(rule: str) -> bool:
    """Cites the rule; False only while somebody breaks it on purpose."""
    if recorder is not None:
        recorder(rule)
    return rule not in broken


@contextmanager
def recording(hear: Callable[[str], None]) -> Iterator[None]:
    """Every citation within is heard; an outer recorder hears it too."""
    global recorder
    outer = recorder

    def both(rule: str) -> None:
        hear(rule)
        if outer is not None:
            outer(rule)

    recorder = both
    try:
        yield
    finally:
        recorder = outer


@contextmanager
def breaking(rules: Iterable[str]) -> Iterator[None]:
    """Within, these rules have no effect."""
    global broken
    outer, broken = broken, broken | frozenset(rules)
    try:
        yield
    finally:
        broken = outer
