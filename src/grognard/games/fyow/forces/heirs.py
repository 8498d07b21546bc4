"""Section 2.7.4: a force that becomes part of another leaves it what it had coming, what it had left behind and what it had
lent: losses of the month and points, convoys and reserves on their way, vehicles abandoned, a company on a sweep.
"""

from __future__ import annotations

from msgspec import structs

from grognard.kernel import cites

from ..context import Fyow


def inherit(g: Fyow, number: int, other: int) -> None:
    """Everything that is kept under the number of the part that ends."""
    take_over_books(g, number, other)
    what_is_on_its_way(g, number, other)
    what_is_away(g, number, other)
    who_has_been_seen(g, number, other)


@cites("fyow.2.7.4")
def take_over_books(g: Fyow, number: int, other: int) -> None:
    """2.7.4, 21.2.1, 21.8: losses of the month, points in the bank and on their way of the part that ends are the whole's."""
    stores, heir = g.state.stores, g.whose_loss(number)
    if other == heir:
        return
    books = [(stores.losses, str(other), str(heir))]
    books += [(stores.bank, f"u{other}{kind}", f"u{heir}{kind}") for kind in ("", ":AFVs", ":guns")]
    for book, old, new in books:
        if points := book.pop(old, 0):
            book[new] = book.get(new, 0) + points
    for delivery in stores.deliveries:
        if delivery.unit == other:
            delivery.unit = heir


@cites("fyow.20.10.3")
def what_is_on_its_way(g: Fyow, number: int, other: int) -> None:
    """2.6.1, 20.10.3, 9.1.1: convoys, supply from the air, reserves and calls for a force that is part of another now."""
    stores, staff = g.state.stores, g.state.staff
    for convoy in stores.convoys:
        if convoy.to == other:
            convoy.to = number
    for book in (stores.extra, stores.extra_tomorrow):
        if dice := book.pop(str(other), 0):
            book[str(number)] = book.get(str(number), 0) + dice
    for transfer in staff.transfers:
        if transfer.unit == other:
            transfer.unit = number
    staff.requests = [asked for asked in staff.requests if not (asked.wanted == other and asked.asker == number)]
    for asked in staff.requests:
        if asked.wanted == other:
            asked.wanted = number
    for unit in g.state.units:
        if any(item.whom == other for item in unit.then):
            unit.then = [structs.replace(item, whom=number) if item.whom == other else item for item in unit.then]


@cites("fyow.20.7.2.1", "fyow.34.14.3")
def what_is_away(g: Fyow, number: int, other: int) -> None:
    """20.7.2.1, 34.14.3, base.maint.1: vehicles left somewhere, a company on a sweep, vehicles out of order."""
    stores, busy = g.state.stores, g.state.partisans.busy
    for entry in stores.abandoned:
        if entry[2] == str(other):
            entry[2] = str(number)
    if until := busy.pop(str(other), 0):
        busy[str(number)] = max(until, busy.get(str(number), 0))
    out = stores.out.pop(str(other), {})
    for element, count in out.items():
        mine = stores.out.setdefault(str(number), {})
        mine[element] = mine.get(element, 0) + count
    for task in stores.tasks:
        if task.job == "repair" and task.place == other:
            task.place = task.unit = number


def who_has_been_seen(g: Fyow, number: int, other: int) -> None:
    """Ruling R162: who had found the part has found the whole, on the same board."""
    for side, seen in g.state.seen.items():
        if other in seen and g.unit(number).board == g.unit(other).board:
            g.spot(side, number)
