"""The context of a battle: what rules ask about elements, and the few verbs that change them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.msgpack import Encoder

from grognard.boards.poses import Pose, Rect, ahead, rect
from grognard.boards.table_contact import Contact, contact
from grognard.boards.table_lines import Strip
from grognard.boards.table_shapes import Shape, gap, hull, overlap, touch
from grognard.kernel import Context, cites
from grognard.kernel.dice import Roll
from grognard.kernel.words import capital

from .ground import Bridge, Ground, bridge_at, ground_of
from .state import ASSAULT, BASE, BRIDGE, LOST, OFF, OTHER, TABLE, Element, State, TerrainPiece
from .static import Static
from .tables import AIR, COLUMN, FOOT, MOVE, RIVER_WIDTH, TARGET, WIDTH, depth_of

T = TypeVar("T")
ENCODER = Encoder()
KEPT = 200  # positions of which the derived facts are remembered


@cites("dbms.play-sheet.1")
def by_sheet(options: dict[str, Any], option: str) -> bool:
    """dbms.play-sheet.1: where the play sheet differs the main text holds, unless this option says otherwise."""
    return bool(options[option])


class Dbms(Context[State, Static]):
    """`g` for the rules of this game."""

    def prepare(self) -> None:
        self._pieces: list[TerrainPiece] = []
        self._ground: Ground | None = None
        self._key: list[Any] = []
        self._obstacles: list[Rect] = []
        self.on_the_way: Sequence[int] = ()  # who is in the middle of a move, perhaps on a friend
        self._rects: dict[int, tuple[tuple[Any, ...], Rect]] = {}

    def known(self, what: str, find: Callable[[], T]) -> T:
        """A fact of this very position, found once for it and all its forks."""
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
            self._ground = ground_of(tuple(pieces), self.static.size)
        return self._ground

    @property
    def fort(self) -> Shape | None:
        """The outline of the uncaptured base or town that serves as one."""
        fort = self.state.fort
        return outline_of(fort.outline) if fort.outline and not fort.captured else None

    def bridges(self, side: str) -> list[Bridge]:
        """Bridges and fords, and for their own side the engineers that bridge the river."""
        found = [*self.ground.placed, *self.bridges_of_the_road()]
        river = self.ground.river
        if river is not None:
            for n, element in enumerate(self.state.elements):
                if element.river == BRIDGE and element.side == side and element.status == TABLE:
                    found.append(self.bridge_of(n, river))
        return found

    @cites("dbms.terrain.13")
    def bridges_of_the_road(self) -> list[Bridge]:
        return self.ground.of_the_road

    @cites("dbms.crossing-water.8")
    def bridge_of(self, n: int, river: Strip) -> Bridge:
        """Engineers in the river: a bridge for their own side, from bank to bank."""
        return bridge_at(river, river.nearest(self.rect(n).middle).along)

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

    @cites("dbms.element-chart.1")
    def target(self, n: int) -> str:
        """Soft, armor or air, by its present form."""
        return "soft" if n == BASE else TARGET[self.form(n)]

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
        return self.state.elements[n].form == 1 and not self.fights_in_both_forms(n)

    @cites("dbms.force-lists.6")
    def fights_in_both_forms(self, n: int) -> bool:
        return self.state.elements[n].portee

    @cites("dbms.basing.2")
    def depth(self, n: int) -> int:
        """Of the base as it stands on the table: a hidden one is a blank of 40 mm (dbms.R35)."""
        element = self.state.elements[n]
        if element.hidden:
            return WIDTH
        return depth_of(element.code, element.forms[element.form])

    def rect(self, n: int) -> Rect:
        element = self.state.elements[n]
        kept = self._rects.get(n)
        key = (element.at, element.form, element.hidden, element.code)
        if kept is None or kept[0] != key:
            kept = self._rects[n] = (key, self.rect_at(n, element.pose))
        return kept[1]

    @cites("dbms.basing.1")
    def rect_at(self, n: int, pose: Pose) -> Rect:
        """A rectangle, its front edge one base width long."""
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

    @cites("dbms.bases.9")
    def shape(self, n: int) -> Shape:
        """What distance, sight and contact in combat refer to: the outline of the base for its garrison (dbms.bases.9)."""
        fort = self.state.fort
        if n == BASE or (n == fort.garrison and not fort.captured):
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

    @cites("dbms.dba.1", "dbms.dba.2")
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
                if (how := contact(mine, other)) is not None:
                    found.append((enemy, how))
        return found

    def aircraft_at(self, n: int) -> list[tuple[int, Contact]]:
        """dbms.R81: the enemy aircraft in base contact with an edge of a ground element; by option they make no contact."""
        if self.options["no_contact_in_the_air"] or self.is_garrison(n):
            return []
        mine = self.solid(n)
        meets = [(enemy, contact(mine, self.rect(enemy))) for enemy in self.air_elements(OTHER[self.side(n)])]
        return [(enemy, how) for enemy, how in meets if how is not None and not overlap(mine, self.rect(enemy))]

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
        if element.entrenched:
            element.entrenched = False
            self.tell("{element} leaves its entrenchment.", rule="dbms.entrenchment.4", element=n)

    def lose(self, n: int) -> None:
        """dbms.resolving-combat.8: taken from the game, and counted."""
        element = self.state.elements[n]
        element.status, element.at, element.river, element.hidden = LOST, None, "", False
        element.entrenched = False
        if self.state.fort.garrison == n:
            self.state.fort.garrison = BASE
        self.state.losses[element.side] += self.general_counts() if element.code == "GE" else loss_counts()

    def general_counts(self) -> int:
        return general_counts_by_the_sheet() if self.sheet("general_not_counted") else general_counts()

    def fly_off(self, n: int, turns: int) -> None:
        element = self.state.elements[n]
        element.status, element.at = OFF, None
        element.ready = self.state.turn + turns + 1

    # ---------------------------------------------------------- words

    def tell(self, text: str, **words: Any) -> None:
        super().tell(text, **self._named(text, words))

    def sheet(self, option: str) -> bool:
        return by_sheet(self.options, option)

    @cites("dbms.dice.1")
    def d6(self, why: str = "", *, rule: str, **words: Any) -> int:
        """dbms.dice.1: every die has six faces."""
        return self.roll("d6", why, rule=rule, **words)[0]

    def roll(self, dice: str, why: str = "", **words: Any) -> Roll:
        return super().roll(dice, why, **self._named(why, words))

    def _named(self, text: str, words: dict[str, Any]) -> dict[str, Any]:
        """Elements by the names that everybody may read, as they are when it happens; a sentence begins with a capital."""
        for key, value in list(words.items()):
            if key.startswith("element") and isinstance(value, int):
                name = self.seen_name(value, None)
                words[key] = capital(name) if text.startswith(f"{{{key}}}") else name
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

    def in_river(self, n: int) -> bool:
        return self.state.elements[n].river in (ASSAULT, BRIDGE)


@cites("dbms.winning.4")
def loss_counts() -> int:
    """An element destroyed or captured, from any cause and of any arm."""
    return 1


@cites("dbms.winning.2")
def general_counts() -> int:
    """One element, not two."""
    return 1


@cites("dbms.play-sheet.15")
def general_counts_by_the_sheet() -> int:
    return 0


@lru_cache(maxsize=64)
def outline_of(points: tuple[tuple[int, int], ...]) -> Shape:
    return hull(points)


def inch(units: int) -> str:
    return f"{units / 2540:.2f} in"
