"""Chapter 11.1, 15.1, 15.2: movement. A unit, or a whole stack, steps from space to space until it stops.

One stack finishes before the next begins (11.1.1). A move that could never end legally is not offered: each step is
checked to lead somewhere where the stack may stop. Not here: where a unit may be at all (map/places.py), trenches
(entrenchment.py).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.words import counted

from ..asks import STOP, Ask, Drop, Entrench, MoveStack, MoveUnit, Step
from ..hooks import hook
from ..map.places import gate_line, may_cross_gate
from ..static import OTHER, names_of
from ..supply.tracing import in_supply
from .entrenchment import may_entrench
from .stack import March, fort_entry, may_leave, movable, supplied_at_start, together, within_reach

if TYPE_CHECKING:
    from ..context import Pog


def movement(g: Pog) -> Procedure:
    """9.2.8: units in spaces activated for movement may move; none of them has to."""
    action = g.state.action
    while True:
        g.checkpoint()
        units = movable(g)
        if not units:
            return
        options = _movers(g, units)
        if options in ([], [DONE]):  # nobody can: nothing is asked
            return
        choice = yield g.listed(
            action.side,
            lambda: "Move which unit or stack?",
            options,
            "pog.9.2.8",
            name=Ask.MOVE,
            judge=lambda v: may_move(g, v),
            same=g.likeness,
            final=lambda v: isinstance(v, Entrench) and _last_mover(g, [g.U[v.unit]]),  # then the diggers roll
            kind="move",
            label=lambda v: _label(g, v),
            on=lambda v: _on(g, v),
            candidates=lambda: [*map(MoveUnit, g.units.id), *map(MoveStack, g.board.ids), *map(Entrench, g.units.id)],
            waiting="moving",
        )
        if choice == DONE:
            return
        if isinstance(choice, Entrench):
            unit = g.U[choice.unit]
            action.moved |= 1 << unit
            action.digging.append(unit)
            g.tell("{unit} will try to entrench in {space}.", rule="pog.11.2.1.a", unit=unit, space=g.state.at[unit])
            continue
        group = [g.U[choice.unit]] if isinstance(choice, MoveUnit) else together(g, units, g.S[choice.space])
        yield from march(g, March(g, group))


def _movers(g: Pog, units: list[int]) -> list[Any]:
    """Single units (one of each kind), whole stacks, armies that could dig; nothing that could not make a first step."""
    action, at = g.state.action, g.state.at
    relief = action.relief
    options: list[Any] = []
    for unit in g.distinct(units):
        if relief >= 0 and not within_reach(g, unit, relief):
            continue
        if may_leave(g, at[unit], [unit]) is None and supplied_at_start(g, unit):
            options.append(MoveUnit(g.units.id[unit]))
        if relief < 0 and may_entrench(g, unit) is None:
            options.append(Entrench(g.units.id[unit]))
    if relief < 0:
        for space in bits(action.move):
            group = together(g, units, space)
            if len(group) > 1 and may_leave(g, space, group) is None:
                options.append(MoveStack(g.board.ids[space]))
        options.append(DONE)
    return options


def _last_mover(g: Pog, units: list[int]) -> bool:
    """After these nobody else can move or dig."""
    return _movers(g, [u for u in movable(g) if u not in units]) in ([], [DONE])


def _last_step(g: Pog, march: March, space: int) -> bool:
    """The movement of the action may be over with this step, and dice fall: those of the diggers, or of the end of the turn."""
    action = g.state.action
    if not action.digging and (action.attack or not g.closing(space)):
        return False
    onward = march.left > (2 if march.dear >> space & 1 else 1) and not march.unbesieged >> space & 1
    return not onward and _last_mover(g, march.units)


def may_move(g: Pog, value: Any) -> Refusal | None:
    """11.1.1: None, or why this unit cannot move now."""
    if isinstance(value, Entrench):
        return may_dig_now(g, g.U[value.unit])
    if isinstance(value, MoveStack):
        return may_move_stack(g, g.S[value.space])
    unit = g.U[value.unit]
    action, name = g.state.action, g.units.name[unit]
    space = g.state.at[unit]
    if space < 0 or not action.move >> space & 1:
        return Refusal("pog.11.1.1", f"{name} is not in a space activated for movement.")
    if action.moved >> unit & 1:
        return Refusal("pog.11.1.1", f"{name} has finished its move.")
    if g.factors(unit)[2] == 0:
        return Refusal("pog.11.1.1", f"{name} cannot move: its movement factor is 0.")
    if action.barred >> unit & 1 or not in_supply(g, unit):
        return Refusal("pog.14.3.1", f"{name} is out of supply.")
    if action.relief >= 0 and not within_reach(g, unit, action.relief):
        return Refusal("pog.15.2.4.a", f"First enough units must go to {g.board.name[action.relief]}.")
    return may_leave(g, space, [unit])


def may_move_stack(g: Pog, space: int) -> Refusal | None:
    """11.1.1: None, or why no whole stack leaves this space now."""
    action, where = g.state.action, g.board.name[space]
    if not g.side_units(space, action.side):
        return Refusal("pog.11.1.1", f"No unit of yours is in {where}.")
    if not action.move >> space & 1:
        return Refusal("pog.11.1.1", f"{where} is not activated for movement.")
    group = together(g, movable(g), space)
    if len(group) < 2:
        return Refusal("pog.11.1.1", f"There are no two units in {where} that could still move together.")
    if action.relief >= 0:
        return Refusal("pog.15.2.4.a", f"First enough units must go to {g.board.name[action.relief]}.")
    return may_leave(g, space, group)


def steps(g: Pog, march: March) -> list[int]:
    """The spaces that the stack may step into now."""
    if march.left <= 0 or march.halted:
        return []
    found = []
    crossing = march.space == g.S["caucasus"] or g.board.gate >> march.space & 1
    relief = g.state.action.relief
    for space in bits(march.rows[march.space] & march.enterable):
        if crossing and any(may_cross_gate(g, u, march.space, space) for u in march.units):
            continue
        if crossing and gate_line(g, march.space, space) and len(march.units) > 1:
            continue
        if relief >= 0 and space != relief and march.unbesieged >> space & 1:
            continue
        price = 2 if march.dear >> space & 1 else 1
        if price <= march.left and march.can_end(g, space, march.left - price, 1 << space):
            found.append(space)
    return found


@hook
def dear(g: Pog, units: list[int]) -> int:
    """11.1.5: every space costs one movement point."""
    return 0


@hook
def march_options(g: Pog, march: March) -> list[Any]:
    """Nothing but steps, drops and the end of the march in the base game."""
    return []


@hook
def march_choice(g: Pog, march: March, choice: Any) -> bool:
    """Never asked in the base game."""
    return False


def march(g: Pog, march: March) -> Procedure:
    """One stack's move: step by step, dropping units on the way, until it stops."""
    action, ids = g.state.action, g.board.ids
    moved = False
    while True:
        ahead = steps(g, march)
        options: list[Any] = [Step(ids[s]) for s in ahead]
        if march.may_stop(g, march.space) or (not moved and (action.relief < 0 or not ahead)):
            if len(march.units) > 1:
                options.extend(Drop(g.units.id[u]) for u in g.distinct(march.units) if _may_drop(g, march, u, moved))
            options.append(STOP)
        options.extend(g.hooks.march_options(g, march))
        if options == [STOP]:
            break
        choice = yield g.listed(
            march.side,
            lambda: f"{_names(g, march)} in {g.board.name[march.space]}: {counted(march.left, 'step')} left",
            options,
            "pog.11.1.2",
            name=Ask.MARCH,
            judge=partial(why_not_on_march, g, march, moved),
            same=g.likeness,
            candidates=lambda: [*map(Step, ids), *(Drop(g.units.id[u]) for u in march.units)],
            done=STOP,
            final=lambda v: isinstance(v, Step) and _last_step(g, march, g.S[v.space]),
            kind="move",
            label=lambda v: _way_label(g, v),
            on=lambda v: _on(g, v),
            about={"piece": g.units.id[march.units[0]], "place": ids[march.space], "way": True},
            waiting="moving",
        )
        if choice == STOP:
            break
        if isinstance(choice, Drop):
            unit = g.U[choice.unit]
            march.units.remove(unit)
            if moved:
                action.moved |= 1 << unit
            march.refresh(g)
        elif isinstance(choice, Step):
            step(g, march, g.S[choice.space])
            moved = True
        elif g.hooks.march_choice(g, march, choice):
            return
    for unit in march.units:
        action.moved |= 1 << unit
    _settle(g, march)


