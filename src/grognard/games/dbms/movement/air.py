"""Chapter Moving Air Elements: placed against an enemy, gone at the end of the turn, resting the next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grognard.boards.poses import Pose, ahead, from_centre, rect
from grognard.boards.table_shapes import contains, overlap, touch
from grognard.kernel import Procedure, Refusal, cites

from ..asks import Ask
from ..context import Dbms
from ..hidden import look_around
from ..state import BASE, OFF, OTHER, TABLE
from ..tables import AIR_REST, WIDTH


class Spot(Struct, frozen=True):
    """Where a base is put down."""

    x: int
    y: int
    facing: int = 0

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.facing % 36000)


def may_fly(g: Dbms, n: int) -> Refusal | None:
    """dbms.air-moves.1, .5: ready, and not on the table."""
    element = g.element(n)
    if element.status == TABLE:
        return Refusal("dbms.air-moves.1", f"{g.name(n)} has been placed: it does not move again this turn.")
    if element.status != OFF:
        return Refusal("dbms.air-moves.1", f"{g.name(n)} is lost.")
    if element.ready > g.state.turn:
        return Refusal("dbms.air-moves.5", f"{g.name(n)} refuels and rearms until turn {element.ready}.", limit=element.ready)
    return None


def prey(g: Dbms, side: str) -> list[int]:
    """What an aircraft of this side may be placed against."""
    foe = OTHER[side]
    found = [*g.ground_elements(foe), *g.air_elements(foe)]
    if g.base_stands() and g.state.fort.owner == foe and g.state.fort.garrison == BASE:
        found.append(BASE)
    return found


def may_place(g: Dbms, n: int, spot: Spot) -> list[Refusal]:
    """dbms.air-moves.1, .2: touching an enemy, on the table, on no other aircraft."""
    base = rect(spot.pose, WIDTH, WIDTH)
    found: list[Refusal] = []
    if not contains(g.ground.table, base):
        found.append(Refusal("dbms.air-moves.2", "An aircraft is placed wholly on the table."))
    if any(overlap(base, g.rect(other)) for other in g.air_elements()):
        found.append(Refusal("dbms.air-moves.2", "Another aircraft is there."))
    if not any(touch(base, g.shape(enemy)) for enemy in prey(g, g.side(n))):
        found.append(Refusal("dbms.air-moves.1", "It must touch an enemy element."))
    return found


def spots(g: Dbms, n: int) -> Iterator[Spot]:
    """On every enemy, and at its four edges, one after the other: who only asks whether there is one need not wait."""
    seen = set()
    for enemy in prey(g, g.side(n)):
        for there in _over(g, enemy):
            spot = Spot(*there)
            if spot not in seen and not any(may_place(g, n, spot)):
                yield spot
            seen.add(spot)


def _over(g: Dbms, enemy: int) -> Iterator[Pose]:
    if enemy == BASE or g.is_garrison(enemy):
        yield from_centre(g.shape(enemy).middle, 0, WIDTH)
        return
    pose = g.element(enemy).pose
    yield from_centre(g.rect(enemy).middle, pose.facing, WIDTH)
    yield ahead(pose, WIDTH)
    yield ahead(pose, -g.depth(enemy))
    yield ahead(pose, 0, WIDTH)
    yield ahead(pose, 0, -WIDTH)


def place_air(g: Dbms, n: int) -> Procedure:
    """dbms.air-moves.1: anywhere against an enemy of its owner's choice."""
    spot = yield g.ask_checked(
        g.side(n),
        f"Where does {g.name(n)} strike?",
        name=Ask.STRIKE,
        kind="attack",
        rule="dbms.air-moves.1",
        shape=Spot,
        check=lambda s: may_place(g, n, s),
        suggest=lambda: list(spots(g, n)),
        about={"piece": f"e{n}"},
        label=lambda s: spot_words(g, n, s, g.side(n)),
    )
    element = g.element(n)
    element.status, element.at = TABLE, (spot.x, spot.y, spot.facing % 36000)
    element.met = [enemy for enemy in prey(g, g.side(n)) if g.in_touch(n, enemy)]  # dbms.R74: it moved there
    g.tell("{element} appears {where}.", rule="dbms.air-moves.1", element=n, where=spot_words(g, n, spot, None))
    look_around(g)


def spot_words(g: Dbms, n: int, spot: Spot, reader: str | None) -> str:
    """Over whom, in the names that this side may read."""
    base = rect(spot.pose, WIDTH, WIDTH)
    touched = [g.seen_name(enemy, reader) for enemy in prey(g, g.side(n)) if touch(base, g.shape(enemy))]
    return "over " + ", ".join(touched)


@cites("dbms.air-moves.4")
def go_home(g: Dbms) -> None:
    """dbms.air-moves.4, play-sheet.6: at the end of the turn all aircraft leave, and rest for a whole turn."""
    for n in g.air_elements():
        g.tell("{element} flies home.", rule="dbms.play-sheet.6", element=n)
        g.fly_off(n, AIR_REST["normal"])
