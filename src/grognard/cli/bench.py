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
) -> None:
    """Measure speed and compare it with the limits. Ends with 1 if a limit is missed."""
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


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
