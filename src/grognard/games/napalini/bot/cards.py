"""How the staff judges event and character cards, by their effect in this position; and the work of engineers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import PASS

from ..air.strike import allowed
from ..engineers.choices import EndWork, Work
from ..engineers.tasks import task_offers
from ..movement.paths import may_attack, step_refused, transit_reach
from ..state import NOWHERE
from ..table.terrain import prepared, slow
from ..tables import EXHAUSTED, FRESH
from .plan import Plan, strength, worth
from .question import Question, Score

# What a card promises in general, for the hand: (offensive, defensive)
RANK = {
    "27E": (9, 6),
    "30E": (8, 2),
    "O1E": (7.5, 1),
    "23E": (6, 6),
    "10E": (7, 4),
    "31E": (5, 1),
    "11E": (6.5, 1),
    "25E": (6, 1),
    "O4E": (4, 2),
    "32E": (4.5, 1),
    "24E": (3, 1),
    "22E": (3, 1),
    "17E": (3, 3),
    "21E": (3, 2),
    "20E": (5, 5),
    "O6E": (3, 3),
    "7E": (3, 2),
    "26E": (3, 9),
    "18E": (2, 8),
    "O2E": (2, 8),
    "8E": (2, 7),
    "O3E": (1, 3),
    "O5E": (1, 5),
    "29E": (1, 4),
    "28E": (1, 4),
    "12E": (1, 4),
    "19E": (0.5, 5),
    "9E": (2, 2),
    "13E": (0.5, 0.3),
    "14E": (0.5, 0.5),
    "16E": (0.5, 0.5),
    "15E": (0.2, 0.2),
}


def rank(plan: Plan, card: str) -> float:
    g = plan.g
    value = RANK.get(card, (1, 1))[0 if plan.offensive or g.static.meeting else 1]
    if card in ("22E", "24E", "19E") and not g.static.water:
        return 0.1
    if card in ("13E", "14E", "16E") and not g.module("airpower"):
        return 0.0
    if card == "27E" and plan.nights <= 1:
        return value * 0.4
    return float(value)


def judge_keep(ask: Question) -> Score:
    return lambda card: rank(ask.plan, card)


def judge_drop(ask: Question) -> Score:
    return lambda card: -rank(ask.plan, card)


def judge_ditch(ask: Question) -> Score:
    """Ditch what is worth little: one draws three for it and keeps two."""
    return lambda card: 0.0 if card == PASS else 4.0 - rank(ask.plan, card)


# ------------------------------------------------------------------ playing


def judge_play(ask: Question) -> Score:
    """Cards of the own Op, or of the Command Phase."""
    g, plan = ask.g, ask.plan
    if g.state.round is None:
        return lambda card: 0.0 if card == PASS else command_value(ask, card)
    attacks = [attack for attack in ask.assaults() if attack.value > 0]
    best = attacks[0] if attacks else None

    def score(card: Any) -> float:
        if card == PASS:
            return 0.0
        if (worth := PLAYS.get(card)) is not None:
            return worth(ask)
        if card == "32E":
            return black_bear(ask, bool(best))
        if best is None or plan.at_stake_of(best.square) < 0.6:
            return -1.0
        if card in ("O1C", "O4C", "11E", "30E", "31E", "21E", "O1E"):
            return attack_card(plan, best.square, best.force, best.guns, card)
        return 0.1

    return score


def _sure(worth: float) -> Callable[[Question], float]:
    return lambda ask: worth


def _repair(ask: Question) -> float:
    return repair_value(ask.plan) - 0.3


def _song(ask: Question) -> float:
    g, plan = ask.g, ask.plan
    return max(tired_value(plan, sq) for sq in {g.unit(n).at for n in plan.own}) - 0.4


def _prizes(ask: Question) -> float:
    return 0.5 if ask.g.camp(ask.side).prizes or ask.plan.nights == 1 else -0.5


def _cover(ask: Question) -> float:
    return max((cover_value(ask.plan, n) for n in ask.plan.own if ask.g.fl(n)), default=0.0) - 0.8


def _saboteur(ask: Question) -> float:
    return max((bridge_danger(ask.plan, k) for k in range(len(ask.g.state.bridges))), default=-1.0)


def _tracks(ask: Question) -> float:
    g = ask.g
    return 0.4 if sum(g.cls(n) == "T" for n in g.round.activated) >= 2 else -0.5


def _towns(ask: Question) -> float:
    """13E: squadrons that can strike in this Op, and a town to bomb on our way."""
    g, plan = ask.g, ask.plan
    towns = [sq for sq in plan.hostile if g.terrain(sq) == "bua" and allowed(g, ask.side, sq)]
    return 0.4 * max(map(plan.at_stake_of, towns)) - 0.2 if towns and plan.wings else -0.5


def black_bear(ask: Question, attack: bool) -> float:
    """32E: for infantry that comes nearer by its second square; not beside an attack that is planned without it."""
    if ask.plain:
        return -0.2 if attack else 0.3
    return max((marched(ask.plan, sq) for sq in {ask.g.unit(n).at for n in ask.g.round.activated}), default=0.0) - 0.1


def marched(plan: Plan, square: int) -> float:
    """What a second square is worth to the activated infantry of a square."""
    g, seen = plan.g, plan.seen
    foot = [n for n in g.round.activated if g.unit(n).at == square and g.type(n).infantry and g.cls(n) == "F"]
    total = 0.0
    for n in foot:
        ring = [to for to in g.grid.adjacent[square] if to not in seen.hostile and step_refused(g, n, square, to, seen) is None]
        one = max(plan.potential(n, to) for to in [square, *ring])
        past = [to for to in ring if to not in seen.zone and not slow(g, to)]
        two = [far for to in past for far in g.grid.adjacent[to] if far not in seen.hostile and not slow(g, far)]
        total += max(0.0, *(plan.potential(n, far) - one for far in two)) if two else 0.0
    return total


def slips_past(ask: Question) -> float:
    """O5C: what transit moves into and out of enemy zones bring nearer, when nobody is to attack."""
    g, plan = ask.g, ask.plan
    if ask.plain or any(attack.value > 0 for attack in ask.assaults()):
        return -0.5
    total = 0.0
    for n in g.round.activated:
        if g.dummy(n) or g.unit(n).at in plan.seen.hostile:
            continue
        now = transit_reach(g, n, plan.seen)
        free = transit_reach(g, n, plan.seen._replace(zone=set()))
        steps = [to for to in g.grid.adjacent[g.unit(n).at] if step_refused(g, n, g.unit(n).at, to, plan.seen) is None]
        held = max(plan.potential(n, to) for to in [g.unit(n).at, *now, *steps])
        total += max(0.0, *(plan.potential(n, to) - held for to in free)) if free else 0.0
    return total - 0.3


def _kampfgruppe(ask: Question) -> float:
    g = ask.g
    block = g.grid.block(g.round.aoo)
    others = [n for n in ask.plan.own if g.unit(n).at in block and n not in g.round.activated and g.unit(n).type != "hq"]
    return 0.25 * len(others) - 0.4


# What a card of the own Op is worth, whatever is attacked
PLAYS: dict[str, Callable[[Question], float]] = {
    **dict.fromkeys(("27E", "17E", "15C"), _sure(1.0)),
    **dict.fromkeys(("11C", "14C", "6C", "7E", "O6E"), _repair),
    **dict.fromkeys(("28E", "29E", "12E"), _cover),
    **dict.fromkeys(("14E", "16E"), _sure(0.3)),
    "O5C": lambda ask: slips_past(ask),
    "13E": _towns,
    **dict.fromkeys(("O2C", "7C"), _tracks),
    "20E": _song,
    "13C": _prizes,
    "19E": _saboteur,
    "22E": lambda ask: crossing(ask.plan),
    "24E": lambda ask: 0.6 if bridge_need(ask.plan) else -1.0,
    "O4E": _kampfgruppe,
}


def attack_card(plan: Plan, square: int, force: tuple[tuple[int, int], ...], guns: tuple[int, ...], card: str) -> float:
    """What a card adds to an attack."""
    g = plan.g
    ready = [n for n in g.real_at(square, plan.enemy) if prepared(g, n)]
    foot = [n for n, _ in force if g.type(n).infantry]
    if card == "O1E":
        return 0.5 if ready and not any(plan.behind(square, came) for _, came in force) else -0.5
    if card == "30E":
        return 0.9 if ready else -0.5
    if card == "31E":
        return 0.4 if ready and len(force) >= 3 else -0.5
    if card == "11E":
        return 0.3 * len(foot) - 0.3
    if card == "O1C":
        return 0.3 * len(force) - 0.2
    if card == "O4C":
        return 0.2 * len(guns) - 0.3 if g.army(g.round.formation).ops > 0 else -0.5
    return 0.2 * len(guns) - 0.3  # 21E


def command_value(ask: Question, card: str) -> float:
    plan = ask.plan
    if card in ("O3C", "10E"):
        return 1.0
    if card == "9E":
        return 0.1
    if card == "O5E":
        bare = [n for n in plan.own if ask.g.fl(n) and not ask.g.unit(n).prepared and plan.threat(ask.g.unit(n).at) > 0]
        return (-0.5 if plan.offensive else 0.0) + 0.2 * len(bare) - 0.3
    return 0.1


def judge_passive(ask: Question) -> Score:
    """The Fireman when a combat is in doubt; the Ghost when it is lost anyhow and no objective goes with it."""
    g, plan = ask.g, ask.plan
    squares = [sq for sq in g.round.queue if g.real_at(sq, ask.side)]

    def lost(sq: int) -> float:
        return sum(strength(g, n) for n in g.real_at(sq, plan.enemy)) - sum(strength(g, n) for n in g.real_at(sq, ask.side))

    def score(card: Any) -> float:
        if card == PASS:
            return 0.0
        if card == "O2E":
            return max((plan.at_stake_of(sq) for sq in squares if lost(sq) > -1), default=-1.0) - 0.5
        bad = [sq for sq in squares if lost(sq) > 2]
        return 0.3 if bad and all(plan.goal_at(sq) is None for sq in bad) else -1.0

    return score


def judge_named(ask: Question) -> Score:
    """A card's own question: which square, whom, or whether at all."""
    g, plan = ask.g, ask.plan
    card = ask.about.get("card", "")
    attacks = ask.assaults() if g.state.round is not None and g.round.side == ask.side else []
    best = attacks[0].square if attacks else -1

    def score(value: Any) -> float:
        if value == PASS:
            return 0.0
        if card in ("O1C", "O4C", "11E", "30E", "31E"):
            return 1.0 if value == best else plan.at_stake_of(value) * 0.1
        if card == "25E" and not ask.plain:
            return 1.0 if any(judge_go_on(ask)(sq) > 0 for sq in g.grid.adjacent[g.round.cleared]) else -0.5
        if card in ("8E", "12C", "26E", "18E"):
            return 1.0
        if card in ("28E", "29E", "12E") and isinstance(value, int):
            return max((cover_value(plan, n) for n in g.real_at(value, ask.side)), default=0.0) if value >= 0 else 0.0
        if card == "20E":
            return tired_value(plan, value)
        if card == "O6E":
            return worth(g, value)
        if card == "32E" and not ask.plain:
            return marched(plan, value)
        if card in ("22E", "32E"):
            return sum(strength(g, n) for n in g.real_at(value, ask.side))
        return 0.1

    return score


