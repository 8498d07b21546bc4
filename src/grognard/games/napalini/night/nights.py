"""Chapters 8 and 9, the night: attrition, recovery, flags and points, reinforcements, aircraft (8.sequence, 9.*)."""

from __future__ import annotations

from functools import partial

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.words import a

from ..air import sorties, superiority
from ..asks import Ask
from ..combat.losses import give_loss
from ..context import Napalini, do
from ..deployment.envelopment import arrive
from ..deployment.setup import may_be_objective
from ..special import detachments
from ..state import NOWHERE, Reinforcement, Squadron, Unit
from ..supply.lines import held_by_enemy, isolated_units, note_sources, supplied_squares
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.zones import zones
from ..tables import AIRCRAFT, EXHAUSTED, FIREPOWER, FRESH, WORN
from ..victory.score import battle_over, moving_objectives, score_night, set_flags, set_momentum
from .choices import Rally, Recovery, Restore, RestoreSquadron

DONE = "done"


def night(g: Napalini) -> Procedure:
    """8.sequence; re-enterable by the steps done. Returns the result of the battle, or None."""
    s = g.state
    if "heading" not in s.steps_done:
        g.heading("Night {day}", rule="napalini.8.sequence", day=s.day)
        s.steps_done.append("heading")
        s.rallied, s.no_attrition = [], []
    for step in ("attrition", "mark", "recovery"):
        for side in g.order:
            key = f"{step}/{side}"
            if key not in s.steps_done:
                yield from _step(g, step, side)
                s.steps_done.append(key)
                g.checkpoint()
    if "victory" not in s.steps_done:
        note_sources(g)
        set_flags(g)
        score_night(g)
        set_momentum(g)
        s.steps_done.append("victory")
        if (result := battle_over(g)) is not None:
            aftermath(g)
            return result
        g.checkpoint()
    yield from replace_objectives(g)
    for side in g.order:
        key = f"reinforcements/{side}"
        if key not in s.steps_done:
            yield from reinforcements(g, side)
            s.steps_done.append(key)
            g.checkpoint()
    sorties.make_ready(g)
    s.steps_done = []
    return None


def _step(g: Napalini, step: str, side: str) -> Procedure:
    if step == "attrition":
        yield from attrition(g, side)
    elif step == "mark":
        mark_isolation(g, side)
    else:
        yield from recovery(g, side)


# ------------------------------------------------------------------ attrition


def attrition(g: Napalini, side: str) -> Procedure:
    """8.attrition.check, throw, order: supply is judged when the side's turn comes."""
    cut_off = judged_anew(g, side)
    testers = [n for n in sorted(cut_off) if tests(g, n)]
    if testers and g.can_spend(side):
        yield from spare(g, side, testers)
    for n in testers:
        if g.unit(n).formation not in g.state.no_attrition:
            starve(g, n)


@cites("napalini.8.attrition.order")
def judged_anew(g: Napalini, side: str) -> set[int]:
    """Supply of the second side is judged when the first has taken its losses."""
    return isolated_units(g, side, g.camp(side).fed)


@cites("napalini.8.attrition.check")
def tests(g: Napalini, n: int) -> bool:
    """Isolated for at least the second night; depots and exhausted units do not throw."""
    unit = g.unit(n)
    if unit.type == "supply_depot":
        return False
    return not starved_already(unit) and marked(g, n)


def marked(g: Napalini, n: int) -> bool:
    """8.attrition.mark: the marker lies on the square; R86 has the switch by which it goes with the unit."""
    unit = g.unit(n)
    if g.option("isolation_goes_with_units"):
        return unit.isolated
    return g.place(n) in g.camp(unit.side).starving


@cites("napalini.8.attrition.exhausted")
def starved_already(unit: Unit) -> bool:
    """Exhausted units do not throw."""
    return unit.step >= EXHAUSTED


def attrition_number(g: Napalini, n: int) -> int:
    """8.attrition.throw: the fresh firepower number, one less with a friendly HQ in the square."""
    unit = g.unit(n)
    need = FIREPOWER[unit.quality][FRESH]
    with_hq = any(g.unit(m).type == "hq" for m in g.real_at(g.place(n), unit.side))
    return need - 1 if with_hq else need


def starve(g: Napalini, n: int) -> None:
    unit = g.unit(n)
    to = None if unit.revealed else [unit.side]
    die = g.d6("Attrition", rule="napalini.8.attrition.throw", by=unit.side, to=to)
    if die < attrition_number(g, n):
        give_loss(g, n, fire=False)


