"""Small games that are wrong, each in one way that the battery must catch. They test the test.

Most are the Duel of tests/kernel/small_games.py with one mistake in it. `WRONG` names the check that must find each.
"""

from __future__ import annotations

import random

from grognard.kernel import PASS, Game, Refusal, Result, SetUp
from kernel.small_games import SIDES, Counting, CountState, Duel, DuelState

WRONG: dict[type[Game], str] = {}
OTHER = {"red": "blue", "blue": "red"}


def caught_by(check: str):
    def mark(kind: type[Game]) -> type[Game]:
        kind.name = "wrong-" + "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__).lstrip("-")
        kind.title = kind.__name__
        WRONG[kind] = check
        return kind

    return mark


class Steps(Duel):
    """The duel with its parts as methods, so that one can be wrong."""

    def play(self, g):
        s = g.state
        while s.round <= g.static:
            if s.stage == "deal":
                self.deal(g)
            while s.stage == "bid" and s.hands["red"]:
                g.checkpoint()
                yield from self.bid(g)
                g.checkpoint()
                yield from self.shoot(g)
            s.stage, s.round = "deal", s.round + 1
            g.checkpoint()
        return Result(None, "The duel is over.", "duel.9")

    def deal(self, g):
        s = g.state
        g.heading("Round {n}.", rule="duel.1", n=s.round)
        deck = g.shuffle(list(range(1, 13)))
        s.hands = {"red": sorted(deck[:4]), "blue": sorted(deck[4:8])}
        s.deck, s.shown, s.stage = sorted(deck[8:]), {"red": [], "blue": []}, "bid"

    def bid(self, g):
        s = g.state
        if not s.bids:
            s.bids = dict((yield g.together(*(self.bid_of(g, side) for side in SIDES))))

    def bid_of(self, g, side):
        return g.ask(side, "Bid a card", list(g.state.hands[side]), rule="duel.2")

    def show(self, g):
        s = g.state
        g.reveal()
        for side in SIDES:
            s.shown[side].append(s.bids[side])
            s.hands[side].remove(s.bids[side])
        g.tell("Red bids {a}, Blue bids {b}.", rule="duel.3", a=s.bids["red"], b=s.bids["blue"])
        return ("red", "blue") if s.bids["red"] > s.bids["blue"] else ("blue", "red")

    def shoot(self, g):
        shooter, target = self.show(g)
        aim = yield self.aim(g, shooter)
        parry = yield g.ask(target, self.parry_prompt(g, target), ["parry", PASS], rule="duel.5")
        self.hit(g, shooter, self.roll(g, shooter), aim, parry)

    def aim(self, g, shooter):
        return g.ask(shooter, "Aim high or low?", ["high", "low"], rule="duel.4")

    def parry_prompt(self, g, target):
        return "Parry?"

    def roll(self, g, shooter):
        return g.roll("2d6", "Shot", rule="duel.6", by=shooter).total

    def hit(self, g, shooter, total, aim, parry):
        if total >= (9 if aim == "high" else 7) + (parry == "parry"):
            g.state.hits[shooter] += 2 if aim == "high" else 1
            g.tell("{side} hits.", rule="duel.7", side=shooter)
        g.state.bids = {}


# ------------------------------------------------------------------ leaks


@caught_by("non-interference")
class LeakInALabel(Steps):
    def bid_of(self, g, side):
        best = max(g.state.hands[OTHER[side]])
        return g.ask(side, "Bid", list(g.state.hands[side]), rule="duel.2", label=lambda c: f"{c}{'!' * (c > best)}")


@caught_by("non-interference")
class LeakInAPromptLater(Steps):
    """Not straight after a checkpoint: imagination itself would throw the tell-tale worlds away."""

    def parry_prompt(self, g, target):
        return f"Parry? The other still holds {sum(g.state.hands[OTHER[target]])}."


@caught_by("non-interference")
class LeakOnTheBoardLater(Steps):
    """Odd or even, and only while somebody parries: half of the worlds look the same."""

    def parry_prompt(self, g, target):
        g.state.stage = "odd" if sum(g.state.hands[OTHER[target]]) % 2 else "even"
        return "Parry?"

    def hit(self, g, *shot):
        super().hit(g, *shot)
        g.state.stage = "bid"

    def scene(self, g, side):
        scene = super().scene(g, side)
        scene.phase = g.state.stage
        return scene


