"""Sections 7 and 8: what commanders are like, and how they decide.

Three kinds of question (ruling R15): can he (D10 below rating + 3), will he (D6 on the matrix of his traits), which plan
(section 11, in orders/orders.py). `Leader` is whoever answers: the BC of a unit or the Senior Commander of a Brigade.
"""

from __future__ import annotations

from typing import Any, Protocol

from grognard.kernel import Tally, cites
from grognard.kernel.tables import column

from ..chance.cards import effect
from ..context import Fyow
from ..tables import KEYS, TABLES

RULE = TABLES["command_decision"]
MATRIX = TABLES["character_matrix"]
VARIABLE_ORDER = column(
    TABLES["variable_order"],
    rule={"below_average": "fyow.11.0.4", "average": "fyow.11.0.5", "above_average": "fyow.11.0.6"},
    besides=["origin"],
)
GRADES = {5: "Below Average", 6: "Average", 7: "Above Average"}


class Leader(Protocol):
    side: str
    commander: str
    rating: int
    temper: str
    resolve: str


def quality_of(g: Fyow, side: str) -> str:
    """quality.3 (option nation_quality): as what its nation's Regular troops are read for commanders in this year."""
    if not g.options["nation_quality"]:
        return ""
    nation, year = g.static.sides[side].get("nation", ""), g.static.start.year
    rows = [r for r in TABLES["nation_quality"] if r["nation"] == nation and r["period"][0] <= year <= r["period"][1]]
    return str(rows[0]["commander"]) if rows else ""


def rate(g: Fyow, leader: Leader, *, senior: bool, elite: bool, poor: bool = False) -> None:
    """7.0.1, 7.0.2: D6, 1 Below Average, 2-5 Average, 6 Above; +1 once for Generals, Senior Commanders and elite troops."""
    die = g.d6("Rating of {name}", rule="fyow.7.0.1", by=leader.side, to=[leader.side], name=leader.commander)
    score = Tally("rating")
    score.add(die, "D6", "fyow.7.0.1")
    if senior or elite:
        score.add(TABLES["competency"]["bonus_general_senior_or_elite"], "senior or elite", "fyow.7.0.2")
    elif poor:
        score.add(-1, "read as Poor", "fyow.quality.3")
    total = int(score)
    leader.rating = 5 if total <= 1 else 6 if total <= 5 else 7
    text = "{name} is {grade}."
    g.tell(text, rule="fyow.7.0.1", to=leader.side, name=leader.commander, grade=GRADES[leader.rating])


@cites("fyow.8.4.3")
def elite_bonus() -> int:
    """8.4.3: a wholly elite force adds 1 to both throws."""
    return int(TABLES["traits"]["elite_bonus"])


def draw_traits(g: Fyow, leader: Leader, *, elite: bool) -> None:
    """8.4.2, 8.4.3: two average dice; 2 is Passive or Hesitant, 5 Aggressive or Decisive; +1 if wholly elite."""
    plus = elite_bonus() if elite else 0
    first = g.roll("davg", "Temper of {name}", rule="fyow.8.4.2", by=leader.side, to=[leader.side], name=leader.commander)
    second = g.roll("davg", "Resolve of {name}", rule="fyow.8.4.2", by=leader.side, to=[leader.side], name=leader.commander)
    leader.temper = TABLES["traits"]["red"][str(min(5, first[0] + plus))]
    leader.resolve = TABLES["traits"]["blue"][str(min(5, second[0] + plus))]
    character = leader.temper if leader.temper == leader.resolve else f"{leader.temper} and {leader.resolve}"
    g.tell("{name} is {character}.", rule="fyow.8.4.1", to=leader.side, name=leader.commander, character=character)


def needed(leader: Leader, obvious: bool = False) -> Tally:
    """8.1.1: he must score less than his rating plus 3; 8.3.1: one more if the matter is obvious."""
    limit = Tally("score to be under")
    limit.add(leader.rating, f"rating of {leader.commander}")
    limit.add(RULE["rating_plus"], "plus 3", "fyow.8.1.1")
    if obvious:
        limit.add(RULE["obvious_bonus"], "obvious", "fyow.8.3.1")
    return limit


def can_he(g: Fyow, leader: Leader, question: str, *, obvious: bool = False, rule: str = "fyow.8.1.2") -> bool:
    """8.1: does he manage it? D10 below rating + 3."""
    if g.options["command_decisions"] == "matrix":
        return _by_matrix(g, leader, question, obvious)
    return _by_rating(g, leader, question, obvious, rule)


