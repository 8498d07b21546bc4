"""Small games for testing the kernel: a trivial one, and one with all that is hard (secrets, dice, drafts, nesting)."""

from __future__ import annotations

import random

from msgspec import Struct

from grognard.kernel import PASS, Game, Refusal, Result, SetUp
from grognard.kernel.scene import Panel, Piece, Scene

SIDES = {"red": "Red", "blue": "Blue"}


class CountState(Struct):
    turn: int = 0
    total: int = 0


class Counting(Game):
    """Red and Blue add 1, 2 or 3 in turn; who reaches the target wins. Nothing is hidden, no dice."""

    name = "counting"
    title = "Counting"
    state = CountState
    hidden = False
    built_in = {"learning": {"target": 21}, "long": {"target": 10**9}}

    def set_up(self, scenario, options):
        return SetUp(scenario["target"], CountState(), SIDES)

    def play(self, g):
        while g.state.total < g.static:
            g.checkpoint()
            side = ("red", "blue")[g.state.turn % 2]
            g.state.total += yield g.ask(side, "Add how much?", [1, 2, 3], rule="small.1", may=(lambda n: may_add(g, n)) if g.static < 1000 else None)
            g.state.turn += 1
        return Result(("red", "blue")[(g.state.turn - 1) % 2], "The target is reached.", "small.2")

    def scene(self, g, side):
        return Scene("", "", None, "Counting", turn=f"Turn {g.state.turn}", status=[f"total {g.state.total}"])

    def evaluate(self, g, side):
        left = (g.static - g.state.total) % 4
        mover = ("red", "blue")[g.state.turn % 2]
        good = 1.0 if left else -1.0
        return good if mover == side else -good


def may_add(g, n):
    if g.state.total + n > g.static:
        return Refusal("small.3", f"{g.state.total} and {n} is more than {g.static}.")
    return None


class DuelState(Struct):
    round: int = 1
    stage: str = "deal"
    hands: dict[str, list[int]] = {}
    deck: list[int] = []
    hits: dict[str, int] = {}
    bids: dict[str, int] = {}
    shown: dict[str, list[int]] = {}


class Duel(Game):
    """Each side holds secret cards; both bid one in secret, higher bid shoots with two dice, the other may parry."""

    name = "duel"
    title = "Duel"
    state = DuelState
    built_in = {"learning": {"rounds": 3}, "long": {"rounds": 6}}

    def set_up(self, scenario, options):
        return SetUp(scenario["rounds"], DuelState(hits={"red": 0, "blue": 0}), SIDES)

    def play(self, g):
        s = g.state
        while s.round <= g.static:
            if s.stage == "deal":
                g.heading("Round {n}.", rule="duel.1", n=s.round)
                deck = g.shuffle(list(range(1, 13)))
                s.hands = {"red": sorted(deck[:4]), "blue": sorted(deck[4:8])}
                s.deck = sorted(deck[8:])
                s.shown = {"red": [], "blue": []}
                s.stage = "bid"
            while s.stage == "bid" and s.hands["red"]:
                g.checkpoint()
                yield from bid(g)
                g.checkpoint()
                yield from shoot(g)
            s.stage, s.round = "deal", s.round + 1
            g.checkpoint()
        best = max(s.hits, key=lambda side: s.hits[side])
        draw = s.hits["red"] == s.hits["blue"]
        return Result(None if draw else best, "The duel is over.", "duel.9", {k: float(v) for k, v in s.hits.items()})

    def scene(self, g, side):
        s = g.state
        pieces = []
        for who, hand in s.hands.items():
            pieces += [Piece(f"{who}{i}", who, values=[str(c)] if who == side else [], hidden=who != side) for i, c in enumerate(hand)]
        shown = [f"{who} showed {', '.join(map(str, cards))}" for who, cards in s.shown.items() if cards]
        return Scene("", "", None, "Duel", turn=f"Round {s.round}", pieces=pieces, panels=[Panel("shown", "Shown", "text", lines=shown)])

    def redeal(self, then, now, side, rng: random.Random):
        other = {"red": "blue", "blue": "red"}[side]
        s = then.state
        if s.stage == "deal":
            return
        known = [c for c in now.state.shown[other] if c in s.hands[other]] if now.state.stage != "deal" else s.hands[other]
        pool = [c for c in s.hands[other] if c not in known] + [c for c in s.deck if c not in known]
        rng.shuffle(pool)
        size = len(s.hands[other]) - len(known)
        bid = s.bids.get(other)
        s.hands[other] = sorted(known + pool[:size])
        s.deck = sorted(pool[size:])
        if bid is not None and s.bids.get(other) not in s.hands[other]:
            s.bids[other] = rng.choice(s.hands[other])

    def secrets(self, g, side):
        other = {"red": "blue", "blue": "red"}[side]
        return {"hand": g.state.hands.get(other)} if g.state.hands.get(other) else {}

    def evaluate(self, g, side):
        other = {"red": "blue", "blue": "red"}[side]
        return g.state.hits.get(side, 0) - g.state.hits.get(other, 0)


def bid(g):
    s = g.state
    if s.bids:
        return
    answers = yield g.together(
        *(g.ask(side, "Bid a card", list(s.hands[side]), rule="duel.2", on=lambda c: (f"card {c}", "")) for side in SIDES)
    )
    s.bids = dict(answers)


def shoot(g):
    s = g.state
    red, blue = s.bids["red"], s.bids["blue"]
    g.reveal()
    for side in SIDES:
        s.shown[side].append(s.bids[side])
        s.hands[side].remove(s.bids[side])
    g.tell("Red bids {a}, Blue bids {b}.", rule="duel.3", a=red, b=blue)
    shooter, target = ("red", "blue") if red > blue else ("blue", "red")
    aim = yield g.ask(shooter, "Aim high or low?", ["high", "low"], rule="duel.4")
    parry = yield g.ask(target, "Parry?", ["parry", PASS], rule="duel.5", about={"odds": 0.5, "piece": target})
    roll = g.roll("2d6", "Shot", rule="duel.6", by=shooter)
    need = (9 if aim == "high" else 7) + (1 if parry == "parry" else 0)
    if roll.total >= need:
        s.hits[shooter] += 2 if aim == "high" else 1
        g.tell("{side} hits.", rule="duel.7", side=shooter)
    s.bids = {}
