"""Chapter 19: leaders and headquarters."""

from __future__ import annotations

import tomllib

import pytest

from conftest import ATTACK, FR_II, LEADERS, Field, dark, led_field
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.command.compliance import receive
from grognard.games.nlc.command.confidence import fall_apart
from grognard.games.nlc.leaders.leaders import at_risk, displace, entered, replacements, restore_hqs, take_hq
from grognard.games.nlc.march.movement import leader_points, leader_routes
from grognard.games.nlc.march.segment import _move_hq
from grognard.games.nlc.march.who_moves import movable_leaders
from grognard.games.nlc.orders.ratings import rating
from grognard.games.nlc.scenario import DATA
from grognard.games.nlc.state import Dispatch, Order
from grognard.games.nlc.turn.action import begin_stage
from grognard.games.nlc.values import Commander, Headquarters


@pytest.mark.rule("nlc.19.1.1", "nlc.19.1.2", "nlc.19.1.3", "nlc.19.1.4")
def test_leaders_ride_as_cavalry_and_shun_enemy_zones():
    f = led_field({"al-best": "0509", "fr-9-jamin": "0510"})
    reach = leader_routes(f.g, 0, f.h("0511"), 16)
    zone = [h for h in f.g.grid.adjacent[f.h("0509")] if h != f.h("0510")]
    assert f.h("0510") in reach and not any(h in reach for h in zone) and f.h("0509") not in reach
    assert leader_points(f.g, f.l("ney")) == 16
    assert not f.g.zoc(0) >> f.h("0512") & 1 or f.g.grid.distance(f.h("0510"), f.h("0512")) <= 1
    begin_stage(f.g, "chit", 0, [FR_II])
    f.g.stage.segment = "move"
    from grognard.games.nlc.march.segment import _move_leader

    f.drive(_move_leader(f.g, f.l("ney")), f.h("0510"))
    assert f.g.state.leader_at[f.l("ney")] == f.h("0510")
    g, woods = f.g, [h for h, kind in enumerate(f.g.ground.terrain) if kind == 3]
    start, into = next(
        (a, w) for w in woods for a in g.grid.adjacent[w]
        if not g.ground.side(a, w) and not any(g.ground.road[6 * w + way] for way in range(6))
    )  # fmt: skip
    assert leader_routes(g, 0, start, 8)[into].cost == 8 and into not in leader_routes(g, 0, start, 7)  # as cavalry, 4 MP
    from grognard.games.nlc.march.who_moves import movable_leaders

    assert Commander("reille") in movable_leaders(g)
    begin_stage(g, "chit", 0, [1])
    assert Commander("reille") not in movable_leaders(g)  # with his own formation only


@pytest.mark.rule("nlc.19.1.5", "nlc.19.2.1")
def test_a_displaced_leader_goes_to_the_nearest_unit():
    f = led_field({"fr-9-jamin": "0513", "al-best": "0511"}, leaders={"reille": "0511", "ney": "0101"})
    f.drive(entered(f.g, f.h("0511"), 1), dice=(4, 4))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0513")


@pytest.mark.rule("nlc.19.1.6")
def test_giving_orders_costs_half_the_movement():
    f = led_field()
    f.g.state.gave_orders |= 1 << f.l("ney")
    assert leader_points(f.g, f.l("ney")) == 8


@pytest.mark.rule("nlc.19.1.7", "nlc.19.3.1")
def test_leaders_go_along_with_a_retreat():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage(segment="combat")
    f.drive(retreat(f.g, 0, [f.u("fr-9-jamin")], [f.h("0510")], rule="nlc.7.4.4", voluntary=False), f.h("0512"))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0512")
    assert f.g.formation_order(FR_II).kind == "attack", "only a Reserve is disturbed by it (20.2.30)"


@pytest.mark.rule("nlc.19.2.2", "nlc.19.2.3")
def test_a_replacement_has_rating_1():
    """Lost on 2 or 3, not on 4; the successor comes at the start of the next turn, not before."""
    f = led_field({"fr-9-jamin": "0511"})
    reille = f.l("reille")
    at_risk(f.g, [f.h("0511")], 1)  # of the other side nobody is there: no dice
    with f.match.forced(2, 2, 2, 2):
        at_risk(f.g, [f.h("0511")], 0)
    assert f.g.state.leader_at[reille] == f.h("0511")
    with f.match.forced(1, 2, 2, 2):
        at_risk(f.g, [f.h("0511")], 0)
    assert f.g.state.leader_at[reille] < 0 and f.told("nlc.19.2.2")
    f.drive(replacements(f.g))
    assert f.g.state.leader_at[reille] < 0
    f.g.state.turn += 1
    f.drive(replacements(f.g))
    assert f.g.state.leader_at[reille] == f.h("0511") and rating(f.g, reille) == 1


@pytest.mark.rule("nlc.19.4.1", "nlc.19.4.2", "nlc.19.4.3")
def test_the_loss_of_an_hq():
    f = led_field({"al-best": "frasnes"}, hq={"nord-left": "frasnes"})
    before = rating(f.g, f.l("ney"))
    f.drive(entered(f.g, f.h("frasnes"), 1))
    assert f.g.state.hq_at[0] < 0 and f.g.state.levels[0] == 12 - 5
    assert rating(f.g, f.l("ney")) == before - 1