def will_he(g: Fyow, leader: Leader, question: str, *, obvious: bool = False, seen: bool = False) -> bool:
    """8.5: shall he? D6 on the matrix of his traits, or the D10 where traits are off. `seen`: the enemy sees it too."""
    if g.options["direct_command"]:
        return True
    if g.options["traits"] and g.options["command_decisions"] != "d10":
        return _by_matrix(g, leader, question, obvious, seen)
    return _by_rating(g, leader, question, obvious, "fyow.8.5.2", seen)


def _by_rating(g: Fyow, leader: Leader, question: str, obvious: bool, rule: str, seen: bool = False) -> bool:
    limit = needed(leader, obvious)
    dice: dict[str, Any] = {"by": leader.side, "to": None if seen else [leader.side]}
    for _ in range(throws_allowed(g)):
        words: dict[str, Any] = {"name": leader.commander, "question": question, **dice}
        if g.roll("d10", "{name}: {question}", rule=rule, tallies=[limit], **words)[0] < int(limit):
            return True
    return False


def throws_allowed(g: Fyow) -> int:
    """32: with the 4 of Spades a Command Decision that failed is thrown again (ruling R113)."""
    return 2 if effect(g, "command", "reroll_decisions") else 1


def yes_up_to(leader: Leader, obvious: bool = False) -> int:
    """8.5.1: the highest face that means yes."""
    face = int(MATRIX[leader.resolve][leader.temper])
    return face + (RULE["obvious_bonus"] if obvious else 0)


def _by_matrix(g: Fyow, leader: Leader, question: str, obvious: bool, seen: bool = False) -> bool:
    dice: dict[str, Any] = {"by": leader.side, "to": None if seen else [leader.side]}
    words: dict[str, Any] = {"name": leader.commander, "question": question, **dice}
    for _ in range(throws_allowed(g)):
        if g.d6("{name}: {question}", rule="fyow.8.5.1", **words) <= yes_up_to(leader, obvious):
            return True
    return False


def weights(leader: Leader, count: int, traits: bool, bolder: int = 1) -> list[int]:
    """11.0.4 to 11.0.6: per cent of each option; cautious, sensible, bold, or preferred and other.

    Ruling R19 shifts them by trait; of two options `bolder` says which is the bolder one.
    """
    shares = list(VARIABLE_ORDER[KEYS[leader.rating]]["three" if count == 3 else "two"])
    return shifted(leader, shares, bolder) if traits else shares


@cites("fyow.11.0.7")
def shifted(leader: Leader, shares: list[int], bolder: int) -> list[int]:
    """11.0.7: the printed weights are for Balanced commanders; other traits move ten per cent (ruling R19)."""
    for source, target in _shifts(leader, len(shares), bolder):
        moved = min(10, shares[source])
        shares[source] -= moved
        shares[target] += moved
    return shares


def _shifts(leader: Leader, count: int, bolder: int) -> list[tuple[int, int]]:
    last, found = count - 1, []
    if count == 2:
        for trait in (leader.temper, leader.resolve):
            if trait in ("aggressive", "decisive"):
                found.append((1 - bolder, bolder))
            elif trait in ("passive", "hesitant"):
                found.append((bolder, 1 - bolder))
        return found
    if leader.temper == "aggressive":
        found.append((0, last))
    elif leader.temper == "passive":
        found.append((last, 0))
    if leader.resolve == "hesitant":
        found.append((last, 1))
    elif leader.resolve == "decisive":
        found.append((0, 1))
    return found


def choose_plan(g: Fyow, leader: Leader, count: int, about: str, bolder: int = 1) -> int:
    """11.0.1: one D10 among the options that were set out; which it was, nobody knew beforehand."""
    if count == 1:
        return 0
    shares = weights(leader, count, g.options["traits"], bolder)
    dice: dict[str, Any] = {"by": leader.side, "to": [leader.side]}
    why = "{name} decides on {about} ({shares})"
    words: dict[str, Any] = {"name": leader.commander, "about": about, "shares": "/".join(map(str, shares))}
    by_character = shares != weights(leader, count, False, bolder)
    die = g.roll("d10", why, rule="fyow.11.0.7" if by_character else "fyow.11.0.1", **words, **dice)[0]
    total = 0
    for option, share in enumerate(shares):
        total += share
        if die * 10 <= total:
            return option
    return count - 1
