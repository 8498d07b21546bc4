"""Chapter Resolving Combat, first half: what both sides add to their die, and what the loser suffers.

All pure: prompt, odds, bots and resolution call `totals` and `outcome` and cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.boards.poses import FRONT
from grognard.boards.table_shapes import wholly_behind
from grognard.kernel import Tally, in_force

from .context import Dbms
from .going import GOOD, going_in, in_bad_going, stands_in
from .reach import can_reply
from .state import BASE
from .tables import (
    BEAT,
    BEAT_RULES,
    COVER_KINDS,
    DESTROYED_IF,
    DOUBLED,
    FACTOR,
    FACTOR_RULES,
    FOOT,
    GUNS,
    MOVE,
    NAMES,
    SEVERITY,
)


class Fight(NamedTuple):
    """A combat as declared."""

    attacker: int
    target: int
    attack_support: tuple[int, ...] = ()
    defence_support: tuple[int, ...] = ()
    ambush: bool = False
    declared: bool = False  # its target already counts this attack


class Outcome(NamedTuple):
    """What a pair of totals comes to. loser None: nothing happens to anybody."""

    loser: int | None
    result: str  # none, retreat, rout, return_to_base, captured, destroyed
    degree: str  # tie, beat, doubled
    rule: str
    why: str = ""


# ------------------------------------------------------------------ totals


def attack_total(g: Dbms, fight: Fight) -> Tally:
    """dbms.resolving-combat.1: what the attacker adds to its die."""
    me, foe = fight.attacker, fight.target
    total = Tally(f"{g.name(me)} attacks")
    add_own(g, total, me, foe, attacking=True)
    if not g.is_air(foe):
        add_cover(g, total, foe)
        if foe != BASE and g.element(foe).entrenched:
            if g.code(me) != "IE" or not in_force("dbms.element-chart.11"):
                total.add(-1, "the target is entrenched", "dbms.entrenchment.3")
    for helper in fight.defence_support:
        total.add(-1, f"{g.name(helper)} supports the defence", "dbms.combat.8")
    return total


def defence_total(g: Dbms, fight: Fight) -> Tally:
    me, foe = fight.target, fight.attacker
    total = Tally(f"{g.name(me)} defends")
    add_own(g, total, me, foe, attacking=False)
    if is_flank_attack(g, fight):
        if is_self_propelled(g, me):
            total.add(-2, "a self-propelled gun attacked in flank or rear", "dbms.flank-and-rear.2")
        else:
            total.add(-1, "attacked in flank or rear", "dbms.flank-and-rear.1")
    for helper in fight.attack_support:
        total.add(-1, f"{g.name(helper)} supports the attack", "dbms.combat.8")
    return total


def add_own(g: Dbms, total: Tally, me: int, foe: int, *, attacking: bool) -> None:
    """Factor, bad going, garrison, infantry in contact."""
    code, target = g.code(me), g.target(foe)
    words = {"armor": "armour", "soft": "soft targets", "air": "aircraft"}[target]
    if in_force("dbms.resolving-combat.1") and (me != BASE or in_force("dbms.bases.6")):
        total.add(FACTOR[target, code], f"{NAMES[code]} against {words}", FACTOR_RULES[code])
    if me == BASE:
        return
    if not g.is_air(me) and MOVE[g.form(me)] not in FOOT and in_bad_going(g, me):
        if attacking or not (g.sheet("sheet_bad_going") and in_force("dbms.play-sheet.12")):
            total.add(-1, "a vehicle in bad going", "dbms.vehicles-bad-terrain.1")
    if g.is_garrison(me) and in_force("dbms.element-chart.40"):
        total.add(2, "garrison", "dbms.bases.5")
    if code == "IN" and not g.is_air(foe) and g.in_touch(me, foe):
        total.add(1, "infantry in contact", "dbms.element-chart.4")


def add_cover(g: Dbms, total: Tally, foe: int) -> None:
    """dbms.terrain-combat.1: -2 against a target in woods, marsh, town or oasis."""
    if foe == BASE:
        if g.state.fort.town:
            sheet = g.sheet("sheet_cover")
            rule = "dbms.play-sheet.11" if sheet else "dbms.terrain-combat.1"
            total.add(-1 if sheet else -2, "the target is in the town", rule)
        return
    area = stands_in(g, foe)
    if area is None:
        return
    word = area.kind.replace("_", " ")
    covered = area.kind in COVER_KINDS or area.piece.cover < 0
    if g.sheet("sheet_cover"):
        if covered or going_in(g, g.side(foe), g.column(foe), area) != GOOD:
            total.add(-1, f"the target is in {word}", "dbms.play-sheet.11")
    elif covered:
        total.add(area.piece.cover or -2, f"the target is in {word}", "dbms.terrain-combat.1")


def is_flank_attack(g: Dbms, fight: Fight) -> bool:
    """dbms.flank-and-rear.1: the attacker lies completely behind the line of the target's front edge."""
    me, foe = fight.target, fight.attacker
    if me == BASE or g.is_garrison(me):
        return not in_force("dbms.bases.8")
    if g.is_air(me) or g.is_air(foe):
        return False
    return wholly_behind(g.solid(me), FRONT, g.shape(foe))


