"""Chapter 12.7: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal, cites

from ..asks import Ask
from ..hooks import hook
from ..map.places import COAST, coast_open, gate_line
from ..static import CP

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight


def may_advance(g: Pog, fight: Fight, unit: int, space: int) -> Refusal | None:
    """12.7: None, or why this attacker may not advance into that space."""
    name, where = g.units.name[unit], g.board.name[space]
    if not g.full(unit) and not g.hooks.reduced_may_advance(g, fight):
        return Refusal("pog.12.7.1.a", f"{name} is reduced; only units at full strength advance.")
    if g.units.kind[unit] == "mn.c":
        return Refusal("pog.12.7.1.a", f"{name} never advances.")
    here = g.state.at[unit]
    if here < 0:
        return Refusal("pog.12.7.1.a", f"{name} is no longer on the map.")
    if space == fight.target and here != fight.origin.get(unit, -1):
        return Refusal("pog.12.7.10", f"{name} has advanced already.")
    if not g.units.rows[unit][here] >> space & 1 and not fight.from_sea:
        return Refusal("pog.12.7.10", f"No line open to {name} leads to {where}.")
    refusal: Refusal | None = g.hooks.may_enter(g, unit, space)
    if refusal is not None:
        return refusal
    if g.occ[fight.enemy] >> space & 1:
        return Refusal("pog.12.7.5", f"Enemy units are in {where}.")
    if len(g.side_units(space, fight.side)) >= g.hooks.stacking_limit(g, space):
        return Refusal("pog.10.1.1", f"{where} is full.")
    fort = g.enemy_forts(fight.side) >> space & 1
    if fort and not (_enough if space == fight.target else _with_those_behind)(g, fight, unit, space):
        return Refusal("pog.12.7.6", f"The advancing units would not besiege the fort of {where}.")
    if space != fight.target and fight.side == CP and g.board.ids[space] in COAST and not coast_open(g):
        return Refusal("pog.12.7.7", f"A CP advance ends in {where} only where that space was attacked.")
    if here == fight.origin.get(unit) and not _may_leave(g, fight, unit, here):
        return Refusal("pog.12.7.10", f"{name} would break the siege of {g.board.name[here]}.")
    further: Refusal | None = g.hooks.no_advance(g, fight, unit, space)
    return further


def why_no_advance(g: Pog, fight: Fight, unit: int) -> Refusal | None:
    if unit not in fight.attackers:
        return Refusal("pog.12.7.1.a", f"{g.units.name[unit]} did not attack {g.board.name[fight.target]}.")
    return may_advance(g, fight, unit, fight.target)


@hook
def reduced_may_advance(g: Pog, fight: Fight) -> bool:
    """12.7.1.a: units at full strength alone advance."""
    return False


@hook
def no_advance(g: Pog, fight: Fight, unit: int, space: int) -> Refusal | None:
    """No further bar in the base game."""
    return None


@hook
def may_end_advance(g: Pog, fight: Fight) -> bool:
    """12.7.1.a: an advance is never a duty."""
    return True


def _enough(g: Pog, fight: Fight, unit: int, space: int) -> bool:
    """12.7.6: this unit, those there and the others that may still advance suffice for a siege."""
    there = g.side_units(space, fight.side)
    coming = [
        u
        for u in fight.attackers
        if (g.full(u) or g.hooks.reduced_may_advance(g, fight))
        and u not in there
        and g.state.at[u] >= 0
        and g.units.kind[u] != "mn.c"
        and g.state.at[u] == fight.origin.get(u, -9)
        and (g.units.rows[u][g.state.at[u]] >> space & 1 or fight.from_sea)
        and not g.hooks.closed(g, u) >> space & 1
    ]
    if unit not in coming:
        coming.append(unit)
    room = g.hooks.stacking_limit(g, space) - len(there)
    return g.suffices([*there, unit], space) or (
        room >= 1 and g.suffices([*there, *sorted(coming, key=lambda u: not g.units.army[u])[: max(room, 0)]], space)
    )


def _with_those_behind(g: Pog, fight: Fight, unit: int, space: int) -> bool:
    """12.7.6: this unit, or it and those who may still come after it, besiege the fort of a second space."""
    target, there = fight.target, g.side_units(space, fight.side)
    if g.suffices([*there, unit], space):
        return True
    if g.enemy_forts(fight.side) >> target & 1:
        return False  # they are needed at the fort of the space attacked
    behind = [
        u
        for u in fight.attackers
        if u != unit
        and g.state.at[u] == fight.origin.get(u, -9)
        and may_advance(g, fight, u, target) is None
        and g.units.rows[u][target] >> space & 1
        and not g.hooks.closed(g, u) >> space & 1
    ]
    room = g.hooks.stacking_limit(g, space) - len(there) - 1
    return g.suffices([*there, unit, *behind[: max(room, 0)]], space)


def _siege_to_complete(g: Pog, fight: Fight) -> int:
    """12.7.6: second spaces whose fort those who went there do not besiege yet: the others must follow."""
    beyond = sum(1 << s for s in fight.vacated)
    return beyond & g.enemy_forts(fight.side) & g.occ[fight.side] & ~g.besieged


def _may_leave(g: Pog, fight: Fight, unit: int, here: int) -> bool:
    """12.7.10: an advance may not break a siege that it leaves."""
    if not g.enemy_forts(fight.side) >> here & 1 or not g.besieged >> here & 1:
        return True
    rest = [u for u in g.stack[here] if u != unit]
    return not rest or g.suffices(rest, here)


@cites("pog.12.7.2")
def spaces_beyond(fight: Fight) -> list[int]:
    """Only a retreat of two spaces opens more than the space attacked; an elimination there does not."""
    return fight.vacated


@cites("pog.tec.1", "pog.tec.2", "pog.tec.3")
def stops_advance(g: Pog, space: int) -> bool:
    """Whether an advance ends on the ground of the space attacked."""
    return bool(g.static.charts["terrain"][g.board.terrain[space]]["stop_advance"])


def advance(g: Pog, fight: Fight) -> Procedure:
    """12.7: full-strength attackers enter the space attacked, and after a two-space retreat perhaps one more."""
    target = fight.target
    while True:
        units = [u for u in fight.attackers if g.state.at[u] >= 0 and g.state.at[u] != target]
        options: list[Any] = [g.units.id[u] for u in g.distinct(units) if may_advance(g, fight, u, target) is None]
        short = g.enemy_forts(fight.side) >> target & 1 and g.occ[fight.side] >> target & 1 and not g.besieged >> target & 1
        if not options:
            return
        if not short and not _siege_to_complete(g, fight) and g.hooks.may_end_advance(g, fight):
            options.append(DONE)
        choice = yield g.listed(
            fight.side,
            lambda: f"Advance into {g.board.name[target]}: which unit?",
            options,
            "pog.12.7.1.a",
            name=Ask.ADVANCE,
            kind="move",
            judge=lambda v: why_no_advance(g, fight, g.U[v]),
            same=g.likeness,
            candidates=lambda: g.units.id,
            label=lambda v: "No more" if v == DONE else g.units.name[g.U[v]],
            on=lambda v: ("" if v == DONE else v, g.board.ids[target]),
            about={"place": g.board.ids[target]},
            waiting="advancing",
        )
        if choice == DONE:
            return
        unit = g.U[choice]
        if gate_line(g, g.state.at[unit], target):
            g.state.gate_used = True
        g.enter(unit, target)
        fight.advanced_into_target = True
        fight.entered.append(unit)
        g.tell("{unit} advances into {space}.", rule="pog.12.7.9", unit=unit, space=target)
        yield from _second_space(g, fight, unit)


def _second_space(g: Pog, fight: Fight, unit: int) -> Procedure:
    """12.7.3: on into a first-stage space of the retreat, unless the ground stops the advance."""
    target = fight.target
    if not spaces_beyond(fight) or stops_advance(g, target):
        return
    at_fort = g.enemy_forts(fight.side) >> target & 1
    if at_fort:
        rest = [u for u in g.stack[target] if u != unit]
        if not rest or not g.suffices(rest, target):
            return
    spaces = [s for s in bits(sum(1 << v for v in fight.vacated)) if may_advance(g, fight, unit, s) is None]
    if not spaces:
        return
    waited_for = [s for s in spaces if _siege_to_complete(g, fight) >> s & 1]
    if waited_for:
        _goes_on(g, unit, waited_for[0])
        return
    choice = yield g.which_space(
        fight.side,
        lambda: f"{g.units.name[unit]}: on into a second space?",
        spaces,
        "pog.12.7.3",
        f"{g.units.name[unit]} cannot go on into {{}}: nobody retreated through it, or it is closed.",
        unit,
        name=Ask.ADVANCE_ON,
        kind="move",
        also=[DONE],
        label=lambda v: "Stay" if v == DONE else g.board.name[g.S[v]],
        waiting="advancing",
    )
    if choice != DONE:
        _goes_on(g, unit, g.S[choice])


def _goes_on(g: Pog, unit: int, space: int) -> None:
    g.enter(unit, space)
    g.tell("{unit} goes on into {space}.", rule="pog.12.7.3", unit=unit, space=space)
