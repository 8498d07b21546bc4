"""Chapters 3.1, 7.1, 17.14 and cards ap.31, ap.49, cp.41, cp.55: what activation costs, and units activated one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog.actions import operations
from grognard.games.pog.actions.operations import ATTACK, MOVE
from grognard.games.pog.static import AP, points_left
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import Procedure, Refusal, cites

from ..asks import INVASIONS, ActivateUnit, Invade
from ..combat.invasion import may_invade, name_invasion
from ..supply.tracing import over_poor_harbour

if TYPE_CHECKING:
    from ..context import Draka


INVASION_NAMES = {
    "": "Corps invasion", "channel": "Landing out of London at a Channel port",
    "bosporus": "Landing of the RU 7th Army at Constantinople",
}  # fmt: skip


def price_nations(g: Draka, space: int, stack: list[int]) -> list[str]:
    """3.1: the Draka are British, but two nationalities under Lloyd George (card cp.55); R67: units of two nations."""
    second = g.units.second
    plain = [u for u in stack if not second[u]]
    plain = _fourteenth(g, plain)
    nations: list[str] = []
    for nation in operations.price_nations(g, space, plain) if plain else []:
        name = draka_price_nation(g) if nation == "dr" else nation
        if name not in nations:
            nations.append(name)
    for unit in stack:
        if second[unit] and not counts_with(g, unit, nations):
            nations.append(g.units.nation[unit])
    return nations


@cites("draka.3.1")
def draka_price_nation(g: Draka) -> str:
    """For activation the Draka are British, except under Lloyd George."""
    return "dr" if under_lloyd_george(g) else "br"


@cites("draka.card.cp.55")
def under_lloyd_george(g: Draka) -> bool:
    """While Lloyd George lasts the Draka and the British are two nationalities."""
    return g.state.turn <= g.state.lloyd


@cites("draka.5.2", "draka.ap.gr.3")
def counts_with(g: Draka, unit: int, nations: list[str]) -> bool:
    """The Asia Korps is German or Turkish, the volunteers Greek or Draka, whichever is there anyway."""
    return bool({g.units.nation[unit], g.units.second[unit], g.units.second_family[unit]} & set(nations))


@cites("draka.card.cp.41")
def _fourteenth(g: Draka, stack: list[int]) -> list[int]:
    """The GE 14th Army and one Italian unit in its space are one nationality."""
    army = g.U["ge.a14"]
    italians = [u for u in stack if g.units.nation[u] == "it"]
    if army in stack and len(italians) == 1:
        return [u for u in stack if u != italians[0]]
    return stack


def activation_cost(g: Draka, space: int, kind: str) -> int:
    """17.14: at a poor harbour every unit is paid for, 1 OPS a corps and 2 an army; the others as usual."""
    stack = g.stack[space]
    if g.units.side[stack[0]] == AP:
        poor = [u for u in stack if over_poor_harbour(g, u)]
        if poor:
            rest = [u for u in stack if u not in poor]
            return sum(unit_price(g, u) for u in poor) + (operations.allied_price(g, space, rest, kind) if rest else 0)
    return operations.activation_cost(g, space, kind)


@cites("draka.card.ap.51")
def everyone_into_battle(g: Draka, space: int) -> bool:
    """This turn any Allied stack in the named nations, those of the Balkans among them, costs 1."""
    return operations.everyone_into_battle(g, space)


@cites("draka.card.ap.31.c")
def unit_price(g: Draka, unit: int) -> int:
    """One by one over a beachhead: 2 OPS an army, 1 a corps."""
    chart = g.charts["invasion"]["activation"]
    return int(chart["army"] if g.units.army[unit] else chart["corps"])


@cites("draka.7.1")
def attack_limit(g: Draka, space: int) -> Refusal | None:
    """No Near East limit; card ap.49.d: after Central Asia Offensive one Zone space an action."""
    action = g.state.action
    if action.side == AP and g.played("ap.49") and g.in_zone(space):
        counted = [s for s in bits(action.attack) if g.in_zone(s)]
        if counted:
            return Refusal("draka.card.ap.49.d", f"{g.board.name[counted[0]]} is the one Zone space activated for attack.")
    return None


def extra_activations(g: Draka) -> list[Any]:
    """17.5: a corps invasion; 17.14, R52: single units at poor harbours."""
    action = g.state.action
    if action.side != AP:
        return []
    found: list[Any] = []
    found += [value for value in INVASIONS if may_invade(g, value.sort) is None]
    if g.beachheads or g.controls(AP, g.S["valona"]) or g.controls(AP, g.S["reggio"]):
        for space in bits(g.occ[AP] & ~g.neutral):
            if len(g.stack[space]) > 1 or single(g) >> space & 1:
                for kind in (MOVE, ATTACK):
                    fit = [u for u in g.stack[space] if may_activate_unit(g, kind, u) is None]
                    found += [ActivateUnit(kind, g.units.id[u]) for u in g.distinct(fit)]
    return found


def activation_candidates(g: Draka) -> list[Any]:
    """An invasion, for whoever asks why there is none."""
    return list(INVASIONS) if g.state.action.side == AP else []


def activation_piece(g: Draka, value: Any) -> str:
    return value.unit if isinstance(value, ActivateUnit) else ""


def single(g: Draka) -> int:
    """Spaces whose units are activated one by one in this action."""
    return int(g.note().get("single", 0))


def may_activate_unit(g: Draka, kind: str, unit: int) -> Refusal | None:
    action = g.state.action
    space = g.state.at[unit]
    name = g.units.name[unit]
    if space < 0 or g.units.side[unit] != AP or not over_poor_harbour(g, unit):
        return Refusal("draka.17.14", f"{name} is not supplied through a poor harbour alone.")
    bit = 1 << space
    if (action.move | action.attack) & bit:
        same = action.move if kind == MOVE else action.attack
        if not (single(g) & bit and same & bit and action.barred >> unit & 1):
            return Refusal("pog.9.2.5", f"{g.board.name[space]} is already activated.")
    if action.moved >> unit & 1 or (action.barred >> unit & 1 and not (action.move | action.attack) & bit):
        return Refusal("draka.17.10", f"{name} sails in this action.")
    if unit_price(g, unit) > action.points:
        return Refusal("pog.9.2.1", f"{name} costs {unit_price(g, unit)}; {points_left(action.points)}.")
    if kind == ATTACK:
        return operations.may_activate(g, ATTACK, space) if not (action.attack & bit) else None
    return None


def may_activate_extra(g: Draka, value: Any) -> Refusal | None:
    if isinstance(value, Invade):
        return may_invade(g, value.sort)
    return may_activate_unit(g, value.kind, g.U[value.unit])


def activate_extra(g: Draka, value: Any) -> Procedure:
    if isinstance(value, Invade):
        yield from name_invasion(g, value.sort)
        return
    action, unit = g.state.action, g.U[value.unit]
    space = g.state.at[unit]
    bit = 1 << space
    price = unit_price(g, unit)
    action.points -= price
    if not (action.move | action.attack) & bit:
        g.note()["single"] = single(g) | bit
        for other in g.stack[space]:
            action.barred |= 1 << other
        if value.kind == MOVE:
            action.move |= bit
        else:
            action.attack |= bit
    if in_supply(g, unit):
        action.barred &= ~(1 << unit)
    g.tell("{unit} in {space} is activated by itself for {number}.", rule="draka.17.14", unit=unit, space=space, number=price)


def activation_label(g: Draka, value: Any) -> str:
    if isinstance(value, Invade):
        return f"{INVASION_NAMES[value.sort]} ({g.charts['invasion']['ops']})"
    unit = g.U[value.unit]
    return f"{g.units.name[unit]} in {g.board.name[g.state.at[unit]]} alone: {value.kind} ({unit_price(g, unit)})"
