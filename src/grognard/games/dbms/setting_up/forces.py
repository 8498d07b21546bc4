"""Chapters Force Composition and Force Lists: thirteen elements from one army list.

A force is drafted as a list of picks (slot of the list, filling of the slot); `force_refusals` names everything wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from grognard.kernel import Refusal, Tally, cites

from ..state import OFF, WAITING, Element
from ..tables import AIR, ARMY_LISTS, CONSTANTS, ArmyList, Filling, Slot

SIZE: int = CONSTANTS["force_size"]
MOST = {"divisional": CONSTANTS["max_divisional"], "army": CONSTANTS["max_army"]}
MOST_RULE = {"divisional": "dbms.force-composition.3", "army": "dbms.force-composition.4"}
HEADINGS = {"required": "Required", "divisional": "Divisional support", "army": "Army support"}


FOUGHT = {  # which nations fought where
    "western_europe": ("Great Britain", "Germany", "United States", "France"),
    "eastern_europe": ("Germany", "Soviet"),
    "north_africa": ("Great Britain", "Germany", "Italy", "United States"),
    "italy_and_sicily": ("Great Britain", "Germany", "Italy", "United States"),
}


class Pick(Struct, frozen=True):
    """One element of a force: which slot of the list, and how it is filled."""

    slot: int
    filling: int = 0


def list_years(army: ArmyList, options: dict[str, Any]) -> tuple[int, int]:
    first, last = army.years
    if army.id.startswith("de-fallschirmjaeger") and options["fallschirm_airdrop"]:
        return 1940, last  # dbms.R95
    return first, last


def in_theatre(army: ArmyList, theatre: str) -> bool:
    return army.nation.startswith(FOUGHT[theatre])


def default_year(red: ArmyList, blue: ArmyList, options: dict[str, Any]) -> int:
    """dbms.R109: the last year common to both lists; 0: none, each has its own last year."""
    one, two = list_years(red, options), list_years(blue, options)
    last = min(one[1], two[1])
    return last if last >= max(one[0], two[0]) else 0


def fits_year(filling: Filling, army: ArmyList, year: int) -> bool:
    """dbms.force-lists.8: a remark that is a year limits its alternative to that year."""
    when = year or army.years[1]
    return filling.years is None or filling.years[0] <= when <= filling.years[1]


def force_refusals(army: ArmyList, picks: Sequence[Pick], year: int) -> list[Refusal]:
    """Everything that is wrong with these picks."""
    found: list[Refusal] = []
    counts = [0] * len(army.slots)
    by_category = {"required": 0, "divisional": 0, "army": 0}
    for pick in picks:
        if not 0 <= pick.slot < len(army.slots) or not 0 <= pick.filling < len(army.slots[pick.slot].fillings):
            found.append(Refusal("dbms.force-lists.2", f"The list has no entry {pick.slot}, {pick.filling}."))
            continue
        slot = army.slots[pick.slot]
        counts[pick.slot] += 1
        by_category[slot.category] += 1
        if not fits_year(slot.fillings[pick.filling], army, year):
            found.append(Refusal("dbms.force-lists.8", f"{slot.printed}: that filling is not for {year or army.years[1]}."))
    for slot, count in zip(army.slots, counts):
        if slot.category == "required" and count < slot.count:
            why = f"{slot.printed} is required; {count} taken."
            found.append(Refusal("dbms.force-composition.2", why, measured=count, limit=slot.count))
        if count > slot.count:
            rule = "dbms.force-lists.4" if len(slot.fillings) > 1 else "dbms.force-composition.5"
            found.append(Refusal(rule, f"{slot.printed}: {slot.count} at most, not {count}.", measured=count, limit=slot.count))
    for category, most in MOST.items():
        if by_category[category] > most:
            why = f"{by_category[category]} elements of {category} support; {most} at most."
            found.append(Refusal(MOST_RULE[category], why, measured=by_category[category], limit=most))
    if len(picks) != SIZE:
        why = f"A force is exactly {SIZE} elements, not {len(picks)}."
        found.append(Refusal("dbms.force-composition.1", why, measured=len(picks), limit=SIZE))
    return found


def force_sums(army: ArmyList, picks: Sequence[Pick]) -> list[Tally]:
    """How far a force has come: one line for each limit of the list, and the thirteen in all."""
    legal = [pick for pick in picks if 0 <= pick.slot < len(army.slots)]
    taken = {name: sum(army.slots[pick.slot].category == name for pick in legal) for name in ("required", *MOST)}
    needed = sum(slot.count for slot in army.slots if slot.category == "required")
    found = []
    for name, limit, rule in (("required", needed, "dbms.force-composition.2"), *((n, MOST[n], MOST_RULE[n]) for n in MOST)):
        least = "of" if name == "required" else "of at most"
        found.append(Tally(f"{HEADINGS[name]}, {least} {limit}{met(taken[name], limit)}"))
        for i, slot in enumerate(army.slots):
            count = sum(pick.slot == i for pick in legal)
            if slot.category == name and count:
                found[-1].add(count, f"{slot.printed}, {count} of {slot.count}", rule)
    whole = Tally(f"The force, of {SIZE}{met(len(legal), SIZE)}")
    for name, count in taken.items():
        whole.add(count, HEADINGS[name], "dbms.force-composition.1")
    return [*found, whole]


def met(count: int, limit: int) -> str:
    return " \N{CHECK MARK}" if count == limit else f" ({count - limit} too many)" if count > limit else ""


def required_picks(army: ArmyList) -> list[Pick]:
    return [Pick(i) for i, slot in enumerate(army.slots) if slot.category == "required" for _ in range(slot.count)]


def offers(army: ArmyList, picks: Sequence[Pick], year: int) -> list[Pick]:
    """What could still be added."""
    counts = [sum(pick.slot == i for pick in picks) for i in range(len(army.slots))]
    found = []
    for i, slot in enumerate(army.slots):
        if counts[i] >= slot.count:
            continue
        taken = sum(army.slots[p.slot].category == slot.category for p in picks)
        if slot.category in MOST and taken >= MOST[slot.category]:
            continue
        found += [Pick(i, f) for f, filling in enumerate(slot.fillings) if fits_year(filling, army, year)]
    return found


def sample_forces(army: ArmyList, year: int) -> list[list[Pick]]:
    """Whole legal forces: much of the division first, much of the army first, with and without aircraft."""
    orders: list[Callable[[int, Slot], tuple[Any, ...]]] = [
        lambda i, slot: (slot.category != "divisional", i),
        lambda i, slot: (slot.category != "army", i),
        lambda i, slot: (slot.fillings[0].code in AIR, slot.category != "divisional", i),
        lambda i, slot: (slot.fillings[0].code in ("IN", "FI"), slot.category != "army", -i),
    ]
    found: list[list[Pick]] = []
    for turn, order in enumerate(orders):
        picks = required_picks(army)
        optional = sorted(
            [(i, slot) for i, slot in enumerate(army.slots) if slot.category != "required"], key=lambda one: order(*one)
        )
        for i, slot in optional:
            for _ in range(slot.count):
                legal = [p for p in offers(army, picks, year) if p.slot == i]
                if legal and len(picks) < SIZE:
                    picks.append(legal[turn % len(legal)])
        if picks not in found and not any(force_refusals(army, picks, year)):
            found.append(picks)
    return found


def elements_of(army: ArmyList, picks: Sequence[Pick], side: str, options: dict[str, Any]) -> list[Element]:
    return [element_of(army, pick, side, options) for pick in sorted(picks, key=lambda p: (p.slot, p.filling))]


def element_of(army: ArmyList, pick: Pick, side: str, options: dict[str, Any]) -> Element:
    """One element as its list describes it, with the list's options (dbms.R93 to R95)."""
    slot = army.slots[pick.slot]
    filling = slot.fillings[pick.filling]
    code, forms = filling.code, forms_of(filling)
    if (
        options["italian_1942_artillery"]
        and army.id == "it-armored-1942-1943"
        and slot.category == "divisional"
        and code == "AT"
    ):
        code = "AR"
    if options["horse_limbers"] and "horse" in filling.note and filling.loaded == "sw":
        forms = (filling.form, "sh")
    if options["fallschirm_airdrop"] and army.id.startswith("de-fallschirmjaeger") and code != "GE":
        forms = without_transport(filling)
    return Element(side, code, forms, portee=is_portee(filling), status=OFF if code in AIR else WAITING, note=filling.note)


@cites("dbms.force-lists.3", "dbms.force-lists.5")
def forms_of(filling: Filling) -> tuple[str, ...]:
    """Before the slash the form in which it fights, after it the one that carries it; sh is foot on horse or bicycle."""
    return filling.forms


@cites("dbms.force-lists.6")
def is_portee(filling: Filling) -> bool:
    """Listed with two fighting forms: it also fights from its truck."""
    return bool(filling.second)


@cites("dbms.force-lists.7")
def without_transport(filling: Filling) -> tuple[str, ...]:
    """Dropped from the air, they have come without their vehicles."""
    return (filling.form,)


def pick_words(army: ArmyList, pick: Pick) -> str:
    slot = army.slots[pick.slot]
    filling = slot.fillings[pick.filling]
    return f"{filling.code} ({'/'.join(filling.forms)}{', ' + filling.note if filling.note else ''}), {slot.category}"


def heading_of(army: ArmyList, pick: Pick) -> str:
    return HEADINGS[army.slots[pick.slot].category]


def list_named(name: str) -> ArmyList:
    return ARMY_LISTS[name]
