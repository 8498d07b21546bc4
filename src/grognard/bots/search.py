"""The search bot: information-set Monte Carlo tree search over worlds that its seat can imagine.

Each iteration takes one imagined world with dice of its own, walks down a tree of decisions and choices, adds a leaf, plays on
for a while by a guide (the game's own bot), and asks the game how the position looks. What a node knows is gathered over
all worlds: it is keyed by who chose what, which is all that tells information sets of the seat apart. Five ideas carry it:

- The k-th visit of every candidate is in the same world, with the same dice wherever the same is done (`Fates`): candidates are
  compared in pairs, and what makes no difference shows none.
- Candidates run a race against the guide's choice: round by round those that fall behind, or come to the same, are dropped.
  Nothing is left to race: the decision is settled, and the rest of the budget is saved.
- The guide's choice stays unless another is better by more than chance, and by enough to leave a plan for it: with a small
  budget the bot is its guide.
- The guide plays on until a named moment of the game (an action, a turn, a day) has passed twice, so that positions are
  compared at the same time of day, and keeps the plan that it had at the root.
- Below a candidate the tree widens slowly, in the guide's order. Without doubt (`doubt=0`, or a guide by chance) the guide has
  no standing: then candidates are visited by upper confidence, and visits decide.

Guides look straight into the imagined world: what they see there is imagined, too. The bot touches nothing of the true match
but what its chair gives: the decision and worlds. A budget in nodes makes it deterministic by seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from copy import copy
from math import log, sqrt
from typing import Any, cast

import msgspec

from grognard.kernel import Bot, Chair, Checked, Choice, Decision, Draft, Match, Refused
from grognard.kernel.bot import question_of
from grognard.kernel.dice import Fates
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.state import plain

from .making import make_guide
from .random_bot import RandomBot, any_value, thrown

WON, DRAWN, LOST = 1.25, 0.05, -0.25  # ends of a match, beside positions from 0 (the worst seen) to 1 (the best seen)
ENDS = (WON, DRAWN, LOST)
MANY = 12  # visits a candidate, on average, after which visits decide, where there is no doubt
SURE = 2.5  # standard errors by which a lead ends the race
BARREN = 12  # searches of questions by one rule; if fewer than one in so many told more than the guide, most are left to it
SLOW = 6  # visits of a node for its second child; four times as many for the third


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
        return (value + DRAWN * (self.ends - self.wins - self.losses)) / self.visits


class SearchBot:
    """`nodes` iterations a decision, or `seconds` if given (or the chair's time); both where both are set."""

    def __init__(
        self,
        nodes: int = 60,
        seconds: float = 0.0,
        worlds: int = 6,
        width: int = 5,
        depth: int = 4,
        moments: int = 2,
        horizon: int = 40,
        explore: float = 0.5,
        doubt: float = 1.0,
        hope: float = 0.3,
        matters: float = 0.04,
        guide: str = "best",
        plans: bool = False,
        premium: float = 0.0,
    ) -> None:
        self.nodes, self.seconds = nodes, seconds
        self.worlds = worlds  # imagined for a decision, at most
        self.width = width  # candidates looked at, at most
        self.depth = depth  # choices in the tree
        self.moments = moments  # of the game that pass before a position is looked at
        self.horizon = horizon  # choices played on by the guide, at most
        self.explore = explore
        self.doubt = doubt  # standard errors by which another choice must beat the guide's
        self.hope = hope  # standard errors that a candidate may be behind and still race on
        self.matters = matters  # of the widest range of positions seen in the match: less is not worth leaving the guide's plan
        self.guide = guide  # a bot of the game by name; random: any legal choice
        self.plans = plans  # only questions by which the guide plans (its `plans`) are searched, the others are left to it
        self.premium = premium  # of the widest range: what winning adds to the position at the end; 0: only who won counts
        self.minds: dict[str, Bot] = {}  # seat -> the guide that has followed the match from there, with its plans
        self.asked = self.blind = self.changed = self.iterations = 0
        self.scale = 0.0  # the widest range of positions that a decision has shown
        self.found: dict[str, list[int]] = {}  # a question -> how often it was searched, and how often that told more

    # ---------------------------------------------------------- choosing

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        if isinstance(decision, HandRoll):
            return thrown(decision, chair.rng)
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        self.asked += 1
        ranked = self.search(chair, spare=self.barren(question_of(decision)))
        if not ranked:
            self.blind += 1
            return any_value(decision, chair.rng)
        return ranked[0].value

    def barren(self, question: str) -> bool:
        """Whether to leave a question to the guide this time: it has hardly ever been worth a search."""
        searched, told_more = self.found.get(question, (0, 0))
        return searched >= BARREN and told_more * BARREN < searched and self.asked % 4 > 0

    def search(self, chair: Chair, also: Sequence[Any] = (), spare: bool = False) -> list[Node]:
        """The candidates at the root, the choice first; empty if no world could be imagined.

        also       values that are among the candidates for sure
        spare      only the guide is asked
        """
        try:
            tree = Tree(self, chair, also)
        except CannotImagine:
            return []
        if self.plans and question_of(chair.decision) not in getattr(self.minds[chair.seat], "plans", ()):
            spare = True
        began, done = time.monotonic(), 0
        if len(tree.candidates) > 1 and not spare:
            while not self._enough(done, began, chair) and (child := tree.next_candidate()) is not None:
                tree.iterate(child)
                done += 1
        self.iterations += done
        ranked = tree.ranked()
        self.scale = max(self.scale, tree.high - tree.low)
        changed = ranked[0] is not tree.candidates[0]
        self.changed += changed
        if done:
            known = self.found.setdefault(question_of(chair.decision), [0, 0])
            known[0] += 1
            known[1] += changed
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
        self.seed = chair.rng.getrandbits(64)
        self.rng = random.Random(self.seed)
        self.imagined: list[Match] = [chair.imagine()]
        self.guides: dict[str, Bot] = {}
        self.low, self.high = float("inf"), float("-inf")
        first = self.imagined[0]
        self.moment = first.moment_began
        mind = self.guides[chair.seat] = bot.minds.get(chair.seat) or self.made()
        bot.minds[chair.seat] = mind
        self.doubt = 0.0 if isinstance(mind, RandomBot) else bot.doubt
        self.before = copy(mind)
        values = self.ordered(first, first.decisions[chair.seat])
        self.after = copy(mind)  # its plan, if its choice is made
        if also:
            marks = {_written(value) for value in also}
            values = [values[0], *also, *(value for value in values[1:] if _written(value) not in marks)]
            values = values[1:] if _written(values[0]) in marks else values
        values = values[: bot.width]
        self.candidates = [Node(chair.seat, value) for value in values]
        self.asked_for = self.candidates[: len(also) + 1] if also else []  # they stay in the race
        self.premium = bot.premium * bot.scale
        self.root = Node()
        self.round = 0
        self.heat = max(1, bot.nodes // (4 * bot.width))  # rounds after which half of them go: more, where the budget is large
        self.racing = list(self.candidates)
        self.queue: list[Node] = []

    # ---------------------------------------------------------- the race

    def next_candidate(self) -> Node | None:
        """Whose visit is next; None if the decision is settled."""
        if not self.doubt:
            return self.best_candidate()
        if not self.queue:
            if self.round and not self.thinned_out():
                return None
            self.round += 1
            self.queue = list(self.racing)
        return self.queue.pop(0)

    def thinned_out(self) -> bool:
        """After a round: who is behind the guide's choice, or has come to the same twice, is out. False: it is settled."""
        guide = self.candidates[0]
        pairs = {id(rival): self.differences(rival, guide) for rival in self.racing[1:]}
        every = [one for found in pairs.values() for one in found]
        spread = sqrt(sum(one * one for one in every) / len(every)) if every else 0.0
        if not spread:
            return False
        least = self.least()
        ahead: list[tuple[float, Node]] = []
        for rival in self.racing[1:]:
            found = pairs[id(rival)]
            if not found or (self.round > 1 and not any(found)):
                continue
            mean = sum(found) / len(found)
            if mean + self.bot.hope * spread / sqrt(len(found)) >= least:
                ahead.append((mean, rival))
        ahead.sort(key=lambda one: -one[0])
        ahead = ahead[: max(1, len(self.candidates) >> self.round // self.heat)]
        if not ahead or (self.round > 3 and (lead := self.lead(ahead[0][1], guide, SURE)) is not None and lead > 0):
            return False
        stay = {id(rival) for _, rival in ahead} | {id(node) for node in self.asked_for}
        self.racing = [guide, *(rival for rival in self.racing[1:] if id(rival) in stay)]
        return True

    # ---------------------------------------------------------- one iteration

    def iterate(self, child: Node) -> None:
        visit = len(child.samples)
        child.samples.append(None)
        twin = self.world(visit).fork(seed=f"{visit}", quiet=True)
        twin.checkpoints.keeps = False
        twin.luck.fates = Fates(twin.stream.key)
        self.rng = random.Random(f"{self.seed} {visit}")
        self.guides = {self.chair.seat: copy(self.after if child is self.candidates[0] else self.before)}
        path = [self.root, child]
        try:
            twin.choose(child.value, self.chair.seat)
            self.descend(twin, child, path)
            self.play_on(twin)
        except Refused:  # legal here, refused in that world: it tells nothing
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
        if len(known) < 1 + int(sqrt(node.visits / (SLOW if self.doubt else 1))):
            for value in self.ordered(twin, decision)[: self.bot.width]:
                key = keyed(seat, question_of(decision), value)
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
        moment, passed = self.moment, 0
        for _ in range(self.bot.horizon):
            if twin.result is not None:
                return
            if twin.moment_began != moment:
                moment, passed = twin.moment_began, passed + 1
                if passed >= self.bot.moments:
                    return
            decision = twin.decision
            twin.choose(self.guided(twin, decision), decision.seat)

    def backed_up(self, twin: Match, path: Sequence[Node]) -> float:
        """The value for our side, entered along the path. Nodes of all seats hold our side's values."""
        result, more = twin.result, 0.0
        if result is not None:
            won = None if result.winner is None else result.winner == self.side
            more = self.premium if won else -self.premium if won is False else 0.0
        if result is not None and not self.bot.premium:
            for node in path:
                node.visits += 1
                node.ends += 1
                node.wins += won is True
                node.losses += won is False
            return WON if won else LOST if won is False else DRAWN
        value = float(twin.game.evaluate(twin.g, self.side)) + more
        self.low, self.high = min(self.low, value), max(self.high, value)
        for node in path:
            node.visits += 1
            node.total += value
        return value

    # ---------------------------------------------------------- candidates and guides

    def ordered(self, twin: Match, decision: Decision) -> list[Any]:
        """What is worth trying, the guide's choice first, then in its order if it tells one, then by chance."""
        first, *others = self.ranking(twin, decision)
        found: list[Any]
        if isinstance(decision, Choice):
            found = decision.options
        elif isinstance(decision, Draft):
            found = [*decision.suggestions(), *(decision.sample(self.rng) for _ in range(4))]
        elif isinstance(decision, Checked):
            found = decision.suggestions()
        else:
            found = []
        told = {_written(value): value for value in (first, *others) if decision.why_not(value) is None}
        rest = list({key: value for value in found if (key := _written(value)) not in told}.values())
        self.rng.shuffle(rest)
        return [*told.values(), *rest]

    def ranking(self, twin: Match, decision: Decision) -> list[Any]:
        """The guide's choice, and what it thinks of next."""
        rank = getattr(self.guide_of(decision.seat), "rank", None)
        if rank is None or isinstance(decision, HandRoll):
            return [self.guided(twin, decision)]
        try:
            found: list[Any] = rank(Near(twin, decision.seat, self.rng))
        except CannotImagine:
            return [any_value(decision, self.rng)]
        return found if decision.why_not(found[0]) is None else [any_value(decision, self.rng), *found[1:]]

    def guide_of(self, seat: str) -> Bot:
        if seat not in self.guides:
            self.guides[seat] = self.made()
        return self.guides[seat]

    def guided(self, twin: Match, decision: Decision) -> Any:
        """What the guide would choose, looking into this imagined world."""
        if isinstance(decision, HandRoll):
            return thrown(decision, self.rng)
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        try:
            value = self.guide_of(decision.seat).choose(Near(twin, decision.seat, self.rng))
        except CannotImagine:
            value = any_value(decision, self.rng)
        return value if decision.why_not(value) is None else any_value(decision, self.rng)

    def made(self) -> Bot:
        game = self.imagined[0].game
        name = self.bot.guide
        if name == "random" or (name == "best" and not game.bots()):
            return RandomBot()
        return make_guide(game, name)

    # ---------------------------------------------------------- the end

    def ranked(self) -> list[Node]:
        """The choice, then the others by what they are worth.

        The guide's choice stays, unless another is better by more than chance. Without doubt, after many visits, the most
        visited is taken: early visits, before the tree below knew the answers to it, weigh little then.
        """
        for child in self.candidates:
            child.worth = child.mean(self.low, self.high)
        guide = self.candidates[0]
        best, most = guide, 0.0
        if not self.doubt and self.root.visits >= MANY * len(self.candidates):
            best = max(self.candidates, key=lambda child: (child.visits, child.worth))
        else:
            for child in self.candidates[1:]:
                lead = self.lead(child, guide, self.doubt)
                if lead is not None and lead > most and self.gain(child, guide) >= self.least():
                    best, most = child, lead
        rest = [child for child in self.candidates if child is not best]
        return [best, *sorted(rest, key=lambda child: (-child.worth, -child.visits))]

    def lead(self, child: Node, guide: Node, doubt: float) -> float | None:
        """By how much it beats the guide's choice in the same worlds, less the doubt; None if that is not known."""
        found = self.differences(child, guide)
        if len(found) < 3:
            return None
        mean = sum(found) / len(found)
        error = sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))
        return mean - doubt * error

    def gain(self, child: Node, guide: Node) -> float:
        found = self.differences(child, guide)
        return sum(found) / len(found)

    def least(self) -> float:
        """The gain that matters, between the worst and the best position of this decision; where the match ends, any does."""
        span = self.high - self.low
        if not self.doubt or span <= 0 or any(child.ends for child in self.candidates):
            return 0.0
        return self.bot.matters * max(self.bot.scale, span) / span

    def differences(self, child: Node, guide: Node) -> list[float]:
        """What it gained over the guide's choice, visit by visit in the same world with the same dice."""
        span = self.high - self.low
        pairs = [(a, b) for a, b in zip(child.samples, guide.samples) if a is not None and b is not None]
        return [self.scaled(a, span) - self.scaled(b, span) for a, b in pairs]

    def scaled(self, value: float, span: float) -> float:
        if value in ENDS or span <= 0:
            return value if value in ENDS else 0.5
        return (value - self.low) / span


def _written(value: Any) -> bytes:
    """A choice as the log would have it: what tells two of them apart, whatever their types."""
    return msgspec.json.encode(plain(value))


def keyed(seat: str, question: str, value: Any) -> bytes:
    """What tells two edges of the tree apart: who is asked what, and the choice."""
    return msgspec.json.encode([seat, question, plain(value)])


# ------------------------------------------------------------------ a chair inside an imagined world


class Near(Chair):
    """A chair at an imagined world: what its bot imagines is that very world, looked at and not dealt again."""

    __slots__ = ()

    def imagine(self) -> Match:
        return cast(Match, Glance(self._match))


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
