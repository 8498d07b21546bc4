"""`grognard simulate`: many matches among bots, and what they come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import STOPPED, complain
from .given import GameName, OptionList, options_of, varied, writable

if TYPE_CHECKING:
    from grognard.bots.series import Job, PlayedRow
    from grognard.bots.tournament import Score
    from grognard.lab.experiment import Experiment
    from grognard.lab.record import Record
    from grognard.lab.simulation import Summary

Scenarios = Annotated[str, typer.Argument(help="Name of a scenario of that game, or several: A,B.", metavar="SCENARIO")]
Bots = Annotated[
    str,
    typer.Option(
        help="Bots in the order of the seats, or one for all; with settings: greedy:worlds=2; your own: module:Class.",
        metavar="A,B",
    ),
]
Seed = Annotated[str, typer.Option(help="The same seed gives the same matches.", metavar="S")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that play at the same time.", metavar="W")]
Cluster = Annotated[str, typer.Option(help="Play on a Dask cluster: the address of its scheduler.", metavar="ADDRESS")]
Vary = Annotated[
    list[str],
    typer.Option(
        help="Compare values of an option, with the same seeds; A+B=V+W,X+Y: of several together.", metavar="NAME=V1,V2"
    ),
]
Swap = Annotated[bool, typer.Option("--swap", help="Let the bots change seats from match to match.")]
MaxChoices = Annotated[int, typer.Option(min=1, help="Give a match up after so many choices.", metavar="N")]
Seconds = Annotated[float, typer.Option(min=0, help="Time of a bot for a decision; 0: as long as it likes.", metavar="T")]


def simulate(
    name: GameName,
    scenario: Scenarios = "learning",
    bots: Bots = "best",
    matches: Annotated[int, typer.Option(min=1, help="How many, for each thing compared.", metavar="N")] = 10,
    seed: Seed = "0",
    workers: Workers = 1,
    cluster: Cluster = "",
    out: Annotated[
        Path | None, typer.Option(help="Keep all in this folder: Parquet, CSV; goes on if stopped.", metavar="DIR")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write every match to this file.", metavar="FILE")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep each match as a save in this folder.", metavar="DIR")] = None,
    swap: Swap = False,
    max_choices: MaxChoices = 50_000,
    seconds: Seconds = 0,
    vary: Vary = [],  # noqa: B006 - Typer reads it
    option: OptionList = [],  # noqa: B006
) -> None:
    """Play matches among bots and count who wins. Ctrl-C keeps what is done; with --out the same command goes on."""
    from msgspec import structs

    from grognard.kernel import Misuse, game
    from grognard.lab.experiment import Experiment

    known = game(name)
    path = writable(json)
    chosen, compared = options_of(known, option), varied(known, vary)
    cells = _listed(scenario)
    experiment = Experiment(name, cells, _listed(bots), matches, seed, chosen, compared, swap, max_choices, seconds or None)
    jobs = experiment.jobs()
    if save is not None:
        jobs = [structs.replace(job, save=str(save)) for job in jobs]
    if out is not None:
        if path is not None:
            raise Misuse("--json and --out: choose one of them.")
        keep_playing(experiment, jobs, workers, cluster, out)
    elif len(experiment.cells()) > 1:
        raise Misuse("Several things are compared: say by --out DIR where the results go.")
    else:
        _once(jobs, workers, cluster, path)


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",")]


def _once(jobs: list[Job], workers: int, cluster: str, path: Path | None) -> None:
    """One series, counted; a file if wanted."""
    from grognard.lab.files import write_whole
    from grognard.lab.simulation import played, report, summary

    rows: list[PlayedRow] = []
    seats = list(jobs[0].bots)

    def finish(seconds: float) -> None:
        _show(summary(rows, seats), rows, seconds)
        if path is not None and rows:
            write_whole(path, report(jobs, rows, seats))

    _play(jobs, played(jobs, workers, cluster), rows.append, finish, len(rows))


def keep_playing(experiment: Experiment, jobs: list[Job], workers: int, cluster: str, out: Path, quiet: bool = False) -> None:
    """An experiment in a folder: what is there is not played again."""
    from grognard.lab.executors import played
    from grognard.lab.extras import need
    from grognard.lab.record import play_recorded
    from grognard.lab.results import CSV, PARQUET, Journal

    need("polars")  # before hours of work, not after them
    with closing(Journal(out, experiment)) as journal:
        left = [job for job in jobs if job.number not in journal.done]
        if len(left) < len(jobs):
            print(f"{len(jobs) - len(left)} of {len(jobs)} matches are in {out} already.")

        def finish(seconds: float) -> None:
            journal.write_tables()
            if quiet:
                return
            show_cells(journal.records, len(jobs) - len(left), seconds)
            print(f"{out / PARQUET}, {out / CSV}; `grognard report {out}` makes a page of them.")

        _play(left, played(left, play_recorded, workers, cluster), journal.add, finish, len(jobs) - len(left))


def _play(
    jobs: Sequence[Job], coming: Iterator[Any], take: Callable[[Any], None], finish: Callable[[float], None], before: int
) -> None:
    """Takes records as matches end, with a progress bar where somebody looks; what is done is kept, come what may."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    began, done, stopped = time.monotonic(), 0, False
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            title = f"{jobs[0].game}/{jobs[0].scenario}" if jobs else "nothing left to play"
            task = progress.add_task(title, total=len(jobs), rate="")
            with closing(coming):  # type: ignore[type-var]
                for record in coming:
                    take(record)
                    done += 1
                    progress.update(task, advance=1, rate=f"{done / (time.monotonic() - began):.3g}/s")
    except KeyboardInterrupt:
        stopped = True
    finally:  # a broken rule keeps what is done, too
        finish(time.monotonic() - began)
    if stopped:
        complain(f"Stopped after {before + done} of {before + len(jobs)} matches.")
        raise typer.Exit(STOPPED)


# ------------------------------------------------------------------ words


def show_cells(records: Sequence[Record], before: int, seconds: float) -> None:
    """Each thing compared: its sides, its bots."""
    from grognard.lab.simulation import summary_of

    cells = list(dict.fromkeys(record.cell for record in sorted(records, key=lambda one: one.number)))
    for cell in cells:
        found = summary_of([record for record in records if record.cell == cell])
        print(f"{cell}: " if len(cells) > 1 else "", end="")
        _show_summary(found)
    played = len(records) - before
    if played:
        print(f"{seconds:.1f} s: {played / seconds:.3g} matches/s")


def _show(found: Summary, rows: list[PlayedRow], seconds: float) -> None:
    _show_summary(found)
    if found.matches:
        choices = sum(row.choices for row in rows)
        print(f"{seconds:.1f} s: {found.matches / seconds:.3g} matches/s, {choices / seconds:,.0f} choices/s")


def _show_summary(found: Summary) -> None:
    from grognard.kernel.words import counted

    print(counted(found.matches, "match", "matches") + (f", {found.unfinished} not finished" if found.unfinished else ""))
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


def _show_scores(what: str, scores: dict[str, Score]) -> None:
    for name, score in scores.items():
        low, high = score.interval()
        drawn = f", {score.draws} drawn" if score.draws else ""
        print(f"{what} {name}: {score.rate:.1%} ({low:.1%} to {high:.1%}); {score.wins} won, {score.losses} lost{drawn}")
