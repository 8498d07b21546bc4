"""`grognard tournament`, `strength` and `suite`: how good bots are, against each other, for their time, and in all games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .given import GameName, ScenarioName, writable
from .simulate import Cluster, Seed, Workers

if TYPE_CHECKING:
    from grognard.bots.series import Job, PlayedRow


def tournament(
    name: GameName,
    scenario: ScenarioName = "learning",
    bots: Annotated[str, typer.Option(help="The bots, with settings if wanted.", metavar="A,B,C")] = "best,greedy,random",
    matches: Annotated[int, typer.Option(min=2, help="Of every two bots; sides change.", metavar="N")] = 10,
    seed: Seed = "0",
    workers: Workers = 1,
    cluster: Cluster = "",
    write: Annotated[Path | None, typer.Option(help="Put the table into this page of Markdown.", metavar="FILE")] = None,
) -> None:
    """Let every bot play every other, rate them, and write the table of them."""
    from grognard.lab.files import write_whole
    from grognard.lab.ratings import pairings, table_lines, table_of, written

    path = writable(write)
    jobs = pairings(name, scenario, [bot.strip() for bot in bots.split(",")], matches, seed)
    table = table_of(jobs, _rows(jobs, workers, cluster))
    print("\n".join(table_lines(table)))
    if path is not None:
        made_by = f"grognard tournament {name} {scenario} --bots {bots} --matches {matches} --seed {seed}"
        write_whole(path, written(path.read_text("utf-8") if path.exists() else "", table, made_by))
        print(path)


def strength(
    name: GameName,
    scenario: ScenarioName = "learning",
    bot: Annotated[str, typer.Option(help="The bot that is measured.", metavar="A")] = "search",
    against: Annotated[str, typer.Option(help="The bot that it plays.", metavar="B")] = "best",
    seconds: Annotated[str, typer.Option(help="Its time for a decision, several values.", metavar="T1,T2")] = "",
    nodes: Annotated[str, typer.Option(help="Or its iterations, which is the same on every machine.", metavar="N1,N2")] = "",
    matches: Annotated[int, typer.Option(min=2, help="For each value; sides change.", metavar="N")] = 10,
    seed: Seed = "0",
    workers: Workers = 1,
    cluster: Cluster = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The plot, as SVG.", metavar="FILE")] = None,
) -> None:
    """Strength against time: how often a bot wins as it may think longer."""
    from grognard.kernel import Misuse
    from grognard.lab.files import write_whole
    from grognard.lab.ratings import strength_jobs, strength_plot, strengths

    if bool(seconds) == bool(nodes):
        raise Misuse("Give --seconds or --nodes, one of them.")
    key, words = ("seconds", seconds) if seconds else ("nodes", nodes)
    try:
        budgets = sorted(float(word) for word in words.split(","))
    except ValueError:
        raise Misuse(f"--{key} {words}: expected numbers with commas between them.") from None
    path = writable(output) or Path(f"{name}-{scenario}-strength.svg")
    jobs = strength_jobs(name, scenario, bot, key, budgets, against, matches, seed)
    found = strengths(jobs, _rows(jobs, workers, cluster), budgets)
    for one in found:
        low, high = one.score.interval()
        print(f"{one.bot}: {one.score.rate:.0%} ({low:.0%} to {high:.0%}) of {one.score.matches} against {against}")
    write_whole(path, strength_plot(found, key, against))
    print(path)


def suite(
    agent: Annotated[str, typer.Argument(help="A bot by name, with settings; your own: module:Class.", metavar="AGENT")],
    games: Annotated[str, typer.Option(help="Only these games.", metavar="A,B")] = "",
    pairs: Annotated[int, typer.Option(min=1, help="Of matches against each baseline in each game.", metavar="N")] = 6,
    seconds: Annotated[float, typer.Option(help="Each bot's time for a decision; 0: its own budget.", metavar="T")] = 0.0,
    workers: Workers = 1,
    cluster: Cluster = "",
    write: Annotated[Path | None, typer.Option(help="Keep the table in this file.", metavar="FILE")] = None,
) -> None:
    """The benchmark suite: an agent against the baselines in every game, from fixed positions with fixed dice."""
    from grognard.lab.files import write_whole
    from grognard.lab.suite import lines_of, suite_jobs, table, the_suite

    path, known = writable(write), the_suite()
    jobs = suite_jobs(known, agent, pairs, [one.strip() for one in games.split(",") if one.strip()], seconds or None)
    lines = table(known, agent, lines_of(known, jobs, _rows(jobs, workers, cluster)))
    print("\n".join(lines))
    if path is not None:
        write_whole(path, "\n".join(lines) + "\n")
        print(path)


def _rows(jobs: list[Job], workers: int, cluster: str) -> list[PlayedRow]:
    from rich.console import Console
    from rich.progress import track

    from grognard.lab.simulation import played

    console = Console(stderr=True)
    coming = played(jobs, workers, cluster)
    return list(track(coming, "playing", len(jobs), console=console, disable=not console.is_terminal, transient=True))
