"""`grognard battle`: a contact of a campaign that is fought elsewhere: its sheet, its linked match, its report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .errors import complain

Campaign = Annotated[Path, typer.Argument(help="A saved campaign in which a battle waits for its report.", metavar="FILE")]


def battle(
    file: Campaign,
    link: Annotated[str, typer.Option(help="Write the linked match of World War II DBA to this file.", metavar="FILE")] = "",
    result: Annotated[str, typer.Option(help="A linked match that is over: enter its report.", metavar="FILE")] = "",
    bots: Annotated[bool, typer.Option("--bots", help="Let bots fight the linked match now, and enter its report.")] = False,
    report: Annotated[str, typer.Option(help="A battle report (JSON) from your table.", metavar="FILE")] = "",
    out: Annotated[str, typer.Option(help="Write the campaign here; by default over the old file.", metavar="FILE")] = "",
) -> None:
    """Print the battle sheet of a contact fought elsewhere, or enter its report."""
    import json

    from grognard.boards.papers import one_sheet
    from grognard.games.fyow.linked import fought_by_bots, report_of, start_linked
    from grognard.games.fyow.sheets import battle_sheet
    from grognard.kernel import Match

    match = Match.load(file)
    complain(*match.notes)
    waiting = next((b for b in match.g.state.battles if b.way != "paper" and b.reported < match.g.now), None)
    if waiting is None or match.decision.rule != "fyow.base.table.1":
        raise typer.BadParameter(f"{file}: no battle waits for its report")
    value: Any = None
    if link:
        Path(link).write_bytes(start_linked(match.g, waiting).save())
        print(f"The linked match is in {link}: grognard play {link}")
    elif result or bots:
        fought = Match.load(Path(result)) if result else fought_by_bots(start_linked(match.g, waiting))
        if fought.result is None:
            raise typer.BadParameter(f"{result or 'the linked match'} is not over")
        value = report_of(match.g, waiting, fought)
    elif report:
        value = json.loads(Path(report).read_text(encoding="utf-8"))
    else:
        print(one_sheet(battle_sheet(match.g, waiting)))
    if value is not None:
        match.choose(value)
        Path(out or file).write_bytes(match.save())
        print(f"The report is in: {out or file}")
