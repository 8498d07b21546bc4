"""Chapter 13: strategic redeployment. Corps for 1 point, armies for 4: overland, by sea, or through the Reserve Box."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import Ask
from ..hooks import hook
from ..static import AP, CP, OTHER, RESERVE, points_left
from ..supply.tracing import in_supply, net_of, reached, supplied_at

if TYPE_CHECKING:
    from ..context import Pog

BOX = "reserve"
BARRED_FROM_NE = ("fr", "it", "gr", "ro", "sb", "us", "be")
BARRED_KINDS = ("br.cnd", "br.pt", "br.bef", "br.befc")


def price(g: Pog, unit: int) -> int:
    """13.1.2: 1 for a corps, 4 for an army."""
    return 4 if g.units.army[unit] else 1


@cites("pog.13.2.4")
def stays_on_map(from_near_east: bool, to_near_east: bool) -> bool:
    """Redeployment that stays on one map is not limited."""
    return from_near_east == to_near_east


@hook
def quota(g: Pog, unit: int, origin: int, target: int, by_land: bool) -> str:
    """13.2: whose limit of the turn a redeployment to or from the Near East counts against; "" if none."""
    ne = g.board.near_east
    inside = [place >= 0 and ne >> place & 1 == 1 for place in (origin, target)]
    nation = g.units.nation[unit]
    if stays_on_map(*inside):
        return ""
    if nation == "ru":
        return "ru"
    if g.units.side[unit] == CP:
        return "" if nation == "tu" else "cp"
    return "" if by_land else "br"


@hook
def sr_allowed(g: Pog, unit: int, origin: int, target: int, by_land: bool) -> Refusal | None:
    """13.2: limits on redeployment to and from the Near East map."""
    limit = g.hooks.quota(g, unit, origin, target, by_land)
    kind, nation, name = g.units.kind[unit], g.units.nation[unit], g.units.name[unit]
    to_or_from_ne = limit != "" or (not by_land and any(p >= 0 and g.board.near_east >> p & 1 for p in (origin, target)))
    if kind == "br.ana" and (target == RESERVE or (not by_land and not (target >= 0 and g.board.near_east >> target & 1))):
        return Refusal("pog.13.2.1.c", f"{name} may neither go to the Reserve Box nor leave the Near East by sea.")
    if limit == "br" and (nation in BARRED_FROM_NE or kind in BARRED_KINDS):
        return Refusal("pog.13.2.1.b", f"{name} may not go to or from the Near East by sea or Reserve Box.")
    if not limit:
        return None
    if limit == "ru" and (g.units.army[unit] or g.state.ne_sr.get("ru", 0)):
        return Refusal("pog.13.2.2", "One Russian corps a turn, and no army, goes to or from the Near East map.")
    rule = {"br": "pog.13.2.1.a", "cp": "pog.13.2.3"}.get(limit, "pog.13.2.2")
    if g.state.ne_sr.get(limit, 0) and to_or_from_ne:
        return Refusal(rule, "One corps has redeployed to or from the Near East this turn.")
    return None


def may_start(g: Pog, unit: int) -> Refusal | None:
    """13.1: whether a unit may redeploy at all now."""
    action, name = g.state.action, g.units.name[unit]
    place, nation = g.state.at[unit], g.units.nation[unit]
    if g.units.side[unit] != action.side or (place < 0 and place != RESERVE):
        return Refusal("pog.13.1.4", f"{name} is not yours to redeploy.")
    if action.moved >> unit & 1:
        return Refusal("pog.13.1.3", f"{name} has redeployed in this action.")
    if price(g, unit) > action.points:
        return Refusal("pog.13.1.2", f"{name} costs {price(g, unit)}; {points_left(action.points)}.", limit=action.points)
    if place == RESERVE:
        return box_open(g, unit)
    if g.neutral >> place & 1:
        return Refusal("pog.9.5.2.4.a", f"{name} is neutral.")
    if not in_supply(g, unit):
        return Refusal("pog.14.3.2", f"{name} is out of supply.")
    if nation == "ru" and not g.board.of["ru"] >> place & 1:
        return Refusal("pog.13.1.6", f"{name} is outside Russia; Russian units redeploy only inside it.")
    return may_lift(g, unit)


def may_lift(g: Pog, unit: int) -> Refusal | None:
    """13.1.5.b: a unit does not leave a besieged enemy fort if the siege would end, not even as the last one."""
    space = g.state.at[unit]
    if not g.besieged >> space & 1 or not g.enemy_forts(g.units.side[unit]) >> space & 1:
        return None
    stay = [u for u in g.stack[space] if u != unit]
    if stay and g.suffices(stay, space):
        return None
    return Refusal("pog.13.1.5.b", f"The siege of {g.board.name[space]} would end without {g.units.name[unit]}.")


def box_open(g: Pog, unit: int) -> Refusal | None:
    """13.1.11: a nation whose capital is lost or besieged may not use the Reserve Box; Belgium and Serbia may."""
    nation = g.units.nation[unit]
    if nation not in ("be", "sb") and g.hooks.capital_lost(g, nation):
        return Refusal("pog.13.1.11.a", f"The capital of {g.units.name[unit]} is lost or besieged: its Reserve Box is closed.")
    return None


def overland(g: Pog, unit: int) -> int:
    """13.1.5: spaces reached along lines open to the unit through friendly-controlled spaces."""
    action = g.state.action
    side = action.side
    here = g.state.at[unit]
    allowed = g.hooks.supply_blocks(g, side) & ~g.hooks.closed(g, unit)
    allowed &= within_russia(g, g.units.nation[unit])
    if g.units.nation[unit] == "ru":
        if g.units.army[unit] or g.state.ne_sr.get("ru", 0):
            same = g.board.near_east if g.board.near_east >> here & 1 else ~g.board.near_east
            allowed &= same
    if g.units.kind[unit] == "mn.c":
        return 0
    return g.graph.flood(1 << here, allowed | 1 << here, g.units.classes[unit]) & allowed


def sea_ports(g: Pog, side: str) -> int:
    """13.1.7: where a side's units go on board and ashore."""
    return cp_ports(g) if side == CP else allied_ports(g)


