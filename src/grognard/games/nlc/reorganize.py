"""Chapter 21: reorganization: leaders in Reserve bring back eliminated units."""

from __future__ import annotations

from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.cite import in_force

from .context import LIMIT, Nlc, river_closed
from .demoralization import is_demoralized
from .sight import discover, extended_los, unseen_hexes
from .static import DEAD
from .tables import CONSTANTS


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
        if (g.state.at[unit] == DEAD and (g.state.dead_turn[unit] + 2 <= g.state.turn or not in_force("nlc.21.0.2"))) or (
            g.on("huge_units") and g.on_map(unit) and g.state.step[unit] == 2 and in_force("nlc.25.10.2")
        ):
            found.append(unit)
    return found


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
                g.seat(side), "Which leader reorganizes?", [*able, DONE], rule="nlc.21.0.1",
                label=lambda n: "none" if n == DONE else g.leader(n).name, on=lambda n: ("", "") if n == DONE else (g.leader(n).id, ""),  # noqa: E501
            )  # fmt: skip
            if leader == DONE:
                break
            yield from bring_back(g, leader)
        if f"reorganized {side}" not in g.state.done:
            g.state.done.append(f"reorganized {side}")


def bring_back(g: Nlc, leader: int) -> Procedure:
    """21.0.3 to 21.0.6: at most two units, on their reverse side, in the leader's hex; he is busy for the turn."""
    data, formation, hex = g.leader(leader), g.state.leads[leader], g.state.leader_at[leader]
    if in_force("nlc.21.0.3"):
        g.state.absent |= 1 << leader
        g.memo.clear()  # he commands nobody meanwhile
    g.tell("{leader} reorganizes.", rule="nlc.21.0.3", leader=leader)
    done = 0
    tried: list[int] = []
    while done < CONSTANTS["reorganize_per_leader"] or not in_force("nlc.21.0.4"):
        units = [unit for unit in returning(g, formation) if unit not in tried]
        if not units:
            break
        unit = yield g.ask(
            g.seat(data.side), "Which unit returns?", [*units, DONE], rule="nlc.21.0.6",
            label=lambda u: "no more" if u == DONE else g.name(u), on=lambda u: ("", "") if u == DONE else (g.units[u].id, g.label(hex)),  # noqa: E501
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
        room = yield from _make_room(g, data.side, hex)
        if not room:
            g.tell("There is no room for {unit}.", rule="nlc.21.0.6", unit=unit)
            break
        g.state.step[unit] = min(1, len(g.units[unit].steps) - 1) if in_force("nlc.21.0.4") else 0
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
    if not g.demoralized(data.formation) and not is_demoralized(g, data.army):
        return True
    roll = g.d6("Does {unit} rally?", rule="nlc.21.0.5", by=g.seat(data.side), unit=unit)
    if roll <= CONSTANTS["reorganize_demoralized_max"] or not in_force("nlc.21.0.5"):
        return True
    g.state.gone |= 1 << unit
    g.tell("{unit} is destroyed for good.", rule="nlc.21.0.5", unit=unit)
    return False


def _make_room(g: Nlc, side: int, hex: int) -> Procedure:
    """21.0.6, R160: a unit in the way is moved aside to an adjacent hex with room, not in an enemy ZOC."""
    while len(g.units_at(hex)) >= LIMIT and in_force("nlc.21.0.6"):
        places = [
            to for to in g.grid.adjacent[hex]
            if not g.enemies_at(to, side) and len(g.units_at(to)) < LIMIT and not g.zoc_on(to, side) and not river_closed(g.ground.side(hex, to))  # noqa: E501
        ]  # fmt: skip
        if not places:
            return False
        options = [(unit, to) for unit in g.units_at(hex) for to in places]
        unit, to = yield g.ask(
            g.seat(side), "Who makes room, and where?", options, rule="nlc.21.0.6",
            label=lambda v: f"{g.name(v[0])} to {g.place(v[1])}", on=lambda v: (g.units[v[0]].id, g.label(v[1])),
        )  # fmt: skip
        dark = unseen_hexes(g, side)
        g.put(unit, to)
        discover(g, side, dark)
    return True
