"""What keys of a scenario must not say together: zones that overlap, transports in circles, nights that never come."""

from __future__ import annotations

from typing import Any

from grognard.kernel.formats import Findings, Path

from ..tables import UNITS, UnitType


def breadth_of(at: Findings) -> int:
    """As most rows have it: one row that is too short or too long is the one that is wrong."""
    lengths = [len(row) for row in at.data["map"]["rows"]]
    return max(lengths, key=lengths.count)


def judge_zones(at: Findings) -> None:
    """Each side sets up in rows of its own; supply comes over an edge of the table (5.sources)."""
    rows = at.data["map"]["rows"]
    taken: dict[int, str] = {}
    for place, side in at.each(("side",)):
        first, last = side["setup_rows"]
        shared = [row for row in range(first, min(last, len(rows)) + 1) if taken.setdefault(row, side["id"]) != side["id"]]
        if shared:
            at.wrong((*place, "setup_rows"), f"{taken[shared[0]]} sets up in row {shared[0]} too")
        for number, square in enumerate(side.get("sources", ())):
            if not _at_the_edge(square, breadth_of(at), len(rows)):
                at.expected((*place, "sources", number), "a square on an edge of the table (napalini.5.sources)")


def _at_the_edge(square: str, columns: int, rows: int) -> bool:
    column, row = ord(square[0]) - 65, int(square[1:])
    return row in (1, rows) or column in (0, columns - 1)


def judge_transports(at: Findings) -> None:
    """Passengers are aboard something that carries, and as many as it takes (2.transport.capacity)."""
    for place, _ in at.each(("formation",)):
        spread = [spot for spot, unit in at.each((*place, "units")) for _ in range(unit.get("n", 1))]
        units = [at.value(spot) for spot in spread]
        aboard: dict[int, int] = {}
        for spot, unit in at.each((*place, "units")):
            carrier = unit.get("aboard", -1)
            if not 0 <= carrier < len(units):
                continue
            kind = _kind(units[carrier])
            if spread[carrier] == spot or "aboard" in units[carrier]:
                at.wrong((*spot, "aboard"), "its transport is itself aboard")
            elif kind is not None and not (room := _room(kind, units[carrier])):
                at.wrong((*spot, "aboard"), f"{kind.name} carry nobody")
            elif kind is not None:
                aboard[carrier] = aboard.get(carrier, 0) + unit.get("n", 1)
                if aboard[carrier] > room:
                    at.wrong((*spot, "aboard"), f"{aboard[carrier]} are aboard, and there is room for {room}")


def _kind(unit: dict[str, Any]) -> UnitType | None:
    return UNITS.get(str(unit.get("ship") or unit.get("type")))


def _room(kind: UnitType, unit: dict[str, Any]) -> int:
    """As movement/transport.py has it, before there is a game."""
    if "landing-craft" in kind.tags or "transport-one" in kind.tags:
        return 1
    return 0 if "transport" not in kind.tags else 2 if unit.get("archie") else 3


def judge_reinforcements(at: Findings) -> None:
    nights = at.value(("scenario", "days")) or 4
    nights += extra if isinstance(extra := at.value(("scenario", "extra_days")), int) else 2
    for place, entry in at.each(("reinforcement",)):
        if entry["night"] > nights:
            at.expected((*place, "night"), f"a night of the battle, which has at most {nights} days")
        for spot, unit in at.each((*place, "units")):
            if unit.get("type") == "hq":
                at.wrong((*spot, "type"), "an army has its HQ from the start")


def judge_lists(at: Findings) -> None:
    """Nothing stands twice in a list where once is enough."""
    for key in ("water_edges", "streams"):
        _edges_once(at, ("map", key), [(("map", key, n), edge) for n, edge in enumerate(at.value(("map", key)) or ())])
    _edges_once(at, ("map", "bridges"), [((*place, "edge"), one["edge"]) for place, one in at.each(("map", "bridges"))])
    for place, one in at.each(("map", "obstacles")):
        edges = one.get("edges", ())
        _edges_once(at, (*place, "edges"), [((*place, "edges", n), edge) for n, edge in enumerate(edges)])
    for place, _ in at.each(("map", "bridges")):
        at.each_once((*place, "carries"), "word")
    for place, _ in at.each(("formation",)):
        hooked: set[int] = set()
        for spot, hook in at.each((*place, "hooks")):
            for number, unit in enumerate(hook["units"]):
                if unit in hooked:
                    at.wrong((*spot, "units", number), f"unit {unit} rides in a hook already")
                hooked.add(unit)


def _edges_once(at: Findings, path: Path, edges: list[tuple[Path, str]]) -> None:
    """C3|C4 is C4|C3."""
    seen: set[frozenset[str]] = set()
    for place, edge in edges:
        if (ends := frozenset(str(edge).split("|"))) in seen:
            at.wrong(place, f"the edge {edge} stands here already")
        seen.add(ends)


TOGETHER = (judge_zones, judge_transports, judge_reinforcements, judge_lists)
