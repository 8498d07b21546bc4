"""Chapter 17: amphibious invasions by corps, and the A-H Fleet (rulings draka.R50, draka.R51, draka.R88, draka.R100).

The corps are paid for and named while spaces are activated; those against a beach land when all is named, the others fight in
the attack step: they stand At sea while the combat lasts, and go back where they came from if they do not get ashore.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.combat.resolution import combat
from grognard.games.pog.map.places import BEF, BEF_NATIONS, room
from grognard.games.pog.movement.redeployment import box_open
from grognard.games.pog.static import AP, CP, RESERVE, points_left
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import DONE, Procedure, Refusal, cites

from ..asking import which_unit
from ..asks import Ask
from ..zone.zone import outside

if TYPE_CHECKING:
    from ..context import Draka

NATIONS = ("dr", "br", "fr", "us")


def year(g: Draka, turn: int) -> str:
    return g.static.turn_names[turn].split()[-1] if turn else ""


def may_invade(g: Draka) -> Refusal | None:
    """17.5, 17.8, 17.15: once a calendar year, not two turns running, not on turn 1, for 2 OPS."""
    s, price = g.state, g.charts["invasion"]["ops"]
    if s.action.side != AP:
        return Refusal("draka.17.5", "Only the Allies invade.")
    if s.turn == 1:
        return Refusal("draka.17.15", "No corps invasion in August 1914.")
    if s.invaded and s.turn - s.invaded == 1 and year(g, s.invaded) != year(g, s.turn):
        return Refusal("draka.17.8", "There was a corps invasion last turn.")
    if s.invaded and year(g, s.invaded) == year(g, s.turn):
        return Refusal("draka.17.5", f"There was a corps invasion in {year(g, s.turn)}.")
    if s.action.points < price:
        return Refusal("draka.17.5", f"An invasion costs {price} OPS; {points_left(s.action.points)}.", limit=s.action.points)
    if not any(targets(g, [unit]) for unit in willing(g)):
        return Refusal("draka.17.13", "No corps that could sail has an enemy space to land at.")
    return None


@cites("draka.17.9")
def may_embark(g: Draka, unit: int) -> bool:
    """Corps sail from the Reserve Box (not the CMC), or supplied from an Allied port that is not activated."""
    place = g.state.at[unit]
    if place == RESERVE:
        return g.units.kind[unit] != "dr.cmc" and box_open(g, unit) is None
    used = g.state.action.move | g.state.action.attack
    return (g.hooks.ports(g, AP, False) & ~used) >> place & 1 == 1 and in_supply(g, unit)


def willing(g: Draka, named: tuple[int, ...] = ()) -> list[int]:
    """Corps of the four nations that may embark, beside those already named."""
    found = []
    for unit, place in enumerate(g.state.at):
        if g.units.nation[unit] not in NATIONS or g.units.army[unit] or place < RESERVE or unit in named:
            continue
        if may_embark(g, unit):
            found.append(unit)
    return g.distinct(found)


def may_land(g: Draka, corps: list[int], space: int) -> Refusal | None:
    """17.6, 17.7, 17.13, 17.16, 17.17, R88, R100: None, or why these corps may not invade there."""
    chart, name, where = g.charts["invasion"], g.board.ids[space], g.board.name[space]
    draka = all(g.units.nation[u] == "dr" for u in corps)
    if name not in chart["targets"] and not (name in chart["draka_only_targets"] and draka):
        return Refusal("draka.17.6", f"{where} is no place for an invasion by these corps.")
    if name in ("mef4", "mef5") and not draka:
        return Refusal("draka.17.7", f"{where} is for Draka corps alone.")
    beach = g.board.beaches >> space & 1
    if beach:
        if not g.at_war("tu") or g.beachheads >> space & 1 or not g.graph.rows()[space] & g.controlled(CP):
            return Refusal("draka.17.13", f"{where}: there is no enemy coast to land on.")
    elif not g.controls(CP, space):
        return Refusal("draka.17.13", f"{where} is not CP-controlled.")
    if g.state.fleet == "trieste" and name in chart["blocked_by_fleet_trieste"]:
        return Refusal("draka.17.16", f"The A-H Fleet at Trieste guards {where}.")
    if g.state.fleet == "constantinople" and name in chart["blocked_by_fleet_constantinople"]:
        return Refusal("draka.17.17", f"The A-H Fleet at Constantinople guards {where}.")
    zone = g.in_zone(space)
    if not zone and any(g.units.service[u] == "j" or g.units.kind[u] == "dr.sd" for u in corps):
        return Refusal("draka.4.5", f"{where} lies outside the Zone.")
    if not zone and outside(g, corps):
        return Refusal("draka.4.6", "Too many Citizens would be outside the Zone.")
    if any(g.units.kind[u] in BEF for u in corps) and g.board.nation[space] not in BEF_NATIONS:
        return Refusal("pog.11.1.17", f"The BEF stays in Britain, France, Belgium and Germany ({where}).")
    asia = g.board.asia >> space & 1
    if asia and not draka:
        return Refusal("draka.4.3", f"{where} is on the Near East map.")
    return None


def coasts(g: Draka) -> list[str]:
    """17.6: every space that the rule names."""
    chart = g.charts["invasion"]
    return list(dict.fromkeys([*chart["targets"], *chart["draka_only_targets"]]))


def targets(g: Draka, corps: list[int]) -> list[int]:
    return [g.S[n] for n in coasts(g) if may_land(g, corps, g.S[n]) is None]


def name_invasion(g: Draka) -> Procedure:
    """17.5: one or two corps, then the space; 2 OPS."""
    action = g.state.action
    corps: list[int] = []
    while len(corps) < 2:
        fit = [u for u in willing(g, tuple(corps)) if _together(g, [*corps, u]) and targets(g, [*corps, u])]
        if not fit:
            break
        words = ("draka.17.5", "an invasion", "No other" if corps else "", DONE)
        unit = yield from which_unit(g, Ask.INVASION_CORPS, AP, "Invasion: which corps sails?", fit, *words)
        if unit is None:
            break
        corps.append(unit)
    choice = yield g.ask(
        AP,
        "Invasion: where do they land?",
        coasts(g),
        rule="draka.17.6",
        name=Ask.LANDING,
        may=lambda v: may_land(g, corps, g.S[v]),
        label=lambda v: g.board.name[g.S[v]],
        on=lambda v: ("", v),
        waiting="an invasion",
    )
    space = g.S[choice]
    action.points -= g.charts["invasion"]["ops"]
    g.state.invaded = g.state.turn
    do = "sails" if len(corps) == 1 else "sail"
    g.tell("{units} {do} for {space}.", rule="draka.17.5", units=tuple(corps), do=do, space=space)
    if g.board.beaches >> space & 1 and not g.occ[CP] >> space & 1:
        land_on_beach(g, corps, space)
        action.barred |= sum(1 << unit for unit in corps)  # R100: they do nothing else in this action
        return
    g.note()["invasion"] = [space, *corps]
    for unit in corps:
        action.barred |= 1 << unit


def _together(g: Draka, corps: list[int]) -> bool:
    """R100: not Draka with Americans."""
    return {"dr", "us"} - {g.units.nation[u] for u in corps} != set()


def land_on_beach(g: Draka, units: list[int], beach: int) -> None:
    """R50: on an empty beach there is no combat; a beachhead marker is placed."""
    g.state.beachheads |= 1 << beach
    g.open_spaces()
    for unit in units:
        g.enter(unit, beach)
        g.state.action.moved |= 1 << unit
    g.tell("A beachhead is set up at {space}.", rule="draka.17.6", space=beach)


def fight_ashore(g: Draka) -> Procedure:
    """17.10, R100: the invasion is fought in the attack step: -1, no cards, gas or Air Superiority on either side."""
    if "invasion" not in g.note():
        return
    g.checkpoint()
    space, *corps = g.note().pop("invasion")
    action = g.state.action
    home = {u: g.state.at[u] for u in corps}
    open_shore = not g.occ[CP] >> space & 1 and not g.enemy_forts(AP) >> space & 1
    if open_shore:
        for unit in corps:
            if room(g, space, AP) > 0:
                _ashore(g, unit, space)
        return
    for unit in corps:
        g.put(unit, g.board.at_sea)
    keep, beach = action.attack, g.board.beaches & 1 << space
    g.state.beachheads |= beach  # who storms a beach may go ashore there
    g.open_spaces()
    yield from combat(g, corps, space)
    action.attack = keep
    if beach and not g.occ[AP] & beach:
        g.state.beachheads &= ~beach
        g.changed()
    for unit in corps:
        if g.state.at[unit] == g.board.at_sea:
            g.put(unit, home[unit])
            g.tell("{unit} sails back.", rule="draka.17.9", unit=unit)
    g.checkpoint()


def _ashore(g: Draka, unit: int, space: int) -> None:
    g.enter(unit, space)
    g.tell("{unit} lands at {space}.", rule="draka.17.6", unit=unit, space=space)
