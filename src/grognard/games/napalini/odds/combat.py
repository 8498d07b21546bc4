"""A combat in a square through all its steps: exactly, step by step, and fought once by the rules for comparison.

Both follow one policy, which the question states:

    square, attackers   where, and who has entered; `rear` names those of them who came from the rear
    guns                guns of either side that support: they fire, or with `messages = true` only if their message arrives
                        by the surest way (4.comms.when)
    cards               cards for this combat: O1C, O1E, 11E, 30E, 31E of the attackers, 12E, 18E, 26E of the defenders are
                        played; "23E attackers", "23E defenders" when a throw of that side first shows a 1 or 2

Nobody retreats before the combat; of the units that the rules leave open the first takes the loss; in all-round defence units
without a face of their own fight the front. Who shoots when is `combat.volley_of`; positions after losses are made by the rules
themselves (losses.allot), each only once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from grognard.kernel import PASS, Misuse
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import drive, without_dice

from ..asks import Ask
from ..combat import cycle
from ..combat.artillery import link, message, ways
from ..combat.cycle import STEPS, choose_faces, parts, shoot_in_order, volley_of
from ..combat.fight import Fight, prepared_square
from ..combat.fire import Aim
from ..combat.losses import allot, hits_on
from ..context import Napalini
from ..hq.wire_and_radio import chance
from ..state import Round
from ..tables import losses_for
from .dice import volley_spread

WON, EVEN, LOST = "attackers win", "contested", "defenders win"
NAMED = ("O1C", "11E", "30E", "31E")
CARDS = (*NAMED, "O1E", "12E", "18E", "26E", "23E attackers", "23E defenders")


def by_policy(decision: Any) -> Any:
    """Play the card that is asked for, pass where one may, else the first."""
    if decision.name == Ask.CARD_NOW:
        return decision.options[0]
    return PASS if PASS in decision.options else decision.options[0]


def drawn_up(g: Napalini, question: dict[str, Any]) -> Fight:
    """{square = "C4", attackers = [3], rear = [5], guns = [7, 20]}: a round in which these have just entered the square."""
    square = g.grid.square(question["square"])
    attackers = [int(n) for n in question["attackers"]]
    if not attackers:
        raise Misuse("attackers: expected at least one unit.")
    side = g.unit(attackers[0]).side
    g.state.round = Round(side, formation=g.unit(attackers[0]).formation, aoo=0, step="move", success=True)
    for n in g.real_at(square, g.other(side)):
        g.unit(n).revealed = True
    for n in attackers:
        unit = g.unit(n)
        unit.came = unit.at
        unit.at, unit.prepared = square, False
        g.round.entrants[str(n)] = square
        g.round.activated.append(n)
    play(g, square, side, question.get("cards", []))
    fight = Fight(g, square)
    rear = [int(n) for n in question.get("rear", [])]
    fight.behind = lambda g, n: n in rear  # type: ignore[method-assign]
    fight.was_prepared = prepared_square(g, fight.defenders(g))
    return fight


def play(g: Napalini, square: int, side: str, named: Sequence[str]) -> None:
    """Lay down the cards of the question."""
    for camp in g.state.camps.values():
        camp.hand, camp.played = [], 0
    defender = g.other(side)
    for card in named:
        if card not in CARDS:
            raise Misuse(f"cards: expected {', '.join(CARDS)}; got {card!r}.")
        if card in NAMED:
            g.round.named.append([card, str(square)])
        elif card == "O1E":
            g.round.cards.append(card)
        elif card == "12E":
            g.camp(defender).period_cards["12E"] = square
        else:
            g.camp(side if card.endswith("attackers") else defender).hand.append(card.split()[0])
    if any(len(camp.hand) > 2 for camp in g.state.camps.values()):
        raise Misuse("cards: a side plays at most two in a period.")


def guns_of(g: Napalini, question: dict[str, Any], fight: Fight) -> list[tuple[int, Fraction]]:
    """The guns of the question, each with the chance that it fires."""
    found = []
    for n in map(int, question.get("guns", [])):
        sure = Fraction(1)
        if question.get("messages"):
            open_ = ways(g, n, fight.square)
            needed = link(g, open_[0]) if open_ else None
            sure = Fraction(0) if not open_ else sure if needed is None else chance(g, g.unit(n).side, *needed)
        found.append((n, sure))
    return found


def supported(g: Napalini, fight: Fight, guns: Sequence[int]) -> None:
    for n in guns:
        (fight.guns_attack if g.unit(n).side == fight.attacker else fight.guns_defend).append(n)
    drive(choose_faces(g, fight), by_policy)


class Stand:
    """A position within the combat: who is left, and how many losses the defenders and each face's attackers have taken."""

    def __init__(self, g: Napalini, fight: Fight, lost: dict[str, int]) -> None:
        self.g, self.fight, self.lost = g, fight, lost
        self._after: dict[tuple[str, int], Stand] = {}

    def after(self, who: str, count: int) -> Stand:
        """The position when the defenders, or the attackers of a face, have taken so many losses more."""
        if count <= 0:
            return self
        key = (who, count)
        if key not in self._after:
            g = without_dice(self.g)
            old, fight = self.fight, Fight(g, self.fight.square)
            for name in (
                "around",
                "facing",
                "feint",
                "behind",
                "faces",
                "petty_poo",
                "was_prepared",
                "guns_attack",
                "guns_defend",
            ):
                setattr(fight, name, getattr(old, name))
            defending = who == "defenders"
            side = fight.defender if defending else fight.attacker
            units = fight.defenders(g) if defending else list(fight.targets_of(g, who))
            before = any(n for other, n in self.lost.items() if (other == "defenders") == defending)
            drive(allot(g, side, units, count, fight.square, before), by_policy)
            self._after[key] = Stand(g, fight, {**self.lost, who: self.lost.get(who, 0) + count})
        return self._after[key]

    def more(self, who: str, hits_so_far: int) -> Stand:
        return self.after(who, losses_for(hits_so_far) - self.lost.get(who, 0))

    def total(self, defending: bool) -> int:
        return sum(n for who, n in self.lost.items() if (who == "defenders") == defending)

    def result(self, given: int, suffered: int) -> str:
        """7.result: alone in the square, or more hits."""
        left = self.fight.attackers(self.g), self.fight.defenders(self.g)
        if not all(left):
            return WON if left[0] else LOST
        return WON if given > suffered else EVEN if given == suffered else LOST


