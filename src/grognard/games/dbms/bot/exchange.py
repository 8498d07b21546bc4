"""What a combat step would come to: who attacks whom with whose support, attack by attack, each element used once.

The exact odds of a combat depend on two totals only; so every pair of enemies is looked at once (`Meeting`), and a whole step
is reckoned from that (`exchange`): the best attack first, the defenders answering with what they have left. The same with those
who must first move up tells what the next turn may bring.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.boards.plane import INCH
from grognard.boards.poses import ahead
from grognard.boards.table_moves import Hop
from grognard.boards.table_shapes import gap, near

from ..combat.beat_or_doubled import is_doubled, lost, spares_attacker
from ..combat.factors import Fight, attack_total, defence_total
from ..combat.fight import is_ambush
from ..combat.retreat_and_rout import no_way
from ..combat.targets import GENERAL_REACH, Role, may_affect, may_be_target
from ..contact.breaking_off import enemies_on_flank_or_rear
from ..context import Dbms
from ..state import BASE, BLUE, BRIDGE, OTHER, RED
from ..tables import GOOD, RANGE, SLACK, SUPPORT_RANGE, WIDTH, flag
from ..terrain.going import rate
from ..winning import enough

LOSS = {"destroyed": 1.0, "captured": 1.0, "rout": 0.3, "retreat": 0.13, "return_to_base": 0.15, "none": 0.0}
WORTH = {"GE": 1.4, "TH": 1.1, "TA": 1.05, "AR": 1.05, "FI": 0.95}
NOW, SOON, NEVER = 0, 1, 2
LAST = 2.0  # the loss that decides the battle
ROUNDS = 5  # attacks of one side that are looked at
GAINS = 0.04  # what an attack must bring
GONE = 0.3  # a target that is left with no more than this is not attacked again
HELPS = 0.035  # what a defender's support must spare him, to be given
BORROWED = 0.5  # part of what a supporter could have done by himself
ON_FOOT = ("IN", "IH", "IE")


def stake(g: Dbms, n: int) -> float:
    """What losing this element would mean: more if it decides the battle."""
    value, side, losses = WORTH.get(g.code(n), 1.0), g.side(n), g.state.losses
    if n in (BASE, g.state.fort.garrison) and g.static.conditions.base_decides:
        return value * LAST
    beyond = losses[side] + 1 - enough(g, side)
    if beyond >= 0 and beyond > losses[OTHER[side]] - enough(g, OTHER[side]):
        return value * LAST
    return value


class Meeting(NamedTuple):
    """One element against one enemy: when it could attack or support against him, and what comes of it."""

    away: int
    attack: int
    support: int
    mine: int
    theirs: int
    beat: float  # what the enemy loses, beaten and doubled
    doubled: float
    if_beaten: float  # and what the attacker does
    if_doubled: float


@lru_cache(maxsize=4096)
def odds(mine: int, theirs: int) -> tuple[float, float, float, float]:
    """Of 36 rolls: the attacker doubles, beats, is beaten, is doubled."""
    found = [0, 0, 0, 0]
    for one in range(1, 7):
        for two in range(1, 7):
            a, d = mine + one, theirs + two
            if a > d:
                found[0 if is_doubled(a, d) else 1] += 1
            elif d > a:
                found[3 if is_doubled(d, a) else 2] += 1
    return found[0] / 36, found[1] / 36, found[2] / 36, found[3] / 36


def gained(meeting: Meeting, support: int, defence: int, free: bool = False) -> float:
    """What an attack brings on the average; free: its target has been attacked before and can do no harm."""
    doubles, beats, beaten, doubled = odds(meeting.mine - defence, meeting.theirs - support)
    value = doubles * meeting.doubled + beats * meeting.beat
    return value if free else value - beaten * meeting.if_beaten - doubled * meeting.if_doubled


Rows = dict[int, dict[int, Meeting]]  # each element's meetings, by enemy


class Field:
    """A position as a field of meetings, each reckoned when it is first asked for and kept until one of the two moves."""

    def __init__(self, g: Dbms) -> None:
        self.g = g
        self.numbers: dict[tuple[object, ...], int] = {}  # the states that an element was seen in
        self.kept: dict[int, Meeting | None] = {}
        self.trapped: dict[tuple[object, ...], bool] = {}
        self.heard: dict[int, bool] = {}

    def state_of(self, n: int) -> int:
        """A number for the element as it stands; the same for the same."""
        if n == BASE:
            key: tuple[object, ...] = (BASE, self.g.state.fort.garrison, self.g.state.fort.attacked)
        else:
            e = self.g.element(n)
            garrison = n == self.g.state.fort.garrison
            key = (n, e.at, e.form, e.entrenched, e.river, tuple(e.met), e.shifted, e.attacked > 0, garrison, e.hidden)
        return self.numbers.setdefault(key, len(self.numbers))

    def states(self) -> dict[int, int]:
        g = self.g
        found = {n: self.state_of(n) for n in (*g.ground_elements(), *g.air_elements())}
        if g.base_stands() and g.state.fort.garrison == BASE:
            found[BASE] = self.state_of(BASE)
        return found

    def rows(self, states: dict[int, int] | None = None) -> Rows:
        """All that may meet as the bases stand now."""
        g, states = self.g, states or self.states()
        sides: dict[str, list[int]] = {RED: [], BLUE: []}
        for n in states:
            sides[g.side(n)].append(n)
        found: Rows = {}
        for n, state in states.items():
            row = found[n] = {}
            for e in sides[OTHER[g.side(n)]]:
                key = state << 32 | states[e]
                if key not in self.kept:
                    self.kept[key] = self.look(n, e)
                if (meeting := self.kept[key]) is not None:
                    row[e] = meeting
        return found

    def heard_by(self, general: int, n: int) -> bool:
        """Near enough for his support."""
        key = self.state_of(general) << 32 | self.state_of(n)
        if key not in self.heard:
            self.heard[key] = near(self.g.shape(general), self.g.shape(n), GENERAL_REACH + SLACK)
        return self.heard[key]

    def look(self, n: int, enemy: int) -> Meeting | None:
        g = self.g
        code = g.code(n)
        if code == "GE" or (n != BASE and g.element(n).river == BRIDGE):
            return None
        one, two = g.shape(n), g.shape(enemy)
        still = n == BASE or g.is_air(n) or g.is_air(enemy) or flag(code, "no_fire_after_move")
        stride = 0 if still else rate(g, n, GOOD) * 9 // 10
        far, near_by = sorted((RANGE[code], SUPPORT_RANGE[code]), reverse=True)
        limit = one.radius + two.radius + far + stride + SLACK
        if (one.x - two.x) ** 2 + (one.y - two.y) ** 2 > limit * limit:
            return None
        away = gap(one, two)
        if away > far + stride + SLACK:
            return None
        attack = self.when(n, enemy, away, stride, "attack")
        if far == near_by and code != "IH" and n != BASE:  # the same range and the same sight
            support = attack
        else:
            support = NEVER if n == BASE else self.when(n, enemy, away, stride, "support")
        if attack != NEVER and g.state.phase == "fight" and may_be_target(g, n, enemy) is not None:
            attack = NEVER
        if attack == NEVER:
            return Meeting(away, attack, support, 0, 0, 0.0, 0.0, 0.0, 0.0)
        return self.reckon(n, enemy, away, stride, attack, support)

    def when(self, n: int, enemy: int, away: int, stride: int, role: Role) -> int:
        """Now, if it is in range and seen; soon, if a move could bring it there."""
        g = self.g
        reach = RANGE[g.code(n)] if role == "attack" else SUPPORT_RANGE[g.code(n)]
        if away <= reach + SLACK and (n == BASE or not g.loaded(n)) and may_affect(g, n, enemy, role) is None:
            return NOW
        return SOON if stride and away - stride <= reach else NEVER

    def reckon(self, n: int, enemy: int, away: int, stride: int, attack: int, support: int) -> Meeting:
        g = self.g
        fight = Fight(n, enemy, ambush=is_ambush(g, n))
        mine, theirs = int(attack_total(g, fight)), int(defence_total(g, fight))
        worth, risk = stake(g, enemy), stake(g, n)
        beat, doubled = (LOSS[self.result(fight, enemy, n, degree)] for degree in ("beat", "doubled"))
        if_beaten, if_doubled = 0.0, 0.0
        if spares_attacker(g, fight) is None:
            if_beaten, if_doubled = (LOSS[self.result(fight, n, enemy, degree)] for degree in ("beat", "doubled"))
        if attack == SOON and away <= stride and enemy != BASE and not g.is_air(enemy):
            if g.code(n) == "IN":
                mine += 1
            if g.code(enemy) == "IN":
                theirs += 1
            if g.code(enemy) in ON_FOOT:
                beat = 1.0
        return Meeting(away, attack, support, mine, theirs, beat * worth, doubled * worth, if_beaten * risk, if_doubled * risk)

    def result(self, fight: Fight, loser: int, winner: int, degree: str) -> str:
        """What the chart says; nobody who has no way back retreats."""
        found = lost(self.g, fight, loser, winner, degree).result
        if found in ("retreat", "rout") and loser != BASE and not self.g.is_air(loser) and self.has_no_way(loser):
            return "destroyed"
        return found

    def has_no_way(self, n: int) -> bool:
        g = self.g
        element = g.element(n)
        if element.river:
            return True
        if g.is_garrison(n):
            return False
        key = (self.state_of(n), tuple(g.element(e).at for e in g.enemies(n)))
        if key not in self.trapped:
            back = Hop(element.pose, ahead(element.pose, -g.depth(n)), WIDTH, g.depth(n))
            self.trapped[key] = bool(enemies_on_flank_or_rear(g, n)) or no_way(g, n, [back]) is not None
        return self.trapped[key]


class Side(NamedTuple):
    """Who of a side could do something."""

    attackers: list[int]
    helpers: list[int]
    general: int | None


def able(g: Dbms, side: str, soon: bool) -> Side:
    """soon: as in the next turn, when nobody is used up."""
    own = [*g.ground_elements(side), *g.air_elements(side)]
    if not soon:
        own = [n for n in own if not g.element(n).used and not g.loaded(n)]
        own = [n for n in own if not (flag(g.code(n), "no_fire_after_move") and g.element(n).shifted)]
    general = next((n for n in own if g.code(n) == "GE"), None)
    fighting = [n for n in own if n != general]
    fort = g.state.fort
    base = [BASE] if g.base_stands() and fort.owner == side and fort.garrison == BASE and (soon or not fort.used) else []
    return Side([*fighting, *base], fighting, general)


class Strike(NamedTuple):
    """One attack of a step: what it brings, and how likely its target is still there."""

    attacker: int
    target: int
    helpers: tuple[int, ...]
    guards: tuple[int, ...]
    value: float
    weight: float


def exchange(field: Field, side: str, rows: Rows, *, soon: bool = False) -> float:
    """What this side's attacks would bring, the best first."""
    return sum(one.weight * one.value for one in attacks_in_turn(field, side, rows, soon=soon))


