"""What the shape of a scenario cannot say: squares that must lie on the table, rows of the lists, who belongs to whom."""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel.datafile import did_you_mean
from grognard.kernel.formats import Findings, Path

from ..deployment.scenario import may_have_trucks
from ..tables import AIRCRAFT, CHARACTERS, CODES, OBSTACLES, TABLES, UNITS
from .together import TOGETHER, breadth_of

CARD_KEYS = set.intersection(*(set(card) for card in TABLES["event_card"])) - {"id"}
LINES = ("roads", "highways", "railways", "rivers")
SQUARES = ("buildings", "stations", "no_steeple", "map_features", "no_map_features")


def judge_rows(at: Findings) -> None:
    rows, width = at.data["map"]["rows"], breadth_of(at)
    for key, size, what in (("depth", len(rows), "rows"), ("breadth", width, "squares in a row")):
        if key in at.data["map"] and at.data["map"][key] != size:
            at.expected(("map", key), f"{size}: there are {size} {what}")
    for number, row in enumerate(rows):
        if len(row) != width:
            at.expected(("map", "rows", number), f"{width} squares as in the other rows, not {len(row)}")
        for letter in dict.fromkeys(row):
            if letter not in CODES:
                at.expected(("map", "rows", number), f"letters {' '.join(CODES)}", letter)


def _labels(at: Findings) -> set[str]:
    rows = at.data["map"]["rows"]
    return {f"{chr(65 + column)}{row + 1}" for column in range(breadth_of(at)) for row in range(len(rows))}


def judge_squares(at: Findings) -> None:
    """Every square that is named lies on the table; lines go from neighbour to neighbour; an edge is between two."""
    labels = _labels(at)
    for path in _squares(at):
        if at.value(path) is not None and at.value(path) not in labels:
            rows = at.data["map"]["rows"]
            at.expected(path, f"a square of the table, A1 to {chr(64 + breadth_of(at))}{len(rows)}")
    at.once(("objective",), "square", "objective")
    for spots in (*(("map", key) for key in SQUARES), *((*place, "sources") for place, _ in at.each(("side",)))):
        at.each_once(spots, "square")
    for key in LINES:
        at.each_once(("map", key), "line")
        for number, chain in enumerate(at.value(("map", key)) or ()):
            for place, (a, b) in enumerate(itertools.pairwise(chain), 1):
                if a in labels and b in labels and not _touch(a, b, corners=True):
                    at.expected(("map", key, number, place), f"a square that touches {a}")
    for path in _edges(at):
        a, _, b = str(at.value(path)).partition("|")
        if a not in labels or b not in labels or not _touch(a, b, corners=False):
            at.expected(path, "an edge between two squares of the table, as C3|C4")


def _touch(a: str, b: str, corners: bool) -> bool:
    across, up = abs(ord(a[0]) - ord(b[0])), abs(int(a[1:]) - int(b[1:]))
    return max(across, up) == 1 and (corners or across + up == 1)


def _squares(at: Findings) -> list[Path]:
    found: list[Path] = [("map", key, n) for key in SQUARES for n in range(len(at.value(("map", key)) or ()))]
    for key in LINES:
        for number, chain in enumerate(at.value(("map", key)) or ()):
            found += [("map", key, number, place) for place in range(len(chain))]
    for key in ("features", "obstacles"):
        found += [(*place, "square") for place, _ in at.each(("map", key))]
    found += [(*place, "square") for place, _ in at.each(("objective",))]
    for place, side in at.each(("side",)):
        found += [(*place, "depot"), *((*place, "sources", n) for n in range(len(side.get("sources", ()))))]
    return [*found, *((*place, "at") for place, _ in _units(at))]


def _edges(at: Findings) -> list[Path]:
    lists = ("water_edges", "streams")
    found: list[Path] = [("map", key, n) for key in lists for n in range(len(at.value(("map", key)) or ()))]
    found += [(*place, "edge") for place, _ in at.each(("map", "bridges"))]
    for place, obstacle in at.each(("map", "obstacles")):
        found += [(*place, "edges", n) for n in range(len(obstacle.get("edges", ())))]
    return found


def _units(at: Findings) -> list[tuple[Path, dict[str, Any]]]:
    groups = [place for key in ("formation", "reinforcement") for place, _ in at.each((key,))]
    return [found for place in groups for found in at.each((*place, "units"))]


