"""The context of a battle: what rules ask about elements, and the few verbs that change them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.msgpack import Encoder

from grognard.boards.poses import Pose, Rect, ahead, rect
from grognard.boards.table_contact import Contact, contact
from grognard.boards.table_shapes import Shape, gap, hull, overlap, touch
from grognard.kernel import Context, cite, in_force
from grognard.kernel.dice import Roll

from .ground import Bridge, Ground, bridge_at, ground_of
from .state import ASSAULT, BASE, BRIDGE, LOST, OFF, OTHER, TABLE, Element, State, TerrainPiece
from .tables import AIR, COLUMN, FOOT, MOVE, NAMES, RIVER_WIDTH, TARGET, WIDTH, depth_of

T = TypeVar("T")
ENCODER = Encoder()
KEPT = 200  # positions of which the derived facts are remembered


def by_sheet(options: dict[str, Any], option: str) -> bool:
    """dbms.play-sheet.1: where the play sheet differs the main text holds, unless this option says otherwise."""
    return bool(options[option]) if in_force("dbms.play-sheet.1") else True


class Static(Struct, frozen=True):
    """What never changes in a match."""

    title: str
    scenario: str
    size: int  # side of the table
    sides: dict[str, str]
    nations: dict[str, str]
    terrain: tuple[TerrainPiece, ...]  # what lies on the table from the start, and is drawn as the board
    theatre: str
    last_turn: int
    ground: str = "grass"
    data: dict[str, Any] = {}
    known: dict[bytes, Any] = field(default_factory=dict)  # what follows from a position, for all its forks


class Dbms(Context[State, Static]):
    """`g` for the rules of this game."""

    def prepare(self) -> None:
        self._pieces: list[TerrainPiece] = []
        self._ground: Ground | None = None
        self._key: list[Any] = []
        self._obstacles: list[Rect] = []
        self._rects: dict[int, tuple[tuple[Any, ...], Rect]] = {}

    def known(self, what: str, find: Callable[[], T]) -> T:
        """A fact of this very position, found once for it and all its forks. Citations are never spared."""
        if cite.recorder is not None or cite.broken:
            return find()
        key = what.encode() + ENCODER.encode(self.state)
        kept = self.static.known
        if key not in kept:
            if len(kept) >= KEPT:
                kept.clear()
            kept[key] = find()
        found: T = kept[key]
        return found

    # ---------------------------------------------------------- the table

    @property
    def ground(self) -> Ground:
        pieces = self.state.terrain
        if self._ground is None or self._pieces != pieces:
            self._pieces = list(pieces)
            rule = "dbms.playing-area.2" if self.options["large_table"] else "dbms.playing-area.1"
            self._ground = ground_of(tuple(pieces), self.static.size if in_force(rule) else self.static.size // 2)
        return self._ground

    @property
    def fort(self) -> Shape | None:
        """The outline of the uncaptured base or town that serves as one."""
        fort = self.state.fort
        return outline_of(fort.outline) if fort.outline and not fort.captured else None

    def bridges(self, side: str) -> list[Bridge]:
        """Bridges and fords, and for their own side the engineers that bridge the river."""
        found = list(self.ground.bridges)
        if len(found) > len(self.ground.placed) and not in_force("dbms.terrain.13"):
            found = list(self.ground.placed)
        river = self.ground.river
        if river is not None:
            for n, element in enumerate(self.state.elements):
                bridging = element.river == BRIDGE and element.side == side and element.status == TABLE
                if bridging and in_force("dbms.crossing-water.8"):
                    found.append(bridge_at(river, river.nearest(self.rect(n).middle).along))
        return found

    # ---------------------------------------------------------- elements

    def element(self, n: int) -> Element:
        return self.state.elements[n]

    def form(self, n: int) -> str:
        element = self.state.elements[n]
        return element.forms[element.form]

    def move_type(self, n: int) -> str:
        return MOVE[self.form(n)]

    def column(self, n: int) -> str:
        """The column of the terrain table."""
        return COLUMN[MOVE[self.form(n)]]

    def target(self, n: int) -> str:
        """dbms.element-chart.1: soft, armor or air."""
        if n == BASE or not in_force("dbms.element-chart.1"):
            return "soft"
        return TARGET[self.form(n)]

    def code(self, n: int) -> str:
        return "BS" if n == BASE else self.state.elements[n].code

    def side(self, n: int) -> str:
        return self.state.fort.owner if n == BASE else self.state.elements[n].side

    def is_air(self, n: int) -> bool:
        return n != BASE and self.state.elements[n].code in AIR

    def on_foot(self, n: int) -> bool:
        return MOVE[self.form(n)] in FOOT

    def loaded(self, n: int) -> bool:
        """dbms.unloading.1: in its transport form, which does not fight (a portee gun fights in both)."""
        element = self.state.elements[n]
        return element.form == 1 and not (element.portee and in_force("dbms.force-lists.6"))

    def depth(self, n: int) -> int:
        """Of the base as it stands on the table: a hidden one is a blank of 40 mm (dbms.R35)."""
        element = self.state.elements[n]
        if element.hidden or not in_force("dbms.basing.2"):
            return WIDTH
        return depth_of(element.code, element.forms[element.form])

    def rect(self, n: int) -> Rect:
        element = self.state.elements[n]
        kept = self._rects.get(n)
        key = (element.at, element.form, element.hidden, element.code)
        if kept is None or kept[0] != key:
            width = WIDTH if in_force("dbms.basing.1") else WIDTH // 2
            kept = self._rects[n] = (key, rect(element.pose, width, self.depth(n)))
        return kept[1]

    def rect_at(self, n: int, pose: Pose) -> Rect:
        return rect(pose, WIDTH, self.depth(n))

    def solid(self, n: int) -> Rect:
        """The base as an obstacle and for contact: a bridging IE fills its strip from bank to bank (crossing-water.9)."""
        element = self.state.elements[n]
        if element.river != BRIDGE:
            return self.rect(n)
        half = (RIVER_WIDTH - self.depth(n)) // 2
        return rect(ahead(element.pose, half), WIDTH, RIVER_WIDTH)

    def obstacles(self) -> list[Rect]:
        """The bases of all ground elements; the same list until one of them moves."""
        elements = self.state.elements
        key = [(e.at, e.form, e.river, e.hidden) for e in elements]
        if key != self._key:
            self._key, self._obstacles = key, [self.solid(n) for n in self.ground_elements()]
        return self._obstacles

    def shape(self, n: int) -> Shape:
        """What distance, sight and contact in combat refer to: the outline of the base for its garrison (dbms.bases.9)."""
        fort = self.state.fort
        if n == BASE or (n == fort.garrison and not fort.captured and in_force("dbms.bases.9")):
            return outline_of(self.state.fort.outline)
        return self.solid(n)

    def is_garrison(self, n: int) -> bool:
        return n != BASE and n == self.state.fort.garrison

    def on_table(self, n: int) -> bool:
        return n == BASE or self.state.elements[n].status == TABLE

    def ground_elements(self, side: str | None = None) -> list[int]:
        """Ground elements on the table, of one side or of both."""
        return [
            n
            for n, e in enumerate(self.state.elements)
            if e.status == TABLE and e.code not in AIR and (side is None or e.side == side)
        ]

    def air_elements(self, side: str | None = None) -> list[int]:
        """Aircraft on the table."""
        return [
            n
            for n, e in enumerate(self.state.elements)
            if e.status == TABLE and e.code in AIR and (side is None or e.side == side)
        ]

    def enemies(self, n: int) -> list[int]:
        """The enemy's ground elements."""
        return self.ground_elements(OTHER[self.side(n)])

    def general(self, side: str) -> int | None:
        for n, element in enumerate(self.state.elements):
            if element.side == side and element.code == "GE" and element.status == TABLE:
                return n
        return None

    def base_stands(self) -> bool:
        """There is an uncaptured base (or town as one)."""
        fort = self.state.fort
        return bool(fort.outline) and not fort.captured

    # ---------------------------------------------------------- distances and contact

    def distance(self, a: int, b: int) -> int:
        """dbms.dba.13: between the nearest points."""
        return gap(self.shape(a), self.shape(b))

    def in_touch(self, a: int, b: int) -> bool:
        """In base contact for combat: bases, a base's outline, an air base that touches or overlaps (dbms.air-moves.2)."""
        if self.is_air(a) or self.is_air(b):
            one, two = self.shape(a), self.shape(b)
            return touch(one, two)
        if a == BASE or b == BASE or self.is_garrison(a) or self.is_garrison(b):
            return touch(self.shape(a), self.shape(b))
        return contact(self.solid(a), self.solid(b)) is not None

    def contacts(self, n: int) -> list[tuple[int, Contact]]:
        """dbms.dba.2: the enemy ground elements in base contact, with which edge of each. Garrisons hold nobody."""
        if self.is_garrison(n):
            return []
        mine = self.solid(n)
        found = []
        for enemy in self.enemies(n):
            other = self.solid(enemy)
            dx, dy, reach = mine.x - other.x, mine.y - other.y, mine.radius + other.radius + 100
            if dx * dx + dy * dy <= reach * reach and not self.is_garrison(enemy):
                if (how := contact(mine, other)) is not None and in_force("dbms.dba.2"):
                    edges = how if in_force("dbms.dba.1") else Contact(how.theirs, how.mine, how.stretch)
                    found.append((enemy, edges))
        return found

    # ---------------------------------------------------------- verbs

    def put(self, n: int, pose: Pose) -> None:
        """An element comes to stand somewhere; whatever moves it ends its entrenchment (dbms.entrenchment.4)."""
        element = self.state.elements[n]
        if element.at is not None and (element.at[0], element.at[1], element.at[2]) != tuple(pose):
            element.shifted = True
            self.leave_trench(n)
        element.at = (pose.x, pose.y, pose.facing)

    def leave_trench(self, n: int) -> None:
        element = self.state.elements[n]
        if element.entrenched and in_force("dbms.entrenchment.4"):
            element.entrenched = False
            self.tell("{element} leaves its entrenchment.", rule="dbms.entrenchment.4", element=n)

    def lose(self, n: int) -> None:
        """dbms.resolving-combat.8: taken from the game, and counted."""
        element = self.state.elements[n]
        element.status, element.at, element.river, element.hidden = LOST, None, "", False
        element.entrenched = False
        if self.state.fort.garrison == n:
            self.state.fort.garrison = BASE
        if element.code == "GE":
            if not (self.sheet("general_not_counted") and in_force("dbms.play-sheet.15")):
                self.state.losses[element.side] += 1 if in_force("dbms.winning.2") else 2
        elif in_force("dbms.winning.4"):
            self.state.losses[element.side] += 1

    def fly_off(self, n: int, turns: int) -> None:
        element = self.state.elements[n]
        element.status, element.at = OFF, None
        element.ready = self.state.turn + turns + 1

    # ---------------------------------------------------------- words

    def tell(self, text: str, **words: Any) -> None:
        super().tell(text, **self._named(words))

    def sheet(self, option: str) -> bool:
        return by_sheet(self.options, option)

    def d6(self, why: str = "", *, rule: str, **words: Any) -> int:
        """dbms.dice.1: every die has six faces."""
        return self.roll("d6" if in_force("dbms.dice.1") else "d10", why, rule=rule, **words)[0]

    def roll(self, dice: str, why: str = "", **words: Any) -> Roll:
        return super().roll(dice, why, **self._named(words))

    def _named(self, words: dict[str, Any]) -> dict[str, Any]:
        """Elements by the names that everybody may read, as they are when it happens."""
        for key, value in list(words.items()):
            if key.startswith("element") and isinstance(value, int):
                words[key] = self.seen_name(value, None)
                if value != BASE:
                    words.setdefault("piece", f"e{value}")
        return words

    def name(self, n: int) -> str:
        """As its owner calls it: 'IN 3'."""
        if n == BASE:
            return "the town" if self.state.fort.town else "the base"
        return f"{self.code(n)} {n + 1}"

    def seen_name(self, n: int, side: str | None) -> str:
        """As a side may call it: a hidden enemy is a blank."""
        if n != BASE and self.state.elements[n].hidden and side != self.state.elements[n].side:
            return f"blank {n + 1}"
        return self.name(n)

    def long_name(self, n: int) -> str:
        return f"{NAMES[self.code(n)]} ({self.name(n)})" if n != BASE else self.name(n)

    def in_river(self, n: int) -> bool:
        return self.state.elements[n].river in (ASSAULT, BRIDGE)

    def overlapping(self, shape: Shape, others: list[int]) -> list[int]:
        return [n for n in others if overlap(shape, self.solid(n))]


@lru_cache(maxsize=64)
def outline_of(points: tuple[tuple[int, int], ...]) -> Shape:
    return hull(points)


def mm(units: int) -> str:
    return f"{units / 100:.1f} mm"


def inch(units: int) -> str:
    return f"{units / 2540:.2f} in"


__all__ = ["Dbms", "Static", "inch", "mm"]
