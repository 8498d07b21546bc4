"""Chapter 11.1, 15.1, 15.2: a stack on the move: how far, over which lines, where it may stop, and what a fort asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import Refusal, cites

from ..static import OTHER
from ..supply.tracing import in_supply

if TYPE_CHECKING:
    from ..context import Pog


@cites("pog.10.1.5", "pog.11.1.7")
def enemy_held(g: Pog, side: str) -> int:
    """Units of the two sides are never in one space."""
    return g.occ[OTHER[side]]


@cites("pog.11.1.5")
def movement_factor(g: Pog, units: list[int]) -> int:
    """A stack goes as far as its slowest unit."""
    return min(g.factors(u)[2] for u in units)


@cites("pog.15.1.1")
def forts_that_stop(g: Pog, side: str) -> int:
    """Who enters the space of an enemy fort that nobody besieges must stop there."""
    return g.enemy_forts(side) & ~g.besieged


@cites("pog.11.1.4.b")
def lines_for(g: Pog, units: list[int]) -> list[int]:
    """By space, where lines lead that are open to every one of the units; AUS, CND and PT use British ones, SN Turkish ones."""
    rows = g.units.rows[units[0]]
    for other in units[1:]:
        if g.units.rows[other] is not rows:
            rows = [a & b for a, b in zip(rows, g.units.rows[other])]
    return rows


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
        closed = 0
        stops = 0
        for unit in self.units:
            closed |= g.hooks.closed(g, unit)
        closed |= g.hooks.closed_to_group(g, self.units)
        stops |= g.hooks.no_stop(g, self.units)
        self.dear = g.hooks.dear(g, self.units)
        self.left = movement_factor(g, self.units) - self.steps
        closed |= enemy_held(g, self.side)
        self.enterable = g.board.all & ~closed
        self.unbesieged = forts_that_stop(g, self.side)
        stay = [u for u in g.stack[self.space] if u not in self.units]
        lifted = g.enemy_forts(self.side) >> self.space & 1 and not g.suffices(stay, self.space)
        self.no_way = self.unbesieged | (1 << self.space if lifted else 0)  # nor back through a siege that they lift
        stops |= action.attack
        self.no_stop = stops
        self.rows = lines_for(g, self.units)

    def may_stop(self, g: Pog, space: int) -> bool:
        if self.no_stop >> space & 1:
            return False
        there = [u for u in g.side_units(space, self.side) if u not in self.units]
        if len(there) + len(self.units) > g.hooks.stacking_limit(g, space):
            return False
        relief = g.state.action.relief
        if relief >= 0 and space != relief:
            return False
        return not self.unbesieged >> space & 1 or fort_entry(g, self, space, there)

    @cites("pog.10.1.2")
    def can_end(self, g: Pog, space: int, left: int, seen: int) -> bool:
        """Whether the stack, standing in this space with so many points, may stop there or somewhere further on."""
        if self.may_stop(g, space):
            return True
        if left <= 0 or self.no_way >> space & 1:
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
    if g.suffices(march.units + there, space):
        return True
    missing = g.board.fort[space] - len(march.units) - len(there)
    room = g.hooks.stacking_limit(g, space) - len(march.units) - len(there)
    helpers = spare_helpers(g, march, space)
    if room >= 1 and any(g.units.army[u] for u in helpers):
        return True
    return bool(len(helpers) >= missing <= room)


def spare_helpers(g: Pog, march: March, space: int) -> list[int]:
    """Who else could still come to a fort: from each siege only as many as it can spare, the stack on the march not counted."""
    found: list[int] = []
    for unit in movable(g):
        here = g.state.at[unit]
        if unit in march.units or here == space or not within_reach(g, unit, space, march.units):
            continue
        going = [u for u in found if g.state.at[u] == here]
        if may_leave(g, here, [unit, *going, *march.units]) is None:
            found.append(unit)
    return found


def within_reach(g: Pog, unit: int, target: int, passing: list[int] | None = None) -> bool:
    """Whether one unit could move to a space by itself now, the fort there left aside; those who pass hold no siege."""
    march = March(g, [unit])
    if may_leave(g, march.space, [unit, *(passing or [])]) is not None:
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


@cites("pog.3.f")
def movable(g: Pog) -> list[int]:
    """Units in spaces activated for movement that have not moved yet and may (pog.11.1.1)."""
    action = g.state.action
    done = action.moved | action.barred
    units: list[int] = []
    for space in bits(action.move):
        for unit in g.side_units(space, action.side):
            if not done >> unit & 1 and g.factors(unit)[2] > 0:
                units.append(unit)
    return units


@cites("pog.14.1.1.3")
def supplied_at_start(g: Pog, unit: int) -> bool:
    """Supply is checked again when a unit starts to move."""
    return in_supply(g, unit)


def together(g: Pog, units: list[int], space: int) -> list[int]:
    """Those of the units in a space that move as one stack: supply may have been lost since it was activated (14.1.1.3)."""
    return [u for u in units if g.state.at[u] == space and supplied_at_start(g, u)]


def may_leave(g: Pog, space: int, units: list[int]) -> Refusal | None:
    """15.2.4.a: those who stay behind at an enemy fort must be nobody, or enough."""
    if not g.besieged >> space & 1 or not g.enemy_forts(g.units.side[units[0]]) >> space & 1:
        return None
    stay = [u for u in g.stack[space] if u not in units]
    if stay and not g.suffices(stay, space):
        return Refusal("pog.15.2.4.a", f"Those who stay in {g.board.name[space]} would not besiege the fort.")
    return None
