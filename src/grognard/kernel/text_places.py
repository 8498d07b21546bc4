"""A map of hexes, squares or spaces in words: the ground of a place, how far another is, and in which direction.

The open table has inches (text_table.py); here the game's own places are counted, so that somebody who does not see the map
can play on it: 0512 (woods, height 14), 3 hexes north-east. North is up.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, hypot

from .scene import BoardPicture, Piece, Point, Region
from .text_map import CLEAR
from .text_table import COMPASS
from .words import counted

WORDS = {"hex": "hex", "square": "square", "graph": "space"}
MANY = {"hex": "hexes"}
UNSAID = ("ground-", "terrain-")  # before a kind: for the eye
FAR = 60  # places: beyond, nobody counts them


class PlaceTalk:
    """Words about one map. `word`: what a game calls its places, where it is not the usual word."""

    def __init__(self, board: BoardPicture, word: str = "") -> None:
        self.board = board
        self.word = word or WORDS.get(board.kind, "space")
        self.regions = {region.id: region for region in board.regions}
        self.beside = _joined(board) if board.links else _touching(board)

    def ground(self, id: str, plain: str = "") -> str:
        """woods, height 14; `plain` in the open."""
        region = self.regions.get(id)
        if region is None:
            return ""
        kind = region.kind
        for lead in UNSAID:
            kind = kind.removeprefix(lead)
        words = [] if kind.lower() in CLEAR else [kind.replace("_", " ").replace("-", " ")]
        words += [tag.partition(":")[0].replace("_", " ") for tag in region.tags]
        words += [f"height {region.elevation}"] if region.elevation else []
        return ", ".join(dict.fromkeys(word for word in words if word)) or plain

    def far(self, a: str, b: str) -> int:
        """In places; -1 where no way leads."""
        return self._nearest(a, {b})[0]

    def way(self, a: str, b: str) -> str:
        """3 hexes north-east; nothing if it is no way at all."""
        if a == b or a not in self.regions or b not in self.regions:
            return ""
        far = self.far(a, b)
        bearing = self.bearing(self.regions[a].at, self.regions[b].at)
        return f"{self.counted(far)} {bearing}" if far > 0 else bearing

    def counted(self, number: int) -> str:
        return counted(number, self.word, MANY.get(self.word, ""))

    def bearing(self, a: Point, b: Point) -> str:
        return COMPASS[round(degrees(atan2(b[0] - a[0], a[1] - b[1])) / 45) % 8]

    def goes(self, a: str, b: str) -> str:
        """Of a move: 2 hexes north, woods."""
        return ", ".join(words for words in (self.way(a, b), self.ground(b)) if words)

    def nearest_enemy(self, at: str, side: str, pieces: Iterable[Piece]) -> str:
        """nearest enemy at Frasnes (0413), 4 hexes south."""
        there = {piece.at for piece in pieces if piece.side not in (side, "") and piece.at in self.regions}
        if at not in self.regions or not there:
            return ""
        _, place = self._nearest(at, there)
        if not place:
            return ""
        where = "here" if place == at else f"at {named(self.regions[place])}, {self.way(at, place)}"
        return f"nearest enemy {where}"

    def _nearest(self, start: str, wanted: set[str]) -> tuple[int, str]:
        """How far the nearest of them is, and which; of several the first by its name."""
        seen, rim = {start}, [start]
        for far in range(FAR):
            if found := sorted(wanted.intersection(rim)):
                return far, found[0]
            rim = [id for id in dict.fromkeys(other for one in rim for other in self.beside.get(one, ())) if id not in seen]
            if not rim:
                break
            seen.update(rim)
        return -1, ""


def named(region: Region) -> str:
    """By its name; its id besides only where it is a number on the map (Frasnes (0413))."""
    if not region.label or region.label == region.id:
        return region.id
    return f"{region.label} ({region.id})" if any(letter.isdigit() for letter in region.id) else region.label


def _joined(board: BoardPicture) -> dict[str, list[str]]:
    beside: dict[str, list[str]] = {}
    for link in board.links:
        beside.setdefault(link.a, []).append(link.b)
        beside.setdefault(link.b, []).append(link.a)
    return beside


def _touching(board: BoardPicture) -> dict[str, list[str]]:
    """Hexes and squares that share a side (squares: or a corner), by the places of their middles."""
    cells = [region for region in board.regions if len(region.outline) > 2]
    if not cells:
        return {}
    reach = _pitch(cells[0]) * (1.5 if board.kind == "square" else 1.2)
    boxes: dict[tuple[int, int], list[Region]] = {}
    for cell in cells:
        boxes.setdefault((int(cell.at[0] // reach), int(cell.at[1] // reach)), []).append(cell)
    beside: dict[str, list[str]] = {}
    for (x, y), here in boxes.items():
        around = [cell for dx in (-1, 0, 1) for dy in (-1, 0, 1) for cell in boxes.get((x + dx, y + dy), ())]
        for cell in here:
            away = {other.id: hypot(other.at[0] - cell.at[0], other.at[1] - cell.at[1]) for other in around}
            beside[cell.id] = [id for id, far in away.items() if id != cell.id and far <= reach]
    return beside


def _pitch(cell: Region) -> float:
    """From the middle of a cell to that of its neighbour: across the flat sides of a hex, the side of a square."""
    rim = cell.outline
    sides = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(rim, [*rim[1:], rim[0]], strict=True)]
    return 2 * min(hypot(x - cell.at[0], y - cell.at[1]) for x, y in sides)


__all__ = ["PlaceTalk", "named"]
