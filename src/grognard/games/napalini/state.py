"""What changes in a battle, as plain data.

A `Unit` is a marker and what it stands for. The fields above the line are open to both sides (a marker's square, facing and
kind); those below are its identity, which the enemy learns when it is revealed, and which `redeal` deals again. Ids of
markers tell nothing.
"""

from __future__ import annotations

from msgspec import Struct, field

NOWHERE = -1


class Unit(Struct):
    side: str
    kind: str = "land"  # land, rail, river: open to both (3.hidden.kind)
    at: int = NOWHERE
    where: str = "table"  # table, aboard, hook, reserve, later, out (destroyed), captured
    facing: int = 0  # direction N 0, E 2, S 4, W 6
    rear: bool = False  # faces backwards in an all-round defence
    revealed: bool = False
    known: bool = False  # inspected by the enemy (3.recce.inspect, 9E)
    moved: bool = False  # in this battle
    off_wire: bool = False  # moved since the battle began or wire was restored
    column: bool = False  # 6.transit.column
    came: int = NOWHERE  # the square from which it entered, this round
    trapped: int = NOWHERE  # 7.rubble.rail-river: the only square to which it can leave
    # ---- identity
    type: str = "infantry"
    formation: int = 0
    quality: str = "average"
    step: int = 0
    prepared: bool = False
    trucks: bool = False
    archie: bool = False
    fired: bool = False
    isolated: bool = False  # carries an isolation marker
    carrier: int = NOWHERE
    slot: str = "FL"  # a dummy's place in the stack
    raised: bool = False  # a balloon in the air
    grounded: bool = False  # a balloon that was aborted this period
    spent: bool = False  # torpedoes used
    restored: bool = False


IDENTITY = (
    "type",
    "formation",
    "quality",
    "step",
    "prepared",
    "trucks",
    "archie",
    "fired",
    "isolated",
    "slot",
    "grounded",
    "spent",
    "restored",
)


class Squadron(Struct):
    side: str
    type: str
    quality: str = "average"
    step: int = 0
    ready: bool = True
    mission: str = ""  # superiority, observe, strike
    at: int = NOWHERE
    high: bool = False
    flew: bool = False
    rough: bool = False  # aborted or distracted this period
    fought: bool = False  # took part in a dogfight
    bombed: bool = False  # a Zeppelin since leaving base
    carrier: int = NOWHERE  # the Aurora
    out: bool = False
    resting: bool = False  # 14E: an exhausted squadron that was repaired is ready next morning


class Army(Struct):
    """What changes of a formation."""

    ops: int = 0
    bonus: int = 0
    actions: int = 0
    tried: int = 0  # normal Ops used this period
    succeeded: int = 0  # Ops that succeeded this period, bonus Ops included
    ability: str = ""
    character: str = ""
    character_left: int = 1
    engineers: int = 0  # free assets
    radio_only: bool = False
    moved_hq: bool = False  # in this round
    used_action: bool = False


class Camp(Struct):
    """What changes of a side."""

    stockpiles: int = 0
    lost_stockpiles: int = 0  # spent or destroyed
    depot_taken: bool = False
    depot_losses: int = 0
    hand: list[str] = []
    deck: list[str] = []
    played: int = 0  # cards this period
    gone: list[str] = []
    vp: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("objectives", "sources", "hqs", "points", "cards"), 0))
    eliminated: float = 0.0  # points of enemy units out of play, by this side's account
    points_scored: int = 0
    main: int = -1  # formation of the main HQ
    sources_taken: list[int] = []  # enemy sources scored
    sources_lost: list[int] = []  # and those of them that the enemy took back
    designated: list[int] = []  # squares for map fire
    signals: bool = False  # 17E
    maskirovka: bool = False
    more_dummies: list[int] = []  # the formations that got those of 9C
    bouncer: bool = False
    prizes: list[int] = []
    prize_taker: bool = False
    no_momentum: int = 0  # consecutive days without, today included
    starving: list[int] = []  # squares with an isolation marker
    feint: bool = False
    opening_barrage: bool = False
    agitprop: int = 0
    brandenburgers: int = 0
    lost_brandenburgers: int = 0
    agitated: int = 0  # the day of the last agitation
    supplied: list[int] = []  # squares supplied from the air, until the next reset
    fed: list[int] = []  # and until the end of the next attrition phase
    period_cards: dict[str, int] = {}  # effects until the period ends: card -> formation (-1: the command)


class Bridge(Struct):
    edge: int
    name: str = ""
    road: bool = True
    rail: bool = False
    intact: bool = True
    charges: str = ""  # the side that laid them
    end: int = NOWHERE  # their firing end


class Obstacle(Struct):
    edge: int
    kind: str
    owner: str = ""


