"""A combat in a square through all its steps: exactly, step by step, and fought once by the rules for comparison.

Both follow one policy: the guns that the question names fire in support (their messages have arrived), no cards, and of the
units that the rules leave open the first takes the loss. Odds of a whole combat fold the hits of a step with the losses that
follow it; positions after losses are made by the rules themselves (losses.allot), each only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import PASS, Misuse
from grognard.kernel.aside import drive, without_dice
from grognard.kernel.scene import OddsView

from .combat import Fight, attack_aims, choose_faces, defence_aims, shoot_in_order
from .context import Napalini
from .fire import Aim, dice_tally, hits, needed, score_tally
from .ground import prepared
from .losses import allot, hits_on
from .odds import hits_of
from .state import Round
from .tables import losses_for

Spread = dict[int, Fraction]
WON, EVEN, LOST = "attackers win", "contested", "defenders win"


def first_option(decision: Any) -> Any:
    """The policy: pass where one may, else the first."""
    return PASS if PASS in decision.options else decision.options[0]


def drawn_up(g: Napalini, question: dict[str, Any]) -> Fight:
    """{square = "C4", attackers = [3], rear = [5], guns = [7, 20]}: a round in which these have just entered the square."""
    square = g.grid.square(question["square"])
    attackers = [int(n) for n in question["attackers"]]
    rear = [int(n) for n in question.get("rear", [])]
    if not attackers:
        raise Misuse("attackers: expected at least one unit.")
    side = g.unit(attackers[0]).side
    g.state.round = Round(side, formation=g.unit(attackers[0]).formation, aoo=0, step="move", success=True)
    for n in g.real_at(square, g.other(side)):
        g.unit(n).revealed = True
    fight = Fight(g, square)
    if fight.around:
        raise Misuse("Odds of an all-round defence are not reckoned.")
    for n in attackers:
        unit = g.unit(n)
        unit.came = unit.at
        unit.at, unit.prepared = square, False
        g.round.entrants[str(n)] = square
        g.round.activated.append(n)
    fight.behind = lambda g, n: n in rear  # type: ignore[method-assign]
    for n in map(int, question.get("guns", [])):
        (fight.guns_attack if g.unit(n).side == side else fight.guns_defend).append(n)
    return fight


def spread_of(g: Napalini, aims: Iterable[Aim]) -> Spread:
    """The number of hits of a volley, from the functions that throw it."""
    dice: list[Fraction] = []
    for aim in aims:
        need, modifier = needed(g, aim.unit), int(score_tally(g, aim))
        chance = Fraction(sum(hits(g, die, need, modifier) for die in range(1, 7)), 6)
        dice += [chance] * max(0, int(dice_tally(g, aim)))
    return hits_of(dice)


class Stand:
    """A position within the combat: who is left, and how many losses each side has taken."""

    def __init__(self, g: Napalini, fight: Fight, lost: tuple[int, int]) -> None:
        self.g, self.fight, self.lost = g, fight, lost
        self._after: dict[tuple[bool, int], Stand] = {}

    def after(self, attacker: bool, count: int) -> Stand:
        """The position when one side has taken so many losses more."""
        if not count:
            return self
        key = (attacker, count)
        if key not in self._after:
            g = without_dice(self.g)
            fight = Fight(g, self.fight.square)
            fight.behind = self.fight.behind  # type: ignore[method-assign]
            fight.guns_attack, fight.guns_defend = self.fight.guns_attack, self.fight.guns_defend
            side = fight.attacker if attacker else fight.defender
            units = fight.attackers(g) if attacker else fight.defenders(g)
            before = bool(self.lost[0 if attacker else 1])
            drive(allot(g, side, units, count, fight.square, before), first_option)
            lost = (self.lost[0] + count, self.lost[1]) if attacker else (self.lost[0], self.lost[1] + count)
            self._after[key] = Stand(g, fight, lost)
        return self._after[key]

    def more(self, attacker: bool, hits_so_far: int) -> Stand:
        return self.after(attacker, max(0, losses_for(hits_so_far) - self.lost[0 if attacker else 1]))

    def result(self, given: int, suffered: int) -> str:
        """7.result: alone in the square, or more hits."""
        left = self.fight.attackers(self.g), self.fight.defenders(self.g)
        if not all(left):
            return WON if left[0] else LOST
        return WON if given > suffered else EVEN if given == suffered else LOST


def exact(g: Napalini, question: dict[str, Any]) -> list[OddsView]:
    """Result and losses of both sides, as distributions."""
    here = without_dice(g)
    fight = drawn_up(here, question)
    if not fight.defenders(here):
        return []
    start = Stand(here, fight, (0, 0))
    rear = [n for n in fight.attackers(here) if fight.behind(here, n)]
    results: dict[str, Fraction] = {WON: Fraction(0), EVEN: Fraction(0), LOST: Fraction(0)}
    lost: list[dict[int, Fraction]] = [{}, {}]
    for a1, p1 in spread_of(here, attack_aims(here, fight, rear, [])).items():
        second = start.more(False, a1)
        g2, f2 = second.g, second.fight
        ready = [n for n in f2.defenders(g2) if prepared(g2, n)]
        first_guns = f2.guns_defend if ready else []
        for d1, p2 in spread_of(g2, defence_aims(g2, f2, ready, first_guns, "") if ready else []).items():
            third = second.more(True, d1)
            for (a2, d2), p3 in _last_volleys(third, rear, ready).items():
                end = third.more(True, d1 + d2).more(False, a1 + a2)
                chance = p1 * p2 * p3
                results[end.result(a1 + a2, d1 + d2)] += chance
                for side in (0, 1):
                    lost[side][end.lost[side]] = lost[side].get(end.lost[side], Fraction(0)) + chance
    place = g.label(fight.square)
    return [
        OddsView(f"Combat in {place}", [(w, float(p)) for w, p in results.items()], "napalini.7.result"),
        *(
            OddsView(
                f"Losses of the {who}", [(str(n), float(p)) for n, p in sorted(lost[side].items())], "napalini.7.losses.even"
            )
            for side, who in enumerate(("attackers", "defenders"))
        ),
    ]


def _last_volleys(stand: Stand, rear: Sequence[int], ready: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """Everybody else at once; the two sides' hits are independent."""
    g, fight = stand.g, stand.fight
    attack = attack_aims(g, fight, [n for n in fight.attackers(g) if n not in rear], fight.guns_attack)
    guns = [] if ready else fight.guns_defend
    defence = defence_aims(g, fight, [n for n in fight.defenders(g) if n not in ready], guns, "")
    mine = spread_of(g, attack) if fight.defenders(g) else {0: Fraction(1)}
    theirs = spread_of(g, defence) if fight.attackers(g) else {0: Fraction(1)}
    return {(a, d): p * q for a, p in mine.items() for d, q in theirs.items()}


def trial(g: Napalini, question: dict[str, Any]) -> list[str]:
    """The same combat by the rules. Changes the position."""
    fight = drawn_up(g, question)
    g.round.side = fight.attacker
    drive(choose_faces(g, fight), first_option)
    drive(shoot_in_order(g, fight), first_option)
    given, suffered = hits_on(g, fight.square, fight.defender), hits_on(g, fight.square, fight.attacker)
    taken = [
        sum(count for place, count in g.round.losses.items() if place.split("/")[1] == side)
        for side in (fight.attacker, fight.defender)
    ]
    word = Stand(g, fight, (0, 0)).result(given, suffered)
    return [word, str(taken[0]), str(taken[1])]
