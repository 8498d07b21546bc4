"""Tables made up: terrain that keeps all conditions, from a seed that players can share.

The same checker that judges a person's table judges these; what it refuses is thrown away and drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grognard.boards.plane import CIRCLE, INCH, MM, step
from grognard.boards.table_areas import oval
from grognard.boards.table_shapes import hull, oblong

from ..state import TerrainPiece
from ..tables import THEATRES
from .terrain import table_refusals

Rng = random.Random  # always seeded by name: the same table on any machine
WANTED = {"woods": 3, "steep_hill": 1, "gentle_hill": 2, "river": 1, "soft_ground": 1, "waterway": 1, "marsh": 1, "road": 3,
          "town": 2, "dunes": 3, "oasis": 1, "minefield": 1}  # fmt: skip


def generated_table(seed: str, theatre: str, size: int, options: dict[str, Any]) -> list[TerrainPiece]:
    """3 to 5 pieces of the theatre's kinds that keep every condition."""
    rng = Rng(f"table {seed} {theatre} {size}")
    for _ in range(4000):
        pieces = drawn(rng, theatre, size)
        if not any(table_refusals(pieces, theatre, size, options)):
            return pieces
    return plain_table(theatre, size)


def drawn(rng: Rng, theatre: str, size: int) -> list[TerrainPiece]:
    kinds = kinds_for(rng, theatre)
    pieces: list[TerrainPiece] = []
    for kind in sorted(kinds, key=lambda k: {"river": 0, "waterway": 1, "road": 2}.get(k, 3)):
        for _ in range(30):
            piece = one(rng, kind, size, pieces)
            near = table_refusals([*pieces, piece], theatre, size, {"sheet_terrain_minimum": True})
            if not any(r.rule not in ("dbms.terrain.7", "dbms.terrain.8", "dbms.terrain.12") for r in near):
                pieces.append(piece)
                break
    return pieces


def kinds_for(rng: Rng, theatre: str) -> list[str]:
    allowed: Sequence[str] = THEATRES[theatre]["terrain"]
    weights = [WANTED[kind] for kind in allowed]
    kinds: list[str] = []
    for _ in range(rng.randrange(3, 6)):
        kind = rng.choices(allowed, weights)[0]
        most = 1 if kind in ("river", "road", "town", "waterway") else 2
        if kinds.count(kind) < most:
            kinds.append(kind)
    return kinds


def one(rng: Rng, kind: str, size: int, pieces: Sequence[TerrainPiece]) -> TerrainPiece:
    if kind in ("river", "road"):
        return across(rng, kind, size)
    if kind == "waterway" and rng.random() < 0.4:
        return sea(rng, size)
    length = rng.randrange(70, 121) * MM
    width = rng.randrange(50, min(length // MM, 200 - length // MM) + 1) * MM
    margin = length // 2 + MM
    at = (rng.randrange(margin, size - margin), rng.randrange(margin, size - margin))
    facing = rng.randrange(0, CIRCLE, 500)
    if kind in ("town", "minefield"):
        shape = oblong(step(at, facing, -length // 2), step(at, facing, length // 2), width)
    else:
        shape = oval(at, facing, length, width, 12)
    return TerrainPiece(kind, hull(shape.corners).corners)


def across(rng: Rng, kind: str, size: int) -> TerrainPiece:
    """From one edge to the opposite one, with a bend or two."""
    upright = rng.random() < 0.5
    low, high = size // 5, size - size // 5
    at = [rng.randrange(low, high) for _ in range(rng.choice((3, 4)))]
    steps = [size * i // (len(at) - 1) for i in range(len(at))]
    points = tuple((a, b) if upright else (b, a) for a, b in zip(at, steps))
    bridges = (rng.randrange(size // 4, 3 * size // 4),) if kind == "river" else ()
    return TerrainPiece(kind, points, bridges)


def sea(rng: Rng, size: int) -> TerrainPiece:
    depth = rng.randrange(2 * INCH, 4 * INCH)
    outlines = [
        ((0, 0), (size, 0), (size, depth), (0, depth)),
        ((size - depth, 0), (size, 0), (size, size), (size - depth, size)),
        ((0, size - depth), (size, size - depth), (size, size), (0, size)),
        ((0, 0), (depth, 0), (depth, size), (0, size)),
    ]
    return TerrainPiece("waterway", outlines[rng.randrange(4)])


def plain_table(theatre: str, size: int) -> list[TerrainPiece]:
    """Three ovals of the theatre's first kinds: always legal."""
    rough = [k for k in THEATRES[theatre]["terrain"] if k in ("woods", "dunes", "soft_ground", "marsh", "oasis")]
    spots = [(size // 4, size // 4), (3 * size // 4, size // 3), (size // 3, 3 * size // 4)]
    return [
        TerrainPiece(rough[i % 2], hull(oval(at, 1500 * i, 100 * MM, 80 * MM, 12).corners).corners)
        for i, at in enumerate(spots)
    ]
