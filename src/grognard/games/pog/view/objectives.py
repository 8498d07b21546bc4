"""What wins the war, how it stands, and how long there is left: the strip above the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel.scene import Objective
from grognard.kernel.tally import exact
from grognard.kernel.words import counted

from ..static import AP, CP, SIDES
from ..war.victory import bid

if TYPE_CHECKING:
    from ..context import Pog


def objectives(g: Pog) -> list[Objective]:
    """5.1.1: the VP level that each side needs. 5.6.2, 5.7.2.a: where nothing is drawn, what is between is the Allies'."""
    bands, rule = g.hooks.victory_band(g)
    vp = g.level - bid(g)
    most = bands["cp"]
    least = most - 1 if g.static.historical or g.options["tournament"] else bands["ap"]
    return [
        Objective("wins-cp", f"{SIDES[CP]}:", rule, CP, exact(vp), f"{most} VP or more", float(vp) / most),
        Objective("wins-ap", f"{SIDES[AP]}:", rule, AP, exact(vp), f"{least} VP or fewer", float(20 - vp) / (20 - least)),
    ]


def left(g: Pog) -> str:
    more = g.static.last_turn - g.state.turn
    return f"{counted(more, 'turn')} left" if more > 0 else "the last turn"
