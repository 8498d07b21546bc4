"""A small hex or square board as letters, for terminals.

The one idea: a cell is a letter for its ground and letters for who stands there, and cells stand on the page where
their regions stand on the board, so a shifted row of hexes is a shifted row of text. Boards that do not fit are not
printed; the list of places (text.py) says the same in words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from .scene import BoardPicture, Region, Scene

CLEAR = ("", "clear", "open", "flat", "plain")
MOST_ROWS = 60


def letters_for(words: Iterable[str], taken: str = "") -> dict[str, str]:
    """A letter for each word: its first if that is free, else another of its own, else any."""
    given: dict[str, str] = {}
    used = set(taken)
    for word in words:
        own = [c for c in word if c.isalnum()]
        pool = [*own, *(chr(c) for c in range(ord("a"), ord("z") + 1)), *"0123456789*#+=&%$@"]
        pool = [c.upper() if word[:1].isupper() else c.lower() for c in pool]
        given[word] = next((c for c in pool if c not in used), "?")
        used.add(given[word])
    return given


def rows_of(regions: Iterable[Region]) -> list[list[Region]]:
    """Regions in lines from the top, each line from the left. A line is what stands level, give or take a little."""
    rows: list[list[Region]] = []
    for region in sorted(regions, key=lambda r: (r.at[1], r.at[0])):
        if rows and abs(rows[-1][0].at[1] - region.at[1]) < height_of(region) * 0.2:
            rows[-1].append(region)
        else:
            rows.append([region])
    return [sorted(row, key=lambda r: r.at[0]) for row in rows]


def height_of(region: Region) -> float:
    ys = [y for _, y in region.outline]
    return max(ys) - min(ys)


def board_as_letters(scene: Scene, board: BoardPicture, width: int) -> list[str]:
    """The lines of the map and its key, or nothing if it does not fit."""
    regions = [r for r in board.regions if len(r.outline) > 2]
    if board.kind not in ("hex", "square") or not regions:
        return []
    rows = rows_of(regions)
    pitch = min((b.at[0] - a.at[0] for row in rows for a, b in itertools.pairwise(row)), default=0.0)
    left = min(r.at[0] for r in regions)
    across = (max(r.at[0] for r in regions) - left) / pitch if pitch else 0.0
    margin = max(len(row[0].note or row[0].id) for row in rows) + 2
    cell = next((n for n in (8, 7, 6, 5, 4, 3) if margin + (across + 1) * n <= width), 0)
    if not cell or len(rows) > MOST_ROWS:
        return []
    ground = letters_for(sorted({r.kind for r in regions if r.kind.lower() not in CLEAR}))
    sides = letters_for(side_name(scene, side).capitalize() for side in sides_of(scene))
    here = occupants(scene, sides)
    lines = []
    for row in rows:
        line = (row[0].note or row[0].id).ljust(margin)
        for region in row:
            column = margin + round((region.at[0] - left) / pitch * cell) if pitch else margin
            text = ground.get(region.kind, ".") + here.get(region.id, "")
            line = line.ljust(column) + text[: cell - 1]
        lines.append(line.rstrip())
    return [*lines, *key_of(ground, sides)]


def sides_of(scene: Scene) -> list[str]:
    return list(dict.fromkeys([*scene.side_names, *scene.sides, *(p.side for p in scene.pieces if p.side)]))


def side_name(scene: Scene, side: str) -> str:
    return scene.side_names.get(side, side)


def occupants(scene: Scene, letters: Mapping[str, str]) -> dict[str, str]:
    """Who stands where: the letter of a side and how many pieces it has there."""
    count: dict[str, dict[str, int]] = {}
    for piece in scene.pieces:
        if piece.at:
            letter = letters.get(side_name(scene, piece.side).capitalize(), "?")
            by_side = count.setdefault(piece.at, {})
            by_side[letter] = by_side.get(letter, 0) + 1
    return {
        place: "".join(letter + (str(n) if n > 1 else "") for letter, n in by_side.items()) for place, by_side in count.items()
    }


def key_of(ground: Mapping[str, str], sides: Mapping[str, str]) -> list[str]:
    parts = [". clear", *(f"{letter} {kind}" for kind, letter in ground.items())]
    lines = [f"Ground: {', '.join(parts)}."]
    if sides:
        lines.append(f"Pieces: {', '.join(f'{letter} {name}' for name, letter in sides.items())}; a number counts them.")
    return lines
