"""Chapter Deployment: zones, the base, the garrison, where everybody starts, the defender's swaps.

Placements are drafted as a whole; `deployment_refusals` names everything wrong with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from grognard.boards.plane import INCH, MM, step
from grognard.boards.poses import Pose, Rect, from_centre, rect
from grognard.boards.table_contact import contact
from grognard.boards.table_lines import Line, Strip
from grognard.boards.table_shapes import Shape, box, contains, hull, oblong, overlap, touch
from grognard.kernel import Refusal, cites
from grognard.kernel.words import listing, verb

from ..context import Dbms
from ..ground import on_bridge
from ..state import BASE, OFF, OTHER, TABLE, WAITING
from ..tables import AIR, COLUMN, IMPASSABLE, MOVE, RIVER_WIDTH, TABLES, WIDTH, depth_of
from ..terrain.going import going_underfoot, lands_there, may_stand
from .terrain import is_sea, sea_depth, size_refusals

DEPTH = round(TABLES["deployment"]["depth_in"] * INCH)
MARGIN = round(TABLES["deployment"]["side_margin_in"] * INCH)
INWARD = {0: 18000, 1: 27000, 2: 0, 3: 9000}  # the facing from each edge into the table


class BasePlace(Struct, frozen=True):
    """A base as a rectangle: its middle, its length along the facing, its width."""

    x: int
    y: int
    length: int = 80 * MM
    width: int = 80 * MM
    facing: int = 0

    @property
    def shape(self) -> Shape:
        at = (self.x, self.y)
        return oblong(step(at, self.facing, -self.length // 2), step(at, self.facing, self.length // 2), self.width)


class Placed(Struct, frozen=True, omit_defaults=True):
    """An element deployed. A garrison stands at the centre of the base, whatever x and y say."""

    element: int
    x: int
    y: int
    facing: int
    loaded: bool = False
    garrison: bool = False


# ------------------------------------------------------------------ the zone


def zone_box(g: Dbms, side: str) -> Shape:
    """dbms.deployment.5: within 6 in of the back edge (of the shore, if a sea lies along it), 3 in from the sides."""
    size, edge = g.static.size, g.state.edges[side]
    start = 0
    for piece in g.state.terrain:
        if is_sea(piece, size) and sea_edge(piece.points, size) == edge:
            area = next(a for a in g.ground.areas if a.piece == piece)
            if not lands_there(g, side, area):
                start = sea_depth(piece, size) or 0
    near, far, low, high = start, start + DEPTH, MARGIN, size - MARGIN
    if edge == 0:
        return box(low, near, high, far)
    if edge == 2:
        return box(low, size - far, high, size - near)
    return box(size - far, low, size - near, high) if edge == 1 else box(near, low, far, high)


def sea_edge(points: Sequence[tuple[int, int]], size: int) -> int:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if max(xs) - min(xs) > max(ys) - min(ys):
        return 0 if min(ys) < size // 2 - max(ys) // 2 and min(ys) <= 50 else 2
    return 3 if min(xs) <= 50 else 1


# ------------------------------------------------------------------ the base


def may_place_base(g: Dbms, side: str, place: BasePlace) -> list[Refusal]:
    """dbms.bases.1, .2: not too large, in the zone, on no other piece."""
    shape = place.shape
    found: list[Refusal] = []
    found += [Refusal("dbms.bases.1", refusal.why, **refusal.facts) for refusal in size_refusals(shape, "base")]
    if not contains(zone_box(g, side), shape):
        found.append(Refusal("dbms.bases.2", "The base lies wholly in the deployment zone."))
    for piece in g.state.terrain:
        if piece.kind == "river":
            hit = Strip(piece.points, RIVER_WIDTH).overlaps(shape)
        elif piece.kind == "road":
            hit = Line(piece.points).length_inside(shape) > 50
        else:
            hit = overlap(hull(piece.points), shape)
        if hit:
            found.append(Refusal("dbms.R12", f"The base may touch but not overlap the {piece.kind.replace('_', ' ')}."))
    return found


def base_places(g: Dbms, side: str) -> list[BasePlace]:
    return g.known(f"base places {side}", lambda: _base_places(g, side))


def _base_places(g: Dbms, side: str) -> list[BasePlace]:
    zone = zone_box(g, side)
    xs, ys = [x for x, _ in zone.corners], [y for _, y in zone.corners]
    found = []
    for length, width in ((8000, 8000), (6000, 6000), (4000, 4000)):
        step_ = 2000
        for y in range(min(ys) + width // 2, max(ys) - width // 2 + 1, step_):
            for x in range(min(xs) + length // 2, max(xs) - length // 2 + 1, step_):
                place = BasePlace(x, y, length, width, 9000)
                if not any(may_place_base(g, side, place)):
                    found.append(place)
        if found:
            break
    middle = zone.middle
    found.sort(key=lambda p: (abs(p.x - middle[0]) + abs(p.y - middle[1]), p.x, p.y))
    return found[:1] + found[1::7][:7]


def may_hold_town(g: Dbms, side: str) -> Refusal | None:
    """dbms.deployment.7: a town on the table, wherever it lies; by option not in the attacker's zone (dbms.R19)."""
    town = next((piece for piece in g.state.terrain if piece.kind == "town"), None)
    if town is None:
        return Refusal("dbms.deployment.7", "There is no town on the table.")
    if g.options["town_clear_of_attacker"] and overlap(hull(town.points), zone_box(g, OTHER[side])):
        return Refusal("dbms.R19", "Part of the town lies in the attacker's deployment zone.")
    return None