def spare(g: Napalini, side: str, testers: list[int]) -> Procedure:
    """9.no-attrition: a stockpile spares the units of one formation this night."""
    while g.can_spend(side):
        formations = sorted({g.unit(n).formation for n in testers} - set(g.state.no_attrition))
        if not formations:
            return
        choice = yield g.ask(
            side,
            "Spend a stockpile so that a formation takes no attrition?",
            formations,
            also=[PASS],
            rule="napalini.9.no-attrition",
            label=lambda f: "no" if f == PASS else g.static.formations[f].name,
            name=Ask.NO_ATTRITION,
            final=len(formations) == 1 or g.camp(side).stockpiles == 1,
        )
        if choice == PASS:
            return
        g.stockpile(side, -1)
        g.state.no_attrition.append(choice)
        g.tell("{formation} takes no attrition.", rule="napalini.9.no-attrition", formation=g.static.formations[choice].name)


def mark_isolation(g: Napalini, side: str) -> None:
    """8.attrition.mark: at the end of the phase, on each square that is isolated now."""
    cut_off = isolated_units(g, side, g.camp(side).fed)
    everybody = isolated_units(g, side, g.camp(side).fed, dummies=True)  # a square tells nothing of who is in it
    g.camp(side).starving = sorted({g.place(n) for n in everybody})
    g.camp(side).fed = []
    for n, unit in enumerate(g.state.units):
        if unit.side == side and unit.where in ("table", "aboard"):
            if (n in cut_off) != unit.isolated:
                words = "{unit} is isolated." if n in cut_off else "{unit} is no longer isolated."
                to = None if unit.revealed else side  # the marker lies on the table
                g.tell(words, rule="napalini.8.attrition.mark", to=to, unit=g.name(n))
            unit.isolated = n in cut_off


# ------------------------------------------------------------------ recovery


def recovery(g: Napalini, side: str) -> Procedure:
    """9.rally, 9.restore, REME and hospitals, in the order their owner likes."""
    yield from detachments.night_recovery(g, side)
    while g.can_spend(side):
        options: list[Recovery] = [Rally(f) for f in g.formations(side) if may_rally(g, side, f) is None]
        if (
            any(plane.side == side and plane.step == EXHAUSTED and not plane.out for plane in g.state.air)
            and NOWHERE not in g.state.rallied
        ):
            options.append(Rally())
        options += [Restore(n) for n in restorable(g, side)]
        options += [RestoreSquadron(k) for k, p in enumerate(g.state.air) if p.side == side and p.out]
        if not options:
            return
        choice = yield g.ask(
            side,
            f"Recovery: spend a stockpile ({g.camp(side).stockpiles} left)?",
            options,
            also=[DONE],
            rule="napalini.9.uses",
            label=lambda v: "no" if v == DONE else recovery_words(g, v),
            name=Ask.RECOVERY,
            final=len(options) == 1 or g.camp(side).stockpiles == 1,  # else another question follows
        )
        if choice == DONE:
            return
        spend_for_recovery(g, side)
        if isinstance(choice, Rally):
            yield from rally(g, side, choice.formation)
        elif isinstance(choice, Restore):
            restore(g, choice.unit)
        else:
            restore_squadron(g, g.state.air[choice.plane])


@cites("napalini.9.start")
def spend_for_recovery(g: Napalini, side: str) -> None:
    """Each use spends one stockpile of those the side started with."""
    g.stockpile(side, -1)


def recovery_words(g: Napalini, value: Recovery) -> str:
    if isinstance(value, Rally):
        return "rally squadrons" if value.formation is None else f"rally {g.static.formations[value.formation].name}"
    if isinstance(value, Restore):
        return f"restore {g.name(value.unit)}"
    return f"restore {a(g.state.air[value.plane].type)} squadron"


def rally_candidates(g: Napalini, side: str, formation: int) -> list[int]:
    cut_off = isolated_units(g, side)
    return [
        n
        for n, u in enumerate(g.state.units)
        if u.side == side
        and u.formation == formation
        and u.step == EXHAUSTED
        and u.where in ("table", "aboard")
        and n not in cut_off
        and not g.contested(g.place(n))
    ]


def may_rally(g: Napalini, side: str, formation: int) -> Refusal | None:
    if formation in g.state.rallied:
        return Refusal("napalini.9.uses", "A formation rallies once a night.")
    if not rally_candidates(g, side, formation):
        return Refusal("napalini.9.rally", "Nobody there can be rallied.")
    return None


