"""Chapter Resolving Combat: who is beaten or doubled, and what the loser suffers by its row of the element chart."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel import cites

from ..context import Dbms
from ..state import BASE
from ..tables import BEAT, BEAT_RULES, DESTROYED_IF, DOUBLED, DOUBLED_RULES, SEVERITY
from ..terrain.going import in_bad_going
from .factors import Fight
from .targets import can_reply


class Outcome(NamedTuple):
    """What a pair of totals comes to. loser None: nothing happens to anybody."""

    loser: int | None
    result: str  # none, retreat, rout, return_to_base, captured, destroyed
    degree: str  # tie, beat, doubled
    rule: str
    why: str = ""


@cites("dbms.element-chart.2")
def winner_class(g: Dbms, n: int) -> str:
    """dbms.element-chart.2: codes are literal; with broad_result_classes IH and IE read as IN, TH as TA (dbms.R5)."""
    code = g.code(n)
    if g.options["broad_result_classes"]:
        return {"IH": "IN", "IE": "IN", "TH": "TA"}.get(code, code)
    return code


def outcome(g: Dbms, fight: Fight, attack: int, defence: int) -> Outcome:
    """dbms.resolving-combat.2 to .5: who loses and what happens to it, before the way back is looked at."""
    if attack == defence:
        return Outcome(None, "none", "tie", "dbms.resolving-combat.3", "a tie")
    loser, winner = (fight.target, fight.attacker) if attack > defence else (fight.attacker, fight.target)
    degree = "doubled" if is_doubled(max(attack, defence), min(attack, defence)) else "beat"
    if loser == fight.attacker and (spared := spares_attacker(g, fight)) is not None:
        rule, why = spared
        return Outcome(loser, "none", degree, rule, why)
    return lost(g, fight, loser, winner, degree)


@cites("dbms.resolving-combat.2")
def is_doubled(high: int, low: int) -> bool:
    """At least twice as much; zero or less is always doubled."""
    return high >= 2 * low


def spares_attacker(g: Dbms, fight: Fight) -> tuple[str, str] | None:
    """Why a beaten attacker suffers nothing, if so."""
    me = fight.target
    if me != BASE:
        if g.loaded(me):
            return "dbms.unloading.5", "a loaded element does no harm"
        if g.element(me).attacked + (not fight.declared) > 1:
            return "dbms.play-sheet.5", "it has been attacked before in this turn"
    if not can_reply(g, me, fight.attacker):
        return "dbms.resolving-combat.5", "it cannot reach the attacker"
    return None


def lost(g: Dbms, fight: Fight, loser: int, winner: int, degree: str) -> Outcome:
    """dbms.resolving-combat.4: the loser's own row, under Beat or under Doubled, read for the type of the winner."""
    code, by = g.code(loser), winner_class(g, winner)
    result, rule, why = beaten(g, loser, winner)
    if degree == "doubled" and takes_doubled(g, twice := str(DOUBLED[by, code]), result):
        result, rule, why = twice, DOUBLED_RULES[code], ""
    if code == "BS" and result == "captured":
        if g.options["capture_needs_contact"] and (g.is_air(winner) or not g.in_touch(winner, BASE)):
            return Outcome(
                loser, "none", degree, "dbms.element-chart.42", "a base is captured only by a ground element in contact"
            )
    if fight.ambush and winner == fight.attacker and g.target(loser) == "armor":
        result, rule, why = "destroyed", "dbms.element-chart.24", "ambushed"
    return Outcome(loser, result, degree, rule, why)


def beaten(g: Dbms, loser: int, winner: int) -> tuple[str, str, str]:
    """The column Beat with its conditions: result, rule, and why."""
    code = g.code(loser)
    result, rule, why = str(BEAT[winner_class(g, winner), code]), BEAT_RULES[code], ""
    for condition in DESTROYED_IF[code]:
        if condition == "enemy_moved_into_contact" and moved_into_contact(g, winner, loser):
            result, why = "destroyed", "by an enemy that moved into contact"
        elif condition == "in_bad_going" and in_bad_going(g, loser):
            result, why = "destroyed", "in bad going"
    return result, rule, why


@cites("dbms.resolving-combat.4")
def takes_doubled(g: Dbms, doubled: str, beaten: str) -> bool:
    """The column Doubled holds alone; by option never when Beat would be worse (dbms.R75)."""
    return not g.options["doubled_never_milder"] or SEVERITY[doubled] >= SEVERITY[beaten]


@cites("dbms.element-chart.8")
def moved_into_contact(g: Dbms, winner: int, loser: int) -> bool:
    """dbms.element-chart.8, R74: the fighting enemy moved into contact this turn, and still is in contact."""
    if winner == BASE or (g.is_air(winner) and g.options["no_contact_in_the_air"]):
        return False
    met = g.element(winner).met
    if loser in met or (g.is_garrison(loser) and BASE in met):
        return g.in_touch(winner, loser)
    return False
