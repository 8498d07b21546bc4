"""All 36 rolls of an element that meets a minefield."""

from __future__ import annotations

from typing import Any

from grognard.kernel.scene import OddsView

from ..context import Dbms
from ..terrain.minefields import mine_result, mine_totals


def mine_odds(g: Dbms, n: int) -> OddsView:
    own, mines = (int(tally) for tally in mine_totals(g, n))
    counts: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            words = mine_result(g, n, own + first, mines + second)
            counts[words] = counts.get(words, 0) + 1
    return OddsView(f"{g.name(n)} in a minefield", [(w, c / 36) for w, c in sorted(counts.items())], "dbms.terrain-effects.16")


def number(name: Any) -> int:
    return int(str(name).removeprefix("e")) if str(name) != "base" else -1