def why_not_on_march(g: Pog, march: March, moved: bool, value: Any) -> Refusal | None:
    """None, or what is against a step, against leaving a unit behind, or against stopping."""
    if isinstance(value, Step):
        return may_step(g, march, g.S[value.space])
    if not isinstance(value, Drop):
        return no_stop_here(g, march)
    unit = g.U[value.unit]
    if unit not in march.units or len(march.units) == 1:
        return Refusal("pog.11.1.1", f"{g.units.name[unit]} cannot be left behind by itself.")
    if moved and not march.may_stop(g, march.space):
        return no_stop_here(g, march) or Refusal("pog.15.2.4.a", f"Nobody may stop in {g.board.name[march.space]} now.")
    if _may_drop(g, march, unit, moved):
        return None
    where = g.board.name[march.space]
    return Refusal("pog.15.2.4.a", f"{g.units.name[unit]} cannot be left in {where}: the fort would not be besieged.")


def _may_drop(g: Pog, march: March, unit: int, moved: bool) -> bool:
    """A unit may be left behind where it may stop by itself, and where that breaks no siege."""
    if not moved:
        rest = [u for u in march.units if u != unit]
        return may_leave(g, march.space, rest) is None
    stay = [u for u in g.stack[march.space] if u not in march.units] + [unit]
    fort = g.enemy_forts(march.side) >> march.space & 1
    return g.state.action.relief < 0 and (
        not fort or (march.unbesieged >> march.space & 1 == 0 and g.suffices(stay, march.space))
    )


