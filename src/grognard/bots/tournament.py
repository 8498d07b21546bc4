"""Tournaments: every bot against every other, from both sides of the same dice, and how sure the outcome is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from .series import PlayedRow


class Score(Struct):
    """Wins of one bot against another, or of one side. A draw counts half a win."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.matches if self.matches else 0.0

    def interval(self) -> tuple[float, float]:
        """Where the true rate lies, with 95 % confidence."""
        return wilson(self.wins + self.draws / 2, self.matches)

    def count(self, won: bool | None) -> None:
        if won is None:
            self.draws += 1
        elif won:
            self.wins += 1
        else:
            self.losses += 1


def wilson(wins: float, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a rate: honest for few matches and for rates near 0 and 1."""
    if not matches:
        return 0.0, 1.0
    rate = wins / matches
    bend = z * z / matches
    middle = (rate + bend / 2) / (1 + bend)
    half = z / (1 + bend) * sqrt(rate * (1 - rate) / matches + bend / (4 * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def by_side(rows: Iterable[PlayedRow], sides: Sequence[str]) -> dict[str, Score]:
    """Side -> how it fared, over the finished matches."""
    scores = {side: Score() for side in sides}
    for row in rows:
        for side, score in scores.items():
            if row.finished:
                score.count(None if row.winner is None else row.winner == side)
    return scores


def by_bot(rows: Iterable[PlayedRow], bots: Iterable[str]) -> dict[str, Score]:
    """Bot -> how it fared, over the finished matches of different bots."""
    scores = {bot: Score() for bot in bots}
    for row in rows:
        sitting = set(row.bots.values())
        for bot in sitting if row.finished and len(sitting) > 1 else ():
            scores[bot].count(None if row.winner is None else row.bots.get(row.winner) == bot)
    return scores
