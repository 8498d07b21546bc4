"""Chapters 6.e, 16.1 to 16.4: the War Status Phase and the tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Over, Procedure, in_force

from .hooks import hook
from .neutrals import turkey_enters
from .offensives import settle_offensives
from .static import AP, CP
from .victory import automatic_victory, judge

if TYPE_CHECKING:
    from .context import Pog

LEVEL_NAMES = ("Mobilization", "Limited War", "Total War")


def war_status_phase(g: Pog) -> Procedure:
    """6.e: VP of the turn, automatic victory, armistice, commitment; the segments run in order (draka.R81)."""
    vp_of_the_turn(g)
    automatic_victory(g)
    if g.hooks.armistice_allowed(g) and in_force("pog.16.2.1") and in_force("pog.6.e3"):
        g.tell("Combined war status {number}: armistice.", rule="pog.16.2.1", number=g.combined)
        raise Over(judge(g, "Armistice.", by_time=True))
    yield from commitment(g)


def vp_of_the_turn(g: Pog) -> None:
    """6.e1, pog.vpt.1: Blockade, missed offensives, neutral Italy, French Mutiny."""
    s, chart = g.state, g.static.charts["vp"]
    if not in_force("pog.6.e1") or not in_force("pog.vpt.1"):
        return
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


def commitment(g: Pog) -> Procedure:
    """6.e4, 16.1: from turn 2 on each side checks; both steps may come in one segment (draka.R89)."""
    s = g.state
    if s.turn == 1 and in_force("pog.6.e4"):
        return
    if g.options["introductory"] and in_force("pog.5.3"):
        return
    if not in_force("pog.16.1.2"):
        return
    chart = g.static.charts["war_status"]
    for side in (CP, AP):
        if s.level[side] and s.ws[side] < chart["limited_war"] and not in_force("pog.16.1.5"):
            s.level[side] = 0
        before = s.level[side]
        if s.level[side] == 0 and s.ws[side] >= chart["limited_war"] and in_force("pog.16.1.3.a"):
            yield from rises(g, side, 1, "pog.16.1.3.a")
        at_once = before == 0 and s.ws[side] >= chart["total_war"]
        if at_once and not in_force("pog.16.1.3.b"):
            continue
        if s.level[side] == 1 and s.ws[side] >= chart["total_war"] and in_force("pog.16.1.4"):
            yield from rises(g, side, 2, "pog.16.1.4")
    if g.options["limited_war_scenario"] and 2 in s.level.values() and in_force("pog.5.4"):
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
    if side == CP and level == 1 and g.board.of["tu"] & g.static.theatre and in_force("pog.16.1.3.1"):
        turkey_enters(g)
    return
    yield
