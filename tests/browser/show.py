"""A small game for the browser's tests: a hex map, stacks, hidden pieces, paths and costs, odds, cards, stakes, a draft,
a refusal for every wrong place, and names that try to be markup."""

from __future__ import annotations

import math

from msgspec import Struct

from grognard.boards.pictures import grid_picture, hex_corners, patches, regions
from grognard.kernel import PASS, Game, Refusal, Result, SetUp, Tally, register
from grognard.kernel.scene import (
    Card,
    Cell,
    FightSide,
    FightView,
    Marker,
    Objective,
    OddsView,
    OptionView,
    Overlay,
    Panel,
    Piece,
    Scene,
    Style,
)

RED, BLUE = "red", "blue"
WIDE, HIGH = 7, 6
HOSTILE = "<img src=x onerror=document.title='hacked'>"
NAMES = {0: "Old Guard", 1: HOSTILE, 2: "Hussars", 3: "Battery"}


def hex_id(x: int, y: int) -> str:
    return f"{x:02}{y:02}"


def centre(cell: tuple[int, int]) -> tuple[float, float]:
    x, y = cell
    return 0.8 + x + 0.5 * (y % 2), 0.8 + y * math.sqrt(3) / 2


CELLS = [(x, y) for y in range(HIGH) for x in range(WIDE)]
WOODS = [(3, 2), (4, 2), (3, 3)]


class State(Struct):
    turn: int = 1
    stage: str = "orders"
    at: list[str] = []
    orders: list[list[str]] = []
    cards: list[int] = []
    fought: bool = False


class Show(Game):
    name, title, state, hidden = "show", "Show", State, False
    built_in = {"learning": {"blurb": "A line of hexes"}, "long": {"turns": 30, "blurb": HOSTILE}}

    def set_up(self, scenario, options):
        at = ["0105", "0105", "0105", "0205", "0301", "0401", "0300"]
        return SetUp(scenario.get("turns", 2), State(at=at, cards=[1, 2, 3]), {RED: "Red", BLUE: "Blue"})

    def board(self, static):
        made = regions(CELLS, centre=centre, corners=lambda c: hex_corners(centre(c), 1.0), name=lambda c: hex_id(*c),
                       terrain=lambda c: "woods" if c in WOODS else "clear", label=lambda c: "Hougoumont" if c == (4, 4) else "",
                       note=lambda c: hex_id(*c))  # fmt: skip
        return grid_picture("hex", made, margin=0.5, unit=0.6, features=patches(made, "woods"))

    def play(self, g):
        s = g.state
        while s.turn <= g.static:
            g.checkpoint()
            if s.stage == "orders":
                g.heading("Turn {n}", rule="show.1", n=s.turn)
                items = yield g.draft(RED, "Give at most two orders", rule="show.2", item=list[str], secret=False,
                                      offers=lambda items: offers(items), check=lambda items: check(items),
                                      whole=lambda: [("The guard goes forward", [["0", "0304"]])],
                                      show=lambda item: OptionView(item, f"{NAMES[int(item[0])]} goes to {item[1]}", f"u{item[0]}", item[1]))  # fmt: skip
                s.orders = [list(item) for item in items]
                s.stage = "move"
            while s.stage == "move":
                g.checkpoint()
                value = yield g.ask(RED, "Move a unit", moves(g), also=[PASS], rule="show.3", may=lambda v: may_move(g, v),
                                    show=lambda v: show_move(g, v))  # fmt: skip
                if value == PASS:
                    s.stage = "card"
                else:
                    s.at[value[0]] = value[1]
                    g.tell(
                        "{name} moves to {place}.",
                        rule="show.3",
                        name=NAMES[value[0]],
                        unit=f"u{value[0]}",
                        place=value[1],
                        side=RED,
                    )
            if s.stage == "card":
                card = yield g.ask(RED, "Play a card?", list(s.cards), also=[PASS], rule="show.4", on=lambda c: (f"c{c}", ""),
                                   label=lambda c: c if c == PASS else f"Card {c}")  # fmt: skip
                if card != PASS:
                    s.cards.remove(card)
                s.stage = "fight"
                g.checkpoint()
            if s.stage == "fight":
                value = yield g.ask(RED, "Attack?", ["attack"], also=[PASS], rule="show.5", stakes="The guard may die.",
                                    show=lambda v: show_attack(v))  # fmt: skip
                if value == "attack":
                    roll = g.roll("2d6", "Attack", rule="show.5", by=RED, tallies=[strength()])
                    g.tell("{n} hits.", rule="show.5", n=sum(die > 4 for die in roll))
                s.stage = "blue"
                g.checkpoint()
            answer = yield g.ask(BLUE, "Hold or fall back?", ["hold", "fall back"], rule="show.6")
            g.tell("Blue chooses to {n}.", rule="show.6", n=answer, side=BLUE, place="0301")
            s.stage, s.turn = "orders", s.turn + 1
        return Result(RED, "Two turns are over.", "show.7", {RED: 3.0, BLUE: 1.0})

    def scene(self, g, side):
        s = g.state
        kinds = ["line-infantry", "line-infantry", "light-cavalry", "foot-artillery"]
        mine = [Piece(f"u{n}", RED, s.at[n], symbol=kinds[n], size="x", name=NAMES[n], values=["4", "6"], steps=2 - n % 2, steps_full=2,
                      states=["disrupted"] if n == 2 else [], order=n, facts={"morale": "good"}) for n in range(4)]  # fmt: skip
        theirs = [
            Piece("b6", BLUE, s.at[6], symbol="leader", name="Duke")
            if n == 6
            else Piece(f"b{n}", BLUE, s.at[n], symbol="line-infantry", name="Redcoats")
            if side == BLUE
            else Piece(f"b{n}", BLUE, s.at[n], hidden=True)
            for n in (4, 5, 6)
        ]
        cards = [
            Card(f"c{n}", f"Card {n}", RED, "Move twice, or play it for its points.", str(n), ["event", f"ops {n}"])
            for n in s.cards
        ]
        panels = [
            Panel(
                "turns", "Turns", "track", cells=[Cell(str(n), n == s.turn, tip=f"turn {n}") for n in range(1, g.static + 1)]
            ),
            Panel(
                "hand",
                "Your hand",
                "hand",
                cards=cards if side in (RED, "umpire") else [Card(f"x{n}", "", RED, hidden=True) for n in range(len(cards))],
            ),
            Panel(
                "sheet",
                "Losses",
                "sheet",
                columns=["Side", "Lost"],
                rows=[[Cell("Red"), Cell("0", rule="show.5")], [Cell(HOSTILE), Cell("1")]],
            ),
        ]
        overlays = [Overlay("zoc", "Zones of control", ["0300", "0301", "0401"], side=BLUE, rule="show.3")]
        return Scene("", "", None, "The show", turn=f"Turn {s.turn}", phase=s.stage, sides={RED: Style(fill="#a8322a"), BLUE: Style(fill="#2f5f8f")},
                     side_names={RED: "Red", BLUE: "Blue"}, pieces=[*mine, *theirs], panels=panels, overlays=overlays,
                     markers=[Marker("m1", "objective", "0404", label="3", tip="Three points")], status=[HOSTILE], score={RED: "3", BLUE: "1"}, objectives=objectives(s), left=f"{g.static - s.turn} turns left",
                     fight=fight() if s.stage == "fight" else None)  # fmt: skip


