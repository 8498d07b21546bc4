"""Tournaments and ratings of bots: everybody against everybody, from both sides of the same dice, and a table of it.

Ratings are those of Bradley and Terry, in Elo points (400 points are odds of ten to one), with random play at 0 where it takes
part: they do not depend on the order of the matches. Openskill's, which do, stand beside them because players know them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import log10, sqrt

from msgspec import Struct, structs

from grognard.bots.series import Job, PlayedRow, series
from grognard.bots.tournament import Score
from grognard.kernel import Misuse, game

from . import plots
from .extras import need

PRIOR = 0.5  # of a draw with the average of all, so that a bot that won or lost everything has a rating


class Rating(Struct):
    bot: str
    elo: float
    error: float  # half of the 95 % interval
    score: Score
    mu: float = 0.0
    sigma: float = 0.0


class RatingTable(Struct):
    game: str
    scenario: str
    ratings: list[Rating]
    pairs: dict[str, Score]  # "a/b" -> as a sees it
    unfinished: int


def pairings(name: str, scenario: str, bots: Sequence[str], matches: int, seed: str) -> list[Job]:
    """All matches of a tournament. For games of two seats."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise Misuse("A tournament needs at least two different bots.")
    jobs: list[Job] = []
    for first, second in combinations(bots, 2):
        of_pair = series(name, scenario, [first, second], matches, f"{seed}/{first}/{second}", swap=True)
        if len(of_pair[0].bots) != 2:
            raise Misuse("A tournament is for games of two seats.")
        jobs += [structs.replace(job, number=len(jobs) + job.number) for job in of_pair]
    return jobs


def table_of(jobs: Sequence[Job], rows: Iterable[PlayedRow]) -> RatingTable:
    """What the matches come to."""
    ordered = sorted(rows, key=lambda row: row.number)
    bots = list(dict.fromkeys(bot for job in jobs for bot in job.bots.values()))
    pairs: dict[str, Score] = {f"{a}/{b}": Score() for a, b in combinations(bots, 2)}
    scores = {bot: Score() for bot in bots}
    ended = [row for row in ordered if row.finished]
    for row in ended:
        first, second = sorted(row.bots.values(), key=bots.index)
        won = None if row.winner is None else row.bots.get(row.winner) == first
        pairs[f"{first}/{second}"].count(won)
        scores[first].count(won)
        scores[second].count(None if won is None else not won)
    elo = elo_of(bots, pairs)
    skill = openskill_of(bots, ended)
    ratings = [Rating(bot, *elo[bot], scores[bot], *skill[bot]) for bot in bots]
    ratings.sort(key=lambda one: (-one.elo, one.bot))
    return RatingTable(jobs[0].game, jobs[0].scenario, ratings, pairs, len(ordered) - len(ended))


def elo_of(bots: Sequence[str], pairs: dict[str, Score]) -> dict[str, tuple[float, float]]:
    """Bot -> rating and half of its interval, by the strengths that make these results likeliest."""
    games = {(a, b): pairs[f"{a}/{b}"] for a, b in combinations(bots, 2)}
    strength = dict.fromkeys(bots, 1.0)
    won = {
        bot: PRIOR / 2
        + sum(s.wins + s.draws / 2 for (a, _), s in games.items() if a == bot)
        + sum(s.losses + s.draws / 2 for (_, b), s in games.items() if b == bot)
        for bot in bots
    }
    for _ in range(4000):
        new = {}
        for bot in bots:
            met = PRIOR / (strength[bot] + 1)
            for (a, b), score in games.items():
                if bot in (a, b):
                    met += score.matches / (strength[a] + strength[b])
            new[bot] = won[bot] / met
        if all(abs(new[bot] / strength[bot] - 1) < 1e-10 for bot in bots):
            break
        strength = new
    zero = 400 * log10(strength["random"]) if "random" in strength else 0.0
    found = {}
    for bot in bots:
        p = strength[bot] / (strength[bot] + 1)
        information = PRIOR * p * (1 - p)
        for (a, b), score in games.items():
            if bot in (a, b):
                p = strength[a] / (strength[a] + strength[b])
                information += score.matches * p * (1 - p)
        half = 1.96 / sqrt(information) * 400 / 2.302585
        found[bot] = (400 * log10(strength[bot]) - zero, half)
    return found


