"""Citing rules: the one place through which the engine names the rule that it applies.

Decisions, events, refusals, tally terms and table cells cite by themselves. A rule that does none of these is a small
function with a name of its own, marked `@cites("nlc.7.6.1")`: in play that is the bare function. While rules are proven
(`watch` is set, by the plugin of pytest, before a game is loaded) its calls are heard by the recorder, as every citation is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

recorder: Callable[[str], None] | None = None
HEARING = "hear"  # the wrapper that `heard` makes: the prover knows it by this name
watch: Callable[[Callable[..., Any], tuple[str, ...]], Callable[..., Any]] | None = None


def cites(*rules: str) -> Callable[[F], F]:
    """Marks a function that is these rules and nothing else. In play it is handed back untouched."""

    def mark(function: F) -> F:
        return function if watch is None else watch(function, rules)  # type: ignore[return-value]

    return mark


def remembered(size: int | None = None) -> Callable[[F], F]:
    """A pure function that remembers by its arguments (at most `size` of them). While rules are proven it is the bare one:
    then every call is to cite again.
    """

    def mark(function: F) -> F:
        return lru_cache(maxsize=size)(function) if watch is None else function  # type: ignore[return-value]

    return mark


def heard(function: Callable[..., Any], rules: tuple[str, ...]) -> Callable[..., Any]:
    """The function, whose calls the recorder hears: what the proving plugin puts into `watch`."""

    @wraps(function)
    def hear(*given: Any, **named: Any) -> Any:
        if recorder is not None:
            for rule in rules:
                recorder(rule)
        return function(*given, **named)

    return hear


def cite(rule: str) -> None:
    """The engine applied this rule."""
    if recorder is not None:
        recorder(rule)


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
