"""Lay Europe and the Near East on the layout of Paths of Glory: writes data/picture.toml from geography.toml and map.toml.

The main map keeps its printed layout, which is a plain map of longitude and latitude that was pulled apart here and there.
The Near East, a smaller map beside it in print, is joined on where it belongs. How far each place was pulled tells how far
the shores around it are pulled too. Run it after a change of geography.toml: `python tools/pog_map.py`.
"""

from __future__ import annotations

import math
import tomllib
from itertools import pairwise
from pathlib import Path

DATA = Path(__file__).parents[1] / "src/grognard/games/pog/data"
ASPECT = 1.545
EDGE = 745  # of the printed main map: places beyond it were moved in from the east
APART = 44.0  # least distance of two places, in map units
MEANDER = 0.9  # degrees round a place in which shores follow it

Point = tuple[float, float]


def along(value: float, stops: list[tuple[float, float]]) -> float:
    """A broken line through (value, result), continued straight at both ends."""
    for (a, x), (b, y) in pairwise(stops):
        if value <= b or (b, y) == stops[-1]:
            return x + (y - x) * (value - a) / (b - a)
    raise ValueError(value)


LONGITUDES = [(-10.0, -140.0), (0.0, 73.2), (27.5, 659.0), (29.5, 701.0), (36.0, 810.0), (46.0, 1010.0), (52.0, 1112.0)]
LATITUDES = [(20.0, -1400.0), (31.5, -1128.0), (38.0, -926.0), (54.7, -181.0), (60.0, -37.0), (63.0, 45.0)]


def laid(lon: float, lat: float) -> Point:
    return along(lon, LONGITUDES) * ASPECT, -along(lat, LATITUDES)


def relaxed(places: dict[str, Point], fixed: set[str], links: list[tuple[str, str]]) -> dict[str, Point]:
    """Places that are free to move keep their distance from all others, and stay near where they lie."""
    home, now = dict(places), dict(places)
    for _ in range(400):
        for name in places:
            if name in fixed:
                continue
            x, y = now[name]
            fx, fy = (home[name][0] - x) * 0.06, (home[name][1] - y) * 0.06
            for other, (ox, oy) in now.items():
                if other != name:
                    away = math.hypot(x - ox, y - oy) or 1.0
                    if away < APART:
                        push = (APART - away) * 0.35 / away
                        fx, fy = fx + (x - ox) * push, fy + (y - oy) * push
            for a, b in links:  # a way that runs over a place pushes it aside
                if name not in (a, b):
                    (ax, ay), (bx, by) = now[a], now[b]
                    length2 = (bx - ax) ** 2 + (by - ay) ** 2 or 1.0
                    t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2
                    if 0.05 < t < 0.95:
                        px, py = ax + t * (bx - ax), ay + t * (by - ay)
                        away = math.hypot(x - px, y - py) or 1.0
                        if away < APART * 0.5:
                            push = (APART * 0.5 - away) * 0.2 / away
                            fx, fy = fx + (x - px) * push, fy + (y - py) * push
            now[name] = (x + fx, y + fy)
    return now


class Warp:
    """Where a point of the globe comes to lie: as laid out, and pulled along by the places around it."""

    def __init__(self, at: dict[str, Point], places: dict[str, Point]) -> None:
        self.anchors = [
            (lon, lat, places[n][0] - laid(lon, lat)[0], places[n][1] - laid(lon, lat)[1]) for n, (lon, lat) in at.items()
        ]

    def __call__(self, lon: float, lat: float) -> Point:
        x, y = laid(lon, lat)
        total, dx, dy = 0.4, 0.0, 0.0
        for alon, alat, rx, ry in self.anchors:
            away2 = ((lon - alon) * 0.72) ** 2 + (lat - alat) ** 2
            if away2 < 9 * MEANDER * MEANDER:
                weight = math.exp(-away2 / (MEANDER * MEANDER)) * (1 + 0.2 / (away2 + 0.02))
                total, dx, dy = total + weight, dx + weight * rx, dy + weight * ry
        return x + dx / total, y + dy / total


def finer(points: list[list[float]], closed: bool, step: float = 0.7) -> list[Point]:
    """The same line with points close enough to follow the pull of the places."""
    line = [tuple(p) for p in points] + ([tuple(points[0])] if closed else [])
    made: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(line):
        parts = max(1, min(8, int(math.hypot((bx - ax) * 0.72, by - ay) / step)))
        made += [(ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(parts)]
    return made if closed else [*made, line[-1]]  # type: ignore[list-item]


def main() -> None:
    globe = tomllib.loads((DATA / "geography.toml").read_text())
    board = tomllib.loads((DATA / "map.toml").read_text())
    at = {name: (float(lon), float(lat)) for name, (lon, lat) in globe["at"].items()}
    printed = {s["id"]: (s["x"] * ASPECT, float(s["y"])) for s in board["space"] if s["map"] == "main" and s["x"] < EDGE}
    places = {name: printed.get(name) or laid(*at[name]) for name in at}
    links = [(c["a"], c["b"]) for c in board["connection"]]
    near = {n for n in places if n not in printed}
    beside = [(a, b) for a, b in links if a in near or b in near]
    places = relaxed(places, set(printed), beside)
    warp = Warp(at, places)

    def rim(one: dict[str, object], closed: bool = True) -> str:
        points = [warp(*p) for p in finer(one["points"], closed)]  # type: ignore[arg-type]
        return "[" + ", ".join(f"[{x:.0f}, {y:.0f}]" for x, y in points) + "]"

    lines = ["# Made by tools/pog_map.py from geography.toml and map.toml: do not edit.", "", "[at]"]
    lines += [f"{name} = [{x:.1f}, {y:.1f}]" for name, (x, y) in places.items()]
    lines += ["", "[seeds]"]
    for nation, seeds in globe["seeds"].items():
        lines.append(f"{nation} = [" + ", ".join("[{:.1f}, {:.1f}]".format(*warp(*p)) for p in seeds) + "]")
    for words in ("waters", "realms"):
        lines += ["", f"[{words}]"]
        lines += ['"{}" = [{:.0f}, {:.0f}]'.format(name, *warp(*p)) for name, p in globe[words].items()]
    for kind, closed in (("shore", True), ("sea", True), ("lake", True), ("river", False), ("range", False)):
        for one in globe[kind]:
            lines += ["", f"[[{kind}]]", f'name = "{one["name"]}"', f"points = {rim(one, closed)}"]
    (DATA / "picture.toml").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
