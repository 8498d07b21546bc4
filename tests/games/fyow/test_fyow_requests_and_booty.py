"""Sections 9, 2.1 and 20.7: requests through the chain, scenarios, booty, vehicles left behind."""

from __future__ import annotations

import pytest
from fyow_table import ISLET, SAMPSON, at_cards, number, refused, said, unit, with_fraction

from grognard.games.fyow.brigades import groups
from grognard.games.fyow.condition.condition import morale_dice
from grognard.games.fyow.forces import fractions, merging
from grognard.games.fyow.orders import requests
from grognard.games.fyow.state import DESTROYED, RED, Order

# ------------------------------------------------------------------ 9: requests


@pytest.mark.rule("fyow.9.1.1", "fyow.9.1.2", "fyow.9.1.3", "fyow.9.3.1", "fyow.9.3.2")
def test_a_request_goes_through_the_chain_and_is_known_at_once():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "order": ["move to contact", SAMPSON, "observe"], "surprised": True}}
    m = at_cards("b1", "wessex", "b4", forces=forces, spotted={"british": ["g2"]})
    sampson = m.g.static.number[SAMPSON]
    with m.forced(1):
        m.choose(("request", 1, "engage", sampson))
    asked = m.g.state.staff.requests[0]
    assert asked.chain == [0] and said(m, "british", "9.1.3")
    with refused("9.1.2"):
        m.choose(("request", 1, "engage", sampson))
    with m.forced(8):
        m.choose(("stay",))
    assert not m.g.state.staff.requests and said(m, "british", "9.3.2")
    while m.decision.rule != "fyow.4.6.3":
        m.choose(("done",))
    assert unit(m, "b4").order == Order("engage", sampson)  # at b4's card


@pytest.mark.rule("fyow.9.3.1")
def test_the_senior_command_may_refuse():
    m = at_cards("b4", "b1")
    with m.forced(1, 9):
        requests.request(m.g, 0, 1, "support", unit(m, "b1").board)
        requests.deal_with(m.g, 0)
    assert unit(m, "b4").pending is None and "refuses" in said(m, "british", "9.3.1")[-1]


@pytest.mark.rule("fyow.9.1.1")
def test_across_brigades_both_senior_commands_deal_with_it():
    from grognard.games.fyow.state import Brigade

    m = at_cards("b4", "b1")
    m.g.state.brigades.append(Brigade("Second", "british", 1, "Brigadier X"))
    unit(m, "b4").brigade = 2
    assert requests.chain_of(m.g, 0, 1) == [0, 2]
    with m.forced(1):
        requests.request(m.g, 0, 1, "support", unit(m, "b1").board)
    requests.deal_with(m.g, 0)
    assert m.g.state.staff.requests[0].chain == [2] and unit(m, "b4").pending is None
    with m.forced(1):
        requests.deal_with(m.g, 2)
    assert unit(m, "b4").pending is not None


@pytest.mark.rule("fyow.9.2.1")
def test_signals_take_their_time():
    m = at_cards("b4", "b1", options={"traits": False, "signals_delay": True})
    with m.forced(1):
        requests.request(m.g, 0, 1, "support", unit(m, "b1").board)
    with m.forced(2, 1):
        requests.deal_with(m.g, 0)  # not 3+
        requests.deal_with(m.g, 0)  # not 2+
    with m.forced(1):
        requests.deal_with(m.g, 0)  # by itself; the D10 of the decision
    assert unit(m, "b4").pending is not None


@pytest.mark.rule("fyow.12.3.2")
def test_fractions_and_merged_forces_throw_no_morale_dice():
    m, new = with_fraction()
    m.g.unit(new).condition = RED
    unit(m, "b4").condition = RED
    assert int(morale_dice(m.g, "british")) == 1
    fractions.vanish(m.g, new)
    assert m.g.unit(new).condition == DESTROYED and int(morale_dice(m.g, "british")) == 1


# ------------------------------------------------------------------ scenarios, booty, vehicles left behind


@pytest.mark.rule("fyow.2.5.1")
def test_reserves_and_works_of_a_scenario():
    from grognard.kernel import Match

    data = dict(at_cards("b1").g.static.scenario)
    data["reserve"] = {"british": {"elements": {"regular": 74, "mmg": 2}}}
    data["work"] = [{"board": SAMPSON, "name": "the harbour bridge", "kind": "bridge"}]
    m = Match.start("fyow", data, seed=1)
    assert m.g.state.staff.pools == {"british": {"regular": 74, "mmg": 2}}
    assert m.g.state.staff.works[0].known == ["german"]


@pytest.mark.rule("fyow.2.5.1")
def test_guns_of_a_force_that_surrenders_are_in_the_enemys_reserve_the_next_day():
    from grognard.games.fyow.command.careers import take_booty

    m = at_cards("b1", "b4")
    m.g.destroy(number(m, "g4"), "{unit} surrenders.", "fyow.33.8.5")
    assert not m.g.state.staff.pools.get("british")
    take_booty(m.g)
    pool = m.g.state.staff.pools["british"]
    assert pool["heavy_howitzer"] == 2 and "regular" not in pool and not m.g.state.staff.booty["british"]


@pytest.mark.rule("fyow.14.4.1")
def test_a_retreat_over_a_way_without_a_road_costs_the_vehicles():
    from grognard.games.fyow.battle.retreat import leave_vehicles

    m = at_cards("b1", "b4", forces={"b1": {"elements": {"regular": 40, "medium_tank": 5}, "moves_as": "afvs"}})
    leave_vehicles(m.g, 0)
    assert unit(m, "b1").elements == {"regular": 40} and unit(m, "b1").moves_as == "regular_infantry"


@pytest.mark.rule("fyow.3.6.2")
def test_a_fraction_stores_5s_and_a_battlegroup_20():
    from grognard.games.fyow.context import most_in_store
    from grognard.games.fyow.supply.supply import keep

    assert (most_in_store("fraction"), most_in_store("battlegroup")) == (5, 20)
    m, new = with_fraction()
    keep(m.g, new, 12)
    assert m.g.unit(new).stockpile == 5


@pytest.mark.rule("fyow.2.9.2", "fyow.3.7b.1", "fyow.2.5.3")
def test_who_cannot_be_grouped_merged_or_given_reserves():
    m, one = with_fraction()
    assert [r.rule for r in groups.may_be_group(m.g, 0, ["b1", "g2"]) if r] == ["fyow.2.9.2"]
    other = fractions.split(m.g, 0, {"regular": 40}, "fraction", Order("defend", unit(m, "b1").board))
    m.g.unit(other).board = m.g.static.number[ISLET]
    assert fractions.may_merge_fractions(m.g, 0, one, other).rule == "fyow.3.7b.1"
    m.g.state.staff.pools = {"british": {"mmg": 2}}
    assert [r.rule for r in merging.may_release(m.g, 0, merging.Release("g2", {"mmg": 1}))] == ["fyow.2.5.3"]
