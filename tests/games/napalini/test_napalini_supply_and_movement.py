"""Chapters 5 and 6: supply and isolation; normal moves, transit moves, friction, preparing."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario, table
from test_napalini_rounds_and_hq_actions import staff
from test_napalini_table import WATER, labels

from grognard.games.napalini.command import hq_actions, hq_orders, phase, rounds
from grognard.games.napalini.movement import moves, orders, paths
from grognard.games.napalini.movement.choices import OneUnit, Stance
from grognard.games.napalini.supply import lines as supply
from grognard.kernel import DONE
from grognard.kernel.state import plain

# ------------------------------------------------------------------ supply


@pytest.mark.rule("napalini.5.sources", "napalini.5.line", "napalini.5.isolated", "napalini.5.depots")
def test_supply_lines():
    t = Table()
    n = t.put(t.one, "infantry", "C4")
    assert supply.isolated_units(t.g, t.one) == set()
    for square in ("A2", "C2", "E2"):
        t.put(t.two, "infantry", square)
    assert n in supply.isolated_units(t.g, t.one)  # the zones close rows 2 and 1
    for square in ("C1", "D2", "D3"):
        t.put(t.one, "infantry", square)  # friendly FL units open the zones for a line
    assert n not in supply.isolated_units(t.g, t.one)
    free = Table()
    m = free.put(free.one, "infantry", "C4")
    free.put(free.two, "supply_depot", "C1")
    assert m not in supply.isolated_units(free.g, free.one)  # a depot does not block


@pytest.mark.rule("napalini.5.line", "napalini.5.isolated")
@pytest.mark.parametrize(("foe", "cut"), [("B4", False), ("C3", True)])
def test_vessels_are_supplied_along_their_river(foe, cut):
    """Zones do not close the river to them; an enemy in it does. Who stands on the bank is cut off."""
    t = Table(ground={"rivers": [["C1", "C2", "C3", "C4", "C5"]]})
    boat, ashore = t.put(t.one, "gunboat", "C5"), t.put(t.one, "infantry", "C6")
    for square in (foe, "A4", "D4", "F4"):
        t.put(t.two, "infantry", square)
    cut_off = supply.isolated_units(t.g, t.one)
    assert ashore in cut_off and (boat in cut_off) == cut


@pytest.mark.rule("napalini.1.precedence", "napalini.5.sources")
def test_where_both_rulebooks_speak_napalini_decides():
    """Eisenhower supplies from every square of one's edge, Napalini only where an artery enters it."""
    t = Table()
    n = t.put(t.one, "infantry", "F1")
    for square in ("D2", "D1"):
        t.put(t.two, "infantry", square)  # between it and the road in C1
    assert n in supply.isolated_units(t.g, t.one), "the edge itself feeds nobody"
    assert t.sq("C1") in supply.supplied_squares(t.g, t.one)


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_a_source_that_is_fought_over_stays_whose_it_was():
    """R120."""
    t = Table()
    own, enemy = t.put(t.one, "infantry", "C1"), t.put(t.two, "infantry", "C1")
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0
    assert own not in supply.isolated_units(t.g, t.one)
    t.s.units[own].where = "out"
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    t.s.units[own].where = "table"  # back into it, and the fight goes on
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    assert own in supply.isolated_units(t.g, t.one)
    t.s.units[enemy].where = "out"
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0


@pytest.mark.rule("napalini.5.edges")
def test_sources_where_arteries_enter():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground={"roads": [["D1", "D2"], ["B7", "B8"]]})
    for side in data["side"]:
        del side["sources"]
    static, _ = read(data, {})
    assert [static.label(sq) for sq in static.sides["so"].sources] == ["D1"]
    assert [static.label(sq) for sq in static.sides["sd"].sources] == ["B8"]


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_holding_a_source():
    t = Table()
    n = t.put(t.two, "infantry", "C1")
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    t.g.unit(n).at = t.sq("C3")
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one)
    own = t.put(t.one, "infantry", "C1")
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0
    t.s.units[own].where = "out"
    t.g.unit(n).at = t.sq("C1")
    supply.note_sources(t.g)
    assert t.g.camp(t.two).vp["sources"] == 0  # not scored again
    t.g.camp(t.two).vp["sources"] = 1  # for another source
    t.g.unit(n).at, t.s.units[own].where = t.sq("C3"), "table"
    supply.note_sources(t.g)
    assert t.g.camp(t.two).vp["sources"] == 1  # nor lost again