def offers(items):
    taken = [item[0] for item in items]
    return (
        [[str(n), place] for n in range(4) if str(n) not in taken for place in ("0304", "0404", "0504")]
        if len(items) < 3
        else []
    )


def check(items):
    found = []
    if len(items) > 2:
        found.append(Refusal("show.2", f"{len(items)} orders; the limit is 2.", limit=2))
    if len({item[0] for item in items}) < len(items):
        found.append(Refusal("show.2", "A unit has two orders."))
    return found


def moves(g):
    return [(n, hex_id(*cell)) for n in range(4) for cell in CELLS if hex_id(*cell) != g.state.at[n]]


def distance(a, b):
    (x0, y0), (x1, y1) = (centre((int(h[:2]), int(h[2:]))) for h in (a, b))
    return round(math.hypot(x1 - x0, y1 - y0))


def may_move(g, value):
    n, place = value
    if place in g.state.at[4:]:
        return Refusal("show.3", "The enemy holds this hex.")
    if (away := distance(g.state.at[n], place)) > 2:
        return Refusal("show.3", f"{place} is {away} hexes away; a move reaches 2.", limit=2, measured=away)
    return None


def show_move(g, value):
    if value == PASS:
        return OptionView(PASS, "End of moves", done=True)
    n, place = value
    path, cost = [g.state.at[n], place], f"{distance(g.state.at[n], place)} MP"
    return OptionView(value, f"{NAMES[n]} to {place}", f"u{n}", place, kind="move", path=path, cost=cost)


def objectives(s):
    return [
        Objective("points", "Victory points", "show.7", RED, "3", "5", 0.6),
        Objective("farm", "Hougoumont", "show.7", place="0404", worth="3", holder=BLUE),
    ]


def fight():
    odds = OddsView(
        "Losses", [("none", 0.44), ("a step", 0.56)], "show.5", good=[-1, 1], words="The Duke loses a step in 56 %."
    )
    mine = OddsView("Our losses", [("none", 0.7), ("the guard dies", 0.3)], "show.5", good=[1, -1])
    return FightView(
        "The guard attacks the ridge",
        "show.5",
        "0301",
        [
            FightSide(RED, "Old Guard", ["u0"], [strength().view()], [mine]),
            FightSide(BLUE, "The Duke", ["b6"], odds=[odds]),
        ],
        ["The guard may die."],
    )


def strength():
    total = Tally("strength")
    total.add(4, "Old Guard", "show.5")
    return total


def show_attack(value):
    if value == PASS:
        return OptionView(PASS, "No attack", decline=True)
    odds = OddsView("Outcome", [("no hit", 0.44), ("one hit", 0.44), ("two hits", 0.12)], "show.5", good=[-1, 1, 1])
    return OptionView(value, "Attack", kind="attack", final=True, odds=[odds], tallies=[strength().view()])


SHOW = register(Show())
