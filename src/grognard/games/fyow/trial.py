"""A battle where it stands, fought by the Combat Results Table: exactly over the ten faces, and once by the rules.

The policy: everybody commits all of his force and nobody opens with a barrage.
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Any

from grognard.kernel import Misuse
from grognard.kernel.aside import drive, every_throw
from grognard.kernel.scene import OddsView

from .battle import COLUMNS, fight
from .combat import reading
from .context import Fyow
from .state import Battle


def battle_of(g: Fyow, question: dict[str, Any]) -> Battle:
    """{attackers = ["b1"], defenders = ["g2"]}: the defenders are attacked where they stand."""
    ids = [unit.id for unit in g.state.units]
    for name in [*question["attackers"], *question["defenders"]]:
        if name not in ids:
            raise Misuse(f"No unit {name!r}. There are: {', '.join(ids)}.")
    attackers = [ids.index(name) for name in question["attackers"]]
    defenders = [ids.index(name) for name in question["defenders"]]
    battle = Battle(g.unit(defenders[0]).board, g.unit(attackers[0]).side, attackers, defenders, barrage=True, detected=True)
    g.state.battles.append(battle)
    return battle


def fought(g: Fyow, question: dict[str, Any]) -> str:
    """The result of the attack by the rules: NR, AR, DR2 ..."""
    battle = battle_of(g, question)
    steps: Any = fight(g, battle)
    if isinstance(steps, Generator):
        drive(steps, lambda decision: decision.options[0])
    return battle.result


def exact(g: Fyow, question: dict[str, Any]) -> list[OddsView]:
    results: dict[str, Fraction] = {}
    for chance, result in every_throw(g, lambda twin: fought(twin, question)):
        results[result] = results.get(result, Fraction(0)) + chance
    battle = battle_of(g, question)
    read = reading(g, battle)
    g.state.battles.remove(battle)
    words = f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}"
    order = ["AR3", "AR2", "AR", "NR", "DR", "DR2", "DR3", "DR4", "DR5"]
    outcomes = [(result, float(results[result])) for result in order if result in results]
    return [OddsView(words, outcomes, "fyow.33.7.2.13")]


def trial(g: Fyow, question: dict[str, Any]) -> list[str]:
    return [fought(g, question)]
