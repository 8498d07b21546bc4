"""A side gets other commanders while the match runs: new seats, old ones gone, and the people go along.

Who sat in a seat that is gone sits down in the first new one of his side. All is written with the entry that says so, or
nothing is: other processes hear of the entry and load the match again.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from .. import verbs
from ..naming import check_seat_names
from ..schema import clocks, drafts, invitations, matches, members, offers
from ..store import now
from ..table import LiveTable
from ..wire import SeatInfo


async def split(table: LiveTable, seats: dict[str, str]) -> None:
    """The caller holds the lock, and has asked whether this person may."""
    check_seat_names(seats, table.head.sides)
    old = table.row.seats
    infos = seat_infos(seats, table.head.sides, old)

    def also(connection: Connection) -> None:
        _move(connection, table.id, {seat: info.side for seat, info in old.items()}, seats)
        words = msgspec.json.encode(infos).decode()
        connection.execute(update(matches).where(matches.c.id == table.id).values(seats=words))

    await table.change("split", None, verbs.reseat, seats, also=also, seats=infos)
    table.drafts = {seat: items for seat, items in table.drafts.items() if seat in seats}


def seat_infos(seats: dict[str, str], sides: dict[str, str], old: dict[str, SeatInfo]) -> dict[str, SeatInfo]:
    """A seat that stays is as it was; a new one is open, unless bots alone sat on its side."""
    made = {}
    for seat, side in seats.items():
        if seat in old and old[seat].side == side:
            made[seat] = old[seat]
            continue
        before = [info for info in old.values() if info.side == side]
        bots = [info.bot for info in before if info.kind == "bot"]
        name = sides.get(side, side)
        words = name if seat == side else f"{seat} ({name})"
        alone = bool(bots) and len(bots) == len(before)
        made[seat] = SeatInfo(side, words, "bot", bots[0]) if alone else SeatInfo(side, words, "open")
    return made


def _move(connection: Connection, id: str, old: dict[str, str], new: dict[str, str]) -> None:
    _hand_on_clocks(connection, id, old, new)
    for seat in [seat for seat in old if seat not in new]:
        mine = (members.c.match == id) & (members.c.seat == seat)
        to = next(other for other, side in new.items() if side == old[seat])
        people = [user for (user,) in connection.execute(select(members.c.user).where(mine).order_by(members.c.since))]
        connection.execute(delete(members).where(mine))
        there = {user for (user,) in connection.execute(_sitting(id, to))}
        for user in people:
            if user not in there:
                connection.execute(insert(members).values(match=id, seat=to, user=user, since=now()))
        for table in (clocks, drafts, invitations):
            connection.execute(delete(table).where(table.c.match == id, table.c.seat == seat))
    connection.execute(delete(offers).where(offers.c.match == id))  # who agreed was asked as another seat


def _hand_on_clocks(connection: Connection, id: str, old: dict[str, str], new: dict[str, str]) -> None:
    """A new seat has the time that was left to its side: the least of its clocks."""
    found = {one["seat"]: dict(one) for one in connection.execute(select(clocks).where(clocks.c.match == id)).mappings()}
    for seat, side in new.items():
        mine = [found[other] for other, of in old.items() if of == side and other in found]
        if mine and seat not in found:
            least = min(mine, key=lambda one: int(one["left"]))
            connection.execute(insert(clocks).values({**least, "seat": seat}))


def _sitting(id: str, seat: str) -> Any:
    return select(members.c.user).where(members.c.match == id, members.c.seat == seat)
