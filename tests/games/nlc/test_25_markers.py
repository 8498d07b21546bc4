"""Chapter 25.7: orders by markers."""

from __future__ import annotations

from contextlib import suppress

import pytest

from conftest import FR_II, Field, rule_of
from grognard.games.nlc.command.issue import made_order, may_order, send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.hidden.marches import may_hide
from grognard.games.nlc.leaders.leaders import entered
from grognard.games.nlc.march.duties import may_end, may_lead_to, target_distance
from grognard.games.nlc.march.movement import leader_routes, routes
from grognard.games.nlc.orders.markers import (
    aides_at_risk,
    branch,
    carry,
    dummies_allowed,
    is_crossroads,
    lower_flag,
    news_time,
    place_dummies,
    raise_flag,
    read_captured,
    ride,
)
from grognard.games.nlc.orders.orders import begin, fail
from grognard.games.nlc.state import Dispatch, Order, Pending
from grognard.games.nlc.turn.command_phase import achieved_orders

LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503", "perponcher": "0503", "wellington": "0503"}
ON = {"marker_orders": True}


def field(kind="defend", target="frasnes", units=None, options=None, leaders=None, **order) -> Field:
    units = units or {"fr-9-jamin": "0513", "fr-2c-pire": "0513", "al-best": "0502"}
    return Field(units=units, orders={"fr-ii": {"kind": kind, "target": target, **order}}, leaders={**LEADERS, **(leaders or {})}, options=options or ON, phase="chits")


@pytest.mark.rule("nlc.25.7.0.1", "nlc.25.7.1.1", "nlc.25.7.6.1", "nlc.25.7.5.1")
def test_markers_lie_on_the_map_and_only_the_owner_reads_them():
    f = field(units={"fr-9-jamin": "0513", "al-best": "0512"})
    f.g.state.pending[FR_II] = Pending([Order(kind="attack")], "R4", 1)
    mine = {m.id: m.label for m in f.match.view("french").markers}
    theirs = {m.id: m.label for m in f.match.view("allied").markers}
    assert mine["order-0"] == "Defend Frasnes" and theirs["order-0"] == ""
    assert mine["delay-0"] == "R4" and "delay-0" not in theirs
    assert rule_of(may_hide(f.g, FR_II)) == "nlc.25.7.6.1"
    item = Written("ney", "fr-ii", "attack")
    f.g.state.pending[FR_II] = None
    assert may_order(f.g, f.l("ney"), item) is None  # no target is named


@pytest.mark.rule("nlc.25.7.1.2", "nlc.25.7.2.2")
def test_an_achieved_march_leaves_reserve():
    f = field("march", "frasnes", units={"fr-9-jamin": "frasnes", "al-best": "0502"}, leaders={"reille": "frasnes"})
    achieved_orders(f.g)
    assert f.g.formation_order(FR_II).kind == "reserve"
    g = field("march", "quatre-bras")
    raise_flag(g.g, FR_II)
    assert g.g.state.at[g.u("fr-2c-pire")] == -1  # the fastest stands under the flag
    lower_flag(g.g, FR_II)
    assert g.g.on_map(g.u("fr-2c-pire"))


@pytest.mark.rule("nlc.25.7.1.3")
def test_failure_clears_the_pile():
    f = field("march", "quatre-bras")
    f.g.state.sequences[FR_II] = [Order(kind="attack"), Order(kind="march")]
    fail(f.g, FR_II, rule="nlc.20.2.13")
    assert f.g.state.sequences[FR_II] == [] and f.g.formation_order(FR_II).kind == "reserve"


@pytest.mark.rule("nlc.25.7.2.1")
def test_a_march_by_flag_takes_the_cheapest_path():
    f = field("march", "quatre-bras")
    f.stage()
    jamin = f.u("fr-9-jamin")
    reach = routes(f.g, [jamin])
    refusals = {rule_of(may_end(f.g, [jamin], f.h("0513"), h, reach)) for h in reach}
    assert "nlc.25.7.2.1" in refusals and "" in refusals
    big = Field("la-belle-alliance", clear=False, options=ON)
    assert may_order(big.g, big.l("napoleon"), Written("napoleon", "fr-vi", "march", "genval")) is None
    begin(f.g, FR_II, [Order(kind="march", target=[f.h("quatre-bras")], name="x")], rule="nlc.20.7.4")
    assert f.g.state.flags


