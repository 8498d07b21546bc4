"""An opponent that knows the rules of thumb: fight at good odds, keep units near their objectives, retreat when it pays.

It sits on a chair and plays on one imagined world for each decision (never the true position). For each kind of question
a small
function scores the options with the same tallies and odds as the game itself; ties go to the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import DONE, PASS
from grognard.kernel.bot import Chair
from grognard.kernel.imagine import CannotImagine

from .bot_orders import sheet_of
from .context import EXITED, Nlc
from .duties import FALLING, target_distance
from .fire import halved
from .odds import charge_odds, combat_odds
from .victory import holder_of

Score = Callable[[Nlc, Any, int, Any], float]


class StaffOfficer:
    """The bot of nlc."""

    def choose(self, chair: Chair) -> Any:
        decision: Any = chair.decision
        if decision.form == "options" and len(decision.options) == 1:
            return decision.options[0]
        try:
            world = chair.imagine()
        except CannotImagine:  # play on without a picture of the field rather than not at all
            return decision.suggestions()[0] if decision.form == "draft" else quiet(decision.options)
        g: Nlc = world.g
        side = g.static.sides.index(str(chair.side))
        mine: Any = world.decisions[chair.seat]
        if mine.form == "draft":
            return self._draft(g, side, mine)
        scorer = SCORES.get(mine.rule)
        if scorer is None:
            return quiet(mine.options)
        return max(mine.options, key=lambda value: scorer(g, mine, side, value))

    def _draft(self, g: Nlc, side: int, decision: Any) -> Any:
        if decision.rule == "nlc.20.4.1":
            sheet = sheet_of(g, side)
            return sheet if not decision.refusals(sheet) else []
        return best_declaration(g, side, decision)


def quiet(options: list[Any]) -> Any:
    for word in (DONE, PASS, "stand", "keep", "stay", "hold", "return"):
        if word in options:
            return word
    return options[0]


# ------------------------------------------------------------------ attacks


def best_declaration(g: Nlc, side: int, decision: Any) -> Any:
    """Of the legal whole declarations the one with the best exchange; optional attacks join if they pay."""
    best, worth = decision.suggestions()[0], -1e9
    for items in decision.suggestions():
        value = declaration_value(g, side, items)
        if value > worth:
            best, worth = items, value
    for item in decision.offers(best):
        grown = [*best, item]
        if not decision.refusals(grown) and (value := declaration_value(g, side, grown)) > worth:
            best, worth = grown, value
    return best


def declaration_value(g: Nlc, side: int, items: Any) -> float:
    by_target: dict[str, list[int]] = {}
    for item in items:
        by_target.setdefault(item.target, []).append(g.static.unit_named[item.unit])
    return sum(attack_value(g, units, g.grid.hex(target)) for target, units in by_target.items())


def attack_value(g: Nlc, units: list[int], target: int) -> float:
    """Steps that the enemy loses less those that we lose, and what the ground is worth if he has to go."""
    made = combat_odds(g, units, target)
    gone = sum(float(chance) for word, chance in made.results.items() if word.startswith("defender"))
    return float(made.expected(1)) - float(made.expected(0)) * 0.9 + gone * (0.4 + ground_value(g, target) / 6)


def ground_value(g: Nlc, hex: int) -> float:
    return sum(objective.vp for objective in g.static.objectives if objective.hex == hex)


# ------------------------------------------------------------------ movement


def pick_mover(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Commanders last; units that have something to do first."""
    if value == DONE:
        return 0.5
    if isinstance(value, str):
        return 0.1 if value.startswith("leader") else 0.8
    if value[0] == "enter":
        return 5.0 + len(value)
    order = g.order(value[0])
    if order.kind in ("march", *FALLING):
        return 3.0
    if order.kind in ("attack", "probe"):
        return 2.0 + 0.1 * len(value)
    return 1.0 if wants_to_move(g, value[0], side) else 0.2


def wants_to_move(g: Nlc, unit: int, side: int) -> bool:
    return not g.in_zoc(unit) and g.nearest_enemy(g.at(unit), side) > 1 and side == 0