def judge_sides(at: Findings) -> None:
    sides = [str(side["id"]).lower() for _, side in at.each(("side",))]
    edges = [side["edge"] for _, side in at.each(("side",))]
    if len(set(edges)) != len(edges):
        at.wrong(("side", 1, "edge"), "both sides have the same baseline; one is north, one south")
    if len(set(sides)) != len(sides):
        at.expected(("side", 1, "id"), "every side once")
    for key in ("formation", "reinforcement", "air"):
        for place, entry in at.each((key,)):
            _side(at, (*place, "side"), entry["side"], sides)
    for place, entry in at.each(("map", "obstacles")):
        if entry.get("owner"):
            _side(at, (*place, "owner"), entry["owner"], sides)
    for place, entry in at.each(("map", "bridges")):
        if entry.get("charges"):
            _side(at, (*place, "charges"), entry["charges"], sides)
    depth = len(at.data["map"]["rows"])
    for place, side in at.each(("side",)):
        first, last = side["setup_rows"]
        if not 1 <= first <= last <= depth:
            at.expected((*place, "setup_rows"), f"the first and the last row, from 1 to {depth}")


def _side(at: Findings, path: Path, value: str, sides: list[str]) -> None:
    if value.lower() not in sides:
        at.expected(path, f"a side: {', '.join(dict.fromkeys(sides)).upper()}")


def judge_formations(at: Findings) -> None:
    at.once(("formation",), "id", "formation")
    own: dict[str, str] = {entry["id"]: entry["side"].lower() for _, entry in at.each(("formation",))}
    for _, side in at.each(("side",)):
        if at.data["formation"] and side["id"].lower() not in own.values():
            name = side.get("nation") or side["id"]
            at.wrong(("formation",), f"{name} ({side['id']}) has no formation yet: an HQ and units")
    for place, side_entry in at.each(("side",)):
        if side_entry.get("commander_in_chief"):
            at.one_of((*place, "commander_in_chief"), own, "a formation")
    for place, entry in at.each(("reinforcement",)):
        if at.one_of((*place, "formation"), own, "a formation") and own[entry["formation"]] != entry["side"].lower():
            at.expected((*place, "formation"), "a formation of its own side")
    for place, entry in at.each(("formation",)):
        if (entry.get("general") or {}).get("character"):
            at.one_of((*place, "general", "character"), CHARACTERS, "a character card")
        hqs = sum(unit.get("n", 1) for unit in entry["units"] if unit.get("type") == "hq")
        if hqs != 1:
            at.wrong((*place, "units"), f"expected exactly one HQ, got {hqs}")
        total = sum(unit.get("n", 1) for unit in entry["units"])
        for number, hook in at.each((*place, "hooks")):
            for n, unit in enumerate(hook["units"]):
                if not 0 <= unit < total:
                    at.expected((*number, "units", n), f"a place in the formation's list, from 0 to {total - 1}")
        for n, row in enumerate((entry.get("flank") or {}).get("rows", ())):
            if not 1 <= row <= len(at.data["map"]["rows"]):
                at.expected((*place, "flank", "rows", n), f"a row from 1 to {len(at.data['map']['rows'])}")


def judge_units(at: Findings) -> None:
    for place, unit in _units(at):
        key = "ship" if unit.get("ship") else "type"
        name = unit.get(key)
        if name not in UNITS:
            at.wrong((*place, key), f"expected a row of the {'ship' if key == 'ship' else 'unit'} list, got {name!r}."
                     f"{did_you_mean(str(name), UNITS)}")  # fmt: skip
        elif unit.get("trucks") and not may_have_trucks(UNITS[name]):
            at.wrong((*place, "trucks"), f"{UNITS[name].name} cannot have trucks")
    for place, entry in at.each(("formation",)):
        total = sum(unit.get("n", 1) for unit in entry["units"])
        for spot, unit in at.each((*place, "units")):
            if unit.get("aboard", 0) >= total:
                at.expected((*spot, "aboard"), f"the place of its transport in this list, from 0 to {total - 1}")
    for place, _ in at.each(("air",)):
        for spot, _ in at.each((*place, "squadrons")):
            at.one_of((*spot, "type"), AIRCRAFT, "a row of the aircraft table")
    for place, obstacle in at.each(("map", "obstacles")):
        at.one_of((*place, "kind"), [*OBSTACLES, "trenches", "gully"], "an obstacle")
        if obstacle.get("kind") in ("trenches", "gully") and not obstacle.get("square"):
            at.wrong((*place, "square"), "expected the square, and there is nothing")
        if obstacle.get("kind") not in ("trenches", "gully") and not obstacle.get("edges"):
            at.wrong((*place, "edges"), "expected the edges that it bars, and there is nothing")
    for place, card in at.each(("card",)):
        for key in ("id", *sorted(CARD_KEYS)):
            if not card.get(key):
                at.wrong((*place, key), "expected a value as in table event_card, and there is nothing")


def judge_stacks(at: Findings) -> None:
    """Enemies do not begin on one square."""
    held: dict[str, str] = {}
    for place, entry in at.each(("formation",)):
        for spot, unit in at.each((*place, "units")):
            where, side = unit.get("at"), entry["side"].lower()
            if where and held.setdefault(where, side) != side:
                at.wrong((*spot, "at"), f"the enemy stands on {where}")


JUDGES = (judge_rows, judge_squares, judge_sides, judge_formations, judge_units, judge_stacks, *TOGETHER)
