"""What changes in a battle: the elements, the terrain that lies on the table, the base, and where the turn stands.

An element is known by its number in `elements`, for ever; a base without a garrison fights as number BASE. Poses are the
middle of the front edge and the facing, in hundredths of a millimetre and of a degree (boards/plane.py).
"""

from __future__ import annotations

from msgspec import Struct, field

from grognard.boards.poses import Pose

RED, BLUE = "red", "blue"
OTHER = {RED: BLUE, BLUE: RED}
WITHIN_A_TURN = ("move", "fight")  # phases that are somebody's
BASE = -1  # the number under which a base without a garrison fights

WAITING, TABLE, OFF, LOST = "waiting", "table", "off", "lost"  # not yet deployed, on the table, in the air, gone
ASSAULT, BRIDGE = "assault", "bridge"  # what an element does in the river


class TerrainPiece(Struct, frozen=True):
    """A piece of terrain: a convex outline, or the line of a river or road. `bridges` are places along a river."""

    kind: str
    points: tuple[tuple[int, int], ...]
    bridges: tuple[int, ...] = ()
    name: str = ""
    crest: int = -1  # the bearing of a hill's crest, where the defender chose it (dbms.R16); else by the outline
    going: tuple[str, ...] = ()  # unusual terrain of a scenario (dbms.terrain.16): for foot, wheeled, tracked
    cover: int = 0
    blocks: str = ""  # unusual terrain: area, crest or none


class Element(Struct):
    """One of the 13. `forms` are those of its list entry, the fighting one first; `form` is the present one."""

    side: str
    code: str
    forms: tuple[str, ...] = ("sf",)
    form: int = 0
    portee: bool = False  # fights in both its forms (dbms.force-lists.6)
    at: tuple[int, int, int] | None = None
    status: str = WAITING
    ready: int = 1  # air: the turn from which it may be placed
    hidden: bool = False
    entrenched: bool = False
    river: str = ""
    note: str = ""  # the printed remark: paratroops, horse
    # of this turn:
    at_bank: bool = False  # touched the river when the turn began
    moves: int = 0
    acted: bool = False  # entrenched or changed form
    shifted: bool = False  # changed place or facing, by whatever cause (AA)
    used: bool = False  # attacked or supported
    attacked: int = 0
    met: list[int] = []  # enemies (or BASE) into whose contact it moved, front first
    ambushed: bool = False  # has made its first attack of the game

    @property
    def pose(self) -> Pose:
        assert self.at is not None, "an element off the table has no pose"
        return Pose(*self.at)


class Fort(Struct):
    """The defender's base, or the town that serves as one."""

    outline: tuple[tuple[int, int], ...] = ()
    town: bool = False
    owner: str = ""
    garrison: int = BASE  # who garrisons it
    captured: bool = False
    attacked: bool = False  # this turn, by the enemy
    used: bool = False  # its own attack of this turn


class Campaign(Struct):
    """Where a campaign stands: which battle, and who has won how many (dbms.R116)."""

    battle: int = 1
    wins: dict[str, int] = {}


class State(Struct):
    phase: str = "forces"
    turn: int = 0
    attacker: str = ""
    year: int = 0
    theatre: str = ""
    lists: dict[str, str] = {}  # side -> army list
    edges: dict[str, int] = {}  # side -> back edge: 0 top, 1 right, 2 bottom, 3 left
    numbered: list[int] = []  # the edges that the attacker numbered 1, 2, 3; the last is 4 to 6
    terrain: list[TerrainPiece] = []
    fort: Fort = field(default_factory=Fort)
    elements: list[Element] = []
    deployed: list[str] = []  # sides that have
    works: dict[str, int] = {}  # engineers' tasks left before turn 1
    swaps: int = 0
    swapped: list[int] = []
    pips: dict[str, int] = {}
    initiative: str = ""
    mover: str = ""
    passed: list[str] = []
    skipped: int = 0
    losses: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    campaign: Campaign = field(default_factory=Campaign)
    fresh: list[int] = []  # red and blue ids shuffled already (hidden elements)
