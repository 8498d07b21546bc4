"""Who may attack, support or answer whom (dbms.combat.3 to .11): range, sight, the nearest enemy, once a turn.

`may_affect` is the single entrance; exemptions belong to the role (attack, support), not to the element alone.
"""

from __future__ import annotations

from typing import Literal

from grognard.boards.poses import FRONT
from grognard.boards.table_shapes import wholly_behind
from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..context import Dbms, inch
from ..state import BASE, BRIDGE, OTHER, TABLE
from ..tables import AIR, FACTOR_RULES, RANGE, SLACK, SUPPORT_RANGE, flag, inches
from ..terrain.sight import sees

Role = Literal["attack", "support"]
GENERAL_REACH = inches("general_support_in")


def may_fight(g: Dbms, n: int, role: Role) -> Refusal | None:
    """dbms.combat.3, .7: the element's own state."""
    if n == BASE:
        if role == "support" or g.state.fort.used:
            return Refusal("dbms.element-chart.41", f"{capital(g.name(n))} attacks once a turn and never supports.")
        return None
    element = g.element(n)
    if element.status != TABLE:
        return Refusal("dbms.combat.3", f"{g.name(n)} is not on the table.")
    if element.used and element.code == "GE":
        return Refusal("dbms.element-chart.38", "The general has supported this turn.")
    if element.used:
        return Refusal("dbms.combat.11", f"{g.name(n)} has attacked or supported this turn.")
    if g.loaded(n):
        return Refusal("dbms.unloading.4", f"{g.name(n)} is loaded.")
    if element.code == "GE" and role == "attack":
        return Refusal("dbms.element-chart.37", "A general does not attack.")
    if element.river == BRIDGE:
        return Refusal("dbms.crossing-water.9", f"{g.name(n)} is a bridge.")
    if flag(element.code, "no_fire_after_move") and element.shifted:
        return Refusal("dbms.element-chart.32", f"{g.name(n)} has moved this turn.")
    return None


def may_affect(g: Dbms, n: int, enemy: int, role: Role) -> Refusal | None:
    """Range and sight from n to an enemy, in this role."""
    if g.is_air(n):
        if g.in_touch(n, enemy):
            return None
        rule = "dbms.element-chart.35" if role == "support" else FACTOR_RULES[g.code(n)]
        return Refusal(rule, f"{capital(g.name(n))} does not touch {g.seen_name(enemy, g.side(n))}.")
    reach = support_range(g, n) if role == "support" else RANGE[g.code(n)]
    away = g.distance(n, enemy)
    if not is_within(away, reach) and not g.in_touch(n, enemy):
        why = f"{capital(g.seen_name(enemy, g.side(n)))} is {inch(away)} away; {g.name(n)} reaches {inch(reach)}."
        return Refusal("dbms.combat.5", why, measured=away, limit=reach)
    if g.options["front_arc"] and not in_arc(g, n, enemy):
        return Refusal("dbms.R64", f"{capital(g.seen_name(enemy, g.side(n)))} is behind the line of its front.")
    if needs_no_sight(g, n, enemy, role) or sees(g, n, enemy):
        return None
    return Refusal("dbms.combat.6", f"{capital(g.name(n))} does not see {g.seen_name(enemy, g.side(n))}.")


@cites("dbms.dba.13")
def is_within(away: int, reach: int) -> bool:
    """Up to the exact distance, and half a millimetre for the player who acts."""
    return away <= reach + SLACK


@cites("dbms.element-chart.29")
def support_range(g: Dbms, n: int) -> int:
    """Artillery supports at 8 in, everybody else as far as it attacks."""
    return SUPPORT_RANGE[g.code(n)]


def needs_no_sight(g: Dbms, n: int, enemy: int, role: Role) -> bool:
    return fires_over_hills(g, n) or (role == "support" and supports_unseen(g, n)) or hears_aircraft(g, n, enemy)


@cites("dbms.element-chart.28")
def fires_over_hills(g: Dbms, n: int) -> bool:
    """Artillery attacks and supports what it does not see."""
    return g.code(n) == "AR"


@cites("dbms.element-chart.6")
def supports_unseen(g: Dbms, n: int) -> bool:
    """Heavy weapons support, but do not attack, what they do not see."""
    return g.code(n) == "IH"


@cites("dbms.element-chart.31")
def hears_aircraft(g: Dbms, n: int, enemy: int) -> bool:
    return g.code(n) == "AA" and g.is_air(enemy)


def in_arc(g: Dbms, n: int, enemy: int) -> bool:
    """Option front_arc (dbms.R64): at a distance only what is at least partly before the line of one's own front."""
    if n == BASE or g.code(n) in ("AR", "GE", *AIR) or (g.code(n) == "AA" and g.is_air(enemy)) or g.in_touch(n, enemy):
        return True
    return not wholly_behind(g.rect(n), FRONT, g.shape(enemy))


# ------------------------------------------------------------------ the nearest target


