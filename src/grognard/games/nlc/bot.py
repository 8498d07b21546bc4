"""An opponent that knows the rules of thumb: orders that fit the objectives, attacks at good odds, retreats when they pay.

It sits on a chair and plays on one imagined world for each decision (never the true position). Orders are written in
bot_orders.py, moves are weighed in bot_moves.py, fights in bot_fights.py; the small choices are here, a score for each option.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import DONE, PASS
from grognard.kernel.bot import Chair
from grognard.kernel.imagine import CannotImagine

from .asking import units_meant
from .bot_danger import CHARGED, cavalry_of, charge_danger
from .bot_fights import best_declaration, caution, charge_value, ground, keeping, loss, retreat_or_stand, winning
from .bot_initiative import choose_initiative, choose_target, spoil
from .bot_moves import choose_goal, choose_mover
from .bot_orders import sheet_of
from .context import Nlc

Score = Callable[[Nlc, Any, int, Any], float]
MOVES = ("nlc.5.0.1", "nlc.9.0.1", "nlc.9.0.8", "nlc.19.1.2", "nlc.19.5.1")


class StaffOfficer:
    """The bot of nlc."""

    def choose(self, chair: Chair) -> Any:
        return self.rank(chair)[0]

    def rank(self, chair: Chair) -> list[Any]:
        """Its choice, then what else it has weighed, the best first."""
        decision: Any = chair.decision
        if decision.form == "options" and len(decision.options) == 1:
            return [decision.options[0]]
        try:
            world = chair.imagine()
        except CannotImagine:  # play on without a picture of the field rather than not at all
            return [decision.suggestions()[0] if decision.form == "draft" else quiet(decision.options)]
        mine = world.decisions.get(chair.seat)
        if mine is None or mine.form != decision.form:
            return [decision.suggestions()[0] if decision.form == "draft" else quiet(decision.options)]
        return answers(world.g, world.g.static.sides.index(str(chair.side)), mine)


def answers(g: Nlc, side: int, decision: Any) -> list[Any]:
    """What the bot chooses in a world that it sees, and what else it thinks of, the best first."""
    if decision.form == "draft":
        if decision.rule == "nlc.20.4.1":
            sheet = sheet_of(g, side)
            return [sheet] if not decision.refusals(sheet) else [[]]
        return [best_declaration(g, side, decision)]
    if decision.rule == "nlc.20.11.1":
        return [choose_initiative(g, side, decision)]
    if decision.rule == "nlc.20.11.2":
        return [choose_target(g, side, decision)]
    if decision.rule in MOVES:
        if decision.about.get("piece"):
            return choose_goal(g, side, decision)
        return choose_mover(g, side, decision.options)
    scorer = SCORES.get(decision.rule)
    if scorer is None:
        return [quiet(decision.options)]
    return sorted(decision.options, key=lambda value: -scorer(g, decision, side, value))


def answer(g: Nlc, side: int, decision: Any) -> Any:
    return answers(g, side, decision)[0]


def quiet(options: list[Any]) -> Any:
    for word in (DONE, PASS, "stand", "keep", "stay", "hold", "return"):
        if word in options:
            return word
    return options[0]


# ------------------------------------------------------------------ small choices


def bombardment(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The first hit disrupts: best at many men, and at those whom we are about to attack."""
    if value == DONE:
        return 0.0
    unit, target = units_meant(g, value[0])[0], value[1]
    if g.order(unit).kind == "march" and g.nearest_enemy(g.at(unit), side) > 1:
        return -0.2
    friends = sum(g.strength(u) for hex in g.grid.adjacent[target] for u in g.own_at(hex, side))
    return 1.0 + sum(g.strength(enemy) for enemy in g.units_at(target)) / 10 + friends / 20 + 0.2 * ground(g, side, target)


