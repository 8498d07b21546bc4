"""Chapters 3.1, 7.1, 17.14 and cards ap.31, ap.49, cp.41, cp.55: what activation costs, and units activated one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog import operations
from grognard.games.pog.operations import ATTACK, MOVE
from grognard.games.pog.static import AP
from grognard.games.pog.supply import in_supply
from grognard.kernel import Procedure, Refusal, in_force

from .supply import over_poor_harbour

if TYPE_CHECKING:
    from .context import Draka

INVADE = "invade"
VERBS = {"move unit": MOVE, "attack unit": ATTACK}


def price_nations(g: Draka, space: int, stack: list[int]) -> list[str]:
    """3.1: the Draka are British, but two nationalities under Lloyd George (card cp.55); R67: units of two nations."""
    second = g.units.second
    plain = [u for u in stack if not second[u]]
    plain = _fourteenth(g, plain)
    nations: list[str] = []
    split = g.state.turn <= g.state.lloyd and in_force("draka.card.cp.55")
    for nation in operations.price_nations(g, space, plain) if plain else []:
        name = "br" if nation == "dr" and not split and in_force("draka.3.1") else nation
        if name not in nations:
            nations.append(name)
    if any(g.units.kind[u] == "br.pt" for u in plain) and not in_force("draka.ap.pt.1"):
        nations.append("pt")
    if any(g.units.kind[u] in ("pe.c1", "pe.c2") for u in plain) and not in_force("draka.11.1"):
        nations.append("pe")
    if any(g.units.kind[u] == "tu.ana" for u in plain) and not in_force("draka.12.1"):
        nations.append("ana")
    for unit in stack:
        if g.units.kind[unit] == "ge.asia" and not in_force("draka.5.2"):
            nations.append("asia")
        elif g.units.kind[unit] == "gr.hvc" and not in_force("draka.ap.gr.3"):
            nations.append("volunteers")
        elif second[unit] and not {g.units.nation[unit], second[unit], g.units.second_family[unit]} & set(nations):
            nations.append(g.units.nation[unit])
    return nations


def _fourteenth(g: Draka, stack: list[int]) -> list[int]:
    """Card cp.41: the GE 14th Army and one Italian unit in its space are one nationality."""
    army = g.U["ge.a14"]
    italians = [u for u in stack if g.units.nation[u] == "it"]
    if army in stack and len(italians) == 1 and in_force("draka.card.cp.41"):
        return [u for u in stack if u != italians[0]]
    return stack


def activation_cost(g: Draka, space: int, kind: str) -> int:
    """17.14: at a poor harbour every unit is paid for, 1 OPS a corps and 2 an army; the others as usual."""
    stack = g.stack[space]
    balkans = g.board.nation[space] in ("sb", "bu", "al", "gr") and "ap.51" in g.state.this_turn
    if balkans and not in_force("draka.card.ap.51"):
        return len(price_nations(g, space, stack))
    if g.units.side[stack[0]] == AP:
        poor = [u for u in stack if over_poor_harbour(g, u)]
        if poor:
            rest = [u for u in stack if u not in poor]
            return sum(unit_price(g, u) for u in poor) + (len(price_nations(g, space, rest)) if rest else 0)
    return operations.activation_cost(g, space, kind)


def unit_price(g: Draka, unit: int) -> int:
    chart = g.charts["invasion"]["activation"]
    return int(chart["army"] if g.units.army[unit] and in_force("draka.card.ap.31.c") else chart["corps"])


def attack_limit(g: Draka, space: int) -> Refusal | None:
    """7.1: no Near East limit; card ap.49.d: after Central Asia Offensive one Zone space an action."""
    if not in_force("draka.7.1"):
        return operations.attack_limit(g, space)
    action = g.state.action
    if action.side == AP and g.played("ap.49") and g.in_zone(space):
        counted = [s for s in bits(action.attack) if g.in_zone(s)]
        if counted:
            return Refusal("draka.card.ap.49.d", f"{g.board.name[counted[0]]} is the one Zone space activated for attack.")
    return None


def extra_activations(g: Draka) -> list[Any]:
    """17.5: a corps invasion; 17.14, R52: single units at poor harbours."""
    from .invasion import may_invade

    action = g.state.action
    if action.side != AP:
        return []
    found: list[Any] = []
    if may_invade(g) is None:
        found.append((INVADE, ""))
    if g.beachheads or g.controls(AP, g.S["valona"]) or g.controls(AP, g.S["reggio"]):
        for space in bits(g.occ[AP] & ~g.neutral):
            if len(g.stack[space]) > 1 or single(g) >> space & 1:
                for unit in g.distinct(g.stack[space]):
                    for verb in VERBS:
                        value = (verb, g.units.id[unit])
                        if may_activate_unit(g, verb, unit) is None:
                            found.append(value)
    return found


def single(g: Draka) -> int:
    """Spaces whose units are activated one by one in this action."""
    return int(g.note().get("single", 0))


def may_activate_unit(g: Draka, verb: str, unit: int) -> Refusal | None:
    action, kind = g.state.action, VERBS[verb]
    space = g.state.at[unit]
    name = g.units.name[unit]
    if space < 0 or g.units.side[unit] != AP or not over_poor_harbour(g, unit):
        return Refusal("draka.17.14", f"{name} is not supplied through a poor harbour alone.")
    bit = 1 << space
    if (action.move | action.attack) & bit:
        same = action.move if kind == MOVE else action.attack
        if not (single(g) & bit and same & bit and action.barred >> unit & 1):
            return Refusal("pog.9.2.5", f"{g.board.name[space]} is already activated.")
    if unit_price(g, unit) > action.points:
        return Refusal("pog.9.2.1", f"{name} costs {unit_price(g, unit)}; {action.points} points are left.")
    if kind == ATTACK:
        return operations.may_activate(g, ATTACK, space) if not (action.attack & bit) else None
    return None


def may_activate_extra(g: Draka, value: Any) -> Refusal | None:
    from .invasion import may_invade

    if value[0] == INVADE:
        return may_invade(g)
    return may_activate_unit(g, value[0], g.U[value[1]])


def activate_extra(g: Draka, value: Any) -> Procedure:
    from .invasion import name_invasion

    if value[0] == INVADE:
        yield from name_invasion(g)
        return
    action, unit = g.state.action, g.U[value[1]]
    space = g.state.at[unit]
    bit = 1 << space
    price = unit_price(g, unit)
    action.points -= price
    if not (action.move | action.attack) & bit:
        g.note()["single"] = single(g) | bit
        for other in g.stack[space]:
            action.barred |= 1 << other
        if VERBS[value[0]] == MOVE:
            action.move |= bit
        else:
            action.attack |= bit
    if in_supply(g, unit):
        action.barred &= ~(1 << unit)
    g.tell("{unit} in {space} is activated by itself for {number}.", rule="draka.17.14", unit=unit, space=space, number=price)


def activation_label(g: Draka, value: Any) -> str:
    if value[0] == INVADE:
        return f"Corps invasion ({g.charts['invasion']['ops']})"
    unit = g.U[value[1]]
    return f"{g.units.name[unit]} in {g.board.name[g.state.at[unit]]} alone: {VERBS[value[0]]} ({unit_price(g, unit)})"
