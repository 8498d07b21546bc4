"""Where the general sends his forces: the distribution that most probably wins the campaign.

For each objective the probability to hold it at the end, from who stands there, who could come in the days left, and what is
known of the enemy; from all of them the probability to have more points. Forces change places one by one while that grows.
All from what the side knows: the enemy's numbers only if met, his places only if seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations
from math import erf, sqrt
from typing import NamedTuple

from ..battle.combat_table import LAST, first_column
from ..context import SESSIONS, Fyow
from ..march.movement import allowance, watching
from ..state import DESTROYED
from ..tables import CRT, SHIFT

Forces = tuple[int, ...]
STRONG = 40  # Combat Value of a force that may look for a fight
BASE = 15  # of one that can spare a company and platoons
COMPANY = 5  # of what stays behind when a force leaves its objective
UNKNOWN = 60  # of an enemy Battlegroup of which nothing is known
LITTLE = 4  # of what holds a board otherwise: a company or less
PASSES = 3
FAILURE = 0.05  # points that a beaten attack costs, for each point of Combat Value
PATROLS = 0.03  # a day: how likely patrols try for a board that nobody guards
SURPRISE = 0.005  # a day: how likely a Battlegroup of which nothing is known falls on a board
NEXT_DOOR = 0.35  # how likely a Battlegroup attacks a board next to it; less by the square of the distance
PLATOON = 0.2  # a day: how likely a platoon of ours gets hold of a board next to its Battlegroup


def dangerous(g: Fyow, side: str, board: int) -> bool:
    """An enemy was seen there within the last two days."""
    when = g.state.sighted[side].get(str(board))
    return when is not None and g.now - when <= 2 * SESSIONS


def last_seen(g: Fyow, side: str, board: int) -> list[int]:
    """Who is known to be there; else who was when somebody was seen there last, if he was not seen elsewhere since."""
    if known := g.known_enemies(side, board):
        return known
    there = g.state.found.get(side, {}).get(str(board), []) if dangerous(g, side, board) else []
    return [n for n in there if g.unit(n).condition != DESTROYED and n not in g.state.seen[side]]


def safe_road(g: Fyow, side: str, start: int, goal: int) -> list[int]:
    """The boards of a way over land, without the first: round known enemies, and round objectives that he may well guard."""
    static, held = g.static, g.state.known_control[side]
    best, came = {start: 0}, {start: start}
    heap = [(0, start)]
    while heap:
        cost, board = heappop(heap)
        if board == goal:
            break
        if cost > best[board]:
            continue
        for link in static.land_links(board):
            other = static.other_end(link, board)
            price = cost + static.link_cost[link]
            if other != goal:
                price += 25 * dangerous(g, side, other) + (2 * static.objectives.get(other, 0) if held[other] != side else 0)
            if price < best.get(other, 10**6):
                best[other], came[other] = price, board
                heappush(heap, (price, other))
    road = [goal]
    while came.get(road[-1], start) != start:
        road.append(came[road[-1]])
    return road[::-1]


@lru_cache(maxsize=4096)
def wins(column: int, again: int = 2) -> float:
    """How likely an attack in this column of the table drives the defenders out in the end; NR is fought again."""
    faces = [str(CRT.peek(face, min(LAST, max(0, column)))) for face in range(1, 11)]
    beaten = sum(face.startswith("DR") for face in faces) / 10
    undecided = faces.count("NR") / 10
    return beaten + (undecided * wins(column + 1, again - 1) if again else 0)


def attack(g: Fyow, board: int, attackers: int, defenders: int) -> float:
    """The chances of so many points of Combat Value against so many that stand ready there."""
    if attackers <= 0:
        return 0.0
    return wins(first_column(attackers, max(1, defenders)) + SHIFT[g.static.boards[board].terrain]) if defenders else 1.0


class Intent(NamedTuple):
    """What a commander is bent on, beside what he would plan anyway."""

    words: str
    goal: int = -1  # the objective that counts more, by its board
    much: float = 2.5
    taking: float = 1.0  # how much more objectives count that are not his
    failure: float = 1.0  # and a beaten attack

    def worth(self, board: int, worth: float, ours: bool) -> float:
        return worth * (self.much if board == self.goal else 1.0) * (1.0 if ours else self.taking)


USUAL = Intent("The plan as it stands")


class Outlook:
    """What a side may expect of the days that are left."""

    def __init__(self, g: Fyow, side: str, forces: Iterable[int], intent: Intent = USUAL) -> None:
        self.g, self.side, self.forces, self.intent = g, side, list(forces), intent
        self.cv = {n: g.combat_value(n) for n in self.forces}
        self.here = {n: g.unit(n).board for n in self.forces}
        self._beside: dict[int, list[int]] = {}
        self._arrives: dict[tuple[int, int], float] = {}
        self._taken: dict[tuple[int, Forces], float] = {}
        self._foe: dict[int, tuple[float, int, int]] = {}
        self.days = max(1, g.static.days - g.state.day)
        self.posted = {b: self._posted(b) for b in g.static.objectives}
        self.strong = {b: self._strong(b) for b in g.static.far}
        foes = [n for n in g.alive(g.enemy(side)) if g.unit(n).kind == "battlegroup"]
        self.foreign = sum(g.state.known_control[side][b] != side for b in g.static.objectives)
        self.lost_sight = max(0.0, len(foes) - sum(self.strong.values()))
        held = g.state.known_control[side]
        self.lairs = [b for b in self.strong if self.strong[b] or (b in g.static.objectives and held[b] != side)]
        self._steps: dict[tuple[int, frozenset[int]], dict[int, int]] = {}
        self._roads: dict[tuple[int, int], list[int]] = {}
        self._chance: dict[tuple[object, ...], float] = {}

    # ---------------------------------------------------------- what is known

    def _posted(self, board: int) -> int:
        """Combat Value of those on the board who are not to be sent anywhere."""
        g = self.g
        there = [n for n in g.holders(board, self.side) if n not in self.forces]
        return max(len(there) > 0, g.combat_value(*there)) if there else 0

    def _strong(self, board: int) -> float:
        """How likely an enemy Battlegroup is there."""
        g = self.g
        known, met = g.known_enemies(self.side, board), g.state.met[self.side]
        if known:
            sure = g.combat_value(*known) >= STRONG if all(n in met for n in known) else None
            return 0.4 if sure is None else float(sure)
        when = g.state.sighted[self.side].get(str(board))
        if when is None or g.now - when > 2 * SESSIONS:
            return 0.0
        fresh = g.now - when <= SESSIONS
        there = last_seen(g, self.side, board)
        if there and all(n in met for n in there):
            if g.combat_value(*there) < STRONG:
                return 0.0
            return 0.8 if fresh else 0.5
        return 0.35 if fresh else 0.2

    def foe(self, board: int) -> tuple[float, int, int]:
        """How likely a strong force holds the board, its Combat Value, and that of what holds it otherwise."""
        if board not in self._foe:
            self._foe[board] = self._guess(board)
        return self._foe[board]

    def _guess(self, board: int) -> tuple[float, int, int]:
        g = self.g
        known = g.known_enemies(self.side, board)
        if known and all(n in g.state.met[self.side] for n in known):
            value = g.combat_value(*known)
            return 1.0, value, value
        held = g.state.known_control[self.side][board] != self.side
        there = last_seen(g, self.side, board)
        if held and dangerous(g, self.side, board) and there and all(n in g.state.met[self.side] for n in there):
            value = g.combat_value(*there)
            return (self.strong[board], value, LITTLE) if value >= STRONG else (0.1, UNKNOWN, max(1, value))
        guess = max(
            self.strong[board], min(0.8, self.lost_sight / (self.foreign + 1)) if held else min(0.3, 0.05 * self.lost_sight)
        )
        return guess, UNKNOWN, LITTLE if held or known else 0

    def road(self, start: int, goal: int) -> list[int]:
        if (start, goal) not in self._roads:
            self._roads[start, goal] = safe_road(self.g, self.side, start, goal)
        return self._roads[start, goal]

    # ---------------------------------------------------------- chances

    def arrives(self, number: int, board: int) -> float:
        """How likely it comes there in the days left."""
        if (number, board) not in self._arrives:
            self._arrives[number, board] = self._march(number, board)
        return self._arrives[number, board]

    def _march(self, number: int, board: int) -> float:
        unit = self.g.unit(number)
        if unit.board == board:
            return 1.0
        if board not in self.g.static.far[unit.board]:
            return 0.0
        start, steps = (unit.board, 0) if not watching(self.g, number) else (self.g.static.other_end(unit.edge, unit.board), 1)
        steps, most = steps + (len(self.road(start, board)) if start != board else 0), max(1, allowance(unit))
        spare = self.days * most - steps
        if spare < 0:
            return 0.0
        return min(0.95, 0.65 + 0.15 * spare)

    def taken(self, board: int, comers: Forces) -> float:
        """How likely those who come drive out or find nobody."""
        if (board, comers) not in self._taken:
            self._taken[board, comers] = self._assault(board, comers)
        return self._taken[board, comers]

    def _assault(self, board: int, comers: Forces) -> float:
        arriving = [(self.arrives(n, board), n) for n in comers]
        value = sum(chance * self.cv[n] for chance, n in arriving)
        strong, much, little = self.foe(board)
        hope = strong * attack(self.g, board, int(value), much) + (1 - strong) * attack(self.g, board, int(value), little)
        return max((chance for chance, _ in arriving), default=0.0) * hope

    def kept(self, board: int, guard: int, shield: frozenset[int]) -> float:
        """How likely a guard of this Combat Value is still there at the end; nobody marches through a strong force."""
        g, steps = self.g, self.steps(board, shield - {board})
        kept = 1.0
        overrun = attack(g, board, UNKNOWN, guard)
        for lair in self.lairs:
            if lair in steps and steps[lair] <= 2 * self.days:
                kept *= 1 - self.foe(lair)[0] * NEXT_DOOR / max(1, steps[lair]) ** 2 * overrun
        kept *= 1 - min(0.5, SURPRISE * self.days * self.lost_sight) * overrun
        patrols = 1.0 if guard == 0 else 0.5 if guard < 3 else 0.35 if guard < STRONG else 0.2
        return kept * (1 - min(0.6, PATROLS * self.days) * patrols)

    def steps(self, board: int, shield: frozenset[int]) -> dict[int, int]:
        """By board: links to march from there over land, round the strong forces of the side."""
        if (board, shield) not in self._steps:
            static = self.g.static
            found, edge = {board: 0}, [board]
            for here in edge:
                if here not in shield:
                    for link in static.land_links(here):
                        other = static.other_end(link, here)
                        if other not in found:
                            found[other] = found[here] + 1
                            edge.append(other)
            self._steps[board, shield] = found
        return self._steps[board, shield]

    def held(self, board: int, stay: Forces, come: Forces, left: bool, near: bool, shield: frozenset[int]) -> float:
        """How likely the objective is ours at the end."""
        key = (board, stay, come, left, near, shield)
        if key not in self._chance:
            g = self.g
            guard = self.posted[board] + sum(self.cv[n] for n in stay) + (COMPANY if left and not stay else 0)
            ours = g.state.known_control[self.side][board] == self.side
            now = 1.0 if guard else 0.0 if not ours else 0.65 if dangerous(g, self.side, board) else 0.97 if near else 0.9
            guard = guard or (1 if near and now else 0)  # a platoon will go there
            if stay and not all(g.unit(n).box < 0 for n in stay):
                now = 0.0 if not ours else now
            gain = self.taken(board, come + (tuple(n for n in stay if now < 1))) if come or now < 1 else 0.0
            if near and now < 1:
                gain = 1 - (1 - gain) * (1 - min(0.6, PLATOON * self.days) * (1 - self.foe(board)[0]))
            more = int(sum(self.arrives(n, board) * self.cv[n] for n in come))
            kept = self.kept(board, guard + more if now else max(more, 1), shield)
            self._chance[key] = (now + (1 - now) * gain) * kept
        return self._chance[key]

    def victory(self, sent: dict[int, int]) -> float:
        """How likely the side has more points at the end (a draw is none), when its forces go where `sent` says."""
        g, control = self.g, self.g.state.known_control[self.side]
        stay: dict[int, Forces] = {}
        come: dict[int, Forces] = {}
        left, bases, shield = set(), set(), set()
        for number, goal in sent.items():
            here, value = self.here[number], self.cv[number]
            into = stay if here == goal else come
            into[goal] = (*into.get(goal, ()), number)
            if value >= BASE:
                bases.add(goal)
                if here != goal:
                    left.add(here)
            if value >= STRONG:
                shield.add(goal)
        near = {other for goal in bases for other in self.beside(goal)}
        walls = frozenset(shield)
        mean = spread = 0.0
        for board, points in g.static.objectives.items():
            worth = points if self.intent is USUAL else self.intent.worth(board, points, control[board] == self.side)
            comers = come.get(board, ())
            chance = self.held(board, stay.get(board, ()), comers, board in left, board in near, walls)
            mean += worth * (2 * chance - 1)
            if comers and board not in stay and control[board] != self.side:
                mean -= self.intent.failure * FAILURE * sum(self.cv[n] for n in comers) * (1 - self.taken(board, comers))
            spread += 4 * worth * worth * chance * (1 - chance)
        return 0.5 * (1 + erf((mean - 1) / sqrt(2 * (spread + 1)))) + 0.006 * mean

    def beside(self, board: int) -> list[int]:
        if board not in self._beside:
            static = self.g.static
            self._beside[board] = [static.other_end(link, board) for link in static.land_links(board)]
        return self._beside[board]

    def best(self) -> dict[int, int]:
        """The boards to which the forces go; each in turn takes the place that helps most, while anything helps."""
        g = self.g
        sent = {n: g.unit(n).board for n in self.forces}
        order = sorted(self.forces, key=lambda n: (-self.cv[n], n))
        value = self.victory(sent)
        for _ in range(PASSES):
            before = value
            for number in order:
                at = sent[number]
                for board in g.static.objectives:
                    if board == sent[number] or not self.arrives(number, board):
                        continue
                    hope = self.victory({**sent, number: board})
                    if hope > value + 0.001:
                        value, at = hope, board
                sent[number] = at
            value, sent = self.together(value, sent)
            if value <= before:
                break
        return sent

    def others(self, sent: dict[int, int], most: int = 8) -> list[dict[int, int]]:
        """Distributions in which one force goes elsewhere, the best first."""
        found = []
        for number in self.forces:
            for board in {self.here[number], *self.g.static.objectives} - {sent[number]}:
                if self.arrives(number, board):
                    tried = {**sent, number: board}
                    found.append((-self.victory(tried), number, board, tried))
        return [tried for *_, tried in sorted(found, key=lambda one: one[:3])[:most]]

    def together(self, value: float, sent: dict[int, int]) -> tuple[float, dict[int, int]]:
        """Two strong forces at once against a board that neither could take alone."""
        g = self.g
        for board in g.static.objectives:
            able = [n for n in self.forces if self.cv[n] >= BASE and self.arrives(n, board) >= 0.5]
            for pair in combinations(sorted(able, key=lambda n: (-self.cv[n], n))[:4], 2):
                tried = {**sent, **dict.fromkeys(pair, board)}
                if (hope := self.victory(tried)) > value + 0.001:
                    value, sent = hope, tried
        return value, sent
