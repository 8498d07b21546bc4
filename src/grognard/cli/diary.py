"""`grognard diary` and `grognard sheets`: the war diary of a match as a document, and its sheets as pages to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import complain

if TYPE_CHECKING:
    from grognard.kernel import Match

SaveFile = Annotated[Path, typer.Argument(help="A saved match.", metavar="FILE")]
Format = Annotated[str, typer.Option("--format", help="html or md.", metavar="F")]
Out = Annotated[str, typer.Option(help="Write to this file instead of the terminal.", metavar="FILE")]
Seat = Annotated[str, typer.Option(help="Through whose eyes: a seat, `umpire`, or nobody's.", metavar="S")]


def diary(
    file: SaveFile, form: Format = "md", seat: Seat = "", out: Out = "",
    dice: Annotated[bool, typer.Option("--dice", help="With every throw.")] = False,
    maps: Annotated[bool, typer.Option("--maps", help="A book (html): contents, and a map for each chapter.")] = False,
) -> None:  # fmt: skip
    """The war diary of a saved match as a document, by day and session, each line with its rule."""
    from grognard.boards.papers import diary_document

    match = _load(file, "html" if maps else form)
    _write(diary_document(match, _eyes(match, seat), "html" if maps else form, dice, maps=maps), out)


def sheets(file: SaveFile, form: Format = "html", seat: Seat = "", out: Out = "") -> None:
    """Record, order and battle sheets of a saved match as pages to print."""
    from grognard.boards.papers import sheets_document

    match = _load(file, form)
    _write(sheets_document(match, _eyes(match, seat), form), out)


def _load(file: Path, form: str) -> Match:
    from grognard.kernel import Match

    if form not in ("html", "md"):
        raise typer.BadParameter(f"--format {form}: expected html or md")
    match = Match.load(file)
    complain(*match.notes)
    return match


def _eyes(match: Match, seat: str) -> str | None:
    from grognard.kernel import UMPIRE

    eyes = seat or (UMPIRE if match.result is not None else None)  # after the end everything is open
    match.side_of(eyes)
    return eyes


def _write(text: str, out: str) -> None:
    if out:
        Path(out).write_text(text, encoding="utf-8")
        print(f"Written to {out}.")
    else:
        print(text)