# ------------------------------------------------------------------ movement


@pytest.mark.rule("napalini.6.allowance")
def test_allowances():
    t = Table()
    heavy, foot = t.put(t.one, "heavy_artillery", "C3"), t.put(t.one, "infantry", "C3")
    assert paths.allowance(t.g, heavy) == 0 and paths.transit_points(t.g, heavy) == 2
    assert paths.allowance(t.g, foot) == 1
    archie = t.put(t.one, "archie", "C3")
    assert paths.may_transit(t.g, archie, paths.enemy_view(t.g, t.one)).rule == "napalini.6.allowance"


@pytest.mark.rule("napalini.6.transit.bonus", "napalini.2.class.wheeled-horse", "napalini.2.class.wheeled-motor", "napalini.2.class.tracked", "napalini.2.class.foot", "napalini.3.artery.roads")
def test_the_road_bonus():
    t = Table(ground={"roads": [["C1", "C2", "C3", "C4", "C5", "C6", "C7"]]})
    seen = paths.enemy_view(t.g, t.one)
    gun = t.put(t.one, "field_artillery", "C1")
    assert t.sq("C4") in paths.transit_reach(t.g, gun, seen) and t.sq("C5") not in paths.transit_reach(t.g, gun, seen)
    assert t.sq("D4") not in paths.transit_reach(t.g, gun, seen)
    cars, tank, foot = t.put(t.one, "armoured_cars", "C1"), t.put(t.one, "light_tanks", "C1"), t.put(t.one, "infantry", "C1")
    assert t.sq("C6") in paths.transit_reach(t.g, cars, seen) and t.sq("C7") not in paths.transit_reach(t.g, cars, seen)
    assert t.sq("C6") in paths.transit_reach(t.g, tank, seen)
    assert t.sq("C4") not in paths.transit_reach(t.g, foot, seen)


@pytest.mark.rule("napalini.3.artery.highways", "napalini.6.bad-weather.bonus", "napalini.6.transit.weather", "napalini.6.bad-weather")
def test_highways_and_bad_weather():
    road = [[f"{c}{r}" for r in range(1, 9)] for c in "C"]
    t = Table(ground={"highways": road})
    n = t.put(t.one, "infantry", "C1", trucks=True)
    assert paths.road_bonus(t.g, n, True) == 2
    t.s.weather = "B"
    reach = paths.transit_reach(t.g, n, paths.enemy_view(t.g, t.one))
    assert t.sq("C6") in reach and t.sq("C7") not in reach  # 4 - 1 + 2 = 5
    assert paths.road_bonus(t.g, n, False) == 0
    snow = Table(ground={"highways": road}, head={"season": "winter"}, options={"heavy_snow": True})
    snow.s.weather = "B"
    assert paths.road_bonus(snow.g, snow.put(snow.one, "infantry", "C1", trucks=True), True) == 0


@pytest.mark.rule("napalini.6.bad-weather", "napalini.6.bad-weather.one")
def test_slow_movers_in_bad_weather():
    t = Table()
    t.s.weather = "B"
    foot, horse = t.put(t.one, "infantry", "C3"), t.put(t.one, "cavalry", "D3")
    t.round(t.one, [foot, horse])
    assert paths.points(t.g, foot) == 1 and paths.points(t.g, horse) == 1
    assert paths.step_tests(t.g, foot, t.sq("C3"), t.sq("C4")) == ["weather"]
    assert paths.step_tests(t.g, horse, t.sq("D3"), t.sq("D4")) == []
    t.run(moves.normal_move(t.g, [foot], (t.sq("C3"), t.sq("C4"))), dice=(1,))
    assert t.g.unit(foot).at == t.sq("C3") and t.g.unit(foot).step == 0


