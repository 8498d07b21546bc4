"""Two small games more for the browser's tests: a staff that writes orders on a board, and a square that is turned."""

from __future__ import annotations

from msgspec import Struct
from show import CELLS, centre, hex_id

from grognard.boards.pictures import grid_picture, hex_corners, regions
from grognard.kernel import Game, Refusal, Result, SetUp, register
from grognard.kernel.scene import OptionView, Piece, RowView, Scene, Style

RED, BLUE = "red", "blue"
NAMES = {"guard": "The Guard", "hussars": "The Hussars"}
STANDS = {"guard": "0105", "hussars": "0305"}
GOALS = {"0304": "the farm", "0404": "Hougoumont", "0504": "the ridge"}


class State(Struct):
    orders: list[list[str]] = []


def drawn():
    made = regions(CELLS, centre=centre, corners=lambda c: hex_corners(centre(c), 1.0), name=lambda c: hex_id(*c),
                   terrain=lambda c: "clear", label=lambda c: "Hougoumont" if c == (4, 4) else "", note=lambda c: hex_id(*c))  # fmt: skip
    return grid_picture("hex", made, margin=0.5, unit=0.6)


def pieces():
    kinds = {"guard": "guard", "hussars": "light-cavalry"}
    mine = [Piece(name, RED, STANDS[name], symbol=kinds[name], size="xx", name=NAMES[name], values=["4", "6"]) for name in NAMES]
    return [*mine, Piece("duke", BLUE, "0401", symbol="leader", name="Duke")]


class Staff(Game):
    """Orders: [whom, what, where]; what is "then" belongs to the order above it, as in the sheets of nlc."""

    name, title, state, hidden = "staff", "Staff", State, False
    built_in = {"learning": {"blurb": "A sheet of orders"}}

    def set_up(self, scenario, options):
        return SetUp(1, State(), {RED: "Red", BLUE: "Blue"})

    def board(self, static):
        return drawn()

    def play(self, g):
        s = g.state
        plans = [("All to the farm", [["guard", "march", "0304"], ["hussars", "march", "0304"]]), ("All orders stand", [])]
        s.orders = yield g.draft(RED, "Give orders", rule="staff.1", item=list[str], secret=False, offers=offers, check=check,
                                 rows=rows, whole=lambda: plans, show=shown)  # fmt: skip
        g.tell("Orders: {n}.", rule="staff.1", n="; ".join(" ".join(item) for item in s.orders), side=RED)
        g.checkpoint()
        answer = yield g.ask(BLUE, "Hold?", ["hold", "go"], rule="staff.2")
        return Result(RED, f"Blue chose to {answer}.", "staff.3", {RED: 1.0, BLUE: 0.0})

    def scene(self, g, side):
        return Scene("", "", None, "The staff", turn="Turn 1", sides={RED: Style(fill="#a8322a"), BLUE: Style(fill="#2f5f8f")},
                     side_names={RED: "Red", BLUE: "Blue"}, pieces=pieces())  # fmt: skip


def rows():
    return [
        RowView("guard", NAMES["guard"], "guard", "march the ridge", "0504", note="3 battalions"),
        RowView("hussars", NAMES["hussars"], "hussars"),
    ]


def offers(items):
    taken = {item[0] for item in items}
    more = [[items[-1][0], "then", place] for place in GOALS] if items and items[-1][1] == "march" else []
    verbs = ("march", "attack")
    return [*more, *([who, verb, place] for who in NAMES if who not in taken for verb in verbs for place in GOALS)]


def check(items):
    wrong = [n for n, item in enumerate(items) if item[1] == "then" and (not n or items[n - 1][0] != item[0])]
    return [Refusal("staff.1", "A further order follows an order of the same formation.")] if wrong else []


def shown(item):
    who, verb, place = item
    kind = "attack" if verb == "attack" else "order"
    words = f"{NAMES[who]}: {verb} {GOALS[place]}"
    return OptionView(item, words, who, place, kind, row=who, verb=verb, under=verb == "then", cost="at once")


class Turning(Game):
    name, title, state, hidden = "turning", "Turning", State, False
    built_in = {"learning": {"blurb": "A square is turned"}}

    def set_up(self, scenario, options):
        return SetUp(1, State(), {RED: "Red", BLUE: "Blue"})

    def board(self, static):
        return drawn()

    def play(self, g):
        ways = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
        way = yield g.ask(RED, "Which way does the Guard face?", list(ways), rule="turning.1",
                          show=lambda way: OptionView(way, way.capitalize(), "guard", facing=ways[way]))  # fmt: skip
        g.tell("The Guard faces {n}.", rule="turning.1", n=way, side=RED)
        g.checkpoint()
        yield g.ask(BLUE, "Hold?", ["hold", "go"], rule="turning.2")
        return Result(RED, "It is over.", "turning.3", {RED: 1.0, BLUE: 0.0})

    def scene(self, g, side):
        return Scene("", "", None, "The square", turn="Turn 1", sides={RED: Style(fill="#a8322a"), BLUE: Style(fill="#2f5f8f")},
                     side_names={RED: "Red", BLUE: "Blue"}, pieces=pieces())  # fmt: skip


STAFF, TURNING = register(Staff()), register(Turning())
