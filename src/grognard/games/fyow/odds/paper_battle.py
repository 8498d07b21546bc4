"""A battle where it stands, fought by the Combat Results Table: exactly, and once by the rules.

The policy is the question's: whether the attacker opens with a barrage, whether the defender answers it, and what of the
attackers is committed. Whether a commander will, his character says, as in play. Shells count by their sum: a barrage is
counted through as one throw of the sum, not as six ways for every gun.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Misuse
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import drive, every_throw

from ..asks import Ask
from ..battle.barrage import Guns, barrage, may_bombard
from ..battle.combat_table import COLUMNS, largest, odds, reading
from ..battle.paper import commit, fight, may_commit
from ..command.commanders import needed, yes_up_to
from ..context import Fyow
from ..state import Battle

GONE = "nobody left"  # the shells have left one side nobody to fight with
ORDER = ["AR3", "AR2", "AR", "NR", "DR", "DR2", "DR3", "DR4", "DR5", GONE]


def battle_of(g: Fyow, question: dict[str, Any]) -> Battle:
    """{attackers = ["b1"], defenders = ["g2"]}: the defenders are attacked where they stand."""
    ids = [unit.id for unit in g.state.units]
    for name in [*question["attackers"], *question["defenders"]]:
        if name not in ids:
            raise Misuse(f"No unit {name!r}. There are: {', '.join(ids)}.")
    attackers = [ids.index(name) for name in question["attackers"]]
    defenders = [ids.index(name) for name in question["defenders"]]
    battle = Battle(g.unit(defenders[0]).board, g.unit(attackers[0]).side, attackers, defenders, detected=True)
    battle.barrage = not question.get("barrage", False)
    if named := question.get("commit"):
        if no := may_commit(g, battle, part_of(g, battle, named)):
            raise Misuse(no.why)
    g.state.battles.append(battle)
    return battle


def part_of(g: Fyow, battle: Battle, named: Any) -> dict[str, dict[str, int]]:
    """commit = ["b1"], or { b1 = { regular = 80 } }; of what shells have struck down, what is left."""
    whole = {g.unit(n).id: g.unit(n).elements for n in battle.attackers}
    if isinstance(named, list):
        return {name: dict(whole.get(name, {})) for name in named}
    if not battle.barrage or not g.state.battles:
        return {name: dict(part) for name, part in named.items()}
    return {name: {e: min(n, whole[name].get(e, 0)) for e, n in part.items()} for name, part in named.items() if name in whole}


def open_fire(g: Fyow, question: dict[str, Any]) -> tuple[Battle, int, int]:
    """Barrage, answer and commitment by the policy: the battle, and the points that each side has lost to shells."""
    battle = battle_of(g, question)
    sides = (list(battle.defenders), list(battle.attackers))
    before = [sum(g.half_value(n) for n in numbers) for numbers in sides]

    def policy(decision: Any) -> Any:
        if decision.name == Ask.BARRAGE:
            return Guns.FIRE
        if decision.name == Ask.COUNTER_BATTERY:
            return Guns.FIRE if question.get("answer", True) else Guns.HOLD
        named = question.get("commit")
        return part_of(g, battle, named) if named else decision.suggestions()[0]

    drive(barrage(g, battle), policy)
    lost = [was - sum(g.half_value(n) for n in numbers) for was, numbers in zip(before, sides, strict=True)]
    if battle.attackers and battle.defenders:
        drive(commit(g, battle), policy)
    return battle, lost[0], lost[1]


def fought(g: Fyow, question: dict[str, Any]) -> tuple[str, str, str]:
    """By the rules: the result of the attack (NR, AR, DR2 ...), and what shells took of defenders and attackers."""
    battle, defenders, attackers = open_fire(g, question)
    if battle.attackers and battle.defenders:
        drive(fight(g, battle), lambda decision: decision.options[0])
    return battle.result or GONE, points(defenders), points(attackers)


def points(half: int) -> str:
    return f"{half / 2:g}"


def exact(g: Fyow, question: dict[str, Any]) -> list[OddsView]:
    """The result of the attack; with a barrage also what it takes of either side."""
    results: dict[str, Fraction] = {}
    shells: list[dict[int, Fraction]] = [{}, {}]

    def opened(twin: Fyow) -> tuple[list[tuple[str, Fraction]], int, int]:
        battle, defenders, attackers = open_fire(twin, question)
        if not (battle.attackers and battle.defenders):
            return [(GONE, Fraction(1))], defenders, attackers
        table = [(result, Fraction(round(10 * share), 10)) for result, share in odds(reading(twin, battle))]
        return table, defenders, attackers

    def alike(by: str | None, faces: Sequence[int]) -> list[list[int]]:
        return wills(g, question, by, faces)

    for chance, (table, *lost) in every_throw(g, opened, alike=alike, most=50_000, sums=True):
        for result, share in table:
            results[result] = results.get(result, Fraction(0)) + chance * share
        for seen, half in zip(shells, lost, strict=True):
            seen[half] = seen.get(half, Fraction(0)) + chance
    outcomes = [(result, float(results[result])) for result in ORDER if result in results]
    views = [OddsView(words_of(g, question), outcomes, "fyow.33.7.2.13")]
    if question.get("barrage"):
        for who, seen, rule in (("defenders", shells[0], "fyow.33.7.2.2"), ("attackers", shells[1], "fyow.33.7.2.3")):
            taken = [(points(half), float(seen[half])) for half in sorted(seen)]
            views.append(OddsView(f"Points that shells take of the {who}", taken, rule))
    return views


def wills(g: Fyow, question: dict[str, Any], by: str | None, faces: Sequence[int]) -> list[list[int]]:
    """The faces on which the leader of this side will, and those on which he will not. A single gun throws all its faces."""
    ids = [unit.id for unit in g.state.units]
    attackers = [ids.index(name) for name in question["attackers"]]
    defenders = [ids.index(name) for name in question["defenders"]]
    numbers = attackers if by == g.unit(attackers[0]).side else defenders
    leader = g.unit(largest(g, numbers))
    if len(faces) == 10:
        yes = [face for face in faces if face < int(needed(leader))]
    elif leader.temper and not any(g.guns(n) == 1 for n in attackers + defenders):
        yes = [face for face in faces if face <= yes_up_to(leader)]
    else:
        return [[face] for face in faces]
    return [part for part in (yes, [face for face in faces if face not in yes]) if part]


def words_of(g: Fyow, question: dict[str, Any]) -> str:
    """The numbers before a shot is fired."""
    battle = battle_of(g, question)
    if named := question.get("commit"):
        ids = [unit.id for unit in g.state.units]
        battle.committed = {str(ids.index(name)): part for name, part in part_of(g, battle, named).items()}
    read = reading(g, battle)
    g.state.battles.remove(battle)
    guns = f", {sum(g.guns(n) for n in may_bombard(g, battle.attackers))} guns open" if question.get("barrage") else ""
    return f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}{guns}"


def trial(g: Fyow, question: dict[str, Any]) -> list[str]:
    result, defenders, attackers = fought(g, question)
    return [result, defenders, attackers] if question.get("barrage") else [result]
