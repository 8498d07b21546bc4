"""Section 20: the daily throw, sharing, Stockpiles, Rest and Rationed, abandoned vehicles.

Each unit throws 3D6 less what its Brigade's route loses (routes.py), pays its need, and what is over goes into its
Stockpile. `supply_dice` and `received` are the two tallies behind throw, prompt and record. Convoys: convoys.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, in_force

from .chance import effect
from .command import will_he
from .context import Fyow
from .routes import NAMES, bad_route, broken, chain, class_routes, company, route_kind, surrounded
from .static import TABLES
from .weather import climate_of, gauge_effect

TABLE = TABLES["supply"]
KINDS = TABLES["vehicle_kind"]
VEHICLES = frozenset([*KINDS["soft"], *KINDS["open_top"], *KINDS["closed"]]) - {"horse_cart"}
MOST_DICE = 6


def fed(g: Fyow, number: int) -> Any:
    """The convoy that feeds this unit this morning (fyow.20.10.3), or None."""
    for convoy in g.state.stores.convoys:
        here = convoy.to == number and g.unit(convoy.unit).board == g.unit(number).board
        if here and not convoy.home and 0 <= convoy.arrived < g.state.day:
            return convoy
    return None


def supply_dice(g: Fyow, number: int) -> Tally:
    """20.0.3, 20.1.6, 20.9.1: how many D6 this unit throws today, and why."""
    unit = g.unit(number)
    route = g.state.brigades[unit.brigade].route
    dice = Tally("supply dice")
    dice.add(TABLE["daily_dice"], "daily throw", "fyow.20.0.3")
    if fed(g, number) and in_force("fyow.20.10.6"):
        return _with_gifts(g, number, dice)
    if route.kind == "N":
        dice.add(-TABLE["daily_dice"], "no port is left", "fyow.24.2.1")
    if route.dice:
        dice.add(-route.dice, "Contested", "fyow.20.1.6")
    if lost := broken(g, unit.brigade)[0]:
        dice.add(-lost, "Broken", "fyow.24.2.2" if str(unit.brigade) not in g.state.stores.broken else "fyow.20.14.2")
    if int(dice) < 0 and in_force("fyow.20.1.6"):
        dice.add(-int(dice), "never below 0", "fyow.20.1.6")
    return _with_gifts(g, number, dice)


def _with_gifts(g: Fyow, number: int, dice: Tally) -> Tally:
    stores = g.state.stores
    if shared := stores.shared.get(str(number), 0):
        dice.add(shared, "shared on this board", "fyow.20.9.1")
    if more := stores.extra.get(str(number), 0):
        dice.add(min(more, MOST_DICE - int(dice)), "brought by air or sea", "fyow.24.0.2")
    return dice


def received(g: Fyow, number: int, thrown: int) -> Tally:
    """20.2: the throw less pips of the route, breaks and the weather; never below 0."""
    brigade = g.unit(number).brigade
    route = g.state.brigades[brigade].route
    total = Tally("supply received")
    total.add(thrown, "thrown", "fyow.20.0.3")
    if route.pips and not (fed(g, number) and in_force("fyow.20.10.6")):
        total.add(-route.pips, "route", "fyow.20.1.11" if "A" in route.kind else "fyow.20.1.9")
    if pips := broken(g, brigade)[1]:
        total.add(-pips, "partisans", "fyow.20.1.14")
    if (weather := gauge_effect(g, "supply")) and in_force("fyow.25.6.2") and in_force("fyow.20.1.13"):
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
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    dice = supply_dice(g, number)
    count = max(0, int(dice))
    rolled = g.roll(f"{count}d6", "Supply of {unit}", rule="fyow.20.0.3", tallies=[dice], **words).total if count else 0
    if convoy := fed(g, number):
        rolled += convoy_throw(g, convoy, number)
    pay(g, number, int(received(g, number, rolled)))


def convoy_throw(g: Fyow, convoy: Any, number: int) -> int:
    """20.10.3, 20.10.5: two trucks carry 1D6 and a single one D3."""
    trucks = sum(n for e, n in g.unit(convoy.unit).elements.items() if e.startswith("soft_truck"))
    words: dict[str, Any] = {"by": g.unit(number).side, "to": [g.unit(number).side], "unit": number}
    total, pairs = 0, trucks // 2 if in_force("fyow.20.10.5") else TABLE["daily_dice"]
    if pairs:
        total += g.roll(f"{pairs}d6", "The convoy gives {unit}", rule="fyow.20.10.3", **words).total
    if trucks % 2 and in_force("fyow.20.10.5"):
        total += g.roll("d3", "A single truck", rule="fyow.20.10.5", **words).total
    return total


def store(unit_kind: str) -> int:
    small = unit_kind in ("fraction", "convoy") and in_force("fyow.3.6.2")
    return int(TABLE["stockpile_max_fraction" if small else "stockpile_max_battlegroup"])


def pay(g: Fyow, number: int, got: int) -> None:
    """20.4, 20.5, 20.6: 10S Active; else Rest on 6S or Rationed, by the BC's will (ruling R55)."""
    unit = g.unit(number)
    have = got + unit.stockpile if in_force("fyow.20.4.0.2") else got
    need = TABLE["need_active"] if in_force("fyow.20.4.0.1") else 0
    resting = unit.order.kind == "rest" and not g.engaged(number)
    if have >= need and not resting and in_force("fyow.20.4.1.2"):
        unit.mode = "active"
        keep(g, number, have - need)
        if in_force("fyow.20.4.1.3") and in_force("fyow.base.ammo.1"):
            unit.ammunition = 4
        if got >= TABLE["need_active"]:
            unit.stopped = False
        text = "{unit} receives {got}S and is Active; Stockpile {left}."
        g.tell(text, rule="fyow.20.4.1.2", to=unit.side, unit=number, got=got, left=unit.stockpile)
        recover(g, number)
        return
    if have >= TABLE["need_rest"] and may_rest(g, number):
        wish = resting or will_he(g, unit, "short of supply, does he rest?")
        if wish and in_force("fyow.20.6.1"):
            unit.mode = "rest"
            keep(g, number, have - TABLE["need_rest"] if in_force("fyow.20.6.3") else 0)
            text = "{unit} receives {got}S and rests; Stockpile {left}."
            g.tell(text, rule="fyow.20.6.1", to=unit.side, unit=number, got=got, left=unit.stockpile)
            return
    if not in_force("fyow.20.5.1"):
        return
    unit.mode = "rationed"
    unit.stockpile = 0 if in_force("fyow.20.6.6") else unit.stockpile
    g.tell("{unit} receives {got}S, too little, and is Rationed.", rule="fyow.20.5.1", to=unit.side, unit=number, got=got)


