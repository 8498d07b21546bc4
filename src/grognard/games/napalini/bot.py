"""The staff officer: plans Ops and HQ actions, attacks where the odds are good, holds objectives, spends cards and planes.

He works on one imagined world at a time and never on the true one. Every decision is scored option by option; the scores come
from the rules' own functions (odds, zones, distances).
"""

from __future__ import annotations

from typing import Any

from grognard.boards.squares import OFFSETS
from grognard.kernel import PASS
from grognard.kernel.bot import Chair
from grognard.kernel.decision import Checked, Choice, Draft

from .context import Napalini
from .odds import combat_odds
from .state import NOWHERE
from .tables import EXHAUSTED
from .victory import points
from .zones import facing_of, is_rear


def worth(g: Napalini, n: int) -> float:
    """What a unit is worth in its state."""
    unit, kind = g.unit(n), g.type(n)
    if g.dummy(n):
        return 0.1
    base = (kind.cost or 1) + (1 if unit.trucks else 0)
    return (
        base
        * (1.0, 0.72, 0.42, 0.0)[min(unit.step, 3)]
        * (1.15 if unit.quality == "good" else 0.85 if unit.quality == "poor" else 1.0)
    )


def evaluate(g: Napalini, side: str) -> float:
    """Victory points, flags, the strength that is left, and how near it stands to the objectives."""
    other = g.other(side)
    value = 6.0 * (points(g, side) - points(g, other))
    for n, unit in enumerate(g.state.units):
        if unit.where in ("table", "aboard", "hook", "later"):
            value += worth(g, n) * (1 if unit.side == side else -1)
    left = max(0, g.static.days - g.state.day) + 1
    for number, square in enumerate(g.state.objectives):
        for who, sign in ((side, 1), (other, -1)):
            front = [n for n in g.real_at(square, who) if g.fl(n)]
            enemies = g.real_at(square, g.other(who))
            if front and not enemies:
                value += 4.0 * left * sign
            elif g.state.flags[number] == who:
                value += 2.0 * left * sign
            near = [
                g.distance(u.at, square)
                for n, u in enumerate(g.state.units)
                if u.side == who and u.where == "table" and u.at >= 0 and g.fl(n)
            ]
            if near:
                value += sign * (3.0 - 0.6 * min(min(near), 5))
    return value


class Staff:
    """An opponent for people."""

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        if isinstance(decision, Choice):
            if len(decision.options) == 1:
                return decision.options[0]
            g: Napalini = chair.imagine().g
            return self.best(g, chair, decision)
        if isinstance(decision, Checked | Draft):
            return decision.suggestions()[0]
        raise TypeError("a decision has one of three forms")

    def best(self, g: Napalini, chair: Chair, decision: Choice) -> Any:
        rule = decision.rule.removeprefix("napalini.")
        side = chair.side
        assert side is not None
        if rule == "4.aoo.units" and "units" in decision.about:
            members = decision.about["units"]
            scored = [(judge_order(g, side, value, members), -k) for k, value in enumerate(decision.options)]
        elif rule in FACINGS_OF:
            square = g.grid.square(decision.about["place"]) if decision.about.get("place") else NOWHERE
            scored = [(judge_facing(g, side, value, square), -k) for k, value in enumerate(decision.options)]
        else:
            judge = JUDGES.get(rule, _first)
            scored = [(judge(g, side, value), -k) for k, value in enumerate(decision.options)]
        return decision.options[-max(scored)[1]]


FACINGS_OF = ("3.facing.change", "6.all-round.place", "3.spot.alignment")


def _first(g: Napalini, side: str, value: Any) -> float:
    return -0.1 if value in (PASS, "done") else 0.0


# ------------------------------------------------------------------ judgements, by the rule that asks