def charge_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Which cavalry charges: only with a clear advantage against one of its targets."""
    if value == DONE:
        return 0.3
    from .charge import may_charge, targets_of

    return max(
        (charge_value(g, value, target) for target in targets_of(g, value) if may_charge(g, value, target) is None), default=0.0
    )


def charge_way(g: Nlc, decision: Any, side: int, value: Any) -> float:
    unit = g.static.unit_named.get(decision.about.get("piece", ""), -1)
    if not isinstance(value, tuple) or unit < 0:
        return 0.0
    return charge_value(g, unit, value[-1]) - 0.01 * len(value)


def reaction(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return 0.2
    label = decision.about.get("place", "")
    hex = g.grid.hex(label) if label else -1
    if hex < 0 or not g.enemies_at(hex, side):
        return 0.0
    return charge_value(g, value, hex)


def retreat_hex(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == -1:
        return -50.0
    score = 0.5 * min(4, g.nearest_enemy(value, side))
    if len(g.units_at(value)) >= 2:
        score -= 5
    if g.zoc_on(value, side):
        score -= 4
    for objective in g.static.objectives:
        score += 0.3 * objective.vp / (1 + g.grid.distance(value, objective.hex))
    return score + (0.3 if g.ground.terrain[value] else 0.0)


def slip_away(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """7.11: out of the way of an attack that is stronger than we are, unless the place must be held."""
    if value not in ("retreat", PASS):
        return retreat_hex(g, decision, side, value)
    place = g.grid.hex(decision.about["place"])
    if value == PASS:
        return keeping(g, side, place)
    against = sum(g.strength(u) for hex in g.grid.adjacent[place] for u in g.enemies_at(hex, side))
    return 0.25 * max(0, against - sum(g.strength(u) for u in g.own_at(place, side)))


def take_loss(g: Nlc, decision: Any, side: int, value: Any) -> float:
    return -loss(g, [value], 1) - (2.0 if g.is_artillery(value) else 0)


def advance_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return 0.2
    place = g.grid.hex(decision.about["place"])
    exposed = sum(g.strength(u) for hex in g.adjacent_enemies(place, side) for u in g.units_at(hex))
    going = sum(g.strength(unit) for unit in value)
    left = sum(keeping(g, side, g.at(unit)) for unit in value if len(g.own_at(g.at(unit), side)) <= len(value))
    firm = 1.0 if any(g.is_infantry(unit) for unit in value) else 0.5  # cavalry alone must give way (7.3.10)
    riders = [(hex, unit, CHARGED) for hex, unit in cavalry_of(g, 1 - side)]
    home = g.at(value[0])
    danger = charge_danger(g, riders, value, place) - charge_danger(g, riders, g.own_at(home, side), home)
    eager = 0.5 if not winning(g, side) else 0.2
    gain = eager + firm * ground(g, side, place) + 0.05 * going
    return gain - 0.08 * max(0, exposed - going) - left - danger * caution(g, side)


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
        return -99.0
    return -float(min((g.nearest_enemy(g.at(unit), side) for unit in g.units_of(value)), default=9))


SCORES: dict[str, Score] = {
    "nlc.8.1.1": bombardment,
    "nlc.7.7.1": charge_choice,
    "nlc.7.7.2": charge_way,
    "nlc.7.9.1": reaction,
    "nlc.7.4.1": lambda g, d, s, v: retreat_or_stand(g, d, s, v) if v in ("stand", "retreat") else retreat_hex(g, d, s, v),
    "nlc.7.4.4": retreat_hex,
    "nlc.7.7.6": retreat_hex,
    "nlc.7.11.1": slip_away,
    "nlc.7.1.3": take_loss,
    "nlc.8.1.4": take_loss,
    "nlc.7.5.1": advance_choice,
    "nlc.7.8.1": pursuit,
    "nlc.4.2.2": initial,
    "nlc.4.1.2": pair_choice,
    "nlc.20.11.5": spoil,
    "nlc.20.10.3": lambda g, d, s, v: float(g.nearest_enemy(v, s)) - 3 * (len(g.units_at(v)) >= 2),
}
