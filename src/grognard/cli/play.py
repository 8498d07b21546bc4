"""`grognard play`: in the browser, or as text in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .given import OptionList, options_of

if TYPE_CHECKING:
    from grognard.kernel import Match


def play(
    name: Annotated[str, typer.Argument(help="Name of a game (see `grognard games`).", metavar="[GAME]")] = "",
    scenario: Annotated[str, typer.Argument(help="Name of a scenario of that game.", metavar="[SCENARIO]")] = "learning",
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal, in plain lines.")] = False,
    seat: Annotated[str, typer.Option(help="Where you sit (the first seat by default), or `all`.", metavar="S")] = "",
    bot: Annotated[str, typer.Option(help="Who sits in the other seats.", metavar="B")] = "best",
    seed: Annotated[str, typer.Option(help="The same seed gives the same dice.", metavar="S")] = "",
    resume: Annotated[Path | None, typer.Option("--continue", help="Text: go on with a saved match.", metavar="FILE")] = None,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="Throw your own dice and type them.")] = False,
    option: OptionList = [],  # noqa: B006 - Typer reads it
    port: Annotated[int | None, typer.Option(help="Browser: the port to listen on.", metavar="N")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Browser: only say the address.")] = False,
    data: Annotated[Path | None, typer.Option(help="Browser: the folder where matches are kept.", metavar="DIR")] = None,
) -> None:
    """Play, in the browser or with --text in the terminal. With a game, that match is opened; without, the first page."""
    if not (text or resume):
        wanted = _wanted(name, scenario, seed, option, seat, bot, by_hand) if name else None
        _in_browser(port, no_browser, data, wanted)
        return
    match = _match(name, scenario, seed, option, resume, "by hand" if by_hand else "stream")
    mine = _seats(match, seat)
    _at_the_table(match, mine, bot, seed or secrets.token_hex(8))


def _in_browser(port: int | None, no_browser: bool, data: Path | None, wanted: dict[str, Any] | None) -> None:
    from grognard.server import app

    app.serve(port=port, data=data, open_browser=not no_browser, wanted=wanted)


def _wanted(name: str, scenario: str, seed: str, option: list[str], seat: str, bot: str, by_hand: bool) -> dict[str, Any]:
    """The match that the browser is to open, checked before any server begins."""
    from grognard.bots import make_bot
    from grognard.kernel import Misuse, game
    from grognard.kernel.prepared import prepare

    known = game(name)
    options = options_of(known, option)
    sides = list(prepare(known, scenario, options, None).sides)
    if seat and seat != "all" and seat not in sides:
        raise Misuse(f"--seat {seat}: expected one of {', '.join(sides)}, or all.")
    make_bot(known, bot, own=True)  # refuses a name that is none
    mine = sides if seat == "all" else [seat or sides[0]]
    seats = {side: {"kind": "me"} if side in mine else {"kind": "bot", "bot": bot} for side in sides}
    wanted: dict[str, Any] = {"game": name, "scenario": scenario, "options": options, "seats": seats}
    return wanted | ({"seed": seed} if seed else {}) | ({"dice": "by hand"} if by_hand else {})


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

    bots = {seat: make_bot(match.game, bot, own=True) for seat in match.seats if seat not in mine}
    names = [match.prepared.sides.get(match.seats[seat], seat) for seat in mine]
    print(f"{match.game.title}, {match.prepared.name}. You play {' and '.join(names)}. Type `help` for what can be typed.")
    try:
        ended = Session(match, mine, bots, seed).run()
    except KeyboardInterrupt:
        print()
        raise
    if not ended:
        print("Good bye.")
