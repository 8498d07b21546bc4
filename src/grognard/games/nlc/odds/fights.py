"""Exact odds: hits of a fire, and whole normal combats with everything that follows from the dice.

Nothing is sampled. The same table, halving, morale and order of choice as in the resolution are walked through for all
rolls; what players choose (stand or retreat) is a policy that the question names, by default the one that costs least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from grognard.kernel.scene import OddsView
from grognard.kernel.words import listing

from ..army.morale import Situation, group_morale
from ..cavalry.clash import Rider, answer_tally, charge_tally, flank_charge, from_the_flank, safe_in_town, who_wins
from ..combat.bombard import bombard_tally
from ..combat.fire import halved, hits_for
from ..combat.normal import can_go_back, must_give_way, who_runs
from ..combat.strengths import Fight, attack_tally, defense_tally
from ..context import Nlc
from ..terrain.sight import seen
from .charges import TITLES, is_whole, whole_odds
from .dice import TWO_DICE, Dist, approach, policy_of, stand_or_go
from .every_roll import DETAILS, by_all_rolls


def hit_odds(g: Nlc, strength: int) -> dict[int, Fraction]:
    """The distribution of hits of one fire (7.1.1), or of so many dice with six to hit."""
    found: dict[int, Fraction] = {}
    if g.on("six_to_hit"):
        for hits in range(strength + 1):
            found[hits] = Fraction(_choose(strength, hits) * 5 ** (strength - hits), 6**strength)
        return found
    for roll, chance in TWO_DICE.items():
        hits = hits_for(g, strength, roll)
        found[hits] = found.get(hits, Fraction(0)) + chance
    return dict(sorted(found.items()))


@cache
def _choose(n: int, k: int) -> int:
    return comb(n, k)


class Outcome:
    """What a normal combat comes to, from the attacker's side, as distributions."""

    def __init__(self) -> None:
        self.results: Dist = {}
        self.lost: list[Dist] = [{}, {}]

    def add(self, chance: Fraction, result: str, losses: tuple[int, int]) -> None:
        self.results[result] = self.results.get(result, Fraction(0)) + chance
        for side in (0, 1):
            self.lost[side][losses[side]] = self.lost[side].get(losses[side], Fraction(0)) + chance

    def expected(self, side: int) -> Fraction:
        return sum((chance * steps for steps, chance in self.lost[side].items()), Fraction(0))


def combat_odds(
    g: Nlc, attackers: Sequence[int], target: int, policy: Callable[[Sequence[int], int], bool] = stand_or_go
) -> Outcome:
    """Every pair of rolls, through voluntary retreat, halving, losses and morale checks (7.4)."""
    side = g.side(attackers[0])
    fight = Fight(g, side, target, list(attackers))
    made = Outcome()
    if not fight.defenders:
        made.add(Fraction(1), "empty", (0, 0))
        return made
    fight.firing = fight.firing[:2]  # R20
    attack = int(attack_tally(g, fight.attackers, target))
    defense = int(defense_tally(g, fight.firing, target, fight.attackers, fight.silent))
    fight.guns = [
        attack > 0 and any(g.is_artillery(unit) for unit in fight.attackers),
        defense > 0 and not fight.silent and any(g.is_artillery(unit) for unit in fight.firing),
    ]
    steps = [sum(g.steps_left(unit) for unit in units) for units in (fight.attackers, fight.defenders)]
    for on_defender, first in hit_odds(g, attack).items():
        for on_attacker, second in hit_odds(g, defense).items():
            _walk(g, fight, made, first * second, [on_attacker, on_defender], steps, policy)
    return made


