"""The scene: what a seat sees, in one vocabulary for all games.

A game builds a `Scene` in its `scene.py` from nothing upwards (never by taking things away from the state), and the kernel
adds the decision and the diary. The browser, the text rendering, print and tests read scenes and know no game. A board is
static for a match and travels once, by its hash; everything else is small.

Coordinates of a board are its own units, x to the right and y down; hexes, squares, nodes and tables all become regions
with an outline, so that one drawing and one client serve them all (boards/ makes them).
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

Point = tuple[float, float]


class Style(Struct, omit_defaults=True):
    """How a kind of terrain, line, symbol or marker is drawn. Data, so that a game looks like itself."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: str = ""  # SVG dash pattern
    pattern: str = ""  # a pattern of boards/draw: woods, marsh, fields, town, sea, sand, mountains, rubble, snow, ...
    casing: str = ""  # the colour of a wider line below (roads, rails)
    text: str = ""  # colour of the text on it
    order: int = 0  # drawing order; lower first


class Region(Struct, omit_defaults=True):
    """A place that pieces can stand in: a hex, a square, a node, a box beside the map. The open table has none or few."""

    id: str
    at: Point  # where pieces are put
    outline: list[Point] = []  # empty: a node, drawn as a disc of `radius`
    kind: str = ""  # terrain
    label: str = ""  # a name, or empty
    note: str = ""  # a second line: coordinates, values
    elevation: int = 0
    radius: float = 0.0
    tags: list[str] = []  # more that is drawn on it: fort, port, capital, crossing, ...


class Link(Struct, omit_defaults=True):
    """A way between two regions that is itself drawn (node maps)."""

    a: str
    b: str
    kind: str = ""
    label: str = ""
    path: list[Point] = []  # bends between a and b


class Feature(Struct, omit_defaults=True):
    """Ground that is drawn and not stood in: roads, streams along hexsides, crests, woods, coasts, hills, a river."""

    kind: str
    points: list[Point]
    closed: bool = False
    label: str = ""
    width: float = 0.0  # in board units; 0: as the style says


class BoardPicture(Struct, omit_defaults=True):
    """A board as data. `styles` maps every kind that occurs in it to how it is drawn."""

    kind: Literal["hex", "square", "graph", "table"]
    width: float
    height: float
    title: str = ""
    regions: list[Region] = []
    links: list[Link] = []
    features: list[Feature] = []
    styles: dict[str, Style] = {}
    background: str = "#e9e2cc"
    unit: float = 1.0  # the size of a counter in board units
    legend: dict[str, str] = {}  # kind -> words for the key of the map
    credit: str = ""

    @property
    def hash(self) -> str:
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=12).hexdigest()


class Piece(Struct, omit_defaults=True):
    """A counter, block, base, ship, leader. A hidden piece shows nothing but side, place and facing."""

    id: str
    side: str
    at: str = ""  # a region; empty on the open table or off the board
    x: float | None = None  # open table: middle of the front edge, board units
    y: float | None = None
    facing: float | None = None  # degrees, clockwise from the top of the board
    width: float = 0.0  # open table: size of the base
    depth: float = 0.0
    symbol: str = ""  # infantry, cavalry, artillery, leader, tank, fighter, ship, ... (docs/scene.md lists them)
    size: str = ""  # xx, xxx, ... above the symbol
    name: str = ""
    values: list[str] = []  # the printed numbers, left to right
    steps: int = 1
    steps_full: int = 1
    states: list[str] = []  # disrupted, reduced, out of supply, activated, ... shown as badges
    formation: str = ""
    hidden: bool = False
    order: int = 0  # within the stack, lower below
    facts: dict[str, str] = {}  # what a closer look tells


class Marker(Struct, omit_defaults=True):
    """Something on the map that is no piece: a trench, a fire plan, control, an objective, smoke."""

    id: str
    kind: str
    at: str = ""
    x: float | None = None
    y: float | None = None
    side: str = ""
    label: str = ""
    tip: str = ""


class Overlay(Struct, omit_defaults=True):
    """A layer that the player can switch on: zones of control, command range, sight, supply."""

    id: str
    title: str
    regions: list[str] = []
    lines: list[list[Point]] = []
    areas: list[list[Point]] = []
    side: str = ""
    rule: str = ""


class Card(Struct, omit_defaults=True):
    id: str
    title: str
    side: str = ""
    text: str = ""
    corner: str = ""  # the big number
    uses: list[str] = []
    states: list[str] = []
    hidden: bool = False


