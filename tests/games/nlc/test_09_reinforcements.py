"""Chapter 9: reinforcements."""

from __future__ import annotations

import pytest

from conftest import FR_3CAV, FR_II, Field, learning
from grognard.games.nlc.march.reinforcements import (
    _entry_cost,
    arrivals,
    bring_on,
    bring_on_hqs,
    bring_on_leader,
    entry_hex,
    first_town,
    give_order,
    leader_arrivals,
)
from grognard.games.nlc.march.segment import _join
from grognard.games.nlc.state import Order
from grognard.games.nlc.turn.action import begin_stage, governed
from grognard.games.nlc.turn.chits import in_play
from grognard.games.nlc.values import Arrival, units_meant


def arriving() -> Field:
    f = Field(clear=False, turn=2, phase="selection", cup=["2"])
    begin_stage(f.g, "chit", 0, [FR_3CAV])
    f.g.stage.segment, f.g.stage.step = "move", "move"
    f.g.stage.began = list(f.g.state.at)
    return f


@pytest.mark.rule("nlc.9.0.1", "nlc.9.0.8", "nlc.9.0.5")
def test_reinforcements_enter_with_their_chit():
    f = arriving()
    units = [f.u("fr-11c-lheritier"), f.u("fr-12c-roussel")]
    stack = next(value for value in arrivals(f.g, governed(f.g)) if len(value.places) == 2)
    assert units_meant(f.g, stack) == units
    assert _entry_cost(f.g, units[0], f.h("0514")) == 1
    goal = None
    f.drive(bring_on(f.g, units), *(() if goal is None else (goal,)))
    assert all(f.g.on_map(u) for u in units)
    assert {option.piece for option in f.asked[0].view(0).options} == {"fr-11c-lheritier"}, "the stack goes by its first unit"
    assert f.g.state.leader_at[f.l("kellermann")] == f.g.at(units[0])
    assert f.g.controls(0, f.h("0514"))


@pytest.mark.rule("nlc.9.0.2")
def test_a_blocked_entry_hex():
    f = Field(units={"al-best": "0514"}, turn=2)
    group = f.g.static.groups["kellermann"]
    hex = entry_hex(f.g, group, 0)
    assert hex != group.entry and hex in f.g.static.rim and not f.g.zoc_on(hex, 0)


@pytest.mark.rule("nlc.9.0.3", "nlc.9.0.4")
def test_march_to_the_hq_or_to_the_first_town():
    scenario = learning()
    scenario["reinforcement"][0]["order"] = {"type": "march"}
    f = Field(scenario, turn=2, hq={"nord-left": "0511"})
    units = [f.u("fr-11c-lheritier")]
    f.g.state.orders[FR_3CAV] = Order(kind="march")
    give_order(f.g, units, f.g.static.groups["kellermann"])
    assert f.g.formation_order(FR_3CAV).target == [f.g.state.hq_at[0]]
    g = Field(scenario, turn=2)
    g.g.state.hq_at[0] = -1
    g.g.state.orders[FR_3CAV] = Order(kind="march")
    give_order(g.g, [g.u("fr-11c-lheritier")], g.g.static.groups["kellermann"])
    town = first_town(g.g, g.g.static.groups["kellermann"].entry)
    assert g.g.formation_order(FR_3CAV).target == [town] and g.g.ground.terrain[town] == 1
    b = Field("la-belle-alliance", clear=False, turn=4)
    bring_on_hqs(b.g)
    assert b.g.state.hq_at[2] >= 0 and b.told("nlc.9.0.4")
    town = first_town(b.g, b.g.static.groups[b.g.static.armies[2].hq_arrives].entry)
    assert town in (b.g.state.hq_at[2], *b.g.state.orders[b.g.static.hq_holder[2]].target)  # it is there, or goes on to it


@pytest.mark.rule("nlc.9.0.6")
def test_units_without_room_wait():
    f = arriving()
    f.g.stage.stuck = 0
    from grognard.games.nlc.march.reinforcements import _wait

    _wait(f.g, [f.u("fr-3c-horse")])
    assert f.g.stage.stuck >> f.u("fr-3c-horse") & 1 and f.g.state.at[f.u("fr-3c-horse")] == -1
    assert in_play(f.g, FR_3CAV)
    from grognard.games.nlc.march.reinforcements import due

    group = f.g.static.groups["kellermann"]
    for turn, there in ((group.turn - 1, False), (group.turn, True)):
        f.g.state.turn = turn
        assert due(f.g, group) is there


@pytest.mark.rule("nlc.9.0.7")
def test_newcomers_join_their_leader():
    f = Field("quatre-bras", clear=False)
    jerome = f.u("fr-6-soye")
    holder = f.g.state.holder[jerome]
    assert f.g.static.holders[holder].kind == "group"
    f.g.put(jerome, f.g.state.leader_at[f.l("reille")])
    _join(f.g, holder)
    assert f.g.state.holder[jerome] == FR_II


@pytest.mark.rule("nlc.9.0.8")
def test_wellington_enters_as_his_move():
    f = Field("quatre-bras", clear=False, turn=2)
    f.stage(side=1, formations=(f.g.static.formation_named["al-2nl"],))
    assert Arrival("wellington") in leader_arrivals(f.g)
    f.drive(bring_on_leader(f.g, f.l("wellington")))
    assert f.g.state.leader_at[f.l("wellington")] >= 0


@pytest.mark.rule("nlc.9.0.4")
def test_newcomers_halt_in_the_first_town_on_their_road_not_beside_it():
    """9: HQs, or units whose HQ is not yet on the map, stop at the first town *on the road of entry*. Baisy lies beside it."""
    f = Field("quatre-bras", clear=False, phase="chits")
    army = f.g.static.formations[f.g.static.formation_named["al-5"]].army
    f.g.state.hq_at[army] = -1
    f.g.state.turn = f.g.static.groups["picton"].turn
    name = next(unit.id for unit in f.g.units if unit.arrives == "picton")
    f.stage(side=1, formations=(f.g.static.formation_named["al-5"],))
    f.g.state.orders[f.g.state.holder[f.u(name)]] = Order(kind="march")
    f.drive(bring_on(f.g, [f.u(name)]))
    assert f.g.order(f.u(name)).target == [f.h("quatre-bras")]