class Node(NamedTuple):
    """Where a combat can stand between two steps."""

    stand: Stand
    given: int  # hits on the defenders
    suffered: tuple[int, ...]  # hits on the attackers, by face
    waves: frozenset[str]  # the sides that still hold 23E
    shot: frozenset[int]


Tree = dict[Node, Fraction]
Shots = Callable[[Node], tuple[list[Aim], dict[str, list[Aim]], frozenset[int]]]


def step(tree: Tree, shots: Shots) -> Tree:
    """Everybody of this step throws, then both sides take their losses."""
    found: Tree = {}
    for node, weight in tree.items():
        attack, defence, shot = shots(node)
        for new, part in _exchange(node, attack, defence, shot):
            found[new] = found.get(new, Fraction(0)) + weight * part
    return found


def _exchange(
    node: Node, attack: list[Aim], defence: dict[str, list[Aim]], shot: frozenset[int]
) -> Iterator[tuple[Node, Fraction]]:
    stand, fight = node.stand, node.stand.fight
    faces = parts(fight)
    outcomes: list[tuple[int, tuple[int, ...], frozenset[str], Fraction]] = [
        (node.given, node.suffered, node.waves, Fraction(1))
    ]
    if attack:
        outcomes = [
            (given + count, suffered, waves - {fight.attacker} if used else waves, weight * p)
            for given, suffered, waves, weight in outcomes
            for (count, used), p in volley_spread(stand.g, attack, fight.attacker in waves).items()
        ]
    for k, face in enumerate(faces):
        aims = defence.get(face)
        if aims:
            outcomes = [
                (
                    given,
                    (*suffered[:k], suffered[k] + count, *suffered[k + 1 :]),
                    waves - {fight.defender} if used else waves,
                    weight * p,
                )
                for given, suffered, waves, weight in outcomes
                for (count, used), p in volley_spread(stand.g, aims, fight.defender in waves).items()
            ]
    for given, suffered, waves, weight in outcomes:
        end = stand
        for face, count in zip(faces, suffered, strict=True):
            end = end.more(face, count)
        yield Node(end.more("defenders", given), given, suffered, waves, shot), weight


