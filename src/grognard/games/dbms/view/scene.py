"""What a side sees: the table, the bases with their arms' symbols, zones, command, entrenchments, PIPs.

Built up from nothing: a hidden enemy is a blank with its pose and its markers, and nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from grognard.boards.pictures import table_picture
from grognard.boards.plane import CIRCLE, MM, distance, step
from grognard.boards.table_shapes import Shape, hull
from grognard.kernel import UMPIRE
from grognard.kernel.scene import BoardPicture, Cell, Feature, Marker, Overlay, Panel, Piece, Point, Scene, Style
from grognard.kernel.words import counted

from ..command.pips import COMMAND
from ..contact.zone_of_control import has_zone, zone_of
from ..context import Dbms
from ..ground import ground_of
from ..hidden import knows
from ..redeal import fixed_list
from ..state import BASE, BLUE, LOST, OFF, OTHER, RED, TABLE, TerrainPiece
from ..static import Static
from ..tables import ARMY_LISTS, NAMES, RANGE, SYMBOLS, TARGET, THEATRES, WIDTH
from ..winning import ENOUGH, enough
from .objectives import left, objectives

KINDS = {
    "woods": "woods",
    "steep_hill": "steep-hill",
    "gentle_hill": "hill",
    "river": "river",
    "waterway": "sea",
    "marsh": "marsh",
    "soft_ground": "soft",
    "town": "town",
    "road": "road",
    "dunes": "dunes",
    "oasis": "oasis",
    "minefield": "minefield",
    "base": "fortified",
    "railway": "rail",
}
SIDES = {
    RED: Style(fill="#b8402f", stroke="#5f1a12", text="#fff4e8"),
    BLUE: Style(fill="#3d5f8f", stroke="#1a2c48", text="#f2f6ff"),
}
GROUNDS = {"north_africa": "desert", "eastern_europe": "steppe", "italy_and_sicily": "dry"}


# ------------------------------------------------------------------ the board


def board(static: Static) -> BoardPicture:
    """The table with what lies on it from the start."""
    return picture(static, static.terrain)


def ground(g: Dbms) -> Hashable:
    """What was laid or taken up in play: terrain placed by the defender, minefields, the base. None: nothing."""
    fort = g.state.fort
    outline = () if fort.town else fort.outline
    chosen = g.state.theatre if g.state.theatre != g.static.theatre else ""  # a quick battle agrees on its theatre
    if g.state.terrain == list(g.static.terrain) and not outline and not chosen:
        return None
    laid = tuple((piece.kind, piece.points, piece.bridges, piece.name, piece.crest) for piece in g.state.terrain)
    return laid, outline, chosen


def board_with(static: Static, ground: Any) -> BoardPicture:
    if ground is None:
        return board(static)
    laid, outline, chosen = ground
    pieces = [TerrainPiece(kind, points, bridges, name, crest) for kind, points, bridges, name, crest in laid]
    known = {(piece.kind, piece.points): piece for piece in static.terrain}
    pieces = [known.get((piece.kind, piece.points), piece) for piece in pieces]
    if outline:
        pieces.append(TerrainPiece("base", outline, name="Base"))
    return picture(static, tuple(pieces), GROUNDS.get(chosen, "grass") if chosen else "")


def picture(static: Static, terrain: tuple[TerrainPiece, ...], cloth: str = "") -> BoardPicture:
    features = [f for piece in terrain for f in features_of(piece)]
    whole = ground_of(tuple(piece for piece in terrain if piece.kind != "base"), static.size)
    features += [Feature("bridge", [_p(bridge.at)]) for bridge in whole.bridges]
    legend = {KINDS.get(p.kind, "rough"): p.kind.replace("_", " ") for p in terrain}
    return table_picture(
        static.size,
        static.size,
        ground=cloth or static.ground,
        features=features,
        title=static.title,
        unit=float(WIDTH),
        legend=legend,
    )


def features_of(piece: TerrainPiece) -> list[Feature]:
    kind = KINDS.get(piece.kind, "rough")
    if piece.kind in ("river", "road"):
        line = true_line(piece.points, 8 * MM)
        return [Feature(kind, line, label=piece.name, width=2540.0 if piece.kind == "river" else 900.0)]
    if piece.kind == "railway":
        return [Feature("rail", middle_line(piece.points), label=piece.name)]
    found = [Feature(kind, [_p(point) for point in piece.points], True, piece.name)]
    if piece.kind in ("steep_hill", "gentle_hill"):
        crest = ground_of((piece,), 10**6).areas[0].crest
        assert crest is not None
        found.append(Feature("ridge", [_p(point) for point in crest.corners]))
    return found


def middle_line(points: Sequence[tuple[int, int]]) -> list[Point]:
    """Of an oblong, from the middle of one short side to that of the other."""
    a, b, c, d = points[:4]
    if distance(a, b) < distance(b, c):
        a, b, c, d = b, c, d, a
    return [((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)]


def true_line(points: Sequence[tuple[int, int]], longest: int) -> list[Point]:
    """The same line with corners near enough to each other: the map draws curves, and banks must be where the rules say."""
    found: list[Point] = []
    for a, b in pairwise(points):
        parts = -(-distance(a, b) // longest) or 1
        found += [(a[0] + (b[0] - a[0]) * i / parts, a[1] + (b[1] - a[1]) * i / parts) for i in range(parts)]
    return [*found, _p(points[-1])]


def _p(point: tuple[int, int]) -> Point:
    return float(point[0]), float(point[1])


def _outline(shape: Shape) -> list[Point]:
    return [_p(corner) for corner in shape.corners]


# ------------------------------------------------------------------ the scene


def scene(g: Dbms, side: str | None) -> Scene:
    s = g.state
    return Scene(
        "",
        "",
        None,
        g.static.title,
        turn=f"Turn {s.turn}" if s.turn else "Before the battle",
        phase=phase_words(g),
        sides=SIDES,
        side_names=dict(g.static.sides),
        pieces=pieces(g, side),
        markers=markers(g),
        overlays=overlays(g, side),
        panels=panels(g, side),
        status=status(g),
        score={one: f"{s.losses[one]} lost" for one in (RED, BLUE)},
        objectives=objectives(g),
        left=left(g),
    )


def phase_words(g: Dbms) -> str:
    words = {"move": "Movement", "fight": "Combat", "initiative": "Initiative", "start": "", "end": ""}
    return words.get(g.state.phase, "Set-up")


def status(g: Dbms) -> list[str]:
    s = g.state
    found = [f"{g.static.sides[side]}: {counted(s.pips.get(side, 0), 'PIP')}" for side in (RED, BLUE)] if s.turn else []
    if s.theatre in THEATRES:
        found.append(THEATRES[s.theatre]["name"])
    return found + special(g)


def special(g: Dbms) -> list[str]:
    """dbms.R115: what decides this battle besides the losses."""
    conditions, names, found = g.static.conditions, g.static.sides, []
    if conditions.base_decides and g.state.fort.owner:
        found.append(f"{names[OTHER[g.state.fort.owner]]} wins by taking {g.name(BASE)}")
    if conditions.last_turn:
        wins = f", then {names[conditions.holds]} has held" if conditions.holds else ""
        found.append(f"Last turn {conditions.last_turn}{wins}")
    breaks = {side: enough(g, side) for side in (RED, BLUE)}
    return found + [f"{names[one]} breaks at {number} losses" for one, number in breaks.items() if number != ENOUGH]


def pieces(g: Dbms, side: str | None) -> list[Piece]:
    return [piece(g, side, n) for n, element in enumerate(g.state.elements) if element.status == TABLE and shown(g, side, n)]


def shown(g: Dbms, side: str | None, n: int) -> bool:
    """While sides deploy, what is not yet on the table is not shown to the other."""
    return g.element(n).at is not None


def piece(g: Dbms, side: str | None, n: int) -> Piece:
    element = g.element(n)
    pose = element.pose
    states = ["entrenched"] if element.entrenched else []
    if g.is_garrison(n):
        states.append("garrison")
    if element.river:
        states.append(element.river)
    if not knows(g, side, n):
        return Piece(
            f"e{n}",
            element.side,
            x=pose.x,
            y=pose.y,
            facing=pose.facing / 100,
            width=WIDTH,
            depth=WIDTH,
            states=states,
            hidden=True,
        )
    if g.loaded(n):
        states.append("loaded")
    if element.moves:
        states.append("moved")
    if element.used:
        states.append("used")
    if element.hidden:
        states.append("hidden")
    code, form = element.code, g.form(n)
    facts = {
        "type": NAMES[code],
        "form": f"{form}: {TARGET[form]} target",
        "range": f"{RANGE[code] / 2540:g} in" if RANGE[code] else "contact",
        "note": element.note,
    }
    return Piece(
        f"e{n}",
        element.side,
        x=pose.x,
        y=pose.y,
        facing=pose.facing / 100,
        width=WIDTH,
        depth=g.depth(n),
        symbol=SYMBOLS[code],
        name=g.name(n),
        values=[code],
        states=states,
        facts={k: v for k, v in facts.items() if v},
        order=1 if g.is_air(n) else 0,
    )


def markers(g: Dbms) -> list[Marker]:
    found = []
    fort = g.state.fort
    if fort.outline:
        x, y = Shape(fort.outline).middle
        word = "Captured" if fort.captured else "Town held as base" if fort.town else "Base"
        found.append(Marker("base", "flag", x=x, y=y, side=fort.owner, tip=word))
    return found


def overlays(g: Dbms, side: str | None) -> list[Overlay]:
    found = [
        Overlay(
            f"zones-{one}",
            f"Zones of control of {g.static.sides[one]}",
            areas=_zones(g, one),
            side=one,
            rule="dbms.zone-of-control.1",
        )
        for one in (RED, BLUE)
    ]
    found += [
        Overlay(
            f"ranges-{one}", f"Ranges of {g.static.sides[one]}", areas=_reaches(g, one, side), side=one, rule="dbms.combat.5"
        )
        for one in (RED, BLUE)
    ]
    for one in (RED, BLUE):
        general = g.general(one)
        if general is not None and knows(g, side, general):
            ring = circle(g.rect(general).middle, COMMAND)
            found.append(
                Overlay(
                    f"command-{one}",
                    f"12 in of the general of {g.static.sides[one]}",
                    areas=[ring],
                    side=one,
                    rule="dbms.pips.7",
                )
            )
    return found


def _reaches(g: Dbms, side: str, viewer: str | None) -> list[list[Point]]:
    """How far each element that may fight reaches, as outlines around its base."""
    found = []
    for n in g.ground_elements(side):
        far = RANGE[g.code(n)] if knows(g, viewer, n) and not g.loaded(n) else 0
        if far:
            found.append(_reach(tuple(g.shape(n).corners), far))
    return found


@lru_cache(maxsize=4096)
def _reach(corners: tuple[tuple[int, int], ...], far: int) -> list[Point]:
    """Remembered: scenes share what most choices leave as it was."""
    return _outline(hull(step(corner, turn, far) for corner in corners for turn in range(0, CIRCLE, 2000)))


def _zones(g: Dbms, side: str) -> list[list[Point]]:
    return [_outline(zone_of(g, n)) for n in g.ground_elements(side) if has_zone(g, n)]


def circle(at: tuple[int, int], radius: int) -> list[Point]:
    return [_p(step(at, turn, radius)) for turn in range(0, CIRCLE, 1000)]


def panels(g: Dbms, side: str | None) -> list[Panel]:
    found = []
    for one in (RED, BLUE):
        mine = side in (one, UMPIRE)
        rows = []
        for n, element in enumerate(g.state.elements):
            if element.side != one or (not mine and (element.hidden or element.status not in (TABLE, OFF, LOST))):
                continue
            if (
                not mine
                and g.options["hidden_elements"]
                and element.code in ("FI", "BO")
                and element.status == OFF
                and element.ready <= 1
            ):
                continue
            where = {TABLE: "on the table", OFF: f"off, ready in turn {element.ready}", LOST: "lost"}.get(
                element.status, "to be deployed"
            )
            rows.append([Cell(g.name(n)), Cell(NAMES[element.code]), Cell("/".join(element.forms)), Cell(where)])
        title = g.static.sides[one]
        if g.state.lists.get(one) in ARMY_LISTS and (mine or g.state.elements or fixed_list(g, one)):
            title += f": {ARMY_LISTS[g.state.lists[one]].title}"
        found.append(Panel(f"force-{one}", title, "sheet", columns=["", "type", "form", ""], rows=rows, side=one))
    track = [
        Panel(
            f"losses-{one}",
            f"Losses of {g.static.sides[one]}",
            "track",
            cells=[
                Cell(str(i), current=i == g.state.losses[one], rule="dbms.winning.1")
                for i in range(max(6, g.state.losses[one] + 1))
            ],
            side=one,
        )
        for one in (RED, BLUE)
    ]
    return found + track
