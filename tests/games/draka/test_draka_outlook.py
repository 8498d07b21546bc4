"""Bombs, biplanes, gas and interception say beside each answer what it does to the odds."""

from __future__ import annotations

import pytest
from draka_situations import activate, choose, draka, front

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.asks import Ask as PogAsk

LATE = {"turn": 14, "level": {"cp": 2, "ap": 2}}


def charts(match):
    """Answer -> its chart, for those that have one."""
    options = match.decision.options
    return {str(v): dict(odds[0].outcomes) for v in options if (odds := match.decision.option(v).odds)}


def until(match, name):
    while match.decision.name != name:
        match.choose("pass")
    return match


def test_bombs_biplanes_and_gas_raise_the_attackers_odds():
    m = front(units={"fr.a1": "nancy", "fr.a2": "nancy", "ge.a1": "metz"}, reached={"ap 2": 11}, zaf={"fr": 1}, baf={"fr": 1},
              trenches={"metz": 0}, **LATE)  # fmt: skip
    activate(m, nancy="attack")
    choose(m, "metz", "fr.a1", "fr.a2")
    for name, answer in ((Ask.CARPET, "fr"), (Ask.SUPERIORITY, "fr"), (Ask.GAS, "fr/br")):
        found = charts(until(m, name))
        assert found[answer]["attacker wins"] > found["pass"]["attacker wins"]


def test_biplanes_raise_the_defenders_odds():
    m = front(units={"fr.a1": "nancy", "ge.a1": "metz"}, baf={"ge": 1}, trenches={"metz": 0}, **LATE)
    activate(m, nancy="attack")
    choose(m, "metz", "fr.a1")
    found = charts(until(m, Ask.SUPERIORITY))
    assert m.decision.seat == "cp" and found["ge"]["defender wins"] > found["pass"]["defender wins"]


@pytest.mark.parametrize(("level", "through"), [(1, 2 / 6), (2, 3 / 6)])
def test_interception_shows_the_chart_with_the_draka_escorts(level, through):
    """German biplanes (4): 1 and 2 nothing, 3 and 4 turned back, 5 and 6 shot down; one less at Allied Total War."""
    units = {"dr.simba": "sinai", "ge.asia": "gaza", "ge.c#1": "gaza"}
    m = front(units=units, zaf={"dr": 1}, baf={"ge": 1}, draka=["sinai"], turn=13, level={"cp": 1, "ap": level}, trenches={"gaza": 0})
    activate(m, sinai="attack")
    choose(m, "gaza", "dr.simba")
    until(m, Ask.CARPET).choose("dr")
    found = charts(m)
    assert m.decision.name == Ask.INTERCEPT and "pass" not in found
    assert found["ge"]["they get through"] == pytest.approx(through) and sum(found["ge"].values()) == pytest.approx(1)


def test_a_mission_shows_how_many_points_it_may_cost():
    m = draka(phase="replacements", turn=6, level={"cp": 1, "ap": 1}, zaf={"ge": 1}, rp={"br": 2}, units={"br.a1": "london reduced"},
              hands={"cp": [], "ap": []}, reached={"cp 1": 3})  # fmt: skip
    while m.decision.name != Ask.MISSION:
        m.choose(next(v for v in ("pass", "done") if v in offered(m)))
    by_target = {v.target: dict(m.decision.option(v).odds[0].outcomes) for v in m.decision.options if v != "done"}
    assert by_target["br"] == pytest.approx({"0 RP": 2 / 6, "1 RP": 4 / 6})  # Britain has one to lose
    assert by_target["fr"] == {"0 RP": 1.0}
    assert m.decision.name != PogAsk.REPLACE
