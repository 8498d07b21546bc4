"""Spike: a march along a road, met by a reaction charge that is itself reacted to; orders written by both sides in secret.

What it asks of the kernel: recursion as the rulebook has it (7.9), drafts of two seats at once (20.3), orders that only their
owner knows, a leaf that keeps its progress in locals between two checkpoints.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import DONE, PASS, Context, Game, Refusal, Result, SetUp
from grognard.kernel.scene import Piece, Scene

FRENCH, ALLIED = "french", "allied"
OTHER = {FRENCH: ALLIED, ALLIED: FRENCH}
LAST = 9  # the road runs over hexes 0 to 9


class Unit(Struct, frozen=True):
    name: str
    side: str
    morale: int = 4
    cavalry: bool = False


UNITS = [
    Unit("Bachelu", FRENCH), Unit("Piré", FRENCH, 4, True), Unit("Foy", FRENCH),
    Unit("Merlen", ALLIED, 4, True), Unit("Perponcher", ALLIED),
]  # fmt: skip


class Order(Struct, frozen=True):
    unit: int
    kind: str
    target: int


class State(Struct):
    turn: int = 1
    phase: str = "orders"
    at: list[int] = []
    orders: dict[str, list[Order]] = {}
    moved: list[int] = []
    charged: list[int] = []


class Spike(Context[State, None]):
    def units_of(self, side):
        return [number for number, unit in enumerate(UNITS) if unit.side == side and self.state.at[number] >= 0]

    def order_of(self, unit):
        return next((o for o in self.state.orders.get(UNITS[unit].side, []) if o.unit == unit), None)


class NlcSpike(Game):
    name, title, state, context = "spike-nlc", "Spike: reactions and orders", State, Spike
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, State(at=[1, 2, 0, 5, 8]), {FRENCH: "French", ALLIED: "Anglo-Allied"})

    def play(self, g):
        s = g.state
        while s.turn <= 3:
            g.checkpoint()
            if s.phase == "orders":
                yield from new_orders(g)
                s.phase = FRENCH
            for side in (FRENCH, ALLIED):
                if s.phase == side:
                    yield from movement(g, side)
                    s.phase = ALLIED if side == FRENCH else "end"
            s.turn, s.phase, s.moved, s.charged = s.turn + 1, "orders", [], []
        ahead = sum(s.at[u] for u in g.units_of(FRENCH)) - sum(LAST - s.at[u] for u in g.units_of(ALLIED))
        winner = FRENCH if ahead > 0 else ALLIED
        return Result(winner, f"{winner} holds more of the road.", "nlc.2.0.1", {FRENCH: ahead, ALLIED: -ahead})

    def scene(self, g, side):
        pieces = []
        for number, unit in enumerate(UNITS):
            order = g.order_of(number) if side in (unit.side, "umpire") else None
            facts = {"order": f"{order.kind} to {order.target}"} if order else {}
            pieces.append(Piece(f"u{number}", unit.side, str(g.state.at[number]), name=unit.name, facts=facts))
        return Scene("", "", None, self.title, turn=f"Turn {g.state.turn}", phase=g.state.phase, pieces=pieces)

    def name_of(self, static, kind, value):
        return UNITS[value].name if kind == "unit" else str(value)

    def redeal(self, then, now, side, rng):
        """The enemy's orders are unknown; only that they were written."""
        other = OTHER[side]
        if then.state.orders.get(other):
            then.state.orders[other] = [Order(o.unit, o.kind, rng.randrange(LAST + 1)) for o in then.state.orders[other]]

    def secrets(self, g, side):
        orders = g.state.orders.get(OTHER[side])
        return {"orders": [(o.unit, o.target) for o in orders]} if orders else {}

    def evaluate(self, g, side):
        ahead = sum(g.state.at[u] for u in g.units_of(FRENCH)) + sum(g.state.at[u] for u in g.units_of(ALLIED))
        return float(ahead if side == FRENCH else -ahead)


