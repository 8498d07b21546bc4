"""Node maps: nodes joined by links of several classes, sets of nodes as masks.

The one idea: a node's neighbours are one mask for each class of link, so "who can be supplied" is a flood of a few `|`
and `&` on whole sets of nodes, and a nation's network is the union of its classes, merged once and kept. Floods are
remembered by their arguments: positions that differ elsewhere share the answer, also between forks of a match.

Links are numbered and have two ends; two nodes may have several (a road, a railway, a river). At a node they are kept
in compass order, clockwise from the north, so that games can speak of neighbouring links, fronts and flanks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cmp_to_key, partial
from itertools import pairwise
from typing import NamedTuple

from .masks import bits, mask_of
from .reach import Row, Walked, Ways

EVERY = -1  # a mask with every bit set: all classes, all nodes
REMEMBERED = 4096  # floods kept at most

Point = tuple[float, float]
LinkCost = Sequence[int] | Callable[[int, int], int]  # by link, or of the node left and the link; negative: forbidden
Cost = LinkCost | Ways


class Link(NamedTuple):
    """A link between two nodes (by number), with the mask of the classes that it belongs to."""

    a: int
    b: int
    classes: int

    def other(self, node: int) -> int:
        return self.b if node == self.a else self.a


class Graph(Walked[Cost]):
    """Nodes and links. Immutable but for what it remembers.

    Nodes and link classes have names (str) and numbers (their place in the list given). `positions`, where given, are
    by node, x to the east and y to the south. `links` are by number; `around[node]` are its links in compass order.
    """

    def __init__(
        self,
        nodes: Iterable[str],
        links: Iterable[tuple[str, str, Iterable[str]]],
        *,
        classes: Sequence[str],
        positions: Sequence[Point] | Mapping[str, Point] | None = None,
    ) -> None:
        """Each link: the names of its two nodes and of its classes."""
        self.nodes = tuple(nodes)
        self.size = len(self.nodes)
        self.classes = tuple(classes)
        self._number = {name: number for number, name in enumerate(self.nodes)}
        if len(self._number) != self.size:
            raise ValueError("two nodes of one name")
        self._class_bit = {name: 1 << number for number, name in enumerate(self.classes)}
        self.all = (1 << self.size) - 1
        self.links = tuple(Link(self.node(a), self.node(b), self.class_mask(names)) for a, b, names in links)
        for link in self.links:
            if link.a == link.b:
                raise ValueError(f"a link from {self.nodes[link.a]} to itself")
        if isinstance(positions, Mapping):
            positions = [positions[name] for name in self.nodes]
        self.positions = None if positions is None else tuple(positions)
        self.around = tuple(self._in_compass_order(node, ends) for node, ends in enumerate(self._ends()))
        self._rows: dict[int, list[int]] = {}
        self._floods: dict[tuple[int, int, int, int, tuple[int, ...]], int] = {}
        self._spreads: dict[tuple[int, int], int] = {}

    def __repr__(self) -> str:
        return f"Graph({self.size} nodes, {len(self.links)} links)"

    def _ends(self) -> list[list[int]]:
        ends: list[list[int]] = [[] for _ in self.nodes]
        for number, link in enumerate(self.links):
            ends[link.a].append(number)
            ends[link.b].append(number)
        return ends

    def _in_compass_order(self, node: int, links: list[int]) -> tuple[int, ...]:
        """Clockwise from the north by where the other end lies; links to the same node by their numbers."""
        if self.positions is None:
            return tuple(links)
        x, y = self.positions[node]
        away: dict[int, Point] = {}
        for number in links:
            other_x, other_y = self.positions[self.links[number].other(node)]
            away[number] = other_x - x, other_y - y
        by_compass = cmp_to_key(clockwise)
        return tuple(sorted(links, key=lambda number: by_compass(away[number])))

    # --- names ------------------------------------------------------------------------------------------------------

    def node(self, name: str) -> int:
        """The number of a node; KeyError if there is none of this name."""
        return self._number[name]

    def mask(self, names: Iterable[str]) -> int:
        """The mask of the nodes of these names."""
        return mask_of(self._number[name] for name in names)

    def names(self, mask: int) -> list[str]:
        return [self.nodes[node] for node in bits(mask)]

    def class_mask(self, names: Iterable[str]) -> int:
        """The mask of link classes, by name."""
        mask = 0
        for name in names:
            mask |= self._class_bit[name]
        return mask

    # --- neighbours -------------------------------------------------------------------------------------------------

    def rows(self, classes: int = EVERY) -> list[int]:
        """By node: the mask of its neighbours over links of these classes. Kept; not to be changed."""
        rows = self._rows.get(classes)
        if rows is None:
            rows = [0] * self.size
            for a, b, mask in self.links:
                if mask & classes:
                    rows[a] |= 1 << b
                    rows[b] |= 1 << a
            self._rows[classes] = rows
        return rows

    def neighbours(self, node: int, classes: int = EVERY) -> list[int]:
        return bits(self.rows(classes)[node])

    def next_to(self, mask: int, classes: int = EVERY) -> int:
        """The nodes that are neighbours of any of these."""
        rows = self.rows(classes)
        near = 0
        for node in bits(mask):
            near |= rows[node]
        return near

    def spread(self, mask: int, classes: int = EVERY) -> int:
        """These nodes and their neighbours. Remembered, as floods are."""
        key = (mask, classes)
        found = self._spreads.get(key)
        if found is None:
            if len(self._spreads) >= REMEMBERED:
                self._spreads.clear()
            found = self._spreads[key] = mask | self.next_to(mask, classes)
        return found

    def links_at(self, node: int, classes: int = EVERY) -> list[int]:
        """The links of a node in compass order, of these classes."""
        return [number for number in self.around[node] if self.links[number].classes & classes]

    def links_between(self, a: int, b: int, classes: int = EVERY) -> list[int]:
        return [number for number in self.links_at(a, classes) if self.links[number].other(a) == b]

    def links_beside(self, node: int, link: int, classes: int = EVERY) -> tuple[int, int]:
        """The links before and after one in compass order at a node; the same one twice where there are only two."""
        around = self.links_at(node, classes)
        place = around.index(link)
        return around[place - 1], around[(place + 1) % len(around)]

    # --- floods -----------------------------------------------------------------------------------------------------

    def flood(
        self,
        sources: int,
        allowed: int,
        classes: int = EVERY,
        *,
        stops: int = 0,
        jumps: tuple[int, ...] = (),
    ) -> int:
        """The nodes that can be reached from the sources over allowed nodes; the allowed sources among them.

        `stops` are reached and not passed, unless they are sources. Of each mask in `jumps` (the ports of a sea) all
        allowed nodes are joined.
        """
        key = (sources, allowed, classes, stops, jumps)
        reached = self._floods.get(key)
        if reached is None:
            if len(self._floods) >= REMEMBERED:
                self._floods.clear()
            reached = self._floods[key] = self._flood(sources, allowed, self.rows(classes), stops, jumps)
        return reached

    def _flood(self, sources: int, allowed: int, rows: list[int], stops: int, jumps: tuple[int, ...]) -> int:
        reached = 0
        wave = sources & allowed
        stops &= ~sources
        while wave:
            reached |= wave
            spread = wave & ~stops
            near = 0
            for jump in jumps:
                if spread & jump:
                    near |= jump
            while spread:
                low = spread & -spread
                near |= rows[low.bit_length() - 1]
                spread ^= low
            wave = near & allowed & ~reached
        return reached

    # --- paths ------------------------------------------------------------------------------------------------------

    def distances(self, sources: int, allowed: int = EVERY, classes: int = EVERY) -> dict[int, int]:
        """By node: the least number of links from the sources over allowed nodes. The sources are allowed, at 0."""
        rows = self.rows(classes)
        found: dict[int, int] = {}
        reached, wave, steps = sources, sources, 0
        while wave:
            near = 0
            for node in bits(wave):
                found[node] = steps
                near |= rows[node]
            wave = near & allowed & ~reached
            reached |= wave
            steps += 1
        return found

    def distance(self, a: int, b: int, allowed: int = EVERY, classes: int = EVERY) -> int:
        """The least number of links from one node to another over allowed nodes; -1 if there is no way."""
        return self.distances(1 << a, allowed, classes).get(b, -1)

    def path(self, a: int, b: int, allowed: int = EVERY, classes: int = EVERY) -> list[int] | None:
        """The nodes of a shortest path over allowed nodes, both ends included; None if there is none."""
        distances = self.distances(1 << a, allowed, classes)
        if b not in distances:
            return None
        rows = self.rows(classes)
        path = [b]
        while path[-1] != a:
            steps = distances[path[-1]] - 1
            path.append(next(node for node in bits(rows[path[-1]]) if distances.get(node) == steps))
        path.reverse()
        return path

    def ways(self, cost: Cost) -> Ways:
        """Costs made ready for many searches."""
        if isinstance(cost, Ways):
            return cost
        if not callable(cost) and len(cost) != len(self.links):
            raise ValueError(f"{len(cost)} costs for {len(self.links)} links")
        return Ways(self.size, partial(self._row, cost))

    def _row(self, costs: LinkCost, node: int) -> Row:
        steps = [(self.links[link].other(node), _cost(costs, node, link)) for link in self.around[node]]
        return tuple([step for step in steps if step[1] >= 0])

    def links_of_path(self, path: Sequence[int], cost: LinkCost) -> list[int]:
        """The cheapest link for each step of a path; of equals the first in compass order."""
        links: list[int] = []
        for a, b in pairwise(path):
            costs = {link: _cost(cost, a, link) for link in self.links_between(a, b)}
            links.append(min((link for link in costs if costs[link] >= 0), key=costs.__getitem__))
        return links


def _cost(costs: LinkCost, node: int, link: int) -> int:
    return costs(node, link) if callable(costs) else costs[link]


def clockwise(one: Point, other: Point) -> int:
    """Compare two directions (x to the east, y to the south), clockwise from the north: -1 if `one` comes first."""
    halves = _half(one), _half(other)
    if halves[0] != halves[1]:
        return -1 if halves[0] < halves[1] else 1
    turn = one[0] * other[1] - one[1] * other[0]
    return -1 if turn > 0 else 1 if turn < 0 else 0


def _half(direction: Point) -> int:
    """0 from the north to short of the south, 1 from the south on; no direction at all comes before."""
    x, y = direction
    if x == 0 and y == 0:
        return -1
    return 0 if x > 0 or (x == 0 and y < 0) else 1
