"""The 47 army lists to look up: one page for docs/dbms-lists.md, for the rulebook in the browser and for `grognard rules`."""

from __future__ import annotations

from grognard.kernel.game import BookEntry, ReferencePage

from ..tables import ARMY_LISTS, ArmyList

WORDS = {"required": "required", "divisional": "division", "army": "army"}
TEXT = (
    "Seven elements are required, up to 6 of the division and up to 3 of the army make thirteen. Forms: s soft, a armoured;"
    " f foot, w wheeled, t tracked; a slash separates the fighting form from the transport."
)


def lines_of(army: ArmyList) -> list[str]:
    """What a list offers, by category, as printed."""
    found = []
    for category, word in WORDS.items():
        printed = ", ".join(slot.printed for slot in army.slots if slot.category == category)
        if printed:
            found.append(f"{word}: {printed}")
    return found


def reference() -> ReferencePage:
    entries = [
        BookEntry(army.title.removeprefix(f"{army.nation}, "), army.id, army.nation, lines_of(army))
        for army in ARMY_LISTS.values()
    ]
    return ReferencePage("Army lists", TEXT, entries)
