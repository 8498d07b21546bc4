"""An opponent that knows the rules of thumb: orders that fit the objectives, attacks at good odds, retreats when they pay.

It sits on a chair and plays on one imagined world for each decision (never the true position). Orders are written in
orders.py, moves are weighed in moves.py, fights in fights.py; the small choices are here, a score for each option.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from grognard.kernel import DONE, PASS, Course
from grognard.kernel.bot import Chair
from grognard.kernel.imagine import CannotImagine

from ..asks import Ask
from ..cavalry.charge import may_charge, targets_of
from ..context import Nlc
from ..values import FleeMap, units_meant
from .danger import CHARGED, cavalry_of, charge_danger
from .fights import best_declaration, caution, charge_value, ground, keeping, loss, retreat_or_stand, winning
from .initiative import choose_initiative, choose_target, spoil
from .intents import USUAL, Intent, intents
from .moves import choose_goal, choose_mover
from .orders import sheet_of

Score = Callable[[Nlc, Any, int, Any], float]
Answer = Callable[[Nlc, int, Any], list[Any]]


class StaffOfficer:
    """The bot of nlc that plays from turn to turn; the general (general.py) has other answers to some questions."""

    table: ClassVar[dict[Ask, Answer]] = {}

    def __init__(self, intent: Intent = USUAL) -> None:
        self.intent = intent
        self.thought: tuple[Any, ...] = ()  # the turn and the formations for which he thought of his courses last

    def courses(self, chair: Chair) -> list[Course]:
        """When orders are given, and before a formation moves: the same officer under other intents."""
        if chair.side is None or chair.decision.name not in (Ask.ORDERS, Ask.MOVER):
            return []
        g: Any = chair.imagine().g
        stage = g.state.stage
        now = (g.state.turn, g.state.phase, () if stage is None else tuple(stage.formations))
        if now == self.thought:
            return []
        self.thought = now
        return [Course(one.words, partial(type(self), one)) for one in intents(g, g.static.sides.index(chair.side))]

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
            return [decision.suggestions()[0] if decision.form == "draft" else quiet(decision)]
        mine = world.decisions.get(chair.seat)
        if mine is None or mine.form != decision.form:
            return [decision.suggestions()[0] if decision.form == "draft" else quiet(decision)]
        table, side = self.table or ANSWERS, world.g.static.sides.index(str(chair.side))
        world.g.memo["intent", side] = self.intent
        return table[Ask(mine.name)](world.g, side, mine)


def quiet(decision: Any) -> Any:
    """What changes least: the end, a no, else the first."""
    return next((value for value in decision.options if decision.ends(value) or decision.declines(value)), decision.options[0])


# ------------------------------------------------------------------ small choices


def bombardment(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The first hit disrupts: best at many men, and at those whom we are about to attack."""
    if value == DONE:
        return 0.0
    unit, target = units_meant(g, value.gun)[0], value.target
    if g.order(unit).kind == "march" and g.nearest_enemy(g.at(unit), side) > 1:
        return -0.2
    friends = sum(g.strength(u) for hex in g.grid.adjacent[target] for u in g.own_at(hex, side))
    return 1.0 + sum(g.strength(enemy) for enemy in g.units_at(target)) / 10 + friends / 20 + 0.2 * ground(g, side, target)


def charge_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Which cavalry charges: only with a clear advantage against one of its targets."""
    if value == DONE:
        return 0.3
    return max(
        (charge_value(g, value, target) for target in targets_of(g, value) if may_charge(g, value, target) is None), default=0.0
    )


def charge_way(g: Nlc, decision: Any, side: int, value: Any) -> float:
    unit = g.static.unit_named[decision.about["piece"]]
    return charge_value(g, unit, value.path[-1]) - 0.01 * len(value.path)


def reaction(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return 0.2
    label = decision.about.get("place", "")
    hex = g.grid.hex(label) if label else -1
    if hex < 0 or not g.enemies_at(hex, side):
        return 0.0
    return charge_value(g, value, hex)


def retreat_hex(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if isinstance(value, FleeMap):
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
    going = sum(g.strength(unit) for unit in value.units)
    left = sum(keeping(g, side, g.at(unit)) for unit in value.units if len(g.own_at(g.at(unit), side)) <= len(value.units))
    firm = 1.0 if any(g.is_infantry(unit) for unit in value.units) else 0.5  # cavalry alone must give way (7.3.10)
    riders = [(hex, unit, CHARGED) for hex, unit in cavalry_of(g, 1 - side)]
    home = g.at(value.units[0])
    danger = charge_danger(g, riders, value.units, place) - charge_danger(g, riders, g.own_at(home, side), home)
    eager = 0.5 if not winning(g, side) else 0.2
    gain = eager + firm * ground(g, side, place) + 0.05 * going
    return gain - 0.08 * max(0, exposed - going) - left - danger * caution(g, side)


def pursuit(g: Nlc, decision: Any, side: int, value: Any) -> float:
    return 1.0 if value == "pursue" else 0.8


def initial(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The formation that is nearest to the enemy acts first."""
    if value == PASS:
        return 0.1
    if value.formation is None:
        return 5.0
    units = g.units_of(value.formation)
    return 3.0 - min((g.nearest_enemy(g.at(unit), side) for unit in units), default=9) / 4


