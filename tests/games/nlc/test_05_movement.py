"""Chapters 3, 5 and 6: the map, movement, zones of control, stacking, exits."""

from __future__ import annotations

import pytest

from conftest import AL_2NL, AL_5, FR_II, Field, quiet_turn, rule_of
from grognard.games.nlc.ground import BRIDGE, CHATEAU, CREST, STREAM, TOWN, WOODS
from grognard.games.nlc.march.ends import ends_of, open_duties
from grognard.games.nlc.march.exits import exit_route
from grognard.games.nlc.march.movement import leader_routes, may_enter_zoc, may_leave_zoc, may_move, routes
from grognard.games.nlc.march.segment import movement_segment
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.terrain.costs import cost_table
from grognard.games.nlc.values import Commander, Mover

FREE = {"fr-ii": {"kind": "delay", "target": "frasnes"}, "al-5": {"kind": "delay", "target": "quatre-bras"}, "al-2nl": {"kind": "delay", "target": "quatre-bras"}}
MARCH = {"fr-ii": {"kind": "march", "target": "quatre-bras"}}
ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}
LEADERS = {"reille": "0511", "ney": "0511"}


def step(f: Field, a: str, b: str, cls: int = 0, roads: bool = False) -> int:
    x, y = f.h(a), f.h(b)
    return cost_table(f.g, cls, roads)[6 * x + f.g.grid.direction(x, y)]


def side_between(f: Field, bit: int):
    """Two hexes with that feature between them and no road."""
    for side, bits in enumerate(f.g.ground.sides):
        a, b = f.g.grid.side_hexes[side]
        if b >= 0 and bits == bit and f.g.ground.terrain[a] == f.g.ground.terrain[b] == 0:
            return a, b
    raise AssertionError


@pytest.mark.rule("nlc.3.0.1")
def test_the_map_has_its_terrain():
    f = Field()
    ground = f.g.ground
    assert ground.terrain[f.h("gemioncourt")] == CHATEAU
    assert ground.terrain[f.h("quatre-bras")] == TOWN
    assert WOODS in ground.terrain
    assert any(bits & STREAM for bits in ground.sides) and any(bits & CREST for bits in ground.sides)
    assert any(bits & BRIDGE for bits in ground.sides)


@pytest.mark.rule("nlc.5.2.6")
def test_costs_of_hexes():
    f = Field(units={"fr-9-jamin": "0609"}, orders=FREE, leaders=LEADERS)
    woods = next(h for h in range(f.g.grid.size) if f.g.ground.terrain[h] == WOODS)
    near = next(h for h in f.g.grid.adjacent[woods] if not f.g.ground.side(h, woods))
    way = f.g.grid.direction(near, woods)
    assert [cost_table(f.g, cls, False)[6 * near + way] for cls in (0, 1, 2)] == [4, 8, 8]
    assert step(f, "0507", "0506") == 4  # a chateau
    assert step(f, "0512", "0612") == 2


@pytest.mark.rule("nlc.5.2.1", "nlc.5.2.2")
def test_road_and_trail_rates():
    f = Field()
    road = f.g.ground.roads["charleroi-brussels"][0]
    a, b = road[0], road[1]
    assert cost_table(f.g, 0, True)[6 * a + f.g.grid.direction(a, b)] == 1
    steps = [(a, b) for lane in f.g.ground.roads for s in f.g.ground.roads[lane] for a, b in zip(s, s[1:]) if f.g.ground.road_kind[lane] == "trail"]
    a, b = next((a, b) for a, b in steps if f.g.ground.terrain[b] in (CHATEAU, WOODS) and not f.g.ground.side(a, b))
    assert cost_table(f.g, 1, True)[6 * a + f.g.grid.direction(a, b)] == 2
    assert cost_table(f.g, 1, False)[6 * a + f.g.grid.direction(a, b)] > 2


