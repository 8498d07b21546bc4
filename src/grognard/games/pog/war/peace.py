"""Chapter 16.5: offers of peace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Procedure, Refusal
from grognard.kernel.tally import exact

from ..asks import Ask
from ..hooks import hook
from ..static import AP, CP, OTHER, SIDES
from .victory import peace

if TYPE_CHECKING:
    from ..context import Pog


@hook
def may_offer(g: Pog, side: str) -> Refusal | None:
    """No further bar in the base game."""
    return None


def may_offer_peace(g: Pog, side: str) -> Refusal | None:
    """16.5.1: the CP from 11 VP, the Allies to 9; not where peace terms do not exist."""
    chart = g.static.charts["peace"]
    if g.static.historical:
        return Refusal("pog.5.7.2.a", "Peace terms do not exist in the historical scenario.")
    if g.options["introductory"]:
        return Refusal("pog.5.3", "Peace terms are not used in the introductory scenario.")
    barred: Refusal | None = g.hooks.may_offer(g, side)
    if barred is not None:
        return barred
    if side == CP and g.played("ap.40"):
        return Refusal("pog.card.ap.40", "After 14 Points only the Allies may offer peace.")
    if side == CP and g.level < chart["cp_may_offer_from"]:
        return Refusal("pog.16.5.1.1", f"VP {exact(g.level)}: the CP offer peace from 11.", limit=11, measured=g.state.vp)
    if side == AP and g.level > chart["ap_may_offer_to"]:
        return Refusal("pog.16.5.1.2", f"VP {exact(g.level)}: the Allies offer peace to 9.", limit=9, measured=g.state.vp)
    return None


def offer_peace(g: Pog, side: str) -> Procedure:
    """16.5.2: the opponent accepts, and the game is a draw; or refuses, and the side that offered rolls."""
    enemy = OTHER[side]
    answer = yield g.ask(
        enemy,
        f"The {SIDES[side]} offer peace. Accept?",
        ["accept", "refuse"],
        rule="pog.16.5.2.a",
        stakes="Accepted terms end the game in a draw.",
        name=Ask.PEACE,
        decline="refuse",
        final=True,
        waiting="a peace offer",
    )
    if answer == "accept":
        raise peace(g)
    peace_roll(g, side, g.combined, "pog.16.5.2.b")
    g.tell("Peace may be offered again in a later round.", rule="pog.16.5.3")


def peace_roll(g: Pog, side: str, status: int, rule: str, of: str = "") -> None:
    """16.5.2.b: the peace table."""
    chart = g.static.charts["peace"]
    row = chart["status_0_19"] if status < 20 else chart["status_20_up"]
    die = g.d6(f"{of or 'Peace refused'}: ", rule=rule, by=side)
    g.add_vp(row[die - 1] * (1 if side == CP else -1), rule, of or "The peace offer")
