"""What is true of every position: bases on the table, none on another, none in deep water, the garrison in its base."""

from __future__ import annotations

from itertools import combinations

from grognard.boards.table_shapes import contains, overlap

from .context import Dbms
from .ground import on_bridge
from .state import BASE
from .tables import IMPASSABLE
from .terrain.going import going_in


def check_position(g: Dbms) -> None:
    """Raises AssertionError; whoever is in the middle of a move may be on a friend (dbms.passing-through.1)."""
    placed = g.ground_elements()
    for n in placed:
        assert contains(g.ground.table, g.rect(n)), f"{g.name(n)} is not wholly on the table"
    for a, b in combinations([n for n in placed if n not in g.on_the_way], 2):
        assert not overlap(g.solid(a), g.solid(b)), f"{g.name(a)} and {g.name(b)} stand on each other"
    for n in placed:
        assert_dry(g, n)
    guard = g.state.fort.garrison
    if guard != BASE:
        assert g.fort is not None and g.on_table(guard), f"{g.name(guard)} garrisons what is not there"
        assert contains(g.fort, g.rect(guard)) or overlap(g.fort, g.rect(guard)), f"{g.name(guard)} is not in its base"
        assert g.side(guard) == g.state.fort.owner, f"{g.name(guard)} garrisons the enemy's base"


def assert_dry(g: Dbms, n: int) -> None:
    river = g.ground.river
    if river is not None and not g.in_river(n) and river.overlaps(g.rect(n)):
        assert on_bridge(river, g.rect(n), g.bridges(g.side(n))) is not None, f"{g.name(n)} stands in the river"
    for area in g.ground.areas:
        if area.kind == "waterway" and going_in(g, g.side(n), g.column(n), area) == IMPASSABLE:
            assert not overlap(g.rect(n), area.shape), f"{g.name(n)} stands in deep water"