class Cell(Struct, omit_defaults=True):
    """A step of a track, a cell of a sheet."""

    text: str
    current: bool = False
    side: str = ""
    rule: str = ""
    tip: str = ""
    pieces: list[str] = []


class Panel(Struct, omit_defaults=True):
    """Whatever stands beside the map. Only the fields of its kind are filled."""

    id: str
    title: str
    kind: Literal["track", "box", "hand", "sheet", "text"]
    cells: list[Cell] = []  # track
    pieces: list[str] = []  # box: pieces shown in it, by id
    cards: list[Card] = []  # hand
    columns: list[str] = []  # sheet
    rows: list[list[Cell]] = []  # sheet
    lines: list[str] = []  # text; of a sheet what stands above it
    side: str = ""


class TermView(Struct, omit_defaults=True):
    text: str
    amount: str
    rule: str = ""


class TallyView(Struct, omit_defaults=True):
    """A number with its reasons, opened."""

    title: str
    total: str
    terms: list[TermView] = []


class OddsView(Struct, omit_defaults=True):
    """A distribution in words and numbers, for a small chart: outcome -> probability."""

    title: str
    outcomes: list[tuple[str, float]] = []
    rule: str = ""


class OptionView(Struct, omit_defaults=True):
    value: Any
    label: str
    piece: str = ""
    place: str = ""
    path: list[str] = []
    cost: str = ""
    group: str = ""  # buttons of one group stand together
    tallies: list[TallyView] = []
    odds: list[OddsView] = []


class DecisionView(Struct, omit_defaults=True):
    """A decision as its own seat sees it."""

    seat: str
    form: Literal["options", "checked", "draft"]
    prompt: str
    rule: str
    number: int  # of the choice that it waits for; a click carries it back
    options: list[OptionView] = []  # of the form options; suggestions of the form checked; items to add of the form draft
    items: list[OptionView] = []  # draft: what is in it now
    violations: list[RefusalView] = []  # draft: what is wrong with it now
    complete: bool = False  # draft: may be submitted
    shape: dict[str, Any] = {}  # checked and draft: what a value looks like (JSON schema)
    piece: str = ""  # what it is about
    place: str = ""
    along: list[str] = []  # pieces of the open table that go where the piece goes, all together like one
    layers: list[str] = []  # overlays that are shown while it is asked
    reach: list[float] = []  # distances shown around the piece while it is dragged: how far it would fire from there
    ghosts: list[GhostView] = []  # draft: where its items stand on the open table, one for each; they can be dragged
    whole: list[OptionView] = []  # draft, while it is empty: lists of items to begin with
    tallies: list[TallyView] = []
    odds: list[OddsView] = []
    stakes: str = ""  # a warning: what cannot be undone, what is at stake
    panel: str = ""  # a sheet that belongs to it, to look at and to print


class GhostView(Struct, omit_defaults=True):
    """Where something of the open table would stand if the value that is thought of were chosen: a base, or an outline."""

    piece: str
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    width: float = 0.0  # of a base that is not yet on the table
    depth: float = 0.0
    symbol: str = ""
    name: str = ""
    points: list[Point] = []


class RefusalView(Struct, omit_defaults=True):
    rule: str
    why: str
    facts: dict[str, Any] = {}


class EventView(Struct, omit_defaults=True):
    """A line of the diary as a seat may read it."""

    number: int
    rule: str
    text: str
    kind: str = "event"  # event, roll, choice, heading, correction
    after: int = 0  # the number of choices made before it
    dice: list[int] = []
    sides: int = 0
    place: str = ""
    piece: str = ""
    side: str = ""
    tallies: list[TallyView] = []


class Scene(Struct, omit_defaults=True):
    game: str
    scenario: str
    seat: str | None
    title: str
    board: str = ""  # hash of the BoardPicture
    turn: str = ""  # "Turn 3, 15:00, rain"
    phase: str = ""
    sides: dict[str, Style] = {}
    side_names: dict[str, str] = {}
    pieces: list[Piece] = []
    markers: list[Marker] = []
    overlays: list[Overlay] = []
    panels: list[Panel] = []
    status: list[str] = []  # short facts for the head line
    score: dict[str, str] = {}
    # filled by the kernel:
    decision: DecisionView | None = None
    waiting: list[str] = []  # "French: writing orders"
    elsewhere: str = ""  # what is asked may be settled by another match: in which words that is offered
    diary: list[EventView] = []
    number: int = 0  # choices made so far
    over: str = ""  # the result in words when the match is over
    undo: bool = False
    undo_turn: bool = False
    marks: list[str] = field(default_factory=list)  # house-ruled, corrected, ...
