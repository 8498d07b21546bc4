"""Chapters 7.4 and 7.5 in part: where units may retreat to, and the retreat itself with its penalties.

Used by normal combat, charges and retreats before combat. Who must or may retreat is decided there; confidence retreats are in
confidence.py. Every hex entered may be reacted to (7.9.1).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, Refusal, cites

from ..army.demoralization import note_collapse
from ..asks import Ask
from ..context import LIMIT, Nlc, river_closed
from ..ground import CHATEAU
from ..leaders.leaders import disturbed, entered, move_leader
from ..static import FOOT
from ..terrain.sight import discover, unseen_hexes
from ..values import FleeMap
from .fire import take_hits


def may_retreat_to(g: Nlc, side: int, start: int, to: int, avoid: Collection[int]) -> Refusal | None:
    """7.4.7: adjacent, enterable, free of enemies and of the enemies of this combat, no occupied chateau."""
    if river_closed(g.ground.side(start, to)):
        return Refusal("nlc.5.0.7", f"A river without bridge lies before {g.place(to)}.")
    if g.enemies_at(to, side) or to in avoid or won_by_riders(g, side, to):
        return Refusal("nlc.7.4.7", f"{g.place(to)} is held by the enemy.")
    if occupied_chateau(g, to):
        return Refusal("nlc.10.0.9", f"The chateau in {g.place(to)} is occupied.")
    return None


@cites("nlc.7.7.3")
def won_by_riders(g: Nlc, side: int, hex: int) -> bool:
    """7.7.3: chargers move into the hex that they charge; those who won it are in it until they have decided what to do next,
    though their counters stay where they started.
    """
    stage = g.state.stage
    won = stage.pursuits if stage is not None else []
    return any(each.place == hex and each.side != side for each in won)


@cites("nlc.10.0.9")
def occupied_chateau(g: Nlc, hex: int) -> bool:
    """10.0.9: nobody retreats into an occupied chateau."""
    return g.ground.terrain[hex] == CHATEAU and bool(g.units_at(hex))


def retreat_hexes(g: Nlc, side: int, start: int, avoid: Collection[int]) -> list[int]:
    """The legal hexes; leaving the map is none of them (7.4.7)."""
    return [to for to in g.grid.adjacent[start] if may_retreat_to(g, side, start, to, avoid) is None]


def zoc_without(g: Nlc, side: int, without: Collection[int]) -> int:
    """The ZOC of a side if some of its units exerted none (charging cavalry, 7.7.6)."""
    g.zoc(side)
    reaches, mask = g.static.costs["zoc"], 0
    for hex in g.hexes_of(side):
        if any(unit not in without for unit in g.units_at(hex)):
            mask |= reaches[hex]
    return mask & ~g._closed_chateaux()


def retreat(
    g: Nlc,
    side: int,
    units: Sequence[int],
    avoid: Collection[int],
    *,
    rule: str,
    voluntary: bool,
    charging: Collection[int] = (),
    react: bool = True,
) -> Procedure:
    """7.4: each unit goes back one hex, chosen by its owner unit by unit (R38); penalties by destination (7.4.8, R39).

    Units without a legal hex stay and lose a step each (7.4.9). Returns the units that went.
    """
    went: dict[int, list[int]] = {}
    origin: dict[int, int] = {}
    stuck: list[int] = []
    for unit in list(units):
        if not g.on_map(unit):
            continue
        start = g.at(unit)
        legal = retreat_hexes(g, side, start, avoid)
        edge = len(g.grid.adjacent[start]) < 6
        if not legal:  # the edge of the map is no way out (7.4.7)
            stuck.append(unit)
            continue
        to = yield from _choose_hex(g, side, unit, start, legal, edge, avoid, rule, charging)
        origin[unit] = start
        if isinstance(to, FleeMap):
            leave_by_retreat(g, unit)
            continue
        dark = unseen_hexes(g, side)
        g.put(unit, to)
        discover(g, side, dark)
        went.setdefault(to, []).append(unit)
        g.tell("{unit} retreats to {place}.", rule=rule, unit=unit, place=to)
        yield from entered(g, to, side)
    for unit in stuck:
        g.tell("{unit} has no way out.", rule="nlc.7.4.9", unit=unit)
        yield from take_hits(g, side, [unit], 1, first=False)
    gone = [unit for group in went.values() for unit in group]
    if g.state.stage is not None:
        g.stage.retreated |= mask_of(gone)
    yield from leaders_go(g, side, origin)
    for to, group in went.items():
        yield from _penalty(g, side, to, group, charging)
    note_collapse(g)
    if not voluntary and g.on("advanced_disruption"):
        _shake(g, gone)
    if react:
        yield from _may_be_charged(g, side, went, avoid)
    return gone


def _shake(g: Nlc, units: Sequence[int]) -> None:
    """25.1.2: who is driven back is disrupted."""
    for unit in units:
        if g.on_map(unit):
            disrupt(g, unit, rule="nlc.25.1.2")


def _may_be_charged(g: Nlc, side: int, went: dict[int, list[int]], avoid: Collection[int]) -> Procedure:
    """7.9.1: a retreat into a hex may be reacted to."""
    for to, group in went.items():
        alive = [unit for unit in group if g.on_map(unit)]
        if alive:
            yield from g.later.react_to(g, side, alive, to, retreating=True, avoid=avoid)


@cites("nlc.3.4.1")
def disrupt(g: Nlc, unit: int, *, rule: str) -> None:
    """3.4.1, 8.1.7: a unit is disrupted or not."""
    if g.disrupted(unit):
        g.tell("{unit} is disrupted already.", rule="nlc.8.1.7", unit=unit)
        return
    g.state.disrupted |= 1 << unit
    g.tell("{unit} is disrupted.", rule=rule, unit=unit, place=g.at(unit))


def _choose_hex(
    g: Nlc,
    side: int,
    unit: int,
    start: int,
    legal: list[int],
    edge: bool,
    avoid: Collection[int],
    rule: str,
    charging: Collection[int],
) -> Procedure:
    options: list[int | FleeMap] = [*legal, FleeMap()] if edge else [*legal]
    if len(options) == 1:
        return options[0]
    zoc = zoc_without(g, 1 - side, charging)

    def words(to: int | FleeMap) -> str:
        if isinstance(to, FleeMap):
            return "off the map (eliminated)"
        notes = []
        if len(g.units_at(to)) >= LIMIT:
            notes.append("overstacked")
        if zoc >> to & 1 and not g.is_cavalry(unit):
            notes.append("in an enemy zone of control")
        return g.place(to) + (f" ({', '.join(notes)}: a step)" if notes else "")

    def may(to: int | FleeMap) -> Refusal | None:
        return None if isinstance(to, FleeMap) else may_retreat_to(g, side, start, to, avoid)

    candidates = [*g.grid.adjacent[start], FleeMap()] if edge else list(g.grid.adjacent[start])
    to = yield g.ask(
        g.seat(side), f"{g.name(unit)} retreats. Where to?", candidates, rule=rule, may=may, label=words,
        on=lambda h: (g.units[unit].id, "" if isinstance(h, FleeMap) else g.label(h)), about={"piece": g.units[unit].id},
        name=Ask.RETREAT_TO, kind="move", final=True,
    )  # fmt: skip
    return to


def leave_by_retreat(g: Nlc, unit: int) -> None:
    """6.0.1, R27: a unit that leaves the map in a retreat counts as eliminated."""
    g.tell("{unit} flees from the field.", rule="nlc.6.0.1", unit=unit)
    g.eliminate(unit)


def _penalty(g: Nlc, side: int, to: int, group: list[int], charging: Collection[int]) -> Procedure:
    """7.4.8: overstacked, or (not for cavalry alone) in an enemy ZOC: one step for the group, once."""
    alive = [unit for unit in group if g.on_map(unit)]
    if not alive:
        return
    full = len(g.units_at(to)) > LIMIT
    caught = bool(zoc_without(g, 1 - side, charging) >> to & 1) and not all(g.is_cavalry(unit) for unit in alive)
    if full or caught:
        g.tell("A bad retreat to {place} costs a step.", rule="nlc.7.4.8", place=to)
        yield from take_hits(g, side, alive, 1)


def leaders_go(g: Nlc, side: int, origin: dict[int, int]) -> Procedure:
    """19.3.1: a leader may go along with units of his hex; he does if nobody else is left there."""
    for start in dict.fromkeys(origin.values()):
        goals = list(dict.fromkeys(g.at(unit) for unit, hex in origin.items() if hex == start and g.on_map(unit)))
        for leader in g.present_at(start, side):
            if not goals:  # the units in his hex have retreated, off the map or to their end
                disturbed(g, leader)
                continue
            options = goals if not g.own_at(start, side) else [start, *goals]
            to = options[0]
            if len(options) > 1:
                to = yield g.ask(
                    g.seat(side), f"Does {g.leader(leader).name} go along?", options, rule="nlc.19.3.1",
                    label=lambda h, s=start: "stays" if h == s else f"goes to {g.place(h)}",
                    on=lambda h, n=leader: (g.leader(n).id, g.label(h)),
                    name=Ask.LEADER_GOES_ALONG,
                )  # fmt: skip
            if to != start:
                move_leader(g, leader, to)
                g.tell("{leader} goes along to {place}.", rule="nlc.19.3.1", leader=leader, place=to)
            disturbed(g, leader)  # also if he stays: the units in his hex have retreated


def destroy_guns(g: Nlc, units: Sequence[int], *, rule: str) -> None:
    """7.4.10: defending foot artillery that must retreat is destroyed."""
    for unit in units:
        if g.on_map(unit) and g.units[unit].arm == FOOT:
            g.tell("{unit} cannot get away and is lost.", rule=rule, unit=unit, place=g.at(unit))
            g.eliminate(unit)
