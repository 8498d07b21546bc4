"""`grognard replay` and `grognard verify`: a saved match, looked at again and checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import BAD, complain
from .words import diary_lines, position, scene_words

if TYPE_CHECKING:
    from grognard.kernel import Match
    from grognard.kernel.replay import Step
    from grognard.kernel.saves import Save

SaveFile = Annotated[Path, typer.Argument(help="A saved match.", metavar="FILE")]

NEXT, BACK, QUIT = ("n", " ", "\r", "\n", "\x1b[C"), ("p", "b", "\x1b[D"), ("q", "\x1b", "\x04")


def replay(
    file: SaveFile,
    seat: Annotated[str, typer.Option(help="Through whose eyes: a seat, `umpire`, or nobody's.", metavar="S")] = "",
    first: Annotated[int, typer.Option("--from", help="Begin after so many choices.", metavar="N")] = 0,
    board: Annotated[bool, typer.Option("--board", help="Print the position after every choice, too.")] = False,
) -> None:
    """Step through a saved match. In a terminal: n next, p previous, e end, q quit; else everything is printed."""
    from grognard.kernel import UMPIRE, Match
    from grognard.kernel.saves import read_save

    save = read_save(file)
    if save.record_of:
        _show_record(save)
        return
    match = Match.load(file)
    complain(*match.notes)
    eyes = seat or (UMPIRE if match.result is not None else None)  # after the end everything is open
    match.side_of(eyes)
    _check_first(match, first)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(match, eyes, first)
    else:
        _print_all(match, eyes, first, board)


def verify(file: SaveFile) -> None:
    """Check a saved match: every roll, choice and position, from the first die."""
    from grognard.kernel.verifying import verify as verified

    found = verified(file)
    print(f"{found.choices} choices and {found.rolls} rolls and draws played again.")
    if not found.ok:
        complain(*found.problems)
        raise typer.Exit(BAD)
    print("Everything fits: the dice are those of the secret whose hash was shown first.")


def _check_first(match: Match, first: int) -> None:
    from grognard.kernel import Misuse

    if not 0 <= first <= match.number:
        raise Misuse(f"--from {first}: expected 0 to {match.number}.")


def _print_all(match: Match, eyes: str | None, first: int, board: bool) -> None:
    from grognard.kernel.replay import walk

    start = match.at(first)
    print(position(start, eyes))
    read = len(start.diary(eyes))
    for step in walk(match, first):
        print(_choice_words(step, eyes))
        for line in diary_lines(step.match.diary(eyes, since=read)):
            print(f"  {line}")
        read = len(step.match.diary(eyes))
        if board:
            print(position(step.match, eyes))
    if match.result is not None:
        print(f"The end: {match.result.text} [{match.result.rule}]")


def _step_through(match: Match, eyes: str | None, at: int) -> None:
    """One choice a key. A whole screen each time, so that nothing has to be remembered."""
    from grognard.kernel.replay import walk

    while True:
        print("\x1b[2J\x1b[H", end="")
        here = match.at(at)
        print(position(here, eyes))
        if at > 0:
            print(_choice_words(next(walk(match, at - 1)), eyes))
        over = f" The end: {match.result.text}" if match.result is not None and at == match.number else ""
        print(f"After choice {at} of {match.number}.{over}  n next, p previous, b beginning, e end, q quit")
        key = typer.getchar()
        if key in QUIT:
            return
        if key in NEXT:
            at = min(at + 1, match.number)
        elif key in BACK:
            at = 0 if key == "b" else max(at - 1, 0)
        elif key == "e":
            at = match.number


def _choice_words(step: Step, eyes: str | None) -> str:
    by = f" (by {step.by})" if step.by else ""
    what = step.label if step.told_to(eyes) else "chooses in secret"
    return f"{step.number}. {step.seat}{by}: {what}"


def _show_record(save: Save) -> None:
    """A seat's own record: its last scene and its diary, and no more."""
    import msgspec

    from grognard.kernel.scene import EventView, Scene

    record = save.record or {}
    print(f"The record of {save.record_of}: it can be looked at, not stepped through.")
    for line in diary_lines(msgspec.convert(record.get("diary", []), list[EventView])):
        print(line)
    print(scene_words(msgspec.convert(record.get("scene"), Scene), None))
