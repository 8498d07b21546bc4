"""A match on paper: the war diary as a document, and the sheets of a seat as pages to print.

The diary is put into chapters by the headings of the game: a game may say in `diary_chapters` which rules' headings begin a
chapter (a day); all others begin a section (a session). Events of a section become a paragraph, each sentence with its rule;
lines that say the same of several, or several things of one, become one sentence (telling.py); what a game calls paperwork
(`diary_paperwork`: supply, readiness) follows in small print. Sheets are the panels of a seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from grognard.kernel import UMPIRE

if TYPE_CHECKING:
    from grognard.kernel import Match
    from grognard.kernel.diary import Event
    from grognard.kernel.scene import Panel

from .day_maps import board_once, day_map, scenes_of_chapters
from .draw import draw
from .telling import Line, Sentence, sentences

STYLE = """
body { font: 16px/1.55 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
h1, h2, h3 { font-family: "Gill Sans", "Trebuchet MS", sans-serif; line-height: 1.2; break-after: avoid; }
h2 { border-bottom: 2px solid #8a7a58; margin-top: 2em; } h3 { color: #5b5140; margin-bottom: .2em; }
p { margin: .3em 0 .8em; } .rule { font-size: .62em; color: #a3946f; vertical-align: super; margin-left: .15em; }
.dice { font-size: .85em; color: #777; } .end { font-size: 1.15em; }
.paperwork { font-size: .78em; line-height: 1.4; color: #6b6353; }
table { border-collapse: collapse; width: 100%; font-size: .85em; }
td, th { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top; }
.contents ol { columns: 3; font-size: .9em; } .daymap { margin: .5em 0 1em; break-inside: avoid; } .daymap svg { width: 100%; }
section.page { break-after: page; } svg, img { max-width: 100%; height: auto; }
button.print { font: inherit; padding: .3em 1em; float: right; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } .noprint { display: none; } }
"""
Part = tuple[str, str, "list[Line]"]


# ------------------------------------------------------------------ the diary


def readable(match: Match, eyes: Sequence[str | None]) -> list[Line]:
    """The diary as these seats together may read it: one person may play several."""

    def name_of(kind: str, value: Any) -> str:
        return match.game.name_of(match.static, kind, value)

    events = [event for event in match.events if _may_read(match, event, eyes)]
    views = match.diary(eyes[0]) if len(eyes) == 1 else []
    if not views:
        lines = zip(match.diary(UMPIRE), match.events, strict=True)
        views = [line for line, event in lines if _may_read(match, event, eyes)]
    veils: frozenset[str] = getattr(match.game, "diary_veils", frozenset())
    triples = zip(views, events, [None, *events], strict=False)
    return [Line(view, event.parts(name_of)) for view, event, last in triples if not _twin(event, last, veils, eyes)]


def _twin(event: Event, last: Event | None, veils: frozenset[str], eyes: Sequence[str | None]) -> bool:
    """Who reads for all sides reads once what each side was told for itself, and not what one was told in place of it."""
    if event.to is None or (UMPIRE not in eyes and len(eyes) < 2):
        return False
    if event.rule in veils:
        return UMPIRE in eyes
    if last is None or last.to is None or last.to == event.to:
        return False
    return (last.rule, last.text, last.facts, last.kind) == (event.rule, event.text, event.facts, event.kind) and not event.dice


def _may_read(match: Match, event: Event, eyes: Sequence[str | None]) -> bool:
    return any(seat == UMPIRE or event.readable_by(match.side_of(seat), seat) for seat in eyes)


def chapters(match: Match, eyes: Sequence[str | None], dice: bool) -> list[Part]:
    """(level, title, events): level "chapter" or "section"; what comes before the first heading has no title."""
    begins = getattr(match.game, "diary_chapters", ())
    found: list[tuple[str, str, list[Any]]] = [("section", "", [])]
    for line in readable(match, eyes):
        event = line.view
        if event.kind == "heading":
            found.append(("chapter" if event.rule in begins else "section", event.text, []))
        elif event.kind != "roll" or dice:
            found[-1][2].append(line)
    return [(level, title, _without_quiet(lines)) for level, title, lines in found if lines or level == "chapter"]


def _without_quiet(lines: list[Line]) -> list[Line]:
    """What only marks a step ("The action is over.") is said where nothing else is."""
    return [line for line in lines if line.view.kind != "quiet"] or lines[-1:]


def diary_document(
    match: Match, eyes: str | Sequence[str | None] | None, form: str, dice: bool, *, maps: bool = False
) -> str:
    """`eyes`: a seat, None for a spectator, or several seats of one person; `form`: html or md; `maps`: a book with contents
    and a map at the head of each chapter (html)."""
    title = f"{match.view(None).title}: the war diary"
    seats = [eyes] if eyes is None or isinstance(eyes, str) else eyes
    parts = chapters(match, seats, dice)
    end = match.result.text if match.result is not None else ""
    if form != "html":
        return _diary_md(match, title, parts, end)
    board = match.board if maps else None
    drawn = [day_map(board, scene) for scene in scenes_of_chapters(match, seats)] if board is not None else []
    return _diary_html(match, title, parts, end, drawn)


def _told(match: Match, lines: list[Line]) -> tuple[list[Sentence], list[Sentence]]:
    """The story, and the paperwork."""
    dull: frozenset[str] = getattr(match.game, "diary_paperwork", frozenset())
    story = [line for line in lines if line.view.rule not in dull]
    return sentences(story), sentences([line for line in lines if line.view.rule in dull])


def _diary_md(match: Match, title: str, parts: list[Part], end: str) -> str:
    lines = [f"# {title}", ""]
    for level, heading, events in parts:
        if heading:
            lines += [f"{'##' if level == 'chapter' else '###'} {heading}", ""]
        for told in _told(match, events):
            lines += ["- " + "".join(f"{words} *({rule})*" for words, rule in one.parts) for one in told]
        if events:
            lines.append("")
    if end:
        lines += ["## The end", "", end, ""]
    return "\n".join(lines)


def _diary_html(match: Match, title: str, parts: list[Part], end: str, maps: Sequence[str] = ()) -> str:
    body = [f"<h1>{escape(title)}</h1>", _map(match)]
    if maps and match.board is not None:
        body += [board_once(match.board), _contents([heading for level, heading, _ in parts if level == "chapter"])]
    chapter = 0
    for level, heading, events in parts:
        tag = "h2" if level == "chapter" else "h3"
        if level == "chapter":
            chapter += 1
        if heading:
            body.append(f'<{tag} id="chapter{chapter}">' if level == "chapter" and maps else f"<{tag}>")
            body[-1] += f"{escape(heading)}</{tag}>"
        if level == "chapter" and chapter <= len(maps):
            body.append(maps[chapter - 1])
        for told, kind in zip(_told(match, events), ("", ' class="paperwork"'), strict=True):
            if told:
                body.append(f"<p{kind}>" + " ".join(_sentence_html(one) for one in told) + "</p>")
    if end:
        body.append(f'<h2>The end</h2><p class="end">{escape(end)}</p>')
    return _page(title, body)


def _contents(titles: Sequence[str]) -> str:
    lines = "".join(f'<li><a href="#chapter{n}">{escape(title)}</a></li>' for n, title in enumerate(titles, 1))
    return f'<nav class="contents"><ol>{lines}</ol></nav>'


def _sentence_html(one: Sentence) -> str:
    html = "".join(f'{escape(words)}<span class="rule">{escape(rule)}</span>' for words, rule in one.parts)
    return f'<span class="dice">{html}</span>' if one.dice else html


def _map(match: Match) -> str:
    board = match.board
    return draw(board) if board is not None else ""


def _page(title: str, body: list[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f"<!doctype html>\n<html lang='en'><head>{head}</head><body>\n" + "\n".join(body) + "\n</body></html>\n"


# ------------------------------------------------------------------ sheets


def one_sheet(panel: Panel, form: str = "md") -> str:
    """A sheet as text, or as a page."""
    return "\n".join(_sheet_md(panel)) if form == "md" else _page(panel.title, [_sheet_html(panel)])


def sheets_document(match: Match, seat: str | None, form: str, panel: str = "") -> str:
    """Every sheet of a seat, or the one that is named."""
    scene = match.view(seat)
    wanted = [one for one in scene.panels if one.kind in ("sheet", "text") and panel in ("", one.id)]
    title = f"{scene.title}, {scene.turn}"
    if form == "md":
        return "\n".join([f"# {title}", "", *(line for one in wanted for line in [*_sheet_md(one), ""])])
    return _page(title, [f"<h1>{escape(title)}</h1>", *(_sheet_html(one) for one in wanted)])


def _sheet_md(panel: Panel) -> list[str]:
    lines = [f"## {panel.title}", ""]
    if panel.kind == "text":
        return [*lines, *(f"- {line}" for line in panel.lines)]
    lines += [f"- {line}" for line in panel.lines] + ([""] if panel.lines else [])
    lines += ["| " + " | ".join(panel.columns) + " |", "|" + "---|" * len(panel.columns)]
    return lines + ["| " + " | ".join(cell.text for cell in row) + " |" for row in panel.rows]


def _sheet_html(panel: Panel) -> str:
    head = f"<h2>{escape(panel.title)}</h2>"
    text = f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in panel.lines)}</ul>" if panel.lines else ""
    if panel.kind == "text":
        return f'<section class="page">{head}{text}</section>'
    columns = "".join(f"<th>{escape(column)}</th>" for column in panel.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell.text)}</td>" for cell in row) + "</tr>" for row in panel.rows)
    return f'<section class="page">{head}{text}<table><tr>{columns}</tr>{rows}</table></section>'


__all__ = ["diary_document", "one_sheet", "sheets_document"]
