"""Node maps: masks, merged rows, floods and what they remember, paths, costs by link, and the compass."""

from __future__ import annotations

import heapq
from collections import deque
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.boards import graphs
from grognard.boards.graphs import EVERY, Graph, Link, clockwise
from grognard.boards.masks import bits, mask_of

ROAD, RAIL, SEA = 1, 2, 4
CLASSES = ("road", "rail", "sea")

# A -- B == C -- D   (B and C: road and rail), C ~~ E by sea, F alone
ISLE = Graph(
    "ABCDEF",
    [
        ("A", "B", ["road"]),
        ("B", "C", ["road"]),
        ("B", "C", ["rail"]),
        ("C", "D", ["rail", "road"]),
        ("C", "E", ["sea"]),
    ],
    classes=CLASSES,
)


def has(mask: int, number: int) -> bool:
    return number in bits(mask)


def mask(names: str) -> int:
    return ISLE.mask(names)


# --- masks ------------------------------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 400)))
def test_masks_are_sets(numbers):
    made = mask_of(numbers)
    assert bits(made) == sorted(numbers)
    assert all(has(made, number) == (number in numbers) for number in range(410))


# --- names and neighbours ---------------------------------------------------------------------------------------------


def test_names():
    assert ISLE.names(mask("CA")) == ["A", "C"]
    assert ISLE.node("D") == 3 and ISLE.nodes[3] == "D"
    assert ISLE.all == 0b111111
    assert ISLE.class_mask(["rail", "sea"]) == RAIL | SEA
    assert repr(ISLE) == "Graph(6 nodes, 5 links)"
    with pytest.raises(KeyError):
        ISLE.node("Z")
    with pytest.raises(ValueError, match="one name"):
        Graph("AA", [], classes=[])
    with pytest.raises(ValueError, match="itself"):
        Graph("AB", [("A", "A", ["road"])], classes=CLASSES)
    with pytest.raises(KeyError):
        Graph("AB", [("A", "B", ["canal"])], classes=CLASSES)


def test_rows_merge_classes():
    assert ISLE.rows(ROAD)[1] == mask("AC")
    assert ISLE.rows(RAIL)[1] == mask("C")
    assert ISLE.rows()[2] == mask("BDE")
    assert ISLE.rows(ROAD) is ISLE.rows(ROAD)
    assert ISLE.neighbours(2, RAIL) == [1, 3]
    assert ISLE.next_to(mask("AD")) == mask("BC")
    assert ISLE.next_to(0) == 0


def test_several_links_between_two_nodes():
    assert ISLE.links_between(1, 2) == [1, 2]
    assert ISLE.links_between(2, 1, RAIL) == [2]
    assert ISLE.links_at(2, ROAD) == [1, 3]
    assert ISLE.links[3] == Link(2, 3, ROAD | RAIL)
    assert ISLE.links[3].other(3) == 2 and ISLE.links[3].other(2) == 3


# --- floods -----------------------------------------------------------------------------------------------------------


def test_a_flood_over_classes():
    assert ISLE.flood(mask("A"), ISLE.all) == mask("ABCDE")
    assert ISLE.flood(mask("A"), ISLE.all, ROAD) == mask("ABCD")
    assert ISLE.flood(mask("A"), ISLE.all, RAIL) == mask("A")
    assert ISLE.flood(mask("A"), mask("ABDE")) == mask("AB")
    assert ISLE.flood(mask("A"), mask("BCD")) == 0, "a source in enemy hands is none"


def test_stops_are_reached_and_not_passed():
    assert ISLE.flood(mask("A"), ISLE.all, stops=mask("B")) == mask("AB")
    assert ISLE.flood(mask("B"), ISLE.all, stops=mask("BC")) == mask("ABC"), "a source is left"