# ------------------------------------------------------------------ deploying


def to_deploy(g: Dbms, side: str) -> list[int]:
    """Before the battle all ground elements but the reserves, later the reserves that are due (dbms.R115)."""
    turn = g.state.turn
    own = [n for n, e in enumerate(g.state.elements) if e.side == side and e.code not in AIR and e.ready <= turn + 1]
    return [n for n in own if g.element(n).status == WAITING] if turn else own


def pose_of(g: Dbms, placed: Placed) -> Pose:
    if placed.garrison and g.fort is not None:
        return from_centre(g.fort.middle, placed.facing, base_depth(g, placed))
    return Pose(placed.x, placed.y, placed.facing % 36000)


def base_depth(g: Dbms, placed: Placed) -> int:
    element = g.element(placed.element)
    if g.options["hidden_elements"]:
        return WIDTH
    return depth_of(element.code, element.forms[int(placed.loaded and len(element.forms) > 1)])


def rect_of(g: Dbms, placed: Placed) -> Rect:
    return rect(pose_of(g, placed), WIDTH, base_depth(g, placed))


def deployment_refusals(g: Dbms, side: str, items: Sequence[Placed]) -> list[Refusal]:
    """Everything wrong with a deployment."""
    own = to_deploy(g, side)
    found: list[Refusal] = []
    named = [item.element for item in items]
    if any(n not in own for n in named) or len(set(named)) != len(named):
        return [Refusal("dbms.deployment.5", "Each of your own ground elements once.")]
    if missing := [n for n in own if n not in named]:
        names, is_ = listing(g.name(n) for n in missing), verb(len(missing), "is", "are")
        found.append(Refusal("dbms.deployment.12", f"Everything on the ground is deployed: {names} {is_} missing."))
    zone = zone_box(g, side)
    for i, item in enumerate(items):
        found += place_refusals(g, side, zone, item)
        base = rect_of(g, item)
        for other in items[:i]:
            if overlap(base, rect_of(g, other)):
                found.append(Refusal("dbms.deployment.5", f"{g.name(item.element)} stands on {g.name(other.element)}."))
    if sum(item.garrison for item in items) > 1:
        found.append(Refusal("dbms.bases.3", "Only one element garrisons the base."))
    return found


