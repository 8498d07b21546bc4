"""`grognard play`: in the browser, or as text in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .given import OptionList, options_of

if TYPE_CHECKING:
    from grognard.kernel import Match


def play(
    name: Annotated[str, typer.Argument(help="Name of a game (see `grognard games`).", metavar="[GAME]")] = "",
    scenario: Annotated[str, typer.Argument(help="Name of a scenario of that game.", metavar="[SCENARIO]")] = "learning",
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal, in plain lines.")] = False,
    seat: Annotated[str, typer.Option(help="Text: where you sit (the first seat by default), or `all`.", metavar="S")] = "",
    bot: Annotated[str, typer.Option(help="Text: who sits in the other seats.", metavar="B")] = "best",
    seed: Annotated[str, typer.Option(help="Text: the same seed gives the same dice.", metavar="S")] = "",
    resume: Annotated[Path | None, typer.Option("--continue", help="Text: go on with a saved match.", metavar="FILE")] = None,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="Text: throw your own dice and type them.")] = False,
    option: OptionList = [],  # noqa: B006 - Typer reads it
    port: Annotated[int | None, typer.Option(help="Browser: the port to listen on.", metavar="N")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Browser: only say the address.")] = False,
    data: Annotated[Path | None, typer.Option(help="Browser: the folder where matches are kept.", metavar="DIR")] = None,
) -> None:
    """Play, in the browser or with --text in the terminal."""
    if not (text or resume):
        _in_browser(port, no_browser, data)
        return
    match = _match(name, scenario, seed, option, resume, "by hand" if by_hand else "stream")
    mine = _seats(match, seat)
    _at_the_table(match, mine, bot, seed or secrets.token_hex(8))


def _in_browser(port: int | None, no_browser: bool, data: Path | None) -> None:
    from grognard.server import app

    app.serve(port=port, data=data, open_browser=not no_browser)


def _match(name: str, scenario: str, seed: str, option: list[str], resume: Path | None, dice: str) -> Match:
    from grognard.kernel import Match, Misuse, game, game_names

    if resume is not None:
        match = Match.load(resume)
        for note in match.notes:
            print(note)
        return match
    if not name:
        raise Misuse(f"Which game? There are: {', '.join(game_names()) or 'none'}.")
    known = game(name)
    return Match.start(known, scenario, seed or None, options_of(known, option), dice=dice)


def _seats(match: Match, seat: str) -> list[str]:
    """The seats of the person at this terminal."""
    if seat == "all":
        return list(match.seats)
    match.side_of(seat or None)
    return [seat or next(iter(match.seats))]


def _at_the_table(match: Match, mine: list[str], bot: str, seed: str) -> None:
    from grognard.bots import make_bot

    from .session import Session

    bots = {seat: make_bot(match.game, bot) for seat in match.seats if seat not in mine}
    names = [match.prepared.sides.get(match.seats[seat], seat) for seat in mine]
    print(f"{match.game.title}, {match.prepared.name}. You play {' and '.join(names)}. Type `help` for what can be typed.")
    try:
        ended = Session(match, mine, bots, seed).run()
    except KeyboardInterrupt:
        print()
        raise
    if not ended:
        print("Good bye.")