@pytest.mark.rule("napalini.6.transit", "napalini.6.transit.where", "napalini.6.transit.column")
def test_transit_moves():
    t = Table(ground={"streams": ["C3|C4"]})
    n = t.put(t.one, "infantry", "C3", prepared=True)
    t.round(t.one, [n])
    t.put(t.two, "infantry", "F5")
    seen = paths.enemy_view(t.g, t.one)
    assert paths.transit_refused(t.g, n, t.sq("C3"), t.sq("C4"), seen).rule == "napalini.6.transit.where"
    assert paths.transit_refused(t.g, n, t.sq("E3"), t.sq("E4"), seen).rule == "napalini.6.transit.where"  # a zone
    t.run(moves.transit_move(t.g, n, t.sq("A3")), 0)
    assert t.g.unit(n).column and not t.g.unit(n).prepared and n in t.g.round.transit


@pytest.mark.rule("napalini.6.friction", "napalini.6.friction.loss", "napalini.3.obstacle.minefields")
def test_friction():
    t = Table(ground={"streams": ["C3|C4"], "obstacles": [{"kind": "wire", "edges": ["D3|D4"], "owner": "sd"}, {"kind": "minefield", "edges": ["E3|E4"], "owner": "sd"}]})
    n, m, k = (t.put(t.one, "infantry", sq) for sq in ("C3", "D3", "E3"))
    t.round(t.one, [n, m, k])
    assert not t.call(moves.friction, t.g, n, t.sq("C3"), t.sq("C4"), dice=(1,)) and t.g.unit(n).step == 0
    assert t.call(moves.friction, t.g, n, t.sq("C3"), t.sq("C4"), dice=(3,))
    t.put(t.two, "infantry", "D4")
    assert not t.call(moves.friction, t.g, m, t.sq("D3"), t.sq("D4"), dice=(1,)) and t.g.unit(m).step == 1
    assert not t.call(moves.friction, t.g, k, t.sq("E3"), t.sq("E4"), dice=(1,)) and t.g.unit(k).step == 1
    hard = Table(ground={"streams": ["C3|C4"]}, options={"friction_needs_4": True})
    u = hard.put(hard.one, "infantry", "C3")
    hard.round(hard.one, [u])
    assert not hard.call(moves.friction, hard.g, u, hard.sq("C3"), hard.sq("C4"), dice=(3,))


@pytest.mark.rule("napalini.6.attack", "napalini.6.attack.support")
def test_who_may_attack():
    t = Table()
    t.put(t.two, "infantry", "C4")
    gun, tired = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "infantry", "C3", step=2)
    assert paths.may_attack(t.g, gun, t.sq("C4")).rule == "napalini.6.attack.support"
    assert paths.may_attack(t.g, tired, t.sq("C4")).rule == "napalini.6.attack"
    t.round(t.one, [gun, tired])
    assert t.sq("C4") not in {path[-1] for path in paths.paths(t.g, gun, paths.enemy_view(t.g, t.one))}
    brave = Table(options={"exhausted_may_attack": True})
    n = brave.put(brave.one, "infantry", "C3", step=2)
    assert paths.may_attack(brave.g, n, brave.sq("C4")) is None


@pytest.mark.rule("napalini.6.attack.stacking")
def test_three_attackers_at_most():
    t = Table()
    t.put(t.two, "infantry", "C4")
    inside = [t.put(t.one, "infantry", "C4") for _ in range(3)]
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n, *inside])
    assert orders.attack_room(t.g, [n], t.sq("C4")).rule == "napalini.6.attack.stacking"


@pytest.mark.rule("napalini.6.group")
def test_a_group_moves_together_and_drops_those_that_fail():
    t = Table(ground={"streams": ["C3|C4"]})
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "C3")
    t.round(t.one, [a, b])
    members = t.run(moves.next_mover(t.g), ("group", t.sq("C3")), "pass")
    assert members == [a, b]
    t.run(moves.normal_move(t.g, members, (t.sq("C3"), t.sq("C4"))), 0, dice=(3, 2))
    assert t.g.unit(a).at == t.sq("C4") and t.g.unit(b).at == t.sq("C3")