def may_rest(g: Fyow, number: int) -> bool:
    """20.6.2: an engaged force cannot go to Rest."""
    return not (g.engaged(number) and in_force("fyow.20.6.2"))


def keep(g: Fyow, number: int, left: int) -> None:
    """20.4.0.2, 20.4.1.1: what is over goes into the Stockpile, up to its limit."""
    unit = g.unit(number)
    unit.stockpile = min(left, store(unit.kind)) if in_force("fyow.20.4.1.1") else left


# ------------------------------------------------------------------ 20.7: vehicles without fuel


def vehicles_of(g: Fyow, number: int) -> dict[str, int]:
    return {e: n for e, n in g.unit(number).elements.items() if e in VEHICLES}


def abandon(g: Fyow, number: int) -> None:
    """20.7.1.3: the men leave the vehicles and go on foot; that is no loss for replenishment (21.0.2)."""
    unit = g.unit(number)
    if not in_force("fyow.20.7.1.3"):
        return
    for element, count in vehicles_of(g, number).items():
        g.state.stores.abandoned.append([str(unit.board), unit.side, str(number), element, str(count), unit.moves_as])
        del unit.elements[element]
        unit.damaged.pop(element, None)
    unit.moves_as, unit.stopped = "regular_infantry", False
    g.tell("{unit} leaves its vehicles and goes on foot.", rule="fyow.20.7.1.3", to=unit.side, unit=number)


def recover(g: Fyow, number: int) -> None:
    """20.7.2.1, 20.7.2.2: Active again and on their board the force takes its vehicles back; an enemy there takes them over."""
    unit, left = g.unit(number), []
    for entry in g.state.stores.abandoned:
        board, side, owner, element, count, moves_as = entry
        own = owner == str(number) and in_force("fyow.20.7.2.1")
        prize = side != unit.side and not g.on_board(unit.board, side) and in_force("fyow.20.7.2.2")
        if int(board) != unit.board or unit.mode != "active" or unit.box >= 0 or not (own or prize):
            left.append(entry)
            continue
        unit.elements[element] = unit.elements.get(element, 0) + int(count)
        rule = "fyow.20.7.2.1" if own else "fyow.20.7.2.2"
        unit.moves_as = moves_as if own else unit.moves_as
        g.tell("{unit} takes over vehicles at {board}.", rule=rule, to=unit.side, unit=number, board=unit.board)
    g.state.stores.abandoned = left


def militia(g: Fyow, number: int) -> bool:
    """20.12.1, ruling R57: Home Guard and Militia keep moving and working at Rest or Rationed."""
    return g.unit(number).militia and in_force("fyow.20.12.1")


__all__ = ["NAMES", "bad_route", "chain", "class_routes", "company", "daily_supply", "route_kind", "store", "surrounded"]
