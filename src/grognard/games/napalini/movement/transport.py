"""Chapter 2, troop trains, river transports and landing craft (2.transport.*, A.landing-craft, A.paraguay)."""

from __future__ import annotations

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..combat.ambush import ambush
from ..context import Napalini, do
from ..table.arteries import over_water
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.wire_and_obstacles import obstacles_to
from ..table.zones import dress, fall_in, hostile_corner, which_way
from .choices import Landing, Load
from .friction import crosses
from .paths import may_attack


def capacity(g: Napalini, n: int) -> int:
    """2.transport.capacity: three, two with an attached Archie; one for the Paraguay and landing craft."""
    kind, unit = g.type(n), g.unit(n)
    if "landing-craft" in kind.tags:
        return 1
    if "transport-one" in kind.tags:
        return hold_of_the_paraguay()
    if "transport" not in kind.tags:
        return 0
    return 2 if unit.archie else 3


@cites("napalini.A.paraguay")
def hold_of_the_paraguay() -> int:
    """She carries one unit besides fighting."""
    return 1


def may_carry(g: Napalini, transport: int, n: int) -> Refusal | None:
    kind, unit = g.type(n), g.unit(n)
    name = g.type(transport).id
    if "landing-craft" in g.type(transport).tags:
        foot_only = name == "higgins_boats"
        fine = kind.kind == "land" and (kind.foot or not foot_only) and not g.dummy(n)
        return None if fine else Refusal("napalini.A.landing-craft", f"{g.title(transport)} does not carry {g.name(n)}.")
    if unit.trucks:
        return Refusal("napalini.2.transport.capacity", "Units with trucks cannot be carried.")
    if "carriable" not in kind.tags or (kind.id == "hq" and g.fixed(n)):
        return Refusal("napalini.2.transport.capacity", f"{g.title(n)} cannot be carried.")
    return None


def may_load(g: Napalini, transport: int, n: int) -> Refusal | None:
    """2.transport.load: same uncontested square, both activated in the same round."""
    if (refusal := may_carry(g, transport, n)) is not None:
        return refusal
    if len(g.passengers(transport)) >= capacity(g, transport):
        return Refusal("napalini.2.transport.capacity", f"{g.title(transport)} is full.")
    if g.unit(transport).at != g.unit(n).at or g.enemies_in(g.unit(n).at, g.unit(n).side):
        return Refusal("napalini.2.transport.load", "Unit and transport must be in the same uncontested square.")
    r = g.round
    if transport not in r.activated or transport in r.moved or transport in r.transit:
        return Refusal("napalini.2.transport.load", "The transport must be activated and still there.")
    return None


def load_orders(g: Napalini, n: int) -> list[Load]:
    side = g.unit(n).side
    ships = [m for m in g.units_at(g.unit(n).at, side) if m != n and capacity(g, m)]
    return [Load(m) for m in ships if may_load(g, m, n) is None]


def load(g: Napalini, n: int, transport: int) -> None:
    unit = g.unit(n)
    was = unit.at
    unit.where, unit.carrier, unit.at, unit.prepared, unit.rear, unit.raised = "aboard", transport, -1, False, False, False
    unit.moved = unit.off_wire = True
    g.round.loaded.append(n)
    g.mend_facing(was, unit.side)
    g.tell("A marker of {side} in {place} goes aboard.", rule="napalini.2.transport.load", side=unit.side, place=was)
    g.tell("{unit} loads on {ship}.", rule="napalini.2.transport.load", to=unit.side, unit=g.name(n), ship=g.name(transport))


def passengers_to_land(g: Napalini, n: int) -> list[int]:
    """2.transport.unload: not in a round in which the transport made a transit move."""
    r = g.round
    if n in r.transit:
        return []
    return [p for p in g.passengers(n) if p not in r.acted and p not in r.loaded and ordered_ashore(g, p)]


def ordered_ashore(g: Napalini, p: int) -> bool:
    """2.transport.load: for a mobile HQ the HQ action takes the place of being activated, for unloading too."""
    return g.unit(p).type != "hq" or g.army(g.unit(p).formation).moved_hq


def beaches(g: Napalini, n: int, passenger: int) -> list[int]:
    """Where it may land: the square itself; landing craft that are FL also next to it, enemy-held or not."""
    at, side = g.unit(n).at, g.unit(n).side
    found = []
    if not g.enemies_in(at, side) and not closed_to(g, passenger, at) and not room_rule(g, passenger, at):
        found.append(at)
    if "landing-craft" in g.type(n).tags and g.fl(n):
        for near in (at, *g.grid.adjacent[at]):
            if near in found or closed_to(g, passenger, near) or room_rule(g, passenger, near):
                continue
            if g.enemies_in(near, side) and may_attack(g, passenger, near) is not None:
                continue
            if near == at or not (over_water(g, at, near, vessel=True) or hostile_corner(g, at, near, g.enemy_squares(side))):
                found.append(near)
    return found


def unload(g: Napalini, n: int) -> Procedure:
    """The transport may unload any of its passengers where its move ends."""
    r, side = g.round, g.unit(n).side
    while True:
        offers = [Landing(p, sq) for p in passengers_to_land(g, n) for sq in beaches(g, n, p)]
        if not offers:
            return
        choice = yield g.ask(
            side,
            f"{g.title(n)} in {g.label(g.unit(n).at)}: unload?",
            offers,
            also=[PASS],
            rule="napalini.2.transport.unload",
            label=lambda v: "nobody" if v == PASS else f"{g.name(v.unit)} in {g.label(v.square)}",
            on=lambda v: (f"u{n}", "" if v == PASS else g.label(v.square)),
            secret=False,
            name=Ask.UNLOAD,
            final=True,
            kind=lambda v: "" if v == PASS else "attack" if g.enemies_in(v.square, side) else "move",
        )
        if choice == PASS:
            return
        p, square = choice.unit, choice.square
        came = g.unit(n).at
        r.acted.append(p)
        if came != square and not crosses(g, p, came, square, obstacles_to(g, p, came, square)):
            continue  # held up on the bank, it stays aboard
        ashore(g, p, square, came)
        if g.enemies_in(square, side):
            r.entrants[str(p)] = square
            r.entered.append(square)
            if square not in r.queue:
                r.queue.append(square)
            yield from ambush(g, [p], square)
        else:
            yield from _face(g, p, square)


def ashore(g: Napalini, p: int, square: int, came: int) -> None:
    unit = g.unit(p)
    unit.where, unit.at, unit.carrier, unit.came, unit.prepared = "table", square, -1, came, False
    unit.moved = unit.off_wire = True
    if over_water(g, came, square, cls=g.cls(p)):
        g.round.crossed.append(p)
    g.tell("{side} lands a unit in {place}.", rule="napalini.2.transport.unload", side=unit.side, place=square)


def _face(g: Napalini, p: int, square: int) -> Procedure:
    side = g.unit(p).side
    if fall_in(g, p):
        return
    words = f"Which way {do(g.name(p))} {g.name(p)} face in {g.label(square)}?"
    chosen = yield which_way(g, side, words, square, final=True)
    dress(g, square, side, chosen)
