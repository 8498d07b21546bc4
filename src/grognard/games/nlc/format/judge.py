"""What the shape of a battle cannot say: names that must exist, places that must lie on the map."""

from __future__ import annotations

import re
from typing import Any

from grognard.boards.hexes import HexGrid
from grognard.kernel.formats import Findings, Path, compare
from grognard.kernel.refusal import BadData

from ..theatres import theatre_of
from .battle import OrderEntry
from .together import TOGETHER

BY_ARM = {
    "infantry": ("line", "light", "landwehr", "guard", "old-guard", "young-guard", "grenadier", "militia"),
    "cavalry": (
        "heavy", "cuirassier", "dragoon", "light-cavalry", "lancer", "guard-heavy", "guard-light", "landwehr-cavalry",
        "cossack",
    ),
    "artillery": ("foot", "foot-heavy", "foot-reserve", "horse"),
}  # fmt: skip


def judge_map(at: Findings) -> None:
    window = at.data["window"]
    if window["west"] >= window["east"]:
        at.expected(("window", "east"), f"more than west ({window['west']:g}): north is up, east is right")
    if window["south"] >= window["north"]:
        at.expected(("window", "north"), f"more than south ({window['south']:g}): north is up")
    try:
        theatre_of(at.data.get("theatre", "theatre.toml"), at.folder)
    except BadData as error:
        words = "there is no such theatre, neither beside this file nor in the game"
        at.expected(("theatre",), f"a theatre ({words})" if "not there" in str(error) else f"a theatre: {error}")
    labels = set(_grid(at).labels)
    for place, label, _ in at.pairs(("corrections", "hexes")):
        if label not in labels:
            at.wrong(place, f"there is no such hex; they go from 0101 to {_grid(at).labels[-1]}")
    for key in ("sides", "tolls"):
        for place, label, _ in at.pairs(("corrections", key)):
            if not _is_side(_grid(at), label):
                at.wrong(place, "expected a hexside as 0304|0305, two hexes that touch")
    for place, road in at.each(("corrections", "roads")):
        for number, label in enumerate(road["hexes"]):
            before = road["hexes"][number - 1] if number else ""
            if label not in labels:
                at.expected((*place, "hexes", number), f"a hex from 0101 to {_grid(at).labels[-1]}")
            elif before in labels and not _is_side(_grid(at), f"{before}|{label}"):
                at.expected((*place, "hexes", number), f"a hex that touches {before}")


def _grid(at: Findings) -> HexGrid:
    return HexGrid(at.data["grid"]["columns"], at.data["grid"]["rows"], tops="pointy", shifted="odd")


def _is_side(grid: HexGrid, label: str) -> bool:
    if not re.fullmatch(r"\d{4}\|\d{4}", label):
        return False
    ends = label.split("|")
    return all(end in grid.labels for end in ends) and grid.distance(grid.hex(ends[0]), grid.hex(ends[1])) == 1


def judge_turns(at: Findings) -> None:
    for number, (place, turn) in enumerate(at.each(("turn",)), 1):
        if turn.get("n") != number:
            at.expected((*place, "n"), f"{number}: turns count 1, 2, 3")


def judge_names(at: Findings) -> None:
    sides = [side["id"] for _, side in at.each(("side",))]
    for key in ("side", "army", "commander", "formation", "entry", "reinforcement", "special"):
        at.once((key,), "id", key)
    armies = [army["id"] for _, army in at.each(("army",))]
    commanders = {entry["id"]: entry["army"] for _, entry in at.each(("commander",))}
    formations = [entry["id"] for _, entry in at.each(("formation",))]
    for place, _ in at.each(("army",)):
        at.each_once((*place, "supply_edges"), "edge")
        at.one_of((*place, "side"), sides, "a side")
        at.one_of((*place, "overall_commander"), commanders, "a commander")
    for side in sides:
        if not any(army.get("side") == side for _, army in at.each(("army",))):
            at.wrong(("army",), f"the side {side!r} has no army yet")
    for place, entry in at.each(("commander",)):
        at.one_of((*place, "army"), armies, "an army")
        for number in range(len(entry["commands"])):
            at.one_of((*place, "commands", number), formations, "a formation")
    _own_chits(at)
    leaders = [entry["leader"]["id"] for _, entry in at.each(("formation",)) if entry.get("leader")]
    for place, entry in at.each(("formation",)):
        at.one_of((*place, "army"), armies, "an army")
        if "reports_to" in entry:
            at.one_of((*place, "reports_to"), [*commanders, *leaders], "a commander or leader")
    for path in (("victory", "exit", "side"),):
        if at.value(path):
            at.one_of(path, sides, "a side")
    for place, objective in at.each(("victory", "objective")):
        if "holder" in objective:
            at.one_of((*place, "holder"), [*sides, "none"], "a side")


