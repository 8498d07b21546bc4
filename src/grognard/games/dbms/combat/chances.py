"""All 36 rolls of a proposed combat and what each brings: exact, from the functions that resolve it."""

from __future__ import annotations

from grognard.kernel.scene import OddsView

from ..context import Dbms
from .beat_or_doubled import Outcome, is_doubled, outcome
from .factors import Fight, attack_total, defence_total


def chances(g: Dbms, fight: Fight) -> list[tuple[Outcome, int]]:
    """All 36 rolls: each outcome and how many rolls bring it. Exact."""
    attack, defence = int(attack_total(g, fight)), int(defence_total(g, fight))
    cache: dict[tuple[bool, bool, bool], Outcome] = {}  # it depends on who is higher, and whether twice as high
    counts: dict[Outcome, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            one, two = attack + mine, defence + theirs
            key = (one > two, two > one, is_doubled(max(one, two), min(one, two)))
            if key not in cache:
                cache[key] = outcome(g, fight, one, two)
            counts[cache[key]] = counts.get(cache[key], 0) + 1
    return list(counts.items())


def words_of(g: Dbms, outcome: Outcome) -> str:
    if outcome.loser is None or outcome.result == "none":
        return "no effect"
    return f"{g.name(outcome.loser)}: {outcome.result.replace('_', ' ')}"


def odds_view(g: Dbms, fight: Fight, side: str = "") -> OddsView:
    """What the rolls bring, in the eyes of this side; without one in the attacker's."""
    mine = 1 if not side or side == g.element(fight.attacker).side else -1
    counts: dict[str, int] = {}
    good: dict[str, int] = {}
    for found, rolls in chances(g, fight):
        words = words_of(g, found)
        counts[words] = counts.get(words, 0) + rolls
        hurt = None if found.result == "none" else found.loser
        good[words] = 0 if hurt is None else -mine if hurt == fight.attacker else mine
    attack, defence = int(attack_total(g, fight)), int(defence_total(g, fight))
    title = f"{g.name(fight.attacker)} d6{attack:+d} against {g.name(fight.target)} d6{defence:+d}"
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    outcomes = [(words, rolls / 36) for words, rolls in ordered]
    return OddsView(title, outcomes, "dbms.resolving-combat.1", [good[words] for words, _ in ordered])
