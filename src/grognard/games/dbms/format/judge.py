"""What the shape of a battle cannot say: lists, support, and what must lie on the table."""

from __future__ import annotations

import re
from math import dist
from typing import Any

from grognard.boards.plane import MM
from grognard.boards.poses import Pose, Rect, rect
from grognard.boards.table_shapes import overlap
from grognard.kernel.formats import Findings, Path
from grognard.kernel.refusal import BadData

from ..scenario import large_table, supported, usual_table
from ..tables import AIR, ARMY_LISTS, LINEAR, TERRAIN, WIDTH, depth_of
from ..tables import ELEMENTS as TYPES

FIRST_YEAR = min(army.years[0] for army in ARMY_LISTS.values())
FORCES = re.compile(r"\s*(\d{1,2} +)?[A-Z]{2}(\s*,\s*(\d{1,2} +)?[A-Z]{2})*\s*")  # 2 IN, AR, BO
READY = ("start", "initiative", "move", "fight", "end")


def size_of(scenario: dict[str, Any]) -> float:
    """The side of the table in millimetres."""
    return (large_table() if scenario.get("large_table") else usual_table()) / MM


def judge_terrain(at: Findings) -> None:
    size = size_of(at.data)
    for place, piece in at.each(("terrain",)):
        _on_table(at, (*place, "points"), piece["points"], size)
        if not piece.get("going"):
            at.one_of((*place, "kind"), [kind for kind in TERRAIN if kind != "open"], "terrain")
        if piece["kind"] not in LINEAR and len(piece["points"]) < 3:
            at.expected((*place, "points"), "at least 3 points: an outline", piece["points"])
        if piece.get("bridges") and piece["kind"] != "river":
            at.wrong((*place, "bridges"), "only a river has bridges")
        length = sum(dist(a, b) for a, b in zip(piece["points"], piece["points"][1:]))
        for number, along in enumerate(piece.get("bridges", ())):
            if not 0 <= along <= length:
                at.expected((*place, "bridges", number), f"a place along the river, from 0 to {length:.0f} mm")
        if piece.get("crest", -1) >= len(piece["points"]):
            at.expected((*place, "crest"), f"one of its {len(piece['points'])} sides, counted from 0")
        if piece in at.data["terrain"][: place[-1]]:
            at.wrong(place, "the same piece of terrain stands here again")
        if piece["kind"] not in LINEAR and _within(piece["points"], size) and _crooked(piece["points"]):
            at.wrong((*place, "points"), "its outline encloses nothing, or crosses itself")
    if at.value(("base", "points")):
        _on_table(at, ("base", "points"), at.value(("base", "points")), size)
        if _within(at.value(("base", "points")), size) and _crooked(at.value(("base", "points"))):
            at.wrong(("base", "points"), "its outline encloses nothing, or crosses itself")


def _within(points: list[Any], size: float) -> bool:
    return all(-0.1 <= value <= size + 0.1 for point in points for value in point)


def _crooked(points: list[Any]) -> bool:
    rim = [(points[n - 1], point) for n, point in enumerate(points)]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in rim) / 2
    apart = ((one, two) for n, one in enumerate(rim) for two in rim[n + 2 : len(rim) - (n == 0)])
    return len(points) > 2 and (abs(area) < 1 or any(_cross(*one, *two) for one, two in apart))


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    """The two stretches cross, not only touch."""

    def turn(p: Any, q: Any, r: Any) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def _held_back(at: Findings, element: dict[str, Any]) -> bool:
    return bool(at.value(("conditions", "reserves", element["side"])))


def _on_table(at: Findings, path: Path, points: list[Any], size: float) -> None:
    for number, (x, y, *_) in enumerate(points):
        off = max(-x, -y, x - size, y - size)
        if off > 0.1:
            at.wrong((*path, number), f"it lies {off:.0f} mm off the table, which is {size:g} mm square")


def _called(at: Findings, side: str) -> str:
    """As the file calls it, with its key where that is another: Panzer group (red)."""
    name = str(at.value(("sides", side)) or side)
    return side if name.lower() == side else f"{name} ({side})"


def judge_elements(at: Findings) -> None:
    size = size_of(at.data)
    for place, element in at.each(("elements",)):
        if "at" in element:
            x, y, facing = element["at"]
            off = max(-x, -y, x - size, y - size)
            if off > 0.1:
                at.wrong((*place, "at"), f"it stands {off:.0f} mm off the table, which is {size:g} mm square")
            if not 0 <= facing < 360:
                at.expected((*place, "at", 2), "a facing from 0 to 359 degrees, clockwise from north")
        forms = element.get("forms", [])
        if element["code"] in AIR and forms and forms != ["air"]:
            at.expected((*place, "forms"), f'["air"]: {TYPES[element["code"]]["name"]} fly')
        if element["code"] not in AIR and "air" in forms:
            at.expected((*place, "forms"), f"forms on the ground: {TYPES[element['code']]['name']} do not fly")
        if len(set(forms)) < len(forms):
            at.wrong((*place, "forms"), f"both its forms are {forms[0]!r}; one is enough")
        waits = element["code"] in AIR or _held_back(at, element)
        if "at" not in element and at.data.get("phase") == "start" and not waits:
            at.wrong((*place, "at"), "where does it stand? Expected [x, y, facing]: the battle begins on the table")
        if element.get("loaded") and len(forms) < 2:
            at.wrong((*place, "loaded"), "it has no second form to be loaded in (`forms`)")
    if at.data.get("phase") in READY:
        for side in ("red", "blue"):
            if not any(element.get("side") == side for _, element in at.each(("elements",))):
                at.wrong(("elements",), f"{_called(at, side)} has no elements yet; both sides begin on the table")
    garrison = at.value(("base", "garrison"))
    if isinstance(garrison, int) and garrison >= len(at.data.get("elements", ())):
        at.expected(("base", "garrison"), "the number of an element, or -1")