@pytest.mark.rule("nlc.25.7.2.3")
def test_attack_goes_for_the_nearest_enemy():
    f = field("attack", "frasnes", units={"fr-9-jamin": "0511", "al-best": "0508"})
    f.stage()
    order = f.g.formation_order(FR_II)
    assert target_distance(f.g, order, f.h("0511")) == 3 and target_distance(f.g, order, f.h("0510")) == 2


@pytest.mark.rule("nlc.25.7.2.4")
def test_fall_back_has_any_supply_source_as_target():
    f = field()
    order = made_order(f.g, 0, "fall_back", "", ())
    assert set(order.target) <= set(f.g.static.edge["south"]) and order.target


@pytest.mark.rule("nlc.25.7.2.5")
def test_the_leader_of_a_defense_stays_put():
    f = field("defend", "frasnes", since=1)
    f.stage()
    reach = leader_routes(f.g, 0, f.h("0513"), 16)
    to = next(iter(reach))
    assert rule_of(may_lead_to(f.g, f.l("reille"), FR_II, f.h("0513"), to, reach)) != "nlc.25.7.2.5"
    f.g.state.turn = 2
    assert rule_of(may_lead_to(f.g, f.l("reille"), FR_II, f.h("0513"), to, reach)) == "nlc.25.7.2.5"


@pytest.mark.rule("nlc.25.7.3.1")
def test_dummy_targets():
    big = Field("la-belle-alliance", clear=False, options=ON)
    assert dummies_allowed(big.g, 0) == 2  # six corps
    f = field()
    assert dummies_allowed(f.g, 0) == 1
    f.drive(place_dummies(f.g), "piraumont", "pass")
    assert f.g.state.dummies[0] == [f.h("piraumont")]
    theirs = [m for m in f.match.view("allied").markers if m.kind == "target" and m.side == "french"]
    assert theirs and all(m.label == "" for m in theirs)
    f.g.state.done, f.g.state.turn = [], 2  # R167: taken up in a later Command Phase, and set down again in the next
    f.drive(place_dummies(f.g), f.h("piraumont"), "pass")
    assert f.g.state.dummies[0] == []
    f.g.state.done, f.g.state.turn = [], 3
    f.drive(place_dummies(f.g), "frasnes", "pass")
    assert f.g.state.dummies[0] == [f.h("frasnes")]
    twice = [big.h("plancenoit")] * 2
    big.g.state.dummies[0] = list(twice)
    assert next(place_dummies(big.g)).options == ["pass", twice[0]], "two in one hex are one choice"


@pytest.mark.rule("nlc.25.7.4.1", "nlc.25.7.4.2")
def test_aides_carry_orders_that_are_not_at_hand():
    f = field()
    near = Dispatch(FR_II, f.l("ney"), [Order(kind="attack")], 1, 1)
    carry(f.g, near)
    assert near.aide < 0 and near.arrives == 1
    far = field(leaders={"ney": "1001"})
    send(far.g, 0, [Written("ney", "fr-ii", "attack")])
    dispatch = far.g.state.dispatches[0]
    assert dispatch.aide == far.h("1001")
    assert rule_of(may_order(far.g, far.l("ney"), Written("ney", "fr-ii", "march", "frasnes"))) in ("nlc.25.7.4.2", "nlc.20.4.2")
    before = far.g.grid.distance(dispatch.aide, far.h("0513"))
    markers = {seat: [m for m in far.match.view(seat).markers if m.kind == "aide"] for seat in ("french", "allied")}
    assert [m.at for m in markers["french"]] == [m.at for m in markers["allied"]] == ["1001"]  # R171
    assert "Attack" in markers["french"][0].label and markers["allied"][0].label == ""
    far.drive(ride(far.g, 0))
    assert dispatch.aide < 0 or far.g.grid.distance(dispatch.aide, far.h("0513")) < before


@pytest.mark.rule("nlc.25.7.4.2")
def test_an_order_counts_one_turn_after_the_aide_arrives():
    f = field(units={"fr-9-jamin": "0513", "al-best": "0502"})
    dispatch = Dispatch(FR_II, f.l("ney"), [Order(kind="attack")], 1, 9999, aide=f.h("0514"))
    f.g.state.dispatches.append(dispatch)
    f.drive(ride(f.g, 0))
    assert dispatch.aide == -1 and dispatch.arrives == 2


