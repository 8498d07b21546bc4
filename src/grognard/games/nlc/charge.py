"""Chapters 7.7, 7.8 and 7.10: cavalry charges, pursuit and the charge modifiers.

`charge_tally` and `answer_tally` are pure. `clash` is the fight of a charge, whoever charges: a declared charge, a
reaction or a pursuit.
Chargers keep their place on the map until the outcome; where they ride is in their path. Reactions are in reaction.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from msgspec import Struct

from grognard.kernel import DONE, Procedure, Refusal, Tally
from grognard.kernel.cite import in_force

from .asking_fights import ask_charge, ask_charger
from .combat import caught_on_road
from .command_range import in_command
from .context import Nlc, river_closed
from .fire import fire, guard_used, rounded, take_hits, whole
from .ground import BRIDGE, CHATEAU, CLEAR, STREAM, TOWN
from .leaders import at_risk, entered
from .morale import Situation, check
from .retreat import destroy_guns, disrupt, retreat, retreat_hexes
from .sight import discover, unseen_hexes
from .state import Charge
from .tables import HEX_LINES, LINES, MULTIPLIER, TABLES, percent

STAY, RETURN, PURSUE, HOLD = "stay", "return", "pursue", "hold"


class Rider(Struct):
    """A cavalry unit in a charge: where it came from at first, and the hex from which it enters the fight."""

    unit: int
    home: int
    via: int


class Clash(Struct):
    """How a charge combat ended."""

    winner: str  # chargers, defenders, nobody
    lost: list[int]  # steps: chargers, defenders


# ------------------------------------------------------------------ who may charge, and how


def may_charge_into(g: Nlc, via: int, target: int) -> Refusal | None:
    """7.7.12, R153: no chateau, bridge or river at the end of a charge."""
    if g.terrain(target) == CHATEAU:
        return Refusal("nlc.7.7.12", f"{g.place(target)} is a chateau and cannot be charged.")
    side = g.ground.side(via, target)
    if side & BRIDGE:
        return Refusal("nlc.7.7.12", f"A charge cannot cross the bridge before {g.place(target)}.")
    if river_closed(side):
        return Refusal("nlc.7.7.12", f"A river lies before {g.place(target)}.")
    return None


def paths(g: Nlc, start: int, target: int) -> list[list[int]]:
    """7.7.2: straight into an adjacent hex, or through one clear and empty hex over plain or crest hexsides."""
    away = g.grid.distance(start, target)
    if away == 1:
        return [[target]] if may_charge_into(g, start, target) is None else []
    if away != 2:
        return []
    found = []
    for middle in g.grid.adjacent[start]:
        if target not in g.grid.adjacent[middle]:
            continue
        if in_force("nlc.7.7.2"):
            if g.ground.terrain[middle] != CLEAR or g.units_at(middle):
                continue
            if g.ground.side(start, middle) & (STREAM | BRIDGE) or river_closed(g.ground.side(start, middle)):
                continue
        if may_charge_into(g, middle, target) is None:
            found.append([middle, target])
    return found


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


def may_fight(g: Nlc, unit: int) -> Refusal | None:
    """Which orders let a unit attack or charge (20.2.12, 20.2.14, 20.2.20, 20.2.26, 20.2.32)."""
    order, name = g.order(unit), g.name(unit)
    if order.starts > g.state.turn:
        return Refusal("nlc.20.5.3", f"The new order of {name} starts next turn.")
    if order.kind == "defend" and not order.control >> g.at(unit) & 1:
        return Refusal("nlc.20.2.12", f"Under Defend {name} fights only from ground held when the order was given.")
    rules = {
        "delay": "nlc.20.2.14",
        "march": "nlc.20.2.32",
        "fall_back": "nlc.20.2.20",
        "general_retreat": "nlc.20.2.20",
        "reserve": "nlc.20.2.26",
    }
    if order.kind in rules:
        return Refusal(rules[order.kind], f"{name} is under {order.kind.replace('_', ' ').title()} and may not attack.")
    return None


# ------------------------------------------------------------------ modifiers and strengths


def flank_charge(g: Nlc, rider: Rider, riders: Collection[Rider], place: int, defenders: Sequence[int]) -> bool:
    """7.10.2, 20.2.21, R140: the defender is tied down by others, and the charger comes from where none of them is near."""
    if g.terrain(place) == TOWN and not g.on("flank_charges_into_towns") and in_force("nlc.7.6.3"):
        return False
    if caught_on_road(g, place, defenders, True):
        return True
    side = g.side(rider.unit)
    mounted = {other.unit for other in riders}
    pins = [hex for hex in g.grid.adjacent[place] if any(u not in mounted for u in g.own_at(hex, side))]
    if not pins or not in_force("nlc.7.10.2"):
        return False
    return all(rider.via != hex and rider.via not in g.grid.adjacent[hex] for hex in pins)


def multiplier(g: Nlc, count: int) -> int:
    """7.10.1, R59."""
    if count == 3 and g.on("charge_multiplier_4"):
        return 4
    return MULTIPLIER[count]


def charge_tally(g: Nlc, riders: Sequence[Rider], place: int, modifiers: Sequence[int]) -> Tally:
    """7.7.4, 7.7.12, 7.10.1: what the chargers fire with; `modifiers`: how many apply to each."""
    total = Tally("charge")
    kind = g.terrain(place)
    for rider, count in zip(riders, modifiers):
        term = total.add(g.strength(rider.unit), g.name(rider.unit))
        if count and not g.on("six_to_hit"):
            term.times(multiplier(g, count), f"{count} charge modifiers", "nlc.7.10.1")
        if kind != CLEAR:
            term.times(percent(HEX_LINES[kind], "charge"), ("", "town", "chateau", "woods")[kind], "nlc.7.7.12")
        if rider.via != place and g.ground.side(rider.via, place) & STREAM:
            term.times(percent(LINES["stream"], "charge"), "stream", "nlc.7.7.12")
    return rounded(g, total)


def answer_tally(g: Nlc, defenders: Sequence[int], dumb: Collection[int], all_flank: bool) -> Tally:
    """7.7.4, 7.10.3, 7.8.2: what a charge is met with. `dumb` units have just retreated and do not fire."""
    total = Tally("answer")
    for unit in defenders:
        term = total.add(g.strength(unit), g.name(unit))
        if unit in dumb:
            term.times(0, "just retreated", "nlc.7.8.2")
        elif not g.is_cavalry(unit):
            if all_flank:
                term.times(0, "charged in flank", "nlc.7.10.3")
            term.halve("infantry and guns against a charge", "nlc.7.7.4")
    return rounded(g, total)


# ------------------------------------------------------------------ the fight


def clash(
    g: Nlc,
    riders: list[Rider],
    place: int,
    defenders: list[int],
    *,
    backhand: bool = False,
    dumb: Collection[int] = (),
    trapped: bool = False,
) -> Procedure:
    """7.7.4, 7.7.5: both fire once, losses at once; the side that lost more steps loses, on equal losses the charger."""
    side = g.side(riders[0].unit)
    charge = g.verb(len(riders), "charges", "charge")
    g.tell("{units} " + charge + " {place}.", rule="nlc.7.7.3", units=[r.unit for r in riders], place=place, foes=defenders)
    for rider in riders:
        if (
            g.special("guard-light-cavalry")
            and g.formation(rider.unit).id == "fr-glight"
            and not backhand
            and g.stage.side == side
        ):
            guard_used(g)
    flanks = [not trapped and flank_charge(g, rider, riders, place, defenders) for rider in riders]
    unready = not_ready(g, defenders)
    counts = [flank + unready + backhand for flank in flanks]
    _tell_modifiers(g, any(flanks), unready, backhand)
    attack = charge_tally(g, riders, place, counts)
    answer = answer_tally(g, defenders, dumb, all(flanks))
    first = fire(g, side, attack, "Charge at {place}", rule="nlc.7.7.4", place=place, bonus=max(counts))
    second = fire(g, 1 - side, answer, "Fire against the charge at {place}", rule="nlc.7.7.4", place=place)
    chargers = [rider.unit for rider in riders]
    hurt = yield from take_hits(g, 1 - side, defenders, whole(first.hits, "nlc.7.7.8"))
    paid = yield from take_hits(g, side, chargers, whole(second.hits, "nlc.7.7.8"))
    at_risk(g, [place for _ in hurt[:1]], 1 - side)
    gone = [not any(g.on_map(unit) for unit in units) for units in (chargers, defenders)]
    winner = "defenders"
    if all(gone):
        winner = "nobody"
    elif gone[1] or (not gone[0] and len(hurt) > len(paid)):
        winner = "chargers"
    if winner == "defenders" and len(hurt) == len(paid) and not gone[0] and not in_force("nlc.7.7.5"):
        winner = "chargers"
    g.tell(
        "Steps lost: chargers {paid}, defenders {hurt}; {winner} win.",
        rule="nlc.7.7.5",
        paid=len(paid),
        hurt=len(hurt),
        winner=winner,
    )
    from .mail import count_win

    count_win(g, side, winner == "defenders", gone[0], gone[1] or winner == "chargers")
    return Clash(winner, [len(paid), len(hurt)])


def not_ready(g: Nlc, defenders: Sequence[int]) -> bool:
    """7.10.4: any defender disrupted; else the infantry checks its morale once."""
    if not in_force("nlc.7.10.4"):
        return False
    if any(g.disrupted(unit) for unit in defenders):
        return True
    infantry = [unit for unit in defenders if g.is_infantry(unit)]
    if not infantry:
        return False
    return not check(g, infantry, Situation(charged=True), "Is {unit} ready to receive the charge?", "nlc.7.10.4")


def _tell_modifiers(g: Nlc, flank: bool, unready: bool, backhand: bool) -> None:
    if flank:
        g.tell("A flank charge.", rule="nlc.7.10.2")
    if unready:
        g.tell("The defenders are not ready.", rule="nlc.7.10.4")
    if backhand:
        g.tell("A backhand blow.", rule="nlc.7.10.5")


def ride_home(g: Nlc, riders: Sequence[Rider], place: int, *, beaten: bool, rule: str = "nlc.7.7.6") -> Procedure:
    """7.7.6, R53: back to the starting hex; if the enemy is there, one hex back from the fight; too full costs a step."""
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
        if len(g.units_at(rider.home)) > 2 and in_force("nlc.7.4.8"):
            g.tell("A bad retreat to {place} costs a step.", rule="nlc.7.4.8", place=rider.home)
            yield from take_hits(g, side, [unit], 1)
        if beaten and g.on("advanced_disruption") and g.on_map(unit):
            disrupt(g, unit, rule="nlc.25.1.2")


def drive_back(g: Nlc, riders: Sequence[Rider], place: int, defenders: Sequence[int], *, again: bool = False) -> Procedure:
    """7.7.6, 7.7.9, R52: beaten defenders go back one hex; foot guns are lost; the trapped lose a step and stay.

    Returns the units that went back, and whether some are trapped.
    """
    units = [unit for unit in defenders if g.on_map(unit)]
    if not units:
        return [], False
    side = g.side(units[0])
    if not g.on("foot_artillery_survives_charges"):
        destroy_guns(g, units, rule="nlc.7.7.6")
        units = [unit for unit in units if g.on_map(unit)]
    avoid = [rider.via for rider in riders]
    stuck = [unit for unit in units if not retreat_hexes(g, side, g.at(unit), avoid)]
    goers = [unit for unit in units if unit not in stuck]
    if stuck and not again:
        g.tell("{units} " + g.verb(len(stuck), "is", "are") + " trapped.", rule="nlc.7.7.9", units=stuck)
        if in_force("nlc.7.7.9"):
            yield from take_hits(g, side, stuck, 1)
    charging = {rider.unit for rider in riders} | {charge.unit for charge in g.stage.charges}
    went = yield from retreat(g, side, goers, avoid, rule="nlc.7.7.6", voluntary=False, charging=charging)
    return went, any(g.on_map(unit) for unit in stuck)


# ------------------------------------------------------------------ pursuit


def pursuit_targets(g: Nlc, side: int, place: int, trapped: bool) -> list[int]:
    """7.8.1: adjacent enemy hexes that allow a charge; the hex itself, if the beaten are trapped in it (7.8.5)."""
    if trapped and in_force("nlc.7.8.5"):
        return [place]
    found: list[int] = []
    if not in_force("nlc.7.8.1"):
        return found
    for hex in g.grid.adjacent[place]:
        stack = g.enemies_at(hex, side)
        if stack and not (len(stack) == 1 and g.garrison(stack[0])) and may_charge_into(g, place, hex) is None:
            found.append(hex)
    return found


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
        )  # fmt: skip
        if answer == PURSUE:
            chasing.append(rider)
            continue
        roll = g.d6("Can {unit} be held back?", rule="nlc.7.8.3", by=g.seat(side), unit=rider.unit)
        if roll > pursuit_rating(g, rider.unit) and in_force("nlc.7.8.3"):
            g.tell("{unit} is carried away.", rule="nlc.7.8.3", unit=rider.unit)
            chasing.append(rider)
            forced = True
    rest = [rider for rider in riders if rider not in chasing]
    if chasing:
        yield from _pursue(g, chasing, place, targets, beaten, trapped, forced)
    yield from settle(g, rest, place, rule="nlc.7.7.7")


def pursuit_rating(g: Nlc, unit: int) -> int:
    """2.2.11, R5."""
    data, table = g.units[unit], TABLES["pursuit"]
    if not in_force("nlc.2.2.11"):
        return 6
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
        if room and place != rider.home and in_force(rule):
            answer = yield g.ask(
                g.seat(side), f"{g.name(unit)}: stay in {g.place(place)} or ride back?", [STAY, RETURN], rule=rule,
                about={"piece": g.units[unit].id, "place": g.label(place)},
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
    fled = {g.at(unit) for unit in beaten if g.on_map(unit)}
    if forced and any(hex in fled for hex in targets):
        targets = [hex for hex in targets if hex in fled]  # R56
    target = targets[0]
    if len(targets) > 1:
        target = yield g.ask(
            g.seat(side), "Pursue into which hex?", targets, rule="nlc.7.8.1", label=g.place, on=lambda h: ("", g.label(h)),
        )  # fmt: skip
    hunters = [Rider(rider.unit, rider.home, place) for rider in riders]
    if not trapped:
        from .reaction import react_to_riders

        hunters = yield from react_to_riders(g, hunters, target, place, exclude=target, backhand=True)
        if not hunters:
            return
    from .discovery import vanish

    yield from vanish(g, target, 1 - side)
    defenders = g.enemies_at(target, side)
    if not defenders:
        yield from settle(g, hunters, place, rule="nlc.7.8.4")
        return
    dumb = [unit for unit in defenders if unit in beaten or trapped]
    result = yield from clash(g, hunters, target, defenders, dumb=dumb, trapped=trapped)
    if (result.winner == "chargers" and result.lost[1] > result.lost[0]) or (
        result.winner == "chargers" and not g.enemies_at(target, side)
    ):
        yield from drive_back(g, hunters, target, defenders, again=True)
        if g.enemies_at(target, side):
            yield from ride_home(g, hunters, place, beaten=False, rule="nlc.7.8.4")
        else:
            yield from settle(g, hunters, target, rule="nlc.7.8.4")
    elif in_force("nlc.7.8.4"):
        yield from ride_home(g, hunters, place, beaten=True, rule="nlc.7.8.4")


# ------------------------------------------------------------------ the Cavalry Charge Segment (4.4.3)


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
        ways = [tuple(path) for t in targets_of(g, unit) if may_charge(g, unit, t) is None for path in paths(g, g.at(unit), t)]
        path = yield ask_charge(g, unit, ways)
        stage.charges.append(Charge(unit, list(path), home=g.at(unit)))
        g.tell("{unit} is to charge {place}.", rule="nlc.7.7.1", unit=unit, place=path[-1])


def resolve_charge(g: Nlc, target: int) -> Procedure:
    """The charge combat of all riders that reached one hex."""
    stage = g.stage
    mine = [charge for charge in stage.charges if charge.path[-1] == target and charge.state == "riding"]
    mine = mine if in_force("nlc.7.7.3") else mine[:1]
    for charge in mine:
        charge.state = "in"
    riders = [Rider(c.unit, c.home, c.path[-2] if len(c.path) > 1 else c.home) for c in mine if g.on_map(c.unit)]
    from .discovery import vanish

    yield from vanish(g, target, 1 - stage.side)
    defenders = g.enemies_at(target, stage.side)
    if not riders:
        return
    if not defenders:
        yield from settle(g, riders, target, rule="nlc.7.7.7")
        return
    for unit in defenders:
        g.state.was_attacked |= 1 << unit
    from .demoralization import prussians_attack

    prussians_attack(g, [rider.unit for rider in riders], target)
    result = yield from clash(g, riders, target, defenders)
    if result.winner == "chargers":
        beaten, trapped = yield from drive_back(g, riders, target, defenders)
        from .state import Pursuit

        alive = [rider for rider in riders if g.on_map(rider.unit)]
        stage.pursuits.append(
            Pursuit([r.unit for r in alive], [r.home for r in alive], target, list(beaten), trapped, stage.side)
        )
    elif result.winner == "defenders":
        yield from ride_home(g, riders, target, beaten=True)


def half(points: int) -> Fraction:
    return Fraction(points, 2)
