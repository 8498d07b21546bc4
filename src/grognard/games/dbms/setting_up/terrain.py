"""Chapter Terrain: the conditions that the pieces on a table must meet, each named when it is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.boards.plane import DEGREE, INCH, MM
from grognard.boards.table_areas import common_area, tightest_box
from grognard.boards.table_lines import Line, Strip
from grognard.boards.table_shapes import Shape, box, contains, gap, hull
from grognard.kernel import Refusal, cites

from ..context import by_sheet
from ..ground import is_linear
from ..state import TerrainPiece
from ..tables import RIVER_WIDTH, TABLES, TERRAIN, THEATRE_RULES, THEATRES, WIDTH
from .drawing import fitted

PLACEMENT = TABLES["terrain_placement"]
MOST_SIDES: int = PLACEMENT["length_plus_width_max_mm"] * MM
LEAST_SIDE: int = PLACEMENT["side_min_mm"] * MM
GAP: int = PLACEMENT["gap_mm"] * MM
QUARTER_AREA: int = PLACEMENT["quarter_area_min_mm2"] * MM * MM
QUARTER_LINE: int = PLACEMENT["quarter_line_min_in"] * INCH
SEA = [round(depth * INCH) for depth in TERRAIN["waterway"]["edge_depth_in"]]
BEND, BETWEEN_BENDS = 45 * DEGREE, 80 * MM
EDGE_SLACK = 50


def widths(length: int) -> str:
    return f"{length / WIDTH:.2f} base widths"


def quarters(size: int) -> list[Shape]:
    half = size // 2
    return [box(0, 0, half, half), box(half, 0, size, half), box(0, half, half, size), box(half, half, size, size)]


def in_quarter(piece: TerrainPiece, quarter: Shape) -> bool:
    """dbms.terrain.7: one square base width of it, or 3 in of the line of river or road, or the whole piece."""
    if is_linear(piece):
        return Line(piece.points).length_inside(quarter) >= QUARTER_LINE
    shape = hull(piece.points)
    return common_area(shape, quarter) >= QUARTER_AREA or contains(quarter, shape)


def is_sea(piece: TerrainPiece, size: int) -> bool:
    """dbms.R14: a waterway along the whole of one table edge."""
    return piece.kind == "waterway" and sea_depth(piece, size) is not None


def sea_depth(piece: TerrainPiece, size: int) -> int | None:
    xs, ys = [x for x, _ in piece.points], [y for _, y in piece.points]
    if min(xs) <= EDGE_SLACK and max(xs) >= size - EDGE_SLACK and (min(ys) <= EDGE_SLACK or max(ys) >= size - EDGE_SLACK):
        return max(ys) - min(ys)
    if min(ys) <= EDGE_SLACK and max(ys) >= size - EDGE_SLACK and (min(xs) <= EDGE_SLACK or max(xs) >= size - EDGE_SLACK):
        return max(xs) - min(xs)
    return None


def table_refusals(pieces: Sequence[TerrainPiece], theatre: str, size: int, options: dict[str, Any]) -> list[Refusal]:
    """Everything wrong with a table."""
    strange = sorted({piece.kind for piece in pieces if piece.kind not in TERRAIN})
    if strange:
        return [Refusal("dbms.terrain.6", f"There is no terrain called {strange[0]!r}.")]
    found: list[Refusal] = [*number_refusals(pieces, options), *kind_refusals(pieces, theatre)]
    shaped = [[of_item(one, number, piece, size) for one in piece_refusals(piece, size)] for number, piece in enumerate(pieces)]
    for refusals in shaped:
        found += refusals
    if any(shaped):
        return found
    found += [*gap_refusals(pieces, size), *river_refusals(pieces, size), *road_refusals(pieces, size)]
    return found + quarter_refusals(pieces, size)


def of_item(refusal: Refusal, number: int, piece: TerrainPiece, size: int) -> Refusal:
    """The same, with the piece that is meant, and where there is one the nearest outline that would do."""
    refusal.facts["item"] = number
    if not is_linear(piece):
        outline = fitted(piece.points, size, MOST_SIDES)
        if outline is not None and not piece_refusals(TerrainPiece(piece.kind, tuple((x, y) for x, y in outline)), size):
            refusal.facts["fix"] = outline
    return refusal


def number_refusals(pieces: Sequence[TerrainPiece], options: dict[str, Any]) -> list[Refusal]:
    least, most = PLACEMENT["pieces"]
    rule = "dbms.terrain.6"
    if by_sheet(options, "sheet_terrain_minimum"):
        least, rule = 1, "dbms.play-sheet.7"
    if not least <= len(pieces) <= most:
        return [Refusal(rule, f"{least} to {most} pieces of terrain, not {len(pieces)}.", measured=len(pieces), limit=most)]
    return []


def kind_refusals(pieces: Sequence[TerrainPiece], theatre: str) -> list[Refusal]:
    found: list[Refusal] = []
    for kind in dict.fromkeys(piece.kind for piece in pieces):
        count = sum(piece.kind == kind for piece in pieces)
        name = kind.replace("_", " ")
        if kind not in THEATRES[theatre]["terrain"]:
            found.append(Refusal(THEATRE_RULES[theatre], f"There is no {name} in {THEATRES[theatre]['name']}."))
        elif kind in ("river", "road", "town") and count > 1:
            found.append(Refusal("dbms.terrain.9", f"Only one {name} may be placed.", measured=count, limit=1))
        elif count > 2:
            found.append(Refusal("dbms.terrain.10", f"At most two of a type: {count} are {name}.", measured=count, limit=2))
    return found


def piece_refusals(piece: TerrainPiece, size: int) -> list[Refusal]:
    """dbms.terrain.15, dba.18: one piece by itself."""
    table = box(0, 0, size, size)
    name = piece.kind.replace("_", " ")
    if is_linear(piece):
        if len(piece.points) < 2 or len(set(piece.points)) != len(piece.points):
            return [Refusal("dbms.dba.18", f"The {name} needs at least two different points.")]
        line = Line(piece.points)
        found: list[Refusal] = []
        if any(not (0 <= x <= size and 0 <= y <= size) for x, y in piece.points):
            found.append(Refusal("dbms.dba.18", f"The {name} leaves the table."))
        if any(abs(bend) > BEND for bend in line.bends()):
            found.append(Refusal("dbms.R12", f"The {name} bends by more than 45 degrees at a point."))
        inner = [b - a for a, b in zip(line.marks[1:-2], line.marks[2:-1])]
        if any(apart < BETWEEN_BENDS for apart in inner):
            found.append(Refusal("dbms.R12", f"Bends of the {name} are less than two base widths apart."))
        return found
    shape = hull(piece.points)
    if len(shape.corners) < 3 or len(piece.points) > 16:
        return [Refusal("dbms.dba.18", f"The {name} needs an outline of 3 to 16 corners.")]
    if not contains(table, shape):
        return [Refusal("dbms.dba.18", f"The {name} does not lie on the table.")]
    depth = sea_depth(piece, size) if piece.kind == "waterway" else None
    if depth is not None:
        if not SEA[0] - EDGE_SLACK <= depth <= SEA[1] + EDGE_SLACK:
            return [Refusal("dbms.R14", f"A sea is 2 to 4 in deep, not {depth / INCH:.1f} in.", measured=depth)]
        return []
    return size_refusals(shape, name)


def size_refusals(shape: Shape, name: str) -> list[Refusal]:
    sides = tightest_box(shape)
    total = sides.length + sides.width
    found: list[Refusal] = []
    if total > MOST_SIDES + EDGE_SLACK:
        why = f"Length and width of the {name} add up to {widths(total)}; at most 5."
        found.append(Refusal("dbms.terrain.15", why, measured=total, limit=MOST_SIDES))
    if sides.width < LEAST_SIDE - EDGE_SLACK:
        why = f"The {name} is {widths(sides.width)} wide; at least 1."
        found.append(Refusal("dbms.dba.18", why, measured=sides.width, limit=LEAST_SIDE))
    return found


def gap_refusals(pieces: Sequence[TerrainPiece], size: int) -> list[Refusal]:
    """dbms.dba.18: area pieces 40 mm apart; rivers through none, roads through all but waterways; one sea."""
    areas = [(piece.kind.replace("_", " "), hull(piece.points), piece) for piece in pieces if not is_linear(piece)]
    found: list[Refusal] = []
    for i, (one, shape, _) in enumerate(areas):
        for two, second, _ in areas[i + 1 :]:
            if (apart := gap(shape, second)) < GAP - EDGE_SLACK:
                why = f"{one.capitalize()} and {two} are {widths(apart)} apart; at least 1."
                found.append(Refusal("dbms.dba.18", why, measured=apart, limit=GAP))
    if sum(is_sea(piece, size) for piece in pieces) > 1:
        found.append(Refusal("dbms.R14", "Only one waterway may be a sea along an edge; a second one is a lake."))
    for piece in pieces:
        for name, shape, other in areas:
            if piece.kind == "road" and other.kind == "waterway" and Line(piece.points).length_inside(shape) > EDGE_SLACK:
                found.append(Refusal("dbms.dba.18", "A road may not cross a waterway."))
            if piece.kind == "river" and other.kind != "waterway" and Strip(piece.points, RIVER_WIDTH).overlaps(shape):
                found.append(Refusal("dbms.dba.18", f"The river runs through the {name}."))
    return found


def edge_of(point: tuple[int, int], size: int) -> int | None:
    """The table edge on which a point lies: 0 top, 1 right, 2 bottom, 3 left."""
    x, y = point
    for edge, off in enumerate((y, size - x, size - y, x)):
        if abs(off) <= EDGE_SLACK:
            return edge
    return None


def river_refusals(pieces: Sequence[TerrainPiece], size: int) -> list[Refusal]:
    """dbms.terrain.11 to .13."""
    found: list[Refusal] = []
    waters = [hull(piece.points) for piece in pieces if piece.kind == "waterway"]
    road = next((Line(piece.points) for piece in pieces if piece.kind == "road"), None)
    for piece in pieces:
        if piece.kind != "river":
            continue
        line = Line(piece.points)
        first, last = edge_of(piece.points[0], size), edge_of(piece.points[-1], size)
        into_water = any(line.length_inside(water) > 0 and gap(water, Shape((piece.points[-1],))) == 0 for water in waters)
        if first is None or not (into_water or (last is not None and last != first)):
            found.append(Refusal("dbms.terrain.11", "A river runs from one table edge to another, or into a waterway."))
        if not piece.bridges and not bridged_by_the_road(line, road):
            found.append(Refusal("dbms.terrain.12", "The river has no bridge or ford."))
        if any(not 0 <= along <= line.length for along in piece.bridges):
            found.append(Refusal("dbms.R13", "A bridge or ford lies on the river."))
    return found


@cites("dbms.terrain.13")
def bridged_by_the_road(river: Line, road: Line | None) -> bool:
    """Where the road crosses there is a bridge or ford, and that is enough."""
    return road is not None and bool(river.crossings(road))


def road_refusals(pieces: Sequence[TerrainPiece], size: int) -> list[Refusal]:
    """dbms.R17: a road runs from table edge to table edge, or to the town."""
    towns = [hull(piece.points) for piece in pieces if piece.kind == "town"]
    found: list[Refusal] = []
    for piece in pieces:
        if piece.kind == "road":
            ends = [piece.points[0], piece.points[-1]]
            loose = [p for p in ends if edge_of(p, size) is None and not any(gap(t, Shape((p,))) == 0 for t in towns)]
            if loose or all(edge_of(p, size) is None for p in ends):
                found.append(Refusal("dbms.R17", "A road runs from table edge to table edge, or to the town."))
    return found


def quarter_refusals(pieces: Sequence[TerrainPiece], size: int) -> list[Refusal]:
    """dbms.terrain.7, .8."""
    found: list[Refusal] = []
    parts = quarters(size)
    held = [any(in_quarter(piece, part) for piece in pieces) for part in parts]
    if sum(held) < PLACEMENT["quarters_with_terrain"]:
        why = f"{sum(held)} quarters hold terrain; at least 3 must."
        found.append(Refusal("dbms.terrain.7", why, measured=sum(held), limit=3))
    rough = [piece for piece in pieces if TERRAIN[piece.kind]["bad_for_placement"]]
    bad = [any(in_quarter(piece, part) for piece in rough) for part in parts]
    if sum(bad) < PLACEMENT["quarters_with_bad_or_river"]:
        why = f"{sum(bad)} quarters hold bad going or a river; at least 2 must."
        found.append(Refusal("dbms.terrain.8", why, measured=sum(bad), limit=2))
    return found
