"""What changes in the other services: aircraft, vessels, trains, partisans, stores, works and chance. Plain columns of data.

Units, groups, vessels and cells are named by number; boards are numbers of the static graph, -1 is none (home, dock).
"""

from __future__ import annotations

from msgspec import Struct, field


class Plane(Struct, gc=False):
    """28.1.1: one aircraft; each fires, moves and takes damage by itself."""

    model: str  # a name of table aircraft
    group: int
    endurance: bool = False
    damage: int = 0
    lost: bool = False
    ready: bool = False  # operational today
    used: bool = False  # has flown since its last Preparation Throw
    new_damage: int = 0  # since the last milestone throw
    aloft: bool = False  # out with its group
    lent: int = -1  # its own group, while it flies as an escort with another (fyow.28.8.4)
    empty: bool = False  # bombs, torpedoes or rockets of this sortie are gone


class Finding(Struct, frozen=True, gc=False):
    """17.0.2: one piece of information about an enemy force, as it was when it was gathered."""

    board: int
    when: int
    unit: int
    kind: str
    fact: str


class AirGroup(Struct, gc=False):
    """28.1.2: an air Battlegroup; board -1 is its airfield."""

    id: str
    name: str
    side: str
    duty: str  # patrol, ground attack, bombing, torpedo, transport, recce
    board: int = -1
    in_box: bool = False
    flown: int = 0  # sessions of flight time used in this sortie
    sorties: int = 0  # today
    acted: int = -1  # session of its last attack
    troops: list[int] = []  # units that it carries
    gliders: int = 0
    supply: int = 0  # load spaces of supply that it takes on for each sortie
    load: int = 0  # and has aboard now
    films: list[Finding] = []  # what its photographs show, told with the report
    spotted: list[int] = []  # enemy groups that it has spotted over this board
    reports: list[list[int]] = []  # board, forces found, session: told next morning (fyow.28.8.6)
    shifted: int = -1  # session in which it moved between boards


class AirCommand(Struct, gc=False):
    """28.12: Air Command of a side."""

    side: str
    commander: str
    base: str = "distant"  # distant, local
    rating: int = 6
    temper: str = "balanced"
    resolve: str = "balanced"
    condition: int = 0
    milestone: int = 0
    original: int = 0
    die: int = 0
    lost: int = 0  # aircraft lost since the last milestone throw
    effort: int = -1  # day on which a sortie served the aim of the week (ruling R197)
    held: int = 0  # days in a row for which it has held the airfield that makes it Local


class Air(Struct, gc=False):
    planes: list[Plane] = []
    groups: list[AirGroup] = []
    commands: list[AirCommand] = []
    fired: list[int] = []  # units whose AA guns have fired in this session
    seen: dict[str, list[int]] = {}  # by side: enemy air groups that it has seen where they are now


class Vessel(Struct, gc=False):
    """29.1.1: one vessel, with what is left of its guns' shots today."""

    kind: str  # a row of table ship_strength
    group: int
    name: str = ""
    damage: int = 0
    condition: int = 6
    new_damage: int = 0  # since its last condition throw
    guns: dict[str, int] = {}  # 75mm, 149mm, 150mm, aa
    shots: dict[str, int] = {}  # left today
    torpedoes: int = 0
    depth_charges: int = 0
    radar: bool = False
    fit: bool = True  # passed its Preparation Throw
    sunk: bool = False
    dock: bool = False
    ranged: list[str] = []  # targets on which it has fired before (fyow.29.8.5)
    last: int = -1  # session in which it last fired
    capacity: int = 0


class NavalGroup(Struct, gc=False):
    """29.5.2: a naval Battlegroup or a flotilla of landing craft."""

    id: str
    name: str
    side: str
    board: int = -1  # -1: in dock
    box: int = -1  # the link by which it came; with `area` false
    area: bool = False  # in the combat area
    moved: int = -1  # session of its last move
    steps: int = 0  # boards of this session
    boards: int = 0  # of today
    stuck: int = -1  # session in which a test failed
    fired: int = -1
    aimed: list[str] = []  # at whom in that session: g<group>, u<unit>
    used: list[str] = []  # weapons that have fired in the session `fired` (fyow.29.8.4)
    placed: int = -1  # day on which it was put on a sea board (fyow.29.5.1)
    attacked: int = -1
    flak: int = -1  # session in which its AA guns fired
    spotted: list[str] = []  # what it has spotted: g<group>, u<unit>, a<air group>
    looked: list[str] = []  # in this session
    craft: bool = False  # landing craft or transports
    wind: int = -1  # session in which its craft made the run in to a beach
    loads: int = -1  # session in which they were loaded at a quay (fyow.31.6.1)


class NavalCommand(Struct, gc=False):
    """6.7.1, ruling R157: Naval Command of a side, rated like a Senior Commander."""

    side: str
    commander: str
    rating: int = 0
    temper: str = "balanced"
    resolve: str = "balanced"