def rally(g: Napalini, side: str, formation: int | None) -> Procedure:
    """9.rally: up to three exhausted units of one formation, or three squadrons, become worn."""
    g.state.rallied.append(NOWHERE if formation is None else formation)
    for _ in range(3):
        if formation is None:
            yield from rally_squadron(g, side)
            continue
        open_ = rally_candidates(g, side, formation)
        if not open_:
            break
        n = yield from g.which_unit(side, "Rally which unit?", open_, rule="napalini.9.rally", name=Ask.RALLY, final=True)
        g.unit(n).step = WORN
        to = None if g.unit(n).revealed else side
        g.tell("{unit} is rallied.", rule="napalini.9.rally", to=to, unit=g.name(n))


def rally_squadron(g: Napalini, side: str) -> Procedure:
    tired = [k for k, p in enumerate(g.state.air) if p.side == side and p.step == EXHAUSTED and not p.out]
    if not tired:
        return
    k = tired[0]
    if len(tired) > 1:
        k = yield g.ask(
            side,
            "Rally which squadron?",
            tired,
            rule="napalini.9.rally",
            label=lambda k: superiority.plane_words(g, k),
            name=Ask.RALLY_SQUADRON,
            final=True,
        )
    g.state.air[k].step = WORN
    g.tell("A squadron of {side} is rallied.", rule="napalini.9.rally", side=side)


def restorable(g: Napalini, side: str) -> list[int]:
    """9.restore: destroyed, not captured; no HQ, no fortification."""
    return [
        n
        for n, u in enumerate(g.state.units)
        if u.side == side
        and u.where == "out"
        and u.type not in ("hq", "supply_depot", "bastion", "po", "position_aa")
        and not g.dummy(n)
    ]


def restore(g: Napalini, n: int) -> None:
    """It returns worn as a reinforcement tonight; its points are deducted again (8.vp.points)."""
    unit = g.unit(n)
    unit.where, unit.step, unit.revealed, unit.fired, unit.restored = "later", WORN, False, False, True
    unit.known = False
    g.state.reinforcements.append(Reinforcement(unit.side, g.state.day, [n]))
    g.camp(g.other(unit.side)).eliminated -= g.cost(n)
    g.tell("{unit} of {side} is restored.", rule="napalini.9.restore", unit=g.name(n), side=unit.side)


def restore_squadron(g: Napalini, plane: Squadron) -> None:
    """It returns to its base, worn; its points are deducted again, as those of a ground unit."""
    plane.out, plane.step = False, WORN
    g.camp(g.other(plane.side)).eliminated -= float(AIRCRAFT[plane.type]["cost"])
    g.tell("A squadron of {side} is restored.", rule="napalini.9.restore", side=plane.side)


# ------------------------------------------------------------------ objectives, reinforcements


def replace_objectives(g: Napalini) -> Procedure:
    """R21, with its switch."""
    for number in moving_objectives(g):
        square = g.state.objectives[number]
        north = g.static.sides[g.order[1]].edge == "north"
        rest = [o for k, o in enumerate(g.state.objectives) if k != number]
        g.state.objectives = rest
        open_ = [
            sq
            for sq in range(g.grid.size)
            if may_be_objective(g, sq) is None
            and (g.static.row(sq) > g.static.row(square)) == north
            and g.static.row(sq) != g.static.row(square)
        ]
        g.state.objectives = [*rest[:number], square, *rest[number:]]
        if open_:
            new = yield g.ask(
                g.order[1],
                "An objective is lost for good: place a new one farther back.",
                open_,
                rule="napalini.R21",
                label=g.label,
                on=lambda sq: ("", g.label(sq)),
                name=Ask.OBJECTIVE,
            )
            g.state.objectives[number], g.state.flags[number], g.state.flag_nights[number] = new, g.order[1], 0


def reinforcements(g: Napalini, side: str) -> Procedure:
    """8.reinforcements.*: tonight's groups, rushed ones, and what could not be placed."""
    yield from rush(g, side)
    for group in g.state.reinforcements:
        if group.side != side or group.done or group.night > g.state.day:
            continue
        if group.arrives_on and group.night <= g.state.day:
            die = g.d6("Reinforcements arrive", rule="napalini.8.reinforcements.limits", by=side)
            if die < group.arrives_on:
                group.missing = True
                continue
            group.arrives_on, group.missing = 0, False  # what finds no place comes the next night without a throw
        yield from place_group(g, group)