def place_refusals(g: Dbms, side: str, zone: Shape, item: Placed) -> list[Refusal]:
    n = item.element
    element = g.element(n)
    found: list[Refusal] = []
    if item.loaded and len(element.forms) < 2:
        found.append(Refusal("dbms.unloading.1", f"{g.name(n)} has only one form."))
    if item.garrison:
        if g.fort is None or g.state.fort.owner != side:
            found.append(Refusal("dbms.deployment.8", "There is no base of yours to garrison."))
        elif g.state.fort.garrison not in (BASE, n):
            found.append(Refusal("dbms.bases.3", f"{g.name(g.state.fort.garrison)} garrisons it already; only one may."))
        return found
    base = rect_of(g, item)
    if g.state.turn and any(overlap(base, g.rect(friend)) for friend in g.ground_elements(side)):
        found.append(Refusal("dbms.deployment.5", f"{g.name(n)} would stand on a friend."))
    if not contains(zone, base):
        found.append(Refusal("dbms.deployment.5", f"{g.name(n)} stands outside the deployment zone."))
    if not contains(g.ground.table, base):
        found.append(Refusal("dbms.dba.14", f"{g.name(n)} is not on the table."))
    form = element.forms[int(item.loaded and len(element.forms) > 1)]
    if going_underfoot(g, n, base, COLUMN[MOVE[form]]) == IMPASSABLE:
        found.append(Refusal("dbms.deployment.5", f"{g.name(n)} stands in ground that is impassable for it."))
    river = g.ground.river
    if river is not None and river.overlaps(base) and on_bridge(river, base, g.ground.bridges) is None:
        found.append(Refusal("dbms.deployment.5", f"{g.name(n)} stands in the river."))
    for enemy in g.ground_elements(OTHER[side]):
        foe = g.rect(enemy)
        if overlap(base, foe) or contact(base, foe) is not None:
            found.append(Refusal("dbms.deployment.12", f"{g.name(n)} is in contact with the enemy."))
    fort = g.fort
    if fort is not None and g.state.fort.owner != side and touch(base, fort):
        found.append(Refusal("dbms.deployment.12", f"{g.name(n)} touches the town that the enemy holds."))
    return found


# ------------------------------------------------------------------ deployments that work


def sample_deployments(g: Dbms, side: str) -> list[list[Placed]]:
    """Lines in the zone, filled by kind; with and without transport, with and without a garrison."""
    plans = [(46, False, 0), (44, True, 1), (50, False, 2), (44, False, 3)]
    found = []
    for spacing, loaded, turn in plans:
        made = lined_deployment(g, side, spacing * MM, loaded, turn)
        if made is not None and made not in found:
            found.append(made)
    if not found and (crowded := lined_deployment(g, side, 10 * MM, False, 2, close=True)) is not None:
        found.append(crowded)
    return found


ORDER = ["TA", "TH", "IN", "AT", "IH", "IE", "RE", "AA", "AR", "GE"]


def lined_deployment(g: Dbms, side: str, spacing: int, loaded: bool, turn: int, close: bool = False) -> list[Placed] | None:
    own = sorted(to_deploy(g, side), key=lambda n: (ORDER.index(g.code(n)) if g.code(n) in ORDER else 99, n))
    if turn % 2:
        own = own[::2] + own[1::2]
    edge = g.state.edges[side]
    facing = INWARD[edge]
    spots = zone_spots(g, side, spacing, close)
    items: list[Placed] = []
    fort = g.fort
    if fort is not None and g.state.fort.owner == side and g.state.fort.garrison == BASE and turn != 2:
        guard = next((n for n in own if g.code(n) in ("IN", "IH", "IE")), own[0])
        items.append(Placed(guard, *fort.middle, facing, garrison=True))
        own = [n for n in own if n != guard]
    zone = zone_box(g, side)
    back = [n for n in own if g.code(n) in ("GE", "AR", "AA")]
    for n in [*[m for m in own if m not in back], *back]:
        carried = loaded and len(g.element(n).forms) > 1 and not g.element(n).portee
        order = spots if n not in back else spots[::-1]
        for x, y in order:
            item = Placed(n, x, y, facing, loaded=carried)
            base = rect_of(g, item)
            if any(overlap(base, rect_of(g, other)) for other in items):
                continue
            if fort is not None and overlap(base, fort):
                continue
            if not any(place_refusals(g, side, zone, item)):
                items.append(item)
                break
        else:
            return None
    return items if not any(deployment_refusals(g, side, items)) else None


