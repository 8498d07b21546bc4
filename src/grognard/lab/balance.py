"""`grognard balance`: is a scenario even, and what handicap would make it so?

Two ways. By the score: the points that, given to the weaker side, would have given each side half of the matches. By an
option: matches are played at several of its values, and a logistic curve through the results says where each side wins half;
that way the bots play with the handicap.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.bots.tournament import Score, by_side
from grognard.kernel import Misuse, game

from . import plots
from . import statistics as stats
from .page import figure, page, section, words
from .record import Record
from .report import who_wins


class Verdict(Struct):
    lines: list[str]
    option: str
    first: str
    second: str
    margin: stats.Handicap | None = None
    value: stats.Handicap | None = None
    scores: dict[str, Score] = {}  # value of the option, as words -> how the first side fared


def verdict(records: Sequence[Record], option: str = "") -> Verdict:
    """What the matches say. Raises Misuse for games of one side, or without a finished match."""
    ended = [record for record in records if record.finished]
    sides = stats.sides_of(records)
    if len(sides) != 2:
        raise Misuse("Balance is between two sides.")
    if not ended:
        raise Misuse("No match came to its end.")
    found = Verdict([], option, sides[0], sides[1])
    for cell, of_cell in stats.cells_of(ended).items():
        score = by_side(of_cell, [sides[0]])[sides[0]]
        found.scores[cell] = score
        low, high = score.interval()
        even = "could be even" if low <= 0.5 <= high else f"favours {sides[0] if score.rate > 0.5 else sides[1]}"
        found.lines.append(f"{cell}: {sides[0]} {score.rate:.1%} of {score.matches} ({low:.1%} to {high:.1%}): {even}.")
    if option:
        _by_option(found, ended)
    else:
        _by_score(found, ended)
    return found


def _by_option(found: Verdict, ended: Sequence[Record]) -> None:
    points = [(float(one.options[found.option]), stats.points_of(one, found.first)) for one in ended]
    found.value = stats.even_value(points)
    if found.value is None:
        found.lines.append(f"{found.option} changes the results too little to tell where they would be even: play more.")
        return
    one = found.value
    tried = [x for x, _ in points]
    outside = "" if min(tried) <= one.amount <= max(tried) else " (outside of what was played: a guess)"
    found.lines.append(f"Even at {found.option} = {one.amount:.2g} ({one.low:.2g} to {one.high:.2g}){outside}.")


def _by_score(found: Verdict, ended: Sequence[Record]) -> None:
    first, second = found.first, found.second
    margins = [
        (one.scores[first] - one.scores[second], (one.winner == first) - (one.winner == second))
        for one in ended
        if first in one.scores and second in one.scores
    ]
    if not margins:
        found.lines.append("The game has no score; name an option by --by.")
        return
    found.margin = one = stats.even_margin(margins)
    to, amount, low, high = (
        (first, one.amount, one.low, one.high) if one.amount >= 0 else (second, -one.amount, -one.high, -one.low)
    )
    if low <= 0 <= high:
        found.lines.append(
            f"No handicap is called for: the margin that would be even is {amount:g} for {to} ({low:g} to {high:g})."
        )
    else:
        found.lines.append(f"Give {to} {amount:g} points of the score ({low:g} to {high:g}) and each wins half.")
    found.lines.append(
        "(The bots played without that handicap; who plays for a margin plays otherwise. --by plays an option's values.)"
    )


def balance_page(found: Verdict, records: Sequence[Record]) -> str:
    """The same as a page with a picture."""
    cells = stats.cells_of(records)
    parts: list[str] = [words(line) for line in found.lines]
    if found.option:
        by_value: dict[float, Score] = {}
        for record in records:
            if record.finished:
                won = None if record.winner is None else record.winner == found.first
                by_value.setdefault(float(record.options[found.option]), Score()).count(won)
        points = [(value, score.rate, *score.interval()) for value, score in sorted(by_value.items())]
        parts.append(figure(plots.with_intervals({found.first: points}, found.option, f"{found.first} wins"), kind="plot"))
    elif found.margin is not None:
        first, second = found.first, found.second
        margins = [one.scores[first] - one.scores[second] for one in records if first in one.scores and second in one.scores]
        parts.append(figure(plots.histogram({"margin": margins}, f"score of {first} less that of {second}"), kind="plot"))
    title = game(records[0].game).title
    return page(f"Balance of {records[0].scenario}", title, [section("What would be even", *parts), who_wins(cells)])