def judge_bridge(ask: Question) -> Score:
    """19E: the bridge that helps the enemy most."""
    return lambda k: bridge_danger(ask.plan, k)


def judge_go_on(ask: Question) -> Score:
    """25E: on to an objective that nobody holds, or into an attack that is a good one."""
    g, plan, r = ask.g, ask.plan, ask.g.round
    force = tuple((n, r.cleared) for n in g.real_at(r.cleared, ask.side) if may_attack(g, n, r.cleared) is None)

    def score(square: Any) -> float:
        goal = None if square == PASS else plan.goal_at(square)
        if square == PASS:
            return 0.0
        if goal is not None and not goal.mine and not g.enemies_in(square, ask.side):
            return 2.0
        if ask.plain or not force or not g.enemies_in(square, ask.side) or square in r.fought:
            return -0.2
        fight = plan.reckon(square, force[:3], ())
        return fight.value if fight.chance >= 0.6 else -0.2

    return score


def judge_repair(ask: Question) -> Score:
    g = ask.g
    return lambda n: 0.0 if n == PASS else worth(g, n) + (1.0 if g.exhausted(n) else 0.0) + (0.5 if g.fl(n) else 0.0)


def repair_value(plan: Plan) -> float:
    g = plan.g
    return sum(sorted((0.1 * g.type(n).cost * g.unit(n).step for n in plan.own if g.unit(n).step > FRESH), reverse=True)[:2])