class Task(Struct):
    formation: int
    side: str
    kind: str
    square: int
    edge: int = -1
    work: int = 0


class Hook(Struct):
    side: str
    edge: str  # west, east
    length: str  # short, long, flank
    units: list[int] = []
    missing: bool = False
    arrived: bool = False
    rows: list[int] = []  # flank armies: the rows of the scenario
    first: int = 2  # the period of its first throw, counted from the start of the battle
    tried: int = 0  # the period of its last throw


class Reinforcement(Struct):
    side: str
    night: int
    units: list[int] = []
    arrives_on: int = 0
    missing: bool = False
    done: bool = False


class Round(Struct):
    """A round under way; what a restart needs is here."""

    side: str
    formation: int = -1
    aoo: int = NOWHERE
    step: str = "name"
    kinds: list[str] = []  # HQ actions chosen
    prompted: bool = False
    bonus: bool = False
    success: bool = False
    activated: list[int] = []
    ordered: list[int] = []  # squares ordered by HQ action
    acted: list[int] = []
    moved: list[int] = []  # moved by normal move; with `far` those that moved more than one square
    far: list[int] = []
    transit: list[int] = []
    shot: list[int] = []  # have fired at range or fought
    readied: list[int] = []  # have become prepared in this round
    queue: list[int] = []  # squares that wait for their combat
    fought: list[int] = []  # squares whose combat is over
    ambushed: list[int] = []
    ambushers: list[int] = []
    entered: list[int] = []  # enemy squares entered
    hits: dict[str, int] = {}  # "square/side/face" -> hits in this activation
    losses: dict[str, int] = {}
    at_random: dict[str, int] = {}  # those of them that fell at random, by shells and bombs
    air: dict[str, int] = {}  # hits from the air, by the same key
    barred: list[list[int]] = []  # gun and target square that failed their comms check
    named: list[list[str]] = []  # cards for one square: card and square
    reach: dict[str, int] = {}  # character cards of this round: whose units they serve (11.character.reach)
    cards: list[str] = []  # effects of this round
    fireman: bool = False
    ghost: bool = False
    strikes: bool = False
    barrage: bool = False
    ferried: list[int] = []
    given_ground: list[int] = []
    entrants: dict[str, int] = {}  # unit -> square that it entered
    cleared: int = NOWHERE
    crossed: list[int] = []  # units that crossed water without bridge this round
    hail_mary: int = NOWHERE
    black_bear: int = NOWHERE
    carried: list[int] = []  # whom 22E takes over the river, wherever in their move they come to it
    bombs: list[list[int]] = []  # squares and losses of bombs that have still to fall at random
    torpedoes: dict[str, int] = {}  # hits of torpedoes on a side in a square: vessels take them
    loaded: list[int] = []  # units that went aboard this round
    given: dict[str, int] = {}  # losses that units have been given in this activation (7.losses.even)
    aa_spent: list[int] = []


class State(Struct):
    stage: str = "objectives"
    setup: str = ""
    day: int = 1
    period: str = "morning"
    periods: int = 1  # counted from the start of the battle
    weather: str = "G"
    noon: int = 0  # 4.weather.next-morning
    first: str = ""  # the side that takes the SO's place
    momentum: str = ""
    last_round: str = ""  # the side that took the last round
    rounds: int = 0  # in the battle
    period_rounds: int = 0
    extra: bool = False
    step: int = 0
    turn: str = ""  # the side whose step it is
    units: list[Unit] = []
    air: list[Squadron] = []
    armies: list[Army] = []
    camps: dict[str, Camp] = {}
    bridges: list[Bridge] = []
    obstacles: list[Obstacle] = []
    trenches: list[int] = []
    damage: dict[str, int] = {}
    rubble: list[int] = []
    reopened: list[int] = []
    objectives: list[int] = []
    flags: list[str] = []  # side that flagged each objective, or ""
    flag_nights: list[int] = []
    held_by: dict[str, str] = {}  # source square -> the enemy side that holds it
    last_held: dict[str, str] = {}  # BUA square -> the side last alone in it (13C)
    tasks: list[Task] = []
    hooks: list[Hook] = []
    reinforcements: list[Reinforcement] = []
    round: Round | None = None
    passed: bool = False  # the first round of the afternoon was passed
    answer: bool = False  # the SO has no Ops left: one more round of the SD
    recce: dict[str, int] = {}
    inspected: int = 0
    moves_left: int = 0
    steps_done: list[str] = []
    rallied: list[int] = []
    no_attrition: list[int] = []
    aa_spent: list[int] = []  # exhausted AA units that fired in this side's part of an Airpower Phase
    laying: list[int] = []  # whom their owner has named in what is under way: a fire plan, a card for a whole army
    log_warnings: list[list[str]] = []
