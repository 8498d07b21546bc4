"""What changed rules call instead of the rule, while somebody breaks it on purpose (ways.py puts the calls in).

Each notes that it was met, so that a test which never came by a broken rule is not blamed for staying green.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import wraps
from typing import Any

from .. import ending
from ..refusal import Misuse
from ..tables import Column, Table
from ..tally import Number, Tally, Term

meetings = [0]  # how often a change was met; the plugin reads it before and after a test


def met(value: Any = None) -> Any:
    """The value, and somebody came by."""
    meetings[0] += 1
    return value


def other(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with another answer than it gives."""

    @wraps(function)
    def turned(*given: Any, **named: Any) -> Any:
        answer = function(*given, **named)
        changed = another_answer(answer)
        return changed if changed is answer or changed == answer else met(changed)

    return turned


def idle(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which does nothing."""

    @wraps(function)
    def nothing(*given: Any, **named: Any) -> None:
        met()

    return nothing


def idle_procedure(function: Callable[..., Any]) -> Callable[..., Any]:
    """The procedure, which ends as it begins."""

    @wraps(function)
    def nothing(*given: Any, **named: Any) -> Iterator[Any]:
        met()
        return
        yield

    return nothing


def another_answer(answer: Any) -> Any:
    """Its opposite, its neighbour or nothing, always the same; None stays None."""
    if isinstance(answer, bool):
        return not answer
    if isinstance(answer, Enum):
        members = list(type(answer))
        return members[(members.index(answer) + 1) % len(members)]
    if isinstance(answer, int | float | Fraction):
        return answer + 1
    if isinstance(answer, str | list | set | frozenset | dict | bytes) or type(answer) is tuple:
        return type(answer)()
    return None


# ------------------------------------------------------------------ the kernel's own words


def another_cell(cells: tuple[tuple[Any, ...], ...], row: int, column: int) -> Any:
    """The nearest cell of another value, in the same row if there is one as near; always the same one."""
    value = cells[row][column]

    def nearness(spot: tuple[int, int]) -> tuple[int, ...]:
        down, across = abs(spot[0] - row), abs(spot[1] - column)
        return down + across, down, -spot[0], -spot[1]

    spots = [(r, c) for r, line in enumerate(cells) for c, cell in enumerate(line) if cell != value]
    if spots:
        at, across = min(spots, key=nearness)
        return cells[at][across]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value  # a table of one word cannot be broken


def change_words(rules: frozenset[str]) -> None:
    """For this process: tables of these rules give a neighbouring cell, their terms and factors count nothing, and
    nobody resigns or agrees to a draw by them.

    So a rule is broken whose id comes from data or a variable, where no statement names it.
    """
    cell, entry, add, times = Table.__getitem__, Column.__getitem__, Tally.add, Term.times
    check_open = ending._check_open

    def other_cell(self: Table, key: tuple[Any, Any]) -> Any:
        right = cell(self, key)
        row, column = self._find(*key)
        return met(another_cell(self.cells, row, column)) if self.rules[column] in rules else right

    def other_entry(self: Column, value: Any) -> Any:
        right, row = entry(self, value), self._find(value)
        return met(another_cell((self.cells,), 0, row)) if self.rules[row] in rules else right

    def no_term(self: Tally, amount: Number, text: str, rule: str = "") -> Term:
        return met(Term(0, text, rule)) if rule in rules else add(self, amount, text, rule)

    def no_factor(self: Term, factor: Number, text: str, rule: str) -> Term:
        return met(self) if rule in rules else times(self, factor, text, rule)

    def no_end(match: Any, rule: str) -> None:
        if rule in rules:
            raise Misuse(met("The rules do not know such an end."))
        check_open(match, rule)

    ending._check_open = no_end
    Table.__getitem__ = other_cell  # type: ignore[method-assign]
    Column.__getitem__ = other_entry  # type: ignore[method-assign]
    Tally.add = no_term  # type: ignore[method-assign]
    Term.times = no_factor  # type: ignore[method-assign]