@caught_by("non-interference")
class LeakInARefusal(Steps):
    def bid_of(self, g, side):
        s = g.state

        def may(card):
            if card in s.hands[OTHER[side]]:
                return Refusal("duel.2", "The other has that card.")
            return None if card in s.hands[side] else Refusal("duel.2", "You do not have that card.")

        return g.ask(side, "Bid a card", list(range(1, 13)), rule="duel.2", may=may)


@caught_by("non-interference")
class LeakInWhatIsOffered(Steps):
    def bid_of(self, g, side):
        best = max(g.state.hands[OTHER[side]])
        winning = [card for card in g.state.hands[side] if card > best]
        return g.ask(side, "Bid a card", winning or list(g.state.hands[side]), rule="duel.2")


@caught_by("spectators")
class LeakToSpectators(Steps):
    def scene(self, g, side):
        scene = super().scene(g, side)
        if side is None:
            scene.status = [str(g.state.hands)]
        return scene


@caught_by("non-interference")
class LeakInAPieceId(Steps):
    def scene(self, g, side):
        scene = super().scene(g, side)
        for piece in scene.pieces:
            if piece.side != side:
                piece.id = f"{piece.side}{g.state.hands[piece.side][int(piece.id[-1])]}"
        return scene


# ------------------------------------------------------------------ redeals


@caught_by("redeal")
class RedealThatChangesNothing(Steps):
    def redeal(self, then, now, side, rng):
        pass


@caught_by("redeal")
class SecretsThatAreNotListed(Steps):
    secrets = Game.secrets


@caught_by("tables")
class SeatTakenForASide(Steps):
    """The seat that chose is looked up among the sides."""

    def scene(self, g, side):
        scene = super().scene(g, side)
        if g.match.annals.choosers:
            scene.status = [SIDES[g.match.annals.choosers[-1]]]
        return scene


@caught_by("non-interference")
class RedealThatIsTooBold(Steps):
    """It deals again what the side knows: its own hand."""

    def redeal(self, then, now, side, rng):
        s = then.state
        if s.stage != "deal":
            pool = s.hands["red"] + s.hands["blue"] + s.deck
            rng.shuffle(pool)
            red, blue = len(s.hands["red"]), len(s.hands["blue"])
            s.hands = {"red": sorted(pool[:red]), "blue": sorted(pool[red : red + blue])}
            s.deck = sorted(pool[red + blue :])


@caught_by("oracle")
class OracleFork(Steps):
    """The imagined world goes on with the dice of the match."""

    def redeal(self, then, now, side, rng):
        super().redeal(then, now, side, rng)
        then.match.stream.key = now.match.stream.key


class StackedState(DuelState):
    dice: list[int] = []


@caught_by("redeal")
class DiceRolledInAdvance(Steps):
    """The dice to come lie in the state, hidden, and are never rolled again in a world."""

    state = StackedState

    def set_up(self, scenario, options):
        return SetUp(scenario["rounds"], StackedState(hits={"red": 0, "blue": 0}), SIDES)

    def deal(self, g):
        super().deal(g)
        g.state.dice = list(g.shuffle([n for n in range(2, 13) for _ in range(4)]))

    def roll(self, g, shooter):
        total = g.state.dice.pop()
        g.reveal()
        g.tell("Shot: {n}.", rule="duel.6", n=total)
        return total

    def secrets(self, g, side):
        return {**super().secrets(g, side), "dice to come": list(g.state.dice)} if g.state.dice else {}


@caught_by("secrets kept")
class SecretWithoutACheckpoint(Steps):
    def play(self, g):
        s = g.state
        while s.round <= g.static:
            self.deal(g)
            while s.hands["red"]:
                yield from self.bid(g)
                yield from self.shoot(g)
            s.round += 1
            g.checkpoint()
        return Result(None, "Over.", "duel.9")


# ------------------------------------------------------------------ checkpoints


@caught_by("restarts")
class FalseCheckpoint(Steps):
    """What was aimed at is in nobody's state when the checkpoint says that all is."""

    def shoot(self, g):
        shooter, target = self.show(g)
        aim = yield self.aim(g, shooter)
        g.checkpoint()
        parry = yield g.ask(target, "Parry?", ["parry", PASS], rule="duel.5")
        self.hit(g, shooter, self.roll(g, shooter), aim, parry)


@caught_by("restarts")
class HeadingToldTwice(Steps):
    def play(self, g):
        g.heading("The duel goes on.", rule="duel.1")
        return (yield from super().play(g))