def targets(g: Napalini, side: str) -> list[tuple[int, float]]:
    """Squares worth going to, with their weight: objectives above all, those not ours first."""
    found = []
    for number, square in enumerate(g.state.objectives):
        mine = g.state.flags[number] == side
        held = any(g.fl(n) for n in g.real_at(square, side))
        found.append((square, 1.0 if not mine and not held else 0.55 if mine and not held else 0.35))
    return found


def pull(g: Napalini, side: str, square: int) -> float:
    """How well a square stands to the objectives."""
    return sum(weight * 6.0 / (1.5 + g.distance(square, to)) for to, weight in targets(g, side))


def threat(g: Napalini, side: str, square: int) -> float:
    """Enemy strength that could come next."""
    enemy = g.other(side)
    return sum(worth(g, n) for n in g.on_table(enemy) if g.fl_place(n) and g.distance(g.unit(n).at, square) <= 2)


def judge_aoo(g: Napalini, side: str, square: int) -> float:
    r = g.round
    block = g.grid.block(square)
    units = [
        n for n in g.on_table(side) if g.unit(n).formation == r.formation and g.unit(n).at in block and g.unit(n).type != "hq"
    ]
    value = 0.0
    for n in units:
        if not g.type(n).move and not g.type(n).transit and not g.artillery(n):
            continue
        value += 0.4 if g.dummy(n) else 1.0
        value += 0.5 if g.artillery(n) and not g.unit(n).fired else 0.0
        held = any(g.unit(n).at == sq for sq in g.state.objectives)
        value += -0.4 if held else 0.25 * max(0.0, 4 - nearest(g, side, g.unit(n).at))
    hq = g.hq(r.formation)
    if hq >= 0 and g.place(hq) >= 0 and g.distance(g.place(hq), square) >= 5:
        value -= 1.2
    return value - 0.01 * nearest(g, side, square)


def nearest(g: Napalini, side: str, square: int) -> int:
    open_ = [to for to, weight in targets(g, side) if weight > 0.5] or [to for to, _ in targets(g, side)]
    return min((g.distance(square, to) for to in open_), default=0)


def judge_action(g: Napalini, side: str, value: Any) -> float:
    r = g.round
    if value == "done":
        return 0.5
    kind = value[0]
    if kind == "prompt":
        from .rounds import sure

        return 1.0 if not sure(g, r.formation) and not r.bonus else -1.0
    if kind == "bonus-op":
        return 0.8 if g.camp(side).stockpiles > 1 else 0.2
    if kind == "barrage":
        return 0.7
    if kind == "demolition":
        bridge = g.state.bridges[value[2]]
        near = [
            n
            for n in g.on_table(g.other(side))
            if any(g.distance(g.unit(n).at, sq) <= 1 for sq in g.static.edge_ends(bridge.edge))
        ]
        return 2.0 if near else -1.0
    return -1.0


def judge_mover(g: Napalini, side: str, value: Any) -> float:
    if value == "done":
        return -5.0
    if value[0] == "group":
        return 1.6 + sum(g.fl(n) for n in g.units_at(value[1], side)) * 0.3 - 0.2 * nearest(g, side, value[1])
    n = value[1]
    return 0.6 - 0.2 * nearest(g, side, g.unit(n).at) - (0.5 if not g.fl(n) else 0.0)


def attack_value(g: Napalini, side: str, members: list[int], square: int, came: int) -> float:
    """What an attack promises: the odds against what is seen or feared there."""
    enemy = g.other(side)
    with_us = [n for n in g.real_at(square, side) if n not in members]
    force = [n for n in (*members, *with_us) if g.fl(n) and not g.dummy(n)]
    if not force:
        return -3.0
    defenders = g.real_at(square, enemy)
    if not defenders:
        return 4.0
    facing = facing_of(g, square, enemy)
    rear = [
        n
        for n in members
        if facing is not None and came >= 0 and is_rear(g, square, facing, came) and not g.all_round(square, enemy)
    ]
    chances = combat_odds(g, square, force, defenders, rear)
    if not g.static.meeting and side == g.order[0]:  # the offensive must pay for ground, and soon
        haste = 0.6 - 0.2 * (g.state.day - 1) - (0.15 if g.state.period != "morning" else 0.0)
        chances = {**chances, "defenders win": max(0.2, haste) * chances["defenders win"]}
    offensive = not g.static.meeting and side == g.order[0]
    prize = (8.0 if offensive else 5.0) if square in g.state.objectives else 2.0
    swing = chances["attackers win"] - 1.1 * chances["defenders win"]
    return (
        prize * swing
        + (1.0 if chances["attackers win"] > 0.5 else -0.8)
        + 0.3 * pull(g, side, square)
        - 0.3 * pull(g, side, came)
    )


