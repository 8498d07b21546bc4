"""Chapter 13: occupation, victory points, and the collapse of an army."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Result, Tally

from ..context import Nlc
from ..static import DEAD
from .demoralization import french_army, is_demoralized, judge_armies, note_collapse


def holder_of(g: Nlc, hex: int) -> int:
    """13.0.2: the side that occupies a hex; -1 nobody."""
    for side in (0, 1):
        if g.own_at(hex, side) or g.controls(side, hex):
            return side
    return -1


def points(g: Nlc, side: int) -> Tally:
    """13.0.1: places held, enemies destroyed, armies demoralized, points gained on the way."""
    total = Tally(f"victory points of {g.static.side_names[side]}")
    for objective in g.static.objectives:
        if holder_of(g, objective.hex) == side:
            total.add(objective.vp, g.ground.names[objective.place], "nlc.13.0.1")
    dead = sum(unit.steps[0] for unit in g.units if unit.side != side and g.state.at[unit.number] == DEAD)
    if dead:
        total.add(Fraction(str(g.static.victory["vp_per_enemy_sp_destroyed"])) * dead, "enemy strength destroyed", "nlc.13.0.1")
    for army in g.static.armies:
        if army.side != side and is_demoralized(g, army.number):
            total.add(g.static.victory["vp_enemy_army_demoralized"], f"{army.name} demoralized", "nlc.13.0.1")
    if g.state.vp[side]:
        total.add(g.state.vp[side], "special points", "nlc.13.0.1")
    if (ahead := head_start(g, side)) > 0:
        total.add(ahead, "head start", "nlc.13.0.1")
    if side == 1 and g.special("d-erlon-obeys-ney") and "derlon" in g.state.entered_groups:
        total.add(15, "I Corps came to Ney", "nlc.13.0.1")
    return total


def head_start(g: Nlc, side: int) -> int:
    """R175: what a side begins with as a handicap: above 0 the first, below 0 the other."""
    ahead = int(g.options.get("head_start", 0))
    return ahead if side == 0 else -ahead


def margin(g: Nlc) -> Fraction:
    """Points of the first side less those of the other, with what an option shifts."""
    value = Fraction(points(g, 0).total) - Fraction(points(g, 1).total)
    if g.special("d-erlon-marches-on"):
        value -= 20
    if g.special("borcke-recalled"):
        value += 10
    return value


def verdict(g: Nlc) -> Result:
    """The level that the margin reaches."""
    value = margin(g)
    words = next((words for least, words in g.static.levels if value >= least), "drawn battle")
    side = None
    for number, name in enumerate(g.static.side_names):
        if words.startswith((name.rstrip("s"), name)):
            side = g.static.sides[number]
    scores = {g.static.sides[i]: float(points(g, i).total) for i in (0, 1)}
    return Result(side, f"{words} (margin {float(value):g})", "nlc.13.0.1", scores)


def judge_collapse(g: Nlc) -> None:
    """11.0.1, 13.0.3: armies are judged after every fight, while it is known who acts; NLB battle games may end at once."""
    judge_armies(g)
    note_collapse(g)
    if g.state.broken < 0:
        return
    army = g.static.armies[g.state.broken]
    words = f"The {army.name.split(' (')[0]} {'is demoralized' if army.number == french_army(g) else 'has disintegrated'}."
    raise g.over(g.static.sides[1 - army.side], words, rule="nlc.13.0.3", scores=_scores(g))


def _scores(g: Nlc) -> dict[str, float]:
    return {g.static.sides[i]: float(points(g, i).total) for i in (0, 1)}
