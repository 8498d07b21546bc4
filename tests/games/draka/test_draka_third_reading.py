"""What a third reading of the source found that play got wrong, each at its boundary."""

from __future__ import annotations

import pytest
from draka_situations import choose, front, where

from great_war import offered
from grognard.games.draka.asks import Ask

LATE = {"turn": 12, "level": {"cp": 2, "ap": 2}}


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