def judge_order(g: Napalini, side: str, value: Any, members: list[int]) -> float:
    n = members[0]
    at = g.unit(n).at
    if (
        (isinstance(value, tuple) and value[0] == "unit")
        or (isinstance(value, tuple) and value[0] == "group")
        or value == "done"
    ):
        return judge_mover(g, side, value)
    on_goal = at in g.state.objectives
    alone = on_goal and sum(g.fl(m) and not g.dummy(m) for m in g.real_at(at, side)) <= len([m for m in members if g.fl(m)])
    leave = 3.5 if alone and any(g.fl(m) for m in members) else 0.0
    if value == "stay":
        return 0.05
    if value == "prepare":
        if g.unit(n).prepared:
            return -0.2
        return 0.4 + (1.2 if on_goal else 0.0) + 0.12 * threat(g, side, at)
    if value[0] == "move":
        if value[2] >= 0:
            return attack_value(g, side, members, value[1], value[2]) - leave
        return move_value(g, side, members, at, value[1]) - leave
    if value[0] == "transit":
        return move_value(g, side, members, at, value[1]) - leave - 0.1
    return -1.0


def move_value(g: Napalini, side: str, members: list[int], at: int, to: int) -> float:
    gain = pull(g, side, to) - pull(g, side, at)
    if any(g.fl(m) and not g.dummy(m) for m in members):
        free = to in g.state.objectives and not any(g.fl(m) for m in g.real_at(to, side))
        gain += 4.0 if free else 0.0
    else:
        gain = 0.5 * gain - 0.15 * threat(g, side, to)
        friends = any(g.fl(m) for m in g.real_at(to, side))
        gain += 0.6 if friends else -0.4
        if any(g.unit(m).type == "hq" for m in members):
            gain -= 1.0
    worn = sum(g.unit(m).step == EXHAUSTED for m in members)
    return gain - 0.5 * worn * threat(g, side, to)


def judge_facing(g: Napalini, side: str, value: Any, square: int) -> float:
    """Towards the enemies; all round only when they are on both sides."""
    facing = value if isinstance(value, int) else value[1]
    forward = 0 if g.static.sides[side].edge == "south" else 4
    score = 0.3 if facing == forward else 0.0
    if square < 0:
        return score
    east, north = OFFSETS[facing]
    column, row = g.grid.column_row(square)
    behind = 0.0
    for n in g.on_table(g.other(side)):
        at = g.unit(n).at
        away = g.distance(at, square)
        if away == 0 or away > 4:
            continue
        other, height = g.grid.column_row(at)
        ahead = (other - column) * east + (height - row) * north
        weight = (worth(g, n) + 0.5) / away
        score += weight if ahead > 0 else 0.4 * weight if ahead == 0 else -0.6 * weight
        behind += weight if ahead < 0 else 0.0
    return score if isinstance(value, int) else score - 0.4 + 1.2 * behind - (0.0 if behind > 1.0 else 1.0)


def judge_loss(g: Napalini, side: str, n: Any) -> float:
    """The cheapest step first; never the last step if it can be helped."""
    if n == PASS:
        return -9.0
    unit = g.unit(n)
    price = worth(g, n) / (3 - min(unit.step, 2))
    if "V" in g.type(n).flags:
        price = worth(g, n) * 2
    if unit.step == EXHAUSTED:
        price += 1.0
    return -price