@pytest.mark.rule("napalini.6.prepare", "napalini.6.all-round.place", "napalini.4.aoo.units")
def test_preparing():
    t = Table()
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "C3")
    r = t.round(t.one, [a, b])
    t.run(moves.act(t.g, [a]), "prepare", ("around", 0, b))
    assert t.g.unit(a).prepared and t.g.unit(b).rear and t.g.all_round(t.sq("C3"), t.one)
    r.shot.append(b)
    assert orders.may_prepare(t.g, b).rule == "napalini.6.prepare"
    moves.enter(t.g, a, t.sq("C3"), t.sq("C4"))
    assert not t.g.unit(a).prepared


@pytest.mark.rule("napalini.3.facing.same", "napalini.3.facing.change")
def test_newcomers_take_the_facing_of_those_not_activated():
    t = Table()
    host = t.put(t.one, "infantry", "C4", "W")
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))))
    assert t.g.unit(n).facing == t.g.unit(host).facing == 6
    m = t.put(t.one, "infantry", "E3")
    t.round(t.one, [m])
    t.run(moves.normal_move(t.g, [m], (t.sq("E3"), t.sq("E4"))), 2)
    assert t.g.unit(m).facing == 2


@pytest.mark.rule("napalini.10.land-battleship")
def test_land_battleships_may_stay():
    t = Table()
    n = t.put(t.one, "land_battleships", "C3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), dice=(2,))
    assert t.g.unit(n).at == t.sq("C3")
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("C4")


@pytest.mark.rule("napalini.6.river-crossing")
def test_foot_crosses_with_a_test():
    t = Table(ground=WATER)
    n = t.put(t.one, "infantry", "B3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), dice=(2,))
    assert t.g.unit(n).at == t.sq("B3")
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("B4") and n in t.g.round.crossed
    assert labels(t, [t.g.unit(n).at]) == {"B4"}


@pytest.mark.rule("napalini.2.transport.load")
def test_an_hq_goes_aboard_by_its_hq_action():
    t = staff(ground=WATER)
    hq = t.g.hq(0)
    t.g.unit(hq).at = t.sq("B4")
    ship = t.put(t.one, "troop_transport", "B4")
    t.g.round.aoo = t.sq("B4")
    assert ("move-hq", 0, (0, -1 - ship)) in plain(hq_orders.offers(t.g))
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, -1 - ship))))
    assert t.g.unit(hq).where == "aboard" and t.g.place(hq) == t.sq("B4")


@pytest.mark.rule("napalini.9.not-supply")
def test_a_captured_depot_changes_nothing_in_supply():
    t = Table()
    n, depot = t.put(t.one, "infantry", "C4"), t.put(t.one, "supply_depot", "C2", formation=-1)
    t.g.take_out(depot, "captured")
    assert t.g.camp(t.one).depot_taken and n not in supply.isolated_units(t.g, t.one)


@pytest.mark.rule("napalini.11.character.replaced")
def test_replaced_generals_get_characters_not_yet_assigned():
    t = Table(options={"campaign": True})
    t.g.army(0).character = ""
    for number, formation in enumerate(t.g.static.formations):
        assert formation.nation and number < 2
    with pytest.raises(Exception, match="12C"):
        t.call(phase.name_general, t.g, t.one, 0, draws=(["12C"],))  # held by the enemy's general already
    t.g.army(0).character = ""
    t.call(phase.name_general, t.g, t.one, 0, draws=(["7C"],))
    assert t.g.army(0).character == "7C"


@pytest.mark.rule("napalini.6.transit.column")
@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_column_that_is_activated_and_stays_is_none_any_more(one_by_one):
    """March columns are units that made a transit move in their last activation."""
    t = table()
    n = t.put(t.one, "infantry", "C3", column=True)
    m = t.put(t.one, "infantry", "E3", column=True)  # not activated
    t.round(t.one, [n])
    t.run(rounds.move_all(t.g), *([OneUnit(n), Stance.STAY] if one_by_one else [DONE]))
    assert not t.g.unit(n).column and t.g.unit(m).column


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_a_source_taken_in_combat_is_held_before_the_next_combat():
    t = table()
    n = t.put(t.one, "infantry", "C7")
    t.put(t.two, "archie", "C8")
    t.put(t.two, "infantry", "A8")
    t.round(t.one, [n], step="combat")
    t.attack(n, "C8", "C7")
    t.run(rounds.combats(t.g), 0)
    assert t.g.camp(t.one).vp["sources"] == 1
