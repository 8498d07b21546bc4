"""The search bot: information-set Monte Carlo tree search over worlds that its seat can imagine.

Each iteration takes one imagined world with dice of its own, walks down a tree of decisions and choices, adds a leaf, plays on
for a while by a guide (the game's own bot), and asks the game how the position looks. What a node knows is gathered over
all worlds: it is keyed by who chose what, which is all that tells information sets of the seat apart. Three ideas carry it:

- The k-th visit of every candidate is in the same world with the same dice, so that candidates are compared in pairs.
- Candidates come in the guide's order: its own choice first, and few at first (progressive widening).
- The guide's choice stays unless another is better by more than chance: with a small budget the bot is its guide.

Guides look straight into the imagined world: what they see there is imagined, too. The bot touches nothing of the true match
but what its chair gives: the decision and worlds. A budget in nodes makes it deterministic by seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import msgspec

from grognard.kernel import Bot, Chair, Checked, Choice, Decision, Draft, Match, Refused
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.imagine import CannotImagine

from .random_bot import RandomBot, any_value, thrown

WON, LOST = 1.25, -0.25  # the end of a match, beside positions from 0 (the worst seen) to 1 (the best seen)
MANY = 12  # visits a candidate, on average, after which visits decide


class Node:
    """What came of a choice, over all worlds in which it could be made."""

    __slots__ = ("children", "ends", "losses", "offered", "samples", "seat", "total", "value", "visits", "wins", "worth")

    def __init__(self, seat: str = "", value: Any = None) -> None:
        self.seat, self.value = seat, value  # who chose what to come here
        self.children: dict[bytes, Node] = {}
        self.visits = 0
        self.offered = 0  # visits of the parent in which this choice was open
        self.total = 0.0  # of evaluations, for the side of `seat`
        self.wins = self.losses = self.ends = 0
        self.samples: list[float | None] = []  # at the root's children: the k-th visit's value; None until known
        self.worth = 0.0

    def mean(self, low: float, high: float) -> float:
        """Between 0 and 1, or beyond where matches ended."""
        if not self.visits:
            return 0.5
        seen = self.visits - self.ends
        span = high - low
        value = ((self.total - seen * low) / span if span > 0 else 0.5 * seen) + WON * self.wins + LOST * self.losses
        return (value + 0.5 * (self.ends - self.wins - self.losses)) / self.visits


class SearchBot:
    """`nodes` iterations a decision, or `seconds` if given (or the chair's time); both where both are set."""

    def __init__(
        self,
        nodes: int = 60,
        seconds: float = 0.0,
        worlds: int = 6,
        width: int = 10,
        depth: int = 4,
        horizon: int = 12,
        explore: float = 0.5,
        doubt: float = 0.7,
        guide: str = "best",
    ) -> None:
        self.nodes, self.seconds = nodes, seconds
        self.worlds = worlds  # imagined for a decision, at most
        self.width = width  # candidates looked at, at most
        self.depth = depth  # choices in the tree
        self.horizon = horizon  # choices played on by the guide
        self.explore = explore
        self.doubt = doubt  # standard errors by which another choice must beat the guide's
        self.guide = guide  # a bot of the game by name; random: any legal choice
        self.asked = self.blind = self.changed = self.iterations = 0

    # ---------------------------------------------------------- choosing

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        if isinstance(decision, HandRoll):
            return thrown(decision, chair.rng)
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        self.asked += 1
        ranked = self.search(chair)
        if not ranked:
            self.blind += 1
            return any_value(decision, chair.rng)
        return ranked[0].value

    def search(self, chair: Chair, also: Sequence[Any] = ()) -> list[Node]:
        """The candidates at the root, the choice first; empty if no world could be imagined. `also` are among them for sure."""
        try:
            tree = Tree(self, chair, also)
        except CannotImagine:
            return []
        began, done = time.monotonic(), 0
        if len(tree.candidates) > 1:
            while not self._enough(done, began, chair):
                tree.iterate()
                done += 1
        self.iterations += done
        ranked = tree.ranked()
        self.changed += ranked[0] is not tree.candidates[0]
        return ranked

    def _enough(self, done: int, began: float, chair: Chair) -> bool:
        if chair.time_is_up() or (self.seconds and time.monotonic() - began >= self.seconds):
            return True
        timed = self.seconds or chair.deadline is not None
        return not timed and done >= self.nodes


class Tree:
    """The search of one decision."""

    def __init__(self, bot: SearchBot, chair: Chair, also: Sequence[Any] = ()) -> None:
        self.bot, self.chair = bot, chair
        assert chair.side is not None
        self.side = chair.side
        self.rng = random.Random(chair.rng.getrandbits(64))
        self.imagined: list[Match] = [chair.imagine()]
        self.guides: dict[str, Bot] = {}
        self.low, self.high = float("inf"), float("-inf")
        first = self.imagined[0]
        values = self.ordered(first, first.decisions[chair.seat])
        if also:
            marks = {msgspec.json.encode(value) for value in also}
            values = [values[0], *also, *(value for value in values[1:] if msgspec.json.encode(value) not in marks)]
            values = values[1:] if msgspec.json.encode(values[0]) in marks else values
        values = values[: bot.width]
        self.candidates = [Node(chair.seat, value) for value in values]
        self.root = Node()

    # ---------------------------------------------------------- one iteration

    def iterate(self) -> None:
        child = self.best_candidate()
        visit = len(child.samples)
        child.samples.append(None)
        twin = self.world(visit).fork(seed=f"{visit}", quiet=True)
        path = [self.root, child]
        try:
            twin.choose(child.value, self.chair.seat)
            self.descend(twin, child, path)
            self.play_on(twin)
        except Refused:  # legal here, refused in that world: it tells nothing
            child.samples.pop()
            child.visits += 1
            child.losses += 1
            child.ends += 1
            return
        child.samples[visit] = self.backed_up(twin, path)

    def world(self, visit: int) -> Match:
        """The world of the k-th visits, imagined when it is first wanted."""
        wanted = visit % self.bot.worlds
        while len(self.imagined) <= wanted:
            try:
                self.imagined.append(self.chair.imagine())
            except CannotImagine:
                self.imagined.append(self.imagined[0])
        return self.imagined[wanted]

    def best_candidate(self) -> Node:
        """Each once, in the guide's order, as the width grows; then by upper confidence."""
        open_now = min(len(self.candidates), 2 + int(1.5 * sqrt(self.root.visits)))
        shown = self.candidates[:open_now]
        for child in shown:
            if not child.visits:
                return child
        return max(shown, key=lambda child: self.promise(child, self.root.visits))

    def promise(self, child: Node, visits: int) -> float:
        return child.mean(self.low, self.high) + self.bot.explore * sqrt(log(max(2, visits)) / max(1, child.visits))

    def descend(self, twin: Match, node: Node, path: list[Node]) -> None:
        """Down the tree by upper confidence among what is open in this world, until a leaf was added."""
        for _ in range(self.bot.depth - 1):
            if twin.result is not None:
                return
            decision = twin.decision
            if isinstance(decision, HandRoll) or (isinstance(decision, Choice) and len(decision.options) == 1):
                twin.choose(any_value(decision, self.rng), decision.seat)
                continue
            child, new = self.step(twin, node, decision)
            twin.choose(child.value, decision.seat)
            path.append(child)
            node = child
            if new:
                return

    def step(self, twin: Match, node: Node, decision: Decision) -> tuple[Node, bool]:
        """The child to go to, and whether it is new."""
        seat = decision.seat
        known = [child for child in node.children.values() if child.seat == seat and decision.why_not(child.value) is None]
        for child in known:
            child.offered += 1
        if len(known) < 1 + int(sqrt(node.visits)):
            for value in self.ordered(twin, decision)[: self.bot.width]:
                key = keyed(seat, decision.rule, value)
                if key not in node.children:
                    child = node.children[key] = Node(seat, value)
                    child.offered = 1
                    return child, True
        mine = twin.side_of(seat) == self.side

        def promise(child: Node) -> float:
            mean = child.mean(self.low, self.high)
            more = self.bot.explore * sqrt(log(max(2, child.offered)) / max(1, child.visits))
            return (mean if mine else 1 - mean) + more

        return max(known, key=promise), False

    def play_on(self, twin: Match) -> None:
        """The guides of all seats play for a while."""
        for _ in range(self.bot.horizon):
            if twin.result is not None:
                return
            decision = twin.decision
            twin.choose(self.guided(twin, decision), decision.seat)

    def backed_up(self, twin: Match, path: Sequence[Node]) -> float:
        """The value for our side, entered along the path. Nodes of all seats hold our side's values."""
        result = twin.result
        if result is not None:
            won = None if result.winner is None else result.winner == self.side
            for node in path:
                node.visits += 1
                node.ends += 1
                node.wins += won is True
                node.losses += won is False
            return WON if won else LOST if won is False else 0.5
        value = float(twin.game.evaluate(twin.g, self.side))
        self.low, self.high = min(self.low, value), max(self.high, value)
        for node in path:
            node.visits += 1
            node.total += value
        return value

    # ---------------------------------------------------------- candidates and guides

    def ordered(self, twin: Match, decision: Decision) -> list[Any]:
        """What is worth trying, the guide's choice first."""
        first = self.guided(twin, decision)
        found: list[Any]
        if isinstance(decision, Choice):
            found = decision.options
        elif isinstance(decision, Draft):
            found = [*decision.suggestions(), *(decision.sample(self.rng) for _ in range(4))]
        elif isinstance(decision, Checked):
            found = decision.suggestions()
        else:
            found = []
        mark = msgspec.json.encode(first)
        rest = list({key: value for value in found if (key := msgspec.json.encode(value)) != mark}.values())
        self.rng.shuffle(rest)
        return [first, *rest]

    def guided(self, twin: Match, decision: Decision) -> Any:
        """What the guide would choose, looking into this imagined world."""
        if isinstance(decision, HandRoll):
            return thrown(decision, self.rng)
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        seat = decision.seat
        if seat not in self.guides:
            self.guides[seat] = self.made()
        try:
            value = self.guides[seat].choose(Near(twin, seat, self.rng))
        except CannotImagine:
            value = any_value(decision, self.rng)
        return value if decision.why_not(value) is None else any_value(decision, self.rng)

    def made(self) -> Bot:
        from .registry import make_bot

        game = self.imagined[0].game
        name = self.bot.guide
        if name == "random" or (name == "best" and not game.bots()):
            return RandomBot()
        return make_bot(game, name)

    # ---------------------------------------------------------- the end

    def ranked(self) -> list[Node]:
        """The choice, then the others by what they are worth.

        After few visits the guide's choice stays, unless another is better by more than chance; after many, the most
        visited is taken: early visits, before the tree below knew the answers to it, weigh little then.
        """
        for child in self.candidates:
            child.worth = child.mean(self.low, self.high)
        guide = self.candidates[0]
        best, most = guide, 0.0
        if self.root.visits >= MANY * len(self.candidates):  # the tree below has grown: it went where it is good
            best = max(self.candidates, key=lambda child: (child.visits, child.worth))
        else:
            for child in self.candidates[1:]:
                lead = self.lead(child, guide)
                if lead is not None and lead > most:
                    best, most = child, lead
        rest = [child for child in self.candidates if child is not best]
        return [best, *sorted(rest, key=lambda child: (-child.worth, -child.visits))]

    def lead(self, child: Node, guide: Node) -> float | None:
        """By how much it beats the guide's choice in the same worlds, less the doubt; None if that is not known."""
        span = self.high - self.low
        pairs = [(a, b) for a, b in zip(child.samples, guide.samples) if a is not None and b is not None]
        if len(pairs) < 3:
            return None
        scaled = [self.scaled(a, span) - self.scaled(b, span) for a, b in pairs]
        mean = sum(scaled) / len(scaled)
        error = sqrt(sum((one - mean) ** 2 for one in scaled) / (len(scaled) - 1) / len(scaled))
        return mean - self.bot.doubt * error

    def scaled(self, value: float, span: float) -> float:
        if value in (WON, LOST) or span <= 0:
            return value if value in (WON, LOST) else 0.5
        return (value - self.low) / span


def keyed(seat: str, rule: str, value: Any) -> bytes:
    """What tells two edges of the tree apart: who is asked by which rule, and the choice."""
    return msgspec.json.encode([seat, rule, value])


# ------------------------------------------------------------------ a chair inside an imagined world


class Near(Chair):
    """A chair at an imagined world: what its bot imagines is that very world, looked at and not dealt again."""

    __slots__ = ()

    def imagine(self) -> Match:
        glance: Any = Glance(self._match)
        return glance


class Glance:
    """A match to look at; who plays on in it plays on in a copy."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._copied = False

    def choose(self, *args: Any, **words: Any) -> None:
        if not self._copied:
            self._match, self._copied = self._match.fork(quiet=True), True
        self._match.choose(*args, **words)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)