def pair_choice(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value == PASS:
        return -99.0
    return -float(min((g.nearest_enemy(g.at(unit), side) for unit in g.units_of(value)), default=9))


def refuge(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Far from the enemy, where there is room."""
    return float(g.nearest_enemy(value, side)) - 3 * (len(g.units_at(value)) >= 2)


# ------------------------------------------------------------------ the answer to every question


def by(score: Score) -> Answer:
    return lambda g, side, decision: sorted(decision.options, key=lambda value: -score(g, decision, side, value))


def first(g: Nlc, side: int, decision: Any) -> list[Any]:
    return [decision.options[0]]


def no(g: Nlc, side: int, decision: Any) -> list[Any]:
    """It does not think of such things yet."""
    return [quiet(decision)]


def sheet(g: Nlc, side: int, decision: Any) -> list[Any]:
    written = sheet_of(g, side)
    return [written] if not decision.refusals(written) else [[]]


ANSWERS: dict[Ask, Answer] = {
    Ask.WHO_ROLLS: first,
    Ask.PAIR: by(pair_choice),
    Ask.INITIAL_ACTION: by(initial),
    Ask.PLAYER_TURN: first,
    Ask.CHANGE_ORDER: no,
    Ask.LEADS: first,
    Ask.NEXT_CHARGE: first,
    Ask.NEXT_COMBAT: first,
    Ask.FALL_BACK_HEX: by(refuge),
    Ask.FALL_BACK_TARGET: by(refuge),
    Ask.ORDERS: sheet,
    Ask.REORGANIZE: no,
    Ask.RETURNS: no,
    Ask.MAKE_ROOM: first,
    Ask.INITIATIVE: lambda g, side, decision: [choose_initiative(g, side, decision)],
    Ask.INITIATIVE_ORDER: lambda g, side, decision: [choose_initiative(g, side, decision)],
    Ask.INITIATIVE_TARGET: lambda g, side, decision: [choose_target(g, side, decision)],
    Ask.BAD_MOVE: by(spoil),
    Ask.DUMMY: no,
    Ask.AIDE: first,
    Ask.SUCCESSOR: first,
    Ask.DRIVEN_OFF: first,
    Ask.HQ_GATHERS: first,
    Ask.SET_DOWN: first,
    Ask.HIDE_OR_SHOW: no,
    Ask.PLOT: no,
    Ask.MOVER: lambda g, side, decision: choose_mover(g, side, decision.options),
    Ask.MOVE_TO: choose_goal,
    Ask.MOVE_VIA: choose_goal,
    Ask.ENTER: choose_goal,
    Ask.RIDE_TO: choose_goal,
    Ask.GO_ON: first,
    Ask.RETREAT_TO: by(retreat_hex),
    Ask.LEADER_GOES_ALONG: first,
    Ask.TWO_FIRE: first,
    Ask.STAND_OR_RETREAT: by(retreat_or_stand),
    Ask.ATTACKS: lambda g, side, decision: [best_declaration(g, side, decision)],
    Ask.SLIP_AWAY: by(slip_away),
    Ask.DISRUPTED: by(take_loss),
    Ask.BOMBARD: by(bombardment),
    Ask.TAKE_HIT: by(take_loss),
    Ask.REMOTE_SUPPORT: no,
    Ask.ADVANCE: by(advance_choice),
    Ask.LEADER_ADVANCES: no,
    Ask.CHARGER: by(charge_choice),
    Ask.CHARGE: by(charge_way),
    Ask.REACT: by(reaction),
    Ask.REACTION_WAY: first,
    Ask.PURSUE: by(pursuit),
    Ask.STAY_OR_RETURN: first,
    Ask.PURSUE_INTO: first,
}
