"""Chapter 11.1, 15.1, 15.2: movement. A unit, or a whole stack, steps from space to space until it stops.

One stack finishes before the next begins (11.1.1). A move that could never end legally is not offered: each step is
checked to lead somewhere where the stack may stop. Not here: where a unit may be at all (places.py), trenches
(entrench.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Listed, Procedure, Refusal, in_force

from .entrench import may_entrench
from .hooks import hook
from .places import gate_line, may_cross_gate
from .static import OTHER
from .supply import in_supply

if TYPE_CHECKING:
    from .context import Pog

STOP = ("stop", "")
STEPS = {"to": "to ", "drop": "leave behind ", "stop": "Stop here"}
FAMILY = ("br.aus", "br.cnd", "br.pt", "br.ana", "tu.sn")  # whose dashed lines are those of a nation, or not (pog.11.1.4.b)


class March:
    """A stack on the move: who, where, how far yet, and the masks that do not change while it moves."""

    def __init__(self, g: Pog, units: list[int]) -> None:
        self.units = list(units)
        self.side = g.units.side[units[0]]
        self.space = g.state.at[units[0]]
        self.origin = self.space
        self.steps = 0
        self.halted = False  # a fort that was not yet besieged was entered (pog.15.1.1)
        self.refresh(g)

    def refresh(self, g: Pog) -> None:
        action = g.state.action
        enemy = OTHER[self.side]
        closed = 0
        stops = 0
        for unit in self.units:
            closed |= g.hooks.closed(g, unit)
        stops |= g.hooks.no_stop(g, self.units)
        self.dear = g.hooks.dear(g, self.units)
        self.left = min(g.factors(u)[2] for u in self.units) - self.steps
        if not in_force("pog.11.1.5"):
            self.left = 4
        if in_force("pog.11.1.7") and in_force("pog.10.1.5"):
            closed |= g.occ[enemy]
        self.enterable = g.board.all & ~closed
        self.unbesieged = g.enemy_forts(self.side) & ~g.besieged
        if not in_force("pog.15.1.1"):
            self.unbesieged = 0
        if in_force("pog.11.1.6"):
            stops |= action.attack
        self.no_stop = stops
        self.rows = g.units.rows[self.units[0]]
        if g.units.kind[self.units[0]] in FAMILY and not in_force("pog.11.1.4.b"):
            self.rows = g.board.solid
        others = [g.units.rows[u] for u in self.units[1:] if g.units.rows[u] is not self.rows]
        if others:
            self.rows = list(self.rows)
            for rows in others:
                self.rows = [a & b for a, b in zip(self.rows, rows)]

    def may_stop(self, g: Pog, space: int) -> bool:
        if self.no_stop >> space & 1:
            return False
        there = [u for u in g.side_units(space, self.side) if u not in self.units]
        if len(there) + len(self.units) > g.hooks.stacking_limit(g, space):
            return False
        if there and not in_force("pog.10.1.6") and g.units.nation[there[0]] != g.units.nation[self.units[0]]:
            return False
        relief = g.state.action.relief
        if relief >= 0 and space != relief:
            return False
        return not self.unbesieged >> space & 1 or fort_entry(g, self, space, there)

    def can_end(self, g: Pog, space: int, left: int, seen: int) -> bool:
        """Whether the stack, standing in this space with so many points, may stop there or somewhere further on."""
        if self.may_stop(g, space):
            return True
        if left <= 0 or self.unbesieged >> space & 1 or not in_force("pog.10.1.2"):
            return False
        ahead = self.rows[space] & self.enterable & ~seen
        while ahead:
            low = ahead & -ahead
            ahead ^= low
            price = 2 if self.dear & low else 1
            if price <= left and self.can_end(g, low.bit_length() - 1, left - price, seen | low):
                return True
        return False


def fort_entry(g: Pog, march: March, space: int, there: list[int]) -> bool:
    """11.1.8: the units that move there suffice to besiege, alone, with those there, or with others still to come."""
    if not in_force("pog.11.1.8"):
        return True
    if g.suffices(march.units + there, space):
        return True
    missing = g.board.fort[space] - len(march.units) - len(there)
    room = g.hooks.stacking_limit(g, space) - len(march.units) - len(there)
    helpers = [u for u in movable(g) if u not in march.units and g.state.at[u] != space and within_reach(g, u, space)]
    if room >= 1 and any(g.units.army[u] for u in helpers):
        return True
    return len(helpers) >= missing <= room


def within_reach(g: Pog, unit: int, target: int) -> bool:
    """Whether one unit could move to a space by itself now, the fort there left aside."""
    march = March(g, [unit])
    if may_leave(g, march.space, [unit]) is not None:
        return False
    seen = wave = 1 << march.space
    goal = 1 << target
    for _ in range(march.left):
        near = 0
        for space in bits(wave):
            near |= march.rows[space]
        if near & goal & march.enterable:
            return True
        wave = near & march.enterable & ~march.unbesieged & ~seen
        seen |= wave
    return False


def movable(g: Pog) -> list[int]:
    """Units in spaces activated for movement that have not moved yet and may (pog.11.1.1)."""
    action = g.state.action
    done = action.moved | action.barred
    units: list[int] = []
    if not in_force("pog.3.f"):
        return units
    for space in bits(action.move):
        for unit in g.side_units(space, action.side):
            if not done >> unit & 1 and g.factors(unit)[2] > 0:
                units.append(unit)
    return units


def together(g: Pog, units: list[int], space: int) -> list[int]:
    """Those of the units in a space that move as one stack: supply may have been lost since it was activated (14.1.1.3)."""
    return [u for u in units if g.state.at[u] == space and in_supply(g, u)]


def may_leave(g: Pog, space: int, units: list[int]) -> Refusal | None:
    """15.2.4.a: those who stay behind at an enemy fort must be nobody, or enough."""
    if not g.besieged >> space & 1 or not g.enemy_forts(g.units.side[units[0]]) >> space & 1:
        return None
    stay = [u for u in g.stack[space] if u not in units]
    if stay and not g.suffices(stay, space):
        return Refusal("pog.15.2.4.a", f"Those who stay in {g.board.name[space]} would not besiege the fort.")
    return None


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
        choice = yield Listed(
            action.side,
            lambda: "Move which unit or stack?",
            options,
            "pog.9.2.8",
            judge=lambda v: may_move(g, v),
            same=g.likeness,
            label=lambda v: _label(g, v),
            on=lambda v: _on(g, v),
            candidates=lambda: [("unit", i) for i in g.units.id] + [("stack", i) for i in g.board.ids],
            waiting="moving",
        )
        if choice == DONE:
            return
        verb, what = choice
        if verb == "entrench":
            unit = g.U[what]
            action.moved |= 1 << unit
            action.digging.append(unit)
            g.tell("{unit} will try to entrench in {space}.", rule="pog.11.2.1.a", unit=unit, space=g.state.at[unit])
            continue
        group = [g.U[what]] if verb == "unit" else together(g, units, g.S[what])
        yield from march(g, March(g, group))


def _movers(g: Pog, units: list[int]) -> list[Any]:
    """Single units (one of each kind), whole stacks, armies that could dig; nothing that could not make a first step."""
    action, at = g.state.action, g.state.at
    relief = action.relief
    options: list[Any] = []
    for unit in g.distinct(units):
        if relief >= 0 and not within_reach(g, unit, relief):
            continue
        if may_leave(g, at[unit], [unit]) is None and (in_supply(g, unit) or not in_force("pog.14.1.1.3")):
            options.append(("unit", g.units.id[unit]))
        if relief < 0 and may_entrench(g, unit) is None:
            options.append(("entrench", g.units.id[unit]))
    if relief < 0:
        for space in bits(action.move):
            group = together(g, units, space)
            if len(group) > 1 and may_leave(g, space, group) is None:
                options.append(("stack", g.board.ids[space]))
        options.append(DONE)
    return options


def may_move(g: Pog, value: Any) -> Refusal | None:
    """11.1.1: None, or why this unit cannot move now."""
    verb, what = value
    if verb == "entrench":
        return may_entrench(g, g.U[what])
    if verb == "stack":
        return may_move_stack(g, g.S[what])
    unit = g.U[what]
    action, name = g.state.action, g.units.name[g.U[what]]
    space = g.state.at[unit]
    if space < 0 or not action.move >> space & 1:
        return Refusal("pog.11.1.1", f"{name} is not in a space activated for movement.")
    if action.moved >> unit & 1:
        return Refusal("pog.11.1.1", f"{name} has finished its move.")
    if g.factors(unit)[2] == 0:
        return Refusal("pog.11.1.1", f"{name} cannot move: its movement factor is 0.")
    if action.barred >> unit & 1 or not in_supply(g, unit):
        return Refusal("pog.14.3.1", f"{name} is out of supply.")
    if action.relief >= 0:
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
        options: list[Any] = [("to", ids[s]) for s in ahead]
        if march.may_stop(g, march.space) or not moved:
            if len(march.units) > 1:
                options.extend(("drop", g.units.id[u]) for u in g.distinct(march.units) if _may_drop(g, march, u, moved))
            options.append(STOP)
        options.extend(g.hooks.march_options(g, march))
        if options == [STOP]:
            break
        choice = yield Listed(
            march.side,
            lambda: f"{_names(g, march)} in {g.board.name[march.space]}: steps left: {march.left}",
            options,
            "pog.11.1.2",
            judge=lambda v: may_step(g, march, g.S[v[1]]) if v[0] == "to" else no_stop_here(g, march),
            candidates=lambda: [("to", i) for i in ids],
            label=lambda v: STEPS.get(v[0], v[0]) + _name(g, v),
            on=lambda v: _on(g, v),
            about={"piece": g.units.id[march.units[0]], "place": ids[march.space]},
            waiting="moving",
        )
        verb, what = choice
        if verb == "stop":
            break
        if verb not in STEPS:
            if g.hooks.march_choice(g, march, choice):
                return
            continue
        if verb == "drop":
            unit = g.U[what]
            march.units.remove(unit)
            if moved:
                action.moved |= 1 << unit
            march.refresh(g)
            continue
        step(g, march, g.S[what])
        moved = True
    for unit in march.units:
        action.moved |= 1 << unit
    _settle(g, march)


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
    action = g.state.action
    if gate_line(g, march.space, space) and in_force("pog.11.3.2.a"):
        g.state.gate_used = True
    left = march.space
    march.halted = march.unbesieged >> space & 1 == 1
    besieging = g.besieged >> left & 1 and g.enemy_forts(march.side) >> left & 1
    for unit in march.units:
        g.put(unit, space)
    g.tell("{side}: {units} move to {space}.", rule="pog.11.1.2", side=march.side, units=tuple(march.units), space=space)
    for unit in march.units:
        g.occupy(unit, space)
    if besieging and not g.stack[left]:
        action.opened |= 1 << left
    march.space = space
    march.steps += 2 if march.dear >> space & 1 else 1
    march.refresh(g)


def _settle(g: Pog, march: March) -> None:
    """After a move: a fort that was entered by too few waits for the others."""
    action = g.state.action
    space = march.space
    at_fort = g.enemy_forts(march.side) >> space & 1
    short = at_fort and g.stack[space] and not g.suffices(g.stack[space], space)
    if short and march.steps and in_force("pog.15.2.4.a"):
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
    if not g.graph.rows()[march.space] >> space & 1:
        return Refusal("pog.11.1.3", f"No line joins {g.board.name[march.space]} and {where}.")
    for u in march.units:
        if not g.units.rows[u][march.space] >> space & 1:
            return Refusal("pog.11.1.4.a", f"The line to {where} is closed to {g.units.name[u]}.")
        refusal: Refusal | None = g.hooks.may_enter(g, u, space) or may_cross_gate(g, u, march.space, space)
        if refusal is not None:
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
        return Refusal("pog.11.1.5", f"{where} costs {price} movement points; {march.left} is left.", limit=march.left)
    if march.can_end(g, space, march.left - price, 1 << space):
        return None
    if march.no_stop & g.state.action.attack & (1 << space):
        return Refusal("pog.11.1.6", f"{where} is activated for attack: no move may end there, and none leads on.")
    if march.no_stop >> space & 1:
        reason: Refusal | None = g.hooks.why_no_stop(g, march.units, space)
        return reason
    if len(there) + len(march.units) > g.hooks.stacking_limit(g, space):
        return Refusal("pog.10.1.1", f"{where} holds {len(there)} units; three may stop there, and no step leads on.")
    if g.state.action.relief >= 0:
        return Refusal("pog.15.2.4.a", f"First enough units must go to {g.board.name[g.state.action.relief]}.")
    return None


def _name(g: Pog, value: Any) -> str:
    verb, what = value
    if verb in ("to", "stack"):
        return g.board.name[g.S[what]]
    return g.units.name[g.U[what]] if what in g.U else ""


def _label(g: Pog, value: Any) -> str:
    if value == DONE:
        return "No more movement"
    verb = {"unit": "Move ", "stack": "Move all in ", "entrench": "Entrench: "}[value[0]]
    return verb + _name(g, value)


def _on(g: Pog, value: Any) -> tuple[str, str]:
    verb, what = value if value != DONE else ("", "")
    if verb in ("to", "stack") or not what:  # a choice of the hooks, and the end, lie on nothing
        return "", what
    return what, g.board.ids[g.state.at[g.U[what]]] if g.state.at[g.U[what]] >= 0 else ""


def _names(g: Pog, march: March) -> str:
    return ", ".join(g.units.name[u] for u in march.units)