def fought(g: Napalini, fight: Fight, question: dict[str, Any]) -> Tree:
    """All ways in which a combat with these guns can end."""
    named = question.get("cards", [])
    holders = {"23E attackers": fight.attacker, "23E defenders": fight.defender}
    waves = frozenset(side for card, side in holders.items() if card in named)
    start = Stand(g, fight, {})
    tree: Tree = {Node(start, 0, (0,) * len(parts(fight)), waves, frozenset()): Fraction(1)}
    if cycle.undefended(g, fight):
        return tree
    for name in STEPS:
        tree = step(tree, partial(_shots, name))
    if "18E" in named:
        tree = step(tree, lambda node: ([], cycle.again_by_18e(node.stand.g, node.stand.fight), node.shot))
    if "31E" in named:
        tree = step(tree, lambda node: (*cycle.again_by_31e(node.stand.g, node.stand.fight), node.shot))
    if "26E" in named:
        tree = step(tree, _iron_crosses)
    return tree


def _shots(name: str, node: Node) -> tuple[list[Aim], dict[str, list[Aim]], frozenset[int]]:
    return volley_of(node.stand.g, node.stand.fight, name, node.shot)


def _iron_crosses(node: Node) -> tuple[list[Aim], dict[str, list[Aim]], frozenset[int]]:
    g, fight = node.stand.g, node.stand.fight
    both = fight.attackers(g) and fight.defenders(g)
    return [], cycle.again_by_26e(g, fight) if both else {}, node.shot


def exact(g: Napalini, question: dict[str, Any]) -> list[OddsView]:
    """Result and losses of both sides, as distributions."""
    results: dict[str, Fraction] = {WON: Fraction(0), EVEN: Fraction(0), LOST: Fraction(0)}
    lost: list[dict[int, Fraction]] = [{}, {}]
    here = without_dice(g)
    asked = guns_of(here, question, drawn_up(here, question))
    place = question["square"]
    for arrived in itertools.product((True, False), repeat=len(asked)):
        weight = Fraction(1)
        for there, (_, sure) in zip(arrived, asked, strict=True):
            weight *= sure if there else 1 - sure
        if not weight:
            continue
        world = without_dice(g)
        fight = drawn_up(world, question)
        if not fight.defenders(world):
            return []
        supported(world, fight, [n for there, (n, _) in zip(arrived, asked, strict=True) if there])
        if "18E" in question.get("cards", []):
            fight.petty_poo = cycle.ready_infantry(world, fight)
        falls = cycle.undefended(world, fight)
        for node, p in fought(world, fight, question).items():
            word = WON if falls else node.stand.result(node.given, sum(node.suffered))
            results[word] += weight * p
            for k, defending in enumerate((False, True)):
                count = node.stand.total(defending)
                lost[k][count] = lost[k].get(count, Fraction(0)) + weight * p
    return [
        OddsView(f"Combat in {place}", [(w, float(p)) for w, p in results.items()], "napalini.7.result", [1, 0, -1]),
        _losses("Losses of the attackers", lost[0], -1),
        _losses("Losses of the defenders", lost[1], 1),
    ]


def _losses(title: str, lost: dict[int, Fraction], sign: int) -> OddsView:
    outcomes = [(str(n), float(p)) for n, p in sorted(lost.items())]
    return OddsView(title, outcomes, "napalini.7.losses.even", [sign if n else 0 for n in sorted(lost)])


def trial(g: Napalini, question: dict[str, Any]) -> list[str]:
    """The same combat by the rules. Changes the position."""
    fight = drawn_up(g, question)
    drive(cycle.petty_poo(g, fight), by_policy)
    named = [int(n) for n in question.get("guns", [])]
    if question.get("messages"):
        named = [n for n in named if (open_ := ways(g, n, fight.square)) and message(g, open_[0], fight.square)]
    supported(g, fight, named)
    if cycle.undefended(g, fight):
        return [WON, "0", "0"]
    drive(shoot_in_order(g, fight), by_policy)
    drive(cycle.cards_after_the_shooting(g, fight), by_policy)
    given, suffered = hits_on(g, fight.square, fight.defender), hits_on(g, fight.square, fight.attacker)
    taken = [
        sum(count for place, count in g.round.losses.items() if place.split("/")[1] == side)
        for side in (fight.attacker, fight.defender)
    ]
    word = Stand(g, fight, {}).result(given, suffered)
    return [word, str(taken[0]), str(taken[1])]