class Fleet(Struct, gc=False):
    vessels: list[Vessel] = []
    groups: list[NavalGroup] = []
    commands: list[NavalCommand] = []
    repaired: dict[str, int] = {}  # by side: day of the last work of the dockyard
    acted: dict[str, int] = {}  # coastal board -> day on which enemies last acted against it (ruling R60)
    seen: dict[str, list[int]] = {}  # by side: enemy naval groups that it has seen where they are now
    battery_seen: dict[str, list[int]] = {}  # coastal unit -> groups that it has spotted
    battery_fired: dict[str, int] = {}  # coastal unit -> session in which its small guns fired (ruling R116)
    battery_spent: dict[str, list[int]] = {}  # coastal unit -> day, and shots of its small guns on it
    battery_shots: dict[str, list[int]] = {}  # coastal unit -> session, and heavy guns that have fired in it


class Train(Struct, gc=False):
    id: str
    name: str
    side: str
    board: int
    kind: str = "train"  # train, armoured, gun
    damage: int = 0  # of its engine
    moves: int = 0
    order: int = -1
    cargo: list[int] = []  # units aboard
    loading: int = 0  # load spaces handled of the job under way
    job: list[int] = []  # the unit that gets on or off, and 1 for on, 0 for off


class Rail(Struct, gc=False):
    trains: list[Train] = []
    cuts: dict[str, int] = {}  # link -> work done to mend it
    mended: dict[str, int] = {}  # link -> session from which it works again


class Cell(Struct, gc=False):
    """34: a partisan cell."""

    side: str
    board: int
    members: int
    radio: bool = False
    explosives: int = 0
    agent: int = -1  # 0: an agent is with it; -1: none
    agent_since: int = -1
    missions: int = 0  # that its agents have made
    mission: list[int] = []  # day and session of this month's mission
    targets: list[list[int]] = []  # board and 1 for attack, 0 for observation
    last: int = -1  # the target just visited
    out: int = -1  # out of action until this day
    dispersed: bool = False
    observing: int = -1  # board in whose box it lies
    found: bool = False
    incident: int = -1  # day of what gives grounds for a sweep
    trouble: int = -1  # the board on which that was
    learned: list[str] = []  # words of an older log
    findings: list[Finding] = []  # not yet reported
    fights: int = -1  # the unit that stands for it in a battle (fyow.34.11.1)


class Partisans(Struct, gc=False):
    cells: list[Cell] = []
    sweeps: list[list[int]] = []  # cell, unit that gives the company, first day of the sweep
    busy: dict[str, int] = {}  # unit -> day until which its company is away
    arrivals: list[int] = []  # cells whose throw has brought an agent this morning: which cell does he join?
    to_plan: bool = False  # the cells' missions of the month are thrown once the agents have joined


class Delivery(Struct, gc=False):
    """21: points on their way."""

    side: str
    unit: int  # -1: to the HQ's board, as wished
    points: int  # half points
    day: int
    origin: str = "replenishment"  # or home


class Task(Struct, gc=False):
    """31: a job under way."""

    job: str  # bridge, rail, mines, repair, works, load, unload
    side: str
    place: int  # board, or link for rail
    unit: int
    need: int
    done: int = 0
    since: int = 0
    what: str = ""


class Convoy(Struct, gc=False):
    """20.10: six trucks of an HQ on their way to a Battlegroup."""

    unit: int  # the unit that stands for it on the map
    to: int
    spaces: int = 72
    loaded: int = 0
    arrived: int = -1
    ready: int = 0  # session from which it may leave
    home: bool = False


class Stores(Struct, gc=False):
    losses: dict[str, int] = {}  # unit -> half points lost this month
    deliveries: list[Delivery] = []
    bank: dict[str, int] = {}  # whose points (supply/bank.py): "u3" a Battlegroup's, a side's name for its HQ -> half points
    base: dict[str, int] = {}  # side -> half points at the outset (fyow.21.7.2)
    tasks: list[Task] = []
    convoys: list[Convoy] = []
    abandoned: list[list[str]] = []  # board, side, unit, element, number
    broken: dict[str, list[int]] = {}  # brigade -> days left, dice, pips (fyow.20.14.2, fyow.34.8.6)
    shared: dict[str, int] = {}  # unit -> dice given (below 0) or got from a force on its board today
    extra: dict[str, int] = {}  # unit -> dice that come by air or sea today (ruling R115)
    extra_tomorrow: dict[str, int] = {}
    bridges: dict[str, int] = {}  # bridge among the works -> session from which its pontoons serve
    works: dict[str, int] = {}  # board -> work needed to restore what partisans damaged
    roads: dict[str, int] = {}  # board -> the link whose road they wrecked there
    handled: dict[str, int] = {}  # board -> load spaces of this session
    out: dict[str, dict[str, int]] = {}  # unit -> vehicles out of service today (fyow.base.maint.1)
    landed: dict[str, int] = {}  # side -> day of its first landing (fyow.20.1.7)
    burnt: list[int] = []  # brigades whose stores were destroyed today (fyow.20.14.2)


class Fortune(Struct, gc=False):
    """32: the chance card of the month."""

    card: int = -1
    day: int = 0
    open: bool = False


__all__ = ["Air", "Fleet", "Fortune", "Partisans", "Rail", "Stores", "field"]
