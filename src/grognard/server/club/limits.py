"""How often somebody may do something: a bucket for each that fills again with time. Kept in memory, by process.

What an attacker would try again and again (passwords, links) is counted by all processes together where they share a
PostgreSQL; requests and frames, of which there are thousands, by each for itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from sqlalchemy import delete, text

from grognard.kernel import Misuse

from ..schema import rates as shared_rates
from ..store import Store

KEPT = 20_000
RATES: dict[str, tuple[float, float]] = {  # how many at once, and how many a second come back
    "login": (10, 10 / 300),
    "name": (10, 10 / 300),  # logins to one name, from wherever
    "register": (5, 5 / 3600),
    "forgotten": (5, 5 / 3600),  # letters with a link to a new password, by address and by name
    "report": (5, 5 / 3600),  # complaints about others
    "join": (20, 20 / 300),
    "change": (60, 2.0),  # requests that change something, by person
    "read": (300, 30.0),
    "start": (20, 20 / 600),
    "frame": (120, 25.0),  # frames of one connection
    "frames": (500, 80.0),  # of all connections of a person, or of a guest's address
    "paper": (20, 1.0),  # what is dear to read: saves, papers to print, the position as data
    "list": (120, 6.0),  # lists of matches and tournaments
    "walk": (40, 3.0),  # replays and whole diaries
    "dial": (60, 2.0),  # lines to matches that are opened: each is shown a whole scene
    "ask": (150, 10.0),  # questions to the rules in between: may I, why not, this draft
    "ruling": (60, 0.1),  # corrections and lines of an umpire
    "say": (10, 0.5),
    "deed": (3000, 0.5),  # choices, and what is taken back: each is a row on the disk
    "offer": (12, 0.1),  # each is worked out while the others of the match wait
}


TOGETHER = ("login", "name", "register", "forgotten", "join", "report")  # counted by all processes, where there are several

_TAKE = text("""
    INSERT INTO rates (what, who, "left", at, good) VALUES (:what, :who, :most - 1, extract(epoch FROM clock_timestamp()), 1)
    ON CONFLICT (what, who) DO UPDATE SET
        good = CASE WHEN least(:most, rates."left" + (excluded.at - rates.at) * :back) >= 1 THEN 1 ELSE 0 END,
        "left" = least(:most, rates."left" + (excluded.at - rates.at) * :back)
            - CASE WHEN least(:most, rates."left" + (excluded.at - rates.at) * :back) >= 1 THEN 1 ELSE 0 END,
        at = excluded.at
    RETURNING good
""")


class TooOften(Misuse):
    """Later again."""

    status = 429


class Rates:
    def __init__(self, rates: dict[str, tuple[float, float]] | None = None, times: float = 1.0) -> None:
        self.rates = {what: (most * times, back * times) for what, (most, back) in {**RATES, **(rates or {})}.items()}
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, what: str, who: str) -> None:
        """One more; TooOften when there were too many."""
        if not self.allows(what, who):
            raise TooOften("Too often: wait a moment, and try again.")

    def allows(self, what: str, who: str, cost: float = 1.0) -> bool:
        """cost: how many it counts for, at most half of what is allowed at once"""
        most, back = self.rates[what]
        cost = max(1.0, min(cost, most / 2))
        moment = time.monotonic()
        left, then = self._buckets.pop((what, who), (most, moment))
        left = min(most, left + (moment - then) * back)
        good = left >= cost
        self._buckets[what, who] = (left - cost if good else left, moment)
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return good


class SharedRates:
    """The same buckets in the database, for what all processes count together. One statement, its own transaction."""

    def __init__(self, rates: Rates, store: Store, hidden: Callable[[str], str]) -> None:
        """`hidden`: who, as the database may know it."""
        self.rates, self.store, self.hidden = rates, store, hidden

    async def take(self, what: str, who: str) -> None:
        if not self.store.shared or what not in TOGETHER:
            self.rates.take(what, who)
        elif not await asyncio.to_thread(self._allows, what, self.hidden(who)):
            raise TooOften("Too often: wait a moment, and try again.")

    def _allows(self, what: str, who: str) -> bool:
        most, back = self.rates.rates[what]
        with self.store.engine.begin() as connection:
            values = {"what": what, "who": who, "most": float(most), "back": float(back)}
            return bool(connection.execute(_TAKE, values).scalar())

    def forget(self) -> None:
        """What is full again need not be kept."""
        if self.store.shared:
            old = shared_rates.c.at < time.time() - 86400
            with self.store.engine.begin() as connection:
                connection.execute(delete(shared_rates).where(old))