def _walk(
    g: Nlc,
    fight: Fight,
    made: Outcome,
    chance: Fraction,
    hits: list[int],
    steps: list[int],
    policy: Callable[[Sequence[int], int], bool],
) -> None:
    for attacking in fight.order_of_choice():
        index = 0 if attacking else 1
        if not can_go_back(g, fight, attacking):
            continue
        if must_give_way(g, fight, attacking) or (hits[index] and policy(hits, index)):
            less = (min(halved(hits[0]), steps[0]), min(halved(hits[1]), steps[1]))
            made.add(chance, "attacker retreats" if attacking else "defender retreats", less)
            return
    losses = (min(hits[0], steps[0]), min(hits[1], steps[1]))
    gone = [losses[0] >= steps[0], losses[1] >= steps[1]]
    left = chance
    for attacking in fight.order_of_choice():
        index = 0 if attacking else 1
        if not losses[index] or gone[index]:
            continue
        survivors, value = _survivors(g, fight, attacking, losses[index])
        avoid = [fight.target] if attacking else fight.from_hexes
        if not who_runs(g, g.side(fight.units(attacking)[0]), survivors, attacking, avoid):
            continue  # 7.4.5: who fails and stays excuses nobody
        fails = 1 - Fraction(min(6, value), 6)
        word = "attacker is beaten" if attacking else "defender is beaten"
        if fails:
            made.add(left * fails, word, losses)
        left *= 1 - fails
    word = (
        "both destroyed"
        if all(gone)
        else "defender destroyed"
        if gone[1]
        else "attacker destroyed"
        if gone[0]
        else "both stand"
    )
    if left:
        made.add(left, word, losses)


def _survivors(g: Nlc, fight: Fight, attacking: bool, lost: int) -> tuple[list[int], int]:
    """Who is left to check, and by which morale; who lost the steps follows 7.1.4 and 7.1.5 (the best choice among equals)."""
    units = [unit for unit in fight.units(attacking) if not g.garrison(unit)]
    if not units:
        return [], 0
    before = list(g.state.step)
    alive = list(units)
    try:
        for number in range(lost):
            pool = (
                [unit for unit in alive if g.is_infantry(unit)]
                if number == 0 and any(g.is_infantry(u) for u in alive)
                else alive
            )
            worn = [unit for unit in pool if g.state.step[unit]] or pool
            victim = worn[0]
            if g.state.step[victim] + 1 >= len(g.units[victim].steps):
                alive.remove(victim)
                if not alive:
                    return [], 0
            else:
                g.state.step[victim] += 1
        value = int(group_morale(g, alive, fight.situation(attacking, unit_check=True)))
    finally:
        g.state.step[:] = before
    return alive, value


# ------------------------------------------------------------------ questions


def odds(g: Nlc, question: dict[str, Any]) -> list[OddsView]:
    """{"kind": "fire", "strength": 10}, {"kind": "attack" | "bombard" | "charge", "units": [...], "target": "0506"}."""
    kind = question.get("kind", "fire")
    spreads: list[Dist]
    if kind == "fire":
        return [_view("Hits", hit_odds(g, int(question["strength"])), "nlc.7.1.1")]
    units = [g.static.unit_named[name] for name in question["units"]]
    target = g.grid.hex(question["target"])
    if kind == "bombard":
        return [_view("Hits", hit_odds(g, int(bombard_tally(g, units, target))), "nlc.8.1.1")]
    if kind == "charge" and is_whole(question):
        spreads = list(whole_odds(g, units, target, question))
        return [_view(title, spread, rule) for title, spread, rule in zip(TITLES, spreads, ["nlc.7.7.5", *["nlc.7.2.1"] * 2])]
    if kind == "charge":
        return charge_odds(g, units, target)
    if any(g.on(option) for option in DETAILS) and not g.on("six_to_hit"):
        spreads = list(by_all_rolls(g, question))
    else:
        made = combat_odds(g, units, target, policy_of(question))
        spreads = [made.results, *made.lost]
    titles = ["Result", "Steps lost by the attacker", "Steps lost by the defender"]
    rules = ["nlc.7.4.1", "nlc.7.2.1", "nlc.7.2.1"]
    return [_view(title, spread, rule) for title, spread, rule in zip(titles, spreads, rules)]


GIVES_WAY = ("retreats", "is beaten", "destroyed")


