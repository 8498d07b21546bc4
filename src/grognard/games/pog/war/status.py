"""Chapters 6.e, 16.1 to 16.4: the War Status Phase and the tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Over, Procedure, cites

from ..hooks import hook
from ..static import AP, CP
from .neutrals import turkey_enters
from .offensives import settle_offensives
from .victory import automatic_victory, judge

if TYPE_CHECKING:
    from ..context import Pog

LEVEL_NAMES = ("Mobilization", "Limited War", "Total War")


def war_status_phase(g: Pog) -> Procedure:
    """6.e: VP of the turn, automatic victory, armistice, commitment; the segments run in order (draka.R81)."""
    vp_of_the_turn(g)
    automatic_victory(g)
    armistice(g)
    yield from commitment(g)


@cites("pog.6.e3")
def armistice(g: Pog) -> None:
    """The combined war status is checked."""
    if g.hooks.armistice_allowed(g):
        g.tell("Combined war status {number}: armistice.", rule="pog.16.2.1", number=g.combined)
        raise Over(judge(g, "Armistice.", by_time=True))


@cites("pog.6.e1", "pog.vpt.1")
def vp_of_the_turn(g: Pog) -> None:
    """Blockade, missed offensives, neutral Italy, French Mutiny."""
    s, chart = g.state, g.static.charts["vp"]
    if g.played("ap.02") and g.season() == "winter":
        g.add_vp(chart["blockade_each_winter"], "pog.card.ap.02", "Blockade")
    settle_offensives(g)
    g.hooks.turn_vp(g)
    if s.level[AP] == 2 and not g.at_war("it") and g.board.of["it"] & g.static.theatre:
        g.add_vp(chart["italy_neutral_ap_total_war"], "pog.9.5.2.5.1", "Italy is still neutral")
    if s.vp_shift:
        g.add_vp(s.vp_shift, "pog.vpt.1", "Attack in a French mutiny")
        s.vp_shift = 0


@hook
def turn_vp(g: Pog) -> None:
    """Nothing more in the base game."""


@cites("pog.16.1.2", "pog.6.e4")
def commitment_checked(g: Pog) -> bool:
    """From turn 2 on, and not in the introductory scenario."""
    return g.state.turn > 1 and not g.options["introductory"]


@cites("pog.16.1.3.b", "pog.16.1.5")
def levels_to_come(g: Pog, side: str) -> list[int]:
    """The levels that a side rises to now: two in one segment if its war status allows it; commitment never falls."""
    chart, status = g.static.charts["war_status"], g.state.ws[side]
    reached = 2 if status >= chart["total_war"] else 1 if status >= chart["limited_war"] else 0
    return list(range(g.state.level[side] + 1, reached + 1))


def commitment(g: Pog) -> Procedure:
    """6.e4, 16.1: from turn 2 on each side checks; both steps may come in one segment (draka.R89)."""
    s = g.state
    if not commitment_checked(g):
        return
    for side in (CP, AP):
        for level in levels_to_come(g, side):
            yield from rises(g, side, level, "pog.16.1.3.a" if level == 1 else "pog.16.1.4")
    if g.options["limited_war_scenario"] and 2 in s.level.values():
        raise Over(judge(g, "Total War begins.", by_time=False))


def rises(g: Pog, side: str, level: int, rule: str) -> Procedure:
    """A side's commitment rises; its new cards join the deck in phase G."""
    s = g.state
    s.level[side] = level
    s.joining.setdefault(side, []).append(level)
    g.tell("The {side} go to {words}.", rule=rule, side=side, words=LEVEL_NAMES[level])
    yield from g.hooks.on_commitment(g, side, level)


@hook
def on_commitment(g: Pog, side: str, level: int) -> Procedure:
    """16.1.3.1: Turkey joins the Central Powers when they go to Limited War."""
    if side == CP and level == 1 and g.board.of["tu"] & g.static.theatre:
        turkey_enters(g)
    return
    yield
