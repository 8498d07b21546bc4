"""What the bot does before the battle: which elements it brings, from which edge it attacks, where base and blocks stand.
Swaps and engineers: works.py.

Elements that move alike are deployed in blocks, edge to edge, so that one PIP moves them all: those that fight in front, those
that need no sight behind them. A block stands where the ground before it is good for it, near the other blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from msgspec import structs

from grognard.boards.plane import INCH, step
from grognard.boards.table_shapes import gap, hull, overlap

from ..context import Dbms
from ..setting_up.blocks import Frame, column_of
from ..setting_up.deployment import BasePlace, Placed, place_refusals, rect_of, to_deploy, zone_box
from ..setting_up.forces import SIZE, Pick, offers, required_picks
from ..tables import WIDTH, ArmyList

MERIT = {"TH": 4.2, "TA": 4.2, "AR": 3.6, "AT": 3.0, "BO": 3.0, "IH": 2.7, "AA": 2.4, "IE": 2.4, "IN": 2.2, "FI": 1.8, "RE": 1}
SATED = 0.35  # each further element of a kind is worth so much less
RIDERS = ("IN", "IH", "IE")
FAR_TABLE = 24 * INCH  # on a larger table it is far
TOWN = 3 * INCH  # a town no farther than this from the zone is held as base

# ------------------------------------------------------------------ the force


def best_force(army: ArmyList, year: int, rng: Random) -> list[Pick]:
    """The required elements, and what adds most to them."""
    picks = required_picks(army)
    luck = {code: rng.random() * 0.3 for code in MERIT}
    while len(picks) < SIZE:
        open_to = offers(army, picks, year)
        if not open_to:
            break
        codes = [army.slots[p.slot].fillings[p.filling].code for p in picks]

        def merit(pick: Pick, codes: Sequence[str] = codes) -> float:
            code = army.slots[pick.slot].fillings[pick.filling].code
            return MERIT.get(code, 1.0) + luck.get(code, 0.0) - SATED * codes.count(code)

        picks.append(max(open_to, key=merit))
    return picks


# ------------------------------------------------------------------ the ground before a zone


def hard_edges(g: Dbms, side: str) -> list[int]:
    """The four edges, that with the worst ground before it first."""
    kinds = [column_of(g, n) for n in to_deploy(g, side)]

    def lost(edge: int) -> float:
        frame = Frame(g, side, edge)
        places = range(WIDTH, frame.length, 2 * WIDTH)
        return sum(kinds.count(kind) * frame.lane(u, kind) for kind in set(kinds) for u in places)

    return sorted(range(4), key=lambda edge: -lost(edge))


# ------------------------------------------------------------------ the base


def best_base(g: Dbms, side: str, places: Sequence[BasePlace]) -> BasePlace:
    """Behind the line, in the middle."""
    frame = Frame(g, side)
    return min(places, key=lambda p: abs(frame.along((p.x, p.y)) - frame.length // 2) - 2 * frame.back((p.x, p.y)))


def town_is_near(g: Dbms, side: str) -> bool:
    town = next((piece for piece in g.state.terrain if piece.kind == "town"), None)
    return town is not None and gap(hull(town.points), zone_box(g, side)) <= TOWN


# ------------------------------------------------------------------ deployment


def mounted(g: Dbms, side: str, items: Sequence[Placed]) -> list[Placed]:
    """The attacker's infantry in its trucks where it is far to the enemy, if there is room behind them."""
    found = list(items)
    if side != g.state.attacker or g.static.size <= FAR_TABLE:
        return found
    zone = zone_box(g, side)
    for i, item in enumerate(items):
        element = g.element(item.element)
        if not item.garrison and element.code in RIDERS and len(element.forms) > 1 and not element.portee:
            riding = make_room(g, found, i)
            if not any(place_refusals(g, side, zone, one) for one in riding) and not any_overlap(g, riding):
                found = riding
    return found


def make_room(g: Dbms, items: Sequence[Placed], i: int) -> list[Placed]:
    """The same with one element in its trucks, and who stands behind it as far back as its base is deeper so."""
    mounts = structs.replace(items[i], loaded=True)
    base, before = rect_of(g, mounts), rect_of(g, items[i])
    made = []
    for j, other in enumerate(items):
        behind = j != i and overlap(rect_of(g, other), base)
        x, y = step((other.x, other.y), other.facing, before.depth - base.depth)
        made.append(structs.replace(other, x=x, y=y) if behind else other)
    made[i] = mounts
    return made


def any_overlap(g: Dbms, items: Sequence[Placed]) -> bool:
    return any(overlap(rect_of(g, one), rect_of(g, other)) for one, other in combinations(items, 2))