def new_orders(g):
    """20.3: both sides write their orders in secret, at the same time: at most one for each unit, two in all."""

    def draft(side):
        def offers(items):
            free = [u for u in g.units_of(side) if u not in [o.unit for o in items]]
            return [Order(u, "march", hex_) for u in free for hex_ in range(LAST + 1)] if len(items) < 2 else []

        def check(items):
            found = []
            for n, order in enumerate(items):
                if order.unit not in g.units_of(side):
                    found.append(Refusal("nlc.20.3.1", f"{order.unit} is no unit of yours."))
                if order.unit in [o.unit for o in items[:n]]:
                    found.append(Refusal("nlc.20.3.1", f"{UNITS[order.unit].name} has two orders."))
                if not 0 <= order.target <= LAST:
                    found.append(Refusal("nlc.20.3.1", f"{order.target} is off the map; the road has 0 to {LAST}."))
            if len(items) > 2:
                found.append(Refusal("nlc.20.3.1", f"{len(items)} orders; the limit is 2.", limit=2))
            return found

        return g.draft(side, "Write orders", rule="nlc.20.3.1", item=Order, offers=offers, check=check)

    g.state.orders = yield g.together(draft(FRENCH), draft(ALLIED))


def movement(g, side):
    """5.2: each unit in turn marches towards its target; entering a hex can draw a reaction."""
    s = g.state
    while True:
        g.checkpoint()
        waiting = [u for u in g.units_of(side) if u not in s.moved and g.order_of(u)]
        if not waiting:
            return
        unit = yield g.ask(side, "March with which unit?", waiting, also=[DONE], rule="nlc.5.2.3",
                           label=lambda u: u if u == DONE else UNITS[u].name, on=lambda u: (f"u{u}", ""))  # fmt: skip
        if unit == DONE:
            return
        s.moved.append(unit)
        yield from march(g, unit, g.order_of(unit).target, points=4)


def march(g, unit, target, points):
    """5.2.1: half a point a road hex, so eight hexes; each hex entered is a trigger (7.9.1)."""
    for _ in range(2 * points):
        here = g.state.at[unit]
        step = (target > here) - (target < here)
        if not step or any(g.state.at[e] == here + step for e in g.units_of(OTHER[UNITS[unit].side])):
            return
        g.state.at[unit] = here + step
        g.tell("{unit} enters {place}.", rule="nlc.5.2.1", unit=unit, place=here + step)
        if not (yield from reactions(g, unit, back=here)):
            return


def reactions(g, mover, back):
    """7.9: cavalry within two hexes may charge the mover; that charge can be reacted to (7.9.6). False: the move ends."""
    side = OTHER[UNITS[mover].side]
    able = [u for u in g.units_of(side) if may_react(g, u, mover) is None]
    if not able:
        return True
    answer = yield g.ask(side, f"React to {UNITS[mover].name}?", g.units_of(side), may=lambda u: may_react(g, u, mover),
                         also=[PASS], rule="nlc.7.9.1", about={"piece": f"u{mover}"})  # fmt: skip
    if answer == PASS:
        g.reveal()  # the march goes on by orders that this side does not know
        return True
    g.state.charged.append(answer)
    if g.roll("d6", "Reaction test of {unit}", rule="nlc.7.9.2", by=side, unit=answer).total > UNITS[answer].morale:
        return True
    start = g.state.at[answer]
    g.state.at[answer] += 1 if g.state.at[mover] > start else -1 if g.state.at[mover] < start else 0
    if not (yield from reactions(g, answer, back=start)):  # the innermost is resolved first
        return True
    ours, theirs = g.roll("2d6", "Charge", rule="nlc.7.9.3", by=side)
    g.state.at[answer] = start
    if ours > theirs:
        g.state.at[mover] = back
        g.tell("{unit} is thrown back to {place}.", rule="nlc.7.9.3", unit=mover, place=back)
    return ours <= theirs


def may_react(g, unit, mover):
    """7.9.1, 7.9.4: cavalry, within two hexes, that has not charged."""
    if not UNITS[unit].cavalry:
        return Refusal("nlc.7.9.1", f"{UNITS[unit].name} is no cavalry.")
    if unit in g.state.charged:
        return Refusal("nlc.7.9.4", f"{UNITS[unit].name} has charged this turn.")
    if (away := abs(g.state.at[unit] - g.state.at[mover])) > 2:
        return Refusal("nlc.7.9.1", f"{UNITS[mover].name} is {away} hexes away; a reaction reaches 2.", limit=2)
    return None
