"""`grognard print`: a scenario to print, cut out and play on a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .given import GameName, OptionList, ScenarioName, options_of, writable


def print_and_play(
    name: GameName,
    scenario: ScenarioName = "learning",
    option: OptionList = [],  # noqa: B006 - Typer reads it
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file; else GAME-SCENARIO-print.html.")] = None,
    no_rules: Annotated[bool, typer.Option("--no-rules", help="Map and counters only.")] = False,
) -> None:
    """Map in tiles, counters front and back, rules with rulings: one file that any browser prints or turns into a PDF."""
    from grognard.boards.print_and_play import document, tiles
    from grognard.kernel import Match, game
    from grognard.lab.files import write_whole

    known = game(name)
    match = Match.start(known, scenario, 1, options_of(known, option))
    path = writable(output) or Path(f"{name}-{scenario}-print.html")
    write_whole(path, document(match, not no_rules))
    columns, rows = tiles(match.board, known.measure) if match.board else (0, 0)
    rest = "counters" if no_rules else "counters and rules"
    print(f"{path}: the map on {columns} by {rows} sheets of A4, {rest}. Open it in a browser and print.")
