"""What never changes: the boards and links of the map, the sides, the tables of the rulebook.

A scenario is one TOML file: campaign (map, climate, start, days, boards in use), sides, control, objectives, brigades and
units with their elements. Map files hold boards and links; a coastal board is joined to its tidal board by a landing link.
"""

from __future__ import annotations

import datetime
from typing import Any

from grognard.boards.graphs import Graph
from grognard.kernel.refusal import BadData

from .maps import folder_of, map_of
from .tables import CLASSES, LAND, TABLES, weather_table, wind_table


class Board:
    """A Map Board (fyow.def.9)."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.terrain: str = data["terrain"]
        self.coast: str = data.get("coast", "")
        self.sea: str = data.get("sea", "")
        self.x: float = data["x"]
        self.y: float = data["y"]
        self.text: str = data.get("text", "")
        self.half: bool = bool(data.get("half", False))
        self.zone: int = data.get("zone", 0)  # steps by which its weather differs (fyow.25.0.2)
        self.hub: str = data.get("hub", "")  # a row of table transit_hub
        self.station: bool = data.get("station", False)

    @property
    def land(self) -> bool:
        return self.terrain != "sea"


class Static:
    """The map, the calendar's origin and the sides of a scenario."""

    def __init__(self, scenario: dict[str, Any], options: dict[str, Any]) -> None:
        self.scenario = dict(scenario)
        self.first_units = len(scenario["unit"])
        self.symbols = {str(unit["id"]): str(unit.get("symbol", "battlegroup")) for unit in scenario["unit"]}
        campaign = scenario["campaign"]
        area = scenario if "board" in scenario else map_of(campaign["map"], folder_of(scenario))
        wanted = list(campaign.get("boards") or [board["id"] for board in area["board"]])
        known = {board["id"]: Board(board) for board in area["board"]}
        for name in wanted:
            if name not in known:
                raise BadData(f"campaign.boards: {name!r} is no board of the map")
        self.boards = [known[name] for name in wanted]
        self.drawn: dict[str, list[dict[str, Any]]] = {key: list(area.get(key, ())) for key in ("shore", "area")}
        self.number = {board.id: number for number, board in enumerate(self.boards)}
        self.size = len(self.boards)
        lines = [tuple(line) for line in area["links"]]
        lines += [(b.id, b.sea, "landing", 4 if b.coast == "beach" else 5, False) for b in known.values() if b.sea]
        lines = [line for line in lines if line[0] in self.number and line[1] in self.number]
        self.link_kind = [str(line[2]) for line in lines]
        self.link_cost = [int(line[3]) for line in lines]
        self.link_v = [bool(line[4]) for line in lines]
        self.graph = Graph(
            wanted,
            [(line[0], line[1], (line[2],)) for line in lines],
            classes=CLASSES,
            positions=[(board.x, -board.y) for board in self.boards],
        )
        self.land = self.graph.class_mask(LAND)
        self.landing = self.graph.class_mask(("landing",))
        self.water = self.graph.class_mask(("sea", "river"))
        self.rails = self.graph.class_mask(("rail",))
        self.link_water = [str(line[5]) if len(line) > 5 else "large" for line in lines]
        self.link_bar = [str(line[6]) if len(line) > 6 else "" for line in lines]
        self.climate: str = campaign["climate"]
        self.month_open = str(campaign["start"]).isdigit()  # a year alone: a D12 names the month (fyow.prep.10)
        start = f"{campaign['start']}-01-01" if self.month_open else str(campaign["start"])
        self.start = datetime.date.fromisoformat(start)
        self.days: int = campaign["days"]
        self.gauge: int = campaign.get("gauge", 0)
        named = str(options.get("battlegroup_cap", ""))
        self.cap: int = int(named) if named.isdigit() else campaign.get("cap") or cap_of(self.start)
        self.milestones = milestones(str(options.get("milestone_percent", "")))
        self.long_route, self.hard_route = thresholds(str(options.get("supply_route_thresholds", "")))
        self.sides: dict[str, dict[str, Any]] = {side: dict(data) for side, data in scenario["sides"].items()}
        self.names = {side: data["name"] for side, data in self.sides.items()}
        self.home = {side: self.number[data["home"]] for side, data in self.sides.items()}
        first, second = self.sides
        self.other = {first: second, second: first}
        self.objectives = {self.number[name]: points for name, points in scenario.get("objectives", {}).items()}
        self.weather = weather_table(self.climate)
        self.wind = wind_table(self.climate)
        self.land_costs = [c if kind in LAND else -1 for c, kind in zip(self.link_cost, self.link_kind, strict=True)]
        self._reached: dict[int, Any] = {}
        self._hops: dict[int, dict[int, int]] = {}
        self.far = {number: self._costs_from(number) for number in range(self.size)}

    def _costs_from(self, board: int) -> dict[int, int]:
        """By board: the least sum of link costs to this one over land."""
        return dict(self.reach_over_land(board).costs)

    def hops(self, board: int) -> dict[int, int]:
        """By board: how many links away it is, of whatever kind (for aircraft)."""
        if board not in self._hops:
            self._hops[board] = dict(self.graph.distances(1 << board, -1, -1))
        return self._hops[board]

    def reach_over_land(self, board: int) -> Any:
        """What can be reached from this board over land, whoever stands there."""
        if board not in self._reached:
            self._reached[board] = self.graph.reach(board, None, self.land_costs)
        return self._reached[board]

    def unit_data(self, name: str) -> dict[str, Any]:
        """What the scenario says of a unit besides its first state."""
        return next((record for record in self.scenario["unit"] if record["id"] == name), {})

    def fleet_data(self, name: str) -> dict[str, Any]:
        return next((record for record in self.scenario.get("fleet", []) if record["id"] == name), {})

    def other_end(self, link: int, board: int) -> int:
        return self.graph.links[link].other(board)

    def land_links(self, board: int) -> list[int]:
        return self.graph.links_at(board, self.land)


def milestones(text: str) -> dict[str, int]:
    """base.sc.1, ruling R8: per cent for Poor, Regular and Elite, as the option writes them: 15/25/33."""
    if not text:
        return dict(TABLES["strategic_condition"]["milestone_percent"])
    parts = text.split("/")
    if len(parts) != 3 or not all(part.strip().isdigit() and 0 < int(part) <= 100 for part in parts):
        raise BadData(f"options.milestone_percent: expected three numbers from 1 to 100 such as 15/25/33, not {text!r}")
    return dict(zip(("poor", "regular", "elite"), map(int, parts), strict=True))


def thresholds(text: str) -> tuple[int, int]:
    """20.1.8, 20.1.10, ruling R53: links of an Elongated route, hard links of an Abnormal one, as the option writes them."""
    route = TABLES["supply"]["route"]
    parts = (text or f"{route['elongated']['suggested_links']}/{route['abnormal']['suggested_hard_links']}").split("/")
    if len(parts) != 2 or not all(part.strip().isdigit() and int(part) > 0 for part in parts):
        raise BadData(f"options.supply_route_thresholds: expected two numbers such as 12/3, not {text!r}")
    return int(parts[0]), int(parts[1])


def cap_of(start: datetime.date) -> int:
    """2.1.3, ruling R4: the most that a Battlegroup may be worth and a board may hold, by the start of the campaign."""
    eras = [entry for key, entry in TABLES["battlegroup_cap"].items() if key != "origin"]
    return next(int(era["points"]) for era in eras if start.isoformat() <= era["until"])
