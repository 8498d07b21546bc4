"""Beaches: who lands on them, who storms them, and what a landing makes of them."""

from __future__ import annotations

import pytest
from draka_situations import choose, front, holder, march, where

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


@pytest.mark.rule("draka.17.5")
def test_two_corps_of_one_kind_sail_together():
    m = front({"ap": ["ap.02"]}, units={"dr.cfc#1": "reserve", "dr.cfc#2": "reserve", "dr.jc#1": "cairo"}, **LATE)
    choose(m, ("ops", "ap.02"), ("invade", ""), "dr.cfc#1")
    assert offered(m) == ["dr.cfc#2", "done"]
    choose(m, "dr.cfc#2", "mef3")
    assert where(m, "dr.cfc#1") == where(m, "dr.cfc#2") == "mef3"


@pytest.mark.rule("draka.17.13", "draka.17.10")
@pytest.mark.parametrize(("dice", "ashore", "beachhead"), [((6, 1), "mef1", True), ((1, 6), "reserve", False)])
def test_a_beach_that_the_enemy_holds_is_stormed(dice, ashore, beachhead):
    """A Turkish corps took the beach: nobody lands beside it, it is fought; the beachhead comes with those who get ashore."""
    units = {"dr.cfc#1": "reserve", "dr.cfc#2": "reserve", "tu.c#1": "mef1", "dr.jc#1": "cairo"}
    m = front({"ap": ["ap.02"]}, units=units, **LATE)
    choose(m, ("ops", "ap.02"), ("invade", ""), "dr.cfc#1", "dr.cfc#2", "mef1")
    assert where(m, "dr.cfc#1") == "reserve"
    with m.forced(*dice):
        m.choose("done")
    while m.decision.name == "advance":
        m.choose(offered(m)[0])
    assert where(m, "dr.cfc#1") == ashore and (m.g.beachheads >> m.g.S["mef1"] & 1 == 1) is beachhead
    assert (where(m, "tu.c#1") == "mef1") is (ashore != "mef1")


@pytest.mark.rule("draka.card.ap.31.a")
@pytest.mark.parametrize(
    ("there", "beach", "fit"),
    [
        ({"tu.c#1": "mef1"}, "mef1", False),
        ({"us.c#1": "mef3"}, "mef3", False),
        ({"br.c#1": "mef3"}, "mef3", True),
        ({f"dr.cfc#{n}": "mef2" for n in (1, 2)}, "mef2", True),
        ({f"dr.cfc#{n}": "mef2" for n in (1, 2, 3)}, "mef2", False),
        ({"dr.tantor": "mef4"}, "mef4", False),
        ({"dr.jc#1": "mef4"}, "mef4", True),
    ],
)  # fmt: skip
def test_the_ii_cf_army_lands_where_there_is_room_for_it(there, beach, fit):
    heads = [] if "tu.c#1" in there else [beach]
    m = front({"ap": ["ap.31"]}, units={"dr.sd": "cairo", **there}, beaches=heads, **LATE)
    m.choose(("event", "ap.31"))
    assert (("here", beach) in offered(m)) is fit


@pytest.mark.rule("draka.17.14")
def test_two_corps_of_one_kind_at_a_beachhead_are_activated_one_after_the_other():
    m = front({"ap": ["ap.02"]}, units={"dr.cfc#1": "mef1", "dr.cfc#2": "mef1", "dr.jc#1": "cairo"}, beaches=["mef1"], **LATE)
    choose(m, ("ops", "ap.02"), ("move unit", "dr.cfc#1"))
    assert ("move unit", "dr.cfc#2") in offered(m)
    m.choose(("move unit", "dr.cfc#2"))
    assert m.decision.name != Ask.INVASION_CORPS and not [v for v in offered(m) if v[0] == "move unit"]


@pytest.mark.rule("draka.17.13")
def test_no_landing_on_a_beach_whose_coast_is_allied():
    for owner, fit in (("cp", True), ("ap", False)):
        m = front(units={"dr.cfc#1": "reserve", "dr.jc#1": "reserve"}, turn=8)
        beach = m.g.S["mef1"]
        coast = [m.g.board.ids[s] for s in range(m.g.board.size) if m.g.graph.rows()[beach] >> s & 1]
        m = front({"ap": ["ap.12"]}, units={"dr.cfc#1": "reserve"}, control=dict.fromkeys(coast, owner), turn=8)
        m.choose(("ops", "ap.12"))
        m.choose(("invade", ""))
        while m.decision.name == Ask.INVASION_CORPS:
            m.choose("done" if "done" in offered(m) else offered(m)[0])
        assert ("mef1" in offered(m)) is fit


@pytest.mark.rule("draka.17.3")
def test_the_ii_cf_army_does_not_invade_a_coast_that_is_allied():
    """It may join a beachhead that is there, though."""
    units = {"dr.simba": "cairo", "dr.jc#1": "izmir", "dr.jc#2": "cana_kale", "tu.c#1": "adana"}
    m = front({"ap": ["ap.31"]}, units=units, draka=["izmir", "cana_kale"], beaches=["mef2"], **LATE)
    m.choose(("event", "ap.31"))
    spaces = {space for _, space in offered(m)}
    assert "mef3" not in spaces and {"mef1", "mef2", "mef4", "cairo"} <= spaces
