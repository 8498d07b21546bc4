"""`grognard simulate`: many matches among bots, and what they come to."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import STOPPED, complain
from .given import GameName, OptionList, ScenarioName, options_of, writable

if TYPE_CHECKING:
    from grognard.bots.series import Job, Row
    from grognard.bots.tournament import Score
    from grognard.lab.simulation import Summary


def simulate(
    name: GameName,
    scenario: ScenarioName = "learning",
    bots: Annotated[str, typer.Option(help="Names of bots in the order of the seats, or one for all.", metavar="A,B")] = "best",
    matches: Annotated[int, typer.Option(min=1, help="How many.", metavar="N")] = 10,
    seed: Annotated[str, typer.Option(help="The same seed gives the same matches.", metavar="S")] = "0",
    workers: Annotated[int, typer.Option(min=1, help="Processes that play at the same time.", metavar="W")] = 1,
    json: Annotated[Path | None, typer.Option(help="Write every match to this file.", metavar="FILE")] = None,
    swap: Annotated[bool, typer.Option("--swap", help="Let the bots change seats from match to match.")] = False,
    max_choices: Annotated[int, typer.Option(min=1, help="Give a match up after so many choices.", metavar="N")] = 50_000,
    option: OptionList = [],  # noqa: B006 - Typer reads it
) -> None:
    """Play matches among bots and count who wins. Ctrl-C keeps what is done."""
    from grognard.bots.series import series
    from grognard.kernel import game
    from grognard.lab.files import write_whole
    from grognard.lab.simulation import report, summary

    known = game(name)
    path = writable(json)
    sitting = [bot.strip() for bot in bots.split(",")]
    jobs = series(name, scenario, sitting, matches, seed, options_of(known, option), swap=swap, max_choices=max_choices)
    rows: list[Row] = []
    began = time.monotonic()
    stopped = False
    try:
        _play(jobs, workers, rows)
    except KeyboardInterrupt:
        stopped = True
    finally:  # a broken rule keeps what is done, too
        seats = list(jobs[0].bots)
        _show(summary(rows, seats), rows, time.monotonic() - began)
        if path is not None and rows:
            write_whole(path, report(jobs, rows, seats))
    if stopped:
        complain(f"Stopped after {len(rows)} of {matches} matches.")
        raise typer.Exit(STOPPED)


def _play(jobs: list[Job], workers: int, rows: list[Row]) -> None:
    """Fills `rows` as matches end, with a progress bar where somebody looks."""
    from contextlib import closing

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from grognard.lab.simulation import played

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{jobs[0].game}/{jobs[0].scenario}", total=len(jobs))
        with closing(played(jobs, workers)) as coming:
            for row in coming:
                rows.append(row)
                progress.advance(task)


def _show(found: Summary, rows: list[Row], seconds: float) -> None:
    print(f"{found.matches} matches" + (f", {found.unfinished} not finished" if found.unfinished else ""))
    if not found.matches:
        return
    _show_scores("side", found.sides)
    if found.bots:
        _show_scores("bot", found.bots)
    if found.choices:
        length = found.choices
        print(f"choices a match: median {length.median:g}, {length.least} to {length.most}")
    if found.blind:
        print(f"decisions without imagination (chosen by chance): {found.blind}")
    choices = sum(row.choices for row in rows)
    print(f"{seconds:.1f} s: {found.matches / seconds:.3g} matches/s, {choices / seconds:.3g} choices/s")


def _show_scores(what: str, scores: dict[str, Score]) -> None:
    for name, score in scores.items():
        low, high = score.interval()
        drawn = f", {score.draws} drawn" if score.draws else ""
        print(f"{what} {name}: {score.rate:.1%} ({low:.1%} to {high:.1%}); {score.wins} won, {score.losses} lost{drawn}")
