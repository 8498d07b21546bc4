"""Standing answers: "pass reactions of this corps until the turn ends, unless the odds are better than 0.6"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from .decision import Decision


class Standing(Struct, omit_defaults=True):
    """An answer that a seat leaves to a rule's question. Limits that are empty do not limit."""

    seat: str
    rule: str
    answer: Any
    piece: str = ""
    place: str = ""
    below_odds: float | None = None  # only while the odds that the question names are below this
    until: str = ""  # a named moment of the game ("turn"); empty: for the whole match
    since: int = 0  # filled by the kernel: the choices made before it was left; moments up to there do not end it

    def fits(self, decision: Decision) -> bool:
        """Whether this answers that decision. The decision's `about` says what it is about."""
        if decision.seat != self.seat or decision.rule != self.rule:
            return False
        about = decision.about
        if self.piece and str(about.get("piece", "")) != self.piece:
            return False
        if self.place and str(about.get("place", "")) != self.place:
            return False
        return self.below_odds is None or ("odds" in about and about["odds"] < self.below_odds)


class StandingAnswers:
    """Those of a match, and those whose moment came: who goes back before it has them again."""

    __slots__ = ("expired", "given")

    def __init__(self) -> None:
        self.given: list[Standing] = []
        self.expired: list[tuple[int, Standing]] = []  # after how many choices

    def moment(self, name: str, number: int) -> None:
        """A named moment of the game came after so many choices."""
        ended = [answer for answer in self.given if answer.until == name and answer.since < number]
        if ended:
            self.given = [answer for answer in self.given if answer not in ended]
            self.expired.extend((number, answer) for answer in ended)

    def back_to(self, number: int) -> None:
        """As they stood when so many choices had been made."""
        if self.expired:
            self.given = [*self.given, *(answer for at, answer in self.expired if at > number)]
            self.expired = [(at, answer) for at, answer in self.expired if at <= number]

    def fitting(self, decision: Decision) -> Standing | None:
        return next((answer for answer in self.given if answer.fits(decision)), None)

    def stand_down(self, seat: str, rule: str | None) -> None:
        self.given = [s for s in self.given if not (s.seat == seat and rule in (None, s.rule))]
