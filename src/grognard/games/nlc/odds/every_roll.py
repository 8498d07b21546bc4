"""A combat fought by the rules: once, to compare with the odds; or with every roll, for options that the odds leave out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel.scratch import drive, every_throw

from ..asks import Ask
from ..cavalry.clash import Rider, clash
from ..combat.bombard import bombard_tally
from ..combat.fire import fire, hits_for
from ..combat.normal import RETREAT, STAND, fight_out
from ..combat.strengths import Fight
from ..context import Nlc
from .charges import is_whole, whole_trial
from .dice import TWO_DICE, approach, in_combat, policy_of


def trial(g: Nlc, question: dict[str, Any]) -> list[str]:
    """One outcome for each distribution of `odds`. Changes the position."""
    kind = question.get("kind", "fire")
    if kind == "fire":
        return [str(_fired(g, int(question["strength"])))]
    units = [g.static.unit_named[name] for name in question["units"]]
    target = g.grid.hex(question["target"])
    if kind == "bombard":
        shot = fire(g, g.side(units[0]), bombard_tally(g, units, target), "", rule="nlc.8.1.1")
        return [str(shot.hits)]
    if kind == "charge" and is_whole(question):
        return list(whole_trial(g, units, target, question))
    if kind == "charge":
        return [charge_trial(g, units, target)]
    return list(attack_trial(g, units, target, question))


def charge_trial(g: Nlc, units: Sequence[int], target: int) -> str:
    """7.7.4, 7.7.5: the clash, in the words of `charge_odds`."""
    side = g.side(units[0])
    in_combat(g, side)
    riders = [Rider(unit, g.at(unit), approach(g, unit, target)) for unit in units]
    found = drive(clash(g, riders, target, g.enemies_at(target, side)), lambda decision: decision.options[0])
    return {"nobody": "nobody", "chargers": "the charge wins"}.get(found.winner, "the charge fails")


def _fired(g: Nlc, strength: int) -> int:
    if g.on("six_to_hit"):
        return sum(die == 6 for die in g.roll(f"{strength}d6", rule="nlc.25.11.1"))
    return hits_for(g, strength, g.roll("2d6", rule="nlc.7.1.1").total)


DETAILS = (
    "artillery_support", "remote_support", "overruns", "advanced_disruption", "artillery_detail", "national_rules",
    "tiny_units",
)  # fmt: skip


def by_all_rolls(g: Nlc, question: dict[str, Any]) -> list[dict[str, Fraction]]:
    """The three distributions of an attack from the rules themselves, roll by roll: for options that odds.py leaves out.

    Slower by far (seconds for a large combat); with six to hit there are too many dice.
    """
    units = [g.static.unit_named[name] for name in question["units"]]
    target = g.grid.hex(question["target"])
    spreads: list[dict[str, Fraction]] = [{}, {}, {}]
    for first, chance in TWO_DICE.items():
        for second, other in TWO_DICE.items():
            dice = [*_pair(first), *_pair(second)]
            for share, found in every_throw(g, lambda twin: attack_trial(twin, units, target, question), fixed=dice):
                for spread, word in zip(spreads, found):
                    spread[word] = spread.get(word, Fraction(0)) + chance * other * share
    return [dict(sorted(spread.items())) for spread in spreads]


def _pair(total: int) -> tuple[int, int]:
    return min(6, total - 1), total - min(6, total - 1)


def attack_trial(g: Nlc, units: Sequence[int], target: int, question: dict[str, Any]) -> tuple[str, str, str]:
    side, goes = g.side(units[0]), policy_of(question)
    in_combat(g, side)
    fight = Fight(g, side, target, list(units))
    if not fight.defenders:
        return "empty", "0", "0"

    def answer(decision: Any) -> Any:
        if decision.name == Ask.STAND_OR_RETREAT:
            index = 0 if decision.seat == g.seat(side) else 1
            return RETREAT if goes(fight.hits, index) else STAND
        return decision.options[0]

    went, beaten, lost = drive(fight_out(g, fight), answer)
    gone = [not fight.units(True), not fight.units(False)]
    if went is not None:
        word = "attacker retreats" if went else "defender retreats"
    elif beaten is not None:
        word = "attacker is beaten" if beaten else "defender is beaten"
    elif any(gone):
        word = "both destroyed" if all(gone) else "defender destroyed" if gone[1] else "attacker destroyed"
    else:
        word = "both stand"
    return word, str(len(lost[0])), str(len(lost[1]))