@cites("pog.13.1.7.1")
def cp_ports(g: Pog) -> int:
    """The CP use ports in Germany and Russia."""
    return int(g.hooks.ports(g, CP, True))


@cites("pog.13.1.7.2")
def allied_ports(g: Pog) -> int:
    """The Allies use ports elsewhere; Constantinople only with Gallipoli."""
    return int(g.hooks.ports(g, AP, True))


@hook
@cites("pog.13.1.7.a")
def may_sail(g: Pog, unit: int) -> bool:
    """Corps go by sea, armies, Russians and Montenegrins never."""
    return not g.units.army[unit] and g.units.nation[unit] != "ru" and g.units.kind[unit] != "mn.c"


@hook
def on_redeployment(g: Pog, unit: int, origin: int, target: int, by_land: bool) -> None:
    """Nothing more in the base game."""


def destinations(g: Pog, unit: int) -> list[int]:
    """All places where a unit may go by one SR, the box included (RESERVE)."""
    place, side = g.state.at[unit], g.units.side[unit]
    sr_allowed = g.hooks.sr_allowed
    found: list[int] = []
    stops = g.hooks.no_stop(g, [unit]) | g.hooks.closed(g, unit)
    full = _full_spaces(g, side)
    if place == RESERVE:
        mask = box_targets(g, unit) & ~stops & ~full
        return [s for s in bits(mask) if sr_allowed(g, unit, RESERVE, s, False) is None]
    by_land = overland(g, unit) & ~stops & ~full & ~(1 << place)
    by_sea = 0
    if g.hooks.may_sail(g, unit):
        harbours = sea_ports(g, side)
        if harbours >> place & 1:
            by_sea = harbours & ~stops & ~full & ~(1 << place)
    net = _end_net(g, unit)
    here_ne = g.board.near_east >> place & 1
    limited = g.board.near_east if not here_ne else ~g.board.near_east  # crossing to the other map asks for the quotas
    for space in bits(by_land | by_sea):
        land = by_land >> space & 1 == 1
        if net is not None and not net >> space & 1 and not in_supply(g, unit, space):
            continue
        if limited >> space & 1:
            ok = (land and sr_allowed(g, unit, place, space, True) is None) or (
                by_sea >> space & 1 and sr_allowed(g, unit, place, space, False) is None
            )
            if not ok:
                continue
        found.append(space)
    if not g.units.army[unit] and may_go_to_box(g, unit) is None:
        found.append(RESERVE)
    return found


