"""Chapter 12.5: retreat. Unit by unit and space by space, each step among the best of the legal spaces (12.5.5.d)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import PASS, Procedure, Refusal, cites

from ..asks import Ask
from ..hooks import hook
from ..map.places import closed_to_all_comers, gate_line, may_cross_gate
from ..supply.tracing import in_supply
from .losses import has_reduced_side, lose_step

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight


def must_retreat(g: Pog, fight: Fight) -> bool:
    """12.2.12: the attacker won and still has a unit at full strength."""
    if not fight.defenders or fight.fort_alone:
        return False
    return fight.loss[fight.side] > fight.loss[fight.enemy] and full_attacker_left(g, fight)


@cites("pog.12.5.1", "pog.12.2.12")
def full_attacker_left(g: Pog, fight: Fight) -> bool:
    """One unit at full strength is enough, whatever its size and whether or not it could besiege."""
    return any(g.full(u) for u in fight.attackers)


def length(fight: Fight) -> int:
    """12.5.2: one space if the numbers differ by one, else two; with Withdrawal exactly one (12.6.4)."""
    if fight.withdrawal:
        return 1
    return 1 if fight.loss[fight.side] - fight.loss[fight.enemy] == 1 else 2


def ground_to_stand_on(g: Pog, fight: Fight) -> bool:
    """Only the ground of the space attacked counts, not what is met on the way."""
    return bool(g.static.charts["terrain"][g.board.terrain[fight.target]]["cancel_retreat"])


def may_stand(g: Pog, fight: Fight) -> Refusal | None:
    """12.5.3.a: defenders in a trench, forest, desert, mountain or swamp may ignore the retreat for a step."""
    if fight.trench_level == 0 and not ground_to_stand_on(g, fight):
        return Refusal("pog.tec.4", "Neither trench nor terrain lets the defenders ignore the retreat.")
    if not _standers(g, fight):
        return Refusal("pog.12.5.3.a", "No step can be given with one left afterwards.")
    return None


def _standers(g: Pog, fight: Fight) -> list[int]:
    """Units whose step may be given: something must be left afterwards."""
    steps = sum(1 + has_reduced_side(g, u) for u in fight.defenders)
    fit = []
    for unit in fight.defenders:
        replaced = g.units.army[unit] and not g.full(unit) and g.hooks.replacement_corps(g, unit) >= 0
        if steps > 1 or replaced:
            if has_reduced_side(g, unit) or len(fight.defenders) > 1 or replaced:
                fit.append(unit)
    return fit


def stand(g: Pog, fight: Fight) -> Procedure:
    """12.5.3: ask whether the defenders ignore the retreat, and with whose step."""
    if fight.withdrawal or may_stand(g, fight) is not None:
        return
    choice = yield g.which_unit(
        fight.enemy,
        lambda: f"Ignore the retreat from {g.board.name[fight.target]} for a step?",
        _standers(g, fight),
        "pog.12.5.3.a",
        "{} has no step to give here.",
        fight.target,
        also=[PASS],
        label=lambda v: "Retreat" if v == PASS else f"Stand; {g.units.name[g.U[v]]} loses a step",
        about={"place": g.board.ids[fight.target]},
        name=Ask.STAND,
        waiting="retreat or stand",
    )
    if choice == PASS:
        return
    unit = g.U[choice]
    corps = lose_step(g, fight, unit, "pog.12.5.3.a")
    if g.state.at[unit] < 0:
        fight.defenders.remove(unit)
        if corps >= 0:
            fight.defenders.append(corps)
    fight.stood = True


def retreat(g: Pog, fight: Fight, units: list[int], spaces: int) -> Procedure:
    """12.5.5: each unit retreats the whole way before the next; the defender chooses the order."""
    action = g.state.action
    waiting = list(units)
    while waiting:
        firsts = g.distinct(waiting)
        unit = firsts[0]
        if len(firsts) > 1:
            choice = yield g.which_unit(
                fight.enemy,
                "Which unit retreats next?",
                waiting,
                "pog.12.5.5.c",
                "{} does not retreat now.",
                fight.target,
                name=Ask.RETREAT_ORDER,
                final=lambda v: bool(g.hooks.uneasy(g, g.U[v])) or (len(waiting) == 2 and g.closing(v)),
                waiting="retreating",
            )
            unit = g.U[choice]
        waiting.remove(unit)
        yield from _one_retreats(g, fight, unit, spaces)
        if g.state.at[unit] >= 0:
            action.retreated |= 1 << unit


def _one_retreats(g: Pog, fight: Fight, unit: int, spaces: int) -> Procedure:
    here = fight.target
    if g.units.kind[unit] == "mn.c":
        g.eliminate(unit, False, "pog.12.5.4.b")
        return
    for step in range(1, spaces + 1):
        options = retreat_spaces(g, fight, unit, here, spaces - step)
        if not options:
            _cannot(g, fight, unit, here if step > 1 else -1)
            return
        space = options[0]
        if len(options) > 1:
            choice = yield g.listed(
                fight.enemy,
                lambda: f"{g.units.name[unit]} retreats: to which space?",
                [g.board.ids[s] for s in options],
                "pog.12.5.5.d",
                name=Ask.RETREAT,
                final=lambda v: bool(g.hooks.uneasy(g, unit)) or g.closing(v),
                kind="move",
                judge=partial(_may_retreat_by_name, g, fight, unit, here, spaces - step),
                candidates=lambda: g.board.ids,
                label=lambda v: g.board.name[g.S[v]],
                on=lambda v: (g.units.id[unit], v),
                about={"piece": g.units.id[unit], "place": g.board.ids[here]},
                waiting="retreating",
            )
            space = g.S[choice]
        if gate_line(g, here, space):
            g.state.gate_used = True
        if step < spaces and space not in fight.vacated:
            fight.vacated.append(space)
        here = space
    g.put(unit, here)
    g.tell("{unit} retreats to {space}.", rule="pog.12.5.2", unit=unit, space=here)
    takes_over(g, unit, here)
    g.hooks.after_retreat(g, unit, here)


@cites("pog.12.5.5.e")
def takes_over(g: Pog, unit: int, space: int) -> None:
    """A retreating unit takes control of the space in which it ends."""
    g.occupy(unit, space)


@cites("pog.12.7.4")
def opens_way(fight: Fight, reached: int) -> None:
    """A space that a unit had reached before it was lost can still be entered."""
    if reached >= 0 and reached not in fight.vacated:
        fight.vacated.append(reached)


def _cannot(g: Pog, fight: Fight, unit: int, reached: int) -> None:
    """12.5.4: a unit that cannot retreat is eliminated, an army for good; so is the army that a corps had replaced."""
    opens_way(fight, reached)
    g.eliminate(unit, g.units.army[unit], "pog.12.5.4.a")
    army = fight.came.get(unit, -1)
    if army >= 0 and g.state.at[army] == -2:
        g.eliminate(army, True, "pog.12.5.4.c")


@cites("pog.12.5.5.b")
def full_at_the_end(g: Pog, spaces: int) -> int:
    """Those of the spaces in which no more units may end; on the way a space may be overstacked."""
    return sum(1 << s for s in bits(spaces) if len(g.stack[s]) >= g.hooks.stacking_limit(g, s))


@cites("pog.12.5.5.a")
def _open(g: Pog, fight: Fight, unit: int, here: int, last: bool) -> int:
    """Spaces that a unit could retreat into from here, as a mask."""
    mask = g.units.rows[unit][here] & ~g.hooks.closed_to_retreat(g, unit) & ~(1 << fight.target)
    mask &= ~g.occ[fight.side]
    mask &= ~(g.enemy_forts(fight.enemy) & ~g.besieged)
    if last:
        mask &= ~full_at_the_end(g, mask & g.occ[fight.enemy]) & ~g.hooks.closed_at_the_end(g, unit)
    if here == g.S["caucasus"] or g.board.gate >> here & 1:
        for space in bits(mask):
            if gate_line(g, here, space) and may_cross_gate(g, unit, here, space) is not None:
                mask &= ~(1 << space)
    return mask


@hook
def closed_to_retreat(g: Pog, unit: int) -> int:
    """12.5.5.a: what is closed to a unit is closed to its retreat, but for Italy in the historical scenario."""
    return closed_to_all_comers(g, unit)


@hook
def closed_at_the_end(g: Pog, unit: int) -> int:
    """12.5.5.b: spaces through which a unit may retreat though it may not end there: none more in the base game."""
    return 0


def preference(g: Pog, fight: Fight, unit: int, space: int) -> int:
    """12.5.5.d: 0 friendly and in supply, 1 friendly, 2 enemy-held but in supply there, 3 enemy-held."""
    side = fight.enemy
    friendly = g.controls(side, space) or g.besieged >> space & 1 == 1
    return (0 if friendly else 2) + (0 if in_supply(g, unit, space) else 1)


def retreat_spaces(g: Pog, fight: Fight, unit: int, here: int, more: int) -> list[int]:
    """The spaces of the best kind that lead to a legal end of the retreat."""
    mask = _open(g, fight, unit, here, more == 0)
    spaces = bits(mask)
    if more and (whole := [s for s in spaces if _open(g, fight, unit, s, True) & ~(1 << here)]):
        spaces = whole  # nobody is eliminated although a legal way of two spaces exists
    if not spaces:
        return spaces
    kinds = [preference(g, fight, unit, s) for s in spaces]
    top = min(kinds)
    return [s for s, kind in zip(spaces, kinds) if kind == top]


def _may_retreat_by_name(g: Pog, fight: Fight, unit: int, here: int, more: int, name: str) -> Refusal | None:
    return may_retreat_to(g, fight, unit, here, g.S[name], more)


def may_retreat_to(g: Pog, fight: Fight, unit: int, here: int, space: int, more: int) -> Refusal | None:
    name = g.board.name[space]
    if not g.units.rows[unit][here] >> space & 1:
        return Refusal("pog.12.5.5.a", f"{name} is not beside {g.board.name[here]} for this unit.")
    if g.hooks.closed_to_retreat(g, unit) >> space & 1:
        refusal: Refusal | None = g.hooks.may_enter(g, unit, space)
        return refusal
    if space not in retreat_spaces(g, fight, unit, here, more):
        if not _open(g, fight, unit, here, more == 0) >> space & 1:
            return Refusal(
                "pog.12.5.5.a", f"{name} is closed to a retreat: enemy units, a fort, the sea, no room, or the space attacked."
            )
        return Refusal("pog.12.5.5.d", f"There is a better space than {name} to retreat to.")
    return None


@hook
def uneasy(g: Pog, unit: int) -> bool:
    """Whether a die may be rolled for a unit when it has retreated: never in the base game."""
    return False


@hook
def after_retreat(g: Pog, unit: int, space: int) -> None:
    """Nothing more in the base game."""
