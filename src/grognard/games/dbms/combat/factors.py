"""Chapter Resolving Combat, first half: what both sides add to their die, and what the loser suffers.

All pure: prompt, odds, bots and resolution call `totals` and `outcome` and cannot disagree.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.poses import FRONT
from grognard.boards.table_shapes import wholly_behind
from grognard.kernel import Tally, cites

from ..context import Dbms
from ..ground import Area
from ..state import BASE
from ..tables import (
    COVER_KINDS,
    FACTOR,
    FACTOR_RULES,
    FOOT,
    GOOD,
    GUNS,
    MOVE,
    NAMES,
)
from ..terrain.going import all_underfoot, going_in, in_bad_going


class Fight(NamedTuple):
    """A combat as declared."""

    attacker: int
    target: int
    attack_support: tuple[int, ...] = ()
    defence_support: tuple[int, ...] = ()
    ambush: bool = False
    declared: bool = False  # its target already counts this attack


# ------------------------------------------------------------------ totals


def attack_total(g: Dbms, fight: Fight) -> Tally:
    """dbms.resolving-combat.1: what the attacker adds to its die."""
    me, foe = fight.attacker, fight.target
    total = Tally(f"{g.name(me)} attacks")
    add_own(g, total, me, foe, attacking=True)
    if not g.is_air(foe):
        add_cover(g, total, foe)
        if foe != BASE and g.element(foe).entrenched:
            if not ignores_entrenchment(g, me):
                total.add(-1, "the target is entrenched", "dbms.entrenchment.3")
    for helper in fight.defence_support:
        total.add(-1, f"{g.name(helper)} supports the defence", "dbms.combat.8")
    return total


@cites("dbms.element-chart.11")
def ignores_entrenchment(g: Dbms, attacker: int) -> bool:
    """Engineers are not hindered by it."""
    return g.code(attacker) == "IE"


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


@cites("dbms.resolving-combat.1")
def add_own(g: Dbms, total: Tally, me: int, foe: int, *, attacking: bool) -> None:
    """Factor, bad going, garrison, infantry in contact."""
    code, target = g.code(me), g.target(foe)
    words = {"armor": "armour", "soft": "soft targets", "air": "aircraft"}[target]
    if me == BASE:
        personnel_factor(total, target, words)
        return
    total.add(FACTOR[target, code], f"{NAMES[code]} against {words}", FACTOR_RULES[code])
    if not g.is_air(me) and MOVE[g.form(me)] not in FOOT and in_bad_going(g, me):
        if attacking or not (g.sheet("sheet_bad_going") and spared_in_defence()):
            total.add(-1, "a vehicle in bad going", "dbms.vehicles-bad-terrain.1")
    if g.is_garrison(me):
        total.add(garrison_bonus(), "garrison", "dbms.bases.5")
    if code == "IN" and not g.is_air(foe) and g.in_touch(me, foe):
        total.add(1, "infantry in contact", "dbms.element-chart.4")


@cites("dbms.bases.6")
def personnel_factor(total: Tally, target: str, words: str) -> None:
    """A base without a garrison fights by itself."""
    total.add(FACTOR[target, "BS"], f"{NAMES['BS']} against {words}", FACTOR_RULES["BS"])


@cites("dbms.play-sheet.12")
def spared_in_defence() -> bool:
    """By the play sheet bad going costs a vehicle its -1 only when it attacks."""
    return True


@cites("dbms.element-chart.40")
def garrison_bonus() -> int:
    return 2


def gives_cover(area: Area) -> bool:
    return area.kind in COVER_KINDS or area.piece.cover < 0


def add_cover(g: Dbms, total: Tally, foe: int) -> None:
    """dbms.terrain-combat.1: -2 against a target in woods, marsh, town or oasis."""
    if foe == BASE:
        if g.state.fort.town:
            sheet = g.sheet("sheet_cover")
            rule = "dbms.play-sheet.11" if sheet else "dbms.terrain-combat.1"
            total.add(-1 if sheet else -2, "the target is in the town", rule)
        return
    areas = all_underfoot(g, foe)
    if not areas:
        return
    area = next((one for one in areas if gives_cover(one)), areas[0])
    word, covered = area.kind.replace("_", " "), gives_cover(area)
    if g.sheet("sheet_cover"):
        if covered or going_in(g, g.side(foe), g.column(foe), area) != GOOD:
            total.add(-1, f"the target is in {word}", "dbms.play-sheet.11")
    elif covered:
        total.add(area.piece.cover or -2, f"the target is in {word}", "dbms.terrain-combat.1")


def is_flank_attack(g: Dbms, fight: Fight) -> bool:
    """dbms.flank-and-rear.1: the attacker lies completely behind the line of the target's front edge."""
    me, foe = fight.target, fight.attacker
    if me == BASE or g.is_garrison(me):
        return base_has_a_flank()
    if g.options["no_flanks_in_the_air"] and (g.is_air(me) or g.is_air(foe)):
        return False
    return wholly_behind(g.solid(me), FRONT, g.shape(foe))


@cites("dbms.bases.8")
def base_has_a_flank() -> bool:
    """Neither a base nor its garrison."""
    return False


def is_self_propelled(g: Dbms, n: int) -> bool:
    """dbms.flank-and-rear.2: AR, AT and AA listed without a foot form."""
    element = g.element(n)
    return element.code in GUNS and not any(MOVE[form] in FOOT for form in element.forms)


def totals(g: Dbms, fight: Fight) -> tuple[Tally, Tally]:
    return attack_total(g, fight), defence_total(g, fight)


# ------------------------------------------------------------------ results


# ------------------------------------------------------------------ odds


