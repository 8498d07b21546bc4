"""How far a piece can go: one search for hexes, squares and graphs.

Places are small ints and costs are small ints from 0, so the search needs no heap: what can be reached for exactly n
points waits in bucket n (Dial's form of Dijkstra). What a board or a game knows about single steps comes as `Ways`,
which can be kept and used again by every search over the same costs. What changes from piece to piece comes with the
search: `closed` places are never entered, `stops` may be entered and not left (zones of control), except into `beyond`
(an attack).

A search that counts stops is layered: the same place in the next storey is the same place with one stop more behind it. State
numbers are `storey * size + place`; a `Reach` speaks of places only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Generic, TypeVar

Row = tuple[tuple[int, int], ...]  # the steps out of a place: where to, for how much

FAR = 1 << 40
NOWHERE: frozenset[int] = frozenset()


class Ways:
    """The steps out of every place with their costs, worked out where they are first needed, then kept.

    A `Ways` holds for the costs that it was made from: when those change, make a new one.
    """

    __slots__ = ("_fill", "rows", "size")

    def __init__(self, size: int, fill: Callable[[int], Row]) -> None:
        self.size = size
        self.rows: list[Row | None] = [None] * size
        self._fill = fill

    def row(self, state: int) -> Row:
        row = self.rows[state]
        if row is None:
            if state < self.size:
                row = self._fill(state)
            else:
                row = tuple([(to + self.size, cost) for to, cost in self.row(state - self.size)])
            self.rows[state] = row
        return row

    def raise_to(self, storeys: int) -> None:
        """Make room for so many storeys."""
        missing = storeys * self.size - len(self.rows)
        if missing > 0:
            self.rows.extend([None] * missing)


class Reach:
    """The places within reach, nearest first, with the cost of each and a cheapest path to it."""

    __slots__ = ("_came", "_size", "_state", "costs")

    def __init__(self, order: list[int], spent: list[int], came: list[int], size: int) -> None:
        self._came = came
        self._size = size
        if len(spent) == size:
            self._state: dict[int, int] | None = None
            self.costs: dict[int, int] = {place: spent[place] for place in order}
        else:
            self._state = {}
            for state in order:
                self._state.setdefault(state % size, state)
            self.costs = {place: spent[state] for place, state in self._state.items()}

    def __contains__(self, place: int) -> bool:
        return place in self.costs

    def __getitem__(self, place: int) -> int:
        """The least cost to get there; KeyError where it is out of reach."""
        return self.costs[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def path_to(self, place: int) -> list[int]:
        """The places of a cheapest path, start and end included. Always the same one of several."""
        if place not in self.costs:
            raise KeyError(place)
        state = place if self._state is None else self._state[place]
        path: list[int] = []
        while state >= 0:
            path.append(state % self._size)
            state = self._came[state]
        path.reverse()
        return path


def search(
    ways: Ways,
    start: int | Iterable[int],
    points: int | None,
    closed: Collection[int] = (),
    stops: Collection[int] = (),
    beyond: Collection[int] = (),
    passes: int = 0,
) -> Reach:
    """All that can be reached from `start` (one place or several) for `points` (None: however far).

    Starts may always be left, also where they are stops or closed. `passes` stops may be left again before one holds.
    """
    starts = [start] if isinstance(start, int) else list(dict.fromkeys(start))
    halts = frozenset(stops).difference(starts) if stops else NOWHERE
    if not halts:
        passes = 0
    ways.raise_to(passes + 1)
    spent = [FAR if points is None else points + 1] * (ways.size * (passes + 1))
    for place in closed:
        for state in range(place, len(spent), ways.size):
            spent[state] = -1
    for state in starts:
        spent[state] = 0
    order, came = _spread(ways, starts, spent, halts, beyond)
    return Reach(order, spent, came, ways.size)


def _spread(
    ways: Ways, starts: list[int], spent: list[int], halts: frozenset[int], beyond: Collection[int]
) -> tuple[list[int], list[int]]:
    """The states reached, cheapest first, and the state before each. `spent` says what to beat, and is lowered."""
    rows, size = ways.rows, ways.size
    top = len(spent) - size
    came = [-1] * len(spent)
    order: list[int] = []
    buckets = [starts]
    for used, bucket in enumerate(buckets):
        for state in bucket:  # steps that cost nothing append to the bucket while it is read
            if spent[state] != used:
                continue  # reached for less in the meantime
            order.append(state)
            if halts and state % size in halts:
                if state < top:
                    row = ways.row(state + size)
                else:
                    row = tuple([step for step in ways.row(state) if step[0] % size in beyond])
            else:
                row = rows[state] or ways.row(state)
            for to, cost in row:
                total = used + cost
                if total < spent[to]:
                    spent[to] = total
                    came[to] = state
                    try:
                        buckets[total].append(to)
                    except IndexError:
                        buckets.extend([] for _ in range(total - len(buckets)))
                        buckets.append([to])
    return order, came


C = TypeVar("C", contravariant=True)  # what a board takes for the costs of its steps; its own `Ways` among them


class Walked(ABC, Generic[C]):
    """A board that knows the steps out of its places: how far a piece comes on it."""

    @abstractmethod
    def ways(self, cost: C) -> Ways:
        """The steps and their costs, made ready for many searches."""

    def reach(
        self,
        start: int | Iterable[int],
        points: int | None,
        cost: C,
        *,
        stops: Collection[int] = (),
        closed: Collection[int] = (),
        beyond: Collection[int] = (),
        passes: int = 0,
    ) -> Reach:
        """The places that can be reached for so many points (None: however many), with costs and paths.

        `stops` may be entered, not left, but for a step into `beyond`; the first `passes` of them hold nobody. `closed`
        places are not entered. The start is free of all three.
        """
        return search(self.ways(cost), start, points, closed, stops, beyond, passes)
