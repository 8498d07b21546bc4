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

    kind: Literal["hex", "square", "graph", "table"]  # how it is laid out: hexes, squares, spaces joined by lines, open table
    width: float  # in board units; x grows to the right
    height: float  # y grows downwards, so north is up
    title: str = ""  # the name of the map
    regions: list[Region] = []  # hexes, squares, spaces: whatever a piece can be in
    links: list[Link] = []  # lines between spaces
    features: list[Feature] = []  # what is only drawn: rivers, roads, woods, names
    styles: dict[str, Style] = {}  # kind -> how it is drawn
    background: str = "#e9e2cc"  # the paper
    unit: float = 1.0  # the size of a counter in board units
    legend: dict[str, str] = {}  # kind -> words for the key of the map
    credit: str = ""  # who drew it, or whose map it follows

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
    short: str = ""  # of a long name: what a counter has room for, a dozen letters
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
    symbol: str = ""  # its emblem: a symbol of counters


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

    title: str  # what is thrown for: "Hits", "Combat against Cambrai"
    outcomes: list[tuple[str, float]] = []  # what can come, in words, and how probable it is; together 1
    rule: str = ""  # the rule that says how it is thrown
    good: list[int] = []  # of each outcome, for whom it is shown to: 1 good, -1 bad, 0 neither; empty: not said
    words: str = ""  # what it means, in a sentence: "Jamin has two steps and would be destroyed in 31 %."


Act = Literal["", "move", "attack", "fire", "transit", "order"]  # what an option is for the eye: each has its colour


class OptionView(Struct, omit_defaults=True):
    """One thing that can be chosen: its value for the wire, its words, and what it acts on."""

    value: Any  # what is sent back when it is chosen
    label: str  # its words, for a button or a line of text
    piece: str = ""  # the id of the piece that it is about: a click on it means this option
    place: str = ""  # the id of the region that it is about
    kind: Act = ""  # what it is for the eye
    decline: bool = False  # says no: nothing is done
    done: bool = False  # ends what one was doing (a phase, a list of things)
    final: bool = False  # cannot be taken back: dice fall or something hidden is shown at once
    path: list[str] = []  # regions passed through, in order, drawn as a line
    cost: str = ""  # what it costs, in words of the game: "3 MP"
    group: str = ""  # buttons of one group stand together
    tallies: list[TallyView] = []  # sums that explain it, line by line
    odds: list[OddsView] = []  # what may come of it
    facing: float | None = None  # it turns its piece, or what stands in its place: degrees clockwise from the top
    row: str = ""  # order board: the row that it belongs to
    verb: str = ""  # order board: what is to be done there, without the place: "March"
    slot: str = ""  # order board: which of several orders of the row this one is: "cautious"
    under: bool = False  # order board: it belongs to the order above it ("then ...", "by the road of ...")


class RowView(Struct, omit_defaults=True):
    """One row of an order board: a formation, the order that it has, and whom to touch for a new one."""

    id: str  # what `row` of items and options names
    title: str
    piece: str = ""  # its leader, headquarters or counter: touched or dragged it opens the row
    now: str = ""  # the order that it has, in words; empty: none
    place: str = ""  # where that order leads
    path: list[str] = []  # and by which way, from where it stands
    note: str = ""  # what one must know of it: "3 divisions, 9 steps", "Amber, 4 supply"


class DecisionView(Struct, omit_defaults=True):
    """A decision as its own seat sees it."""

    seat: str
    form: Literal["options", "checked", "draft"]
    prompt: str
    rule: str
    number: int  # of the choice that it waits for; a click carries it back
    name: str = ""  # which of the game's questions it is (the game's enum Ask)
    options: list[OptionView] = []  # of the form options; suggestions of the form checked; items to add of the form draft
    items: list[OptionView] = []  # draft: what is in it now
    violations: list[RefusalView] = []  # draft: what is wrong with it now
    complete: bool = False  # draft: may be submitted
    shape: dict[str, Any] = {}  # checked and draft: what a value looks like (JSON schema)
    piece: str = ""  # what it is about
    place: str = ""
    way: bool = False  # one step of a way: the client may ask for whole routes and take their steps one by one
    every: str = ""  # words of one button that gives all answers, one after the other: "Everybody"
    along: list[str] = []  # pieces of the open table that go where the piece goes, all together like one
    layers: list[str] = []  # overlays that are shown while it is asked
    reach: list[float] = []  # distances shown around the piece while it is dragged: how far it would fire from there
    ghosts: list[GhostView] = []  # draft: where its items stand on the open table, one for each; they can be dragged
    whole: list[OptionView] = []  # draft, while it is empty: lists of items to begin with
    rows: list[RowView] = []  # draft: it is shown as a board of orders, one row a formation
    tallies: list[TallyView] = []
    odds: list[OddsView] = []
    stakes: str = ""  # a warning: what cannot be undone, what is at stake
    panel: str = ""  # a sheet that belongs to it, to look at and to print
    help: str = ""  # a line for whoever meets it for the first time: what it is, and what is sensible


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


class Objective(Struct, omit_defaults=True):
    """Something that wins or counts: what it is, how it stands, what it needs. With a place it carries a badge on the map."""

    id: str
    title: str
    rule: str = ""
    side: str = ""  # whose it is to reach; empty: anybody's
    now: str = ""  # how it stands: "12 VP"
    needed: str = ""  # what is enough: "20 VP"
    part: float | None = None  # how much of it is reached, from 0 to 1
    place: str = ""
    worth: str = ""  # what stands on its badge
    holder: str = ""  # the side that holds it now


class Trace(Struct, omit_defaults=True):
    """What moved or fired since this seat last chose: an arrow on the map until it chooses again."""

    piece: str
    path: list[str] = []  # places, from where it stood
    points: list[Point] = []  # the same on the open table
    kind: Act = "move"
    side: str = ""
    text: str = ""


class FightSide(Struct, omit_defaults=True):
    """One side of a fight: who fights, with what numbers, to what end."""

    side: str
    title: str
    pieces: list[str] = []
    tallies: list[TallyView] = []
    odds: list[OddsView] = []  # what may become of it; the two sides are drawn face to face
    dice: list[int] = []
    faces: int = 6  # of these dice
    losses: list[str] = []  # in words: "Jamin loses a step"


class FightView(Struct, omit_defaults=True):
    """A fight: before the dice with its odds, after them with its result. Shown in a window beside its place."""

    title: str
    rule: str = ""
    place: str = ""
    sides: list[FightSide] = []  # the attacker first
    warnings: list[str] = []  # what may go wrong, in words
    result: str = ""  # empty: it has not been fought yet


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
    objectives: list[Objective] = []
    left: str = ""  # how long it still goes on: "3 turns left"
    traces: list[Trace] = []  # where a game gives none the client keeps what it saw move
    fight: FightView | None = None  # the fight that is asked about, or was just fought
    # filled by the kernel:
    decision: DecisionView | None = None
    waiting: list[str] = []  # "French: writing orders"
    elsewhere: str = ""  # what is asked may be settled by another match: in which words that is offered
    diary: list[EventView] = []
    number: int = 0  # choices made so far
    over: str = ""  # the result in words when the match is over
    won: str = ""  # the side that has won it; none: a draw, or it is not over
    undo: bool = False
    undo_turn: bool = False
    marks: list[str] = field(default_factory=list)  # house-ruled, corrected, ...