@pytest.mark.rule("nlc.19.4.4")
def test_an_hq_returns_at_night():
    f = led_field({"fr-9-jamin": "0511"}, scenario=dark(first_day=1))
    take_hq(f.g, 0)
    f.g.state.turn = 2
    f.drive(restore_hqs(f.g))
    assert f.g.state.hq_at[0] == f.h("0511") and not f.g.state.hq_lost[0]


@pytest.mark.rule("nlc.19.5.1", "nlc.19.5.2")
def test_an_hq_moves_by_order_in_the_reserve_stage():
    f = led_field({"fr-9-jamin": "0511"}, hq={"nord-left": "frasnes"})
    begin_stage(f.g, "reserve", 0, [])
    assert Headquarters(0) not in movable_leaders(f.g)
    holder = f.g.static.hq_holder[0]
    with f.match.forced():  # no roll
        receive(f.g, Dispatch(holder, f.l("ney"), [Order(kind="march", target=[f.h("0511")], name="x")]))
    assert f.g.state.orders[holder].kind == "march"
    assert Headquarters(0) in movable_leaders(f.g)
    f.drive(_move_hq(f.g, 0))
    assert f.g.state.hq_at[0] != f.h("frasnes")


@pytest.mark.rule("nlc.19.1.5")
def test_displacement_asks_among_equals():
    f = led_field({"fr-9-jamin": "0512", "fr-5-campi": "0612"}, leaders={"reille": "0511", "ney": "0101"})
    near = [h for h in (f.h("0512"), f.h("0612")) if f.g.grid.distance(h, f.h("0511")) == 1]
    if len(near) == 2:
        f.drive(displace(f.g, f.l("reille")), near[1], dice=(4, 4))
        assert f.g.state.leader_at[f.l("reille")] == near[1]


@pytest.mark.rule("nlc.19.4.4")
def test_an_hq_may_gather_with_a_unit_of_an_allied_army():
    scenario = tomllib.loads((DATA / "scenarios" / "la-belle-alliance.toml").read_text())
    scenario["turn"][1]["light"] = "night"
    f = Field(scenario, clear=False, turn=2)
    prussian = [army.number for army in f.g.static.armies if army.side == 1][1]
    mine = [u for u in f.g.army_units(1) if f.g.units[u].army == prussian]
    f.g.state.hq_at[prussian], f.g.state.hq_lost[prussian] = -1, 1
    others = [f.g.at(u) for u in f.g.army_units(1) if u not in mine]
    f.drive(restore_hqs(f.g), others[0])
    assert f.g.state.hq_at[prussian] == others[0]


# ------------------------------------------------------------------ 19.1, 19.4: who enters a hex, in whatever way


@pytest.mark.rule("nlc.19.1.5")
def test_who_was_driven_from_an_empty_field_comes_back_as_himself():
    """19.2: only a leader who is lost is replaced by one of ability 1. R76: without a friend on the map he waits off it."""
    f = led_field({"fr-9-jamin": "0511"}, ATTACK, leaders={**LEADERS, "picton": "0510"})
    before = rating(f.g, f.l("picton"))
    f.stage()
    f.g.put(f.u("fr-9-jamin"), f.h("0510"))
    f.drive(entered(f.g, f.h("0510"), 0))
    assert f.g.state.leader_at[f.l("picton")] < 0
    f.g.put(f.u("al-best"), f.h("0503"))
    f.g.state.turn += 1
    f.drive(replacements(f.g))
    assert f.g.state.leader_at[f.l("picton")] == f.h("0503")
    assert rating(f.g, f.l("picton")) == before > 1


@pytest.mark.rule("nlc.19.4.2", "nlc.19.1.5")
def test_who_retreats_into_an_enemy_headquarters_has_entered_it():
    """19.4: a hex entered by enemy troops, whatever drives them; 19.1: the leader who is alone there is displaced."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0509", "al-kempt": "0503"}, leaders={**LEADERS, "picton": "0512"})
    hq = f.g.static.armies[1].number
    f.g.state.hq_at[hq] = f.h("0512")
    f.g.changed()
    f.stage(side=1, formations=(3,), segment="combat")
    with f.match.forced(6, 6):
        pass_on = retreat(f.g, 0, [f.u("fr-9-jamin")], [f.h("0510")], rule="nlc.7.4.4", voluntary=False)
        decision = next(pass_on)
        with pytest.raises(StopIteration):
            while True:
                decision = pass_on.send(decision.accept(f.h("0512") if f.h("0512") in decision.options else decision.options[0])[0])
    assert f.at("fr-9-jamin") == "0512"
    assert f.g.state.hq_at[hq] < 0 and f.told("nlc.19.4.2")
    assert f.g.state.leader_at[f.l("picton")] != f.h("0512") and f.told("nlc.19.1.5")


@pytest.mark.rule("nlc.19.4.2", "nlc.20.10.3")
def test_a_formation_that_loses_confidence_overruns_what_it_falls_back_on():
    f = led_field({"fr-9-jamin": "0510", "al-best": "0509", "al-kempt": "0503"}, ATTACK)
    procedure = fall_apart(f.g, FR_II)
    decision = next(procedure)
    hq = f.g.static.armies[1].number
    ends = [hex for hex in decision.options if hex in range(f.g.grid.size)]
    f.g.state.hq_at[hq] = ends[0]
    f.g.changed()
    decision = procedure.send(decision.accept(ends[0])[0])
    assert f.g.state.hq_at[hq] < 0 and f.told("nlc.19.4.2")
