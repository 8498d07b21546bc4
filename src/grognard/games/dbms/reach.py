"""Who may attack, support or answer whom (dbms.combat.3 to .11): range, sight, the nearest enemy, once a turn.

`may_affect` is the single entrance; exemptions belong to the role (attack, support), not to the element alone.
"""

from __future__ import annotations

from typing import Literal

from grognard.boards.poses import FRONT
from grognard.boards.table_shapes import wholly_behind
from grognard.kernel import Refusal, in_force

from .context import Dbms, inch
from .sight import sees
from .state import BASE, BRIDGE, OTHER, TABLE
from .tables import AIR, FACTOR_RULES, RANGE, SLACK, SUPPORT_RANGE, flag, inches

Role = Literal["attack", "support"]
GENERAL_REACH = inches("general_support_in")


def may_fight(g: Dbms, n: int, role: Role) -> Refusal | None:
    """dbms.combat.3, .7: the element's own state."""
    if n == BASE:
        if role == "support" or g.state.fort.used:
            return Refusal("dbms.element-chart.41", f"{g.name(n).capitalize()} attacks once a turn and never supports.")
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
        return Refusal(rule, f"{g.name(n)} does not touch {g.seen_name(enemy, g.side(n))}.")
    reach = SUPPORT_RANGE[g.code(n)] if role == "support" else RANGE[g.code(n)]
    away = g.distance(n, enemy)
    slack = SLACK if in_force("dbms.dba.13") else -SLACK
    if away > reach + slack and not g.in_touch(n, enemy):
        if role == "support" and g.code(n) == "AR" and not in_force("dbms.element-chart.29"):
            return None
        why = f"{g.seen_name(enemy, g.side(n))} is {inch(away)} away; {g.name(n)} reaches {inch(reach)}."
        return Refusal("dbms.combat.5", why, measured=away, limit=reach)
    if g.options["front_arc"] and not in_arc(g, n, enemy):
        return Refusal("dbms.R64", f"{g.seen_name(enemy, g.side(n))} is behind the line of its front.")
    if needs_no_sight(g, n, enemy, role) or sees(g, n, enemy):
        return None
    return Refusal("dbms.combat.6", f"{g.name(n)} does not see {g.seen_name(enemy, g.side(n))}.")


def needs_no_sight(g: Dbms, n: int, enemy: int, role: Role) -> bool:
    code = g.code(n)
    if code == "AR":
        return in_force("dbms.element-chart.28")
    if code == "IH" and role == "support":
        return in_force("dbms.element-chart.6")
    return code == "AA" and g.is_air(enemy) and in_force("dbms.element-chart.31")


def in_arc(g: Dbms, n: int, enemy: int) -> bool:
    """Option front_arc (dbms.R64): at a distance only what is at least partly before the line of one's own front."""
    if n == BASE or g.code(n) in ("AR", "GE", *AIR) or (g.code(n) == "AA" and g.is_air(enemy)) or g.in_touch(n, enemy):
        return True
    return not wholly_behind(g.rect(n), FRONT, g.shape(enemy))


# ------------------------------------------------------------------ the nearest target


def targets_in_reach(g: Dbms, n: int, air: bool) -> list[tuple[int, int]]:
    """dbms.combat.4: the enemies that n could attack now, ground or air, with their distance."""
    side = OTHER[g.side(n)]
    found = []
    base, reach = g.shape(n), RANGE[g.code(n)] + 4 * SLACK
    for enemy in g.air_elements(side) if air else [*g.ground_elements(side), *_base_as_target(g, side)]:
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
    """dbms.bases.7, R24: a base once a turn; without a garrison only for a ground element that touches it."""
    if enemy != BASE and not g.is_garrison(enemy):
        return None
    if g.state.fort.attacked:
        return Refusal("dbms.bases.7", f"{g.name(BASE).capitalize()} has been attacked this turn.")
    if enemy == BASE:
        if g.is_air(n):
            return Refusal("dbms.combat.4", "Aircraft do not attack a base without a garrison.")
        if g.options["capture_needs_contact"] and not g.in_touch(n, BASE):
            return Refusal("dbms.combat.4", f"Without a garrison {g.name(BASE)} is attacked only in contact.")
    return None


def nearest_targets(g: Dbms, n: int) -> list[int]:
    """dbms.combat.4: the nearest ground enemies and the nearest aircraft; equal distances are the attacker's choice."""
    found: list[int] = []
    for air in (False, True):
        reach = targets_in_reach(g, n, air)
        if reach:
            nearest = min(away for away, _ in reach)
            limit = nearest + SLACK if in_force("dbms.combat.4") else max(away for away, _ in reach)
            found += [enemy for away, enemy in reach if away <= limit]
    return found


def may_attack(g: Dbms, n: int, enemy: int) -> Refusal | None:
    """dbms.combat.3, .4."""
    refusal = may_fight(g, n, "attack") or may_be_target(g, n, enemy) or may_affect(g, n, enemy, "attack")
    if refusal is not None:
        return refusal
    nearest = nearest_targets(g, n)
    if enemy not in nearest:
        same = [e for e in nearest if g.is_air(e) == g.is_air(enemy)]
        name = g.seen_name(same[0], g.side(n)) if same else "another enemy"
        return Refusal("dbms.combat.4", f"{name} is nearer to {g.name(n)} than {g.seen_name(enemy, g.side(n))}.")
    return None


def attackers(g: Dbms, side: str) -> list[int]:
    """Those of a side that may attack at all."""
    own = [*g.ground_elements(side), *g.air_elements(side), *_base_as_target(g, side)]
    return [n for n in own if may_fight(g, n, "attack") is None and in_force("dbms.combat.3")]


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


def can_reply(g: Dbms, defender: int, attacker: int) -> bool:
    """dbms.resolving-combat.5: whether a defender that wins can harm the attacker."""
    if not g.options["return_fire_in_range_only"] or not in_force("dbms.resolving-combat.5"):
        return True
    if g.in_touch(defender, attacker):
        return True
    code = g.code(defender)
    if code in ("GE", *AIR) or g.distance(defender, attacker) > RANGE[code] + SLACK:
        return False
    if code == "AR" or (code == "AA" and g.is_air(attacker)):
        return True
    return sees(g, defender, attacker)
