"""Sections 33.7.3.5 to 33.7.3.9 and 33.10: losses by table, what they take out of the order of battle, ammunition."""

from __future__ import annotations

from grognard.kernel import in_force

from .condition import count_loss
from .context import Fyow
from .state import AMBER, DESTROYED, GREEN, RED, Battle
from .static import AFVS, ELEMENTS, EQUIPMENT, TABLES, half_points

LOSSES = TABLES["losses"]
SUPPLEMENTAL = TABLES["supplemental"]
CONDITION = {"green": GREEN, "amber": AMBER, "red": RED, "destroyed": DESTROYED}
SUPPORT = ("radio_set", "radio_exchange_vehicle", "bridging_set", "mine_equipment", "field_park")


def row_of(result: str) -> str:
    """AR and DR are the row R1, AR2 and DR2 the row R2, and so on."""
    return "NR" if result == "NR" else f"R{result[2:] or '1'}"


def share_of(result: str, loses: bool, die: int) -> tuple[int, str]:
    """33.7.3.5: per cent and condition for one side; a die of 0 or less means 1% (33.7.3.6)."""
    row = LOSSES[row_of(result)]
    who = "both" if result == "NR" else "loser" if loses else "winner"
    if die <= 0:
        return 1, ""
    return int(row[who][die - 1]), str(row[f"{who}_condition"][die - 1])


def take_losses(g: Fyow, battle: Battle) -> None:
    """33.7.3.5, 33.7.3.6, 33.7.3.8: both sides throw, in the Outcome session."""
    battle.counted = True
    defender = g.enemy(battle.attacker)
    loser = battle.attacker if battle.result.startswith("AR") else defender if battle.result.startswith("DR") else ""
    for side, numbers in ((battle.attacker, battle.attackers), (defender, battle.defenders)):
        fought = [n for n in numbers if g.unit(n).condition != DESTROYED]
        if in_force("fyow.33.7.3.7"):
            fought = [n for n in fought if str(n) in battle.values]
        if not fought:
            continue
        die = g.d6("Losses of the {side}", rule="fyow.33.7.3.5", by=side, side=side)
        if side == battle.attacker and battle.extra and in_force("fyow.33.7.3.6"):
            die -= battle.extra
        percent, state = share_of(battle.result, side == loser, die)
        for number in list(fought):
            if in_force("fyow.33.7.3.5"):
                suffer(g, number, battle.values.get(str(number), g.half_value(number)), percent, state)
        for number in fought:
            if g.unit(number).condition != DESTROYED:
                supplemental(g, number, battle.result, side == loser)


def suffer(g: Fyow, number: int, value: int, percent: int, state: str) -> None:
    """33.7.3.5: per cent of the value at the CRT throw, rounded down; the condition only ever gets worse (base.sc.3)."""
    points = value * percent // 200
    text = "{unit} loses {percent} per cent, {points} points."
    g.tell(text, rule="fyow.33.7.3.5", unit=number, percent=percent, points=points)
    if percent >= 100:
        g.destroy(number, "{unit} is wiped out.", "fyow.33.7.3.5")
        return
    remove_points(g, number, points)
    if g.unit(number).condition != DESTROYED and state and in_force("fyow.base.sc.3"):
        g.fall_to(number, CONDITION[state], "fyow.base.sc.3")


def bombard(g: Fyow, number: int, points: int) -> None:
    """Points lost otherwise than by the losses table: they count towards the milestone (base.sc.2)."""
    remove_points(g, number, points)
    count_loss(g, number, points)
    g.unit(number).fought = True


def remove_points(g: Fyow, number: int, points: int) -> None:
    """33.10.1, ruling R135: in proportion over element types, infantry first; guns and vehicles when their share reaches
    half a model; AFVs first damaged; radios, bridging and soft vehicles last. A small remainder is kept for the next loss."""
    unit = g.unit(number)
    wanted = points * 2 + unit.owed
    whole = g.half_value(number)
    if wanted >= whole:
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")
        return
    left = wanted
    for element in _in_order(unit.elements):
        cost, count = half_points(element), unit.elements[element]
        if element in SUPPORT or not cost:
            continue
        share = wanted * cost * count // whole
        if element in AFVS:
            left -= _hit_vehicles(g, number, element, min(share, left))
            continue
        gone = share // cost if ELEMENTS[element].get("figure") else (2 * share + cost) // (2 * cost)
        left -= _strike_off(g, number, element, min(gone, left // cost))
    left = _the_rest(g, number, left)
    unit.owed = left
    if g.half_value(number) <= 0:
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")


def _in_order(elements: dict[str, int]) -> list[str]:
    """Figures first, then by cost, the cheap before the dear; the same order always."""
    return sorted(elements, key=lambda e: (not ELEMENTS[e].get("figure"), e in SUPPORT, half_points(e), e))


def _strike_off(g: Fyow, number: int, element: str, count: int) -> int:
    unit = g.unit(number)
    count = min(count, unit.elements[element] - unit.damaged.get(element, 0))
    if count <= 0:
        return 0
    unit.elements[element] -= count
    if not unit.elements[element]:
        del unit.elements[element]
    return count * half_points(element)


def _hit_vehicles(g: Fyow, number: int, element: str, share: int) -> int:
    """33.10.2: an AFV absorbs up to half its value and is damaged; a damaged one that is hit again is gone."""
    unit, cost = g.unit(number), half_points(element)
    half, taken = cost // 2, 0
    while share - taken >= half and unit.elements.get(element, 0):
        damaged = unit.damaged.get(element, 0)
        if damaged < unit.elements[element] and in_force("fyow.33.10.2"):
            unit.damaged[element] = damaged + 1
            taken += half
            continue
        if share - taken < cost - half:
            break
        unit.elements[element] -= 1
        unit.damaged[element] = max(0, damaged - 1)
        taken += cost - half
    if not unit.elements.get(element, 1):
        del unit.elements[element]
    if not unit.damaged.get(element, 1):
        del unit.damaged[element]
    return taken


def _the_rest(g: Fyow, number: int, left: int) -> int:
    """What rounding left over: figures, then whatever fits, one by one."""
    unit = g.unit(number)
    while True:
        fits = [e for e in _in_order(unit.elements) if e not in AFVS and 0 < half_points(e) <= left]
        if not fits:
            return left
        left -= _strike_off(g, number, fits[0], max(1, left // half_points(fits[0]) if ELEMENTS[fits[0]].get("figure") else 1))


def supplemental(g: Fyow, number: int, result: str, loses: bool) -> None:
    """33.7.3.8, ruling R134: a die for the ammunition, and one for each piece of engineer equipment."""
    unit = g.unit(number)
    row = SUPPLEMENTAL[row_of(result) if loses and result != "NR" else "winner_or_NR"]
    die = g.d6("Ammunition of {unit}", rule="fyow.33.7.3.8", by=unit.side, unit=number)
    if in_force("fyow.33.7.3.8"):
        unit.ammunition = max(0, unit.ammunition - row["ammo_quarters_used"][die - 1])
        if row.get("stockpile_lost"):
            unit.stockpile = 0
    for element in EQUIPMENT:
        for _ in range(unit.elements.get(element, 0)):
            die = g.d6("Engineer equipment of {unit}", rule="fyow.33.7.3.8", by=unit.side, unit=number)
            if die <= row["equipment_lost"]:
                unit.elements[element] -= 1
        if not unit.elements.get(element, 1):
            del unit.elements[element]
