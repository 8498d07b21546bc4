"""The benchmark suite for search with imperfect information (`grognard suite AGENT`): an agent against baselines in every game.

Battles, baselines, seeds and openings stand in suite.toml and never change. Each pair of matches is the same position with the
same dice from both sides, after an opening by chance; a row depends on its job alone, so an agent with a budget in iterations
gets the same table on every machine. The figure of a game is the mean of its scores against the baselines, that of the suite
the mean of the games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from grognard.bots.series import Job, PlayedRow, series
from grognard.bots.tournament import Score
from grognard.kernel import Misuse

SUITE = Path(__file__).with_name("suite.toml")


class Battle(Struct, forbid_unknown_fields=True):
    game: str
    scenario: str


class Suite(Struct, forbid_unknown_fields=True):
    name: str
    seed: str
    baselines: list[str]
    openings: list[int]
    battle: list[Battle]


class Line(Struct):
    """An agent in one game: baseline -> how it fared."""

    game: str
    scenario: str
    scores: dict[str, Score]

    @property
    def figure(self) -> float:
        """The mean of its rates."""
        return sum(score.rate for score in self.scores.values()) / max(1, len(self.scores))


def the_suite() -> Suite:
    return msgspec.convert(tomllib.loads(SUITE.read_text("utf-8")), Suite)


def suite_jobs(suite: Suite, agent: str, pairs: int, games: Sequence[str] = (), seconds: float | None = None) -> list[Job]:
    """All matches: `pairs` against each baseline in each game, each from both sides."""
    if unknown := set(games) - {battle.game for battle in suite.battle}:
        raise Misuse(f"{', '.join(sorted(unknown))}: not in the suite. It has {', '.join(b.game for b in suite.battle)}.")
    jobs: list[Job] = []
    for battle in suite.battle:
        for baseline in suite.baselines if not games or battle.game in games else ():
            of_pair = series(battle.game, battle.scenario, [agent, baseline], 2 * pairs, suite.seed, swap=True)
            for job in of_pair:
                opening = suite.openings[job.number // 2 % len(suite.openings)]
                more = {"opening": opening, "cell": baseline, "seconds": seconds, "number": len(jobs)}
                jobs.append(structs.replace(job, **more))
    return jobs


def lines_of(suite: Suite, jobs: Sequence[Job], rows: Iterable[PlayedRow]) -> list[Line]:
    """What they come to, game by game. A match that did not come to its end counts as a draw.

    The agent plays itself where it is a baseline: that counts as any other match, by the first of the two.
    """
    found = {b.game: Line(b.game, b.scenario, {one: Score() for one in suite.baselines}) for b in suite.battle}
    for row in rows:
        job = jobs[row.number]
        seats = list(job.bots)
        mine = seats[row.number % 2]  # it moves on by a seat from match to match
        found[job.game].scores[job.cell].count(None if row.winner is None else row.winner == mine)
    return [line for line in found.values() if any(score.matches for score in line.scores.values())]


def table(suite: Suite, agent: str, lines: Sequence[Line]) -> list[str]:
    """As a table of Markdown."""
    head = ["game", *(f"v `{one}`" for one in suite.baselines), "figure"]
    rows = [f"`{agent}` in the suite “{suite.name}”", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for line in lines:
        cells = [f"{s.wins}-{s.draws}-{s.losses} ({s.rate:.0%})" for s in line.scores.values()]
        rows.append(f"| {line.game} `{line.scenario}` | {' | '.join(cells)} | {100 * line.figure:.1f} |")
    mean = sum(line.figure for line in lines) / max(1, len(lines))
    matches = sum(score.matches for line in lines for score in line.scores.values())
    return [*rows, "", f"Figure of the suite: {100 * mean:.1f} (of 100, {matches} matches)."]
