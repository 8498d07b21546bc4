"""Chapter 3: distances, stacking, facing, zones of control, terrain, obstacles, rivers and bridges."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario

from grognard.games.napalini.combat import shooting
from grognard.games.napalini.combat.fire import Aim, close_target, dice_tally, half, score_tally
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.movement import moves, orders, paths
from grognard.games.napalini.table.arteries import bridged, over_water, rail_link, wet
from grognard.games.napalini.table.stacking import limit, room_rule
from grognard.games.napalini.table.terrain import close_for, closed_to, foot, hard_for, slow
from grognard.games.napalini.table.wire_and_obstacles import obstacles_to  # fmt: skip
from grognard.games.napalini.table.zones import front_squares, is_rear, zone_of, zones


def rows(**squares: str) -> list[str]:
    """A flat table with some squares: rows(C4="W")."""
    grid = [["."] * 6 for _ in range(8)]
    for label, code in squares.items():
        grid[8 - int(label[1])][ord(label[0]) - 65] = code
    return ["".join(row) for row in grid]


def labels(t: Table, squares) -> set[str]:
    return {t.g.label(sq) for sq in squares}


# ------------------------------------------------------------------ distances and zones of the table


@pytest.mark.rule("napalini.3.distance")
@pytest.mark.parametrize(("a", "b", "far"), [("C3", "D4", 1), ("C3", "E5", 3), ("C3", "D5", 2), ("C3", "F6", 5)])
def test_the_square_of_the_hippopotamus(a, b, far):
    t = Table()
    assert t.g.distance(t.sq(a), t.sq(b)) == far


@pytest.mark.rule("napalini.3.distance.move", "napalini.3.adjacent", "napalini.6.normal")
def test_the_second_diagonal_costs_two():
    t = Table()
    n = t.put(t.one, "cavalry", "C3")
    r = t.round(t.one, [n])
    ends = {path[-1] for path in paths.paths(t.g, n, paths.enemy_view(t.g, t.one))}
    assert t.sq("D4") in ends and t.sq("D5") in ends and t.sq("C5") in ends
    assert t.sq("E5") not in ends
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("D4"), t.sq("D5"))), 0)
    assert t.g.unit(n).at == t.sq("D5") and n in r.far
    assert t.told("moves")
    t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "D4", step=2)  # exhausted: it has no zone, but stops what enters its square
    horse = t.put(t.one, "cavalry", "C3")
    ways = set(paths.paths(t.g, horse, paths.enemy_view(t.g, t.one)))
    assert (t.sq("C3"), t.sq("C4"), t.sq("C5")) in ways  # it passes friends
    assert (t.sq("C3"), t.sq("D4")) in ways and not any(t.sq("D4") in way[:-1] for way in ways)


@pytest.mark.rule("napalini.3.deploy.order")
def test_the_order_of_deployment():
    t = Table()
    assert setup.STEPS[1:] == ("objectives", "cards", "setup-cards", "dummies", "hooks", "place", "recce", "done")
    orders_ = {name: setup.order_of(t.g, name) for name in ("objectives", "cards", "setup-cards", "hooks", "place")}
    so_first, sd_first = [t.one, t.two], [t.two, t.one]
    assert orders_ == {"objectives": [t.two], "cards": so_first, "setup-cards": so_first, "hooks": so_first, "place": sd_first}
    t.s.stage, t.s.setup = "objectives", "place"
    decoys = {side: t.put(side, "dummy", "A1", where="reserve", revealed=False) for side in (t.one, t.two)}
    for n in decoys.values():
        t.g.unit(n).at = -1
    t.run(setup.deploy(t.g), (t.sq("C6"), "land", "FL"), (t.sq("C2"), "land", "S"))
    assert [question.side for question in t.asked] == sd_first


@pytest.mark.rule("napalini.3.zones", "napalini.3.deploy.fixed", "napalini.3.deploy.arteries", "napalini.9.depot")
def test_set_up_zones_and_arteries():
    t = Table(ground={"roads": [["C1", "C2"]], "railways": [["D1", "D2"]]})
    n = t.put(t.one, "infantry", "C2")
    assert setup.may_place(t.g, n, t.sq("B2")) is None
    assert setup.may_place(t.g, n, t.sq("B3")).rule == "napalini.3.zones"
    train, depot = t.put(t.one, "armoured_train", "D1"), t.put(t.one, "supply_depot", "C1")
    assert setup.may_place(t.g, train, t.sq("A1")).rule == "napalini.3.deploy.arteries"
    assert setup.may_place(t.g, train, t.sq("D2")) is None
    assert setup.may_place(t.g, depot, t.sq("B1")).rule == "napalini.9.depot"
    t.g.static.free_setup = True
    t.s.stage = "objectives"
    t.run(setup.place_side(t.g, t.one), ("move", n), t.sq("A2"), "done")
    assert t.g.unit(n).at == t.sq("A2")
    t.g.static.free_setup = False
    t.s.steps_done = []
    t.run(setup.place_side(t.g, t.one))  # a fixed set-up: nobody is asked


@pytest.mark.rule("napalini.4.hq.fixed")
def test_a_fixed_hq_stands_among_buildings():
    t = Table(rows(B7="B"), ground={"buildings": ["C7"]})
    hq = t.put(t.two, "hq", "B7", slot="fixed")
    assert setup.may_place(t.g, hq, t.sq("C7")) is None
    assert setup.may_place(t.g, hq, t.sq("D7")).rule == "napalini.4.hq.fixed"


@pytest.mark.rule("napalini.3.objectives.three", "napalini.3.objectives.placement")
def test_the_sd_places_three_objectives_in_three_columns():
    data = {"objective": []}
    t = Table(rows(B5="B"), **data)
    assert t.s.objectives == []
    with pytest.raises(Exception, match="row"):
        t.run(setup.objectives(t.g, t.two), t.sq("B3"), ..., ...)
    t.run(setup.objectives(t.g, t.two), t.sq("B5"), t.sq("D5"), t.sq("F7"))
    assert labels(t, t.s.objectives) == {"B5", "D5", "F7"}
    t.s.objectives = [t.sq("B5")]
    assert setup.may_be_objective(t.g, t.sq("B7")).rule == "napalini.3.objectives.placement"
    assert setup.may_be_objective(t.g, t.sq("C6")).rule == "napalini.3.objectives.placement"


@pytest.mark.rule("napalini.3.table.large")
def test_broad_tables_have_three_objective_rows():
    wide = Table(["." * 8] * 8)
    assert setup.objective_rows(wide.g) == (4, 6)
    assert setup.objective_rows(Table().g) == (4, 7)


@pytest.mark.rule("napalini.3.table.size")
def test_small_tables_warn():
    from grognard.games.napalini.deployment.scenario import read

    _, state = read(scenario(["......"] * 6), {})
    assert any(rule == "napalini.3.table.size" for rule, _ in state.log_warnings)
    assert not any(rule == "napalini.3.table.size" for rule, _ in read(scenario(), {})[1].log_warnings)


@pytest.mark.rule("napalini.3.coordinates")
def test_rows_are_printed_north_first():
    from grognard.games.napalini.deployment.scenario import read

    static, _ = read(scenario(rows(A8="W", F1="B")), {})
    square = static.grid.square
    assert static.terrain[square("A8")] == "woods" and static.terrain[square("F1")] == "bua" and static.terrain[square("A1")] == "flat"
    assert square("B1") == square("A1") + 1 and static.row(square("C1")) == 1 and static.row(square("C8")) == 8


# ------------------------------------------------------------------ stacking


@pytest.mark.rule("napalini.3.stack.river", "napalini.3.stack.rail", "napalini.3.stack.junction", "napalini.3.stack.when")
def test_stacking_on_arteries():
    ground = {"rivers": [["A4", "B4", "C4"], ["C4", "C5"]], "railways": [["D4", "E4", "F4"], ["E4", "E5"]]}
    t = Table(ground=ground)
    assert limit(t.g, t.sq("B4"), "river") == 3 and limit(t.g, t.sq("C4"), "river") == 4
    assert limit(t.g, t.sq("D4"), "rail") == 2 and limit(t.g, t.sq("E4"), "rail") == 3
    boats = [t.put(t.one, "gunboat", "B4") for _ in range(3)]
    more = t.put(t.one, "gunboat", "A4")
    assert room_rule(t.g, more, t.sq("B4")) == "napalini.3.stack.river"
    assert paths.fits(t.g, [more], t.sq("B4")).rule == "napalini.3.stack.river"
    t.s.units[boats[0]].where = "out"
    assert paths.fits(t.g, [more], t.sq("B4")) is None
    for _ in range(2):
        t.put(t.one, "armoured_train", "D4")
    train = t.put(t.one, "armoured_train", "F4")
    assert room_rule(t.g, train, t.sq("D4")) == "napalini.3.stack.rail"
    assert room_rule(t.g, t.put(t.one, "infantry", "A1"), t.sq("D4")) == ""


@pytest.mark.rule("napalini.3.contested")
def test_contested_squares():
    t = Table()
    mine, theirs = t.put(t.one, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [mine])
    assert t.g.contested(t.sq("C4"))
    assert orders.may_prepare(t.g, mine).rule == "napalini.3.contested"
    assert paths.may_transit(t.g, mine, paths.enemy_view(t.g, t.one)).rule == "napalini.3.contested"
    assert zone_of(t.g, theirs) == [t.sq("C4")]


# ------------------------------------------------------------------ facing and zones of control


@pytest.mark.rule("napalini.3.facing")
def test_front_and_rear():
    t = Table()
    n = t.put(t.one, "infantry", "C4", "E")
    assert labels(t, front_squares(t.g, n)) == {"D3", "D4", "D5", "C3", "C5"}
    assert all(is_rear(t.g, t.sq("C4"), 2, t.sq(sq)) for sq in ("B3", "B4", "B5"))
    assert not is_rear(t.g, t.sq("C4"), 2, t.sq("C3"))


@pytest.mark.rule("napalini.3.facing.rail-river")
def test_trains_have_no_rear():
    t = Table(ground={"railways": [["C4", "C5"]]})
    train = t.put(t.one, "armoured_train", "C4")
    assert len(front_squares(t.g, train)) == 8 and len(zone_of(t.g, train)) == 9


@pytest.mark.rule("napalini.3.zoc.where", "napalini.3.zoc.who", "napalini.3.all-round")
def test_zones_of_control():
    t = Table()
    n = t.put(t.one, "infantry", "C4")
    assert labels(t, zone_of(t.g, n)) == {"C4", "B4", "D4", "B5", "C5", "D5"}
    back = t.put(t.one, "infantry", "C4", rear=True)
    assert len(zone_of(t.g, n)) == 9
    t.s.units[back].where = "out"
    t.g.unit(n).step = 2
    assert t.sq("C5") not in zones(t.g, t.one)
    other = Table()
    for kind in ("garrison", "po", "archie"):
        other.put(other.one, kind, "C4")
    assert other.sq("C5") not in zones(other.g, other.one)
    other.put(other.one, "field_artillery", "C4")
    assert other.sq("C5") in zones(other.g, other.one)


@pytest.mark.rule("napalini.3.zoc.where", "napalini.3.river.geometry")
def test_zones_do_not_cross_unbridged_water():
    water = {"rivers": [["B4", "C4", "D4"]], "water_edges": ["B3|B4", "C3|C4", "D3|D4"], "bridges": [{"edge": "C3|C4", "carries": ["road"]}]}
    t = Table(ground=water)
    n = t.put(t.two, "infantry", "C4")
    assert labels(t, zone_of(t.g, n)) & {"B3", "C3", "D3"} == {"C3"}
    boat = t.put(t.two, "gunboat", "C4")
    assert {"B3", "C3", "D3"} & labels(t, zone_of(t.g, boat)) >= {"C3"}


@pytest.mark.rule("napalini.3.zoc.markers")
def test_hidden_markers_exert_zones_against_movement_but_not_against_supply():
    t = Table()
    t.put(t.two, "dummy", "C5", revealed=False)
    assert t.sq("C4") in zones(t.g, t.two)
    assert t.sq("C4") not in zones(t.g, t.two, for_supply=True)


@pytest.mark.rule("napalini.3.zoc.markers")
def test_a_dummy_that_is_entered_has_the_zone_of_a_unit():
    """Else the overlay would tell the attacker what it is before the owner has answered."""
    looks = []
    for kind in ("infantry", "dummy"):
        t = Table()
        t.put(t.one, "infantry", "C5")
        t.put(t.two, kind, "C5", revealed=False)
        looks.append(zones(t.g, t.two) - {t.sq("F8")})
    assert looks[0] == looks[1] and t.sq("C4") not in looks[0]


@pytest.mark.rule("napalini.3.zoc.markers", "napalini.3.contested")
@pytest.mark.parametrize(("kind", "open_"), [("infantry", False), ("dummy", True)])
def test_for_supply_a_dummy_contests_no_square(kind, open_):
    t = Table()
    t.put(t.one, "infantry", "C5")
    t.put(t.two, kind, "C5", revealed=False)
    assert (t.sq("C6") in zones(t.g, t.one, for_supply=True)) == open_



@pytest.mark.rule("napalini.3.zoc.effect")
def test_a_zone_stops_a_move_except_to_attack():
    t = Table()
    t.put(t.two, "infantry", "C6")
    n = t.put(t.one, "cavalry", "C4")
    t.round(t.one, [n])
    ends = labels(t, {path[-1] for path in paths.paths(t.g, n, paths.enemy_view(t.g, t.one))})
    assert "C5" in ends and "C6" in ends  # stops in C5, or goes on to attack
    assert "B6" not in ends and "D6" not in ends
    free = Table(options={"zoc_does_not_stop_moves": True})
    free.put(free.two, "infantry", "C6")
    m = free.put(free.one, "cavalry", "C4")
    free.round(free.one, [m])
    assert "D6" in labels(free, {p[-1] for p in paths.paths(free.g, m, paths.enemy_view(free.g, free.one))})


# ------------------------------------------------------------------ terrain


@pytest.mark.rule(
    "napalini.3.terrain.flat", "napalini.3.terrain.bua", "napalini.3.terrain.rubble", "napalini.3.terrain.woods",
    "napalini.3.terrain.bocage", "napalini.3.terrain.forest", "napalini.3.terrain.mountains", "napalini.3.terrain.soft",
)  # fmt: skip
@pytest.mark.parametrize(
    ("code", "close", "is_slow", "hard"),
    [(".", 0, 0, 0), ("B", 1, 1, 1), ("R", 1, 1, 1), ("W", 1, 0, 0), ("C", 1, 1, 0), ("F", 1, 1, 1), ("M", 1, 1, 1), ("S", 0, 1, 0)],
)
def test_what_ground_means(code, close, is_slow, hard):
    t = Table(rows(C4=code))
    n = t.put(t.two, "infantry", "C4", prepared=True)
    shooter = t.put(t.one, "infantry", "C3")
    c4 = t.sq("C4")
    assert int(dice_tally(t.g, Aim(shooter, c4, (n,), True))) == (2 if close else 1)
    assert slow(t.g, c4) == bool(is_slow)
    assert int(score_tally(t.g, Aim(shooter, c4, (n,), True))) == -hard
    ends = set(paths.paths(t.g, t.put(t.one, "light_tanks", "C3"), paths.EnemyView(set(), set())))
    assert any(path[1:2] == (c4,) and len(path) == 3 for path in ends) == (not is_slow)


@pytest.mark.rule("napalini.3.terrain.hills", "napalini.3.terrain.foot", "napalini.3.terrain.open-close")
def test_hills_are_close_for_defending_foot_only():
    t = Table(rows(C4="H"))
    n, tank = t.put(t.two, "infantry", "C4"), t.put(t.two, "light_tanks", "C4")
    attacker = t.put(t.one, "infantry", "C3")
    c4 = t.sq("C4")
    assert int(dice_tally(t.g, Aim(n, c4, (attacker,), False))) == 2
    assert int(dice_tally(t.g, Aim(attacker, c4, (n,), True))) == 1
    assert int(dice_tally(t.g, Aim(tank, c4, (attacker,), False))) == 2  # open dice of light tanks
    assert close_target(t.g, c4, (n,)) and close_target(t.g, c4, (n, tank)) and not close_target(t.g, c4, (tank,))
    assert foot(t.g, t.put(t.one, "cavalry", "A1")) and not foot(t.g, t.put(t.one, "light_aa", "A1"))


@pytest.mark.rule("napalini.3.terrain.half")
def test_exactly_half_is_enough_and_dummies_do_not_count():
    t = Table(rows(C4="B"))
    one, two = t.put(t.two, "infantry", "C4", prepared=True), t.put(t.two, "infantry", "C4")
    decoy = t.put(t.two, "dummy", "C4")
    shooter = t.put(t.one, "infantry", "C3")
    assert int(score_tally(t.g, Aim(shooter, t.sq("C4"), (one, two, decoy), True))) == -1
    third = t.put(t.two, "infantry", "C4")
    assert int(score_tally(t.g, Aim(shooter, t.sq("C4"), (one, two, third), True))) == 0
    assert not half(t.g, [decoy], lambda n: True)


@pytest.mark.rule("napalini.3.slow")
def test_slow_terrain_stops_unless_by_road():
    t = Table(rows(C4="F"), ground={"roads": [["C3", "C4", "C5"]]})
    tank = t.put(t.one, "light_tanks", "C3")
    other = t.put(t.one, "light_tanks", "B3")
    seen = paths.enemy_view(t.g, t.one)
    assert (t.sq("C3"), t.sq("C4"), t.sq("C5")) in paths.paths(t.g, tank, seen)
    assert not any(path[1:2] == (t.sq("C4"),) and len(path) > 2 for path in paths.paths(t.g, other, seen))
    cars = t.put(t.one, "armoured_cars", "B3")
    reach = paths.transit_reach(t.g, cars, seen)
    assert t.sq("C4") in reach  # a slow square off the road costs 2 of 4


# ------------------------------------------------------------------ obstacles


def wall(kind: str, owner: str = "sd") -> dict:
    return {"obstacles": [{"kind": kind, "square": "C4", "edges": ["C3|C4"], "owner": owner}]}


@pytest.mark.rule(
    "napalini.3.obstacle.wire", "napalini.3.obstacle.trenches", "napalini.3.obstacle.minefields", "napalini.3.obstacle.dragons-teeth",
    "napalini.3.obstacle.own",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "stops"),
    [("wire", {"infantry", "field_artillery", "armoured_cars"}), ("dragons_teeth", {"field_artillery", "armoured_cars", "light_tanks"}),
     ("trenches", {"infantry", "field_artillery", "armoured_cars", "light_tanks"}),
     ("minefield", {"infantry", "field_artillery", "armoured_cars", "light_tanks"})],
)  # fmt: skip
def test_whom_an_obstacle_hinders(kind, stops):
    t = Table(ground=wall(kind))
    for unit in ("infantry", "field_artillery", "armoured_cars", "light_tanks"):
        n = t.put(t.one, unit, "C3")
        assert obstacles_to(t.g, n, t.sq("C3"), t.sq("C4")) == ([kind] if unit in stops else []), unit
    friend = t.put(t.two, "infantry", "C4")
    assert obstacles_to(t.g, friend, t.sq("C4"), t.sq("C3")) == []


@pytest.mark.rule("napalini.3.obstacle.streams", "napalini.3.obstacle.roads")
def test_streams_and_roads_over_them():
    t = Table(ground={"streams": ["C3|C4", "D3|D4"], "roads": [["D3", "D4"]]})
    n = t.put(t.one, "light_tanks", "C3")
    assert obstacles_to(t.g, n, t.sq("C3"), t.sq("C4")) == ["stream"]
    assert obstacles_to(t.g, n, t.sq("D3"), t.sq("D4")) == []


@pytest.mark.rule("napalini.3.obstacle.edges")
def test_a_diagonal_crosses_an_obstacle_if_both_ways_round_do():
    t = Table(ground={"obstacles": [{"kind": "wire", "edges": ["B3|B4", "C3|C4"], "owner": "sd"}]})
    n = t.put(t.one, "infantry", "B3")
    assert obstacles_to(t.g, n, t.sq("B3"), t.sq("C4")) == ["wire"]
    assert obstacles_to(t.g, n, t.sq("A3"), t.sq("B4")) == []


@pytest.mark.rule("napalini.3.obstacle.gullies", "napalini.3.obstacle.trenches")
def test_gullies_and_trenches_shelter_foot():
    t = Table(ground={"obstacles": [{"kind": "gully", "square": "C4", "edges": ["C3|C4"]}, {"kind": "trenches", "square": "D4", "edges": ["D3|D4"], "owner": "sd"}]})
    foot_unit, mortar = t.put(t.two, "infantry", "C4"), t.put(t.two, "trench_mortars", "C4")
    assert close_for(t.g, foot_unit, t.sq("C4"), True) and not hard_for(t.g, foot_unit, t.sq("C4"))
    assert not close_for(t.g, mortar, t.sq("C4"), True)
    assert close_for(t.g, mortar, t.sq("D4"), True) and hard_for(t.g, mortar, t.sq("D4"))
    assert not close_for(t.g, foot_unit, t.sq("D4"), False)
    assert obstacles_to(t.g, t.put(t.one, "light_tanks", "C3"), t.sq("C3"), t.sq("C4")) == ["gully"]


@pytest.mark.rule("napalini.3.obstacle.wire-cut")
def test_a_natural_six_of_artillery_cuts_wire():
    t = Table(ground=wall("wire"))
    gun, target = t.put(t.one, "field_artillery", "C2"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [gun])
    aim = Aim(gun, t.sq("C4"), (target,), True, ranged=True)
    edge = t.g.static.edges.edge_named("C3|C4")
    t.run(shooting.volley(t.g, t.one, [aim], t.sq("C4"), in_combat=False), edge, dice=(6, 1))
    assert t.s.obstacles == []
    kept = Table(ground=wall("wire"), options={"artillery_does_not_cut_wire": True})
    gun, target = kept.put(kept.one, "field_artillery", "C2"), kept.put(kept.two, "infantry", "C4")
    kept.round(kept.one, [gun])
    kept.run(shooting.volley(kept.g, kept.one, [Aim(gun, kept.sq("C4"), (target,), True, True)], kept.sq("C4"), False), dice=(6, 1))
    assert len(kept.s.obstacles) == 1


# ------------------------------------------------------------------ rivers and bridges

WATER = {"rivers": [["A4", "B4", "C4", "D4"]], "water_edges": ["A3|A4", "B3|B4", "C3|C4", "D3|D4"], "bridges": [{"edge": "C3|C4", "carries": ["road"]}]}


@pytest.mark.rule("napalini.3.river.geometry", "napalini.3.bridge", "napalini.6.river-crossing")
def test_bridges_serve_the_straight_step():
    t = Table(ground=WATER)
    c3, c4, b3 = t.sq("C3"), t.sq("C4"), t.sq("B3")
    assert wet(t.g, c3, c4) and not over_water(t.g, c3, c4) and over_water(t.g, b3, c4)
    seen = paths.enemy_view(t.g, t.one)
    tank, man = t.put(t.one, "light_tanks", "B3"), t.put(t.one, "infantry", "B3")
    assert paths.step_refused(t.g, tank, b3, c4, seen).rule == "napalini.6.river-crossing"
    assert paths.step_refused(t.g, man, b3, c4, seen) is None and paths.step_tests(t.g, man, b3, c4) == ["water"]
    assert paths.step_refused(t.g, tank, c3, c4, seen) is None
    t.s.bridges[0].intact = False
    assert paths.step_refused(t.g, tank, c3, c4, seen).rule == "napalini.6.river-crossing"
    assert not rail_link(t.g, c3, c4)
    t.s.bridges[0].intact, t.s.bridges[0].road, t.s.bridges[0].rail = True, False, True
    assert bridged(t.g, c3, c4, "F") and not bridged(t.g, c3, c4, "T") and bridged(t.g, c3, c4, "Ra")
    assert paths.step_refused(t.g, tank, c3, c4, seen).rule == "napalini.6.river-crossing"  # a railway bridge is for rail and foot
    assert paths.step_refused(t.g, man, c3, c4, seen) is None and paths.step_tests(t.g, man, c3, c4) == []


@pytest.mark.rule("napalini.3.artery.rivers", "napalini.3.artery.railways", "napalini.2.class.rail", "napalini.2.class.river", "napalini.A.navigable")
def test_trains_and_vessels_stay_on_their_arteries():
    t = Table(ground=WATER | {"railways": [["E4", "E5", "E6"]]})
    boat, train = t.put(t.one, "gunboat", "B4"), t.put(t.one, "armoured_train", "E4")
    seen = paths.enemy_view(t.g, t.one)
    assert labels(t, {p[-1] for p in paths.paths(t.g, boat, seen)}) == {"A4", "C4", "D4"}
    assert labels(t, {p[-1] for p in paths.paths(t.g, train, seen)}) == {"E5", "E6"}
    assert paths.step_refused(t.g, train, t.sq("E4"), t.sq("F4"), seen).rule == "napalini.2.class.rail"
    assert paths.step_refused(t.g, boat, t.sq("B4"), t.sq("B5"), seen).rule == "napalini.2.class.river"
    assert closed_to(t.g, boat, t.sq("B6")) == "napalini.2.class.river"
