"""Chapter 4.4: the Formation Action with its four segments. Re-enterable: the stage in the state says what is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, cites
from grognard.kernel.scene import OptionView

from ..army.victory import judge_collapse
from ..asks import Ask
from ..cavalry.charge import declare_charges, resolve_charge
from ..cavalry.clash import Rider
from ..cavalry.pursuit import after_victory, ridden_over, riders_of
from ..cavalry.reaction import react_to_riders
from ..combat.before_combat import slip_away
from ..combat.bombard import declare_bombardments, resolve_bombardment
from ..combat.declare import declare_attacks
from ..combat.fire import guard_used
from ..combat.normal import resolve_combat
from ..context import Nlc
from ..hidden.discovery import show_found
from ..hidden.marches import march_of
from ..march.segment import movement_segment
from ..orders.command_range import in_command
from ..orders.orders import contact, judge_defenders, note_contact
from ..state import Charge, Stage
from ..terrain.sight import look_around


def begin_stage(g: Nlc, kind: str, side: int, formations: list[int]) -> None:
    """A chit is executed: the units it governs are activated. 8.4: where both sides stand now is remembered."""
    look_around(g)
    held = [mask_of(g.hexes_of(0)), mask_of(g.hexes_of(1))]
    g.state.stage = Stage(kind=kind, side=side, formations=formations, held=held)
    if len(formations) > 1 and kind in ("chit", "initial"):
        g.tell("{formations} act together.", rule="nlc.4.1.3", formations=formations)
    names = ", ".join(g.static.formations[number].name for number in formations)
    title = {
        "initial": "Initial Action",
        "chit": "Formation Action",
        "reserve": "Reserve Action Stage",
        "night": "Night march",
    }[kind]
    rule = {"initial": "nlc.4.0.5", "chit": "nlc.4.0.6", "reserve": "nlc.4.0.7", "night": "nlc.23.0.7"}[kind]
    g.heading("{title}: {names}", rule=rule, title=title, names=names or "commanders and headquarters")
    for holder in dict.fromkeys(g.state.holder[unit] for unit in activated(g)):
        if march_of(g, holder):
            continue  # its counters only seem to be in contact
        if g.state.orders[holder].kind == "march" and any(g.in_zoc(unit) for unit in g.holder_units(holder)):
            contact(g, holder)
    note_contact(g, holders_of(g))


def activated(g: Nlc) -> list[int]:
    """4.0.6, R12, R155: the units on the map that this chit governs."""
    return [unit for unit in governed(g) if g.on_map(unit)]


def governed(g: Nlc) -> list[int]:
    """The same with those that are still to arrive."""
    stage, state = g.stage, g.state
    found = []
    for unit, held in enumerate(state.holder):
        holder = g.static.holders[held]
        if holder.formation not in stage.formations or march_of(g, held):
            continue  # R125: what marches hidden has an empty action
        own = holder.kind == "formation"
        if stage.kind == "reserve" and not own:
            continue  # a division with orders of its own acted with the chit
        if stage.kind == "chit" and own and holder.formation in state.reserve:
            continue  # the chit is for the division or the newcomers alone
        found.append(unit)
    return found


def act(g: Nlc) -> Procedure:
    yield from formation_action(g)
    judge_collapse(g)


def holders_of(g: Nlc) -> list[int]:
    return list(dict.fromkeys(g.state.holder[unit] for unit in activated(g)))


SEGMENTS = ("bombard", "charge", "move", "combat", "over")


@cites("nlc.4.4.1")
def following(segment: str) -> str:
    """4.4.1: the segments in their fixed order."""
    return SEGMENTS[SEGMENTS.index(segment) + 1]


def formation_action(g: Nlc) -> Procedure:
    """4.4.1: bombardment, charges, movement, combat, in this order; at night only movement (R26)."""
    stage = g.stage
    while stage.segment != "over":
        g.checkpoint()
        yield from show_found(g)
        if stage.segment == "bombard":
            if not no_fighting(g):
                yield from _bombardment(g)
        elif stage.segment == "charge":
            if may_charge_now(g):
                yield from _charges(g)
        elif stage.segment == "move":
            yield from movement_segment(g, activated, governed)
        elif stage.segment == "combat":
            if not no_fighting(g):
                yield from _combats(g)
        stage.segment, stage.step = following(stage.segment), ""
        judge_defenders(g)
    _end_of_action(g)


@cites("nlc.23.0.2")
def no_fighting(g: Nlc) -> bool:
    """23.0.2: no bombardment, no charges, no combat at night."""
    return g.turn.night


def may_charge_now(g: Nlc) -> bool:
    """5.5.1: not in the dark; by option in rain."""
    return not g.dark or (g.on("rain_charges_allowed") and not g.turn.night)


# ------------------------------------------------------------------ I bombardment


@cites("nlc.4.4.2")
def _bombardment(g: Nlc) -> Procedure:
    stage = g.stage
    if stage.step == "":
        guns = [unit for unit in activated(g) if g.is_artillery(unit) and not g.state.bombarded >> unit & 1]
        if guns:
            yield from declare_bombardments(g, guns)
        stage.step = "fire"
    while stage.fires:
        g.checkpoint()
        shot = stage.fires.pop(0)
        yield from resolve_bombardment(g, shot)
        judge_collapse(g)


# ------------------------------------------------------------------ II charges


@cites("nlc.4.4.3")
def _charges(g: Nlc) -> Procedure:
    """7.7.10: all declare, all ride (reactions on the way), then the combats one by one, then the pursuits (R56)."""
    stage = g.stage
    if stage.step == "":
        cavalry = [unit for unit in activated(g) if g.is_cavalry(unit)]
        if cavalry:
            yield from declare_charges(g, cavalry)
        for each in stage.charges:
            g.state.charged |= 1 << each.unit
            stage.fought |= 1 << each.unit
        guard_used(g, [each.unit for each in stage.charges])
        stage.step = "ride"
    while stage.step == "ride":
        g.checkpoint()
        waiting = [each for each in stage.charges if not each.moved]
        if not waiting:
            stage.step = "fight"
            break
        yield from ride_out(g, [each for each in waiting if each.path == waiting[0].path and each.home == waiting[0].home])
        judge_collapse(g)
    while stage.step == "fight":
        g.checkpoint()
        yield from show_found(g)
        targets = list(dict.fromkeys(each.path[-1] for each in stage.charges if each.state == "riding"))
        if not targets:
            stage.step = "pursue"
            break
        target = targets[0]
        if len(targets) > 1:
            target = yield g.ask(
                g.seat(stage.side), "Which charge is fought next?", targets, rule="nlc.7.7.10", label=g.place,
                on=lambda hex: ("", g.label(hex)),
                name=Ask.NEXT_CHARGE, final=True,
            )  # fmt: skip
        yield from resolve_charge(g, target)
        judge_collapse(g)
    while stage.pursuits:
        g.checkpoint()
        won = stage.pursuits.pop(0)
        yield from after_victory(g, riders_of(won), won.place, won.beaten, won.trapped)
        judge_collapse(g)


def ride_out(g: Nlc, group: Sequence[Charge]) -> Procedure:
    """One group rides its path; it may be met in the intervening hex or before the target (R58)."""
    home = group[0].home
    for each in group:
        each.path = open_way(g, each.path, group[0].unit)
    path = group[0].path
    riders = [Rider(each.unit, home, path[-2] if len(path) > 1 else home) for each in group]
    for each in group:
        each.moved = True
    if len(path) > 1:
        riders = yield from react_to_riders(g, riders, path[0], path[0])
        yield from ridden_over(g, riders, path[0])
    if riders:
        riders = yield from react_to_riders(g, riders, path[-1], riders[0].via, exclude=path[-1])
    left = {rider.unit for rider in riders}
    for each in group:
        if each.unit not in left:
            each.state = "out"


@cites("nlc.7.7.2")
def open_way(g: Nlc, path: list[int], unit: int) -> list[int]:
    """7.7.2, R176: the intervening hex must be empty: enemies who came to stand in it meanwhile are charged in its place."""
    if len(path) == 1 or not g.enemies_at(path[0], g.side(unit)):
        return path
    g.tell("{unit} finds the enemy in {place}, and charges him there.", rule="nlc.7.7.2", unit=unit, place=path[0])
    return path[:1]


# ------------------------------------------------------------------ IV combat


@cites("nlc.4.4.5")
def _combats(g: Nlc) -> Procedure:
    stage = g.stage
    if stage.step == "":
        stage.shaken = g.state.disrupted
        stage.retreated = 0
        stage.commanded = mask_of(unit for unit in activated(g) if in_command(g, unit))
        stage.attacks = yield from declare_attacks(g, activated(g))
        for attack in stage.attacks:
            are = g.verb(len(attack.units), "is", "are")
            g.tell("{units} " + are + " sent against {place}.", rule="nlc.7.3.13", units=attack.units, place=attack.target)
        stage.step = "slip"
    while stage.step == "slip":
        g.checkpoint()
        waiting = [attack for attack in stage.attacks if not attack.slipped]
        if not waiting:
            stage.step = "fight"
            break
        waiting[0].slipped = True
        yield from slip_away(g, waiting[0])
        judge_collapse(g)
    while stage.attacks:
        g.checkpoint()
        yield from show_found(g)
        attack = stage.attacks[0]
        if len(stage.attacks) > 1:
            targets = [each.target for each in stage.attacks]
            target = yield g.ask(
                g.seat(stage.side), "Which combat is fought next?", targets, rule="nlc.7.3.13", label=g.place,
                show=partial(_show_combat, g, {each.target: each.units for each in stage.attacks}),
                name=Ask.NEXT_COMBAT, kind="attack", final=True,
            )  # fmt: skip
            attack = next(each for each in stage.attacks if each.target == target)
        stage.attacks.remove(attack)
        yield from resolve_combat(g, attack)
        judge_collapse(g)


def _show_combat(g: Nlc, attackers: dict[int, list[int]], target: int) -> OptionView:
    return OptionView(target, g.place(target), place=g.label(target), odds=g.later.attack_outlook(g, attackers[target], target))


def _end_of_action(g: Nlc) -> None:
    """Duties are booked: bombardment as the attack of this turn (20.2.6), contact (20.2.7)."""
    stage = g.stage
    g.tell("The action is over.", rule="nlc.4.4.1", kind="quiet")
    for holder in holders_of(g):
        order = g.state.orders[holder]
        units = g.holder_units(holder)
        struck = [unit for unit in units if (g.state.attacked | g.state.charged) >> unit & 1]
        if order.kind == "attack" and not struck and any(g.state.bombarded >> unit & 1 for unit in units):
            if any(g.nearest_enemy(g.at(unit), stage.side) <= 2 for unit in units):
                order.bombards += 1
    note_contact(g, holders_of(g))
    have_acted(g, stage.formations)
    g.state.stage = None


@cites("nlc.4.0.10")
def have_acted(g: Nlc, formations: Sequence[int]) -> None:
    """4.0.10: a formation acts once a turn, whatever becomes of its order."""
    g.state.acted.extend(number for number in formations if number not in g.state.acted)
