"""What the umpire says when it cannot let a choice stand, and when it itself is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import cite
from .scene import RefusalView
from .words import capital

if TYPE_CHECKING:
    from .match import Match


class Refusal:
    """The first rule against a choice, the fact and the limit, in words that its seat may read; they begin with a capital.

    Judgements return one or None: `return Refusal("nlc.7.7.1", "...")`.
    `facts` carries measured values, limits and a `fix` (the nearest legal value), for clients and bots.
    """

    __slots__ = ("facts", "rule", "why")

    def __init__(self, rule: str, why: str, **facts: Any) -> None:
        cite.cite(rule)
        self.rule = rule
        self.why = capital(why)
        self.facts = facts

    def view(self) -> RefusalView:
        return RefusalView(self.rule, self.why, self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.why, self.facts) == (other.rule, other.why, other.facts)

    def __hash__(self) -> int:
        return hash((self.rule, self.why))

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.why!r})"


class Refused(Exception):
    """An illegal choice. Nothing changed. All that is wrong is in `refusals`, the first also in `rule` and `why`."""

    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals
        self.rule, self.why, self.facts = refusals[0].rule, refusals[0].why, refusals[0].facts
        super().__init__("; ".join(f"{r.why} ({r.rule})" for r in refusals))


class Misuse(Exception):
    """The call itself makes no sense: no such seat, nothing to undo, a save of another game. Says what and where."""


class BadData(Misuse):
    """A data file, scenario, patch or save is wrong. The message names file, key and what was expected."""


class Broken(Exception):
    """A rule raised an exception. The position before the choice is restored; `file` holds a match that reproduces it."""

    def __init__(self, message: str, match: Match, file: bytes) -> None:
        super().__init__(message)
        self.match = match
        self.file = file