def goal_value(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """How good it is to end a move there: near the target of the order, in cover, not alone before the enemy."""
    if value == "stay":
        return 0.0
    if isinstance(value, tuple):
        return goal_value(g, decision, side, value[0]) - 0.05
    if value == EXITED:
        return 4.0
    named = decision.about.get("piece", "")
    unit = g.static.unit_named.get(named, -1)
    if unit < 0:
        return leader_goal(g, side, named, value)
    order = g.order(unit)
    score = 0.0
    near = g.nearest_enemy(value, side)
    if order.kind in FALLING:
        return float(near)
    if order.kind in ("attack", "probe", "march") and order.target:
        score -= 1.0 * target_distance(g, order, value)
    for objective in g.static.objectives:
        if objective.hex == value and holder_of(g, value) != side:
            score += objective.vp / 4
        if order.kind in ("defend", "delay", "reserve"):
            score += (
                objective.vp / (3 + g.grid.distance(objective.hex, value)) * (1 if holder_of(g, objective.hex) == side else 0.5)
            )
    if near == 1:
        foes = sum(g.strength(e) for h in g.adjacent_enemies(value, side) for e in g.units_at(h))
        friends = g.strength(unit) + sum(
            g.strength(u) for h in [value, *g.grid.adjacent[value]] for u in g.own_at(h, side) if u != unit
        )
        score += 1.5 if friends >= foes else -1.5
        if g.is_artillery(unit) and not g.own_at(value, side):
            score -= 3
    if g.ground.terrain[value]:
        score += 0.6
    return score


def leader_goal(g: Nlc, side: int, name: str, hex: int) -> float:
    """A leader stays behind his men, in reach of as many as possible."""
    leader = g.static.leader_named.get(name, -1)
    if leader < 0:
        return 0.0
    formations = g.leader(leader).commands or (g.leader(leader).formation,)
    units = [unit for formation in formations if formation >= 0 for unit in g.units_of(formation)]
    if not units:
        return 0.0
    mean = sum(g.grid.distance(hex, g.at(unit)) for unit in units) / len(units)
    safe = 0.5 if g.own_at(hex, side) else -0.5 * (g.nearest_enemy(hex, side) <= 2)
    return safe - mean


# ------------------------------------------------------------------ small choices


def bombardment(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == DONE:
        return 0.0
    unit, target = value
    return 1.0 + sum(g.strength(enemy) for enemy in g.units_at(target)) / 10 - (0.8 if g.order(unit).kind == "march" else 0)


def charge_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Which cavalry charges: only with a clear advantage against one of its targets."""
    if value == DONE:
        return 0.55
    from .charge import may_charge, targets_of

    return max(
        (charge_value(g, value, target) for target in targets_of(g, value) if may_charge(g, value, target) is None), default=0.0
    )


def charge_value(g: Nlc, unit: int, target: int) -> float:
    results = dict(charge_odds(g, [unit], target)[0].outcomes)
    return results.get("the charge wins", 0.0)


def charge_way(g: Nlc, decision: Any, side: int, value: Any) -> float:
    unit = g.static.unit_named.get(decision.about.get("piece", ""), -1)
    if not isinstance(value, tuple) or unit < 0:
        return 0.0
    return charge_value(g, unit, value[-1])


def reaction(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return 0.5
    label = decision.about.get("place", "")
    hex = g.grid.hex(label) if label else -1
    if hex < 0 or not g.enemies_at(hex, side):
        return 0.0
    return charge_value(g, value, hex)


def retreat_or_stand(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The label of the question knows the hits; go when it saves more than it gives away, and the place is not worth
    holding.
    """
    words = decision.label(value)
    numbers = [int(word) for word in words.replace(",", " ").split() if word.isdigit()]
    take, cause = numbers[-2], numbers[-1]
    place = g.grid.hex(decision.about["place"])
    worth = 0.4 + ground_value(g, place) / 5 if value == "retreat" else 0.0
    return cause - 1.1 * take - worth


def retreat_hex(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == -1:
        return -50.0
    score = float(min(4, g.nearest_enemy(value, side)))
    if len(g.units_at(value)) >= 2:
        score -= 5
    if g.zoc_on(value, side):
        score -= 4
    return score


def take_loss(g: Nlc, decision: Any, side: int, value: Any) -> float:
    return -float(g.strength(value)) - (3 if g.is_artillery(value) else 0) + (2 if g.damaged(value) else 0)


def advance_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return 0.2
    place = g.grid.hex(decision.about["place"])
    exposed = len(g.adjacent_enemies(place, side))
    return 0.5 + ground_value(g, place) - 0.2 * exposed + 0.3 * len(value)


def pursuit(g: Nlc, decision: Any, side: int, value: Any) -> float:
    return 1.0 if value == "pursue" else 0.8


def initial(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The formation that is nearest to the enemy acts first."""
    if value in (PASS, "pair"):
        return 0.1 if value == PASS else 5.0
    units = g.units_of(int(value))
    return 3.0 - min((g.nearest_enemy(g.at(unit), side) for unit in units), default=9) / 4


def pair_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return -1.0
    return -float(min((g.nearest_enemy(g.at(unit), side) for unit in g.units_of(value)), default=9))


def saved(g: Nlc, hits: int) -> int:
    return hits - halved(hits)


SCORES: dict[str, Score] = {
    "nlc.5.0.1": lambda g, d, s, v: goal_value(g, d, s, v) if d.about.get("piece") else pick_mover(g, d, s, v),
    "nlc.9.0.1": goal_value,
    "nlc.9.0.8": goal_value,
    "nlc.19.1.2": goal_value,
    "nlc.8.1.1": bombardment,
    "nlc.7.7.1": charge_choice,
    "nlc.7.7.2": charge_way,
    "nlc.7.9.1": reaction,
    "nlc.7.4.1": lambda g, d, s, v: retreat_or_stand(g, d, s, v) if v in ("stand", "retreat") else retreat_hex(g, d, s, v),
    "nlc.7.4.4": retreat_hex,
    "nlc.7.7.6": retreat_hex,
    "nlc.7.11.1": lambda g, d, s, v: (1.0 if v == "retreat" else 0.5) if v in ("retreat", PASS) else retreat_hex(g, d, s, v),
    "nlc.7.1.3": take_loss,
    "nlc.7.5.1": advance_choice,
    "nlc.7.8.1": pursuit,
    "nlc.4.2.2": initial,
    "nlc.4.1.2": pair_choice,
    "nlc.20.10.3": lambda g, d, s, v: float(g.nearest_enemy(v, s)) - 3 * (len(g.units_at(v)) >= 2),
}