@pytest.mark.rule("nlc.25.7.4.3", "nlc.25.7.8.1")
def test_dangers_to_the_aide_and_interception():
    f = field(units={"fr-9-jamin": "0513", "al-best": "0509"}, options={**ON, "aide_interception": True})
    f.g.state.dispatches.append(Dispatch(FR_II, f.l("ney"), [Order(kind="attack")], 1, 9999, aide=f.h("0513")))
    with f.match.forced(2):
        aides_at_risk(f.g, f.h("0513"), 0)
    assert f.g.state.dispatches
    with f.match.forced(1):
        aides_at_risk(f.g, f.h("0513"), 0)
    assert not f.g.state.dispatches
    f.g.state.dispatches.append(Dispatch(FR_II, f.l("ney"), [Order(kind="attack")], 1, 9999, aide=f.h("0509")))
    f.drive(entered(f.g, f.h("0509"), 1))
    assert not f.g.state.dispatches and f.g.state.captured
    assert news_time(f.g, 1, f.h("0509")) == f.g.state.captured[0].arrives - 1
    f.g.state.turn = max(1, f.g.state.captured[0].arrives)
    read_captured(f.g)
    assert any(event.rule == "nlc.25.7.8.1" and event.readable_by("allied") and not event.readable_by("french") for event in f.match.events)


@pytest.mark.rule("nlc.25.7.4.4")
def test_crossroads():
    f = field()
    hex = next(h for h in range(f.g.grid.size) if is_crossroads(f.g, h))
    roads = [way for way in range(6) if f.g.ground.road[6 * hex + way]]
    with f.match.forced(2):
        assert branch(f.g, 0, hex, roads[1]) == roads[1]
    with f.match.forced(1, 3):
        assert branch(f.g, 0, hex, roads[1]) == roads[0]
    with f.match.forced(1, 4):
        assert branch(f.g, 0, hex, roads[1]) == roads[2 % len(roads)]


@pytest.mark.rule("nlc.25.7.4.4")
def test_at_a_crossroads_the_owner_names_the_branch():
    """An aide from Quatre Bras to Frasnes: the road south is offered first, but any branch may be named; then he is on it."""
    f = field(units={"fr-9-jamin": "0513", "al-best": "1014"}, leaders={"reille": "0513", "ney": "0501"})
    cross = f.h("quatre-bras")
    assert is_crossroads(f.g, cross)
    roads = [way for way in range(6) if f.g.ground.road[6 * cross + way]]
    dispatch = Dispatch(FR_II, f.l("ney"), [Order(kind="attack")], 1, 9999, aide=cross)
    f.g.state.dispatches.append(dispatch)
    riding = ride(f.g, 0)
    decision = next(riding)
    assert decision.rule == "nlc.25.7.4.4" and decision.seat == "french" and set(roads) <= set(decision.options)
    assert f.g.grid.distance(f.g.grid.neighbours[cross][decision.options[0]], f.h("0513")) < f.g.grid.distance(cross, f.h("0513"))
    north = max(roads, key=lambda way: f.g.grid.distance(f.g.grid.neighbours[cross][way], f.h("0513")))
    with f.match.forced(2):
        again = riding.send(decision.accept(north)[0])  # from the branch the cheapest way leads back to the crossroads
    assert again.rule == "nlc.25.7.4.4" and again.about == {"place": f.g.label(cross)}
    south = field(units={"fr-9-jamin": "0513", "al-best": "1014"}, leaders={"reille": "0513", "ney": "0501"})
    direct = Dispatch(FR_II, south.l("ney"), [Order(kind="attack")], 1, 9999, aide=cross)
    south.g.state.dispatches.append(direct)
    riding = ride(south.g, 0)
    decision = next(riding)
    with south.match.forced(2), suppress(StopIteration):
        riding.send(decision.accept(decision.options[0])[0])  # to the end, or to the next crossroads
    assert south.g.grid.distance(direct.aide, south.h("0513")) < south.g.grid.distance(cross, south.h("0513"))


@pytest.mark.rule("nlc.25.7.7.1")
def test_advanced_targets_are_named_again():
    f = field(options={**ON, "advanced_target_markers": True})
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack"))) == "nlc.20.2.2"
    assert may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack", "gemioncourt")) is None


@pytest.mark.rule("nlc.25.7.2.4")
def test_each_army_falls_back_to_its_own_edge():
    """With two armies on one side: Wellington's men to the west, Bluecher's to the east."""
    f = Field("la-belle-alliance", options=ON)
    g = f.g
    for army in g.static.armies:
        holder = next(formation.number for formation in g.static.formations if formation.army == army.number)
        made = made_order(g, holder, "fall_back", "", ())
        edges = {hex for edge in army.supply_edges for hex in g.static.edge[edge]}
        assert made.target and set(made.target) <= edges, army.name
    assert len({tuple(army.supply_edges) for army in g.static.armies}) == 3