@pytest.mark.rule("nlc.5.2.3", "nlc.20.2.15")
def test_only_a_march_uses_the_road_rate():
    f = Field(units={"fr-9-jamin": "0513"}, orders=MARCH, leaders=LEADERS)
    f.stage()
    marching = routes(f.g, [f.u("fr-9-jamin")])
    road = f.g.ground.roads["charleroi-brussels"][0]
    ahead = road[road.index(f.h("0513")) - 1] if f.h("0513") in road else None
    f2 = Field(units={"fr-9-jamin": "0513"}, orders=ATTACK, leaders=LEADERS)
    f2.stage()
    fighting = routes(f2.g, [f2.u("fr-9-jamin")])
    assert len(marching) > len(fighting)
    both = [h for h in road if h in marching and h in fighting]
    assert any(marching[h].cost < fighting[h].cost for h in both), ahead


@pytest.mark.rule("nlc.5.2.3")
def test_a_full_hex_gives_no_road_rate():
    road = Field().g.ground.roads["charleroi-brussels"][0]
    f = Field(units={"fr-9-jamin": "0514", "fr-5-husson": "0413", "fr-5-campi": "0413"}, orders=MARCH, leaders=LEADERS)
    start, after = road[0], road[1]
    g = f.g
    label, ahead = g.label(start), g.label(after)
    f = Field(units={"fr-9-jamin": label, "fr-5-husson": ahead, "fr-5-campi": ahead}, orders=MARCH, leaders=LEADERS)
    f.stage()
    assert routes(f.g, [f.u("fr-9-jamin")])[after].cost == 2


@pytest.mark.rule("nlc.5.2.4", "nlc.5.2.5")
def test_streams_cost_two_more_unless_bridged():
    f = Field()
    a, b = side_between(f, STREAM)
    table = cost_table(f.g, 0, False)
    assert table[6 * a + f.g.grid.direction(a, b)] == 2 + 4
    bridged = next(s for s, bits in enumerate(f.g.ground.sides) if bits & BRIDGE)
    a, b = f.g.grid.side_hexes[bridged]
    kind = f.g.ground.terrain[b]
    assert table[6 * a + f.g.grid.direction(a, b)] == {0: 2, 1: 2, 2: 4, 3: 4}[kind]


@pytest.mark.rule("nlc.5.0.7", "nlc.7.3.2", "nlc.5.4.4")
def test_rivers_are_crossed_only_at_bridges_and_stop_zones():
    f = Field("wavre", clear=True)
    g = f.g
    side = next(s for s, bits in enumerate(g.ground.sides) if bits == 2)
    a, b = g.grid.side_hexes[side]
    assert cost_table(g, 0, False)[6 * a + g.grid.direction(a, b)] == -1
    f = Field("wavre", clear=True, units={"fr-8-billard" if "fr-8-billard" in g.static.unit_named else g.units[0].id: g.label(a)})
    assert not f.g.zoc(0) >> b & 1
    bridged = next(s for s, bits in enumerate(g.ground.sides) if bits & 2 and bits & BRIDGE)
    a, b = g.grid.side_hexes[bridged]
    assert cost_table(g, 0, False)[6 * a + g.grid.direction(a, b)] > 0
    from grognard.games.nlc.combat.declare import may_attack

    a, b = g.grid.side_hexes[side]
    enemy = next(u for u in g.units if u.side == 1 and u.arm == "infantry")
    f = Field("wavre", clear=True, units={g.units[0].id: g.label(a), enemy.id: g.label(b)})
    f.stage(formations=(g.units[0].formation,))
    assert rule_of(may_attack(f.g, 0, b)) == "nlc.7.3.2"


@pytest.mark.rule("nlc.5.0.2", "nlc.5.0.6")
def test_a_unit_moves_once_and_keeps_nothing():
    f = Field(units={"fr-9-jamin": "0511"}, orders=FREE, leaders=LEADERS)
    f.stage()
    jamin = f.u("fr-9-jamin")
    reach = routes(f.g, [jamin])
    to = next(iter(reach))
    f.drive(walk(f.g, [jamin], reach[to]))
    assert rule_of(may_move(f.g, jamin)) == "nlc.5.0.6"


