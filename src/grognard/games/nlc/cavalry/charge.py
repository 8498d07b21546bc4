"""Chapter 7.7: who may charge whom by which way, declaring charges, and one charge resolved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView

from ..army.demoralization import prussians_attack
from ..asks import Ask
from ..context import Nlc
from ..ground import CHATEAU
from ..hidden.discovery import vanish
from ..orders.command_range import in_command
from ..orders.may_fight import idle, may_fight
from ..state import Charge, Pursuit
from ..tables import TABLES
from ..values import Ride
from .clash import Rider, clash
from .paths import paths, turns_them_away
from .pursuit import drive_back, ridden_over, ride_home, settle


def may_charge(g: Nlc, unit: int, target: int) -> Refusal | None:
    """7.7.1, 7.7.11, 20.2: None, or the first rule against it."""
    name, _order = g.name(unit), g.order(unit)
    if g.state.charged >> unit & 1:
        return Refusal("nlc.7.7.11", f"{name} has charged this turn.")
    if (away := g.grid.distance(g.at(unit), target)) > TABLES["charge"]["range"]:
        return Refusal("nlc.7.7.1", f"{g.place(target)} is {away} hexes away; a charge reaches 2.", limit=2, measured=away)
    if not in_command(g, unit):
        return Refusal("nlc.20.1.4", f"{name} is out of command and may charge only in reaction.")
    refusal = may_fight(g, unit)
    if refusal is not None:
        return refusal
    if g.terrain(target) == CHATEAU and g.enemies_at(target, g.side(unit)):
        # The charger may not know what stands alone in the chateau: he hears the same of infantry (10.0.2) and others (7.7.12).
        return Refusal("nlc.10.0.2", f"{g.place(target)} is a chateau; whoever stands alone in it cannot be charged.")
    if not paths(g, g.at(unit), target):
        return Refusal("nlc.7.7.2", f"{name} has no clear way to charge {g.place(target)}.")
    return None


def targets_of(g: Nlc, unit: int) -> list[int]:
    """Enemy hexes within the range of a charge."""
    side = g.side(unit)
    return [hex for hex in g.static.near[g.at(unit)] if g.enemies_at(hex, side)]


def declare_charges(g: Nlc, cavalry: Sequence[int]) -> Procedure:
    """7.7.1: unit by unit, target and path; the whole is one event (7.7.10)."""
    stage = g.stage
    while True:
        g.checkpoint()
        declared = [charge.unit for charge in stage.charges]
        ready = [u for u in cavalry if u not in declared and any(may_charge(g, u, t) is None for t in targets_of(g, u))]
        if not ready:
            return
        unit = yield ask_charger(g, ready, cavalry)
        if unit == DONE:
            return
        targets = [target for target in targets_of(g, unit) if may_charge(g, unit, target) is None]
        ways = [Ride(tuple(path)) for target in targets for path in paths(g, g.at(unit), target)]
        ride = yield ask_charge(g, unit, ways, last=len(ready) == 1)
        path = ride.path
        stage.charges.append(Charge(unit, list(path), home=g.at(unit)))
        g.tell("{unit} is to charge {place}.", rule="nlc.7.7.1", unit=unit, place=path[-1])


def resolve_charge(g: Nlc, target: int) -> Procedure:
    """The charge combat of all riders that reached one hex."""
    stage = g.stage
    mine = [charge for charge in stage.charges if charge.path[-1] == target and charge.state == "riding"]
    for charge in mine:
        charge.state = "in"
    riders = [Rider(c.unit, c.home, c.path[-2] if len(c.path) > 1 else c.home) for c in mine if g.on_map(c.unit)]
    yield from vanish(g, target, 1 - stage.side)
    defenders = g.enemies_at(target, stage.side)
    if not riders:
        return
    if not defenders:
        yield from ridden_over(g, riders, target)
        yield from settle(g, riders, target, rule="nlc.7.7.7")
        return
    if turns_them_away(g, target):
        yield from ride_home(g, riders, target, beaten=False, rule="nlc.10.0.2")
        return
    prussians_attack(g, [rider.unit for rider in riders], target)
    result = yield from clash(g, riders, target, defenders)
    alive = [rider for rider in riders if g.on_map(rider.unit)]
    if result.winner == "chargers":
        beaten, trapped = yield from drive_back(g, alive, target, defenders)
        units, homes, ways = [r.unit for r in alive], [r.home for r in alive], [r.via for r in alive]
        stage.pursuits.append(Pursuit(units, homes, target, list(beaten), trapped, stage.side, ways))
    elif result.winner == "defenders":
        yield from ridden_over(g, riders, target)
        yield from ride_home(g, riders, target, beaten=True)


def ask_charger(g: Nlc, ready: list[int], cavalry: Sequence[int]) -> Listed:
    """7.7.1: which cavalry charges."""
    side = g.stage.side

    def judge(unit: Any) -> Refusal | None:
        if unit == DONE or unit in ready or unit not in g.army_units(side):  # of others' units nothing is told
            return None
        if not g.is_cavalry(unit):
            return Refusal("nlc.7.7.1", f"{g.name(unit)} is no cavalry.")
        if refusal := idle(g, unit, cavalry):
            return refusal
        if any(charge.unit == unit for charge in g.stage.charges):
            return Refusal("nlc.7.7.11", f"{g.name(unit)} is to charge already.")
        for target in targets_of(g, unit):
            if refusal := may_charge(g, unit, target):
                return refusal
        return Refusal("nlc.7.7.1", f"No enemy is within two hexes of {g.name(unit)}.", limit=2)

    return Listed(
        g.seat(side), "Which cavalry charges?", [*ready, DONE], "nlc.7.7.1", judge=judge, candidates=lambda: g.army_units(side),
        label=lambda v: "no more charges" if v == DONE else g.name(v),
        on=lambda v: ("", "") if v == DONE else (g.units[v].id, g.label(g.at(v))),
        name=Ask.CHARGER, kind="attack",
    )  # fmt: skip


def ask_charge(g: Nlc, unit: int, ways: list[Ride], last: bool) -> Listed:
    """7.7.2: which hex, which way. After the last who can charge they ride."""
    side, piece = g.stage.side, g.units[unit].id

    def judge(way: Any) -> Refusal | None:
        target = way.path[-1]
        if not g.enemies_at(target, side):
            return Refusal("nlc.7.7.1", f"There is no enemy in {g.place(target)}.")
        refusal = may_charge(g, unit, target)
        if refusal is None and way not in ways:
            refusal = Refusal("nlc.7.7.2", f"{g.name(unit)} does not ride to {g.place(target)} that way.")
        return refusal

    def words(way: Ride) -> str:
        return g.place(way.path[-1]) + (f" by {g.place(way.path[0])}" if len(way.path) > 1 else "")

    def show(way: Ride) -> OptionView:
        hexes = [g.label(hex) for hex in way.path]
        return OptionView(way, words(way), piece, g.label(way.path[-1]), path=hexes, odds=g.later.ride_odds(g, unit, way.path))

    return Listed(
        g.seat(side), f"{g.name(unit)} charges. Which hex, which way?", ways, "nlc.7.7.2", judge=judge,
        candidates=lambda: (Ride((hex,)) for hex in range(g.grid.size)),
        label=words, on=lambda way: (piece, g.label(way.path[-1])), about={"piece": piece}, show=show,
        name=Ask.CHARGE, kind="attack", final=last,
    )  # fmt: skip
