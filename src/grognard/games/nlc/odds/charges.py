"""Exact odds of a whole charge: reactions on the way, the clash, what it drives back, and the pursuit (7.7 to 7.10).

The rules themselves are run (action.py, charge.py, reaction.py) on positions beside the match, once for every way in which
their dice can come to something different: a fire is as many ways as it has numbers of hits, a check two. Both sides follow
the question's policy: `reaction` = "all" (whoever can react tries to) or "none"; `pursuit` = "pursue" or "hold" (whoever
holds back still rolls, 7.8.3). Losses fall on the first unit that is open to them, the beaten go to the first hex that
is open, winners stay where they can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from grognard.kernel import PASS, Procedure
from grognard.kernel.dice import Roll, dice_of
from grognard.kernel.refusal import Misuse
from grognard.kernel.scratch import ScratchMatch, drive
from grognard.kernel.state import copy_state

from ..asks import Ask
from ..cavalry.charge import resolve_charge
from ..cavalry.paths import paths
from ..cavalry.pursuit import HOLD, PURSUE, after_victory, pursuit_rating, riders_of
from ..combat.fire import hits_for
from ..context import Nlc
from ..state import Charge, State
from ..tables import CONSTANTS
from ..turn.action import ride_out
from .dice import in_combat

CHOICES = {"reaction": ("none", "all"), "pursuit": ("hold", "pursue")}
TITLES = ("Charge", "Steps lost by the side that charges", "Steps lost by the other side")
MET = "met on the way"
MOST = 20_000  # ways in which the dice can fall


def is_whole(question: dict[str, Any]) -> bool:
    """Whether a question about a charge names what happens before and after the clash."""
    return any(name in question for name in CHOICES)


def policy_of_charge(question: dict[str, Any]) -> Callable[[Any], Any]:
    """The answers of both sides, as the question says."""
    named = {}
    for name, allowed in CHOICES.items():
        named[name] = question.get(name, allowed[0])
        if named[name] not in allowed:
            raise Misuse(f"{name} = {named[name]!r}: expected one of {', '.join(allowed)}.")

    def answer(decision: Any) -> Any:
        if decision.name == Ask.REACT:
            able = [value for value in decision.options if value != PASS]
            return able[0] if able and named["reaction"] == "all" else PASS
        if decision.name == Ask.PURSUE:
            return PURSUE if named["pursuit"] == "pursue" else HOLD
        return decision.options[0]

    return answer


def _set_out(g: Nlc, units: Sequence[int], target: int) -> None:
    """7.7.1: the charge is declared."""
    in_combat(g, g.side(units[0]))
    for unit in units:
        ways = paths(g, g.at(unit), target)
        if not ways:
            raise Misuse(f"{g.name(unit)} has no clear way to charge {g.place(target)}.")
        g.stage.charges.append(Charge(unit, list(ways[0]), home=g.at(unit)))
        g.state.charged |= 1 << unit
        g.stage.fought |= 1 << unit


def _rides(g: Nlc, target: int, word: str) -> Procedure:
    """7.9.6: they ride, and may be met."""
    charges = g.stage.charges
    while waiting := [each for each in charges if not each.moved]:
        first = waiting[0]
        yield from ride_out(g, [each for each in waiting if each.path == first.path and each.home == first.home])
    return word if any(each.state == "riding" and g.on_map(each.unit) for each in charges) else MET


def _clashes(g: Nlc, target: int, word: str) -> Procedure:
    """7.7.4, 7.7.5: those who came through fight; the beaten are driven back."""
    if word == MET:
        return word
    yield from resolve_charge(g, target)
    return "the charge wins" if g.stage.pursuits else "the charge does not win"


def _pursues(g: Nlc, target: int, word: str) -> Procedure:
    """7.8: the winners stay, return or pursue."""
    while g.stage.pursuits:
        won = g.stage.pursuits.pop(0)
        yield from after_victory(g, riders_of(won), won.place, won.beaten, won.trapped)
    return word


PARTS = (_rides, _clashes, _pursues)


def whole_trial(g: Nlc, units: Sequence[int], target: int, question: dict[str, Any]) -> tuple[str, str, str]:
    """Fought once by the rules: how the clash ended, and the steps that each side lost in all. Changes the position."""
    side, policy, word = g.side(units[0]), policy_of_charge(question), ""
    before = _steps(g, side)
    _set_out(g, units, target)
    for part in PARTS:
        word = drive(part(g, target, word), policy)
    return _told(g, side, before, word)


def whole_odds(g: Nlc, units: Sequence[int], target: int, question: dict[str, Any]) -> list[dict[str, Fraction]]:
    """The three distributions of `whole_trial`. After each part, positions that are the same are counted together."""
    if g.on("six_to_hit"):
        raise Misuse("With six to hit (25.11) only the clash of a charge is counted: leave out reaction and pursuit.")
    side, policy = g.side(units[0]), policy_of_charge(question)
    before = _steps(g, side)
    start = copy_state(g.state)
    _set_out(_beside(g, type(g), start), units, target)
    found: dict[Any, tuple[Fraction, str, State]] = {b"": (Fraction(1), "", start)}
    for part in PARTS:
        after: dict[Any, tuple[Fraction, str, State]] = {}
        for chance, word, state in found.values():
            run = partial(_driven, part, target, word, policy)
            for share, (new, twin) in every_way(g, state, run):
                key = (new, repr(twin.state))
                after[key] = (chance * share + (after[key][0] if key in after else 0), new, twin.state)
        found = after
    spreads: list[dict[str, Fraction]] = [{}, {}, {}]
    for chance, word, state in found.values():
        for spread, told in zip(spreads, _told(_beside(g, type(g), state), side, before, word)):
            spread[told] = spread.get(told, Fraction(0)) + chance
    return [dict(sorted(spread.items())) for spread in spreads]


def _driven(part: Any, target: int, word: str, policy: Any, g: Nlc) -> str:
    ended: str = drive(part(g, target, word), policy)
    return ended


def _told(g: Nlc, side: int, before: tuple[int, int], word: str) -> tuple[str, str, str]:
    now = _steps(g, side)
    return word, str(before[0] - now[0]), str(before[1] - now[1])


def _steps(g: Nlc, side: int) -> tuple[int, int]:
    """Steps on the map, of a side and of the other."""
    mine, theirs = (sum(g.steps_left(u) for u in g.army_units(one) if g.on_map(u)) for one in (side, 1 - side))
    return mine, theirs


# ------------------------------------------------------------------ every way in which dice come to something different


class Ways:
    """A walk through a tree of throws: `take` says which way it goes at each."""

    def __init__(self) -> None:
        self.script: list[int] = []
        self.open: list[list[tuple[Fraction, Any]]] = []  # at each throw, where it can go
        self.at = 0
        self.chance = Fraction(1)

    def take(self, ways: Callable[[], Iterator[tuple[Fraction, Any]]]) -> Any:
        if self.at == len(self.script):
            self.script.append(0)
            self.open.append(list(ways()))
        chance, value = self.open[self.at][self.script[self.at]]
        self.at += 1
        self.chance *= chance
        return value

    def next(self) -> bool:
        """Go on to the next way; False after the last."""
        while self.script and self.script[-1] + 1 == len(self.open[-1]):
            self.script.pop()
            self.open.pop()
        if not self.script:
            return False
        self.script[-1] += 1
        self.at, self.chance = 0, Fraction(1)
        return True


def every_way(g: Nlc, state: State, run: Callable[[Nlc], str]) -> Iterator[tuple[Fraction, tuple[str, Nlc]]]:
    """`run` from this position: the chance of each way, what `run` returned, and the position that it came to."""
    ways = Ways()

    class Counted(type(g)):  # type: ignore[misc]
        """The same game, whose throws go every way."""

        def roll(self, dice: str, why: str = "", *, rule: str, tallies: Sequence[Any] = (), **facts: Any) -> Roll:
            return Roll(ways.take(lambda: _different(self, dice, rule, tallies, facts)))

    for _ in range(MOST):
        twin = _beside(g, Counted, copy_state(state))
        found = run(twin)
        yield ways.chance, (found, twin)
        if not ways.next():
            return
    raise Misuse(f"More than {MOST} ways in which the dice of this charge can fall: leave out reactions, or hold back.")


def _beside(g: Nlc, kind: type[Nlc], state: State) -> Nlc:
    """A position beside the match, in which no other dice are thrown."""

    def no_dice(spec: str, count: int, faces: Any, by: Any) -> Any:
        raise LookupError(f"{spec}: thrown past the count")

    match: Any = ScratchMatch(g.match, no_dice)
    return kind(match, g.static, state, g.options)


def _different(g: Nlc, dice: str, rule: str, tallies: Sequence[Any], facts: dict[str, Any]) -> Iterator[tuple[Fraction, Any]]:
    """Throws that come to something different, each with its chance and with faces that stand for it."""
    count, faces = dice_of(dice)
    throws = list(product(faces, repeat=count))
    groups: dict[Any, list[tuple[int, ...]]] = {}
    decides = _decides(g, dice, rule, tallies, facts)
    for thrown in throws:
        groups.setdefault(decides(sum(thrown)), []).append(thrown)
    for alike in groups.values():
        yield Fraction(len(alike), len(throws)), alike[0]


def _decides(g: Nlc, dice: str, rule: str, tallies: Sequence[Any], facts: dict[str, Any]) -> Callable[[int], Any]:
    """What a total decides: hits of a fire, a check that is passed, a unit that is carried away; else itself."""
    need = int(tallies[0]) if tallies else 0
    if rule == "nlc.7.7.4" and dice == "2d6" and tallies:
        return lambda total: hits_for(g, need, total)
    if dice == "d6" and tallies:
        return lambda total: total <= need
    if rule == "nlc.19.2.1":
        return lambda total: total <= CONSTANTS["leader_loss_2d6_max"]
    if rule == "nlc.7.8.3":
        rating = pursuit_rating(g, facts["unit"])
        return lambda total: total > rating
    return lambda total: total
