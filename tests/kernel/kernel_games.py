"""More small games for testing the kernel, each for one of its promises."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from grognard.kernel import PASS, Game, Refusal, Result, SetUp, Tally
from grognard.kernel.scene import BoardPicture, OptionView, Piece, Region, Scene

SIDES = {"red": "Red", "blue": "Blue"}
OTHER = {"red": "blue", "blue": "red"}


class Small(Game):
    """What all of these share: open, one scenario, a scene with a line of status."""

    title = "Small"
    hidden = False
    built_in = {"learning": {}}
    state: Any

    def set_up(self, scenario, options):
        return SetUp(None, self.state(), SIDES)

    def scene(self, g, side):
        return Scene("", "", None, self.title, status=[repr(g.state)])


# ------------------------------------------------------------------ nested reactions


class ChargeState(Struct):
    turn: int = 0
    depth: list[int] = []
    hits: dict[str, int] = {}


class Charges(Small):
    """A charge can be reacted to by a charge, which can be reacted to, ... and the innermost is resolved first."""

    name, title, state = "charges", "Charges", ChargeState

    def set_up(self, scenario, options):
        return SetUp(scenario.get("turns", 4), ChargeState(hits={"red": 0, "blue": 0}), SIDES)

    def play(self, g):
        while g.state.turn < g.static:
            g.checkpoint()
            g.moment("turn")
            yield from charge(g, ("red", "blue")[g.state.turn % 2], 1)
            g.state.turn += 1
        return Result(None, "Night falls.", "charges.9")


def charge(g, side, depth):
    """1: charge or pass; a charge may be charged; dice decide."""
    about = {"piece": f"{side}{depth}", "odds": Fraction(1, depth + 1), "place": f"depth {depth}"}
    answer = yield g.ask(side, f"Charge at depth {depth}?", ["charge", PASS], rule="charges.1", about=about)
    if answer == PASS:
        return
    g.state.depth.append(depth)
    if depth < 4:
        yield from charge(g, OTHER[side], depth + 1)
    roll = g.roll("2d6", "Charge of {side} at {place}", rule="charges.2", by=side, side=side, place=depth)
    if roll.total >= 7:
        g.state.hits[OTHER[side]] += 1
    g.state.depth.pop()


# ------------------------------------------------------------------ a value that is no list


class Pose(Struct):
    x: int
    y: int = 0


class TableState(Struct):
    at: Pose | None = None
    moves: int = 0


class Table(Small):
    """Red moves a base on a table ten wide, three at a time."""

    name, title, state = "table", "Table", TableState

    def set_up(self, scenario, options):
        return SetUp(None, TableState(Pose(5, 5)), SIDES)

    def play(self, g):
        while g.state.moves < 4:
            g.checkpoint()
            g.state.at = yield g.ask_checked(
                "red", "Where to?", rule="table.1", shape=Pose,
                check=lambda pose: may_stand(g, pose),
                suggest=lambda: [Pose(g.state.at.x, min(10, g.state.at.y + 1)), g.state.at],
            )  # fmt: skip
            g.state.moves += 1
        return Result("red", "Arrived.", "table.9")


def may_stand(g, pose):
    """1: on the table, and no more than three away. All that is wrong is said."""
    found = []
    if not (0 <= pose.x <= 10 and 0 <= pose.y <= 10):
        found.append(Refusal("table.2", "That is off the table.", limit=10))
    away = abs(pose.x - g.state.at.x) + abs(pose.y - g.state.at.y)
    if away > 3:
        fix = {"x": g.state.at.x + 3, "y": g.state.at.y}
        found.append(Refusal("table.3", f"{away} away; a move reaches 3.", limit=3, measured=away, fix=fix))
    return found


# ------------------------------------------------------------------ drafts, in secret, by both


class Order(Struct):
    unit: int
    place: str


class OrderState(Struct):
    turn: int = 1
    at: dict[int, str] = {}
    orders: dict[str, list[Order]] = {}


PLACES = ("a", "b", "c")


class Orders(Small):
    """Both sides write orders in secret, at most two, and then all are carried out."""

    name, title, state = "orders", "Orders", OrderState

    def set_up(self, scenario, options):
        return SetUp(None, OrderState(at={1: "a", 2: "a", 3: "c", 4: "c"}), SIDES)

    def play(self, g):
        while g.state.turn <= 3:
            g.checkpoint()
            if not g.state.orders:
                g.state.orders = yield g.together(*(write_orders(g, side) for side in SIDES))
                g.checkpoint()
            g.reveal()
            for side in SIDES:
                for order in g.state.orders[side]:
                    g.state.at[order.unit] = order.place
                    g.tell("{unit} goes to {place}.", rule="orders.3", unit=order.unit, place=order.place)
            answer = yield g.ask("red", "Fight?", ["fight", PASS], rule="orders.4")
            if answer == "fight":
                g.d6("Fight", rule="orders.5", by="red")
            g.state.orders, g.state.turn = {}, g.state.turn + 1
        return Result(None, "The orders are carried out.", "orders.9")

    def board(self, static):
        return BoardPicture("graph", 3, 1, regions=[Region(place, (n, 0)) for n, place in enumerate(PLACES)])

    def scene(self, g, side):
        pieces = [Piece(str(unit), owner(unit), at=place) for unit, place in g.state.at.items()]
        return Scene("", "", None, self.title, turn=f"Turn {g.state.turn}", pieces=pieces)

    def name_of(self, static, kind, value):
        return f"unit {value}" if kind == "unit" else str(value)


def owner(unit):
    return "red" if unit <= 2 else "blue"


def write_orders(g, side):
    mine = [unit for unit in g.state.at if owner(unit) == side]

    def offers(items):
        return [Order(unit, place) for unit in mine for place in PLACES if unit not in [o.unit for o in items]]

    def check(items):
        found = [Refusal("orders.1", f"Unit {o.unit} is not yours.") for o in items if o.unit not in mine]
        if len({o.unit for o in items}) < len(items):
            found.append(Refusal("orders.2", "Two orders for one unit."))
        if len(items) > 2:
            found.append(Refusal("orders.1", f"{len(items)} orders; at most 2.", limit=2))
        return found

    return g.draft(
        side, "Write orders", rule="orders.1", item=Order, offers=offers, check=check, waiting="writing orders",
        show=lambda o: OptionView({"unit": o.unit, "place": o.place}, f"{o.unit} to {o.place}", str(o.unit), o.place),
    )  # fmt: skip


# ------------------------------------------------------------------ numbers with reasons


def strength(units, halved=False):
    total = Tally("strength")
    for amount, name in units:
        term = total.add(amount, name, "small.4")
        if halved:
            term.halve("disrupted", rule="small.5")
    return total.reduced(75, rule="small.6").rounded(rule="small.7")


# ------------------------------------------------------------------ rules that change


class WarState(Struct):
    turn: int = 0
    gold: int = 10


class War(Small):
    """Red spends gold; what a choice costs is a rule that can change, and the state can grow."""

    name, title, state = "war", "War", WarState
    cost = 1
    last = 40
    checkpoint_every = 4

    def play(self, g):
        while g.state.turn < self.last:
            if g.state.turn % 4 == 0:
                g.checkpoint()
            spent = yield g.ask("red", "Spend how much?", self.may_spend(g), rule="war.1")
            g.state.gold += 2 - self.cost * spent
            if g.state.turn % 5 == 4:
                g.state.gold += g.d6("Plunder", rule="war.2", by="red")
            g.state.turn += 1
        return Result("red", f"{g.state.gold} gold.", "war.9")

    def may_spend(self, g):
        return [0, 1, 2]


class DearWar(War):
    """The same war under newer rules: everything costs more."""

    cost = 2


class StricterWar(War):
    """Newer rules that do not allow what was chosen."""

    def may_spend(self, g):
        return [0, 1]


class GrownState(Struct):
    turn: int = 0
    gold: int = 10
    fame: int = 0
    allies: list[str] = []


class GrownWar(War):
    """A release that added fields with defaults."""

    state = GrownState


class CoinState(Struct):
    turn: int = 0
    coins: dict[str, int] = {}


class CoinWar(War):
    """A release that keeps gold otherwise, with a migration."""

    state, version = CoinState, 2
    migrations = {1: lambda old: {"turn": old["turn"], "coins": {"gold": old["gold"]}}}

    def set_up(self, scenario, options):
        return SetUp(None, CoinState(coins={"gold": 10}), SIDES)

    def play(self, g):
        while g.state.turn < self.last:
            if g.state.turn % 4 == 0:
                g.checkpoint()
            spent = yield g.ask("red", "Spend how much?", [0, 1, 2], rule="war.1")
            g.state.coins["gold"] += 2 - spent
            if g.state.turn % 5 == 4:
                g.state.coins["gold"] += g.d6("Plunder", rule="war.2", by="red")
            g.state.turn += 1
        return Result("red", "Rich.", "war.9")


# ------------------------------------------------------------------ rules that break


class BreakState(Struct):
    turn: int = 0
    sums: list[int] = []


class Breaks(Small):
    """Chosen 0, or a roll of 6 after 3, a rule raises an exception."""

    name, title, state = "breaks", "Breaks", BreakState

    def play(self, g):
        while g.state.turn < 6:
            g.checkpoint()
            answer = yield g.ask("red", "Divide by what?", [0, 1, 2, 3], rule="breaks.1")
            g.tell("Divided by {n}.", rule="breaks.1", n=answer)
            g.state.sums.append(6 // answer)
            if answer == 3 and g.d6("Luck", rule="breaks.2") == 6:
                raise LookupError("no such page")
            g.state.turn += 1
        return Result("red", "Over.", "breaks.9")
