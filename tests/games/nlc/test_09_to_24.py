"""Chapters 9, 11, 13, 19 and 21 to 24: reinforcements, demoralization, victory, leaders, reorganization, night, supply."""

from __future__ import annotations

import tomllib

import pytest

from conftest import AL_2NL, AL_5, FR_3CAV, FR_II, Field, rule_of
from grognard.games.nlc.action import begin_stage, governed
from grognard.games.nlc.asking import units_meant
from grognard.games.nlc.chits import in_play
from grognard.games.nlc.compliance import comply_all, receive
from grognard.games.nlc.demoralization import (
    campaign_turn_end,
    change_levels,
    judge_armies,
    prussians_attack,
    prussians_on_the_flank,
)
from grognard.games.nlc.leaders import displace, entered, rating, replacements, restore_hqs, take_hq
from grognard.games.nlc.march import _join, _move_hq, movable_leaders
from grognard.games.nlc.movement import allowance, leader_points, leader_routes
from grognard.games.nlc.night import attacks_lapse, frightened, held_back, release_by_visit, release_rolls
from grognard.games.nlc.reinforcements import (
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
from grognard.games.nlc.reorganize import bring_back, may_reorganize, returning
from grognard.games.nlc.retreat import retreat
from grognard.games.nlc.scenario import DATA
from grognard.games.nlc.state import Dispatch, Order
from grognard.games.nlc.supply import sources, supplied_hexes, supply_check
from grognard.games.nlc.victory import holder_of, judge_collapse, margin, points, verdict
from grognard.kernel.context import Over

LEADERS = {"reille": "0511", "ney": "0511", "perponcher": "0503", "picton": "0503", "wellington": "0503"}


def learning(**changes):
    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    scenario.update(changes)
    return scenario


def dark(light="night", first_day=0):
    scenario = learning()
    for turn in scenario["turn"][first_day:]:
        turn["light"] = light
    return scenario


def field(units=None, orders=None, scenario="learning", **more) -> Field:
    more.setdefault("leaders", LEADERS)
    return Field(scenario, units=units or {}, orders=orders or {}, **more)


# ------------------------------------------------------------------ 9


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
    stack = next(value for value in arrivals(f.g, governed(f.g)) if len(value) == 4)
    assert units_meant(f.g, stack) == units
    assert _entry_cost(f.g, units[0], f.h("0514")) == 1
    goal = None
    f.drive(bring_on(f.g, units), *(() if goal is None else (goal,)))
    assert all(f.g.on_map(u) for u in units)
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
    from grognard.games.nlc.reinforcements import _wait

    _wait(f.g, [f.u("fr-3c-horse")])
    assert f.g.stage.stuck >> f.u("fr-3c-horse") & 1 and f.g.state.at[f.u("fr-3c-horse")] == -1
    assert in_play(f.g, FR_3CAV)
    from grognard.games.nlc.reinforcements import due

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
    assert "arrive:wellington" in leader_arrivals(f.g)
    f.drive(bring_on_leader(f.g, f.l("wellington")))
    assert f.g.state.leader_at[f.l("wellington")] >= 0


# ------------------------------------------------------------------ 11, 13, 22


@pytest.mark.rule("nlc.11.0.1", "nlc.11.0.2", "nlc.11.0.3")
def test_an_army_is_demoralized_at_its_level_for_ever():
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")}
    f = field({"fr-9-jamin": "0511", **dead})
    judge_armies(f.g)
    assert 0 not in f.g.state.demoralized
    f.g.eliminate(f.u("fr-9-gauthier"))
    judge_armies(f.g)
    assert 0 in f.g.state.demoralized
    from grognard.games.nlc.morale import morale

    brave = field({"fr-11c-lheritier": "0511"})  # of a corps that has lost nobody
    before = int(morale(brave.g, brave.u("fr-11c-lheritier"))), allowance(brave.g, brave.u("fr-11c-lheritier"))
    brave.g.state.demoralized.append(0)
    assert (int(morale(brave.g, brave.u("fr-11c-lheritier"))), allowance(brave.g, brave.u("fr-11c-lheritier"))) == before
    assert (f.g.static.armies[0].demoralization, f.g.static.armies[0].disintegration) == (12, 18)
    from grognard.games.nlc.scene import scene

    assert any(cell.rule == "nlc.11.0.3" for panel in scene(f.g, "french").panels if panel.id == "armies" for row in panel.rows for cell in row)


@pytest.mark.rule("nlc.13.0.1", "nlc.13.0.2")
def test_points_and_occupation():
    f = field({"fr-9-jamin": "gemioncourt", "al-best": {"dead": 1}})
    assert holder_of(f.g, f.h("gemioncourt")) == 0
    f.g.put(f.u("fr-9-jamin"), f.h("0507"))
    assert holder_of(f.g, f.h("gemioncourt")) == 0
    f.g.put(f.u("fr-9-jamin"), f.h("piraumont"))
    f.g.put(f.u("fr-9-jamin"), f.h("0507"))
    assert holder_of(f.g, f.h("piraumont")) == 0
    assert points(f.g, 0).total == 6 + 6 + 3 + 3
    assert margin(f.g) == points(f.g, 0).total - points(f.g, 1).total
    assert verdict(f.g).rule == "nlc.13.0.1"


@pytest.mark.rule("nlc.13.0.3")
def test_collapse_ends_a_battle_game():
    f = Field("quatre-bras", clear=False)
    for unit in f.g.static.formations[FR_II].units[:5]:
        f.g.eliminate(unit)
    with pytest.raises(Over) as end:
        judge_collapse(f.g)
    assert end.value.result.winner == "allied"


@pytest.mark.rule("nlc.22.0.3")
def test_reorganization_ends_the_demoralization_of_a_corps():
    f = camp(units={n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")})
    assert f.g.demoralized(FR_II) and allowance(f.g, f.u("fr-9-jamin")) == 6
    f.drive(bring_back(f.g, f.l("reille")), f.u("fr-9-gauthier"), "done", dice=(4,))
    assert not f.g.demoralized(FR_II) and allowance(f.g, f.u("fr-9-jamin")) == 8
    assert f.told("nlc.22.0.3")


@pytest.mark.rule("nlc.22.0.1", "nlc.22.0.2")
def test_corps_demoralization_comes_and_goes():
    dead = {n: {"dead": 1} for n in ("fr-9-gauthier", "fr-5-husson", "fr-5-campi")}
    f = field({"fr-9-jamin": "0511", **dead})
    assert f.g.demoralized(FR_II)
    assert allowance(f.g, f.u("fr-9-jamin")) == 6
    assert leader_points(f.g, f.l("reille")) == 16
    f.g.state.step[f.u("fr-5-campi")] = 1
    f.g.put(f.u("fr-5-campi"), f.h("0512"))
    assert not f.g.demoralized(FR_II)
    army = field({"al-kempt": "0503", **{n: {"dead": 1} for n in ("al-bijlandt", "al-2nassau")}})
    assert army.g.demoralized(AL_5) and army.g.demoralized(AL_2NL)


@pytest.mark.rule("nlc.7.4.13", "nlc.7.4.14")
def test_levels_in_nlb_battles():
    f = Field("la-belle-alliance")
    from grognard.games.nlc.demoralization import garde_recule

    garde_recule(f.g)
    assert f.g.state.levels[0] == 45
    french = next(u for u in f.g.units if u.nation == "french" and u.arm == "infantry")
    british = next(u for u in f.g.units if u.nation == "british" and u.arm == "infantry")
    prussian = next(u for u in f.g.units if u.nation == "prussian" and u.arm == "infantry")
    f = Field("la-belle-alliance", units={french.id: "1010", british.id: "1110", prussian.id: "0910"})
    prussians_on_the_flank(f.g, f.h("1010"), 0)
    assert f.g.state.levels[0] == 50


@pytest.mark.rule("nlc.tables.1", "nlc.tables.2", "nlc.tables.3", "nlc.tables.4", "nlc.tables.5", "nlc.tables.6")
def test_campaign_levels():
    from grognard.games.nlc.demoralization import _ally_breaks, garde_recule

    options = {"nlb_campaign": True, "nlb_battle": False}
    base = Field("la-belle-alliance")
    french = next(u for u in base.g.units if u.nation == "french" and u.arm == "infantry")
    british = next(u for u in base.g.units if u.nation == "british" and u.arm == "infantry")
    prussian = next(u for u in base.g.units if u.nation == "prussian" and u.arm == "infantry")
    f = Field("la-belle-alliance", options=options, units={french.id: "1010", british.id: "1110", prussian.id: "0910"})
    garde_recule(f.g)
    assert (f.g.state.levels[0], f.g.state.collapse[0]) == (45, 70)
    _ally_breaks(f.g, 1)
    assert (f.g.state.levels[0], f.g.state.collapse[0]) == (55, 80)
    prussians_on_the_flank(f.g, f.h("1010"), 0)
    assert f.g.state.levels[0] == 50
    prussians_attack(f.g, [prussian.number], f.h("1010"))
    assert (f.g.state.levels[1], f.g.state.collapse[1]) == (55, 80)
    change_levels(f.g, 1, 10, "the prussians attack", "nlc.tables.4", both=True)
    assert f.g.state.levels[1] == 55
    w = Field("wavre", options=options)
    for hex in w.g.ground.places["wavre"]:
        w.g.take_control(0, hex)
    w.g.state.hq_at[0] = w.h("0101")
    campaign_turn_end(w.g)
    assert w.g.state.levels[1] == 10 - 20
    ring = [w.g.label(h) for h in w.g.grid.adjacent[w.h("0101")]]
    enemies = [u.id for u in w.g.units if u.side == 1][: len(ring)]
    cut = Field("wavre", options=options, units=dict(zip(enemies, ring)), hq={"nord-right": "0101"})
    campaign_turn_end(cut.g)
    assert cut.g.state.levels[0] == 25 - 20
    for name in enemies:
        cut.g.put(cut.u(name), -1)
    campaign_turn_end(cut.g)
    assert cut.g.state.levels[0] == 25


# ------------------------------------------------------------------ 19


@pytest.mark.rule("nlc.19.1.1", "nlc.19.1.2", "nlc.19.1.3", "nlc.19.1.4")
def test_leaders_ride_as_cavalry_and_shun_enemy_zones():
    f = field({"al-best": "0509", "fr-9-jamin": "0510"})
    reach = leader_routes(f.g, 0, f.h("0511"), 16)
    zone = [h for h in f.g.grid.adjacent[f.h("0509")] if h != f.h("0510")]
    assert f.h("0510") in reach and not any(h in reach for h in zone) and f.h("0509") not in reach
    assert leader_points(f.g, f.l("ney")) == 16
    assert not f.g.zoc(0) >> f.h("0512") & 1 or f.g.grid.distance(f.h("0510"), f.h("0512")) <= 1
    begin_stage(f.g, "chit", 0, [FR_II])
    f.g.stage.segment = "move"
    from grognard.games.nlc.march import _move_leader

    f.drive(_move_leader(f.g, f.l("ney")), f.h("0510"))
    assert f.g.state.leader_at[f.l("ney")] == f.h("0510")
    g, woods = f.g, [h for h, kind in enumerate(f.g.ground.terrain) if kind == 3]
    start, into = next(
        (a, w) for w in woods for a in g.grid.adjacent[w]
        if not g.ground.side(a, w) and not any(g.ground.road[6 * w + way] for way in range(6))
    )  # fmt: skip
    assert leader_routes(g, 0, start, 8)[into].cost == 8 and into not in leader_routes(g, 0, start, 7)  # as cavalry, 4 MP
    from grognard.games.nlc.march import movable_leaders

    assert "leader:reille" in movable_leaders(g)
    begin_stage(g, "chit", 0, [1])
    assert "leader:reille" not in movable_leaders(g)  # with his own formation only


@pytest.mark.rule("nlc.19.1.5", "nlc.19.2.1")
def test_a_displaced_leader_goes_to_the_nearest_unit():
    f = field({"fr-9-jamin": "0513", "al-best": "0511"}, leaders={"reille": "0511", "ney": "0101"})
    f.drive(entered(f.g, f.h("0511"), 1), dice=(4, 4))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0513")


@pytest.mark.rule("nlc.19.1.6")
def test_giving_orders_costs_half_the_movement():
    f = field()
    f.g.state.gave_orders |= 1 << f.l("ney")
    assert leader_points(f.g, f.l("ney")) == 8


@pytest.mark.rule("nlc.19.1.7", "nlc.19.3.1")
def test_leaders_go_along_with_a_retreat():
    f = field({"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage(segment="combat")
    f.drive(retreat(f.g, 0, [f.u("fr-9-jamin")], [f.h("0510")], rule="nlc.7.4.4", voluntary=False), f.h("0512"))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0512")


@pytest.mark.rule("nlc.19.2.2", "nlc.19.2.3")
def test_a_replacement_has_rating_1():
    f = field({"fr-9-jamin": "0511"})
    reille = f.l("reille")
    f.g.state.leader_at[reille], f.g.state.leader_due[reille] = -4, 1
    f.drive(replacements(f.g))
    assert f.g.state.leader_at[reille] == f.h("0511") and rating(f.g, reille) == 1


@pytest.mark.rule("nlc.19.4.1", "nlc.19.4.2", "nlc.19.4.3")
def test_the_loss_of_an_hq():
    f = field({"al-best": "frasnes"}, hq={"nord-left": "frasnes"})
    before = rating(f.g, f.l("ney"))
    f.drive(entered(f.g, f.h("frasnes"), 1))
    assert f.g.state.hq_at[0] < 0 and f.g.state.levels[0] == 12 - 5
    assert rating(f.g, f.l("ney")) == before - 1


@pytest.mark.rule("nlc.19.4.4")
def test_an_hq_returns_at_night():
    f = field({"fr-9-jamin": "0511"}, scenario=dark(first_day=1))
    take_hq(f.g, 0)
    f.g.state.turn = 2
    f.drive(restore_hqs(f.g))
    assert f.g.state.hq_at[0] == f.h("0511") and not f.g.state.hq_lost[0]


@pytest.mark.rule("nlc.19.5.1", "nlc.19.5.2")
def test_an_hq_moves_by_order_in_the_reserve_stage():
    f = field({"fr-9-jamin": "0511"}, hq={"nord-left": "frasnes"})
    begin_stage(f.g, "reserve", 0, [])
    assert "hq:0" not in movable_leaders(f.g)
    holder = f.g.static.hq_holder[0]
    with f.match.forced():  # no roll
        receive(f.g, Dispatch(holder, f.l("ney"), [Order(kind="march", target=[f.h("0511")], name="x")]))
    assert f.g.state.orders[holder].kind == "march"
    assert "hq:0" in movable_leaders(f.g)
    f.drive(_move_hq(f.g, 0))
    assert f.g.state.hq_at[0] != f.h("frasnes")


@pytest.mark.rule("nlc.19.1.5")
def test_displacement_asks_among_equals():
    f = field({"fr-9-jamin": "0512", "fr-5-campi": "0612"}, leaders={"reille": "0511", "ney": "0101"})
    near = [h for h in (f.h("0512"), f.h("0612")) if f.g.grid.distance(h, f.h("0511")) == 1]
    if len(near) == 2:
        f.drive(displace(f.g, f.l("reille")), near[1], dice=(4, 4))
        assert f.g.state.leader_at[f.l("reille")] == near[1]


# ------------------------------------------------------------------ 21


def camp(**more) -> Field:
    units = {"fr-9-jamin": "0514", "fr-9-gauthier": {"dead": 1}, "al-best": "0501"}
    units.update(more.pop("units", {}))
    return field(units, {"fr-ii": {"kind": "reserve"}}, leaders={**LEADERS, "reille": "0514"}, turn=3, phase="chits", **more)


@pytest.mark.rule("nlc.21.0.1", "nlc.21.0.2", "nlc.20.2.29", "nlc.23.0.1")
def test_who_may_reorganize():
    f = camp()
    assert may_reorganize(f.g, f.l("reille")) is None
    f.g.state.turn = 2
    assert rule_of(may_reorganize(f.g, f.l("reille"))) == "nlc.21.0.2"
    busy = camp()
    busy.g.formation_order(FR_II).kind = "defend"
    assert rule_of(may_reorganize(busy.g, busy.l("reille"))) == "nlc.20.2.29"
    seen = camp(units={"al-best": "0513"})
    assert rule_of(may_reorganize(seen.g, seen.l("reille"))) == "nlc.21.0.2"
    night = camp(scenario=dark())
    assert rule_of(may_reorganize(night.g, night.l("reille"))) == "nlc.23.0.1"
    assert rule_of(may_reorganize(f.g, f.l("ney"))) == "nlc.21.0.1"


@pytest.mark.rule("nlc.21.0.3", "nlc.21.0.4", "nlc.21.0.6")
def test_units_return_reduced_in_the_leaders_hex():
    f = camp(units={"fr-5-campi": "0514"})
    gauthier = f.u("fr-9-gauthier")
    procedure = bring_back(f.g, f.l("reille"))
    spot = f.h("0513")
    f.drive(procedure, gauthier, (f.u("fr-5-campi"), spot))
    assert f.at("fr-9-gauthier") == "0514" and f.g.state.step[gauthier] == 1
    assert f.at("fr-5-campi") == "0513"
    assert f.g.state.absent >> f.l("reille") & 1 and not f.g.present(f.l("reille"))


@pytest.mark.rule("nlc.21.0.5")
def test_a_demoralized_corps_may_lose_them_for_good():
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")}
    f = camp(units=dead)
    gauthier = f.u("fr-9-gauthier")
    f.drive(bring_back(f.g, f.l("reille")), gauthier, "done", dice=(5,))
    assert f.g.state.gone >> gauthier & 1 and gauthier not in returning(f.g, FR_II)
    g = camp(units=dead)
    g.drive(bring_back(g.g, g.l("reille")), g.u("fr-9-gauthier"), "done", dice=(4,))
    assert g.at("fr-9-gauthier") == "0514"


# ------------------------------------------------------------------ 23


@pytest.mark.rule("nlc.23.0.2")
def test_no_fighting_at_night():
    f = Field(dark(), units={"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-best": "0512"}, phase="selection", cup=["0"], leaders=LEADERS,
              orders={"fr-ii": {"kind": "defend", "target": "frasnes"}})
    assert f.match.g.stage.segment == "move"


@pytest.mark.rule("nlc.23.0.3")
def test_attacks_lapse_at_nightfall():
    f = field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, scenario=dark(first_day=1), phase="chits")
    f.g.state.turn = 2
    attacks_lapse(f.g)
    assert f.g.formation_order(FR_II).kind == "fall_back"
    h = field({"fr-9-jamin": "frasnes"}, {"fr-ii": {"kind": "attack", "target": "frasnes"}}, scenario=dark(first_day=1), phase="chits")
    h.g.state.turn = 2
    attacks_lapse(h.g)
    assert h.g.formation_order(FR_II).kind == "attack"


@pytest.mark.rule("nlc.23.0.4", "nlc.23.0.8")
def test_orders_of_the_night_wait_for_the_morning():
    scenario = learning()
    scenario["turn"][1]["light"] = "night"
    f = field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, scenario=scenario, phase="chits")
    f.g.state.turn = 2
    receive(f.g, Dispatch(FR_II, f.l("ney"), [Order(kind="march", target=[f.h("0506")], name="x")]))
    assert f.g.state.waiting[FR_II] is not None and f.g.formation_order(FR_II).kind == "defend"
    comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "defend"
    f.g.state.turn = 3
    comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "march"
    from grognard.games.nlc.state import Pending

    p = field({"fr-9-jamin": "0511"}, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, scenario=scenario, phase="chits")
    p.g.state.pending[FR_II] = Pending([Order(kind="march", target=[p.h("0506")])], "1T", 1)
    p.g.state.turn = 2
    comply_all(p.g)  # received by day: it runs on at night
    assert p.g.formation_order(FR_II).kind == "march" and p.told("nlc.23.0.8")


@pytest.mark.rule("nlc.23.0.5", "nlc.23.0.6")
def test_slow_french_mornings():
    f = Field("wavre", clear=False, phase="chits")
    f.g.state.turn = 6
    release_rolls(f.g)
    f.g.state.turn = 12
    with f.match.forced(2):
        release_rolls(f.g)
    iii = f.g.static.formation_named["fr-iii"]
    assert held_back(f.g, iii)
    f.g.state.turn = 13
    with f.match.forced(2):
        release_rolls(f.g)
    assert not held_back(f.g, iii)
    f.g.state.released = 0
    enemy = next(u for u in f.g.army_units(1) if f.g.is_infantry(u))
    near = next(h for h in f.g.grid.within(f.g.state.leader_at[f.l("grouchy")], 9) if f.g.zoc(0) >> h & 1 and not f.g.units_at(h))
    f.g.put(enemy, near)
    frightened(f.g, near, 1)
    assert not held_back(f.g, iii)
    release_by_visit(f.g, f.l("grouchy"), [])


# ------------------------------------------------------------------ 24


@pytest.mark.rule("nlc.24.0.1", "nlc.24.0.2", "nlc.24.0.3", "nlc.24.0.4")
def test_supply_at_nine():
    f = Field("wavre", clear=False, phase="chits")
    assert f.g.static.turns[17].clock == "09:00"
    assert set(sources(f.g, 0)) <= set(f.g.static.edge["south"])
    silent = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    for army in silent["army"]:
        del army["supply_edges"]
    by_rule = Field(silent).g
    assert set(sources(by_rule, 0)) == set(by_rule.static.edge["south"])  # the French
    assert set(sources(by_rule, 1)) == set(by_rule.static.edge["west"])  # Dutch, Germans and British
    assert f.g.static.armies[0].supply_edges == ("south",)
    f.g.state.turn = 18
    unit = next(u for u in f.g.army_units(0))
    ring = [f.g.label(h) for h in f.g.grid.adjacent[f.h("0101")]]
    enemies = [u.id for u in f.g.units if u.side == 1][: len(ring)]
    name = f.g.units[unit].id
    cut = Field("wavre", units={name: "0101", **dict(zip(enemies, ring))}, phase="chits")
    cut.g.state.turn = 17
    supply_check(cut.g)
    assert cut.at(name) == "0101"
    cut.g.state.turn = 18
    assert cut.h("0101") not in supplied_hexes(cut.g, 0)
    supply_check(cut.g)
    assert cut.at(name) == "-2"
