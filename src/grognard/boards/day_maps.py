"""Maps of the day for the war diary as a book: who stands where as each chapter begins, as these eyes see it.

The board is drawn once and used on every map; over it lie rings for who holds a place, and small counters by their short names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from grognard.kernel import UMPIRE
from grognard.kernel.replay import walk

if TYPE_CHECKING:
    from grognard.kernel import Match
    from grognard.kernel.scene import BoardPicture, Piece, Region, Scene

from .draw import draw, extent

SHOWN = 4  # counters on one place; more are a number
WIDE, HIGH = 11.0, 46.0  # parts of the board's width that a counter is wide and high


def scenes_of_chapters(match: Match, eyes: Sequence[str | None]) -> list[Scene]:
    """The match is lived through once more; at each heading that begins a chapter the scene is kept."""
    begins = getattr(match.game, "diary_chapters", ())
    seat = eyes[0] if len(eyes) == 1 else UMPIRE
    found: list[Scene] = []

    def look(twin: Match) -> None:
        begun = sum(event.kind == "heading" and event.rule in begins for event in twin.events)
        while len(found) < begun:
            found.append(twin.view(seat))

    look(match.at(0))
    for step in walk(match):
        look(step.match)
    return found


def board_once(board: BoardPicture) -> str:
    """The board without its frame, to be used by every map; seen by nobody itself."""
    drawn = draw(board, bare=True, small=True)
    _, _, wide, high = _view_box(drawn)
    inner = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    symbol = f'<symbol id="war-map" viewBox="0 0 {wide:g} {high:g}">{inner}</symbol>'
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{symbol}</svg>'


def _view_box(drawn: str) -> tuple[float, float, float, float]:
    match = re.search(r'viewBox="([^"]+)"', drawn)
    assert match is not None
    left, top, wide, high = (float(part) for part in match[1].split())
    return left, top, wide, high


def day_map(board: BoardPicture, scene: Scene) -> str:
    left, top, wide, high = extent(board, bare=True)
    places = {region.id: region for region in board.regions}
    body = [f'<use href="#war-map" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}"/>']
    for marker in scene.markers:
        if marker.kind == "control" and marker.side and marker.at in places:
            body.append(_ring(places[marker.at], _colour(scene, marker.side), wide))
    stacks: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.at in places:
            stacks.setdefault(piece.at, []).append(piece)
    for at, pieces in stacks.items():
        body += _stack(places[at], sorted(pieces, key=lambda piece: (piece.side, piece.order, piece.id)), scene, wide)
    words = "Who stands where as the chapter begins"
    svg = f'<svg viewBox="{left:g} {top:g} {wide:g} {high:g}" role="img"><title>{words}</title>{"".join(body)}</svg>'
    return f'<figure class="daymap">{svg}</figure>'


def _colour(scene: Scene, side: str) -> str:
    style = scene.sides.get(side)
    return style.fill if style is not None and style.fill else "#777"


def _ring(region: Region, colour: str, wide: float) -> str:
    x, y = region.at
    r = region.radius * 1.2 or wide / 60
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:.1f}" fill="none" stroke="{escape(colour)}" stroke-width="{wide / 180:.1f}"/>'


def _stack(region: Region, pieces: list[Piece], scene: Scene, wide: float) -> list[str]:
    """Counters one under the other, beginning below the place."""
    w, h = wide / WIDE, wide / HIGH
    x, y = region.at[0] - w / 2, region.at[1] + (region.radius or 0)
    drawn = []
    for n, piece in enumerate(pieces[:SHOWN]):
        last = n == SHOWN - 1 and len(pieces) > SHOWN
        name = f"and {len(pieces) - n} more" if last else "?" if piece.hidden else piece.short or piece.name
        top = y + n * h * 1.08
        box = f'<rect x="{x:.1f}" y="{top:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{h / 6:.1f}"'
        drawn.append(f'{box} fill="{escape(_colour(scene, piece.side))}" stroke="#222" stroke-width="{h / 22:.1f}"/>')
        size = h * min(0.66, 7.5 / max(1, len(name)))
        text = f'<text x="{x + w / 2:.1f}" y="{top + h * 0.7:.1f}" font-size="{size:.1f}" text-anchor="middle" fill="#fff"'
        drawn.append(f'{text} font-family="Gill Sans, Trebuchet MS, sans-serif">{escape(name[:16])}</text>')
    return drawn