def attack_outlook(g: Nlc, units: Sequence[int], target: int) -> list[OddsView]:
    """Beside a declared attack: who gives way, what both lose on average. Nothing of a hex into which its owner cannot look."""
    if not seen(g, g.side(units[0]), target):
        return []
    question = {"kind": "attack", "units": [g.units[unit].id for unit in units], "target": g.label(target)}
    results, mine, theirs = odds(g, question)

    def share(who: str) -> float:
        return sum(p for word, p in results.outcomes if word in [f"{who} {goes}" for goes in GIVES_WAY])

    lost = [sum(int(steps) * p for steps, p in view.outcomes) for view in (mine, theirs)]
    he, you = share("defender"), share("attacker")
    outcomes = [("the defender gives way", he), ("neither does", max(0.0, 1 - he - you)), ("you give way", you)]
    words = f"On average you lose {lost[0]:.1f} and he {lost[1]:.1f} steps."
    title = f"{listing([g.name(unit) for unit in units])} against {g.place(target)}"
    return [OddsView(title, outcomes, "nlc.7.4.1", [1, 0, -1], words)]


def charge_odds(g: Nlc, units: Sequence[int], target: int) -> list[OddsView]:
    """7.7.5, with the readiness of the defenders as a branch."""
    defenders = g.enemies_at(target, g.side(units[0]))
    riders = [Rider(unit, g.at(unit), approach(g, unit, target)) for unit in units]
    return _charge(g, riders, target, [flank_charge(g, rider, riders, target, defenders) for rider in riders])


def ride_odds(g: Nlc, unit: int, path: Sequence[int]) -> list[OddsView]:
    """Beside the ways of a charge: what may come of it if this unit rides alone that way. Nothing of a hex into which its owner
    cannot look; and a flank as it lies on the map: whether the enemy is falling back he does not know.
    """
    target, side = path[-1], g.side(unit)
    if not seen(g, side, target):
        return []
    rider = Rider(unit, g.at(unit), path[-2] if len(path) > 1 else g.at(unit))
    return _charge(g, [rider], target, [not safe_in_town(g, target) and from_the_flank(g, rider, [rider], target)])


def holds(g: Nlc, fight: Fight, attacking: bool, lost: int) -> int:
    """The morale with which a side would check after so many hits; 0: nobody is left, 6 and more: it cannot fail."""
    survivors, value = _survivors(g, fight, attacking, lost)
    stays = [unit for unit in fight.units(attacking) if g.garrison(unit)]
    return value if survivors else 6 if stays else 0


def _charge(g: Nlc, riders: Sequence[Rider], target: int, flanks: Sequence[bool]) -> list[OddsView]:
    units = [rider.unit for rider in riders]
    defenders = g.enemies_at(target, g.side(units[0]))
    results: Dist = {}
    for unready, chance in _readiness(g, defenders).items():
        attack = int(charge_tally(g, riders, target, [flank + unready for flank in flanks]))
        answer = int(answer_tally(g, defenders[:2], [], all(flanks)))  # R20
        steps = [sum(g.steps_left(unit) for unit in group) for group in (units, defenders)]
        for hurt, first in hit_odds(g, attack).items():
            for paid, second in hit_odds(g, answer).items():
                losses = (min(paid, steps[0]), min(hurt, steps[1]))
                gone = (losses[0] >= steps[0], losses[1] >= steps[1])
                winner = who_wins(g, *losses, gone)
                word = {"nobody": "nobody", "chargers": "the charge wins"}.get(winner, "the charge fails")
                results[word] = results.get(word, Fraction(0)) + chance * first * second
    return [_view("Charge", results, "nlc.7.7.5")]


def _readiness(g: Nlc, defenders: Sequence[int]) -> dict[int, Fraction]:
    if any(g.disrupted(unit) for unit in defenders):
        return {1: Fraction(1)}
    infantry = [unit for unit in defenders if g.is_infantry(unit)]
    if not infantry:
        return {0: Fraction(1)}
    ready = Fraction(min(6, int(group_morale(g, infantry, Situation(charged=True)))), 6)
    return {0: ready, 1: 1 - ready}


def _view(title: str, dist: Dist, rule: str) -> OddsView:
    return OddsView(title, [(str(key), float(chance)) for key, chance in dist.items()], rule)
