"""The way in: `grognard COMMAND`. Each command is a small module; what is slow to import, it imports when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from . import (
    admin,
    analyse,
    battle,
    bench,
    check,
    compare,
    diary,
    docs,
    games,
    ledger,
    new_campaign,
    new_game,
    odds,
    play,
    printing,
    replay,
    report,
    rules,
    serve,
    simulate,
    tournament,
)
from .errors import Commands

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from grognard import __version__

        print(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def grognard(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the whole trace of an error.")] = False,
) -> None:
    """Grognard, an umpire for wargames: knows the rules, asks the player, rolls the dice, keeps the fog."""


app.command()(play.play)
app.command()(serve.serve)
app.add_typer(admin.app, name="admin")
app.command()(games.games)
app.command("map")(games.draw_map)
app.command()(check.check)
app.command()(docs.docs)
app.command("print")(printing.print_and_play)
app.command()(rules.rule)
app.command()(rules.rules)
app.command()(ledger.ledger)
app.command()(simulate.simulate)
app.command()(odds.odds)
app.command()(report.report)
app.command()(report.balance)
app.command()(compare.compare)
app.command()(analyse.analyse)
app.command()(tournament.tournament)
app.command()(tournament.strength)
app.command()(tournament.suite)
app.command()(replay.replay)
app.command()(replay.verify)
app.command()(diary.diary)
app.command()(battle.battle)
app.command()(diary.sheets)
app.command("new-game")(new_game.new_game)
app.command("new-campaign")(new_campaign.new_campaign)
app.command()(bench.bench)


def run() -> None:
    app()


if __name__ == "__main__":
    run()
