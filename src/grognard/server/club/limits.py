"""How often somebody may do something: a bucket for each that fills again with time. Kept in memory, by process."""

from __future__ import annotations

import time
from collections import OrderedDict

from grognard.kernel import Misuse

KEPT = 20_000
RATES: dict[str, tuple[float, float]] = {  # how many at once, and how many a second come back
    "login": (10, 10 / 300),
    "name": (10, 10 / 300),  # logins to one name, from wherever
    "register": (5, 5 / 3600),
    "join": (20, 20 / 300),
    "change": (60, 2.0),  # requests that change something, by person
    "read": (300, 30.0),
    "start": (20, 20 / 600),
    "frame": (120, 25.0),  # frames of one connection
    "say": (10, 0.5),
}


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

    def allows(self, what: str, who: str) -> bool:
        most, back = self.rates[what]
        moment = time.monotonic()
        left, then = self._buckets.pop((what, who), (most, moment))
        left = min(most, left + (moment - then) * back)
        good = left >= 1
        self._buckets[what, who] = (left - 1 if good else left, moment)
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return good
