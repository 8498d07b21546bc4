"""Clauses that only their last word decides: who is on the road, who may widen, which gun lies in ambush, where a river ends."""

import pytest

from games.dbms.conftest import alive, battle, box, fight
from games.dbms.test_terrain import HILL, MARSH, RIVER, WOODS, broken
from grognard.games.dbms.tables import ARMY_LISTS
from grognard.kernel import Match

GE = ("red GE 520 560 0", "blue GE 520 60 180")


@pytest.mark.rule("dbms.movement-rates.5")
def test_the_whole_column_must_be_on_the_road():
    """The road leaves the second of two to the right."""
    for points, rules in (([[300, 0], [300, 609.6]], []), ([[300, 0], [300, 420], [420, 609.6]], ["dbms.movement-rates.5"])):
        m = battle("red TA 300 400 0", "red TA 300 440 0", *GE, terrain=[("road", points)])
        m.choose(("group",))
        along = {"members": [0, 1], "steps": [{"kind": "road", "by": -5000}]}
        assert [r.rule for r in m.decision.refusals(along)] == rules


@pytest.mark.rule("dbms.dba.11")
def test_who_stands_in_the_front_rank_does_not_widen_it():
    m = battle("red TA 300 400 0", "red TA 340 400 0", "red TA 300 440 0", *GE)
    m.choose(("group",))

    def widened_by(n):
        step = {"kind": "widen", "element": n, "where": "right"}
        return [r.rule for r in m.decision.refusals({"members": [0, 1, 2], "steps": [step]})]

    assert "dbms.dba.11" in widened_by(1)
    assert "dbms.dba.11" not in widened_by(2)


@pytest.mark.rule("dbms.element-chart.24")
@pytest.mark.parametrize(("mark", "terrain", "ambush"), [("", [], False), ("entrenched", [], True), ("", [("woods", box(250, 299, 350, 345))], True),
                                                        ("", [("soft_ground", box(250, 299, 350, 345))], False)])  # fmt: skip
def test_by_option_a_gun_that_is_entrenched_or_in_cover_lies_in_ambush(mark, terrain, ambush):
    """8 to 7: beaten, the tank retreats; ambushed, it is destroyed."""
    m = battle(f"red AT 300 300 0 {mark}", "blue TA 300 260 180", phase="fight", terrain=terrain, options={"ambush_in_cover": True})
    fight(m, 0, 1, 4, 3)
    assert alive(m, 1) is not ambush


def test_without_a_common_year_a_list_has_its_own_last_year():
    """The portee of 1940 belongs to the British armour of 1939 to 1940, against Americans of 1942."""
    options = {"red_list": "gb-armor-1939-1940", "blue_list": "us-infantry-1942", "theatre": "western_europe"}
    m = Match.start("dbms", "quick-battle", seed=1, options=options)
    army = ARMY_LISTS["gb-armor-1939-1940"]
    assert m.g.state.year == 0
    assert any(army.slots[pick.slot].fillings[pick.filling].second for pick in m.decisions["red"].offers())


def test_one_bridge_beyond_the_end_of_the_river_is_too_many():
    line = RIVER[1]
    assert "dbms.R13" not in broken(("river", line, {"bridges": [100, 500]}), WOODS, HILL)
    assert "dbms.R13" in broken(("river", line, {"bridges": [100, 700]}), WOODS, HILL)


@pytest.mark.rule("dbms.terrain.11")
def test_a_river_that_leaves_the_lake_again_does_not_end_in_it():
    lake = ("waterway", box(250, 280, 340, 340))
    into = ("river", [[0, 305], [300, 305]], {"bridges": [100]})
    through = ("river", [[0, 305], [450, 305]], {"bridges": [100]})
    assert "dbms.terrain.11" not in broken(into, lake, WOODS, MARSH)
    assert "dbms.terrain.11" in broken(through, lake, WOODS, MARSH)