def test_ports_are_joined():
    ports = mask("BF")
    assert ISLE.flood(mask("A"), ISLE.all, ROAD, jumps=(ports,)) == mask("ABCDF")
    assert ISLE.flood(mask("A"), mask("ABC"), ROAD, jumps=(ports,)) == mask("ABC")
    assert ISLE.flood(mask("D"), ISLE.all, SEA, jumps=(ports,)) == mask("D")
    assert ISLE.flood(mask("A"), ISLE.all, ROAD, jumps=(ports,), stops=mask("B")) == mask("AB")


def test_floods_are_remembered_within_bounds(monkeypatch):
    monkeypatch.setattr(graphs, "REMEMBERED", 3)
    graph = Graph("AB", [("A", "B", ["road"])], classes=CLASSES)
    asked: list[int] = []
    work = graph._flood
    monkeypatch.setattr(graph, "_flood", lambda sources, *rest: asked.append(sources) or work(sources, *rest))
    for source in (1, 1, 2, 1, 3):
        graph.flood(source, graph.all)
    assert asked == [1, 2, 3]
    graph.flood(0, graph.all)
    assert len(graph._floods) == 1
    assert graph.flood(1, graph.all) == 3


@st.composite
def graphs_drawn(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 90))
    seeds = Random(draw(st.integers(0, 10**9)))
    names = [f"n{number}" for number in range(size)]
    links = []
    for _ in range(draw(st.integers(0, 2 * size)) if size > 1 else 0):
        a, b = seeds.sample(names, 2)
        links.append((a, b, seeds.sample(CLASSES, seeds.randint(1, 2))))
    positions = {name: (seeds.randint(-9, 9), seeds.randint(-9, 9)) for name in names}
    return Graph(names, links, classes=CLASSES, positions=positions)


def flood_by_force(graph, sources, allowed, classes, stops, jumps):
    queue = deque(node for node in range(graph.size) if has(sources & allowed, node))
    seen = set(queue)
    while queue:
        node = queue.popleft()
        if has(stops, node) and not has(sources, node):
            continue
        near = [link.other(node) for link in graph.links if node in link[:2] and link.classes & classes]
        for jump in jumps:
            if has(jump, node):
                near.extend(other for other in range(graph.size) if has(jump, other))
        for other in near:
            if has(allowed, other) and other not in seen:
                seen.add(other)
                queue.append(other)
    return mask_of(seen)


@settings(max_examples=100, deadline=None)
@given(graphs_drawn(), st.data())
def test_a_flood_is_a_breadth_first_search(graph, data):
    some = st.integers(0, graph.all)
    sources, allowed = data.draw(some), data.draw(some) | data.draw(some)
    classes = data.draw(st.integers(0, 7))
    stops = data.draw(some) & data.draw(some)
    jumps = tuple(data.draw(st.lists(some, max_size=2)))
    expected = flood_by_force(graph, sources, allowed, classes, stops, jumps)
    for _ in range(2):
        assert graph.flood(sources, allowed, classes, stops=stops, jumps=jumps) == expected


# --- paths ------------------------------------------------------------------------------------------------------------


def test_distances_and_paths():
    assert ISLE.distance(0, 3) == 3
    assert ISLE.distance(0, 4, classes=ROAD | RAIL) == -1
    assert ISLE.distance(0, 3, allowed=mask("BD")) == -1
    assert ISLE.distances(mask("AD")) == {0: 0, 3: 0, 1: 1, 2: 1, 4: 2}
    assert ISLE.path(0, 4) == [0, 1, 2, 4]
    assert ISLE.path(0, 0) == [0]
    assert ISLE.path(0, 5) is None


