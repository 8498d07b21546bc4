"""What becomes of both sides of a combat: exactly, for all 36 rolls through the rules themselves, and fought once.

The chart says what a loser suffers; whether it has a way back, the table says. The policy: the support that the question
names and no other, and nobody advances afterwards. Where minefields lie on the way back their dice are counted through, too.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from grognard.kernel import DONE
from grognard.kernel.context import Over
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import drive, every_throw

from ..asks import Ask
from ..combat.beat_or_doubled import Outcome, outcome
from ..combat.chances import odds_view
from ..combat.factors import Fight, totals
from ..combat.fight import combat, is_ambush
from ..context import Dbms
from ..state import BASE, LOST
from .minefield import number


def fight_of(question: dict[str, Any]) -> Fight:
    return Fight(
        number(question["attacker"]),
        number(question["target"]),
        tuple(number(one) for one in question.get("support", ())),
        tuple(number(one) for one in question.get("defence", ())),
    )


def fate(g: Dbms, fight: Fight) -> str:
    """Fight it out by the rules; in words, what happened to whom."""
    sides = (fight.attacker, fight.target)
    before = {n: g.element(n).at for n in sides if n != BASE}
    waiting = {Ask.SUPPORT: list(fight.attack_support), Ask.DEFEND: list(fight.defence_support)}

    def answer(decision: Any) -> Any:
        named = waiting.get(decision.name)
        return named.pop(0) if named else DONE

    with suppress(Over):  # it may decide the battle
        drive(combat(g, fight.attacker, fight.target), answer)
    for n in sides:
        if n == BASE:
            if g.state.fort.captured:
                return f"{g.name(n)}: captured"
        elif not g.on_table(n):
            return f"{g.name(n)}: {'destroyed' if g.element(n).status == LOST else 'off the table'}"
        elif (now := g.element(n).at) != before[n]:
            turned = before[n] is not None and now is not None and now[2] != before[n][2]  # type: ignore[index]
            return f"{g.name(n)}: {'routs' if turned else 'retreats'}"
    return "no effect"


def alike(g: Dbms, fight: Fight) -> dict[tuple[int, int], Fraction]:
    """One pair of dice for each line of the chart, with the share of all 36 that lead to it."""
    declared = fight._replace(ambush=is_ambush(g, fight.attacker))
    attack, defence = (int(tally) for tally in totals(g, declared))
    first: dict[Outcome, tuple[int, int]] = {}
    shares: dict[tuple[int, int], Fraction] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            dice = first.setdefault(outcome(g, declared, attack + mine, defence + theirs), (mine, theirs))
            shares[dice] = shares.get(dice, Fraction(0)) + Fraction(1, 36)
    return shares


def exact(g: Dbms, question: dict[str, Any]) -> list[OddsView]:
    fight = fight_of(question)
    fates: dict[str, Fraction] = {}
    for dice, share in alike(g, fight).items():
        for chance, word in every_throw(g, lambda twin: fate(twin, fight), fixed=dice):
            fates[word] = fates.get(word, Fraction(0)) + share * chance
    ordered = sorted(fates.items(), key=lambda one: (-one[1], one[0]))
    chart = odds_view(g, fight)
    return [OddsView("What becomes of them", [(w, float(p)) for w, p in ordered], "dbms.resolving-combat.1"), chart]


def trial(g: Dbms, question: dict[str, Any]) -> list[str]:
    return [fate(g, fight_of(question))]
