"""A scenario to print, cut out and play on a real table: map in tiles, counters front and back, tables, rules with rulings.

One document: any browser prints it or makes a PDF of it. The map is drawn once and shown through a window on every page, at a
scale that fits its counters (an open table: in its true size). Backs are mirrored, for printing on both sides.
"""

from __future__ import annotations

import math
import re
from html import escape

from grognard.kernel import UMPIRE, Game, Match
from grognard.kernel import game as game_named
from grognard.kernel.datafile import toml_file
from grognard.kernel.ledger import Ledger, Rule, chapter_of, load_ledger
from grognard.kernel.scene import BoardPicture, Piece, Scene

from .counters import SYMBOLS, symbol_sheet
from .draw import draw
from .player_aids import aids

PAGE = (180.0, 255.0)  # millimetres that are printed on of a sheet of A4
COUNTER = 18.0  # the side of a counter
ROOM = 2.0  # millimetres around it, where there is room
INCH = 25.4
LONG = 22  # letters of a name for which there is little room
STYLE = """
@page { size: A4; margin: 15mm; }
body { margin: 0; font: 10pt/1.35 Georgia, serif; color: #111; }
h1, h2, h3 { font-family: "Gill Sans", "Trebuchet MS", sans-serif; line-height: 1.15; break-after: avoid; }
.page { break-after: page; } .tile svg { display: block; width: 180mm; height: 255mm; outline: .2mm dashed #888; }
.tile p, .counters p { margin: 0 0 1mm; font-size: 8pt; color: #555; }
.grid { display: grid; grid-template-columns: repeat(10, 18mm); } .mirrored { direction: rtl; }
.counter { direction: ltr; width: 18mm; height: 18mm; border: .2mm solid #666; box-sizing: border-box; overflow: hidden;
  text-align: center; font: 600 6pt/1.1 system-ui, sans-serif; padding: .6mm;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.counter svg { width: 11mm; height: 6.6mm; display: block; margin: .3mm auto; } .counter b { font-size: 10pt; display: block; }
.counter .long { font-size: 4.6pt; } .counter b.word { font-size: 7pt; }
.rules p { margin: .3em 0; } .id { color: #777; font-size: .8em; }
.ruling { margin-left: 1.5em; font-style: italic; }
.aids { columns: 2; column-gap: 8mm; font: 7.5pt/1.2 system-ui, sans-serif; } .aids h1 { column-span: all; }
.aids h2 { font-size: 10pt; margin: 1em 0 .2em; } .aids h3, .aids h4 { font-size: 8pt; margin: .5em 0 .1em; }
.aid { break-inside: avoid-column; } .wide { column-span: all; } .aids table { border-collapse: collapse; margin: .2em 0; }
.aids td, .aids th { border: .2mm solid #999; padding: .2mm 1mm; text-align: left; vertical-align: top; }
@media screen { body { max-width: 190mm; margin: 1em auto; } .page { margin-bottom: 2em; } }
"""


def document(match: Match, rules: bool = True) -> str:
    """The whole as HTML, with everything inside it."""
    scene, board = match.view(UMPIRE), match.board
    parts = [f"<h1>{escape(scene.title)}</h1><p>{escape(match.game.title)}. {escape(_blurb(match))}</p>"]
    if board is not None:
        parts.append(_map(board, match.game.measure))
    parts.append(_counters(match, scene))
    parts.append(_aids(match.game))
    if rules and match.game.data is not None and (match.game.data / "rules.toml").is_file():
        parts.append(_rules(load_ledger(match.game.data)))
    title = escape(f"{scene.title}: print and play")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head>'
        f"<body>{symbol_sheet()}{''.join(parts)}</body></html>\n"
    )


def _blurb(match: Match) -> str:
    return str(match.prepared.data.get("blurb", ""))


# ------------------------------------------------------------------ the map


def scale_of(board: BoardPicture, measure: tuple[str, float]) -> float:
    """Millimetres for a board unit: an open table in its true size; any other so that a counter fits its place, with up to
    ROOM around it as long as that takes no further sheets."""
    if measure[0] == "in":
        return INCH / measure[1]
    least = COUNTER / board.unit
    columns, rows = _sheets(board, least)
    return max(least, min(least * (1 + ROOM / COUNTER), columns * PAGE[0] / board.width, rows * PAGE[1] / board.height))


def _sheets(board: BoardPicture, scale: float) -> tuple[int, int]:
    """A hair over the edge is no further sheet."""
    return math.ceil(board.width * scale / PAGE[0] - 1e-6), math.ceil(board.height * scale / PAGE[1] - 1e-6)


def tiles(board: BoardPicture, measure: tuple[str, float]) -> tuple[int, int]:
    """Columns and rows of pages."""
    return _sheets(board, scale_of(board, measure))


