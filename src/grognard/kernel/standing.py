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
