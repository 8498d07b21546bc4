"""`grognard report` and `grognard balance`: what simulations come to, as pages with pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .given import GameName, OptionList, ScenarioName, options_of, varied, writable
from .simulate import Bots, Cluster, Seed, Workers

if TYPE_CHECKING:
    from grognard.lab.record import Record

PageFile = Annotated[
    Path | None, typer.Option("-o", "--output", help="The page; beside the results by default.", metavar="FILE")
]


def report(
    results: Annotated[Path, typer.Argument(help="Folder of `simulate --out`, or its .parquet.", metavar="RESULTS")],
    output: PageFile = None,
) -> None:
    """Make a page of results: who wins, how surely, how long, at which cost, by which rules, by which luck."""
    from grognard.lab.files import write_whole
    from grognard.lab.report import report_page
    from grognard.lab.results import load_results

    path = writable(output) or (results / "report.html" if results.is_dir() else results.with_suffix(".html"))
    write_whole(path, report_page(load_results(results)))
    print(path)


def balance(
    name: GameName,
    scenario: ScenarioName = "learning",
    bots: Bots = "best",
    matches: Annotated[int, typer.Option(min=4, help="How many, for each value.", metavar="N")] = 40,
    seed: Seed = "0",
    by: Annotated[
        str, typer.Option(help="An option that is the handicap, with values: bid=-2,0,2,4.", metavar="NAME=V1,V2")
    ] = "",
    workers: Workers = 1,
    cluster: Cluster = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write a page, too.", metavar="FILE")] = None,
    option: OptionList = [],  # noqa: B006 - Typer reads it
) -> None:
    """Say what handicap would make a scenario even: in points of the score, or in values of an option."""
    from grognard.kernel import game
    from grognard.lab.balance import balance_page, verdict
    from grognard.lab.executors import played
    from grognard.lab.experiment import Experiment
    from grognard.lab.files import write_whole
    from grognard.lab.record import play_recorded

    known = game(name)
    path = writable(output)
    values = varied(known, [by]) if by else {}
    sitting = [bot.strip() for bot in bots.split(",")]
    swap = len(set(sitting)) > 1
    experiment = Experiment(name, [scenario], sitting, matches, seed, options_of(known, option), values, swap)
    records: list[Record] = list(played(experiment.jobs(), play_recorded, workers, cluster))
    found = verdict(records, next(iter(values), ""))
    print("\n".join(found.lines))
    if path is not None:
        write_whole(path, balance_page(found, records))
        print(path)