def _map(board: BoardPicture, measure: tuple[str, float]) -> str:
    drawn = draw(board, "print", bare=True)
    found = re.search(r'viewBox="([^"]+)"', drawn)
    assert found is not None
    left, top, wide, high = map(float, found[1].split())
    columns, rows = tiles(board, measure)
    scale = scale_of(board, measure)
    step = (wide / (board.width * scale) * PAGE[0], high / (board.height * scale) * PAGE[1])
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", drawn)
    pages = [f'<svg width="0" height="0" style="position:absolute"><symbol id="map" overflow="visible">{inner}</symbol></svg>']
    for row in range(rows):
        for column in range(columns):
            window = f"{left + column * step[0]:.2f} {top + row * step[1]:.2f} {step[0]:.2f} {step[1]:.2f}"
            sheet = f"sheet {row * columns + column + 1} of {rows * columns}"
            words = f"Map, {sheet}: row {row + 1}, column {column + 1}; north is up."
            pages.append(f'<div class="page tile"><p>{words}</p><svg viewBox="{window}"><use href="#map"/></svg></div>')
    return "".join(pages)


# ------------------------------------------------------------------ counters


def _counters(match: Match, scene: Scene) -> str:
    pieces = sorted(scene.pieces, key=lambda piece: (piece.side, piece.name))
    pages = []
    for start in range(0, len(pieces), 130):
        some = pieces[start : start + 130]
        for back in (False, True):
            cells = "".join(_counter(scene, piece, back, match.game.back_of(match.g, piece.id)) for piece in some)
            words = "Counters, backs (print on the other side)" if back else "Counters, fronts"
            kind = "grid mirrored" if back else "grid"
            pages.append(f'<div class="page counters"><p>{words}</p><div class="{kind}">{cells}</div></div>')
    return "".join(pages)


def _counter(scene: Scene, piece: Piece, back: bool, numbers: list[str]) -> str:
    """Its other side shows the numbers that are printed there, or that it is reduced; with one step it is blank."""
    style = scene.sides.get(piece.side)
    colour = style.fill if style is not None and style.fill else "#eee"
    kind, inside = ("counter back" if back else "counter"), ""
    if not back or piece.steps_full > 1 or numbers:
        symbol = piece.symbol if piece.symbol in SYMBOLS else "marker"
        words = "-".join(piece.values) if not back else "-".join(numbers) or "reduced"
        name = piece.short or piece.name or piece.id
        art = f'<svg viewBox="0 0 100 60"><use href="#sym-{symbol}"/></svg>'
        long = ' class="long"' if len(name) > LONG else ""
        kind_of_words = ' class="word"' if words == "reduced" else ""
        inside = f"{art}<b{kind_of_words}>{escape(words)}</b><span{long}>{escape(name)}</span>"
    light = f"background:color-mix(in srgb, {escape(colour)} {20 if back else 45}%, white)"
    return f'<div class="{kind}" style="{light}">{inside}</div>'


# ------------------------------------------------------------------ player aids and rules


def _aids(game: Game) -> str:
    """The printed tables; a variant's after those of the game that it varies."""
    ledger = load_ledger(game.data) if game.data is not None and (game.data / "rules.toml").is_file() else None
    base = game_named(ledger.base.ruleset).data if ledger is not None and ledger.base is not None else None
    folders = [folder for folder in (base, game.data) if folder is not None]
    found = [toml_file(folder, "tables.toml") for folder in folders if (folder / "tables.toml").is_file()]
    parts = [aids({name: table for name, table in tables.items() if name not in game.off_paper}) for tables in found]
    return f'<div class="page aids"><h1>{escape(game.title)}: tables</h1>{"".join(parts)}</div>' if parts else ""


def _rules(ledger: Ledger) -> str:
    """Every rule of the book in our words, each with the rulings about it."""
    parts = [f'<div class="rules"><h1>{escape(ledger.title)}: the rules</h1>']
    chapter = ""
    for rule in _all(ledger):
        if chapter_of(rule.id) != chapter:
            chapter = chapter_of(rule.id)
            parts.append(f"<h2>{escape(ledger.chapter(chapter))}</h2>")
        head = f'<b>{escape(rule.title)}</b> <span class="id">{escape(rule.id)}</span>'
        parts.append(f"<p>{head}<br>{escape(rule.text.strip())}</p>")
        for ruling in ledger.rulings_about(rule.id):
            words = f"{ruling.question.strip()} {ruling.answer.strip()}"
            parts.append(f'<p class="ruling">{escape(words)} <span class="id">{escape(ruling.id)}</span></p>')
    return "".join(parts) + "</div>"


def _all(ledger: Ledger) -> list[Rule]:
    return [*(ledger.base.rules.values() if ledger.base else ()), *ledger.rules.values()]
