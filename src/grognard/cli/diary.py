"""`grognard diary` and `grognard sheets`: the war diary of a match as a document, and its sheets as pages to print.

The diary is put into chapters by the headings of the game: a game may say in `diary_chapters` which rules' headings begin a
chapter (a day); all others begin a section (a session). Events of a section become a paragraph, each sentence with its rule;
dice stand in small print behind the sentence that they led to. Sheets are the panels of a seat's view.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import complain

if TYPE_CHECKING:
    from grognard.kernel import Match
    from grognard.kernel.scene import EventView, Panel

STYLE = """
body { font: 16px/1.55 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222; }
h1, h2, h3 { font-family: "Gill Sans", "Trebuchet MS", sans-serif; line-height: 1.2; }
h2 { border-bottom: 2px solid #8a7a58; margin-top: 2em; } h3 { color: #5b5140; margin-bottom: .2em; }
.rule { font-size: .68em; color: #8a7a58; vertical-align: super; } .dice { font-size: .85em; color: #777; }
table { border-collapse: collapse; width: 100%; font-size: .85em; }
td, th { border: 1px solid #bbb; padding: .25em .5em; text-align: left; }
section.page { break-after: page; } svg, img { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } .noprint { display: none; } }
"""

SaveFile = Annotated[Path, typer.Argument(help="A saved match.", metavar="FILE")]
Format = Annotated[str, typer.Option("--format", help="html or md.", metavar="F")]
Out = Annotated[str, typer.Option(help="Write to this file instead of the terminal.", metavar="FILE")]
Seat = Annotated[str, typer.Option(help="Through whose eyes: a seat, `umpire`, or nobody's.", metavar="S")]


def diary(
    file: SaveFile, form: Format = "md", seat: Seat = "", out: Out = "",
    dice: Annotated[bool, typer.Option("--dice", help="With every throw.")] = False,
) -> None:  # fmt: skip
    """The war diary of a saved match as a document, by day and session, each line with its rule."""
    match = _load(file, form)
    eyes = _eyes(match, seat)
    _write(diary_document(match, eyes, form, dice), out)


def sheets(file: SaveFile, form: Format = "html", seat: Seat = "", out: Out = "") -> None:
    """Record, order and battle sheets of a saved match as pages to print."""
    match = _load(file, form)
    eyes = _eyes(match, seat)
    _write(sheets_document(match, eyes, form), out)


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


# ------------------------------------------------------------------ the diary


def chapters(match: Match, seat: str | None, dice: bool) -> list[tuple[str, str, list[EventView]]]:
    """(level, title, events): level "chapter" or "section"; what comes before the first heading has no title."""
    begins = getattr(match.game, "diary_chapters", ())
    found: list[tuple[str, str, list[Any]]] = [("section", "", [])]
    for event in match.diary(seat):
        if event.kind == "heading":
            found.append(("chapter" if event.rule in begins else "section", event.text, []))
        elif event.kind != "roll" or dice:
            found[-1][2].append(event)
    return [part for part in found if part[2] or part[0] == "chapter"]


def diary_document(match: Match, seat: str | None, form: str, dice: bool) -> str:
    title = _title(match)
    parts = chapters(match, seat, dice)
    end = match.result.text if match.result is not None else ""
    return _diary_html(match, title, parts, end) if form == "html" else _diary_md(title, parts, end)


def _title(match: Match) -> str:
    scenario = match.view(None).title
    return f"{scenario}: the war diary"


def _sentence(event: EventView) -> str:
    words = event.text if event.text.endswith((".", "!", "?", ":")) else event.text + "."
    return f"{words} [{', '.join(map(str, event.dice))}]" if event.kind == "roll" else words


def _diary_md(title: str, parts: list[tuple[str, str, list[EventView]]], end: str) -> str:
    lines = [f"# {title}", ""]
    for level, heading, events in parts:
        if heading:
            lines += [f"{'##' if level == 'chapter' else '###'} {heading}", ""]
        if events:
            lines += ["- " + f"{_sentence(e)} *({e.rule})*" for e in events]
            lines.append("")
    if end:
        lines += ["## The end", "", end, ""]
    return "\n".join(lines)


def _diary_html(match: Match, title: str, parts: list[tuple[str, str, list[EventView]]], end: str) -> str:
    body = [f"<h1>{escape(title)}</h1>", _map(match)]
    for level, heading, events in parts:
        tag = "h2" if level == "chapter" else "h3"
        if heading:
            body.append(f"<{tag}>{escape(heading)}</{tag}>")
        if events:
            body.append("<p>" + " ".join(_sentence_html(e) for e in events) + "</p>")
    if end:
        body.append(f"<h2>The end</h2><p>{escape(end)}</p>")
    return _page(title, body)


def _sentence_html(event: EventView) -> str:
    rule = f'<span class="rule">{escape(event.rule)}</span>'
    if event.kind == "roll":
        return f'<span class="dice">{escape(_sentence(event))}</span>{rule}'
    return f"{escape(_sentence(event))}{rule}"


def _map(match: Match) -> str:
    from grognard.boards.draw import draw

    board = match.board
    return draw(board) if board is not None else ""


def _page(title: str, body: list[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f"<!doctype html>\n<html><head>{head}</head><body>\n" + "\n".join(body) + "\n</body></html>\n"


# ------------------------------------------------------------------ sheets


def sheets_document(match: Match, seat: str | None, form: str) -> str:
    scene = match.view(seat)
    title = f"{scene.title}: sheets, {scene.turn}"
    wanted = [panel for panel in scene.panels if panel.kind in ("sheet", "text")]
    if form == "md":
        return "\n".join([f"# {title}", "", *(line for panel in wanted for line in [*_sheet_md(panel), ""])])
    return _page(title, [f"<h1>{escape(title)}</h1>", *(_sheet_html(panel) for panel in wanted)])


def _sheet_md(panel: Panel) -> list[str]:
    lines = [f"## {panel.title}", ""]
    if panel.kind == "text":
        return [*lines, *(f"- {line}" for line in panel.lines)]
    lines += ["| " + " | ".join(panel.columns) + " |", "|" + "---|" * len(panel.columns)]
    return lines + ["| " + " | ".join(cell.text for cell in row) + " |" for row in panel.rows]


def _sheet_html(panel: Panel) -> str:
    head = f"<h2>{escape(panel.title)}</h2>"
    if panel.kind == "text":
        items = "".join(f"<li>{escape(line)}</li>" for line in panel.lines)
        return f'<section class="page">{head}<ul>{items}</ul></section>'
    columns = "".join(f"<th>{escape(column)}</th>" for column in panel.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell.text)}</td>" for cell in row) + "</tr>" for row in panel.rows)
    return f'<section class="page">{head}<table><tr>{columns}</tr>{rows}</table></section>'
