"""The pulse of a club: a choice that went all the way, from the rules to the disk, within the last seconds.

Where somebody has just chosen, that was it. Else one is made: in a match of a real game, begun for it, that belongs to nobody,
stands in no list, and is taken away again.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete

from grognard.kernel import Misuse, game_names

from . import verbs
from .metrics import CHANGES
from .naming import new_id
from .schema import matches
from .store import now
from .table import LiveTable, header
from .wire import MatchRow

if TYPE_CHECKING:
    from .hall import Hall

SOON = 5.0  # seconds in which a healthy server has done a small piece of work
JUST = 2.0  # seconds for which a choice speaks for the next
MARK = "pulse~"  # how the ids of these matches begin


async def beats(hall: Hall) -> str:
    """Nothing, or what stands still."""
    if monotonic() - CHANGES.last < JUST:
        return ""
    try:
        await asyncio.wait_for(_beat(hall), SOON)
    except TimeoutError:
        return "no choice goes through: the rules or the database do not answer"
    except Exception as error:
        return f"no choice goes through: {type(error).__name__}"
    return ""


async def _beat(hall: Hall) -> None:
    made: verbs.Begun = await hall.rules.once(verbs.begun, {"game": _quick(), "scenario": "learning"})
    row = header(made.head, MatchRow(MARK + new_id(), made.head.game, made.scenario, made.title, {}, now(), now()))
    await asyncio.wrap_future(hall.store.create(row, made.save, None, _clear))
    table = LiveTable(row, hall.store, hall.rules, hall.shelf, made.save, 0)
    table.head = made.head
    try:
        seat = table.asked[0]
        await table.choose(seat, await table.ask(verbs.by_chance, seat))
    finally:
        hall.rules.forget(table)
        hall.store.remove(row.id)


def _quick() -> str:
    """The game that begins fastest, where it is installed."""
    names = game_names()
    if not names:
        raise Misuse("There are no games here.")
    return "pog" if "pog" in names else names[0]


def _clear(connection: Connection) -> None:
    """What a process left behind that died in the middle of it, some beats ago."""
    long_ago = (datetime.now(UTC) - timedelta(minutes=10)).isoformat(timespec="milliseconds")
    connection.execute(delete(matches).where(matches.c.id.startswith(MARK), matches.c.updated < long_ago))


__all__ = ["SOON", "beats"]
