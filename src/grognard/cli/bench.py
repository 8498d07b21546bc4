"""`grognard bench`: what the project promises about speed, measured here and now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import BAD, complain
from .given import writable

if TYPE_CHECKING:
    from grognard.lab.bench import Figure


def bench(
    name: Annotated[str, typer.Argument(help="kernel, boards, server, club, lab or a game; else all.", metavar="[NAME]")] = "",
    json: Annotated[Path | None, typer.Option(help="Write the figures to this file.", metavar="FILE")] = None,
    against: Annotated[str, typer.Option(help="Compare the games with this older commit, in turns.", metavar="COMMIT")] = "",
    rounds: Annotated[int, typer.Option(help="With --against: how often each is measured.", min=1, max=50)] = 3,
    crowd: Annotated[
        str, typer.Option(help="With club: live matches of GAME or GAME/SCENARIO, more and more of them.", metavar="GAME")
    ] = "",
    minutes: Annotated[float, typer.Option(help="With --crowd: it ends after about so many.", min=0.1, max=120)] = 10,
    processes: Annotated[int, typer.Option(help="With --crowd: on PostgreSQL with so many.", min=1, max=16)] = 1,
) -> None:
    """Measure speed and compare it with the limits. Ends with 1 if a limit is missed."""
    if crowd:
        _crowd(crowd, minutes, processes, json)
        return
    if against:
        _against(against, name, rounds, json)
        return
    import msgspec

    from grognard.lab.bench import bench_names, machine, measured
    from grognard.lab.files import write_whole

    path = writable(json)
    parts = [name] if name else [part for part in bench_names() if part != "boards"]  # kernel brings them
    taken: dict[str, list[Figure]] = {}
    for part in parts:
        taken[part] = []
        for figure in measured(part):
            taken[part].append(figure)
            verdict = f" ({figure.limit}: {'good' if figure.good else 'MISSED'})" if figure.limit else ""
            print(f"{part} {figure.name}: {_number(figure.value)} {figure.unit}{verdict}  {figure.what}", flush=True)
    if path is not None:
        write_whole(path, msgspec.json.format(msgspec.json.encode({**machine(), "figures": taken}), indent=1) + b"\n")
    missed = [f"{part} {figure.name}" for part, figures in taken.items() for figure in figures if not figure.good]
    if missed:
        complain(f"Missed: {', '.join(missed)}")
        raise typer.Exit(BAD)


def _against(commit: str, name: str, rounds: int, json: Path | None) -> None:
    """Every figure of the games as a ratio to an older commit's."""
    import msgspec

    from grognard.kernel import game, game_names
    from grognard.kernel.proof.coverage import project_root
    from grognard.lab.against import compare
    from grognard.lab.files import write_whole

    path, taken = writable(json), []
    games = [game(name).name] if name else game_names()
    for one in compare(commit, project_root(), games, rounds):
        taken.append(one)
        ratio = f"{one.times:6.2f} times ({one.low:.2f} to {one.high:.2f})"
        print(f"{one.game:9}{one.name:32}{ratio}  {_number(one.then)} -> {_number(one.now)}", flush=True)
    if path is not None:
        write_whole(path, msgspec.json.format(msgspec.json.encode(taken), indent=1) + b"\n")


def _crowd(what: str, minutes: float, processes: int, json: Path | None) -> None:
    """How long a choice takes while more and more matches are live."""
    import msgspec

    from grognard.lab.bench import machine
    from grognard.lab.files import write_whole
    from grognard.server.club.crowd import curve

    path, taken = writable(json), []
    name, _, scenario = what.partition("/")
    for point in curve(name, scenario or "learning", minutes, processes=processes):
        taken.append(point)
        print(point.words(), flush=True)
    if path is not None:
        figures = msgspec.json.encode({**machine(), "crowd": what, "points": taken})
        write_whole(path, msgspec.json.format(figures, indent=1) + b"\n")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
