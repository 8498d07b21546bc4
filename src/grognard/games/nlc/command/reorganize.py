"""Chapter 21: reorganization: leaders in Reserve bring back eliminated units."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import DONE, Procedure, Refusal, cites

from ..army.demoralization import is_demoralized
from ..asks import Ask
from ..context import LIMIT, Nlc, river_closed
from ..leaders.leaders import entered
from ..static import DEAD
from ..tables import CONSTANTS
from ..terrain.sight import discover, extended_los, unseen_hexes
from ..values import MakeRoom


def may_reorganize(g: Nlc, leader: int) -> Refusal | None:
    """21.0.1, 21.0.2, 20.2.29, 23.0.1."""
    data = g.leader(leader)
    formation = g.state.leads[leader]
    if g.turn.night:
        return Refusal("nlc.23.0.1", "Nobody reorganizes at night.")
    if formation < 0 or not g.present(leader):
        return Refusal("nlc.21.0.1", f"{data.name} leads no formation on the map.")
    if g.formation_order(formation).kind != "reserve":
        return Refusal("nlc.20.2.29", f"The formation of {data.name} is not in Reserve.")
    at = g.state.leader_at[leader]
    for hex in g.hexes_of(1 - data.side):
        if extended_los(g, hex, at):
            return Refusal("nlc.21.0.2", f"The enemy in {g.place(hex)} sees {data.name}.")
    if not returning(g, formation):
        return Refusal("nlc.21.0.2", f"{data.name} has nobody to bring back yet.")
    return None


def returning(g: Nlc, formation: int) -> list[int]:
    """21.0.2, R113: eliminated in turn N, back in N + 2 at the earliest; with huge units, third steps on the map too
    (25.10.2).
    """
    found = []
    for unit in g.static.formations[formation].units:
        if g.state.gone >> unit & 1:
            continue
        dead_long_enough = g.state.at[unit] == DEAD and g.state.dead_turn[unit] + 2 <= g.state.turn
        if dead_long_enough or at_third_step(g, unit):
            found.append(unit)
    return found


@cites("nlc.25.10.2")
def at_third_step(g: Nlc, unit: int) -> bool:
    """25.10.2: a huge unit on its third step can be brought up to its second where it stands."""
    return g.on("huge_units") and g.on_map(unit) and g.state.step[unit] == 2


def reorganization(g: Nlc) -> Procedure:
    """4.0.2: after compliance, first side first."""
    for side in (0, 1):
        while f"reorganized {side}" not in g.state.done:
            g.checkpoint()
            leaders = [data.number for data in g.static.leaders if data.side == side and not g.state.absent >> data.number & 1]
            able = [leader for leader in leaders if may_reorganize(g, leader) is None]
            if not able:
                break
            leader = yield g.ask(
                g.seat(side), "Which leader reorganizes?", [*leaders, DONE], rule="nlc.21.0.1",
                may=lambda n: None if n == DONE else may_reorganize(g, n),
                label=lambda n: "none" if n == DONE else g.leader(n).name, on=lambda n: ("", "") if n == DONE else (g.leader(n).id, ""),  # noqa: E501
                name=Ask.REORGANIZE, kind="order",
            )  # fmt: skip
            if leader == DONE:
                break
            yield from bring_back(g, leader)
        if f"reorganized {side}" not in g.state.done:
            g.state.done.append(f"reorganized {side}")


def bring_back(g: Nlc, leader: int) -> Procedure:
    """21.0.3 to 21.0.6: at most two units, on their reverse side, in the leader's hex; he is busy for the turn."""
    data, formation, hex = g.leader(leader), g.state.leads[leader], g.state.leader_at[leader]
    g.state.absent |= 1 << leader
    g.memo = {}  # he commands nobody meanwhile
    g.tell("{leader} reorganizes.", rule="nlc.21.0.3", leader=leader)
    done = 0
    tried: list[int] = []
    while done < CONSTANTS["reorganize_per_leader"]:
        units = [unit for unit in returning(g, formation) if unit not in tried]
        if not units:
            break
        unit = yield g.ask(
            g.seat(data.side), "Which unit returns?", [*units, DONE], rule="nlc.21.0.6",
            label=lambda u: "no more" if u == DONE else g.name(u), on=lambda u: ("", "") if u == DONE else (g.units[u].id, g.label(hex)),  # noqa: E501
            name=Ask.RETURNS, final=lambda u: u != DONE and may_be_lost(g, u),
        )  # fmt: skip
        if unit == DONE:
            break
        tried.append(unit)
        done += 1
        if not _still_there(g, unit):
            continue
        if g.on_map(unit):
            g.state.step[unit] = 1
            g.tell("{unit} is brought up to strength.", rule="nlc.25.10.2", unit=unit)
            continue
        room = yield from _make_room(g, data.side, hex, tried)
        if not room:
            g.tell("There is no room for {unit}.", rule="nlc.21.0.6", unit=unit)
            break
        g.state.step[unit] = min(1, len(g.units[unit].steps) - 1)
        g.state.disrupted &= ~(1 << unit)
        g.state.dead_turn[unit] = 0
        dark, shaken = unseen_hexes(g, data.side), g.demoralized(formation)
        g.put(unit, hex)
        discover(g, data.side, dark)
        g.tell("{unit} returns at {place}.", rule="nlc.21.0.4", unit=unit, place=hex)
        if shaken and not g.demoralized(formation):
            g.tell("{formation} is demoralized no longer.", rule="nlc.22.0.3", formation=formation)


def _still_there(g: Nlc, unit: int) -> bool:
    """21.0.5: of a demoralized corps or army only on 1 to 4; else it is gone for good."""
    data = g.units[unit]
    if not may_be_lost(g, unit):
        return True
    roll = g.d6("Does {unit} rally?", rule="nlc.21.0.5", by=g.seat(data.side), unit=unit)
    if roll <= CONSTANTS["reorganize_demoralized_max"]:
        return True
    g.state.gone |= 1 << unit
    g.tell("{unit} is destroyed for good.", rule="nlc.21.0.5", unit=unit)
    return False


def may_be_lost(g: Nlc, unit: int) -> bool:
    """21.0.5: whether a die is rolled for its return."""
    return g.demoralized(g.units[unit].formation) or is_demoralized(g, g.units[unit].army)


def _make_room(g: Nlc, side: int, hex: int, back: Sequence[int]) -> Procedure:
    """21.0.6, R160: a unit that was there already is moved aside to an adjacent hex with room, not in an enemy ZOC."""
    while len(g.units_at(hex)) >= LIMIT:
        places = [
            to for to in g.grid.adjacent[hex]
            if not g.enemies_at(to, side) and len(g.units_at(to)) < LIMIT and not g.zoc_on(to, side) and not river_closed(g.ground.side(hex, to))  # noqa: E501
        ]  # fmt: skip
        if not places:
            return False
        options = [MakeRoom(unit, to) for unit in g.units_at(hex) if unit not in back for to in places]
        aside = yield g.ask(
            g.seat(side), "Who makes room, and where?", options, rule="nlc.21.0.6",
            label=lambda v: f"{g.name(v.unit)} to {g.place(v.to)}", on=lambda v: (g.units[v.unit].id, g.label(v.to)),
            name=Ask.MAKE_ROOM, kind="move",
        )  # fmt: skip
        dark = unseen_hexes(g, side)
        g.put(aside.unit, aside.to)
        discover(g, side, dark)
        yield from entered(g, aside.to, side)
    return True
