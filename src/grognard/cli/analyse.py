"""`grognard analyse`: a finished match explained, as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .errors import complain
from .given import writable
from .replay import SaveFile


def analyse(
    file: SaveFile,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page; beside the save by default.", metavar="FILE")
    ] = None,
    blunders: Annotated[int, typer.Option(min=0, help="Ask the search bot about so many choices.", metavar="N")] = 6,
    nodes: Annotated[int, typer.Option(min=4, help="How long it looks at each.", metavar="N")] = 40,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Of a match that goes on, too: everything hidden is shown.")
    ] = False,
) -> None:
    """Explain a match: luck, odds at each combat, turning points, blunders, linked to the match choice by choice."""
    from grognard.kernel import Match, Misuse
    from grognard.kernel.saves import read_save
    from grognard.lab.analysis import analyse as look_through
    from grognard.lab.analysis import turning_points
    from grognard.lab.analysis_page import analysis_page
    from grognard.lab.files import write_whole

    if read_save(file).record_of:
        raise Misuse(f"{file} is the record of one seat: it cannot be walked through.")
    match = Match.load(file)
    complain(*match.notes)
    if match.result is None and not unfinished:
        raise Misuse("The match goes on, and an analysis shows what is hidden: --unfinished does it all the same.")
    path = writable(output) or file.with_suffix(".analysis.html")
    found = look_through(match, blunders=blunders, nodes=nodes)
    write_whole(path, analysis_page(found, file.name))
    print(found.result)
    for side, luck in found.luck.items():
        print(f"luck of {side}: {luck:+.2f} standard deviations over {found.dice[side]} dice")
    for moment in turning_points(found, 5):
        print(f"turn at choice {moment.number}: {moment.seat}, {moment.label} ({moment.swing:+.2f})")
    for one in found.blunders:
        print(f"choice {one.number}: {one.seat} chose {one.label}; rather {one.better} ({one.cost:.0%})")
    print(path)
