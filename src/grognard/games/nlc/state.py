"""The position: what changes in play, in columns by unit, leader, army and holder of orders. Masks have a bit for each
unit or hex.
"""

from __future__ import annotations

from msgspec import Struct, field


def _zeros() -> list[int]:
    return [0, 0]


def _two() -> list[list[int]]:
    return [[], []]


class Order(Struct):
    """20.4.1: what somebody is to do. Only the fields of its kind matter."""

    kind: str = "reserve"
    target: list[int] = []
    name: str = ""  # of the target, for people
    route: list[str] = []  # roads of a March
    given: bool = False  # by a player, not by the scenario or by itself (R92)
    since: int = 0  # first turn under it
    control: int = 0  # Defend: hexes of the own side when it was given
    bombards: int = 0  # Attack: turns in which bombardment was the attack
    contact: bool = False  # Attack: units have been in an enemy ZOC under it
    lost_step: int = 0  # turn of the first step lost under it
    near: bool = False  # Defend: the leader has been within 4 MP
    reached: bool = False  # Defend: he has been in the target
    bad_move: bool = False  # ends with the turn
    starts: int = 0  # not before this turn (20.5.3)


class Dispatch(Struct):
    """An order on its way (20.6)."""

    to: int  # holder
    sender: int  # leader
    orders: list[Order] = []
    issued: int = 0
    arrives: int = 0
    face: bool = False  # face to face
    force: int = 0
    unit: int = -1  # lead counter of a divisional order
    join: int = -1  # formation that a division is attached to
    aide: int = -1  # hex of the aide (25.7.4.2)
    passed_over: list[int] = []  # WCs over whose heads it was given (25.13.1)


class Pending(Struct):
    """An order received and not yet complied with: 1T, R4, R5, or night."""

    orders: list[Order] = []
    result: str = "1T"
    since: int = 0
    sender: int = -1
    unit: int = -1
    join: int = -1


class Fire(Struct):
    """A declared bombardment."""

    target: int
    units: list[int] = []


class Charge(Struct):
    """A declared charge of one cavalry unit: path ends in the target hex."""

    unit: int
    path: list[int] = []
    moved: bool = False
    state: str = "riding"  # riding, in, out (beaten, back)
    home: int = -1  # starting hex


class Attack(Struct):
    """A declared normal attack."""

    target: int
    units: list[int] = []
    slipped: bool = False  # retreat before combat has been offered


class Pursuit(Struct):
    """A won charge whose pursuit is still to come (R56)."""

    units: list[int] = []
    homes: list[int] = []
    place: int = -1
    beaten: list[int] = []
    trapped: bool = False
    side: int = 0
    ways: list[int] = []  # the hex from which each rode into the fight


class Stage(Struct):
    """An Action Stage under way (4.4)."""

    kind: str = "chit"  # initial, chit, reserve, night
    side: int = 0
    formations: list[int] = []
    holders: list[int] = []
    segment: str = "bombard"
    step: str = ""  # within a segment
    fires: list[Fire] = []
    charges: list[Charge] = []
    pursuits: list[Pursuit] = []
    attacks: list[Attack] = []
    held: list[int] = []  # hexes of each side at the start, as masks (8.4)
    began: list[int] = []  # hex of every unit at the start of the movement segment
    commanded: int = 0  # units in command at the start of the segment
    activated: int = 0  # units that act, at the start of the movement segment
    entered: int = 0  # units that entered an enemy ZOC in this action
    fought: int = 0  # units that attacked, charged or bombarded
    tests: list[tuple[int, int]] = []  # reaction tests: cavalry, mover
    retreated: int = 0  # units that retreated in the combat segment (7.3.13)
    passed: list[int] = []  # holders whose contact was settled (20.2.17)
    stuck: int = 0  # units found unable to move as things stand
    shaken: int = 0  # units disrupted when the combat segment began (7.6.1)
    far: int = 0  # infantry and guns that move more than half their MP in this action (7.10.5)


class Hidden(Struct):
    """25.5: a hidden march. The counters on the map are phantoms."""

    holder: int
    path: list[int] = []  # plotted hexes of the leader or lead counter
    banked: int = 0  # half MP
    turns: int = 0
    first_move: int = 0  # index on the path that the first move reaches: exempt from discovery
    superseded: bool = False
    start: int = -1  # hex in which the path begins
    via: list[int] = []  # places that the owner led the path through
    plotting: bool = False  # the owner is still about it
    found: str = ""  # the rule by which it was found; it is shown as soon as somebody can be asked


class State(Struct):
    turn: int = 1
    phase: str = "start"
    # units
    at: list[int] = []
    step: list[int] = []
    dead_turn: list[int] = []
    holder: list[int] = []
    disrupted: int = 0
    gone: int = 0  # destroyed for good
    moved: int = 0
    bombarded: int = 0
    charged: int = 0
    attacked: int = 0
    was_attacked: int = 0  # this turn
    was_attacked_last: int = 0
    free_at_dawn: int = 0  # units outside enemy ZOCs when the turn began (7.11.1)
    # leaders and HQs
    leader_at: list[int] = []
    leader_due: list[int] = []  # turn of the replacement, 0: none due
    replaced: list[bool] = []
    huffs: list[int] = []
    forces: list[int] = []
    leads: list[int] = []  # formation that a leader leads (20.15.6), -1: none
    confused: list[int] = []  # turn until which a WC is confused (25.13)
    leaders_moved: int = 0
    gave_orders: int = 0
    absent: int = 0  # reorganizing
    tried: int = 0  # initiative this turn
    released: int = 0
    daylight: int = 0  # daylight turns since the last night
    hq_at: list[int] = []
    hq_lost: list[int] = []  # turn of its loss
    # orders by holder
    orders: list[Order] = []
    sequences: list[list[Order]] = []
    pending: list[Pending | None] = []
    waiting: list[Pending | None] = []  # received at night
    lead: list[int] = []  # lead counter of a division or group
    dispatches: list[Dispatch] = []
    last_type: dict[str, str] = {}  # holder -> type group of the last order received
    # sides and armies
    control: list[int] = field(default_factory=_zeros)
    levels: list[int] = []
    collapse: list[int] = []
    demoralized: list[int] = []  # armies that ever were
    broken: int = -1  # the army whose collapse ends an NLB battle (13.0.3), from the instant in which it breaks
    level_events: list[str] = []
    recule: bool = False
    vp: list[int] = field(default_factory=_zeros)
    entered_groups: list[str] = []
    delays: dict[str, int] = {}  # reinforcement group -> turn
    wins: list[int] = field(default_factory=_zeros)  # combats won this turn (25.12)
    wins_last: list[int] = field(default_factory=_zeros)
    # the sequence of play
    done: list[str] = []  # parts of the phase that are over
    cup: list[str] = []
    drawn: list[str] = []
    pair: list[list[int]] = field(default_factory=_two)
    initial: str = ""
    reserve: list[int] = []  # formations that were under Reserve when the cup was filled
    acted: list[int] = []
    stage: Stage | None = None
    bad_moves: list[int] = []  # holders whose bad move waits for the opponent
    captured: list[Dispatch] = []  # orders that the enemy will read (25.7.8.1)
    flags: dict[str, int] = {}  # holder -> unit under its flag (25.7.2.1)
    marches: list[Hidden] = []
    dummies: list[list[int]] = field(default_factory=_two)
    known: list[int] = field(default_factory=_zeros)  # by side: enemy units that it has seen where they are now (5.3.3)
