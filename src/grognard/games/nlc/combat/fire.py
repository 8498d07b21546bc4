"""Chapters 7.1 and 7.2: fire, hits and losses.

Strengths are exact, added, and rounded once (7.1.6, R30). Whoever fires comes here: normal combat, charges and
bombardment build
their `Tally` from `term` and read the same table. Taking hits is one procedure too: the owner allots them one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.words import counted

from ..asks import Ask
from ..context import Nlc
from ..ground import CHATEAU
from ..tables import FIRE, FIRE_2002, HALVED


@cites("nlc.7.1.1", "nlc.7.1.7")
def hits_for(g: Nlc, strength: int, roll: int) -> int:
    """7.1.1, 7.1.7: beyond 24 look up 24 and the rest with the same roll."""
    if strength <= 0:
        return 0
    fire = FIRE_2002 if g.on("fire_table_2002") else FIRE
    if strength > 24:
        return int(fire[24, roll]) + hits_for(g, strength - 24, roll)
    return int(fire[strength, roll])


def rounded(g: Nlc, total: Tally) -> Tally:
    """7.1.6, R30: once for the whole; by option for each group of the same percentage."""
    if g.on("round_by_percentage_group"):
        groups: dict[Fraction, Fraction] = {}
        for term in total.terms:
            factor = Fraction(1)
            for _, by, _ in term.notes:
                factor *= Fraction(by)
            groups[factor] = groups.get(factor, Fraction(0)) + Fraction(term.amount)
        value = sum((amount + Fraction(1, 2)).__floor__() for amount in groups.values())
        total._step(value, "each group of a percentage rounded", "nlc.7.1.6")
        return total
    return total.rounded("nlc.7.1.6")


class Shot:
    """A fire and what it came to."""

    __slots__ = ("hits", "roll", "strength", "tally")

    def __init__(self, tally: Tally, roll: int, hits: int) -> None:
        self.tally, self.roll, self.hits = tally, roll, hits
        self.strength = int(tally)


def fire(g: Nlc, side: int, tally: Tally, why: str, *, rule: str, bonus: int = 0, modifier: int = 0, **facts: Any) -> Shot:
    """Roll for a strength. `bonus` counts the modifiers that are +1 to each die with six to hit (25.11.2)."""
    strength = int(tally)
    if strength <= 0:
        g.tell("The {side} do not fire.", rule="nlc.7.1.7", side=g.seat(side), tallies=[tally])
        return Shot(tally, 0, 0)
    if g.on("six_to_hit"):
        return _six_to_hit(g, side, tally, why, bonus, **facts)
    roll = g.roll("2d6", why, rule=rule, by=g.seat(side), side=g.seat(side), tallies=[tally], **facts)
    value = roll.total
    if modifier:
        value = modified(value, modifier)
    hits = hits_for(g, strength, value)
    words = "Strength {strength}, rolled {roll}: {hits}."
    g.tell(words, rule="nlc.7.1.1", strength=strength, roll=value, hits=counted(hits, "hit"))
    return Shot(tally, value, hits)


@cites("nlc.7.1.9")
def modified(roll: int, modifier: int) -> int:
    """7.1.9: never below 2 nor above 12."""
    return max(2, min(12, roll + modifier))


def _six_to_hit(g: Nlc, side: int, tally: Tally, why: str, bonus: int, **facts: Any) -> Shot:
    """25.11.1: a die for each point, each 6 hits; 25.11.2, R131: +1 for each modifier, 2 at most, a natural 6 always hits."""
    strength = int(tally)
    seat = g.seat(side)
    roll = g.roll(f"{strength}d6", why, rule="nlc.25.11.1", by=seat, side=seat, tallies=[tally], **facts)
    plus = min(2, bonus)
    hits = sum(die + plus >= 6 for die in roll)
    words = "{strength} dice, {plus} to each: {hits} " + g.verb(hits, "hit.", "hits.")
    g.tell(words, rule="nlc.25.11.2", strength=strength, plus=plus, hits=hits)
    return Shot(tally, roll.total, hits)


def halved(hits: int) -> int:
    """7.4.3: half up, but a single hit becomes none."""
    return int(HALVED[hits]) if hits < 19 else (hits + 1) // 2


@cites("nlc.7.7.8")
def charge_hits(hits: int) -> int:
    """7.7.8: hits of a charge are never halved."""
    return hits


@cites("nlc.8.1.6")
def bombardment_hits(hits: int) -> int:
    """8.1.6: hits of a bombardment are never halved."""
    return hits


def halved_up(hits: int) -> int:
    """R28, R121: half up, one stays one (artillery support, overruns)."""
    return (hits + 1) // 2


@cites("nlc.5.3.2")
def two_fire(g: Nlc, side: int, units: Sequence[int]) -> Procedure:
    """R20: of an overstacked hex only two units fire, chosen by the owner."""
    chosen: list[int] = []
    while len(chosen) < 2:
        left = [unit for unit in units if unit not in chosen]
        unit = yield g.ask(
            g.seat(side), "The hex is overstacked: which two units fire?", left, rule="nlc.5.3.2",
            label=g.name, on=lambda u: (g.units[u].id, g.label(g.at(u))),
            name=Ask.TWO_FIRE, final=True,
        )  # fmt: skip
        chosen.append(unit)
    return chosen


# ------------------------------------------------------------------ taking hits


def may_take_hit(g: Nlc, unit: int, involved: Sequence[int], first: bool) -> Refusal | None:
    """7.1.4, 7.1.5, R29: the first hit on infantry, damaged units before others."""
    pool = list(involved)
    if first and not g.is_infantry(unit) and any(g.is_infantry(other) for other in pool):
        return Refusal("nlc.7.1.4", f"The first hit falls on infantry, and {g.name(unit)} is none.")
    if first and any(g.is_infantry(other) for other in pool) and g.is_infantry(unit):
        pool = [other for other in pool if g.is_infantry(other)]
    if not g.damaged(unit) and any(g.damaged(other) for other in pool):
        worn = next(other for other in pool if g.damaged(other))
        return Refusal("nlc.7.1.5", f"{g.name(worn)} has lost a step already and must take the hit.")
    return None


def lose_step(g: Nlc, unit: int, *, rule: str = "nlc.7.2.1") -> None:
    """7.2.1: a unit flips, or is eliminated on its last side."""
    hex = g.at(unit)
    order = g.order(unit)
    if not order.lost_step:
        order.lost_step = g.state.turn
    guard_used(g, [unit])
    if g.state.step[unit] + 1 < len(g.units[unit].steps):
        g.state.step[unit] += 1
        g.memo = {}
        if g.state.step[unit] == 2 and g.on("huge_units"):
            g.tell("{unit} stands at its third step.", rule="nlc.25.10.1", unit=unit)
        g.tell("{unit} loses a step.", rule=rule, unit=unit, place=hex)
    else:
        g.eliminate(unit)
        g.tell("{unit} is eliminated.", rule="nlc.7.2.2", unit=unit, place=hex)


def guard_used(g: Nlc, units: Sequence[int]) -> None:
    """Special of Quatre Bras: the Guard Light Cavalry was not to be used: if these units are of it, 8 points, once."""
    if not g.special("guard-light-cavalry") or all(g.formation(unit).id != "fr-glight" for unit in units):
        return
    if "guard light cavalry" not in g.state.level_events:
        g.state.level_events.append("guard light cavalry")
        g.state.vp[1] += 8
        g.tell("The Guard Light Cavalry is engaged against the Emperor's wish: 8 points to the Allies.", rule="nlc.13.0.1")


def take_hits(g: Nlc, side: int, involved: Sequence[int], hits: int, *, first: bool = True) -> Procedure:
    """7.1.3: the owner allots the hits one by one. Returns the steps lost and the units that lost one.

    10.0.8: what a chateau garrison would lose may be taken by adjacent infantry. 25.9.1: the step of a tiny unit is half a hit.
    """
    lost: list[int] = []
    half = 0  # of a hit already paid by a tiny step
    number = 0
    while number < hits:
        alive = [unit for unit in involved if g.on_map(unit)]
        pool = alive + [u for u in _neighbours_of_chateau(g, alive) if u not in alive]
        if not alive:
            if hits > number:
                g.tell("Nobody is left to hit.", rule="nlc.7.1.3")
            break
        is_first = first and number == 0 and not half

        def may(unit: int, alive: list[int] = alive, is_first: bool = is_first) -> Refusal | None:
            bleeding = _garrisons(g, alive) if unit not in alive else [unit]  # a neighbour bleeds for a garrison (10.0.8)
            refusals = [may_take_hit(g, each, alive, is_first) for each in bleeding]
            return None if None in refusals else refusals[0]

        legal = [unit for unit in pool if may(unit) is None]
        if len(legal) == 1:
            unit = legal[0]
        else:
            unit = yield g.ask(
                g.seat(side), f"Hit {number + 1} of {hits}: which unit takes it?", pool, rule="nlc.7.1.3", may=may,
                label=lambda u: f"{g.name(u)} ({g.strength(u)})", on=lambda u: (g.units[u].id, g.label(g.at(u))),
                about={"place": g.label(g.at(alive[0]))},
                name=Ask.TAKE_HIT, final=True,
            )  # fmt: skip
        if unit not in alive:
            g.tell("{unit} reinforces the garrison and takes the loss.", rule="nlc.10.0.8", unit=unit)
        tiny = is_tiny(g, unit)
        lose_step(g, unit)
        lost.append(unit)
        if tiny and not half:
            half = 1
            g.tell("That step is worth half a hit.", rule="nlc.25.9.1")
            continue
        half = 0
        number += 1
    return lost


def is_tiny(g: Nlc, unit: int, step: int = -1) -> bool:
    """25.9.1: infantry that loses only one point with this step, by default its next."""
    if not g.on("tiny_units") or not g.is_infantry(unit):
        return False
    steps, now = g.units[unit].steps, g.state.step[unit] if step < 0 else step
    return steps[now] - (steps[now + 1] if now + 1 < len(steps) else 0) == 1


def hits_to_destroy(g: Nlc, unit: int) -> Fraction:
    """25.14.1, 25.9.1: one for each step that is left, half of one for a tiny step."""
    first = g.state.step[unit]
    steps = range(first, first + g.steps_left(unit))
    return sum((Fraction(1, 2) if is_tiny(g, unit, step) else Fraction(1) for step in steps), Fraction(0))


def _neighbours_of_chateau(g: Nlc, involved: Sequence[int]) -> list[int]:
    """10.0.8: infantry next to a chateau may take the losses of the infantry unit in it."""
    found: list[int] = []
    for inside in _garrisons(g, involved):
        hex, side = g.at(inside), g.side(inside)
        assert g.ground.terrain[hex] == CHATEAU
        found += [unit for other in g.grid.adjacent[hex] for unit in g.own_at(other, side) if g.is_infantry(unit)]
    return list(dict.fromkeys(found))


def _garrisons(g: Nlc, units: Sequence[int]) -> list[int]:
    return [unit for unit in units if g.garrison(unit)]
