"""Chapter 11, cards that last for the period, and whom they serve (11.character.reach)."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Napalini


def served(g: Napalini, n: int, card: str) -> bool:
    """11.character.reach: whether a card that lasts the period serves this unit."""
    effects = g.camp(g.unit(n).side).period_cards
    return card in effects and effects[card] in (-1, g.unit(n).formation)


def served_this_round(g: Napalini, n: int, card: str) -> bool:
    """11.character.reach: whether a character card that was played in this round serves this unit."""
    return g.round.reach.get(card, -1) in (-1, g.unit(n).formation)


@cites("napalini.card.7C")
def fox(g: Napalini, n: int) -> bool:
    """7C: motorised and tracked units cross hostile corners."""
    return g.cls(n) in ("WM", "T") and served(g, n, "7C")
