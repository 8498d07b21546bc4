"""Chapters 7.7.6, 7.7.7 and 7.8: after the clash: the beaten are driven back, the winners stay, return or pursue."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Procedure, cites

from ..asks import Ask
from ..combat.fire import take_hits
from ..combat.retreat import destroy_guns, disrupt, retreat, retreat_hexes
from ..context import LIMIT, Nlc
from ..hidden.discovery import vanish
from ..leaders.leaders import entered
from ..state import Pursuit
from ..tables import TABLES
from ..terrain.sight import discover, unseen_hexes
from .clash import Rider, clash
from .paths import may_charge_into

STAY, RETURN, PURSUE, HOLD = "stay", "return", "pursue", "hold"


def ride_home(g: Nlc, riders: Sequence[Rider], place: int, *, beaten: bool, rule: str = "nlc.7.7.6") -> Procedure:
    """7.7.6, R53: back to the starting hex; if the enemy is there, one hex back from the fight; too full costs a step."""
    riders = yield from _met_on_the_way_back(g, riders, place)
    back: dict[int, list[int]] = {}
    for rider in riders:
        unit, side = rider.unit, g.side(rider.unit)
        if not g.on_map(unit):
            continue
        if g.enemies_at(rider.home, side):
            spot = g.at(unit)
            g.put(unit, place) if not g.enemies_at(place, side) else None
            if not retreat_hexes(g, side, g.at(unit), [rider.home]):
                g.tell("{unit} has nowhere to return to.", rule=rule, unit=unit)
                g.eliminate(unit)
                continue
            yield from retreat(g, side, [unit], [rider.home, spot], rule=rule, voluntary=False, react=False)
            continue
        if g.at(unit) != rider.home:
            g.put(unit, rider.home)
        g.tell("{unit} rides back to {place}.", rule=rule, unit=unit, place=rider.home)
        if beaten and g.on("advanced_disruption"):
            disrupt(g, unit, rule="nlc.25.1.2")
        back.setdefault(rider.home, []).append(unit)
    for home, units in back.items():
        if len(g.units_at(home)) > LIMIT:  # R39: a step for all of them
            g.tell("A bad retreat to {place} costs a step.", rule="nlc.7.4.8", place=home)
            yield from take_hits(g, g.side(units[0]), units, 1)
        alive = [unit for unit in units if g.on_map(unit)]
        if alive:
            yield from g.later.react_to(g, g.side(alive[0]), alive, home, retreating=True)


def _met_on_the_way_back(g: Nlc, riders: Sequence[Rider], place: int) -> Procedure:
    """7.9.1, 7.10.5, R57: riders who go home through hexes may be met in each, with a backhand blow. Returns who rides on."""
    ways: dict[tuple[int, int, int], list[Rider]] = {}
    for rider in riders:
        if g.on_map(rider.unit):
            ways.setdefault((rider.via, rider.back, rider.home), []).append(rider)
    left: list[Rider] = []
    for (via, back, home), group in ways.items():
        for hex in (via, back):
            if group and hex >= 0 and hex not in (home, place) and not g.units_at(hex):
                group = [Rider(rider.unit, home, hex, back if hex == via else -1) for rider in group]
                group = yield from g.later.react_to_riders(g, group, hex, hex, backhand=True)
        left += group
    return left


def riders_of(won: Pursuit) -> list[Rider]:
    """The winners of a charge, with the way they came: they go home by it."""
    ways = won.ways or [won.place] * len(won.units)
    return [Rider(unit, home, via) for unit, home, via in zip(won.units, won.homes, ways)]


def drive_back(
    g: Nlc, riders: Sequence[Rider], place: int, defenders: Sequence[int], *, again: bool = False, paid: bool = False
) -> Procedure:
    """7.7.6, 7.7.9, R52: beaten defenders go back one hex; foot guns are lost; the trapped lose a step and stay.

    `again`: in a pursuit, whose riders come from the hex that they won; `paid`: the trapped lost that step already (R152).
    Returns the units that went back, and whether some are trapped.
    """
    units = [unit for unit in defenders if g.on_map(unit)]
    if not units:
        yield from ridden_over(g, riders, place)
        return [], False
    side = g.side(units[0])
    if not g.on("foot_artillery_survives_charges"):
        destroy_guns(g, units, rule="nlc.7.7.6")
        units = [unit for unit in units if g.on_map(unit)]
    avoid = [rider.via for rider in riders if again or rider.via == rider.home]  # the hex ridden through is empty
    stuck = [unit for unit in units if not retreat_hexes(g, side, g.at(unit), avoid)]
    goers = [unit for unit in units if unit not in stuck]
    if stuck and not paid:
        g.tell("{units} " + g.verb(len(stuck), "is", "are") + " trapped.", rule="nlc.7.7.9", units=stuck)
        yield from take_hits(g, side, stuck, 1)
    charging = {rider.unit for rider in riders}
    if g.stage.segment == "charge":  # all charges are one event (7.7.10); later they are units like others
        charging |= {charge.unit for charge in g.stage.charges}
    went = yield from retreat(g, side, goers, avoid, rule="nlc.7.7.6", voluntary=False, charging=charging)
    yield from ridden_over(g, riders, place)
    return went, any(g.on_map(unit) for unit in stuck)


@cites("nlc.7.7.13")
def ridden_over(g: Nlc, riders: Sequence[Rider], place: int) -> Procedure:
    """7.7.13, R154: chargers move into the hex that they charge. If nobody holds it any more, they were the last in it, though
    they ride back.
    """
    alive = [rider.unit for rider in riders if g.on_map(rider.unit)]
    if alive and not g.enemies_at(place, g.side(alive[0])):
        g.take_control(g.side(alive[0]), place)
        yield from entered(g, place, g.side(alive[0]), passing=True)


# ------------------------------------------------------------------ pursuit


def pursuit_targets(g: Nlc, side: int, place: int, trapped: bool) -> list[int]:
    """7.8.1: adjacent enemy hexes that allow a charge; the hex itself too, if some of the beaten are trapped in it (7.8.5)."""
    found: list[int] = trapped_there(place) if trapped else []
    for hex in g.grid.adjacent[place]:
        stack = g.enemies_at(hex, side)
        if stack and not (len(stack) == 1 and g.garrison(stack[0])) and may_charge_into(g, place, hex) is None:
            found.append(hex)
    return found


@cites("nlc.7.8.5")
def trapped_there(place: int) -> list[int]:
    """7.8.5: who could not get away is pursued where he is."""
    return [place]


def after_victory(g: Nlc, riders: list[Rider], place: int, beaten: list[int], trapped: bool) -> Procedure:
    """7.7.7, 7.8: stay, return or pursue; who will not pursue rolls, and may be carried away."""
    riders = [rider for rider in riders if g.on_map(rider.unit)]
    if not riders:
        return
    side = g.side(riders[0].unit)
    targets = pursuit_targets(g, side, place, trapped)
    chasing: list[Rider] = []
    forced = False
    for rider in riders:
        if not targets:
            break
        answer = yield g.ask(
            g.seat(side), f"{g.name(rider.unit)} has won. Pursue?", [HOLD, PURSUE], rule="nlc.7.8.1",
            label=lambda v, u=rider.unit: "pursue" if v == PURSUE else f"hold back (on {pursuit_rating(g, u) + 1}+ it pursues anyway)",  # noqa: E501
            about={"piece": g.units[rider.unit].id, "place": g.label(place)},
            name=Ask.PURSUE, final=True,
        )  # fmt: skip
        if answer == PURSUE:
            chasing.append(rider)
            continue
        roll = g.d6("Can {unit} be held back?", rule="nlc.7.8.3", by=g.seat(side), unit=rider.unit)
        if roll > pursuit_rating(g, rider.unit):
            g.tell("{unit} is carried away.", rule="nlc.7.8.3", unit=rider.unit)
            chasing.append(rider)
            forced = True
    rest = [rider for rider in riders if rider not in chasing]
    if chasing:
        yield from _pursue(g, chasing, place, targets, beaten, trapped, forced)
    yield from settle(g, rest, place, rule="nlc.7.7.7")


@cites("nlc.2.2.11")
def pursuit_rating(g: Nlc, unit: int) -> int:
    """2.2.11, R5."""
    data, table = g.units[unit], TABLES["pursuit"]
    if data.nation == "british" or (data.nation == "kgl" and g.on("kgl_counts_as_british")):
        return int(table["british"])
    if data.nation == "french" and "imperial-guard" in data.tags:
        return int(table["french_imperial_guard"])
    return int(table["default"])


def settle(g: Nlc, riders: Sequence[Rider], place: int, *, rule: str) -> Procedure:
    """7.7.7: stay in the hex, if it is free of enemies and has room, or ride back."""
    for rider in riders:
        unit = rider.unit
        if not g.on_map(unit):
            continue
        side = g.side(unit)
        room = not g.enemies_at(place, side) and len(g.own_at(place, side)) < 2
        if g.at(unit) == place:
            room = True
        answer = RETURN
        if room and place != rider.home:
            answer = yield g.ask(
                g.seat(side), f"{g.name(unit)}: stay in {g.place(place)} or ride back?", [STAY, RETURN], rule=rule,
                about={"piece": g.units[unit].id, "place": g.label(place)},
                name=Ask.STAY_OR_RETURN,
            )  # fmt: skip
        if answer == STAY:
            if g.at(unit) != place:
                was_free = not g.in_zoc(unit)
                dark = unseen_hexes(g, side)
                g.put(unit, place)
                discover(g, side, dark)
                if was_free and g.in_zoc(unit):
                    g.stage.entered |= 1 << unit
            g.tell("{unit} stays in {place}.", rule=rule, unit=unit, place=place)
            yield from entered(g, place, side)
        else:
            yield from ride_home(g, [rider], place, beaten=False, rule=rule)


def _pursue(
    g: Nlc, riders: list[Rider], place: int, targets: list[int], beaten: list[int], trapped: bool, forced: bool
) -> Procedure:
    """7.8.1 to 7.8.5: one round against the fleeing or another adjacent hex; then stop there or ride home."""
    side = g.side(riders[0].unit)
    fled = {g.at(unit) for unit in beaten if g.on_map(unit)} | ({place} if trapped else set())
    if forced and any(hex in fled for hex in targets):
        targets = [hex for hex in targets if hex in fled]  # R56
    target = targets[0]
    if len(targets) > 1:
        target = yield g.ask(
            g.seat(side), "Pursue into which hex?", targets, rule="nlc.7.8.1", label=g.place, on=lambda h: ("", g.label(h)),
            name=Ask.PURSUE_INTO, kind="attack", final=True,
        )  # fmt: skip
    hunters = [Rider(rider.unit, rider.home, place, rider.via) for rider in riders]
    trapped = trapped and target == place
    if not trapped:
        hunters = yield from g.later.react_to_riders(g, hunters, target, place, exclude=target, backhand=True)
        if not hunters:
            return
    yield from vanish(g, target, 1 - side)
    defenders = g.enemies_at(target, side)
    if not defenders:  # they were phantoms (25.5.1.4): the riders have come into the hex, as in a charge
        yield from ridden_over(g, hunters, target)
        yield from settle(g, hunters, target, rule="nlc.7.8.4")
        return
    dumb = [unit for unit in defenders if unit in beaten or trapped]
    result = yield from clash(g, hunters, target, defenders, dumb=dumb, trapped=trapped)
    if result.winner == "chargers":
        yield from drive_back(g, hunters, target, defenders, again=True, paid=trapped)
        if g.enemies_at(target, side):
            yield from ride_home(g, hunters, target, beaten=False, rule="nlc.7.8.4")
        else:
            yield from settle(g, hunters, target, rule="nlc.7.8.4")
    else:
        yield from ridden_over(g, hunters, target)
        yield from ride_home(g, hunters, target, beaten=True, rule="nlc.7.8.4")