def _own_chits(at: Findings) -> None:
    """Armies of one side may both have a I Corps; in one army nobody could tell them apart."""
    seen: set[tuple[str, str]] = set()
    for place, entry in at.each(("formation",)):
        chit = (entry["army"], entry.get("chit") or entry["name"])
        if chit in seen:
            at.wrong((*place, "chit"), f"a formation of this army has {chit[1]!r} on its chit already")
        seen.add(chit)


def _units(at: Findings) -> list[tuple[Path, dict[str, Any]]]:
    return [found for place, _ in at.each(("formation",)) for found in at.each((*place, "units"))]


def judge_arms(at: Findings) -> None:
    for place, unit in _units(at):
        if unit.get("arm") in BY_ARM and any(unit.get("class") in classes for classes in BY_ARM.values()):
            at.one_of((*place, "class"), BY_ARM[unit["arm"]], f"a class of {unit['arm']}")
        if "steps" not in unit and "full" not in unit:
            at.wrong((*place, "full"), "expected a whole number at least 1 (or `steps`), and there is nothing")
        if unit.get("reduced", 0) >= unit.get("full", 99) and "steps" not in unit:
            at.expected((*place, "reduced"), f"less than full ({unit.get('full')})")


def judge_reinforcements(at: Findings) -> None:
    entries = [entry["id"] for _, entry in at.each(("entry",))]
    specials = [entry["id"] for _, entry in at.each(("special",))]
    groups = [entry["id"] for _, entry in at.each(("reinforcement",))]
    for place, group in at.each(("reinforcement",)):
        at.one_of((*place, "entry"), entries, "an [[entry]]")
        if group.get("option"):
            at.one_of((*place, "option"), specials, "a [[special]]")
        if group["turn"] > len(at.data["turn"]):
            at.expected((*place, "turn"), f"a turn of the battle, which has {len(at.data['turn'])}")
    for place, one in _standing(at):
        if "arrives" in one:
            at.one_of((*place, "arrives"), groups, "a [[reinforcement]]")


def _standing(at: Findings) -> list[tuple[Path, dict[str, Any]]]:
    """Whoever stands somewhere or arrives."""
    found = _units(at)
    found += [((*place, "leader"), entry["leader"]) for place, entry in at.each(("formation",)) if entry.get("leader")]
    for group, key in (("commander", "start"), ("army", "hq")):
        found += [((*place, key), entry[key]) for place, entry in at.each((group,)) if isinstance(entry.get(key), dict)]
    return found


def judge_where_they_stand(at: Findings) -> None:
    window = at.data["window"]
    if window["west"] >= window["east"] or window["south"] >= window["north"]:
        return
    places = {place["id"]: place for place in theatre_of(at.data.get("theatre", "theatre.toml"), at.folder)["place"]}
    labels, away = _grid(at).labels, 0.5
    for place, one in _standing(at):
        if "hex" in one:
            if one["hex"] not in labels:
                at.expected((*place, "hex"), f"a hex from 0101 to {labels[-1]}")
        elif "at" in one:
            if not at.one_of((*place, "at"), places, "a place of the theatre"):
                continue
            spot = places[one["at"]]
            x, y = spot["x"] + one.get("dx", 0.0), spot["y"] + one.get("dy", 0.0)
            off = max(window["west"] - x, x - window["east"], window["south"] - y, y - window["north"])
            if off > away:
                at.wrong((*place, "at"), f"it stands {off:.1f} km off the map")
        elif "arrives" not in one:
            at.wrong(place, "expected `at` (a place), `hex`, or `arrives` (a reinforcement): where is it?")
    for place, entry in at.each(("entry",)):
        off = max(window["west"] - entry["x"], entry["x"] - window["east"], window["south"] - entry["y"])
        if max(off, entry["y"] - window["north"]) > 2.0:
            at.wrong((*place, "x"), f"the entry lies {max(off, entry['y'] - window['north']):.1f} km off the map")


def judge_orders(at: Findings) -> None:
    """Targets are places, on the map or off it; `then` is written like an order."""
    places = [place["id"] for place in theatre_of(at.data.get("theatre", "theatre.toml"), at.folder)["place"]]
    for key in ("formation", "commander", "reinforcement"):
        for place, _ in at.each((key,)):
            _order(at, (*place, "order"), places)
    at.once(("victory", "objective"), "place", "objective")
    for place, _ in at.each(("victory", "objective")):
        at.one_of((*place, "place"), places, "a place of the theatre")


def _order(at: Findings, path: Path, places: list[str]) -> None:
    order = at.value(path)
    if not isinstance(order, dict):
        return
    if "target" in order:
        at.one_of((*path, "target"), places, "a place of the theatre")
    for number in range(len(order.get("then", ()))):
        compare(at, OrderEntry, (*path, "then", number))
        _order(at, (*path, "then", number), places)


JUDGES = (
    judge_map, judge_turns, judge_names, judge_arms, judge_reinforcements, judge_where_they_stand, judge_orders, *TOGETHER,
)  # fmt: skip
