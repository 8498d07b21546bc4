"""What keys of a battle must not say together: one place twice, time that runs back, losses that nobody can suffer."""

from __future__ import annotations

import datetime
from typing import Any

from grognard.kernel.formats import Findings


def judge_window(at: Findings) -> None:
    """Hexes cover the window: else units at places stand elsewhere than the map shows."""
    window, grid = at.data["window"], at.data["grid"]
    km = grid.get("hex_km", 0.48)
    room = max(0.6, 1.5 * km)
    for key, span, count, size in (
        ("columns", window["east"] - window["west"], grid["columns"], km),
        ("rows", window["north"] - window["south"], grid["rows"], km * 3**0.5 / 2),
    ):
        if span > 0 and abs(span - count * size) > room:
            words = f"the window is {span:.1f} km, and {count} hexes are {count * size:.1f} km"
            at.expected(("grid", key), f"about {max(1, round(span / size))}: {words}")


def judge_time(at: Findings) -> None:
    before = ""
    for place, turn in at.each(("turn",)):
        if not _a_date(turn["date"]):
            at.expected((*place, "date"), "a date such as 1815-06-16")
        now = f"{turn['date']} {turn['start']}"
        if before and now <= before:
            at.expected((*place, "start"), f"a time after that of the turn before ({before})")
        before = now
    if len(str(at.data.get("date", ""))) > 4 and not _a_date(str(at.data["date"])):
        at.expected(("date",), "a date such as 1815-06-16, or a year")


def _a_date(words: str) -> bool:
    try:
        datetime.date.fromisoformat(words)
    except ValueError:
        return False
    return True


def judge_people(at: Findings) -> None:
    """Whoever has a counter has a name of his own, stands in one place, and serves in one army."""
    seen: set[str] = set()
    for place, one, key in _counters(at):
        if one.get("id") in seen:
            at.expected((*place, key), "a name that no other counter has", one.get("id"))
        seen.add(one.get("id", ""))
        spots = [word for word in ("hex", "at", "arrives") if one.get(word)]
        if len(spots) > 1:
            at.wrong((*place, spots[0]), f"it is said twice where it is: by {' and by '.join(spots)}")
    armies = {entry["id"]: entry["army"] for _, entry in at.each(("formation",))}
    known = {army["id"] for _, army in at.each(("army",))}
    for place, entry in at.each(("commander",)):
        at.each_once((*place, "commands"), "formation")
        for number, name in enumerate(entry["commands"]):
            if entry["army"] in known and armies.get(name, entry["army"]) != entry["army"]:
                at.wrong((*place, "commands", number), f"{name!r} belongs to another army, {armies[name]!r}")


def _counters(at: Findings) -> list[tuple[tuple[Any, ...], dict[str, Any], str]]:
    """Units, leaders and commanders; HQs have no name."""
    found: list[tuple[tuple[Any, ...], dict[str, Any], str]] = []
    for place, entry in at.each(("commander",)):
        found.append((place, {"id": entry["id"], **entry["start"]}, "id"))
    for place, entry in at.each(("formation",)):
        if entry.get("leader"):
            found.append(((*place, "leader"), entry["leader"], "id"))
        found += [(spot, unit, "id") for spot, unit in at.each((*place, "units"))]
    return found


def judge_losses(at: Findings) -> None:
    for place, unit in ((spot, unit) for group, _ in at.each(("formation",)) for spot, unit in at.each((*group, "units"))):
        steps = unit.get("steps", [])
        for number, strength in enumerate(steps):
            before = steps[number - 1] if number else 30
            if not 1 <= strength <= before:
                at.expected((*place, "steps", number), f"a strength from 1 to {before}: a unit grows weaker step by step")
    for place, army in at.each(("army",)):
        if army["disintegration"] < army["demoralization"]:
            at.expected((*place, "disintegration"), f"at least its demoralization ({army['demoralization']})")


def judge_levels(at: Findings) -> None:
    """The best first."""
    before: int | None = None
    for place, level in at.each(("victory", "level")):
        if before is not None and level["margin_at_least"] >= before:
            at.expected((*place, "margin_at_least"), f"less than {before}: the best level comes first")
        before = level["margin_at_least"]


def judge_corrections(at: Findings) -> None:
    for key in ("sides", "tolls"):
        seen: dict[frozenset[str], str] = {}
        for place, label, _ in at.pairs(("corrections", key)):
            if seen.setdefault(frozenset(label.split("|")), label) != label:
                at.wrong(place, f"this hexside stands here already, as {seen[frozenset(label.split('|'))]}")
    for place, _, kinds in at.pairs(("corrections", "sides")):
        at.each_once(place, "word")
        if "stream" in kinds and "river" in kinds:
            at.expected(place, "a stream or a river, not both")


TOGETHER = (judge_window, judge_time, judge_people, judge_losses, judge_levels, judge_corrections)
