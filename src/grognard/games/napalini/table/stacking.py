"""Chapter 3, stacking (3.stack.*, 2.support)."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Napalini


def limit(g: Napalini, square: int, kind: str) -> int:
    """3.stack.river, 3.stack.rail, 3.stack.junction."""
    return (three_vessels() if kind == "river" else two_trains()) + at_junction(g, square, kind)


@cites("napalini.3.stack.river")
def three_vessels() -> int:
    return 3


@cites("napalini.3.stack.rail")
def two_trains() -> int:
    return 2


@cites("napalini.3.stack.junction")
def at_junction(g: Napalini, square: int, kind: str) -> bool:
    """Where rivers or railways join there is room for one more."""
    return square in (g.static.confluences if kind == "river" else g.static.rail_junctions)


def room_rule(g: Napalini, n: int, square: int, without: tuple[int, ...] = (), with_: tuple[int, ...] = ()) -> str:
    """The stacking rule against one more unit in a square, or nothing."""
    unit = g.unit(n)
    here = [m for m in g.units_at(square, unit.side) if m != n and m not in without] + list(with_)
    if unit.kind != "land":
        count = sum(g.unit(m).kind == unit.kind for m in here)
        rule = "napalini.3.stack.river" if unit.kind == "river" else "napalini.3.stack.rail"
        return rule if count >= limit(g, square, unit.kind) else ""
    fl = g.fl_place(n)
    count = sum(g.unit(m).kind == "land" and g.fl_place(m) == fl for m in here)
    if fl:
        return "napalini.3.stack.land" if front_full(count) else ""
    return "napalini.2.support" if support_full(count) else ""


@cites("napalini.3.stack.land")
def front_full(units: int) -> bool:
    """Three FL land units in a square."""
    return units >= 3


@cites("napalini.2.support")
def support_full(units: int) -> bool:
    """And three S units with them."""
    return units >= 3


def overfull(g: Napalini, square: int, side: str) -> bool:
    """Whether a square breaks the limits; for checks and for dealing again."""
    here = g.units_at(square, side)
    land = [g.fl_place(n) for n in here if g.unit(n).kind == "land"]
    if sum(land) > 3 or len(land) - sum(land) > 3:
        return True
    return any(sum(g.unit(n).kind == kind for n in here) > limit(g, square, kind) for kind in ("rail", "river"))