def _end_net(g: Pog, unit: int) -> int | None:
    """The spaces where the unit is surely in supply, as one mask."""
    return reached(g, net_of(g, unit))


def _full_spaces(g: Pog, side: str) -> int:
    mask = g.nets.get(("full", side))
    if mask is None:
        mask = 0
        for space in bits(g.occ[side]):
            if len(g.stack[space]) >= g.hooks.stacking_limit(g, space):
                mask |= 1 << space
        g.nets[("full", side)] = mask
    return mask


def may_go_to_box(g: Pog, unit: int) -> Refusal | None:
    """13.1.9, 13.1.12: a supplied corps may go to the Reserve Box, if it can trace to a source of its own."""
    place, name = g.state.at[unit], g.units.name[unit]
    if place == RESERVE:
        return Refusal("pog.13.1.9", f"{name} is in the Reserve Box.")
    if g.units.army[unit]:
        return Refusal("pog.13.1.9", f"{name} is an army; only corps go to the Reserve Box.")
    closed = box_open(g, unit)
    if closed is not None:
        return closed
    nation = g.units.nation[unit]
    if nation in g.static.homes and not supplied_at(g, net_of(g, unit), place, g.hooks.home_sources(g, nation)):
        return Refusal("pog.13.1.12", f"{name} can trace only to a foreign source.")
    refusal: Refusal | None = g.hooks.sr_allowed(g, unit, place, RESERVE, False)
    return refusal


@cites("pog.13.1.1")
def box_nation(g: Pog, unit: int) -> str:
    """For redeployment ANA, AUS, CND and PT are British, SN is Turkish."""
    return g.units.nation[unit]


@cites("pog.13.1.11.b")
def montenegro(g: Pog) -> int:
    """The Montenegrin corps goes between Cetinje and the Reserve Box only."""
    return g.board.mask("cetinje") & g.controlled(AP)


def box_targets(g: Pog, unit: int) -> int:
    """13.1.8: spaces with a supplied unit of the nation, and its friendly, supplied capitals and sources."""
    nation, side = box_nation(g, unit), g.units.side[unit]
    if g.units.kind[unit] == "mn.c":
        return montenegro(g)
    key = ("box", nation, g.units.kind[unit] in ("br.bef", "br.befc"))
    found: int | None = g.nets.get(key)
    if found is not None:
        return found
    mask = 0
    friendly = g.controlled(side)
    for other in _nation_units(g, nation):
        space = g.state.at[other]
        if mask >> space & 1 or g.neutral >> space & 1:
            continue
        if g.units.kind[other] in g.static.nobodys_base or not _supplied_for_box(g, other, space):
            continue
        mask |= 1 << space
    homes = g.hooks.box_homes(g, nation)
    for space in bits(homes & friendly & ~g.besieged):
        if in_supply(g, unit, space) and (
            nation not in g.static.homes or supplied_at(g, net_of(g, unit), space, g.hooks.home_sources(g, nation))
        ):
            mask |= 1 << space
    mask &= ~g.occ[OTHER[side]] & within_russia(g, nation) & ~hopeless_sieges(g, side)
    g.nets[key] = mask
    return mask


@cites("pog.15.2.4.b")
def hopeless_sieges(g: Pog, side: str) -> int:
    """Forts at which a broken siege stays broken with one corps more: nobody joins it."""
    broken = bits(g.enemy_forts(side) & g.occ[side] & ~g.besieged)
    return sum(1 << s for s in broken if len(g.stack[s]) + 1 < g.board.fort[s])


@cites("pog.13.1.6")
def within_russia(g: Pog, nation: str) -> int:
    """Russian units redeploy only inside Russia, from the Reserve Box too."""
    return g.board.of["ru"] if nation == "ru" else g.board.all


@cites("pog.13.1.8.b")
def homes_abroad(g: Pog, nation: str) -> int:
    """For the Americans the ports of France, for the Serbs an Allied Salonika."""
    if nation == "us":
        return g.board.ports[AP] & g.board.of["fr"]
    return g.board.mask("salonika") & g.controlled(AP) if nation == "sb" else 0


