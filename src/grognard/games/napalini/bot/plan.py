"""What the staff reckons with: what every objective is worth, who goes where, which attacks an Op can make.

All values are victory points. An objective in enemy hands is worth two points for every night that is left (one won, one not
lost); a unit's way to it is counted in Ops (marches.py). `Plan` is worked out anew for every decision, from an imagined world.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..combat.artillery import map_target
from ..combat.fire import Aim, dice_tally, needed, score_tally
from ..combat.retreat import HOLDERS
from ..context import Napalini
from ..movement.paths import may_attack, paths, points, step_refused, step_tests
from ..table.sight import spots
from ..table.stacking import room_rule
from ..table.terrain import prepared
from ..table.wire_and_obstacles import obstacles_to
from ..tables import EXHAUSTED
from .intents import USUAL, Intent
from .marches import FAR, Goal, Marches
from .quick_odds import fold
from .wings import bombs, wings

PASSES = 0.65  # the chance that guns get their message
PASSED = 2 / 3  # the chance to pass a friction test
BLUFF = 0.3  # the chance that a marker is a dummy


class Assault(NamedTuple):
    """An attack that an Op could make."""

    square: int
    force: tuple[tuple[int, int], ...]  # unit, square from which it enters (itself if it is there already)
    guns: tuple[int, ...]
    chance: float  # of winning
    value: float
    air: bool = False  # with all squadrons that can strike


def strength(g: Napalini, n: int) -> float:
    """What a unit counts for in a fight, in its state."""
    if g.dummy(n):
        return 0.0
    kind, unit = g.type(n), g.unit(n)
    return 0.5 * (kind.open + kind.close) * (7 - min(6, needed(g, n))) / 3.0 + (0.2 if unit.prepared else 0.0)


def worth(g: Napalini, n: int) -> float:
    """What a unit is worth in its state, in points of the army list."""
    unit, kind = g.unit(n), g.type(n)
    if g.dummy(n):
        return 0.1
    base = (kind.cost or 1) + (1 if unit.trucks else 0)
    return (
        base
        * (1.0, 0.72, 0.42, 0.0)[min(unit.step, 3)]
        * (1.15 if unit.quality == "good" else 0.85 if unit.quality == "poor" else 1.0)
    )


class Plan(Marches):
    def __init__(self, g: Napalini, side: str, plain: bool = False, intent: Intent = USUAL) -> None:
        super().__init__(g, side)
        self.intent = intent
        self.plain = plain  # the adjutant, who does not reckon with aircraft
        self.wings = [] if plain else wings(g, side)
        self.offensive = not g.static.meeting and side == g.order[0]
        self.nights = max(1, g.static.days + (g.static.extra_days if g.state.extra else 0) - g.state.day + 1)
        self.own = [n for n in g.on_table(side) if not g.dummy(n)]
        self.theirs = [n for n in g.on_table(self.enemy) if not g.dummy(n)]
        self.hostile = {g.unit(n).at for n in self.theirs}  # where real units are; seen.hostile has the markers
        self._dice: dict[Aim, list[float]] = {}
        self._stands: dict[tuple[int, int], float] = {}
        self._entries: dict[int, dict[int, int]] = {}
        self._reckoned: dict[Any, Assault] = {}
        self.gains: dict[int, float] = {}
        self._threats: dict[tuple[int, int], float] = {}
        self._company: dict[int, float] = {}
        self._passes: dict[tuple[int, int, int], float] = {}

    # -------------------------------------------------------------- objectives

    @cached_property
    def goals(self) -> list[Goal]:
        g, found = self.g, []
        for number, square in enumerate(g.state.objectives):
            if square < 0:
                continue
            flag = g.state.flags[number] if number < len(g.state.flags) else ""
            enemies = self.feared(square)
            friends = sum(g.fl(n) for n in self.own if g.unit(n).at == square)
            near = min((g.distance(g.unit(n).at, square) for n in self.theirs if g.fl(n) and g.type(n).move), default=9)
            danger = {0: 1.0, 1: 0.7, 2: 0.5, 3: 0.3}.get(near, 0.1)
            worth_ = (2.0 if flag else 1.5) * self.nights * self.intent.weight(number, flag == self.side)
            found.append(Goal(square, number, worth_, flag == self.side, enemies, friends, danger))
        return found

    def feared(self, square: int) -> float:
        """Enemy strength in a square as far as it is known; a hidden marker counts for less than a unit."""
        return sum(force for at, force in self._markers if at == square)

    @cached_property
    def _markers(self) -> list[tuple[int, float]]:
        g = self.g
        units = [(n, g.unit(n)) for n in g.on_table(self.enemy)]
        return [(unit.at, strength(g, n) if unit.revealed or unit.known else 0.9) for n, unit in units]

    @cached_property
    def last_chance(self) -> bool:
        """The last Op of the last day but for luck: nothing is to be saved."""
        g = self.g
        late = g.state.period == "afternoon" or g.static.season == "winter"
        return self.nights == 1 and late and sum(g.army(f).ops + g.army(f).bonus for f in g.formations(self.side)) <= 1

    @cached_property
    def patience(self) -> float:
        """How far an attack must be worth making now and not tomorrow: wholly with three nights more, not on the last day."""
        return min(1.0, (self.nights - 1) / 3)

    def at_stake(self, goal: Goal) -> float:
        """What there is to win or lose at an objective today."""
        if goal.mine and not goal.enemies:
            return goal.worth * goal.danger * 0.5
        return goal.worth

    def goal_at(self, square: int) -> Goal | None:
        return next((goal for goal in self.goals if goal.square == square), None)

    @cached_property
    def orders(self) -> dict[int, Goal]:
        """Which objective every unit is for: the best objectives get enough of the nearest first."""
        g, found = self.g, dict[int, Goal]()
        front = [n for n in self.own if g.fl(n) and (g.type(n).move or g.unit(n).trucks)]
        if not self.goals:
            return found
        left = list(front)
        wanted = sorted(self.goals, key=lambda goal: -self.promise(goal, left))
        for goal in wanted:
            near = sum(force for at, force in self._markers if 0 < g.distance(at, goal.square) <= 1)
            need = 1.3 * goal.enemies + 0.5 * near + (1.0 if not goal.mine else 0.0)
            if goal.mine and not goal.enemies:
                need = (0.5 * near + 1.0) * (goal.danger >= 0.3)
            left.sort(key=lambda n: self.ops_to(n, g.unit(n).at, goal))
            room = 4  # three can attack at a time, one follows
            for n in list(left):
                if need <= 0 or self.ops_to(n, g.unit(n).at, goal) >= FAR:
                    break
                if g.unit(n).kind == "land":
                    if not room:
                        continue
                    room -= 1
                found[n] = goal
                need -= strength(g, n)
                left.remove(n)
        first = next((goal for goal in wanted if not goal.mine or goal.enemies), wanted[0])
        for n in left:
            open_ = [goal for goal in wanted if self.ops_to(n, g.unit(n).at, goal) < FAR]
            live = [goal for goal in open_ if not goal.mine or goal.enemies]
            found[n] = max(live or open_ or [first], key=lambda goal: self.promise(goal, [n]))
        busy = [found[n] for n in front]
        main = [goal for goal in busy if not goal.mine or goal.enemies] or busy or [first]
        for n in self.own:
            if n not in found:
                found[n] = min(main, key=lambda goal: (self.ops_to(n, g.unit(n).at, goal) - 0.2 * goal.worth, goal.number))
        return found

    def promise(self, goal: Goal, units: Sequence[int]) -> float:
        """How good an objective is to go for now."""
        near = sorted(self.ops_to(n, self.g.unit(n).at, goal) for n in units)[:4]
        away = sum(near) / len(near) if near else FAR
        return self.at_stake(goal) / (2.0 + away + 0.25 * goal.enemies)

    # -------------------------------------------------------------- how units stand

    def potential(self, n: int, square: int) -> float:
        """How well a unit stands: less the Ops it is away from what it is for."""
        if (n, square) not in self._stands:
            self._stands[n, square] = self._potential(n, square)
        return self._stands[n, square]

    def _potential(self, n: int, square: int) -> float:
        g = self.g
        goal = self.orders.get(n)
        if goal is None:
            return 0.0
        stake = max(self.at_stake(goal), 0.5)
        if g.passengers(n):
            return -sum(stake / 12 * min(8.0, self.field(goal.square, "foot")[square]) for _ in g.passengers(n))
        weight = stake / (12 if g.fl(n) else 22)
        if g.exhausted(n) and g.fl(n) and not self.plain:  # it cannot attack and has no zone: others go first
            weight *= 0.3
        value = -weight * min(10.0, self.ops_to(n, square, goal))
        if not g.fl(n):
            value -= 0.12 * self.threat(square, 1) * (not any(g.fl(m) for m in g.units_at(square, self.side) if m != n))
        elif not self.plain:
            value -= self.exposed(n, square)
        return value

    def exposed(self, n: int, square: int) -> float:
        """What it costs to stand among enemies who could come, with too few friends beside it."""
        g, mine = self.g, strength(self.g, n)
        foes, at = self.threat(square, 1), g.unit(n).at
        if not foes or (g.unit(n).prepared and square == at and not g.exhausted(n)):
            return 0.0
        friends = self.company(square) - (mine if g.distance(at, square) <= 1 else 0.0)
        alone = not any(g.distance(there, square) <= 2 for there, _ in self._front if there != at)
        danger = max(0.0, foes - mine - friends) * (2.0 if alone else 1.0)
        if not friends:  # through a gap, or out of a line: cut off in the enemy's next round
            danger += 0.5 * foes
        if self.cornered(n, square):
            danger *= 1.5
        return (0.2 if g.exhausted(n) else 0.05) * danger * worth(g, n)

    def company(self, square: int) -> float:
        """Own strength of the front line in a square and beside it."""
        if square not in self._company:
            far = self.g.static.far[square]
            self._company[square] = sum(force for at, force in self._front if far[at] <= 1)
        return self._company[square]

    @cached_property
    def _front(self) -> list[tuple[int, float]]:
        return [(self.g.unit(n).at, strength(self.g, n)) for n in self.own if self.g.fl(n)]

    def threat(self, square: int, within: int = 2) -> float:
        """Enemy strength that could come."""
        key = (square, within)
        if key not in self._threats:
            far = self.g.static.far[square]
            self._threats[key] = sum(force for at, force in self._mobile if far[at] <= within)
        return self._threats[key]

    @cached_property
    def _mobile(self) -> list[tuple[int, float]]:
        g = self.g
        return [(g.unit(n).at, strength(g, n)) for n in self.theirs if g.type(n).move and g.fl(n)]

    def leaving(self, members: Iterable[int], at: int) -> float:
        """What it costs to leave an objective bare."""
        g, goal = self.g, self.goal_at(at)
        if goal is None:
            return 0.0
        going = {n for n in members if g.fl(n)}
        if not going or any(g.fl(m) and m not in going for m in self.own if g.unit(m).at == at):
            return 0.0
        if not goal.mine:
            return 0.9 * goal.worth  # it must still be flagged tonight
        danger = goal.danger
        if self.offensive and self.nights == 1:
            danger *= 0.6
        return goal.worth * danger * 0.8

    # -------------------------------------------------------------- attacks

    def entries(self, n: int) -> dict[int, int]:
        """Enemy squares that a unit can attack from where it stands, each with the best square to come from."""
        if n not in self._entries:
            self._entries[n] = self._enter(n)
        return self._entries[n]

    def _enter(self, n: int) -> dict[int, int]:
        g, unit = self.g, self.g.unit(n)
        reach = points(g, n)
        if reach < 1 or unit.where != "table" or may_attack(g, n, unit.at) is not None or g.dummy(n):
            return {}
        if not any(g.distance(unit.at, sq) <= reach for sq in self.seen.hostile):
            return {}
        found: dict[int, int] = {}
        if reach == 1 and not g.enemies_in(unit.at, self.side):
            for to in g.grid.adjacent[unit.at]:
                if to in self.seen.hostile and step_refused(g, n, unit.at, to, self.seen) is None:
                    found[to] = unit.at
            return found
        best: dict[int, float] = {}
        for path, tests in sorted(paths(g, n, self.seen).items(), key=lambda item: len(item[0])):
            to, came = path[-1], path[-2]
            if to not in self.seen.hostile:
                continue
            worth_ = PASSED**tests * (1.5 if self.behind(to, came) else 1.0)
            if worth_ > best.get(to, 0.0):
                best[to], found[to] = worth_, came
        return found

    def gets_in(self, n: int, came: int, square: int) -> float:
        """The chance that a unit passes the friction tests of its last step."""
        g = self.g
        if came == square or g.unit(n).at == square:
            return 1.0
        key = (n, came, square)
        if key not in self._passes:
            tests = obstacles_to if g.unit(n).where == "aboard" else step_tests  # a boat brings them over the water
            self._passes[key] = PASSED ** len(tests(g, n, came, square))
        return self._passes[key]

    def assaults(self, units: Sequence[int], guns: Sequence[int]) -> list[Assault]:
        """The attacks that these units can make with these guns, the best first; no unit in two of them."""
        entries = {n: self.entries(n) for n in units if self.g.fl(n)}
        squares = {sq for found in entries.values() for sq in found} | {
            self.g.unit(n).at for n in entries if self.g.unit(n).at in self.hostile
        }
        found: list[Assault] = []
        busy: set[int] = set()
        fired: set[int] = set()
        air = bool(self.wings)
        while squares:
            offers = [self.assault(sq, entries, guns, busy, fired, air) for sq in sorted(squares)]
            best = max((offer for offer in offers if offer is not None), key=self.urgency, default=None)
            if best is None or self.urgency(best) <= 0:
                break
            found.append(best)
            squares.discard(best.square)
            busy.update(n for n, _ in best.force)
            fired.update(best.guns)
            air = air and not best.air
        return found

    def urgency(self, attack: Assault) -> float:
        """Those who have gone in already are not left alone."""
        r = self.g.state.round
        return attack.value + (3.0 if r is not None and r.side == self.side and attack.square in r.queue else 0.0)

    def assault(
        self,
        square: int,
        entries: dict[int, dict[int, int]],
        guns: Sequence[int],
        busy: set[int],
        fired: set[int],
        air: bool = False,
    ) -> Assault | None:
        g = self.g
        r = g.state.round
        inside = [n for n in self.own if g.unit(n).at == square and g.fl(n)]
        if not any(n in entries for n in inside) and not (r is not None and square in r.queue):
            inside = []
        room = 3 - sum(g.unit(n).kind == "land" for n in inside)
        come = [n for n, found in entries.items() if square in found and n not in busy and g.unit(n).at != square]
        rear = {n: 0.5 if self.behind(square, entries[n][square]) else 0.0 for n in come}
        hits = {n: 0.0 if self.plain else round(self.hitting(n, square, entries[n][square]), 6) for n in come}
        come.sort(key=lambda n: (-hits[n], -strength(g, n) - rear[n], n))
        entered = r.entrants if r is not None else {}
        force = [(n, g.unit(n).came if entered.get(str(n)) == square else square) for n in inside]
        for n in come:
            if g.unit(n).kind == "land":
                if room <= 0:
                    continue
                room -= 1
            elif room_rule(g, n, square):
                continue
            if self.leaving([n], g.unit(n).at) > 1.0 and self.at_stake_of(square) < self.leaving([n], g.unit(n).at):
                continue
            force.append((n, entries[n][square]))
        if not force or (len(force) == len(inside) and not inside):
            return None
        fighters = {n for n, _ in force}
        shells = tuple(n for n in guns if n not in fired and n not in fighters and self.reaches(n, square))
        return self.reckon(square, tuple(force), shells, air)

    def reaches(self, n: int, square: int) -> bool:
        g, unit = self.g, self.g.unit(n)
        if not g.artillery(n) or unit.fired or unit.at == square or unit.at in self.seen.hostile:
            return False
        return g.distance(unit.at, square) <= g.type(n).range

    def at_stake_of(self, square: int) -> float:
        """What it is worth to drive the enemy out of a square."""
        goal = self.goal_at(square)
        if goal is not None:
            return 0.9 * goal.worth
        g = self.g
        value = 0.15
        for goal in self.goals:
            if (not goal.mine or goal.enemies) and (away := g.distance(square, goal.square)) <= 3:
                value = max(value, goal.worth * (0.0, 0.22, 0.14, 0.08)[away])
            elif goal.mine and g.distance(square, goal.square) <= 1:
                value = max(value, 0.25 * goal.worth)
        return value

    def spoils(self, square: int) -> float:
        """What falls with the square: HQs, guns, depots."""
        g, total = self.g, 0.0
        for n in self.theirs:
            if g.unit(n).at == square:
                if g.unit(n).type == "hq":
                    total += 0.9 if g.fixed(n) else 0.3
                elif g.type(n).immobile:
                    total += 0.1 * g.type(n).cost + (0.3 if g.unit(n).type == "supply_depot" else 0.0)
        return total

    def unopposed(self, square: int, force: tuple[tuple[int, int], ...], prize: float) -> Assault:
        """Only dummies are there in this imagined world; in the true one markers may be units, and who comes alone suffers."""
        markers = [self.g.unit(n) for n in self.g.units_at(square, self.enemy)]
        empty = 1.0 if self.plain else BLUFF ** sum(not (unit.revealed or unit.known) for unit in markers)
        return Assault(square, force, (), empty, empty * prize - (1 - empty) * (0.4 if len(force) == 1 else 0.0))

    def no_way_back(self, square: int, force: tuple[tuple[int, int], ...], win: float, tie: float) -> float:
        """What a river behind them costs attackers: after a tie, or when they are thrown out of what they won."""
        shut = [n for n, came in force if came != square and self.cornered(n, square)]
        counter = min(1.0, self.threat(square, 1) / (0.5 + sum(strength(self.g, n) for n, _ in force)))
        return (0.5 * tie + 0.3 * win * counter) * sum(worth(self.g, n) for n in shut) / 10.0

    def hitting(self, n: int, square: int, came: int) -> float:
        """The hits that a unit can expect to score in a square: tanks lead in the open, infantry in streets."""
        g = self.g
        targets = tuple(m for m in self.theirs if g.unit(m).at == square)
        rear = came != square and self.behind(square, came)
        return sum(self.chances(Aim(n, square, targets, True, rear=rear), self.gets_in(n, came, square)))

    def falls(self, defenders: Sequence[int], given: float) -> float:
        """How much of the prize a won combat brings: garrisons and forts do not leave, each victory costs them a loss."""
        g = self.g
        holders = [n for n in defenders if g.unit(n).type in HOLDERS]
        if self.plain or not holders or g.option("immobile_units_fall_at_once"):
            return 1.0
        left = sum(1 + EXHAUSTED - g.unit(n).step for n in holders)
        dealt = 1 + given * len(holders) / len(defenders)
        return min(1.0, 0.25 + 0.75 * (dealt / left) ** 2)

    def chances(self, aim: Aim, factor: float = 1.0) -> list[float]:
        """The chance of a hit for every die of a shooter."""
        if aim not in self._dice:
            g = self.g
            need, modifier = needed(g, aim.unit), int(score_tally(g, aim))
            p = sum(die + modifier >= need for die in range(1, 7)) / 6
            self._dice[aim] = [p] * max(0, int(dice_tally(g, aim)))
        dice = self._dice[aim]
        return dice if factor == 1.0 else [p * factor for p in dice]

    def reckon(self, square: int, force: tuple[tuple[int, int], ...], shells: tuple[int, ...], air: bool = False) -> Assault:
        """The value of a combat there, through its steps; `air`: with the squadrons that can strike."""
        key = (square, force, shells, air)
        if key not in self._reckoned:
            self._reckoned[key] = self._reckon(square, force, shells, air)
        return self._reckoned[key]

    def _reckon(self, square: int, force: tuple[tuple[int, int], ...], shells: tuple[int, ...], air: bool) -> Assault:
        g = self.g
        defenders = [n for n in self.theirs if g.unit(n).at == square]
        attackers = tuple(n for n, _ in force)
        if not defenders:
            way = sum(max(0.0, self.potential(n, square) - self.potential(n, g.unit(n).at)) for n in attackers)
            return self.unopposed(square, force, self.at_stake_of(square) + 0.1 + way)
        targets = tuple(defenders)
        rear = [n for n, came in force if came != square and self.behind(square, came)]
        enters = {n: self.gets_in(n, came, square) for n, came in force}
        first = [p for n in rear for p in self.chances(Aim(n, square, targets, True, rear=True), enters[n])]
        if air:  # bombs fall before anybody shoots
            first += bombs(g, self.side, square, targets, self.wings)
        ready = [n for n in defenders if prepared(g, n)]
        early = [p for n in ready for p in self.chances(Aim(n, square, attackers, False))]
        formations = {g.unit(n).formation for n in defenders}
        support = [
            n
            for n in self.theirs
            if g.unit(n).formation in formations
            and g.unit(n).at != square
            and g.artillery(n)
            and not g.unit(n).fired
            and "no-defensive-support" not in g.type(n).tags
            and g.distance(g.unit(n).at, square) <= g.type(n).range
            and not any(g.unit(m).at == g.unit(n).at for m in self.own)
        ]
        behind = [p for n in support for p in self.chances(Aim(n, square, attackers, False, True), PASSES)]
        late = [p for n in defenders if n not in ready for p in self.chances(Aim(n, square, attackers, False))]
        if ready:
            early += behind
        else:
            late += behind
        sure = map_target(g, square, self.side)
        attack = [p for n in attackers if n not in rear for p in self.chances(Aim(n, square, targets, True), enters[n])]
        for n in shells:
            sees = sure or any(spots(g, n, t) for t in defenders[:1])
            attack += self.chances(Aim(n, square, targets, True, ranged=True), 1.0 if sees else PASSES)
        win, tie, given, taken = fold(first, early, attack, late, len(attackers), len(defenders))
        if not early and not late:
            win, tie = 1.0, 0.0
        prize = self.at_stake_of(square) + self.spoils(square)
        if self.goal_at(square) is None:
            prize += sum(max(0.0, self.potential(n, square) - self.potential(n, g.unit(n).at)) for n in attackers)
        prize *= self.falls(defenders, given)
        hurt = sum(worth(g, n) for n in attackers) / (30.0 * max(1, len(attackers)))
        harm = sum(worth(g, n) for n in defenders) / (30.0 * max(1, len(defenders)))
        price = (1.2 if self.offensive else 1.6) * self.intent.price
        haste = min(1.0, self.nights / 3) if self.offensive else 1.0  # on the last day there is nothing to save for
        value = win * prize + 0.25 * tie * prize + 1.2 * given * harm - price * taken * hurt - 0.25 * haste
        weak = sum(g.unit(n).step for n in attackers if g.unit(n).step >= EXHAUSTED - 1)
        value -= hurt * sum(1 - p for p in enters.values()) / 2  # half of the failures are ones, which cost a loss
        if not self.plain:  # with days to come a better attack can be made ready: guns, aircraft, more troops
            value -= 2 * self.patience * prize * max(0.0, 0.5 - win)
            value -= self.no_way_back(square, force, win, tie)
        if win < 0.36 and not (self.last_chance and self.goal_at(square) is not None):
            value -= 0.8 * haste
        return Assault(square, force, shells, win, value - 0.03 * weak, air)
