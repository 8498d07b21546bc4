"""Section 20: the daily throw, sharing, Stockpiles, Rest and Rationed, abandoned vehicles.

Each unit throws 3D6 less what its Brigade's route loses (routes.py), pays its need, and what is over goes into its
Stockpile. `supply_dice` and `received` are the two tallies behind throw, prompt and record. Convoys: convoys.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, cites

from ..chance.cards import effect
from ..command.commanders import will_he
from ..context import Fyow, most_in_store
from ..state import Unit
from ..tables import TABLES
from ..weather.weather import climate_of, gauge_effect
from .rationed import recover
from .routes import NAMES, bad_route, broken, chain, class_routes, company, route_kind, surrounded

TABLE = TABLES["supply"]
MOST_DICE = 6


def fed(g: Fyow, number: int) -> Any:
    """The convoy that feeds this unit this morning, on the day after it came (20.10), or None."""
    for convoy in g.state.stores.convoys:
        here = convoy.to == number and g.unit(convoy.unit).board == g.unit(number).board
        if here and not convoy.home and 0 <= convoy.arrived == g.state.day - 1:
            return convoy
    return None


def gives_away(g: Fyow, number: int) -> bool:
    """20.10: a convoy that feeds a Battlegroup today has given its own throw to it."""
    return any((convoy := fed(g, own.to)) is not None and convoy.unit == number for own in g.state.stores.convoys)


@cites("fyow.20.10.6")
def counts_as_direct(g: Fyow, number: int) -> bool:
    """20.10.6: a Battlegroup fed by convoy treats its route as Direct for that throw."""
    return fed(g, number) is not None


def supply_dice(g: Fyow, number: int) -> Tally:
    """20.0.3, 20.1.6, 20.9.1: how many D6 this unit throws today, and why."""
    unit = g.unit(number)
    route = g.state.brigades[unit.brigade].route
    dice = Tally("supply dice")
    dice.add(TABLE["daily_dice"], "daily throw", "fyow.20.0.3")
    if counts_as_direct(g, number):
        return _with_gifts(g, number, dice)
    if route.kind == "N":
        dice.add(-TABLE["daily_dice"], "no port is left", "fyow.24.2.1")
    if route.dice:
        dice.add(-route.dice, "Contested", "fyow.20.1.6")
    if lost := broken(g, unit.brigade)[0]:
        dice.add(-lost, "Broken", "fyow.24.2.2" if str(unit.brigade) not in g.state.stores.broken else "fyow.20.14.2")
    if int(dice) < 0:
        dice.add(-int(dice), "never below 0", "fyow.20.1.6")
    return _with_gifts(g, number, dice)


def _with_gifts(g: Fyow, number: int, dice: Tally) -> Tally:
    stores = g.state.stores
    if shared := stores.shared.get(str(number), 0):
        dice.add(shared, "shared on this board", "fyow.20.9.1")
    if more := stores.extra.get(str(number), 0):
        dice.add(min(more, MOST_DICE - int(dice)), "brought by air or sea", "fyow.24.0.2")
    return dice


@cites("fyow.20.1.13", "fyow.25.6.2")
def lost_by_weather(g: Fyow) -> int:
    """20.1.13, 25.6.2: bad ground takes pips off, besides all other losses."""
    return gauge_effect(g, "supply")


def received(g: Fyow, number: int, thrown: int) -> Tally:
    """20.2: the throw less pips of the route, breaks and the weather; never below 0."""
    brigade = g.unit(number).brigade
    route = g.state.brigades[brigade].route
    total = Tally("supply received")
    total.add(thrown, "thrown", "fyow.20.0.3")
    if route.pips and not counts_as_direct(g, number):
        total.add(-route.pips, "route", "fyow.20.1.11" if "A" in route.kind else "fyow.20.1.9")
    if (pips := broken(g, brigade)[1]) and not counts_as_direct(g, number):
        total.add(-pips, "partisans", "fyow.20.1.14")
    if (weather := lost_by_weather(g)) and not counts_as_direct(g, number):
        rule = {"winter": "fyow.26.6.1", "desert": "fyow.27.5.1.1"}.get(climate_of(g), "fyow.25.6.1")
        total.add(weather, "the ground", rule)
    if card := effect(g, "supply_pips"):
        total.add(card, "chance card", "fyow.32.0.1")
    return total.at_least(0, "fyow.20.2.2")


def daily_supply(g: Fyow, number: int) -> None:
    """20.0.3 to 20.5.1: throw, pay the need, store or draw."""
    unit = g.unit(number)
    if unit.kind in ("picket", "convoy"):
        unit.mode = g.unit(unit.parent).mode if unit.parent >= 0 and unit.kind == "picket" else unit.mode
        if unit.kind == "picket":
            return
    if gives_away(g, number):
        pay(g, number, 0)
        return
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    dice = supply_dice(g, number)
    count = max(0, int(dice))
    rolled = g.roll(f"{count}d6", "Supply of {unit}", rule="fyow.20.0.3", tallies=[dice], **words).total if count else 0
    if convoy := fed(g, number):
        g.tell("{unit} is fed by its convoy: its route counts as Direct.", rule="fyow.20.10.6", to=unit.side, unit=number)
        rolled += convoy_throw(g, convoy, number)
    pay(g, number, int(received(g, number, rolled)))


def convoy_throw(g: Fyow, convoy: Any, number: int) -> int:
    """20.10.3, 20.10.5: two trucks carry 1D6 and a single one D3."""
    trucks = sum(n for e, n in g.unit(convoy.unit).elements.items() if e.startswith("soft_truck"))
    words: dict[str, Any] = {"by": g.unit(number).side, "to": [g.unit(number).side], "unit": number}
    total, pairs = 0, trucks // 2
    if pairs:
        total += g.roll(f"{pairs}d6", "The convoy gives {unit}", rule="fyow.20.10.3", **words).total
    if trucks % 2:
        total += g.roll("d3", "A single truck", rule="fyow.20.10.5", **words).total
    return total


@cites("fyow.20.4.0.1")
def need_of_the_day() -> int:
    """20.4.0.1: an active force needs 10S a day."""
    return int(TABLE["need_active"])


@cites("fyow.20.4.0.2")
def drawn_from_stockpile(unit: Unit, got: int) -> int:
    """20.4.0.2: after the throw S may be drawn from the Stockpile."""
    return got + unit.stockpile


@cites("fyow.20.4.1.3", "fyow.base.ammo.1")
def fill_up(unit: Unit) -> None:
    """20.4.1.3, base.ammo.1: who meets the full need has his shots again, four quarters."""
    unit.ammunition = 4


@cites("fyow.20.6.3")
def keep_at_rest(g: Fyow, number: int, have: int) -> None:
    """20.6.3: a resting force may add to its Stockpile."""
    keep(g, number, have - TABLE["need_rest"])


def what_is_left(unit: Unit, got: int, need: int, rule: str, limit: str) -> Tally:
    """How the Stockpile of the morning comes about, for the record."""
    left = Tally("into the Stockpile")
    left.add(got, "received", "fyow.20.0.3")
    if unit.stockpile > 0:
        left.add(unit.stockpile, "in the Stockpile", "fyow.20.4.0.2")
    left.add(-need, "need of the day", rule)
    return left.at_most(most_in_store(unit.kind), limit)


def pay(g: Fyow, number: int, got: int) -> None:
    """20.4, 20.5, 20.6: 10S Active; else Rest on 6S or Rationed, by the BC's will (ruling R55)."""
    unit = g.unit(number)
    have, need = drawn_from_stockpile(unit, got), need_of_the_day()
    unit.provided = False
    unit.stopped = unit.stopped and got < need  # 20.7.1.2: a throw of 10 sets the vehicles going
    resting = unit.order.kind == "rest" and not g.engaged(number)
    if have >= need and not resting:
        unit.mode = "active"
        left = what_is_left(unit, got, need, "fyow.20.4.0.1", "fyow.20.4.1.1")
        keep(g, number, have - need)
        fill_up(unit)
        text = "{unit} receives {got}S and is Active; Stockpile {left}."
        g.tell(text, rule="fyow.20.4.1.2", to=unit.side, unit=number, got=got, left=unit.stockpile, tallies=[left])
        recover(g, number)
        return
    if have >= TABLE["need_rest"] and may_rest(g, number):
        wish = resting or will_he(g, unit, "short of supply, does he rest?")
        if wish:
            unit.mode = "rest"
            left = what_is_left(unit, got, TABLE["need_rest"], "fyow.20.6.1", "fyow.20.6.3")
            keep_at_rest(g, number, have)
            text = "{unit} receives {got}S and rests; Stockpile {left}."
            g.tell(text, rule="fyow.20.6.1", to=unit.side, unit=number, got=got, left=unit.stockpile, tallies=[left])
            return
    unit.mode = "rationed"
    unit.stockpile = 0
    g.tell("{unit} receives {got}S, too little, and is Rationed.", rule="fyow.20.5.1", to=unit.side, unit=number, got=got)


@cites("fyow.20.6.2")
def may_rest(g: Fyow, number: int) -> bool:
    """20.6.2: an engaged force cannot go to Rest."""
    return not g.engaged(number)


@cites("fyow.20.4.1.1")
def keep(g: Fyow, number: int, left: int) -> None:
    """20.4.0.2, 20.4.1.1: what is over goes into the Stockpile, up to its limit."""
    unit = g.unit(number)
    unit.stockpile = min(left, most_in_store(unit.kind))


# ------------------------------------------------------------------ 20.7: vehicles without fuel


__all__ = ["NAMES", "bad_route", "chain", "class_routes", "company", "daily_supply", "route_kind", "surrounded"]