def step(g: Pog, march: March, space: int) -> None:
    """The stack enters a space (pog.11.1.2, pog.11.1.14)."""
    if gate_line(g, march.space, space):
        g.state.gate_used = True
    march.halted = march.unbesieged >> space & 1 == 1
    for unit in march.units:
        g.put(unit, space)
    words = "The {side} move {units} on to {space}." if march.steps else "The {side} move {units} from {space2} to {space}."
    g.tell(words, rule="pog.11.1.2", side=march.side, units=tuple(march.units), space2=march.space, space=space)
    for unit in march.units:
        g.occupy(unit, space)
    march.space = space
    march.steps += 2 if march.dear >> space & 1 else 1
    march.refresh(g)


def _settle(g: Pog, march: March) -> None:
    """After a move: a fort that was entered by too few waits for the others."""
    action = g.state.action
    space = march.space
    at_fort = g.enemy_forts(march.side) >> space & 1
    short = at_fort and g.stack[space] and not g.suffices(g.stack[space], space)
    if short and march.steps:
        action.relief = space
    elif action.relief == space:
        action.relief = -1


def no_stop_here(g: Pog, march: March) -> Refusal | None:
    """10.1.4: why the stack may not stop where it is."""
    where = g.board.name[march.space]
    there = [u for u in g.side_units(march.space, march.side) if u not in march.units]
    if len(there) + len(march.units) > g.hooks.stacking_limit(g, march.space):
        return Refusal("pog.10.1.4", f"{where} would be overstacked.")
    if g.state.action.attack >> march.space & 1:
        return Refusal("pog.11.1.6", f"{where} is activated for attack: no move may end there.")
    if march.no_stop >> march.space & 1:
        reason: Refusal | None = g.hooks.why_no_stop(g, march.units, march.space)
        return reason
    return None


def may_step(g: Pog, march: March, space: int) -> Refusal | None:
    """11.1: None, or why this stack may not step into that space."""
    where, unit = g.board.name[space], march.units[0]
    if space == march.space:
        return Refusal("pog.11.1.3", f"The units are in {where} already.")
    if not g.graph.rows()[march.space] >> space & 1:
        return Refusal("pog.11.1.3", f"No line joins {g.board.name[march.space]} and {where}.")
    if (refusal := _kept_out(g, march, space)) is not None:
        return refusal
    if g.occ[OTHER[march.side]] >> space & 1:
        return Refusal("pog.11.1.7", f"Enemy units are in {where}.")
    if march.left <= 0:
        return Refusal("pog.11.1.5", f"{g.units.name[unit]} has no movement points left.")
    if march.halted:
        return Refusal("pog.15.1.1", f"The fort of {g.board.name[march.space]} was not besieged: the move ends there.")
    there = [u for u in g.side_units(space, march.side) if u not in march.units]
    if march.unbesieged >> space & 1 and not fort_entry(g, march, space, there):
        level = g.board.fort[space]
        return Refusal("pog.11.1.8", f"The fort of {where} needs an army or {level} corps to be besieged.", limit=level)
    price = 2 if march.dear >> space & 1 else 1
    if price > march.left:
        return Refusal(
            "pog.11.1.5", f"{where} costs {counted(price, 'movement point')}; {march.left} is left.", limit=march.left
        )
    return None if march.can_end(g, space, march.left - price, 1 << space) else _no_end(g, march, space, there)