def is_self_propelled(g: Dbms, n: int) -> bool:
    """dbms.flank-and-rear.2: AR, AT and AA listed without a foot form."""
    element = g.element(n)
    return element.code in GUNS and not any(MOVE[form] in FOOT for form in element.forms)


def totals(g: Dbms, fight: Fight) -> tuple[Tally, Tally]:
    return attack_total(g, fight), defence_total(g, fight)


# ------------------------------------------------------------------ results


def winner_class(g: Dbms, n: int) -> str:
    """dbms.element-chart.2: codes are literal; with broad_result_classes IH and IE read as IN, TH as TA (dbms.R5)."""
    code = g.code(n)
    if g.options["broad_result_classes"]:
        return {"IH": "IN", "IE": "IN", "TH": "TA"}.get(code, code)
    if not in_force("dbms.element-chart.2"):
        return "IN" if code in ("IH", "IE") else code
    return code


def outcome(g: Dbms, fight: Fight, attack: int, defence: int) -> Outcome:
    """dbms.resolving-combat.2 to .5: who loses and what happens to it, before the way back is looked at."""
    if attack == defence:
        if in_force("dbms.resolving-combat.3"):
            return Outcome(None, "none", "tie", "dbms.resolving-combat.3", "a tie")
        return lost(g, fight, fight.target, fight.attacker, "beat")
    loser, winner = (fight.target, fight.attacker) if attack > defence else (fight.attacker, fight.target)
    high, low = max(attack, defence), min(attack, defence)
    degree = "doubled" if high >= 2 * low and in_force("dbms.resolving-combat.2") else "beat"
    if loser == fight.attacker and (spared := spares_attacker(g, fight)) is not None:
        rule, why = spared
        return Outcome(loser, "none", degree, rule, why)
    return lost(g, fight, loser, winner, degree)


def spares_attacker(g: Dbms, fight: Fight) -> tuple[str, str] | None:
    """Why a beaten attacker suffers nothing, if so."""
    me = fight.target
    if me != BASE:
        if g.loaded(me) and in_force("dbms.unloading.5"):
            return "dbms.unloading.5", "a loaded element does no harm"
        if g.element(me).attacked + (not fight.declared) > 1 and in_force("dbms.play-sheet.5"):
            return "dbms.play-sheet.5", "it has been attacked before in this turn"
    if not can_reply(g, me, fight.attacker):
        return "dbms.resolving-combat.5", "it cannot reach the attacker"
    return None


def lost(g: Dbms, fight: Fight, loser: int, winner: int, degree: str) -> Outcome:
    """dbms.resolving-combat.4: the loser's own row, read for the type of the winner; doubled is never milder than beat."""
    code, by = g.code(loser), winner_class(g, winner)
    result, rule = str(BEAT[by, code]), BEAT_RULES[code]
    why = ""
    for condition in DESTROYED_IF[code]:
        if condition == "enemy_moved_into_contact" and moved_into_contact(g, winner, loser):
            result, why = "destroyed", "by an enemy that moved into contact"
        elif condition == "in_bad_going" and in_bad_going(g, loser):
            result, why = "destroyed", "in bad going"
    if degree == "doubled":
        twice = str(DOUBLED[by, code])
        if SEVERITY[twice] >= SEVERITY[result] or not in_force("dbms.resolving-combat.4"):
            from .tables import DOUBLED_RULES

            result, rule, why = twice, DOUBLED_RULES[code], ""
    if code == "BS" and result == "captured":
        captor = not g.is_air(winner) and (g.in_touch(winner, BASE) or not g.options["capture_needs_contact"])
        if not captor:
            return Outcome(
                loser, "none", degree, "dbms.element-chart.42", "a base is captured only by a ground element in contact"
            )
    if fight.ambush and winner == fight.attacker and g.target(loser) == "armor" and in_force("dbms.element-chart.24"):
        result, rule, why = "destroyed", "dbms.element-chart.24", "ambushed"
    return Outcome(loser, result, degree, rule, why)


def moved_into_contact(g: Dbms, winner: int, loser: int) -> bool:
    """dbms.element-chart.8, R74: the fighting enemy moved into contact, front first, this turn, and still is in contact."""
    if winner == BASE or g.is_air(winner):
        return False
    met = g.element(winner).met
    if loser in met or (g.is_garrison(loser) and BASE in met):
        return g.in_touch(winner, loser) and in_force("dbms.element-chart.8")
    return False


# ------------------------------------------------------------------ odds


def chances(g: Dbms, fight: Fight) -> list[tuple[Outcome, int]]:
    """All 36 rolls: each outcome and how many rolls bring it. Exact."""
    attack, defence = int(attack_total(g, fight)), int(defence_total(g, fight))
    cache: dict[tuple[int, int], Outcome] = {}
    counts: dict[Outcome, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            key = (attack + mine, defence + theirs)
            if key not in cache:
                cache[key] = outcome(g, fight, *key)
            counts[cache[key]] = counts.get(cache[key], 0) + 1
    return list(counts.items())


def sum_of(values: Sequence[int]) -> int:
    return sum(values)
