"""Chapter 5: victory, peace, and how a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.kernel import Over, Result, cites
from grognard.kernel.tally import exact

from ..hooks import hook
from ..static import AP, CP

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card


@hook
def victory_band(g: Pog) -> tuple[dict[str, int], str]:
    """5.1.1: from which VP level the CP win, to which the Allies, and the rule that says so."""
    bands = g.static.charts["victory"]
    if g.options["introductory"]:
        return bands["introductory"], "pog.5.3"
    if g.options["limited_war_scenario"]:
        return bands["limited_war"], "pog.5.4"
    if "victory" in g.static.scenario:
        return g.static.scenario["victory"], "pog.5.1.1"
    if g.played("cp.45"):
        return bands["campaign_brest_litovsk"], "pog.5.5.2.1"
    return bands["campaign"], "pog.5.5.2.2"


def final_vp(g: Pog, by_time: bool) -> Any:
    """The level that the bands are read with: the bid (5.6.1) and, by armistice or time, 5.7.4.h and i."""
    vp = g.level - bid(g)
    if g.static.historical and by_time:
        vp += armies_not_sent(g) - tsar_still_there(g)
    return vp


@cites("pog.5.6.1")
def bid(g: Pog) -> int:
    """The bid shifts the final level only."""
    return int(g.options["bid"])


@cites("pog.5.7.4.h")
def armies_not_sent(g: Pog) -> int:
    """1 for each of the two American army cards that was not played as an event."""
    return sum(not g.played(card) for card in ("ap.43", "ap.47"))


@cites("pog.5.7.4.i")
def tsar_still_there(g: Pog) -> int:
    """2 if Fall of the Tsar was not played as an event."""
    return 0 if g.played("cp.52") else 2


def judge(g: Pog, why: str, by_time: bool) -> Result:
    """5.1.1: the VP level decides."""
    bands, rule = g.hooks.victory_band(g)
    vp = final_vp(g, by_time)
    winner: str | None = CP if vp >= bands["cp"] else AP if vp <= bands["ap"] else None
    if winner is None and g.options["tournament"]:
        winner, rule = AP, "pog.5.6.2"
    if winner is None and g.static.historical:
        winner, rule = AP, "pog.5.7.2.a"
    outcome = "a draw" if winner is None else f"the {'Central Powers' if winner == CP else 'Allied Powers'} win"
    return Result(winner, f"{why} VP {exact(vp)}: {outcome}.", rule, {CP: float(vp), AP: float(20 - vp)})


@cites("pog.3.b")
def removable_event(g: Pog, side: str, card: Card) -> None:
    """5.3: in the introductory scenario each removable event, a combat card's too, is worth a point to who plays it."""
    if g.options["introductory"] and card.remove:
        g.add_vp(1 if side == CP else -1, "pog.5.3", "Event of the introductory scenario")


@cites("pog.6.e2")
def automatic_victory(g: Pog) -> None:
    """5.2: 20 or more, 0 or less."""
    limits = g.static.charts["victory"]["automatic"]
    vp = g.level
    scores = {CP: float(vp), AP: float(20 - vp)}
    if vp >= limits["cp"]:
        raise Over(Result(CP, f"VP {exact(vp)}: the Central Powers win at once.", "pog.5.2.1", scores))
    if vp <= limits["ap"]:
        raise Over(Result(AP, f"VP {exact(vp)}: the Allied Powers win at once.", "pog.5.2.2", scores))


@hook
def armistice_allowed(g: Pog) -> bool:
    """16.2.1: at a combined war status of 40."""
    return bool(g.combined >= g.static.charts["war_status"]["armistice"])


def peace(g: Pog) -> Over:
    """16.5.2.a, 5.6.2: accepted terms make a draw; in a tournament a loss for both."""
    rule = "pog.5.6.2" if g.options["tournament"] else "pog.16.5.2.a"
    text = "Peace is made: both have lost." if g.options["tournament"] else "Peace is made: the game is a draw."
    scores = {CP: 0.0, AP: 0.0} if g.options["tournament"] else {}
    return Over(Result(None, text, rule, scores))
