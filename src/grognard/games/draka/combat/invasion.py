"""Chapter 17: amphibious invasions by corps, from London and from Odessa, and the A-H Fleet (rulings draka.R18, draka.R50,
draka.R51, draka.R88, draka.R100).

The units are paid for and named while spaces are activated; those against a beach land when all is named, the others fight in
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
RULES = {"": "draka.17.5", "channel": "draka.17.2", "bosporus": "draka.17.4"}  # sorts of invasion


def year(g: Draka, turn: int) -> str:
    return g.static.turn_names[turn].split()[-1] if turn else ""


def may_invade(g: Draka, sort: str = "") -> Refusal | None:
    """17.2, 17.4, 17.5: None, or why there is no invasion of that sort in this action; each costs 2 OPS."""
    s, price = g.state, g.charts["invasion"]["ops"]
    rule = RULES[sort]
    if s.action.side != AP:
        return Refusal(rule, "Only the Allies invade.")
    if sort and not g.options["landings"]:
        return Refusal(rule, "The switch landings is off.")
    if "invasion" in g.note():
        return Refusal(rule, "One invasion in an action.")
    if not sort and (when := _corps_may_not(g)) is not None:
        return when
    if s.action.points < price:
        return Refusal(rule, f"An invasion costs {price} OPS; {points_left(s.action.points)}.", limit=s.action.points)
    if not any(targets(g, [unit], sort) for unit in willing(g, sort=sort)):
        return Refusal("draka.17.13", "Nobody who could sail has an enemy space to land at.")
    return None


def _corps_may_not(g: Draka) -> Refusal | None:
    """17.5, 17.8, 17.15: corps invasions once a calendar year, not two turns running, not on turn 1."""
    s = g.state
    if s.turn == 1:
        return Refusal("draka.17.15", "No corps invasion in August 1914.")
    if s.invaded and s.turn - s.invaded == 1 and year(g, s.invaded) != year(g, s.turn):
        return Refusal("draka.17.8", "There was a corps invasion last turn.")
    if s.invaded and year(g, s.invaded) == year(g, s.turn):
        return Refusal("draka.17.5", f"There was a corps invasion in {year(g, s.turn)}.")
    return None


@cites("draka.17.9")
def may_embark(g: Draka, unit: int) -> bool:
    """Corps sail from the Reserve Box (not the CMC), or supplied from an Allied port that is not activated."""
    place = g.state.at[unit]
    if place == RESERVE:
        return g.units.kind[unit] != "dr.cmc" and box_open(g, unit) is None
    used = g.state.action.move | g.state.action.attack
    return (g.hooks.ports(g, AP, False) & ~used) >> place & 1 == 1 and in_supply(g, unit)


def may_sail_from(g: Draka, unit: int, sort: str) -> bool:
    """17.2, 17.4, R18: units of any size supplied in London; the Russian 7th Army supplied in Odessa."""
    space = g.S[g.charts["invasion"][sort]["from"]]
    used = g.state.action.move | g.state.action.attack
    fit = g.units.kind[unit] == "ru.a7" if sort == "bosporus" else g.units.nation[unit] in NATIONS
    return fit and g.state.at[unit] == space and not used >> space & 1 and in_supply(g, unit)


def willing(g: Draka, named: tuple[int, ...] = (), sort: str = "") -> list[int]:
    """Who may embark, beside those already named: corps of the four nations, or who stands where a landing starts."""
    if sort:
        return g.distinct(u for u, p in enumerate(g.state.at) if p >= 0 and u not in named and may_sail_from(g, u, sort))
    found = []
    for unit, place in enumerate(g.state.at):
        if g.units.nation[unit] not in NATIONS or g.units.army[unit] or place < RESERVE or unit in named:
            continue
        if may_embark(g, unit):
            found.append(unit)
    return g.distinct(found)


def may_land(g: Draka, corps: list[int], space: int, sort: str = "") -> Refusal | None:
    """17.6, 17.7, 17.13, 17.16, 17.17, R88, R100: None, or why these units may not invade there."""
    chart, name, where = g.charts["invasion"], g.board.ids[space], g.board.name[space]
    draka = all(g.units.nation[u] == "dr" for u in corps)
    only_draka = not sort and name in chart["draka_only_targets"] and draka
    if name not in (chart[sort] if sort else chart)["targets"] and not only_draka:
        return Refusal("draka.17.6" if not sort else RULES[sort], f"{where} is no place for an invasion by these units.")
    if name in ("mef4", "mef5") and not draka:
        return Refusal("draka.17.7", f"{where} is for Draka corps alone.")
    beach = g.board.beaches >> space & 1
    if beach:
        if not g.at_war("tu") or g.beachheads >> space & 1 or not g.graph.rows()[space] & g.controlled(CP):
            return Refusal("draka.17.13", f"{where}: there is no enemy coast to land on.")
    elif not g.controls(CP, space):
        return Refusal("draka.17.13", f"{where} is not CP-controlled.")
    guarded = chart.get(f"blocked_by_fleet_{g.state.fleet}", ())
    if name in guarded:
        rule = "draka.17.16" if g.state.fleet == "trieste" else "draka.17.17"
        return Refusal(rule, f"The A-H Fleet at {g.board.name[g.S[g.state.fleet]]} guards {where}.")
    return _may_be_there(g, corps, space)


def _may_be_there(g: Draka, corps: list[int], space: int) -> Refusal | None:
    """4.5 to 4.7, pog.11.1.17: who may be in the space at all, and how many Citizens outside the Zone."""
    where, zone = g.board.name[space], g.in_zone(space)
    if not zone and any(g.units.service[u] == "j" or g.units.kind[u] == "dr.sd" for u in corps):
        return Refusal("draka.4.5", f"{where} lies outside the Zone.")
    if not zone and outside(g, corps):
        return Refusal("draka.4.6", "Too many Citizens would be outside the Zone.")
    if any(g.units.kind[u] in BEF for u in corps) and g.board.nation[space] not in BEF_NATIONS:
        return Refusal("pog.11.1.17", f"The BEF stays in Britain, France, Belgium and Germany ({where}).")
    return None  # all shores of the Near East map are for the Draka alone


def coasts(g: Draka, sort: str = "") -> list[str]:
    """17.6: every space that the rule names; R18: those of the other landings."""
    chart = g.charts["invasion"]
    if sort:
        return list(chart[sort]["targets"])
    return list(dict.fromkeys([*chart["targets"], *chart["draka_only_targets"]]))


def targets(g: Draka, corps: list[int], sort: str = "") -> list[int]:
    return [g.S[n] for n in coasts(g, sort) if may_land(g, corps, g.S[n], sort) is None]


def name_invasion(g: Draka, sort: str = "") -> Procedure:
    """17.5: one or two units, then the space; 2 OPS."""
    action, most = g.state.action, g.charts["invasion"][sort]["units"] if sort else 2
    corps: list[int] = []
    while len(corps) < most:
        fit = [u for u in willing(g, tuple(corps), sort) if _together(g, [*corps, u]) and targets(g, [*corps, u], sort)]
        if not fit:
            break
        what = "unit" if sort else "corps"
        words = (RULES[sort], "an invasion", "No other" if corps else "", DONE)
        unit = yield from which_unit(g, Ask.INVASION_CORPS, AP, f"Invasion: which {what} sails?", fit, *words)
        if unit is None:
            break
        corps.append(unit)
    choice = yield g.ask(
        AP,
        "Invasion: where do they land?",
        coasts(g, sort),
        rule="draka.17.6" if not sort else RULES[sort],
        name=Ask.LANDING,
        may=lambda v: may_land(g, corps, g.S[v], sort),
        label=lambda v: g.board.name[g.S[v]],
        on=lambda v: ("", v),
        waiting="an invasion",
    )
    space = g.S[choice]
    action.points -= g.charts["invasion"]["ops"]
    if not sort:
        g.state.invaded = g.state.turn
    do = "sails" if len(corps) == 1 else "sail"
    g.tell("{units} {do} for {space}.", rule=RULES[sort], units=tuple(corps), do=do, space=space)
    for unit in corps:
        action.barred |= 1 << unit  # R100: they do nothing else in this action
    if g.board.beaches >> space & 1 and not g.occ[CP] >> space & 1:
        land_on_beach(g, corps, space)
    else:
        g.note()["invasion"] = [space, *corps]


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
    for unit in list(g.stack[g.board.at_sea]):  # a corps in place of an army that broke sails where the army came from
        g.put(unit, home.get(unit, home[corps[0]]))
        g.tell("{unit} sails back.", rule="draka.17.9", unit=unit)
    g.checkpoint()


def _ashore(g: Draka, unit: int, space: int) -> None:
    g.enter(unit, space)
    g.tell("{unit} lands at {space}.", rule="draka.17.6", unit=unit, space=space)