def targets_in_reach(g: Dbms, n: int, *, ground: bool = True, air: bool = True) -> list[tuple[int, int]]:
    """dbms.combat.4: the enemies that n could attack now, on the ground and in the air, with their distance."""
    side = OTHER[g.side(n)]
    found = []
    base, reach = g.shape(n), RANGE[g.code(n)] + 4 * SLACK
    below = [*g.ground_elements(side), *_base_as_target(g, side)] if ground else []
    for enemy in [*below, *(g.air_elements(side) if air else [])]:
        other = g.shape(enemy)
        limit = base.radius + other.radius + reach
        if (base.x - other.x) ** 2 + (base.y - other.y) ** 2 > limit * limit:
            continue
        if may_be_target(g, n, enemy) is None and may_affect(g, n, enemy, "attack") is None:
            found.append((g.distance(n, enemy), enemy))
    return found


def _base_as_target(g: Dbms, side: str) -> list[int]:
    fort = g.state.fort
    return [BASE] if g.base_stands() and fort.owner == side and fort.garrison == BASE else []


def may_be_target(g: Dbms, n: int, enemy: int) -> Refusal | None:
    """dbms.bases.7: a base once a turn; by option one without a garrison only for a ground element that touches it (R24)."""
    if enemy != BASE and not g.is_garrison(enemy):
        return None
    if g.state.fort.attacked:
        return Refusal("dbms.bases.7", f"{capital(g.name(BASE))} has been attacked this turn.")
    if enemy == BASE and g.options["capture_needs_contact"]:
        if g.is_air(n):
            return Refusal("dbms.R24", "Aircraft do not attack a base without a garrison.")
        if not g.in_touch(n, BASE):
            return Refusal("dbms.R24", f"Without a garrison {g.name(BASE)} is attacked only in contact.")
    return None


@cites("dbms.combat.4")
def nearest_targets(g: Dbms, n: int) -> list[int]:
    """dbms.combat.4: the nearest enemies; equal distances are the attacker's choice; by option aircraft apart (dbms.R63)."""
    if g.options["air_judged_apart"]:
        return [*nearest_of(targets_in_reach(g, n, air=False)), *nearest_of(targets_in_reach(g, n, ground=False))]
    return nearest_of(targets_in_reach(g, n))


def nearest_of(reach: list[tuple[int, int]]) -> list[int]:
    nearest = min((away for away, _ in reach), default=0)
    return [enemy for away, enemy in reach if away <= nearest + SLACK]


def may_attack(g: Dbms, n: int, enemy: int) -> Refusal | None:
    """dbms.combat.3, .4."""
    refusal = may_fight(g, n, "attack") or may_be_target(g, n, enemy) or may_affect(g, n, enemy, "attack")
    if refusal is not None:
        return refusal
    nearest = nearest_targets(g, n)
    if enemy not in nearest:
        apart = g.options["air_judged_apart"]
        nearer = next((e for e in nearest if not apart or g.is_air(e) == g.is_air(enemy)), None)
        name = "another enemy" if nearer is None else g.seen_name(nearer, g.side(n))
        return Refusal("dbms.combat.4", f"{capital(name)} is nearer to {g.name(n)} than {g.seen_name(enemy, g.side(n))}.")
    return None


@cites("dbms.combat.3")
def attackers(g: Dbms, side: str) -> list[int]:
    """Those of a side that may attack at all."""
    own = [*g.ground_elements(side), *g.air_elements(side), *_base_as_target(g, side)]
    return [n for n in own if may_fight(g, n, "attack") is None]


def attacks(g: Dbms, side: str) -> list[tuple[int, int]]:
    """All legal attacks of a side now: attacker, target."""
    return [(n, enemy) for n in attackers(g, side) for enemy in nearest_targets(g, n)]


# ------------------------------------------------------------------ support


def may_support(g: Dbms, n: int, friend: int, enemy: int) -> Refusal | None:
    """dbms.combat.7, .9, .10: n supports a friend that fights this enemy."""
    if n == friend:
        return Refusal("dbms.combat.7", "It is fighting itself.")
    if (refusal := may_fight(g, n, "support")) is not None:
        return refusal
    if g.code(n) == "GE":
        away = g.distance(n, friend)
        if away <= GENERAL_REACH + SLACK:
            return None
        why = f"The general is {inch(away)} from {g.name(friend)}; he supports within 6 in."
        return Refusal("dbms.combat.10", why, measured=away, limit=GENERAL_REACH)
    return may_affect(g, n, enemy, "support")


def supporters(g: Dbms, friend: int, enemy: int) -> list[int]:
    side = g.side(friend)
    own = [*g.ground_elements(side), *g.air_elements(side)]
    return [n for n in own if n != friend and may_support(g, n, friend, enemy) is None]


# ------------------------------------------------------------------ the answer of the attacked


@cites("dbms.resolving-combat.5")
def can_reply(g: Dbms, defender: int, attacker: int) -> bool:
    """Whether a defender that wins harms the attacker: always; by option only one that can reach it (dbms.R68)."""
    if not g.options["return_fire_in_range_only"]:
        return True
    if g.in_touch(defender, attacker):
        return True
    code = g.code(defender)
    if code in ("GE", *AIR) or g.distance(defender, attacker) > RANGE[code] + SLACK:
        return False
    if code == "AR" or (code == "AA" and g.is_air(attacker)):
        return True
    return sees(g, defender, attacker)
