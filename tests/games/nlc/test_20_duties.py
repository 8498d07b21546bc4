"""Chapter 20.2: duties read to the letter: what is left of the points, who is bound by a road, and who can close in."""

from __future__ import annotations

import pytest

from conftest import ATTACK, FAR, FR_II, Field, learning, led_field, rule_of
from grognard.boards.masks import mask_of
from grognard.games.nlc.combat.declare import obliged, offences
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.command.initiative import give
from grognard.games.nlc.command.issue import made_order, may_order, send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.march.duties import leader_duty, may_end
from grognard.games.nlc.march.ends import ends_of, open_duties
from grognard.games.nlc.march.movement import Route, allowance, may_enter_zoc, routes
from grognard.games.nlc.march.segment import _move_leader
from grognard.games.nlc.orders.orders import begin, judge_defenders
from grognard.games.nlc.orders.roads import roads_to
from grognard.games.nlc.orders.targets import along_roads_in_sight, farther_from_enemy, is_location, within_reach
from grognard.games.nlc.state import Order
from grognard.games.nlc.terrain.costs import cost_table, spread, way_to

LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503", "perponcher": "0503", "wellington": "0503"}


def field(units, **more) -> Field:
    more.setdefault("leaders", LEADERS)
    return Field(units=units, phase="chits", **more)


@pytest.mark.rule("nlc.20.2.18")
def test_no_point_is_kept_with_which_the_distance_could_grow():
    """R87: whichever way a unit came, a further hex that it can pay and that lies farther from the enemy must be entered."""
    f = field({"fr-9-jamin": "0510", "al-best": "0507"}, orders={"fr-ii": {"kind": "fall_back", "target": "frasnes"}})
    f.stage()
    g, unit = f.g, f.u("fr-9-jamin")
    reach, table = routes(g, [unit]), cost_table(g, 0, True)
    for to in ends_of(g, [unit]):
        left = allowance(g, unit) - reach[to].cost
        for way, hex in enumerate(g.grid.neighbours[to]):
            if hex in reach and 0 <= table[6 * to + way] <= left:
                assert g.nearest_enemy(hex, 0) <= g.nearest_enemy(to, 0)
    roundabout = {hex: Route(route.cost, [*route.path[:-1], hex, hex], route.costs) for hex, route in reach.items()}
    near = next(h for h in g.grid.adjacent[f.h("0510")] if h in reach and g.nearest_enemy(h, 0) > 3)
    assert rule_of(may_end(g, [unit], f.h("0510"), near, roundabout)) == "nlc.20.2.18"


@pytest.mark.rule("nlc.20.2.4")
def test_who_cannot_close_in_may_move_aside():
    """A unit whose nearer hexes are all full need not close in: it may move, but not away."""
    f = field({"fr-9-jamin": "0513", "al-best": "0502"}, orders={"fr-ii": {"kind": "attack", "target": "gemioncourt"}})
    f.stage()
    g, unit = f.g, f.u("fr-9-jamin")
    reach = routes(g, [unit])
    goal = g.state.orders[FR_II].target
    away = {hex: min(g.grid.distance(hex, t) for t in goal) for hex in [f.h("0513"), *reach]}
    here = away[f.h("0513")]
    level = next(hex for hex in reach if away[hex] == here)
    assert rule_of(may_end(g, [unit], f.h("0513"), level, reach)) == "nlc.20.2.4"
    flat = {hex: route for hex, route in reach.items() if away[hex] >= here}
    assert may_end(g, [unit], f.h("0513"), level, flat) is None