@hook
def box_homes(g: Pog, nation: str) -> int:
    """13.1.8.b: capitals and sources of the nation; for the USA the ports of France, for the Serbs Salonika."""
    return g.board.capitals.get(nation, 0) | _sources_at_home(g, nation) | homes_abroad(g, nation)


def _nation_units(g: Pog, nation: str) -> list[int]:
    return [u for u, place in enumerate(g.state.at) if place >= 0 and g.units.nation[u] == nation]


def _supplied_for_box(g: Pog, other: int, space: int) -> bool:
    nation = g.units.nation[other]
    if nation in g.static.homes:
        return supplied_at(g, net_of(g, other), space, g.hooks.home_sources(g, nation))
    if nation == "sb":
        return supplied_at(g, "sb", space)
    return in_supply(g, other)


def _sources_at_home(g: Pog, nation: str) -> int:
    b = g.board
    return (b.supply["cp"] | b.supply["east"] | b.supply["west"]) & b.of.get(nation, 0)


def may_redeploy(g: Pog, value: Any) -> Refusal | None:
    """Why a unit may not go there (for people; options come from `destinations`)."""
    unit = g.U[value[0]]
    refusal: Refusal | None = may_start(g, unit)
    if refusal is not None:
        return refusal
    place, target = g.state.at[unit], value[1]
    if target == BOX:
        return may_go_to_box(g, unit)
    space = g.S[target]
    refusal = g.hooks.may_enter(g, unit, space)
    if refusal is not None:
        return refusal
    name = g.board.name[space]
    if g.hooks.no_stop(g, [unit]) >> space & 1:
        reason: Refusal | None = g.hooks.why_no_stop(g, [unit], space)
        return reason
    if _full_spaces(g, g.units.side[unit]) >> space & 1:
        return Refusal("pog.10.1.3", f"{name} is full.")
    if g.occ[OTHER[g.units.side[unit]]] >> space & 1:
        return Refusal("pog.10.1.5", f"Enemy units are in {name}.")
    if not within_russia(g, g.units.nation[unit]) >> space & 1:
        return Refusal("pog.13.1.6", f"{name} is outside Russia; Russian units redeploy only inside it.")
    if place == RESERVE:
        return _may_leave_box(g, unit, space)
    if space in destinations(g, unit):
        return None
    for by_land in (True, False):
        refusal = g.hooks.sr_allowed(g, unit, place, space, by_land)
        if refusal is not None:
            return refusal
    if not in_supply(g, unit, space):
        return Refusal("pog.13.1.5.a", f"{g.units.name[unit]} would be out of supply in {name}.")
    if g.units.army[unit]:
        return Refusal("pog.13.1.7.a", f"No way over friendly land leads to {name}, and armies never go by sea.")
    return Refusal("pog.13.1.5.a", f"No way over friendly land leads to {name}, and it is not port to port.")


def _may_leave_box(g: Pog, unit: int, space: int) -> Refusal | None:
    name = g.board.name[space]
    if hopeless_sieges(g, g.units.side[unit]) >> space & 1:
        return Refusal("pog.15.2.4.b", f"Those in {name} would not besiege the fort even with {g.units.name[unit]}.")
    if not box_targets(g, unit) >> space & 1:
        return Refusal("pog.13.1.8.a", f"{name} holds no supplied unit of the nation and is no capital or source of it.")
    limited: Refusal | None = g.hooks.sr_allowed(g, unit, RESERVE, space, False)
    return limited


