"""What the diary says of a move: how far, which way, by road, into what ground, against whose front, flank or rear."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import Point
from grognard.boards.poses import Pose
from grognard.boards.table_contact import contact
from grognard.kernel.words import listing

from ..contact.lining_up import EDGES
from ..context import Dbms
from ..ground import Area
from ..state import BASE
from ..terrain.whereabouts import heading, new_ground, way
from .tactical_moves import Move


def contact_words(g: Dbms, n: int, met: Sequence[int]) -> str:
    """", into the right flank of IN 9": whom it moved into contact with, in names that everybody may read."""
    found = []
    for enemy in met:
        name = g.seen_name(enemy, None)
        how = None if enemy == BASE else contact(g.solid(n), g.solid(enemy))
        found.append(f"against {name}" if how is None else f"into the {EDGES[how.theirs]} of {name}")
    return f", {listing(found)}" if found else ""


def move_words(g: Dbms, n: int, start: Pose, before: Area | None, *, by_road: bool, met: Sequence[int]) -> str:
    """"moves 2.9 in south by road, into Stonne"; or "turns to face west"."""
    here = g.rect(n).middle
    went = way(g.rect_at(n, start).middle, here)
    if not went and not met:
        return f"turns to face {heading(g.element(n).pose.facing)}"
    told = f"moves {went}" if went else "moves up"
    return f"{told}{' by road' if by_road else ''}{new_ground(g, n, before)}{contact_words(g, n, met)}"


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def goal_words(g: Dbms, n: int, move: Move, words: str) -> str:
    """A suggestion with its measure: "towards IN 9: 2.9 in south"."""
    if move.road:
        return f"{words}: {abs(move.road) / 2540:.1f} in"
    if not move.poses:
        return words
    went = way(g.rect(n).middle, g.rect_at(n, Pose(*move.poses[-1])).middle)
    return f"{words}: {went}" if went else words