@caught_by("restarts")
class ProgressInALocal(Steps):
    """A restarted round begins to count from nothing, which shows only some choices later."""

    def play(self, g):
        s = g.state
        while s.round <= g.static:
            if s.stage == "deal":
                self.deal(g)
            turns = 0
            while s.stage == "bid" and turns < 3:
                g.checkpoint()
                yield from self.bid(g)
                g.checkpoint()
                yield from self.shoot(g)
                turns += 1
            s.stage, s.round = "deal", s.round + 1
            g.checkpoint()
        return Result(None, "The duel is over.", "duel.9")


@caught_by("checkpoints")
class NoCheckpoints(Counting):
    """A hundred choices without a rest."""

    built_in = {"learning": {"target": 300}}

    def play(self, g):
        while g.state.total < g.static:
            g.state.total += yield g.ask(("red", "blue")[g.state.turn % 2], "Add?", [1, 2], rule="small.1")
            g.state.turn += 1
        return Result("red", "Over.", "small.2")


# ------------------------------------------------------------------ the same bytes


@caught_by("processes")
class HashOrder(Steps):
    """The cards lie in the order of a set of words."""

    def bid_of(self, g, side):
        words = {f"card {card}" for card in g.state.hands[side]}
        return g.ask(side, "Bid a card", [int(word.split()[1]) for word in words], rule="duel.2")


@caught_by("forks")
class DiceOfTheProcess(Steps):
    """Dice from Python's own generator: nobody can roll them again."""

    def roll(self, g, shooter):
        g.reveal()
        return random.randint(2, 12)


@caught_by("forks")
class StateInTheGame(Steps):
    """Something is remembered outside the state, for all matches of the process."""

    shots = 0

    def roll(self, g, shooter):
        type(self).shots += 1
        return super().roll(g, shooter) + type(self).shots % 7

    def aim(self, g, shooter):
        return g.ask(shooter, f"Shot {type(self).shots}: aim?", ["high", "low"], rule="duel.4")


class WordyState(CountState):
    said: list = []
    also: list = []


@caught_by("plain state")
class OneObjectInTwoPlaces(Counting):
    state = WordyState

    def set_up(self, scenario, options):
        return SetUp(scenario["target"], WordyState(), SIDES)

    def play(self, g):
        g.state.said = g.state.also = [1]
        return (yield from super().play(g))


@caught_by("plain state")
class TupleInTheState(Counting):
    state = WordyState

    def set_up(self, scenario, options):
        return SetUp(scenario["target"], WordyState(), SIDES)

    def play(self, g):
        g.state.said = [(1, 2)]
        return (yield from super().play(g))


@caught_by("saves")
class DiaryThatFilesForget(Steps):
    """The diary's facts come back from a file as lists, and the name of a list is another one."""

    def deal(self, g):
        super().deal(g)
        g.tell("First {pair}.", rule="duel.1", pair=(g.state.round, "a"))

    def name_of(self, static, kind, value):
        return "a pair" if isinstance(value, tuple) else str(value)


# ------------------------------------------------------------------ undo


@caught_by("undo")
class UndoPastDice(Steps):
    """The barrier is taken away after the roll."""

    def shoot(self, g):
        shooter, target = self.show(g)
        yield g.ask(target, "Parry?", ["parry", PASS], rule="duel.5")
        total = self.roll(g, shooter)
        g.match.annals.barrier = 0
        aim = yield self.aim(g, target)
        self.hit(g, shooter, total, aim, "no")


@caught_by("undo")
class DiceBesideTheLog(Steps):
    """The stream is asked without telling the match."""

    def shoot(self, g):
        shooter, _ = self.show(g)
        aim = yield self.aim(g, shooter)
        g.state.hits[shooter] += g.match.stream.below(6)
        parry = yield g.ask(shooter, "Again?", ["parry", PASS], rule="duel.5")
        self.hit(g, shooter, 2, aim, parry)


@caught_by("undo shows")
class UndoThatShows(Steps):
    """To look at a card is no roll, and yet it cannot be taken back."""

    def shoot(self, g):
        shooter, target = self.show(g)
        if (yield g.ask(shooter, "Look at a card?", ["look", "no"], rule="duel.4")) == "look" and g.state.hands[target]:
            g.tell("You see {n}.", rule="duel.4", to=shooter, n=g.state.hands[target][0])
        parry = yield g.ask(shooter, "Ready?", ["parry", PASS], rule="duel.5")
        self.hit(g, shooter, self.roll(g, shooter), "low", parry)