def zone_spots(g: Dbms, side: str, spacing: int, close: bool = False) -> list[tuple[int, int]]:
    """Front edges in rows across the zone, the foremost first, from the middle outwards."""
    zone = zone_box(g, side)
    edge = g.state.edges[side]
    xs, ys = sorted({x for x, _ in zone.corners}), sorted({y for _, y in zone.corners})
    wide = (xs[0], xs[-1]) if edge in (0, 2) else (ys[0], ys[-1])
    middle = (wide[0] + wide[1]) // 2
    half = (wide[1] - wide[0]) // 2 - WIDTH // 2 - MM
    offsets = [0]
    for i in range(1, half // spacing + 1):
        offsets += [i * spacing, -i * spacing]
    found = []
    rows = range(0, 113 * MM, 14 * MM) if close else (0, 46 * MM, 92 * MM)
    for row in rows:
        for off in offsets:
            along = middle + off
            if edge == 0:
                found.append((along, ys[-1] - row - 100))
            elif edge == 2:
                found.append((along, ys[0] + row + 100))
            elif edge == 1:
                found.append((xs[0] + row + 100, along))
            else:
                found.append((xs[-1] - row - 100, along))
    return found


def deploy(g: Dbms, side: str, items: Sequence[Placed]) -> None:
    keep_aircraft_off(g, side)
    for item in items:
        element = g.element(item.element)
        element.form = int(item.loaded and len(element.forms) > 1)
        element.hidden = bool(g.options["hidden_elements"])
        pose = pose_of(g, item)
        element.at, element.status = (pose.x, pose.y, pose.facing), TABLE
        if item.garrison:
            deploy_garrison(g, item.element)


@cites("dbms.deployment.10")
def keep_aircraft_off(g: Dbms, side: str) -> None:
    for element in g.state.elements:
        if element.side == side and element.code in AIR:
            element.status = OFF


@cites("dbms.deployment.8")
def deploy_garrison(g: Dbms, n: int) -> None:
    g.state.fort.garrison = n


# ------------------------------------------------------------------ swaps


def may_swap(g: Dbms, side: str, a: int, b: int) -> Refusal | None:
    """dbms.play-sheet.2: two deployed ground elements of one's own, each in one swap only, with room for both."""
    if a == b or a in g.state.swapped or b in g.state.swapped:
        return Refusal("dbms.play-sheet.2", "No element takes part in more than one swap.")
    places = {a: place_of(g, a, b), b: place_of(g, b, a)}
    for n, place in places.items():
        if place is None:
            return Refusal("dbms.play-sheet.2", f"{g.name(n)} could not stand there in any form.")
    bases = {n: place.base for n, place in places.items() if place is not None}
    others = [g.rect(o) for o in g.ground_elements() if o not in (a, b)]
    for n, base in bases.items():
        if any(overlap(base, other) for other in others):
            return Refusal("dbms.play-sheet.2", f"{g.name(n)} would stand on another element.")
    if overlap(bases[a], bases[b]):
        return Refusal("dbms.play-sheet.2", "They would stand on each other.")
    return None


class NewPlace(NamedTuple):
    """Where an element comes to stand by a swap, and in which of its forms."""

    pose: Pose
    form: int
    base: Rect


def place_of(g: Dbms, n: int, other: int) -> NewPlace | None:
    """dbms.R26: the other's front edge and facing, in its present form or else in its other one; None if neither can."""
    element = g.element(n)
    for form in dict.fromkeys((element.form, *range(len(element.forms)))):
        depth = WIDTH if element.hidden else depth_of(element.code, element.forms[form])
        pose = g.element(other).pose
        if g.is_garrison(other) and g.fort is not None:
            pose = from_centre(g.fort.middle, pose.facing, depth)
        base = rect(pose, WIDTH, depth)
        if contains(g.ground.table, base) and may_stand(g, n, base, COLUMN[MOVE[element.forms[form]]]):
            return NewPlace(pose, form, base)
    return None


def swap(g: Dbms, a: int, b: int) -> None:
    places = {a: place_of(g, a, b), b: place_of(g, b, a)}
    for n, place in places.items():
        assert place is not None, "judged before"
        element = g.element(n)
        element.at, element.form = (place.pose.x, place.pose.y, place.pose.facing), place.form
    fort = g.state.fort
    if fort.garrison in (a, b):
        fort.garrison = b if fort.garrison == a else a
    g.state.swapped += [a, b]