@pytest.mark.rule("nlc.20.2.10")
def test_a_stack_does_not_slip_past_the_limit_of_a_probe():
    """With one unit in a zone of control a stack of two would make three."""
    units = {"fr-5-husson": "0510", "fr-9-jamin": "0512", "fr-9-gauthier": "0512", "al-best": "0509"}
    f = field(units, orders={"fr-ii": {"kind": "probe", "target": "gemioncourt"}}, leaders={**LEADERS, "reille": "0512"})
    f.stage()
    g, pair = f.g, [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    assert g.in_zoc(f.u("fr-5-husson"))
    assert any(g.zoc_on(hex, 0) for hex in routes(g, pair[:1])), "one more may"
    assert not any(g.zoc_on(hex, 0) for hex in routes(g, pair)), "two may not"
    zone = next(hex for hex in routes(g, pair[:1]) if g.zoc_on(hex, 0))
    assert rule_of(may_enter_zoc(g, pair[0], zone, False, 2)) == "nlc.20.2.10" and may_enter_zoc(g, pair[0], zone, False) is None


@pytest.mark.rule("nlc.20.2.16")
def test_the_lead_counter_of_a_division_keeps_to_the_named_road():
    f = field({"fr-9-jamin": "0513", "fr-9-gauthier": "0513", "al-best": "0102"})
    g = f.g
    units = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    holder = g.static.division_holder[FR_II, g.units[units[0]].division]
    for unit in units:
        g.state.holder[unit] = holder
    g.state.lead[holder] = units[0]
    road = next(name for name, stretches in g.ground.roads.items() if any(f.h("0513") in s or f.h("frasnes") in s for s in stretches))
    g.state.orders[holder] = Order(kind="march", target=[f.h("quatre-bras")], name="Quatre Bras", route=[road], since=1)
    f.stage()
    g.state.turn = 3
    ends = [set(ends_of(g, [unit])) for unit in units]
    assert ends[0] and ends[0] < ends[1], "the lead counter is bound, the others are not"
    g.memo.clear()
    g.state.turn = 2  # the road binds from the third turn on
    assert set(ends_of(g, [units[0]])) == ends[1]


@pytest.mark.rule("nlc.20.2.30")
def test_a_reserve_is_disturbed_when_the_units_with_its_leader_retreat():
    """Also if he himself stays, with others who are still there."""
    orders = {"fr-ii": {"kind": "reserve"}}
    f = field({"fr-9-jamin": "0513", "fr-9-gauthier": "0513", "al-best": "0511"}, orders=orders)
    f.stage(side=1, formations=(3,), segment="combat")
    f.drive(retreat(f.g, 0, [f.u("fr-9-jamin")], [], rule="nlc.7.4.4", voluntary=False), f.h("0514"), f.h("0513"), f.h("0513"))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0513")
    assert f.g.formation_order(FR_II).kind == "fall_back"


@pytest.mark.rule("nlc.20.2.14")
def test_the_distance_of_a_delay_is_measured_from_the_enemy():
    """R85: in infantry MP from the nearest enemy in sight to the target and to the leader's hex."""
    f = field({"fr-9-jamin": "0511", "al-best": "0510"})
    away = spread(f.g, [f.h("0510")], cost_table(f.g, 0, False))
    for hex in range(f.g.grid.size):
        refusal = farther_from_enemy(f.g, 0, f.h("0511"), [hex])
        assert rule_of(refusal) == ("" if away[hex] > away[f.h("0511")] else "nlc.20.2.14")


def test_roads_that_start_in_sight():
    f = field({"fr-9-jamin": "0513"})
    g = f.g
    roads = [hex for hex in range(g.grid.size) if any(g.ground.road[6 * hex + way] == 2 for way in range(6))]
    off = next(hex for hex in range(g.grid.size) if not any(g.ground.road[6 * hex + way] for way in range(6)))
    assert along_roads_in_sight(g, f.h("frasnes"), [f.h("quatre-bras")]) and f.h("quatre-bras") in roads
    assert not along_roads_in_sight(g, f.h("frasnes"), [off])


def told_to_defend(at: str, **order) -> Field:
    """Reille has complied with an order to defend Gemioncourt, and is somewhere."""
    f = field({"fr-9-jamin": at, "al-best": "0102"}, leaders={**LEADERS, "reille": at})
    begin(f.g, FR_II, [Order(kind="defend", target=[f.h("gemioncourt")], name="Gemioncourt", **order)], rule="nlc.20.7.4")
    f.stage(formations=(FR_II,))
    return f


@pytest.mark.rule("nlc.20.2.13")
def test_who_complies_with_defend_rides_to_the_target_even_from_nearby():
    """From 2 hexes away, well within 4 MP, he still has to go there; once there he is free within 4 MP."""
    f = told_to_defend("0508", given=True)
    g, reille = f.g, f.l("reille")
    near = way_to(g, g.formation_order(FR_II).target, 1)
    assert 0 < near[f.h("0508")] <= 8
    assert rule_of(leader_duty(g, reille, FR_II)) == "nlc.20.2.13"
    ride = next(_move_leader(g, reille))
    assert "stay" not in ride.options and rule_of(ride.why_not("stay")) == "nlc.20.2.13"
    assert ride.options and all(near[to] < near[f.h("0508")] for to in ride.options)
    f.drive(_move_leader(g, reille), f.h("gemioncourt"))
    judge_defenders(g)
    assert g.formation_order(FR_II).reached and leader_duty(g, reille, FR_II) is None
    assert "stay" in next(_move_leader(g, reille)).options
    nobodys = told_to_defend("0508")  # R158: nobody gave the order, so nobody complies with it
    assert leader_duty(nobodys.g, nobodys.l("reille"), FR_II) is None


@pytest.mark.rule("nlc.20.2.31")
def test_the_leader_of_a_march_does_not_stay_behind():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"}, orders={"fr-ii": {"kind": "march", "target": "quatre-bras"}})
    f.stage(formations=(FR_II,))
    ride = next(_move_leader(f.g, f.l("reille")))
    assert "stay" not in ride.options and rule_of(ride.why_not("stay")) == "nlc.20.2.31"


@pytest.mark.rule("nlc.20.2.16")
def test_every_march_names_a_road_and_no_long_one_does_without():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"}, leaders={**LEADERS, "ney": "0513"})
    g, ney = f.g, f.l("ney")
    assert rule_of(may_order(g, ney, Written("ney", "fr-ii", "march", "quatre-bras", route=("via-appia",)))) == "nlc.20.2.16"
    item = Written("ney", "fr-ii", "march", "quatre-bras")
    assert may_order(g, ney, item) is None
    send(g, 0, [item])
    assert g.state.dispatches.pop().orders[0].route, "the road of the cheapest way is named for him"
    wild = [hex for hex in range(g.grid.size) if not roads_to(g, f.h("0513"), [hex]) and is_location(g, hex)]
    walk = {hex: way_to(g, [hex], 0).get(f.h("0513"), 1 << 30) for hex in wild}
    short = [hex for hex in wild if 0 < walk[hex] <= 16]
    assert short, "somewhere off the roads"
    assert may_order(g, ney, Written("ney", "fr-ii", "march", g.label(short[0]))) is None
    far = [hex for hex in wild if walk[hex] > 16 and within_reach(g, f.h("0513"), [hex])]
    for hex in far:
        assert rule_of(may_order(g, ney, Written("ney", "fr-ii", "march", g.label(hex)))) == "nlc.20.2.16"


@pytest.mark.rule("nlc.20.2.16")
def test_a_march_on_his_own_initiative_follows_a_road_too():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    give(f.g, FR_II, made_order(f.g, FR_II, "march", "quatre-bras", ()))
    assert f.g.formation_order(FR_II).route


# ------------------------------------------------------------------ 20.2: within two hexes some must attack


def at_two_hexes(kind: str = "attack", **more) -> Field:
    units = {"fr-9-jamin": "0511", "al-best": "0509", **more.pop("units", {})}
    f = led_field(units, {"fr-ii": {"kind": kind, "target": "quatre-bras"}}, leaders=FAR, phase="chits", **more)
    f.stage(activated=mask_of([f.u(name) for name in units if name.startswith("fr-")]))
    return f


@pytest.mark.rule("nlc.20.2.5")
@pytest.mark.parametrize("kind", ["attack", "probe"])
def test_at_two_hexes_an_attack_goes_up_to_the_enemy(kind):
    """20.2: units move closer until at most 2 hexes from the enemy, *then some must attack*: they may not sit there and look."""
    f = at_two_hexes(kind)
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == "nlc.20.2.5"


@pytest.mark.rule("nlc.20.2.5", "nlc.20.2.6")
def test_bombardment_or_an_attack_of_others_excuses_from_it():
    f = at_two_hexes(units={"fr-ii-foot": "0511"}, bombarded=0)
    f.g.state.bombarded |= 1 << f.u("fr-ii-foot")
    assert open_duties(f.g, [f.u("fr-9-jamin")]) is None
    f.g.state.orders[FR_II].bombards = 2
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == "nlc.20.2.5"
    other = at_two_hexes(units={"fr-9-gauthier": "0510"})
    assert open_duties(other.g, [other.u("fr-9-jamin")]) is None


@pytest.mark.rule("nlc.20.2.5")
def test_who_came_within_two_hexes_in_this_segment_has_not_to_attack_yet():
    f = at_two_hexes()
    f.g.stage.began[f.u("fr-9-jamin")] = f.h("0513")
    assert open_duties(f.g, [f.u("fr-9-jamin")]) is None


# ------------------------------------------------------------------ what rain does not excuse


def sky(light: str):
    """The learning battle at night, or in rain by day."""
    scenario = learning()
    for turn in scenario["turn"]:
        turn["light"], turn["weather"] = ("night", "clear") if light == "night" else ("day", "rain")
    return scenario


@pytest.mark.rule("nlc.7.3.3", "nlc.20.2.5")
@pytest.mark.parametrize("light", ["rain", "night"])
def test_rain_excuses_nobody_from_attacking_but_night_does(light):
    """7.3: units under Attack in the ZOC of enemy units must attack. 5.5 keeps them from entering a ZOC in rain, no more."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0509"}, ATTACK, scenario=sky(light), phase="chits")
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert obliged(f.g, jamin) == (light == "rain")
    assert ("nlc.7.3.3" in [refusal.rule for refusal in offences(f.g, {}, [jamin])]) == (light == "rain")


@pytest.mark.rule("nlc.20.2.4")
@pytest.mark.parametrize("light", ["rain", "night"])
def test_in_rain_an_attack_still_closes_in(light):
    leaders = {**LEADERS, "reille": "0513", "ney": "0513"}
    f = led_field({"fr-9-jamin": "0513", "al-best": "0502"}, ATTACK, scenario=sky(light), phase="chits", leaders=leaders)
    f.stage()
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == ("nlc.20.2.4" if light == "rain" else "")
