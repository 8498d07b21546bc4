"""Nothing that is told depends on what is hidden.

To every seat worlds are dealt in which it would have chosen and heard the same (`imagine.Dealer`). In them, by the byte, its
view, diary, prompts, options, labels and refusals must be the same; and so must be what a spectator sees, who knows no more
than any seat. Imagination itself throws away worlds that look different, which would hide a leak, so the battery looks at
them too. Where the seat knows all choices and dice since the checkpoint, every one of them must look the same: what hidden
things do to the board is told in the diary, and nothing else shows them. Elsewhere, what is asked must be the same wherever
board and diary are, and at least some of the worlds in which something hidden really is different must look the same.

Zero is a finding: a kind of secret that is never dealt differently, a kind of decision at which every different world looks
different, dice to come that are always the true ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from ..dice import derived, dice_of
from ..game import Game
from ..imagine import CannotImagine, Dealer
from ..log import CHANCE, Entry
from ..match import Match
from ..past import known_to
from ..refusal import Refused
from ..state import write
from .report import Report
from .told import answers, difference, probes, seen, some, touchable

ENOUGH = 6  # worlds before "never" means something
BITS = 24.0  # so unlikely must it be that dice to come are the same by chance


class Secrecy:
    """The non-interference test of one scenario: looks at decisions, and judges at the end."""

    def __init__(self, report: Report, worlds: int) -> None:
        self.report = report
        self.worlds = worlds
        self.looked: dict[str, list[int]] = {}  # rule -> worlds that really were different, those that looked the same
        self.rules: dict[str, str] = {}  # rule -> where it was first asked
        self.bits = {"an imagined world": 0.0, "a fork": 0.0}  # how unlikely the same dice would be by chance
        self.other_dice = dict.fromkeys(self.bits, 0)  # how often they were others
        self.truth: dict[tuple[str, str | None], bytes] = {}  # what was seen at the decision that is looked at now

    # ---------------------------------------------------------- at a decision

    def check(self, match: Match, seat: str, value: Any, where: str, rng: random.Random) -> None:
        """`seat` is about to choose `value` here."""
        self.truth = {("now", one): seen(match, one) for one in (*match.seats, None)}
        after, fork = None, None
        if not match.procedures.submitted:
            after, fork = match.at(match.number), match.fork()
            after.choose(value, seat)
            fork.choose(value, seat)
            self.truth["after", seat] = seen(after, seat)
        for one in match.seats:
            touched = touchable(match, one, rng) if one in match.decisions else []
            for world in self._like_the_truth(match, one, where, rng):
                self._check_world(match, world, one, where, touched, rng)
                if after is not None and one == seat:
                    self._check_future(match, after, world, seat, value, where)
        if after is not None and fork is not None:
            self._compare_dice("a fork", after.log[len(match.log) :], fork.log[len(match.log) :])

    def _like_the_truth(self, match: Match, seat: str, where: str, rng: random.Random) -> list[Match]:
        """Some worlds that the seat cannot tell from the truth. Those that it can are looked at on the way."""
        dealer = Dealer(match, seat)
        truth, secrets = self.truth["now", seat], match.game.secrets(match.g, dealer.side)
        before = {kind: write(fact) for kind, fact in secrets.items()}
        asked = {one: decision.rule for one, decision in match.decisions.items()}
        rule = asked.get(seat, f"while {', '.join(asked.values())} is asked")

        def fits(world: Match) -> bool:
            same_seats = {one: decision.rule for one, decision in world.decisions.items()} == asked
            return same_seats and world.procedures.submitted.keys() == match.procedures.submitted.keys()

        open_since = all(known_to(entry, dealer.side, match, seat) for entry in dealer.tail)
        alike = []
        for _ in range(4 * self.worlds):
            world = dealer.world(derived(b"battery", rng.getrandbits(64)), fits)
            if world is None:
                continue
            looks = seen(world, seat)
            same = looks == truth
            different = self._count(match, world, dealer.side, before, same)
            if not same and (open_since or _same_sight(match, world, seat)):
                what = difference(truth, looks)
                kinds = f" ({', '.join(different)} dealt differently)" if different else ""
                self.report.add("non-interference", where, f"{seat} can tell an imagined world from the truth: {what}{kinds}")
            elif different and not open_since:
                looked = self.looked.setdefault(rule, [0, 0])
                looked[0] += 1
                looked[1] += same
                self.rules.setdefault(rule, where)
            if same:
                alike.append(world)
            if len(alike) == self.worlds:
                break
        return alike or self._imagined(match, seat, where, rng, before)

    def _imagined(self, match: Match, seat: str, where: str, rng: random.Random, before: dict[str, bytes]) -> list[Match]:
        """None came by itself: the kernel tries harder."""
        try:
            world = match.imagine(seat, seed=rng.getrandbits(64))
        except CannotImagine as error:
            self.report.add("imagination", where, str(error))
            return []
        self._count(match, world, match.seats[seat], before, True)
        return [world]

    def _count(self, match: Match, world: Match, side: str, before: dict[str, bytes], same: bool) -> list[str]:
        """The kinds of secrets that really are different in this world."""
        self.report.done["worlds"] += 1
        now = match.game.secrets(world.g, side)
        different = [kind for kind, fact in before.items() if kind not in now or write(now[kind]) != fact]
        if same:
            for kind in before:
                counted = self.report.dealt.setdefault(kind, [0, 0])
                counted[0] += 1
                counted[1] += kind in different
        return different

    # ---------------------------------------------------------- in a world that looks the same

    def _check_world(
        self, match: Match, world: Match, seat: str, where: str, touched: Sequence[tuple[str, str]], rng: random.Random
    ) -> None:
        if world.stream.key == match.stream.key or world.secret is not None:
            self.report.add("oracle", where, f"the world that {seat} imagines has the dice of the match")
        if (looks := seen(world, None)) != self.truth["now", None]:
            what = difference(self.truth["now", None], looks)
            self.report.add("spectators", where, f"a spectator sees what {seat} does not know: {what}")
        if seat in match.decisions:
            self._check_refusals(match, world, seat, where, touched, rng)

    def _check_refusals(
        self, match: Match, world: Match, seat: str, where: str, touched: Sequence[tuple[str, str]], rng: random.Random
    ) -> None:
        mine, theirs = match.decisions[seat], world.decisions[seat]
        values = [*probes(mine, rng, 12), *some(getattr(theirs, "_candidates", ()), 8, rng)]
        for here, there, tried in zip(
            answers(match, seat, values, touched),
            answers(world, seat, values, touched),
            [*values, *touched],
            strict=True,
        ):
            self.report.done["refusals compared"] += 1
            if here != there:
                what = difference(msgspec.json.encode(here), msgspec.json.encode(there))
                self.report.add("non-interference", where, f"the refusal of {tried!r:.60} tells something: {what}")
                return

    def _check_future(self, match: Match, after: Match, world: Match, seat: str, value: Any, where: str) -> None:
        """The same choice in the imagined world: it is accepted, rolls other dice, and shows nothing that may be undone."""
        length = len(world.log)
        try:
            world.choose(value, seat)
        except Refused as refused:
            self.report.add("non-interference", where, f"{value!r:.60} is legal, and refused in an imagined world: {refused}")
            return
        self._compare_dice("an imagined world", after.log[len(match.log) :], world.log[length:])
        may_undo = after.undo_refused(seat) is None and not after.procedures.submitted
        if may_undo and (looks := seen(world, seat)) != self.truth["after", seat]:
            what = difference(self.truth["after", seat], looks)
            self.report.add("undo shows", where, f"{value!r:.60} may be taken back, and has shown something hidden: {what}")

    def _compare_dice(self, what: str, here: Sequence[Entry], there: Sequence[Entry]) -> None:
        """Dice that fall after the same choice, in the truth and elsewhere."""
        for (spec, one), (other_spec, two) in zip(_chance(here), _chance(there), strict=False):
            if spec != other_spec:
                return
            self.bits[what] += _bits(spec, len(one))
            if one != two:
                self.other_dice[what] += 1
                return

    # ---------------------------------------------------------- at the end

    def judge(self, where: str, game: Game) -> None:
        if game.hidden and type(game).secrets is Game.secrets:
            self.report.add("redeal", where, "the game hides things (hidden = True) and `secrets` does not list them")
        for kind, (worlds, different) in self.report.dealt.items():
            if worlds >= ENOUGH and not different:
                self.report.add("redeal", where, f"secret {kind!r} was dealt {worlds} times and never differently")
        for rule, (worlds, same) in self.looked.items():
            if worlds >= ENOUGH and not same:
                what = f"each of {worlds} worlds in which something hidden is different looks different ({rule})"
                self.report.add("non-interference", self.rules[rule], f"{what}: what is told there tells it")
        for what, bits in self.bits.items():
            if bits >= BITS and not self.other_dice[what]:
                self.report.add("oracle", where, f"the dice to come in {what} are always those of the match")


def _same_sight(match: Match, world: Match, seat: str) -> bool:
    """Whether a seat sees the same board and reads the same diary, whatever it is asked."""
    here, there = match.view(seat), world.view(seat)
    here.decision = there.decision = None
    return here == there and match.diary(seat) == world.diary(seat)


def _chance(log: Sequence[Entry]) -> list[tuple[str, tuple[int, ...]]]:
    return [(entry[1], tuple(entry[2])) for entry in log if entry[0] == CHANCE]


def _bits(spec: str, count: int) -> float:
    """How unlikely an outcome is, at most."""
    if spec == "shuffle":
        return math.log2(math.factorial(count)) if count > 1 else 0.0
    if spec.startswith("draw "):
        return 1.0 if count else 0.0
    number, faces = dice_of(spec)
    return number * math.log2(len(faces)) * 0.8 if len(faces) > 1 else 0.0