def redeploy(g: Pog) -> Procedure:
    """13: unit by unit and at will, while points last."""
    action = g.state.action
    while action.points > 0:
        g.checkpoint()
        units = _able(g)
        if not units:
            return
        choice = yield g.listed(
            action.side,
            lambda: f"Redeploy which unit? {counted(action.points, 'point')} left",
            [*(g.units.id[u] for u in units), DONE],
            "pog.13.1.10" if action.moved else "pog.9.3.1",
            name=Ask.REDEPLOY,
            final=False,
            kind="transit",
            judge=lambda v: why_not_redeploy(g, g.U[v]),
            same=g.likeness,
            candidates=lambda: g.units.id,
            label=lambda v: "Done" if v == DONE else g.units.name[g.U[v]],
            on=lambda v: _on(g, v),
            waiting="redeploying",
        )
        if choice == DONE:
            return
        unit = g.U[choice]
        places = destinations(g, unit)
        if not places:
            action.moved |= 1 << unit
            continue
        target = yield g.listed(
            action.side,
            f"{g.units.name[unit]}: to where?",
            [BOX if p == RESERVE else g.board.ids[p] for p in places],
            "pog.13.1.5.a",
            name=Ask.DESTINATION,
            final=g.closing if action.points <= price(g, unit) else False,
            kind="transit",
            judge=partial(_may_go, g, unit),
            candidates=lambda: [*g.board.ids, BOX],
            label=lambda v: "Reserve Box" if v == BOX else g.board.name[g.S[v]],
            on=partial(_going, g, unit),
            about={"piece": g.units.id[unit]},
            waiting="redeploying",
        )
        carry_out(g, unit, RESERVE if target == BOX else g.S[target])


def why_not_redeploy(g: Pog, unit: int) -> Refusal | None:
    """13.1: None, or why this unit does not redeploy now."""
    refusal = may_start(g, unit)
    if refusal is None and not _somewhere(g, unit):
        return Refusal("pog.13.1.5.a", f"{g.units.name[unit]} can reach no place where it may be.")
    return refusal


def _may_go(g: Pog, unit: int, place: str) -> Refusal | None:
    return may_redeploy(g, (g.units.id[unit], place))


def _going(g: Pog, unit: int, place: str) -> tuple[str, str]:
    return g.units.id[unit], place


def _able(g: Pog) -> list[int]:
    """The units that may redeploy now, one of each that are alike: for each kind in each place it is judged once."""
    action, at, kinds, sides = g.state.action, g.state.at, g.units.kind, g.units.side
    side, moved, reduced = action.side, action.moved, g.state.reduced
    judged: dict[tuple[str, int], bool] = {}
    seen: set[tuple[str, int, int]] = set()
    found = []
    for unit, place in enumerate(at):
        if place < RESERVE or sides[unit] != side or moved >> unit & 1:
            continue
        kind = kinds[unit]
        key = (kind, place, reduced >> unit & 1)
        if key in seen:
            continue
        seen.add(key)
        able = judged.get((kind, place))
        if able is None:
            able = judged[kind, place] = why_not_redeploy(g, unit) is None
        if able:
            found.append(unit)
    return found


def _somewhere(g: Pog, unit: int) -> bool:
    """Whether there is any place to go: quickly, for the list of units."""
    if g.state.at[unit] == RESERVE:
        full, stops = _full_spaces(g, g.units.side[unit]), g.hooks.no_stop(g, [unit])
        spaces = box_targets(g, unit) & ~full & ~stops & ~g.hooks.closed(g, unit)
        return any(g.hooks.sr_allowed(g, unit, RESERVE, s, False) is None for s in bits(spaces))
    if g.units.kind[unit] == "mn.c":
        return may_go_to_box(g, unit) is None
    return True


def _on(g: Pog, value: Any) -> tuple[str, str]:
    if value == DONE:
        return "", ""
    place = g.state.at[g.U[value]]
    return value, g.board.ids[place] if place >= 0 else ""


def carry_out(g: Pog, unit: int, target: int) -> None:
    """A unit redeploys; quotas of the turn are counted (pog.13.2)."""
    action = g.state.action
    origin = g.state.at[unit]
    by_land = origin >= 0 and target >= 0 and overland(g, unit) >> target & 1 == 1
    limit = g.hooks.quota(g, unit, origin, target, by_land)
    if limit:
        g.state.ne_sr[limit] = g.state.ne_sr.get(limit, 0) + 1
    action.points -= price(g, unit)
    action.moved |= 1 << unit
    g.put(unit, target)
    g.hooks.on_redeployment(g, unit, origin, target, by_land)
    if target >= 0:
        g.tell("{unit} redeploys to {space}.", rule="pog.13.1.2", unit=unit, space=target)
    else:
        g.tell("{unit} goes to the Reserve Box.", rule="pog.13.1.9", unit=unit)
