"""The ways of the staff's plan: how many Ops a unit is from an objective, over ground, water, works and enemies.

Fields of steps depend on the ground and on where the enemy is seen; they are kept in the static part's memory.
"""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import NamedTuple, cast

from ..context import Napalini
from ..movement.paths import enemy_view, points, transit_points
from ..table.arteries import over_water
from ..table.terrain import slow
from ..table.zones import facing_of, is_rear

FAR = 30.0


class Goal(NamedTuple):
    """An objective as a side sees it."""

    square: int
    number: int
    worth: float  # points at stake
    mine: bool  # it carries our flag
    enemies: float  # strength of the enemy in it
    friends: int  # own front-line units in it
    danger: float  # 0 to 1: how likely the enemy comes for it


class Marches:
    """How a side's units come to where they are wanted."""

    def __init__(self, g: Napalini, side: str) -> None:
        self.g, self.side, self.enemy = g, side, g.other(side)
        self.seen = enemy_view(g, side)
        self._fields: dict[tuple[int, str], list[float]] = {}
        self._steps: dict[int, float] = {}
        self._cornered: dict[tuple[int, str], bool] = {}

    def ops_to(self, n: int, square: int, goal: Goal) -> float:
        """Ops that a unit needs from a square to an objective."""
        g = self.g
        unit = g.unit(n)
        if unit.kind != "land":
            links = g.static.river_squares if unit.kind == "river" else g.static.rail_squares
            if goal.square in links:
                return self.field(goal.square, unit.kind)[square] / max(1, points(g, n))
            return max(0.0, g.distance(square, goal.square) - g.type(n).range) / 2 + 1.0
        field = self.field(goal.square, "foot" if g.cls(n) == "F" else "wheels")
        steps = field[square]
        if not g.fl(n):  # guns want to be in range, not there
            steps = max(0.0, steps - max(1, g.type(n).range))
        return steps / max(self.pace(n), 0.25)

    def pace(self, n: int) -> float:
        if n not in self._steps:
            g = self.g
            self._steps[n] = float(max(points(g, n), 0.7 * transit_points(g, n) * (not g.fl(n))))
        return self._steps[n]

    def field(self, goal: int, kind: str) -> list[float]:
        """Steps from every square to an objective, hindrances counted; kept while ground and enemy squares are the same."""
        key = (goal, kind)
        if key not in self._fields:
            front = facing_of(self.g, goal, self.enemy), self.g.all_round(goal, self.enemy)
            memo, enemies = self.g.static.memo, frozenset(self.seen.hostile)
            place = ("field", self.side, goal, kind, self._ground, enemies, front)
            if place not in memo:
                memo[place] = self._spread(goal, kind)
            self._fields[key] = memo[place]
        return self._fields[key]

    @cached_property
    def _ground(self) -> tuple[tuple[int, ...], ...]:
        """What of the ground can change in play."""
        s = self.g.state
        bridges = tuple(2 * b.edge + b.intact for b in s.bridges)
        works = tuple(o.edge for o in s.obstacles if o.owner != self.side)
        return (bridges, works, tuple(s.rubble))

    def steps(self, kind: str) -> list[list[tuple[int, float]]]:
        """Square -> the squares from which one comes there, with the cost of the step."""
        g = self.g
        memo, place = g.static.memo, ("steps", self.side, kind, self._ground)
        if place not in memo:
            memo[place] = [[(a, self._step(a, b, kind)) for a in g.grid.adjacent[b]] for b in range(g.grid.size)]
        return cast("list[list[tuple[int, float]]]", memo[place])

    def _spread(self, goal: int, kind: str) -> list[float]:
        steps = self.steps(kind)
        cost = [FAR * 4] * len(steps)
        cost[goal] = 0.0
        todo = [(0.0, goal)]
        held = goal in self.seen.hostile
        while todo:
            done, b = heapq.heappop(todo)
            if done > cost[b]:
                continue
            for a, step in steps[b]:
                fight = 1.2 if b in self.seen.hostile and b != goal else 0.0
                if b == goal and held and not self.behind(goal, a):
                    fight = 1.2  # from the rear it is easier
                if done + step + fight < cost[a]:
                    cost[a] = done + step + fight
                    heapq.heappush(todo, (cost[a], a))
        return cost

    def _step(self, a: int, b: int, kind: str) -> float:
        g = self.g
        if kind == "river":
            return 1.0 if (a, b) in g.static.channels else FAR
        if kind == "rail":
            return 1.0 if (a, b) in g.static.rails else FAR
        hindered = 0.0
        if (a, b) in g.static.wet and over_water(g, a, b, cls="F" if kind == "foot" else "WM"):
            hindered += 0.6 if kind == "foot" else 5.0
        hindered += 0.45 * sum(self._crosses(a, b, o.edge) for o in g.state.obstacles if o.owner != self.side)
        if kind == "wheels" and slow(g, b):
            hindered += 0.5
        return 1.0 + hindered

    def _crosses(self, a: int, b: int, edge: int) -> bool:
        return all(edge in way for way in self.g.static.ways_round[a, b])

    def behind(self, square: int, came: int) -> bool:
        g = self.g
        facing = facing_of(g, square, self.enemy)
        return facing is not None and is_rear(g, square, facing, came) and not g.all_round(square, self.enemy)

    def cornered(self, n: int, square: int) -> bool:
        """With its back to the water: towards the own baseline it could go only across a river without bridge."""
        g = self.g
        if not g.static.water:
            return False
        key = (square, "F" if g.cls(n) == "F" else "WM")
        if key not in self._cornered:
            row, forward = g.static.row(square), 1 if g.static.sides[self.side].edge == "south" else -1
            back = [a for a in g.grid.adjacent[square] if (row - g.static.row(a)) * forward > 0]
            wet = [a for a in back if over_water(g, square, a, cls=key[1])]
            shut = self.seen.hostile | self.seen.zone | set(wet)
            self._cornered[key] = bool(wet) and all(a in shut for a in back)
        return self._cornered[key]
