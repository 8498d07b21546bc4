"""What the variant's staff (staff.py) thinks of what is new: landings, bombs, biplanes, Central Asia, both services.

Numbers are victory points, as in pog's bot_scores; the chances are read from the tables that decide them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.games.pog.bot.scores import ends, fight_worth, space_worth
from grognard.games.pog.movement.stack import March
from grognard.games.pog.static import AP, CP, OTHER, RESERVE

from ..air.bombing import protectors, strategic_drm
from ..air.fleets import AIR, INTERCEPTION, side_of, warfare, zaf_value
from ..combat.invasion import may_land, targets, willing
from ..movement.central_asia import may_depart, missing, sort_of, under_way
from ..odds.support import fight_for

if TYPE_CHECKING:
    from ..context import Draka

ROAD = 0.8  # how the pull of Hamadan fades from space to space

# ------------------------------------------------------------------ landings


def landing(g: Draka, sort: str = "") -> tuple[float, int, list[int]]:
    """The best invasion of a sort now: its worth, the space, the units."""
    best: tuple[float, int, list[int]] = (0.0, -1, [])
    ready = sorted(willing(g, sort=sort), key=lambda u: (-g.cf(u), not g.full(u), u))
    most = g.charts["invasion"][sort]["units"] if sort else 2
    for space in {s for unit in ready for s in targets(g, [unit], sort)}:
        corps: list[int] = []
        for unit in ready:
            if len(corps) < most and may_land(g, [*corps, unit], space, sort) is None and spare(g, unit):
                corps.append(unit)
        worth = landing_worth(g, corps, space) if corps else 0.0
        if worth > best[0]:
            best = (worth, space, corps)
    return best


def landing_worth(g: Draka, corps: list[int], space: int) -> float:
    """What lies open is taken; what is held is fought for from the sea, at -1 and without support but bombs."""
    if g.board.beaches >> space & 1:
        coast = [s for s in bits(g.graph.rows()[space]) if not g.stack[s] and g.controls(CP, s) and not g.forts >> s & 1]
        return max((space_worth(g, s) for s in coast), default=0.0) - 0.4
    if not g.occ[CP] >> space & 1 and not g.enemy_forts(AP) >> space & 1:
        return space_worth(g, space) + 0.2 * behind(g, space)
    if not corps:
        return 0.0
    home = {u: g.state.at[u] for u in corps}
    for unit in corps:
        g.put(unit, g.board.at_sea)
    worth = fight_worth(g, fight_for(g, corps, space)) if not g.forts >> space & 1 else 0.0
    for unit, place in home.items():
        g.put(unit, place)
    return worth


def behind(g: Draka, space: int) -> float:
    """What lies open beyond a shore."""
    near = g.graph.rows()[space] & g.controlled(CP) & ~g.occ[CP] & ~g.forts
    return sum(space_worth(g, s) for s in bits(near))


def spare(g: Draka, unit: int) -> bool:
    """A corps of each service, two of each nation, stay in the Reserve Box for an army that falls."""
    if g.state.at[unit] != RESERVE:
        return True
    nation, service = g.units.nation[unit], g.units.service[unit]
    own = [u for u in range(g.units.size) if g.units.nation[u] == nation and g.units.service[u] == service]
    if not any(g.units.army[u] and g.state.at[u] >= 0 for u in own):
        return True
    return sum(g.state.at[u] == RESERVE for u in own) > (1 if service else 2)


# ------------------------------------------------------------------ the air


def bombing_worth(g: Draka, fleet: str, target: str) -> float:
    """RP that the enemy can expect to lose, less the danger to the fleet."""
    there = g.state.rp.get(target, 0) / 2
    drm, value = int(strategic_drm(g, fleet, target)), zaf_value(g, fleet, "strategic")
    hit = sum(min(there, warfare(value, die + drm)) for die in range(1, 7)) / 6
    hunters = protectors(g, OTHER[side_of(fleet)], target)
    if not hunters:
        return hit
    through, lost = interception(g, fleet, max(AIR["baf"][n]["value"] for n in hunters))
    return through * hit - 0.6 * lost


def interception(g: Draka, fleet: str, value: int) -> tuple[float, float]:
    """The chances that the Zeppelins come through, and that they are shot down."""
    drm = AIR["interception"]["drm_vs_draka_at_ap_total_war"] if fleet == "dr" and g.total_war(AP) else 0
    results = [INTERCEPTION.peek(min(6, max(2, die + drm)), value) for die in range(1, 7)]
    return results.count("-") / 6, results.count("E") / 6


# ------------------------------------------------------------------ Central Asia


def column(g: Draka) -> list[int]:
    """The units that the offensive still wants, those nearest to Hamadan first, as far as they are there and whole."""
    road = distances(g, g.S["hamadan"])
    chosen: list[int] = []
    for sort, count in missing(g).items():
        fit = [u for u, p in enumerate(g.state.at) if p >= 0 and p in road and sort_of(g, u) == sort and g.full(u)]
        chosen += sorted(fit, key=lambda u: (road[g.state.at[u]], u))[:count]
    return chosen


def distances(g: Draka, goal: int) -> dict[int, int]:
    """Steps to a space through the Near East, around the enemy."""
    key = ("distances", goal)
    found: dict[int, int] | None = g.nets.get(key)
    if found is None:
        found, wave, steps = {goal: 0}, 1 << goal, 0
        allowed = g.board.near_east & ~g.occ[CP] & ~g.neutral
        lines = g.board.line_mask("br", "dr")
        while wave and steps < 16:
            steps += 1
            wave = g.graph.next_to(wave, lines) & allowed & ~sum(1 << s for s in found)
            found |= dict.fromkeys(bits(wave), steps)
        g.nets[key] = found
    return found


def asia_hopes(g: Draka) -> float:
    """What the card would bring if it were played now: five whole units, each within three turns of Hamadan."""
    hamadan = g.S["hamadan"]
    if g.occ[CP] >> hamadan & 1 or not g.controls(AP, hamadan):
        return 0.0
    road, need = distances(g, hamadan), dict(missing(g))
    chosen = column(g)
    if len(chosen) < sum(need.values()):
        return 0.0
    far = sum(road[g.state.at[u]] for u in chosen)
    late = 0.5 if g.state.turn + 3 >= g.static.last_turn else 0.0
    return 2.0 - 0.06 * far + late


def bound_for_asia(g: Draka, units: list[int]) -> bool:
    """Whether all of a group belong to the column."""
    if not under_way(g) or not any(missing(g).values()):
        return False
    chosen = column(g)
    return all(u in chosen for u in units) and may_depart(g, units) is None


def way_out(g: Draka, units: list[int], hamadan: int) -> list[int]:
    """The path of a march to Hamadan that has a point left there; empty if it is too far."""
    march = March(g, units)
    if march.space == hamadan:
        return [hamadan] if march.left else []
    path = ends(g, march).get(hamadan, [])
    return path if 0 < len(path) <= march.left else []


def road_to_asia(g: Draka) -> dict[int, float]:
    """The pull of Hamadan on the column."""
    return {s: 6.0 * ROAD**steps for s, steps in distances(g, g.S["hamadan"]).items()}