@settings(max_examples=60, deadline=None)
@given(graphs_drawn(), st.data())
def test_a_path_is_as_long_as_the_distance(graph, data):
    a, b, c = (data.draw(st.integers(0, graph.size - 1)) for _ in range(3))
    distance = graph.distance(a, b)
    assert distance == graph.distance(b, a)
    path = graph.path(a, b)
    if path is None:
        assert distance == -1 and not has(graph.flood(1 << a, graph.all), b)
    else:
        assert len(path) == distance + 1 and path[0] == a and path[-1] == b
        assert all(has(graph.rows()[x], y) for x, y in pairwise(path))
        if has(graph.flood(1 << a, graph.all), c):
            assert distance <= graph.distance(a, c) + graph.distance(c, b)


def reach_by_force(graph, start, points, costs):
    best: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        used, node = heapq.heappop(heap)
        if node in best or (points is not None and used > points):
            continue
        best[node] = used
        for number, link in enumerate(graph.links):
            if node in link[:2] and costs[number] >= 0:
                heapq.heappush(heap, (used + costs[number], link.other(node)))
    return best


@settings(max_examples=80, deadline=None)
@given(graphs_drawn(), st.data())
def test_reach_is_dijkstra(graph, data):
    seeds = Random(data.draw(st.integers(0, 10**9)))
    costs = [seeds.choice((-1, 0, 1, 2, 5)) for _ in graph.links]
    start = data.draw(st.integers(0, graph.size - 1))
    points = data.draw(st.one_of(st.none(), st.integers(0, 9)))
    reach = graph.reach(start, points, costs)
    assert reach.costs == reach_by_force(graph, start, points, costs)
    assert graph.reach(start, points, lambda _, link: costs[link]).costs == reach.costs
    for node in reach:
        links = graph.links_of_path(reach.path_to(node), costs)
        assert sum(costs[link] for link in links) == reach[node]


def test_the_cheaper_of_two_links():
    costs = [1, 4, 2, 1, -1]
    reach = ISLE.reach(0, 5, ISLE.ways(costs))
    assert reach.costs == {0: 0, 1: 1, 2: 3, 3: 4}
    assert ISLE.links_of_path(reach.path_to(3), costs) == [0, 2, 3]
    assert set(ISLE.reach(0, 9, costs, stops=[1])) == {0, 1}
    assert set(ISLE.reach(0, 9, costs, closed=[2])) == {0, 1}
    with pytest.raises(ValueError, match="5 links"):
        ISLE.ways([1])


# --- the compass ------------------------------------------------------------------------------------------------------


def star(*ends: tuple[float, float]) -> Graph:
    names = ["hub", *(f"end{number}" for number in range(len(ends)))]
    links = [("hub", name, ["road"]) for name in names[1:]]
    return Graph(names, links, classes=CLASSES, positions=[(0, 0), *ends])


def test_links_in_compass_order():
    """Given west, south, north, north-east, east; kept clockwise from the north."""
    graph = star((-1, 0), (0, 2), (0, -5), (1, -1), (3, 0))
    assert graph.around[0] == (2, 3, 4, 1, 0)
    assert graph.links_beside(0, 2) == (0, 3)
    assert graph.links_beside(0, 0) == (1, 2)
    assert graph.links_beside(1, 0) == (0, 0), "the only link of an end"


def test_links_one_way_keep_their_order():
    graph = star((1, 1), (2, 2), (0, 0), (-1, 1))
    assert graph.around[0] == (2, 0, 1, 3)


def test_neighbouring_links_of_a_class():
    names = {"hub": (0, 0), "north": (0, -1), "east": (1, 0), "south": (0, 1)}
    links = [("hub", "north", ["road"]), ("hub", "east", ["rail"]), ("hub", "south", ["road"])]
    graph = Graph(names, links, classes=CLASSES, positions=names)
    assert graph.links_beside(0, 0, ROAD) == (2, 2)
    assert graph.links_beside(0, 0, EVERY) == (2, 1)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=3))
def test_clockwise_is_an_order(directions):
    a, b, c = directions
    assert clockwise(a, b) == -clockwise(b, a)
    if clockwise(a, b) <= 0 and clockwise(b, c) <= 0:
        assert clockwise(a, c) <= 0
