"""The context `g` of the rules: nouns tell the position, verbs change it.

Stacks, occupied hexes and zones of control are derived from `state.at` and kept up by the verb `put` alone; they are
never stored.
Here are the facts that all chapters share; what belongs to one chapter stands in its module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from grognard.boards.masks import bits
from grognard.kernel import Context, Procedure, cites
from grognard.kernel.scene import OddsView
from grognard.kernel.words import listing

from .ground import BRIDGE, CHATEAU, FORD, RIVER
from .state import Order, Stage, State
from .static import CAVALRY, DEAD, INFANTRY, Formation, Leader, Static, Turn, Unit


class Later(Struct, frozen=True):
    """Steps of later chapters that earlier ones set off, as a retreat does a reaction charge. game.py hands them over."""

    react_to: Callable[..., Procedure]
    react_to_riders: Callable[..., Procedure]
    watch: Callable[[Nlc, int], None]
    suggest_orders: Callable[[Nlc, int], list[Any]]
    holds: Callable[[Nlc, Any, bool, int], int]  # odds beside a choice: the morale of what the hits leave
    attack_outlook: Callable[[Nlc, Sequence[int], int], list[OddsView]]  # what may come of an attack by these units
    ride_odds: Callable[[Nlc, int, Sequence[int]], list[OddsView]]  # what may come of a charge by this way


LIMIT = 2  # units in a hex (5.3.1)
AT_WILL = ("attack", "probe")


class Nlc(Context[State, Static]):
    """See the module. Units, leaders, formations and hexes are numbers; sides are 0 (first) and 1."""

    later: ClassVar[Later]

    def prepare(self) -> None:
        self.grid = self.static.grid
        self.ground = self.static.ground
        self.units: list[Unit] = self.static.units
        self._stacks: dict[int, list[int]] | None = None
        self._zoc: list[int | None] = [None, None]
        self._seen: dict[tuple[int, int], bool] = {}
        self.memo: dict[Any, Any] = {}  # derived facts, valid until something is put elsewhere

    def facts(self) -> dict[Any, Any]:
        return self.memo

    def take_facts(self, facts: dict[Any, Any]) -> None:
        self.memo = facts

    # ---------------------------------------------------------- the calendar

    @property
    def turn(self) -> Turn:
        return self.static.turns[self.state.turn - 1]

    @property
    def stage(self) -> Stage:
        assert self.state.stage is not None
        return self.state.stage

    @property
    def dark(self) -> bool:
        """Night or rain (5.5)."""
        return self.turn.night or self.turn.rain

    def on(self, option: str) -> bool:
        return bool(self.options.get(option))

    def special(self, name: str) -> bool:
        return name in self.static.specials  # type: ignore[attr-defined]

    # ---------------------------------------------------------- names

    def side_name(self, side: int) -> str:
        return self.static.sides[side]

    def seat(self, side: int) -> str:
        return self.static.sides[side]

    def name(self, unit: int) -> str:
        return self.units[unit].name.split(" (")[0]

    def names(self, units: Iterable[int]) -> str:
        return listing(self.name(unit) for unit in units)

    @staticmethod
    def verb(count: int, one: str, many: str) -> str:
        """"attacks" or "attack": as many as there are."""
        return one if count == 1 else many

    def place(self, hex: int) -> str:
        """As people read it: "Gemioncourt (0506)", "0405"."""
        if hex < 0:
            return "off the map"
        name, label = self.ground.hex_name(hex), self.grid.labels[hex]
        return label if name == label else f"{name} ({label})"

    def label(self, hex: int) -> str:
        return self.grid.labels[hex] if hex >= 0 else ""

    # ---------------------------------------------------------- where things are

    @property
    def stacks(self) -> dict[int, list[int]]:
        if self._stacks is None:
            self._stacks = {}
            for unit, hex in enumerate(self.state.at):
                if hex >= 0:
                    self._stacks.setdefault(hex, []).append(unit)
        return self._stacks

    def units_at(self, hex: int) -> list[int]:
        return self.stacks.get(hex, [])

    def at(self, unit: int) -> int:
        return self.state.at[unit]

    def on_map(self, unit: int) -> bool:
        return self.state.at[unit] >= 0

    def side(self, unit: int) -> int:
        return self.units[unit].side

    def own_at(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.stacks.get(hex, ()) if self.units[unit].side == side]

    def enemies_at(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.stacks.get(hex, ()) if self.units[unit].side != side]

    def army_units(self, side: int) -> list[int]:
        """Units of a side on the map."""
        at = self.state.at
        return [unit for unit in bits(self.static.side_mask[side]) if at[unit] >= 0]

    def hexes_of(self, side: int) -> list[int]:
        """Hexes with combat units of a side."""
        key = ("hexes", side)
        if key not in self.memo:
            self.memo[key] = sorted(hex for hex, units in self.stacks.items() if units and self.units[units[0]].side == side)
        kept: list[int] = self.memo[key]
        return kept

    @property
    def occupied(self) -> int:
        """All hexes with combat units, as a mask."""
        if "occupied" not in self.memo:
            mask = 0
            for hex, units in self.stacks.items():
                if units:
                    mask |= 1 << hex
            self.memo["occupied"] = mask
        kept: int = self.memo["occupied"]
        return kept

    def put(self, unit: int, hex: int) -> None:
        """Set a unit down (or take it off the map). Whoever enters a hex controls it (13.0.2)."""
        old = self.state.at[unit]
        self.state.at[unit] = hex
        if self._stacks is not None:
            if old >= 0:
                self._stacks[old].remove(unit)
                if not self._stacks[old]:
                    del self._stacks[old]
            if hex >= 0:
                stack = self._stacks.setdefault(hex, [])
                stack.append(unit)
                stack.sort()
        if hex >= 0:
            self.take_control(self.units[unit].side, hex)
        self.changed()

    def changed(self) -> None:
        self._zoc = [None, None]
        self._seen.clear()
        self.memo = {}

    @cites("nlc.13.0.2")
    def take_control(self, side: int, hex: int) -> None:
        """13.0.2: who was last in a hex controls it."""
        self.state.control[side] |= 1 << hex
        self.state.control[1 - side] &= ~(1 << hex)

    def controls(self, side: int, hex: int) -> bool:
        return self.state.control[side] >> hex & 1 == 1

    # ---------------------------------------------------------- strengths

    def strength(self, unit: int) -> int:
        """The number printed on the side that lies up."""
        return self.units[unit].steps[self.state.step[unit]]

    def steps_left(self, unit: int) -> int:
        return len(self.units[unit].steps) - self.state.step[unit] if self.state.at[unit] >= 0 else 0

    def damaged(self, unit: int) -> bool:
        return self.state.step[unit] > 0

    def disrupted(self, unit: int) -> bool:
        return self.state.disrupted >> unit & 1 == 1

    def is_infantry(self, unit: int) -> bool:
        return self.units[unit].arm == INFANTRY

    def is_cavalry(self, unit: int) -> bool:
        return self.units[unit].arm == CAVALRY

    def is_artillery(self, unit: int) -> bool:
        return self.units[unit].artillery

    # ---------------------------------------------------------- zones of control (5.4)

    @cites("nlc.5.4.1")
    def zoc(self, side: int) -> int:
        """5.4.1, 5.4.4: the hexes in the zones of control of this side's units, as a mask."""
        if self._zoc[side] is None:
            reaches = self.static.costs.get("zoc") or self._zoc_table()
            mask = 0
            for hex in self.hexes_of(side):
                mask |= reaches[hex]
            self._zoc[side] = mask & ~self._closed_chateaux()
        return self._zoc[side]  # type: ignore[return-value]

    def _zoc_table(self) -> list[int]:
        table = []
        for hex in range(self.grid.size):
            mask = 0
            for way, other in enumerate(self.grid.neighbours[hex]):
                if other >= 0 and not river_closed(self.ground.sides[self.grid.sides[hex][way]]):
                    mask |= 1 << other
            table.append(mask)
        self.static.costs["zoc"] = table
        self.static.costs["chateaux"] = [hex for hex, kind in enumerate(self.ground.terrain) if kind == CHATEAU]
        return table

    @cites("nlc.5.4.4")
    def _closed_chateaux(self) -> int:
        """5.4.4: no ZOC reaches into a chateau, unless two units make it a hex like any other (10.0.10)."""
        mask = 0
        for hex in self.static.costs["chateaux"]:
            if len(self.units_at(hex)) < 2:
                mask |= 1 << hex
        return mask

    def zoc_on(self, hex: int, side: int) -> bool:
        """Whether a hex lies in an enemy ZOC, seen from `side`."""
        return self.zoc(1 - side) >> hex & 1 == 1

    @cites("nlc.10.0.1")
    def garrison(self, unit: int) -> bool:
        """10.0.1: a single infantry unit in a chateau."""
        hex = self.state.at[unit]
        return hex >= 0 and self.ground.terrain[hex] == CHATEAU and self.is_infantry(unit) and len(self.units_at(hex)) == 1

    def in_zoc(self, unit: int) -> bool:
        hex = self.state.at[unit]
        if hex < 0 or self.garrison(unit):
            return False
        return self.zoc_on(hex, self.units[unit].side)

    def terrain(self, hex: int) -> int:
        """10.0.10: a chateau with two units counts as clear."""
        kind = self.ground.terrain[hex]
        return 0 if kind == CHATEAU and self.overfilled(hex) else kind

    @cites("nlc.10.0.10")
    def overfilled(self, chateau: int) -> bool:
        """10.0.10: a chateau holds one unit; two fight in the open."""
        return len(self.units_at(chateau)) > 1

    def adjacent_enemies(self, hex: int, side: int) -> list[int]:
        """Adjacent hexes with enemy combat units."""
        return [other for other in self.grid.adjacent[hex] if self.enemies_at(other, side)]

    def nearest_enemy(self, hex: int, side: int) -> int:
        """Distance in hexes to the nearest enemy combat unit; 99 without any."""
        key = ("near", side)
        field = self.memo.get(key)
        if field is None:
            field = self.memo[key] = self._distances(self.hexes_of(1 - side))
        return field[hex]

    def _distances(self, sources: list[int]) -> list[int]:
        """Hexes from the nearest of some hexes, for the whole map."""
        field = [99] * self.grid.size
        for hex in sources:
            field[hex] = 0
        queue, adjacent = list(sources), self.grid.adjacent
        for hex in queue:
            away = field[hex] + 1
            for to in adjacent[hex]:
                if field[to] > away:
                    field[to] = away
                    queue.append(to)
        return field

    # ---------------------------------------------------------- leaders

    def leader_of(self, formation: int) -> int:
        """Who leads it now: its own leader, or a WC who took it over (20.15.6); -1: nobody is there."""
        for leader in self.static.leaders:
            if leader.role == "wing" and self.state.leads[leader.number] == formation and self.present(leader.number):
                return leader.number
        leader_number = self.static.formations[formation].leader
        return leader_number if leader_number >= 0 and self.present(leader_number) else -1

    def present(self, leader: int) -> bool:
        """On the map, and neither lost nor busy with reorganization (21.0.3)."""
        return self.state.leader_at[leader] >= 0 and not self.state.absent >> leader & 1

    def leaders_at(self, hex: int, side: int) -> list[int]:
        at = self.state.leader_at
        return [leader.number for leader in self.static.leaders if at[leader.number] == hex and leader.side == side]

    @cites("nlc.21.0.3")
    def present_at(self, hex: int, side: int) -> list[int]:
        """21.0.3: leaders who are stacked with the units there: not who is busy with reorganization."""
        return [leader for leader in self.leaders_at(hex, side) if self.present(leader)]

    def leader(self, number: int) -> Leader:
        return self.static.leaders[number]

    def formation(self, unit: int) -> Formation:
        return self.static.formations[self.units[unit].formation]

    def corps(self, unit: int) -> int:
        """20.13.7: whose demoralization a unit suffers: that of its own corps, wherever it is attached."""
        return self.units[unit].formation

    def units_of(self, formation: int) -> list[int]:
        return [unit for unit in self.static.formations[formation].units if self.state.at[unit] >= 0]

    # ---------------------------------------------------------- orders

    def order(self, unit: int) -> Order:
        """20.2.1: the one order that a unit is under."""
        return self.state.orders[self.state.holder[unit]]

    def formation_order(self, formation: int) -> Order:
        return self.state.orders[formation]

    def holder_units(self, holder: int) -> list[int]:
        """Units on the map that are under this holder's order."""
        at = self.state.at
        return [unit for unit, held in enumerate(self.state.holder) if held == holder and at[unit] >= 0]

    @cites("nlc.22.0.1")
    def demoralized(self, formation: int) -> bool:
        """22.0.1: while its dead are at least its limit (R115: the Anglo-Allied army has one limit for all)."""
        key = ("demoralized", formation)
        if key not in self.memo:
            data = self.static.formations[formation]
            army = self.static.armies[data.army]
            if army.together:
                dead = self.dead_points(army.number)
                self.memo[key] = dead >= self.state.levels[army.number]
            else:
                lost = sum(self.units[unit].steps[0] for unit in data.units if self.state.at[unit] == DEAD)
                self.memo[key] = bool(data.limit) and lost >= data.limit
        kept: bool = self.memo[key]
        return kept

    def dead_points(self, army: int) -> int:
        """R73: front strength of the army's units now in the dead pile."""
        at = self.state.at
        return sum(unit.steps[0] for unit in self.units if unit.army == army and at[unit.number] == DEAD)

    # ---------------------------------------------------------- verbs that chapters share

    def eliminate(self, unit: int, *, for_good: bool = False) -> None:
        """7.2.2: to the dead pile, with the turn. 20.10.1: whatever destroys it, steps were lost under its order."""
        order = self.order(unit)
        order.lost_step = order.lost_step or self.state.turn
        self.put(unit, DEAD)
        self.state.dead_turn[unit] = self.state.turn
        self.state.disrupted &= ~(1 << unit)
        if for_good:
            self.state.gone |= 1 << unit


def river_closed(side: int) -> bool:
    """A river hexside without bridge or ford."""
    return bool(side & RIVER) and not side & (BRIDGE | FORD)
