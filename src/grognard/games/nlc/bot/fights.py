"""What fighting is worth to the bot: steps, ground, attacks and charges, in victory points, from the game's own odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..army.demoralization import french_army
from ..army.victory import holder_of, verdict
from ..combat.strengths import defense_tally, terrain_factors
from ..context import Nlc
from ..odds.fights import charge_odds, combat_odds, hit_odds
from ..static import CAVALRY, FOOT, HORSE
from .intents import intent_of

ALL_LOST = 40.0  # 13.0.3: with its army demoralized the French lose at once
FRESH, WORN = 0.35, 0.75  # what part of a unit's points a step is worth: its first, its last


def step_values(g: Nlc, units: Sequence[int]) -> list[float]:
    """What each further step that these units lose is worth, in the order in which they fall (7.1.5)."""
    worn: list[float] = []
    fresh: list[list[float]] = []
    for unit in units:
        front, left = g.units[unit].steps[0], g.steps_left(unit)
        values = [FRESH * front] * (left - 1) + [WORN * front + breaking(g, unit)]
        if g.damaged(unit):
            worn += values
        else:
            fresh.append(values)
    fresh.sort(key=lambda values: values[0])
    return worn + [value for values in fresh for value in values]


def breaking(g: Nlc, unit: int) -> float:
    """11.0.1: what it costs if a unit is the last straw; each unit before it brings that nearer."""
    army = g.units[unit].army
    key = ("breaking", army)
    if key not in g.memo:
        points = 0.0 if army in g.state.demoralized else float(g.static.victory["vp_enemy_army_demoralized"])
        if g.on("nlb_battle") and army == french_army(g):
            points = ALL_LOST
        g.memo[key] = (points, g.dead_points(army), g.state.levels[army])
    points, dead, level = g.memo[key]
    after = (dead + g.units[unit].steps[0]) / max(1, level)
    kept: float = float(points) * (min(1.0, after) ** 3 - min(1.0, dead / max(1, level)) ** 3)
    return kept


def loss(g: Nlc, units: Sequence[int], steps: float) -> float:
    """What so many steps of these units are worth; a part of a step counts in part."""
    total = 0.0
    for value in step_values(g, units):
        if steps <= 0:
            break
        total += value * min(1.0, steps)
        steps -= 1
    return total


def ground(g: Nlc, side: int, hex: int) -> float:
    """What it is worth to a side to take a hex: objectives of the enemy count twice, he loses what we gain."""
    value = 0.25
    for objective in g.static.objectives:
        if objective.hex == hex:
            value += intent_of(g, side).weight(hex) * objective.vp * {1 - side: 2.0, -1: 1.0}.get(holder_of(g, hex), 0.0)
    left = len(g.static.turns) - g.state.turn
    return value * (1.0 if left <= 1 else 0.7 if left <= 3 else 0.5)


def keeping(g: Nlc, side: int, hex: int) -> float:
    """What it costs a side to give a hex up."""
    value = 0.2
    for objective in g.static.objectives:
        if objective.hex == hex:
            value += 2.0 * objective.vp if holder_of(g, hex) == side else 0.0
    left = len(g.static.turns) - g.state.turn
    return value * (0.8 if left <= 1 else 0.6 if left <= 3 else 0.4) * (1.3 if winning(g, side) else 1.0)


def winning(g: Nlc, side: int) -> bool:
    """Whether this side would have won if the match ended now."""
    if "winner now" not in g.memo:
        g.memo["winner now"] = verdict(g).winner
    return bool(g.memo["winner now"] == g.static.sides[side])


def expected(g: Nlc, strength: float) -> float:
    """Hits that a strength is expected to cause; between two strengths, in between."""
    table = g.static.costs.get("expected hits")
    if table is None:
        table = [float(sum(hits * chance for hits, chance in hit_odds(g, points).items())) for points in range(49)]
        g.static.costs["expected hits"] = table
    strength = max(0.0, min(47.9, strength))
    low = int(strength)
    return float(table[low] + (table[low + 1] - table[low]) * (strength - low))


def attack_value(g: Nlc, units: Sequence[int], target: int) -> float:
    """A declared attack: what the enemy is expected to lose less what we lose, and the ground if he has to go."""
    side = g.side(units[0])
    made = combat_odds(g, units, target)
    foes = g.enemies_at(target, side)
    gain = sum(float(chance) * loss(g, foes, steps) for steps, chance in made.lost[1].items())
    gain *= 0.4 if may_all_slip(g, foes, units) else 1.0
    cost = sum(float(chance) * loss(g, units, steps) for steps, chance in made.lost[0].items())
    gone = sum(float(chance) for word, chance in made.results.items() if word.startswith("defender"))
    beaten = sum(float(chance) for word, chance in made.results.items() if word.startswith("attacker"))
    stacks = {g.at(unit): g.own_at(g.at(unit), side) for unit in units}
    bad = sum(no_way_back(g, side, stack, hex) for hex, stack in stacks.items())
    return gain - (cost + beaten * bad) * caution(g, side) + gone * ground(g, side, target) - 0.4 * beaten


def no_way_back(g: Nlc, side: int, stack: Sequence[int], hex: int) -> float:
    """7.4.8: who can only retreat badly loses a step by it."""
    for to in g.grid.adjacent[hex]:
        others = [unit for unit in g.units_at(to) if unit not in stack]
        if g.nearest_enemy(to, side) > 1 and len(others) + len(stack) <= 2:
            return 0.0
    return loss(g, stack, 1)


def caution(g: Nlc, side: int) -> float:
    """Who is winning spares his men; who is losing at the end stakes them."""
    left, care = len(g.static.turns) - g.state.turn, intent_of(g, side).care
    if winning(g, side):
        return care * (1.7 if left else 2.0)
    return care * (0.7 if left <= 1 else 0.9)


def rough_attack(g: Nlc, side: int, strength: float, friends: Sequence[int], target: int) -> float:
    """The same without odds, for plans: `strength` comes against the stack there."""
    foes = g.enemies_at(target, side)
    stays = 0.4 if may_all_slip(g, foes, friends) else 1.0
    answer = float(defense_tally(g, foes, target, friends or foes, False).total)
    hurt, paid = expected(g, strength), expected(g, answer)
    worth = sum(g.units[unit].steps[0] for unit in friends) / max(1, len(friends)) or 4.0
    gone = min(0.9, 0.5 * hurt / (0.6 + paid))
    return stays * loss(g, foes, hurt) - 0.5 * worth * paid * caution(g, side) + gone * ground(g, side, target)


def may_all_slip(g: Nlc, foes: Sequence[int], friends: Sequence[int]) -> bool:
    """7.11.1: cavalry and horse guns that were free this morning need not wait for infantry."""
    if any(g.is_cavalry(unit) for unit in friends):
        return False
    return all(g.units[foe].arm in (CAVALRY, HORSE) and g.state.free_at_dawn >> foe & 1 for foe in foes)


def might(g: Nlc, unit: int, start: int, target: int) -> float:
    """What a unit would add to an attack on a hex from another hex, halvings and terrain included."""
    value = float(g.strength(unit))
    if g.is_cavalry(unit):
        value /= 2
    if g.disrupted(unit):
        value /= 2
    for _, factor, _ in terrain_factors(g, start, target):
        value *= float(factor)
    return value


# ------------------------------------------------------------------ charges


def charge_value(g: Nlc, unit: int, target: int) -> float:
    """7.7: the chance to win, and what is won or lost by it."""
    side = g.side(unit)
    results = dict(charge_odds(g, [unit], target)[0].outcomes)
    won, failed = results.get("the charge wins", 0.0), results.get("the charge fails", 0.0)
    foes = g.enemies_at(target, side)
    guns = sum(g.units[foe].steps[0] for foe in foes if g.units[foe].arm == FOOT)  # lost if they must go (7.4.10)
    prize = max(loss(g, foes, 1.3), 0.9 * guns)
    return won * (prize + ground(g, side, target) * 0.8) - failed * loss(g, [unit], 0.8) * caution(g, side)


# ------------------------------------------------------------------ declarations


def best_declaration(g: Nlc, side: int, decision: Any) -> Any:
    """From the legal declarations that are suggested, better ones step by step: another attacker, another target, one less."""
    best, worth = decision.suggestions()[0], -1e9
    for items in decision.suggestions():
        value = declaration_value(g, items)
        if value > worth:
            best, worth = items, value
    for _ in range(4):
        before = worth
        for trial in _neighbours(decision, best):
            value = declaration_value(g, trial)
            if value > worth + 1e-9 and not decision.refusals(trial):
                best, worth = trial, value
        if worth <= before + 1e-9:
            break
    return best


def _neighbours(decision: Any, items: list[Any]) -> list[list[Any]]:
    offered = decision.offers([])
    found = [[*items, item] for item in offered if all(item.unit != other.unit for other in items)]
    for index, item in enumerate(items):
        rest = items[:index] + items[index + 1 :]
        found.append(rest)
        found += [[*rest, other] for other in offered if other.unit == item.unit and other.target != item.target]
    stacks: dict[str, list[Any]] = {}
    for item in offered:
        stacks.setdefault(item.target, []).append(item)
    for same in stacks.values():  # all who can reach it, at once
        named = {item.unit for item in same}
        found.append([item for item in items if item.unit not in named] + same)
    return found[:60]


def declaration_value(g: Nlc, items: Sequence[Any]) -> float:
    by_target: dict[str, list[int]] = {}
    for item in items:
        by_target.setdefault(item.target, []).append(g.static.unit_named[item.unit])
    total = 0.0
    for target, units in by_target.items():
        key = ("attack value", target, tuple(sorted(units)), intent_of(g, g.side(units[0])))
        if key not in g.memo:
            g.memo[key] = attack_value(g, units, g.grid.hex(target))
        total += g.memo[key]
    return total


def retreat_or_stand(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """7.4.1: the question shows the hits on both; go when that saves more than it gives away."""
    told = re.search(r"take (\d+), cause (\d+)", decision.label(value))
    assert told is not None
    take, cause = int(told[1]), int(told[2])
    place = g.grid.hex(decision.about["place"])
    attacking = bool(g.enemies_at(place, side))
    friends, foes = both_sides(g, side, place)
    score = loss(g, foes, cause) - caution(g, side) * loss(g, friends, take)
    if value == "retreat":
        score -= 0.5 * ground(g, side, place) if attacking else keeping(g, side, place)
    return score


def both_sides(g: Nlc, side: int, place: int) -> tuple[list[int], list[int]]:
    """Who fights at a place: ours and theirs."""
    around = [unit for hex in g.grid.adjacent[place] for unit in g.units_at(hex) if g.stage.fought >> unit & 1]
    if g.enemies_at(place, side):
        return [unit for unit in around if g.side(unit) == side], g.enemies_at(place, side)
    return g.own_at(place, side), [unit for unit in around if g.side(unit) != side]


def stand_by_odds(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The same, and what it costs if those who stand do not hold: the place, or the foot guns that cannot get away (7.4.10)."""
    score = retreat_or_stand(g, decision, side, value)
    told = re.search(r"you hold (\d+)", decision.label(value))
    if told is None:
        return score
    place = g.grid.hex(decision.about["place"])
    breaks = 1.0 - int(told[1]) / 100
    if g.enemies_at(place, side):
        return score - 0.4 * breaks
    guns = sum(g.units[unit].steps[0] for unit in g.own_at(place, side) if g.units[unit].arm == FOOT)
    return score - breaks * (keeping(g, side, place) + WORN * guns)