def tired_value(plan: Plan, square: int) -> float:
    g = plan.g
    return sum(0.12 * g.type(n).cost for n in g.real_at(square, plan.side) if g.unit(n).step == EXHAUSTED)


def cover_value(plan: Plan, n: int) -> float:
    """What it helps that a unit is prepared or entrenched where it stands."""
    unit = plan.g.unit(n)
    goal = plan.goal_at(unit.at)
    if unit.prepared:
        return 0.0
    return plan.threat(unit.at) * (0.3 if goal is not None else 0.1)


# ------------------------------------------------------------------ bridges and other works


def bridge_danger(plan: Plan, number: int) -> float:
    """How much better the battle is for us without this bridge."""
    g, bridge = plan.g, plan.g.state.bridges[number]
    if plan.offensive or not bridge.intact:
        return -1.0
    ends = g.static.edge_ends(bridge.edge)
    return 0.15 * sum(plan.threat(sq, 1) for sq in ends) - 0.5


def bridge_need(plan: Plan) -> bool:
    """Wheels and tracks that are for an objective beyond water without a bridge."""
    g = plan.g
    stuck = [
        n
        for n, goal in plan.orders.items()
        if g.unit(n).kind == "land" and g.cls(n) != "F" and plan.field(goal.square, "wheels")[g.unit(n).at] >= 5.5
    ]
    return bool(g.static.water) and len(stuck) >= 2 and plan.offensive


