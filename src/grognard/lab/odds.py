"""Odds of a situation: the exact distributions of the game, and the game's own rules fought many times beside them.

The one idea: `Game.odds` reckons and `Game.trial` fights, both by the policy that the question names. If they disagree, one
of them is wrong; Pearson's chi-square says how surely.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from msgspec import Struct

from grognard.kernel import Game, Misuse
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import scratch_copy

from .situations import Situation, match_of


class Fit(Struct):
    """How well a sample fits an exact distribution."""

    title: str
    samples: int
    chi_square: float
    degrees: int
    p: float  # the chance of a sample at least as far off, if both are the same
    counts: dict[str, int]
    strange: list[str]  # outcomes that should be impossible


def odds_of(game: Game, situation: Situation, question: dict[str, Any] | None = None) -> list[OddsView]:
    """The exact distributions; raises Misuse where the game offers none."""
    try:
        views = game.odds(match_of(game, situation).g, situation.question if question is None else question)
    except KeyError as missing:
        raise Misuse(f"The question lacks {missing}, or names what is not there (see docs/lab.md, odds).") from None
    except (TypeError, ValueError, IndexError, AttributeError, AssertionError) as error:
        raise Misuse(f"The question is not understood: {error} (see docs/lab.md, odds).") from None
    if not views:
        raise Misuse(f"{game.title} has no odds for this question.")
    return views


def fits(
    game: Game, situation: Situation, samples: int, question: dict[str, Any] | None = None, seed: int | str = 0
) -> list[Fit]:
    """The situation fought so many times by the rules, compared with the exact distributions."""
    asked = situation.question if question is None else question
    views = odds_of(game, situation, asked)
    g = match_of(game, situation).g
    counts: list[Counter[str]] = [Counter() for _ in views]
    for number in range(samples):
        for count, word in zip(counts, game.trial(scratch_copy(g, f"{seed}/{number}"), asked)):
            count[word] += 1
    return [fit(view, count) for view, count in zip(views, counts) if count]


def fit(view: OddsView, counts: Counter[str]) -> Fit:
    """Pearson's test; outcomes expected fewer than five times are put together."""
    samples = sum(counts.values())
    exact = dict(view.outcomes)
    strange = sorted(word for word in counts if exact.get(word, 0.0) <= 0.0)
    bins: list[tuple[float, int]] = []
    rest_expected, rest_seen = 0.0, 0
    for word, chance in exact.items():
        expected, seen = chance * samples, counts.get(word, 0)
        if expected >= 5:
            bins.append((expected, seen))
        else:
            rest_expected, rest_seen = rest_expected + expected, rest_seen + seen
    if rest_expected >= 1:
        bins.append((rest_expected, rest_seen))
    value = sum((seen - expected) ** 2 / expected for expected, seen in bins)
    degrees = max(0, len(bins) - 1)
    p = 0.0 if strange else chi_square_tail(value, degrees)
    return Fit(view.title, samples, value, degrees, p, dict(counts), strange)


def chi_square_tail(value: float, degrees: int) -> float:
    """The chance that chi-square with so many degrees of freedom exceeds the value: an upper incomplete gamma function."""
    if degrees <= 0:
        return 1.0 if value < 1e-9 else 0.0
    a, x = degrees / 2, value / 2
    if x <= 0:
        return 1.0
    if x < a + 1:  # the series of the lower one
        term = total = 1 / a
        n = a
        while term > total * 1e-12:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a)))
    tiny = 1e-300  # Lentz's continued fraction of the upper one
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 500):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        step = d * c
        h *= step
        if abs(step - 1) < 1e-12:
            break
    return h * math.exp(a * math.log(x) - x - math.lgamma(a))