def rush(g: Napalini, side: str) -> Procedure:
    """9.rush: a group due tomorrow night comes tonight, or a missing one without a throw."""
    while g.can_spend(side):
        open_ = [
            k
            for k, group in enumerate(g.state.reinforcements)
            if group.side == side and not group.done and (group.night == g.state.day + 1 or group.missing)
        ]
        if not open_:
            return
        choice = yield g.ask(
            side,
            "Spend a stockpile to rush reinforcements?",
            open_,
            also=[PASS],
            rule="napalini.9.rush",
            label=lambda k: "no" if k == PASS else g.names(g.state.reinforcements[k].units),
            name=Ask.RUSH,
            final=len(open_) == 1 or g.camp(side).stockpiles == 1,
        )
        if choice == PASS:
            return
        g.stockpile(side, -1)
        group = g.state.reinforcements[choice]
        group.night, group.arrives_on, group.missing = g.state.day, 0, False
        g.tell("{side} rushes reinforcements.", rule="napalini.9.rush", side=side)


def may_reinforce(g: Napalini, n: int, square: int, zone: set[int], fed: set[int]) -> Refusal | None:
    """8.reinforcements.where and limits."""
    unit, place = g.unit(n), g.label(square)
    side = unit.side
    hq = g.hq(unit.formation)
    at_hq = hq >= 0 and g.place(hq) == square
    if square not in g.static.sides[side].sources and not at_hq:
        return Refusal("napalini.8.reinforcements.where", f"{place} is neither an own source nor the army's HQ.")
    if g.enemies_in(square, side) or square in zone or held_by_enemy(g, square, side):
        return Refusal("napalini.8.reinforcements.limits", f"{place} is closed by the enemy.")
    if at_hq and square not in g.static.sides[side].sources and square not in fed:
        return Refusal("napalini.8.reinforcements.limits", "The HQ is not supplied.")
    if rule := closed_to(g, n, square) or room_rule(g, n, square):
        return Refusal(rule, f"There is no place for {g.name(n)} in {place}.")
    return None


def bring(g: Napalini, group: Reinforcement, n: int, to: int) -> None:
    group.units.remove(n)
    unit = g.unit(n)
    unit.where, unit.at, unit.moved, unit.off_wire = "table", to, True, True
    unit.revealed = not g.module("hidden")
    words = "A reinforcement of {side} arrives in {place}."
    g.tell(words, rule="napalini.8.reinforcements.where", side=unit.side, place=to)


def place_group(g: Napalini, group: Reinforcement) -> Procedure:
    side = group.side
    for n in list(group.units):
        zone, fed = zones(g, g.other(side)), supplied_squares(g, side)

        def may(square: int, n: int = n, zone: set[int] = zone, fed: set[int] = fed) -> Refusal | None:
            return may_reinforce(g, n, square, zone, fed)

        if all(may(square) is not None for square in range(g.grid.size)):
            continue
        words = f"Reinforcement: where {do(g.name(n))} {g.name(n)} come?"
        yield from arrive(g, n, may, words, "napalini.8.reinforcements.where", partial(bring, g, group))
    group.done = not group.units


def seek_reinforcement(g: Napalini, which: int) -> Procedure:
    """4.action.seek for a group that failed its arrival throw."""
    group = g.state.reinforcements[which]
    die = g.d6("Reinforcements are sought", rule="napalini.4.action.seek", by=group.side)
    if die + 1 >= group.arrives_on:
        group.arrives_on, group.missing = 0, False
        yield from place_group(g, group)


def aftermath(g: Napalini) -> None:
    """9.aftermath, for campaigns: what becomes of the stockpiles of a captured depot."""
    if not g.option("campaign"):
        return
    for side in g.order:
        camp = g.camp(side)
        if not camp.depot_taken or not camp.stockpiles:
            continue
        dice = g.roll(f"{camp.stockpiles}d6", "Stockpiles of the captured depot", rule="napalini.9.aftermath", by=side)
        g.tell(
            "Stockpiles of {side}: {a} evacuated, {b} destroyed, {c} captured.",
            rule="napalini.9.aftermath",
            side=side,
            a=sum(d >= 5 for d in dice),
            b=sum(d in (3, 4) for d in dice),
            c=sum(d <= 2 for d in dice),
        )
