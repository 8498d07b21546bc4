"""Chapter 7.9: reaction charges, nested as deep as cavalry is there to react.

Entering a hex asks the other side; a declared reaction rides hex by hex and may itself be reacted to: recursion. Each
unit charges once
a turn (R54), so it ends. The innermost is fought first (R58).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import PASS, Choice, Procedure, Refusal, Tally, cites
from grognard.kernel.listed import Listed

from ..army.morale import Situation, morale, passes
from ..asks import Ask
from ..context import LIMIT, Nlc
from ..hidden.discovery import vanish
from ..hidden.marches import is_phantom
from ..orders.may_fight import FALLING
from ..tables import TABLES, percent_words
from ..terrain.sight import seen, seen_openly
from .clash import Rider, clash
from .paths import paths, turns_them_away
from .pursuit import after_victory, drive_back, ridden_over, ride_home

GO_ON = "go on"


@cites("nlc.7.9.1")
def reactors(g: Nlc, side: int, movers: Sequence[int], trigger: int, place: int, exclude: int = -1) -> list[int]:
    """7.9.1, 7.9.4, R58: cavalry of `side` within two hexes of the trigger that could charge the hex of the fight."""
    if g.dark and not (g.turn.rain and not g.turn.night and g.on("rain_charges_allowed")):
        return []
    stage = g.state.stage
    if stage is None:
        return []
    near = [hex for hex in g.static.near[trigger] if hex not in (exclude, place) and paths(g, hex, place)]
    return [unit for hex in near for unit in g.own_at(hex, side) if not is_phantom(g, unit) and _fresh(g, unit, movers)]


def _fresh(g: Nlc, unit: int, movers: Sequence[int]) -> bool:
    """Cavalry that has not charged this turn (7.7.11) nor tested against these movers (7.9.4), under whatever orders."""
    if not any_cavalry(g, unit):
        return False
    if g.state.charged >> unit & 1 and not g.on("reaction_charges_unlimited"):
        return False
    return not has_tested(g, unit, movers)


@cites("nlc.7.9.4")
def has_tested(g: Nlc, unit: int, movers: Sequence[int]) -> bool:
    """7.9.4: one test against each mover in an Action Stage, passed or failed."""
    return any((unit, mover) in g.stage.tests for mover in movers)


@cites("nlc.7.9.7", "nlc.20.2.3")
def any_cavalry(g: Nlc, unit: int) -> bool:
    """7.9.7, 20.2.3: any cavalry may react, under whatever order, in command or not."""
    return g.is_cavalry(unit)


def might_react(g: Nlc, side: int, movers: Sequence[int], trigger: int, place: int, exclude: int = -1) -> bool:
    """5.3.3: whether the mover must reckon with a reaction: from a stack that nobody of his sees into, or from cavalry that
    is only a phantom. Its owner is asked then even if he can do nothing: a pause must not tell who stands there.
    """
    if g.dark and not (g.turn.rain and not g.turn.night and g.on("rain_charges_allowed")):
        return False
    near = [hex for hex in g.static.near[trigger] if g.own_at(hex, side) and hex not in (exclude, place)]
    near = [hex for hex in near if paths(g, hex, place)]
    if any(is_phantom(g, unit) and _fresh(g, unit, movers) for hex in near for unit in g.own_at(hex, side)):
        return True
    if all(seen_openly(g, 1 - side, hex) for hex in near):
        return False
    return any(g.is_cavalry(unit) and not seen_openly(g, 1 - side, g.at(unit)) for unit in g.army_units(side))


def react_to(
    g: Nlc,
    side: int,
    movers: Sequence[int],
    hex: int,
    *,
    retreating: bool = False,
    avoid: Collection[int] = (),
    more: bool = False,
) -> Procedure:
    """Units of `side` came into a hex by movement or retreat. Returns True if they go on; `more`: their way leads on."""
    riders = yield from _call_out(g, 1 - side, movers, hex, hex)
    if not riders:
        return True
    yield from vanish(g, hex, side)
    if turns_them_away(g, hex):
        yield from ride_home(g, riders, hex, beaten=False, rule="nlc.10.0.2")
        return True
    defenders = with_bystanders(g, side, movers, hex)
    if len(riders) > 1:
        g.tell("They charge together.", rule="nlc.7.9.5")
    blow = moved_far(g, defenders) or (retreating and any(g.is_cavalry(unit) for unit in movers))
    result = yield from clash(g, riders, hex, defenders, backhand=blow)
    if result.winner == "chargers":
        beaten, trapped = yield from drive_back(g, riders, hex, defenders)
        yield from after_victory(g, riders, hex, list(beaten), trapped)
        return False
    if result.winner == "defenders":
        yield from ridden_over(g, riders, hex)
        yield from ride_home(g, riders, hex, beaten=True)
    alive = [unit for unit in movers if g.on_map(unit)]
    if more and alive and may_stop(g, alive, hex):
        return (yield ask_to_go_on(g, side, alive, hex)) == GO_ON
    return bool(alive)


@cites("nlc.7.10.5")
def moved_far(g: Nlc, defenders: Sequence[int]) -> bool:
    """7.10.5, R174: infantry or artillery among them that moved more than half its MP in this action, or is about to; the
    highest use in the stack counts.
    """
    return any(g.stage.far >> unit & 1 for unit in defenders)


def may_stop(g: Nlc, movers: Sequence[int], hex: int) -> bool:
    """R60: where they fought, if there is room (5.3.1); who falls back has to use his movement (20.2.18)."""
    return len(g.units_at(hex)) <= LIMIT and not any(g.order(unit).kind in FALLING for unit in movers)


def ask_to_go_on(g: Nlc, side: int, movers: Sequence[int], hex: int) -> Choice:
    """7.9.3, R60: who has beaten a reaction *can* continue to move."""
    return g.ask(
        g.seat(side), f"{g.names(movers)}: go on from {g.place(hex)}?", [GO_ON, "stop"], rule="nlc.7.9.3",
        about={"piece": g.units[movers[0]].id, "place": g.label(hex)},
        name=Ask.GO_ON, kind="move",
    )  # fmt: skip


@cites("nlc.7.9.8")
def with_bystanders(g: Nlc, side: int, movers: Sequence[int], hex: int) -> list[int]:
    """7.9.8: all who stand in the hex defend with those who came."""
    return g.own_at(hex, side) if any(unit not in movers for unit in g.own_at(hex, side)) else list(movers)


def react_to_riders(
    g: Nlc, riders: list[Rider], trigger: int, place: int, *, exclude: int = -1, backhand: bool = False
) -> Procedure:
    """7.9.6, R58: chargers or pursuers are met on their way, in `place`. Returns those who ride on."""
    side = g.side(riders[0].unit)
    units = [rider.unit for rider in riders]
    others = yield from _call_out(g, 1 - side, units, trigger, place, exclude)
    if not others:
        return riders
    g.tell("The riders are met on their way.", rule="nlc.7.9.6", place=place)
    result = yield from clash(g, others, place, units, backhand=backhand)
    if result.winner == "chargers":
        alive = [rider for rider in riders if g.on_map(rider.unit)]
        yield from ride_home(g, alive, place, beaten=True, rule="nlc.7.9.3")
        yield from after_victory(g, others, place, [rider.unit for rider in alive], False)
        return []
    if result.winner == "defenders":
        yield from ride_home(g, others, place, beaten=True)
    return [rider for rider in riders if g.on_map(rider.unit)]


def _call_out(g: Nlc, side: int, movers: Sequence[int], trigger: int, place: int, exclude: int = -1) -> Procedure:
    """The owner names the cavalry that tries; each tests; those that pass ride, and may be met on the way. Returns riders."""
    chosen: list[int] = []
    while True:
        able = [unit for unit in reactors(g, side, movers, trigger, place, exclude) if unit not in chosen]
        if not able and (chosen or not might_react(g, side, movers, trigger, place, exclude)):
            break
        answer = yield ask_reaction(g, side, movers, trigger, able, chosen)
        if answer == PASS:
            g.reveal()  # the move goes on, perhaps into sight: nobody takes his answer back after that
            break
        chosen.append(answer)
    riders: list[Rider] = []
    for unit in chosen:
        g.stage.tests.extend((unit, mover) for mover in movers)
        value = reaction_morale(g, unit)
        roll = g.d6("Does {unit} react?", rule="nlc.7.9.2", by=g.seat(side), unit=unit, tallies=[value])
        if not passes(roll, value):
            g.tell("{unit} does not move.", rule="nlc.7.9.2", unit=unit)
            continue
        rider = yield from _ride(g, side, unit, place)
        riders += rider
    return riders


def ask_reaction(
    g: Nlc, side: int, movers: Sequence[int], trigger: int, able: Sequence[int], chosen: Sequence[int]
) -> Listed:
    """7.9.1: which cavalry tries; of every other unit why it cannot."""

    def judge(unit: Any) -> Refusal | None:
        if unit == PASS or unit in able or unit not in g.army_units(side):  # of others' units nothing is told
            return None
        name, away = g.name(unit), g.grid.distance(g.at(unit), trigger)
        if unit in chosen:
            return Refusal("nlc.7.9.1", f"{name} is to react already.")
        if not g.is_cavalry(unit):
            return Refusal("nlc.7.9.1", f"{name} is no cavalry.")
        if g.state.charged >> unit & 1 and not g.on("reaction_charges_unlimited"):
            return Refusal("nlc.7.7.11", f"{name} has charged this turn.")
        if has_tested(g, unit, movers):
            return Refusal("nlc.7.9.4", f"{name} has tested against them already.")
        if is_phantom(g, unit):
            return Refusal("nlc.25.5.1.2", f"{name} is on a hidden march; its counter stays.")
        if away > TABLES["charge"]["range"]:
            return Refusal("nlc.7.9.1", f"{name} is {away} hexes away; a reaction reaches 2.", limit=2, measured=away)
        return Refusal("nlc.7.7.2", f"{name} has no clear way to charge there.")

    return Listed(
        g.seat(side), f"{_sighted(g, side, movers, trigger)} in {g.place(trigger)}: reaction charge?", [PASS, *able],
        "nlc.7.9.1", judge=judge, candidates=lambda: g.army_units(side),
        label=lambda v: "no" if v == PASS else _with_chance(g, v),
        on=lambda v: ("", "") if v == PASS else (g.units[v].id, g.label(trigger)),
        about={"piece": g.units[able[0]].id if able else "", "place": g.label(trigger)}, waiting="considering a reaction",
        name=Ask.REACT, kind="attack", final=True,
    )  # fmt: skip


def _with_chance(g: Nlc, unit: int) -> str:
    """7.9.2: who tries, and how likely he sets off."""
    value = int(reaction_morale(g, unit))
    return f"{g.name(unit)} (morale {value}: sets off {percent_words(Fraction(min(6, value), 6))})"


def reaction_morale(g: Nlc, unit: int) -> Tally:
    """7.9.2: its own morale, +1 with a leader."""
    led = bool(g.present_at(g.at(unit), g.side(unit)))
    return morale(g, unit, Situation(with_leader=led))


def _sighted(g: Nlc, side: int, movers: Sequence[int], hex: int) -> str:
    """5.3.3: cavalry hears of a move two hexes away; who moves it knows only if somebody sees him."""
    return g.names(movers) if seen(g, side, hex) else "Unseen troops"


def _ride(g: Nlc, side: int, unit: int, place: int) -> Procedure:
    """A reacting unit rides: its own hexes raise questions (7.9.6)."""
    ways = paths(g, g.at(unit), place)
    if not ways:
        return []
    way = ways[0]
    if len(ways) > 1:
        first = yield g.ask(
            g.seat(side), f"{g.name(unit)} rides which way?", [path[0] for path in ways], rule="nlc.7.7.2",
            label=g.place, on=lambda h: (g.units[unit].id, g.label(h)),
            name=Ask.REACTION_WAY, kind="move", final=True,
        )  # fmt: skip
        way = next(path for path in ways if path[0] == first)
    home = g.at(unit)
    g.state.charged |= 1 << unit
    g.tell("{unit} charges in reaction.", rule="nlc.7.9.3", unit=unit, place=place)
    riders = [Rider(unit, home, way[0] if len(way) > 1 else home)]
    if len(way) > 1:
        riders = yield from react_to_riders(g, riders, way[0], way[0])
        yield from ridden_over(g, riders, way[0])
    if riders:
        approach = riders[0].via
        riders = yield from react_to_riders(g, riders, place, approach, exclude=place)
    return riders
