"""Beaches: what a landing makes of them."""

from __future__ import annotations

import pytest
from draka_situations import choose, front, holder, march

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.asks import Ask as PogAsk

LATE = {"turn": 12, "level": {"cp": 2, "ap": 2}, "fleet": "trieste"}


@pytest.mark.rule("draka.17.6")
def test_a_beach_that_the_enemy_took_and_left_is_allied_again_when_corps_land():
    """A Turkish corps took the beachhead and went home; who lands there next holds it, and is supplied."""
    units = {"dr.cfc#1": "reserve", "tu.c#1": "gallipoli", "tu.c#2": "ankara", "dr.jc#1": "cairo"}
    m = front({"ap": ["ap.02"]}, units=units, control={"mef1": "cp"}, **LATE)
    choose(m, ("ops", "ap.02"), ("invade", ""), "dr.cfc#1")
    while m.decision.name == Ask.INVASION_CORPS:
        m.choose("done")
    m.choose("mef1")
    assert holder(m, "mef1") == "draka"
    while m.decision.seat == "ap":
        m.choose("done")
    choose(m, ("auto", ""), "done")
    while m.decision.name != PogAsk.ACTION or m.decision.seat != "ap":
        m.choose("done")
    m.choose(("auto", ""))
    assert ("move", "mef1") in offered(m)  # in supply


@pytest.mark.rule("pog.9.5.3.5.b")
def test_a_beachhead_is_lost_when_a_turk_walks_over_it():
    units = {"tu.c#1": "gallipoli", "tu.c#2": "ankara", "dr.jc#1": "cairo"}
    m = front(active="cp", units=units, beaches=["mef1"], **LATE)
    choose(m, ("ops", "cp.12"), ("move", "gallipoli"))
    if m.decision.name == PogAsk.ACTIVATE:
        m.choose("done")
    march(m, "tu.c#1", "mef1", "gallipoli")
    assert holder(m, "mef1") == "cp" and not m.g.beachheads
