"""What changes in a campaign: the clock, the weather, the sides, the units and the battles under way.

Points are kept in halves (`half points`), because a Regular figure costs 1.5. Units are numbered in the order of the
scenario; Fractions and Pickets made in play are added at the end, and nobody ever leaves the list: a destroyed unit stays
with condition DESTROYED. Boards and links are numbers of the static graph; -1 is none.

A state is a tree, so the collector of cycles need not look at it (`gc=False`): that halves the cost of keeping checkpoints.
Orders never change, they are replaced: copies share them.
"""

from __future__ import annotations

from msgspec import Struct, field

from .records.order import Order as Order
from .records.services import Air, Fleet, Fortune, Partisans, Rail, Stores
from .records.staff import Staff

GREEN, AMBER, RED, WITHDRAWN, DESTROYED = range(5)  # fyow.def.18, ruling R7


class Unit(Struct, gc=False):
    """A Battlegroup, Fraction, Picket or fixed work."""

    id: str
    name: str
    side: str
    brigade: int
    elements: dict[str, int]
    moves_as: str
    kind: str = "battlegroup"  # battlegroup, fraction, picket, fixed
    parent: int = -1
    damaged: dict[str, int] = {}  # AFVs that have absorbed half their value (fyow.33.10.2)
    start: int = 0  # half points at the start, for the milestone
    owed: int = 0  # half points of losses too small for any element (ruling R135)
    lost: int = 0  # points since the last fall by milestone
    commander: str = ""
    rating: int = 6
    temper: str = "balanced"  # passive, balanced, aggressive
    resolve: str = "balanced"  # hesitant, balanced, decisive
    board: int = -1
    box: int = -1  # the link in whose box it stands; -1: on the board itself
    edge: int = -1  # the link by which it came
    facing: int = -1
    attitude: str = "present"  # present, deployed, fortified
    disarray: int = 0  # activations still needed to reorganise
    helped: bool = False  # one of them was its Senior Commander's (fyow.15.3.7)
    order: Order = field(default_factory=Order)
    pending: Order | None = None  # new orders, which count from its next activation (fyow.10.6.2)
    mode: str = "active"  # active, rest, rationed
    stockpile: int = 0
    ammunition: int = 4
    condition: int = GREEN
    moves: int = 0  # boards of today's allowance used
    retry_link: int = -1
    retries: int = 0
    faced: bool = False  # engaged when this session began (def.16)
    still: int = 0  # whole sessions on this board without a move tried
    calm: int = 0  # sessions Deployed and unchallenged, towards Fortified Defence
    moved: bool = False  # a move was tried in this session
    arrived: int = -1  # session (counted from the start) of arrival on this board
    fell: bool = False  # in condition since the last weekly check
    fought: bool = False  # engaged or bombarded today
    fought_yesterday: bool = False
    attacked: int = -1  # session in which it was last attacked
    attacked_today: int = 0
    attacker_today: bool = False
    won: int = -1  # session in which the enemy that it had beaten was gone
    cornered: bool = False  # in a box into which it was driven; until the occupiers act it may get away (fyow.33.8.6)
    surprised: bool = False  # may seek new orders (fyow.10.6.1)
    stopped: bool = False  # vehicles disabled by rationing
    militia: bool = False  # Home Guard or Militia (fyow.20.12.1)
    engineers: int = 0  # of its enhanced figures
    aboard: int = -1  # the naval group whose craft carry it
    dropped: int = -1  # session in which it landed from the air
    waits: str = ""  # air group that will bring it: it is not on the map yet
    train: int = -1  # the train that carries it
    born: int = -1  # session in which it was formed in play
    fresh: bool = False  # its first activation is due (fyow.3.5.1)
    cut: bool = False  # a Picket that has lost its link (fyow.3.8.4)
    chief: int = -1  # of a Fraction: the Battlegroup that it belongs to
    attached: dict[str, int] = {}  # elements that the Brigade lent it (fyow.3.3.2)
    recce: int = 0  # of its enhanced figures: reconnaissance troops
    lead: str = ""  # head of the Order of March: "" or "recce" (fyow.18.0.1)
    concealed: dict[str, int] = {}  # elements in hiding (fyow.15.4.1)
    dug: int = -1  # session in which it dug in of itself (fyow.10.5.2)
    battles: int = 0  # since the last successful experience throw (fyow.7.1.4)
    second: str = ""  # the 2iC
    second_rating: int = 0
    second_temper: str = "balanced"
    second_resolve: str = "balanced"
    watched: int = -1  # session in which it last gathered information
    wave: bool = False  # the part of a landing force that is still aboard (fyow.18.2.1)
    worked: int = -1  # session in which it worked in the column of its Brigade (fyow.2.9.11)
    repaired: int = -1  # session in which its Field Park threw for a repair (fyow.4.6.4)
    provided: bool = False  # it had its 10S before it went to Rest during the day (ruling R55)
    outside: bool = False  # it stays in the box to observe (fyow.17.1.3)
    then: list[Order] = []  # conditions of a composite order (fyow.10.7.1)


