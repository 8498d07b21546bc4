"""Sections 33.7.3.5 to 33.7.3.9 and 33.10: losses by table, what they take out of the order of battle, ammunition, works.

The owner says which elements go (33.7.3.9); `automatic` is what the program takes if he leaves it to it (ruling R135).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.tally import exact
from grognard.kernel.words import counted, listing

from ..asks import Ask
from ..context import Fyow
from ..records.map_detail import SOLID
from ..state import AMBER, DESTROYED, GREEN, RED, Battle
from ..tables import AFVS, ELEMENTS, EQUIPMENT, TABLES, absorbs, element_name, half_points, number_of
from .condition import count_loss

LOSSES = TABLES["losses"]
SUPPLEMENTAL = TABLES["supplemental"]
CONDITION = {"green": GREEN, "amber": AMBER, "red": RED, "destroyed": DESTROYED}
SUPPORT = ("radio_set", "radio_exchange_vehicle", "bridging_set", "mine_equipment", "field_park")
SLACK = 2  # half points: a difference of 1 point may be ignored (fyow.33.7.3.9)


class Removal(Struct, frozen=True):
    """Elements taken out, and AFVs that are now damaged."""

    lost: dict[str, int] = {}
    damaged: dict[str, int] = {}


# ------------------------------------------------------------------ 33.7.3.5: how much


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


@cites("fyow.33.7.3.7")
def committed_forces(g: Fyow, battle: Battle, numbers: list[int]) -> list[int]:
    """33.7.3.7: only the force committed suffers."""
    return [n for n in numbers if g.unit(n).condition != DESTROYED and str(n) in battle.values]


@cites("fyow.33.7.3.6")
def overwhelming(battle: Battle) -> int:
    """33.7.3.6: what the attacker added to his D10 for shifts beyond the table or above 5 to 1."""
    return battle.extra


def take_losses(g: Fyow, battle: Battle) -> Procedure:
    """33.7.3.5, 33.7.3.6, 33.7.3.8: both sides throw, in the Outcome session."""
    battle.counted = True
    defender = g.enemy(battle.attacker)
    loser = battle.attacker if battle.result.startswith("AR") else defender if battle.result.startswith("DR") else ""
    for side, numbers in ((battle.attacker, battle.attackers), (defender, battle.defenders)):
        fought = committed_forces(g, battle, numbers)
        if not fought:
            continue
        less = Tally("on the die for losses")
        if side == battle.attacker and overwhelming(battle):
            less.add(-overwhelming(battle), "as much as was added to the D10", "fyow.33.7.3.6")
        shown = [less] if less.terms else []
        die = g.d6("Losses of the {side}", rule="fyow.33.7.3.5", by=side, side=side, tallies=shown) + int(less)
        percent, state = share_of(battle.result, side == loser, die)
        for number in list(fought):
            value = battle.values.get(str(number), g.half_value(number))
            yield from suffer(g, number, value, percent, state, battle.committed.get(str(number)))
        for number in fought:
            if g.unit(number).condition != DESTROYED:
                supplemental(g, number, battle.result, side == loser)
    damage_works(g, battle)


def suffer(g: Fyow, number: int, value: int, percent: int, state: str, part: Mapping[str, int] | None = None) -> Procedure:
    """33.7.3.5: per cent of the value at the CRT throw, rounded down; the condition only ever gets worse (base.sc.3)."""
    points = value * percent // 200
    text = "{unit} loses {percent} per cent, {points}."
    rule = "fyow.33.7.3.5" if part is None else "fyow.33.7.3.7"
    g.tell(text, rule=rule, unit=number, percent=percent, points=counted(points, "point"))
    if percent >= 100 and part is None:
        g.destroy(number, "{unit} is wiped out.", "fyow.33.7.3.5")
        return
    if has_no_value(g, number):
        lose_trucks(g, number, sum(g.unit(number).elements.values()) * percent // 100)
    else:
        yield from pay_losses(g, number, points, part)
    if g.unit(number).condition != DESTROYED and state:
        g.fall_to(number, CONDITION[state], "fyow.base.sc.3")


def has_no_value(g: Fyow, number: int) -> bool:
    """2.1.4: soft vehicles are free, so a convoy or a column of trucks is worth no points."""
    return bool(g.unit(number).elements) and g.half_value(number) <= 0


@cites("fyow.20.10.5")
def lose_trucks(g: Fyow, number: int, trucks: int) -> None:
    """20.10.5, ruling R215: so many per cent of its vehicles, or one for each point of shells and bombs."""
    unit, left = g.unit(number), trucks
    for element in sorted(unit.elements):
        gone = min(left, unit.elements[element])
        unit.elements[element] -= gone
        left -= gone
    unit.elements = {e: n for e, n in unit.elements.items() if n}
    if not unit.elements:
        g.destroy(number, "Nothing is left of {unit}.", "fyow.20.10.5")
    elif trucks:
        words = {"n": counted(trucks, "vehicle")}
        g.tell("{unit} loses {n}.", rule="fyow.20.10.5", to=g.witnesses(number), unit=number, **words)


# ------------------------------------------------------------------ 33.7.3.9: which elements


def pay_losses(g: Fyow, number: int, points: int, part: Mapping[str, int] | None = None) -> Procedure:
    """33.7.3.9: the owner takes out any elements to the value."""
    unit = g.unit(number)
    wanted = points * 2 + unit.owed
    if wanted <= 0:
        return
    if wanted >= g.half_value(number):
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")
        return
    own = dict(part or unit.elements)
    own = {e: min(n, unit.elements.get(e, 0)) for e, n in own.items() if unit.elements.get(e, 0)}
    first, left = automatic(own, unit.damaged, wanted)
    offered = [r for r in suggestions(own, unit.damaged, wanted) if may_remove(g, number, own, wanted, r) is None]
    if offered and not g.options["loss_removal_automatic"]:
        words: dict[str, Any] = {"label": lambda r: removal_words(r), "on": lambda r: (f"u{number}", "")}
        first = yield g.ask_checked(
            unit.side, f"{unit.name} loses {_in_points(wanted)}: which elements?", name=Ask.LOSSES,
            rule="fyow.33.7.3.9", shape=Removal, check=lambda r: may_remove(g, number, own, wanted, r),
            suggest=lambda: offered, **words,
        )  # fmt: skip
        worth = removal_value(unit.damaged, first)
        left = wanted - worth if abs(wanted - worth) > SLACK else 0
    remove(g, number, first)
    unit.owed = max(0, left)


def _points(half: int) -> Any:
    return Fraction(half, 2)


def _in_points(half: int) -> str:
    return f"{exact(_points(half))} {'point' if half <= 2 else 'points'}"


def removal_words(removal: Removal) -> str:
    gone = [number_of(n, e) for e, n in removal.lost.items()]
    hurt = [f"{number_of(n, e)} damaged" for e, n in removal.damaged.items()]
    return listing(gone + hurt) or "nothing"


def removal_value(damaged: Mapping[str, int], removal: Removal) -> int:
    """Half points that a removal takes; the AFVs that go are damaged ones as long as there are any."""
    total = sum(absorbs(e) * n for e, n in removal.damaged.items())
    for element, count in removal.lost.items():
        wrecks = min(count, damaged.get(element, 0))
        total += half_points(element) * count - absorbs(element) * wrecks
    return total


def may_remove(g: Fyow, number: int, own: Mapping[str, int], wanted: int, removal: Removal) -> Refusal | None:
    """33.7.3.9, 33.10.2: nobody loses what he has not; the sum fits to within a point, or to what elements allow."""
    unit = g.unit(number)
    for element, count in removal.lost.items():
        if count < 0 or count > own.get(element, 0):
            has = number_of(own.get(element, 0), element)
            return Refusal("fyow.33.7.3.9", f"{unit.name} has {has} in the fight, not {count}.")
    for element, count in removal.damaged.items():
        whole = own.get(element, 0) - unit.damaged.get(element, 0) - removal.lost.get(element, 0)
        if element not in AFVS:
            return Refusal("fyow.33.10.2", f"Only an AFV can be damaged, not {element_name(element)}.")
        if count < 0 or count > whole:
            return Refusal("fyow.33.10.2", f"{unit.name} has {number_of(max(0, whole), element)} undamaged.")
    worth = removal_value(unit.damaged, removal)
    if worth > wanted + SLACK:
        words = f"That is {exact(_points(worth))} points; {exact(_points(wanted))} are lost."
        return Refusal("fyow.33.7.3.9", words, limit=wanted // 2, measured=worth // 2)
    left = wanted - worth
    steps = [half_points(e) for e, n in own.items() if n > removal.lost.get(e, 0) and e not in AFVS and half_points(e)]
    steps += [absorbs(e) for e, n in own.items() if e in AFVS and n > _touched(unit.damaged, removal, e)]
    if left > SLACK and any(step <= left for step in steps):
        words = f"That is only {exact(_points(worth))} of {exact(_points(wanted))} points."
        return Refusal("fyow.33.7.3.9", words, limit=wanted // 2, measured=worth // 2)
    return None


def _touched(damaged: Mapping[str, int], removal: Removal, element: str) -> int:
    return damaged.get(element, 0) + removal.damaged.get(element, 0) + removal.lost.get(element, 0)


def suggestions(own: Mapping[str, int], damaged: Mapping[str, int], wanted: int) -> list[Removal]:
    """In proportion first; then as far as possible men only, and machines only."""
    found = [automatic(own, damaged, wanted)[0]]
    men = {e: n for e, n in own.items() if ELEMENTS[e].get("figure")}
    rest = {e: n for e, n in own.items() if e not in men}
    for part in (men, rest):
        removal, left = automatic(part, damaged, wanted)
        if part and left <= SLACK and removal not in found:
            found.append(removal)
    return found


@cites("fyow.10.6.1", "fyow.15.3.5")
def under_fire(g: Fyow, number: int) -> None:
    """10.6.1: an attack that it did not expect; 15.3.5: nor is this a session without any challenge."""
    unit = g.unit(number)
    unit.surprised, unit.calm = True, -1


def bombard(g: Fyow, number: int, points: int) -> None:
    """Points lost otherwise than by the losses table: they count towards the milestone (base.sc.2)."""
    remove_points(g, number, points)
    count_loss(g, number, points)
    g.unit(number).fought = True


def remove_points(g: Fyow, number: int, points: int, *, drowned: bool = False) -> None:
    """33.10.1, ruling R135: what the program takes; a remainder too small for any element is kept for the next loss."""
    unit = g.unit(number)
    if has_no_value(g, number):
        lose_trucks(g, number, points)
        return
    wanted = points * 2 + unit.owed
    if wanted >= g.half_value(number):
        if drowned:
            unit.elements = {e: n for e, n in unit.elements.items() if comes_back(e, drowned=True)}
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")
        return
    removal, left = automatic(unit.elements, unit.damaged, wanted)
    remove(g, number, removal, drowned=drowned)
    unit.owed = left


@cites("fyow.29.16.2")
def comes_back(element: str, *, drowned: bool) -> bool:
    """29.16.2: of what goes down with swamped craft only men count for replenishment."""
    return not drowned or bool(ELEMENTS[element].get("figure"))


def remove(g: Fyow, number: int, removal: Removal, *, drowned: bool = False) -> None:
    """33.10.1: the elements leave the order of battle."""
    unit = g.unit(number)
    for element, count in removal.lost.items():
        if not count:
            continue
        wrecks = min(count, unit.damaged.get(element, 0))
        unit.elements[element] -= count
        if comes_back(element, drowned=drowned):
            g.record_loss(number, element, count)
        if wrecks:
            unit.damaged[element] -= wrecks
    for element, count in removal.damaged.items():
        unit.damaged[element] = unit.damaged.get(element, 0) + count
    unit.elements = {e: n for e, n in unit.elements.items() if n}
    unit.damaged = {e: n for e, n in unit.damaged.items() if n}
    unit.concealed = {e: min(n, unit.elements.get(e, 0)) for e, n in unit.concealed.items() if unit.elements.get(e, 0)}
    if g.half_value(number) <= 0:
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")


def automatic(own: Mapping[str, int], hurt: Mapping[str, int], wanted: int) -> tuple[Removal, int]:
    """Ruling R135: in proportion over element types, infantry first; guns and vehicles when their share reaches half a model;
    AFVs first damaged; radios, bridging and soft vehicles last. Returns the removal and what is left over."""
    wrecked = sum(absorbs(e) * min(n, own.get(e, 0)) for e, n in hurt.items())
    whole = max(1, sum(half_points(e) * n for e, n in own.items()) - wrecked)
    lost: dict[str, int] = {}
    damaged: dict[str, int] = {}
    left = wanted
    for element in _in_order(own):
        cost, count = half_points(element), own[element]
        if element in SUPPORT or not cost:
            continue
        share = wanted * cost * count // whole
        if element in AFVS:
            left -= _hit_vehicles(element, count, hurt.get(element, 0), min(share, left), lost, damaged)
            continue
        gone = share // cost if ELEMENTS[element].get("figure") else (2 * share + cost) // (2 * cost)
        left -= _strike_off(element, count, min(gone, left // cost), lost)
    while True:  # what rounding left over: figures, then whatever fits, one by one
        fits = [
            e for e in _in_order(own) if e not in AFVS and 0 < half_points(e) <= left and own[e] > lost.get(e, 0)
        ]
        if not fits:
            return Removal(lost, damaged), left
        many = left // half_points(fits[0]) if ELEMENTS[fits[0]].get("figure") else 1
        left -= _strike_off(fits[0], own[fits[0]], max(1, many), lost)


def _in_order(elements: Mapping[str, int]) -> list[str]:
    """Figures first, then by cost, the cheap before the dear; the same order always."""
    return sorted(elements, key=lambda e: (not ELEMENTS[e].get("figure"), e in SUPPORT, half_points(e), e))


def _strike_off(element: str, have: int, count: int, lost: dict[str, int]) -> int:
    count = min(count, have - lost.get(element, 0))
    if count <= 0:
        return 0
    lost[element] = lost.get(element, 0) + count
    return count * half_points(element)


def _hit_vehicles(
    element: str, have: int, hurt: int, share: int, lost: dict[str, int], damaged: dict[str, int]
) -> int:
    """33.10.2: an AFV absorbs up to half its value and is damaged; a damaged one that is hit again is gone."""
    cost, half, taken = half_points(element), absorbs(element), 0
    hurt = min(hurt, have)
    fresh, wrecks = have - hurt, hurt
    while share - taken >= half:
        if fresh:
            fresh, taken = fresh - 1, taken + half
            damaged[element] = damaged.get(element, 0) + 1
        elif wrecks and share - taken >= cost - half:
            wrecks, taken = wrecks - 1, taken + cost - half
            lost[element] = lost.get(element, 0) + 1
        else:
            break
    return taken


# ------------------------------------------------------------------ 33.7.3.8: what else is used up or broken


def supplemental(g: Fyow, number: int, result: str, loses: bool) -> None:
    """33.7.3.8, ruling R134: a die for the ammunition, and one for each piece of engineer equipment."""
    unit = g.unit(number)
    row = SUPPLEMENTAL[row_of(result) if loses and result != "NR" else "winner_or_NR"]
    die = g.d6("Ammunition of {unit}", rule="fyow.33.7.3.8", by=unit.side, unit=number)
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


def damage_works(g: Fyow, battle: Battle) -> None:
    """33.7.3.8, ruling R134: each building and bridge on the board throws one D6 for the whole battle."""
    if battle.works:
        return
    battle.works = True
    row = SUPPLEMENTAL["winner_or_NR"]["works"]
    for work in g.state.staff.works:
        if work.board != battle.board or work.kind not in SOLID or work.destroyed:
            continue
        die = g.d6("Damage to {name}", rule="fyow.33.7.3.8", name=work.name)
        hit = row[die - 1]
        if hit:
            work.damage = min(work.points, work.damage + hit)
            state = "destroyed" if work.destroyed else f"damaged, {work.damage} of {work.points}"
            g.tell("{name} is {state}.", rule="fyow.33.7.3.8", name=work.name, state=state)


def lost_elements(g: Fyow) -> dict[str, dict[str, int]]:
    """Elements by kind: those of the scenario that are no longer there."""
    found: dict[str, dict[str, int]] = {side: {} for side in g.static.sides}
    for record in g.static.scenario["unit"]:
        for name, count in record.get("elements", {}).items():
            words = name.replace("_", " ")
            found[record["side"]][words] = found[record["side"]].get(words, 0) + count
    for unit in g.state.units:
        for name, count in unit.elements.items():
            words = name.replace("_", " ")
            if words in found[unit.side]:
                found[unit.side][words] -= count
    return {side: {name: lost for name, lost in arms.items() if lost > 0} for side, arms in found.items()}