def judge_bases(at: Findings) -> None:
    """Nobody stands on another, and every army has one general (dbms.basing.1)."""
    standing: list[tuple[int, Rect]] = []
    for place, element in at.each(("elements",)):
        if "at" in element and element["code"] not in AIR:
            x, y, facing = element["at"]
            forms = element.get("forms") or ["sf"]
            depth = depth_of(element["code"], forms[-1] if element.get("loaded") else forms[0])
            base = rect(Pose(round(x * MM), round(y * MM), round(facing * 100) % 36000), WIDTH, depth)
            for other, its in standing:
                if overlap(base, its):
                    name = TYPES[at.data["elements"][other]["code"]]["name"]
                    at.wrong((*place, "at"), f"it stands on another element: elements[{other}], {name}")
            standing.append((int(place[-1]), base))
    for side in ("red", "blue"):
        generals = [place for place, one in at.each(("elements",)) if (one["side"], one["code"]) == (side, "GE")]
        for place in generals[1:]:
            at.wrong((*place, "code"), f"{_called(at, side)} has a general already, and an army has one")


def judge_lists(at: Findings) -> None:
    year = at.data.get("year", 0)
    if at.data.get("phase") == "initiative":
        at.wrong(("phase",), 'the dice of a turn are thrown at its start: say "start"')
    if year and year < FIRST_YEAR:
        at.expected(("year",), f"a year from {FIRST_YEAR} to 1945; 0 for none")
    for side in ("red", "blue"):
        name = at.value(("lists", side))
        if not name:
            continue
        if not at.one_of(("lists", side), ARMY_LISTS, "an army list (`grognard docs dbms-lists`)"):
            continue
        first, last = ARMY_LISTS[name].years
        if at.value(("options", "fallschirm_airdrop")) and "fallschirm" in name:
            first = 1940  # dbms.R95
        if year and not first <= year <= last:
            at.wrong(("lists", side), f"{name} is a list of {first} to {last}, and the battle is of {year}")
    if at.data.get("support") is None:
        return
    for side in ("red", "blue"):
        name = at.value(("lists", side))
        if not name:
            at.wrong(("support", side), f"support needs an army list: lists.{side}")
        elif name in ARMY_LISTS and not FORCES.fullmatch(at.value(("support", side)) or "IN"):
            at.expected(("support", side), "numbers and types, as 2 IN, AR, BO")
        elif name in ARMY_LISTS:
            try:
                supported(ARMY_LISTS[name], at.value(("support", side)) or "", year, f"support.{side}")
            except BadData as error:
                at.wrong(("support", side), str(error).partition(": ")[2])
            except ValueError:
                at.expected(("support", side), "numbers and types, as 2 IN, AR, BO")


def judge_edges(at: Findings) -> None:
    edges = at.data.get("edges")
    if edges and edges["red"] == edges["blue"]:
        at.expected(("edges", "blue"), "another edge than red's")
    if at.data.get("phase") in ("base", "deploy", "swap", "works", *READY) and not edges:
        at.wrong(("edges",), f"a battle that begins at {at.data['phase']!r} needs base edges")
    if at.data.get("phase") in ("base", "deploy") and not (at.data.get("support") or at.data.get("elements")):
        begins = f"a battle that begins at {at.data['phase']!r}"
        at.wrong(("phase",), f"{begins} needs its forces: `lists` with `support`, or `elements`")
    if at.data.get("phase") in ("terrain", "edges", "base", "deploy", "swap", "works") and not at.data.get("attacker"):
        at.wrong(("attacker",), f"a battle that begins at {at.data['phase']!r} needs an attacker")


def judge_conditions(at: Findings) -> None:
    """What can never happen: a reserve after the end, a base that is not there."""
    limits = [at.value(("conditions", "last_turn")), at.value(("options", "turn_limit"))]
    last = min((limit for limit in limits if isinstance(limit, int) and limit > 0), default=0)
    for side in ("red", "blue"):
        turn = at.value(("conditions", "reserves", side, "turn"))
        if not FORCES.fullmatch(at.value(("conditions", "reserves", side, "elements")) or "IN"):
            at.expected(("conditions", "reserves", side, "elements"), "numbers and types, as TH, 2 TA")
        if last and isinstance(turn, int) and turn > last:
            at.expected(("conditions", "reserves", side, "turn"), f"a turn of the battle, which ends after turn {last}")
    town = any(piece["kind"] == "town" for _, piece in at.each(("terrain",)))
    ready = at.data.get("phase") in READY
    if ready and at.value(("conditions", "base_decides")) and not at.data.get("base") and not town:
        at.wrong(("conditions", "base_decides"), "there is no base: [base], or a town")


def spot(words: str) -> Path:
    """`TA 2 stands in deep water`: elements are called by their type and their number, from 1."""
    found = re.search(r"\b[A-Z]{2} (\d+)\b", words)
    return ("elements", int(found[1]) - 1, "at") if found else ()


JUDGES = (judge_terrain, judge_elements, judge_bases, judge_lists, judge_edges, judge_conditions)
