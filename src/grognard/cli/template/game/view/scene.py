"""What a side may see, built up from nothing, and the map."""

from __future__ import annotations

from grognard.kernel import UMPIRE
from grognard.kernel.scene import BoardPicture, Link, Piece, Region, Scene, Style

from ..context import Newgame
from ..static import SIDES, Static

COLOURS = {"red": Style(fill="#b33a2e", text="#ffffff"), "blue": Style(fill="#33558c", text="#ffffff")}


def scene(g: Newgame, side: str | None) -> Scene:
    """Own companies, and everybody's where a fight has shown them. An unseen stack looks the same however large it is."""
    s = g.state
    pieces = []
    for owner in SIDES if s.phase != "deploy" else ():
        for hill, name in enumerate(g.static.hills):
            known = s.seen[hill] or side in (owner, UMPIRE)
            if known and not g.on(owner, hill):
                continue
            values = [str(g.on(owner, hill))] if known else []
            pieces.append(Piece(f"{owner} on {name}", owner, name, symbol="infantry", values=values, hidden=not known))
    return Scene(
        "", "", None, "Newgame", turn=f"Turn {s.turn} of {g.static.turns}", sides=COLOURS, side_names=SIDES, pieces=pieces
    )


def board(static: Static) -> BoardPicture:
    """The hills in a row."""
    places = {name: (2.0 + 3 * number, 2.0) for number, name in enumerate(static.hills)}
    regions = [Region(name, at, label=name, kind="hill", radius=0.8) for name, at in places.items()]
    links = [Link(a, b, "road") for a, b in zip(static.hills, static.hills[1:])]
    styles = {"hill": Style(fill="#c9b57d", stroke="#6b5a2b", width=0.06), "road": Style(stroke="#8a7a5a", width=0.1)}
    return BoardPicture("graph", 1.0 + 3 * len(places), 4.0, "Newgame", regions, links, styles=styles)