def judge_retreat(g: Napalini, side: str, square: Any) -> float:
    if square == PASS:
        return 0.0
    return pull(g, side, square) - 0.3 * threat(g, side, square) if isinstance(square, int) else 0.0


def judge_combat(g: Napalini, side: str, value: Any) -> float:
    if value == PASS:
        return 0.0
    if isinstance(value, int):  # whose Op is it?
        units = [n for n in g.on_table(side) if g.unit(n).formation == value and g.fl(n) and not g.dummy(n)]
        return g.army(value).ops + sum(1.0 / (1 + nearest(g, side, g.unit(n).at)) for n in units)
    if value[0] == "bombard":
        return 2.0 + (0.5 if value[1] in g.state.objectives else 0.0)
    if value[0] == "fight on":
        force = [n for n in g.real_at(value[1], side) if g.fl(n)]
        chances = combat_odds(g, value[1], force, g.real_at(value[1], g.other(side)))
        return 1.0 if chances["attackers win"] >= chances["defenders win"] else -0.5
    return 1.0


def judge_use(g: Napalini, side: str, value: Any) -> float:
    """Guns, ambushes, cards and stockpiles: better used than kept."""
    return -1.0 if value in (PASS, "done", "let it pass") else 1.0


def judge_ambush(g: Napalini, side: str, n: Any) -> float:
    if n == PASS:
        return 0.0
    return g.type(n).open + g.type(n).close + worth(g, n) * 0.1


def judge_setup(g: Napalini, side: str, value: Any) -> float:
    return 1.0 if value == "done" else 0.0


def judge_dummy(g: Napalini, side: str, value: Any) -> float:
    square = value[0] if isinstance(value, tuple) else NOWHERE
    return (0.5 * pull(g, side, square) - 0.3 * len(g.units_at(square, side))) if square >= 0 else 0.0


def judge_units(g: Napalini, side: str, value: Any) -> float:
    """4.aoo.units asks both who acts and what he does."""
    if value == "done" or (isinstance(value, tuple) and value[0] in ("unit", "group")):
        return judge_mover(g, side, value)
    return 0.0


def judge_keep(g: Napalini, side: str, value: Any) -> float:
    """The front line goes together; what cannot attack stays out of the group."""
    if value == PASS:
        return 1.0
    return 0.0 if g.fl(value) and not g.dummy(value) else 2.0


JUDGES = {
    "6.group": judge_keep,
    "4.activate.named": judge_aoo,
    "4.action.timing": judge_action,
    "4.aoo.units": judge_units,
    "7.losses.first-fl": judge_loss,
    "7.losses.even": judge_loss,
    "3.ambush.losses": judge_loss,
    "7.retreat": judge_retreat,
    "4.round.sequence": judge_combat,
    "7.artillery.conditions": judge_use,
    "7.artillery.bombardment": judge_use,
    "3.ambush": judge_ambush,
    "3.deploy.fixed": judge_setup,
    "3.hidden.dummies": judge_dummy,
    "11.super.commit": judge_use,
    "11.observe.commit": judge_use,
    "11.intercept.choice": judge_use,
    "11.strike.task": judge_use,
    "11.barrage.fireplan": judge_use,
    "11.barrage.simultaneous": judge_use,
    "9.uses": judge_use,
    "9.no-attrition": judge_use,
    "9.rush": judge_use,
    "card.23E": judge_use,
    "card.18E": judge_use,
    "card.26E": judge_use,
    "card.8E": judge_use,
    "card.12C": judge_use,
    "card.25E": judge_use,
    "11.cards.repair": judge_use,
    "3.envelopment": judge_setup,
    "11.aa.hidden": judge_use,
    "3.recce.respond": judge_setup,
}
