"""What never changes in a match: the ground, the counters, the commanders, the calendar. Loaded once, shared by all forks."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .ground import Ground

INFANTRY, CAVALRY, FOOT, HORSE = "infantry", "cavalry", "foot artillery", "horse artillery"
COST_CLASS = {INFANTRY: 0, CAVALRY: 1, FOOT: 2, HORSE: 2}  # columns of the terrain table: inf, cav, art
OFF, DEAD, EXITED = -1, -2, -3  # where a unit is that is not on the map


class Unit(Struct, frozen=True):
    """A counter. `steps` are its strengths, front side first."""

    number: int
    id: str
    name: str
    side: int
    army: int
    formation: int
    division: str
    arm: str
    nation: str
    steps: tuple[int, ...]
    move: int
    tags: tuple[str, ...] = ()
    arrives: str = ""
    start: int = OFF

    @property
    def artillery(self) -> bool:
        return self.arm in (FOOT, HORSE)


class Leader(Struct, frozen=True):
    """A leader counter: of a formation (`formation`), of a wing or of an army."""

    number: int
    id: str
    name: str
    side: int
    army: int
    role: str  # corps, wing, overall
    formation: int
    rating: int
    rating_initiative: int
    rating_away: int
    move: int
    commands: tuple[int, ...] = ()  # formations
    arrives: str = ""
    start: int = OFF


class OrderData(Struct, frozen=True):
    """An order as a scenario writes it."""

    type: str
    target: str = ""
    then: tuple[OrderData, ...] = ()


class Formation(Struct, frozen=True):
    number: int
    id: str
    name: str
    side: int
    army: int
    kind: str
    leader: int  # -1: none
    superior: int  # leader number of reports_to, -1: none
    limit: int  # 0: no limit of its own
    units: tuple[int, ...]
    order: OrderData
    cavalry: bool


class Army(Struct, frozen=True):
    number: int
    id: str
    name: str
    side: int
    commander: int
    demoralization: int
    disintegration: int
    together: bool  # demoralized as a whole (22.0.1)
    supply_edges: tuple[str, ...]
    hq: int
    hq_arrives: str = ""


class Turn(Struct, frozen=True):
    number: int
    date: str
    clock: str
    night: bool
    rain: bool


class Group(Struct, frozen=True):
    """Reinforcements that come together."""

    id: str
    turn: int
    entry: int
    edge: str
    order: OrderData
    option: str = ""


class Objective(Struct, frozen=True):
    place: str
    hex: int
    vp: int
    holder: int  # side, -1: nobody


class Holder(Struct, frozen=True):
    """Whoever can be under an order: a formation, an HQ, a commander, a detached division, an arrival group."""

    number: int
    kind: str  # formation, hq, commander, division, group
    side: int
    army: int
    formation: int = -1
    leader: int = -1
    division: str = ""
    group: str = ""


class Static:
    """Everything above by number, and what follows from it."""

    def __init__(self, ground: Ground, scenario: dict[str, Any]) -> None:
        self.ground = ground
        self.grid = ground.grid
        self.scenario = scenario
        self.title: str = scenario["title"]
        self.sides: list[str] = []
        self.side_names: list[str] = []
        self.units: list[Unit] = []
        self.leaders: list[Leader] = []
        self.formations: list[Formation] = []
        self.armies: list[Army] = []
        self.turns: list[Turn] = []
        self.groups: dict[str, Group] = {}
        self.objectives: list[Objective] = []
        self.holders: list[Holder] = []
        self.levels: list[tuple[int, str]] = []
        self.victory: dict[str, Any] = scenario["victory"]
        self.hq_move = 5
        self.visibility_cap = 99
        self.first_turn = 1  # later where a campaign begins with another morning

    def finish(self) -> Static:
        """Look-ups that the rules use all the time."""
        grid, ground = self.grid, self.ground
        self.unit_named = {unit.id: unit.number for unit in self.units}
        self.leader_named = {leader.id: leader.number for leader in self.leaders}
        self.formation_named = {formation.id: formation.number for formation in self.formations}
        self.hq_holder = {h.army: h.number for h in self.holders if h.kind == "hq"}
        self.commander_holder = {h.leader: h.number for h in self.holders if h.kind == "commander"}
        self.division_holder = {(h.formation, h.division): h.number for h in self.holders if h.kind == "division"}
        self.group_holder = {(h.formation, h.group): h.number for h in self.holders if h.kind == "group"}
        self.side_mask = [0, 0]  # units of a side, as a mask of unit numbers
        for unit in self.units:
            self.side_mask[unit.side] |= 1 << unit.number
        columns, rows = grid.columns, grid.rows
        self.edge = {
            "north": list(range(columns)),
            "south": list(range((rows - 1) * columns, rows * columns)),
            "west": list(range(0, grid.size, columns)),
            "east": list(range(columns - 1, grid.size, columns)),
        }
        self.rim = sorted({hex for hexes in self.edge.values() for hex in hexes})
        self.near = [grid.within(hex, 2) for hex in range(grid.size)]
        self.sight_lines: dict[int, Any] = {}  # filled by sight.py as it is asked
        self.costs: dict[Any, Any] = {}  # filled by movement.py
        self.views: dict[int, int] = {}  # filled by sight.py
        self.ground_views: dict[int, list[int]] = {}
        self.ground = ground
        return self
