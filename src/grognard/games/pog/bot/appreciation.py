"""The commander's appreciation: which fronts lack what, and which ways of supply one enemy move could cut.

Open facts only; what is worked out stays in `g.nets` until the position changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits

from ..movement.redeployment import box_targets
from ..static import OTHER, RESERVE
from ..supply.attrition import doomed_units
from ..supply.tracing import by_sea, lines_of_net, net_of, reached
from .scores import space_worth

if TYPE_CHECKING:
    from ..context import Pog

RAID = 2  # steps that the enemy is reckoned to come through a gap


def raids(g: Pog, side: str) -> int:
    """Spaces without units or forts of ours that the enemy could enter with one move."""
    key = ("raids", side)
    found: int | None = g.nets.get(key)
    if found is None:
        barred = g.neutral | g.occ[side] | (g.forts & g.controlled(side) & ~g.besieged)
        found = wave = g.occ[OTHER[side]] & ~g.neutral
        for _ in range(RAID):
            wave = g.graph.next_to(wave, g.board.classes["solid"]) & ~barred & ~found
            found |= wave
        g.nets[key] = found
    return found


def laid_open(g: Pog, side: str, occupied: int) -> float:
    """Forts of ours without units to which the enemy could come with one move: they would be besieged and passed by."""
    key = ("laid open", side, occupied)
    found: float | None = g.nets.get(key)
    if found is None:
        forts = g.forts & g.controlled(side) & ~g.besieged & ~occupied
        barred = g.neutral | occupied
        reach = wave = g.occ[OTHER[side]] & ~g.neutral
        for _ in range(3):
            wave = g.graph.next_to(wave & ~forts, g.board.classes["solid"]) & ~barred & ~reach
            reach |= wave
        found = g.nets[key] = sum(0.6 * space_worth(g, s) for s in bits(reach & forts))
    return found


def near_enemy(g: Pog, side: str) -> int:
    """Spaces that the enemy could come to with one move if nobody stood there."""
    key = ("near enemy", side)
    found: int | None = g.nets.get(key)
    if found is None:
        wave = g.occ[OTHER[side]] & ~g.neutral
        for _ in range(RAID):
            wave |= g.graph.next_to(wave, g.board.classes["solid"]) & ~g.neutral
        found = g.nets[key] = wave
    return found


def lifeline(g: Pog, side: str, net: str, hole: int = 0) -> int:
    """The spaces of a net that would stay in supply wherever the enemy moves next; `hole`: what ours leave empty."""
    hole &= near_enemy(g, side)
    key = ("lifeline", net, hole)
    found: int | None = g.nets.get(key)
    if found is None:
        held = g.occ[side] | (g.forts & g.controlled(side))
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, side)) & (held | ~raids(g, side)) & ~hole
        start = g.hooks.supply_sources(g, net) & allowed
        found = g.graph.flood(start, allowed, g.board.line_mask(*lines_of_net(g, net)), jumps=by_sea(g, net, side))
        g.nets[key] = found
    return found


def secure(g: Pog, unit: int, space: int, hole: int = 0) -> bool:
    """Whether no single enemy move would cut a unit in this space off."""
    if g.units.hardy[unit] and g.hooks.always_supplied(g, unit, space):
        return True
    net = net_of(g, unit)
    mask = lifeline(g, g.units.side[unit], net, hole)
    return bool(mask >> space & 1 or g.graph.rows(g.board.line_mask(*lines_of_net(g, net)))[space] & mask)


def risk(g: Pog, units: list[int], space: int, hole: int = 0) -> float:
    """What might be lost with units in this space: armies out of supply are out for good."""
    return sum((0.8 if g.units.army[u] else 0.25) for u in units if not secure(g, u, space, hole))


def severed(g: Pog, side: str, space: int) -> float:
    """What of the enemy would be out of supply if this space were ours: he cannot move it, and in the end it is lost."""
    key = ("severed", side, space)
    found: float | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = _severed(g, side, space)
    return found


def _severed(g: Pog, side: str, space: int) -> float:
    enemy, bit, worth = OTHER[side], 1 << space, 0.0
    by_net: dict[str, list[int]] = {}
    for place in bits(g.occ[enemy] & ~g.neutral & ~bit):
        for unit in g.stack[place]:
            if not g.units.hardy[unit]:
                by_net.setdefault(net_of(g, unit), []).append(unit)
    for net, units in by_net.items():
        now = reached(g, net)
        if not now & bit:
            continue
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, enemy)) & ~bit
        lines = g.board.line_mask(*lines_of_net(g, net))
        jumps = tuple(ports & ~bit for ports in by_sea(g, net, enemy))
        left = g.graph.flood(g.hooks.supply_sources(g, net) & allowed, allowed, lines, jumps=jumps)
        rows = g.graph.rows(lines)
        for unit in units:
            here = g.state.at[unit]
            if (now >> here & 1 or rows[here] & now) and not (left >> here & 1 or rows[here] & left):
                worth += 0.5 if g.units.army[unit] else 0.15
    return worth * (0.5 + 0.08 * g.state.round)


def may_fall(g: Pog, side: str, space: int) -> float:
    """The chance, roughly, that the enemy takes a space of ours with his next action."""
    own = float(sum(g.cf(u) for u in g.side_units(space, side)))
    fort = g.board.fort[space] if g.forts >> space & 1 and g.controls(side, space) and not g.besieged >> space & 1 else 0
    if not g.occ[side] >> space & 1 and not fort:
        return 0.8
    danger = threat(g, side, space)
    if not danger or not g.occ[side] >> space & 1:
        return 0.0  # a fort alone is besieged first
    cover = 1.0 + 0.5 * g.trench(space, side) + 0.25 * (g.board.terrain[space] != "clear")
    return max(0.0, min(0.7, danger / (danger + 1.6 * (own * cover + fort)) - 0.15))


def keystones(g: Pog, side: str) -> float:
    """What of ours hangs on spaces that the enemy may take with his next action: armies out of supply are lost for good."""
    mine = near_enemy(g, side) & g.controlled(side) & ~g.neutral
    mine &= g.graph.next_to(g.occ[OTHER[side]], g.board.classes["solid"]) | (raids(g, side) & ~g.occ[side])
    found = 0.0
    for space in bits(mine):
        chance = may_fall(g, side, space)
        if chance > 0.05:
            found = max(found, chance * severed(g, OTHER[side], space))
    return found


def cut_off(g: Pog, side: str) -> list[int]:
    """Our units that would be lost if the Attrition Phase came now."""
    key = ("cut off", side)
    found: list[int] | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = doomed_units(g, side)
    return found


def relieved(g: Pog, side: str, space: int) -> float:
    """What of ours that is cut off would be in supply again if this space were ours; dearer as the turn goes by."""
    lost = cut_off(g, side)
    if not lost:
        return 0.0
    key = ("relieved", side, space)
    found: float | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = _relieved(g, side, space, lost)
    return found


def _relieved(g: Pog, side: str, space: int, lost: list[int]) -> float:
    worth, bit = 0.0, 1 << space
    for net in {net_of(g, u) for u in lost}:
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, side)) | bit
        lines = g.board.line_mask(*lines_of_net(g, net))
        start = g.hooks.supply_sources(g, net) & allowed
        mask = g.graph.flood(start, allowed, lines, jumps=by_sea(g, net, side))
        rows = g.graph.rows(lines)
        for unit in lost:
            here = g.state.at[unit]
            if net_of(g, unit) == net and (mask >> here & 1 or rows[here] & mask):
                worth += 1.2 if g.units.army[unit] else 0.35
    return worth * (0.6 + 0.08 * g.state.round)


def best_relief(g: Pog, side: str) -> float:
    """The most that one space, taken by units that can still move or attack, would do for those who are cut off."""
    lost = cut_off(g, side)
    if not lost:
        return 0.0
    fit = g.occ[side] & ~sum(1 << s for s in {g.state.at[u] for u in lost}) & ~g.neutral
    near = g.graph.next_to(fit, g.board.classes["solid"])
    near |= g.graph.next_to(near & ~g.occ[OTHER[side]], g.board.classes["solid"])
    return max((relieved(g, side, s) for s in bits(near & g.controlled(OTHER[side]))), default=0.0)


def threat(g: Pog, side: str, space: int) -> int:
    """Combat factors of the enemy beside a space."""
    return sum(g.cf(u) for s in bits(g.board.solid[space] & g.occ[OTHER[side]] & ~g.neutral) for u in g.stack[s])


def stake(g: Pog, side: str, space: int) -> float:
    """What is lost with a space of ours: itself, and part of what lies open behind it."""
    behind = max((space_worth(g, s) for s in bits(g.board.solid[space] & g.controlled(side) & ~g.occ[side])), default=0.0)
    return 0.25 + min(2.0, space_worth(g, space)) + 0.3 * min(1.5, behind)


def peril(g: Pog, side: str, space: int, own: float) -> float:
    """What the enemies beside a space of ours may take from us if so many factors stand there."""
    danger = threat(g, side, space)
    if not danger or not g.controls(side, space):
        return 0.0
    cover = 1.0 + 0.5 * g.trench(space, side) + 0.25 * (g.board.terrain[space] != "clear")
    own = own * cover + g.board.fort[space] * (g.forts >> space & 1)
    return stake(g, side, space) * (danger / (danger + 1.5 * own) if own else 1.0)


def trench_worth(g: Pog, side: str, army: int) -> float:
    """What a try to entrench is worth: what the trench would save where the enemy stands, and the chance that it comes."""
    space = g.state.at[army]
    level = g.trench(space, side)
    if level >= 2 or not threat(g, side, space) or g.enemy_forts(side) >> space & 1:
        return 0.0
    own = sum(g.cf(u) for u in g.side_units(space, side))
    saved = peril(g, side, space, own) * (0.8 if level == 0 else 0.45)
    return min(1.0, g.lf(army) / 6) * (0.1 + 1.4 * saved)


def need(g: Pog, side: str, space: int) -> float:
    """What one more corps is worth in a space of ours at the front; nothing where three units are, or no enemy is near."""
    key = ("need", side, space)
    if key in g.nets:
        return float(g.nets[key])
    found = g.nets[key] = _need(g, side, space)
    return found


def _need(g: Pog, side: str, space: int) -> float:
    here = g.side_units(space, side)
    danger = threat(g, side, space)
    if len(here) >= 3 or not danger or not g.controls(side, space):
        return 0.0
    own = sum(g.cf(u) for u in here) + g.board.fort[space] * (g.forts >> space & 1)
    behind = max((space_worth(g, s) for s in bits(g.board.solid[space] & g.controlled(side) & ~g.occ[side])), default=0.0)
    stake = 0.35 + 0.5 * min(2.0, space_worth(g, space)) + 0.25 * min(1.0, behind)
    return (0.7, 0.5, 0.35)[len(here)] * stake * min(1.4, 0.5 + danger / (4.0 + 2.0 * own))


def surplus(g: Pog, side: str) -> list[int]:
    """Corps of the Reserve Box that are not kept for armies that may fall (two of a nation with many armies, one of others)."""
    boxed: dict[str, list[int]] = {}
    for unit, place in enumerate(g.state.at):
        if place == RESERVE and g.units.side[unit] == side:
            boxed.setdefault(g.hooks.pool_of(g, unit), []).append(unit)
    found: list[int] = []
    for units in boxed.values():
        nation = g.units.nation[units[0]]
        armies = sum(g.units.army[u] and p >= 0 and g.units.nation[u] == nation for u, p in enumerate(g.state.at))
        keep = 2 if armies > 2 else 1 if armies else 0
        found += sorted(units, key=lambda u: (-g.cf(u), u))[: max(0, len(units) - keep)]
    return found


def wanted(g: Pog, side: str, points: int) -> list[tuple[float, int, int]]:
    """The best use of so many SR points for corps of the Reserve Box, the most urgent first: worth, unit, space."""
    found: list[tuple[float, int, int]] = []
    taken: dict[int, int] = {}
    limits: set[str] = set()
    left = surplus(g, side)
    while left and len(found) < points:
        posts = [(*best_post(g, side, unit, taken, limits), unit) for unit in g.distinct(left)]
        worth, space, unit = max(posts, key=lambda one: one[0])
        if worth <= 0.05:
            break
        taken[space] = taken.get(space, 0) + 1
        limits |= {g.hooks.quota(g, unit, RESERVE, space, False)} - {""}
        left.remove(unit)
        found.append((worth, unit, space))
    return found


def best_post(g: Pog, side: str, unit: int, taken: dict[int, int], limits: set[str]) -> tuple[float, int]:
    """Where a corps of the Reserve Box is needed most, with those that are already on their way there."""
    best = (0.0, -1)
    targets = box_targets(g, unit) & ~g.hooks.closed(g, unit)
    for space in bits(targets):
        if len(g.stack[space]) + taken.get(space, 0) < g.hooks.stacking_limit(g, space):
            worth = post_worth(g, side, unit, space) * 0.7 ** taken.get(space, 0)
            if worth > best[0] and g.hooks.sr_allowed(g, unit, RESERVE, space, False) is None:
                if g.hooks.quota(g, unit, RESERVE, space, False) not in limits:
                    best = (worth, space)
    return best


def post_worth(g: Pog, side: str, unit: int, space: int) -> float:
    """What this unit is worth in that space."""
    if not secure(g, unit, space):
        return 0.0
    return 1.5 * need(g, side, space) * (0.6 + 0.25 * min(4, g.cf(unit)))


FADES = 0.8  # what a post is worth less for every step of the way to it
FARTHEST = 9


def call_of_the_front(g: Pog, side: str, unit: int, space: int) -> float:
    """What an army that arrives in a space is worth: the best post that it could march to, the nearer the better."""
    friendly = g.controlled(side) & ~g.occ[OTHER[side]] & ~g.neutral
    rows = g.units.rows[unit]
    seen = wave = 1 << space
    best, faded = post_worth(g, side, unit, space), 1.0
    for _ in range(FARTHEST):
        fresh = 0
        for here in bits(wave):
            fresh |= rows[here]
        wave = fresh & friendly & ~seen
        seen |= wave
        faded *= FADES
        best = max([best, *(faded * post_worth(g, side, unit, s) for s in bits(wave))])
    return best