@pytest.mark.rule("nlc.5.0.3", "nlc.5.0.4")
def test_enemies_bar_the_way_and_friends_do_not():
    f = Field(units={"fr-9-jamin": "0512", "fr-2c-pire": "0513", "al-best": "0511"}, orders={"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders=LEADERS)
    f.stage()
    reach = routes(f.g, [f.u("fr-2c-pire")])
    assert f.h("0511") not in reach
    assert f.h("0512") in reach


@pytest.mark.rule("nlc.5.0.8")
def test_no_minimum_move():
    f = Field(units={"fr-9-jamin": "0512"}, orders=FREE, leaders=LEADERS)
    f.stage()
    assert max(route.cost for route in routes(f.g, [f.u("fr-9-jamin")]).values()) <= 8
    assert not routes(f.g, [f.u("fr-9-jamin")], points=[1])


@pytest.mark.rule("nlc.5.0.1", "nlc.5.0.5", "nlc.5.4.5")
def test_a_stack_moves_together_and_pays_for_leaving_a_zone():
    orders = {"fr-ii": {"kind": "fall_back", "target": "frasnes"}}
    f = Field(units={"fr-9-jamin": "0510", "fr-9-gauthier": "0510", "al-best": "0509"}, orders=orders, leaders=LEADERS)
    f.stage()
    pair = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    both = routes(f.g, pair)
    single = routes(f.g, pair[:1])
    to = f.h("0511")
    assert both[to].costs == [single[to].cost + 2, single[to].cost + 2]
    asked = movement_segment(f.g, lambda g: pair, lambda g: pair)
    decision = next(asked)
    assert Mover(f.h("0510")) in decision.options  # the whole stack there


@pytest.mark.rule("nlc.5.4.5")
def test_cavalry_does_not_pay_for_leaving_a_zone():
    orders = {"fr-ii": {"kind": "fall_back", "target": "frasnes"}}
    f = Field(units={"fr-2c-pire": "0510", "al-best": "0509"}, orders=orders, leaders=LEADERS)
    f.stage()
    assert routes(f.g, [f.u("fr-2c-pire")])[f.h("0511")].cost == 2


@pytest.mark.rule("nlc.5.4.1", "nlc.5.4.2")
def test_a_zone_stops_the_first_who_enters():
    f = Field(units={"fr-9-jamin": "0512", "al-best": {"at": "0509", "disrupted": True}}, orders=ATTACK, leaders=LEADERS)
    f.stage()
    reach = routes(f.g, [f.u("fr-9-jamin")])
    assert f.g.zoc_on(f.h("0510"), 0)
    assert f.h("0510") in reach
    beyond = [h for h in f.g.grid.adjacent[f.h("0510")] if f.g.zoc_on(h, 0) and f.g.grid.distance(h, f.h("0512")) == 3]
    for hex in beyond:
        assert hex not in reach or reach[hex].path[-2:-1] != [f.h("0510")]


@pytest.mark.rule("nlc.5.4.3", "nlc.20.2.8")
def test_units_in_a_zone_are_held_except_under_some_orders():
    units = {"fr-9-jamin": "0510", "al-best": "0509"}
    held = {"delay": "nlc.5.4.3", "defend": "nlc.5.4.3", "march": "nlc.5.4.3", "attack": "nlc.20.2.8", "probe": "nlc.20.2.8"}
    for kind in ("attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve"):
        f = Field(units=units, orders={"fr-ii": {"kind": kind, "target": "frasnes"}}, leaders=LEADERS)
        f.stage()
        assert rule_of(may_leave_zoc(f.g, f.u("fr-9-jamin"))) == held.get(kind, "")


@pytest.mark.rule("nlc.5.4.6")
def test_cavalry_stops_in_the_second_zone():
    f = Field(units={"fr-2c-pire": "0512", "al-best": "0509"}, orders=ATTACK, leaders=LEADERS)
    f.stage()
    reach = routes(f.g, [f.u("fr-2c-pire")])
    zones = [h for h in reach if f.g.zoc_on(h, 0)]
    second = [h for h in zones if sum(f.g.zoc_on(p, 0) for p in reach[h].path) == 2]
    assert second
    assert all(sum(f.g.zoc_on(p, 0) for p in reach[h].path) <= 2 for h in reach)
    foot = Field(units={"fr-9-jamin": "0512", "al-best": "0509"}, orders=ATTACK, leaders=LEADERS)
    foot.stage()
    ways = routes(foot.g, [foot.u("fr-9-jamin")])
    assert all(sum(foot.g.zoc_on(p, 0) for p in ways[h].path) <= 1 for h in ways)


@pytest.mark.rule("nlc.5.4.6", "nlc.5.4.2")
def test_cavalry_is_led_through_a_zone_of_its_choice():
    from grognard.games.nlc.march.segment import _move_units
    from grognard.games.nlc.march.where_to import beyond, waypoints

    f = Field(units={"fr-2c-pire": "0512", "al-best": "0509"}, orders=ATTACK, leaders=LEADERS)
    f.stage()
    g, units = f.g, [f.u("fr-2c-pire")]
    reach = routes(g, units)
    bends = [hex for hex in waypoints(g, units, reach, [f.h("0512")]) if g.zoc_on(hex, 0)]
    assert bends, "the first zone does not stop it"
    legal, way = ends_of(g, units), None
    for bend in bends:
        on = beyond(g, units, bend, reach[bend])
        again = [hex for hex in on if hex != bend and g.zoc_on(hex, 0)]
        assert all(sum(g.zoc_on(p, 0) for p in on[hex].path) == 2 for hex in again)  # it stops in the second
        assert not set(again) & set(waypoints(g, units, on, [bend]))
        goals = [hex for hex in beyond(g, units, bend, reach[bend], legal) if hex != bend and bend not in reach[hex].path]
        way = way or ((bend, goals[0]) if goals else None)
    assert way is not None
    f.drive(_move_units(g, units), "via", *way)
    assert g.at(units[0]) == way[1] and g.stage.entered >> units[0] & 1
    foot = Field(units={"fr-9-jamin": "0512", "al-best": "0509"}, orders=ATTACK, leaders=LEADERS)
    foot.stage()
    walkers = [foot.u("fr-9-jamin")]
    hexes = waypoints(foot.g, walkers, routes(foot.g, walkers), [])
    assert hexes and not any(foot.g.zoc_on(hex, 0) for hex in hexes)


@pytest.mark.rule("nlc.5.4.4", "nlc.10.0.1", "nlc.10.0.10")
def test_zones_do_not_reach_into_a_chateau_unless_it_is_full():
    f = Field(units={"al-bijlandt": "0506", "fr-9-jamin": "0507"}, orders=FREE)
    assert not f.g.zoc_on(f.h("0506"), 1)
    assert not f.g.in_zoc(f.u("al-bijlandt"))
    assert f.g.in_zoc(f.u("fr-9-jamin"))
    full = Field(units={"al-bijlandt": "0506", "al-best": "0506", "fr-9-jamin": "0507"}, orders=FREE)
    assert full.g.zoc_on(full.h("0506"), 1)
    assert full.g.terrain(full.h("0506")) == 0


@pytest.mark.rule("nlc.5.0.4")
def test_the_way_leads_through_friends_at_no_extra_cost():
    alone = Field(units={"fr-9-jamin": "0513", "al-best": "0501"}, orders=FREE, leaders=LEADERS)
    full = Field(units={"fr-9-jamin": "0513", "fr-9-gauthier": "0512", "fr-5-campi": "0512", "al-best": "0501"}, orders=FREE, leaders=LEADERS)
    for f in (alone, full):
        f.stage()
    costs = [routes(f.g, [f.u("fr-9-jamin")])[f.h("0511")].cost for f in (alone, full)]
    through = routes(full.g, [full.u("fr-9-jamin")])[full.h("0512")]
    assert costs[0] == costs[1] and through.cost == routes(alone.g, [alone.u("fr-9-jamin")])[alone.h("0512")].cost


@pytest.mark.rule("nlc.5.4.7")
def test_friends_do_not_cancel_a_zone():
    f = Field(units={"fr-9-jamin": "0512", "fr-9-gauthier": "0510", "al-best": "0509"}, orders={"fr-ii": {"kind": "delay", "target": "frasnes"}}, leaders=LEADERS)
    f.stage()
    assert f.h("0510") not in routes(f.g, [f.u("fr-9-jamin")])
    refusal = may_enter_zoc(f.g, f.u("fr-9-jamin"), f.h("0510"), False)
    assert rule_of(refusal) == "nlc.20.2.14"
    riders = leader_routes(f.g, 0, f.h("0512"), 16)
    assert f.h("0510") in riders


def night(field_units, kind="attack", dark="night"):
    light = ("night", "clear") if dark == "night" else ("day", "rain")
    import tomllib

    from grognard.games.nlc.scenario import DATA

    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    for turn in scenario["turn"]:
        turn["light"], turn["weather"] = light
    return Field(scenario, units=field_units, orders={"fr-ii": {"kind": kind, "target": "gemioncourt"}}, leaders=LEADERS)


@pytest.mark.rule("nlc.5.5.1", "nlc.23.0.2")
def test_nobody_enters_a_zone_in_the_dark():
    for dark, rule in (("rain", "nlc.5.5.1"), ("night", "nlc.23.0.2")):
        f = night({"fr-9-jamin": "0512", "al-best": "0509"}, dark=dark)
        f.stage()
        assert rule_of(may_enter_zoc(f.g, f.u("fr-9-jamin"), f.h("0510"), False)) == rule
        assert f.h("0510") not in routes(f.g, [f.u("fr-9-jamin")])


@pytest.mark.rule("nlc.5.5.2")
def test_in_the_dark_units_slip_out_of_a_zone_but_not_under_attack():
    for kind, rule in (("defend", ""), ("attack", "nlc.20.2.8")):
        f = night({"fr-9-jamin": "0510", "al-best": "0509"}, kind, "rain")
        f.stage()
        assert rule_of(may_leave_zoc(f.g, f.u("fr-9-jamin"))) == rule


@pytest.mark.rule("nlc.5.3.1", "nlc.5.3.2", "nlc.5.3.5")
def test_stacking():
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0512", "fr-5-campi": "0512", "al-best": "0501"}
    f = Field(units=units, orders=FREE, leaders={"reille": "0512", "ney": "0512"})
    f.stage()
    assert f.h("0512") not in ends_of(f.g, [f.u("fr-9-jamin")])
    f.g.put(f.u("fr-5-campi"), f.h("0510"))
    assert f.h("0512") in ends_of(f.g, [f.u("fr-9-jamin")]), "two leaders and one unit leave room for one more"
    units["fr-9-jamin"] = "0512"
    full = Field(units=units, orders=FREE, leaders={"reille": "0512", "ney": "0512"})
    full.stage()
    refusal = open_duties(full.g, [full.u("fr-9-jamin")])
    assert rule_of(refusal) == "nlc.5.3.2"


def two_full_hexes(**more) -> Field:
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "fr-5-campi": "0512", "fr-5-husson": "0512", "al-best": "0501"}
    leaders = {"reille": "0512", "ney": "0512"}
    f = Field(units=units, orders={"fr-ii": {"kind": "delay", "target": "frasnes"}}, leaders=leaders, phase="chits", **more)
    f.stage(formations=(FR_II,), step="")
    return f


def whole_segment(f: Field, *answers):
    """The movement of II Corps up to these answers."""
    acting = [unit for unit in range(len(f.g.units)) if f.g.units[unit].formation == FR_II and f.g.on_map(unit)]
    procedure = movement_segment(f.g, lambda g: acting, lambda g: acting)
    decision = next(procedure)
    for answer in answers:
        decision = procedure.send(decision.accept(answer)[0])
    return decision


@pytest.mark.rule("nlc.5.3.2")
def test_two_full_hexes_change_places():
    """The limit is checked at the end of the segment: in between a hex may hold three and four."""
    f = two_full_hexes()
    first, second = f.h("0511"), f.h("0512")
    decision = whole_segment(f, Mover(first, 0), second)
    assert len(f.g.units_at(second)) == 3
    assert "done" not in decision.options and rule_of(decision.why_not("done")) == "nlc.5.3.2"
    f = two_full_hexes()
    decision = whole_segment(f, Mover(first), second, Mover(second, 2), first, Mover(second, 2), first, Commander("ney"), "stay")
    assert [len(f.g.units_at(hex)) for hex in (first, second)] == [2, 2]
    assert f.at("fr-9-jamin") == f.at("fr-9-gauthier") == "0512" and f.at("fr-5-campi") == f.at("fr-5-husson") == "0511"
    assert "done" in decision.options


@pytest.mark.rule("nlc.5.3.1", "nlc.5.3.2")
def test_a_full_hex_whose_units_cannot_leave_stays_full():
    f = two_full_hexes()
    f.g.state.moved |= 1 << f.u("fr-5-campi")
    decision = whole_segment(f, Mover(f.h("0511"), 0))
    assert f.h("0512") in decision.options, "one can leave, one comes"
    f = two_full_hexes()
    f.g.state.moved |= 1 << f.u("fr-5-campi") | 1 << f.u("fr-5-husson")
    decision = whole_segment(f, Mover(f.h("0511"), 0))
    assert rule_of(decision.why_not(f.h("0512"))) == "nlc.5.3.1"
    f = two_full_hexes()
    f.g.state.moved |= 1 << f.u("fr-5-campi")
    decision = whole_segment(f, Mover(f.h("0511")))
    assert rule_of(decision.why_not(f.h("0512"))) == "nlc.5.3.1", "two come, only one can leave"


@pytest.mark.rule("nlc.5.3.3", "nlc.5.3.4")
def test_a_stack_out_of_sight_shows_nothing_and_guns_lie_on_top():
    f = Field(units={"fr-9-jamin": "0514", "al-best": "0501", "al-5-art": "0501", "al-kempt": "0413"}, orders=FREE, leaders={"reille": "0514", "ney": "0514"})
    seen = f.match.view("french")
    ids = [piece.id for piece in seen.pieces]
    assert "al-best" not in ids and "stack-0501" in ids
    assert "al-kempt" in ids
    mine = f.match.view("allied")
    stack = [piece for piece in mine.pieces if piece.at == "0501" and piece.symbol != "leader"]
    assert [piece.id for piece in stack] == ["al-best", "al-5-art"]
    top = Field(units={"fr-ii-foot": "0514", "fr-11c-lheritier": "0514"}, leaders={"reille": "0511", "ney": "0511"})
    stack = [piece.id for piece in top.match.view("french").pieces if piece.at == "0514"]
    assert stack == ["fr-11c-lheritier", "fr-ii-foot"]


@pytest.mark.rule("nlc.6.0.2", "nlc.6.0.1")
def test_leaving_the_map_at_wavre():
    f = Field("wavre")
    name = next(u.id for u in f.g.units if u.side == 0 and u.arm == "cavalry")
    rim = f.g.static.edge["west"][12]
    leader = f.g.static.leaders[f.g.formation(f.u(name)).leader].id
    f = Field("wavre", units={name: f.g.label(rim)}, leaders={leader: f.g.label(rim)})
    unit = f.u(name)
    f.stage(formations=(f.g.units[unit].formation,))
    route = exit_route(f.g, [unit])
    assert route is not None and route.cost == 0
    from grognard.games.nlc.march.exits import _exit

    f.drive(_exit(f.g, [unit], route))
    assert f.g.state.at[unit] == -3
    assert f.g.state.vp[0] == 2 * f.g.units[unit].steps[0]
    assert f.g.dead_points(f.g.units[unit].army) == 0


@pytest.mark.rule("nlc.7.10.6")
def test_more_than_half_the_allowance_invites_a_backhand_blow():
    """Two of four MP are not more than half; three of seven are nothing to cavalry."""
    f = Field(units={"fr-9-jamin": "0911", "fr-2c-pire": "1011"}, orders=FREE)
    for unit, to, far in (("fr-2c-pire", "1008", False), ("fr-9-jamin", "0909", False), ("fr-9-jamin", "0912", True)):
        f.stage()
        f.drive(walk(f.g, [f.u(unit)], routes(f.g, [f.u(unit)])[f.h(to)]))
        assert bool(f.g.stage.far) == far


@pytest.mark.rule("nlc.4.4.4", "nlc.8.1.3")
def test_guns_that_bombarded_stay():
    f = Field(units={"fr-ii-foot": "0511", "fr-3c-horse": "0512"}, orders=FREE)
    f.stage()
    for name in ("fr-ii-foot", "fr-3c-horse"):
        f.g.state.bombarded |= 1 << f.u(name)
    assert rule_of(may_move(f.g, f.u("fr-ii-foot"))) == "nlc.4.4.4"
    assert rule_of(may_move(f.g, f.u("fr-3c-horse"))) == "nlc.8.1.3"
    free = Field(units={"fr-3c-horse": "0512"}, orders=FREE, options={"horse_artillery_frozen_after_bombardment": False})
    free.stage()
    free.g.state.bombarded |= 1 << free.u("fr-3c-horse")
    assert may_move(free.g, free.u("fr-3c-horse")) is None


@pytest.mark.rule("nlc.25.4.1")
def test_road_column_needs_an_empty_road():
    road = Field().g.ground.roads["charleroi-brussels"][0]
    f = Field()
    a, b = f.g.label(road[0]), f.g.label(road[1])
    f = Field(units={"fr-9-jamin": a, "fr-5-campi": b}, orders=MARCH, leaders=LEADERS, options={"road_column": True})
    f.stage()
    assert routes(f.g, [f.u("fr-9-jamin")])[road[1]].cost == 2
    f = Field(units={"fr-9-jamin": a, "fr-5-campi": b}, orders=MARCH, leaders=LEADERS)
    f.stage()
    assert routes(f.g, [f.u("fr-9-jamin")])[road[1]].cost == 1


def test_whole_segment_can_be_played():
    f = Field(clear=False)
    quiet_turn(f.match, "nlc.5.0.1")
    assert (AL_2NL, AL_5, FR_II) == (2, 3, 0)


@pytest.mark.rule("nlc.5.0.5")
def test_a_moving_unit_picks_up_a_friend_on_the_way():
    from grognard.games.nlc.march.segment import _move_units, pickups

    f = Field(units={"fr-9-jamin": "0513", "fr-5-campi": "0512"}, orders=FREE, leaders=LEADERS)
    f.stage()
    jamin, campi = f.u("fr-9-jamin"), f.u("fr-5-campi")
    found = pickups(f.g, jamin, ends_of(f.g, [jamin]))
    value = next(iter(found))
    assert value.at == f.h("0512") and found[value] == campi
    f.drive(_move_units(f.g, [jamin]), value)
    assert f.g.at(jamin) == f.g.at(campi) == value.to
    assert rule_of(may_move(f.g, campi)) == "nlc.5.0.6"
