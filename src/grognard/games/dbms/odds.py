"""Odds: all 36 rolls of a proposed combat and what each brings (exact, from the functions that resolve it)."""

from __future__ import annotations

from typing import Any

from grognard.kernel.scene import OddsView

from .context import Dbms
from .factors import Fight, Outcome, attack_total, chances, defence_total
from .minefields import mine_result, mine_totals


def words_of(g: Dbms, outcome: Outcome) -> str:
    if outcome.loser is None or outcome.result == "none":
        return "no effect"
    return f"{g.name(outcome.loser)}: {outcome.result.replace('_', ' ')}"


def odds_view(g: Dbms, fight: Fight) -> OddsView:
    counts: dict[str, int] = {}
    for outcome, rolls in chances(g, fight):
        words = words_of(g, outcome)
        counts[words] = counts.get(words, 0) + rolls
    attack, defence = int(attack_total(g, fight)), int(defence_total(g, fight))
    title = f"{g.name(fight.attacker)} d6{attack:+d} against {g.name(fight.target)} d6{defence:+d}"
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return OddsView(title, [(words, rolls / 36) for words, rolls in ordered], "dbms.resolving-combat.1")


def mine_odds(g: Dbms, n: int) -> OddsView:
    own, mines = (int(tally) for tally in mine_totals(g, n))
    counts: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            words = mine_result(g, n, own + first, mines + second)
            counts[words] = counts.get(words, 0) + 1
    return OddsView(f"{g.name(n)} in a minefield", [(w, c / 36) for w, c in sorted(counts.items())], "dbms.terrain-effects.16")


def odds(g: Dbms, question: dict[str, Any]) -> list[OddsView]:
    """{attacker = 3, target = 17, support = [4], defence = [18]} or {minefield = 3}; elements by number or 'e3'."""
    if "minefield" in question:
        return [mine_odds(g, number(question["minefield"]))]
    fight = Fight(
        number(question["attacker"]),
        number(question["target"]),
        tuple(number(one) for one in question.get("support", ())),
        tuple(number(one) for one in question.get("defence", ())),
    )
    return [odds_view(g, fight)]


def number(name: Any) -> int:
    return int(str(name).removeprefix("e")) if str(name) != "base" else -1
