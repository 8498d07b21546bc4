"""Chapter 2: units."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario

from grognard.games.napalini.combat import losses
from grognard.games.napalini.combat.fire import Aim, dice_tally, hit_chances, score_tally
from grognard.games.napalini.movement import paths, transport
from grognard.games.napalini.movement.choices import Load
from grognard.games.napalini.table.stacking import room_rule
from grognard.games.napalini.table.terrain import closed_to, hard_for, prepared
from grognard.games.napalini.tables import TABLES, UNITS, firepower
from grognard.games.napalini.view import scene


@pytest.mark.rule("napalini.2.firepower", "napalini.2.quality")
@pytest.mark.parametrize(
    ("quality", "numbers"), [("good", (3, 4, 4)), ("average", (4, 5, 5)), ("poor", (5, 6, 6))], ids=str
)
def test_firepower_by_quality_and_step(quality, numbers):
    t = Table()
    n = t.put(t.one, "infantry", "C3", quality=quality)
    from grognard.games.napalini.combat.fire import needed

    assert tuple(firepower(quality, step) for step in range(3)) == numbers
    for step in range(3):
        t.g.unit(n).step = step
        assert needed(t.g, n) == numbers[step]


@pytest.mark.rule("napalini.2.firepower")
def test_exhausted_firepower_drops_again_by_option():
    assert firepower("average", 2, drops_again=True) == 6


def test_the_unit_list_has_its_38_rows_and_the_ships_theirs():
    assert len(TABLES["unit"]) == 38 and len(TABLES["ship"]) == 43
    tank = UNITS["light_tanks"]
    assert (tank.cost, tank.move, tank.transit, tank.cls, tank.open, tank.close) == (4, 2, 4, "T", 2, 1)
    assert UNITS["hms_severn"].thick and UNITS["hms_severn"].range == 4


@pytest.mark.rule("napalini.2.flag.vulnerable")
def test_vulnerable_units_leave_play_at_range_0_only():
    t = Table()
    gun = t.put(t.two, "field_artillery", "C4")
    t.round(t.one)
    losses.give_loss(t.g, gun)
    assert t.g.unit(gun).step == 1 and t.g.unit(gun).where == "table"
    t.put(t.one, "infantry", "C4")
    losses.give_loss(t.g, gun)
    assert t.g.unit(gun).where == "out"
    archie = t.put(t.two, "archie", "C4")
    losses.give_loss(t.g, archie)
    assert t.g.unit(archie).where == "captured"  # it has no number in the Open or Close column
    flak = t.put(t.one, "aa_88", "D4")
    t.put(t.two, "garrison", "D4")
    losses.give_loss(t.g, flak)
    assert t.g.unit(flak).where == "out"  # FL units with V included


@pytest.mark.rule("napalini.2.flag.vulnerable")
def test_friction_and_attrition_only_cost_steps():
    t = Table()
    gun = t.put(t.two, "field_artillery", "C4")
    t.put(t.one, "infantry", "C4")
    losses.give_loss(t.g, gun, fire=False)
    assert t.g.unit(gun).step == 1


@pytest.mark.rule("napalini.2.steps", "napalini.2.exhausted-survives")
def test_exhausted_units_survive_bombardment_and_fall_to_front_line_units():
    t = Table()
    n = t.put(t.two, "infantry", "C4")
    t.round(t.one)
    for step in (1, 2, 2, 2):
        losses.give_loss(t.g, n)
        assert t.g.unit(n).step == step
    support = t.put(t.one, "garrison", "C4")
    losses.give_loss(t.g, n)
    assert t.g.unit(n).where == "table"  # only S units in the square
    t.s.units[support].where = "out"
    t.put(t.one, "militia", "C4")
    losses.give_loss(t.g, n)
    assert t.g.unit(n).where == "out"


@pytest.mark.rule("napalini.2.exhausted-survives")
def test_support_units_can_eliminate_by_option():
    t = Table(options={"support_units_can_eliminate": True})
    n = t.put(t.two, "infantry", "C4", step=2)
    t.put(t.one, "garrison", "C4")
    losses.give_loss(t.g, n)
    assert t.g.unit(n).where == "out"


@pytest.mark.rule("napalini.2.no-rerolls", "napalini.7.prepared-hard")
def test_a_deduction_in_place_of_a_reroll_is_33_per_cent():
    t = Table(["......"] * 4 + ["..B..."] + ["......"] * 3)
    shooter = t.put(t.one, "infantry", "C3")
    target = t.put(t.two, "infantry", "C4", prepared=True)
    score = score_tally(t.g, Aim(shooter, t.sq("C4"), (target,), True))
    assert int(score) == -1
    assert hit_chances(t.g, Aim(shooter, t.sq("C4"), (target,), True))[0] == pytest.approx(1 / 3)



@pytest.mark.rule("napalini.2.modified-score")
def test_a_natural_six_is_no_sure_hit():
    from grognard.games.napalini.combat.fire import hits

    t = Table()
    assert not hits(t.g, 6, 6, -1)
    assert hits(t.g, 1, 3, 2)
    assert hits(Table(options={"natural_six_hits": True}).g, 6, 6, -1)


@pytest.mark.rule("napalini.2.front-line", "napalini.2.support", "napalini.3.stack.land")
def test_three_front_line_and_three_support_units():
    t = Table()
    for _ in range(3):
        t.put(t.one, "infantry", "C3")
    more, gun = t.put(t.one, "infantry", "A3"), t.put(t.one, "field_artillery", "A3")
    assert room_rule(t.g, more, t.sq("C3")) == "napalini.3.stack.land"
    assert room_rule(t.g, gun, t.sq("C3")) == ""
    for _ in range(3):
        t.put(t.one, "field_artillery", "C3")
    assert room_rule(t.g, gun, t.sq("C3")) == "napalini.2.support"



@pytest.mark.rule("napalini.2.flag.heavy")
def test_heavy_units_never_enter_forest_mountains_or_rubble():
    t = Table(["......"] * 5 + ["FMB..."] + ["......"] * 2, ground={"roads": [["A2", "A3"]]})
    tank = t.put(t.one, "heavy_tanks", "A2")
    for label in ("A3", "B3"):
        assert closed_to(t.g, tank, t.sq(label), t.sq("A2")) == "napalini.2.flag.heavy"
    assert closed_to(t.g, tank, t.sq("C3")) == ""
    t.s.rubble.append(t.sq("C3"))
    assert closed_to(t.g, tank, t.sq("C3")) == "napalini.2.flag.heavy"
    seen = paths.enemy_view(t.g, t.one)
    refusal = paths.step_refused(t.g, tank, t.sq("A2"), t.sq("A3"), seen)
    assert refusal is not None and refusal.rule == "napalini.2.flag.heavy"
    light = t.put(t.one, "light_tanks", "A2")
    assert closed_to(t.g, light, t.sq("A3")) == ""


@pytest.mark.rule("napalini.2.flag.heavy")
def test_heavy_by_road_through_forest_by_option():
    rows = ["......"] * 5 + ["F....."] + ["......"] * 2
    t = Table(rows, options={"heavy_by_road_through_forest": True}, ground={"roads": [["A2", "A3"]]})
    tank = t.put(t.one, "heavy_tanks", "A2")
    assert closed_to(t.g, tank, t.sq("A3"), t.sq("A2")) == ""
    assert closed_to(t.g, tank, t.sq("A3"), t.sq("B2")) == "napalini.2.flag.heavy"


@pytest.mark.rule("napalini.2.trucks.effect")
def test_trucks_give_their_own_moves_and_class():
    t = Table()
    n = t.put(t.one, "infantry", "C3", trucks=True)
    assert paths.allowance(t.g, n) == 2 and t.g.cls(n) == "WM" and paths.transit_points(t.g, n) == 4
    archie = t.put(t.one, "archie", "C3", trucks=True)
    assert paths.allowance(t.g, archie) == 2
    target = t.put(t.two, "light_tanks", "C4")
    assert int(score_tally(t.g, Aim(n, t.sq("C4"), (target,), True))) == -1  # in combat it stays infantry


@pytest.mark.rule("napalini.2.cost", "napalini.8.vp.points")
def test_cost_with_attachments_and_a_point_for_every_full_ten():
    t = Table()
    n = t.put(t.two, "infantry", "C4", trucks=True)
    boat = t.put(t.two, "sms_sava", "C4")
    assert t.g.cost(n) == 3 and t.g.cost(boat) == 6
    train = t.put(t.two, "armoured_train", "C4", archie=True)
    assert t.g.cost(train) == 7
    t.g.score_points(t.one, 19)
    assert t.g.camp(t.one).vp["points"] == 1
    t.g.score_points(t.one, 1)
    assert t.g.camp(t.one).vp["points"] == 2
    t.g.camp(t.one).eliminated -= 5  # a restored unit is deducted, VPs are kept
    t.g.score_points(t.one, 4)
    assert t.g.camp(t.one).vp["points"] == 2


RIVER = {"rivers": [["A4", "B4", "C4", "D4", "E4", "F4"]], "water_edges": [f"{c}3|{c}4" for c in "ABCDEF"]}


@pytest.mark.rule("napalini.2.transport.capacity", "napalini.2.archie.attached")
def test_capacity_of_transports():
    t = Table(ground=RIVER)
    ship = t.put(t.one, "troop_transport", "C4")
    assert transport.capacity(t.g, ship) == 3
    t.g.unit(ship).archie = True
    assert transport.capacity(t.g, ship) == 2
    gun, mortar = t.put(t.one, "field_artillery", "C4"), t.put(t.one, "trench_mortars", "C4")
    assert transport.may_carry(t.g, ship, gun) is None
    assert transport.may_carry(t.g, ship, mortar).rule == "napalini.2.transport.capacity"
    t.g.unit(gun).trucks = True
    assert transport.may_carry(t.g, ship, gun).rule == "napalini.2.transport.capacity"
    from grognard.games.napalini.air.flak import aa_range

    assert aa_range(t.g, ship) == 1


@pytest.mark.rule("napalini.2.transport.load", "napalini.2.transport.unload", "napalini.3.hidden.transport")
def test_loading_and_unloading():
    t = Table(ground=RIVER)
    ship, n = t.put(t.one, "troop_transport", "C4"), t.put(t.one, "infantry", "C4", revealed=False)
    r = t.round(t.one, [ship, n])
    assert Load(ship) in transport.load_orders(t.g, n)
    r.moved.append(ship)
    assert transport.may_load(t.g, ship, n).rule == "napalini.2.transport.load"
    r.moved.clear()
    transport.load(t.g, n, ship)
    assert t.g.unit(n).where == "aboard" and t.g.place(n) == t.sq("C4")
    pieces = {piece.id: piece for piece in scene.build(t.g, t.two).pieces}
    assert f"u{n}" not in pieces and "carries" not in pieces[f"u{ship}"].facts
    assert "carries" in {piece.id: piece for piece in scene.build(t.g, t.one).pieces}[f"u{ship}"].facts
    assert transport.passengers_to_land(t.g, ship) == []  # it loaded in this round
    r = t.round(t.one, [ship])
    r.transit.append(ship)
    assert transport.passengers_to_land(t.g, ship) == []  # after a transit move
    r.transit.clear()
    t.run(transport.unload(t.g, ship), (n, t.sq("C4")), 0)
    assert t.g.unit(n).where == "table" and not t.g.unit(n).prepared



@pytest.mark.rule("napalini.2.transport.loss")
def test_passengers_are_lost_with_their_transport():
    t = Table(ground=RIVER)
    ship, n = t.put(t.one, "troop_transport", "C4"), t.put(t.one, "infantry", "C4")
    transport_points = t.g.cost(ship) + t.g.cost(n)
    t.round(t.one, [ship, n])
    transport.load(t.g, n, ship)
    t.g.take_out(ship, "out")
    assert t.g.unit(n).where == "out"
    assert t.g.camp(t.two).eliminated == transport_points



@pytest.mark.rule("napalini.2.bastion")
def test_a_bastion_throws_one_die_at_range_into_close_terrain():
    t = Table(["......"] * 4 + ["..W..."] + ["......"] * 3)
    fort = t.put(t.two, "bastion", "C5")
    near, far = t.put(t.one, "infantry", "C4"), t.put(t.one, "infantry", "B4")
    close = Aim(fort, t.sq("C4"), (near,), False, ranged=True)
    assert int(dice_tally(t.g, close)) == 1
    assert int(dice_tally(t.g, Aim(fort, t.sq("B4"), (far,), False, ranged=True))) == 3
    assert int(dice_tally(t.g, Aim(fort, t.sq("C5"), (near,), False))) == 3


@pytest.mark.rule("napalini.2.fort")
def test_forts_are_always_prepared_and_hard():
    t = Table()
    fort, n = t.put(t.two, "po", "C4"), t.put(t.two, "infantry", "C4")
    assert prepared(t.g, fort) and hard_for(t.g, fort, t.sq("C4"))
    assert not prepared(t.g, n) and not hard_for(t.g, n, t.sq("C4"))
    soft = Table(options={"forts_not_always_hard": True})
    other = soft.put(soft.two, "po", "C4")
    assert not prepared(soft.g, other) and not hard_for(soft.g, other, soft.sq("C4"))


@pytest.mark.rule("napalini.2.artillery", "napalini.2.po", "napalini.2.flag.aa-range")
def test_what_is_artillery():
    t = Table(ground=RIVER)
    guns = ["light_artillery", "heavy_artillery", "katyushas", "land_battleships", "armoured_train", "bastion", "gunboat"]
    assert all(t.g.artillery(t.put(t.one, kind, "C4")) for kind in guns)
    assert not any(t.g.artillery(t.put(t.one, kind, "C4")) for kind in ("po", "aa_88", "archie", "infantry", "hms_woodcock"))



@pytest.mark.rule("napalini.2.paratroops", "napalini.2.militia")
def test_paratroops_are_good_and_militia_poor_whatever_the_scenario_says():
    data = {"type": "paratroops", "quality": "poor", "at": "B1", "face": "N"}
    more = {"type": "militia", "quality": "good", "at": "B1", "face": "N"}

    made = scenario()
    made["formation"][0]["units"] += [data, more]
    from grognard.games.napalini.deployment.scenario import read

    _, state = read(made, {})
    assert {u.type: u.quality for u in state.units if u.type in ("paratroops", "militia")} == {"paratroops": "good", "militia": "poor"}