def _kept_out(g: Pog, march: March, space: int) -> Refusal | None:
    """What keeps one of the stack out of a space beside it."""
    for unit in march.units:
        if not g.units.rows[unit][march.space] >> space & 1:
            return Refusal("pog.11.1.4.a", f"The line to {g.board.name[space]} is closed to {g.units.name[unit]}.")
        refusal: Refusal | None = g.hooks.may_enter(g, unit, space) or may_cross_gate(g, unit, march.space, space)
        if refusal is not None:
            return refusal
    if len(march.units) > 1 and gate_line(g, march.space, space):
        return Refusal("pog.11.3.2.a", "One Russian corps a turn crosses the Caucasus gate, not a stack.")
    if g.hooks.closed_to_group(g, march.units) >> space & 1:
        reason: Refusal | None = g.hooks.why_no_stop(g, march.units, space)
        return reason
    return None


def _no_end(g: Pog, march: March, space: int, there: list[int]) -> Refusal | None:
    """Why no move that goes through this space could end anywhere."""
    where = g.board.name[space]
    if march.no_stop & g.state.action.attack & (1 << space):
        return Refusal("pog.11.1.6", f"{where} is activated for attack: no move may end there, and none leads on.")
    if march.no_stop >> space & 1:
        reason: Refusal | None = g.hooks.why_no_stop(g, march.units, space)
        return reason
    if len(there) + len(march.units) > g.hooks.stacking_limit(g, space):
        return Refusal("pog.10.1.1", f"{where} holds {len(there)} units; three may stop there, and no step leads on.")
    if g.state.action.relief >= 0:
        return Refusal("pog.15.2.4.a", f"First enough units must go to {g.board.name[g.state.action.relief]}.")
    return Refusal("pog.10.1.4", f"A move through {where} could end nowhere.")


def may_dig_now(g: Pog, unit: int) -> Refusal | None:
    """11.2.1: None, or why this army cannot try to entrench at this moment."""
    action, name = g.state.action, g.units.name[unit]
    if g.state.at[unit] < 0 or not action.move >> g.state.at[unit] & 1:
        return Refusal("pog.11.1.1", f"{name} is not in a space activated for movement.")
    if action.barred >> unit & 1:
        return Refusal("pog.14.3.3", f"{name} is out of supply.")
    if action.relief >= 0:
        return Refusal("pog.15.2.4.a", f"First enough units must go to {g.board.name[action.relief]}.")
    return may_entrench(g, unit)


def _label(g: Pog, value: Any) -> str:
    if isinstance(value, MoveStack):
        return f"Move all in {g.board.name[g.S[value.space]]}"
    if value == DONE:
        return "No more movement"
    return f"{'Move' if isinstance(value, MoveUnit) else 'Entrench:'} {g.units.name[g.U[value.unit]]}"


def _way_label(g: Pog, value: Any) -> str:
    if isinstance(value, Step):
        return f"to {g.board.name[g.S[value.space]]}"
    if isinstance(value, Drop):
        return f"leave behind {g.units.name[g.U[value.unit]]}"
    return "Stop here" if value == STOP else str(g.hooks.march_label(g, value))


@hook
def march_label(g: Pog, value: Any) -> str:
    """Never asked in the base game."""
    return str(value)


def _on(g: Pog, value: Any) -> tuple[str, str]:
    if isinstance(value, Step | MoveStack):
        return "", value.space
    if isinstance(value, MoveUnit | Entrench | Drop):
        place = g.state.at[g.U[value.unit]]
        return value.unit, g.board.ids[place] if place >= 0 else ""
    return "", ""  # the end, and choices of the hooks, lie on nothing


def _names(g: Pog, march: March) -> str:
    return names_of(g.units.name[u] for u in march.units)