def attacks_in_turn(field: Field, side: str, rows: Rows, *, soon: bool = False) -> list[Strike]:
    """The attacks of a step as far as this side is concerned."""
    melee = Melee(field, side, rows, soon)
    found: list[Strike] = []
    while len(found) < ROUNDS and (best := melee.best()) is not None:
        found.append(best)
        melee.carry_out(best)
    return found


class Melee:
    """Who is free to attack, to help and to guard, and who has been attacked, while the attacks of one side are reckoned."""

    def __init__(self, field: Field, side: str, rows: Rows, soon: bool) -> None:
        self.field, self.rows, self.latest = field, rows, SOON if soon else NOW
        mine, theirs = able(field.g, side, soon), able(field.g, OTHER[side], soon)
        self.general, self.foes_general = mine.general, theirs.general
        self.free, self.watch = set(mine.helpers), set(theirs.helpers)
        self.attackers = [n for n in mine.attackers if n in rows and self.targets(n, {})]
        self.solo = {n: self.alone(n) for n in mine.helpers if n in rows}
        self.weight: dict[int, float] = {}
        self.struck: set[int] = set()
        self.known: dict[int, Strike | None] = {}

    def alone(self, n: int) -> float:
        """What it could do by itself: what its support costs."""
        return max((gained(m, 1, 1) for m in self.rows[n].values() if m.attack <= self.latest), default=0.0)

    def targets(self, n: int, weight: dict[int, float]) -> list[int]:
        """dbms.combat.4; who must first move up chooses among those that are nearly as near."""
        reach = [(m.away, e) for e, m in self.rows[n].items() if m.attack <= self.latest and weight.get(e, 1.0) > GONE]
        if not reach:
            return []
        most = min(reach)[0] + (SLACK if self.latest == NOW else INCH)
        return [e for away, e in reach if away <= most]

    def best(self) -> Strike | None:
        found = [self.strike(n) for n in self.attackers if n == BASE or n in self.free]
        good = [one for one in found if one is not None and one.value > GAINS]
        return max(good, key=lambda one: one.value) if good else None

    def strike(self, n: int) -> Strike | None:
        """The best that this one can do now; kept until somebody whom it concerns is used up."""
        if n not in self.known:
            options = [self.against(n, e) for e in self.targets(n, self.weight)]
            self.known[n] = max(options, key=lambda one: one.value) if options else None
        return self.known[n]

    def against(self, n: int, e: int) -> Strike:
        rows, latest, solo = self.rows, self.latest, self.solo
        helpers = [h for h in self.free if h != n and (m := rows[h].get(e)) is not None and m.support <= latest]
        helpers.sort(key=lambda h: (solo[h], h))
        if self.general is not None and self.field.heard_by(self.general, n):
            helpers.insert(0, self.general)
        guards = [y for y in self.watch if y != e and (m := rows[y].get(n)) is not None and m.support <= latest]
        if self.foes_general not in (None, e) and self.field.heard_by(self.foes_general, e):
            guards.insert(0, self.foes_general)
        value, count, defence = best_help(rows[n][e], helpers, solo, len(guards), e in self.struck)
        return Strike(n, e, tuple(helpers[:count]), tuple(guards[:defence]), value, self.weight.get(e, 1.0))

    def carry_out(self, one: Strike) -> None:
        """Everybody named is used up, and the target perhaps gone."""
        gone = {one.attacker, *one.helpers}
        if self.general in gone:
            self.general = None
        if self.foes_general in one.guards:
            self.foes_general = None
        if one.attacker == BASE:
            self.attackers.remove(BASE)
        self.free -= gone
        self.watch.difference_update(one.guards)
        self.struck.add(one.target)
        out = chance_out(self.rows[one.attacker][one.target], len(one.helpers), len(one.guards))
        self.weight[one.target] = one.weight * (1 - out)
        self.known = {}


def best_help(meeting: Meeting, helpers: list[int], solo: dict[int, float], guards: int, free: bool) -> tuple[float, int, int]:
    """With how many helpers the attack brings most, each counted at what he could do by himself, and the answer to it."""
    best, price = (-9.0, 0, 0), 0.0
    for count in range(len(helpers) + 1):
        if count:
            price += 0.015 + BORROWED * max(0.0, solo.get(helpers[count - 1], 0.0))
        value, defence = answered(meeting, count, guards, free)
        if value - price > best[0]:
            best = (value - price, count, defence)
    return best


def answered(meeting: Meeting, support: int, guards: int, free: bool) -> tuple[float, int]:
    """What the attack brings after the defender has named as many as help him, and how many these are."""
    value, defence = gained(meeting, support, 0, free), 0
    for more in range(1, min(guards, 6) + 1):
        less = gained(meeting, support, more, free)
        if value - less < HELPS:
            break
        value, defence = less, more
    return value, defence


def chance_out(meeting: Meeting, support: int, defence: int) -> float:
    """How likely the target is out of this step's fight, destroyed or driven off."""
    doubles, beats, _, _ = odds(meeting.mine - defence, meeting.theirs - support)
    return doubles + beats