class Battle(Struct, gc=False):
    """33.7: one contact, from Contact over Combat to Outcome."""

    board: int
    attacker: str
    attackers: list[int] = []
    defenders: list[int] = []
    stage: str = "contact"  # contact, combat (after NR), outcome
    since: int = 0  # session in which the stage began
    way: str = "paper"
    barrage: bool = False  # the question was put
    detected: bool = False  # a defender has detected the attackers
    acted: bool = False  # a defender was activated in the Combat session before the attack
    attackers_unseen: bool = False  # as they were when the Combat session began
    defenders_unseen: bool = False
    no_result: int = 0
    result: str = ""
    extra: int = 0  # added to the D10 for shifts beyond the table or a differential above 5
    values: dict[str, int] = {}  # unit -> half points at the CRT throw
    counted: bool = False  # losses taken
    second: bool = False  # the attack was repeated in the Outcome session
    beaten: list[int] = []  # who must still retreat
    disarray: bool = False
    late: list[int] = []  # joined after the Contact session: no barrage (fyow.33.7.3.16)
    committed: dict[str, dict[str, int]] = {}  # unit -> what of it attacks; nobody named: all (fyow.33.7.2.4)
    met: bool = False
    reported: int = -1  # session of the last report from the table
    bounds: dict[str, int] = {}  # who joins the game on the table, and after how many bounds (fyow.15.7.2)
    losses: dict[str, int] = {}  # side -> half points lost in this battle, for the report
    opened: int = 0  # session of the contact
    works: bool = False  # buildings and bridges have thrown for damage
    support: dict[str, list[str]] = {}  # side -> aircraft (p3) and vessels (v5) with it in the combat (fyow.33.7.3.8)
    repulse: str = ""  # result of a second attack that was beaten off (ruling R174)
    repelled: list[int] = []  # who must go back for it
    by_choice: bool = False  # after NR they leave because they wish to: always in good order (33.7.3.1)


class Route(Struct, gc=False):
    """20.1: the supply route of a Brigade, with the days that a result holds and what it takes."""

    kind: str = "D"
    days: int = 0
    dice: int = 0
    pips: int = 0


class Brigade(Struct, gc=False):
    name: str
    side: str
    hq: int
    commander: str
    rating: int = 6
    temper: str = "balanced"
    resolve: str = "balanced"
    lost: int = -1  # day on which it was found without its HQ (ruling R50)
    route: Route = field(default_factory=Route)


class General(Struct, gc=False):
    """6.2: who commands a Division or an Army above its Brigades; he plans the week and holds no card by day."""

    side: str
    commander: str
    rating: int = 0
    temper: str = "balanced"
    resolve: str = "balanced"


class Weather(Struct, gc=False):
    marker: int = 7
    sky: str = "fair"
    wind: str = "none"  # none, light, high
    low_cloud: bool = False
    moon: str = "dark"  # dark, some, moon
    moonlit: bool = False  # this session, if it is a night
    gauge: int = 0
    after_snow: bool = False  # the next fine day is ignored (fyow.25.5.5)
    storm: str = ""  # sandstorm: "", indicated, blowing, over
    direction: str = ""  # from where the wind blows, once it was thrown
    worst: int = -99  # what the worst part of a split day does to the gauge
    rained: bool = False  # in an earlier part of a split day
    forecast: list[int] = []  # markers of the next three days
    forecast_wind: list[str] = []


class State(Struct, gc=False):
    phase: str = "setup"  # setup, month, week, plan, day, supply, session, cards, night
    first_month: int = 0  # thrown where the scenario names no month (fyow.prep.10)
    day: int = 0  # campaign days from the start, from 0
    session: int = 0  # 1 to 6 of the day
    pack: list[int] = []  # cards still to be turned up: unit numbers, brigades as -1 - number
    weather: Weather = field(default_factory=Weather)
    units: list[Unit] = []
    brigades: list[Brigade] = []
    generals: list[General] = []  # of sides whose Brigades stand under a Division (fyow.6.2.1)
    battles: list[Battle] = []
    control: list[str] = []  # by board: the side that last occupied it
    known_control: dict[str, list[str]] = {}  # by side: control as that side believes
    open_control: list[str] = []  # control as everybody has been told: who sees whom on a board is nobody else's business
    seen: dict[str, list[int]] = {}  # by side: enemy units that it has detected and that are still there
    met: dict[str, list[int]] = {}  # by side: enemy units whose nature it knows from a fight
    sighted: dict[str, dict[str, int]] = {}  # by side: board -> session in which an enemy was last seen there
    found: dict[str, dict[str, list[int]]] = {}  # by side and board: who was seen there then
    morale: dict[str, int] = {}
    aim: dict[str, list[str]] = {}  # kind and board of the week's aim: of a side, "brigade 2", "air british", "naval british"
    step: str = ""  # of the activation under way: "", looked, sought
    staff: Staff = field(default_factory=Staff)
    air: Air = field(default_factory=Air)
    fleet: Fleet = field(default_factory=Fleet)
    rail: Rail = field(default_factory=Rail)
    partisans: Partisans = field(default_factory=Partisans)
    stores: Stores = field(default_factory=Stores)
    fortune: Fortune = field(default_factory=Fortune)