def crossing(plan: Plan) -> float:
    """Infantry that would have to test at the river."""
    g = plan.g
    near = [
        n
        for n in g.round.activated
        if g.type(n).infantry and any((g.unit(n).at, to) in g.static.wet for to in g.grid.adjacent[g.unit(n).at])
    ]
    return 0.2 * len(near) - 0.3 if plan.offensive else -1.0


IDLE = 0.05  # what a task must be worth, or the engineers get none


def engineer_need(plan: Plan, formation: int) -> float:
    """Whether an HQ action for the engineers of a formation is well spent."""
    g = plan.g
    if g.army(formation).engineers <= 0 or any(t.formation == formation for t in g.state.tasks):
        return -1.0
    if plan.nights < 1 + (g.state.period != "morning"):
        return -1.0
    best = max((task_value(plan, value) for value in task_offers(g, formation)), default=-1.0)
    if best <= IDLE:
        return -1.0  # nothing would come of it
    return 0.5 if plan.offensive else 0.05


def held_up(plan: Plan, square: int, far: int) -> int:
    """How many of ours on this side of an edge have their way over it."""
    g = plan.g
    land = [n for n in plan.orders if g.fl(n) and g.unit(n).kind == "land"]
    near = [n for n in land if g.distance(g.unit(n).at, square) <= 1]
    kinds = {n: "wheels" if g.cls(n) != "F" else "foot" for n in near}
    fields = {n: plan.field(plan.orders[n].square, kinds[n]) for n in near}
    return sum(fields[n][far] < fields[n][square] for n in near)


def task_value(plan: Plan, value: Work | EndWork) -> float:
    g = plan.g
    if isinstance(value, EndWork):
        return -1.0
    kind, square, edge = value.kind, value.square, NOWHERE if value.edge is None else value.edge
    if kind in ("build-bridge", "repair-bridge"):
        one, two = g.static.edge_ends(edge)
        far = two if one == square else one
        fields = [plan.field(goal.square, "foot") for goal in plan.goals]
        gain = max((field[square] - field[far] for field in fields), default=0.0)
        return 0.4 + 0.2 * gain if bridge_need(plan) else -1.0
    if kind == "clear-obstacle" and plan.offensive:
        one, two = g.static.edge_ends(edge)
        far = two if one == square else one
        if any(goal.square == far for goal in plan.orders.values()):
            return 0.2
        return 0.0 if plan.plain else 0.06 * held_up(plan, square, far)
    if plan.offensive:
        return -1.0
    goal = plan.goal_at(square)
    if kind == "dig-trenches":
        return 0.3 + 0.1 * plan.threat(square) if goal is not None else 0.1
    if kind == "lay-wire" and goal is not None:
        return 0.1 + 0.02 * plan.threat(square)
    return 0.0