def openskill_of(bots: Sequence[str], rows: Sequence[PlayedRow]) -> dict[str, tuple[float, float]]:
    """Openskill's Plackett and Luce, match by match in the order of their numbers."""
    models = need("openskill.models")
    model = models.PlackettLuce()
    known = {bot: model.rating(name=bot) for bot in bots}
    for row in rows:
        first, second = sorted(row.bots.values(), key=bots.index)
        won = None if row.winner is None else row.bots.get(row.winner) == first
        ranks = [1, 1] if won is None else [1, 2] if won else [2, 1]
        (new_first,), (new_second,) = model.rate([[known[first]], [known[second]]], ranks=ranks)
        known[first], known[second] = new_first, new_second
    return {bot: (rating.mu, rating.sigma) for bot, rating in known.items()}


# ------------------------------------------------------------------ words


def table_lines(table: RatingTable) -> list[str]:
    """As Markdown: ratings, and who beat whom."""
    bots = [one.bot for one in table.ratings]
    lines = [f"| {' | '.join(['bot', 'Elo', '95 %', 'openskill', *bots])} |", f"|{'---|' * (4 + len(bots))}"]
    for one in table.ratings:
        cells = [_cell(table, one.bot, other) for other in bots]
        skill = f"{one.mu:.1f} ± {one.sigma:.1f}"
        lines.append(f"| {' | '.join([f'`{one.bot}`', f'{one.elo:.0f}', f'± {one.error:.0f}', skill, *cells])} |")
    return lines


def _cell(table: RatingTable, bot: str, other: str) -> str:
    score = table.pairs.get(f"{bot}/{other}")
    if score is not None:
        return f"{score.wins}-{score.draws}-{score.losses}"
    score = table.pairs.get(f"{other}/{bot}")
    return f"{score.losses}-{score.draws}-{score.wins}" if score is not None else ""


HEAD = """# Bots

Who beats whom, and by how much. The tables are written by a command; do not edit them by hand:

    grognard tournament GAME SCENARIO --bots A,B,C --matches N --write docs/bots.md

A cell is won-drawn-lost of the row's bot against the column's, sides changed with the same dice. Elo is Bradley and
Terry's over all matches of the table (random play is 0); the interval says how few matches there were.
"""


def written(page: str, table: RatingTable, made_by: str) -> str:
    """The page with the section of this game and scenario put in, or in place of the old one."""
    title = f"{game(table.game).title}: `{table.scenario}`"
    name = f"{table.game}/{table.scenario}"
    told = f"\n{table.unfinished} matches were given up.\n" if table.unfinished else ""
    body = "\n".join([f"## {title}", "", *table_lines(table), told, f"    {made_by}", ""])
    part = f"<!-- {name} -->\n{body}<!-- end {name} -->\n"
    page = page or HEAD
    pattern = re.compile(rf"<!-- {re.escape(name)} -->\n.*?<!-- end {re.escape(name)} -->\n", re.S)
    if pattern.search(page):
        return pattern.sub(lambda _: part, page)
    return f"{page.rstrip()}\n\n{part}"


# ------------------------------------------------------------------ strength against time


class Strength(Struct):
    budget: float
    bot: str
    score: Score


def strength_jobs(
    name: str, scenario: str, bot: str, key: str, budgets: Sequence[float], against: str, matches: int, seed: str
) -> list[Job]:
    """The bot with each budget (`search:nodes=20`) against another: the same seeds for all budgets."""
    jobs: list[Job] = []
    for budget in budgets:
        made = f"{bot}:{key}={budget:g}"
        of_budget = series(name, scenario, [made, against], matches, seed, swap=True)
        jobs += [structs.replace(job, number=len(jobs) + job.number, cell=made) for job in of_budget]
    return jobs


def strengths(jobs: Sequence[Job], rows: Iterable[PlayedRow], budgets: Sequence[float]) -> list[Strength]:
    cells = list(dict.fromkeys(job.cell for job in jobs))
    by_number = {job.number: job.cell for job in jobs}
    scores = {cell: Score() for cell in cells}
    for row in rows:
        if row.finished:
            cell = by_number[row.number]
            scores[cell].count(None if row.winner is None else row.bots.get(row.winner) == cell)
    return [Strength(budget, cell, scores[cell]) for budget, cell in zip(budgets, cells)]


def strength_plot(found: Sequence[Strength], key: str, against: str) -> str:
    points = [(one.budget, one.score.rate, *one.score.interval()) for one in found]
    across = {"seconds": "seconds a decision", "nodes": "iterations a decision"}.get(key, key)
    return plots.with_intervals({found[0].bot.split(":")[0]: points}, across, f"won against {against}", log=True)
