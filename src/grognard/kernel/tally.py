"""Numbers that carry their reasons.

A `Tally` is built by one pure function of a game, and prompt, odds, bot and resolution all read that one. Amounts are exact:
a term is an integer or a Fraction, and rounding is a step with a rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from . import cite
from .scene import TallyView, TermView

Number = int | Fraction
Rounding = Literal["half up", "up", "down"]


def exact(number: Number) -> str:
    """A number as a player writes it: 7, 3 1/2, -1/4."""
    parts = number.denominator
    whole, rest = divmod(abs(number.numerator), parts)
    words = str(whole) if not rest else f"{rest}/{parts}" if not whole else f"{whole} {rest}/{parts}"
    return f"-{words}" if number < 0 else words


def round_half_up(number: Number) -> int:
    return (Fraction(number) + Fraction(1, 2)).__floor__()


def round_up(number: Number) -> int:
    return Fraction(number).__ceil__()


def round_down(number: Number) -> int:
    return Fraction(number).__floor__()


ROUND: dict[str, Callable[[Number], int]] = {"half up": round_half_up, "up": round_up, "down": round_down}


class Term:
    """One line of a tally: a base amount and what was done to it."""

    __slots__ = ("amount", "notes", "rule", "text")

    def __init__(self, amount: Number, text: str, rule: str) -> None:
        self.amount: Number = amount
        self.text = text
        self.rule = rule
        self.notes: list[tuple[str, Number, str]] = []

    def times(self, factor: Number, text: str, rule: str) -> Term:
        cite.cite(rule)
        self.amount = self.amount * factor
        self.notes.append((text, factor, rule))
        return self

    def halve(self, text: str, rule: str) -> Term:
        return self.times(Fraction(1, 2), text, rule)


class Tally:
    """Named terms, each with its rule, and their total."""

    __slots__ = ("_total", "steps", "terms", "title")

    def __init__(self, title: str) -> None:
        self.title = title
        self.terms: list[Term] = []
        self.steps: list[tuple[str, Number, str]] = []  # what was done to the sum: words, result, rule
        self._total: Number | None = None

    def add(self, amount: Number, text: str, rule: str = "") -> Term:
        if rule:
            cite.cite(rule)
        term = Term(amount, text, rule)
        self.terms.append(term)
        return term

    @property
    def sum(self) -> Number:
        return sum((term.amount for term in self.terms), 0)

    @property
    def total(self) -> Number:
        return self.sum if self._total is None else self._total

    def __int__(self) -> int:
        if Fraction(self.total).denominator != 1:
            raise ValueError(f"{self.title} is {exact(self.total)}: round it by its rule first")
        return int(self.total)

    def times(self, factor: Number, text: str, rule: str) -> Tally:
        """The whole sum times a factor."""
        return self._step(self.total * factor, text, rule)

    def reduced(self, percent: int, rule: str, text: str = "") -> Tally:
        """The whole sum reduced to so many per cent (100: nothing happens, nothing is cited)."""
        if percent == 100:
            return self
        return self.times(Fraction(percent, 100), text or f"{percent} %", rule)

    def rounded(self, rule: str, how: Rounding = "half up") -> Tally:
        value = ROUND[how](self.total)
        return self._step(value, f"rounded {how}", rule) if value != self.total else self

    def at_least(self, floor: Number, rule: str) -> Tally:
        return self._step(floor, f"at least {exact(floor)}", rule) if self.total < floor else self

    def at_most(self, ceiling: Number, rule: str) -> Tally:
        return self._step(ceiling, f"at most {exact(ceiling)}", rule) if self.total > ceiling else self

    def _step(self, value: Number, text: str, rule: str) -> Tally:
        cite.cite(rule)
        self._total = value
        self.steps.append((text, value, rule))
        return self

    def view(self) -> TallyView:
        rows: list[TermView] = []
        for term in self.terms:
            rows.append(TermView(term.text, exact(term.amount), term.rule))
            rows.extend(TermView(f"  {text}", f"x {exact(factor)}", rule) for text, factor, rule in term.notes)
        rows.extend(TermView(text, f"= {exact(value)}", rule) for text, value, rule in self.steps)
        return TallyView(self.title, exact(self.total), rows)

    def __repr__(self) -> str:
        return f"Tally({self.title!r}, {exact(self.total)})"
