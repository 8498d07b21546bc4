"""Faults that a second reader found with the source alone: each clause at its boundary, through decisions and dice."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, ships, take_three, vessels
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, link, move, number, outcome, refused, said, unit, value, where

from grognard.games.fyow.air.aircraft import take_off
from grognard.games.fyow.air.ground_attack import hit_target, reconnoitre
from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.battle.retreat import go_back
from grognard.games.fyow.contact.detection import occupying_dice, score_against
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.forces.fractions import split
from grognard.games.fyow.march.classes import classes_of, moves_of
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.services import Convoy, Task, Train
from grognard.games.fyow.sea import sailing
from grognard.games.fyow.sea.gunnery import shell_shore
from grognard.games.fyow.state import Order
from grognard.games.fyow.supply import convoys, loads
from grognard.kernel import Match

COMMON = "lancresse-common"


# ------------------------------------------------------------------ forces (2.6, 2.7, 3.7, 3.8, 13.9)


@pytest.mark.rule("fyow.2.6.1")
def test_reserves_on_the_board_of_the_hq_count_from_the_next_session():
    situation = {"cards": ["wessex", "b1", "b4"], "weather": {"sky": "fair"}, "staff": {"pools": {"british": {"regular": 40}}}}
    situation["forces"] = {"b1": {"board": VALE, "order": ["defend", VALE]}, "b4": {"board": VALE}}
    m = Match.start("fyow", "learning", seed=1, options={"traits": False}, situation=situation)
    m.choose(("release",))
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    m.choose(("done",))
    assert m.g.state.pack[0] == number(m, "b1") and unit(m, "b1").elements["regular"] == 154  # its card of this session
    m.choose(("stay",))
    m.choose(("stay",))
    assert m.g.state.session == 4 and unit(m, "b1").elements["regular"] == 194


@pytest.mark.rule("fyow.2.6.1")
def test_reserves_for_a_battlegroup_that_is_no_more_stay_in_the_pool():
    situation = {"cards": ["wessex", "b4"], "weather": {"sky": "fair"}, "staff": {"pools": {"british": {"regular": 40, "mmg": 1}}}}
    situation["forces"] = {"b1": {"board": VALE}, "b4": {"board": VALE}}
    m = Match.start("fyow", "learning", seed=1, options={"traits": False}, situation=situation)
    m.choose(("release",))
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    m.g.destroy(number(m, "b1"), "{unit} is gone.", "fyow.33.10.1")
    m.choose(("done",))
    m.choose(("stay",))
    assert m.g.state.staff.pools["british"] == {"mmg": 1, "regular": 40}


@pytest.mark.rule("fyow.3.7b.3")
def test_merged_fractions_may_get_new_orders():
    m = at_cards("b1", "b4", forces={"b1": {"board": VALE, "order": ["defend", VALE]}})
    one, other = (split(m.g, number(m, "b1"), {"regular": men}, "fraction", Order("stand by", unit(m, "b1").board)) for men in (40, 36))
    m.choose(("obvious",))  # the options anew
    with m.forced(1):
        m.choose(("join", one, other))
    assert m.decision.rule == "fyow.3.7b.3"
    assert set(m.decision.options) > {m.g.unit(one).id}
    new = next(name for name in m.decision.options if name in ("cautious", "sensible", "bold"))
    m.choose(new)
    assert m.g.unit(one).order.kind != "stand by"


@pytest.mark.rule("fyow.3.8.1", "fyow.13.7.2")
def test_no_picket_goes_out_through_a_box_that_the_enemy_holds():
    forces = {"b1": {"board": ISLET, "order": ["defend", ISLET]}, "g2": {"board": ISLET, "box": SAMPSON, "edge": SAMPSON}}
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]})
    with refused("13.7.2"):
        m.choose(("picket", link(m, ISLET, SAMPSON), "platoon"))


@pytest.mark.rule("fyow.3.8.1", "fyow.13.9.1")
@pytest.mark.parametrize(("points", "goes"), [(1480, True), (1485, False)])
def test_a_picket_needs_room_on_its_board(points, goes):
    """A platoon of ten with its LMG is worth 18 points; a board of 1942 takes 1500."""
    m = at_cards("b1", "b4", forces={"b1": {"board": VALE, "order": ["defend", VALE]}, "b4": {"board": COMMON, "order": ["defend", COMMON]}})
    value(m, "b4", points)
    m.choose(("obvious",))  # the options anew
    act = ("picket", link(m, VALE, COMMON), "platoon")
    assert m.g.part_value({"regular": 10, "lmg": 1}) == 36
    if goes:
        with m.forced(10):
            m.choose(act)
        assert any(u.kind == "picket" for u in m.g.state.units)
    else:
        with refused("13.9.1"):
            m.choose(act)


@pytest.mark.rule("fyow.28.13.2", "fyow.13.9.1")
@pytest.mark.parametrize(("points", "full"), [(900, False), (1460, True)])
def test_parachutists_need_room_where_they_land(points, full):
    m = take_three(cards=["g6", "ba4", "g5"])
    troops = number(m, "b8")
    assert 40 < m.g.value(troops) <= 600
    unit(m, "b6").board, unit(m, "b6").aboard = board(m, "forest"), -1
    value(m, "b6", points)
    m.choose(("stay",))
    if full:
        with refused("13.9.1"):
            m.choose(("fly", board(m, "forest")))
    else:
        m.choose(("fly", board(m, "forest")))
        assert m.g.state.air.groups[air(m, "ba4")].board == board(m, "forest")


# ------------------------------------------------------------------ movement and boats (14.1, 29.6.1)


@pytest.mark.rule("fyow.14.1.2")
@pytest.mark.parametrize("boat", ["assault_boat", "canoe"])
def test_boats_carry_nobody_on_land(boat):
    """Ten men could sit in one; on the road they carry it, and march as infantry."""
    assert moves_of({"regular": 10, boat: 3}) == "regular_infantry"
    assert classes_of({"regular": 10, boat: 3}) == {"regular_infantry"}
    assert moves_of({"regular": 8, boat: 1, "soft_truck": 1}) == "other_trucks"  # 8 men and a boat of 4 or 2 fill the truck
    assert moves_of({"regular": 9, "assault_boat": 1, "soft_truck": 1}) == "regular_infantry"


def river_of(m, monkeypatch, size):
    way, static = link(m, "os", "w"), m.g.static
    monkeypatch.setattr(static, "link_kind", [("river" if n == way else k) for n, k in enumerate(static.link_kind)])
    monkeypatch.setattr(static, "link_water", [(size if n == way else k) for n, k in enumerate(static.link_water)])
    monkeypatch.setattr(static, "link_cost", [(7 if n == way else k) for n, k in enumerate(static.link_cost)])
    return way


@pytest.mark.rule("fyow.29.6.1.2")
@pytest.mark.parametrize(("kind", "fog", "limit"), [("mtb", -1, 6), ("canoe_dinghy_raft", -2, 3)])
def test_on_rivers_craft_move_by_the_movement_test_table(kind, fog, limit, monkeypatch):
    """Powered craft 2, -3 in fog, six boards a day; rowed 1, -3, three a day; one board a session. Not the table of the sea."""
    m = take_three(fleet_at={"bn3": "os"})
    way = river_of(m, monkeypatch, "large")
    group = m.g.state.fleet.groups[ships(m, "bn3")]
    for place in vessels(m, "bn3"):
        m.g.state.fleet.vessels[place].kind = kind
    m.g.state.weather.sky = "fog"
    assert int(sailing.sea_movement(m.g, kind, group.board, river=True)) == fog
    with m.forced(6 - fog):
        assert not sailing.sail(m.g, ships(m, "bn3"), way)
    group.stuck = group.moved = -1
    with m.forced(7 - fog):
        assert sailing.sail(m.g, ships(m, "bn3"), way)
    assert sailing.may_sail(m.g, ships(m, "bn3"), way).rule == "fyow.29.6.2.1"  # one board a session
    group.steps, group.moved, group.boards = 0, -1, limit - 1
    assert sailing.may_sail(m.g, ships(m, "bn3"), way) is None
    group.boards = limit
    assert sailing.may_sail(m.g, ships(m, "bn3"), way).rule == "fyow.29.6.2.1"


# ------------------------------------------------------------------ attitudes and orders (10.6, 15.3, 20.12)


@pytest.mark.rule("fyow.15.3.5")
@pytest.mark.parametrize("shelled", [False, True])
def test_bombs_are_a_challenge_to_those_who_dig(shelled):
    """Four complete sessions without any challenge: a shell in the fourth starts the count anew."""
    m = at_cards("b4", "b1", forces={"b1": {"board": VALE, "attitude": "deployed", "order": ["defend", VALE]}})
    unit(m, "b1").calm = 3
    if shelled:
        shell_shore(m.g, number(m, "b1"), 1)
    m.choose(("stay",))
    m.choose(("stay",))
    assert m.g.state.session == 4 and unit(m, "b1").calm == (0 if shelled else 4)


@pytest.mark.rule("fyow.10.6.1")
@pytest.mark.parametrize("bombed", [True, False])
def test_who_is_bombed_may_ask_for_other_orders(bombed):
    m = at_cards("b4", "b1", "b4", forces={"b1": {"board": VALE, "order": ["stand by", VALE]}})
    if bombed:
        hit_target(m.g, "german", f"u{number(m, 'b1')}", 1)
    m.choose(("stay",))
    wish = ("seek", "defend", unit(m, "b1").board, "engage")
    if bombed:
        with m.forced(1):
            m.choose(wish)
        assert unit(m, "b1").pending == Order("defend", unit(m, "b1").board)
    else:
        with refused("10.6.1"):
            m.choose(wish)


@pytest.mark.rule("fyow.10.6.1", "fyow.33.7.2.10")
@pytest.mark.parametrize("seen", [True, False])
def test_who_is_attacked_by_an_unseen_enemy_may_ask_for_other_orders(seen):
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    fight.detected = seen
    m.g.state.seen["german"] = [number(m, "b1")] if seen else []
    m.choose(("stay",))
    assert unit(m, "g2").surprised is not seen


@pytest.mark.rule("fyow.20.12.1", "fyow.20.6.4", "fyow.16.4.1")
@pytest.mark.parametrize("home_guard", [True, False])
def test_of_militia_rest_takes_only_the_fire(home_guard):
    m = at_cards("b1", "b4", forces={"b1": {"board": VALE, "mode": "rest", "militia": home_guard, "attitude": "deployed", "facing": ISLET}})
    assert int(occupying_dice(m.g, 0, unit(m, "b1").facing)) == (4 if home_guard else 2)
    assert score_against(m.g, 0) == (6 if home_guard else 5)
    act = ("deploy", link(m, VALE, COMMON))
    if home_guard:
        m.choose(act)
        assert unit(m, "b1").facing == act[1]
    else:
        with refused("20.6.4"):
            m.choose(act)


@pytest.mark.rule("fyow.20.12.1", "fyow.33.7.2.10")
@pytest.mark.parametrize(("home_guard", "why"), [(True, "defender Rationed"), (False, "defender at Rest or in Disarray")])
def test_militia_at_rest_defends_as_if_rationed(home_guard, why):
    m, fight = field("portinfer", defender={"mode": "rest", "militia": home_guard})
    terms = {t.text: t.amount for t in reading(m.g, fight).shifts.terms}
    assert terms[why] == 2 and len([t for t in terms if t.startswith("defender")]) == 1


# ------------------------------------------------------------------ information (17, 28.8, 34.9)


@pytest.mark.rule("fyow.17.0.4")
@pytest.mark.parametrize(("die", "learns"), [(5, False), (6, True)])
def test_of_a_force_in_the_box_the_occupier_learns_only_by_a_six(die, learns):
    forces = {"b1": {"board": ISLET, "order": ["defend", ISLET]}, "g2": {"board": ISLET, "box": SAMPSON, "edge": SAMPSON}}
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    m.choose(("gather",))
    with m.forced(die):
        m.choose(["types 1", "attitude 1"])
    assert bool(said(m, "british", "17.0.6")) is learns


@pytest.mark.rule("fyow.17.0.4", "fyow.28.8.5")
@pytest.mark.parametrize(("die", "facts"), [(5, 0), (6, 6)])
def test_from_the_air_too_the_box_opens_by_a_six(die, facts):
    m = take_three()
    flight = next(n for n, one in enumerate(m.g.state.air.groups) if (one.side, one.duty) == ("british", "recce"))
    group = m.g.state.air.groups[flight]
    for foe in m.g.on_board(board(m, "forest"), "german"):
        m.g.unit(foe).board = board(m, "fort-doyle")
    foe = unit(m, "g1")
    foe.board, foe.attitude = board(m, "forest"), "present"
    foe.box = foe.edge = m.g.static.land_links(board(m, "forest"))[0]
    take_off(m.g, flight, board(m, "forest"))
    with m.forced(5, 1, 1, 1, 1, 1, die):
        reconnoitre(m.g, flight)
    assert len(group.films) == facts


# ------------------------------------------------------------------ supply and work (20.7, 23, 24, 30, 31)


@pytest.mark.rule("fyow.20.7.1.2", "fyow.33.7.3.2")
@pytest.mark.parametrize(("dice", "stands"), [((2, 3), True), ((2, 4), False)])
def test_a_rationed_force_that_falls_back_throws_for_its_vehicles(dice, stands):
    m, _ = outcome("AR", ["b1", "b4"])
    unit(m, "b1").mode = "rationed"
    with m.forced(1, 1, 1, 1, *dice):  # losses and ammunition of both; then the move
        m.choose(("stay",))
    assert where(m, "b1") == VALE and unit(m, "b1").stopped is stands


@pytest.mark.rule("fyow.20.7.1.2", "fyow.20.7.1.3")
def test_vehicles_without_fuel_are_left_on_a_retreat_and_the_enemy_has_them():
    m, _ = outcome("AR", ["b1", "g2", "b4"])
    unit(m, "b1").mode, unit(m, "b1").stopped = "rationed", True
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and not {"soft_truck", "carrier"} & set(unit(m, "b1").elements)
    assert unit(m, "b1").moves_as == "regular_infantry" and not unit(m, "b1").stopped
    left = {entry[3]: int(entry[4]) for entry in m.g.state.stores.abandoned}
    assert left["soft_truck"] == 12 and m.g.static.boards[int(m.g.state.stores.abandoned[0][0])].id == "portinfer"


@pytest.mark.rule("fyow.14.4.1", "fyow.21.0.1")
def test_vehicles_lost_where_no_road_leads_are_losses_of_the_month():
    m, _ = outcome("AR", ["b1", "b4"])
    unit(m, "b1").elements = {"regular": 100, "medium_tank": 3}
    unit(m, "b1").start = m.g.half_value(0)
    unit(m, "b1").damaged = {"medium_tank": 1}
    m.g.state.stores.losses = {}
    way = link(m, "portinfer", VALE)
    m.g.static.link_v[way] = True
    try:
        with m.forced(1, 1, 1, 1):
            m.choose(("stay",))
    finally:
        m.g.static.link_v[way] = False
    assert where(m, "b1") == VALE and "medium_tank" not in unit(m, "b1").elements
    assert m.g.state.stores.losses["0"] >= 2 * m.g.part_value({"medium_tank": 3}) // 2
    assert unit(m, "b1").damaged == {}


@pytest.mark.rule("fyow.14.14.4")
def test_who_is_swept_along_is_no_longer_hidden():
    m, fight = outcome("DR", ["g4", "g2", "b4"])
    unit(m, "g4").board, unit(m, "g4").elements = m.g.static.number["portinfer"], {"elite": 40}
    unit(m, "g4").concealed = {"elite": 40}
    m.g.state.pack[:] = [number(m, "g2"), number(m, "g4"), number(m, "b4")]
    fight.beaten = [number(m, "g2"), number(m, "g4")]
    fight.counted = True
    go_back(m.g, number(m, "g4"), fight, link(m, "portinfer", "la-passee"))
    assert not unit(m, "g4").concealed


@pytest.mark.rule("fyow.31.1.3", "fyow.23.1.1")
@pytest.mark.parametrize(("mode", "ready"), [("active", True), ("rationed", False)])
def test_repairs_of_a_rationed_force_take_half_as_much_again(mode, ready):
    """31.1: in all cases. A tank of 60 points wants 30; 45 when Rationed: two throws of 20 are not enough."""
    m = at_cards("b4", "b1", forces={"b4": {"mode": mode, "elements": {"regular": 20, "field_park": 1, "medium_tank": 2}, "damaged": {"medium_tank": 1}}})
    need = jobs.repair_total("medium_tank")
    assert jobs.need(m.g, number(m, "b4"), need) == (need if mode == "active" else -(-3 * need // 2))
    here = number(m, "b4")
    m.g.state.stores.tasks.append(Task("repair", "british", here, here, need, done=need - 2, what="medium_tank"))
    with m.forced(1, 1):
        m.choose(("repair",))
    assert (not unit(m, "b4").damaged) is ready


@pytest.mark.rule("fyow.31.0.2", "fyow.31.1.2", "fyow.31.4.2")
@pytest.mark.parametrize(("sky", "session", "loaded"), [("fair", 3, 35), ("fair", 6, 18), ("heavy_rain", 3, 33), ("heavy_rain", 6, 17)])
def test_a_convoy_is_loaded_slowly_by_night_and_in_the_rain(sky, session, loaded):
    """7 x 5 load spaces; 2 pips fewer in heavy rain; half of it by night, rounded up."""
    m = at_cards("b4", "b1", weather={"sky": sky}, session=session)
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    with m.forced(7, 5):
        convoys.load_convoys(m.g)
    assert m.g.state.stores.convoys[0].loaded == loaded


@pytest.mark.rule("fyow.31.1.3", "fyow.31.4.2")
@pytest.mark.parametrize(("mode", "goes"), [("active", True), ("rationed", False)])
def test_a_rationed_hq_loads_its_convoy_half_as_long_again(mode, goes):
    m = at_cards("b4", "b1")
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    unit(m, "b4").mode = mode
    convoy: Convoy = m.g.state.stores.convoys[0]
    convoy.loaded = 71
    with m.forced(1, 1):
        convoys.load_convoys(m.g)
    assert (convoy.ready > 0) is goes


@pytest.mark.rule("fyow.31.0.2", "fyow.24.0.2")
@pytest.mark.parametrize(("session", "handled"), [(3, 120), (6, 60)])
def test_docks_handle_half_by_night(session, handled):
    m = at_cards("b4", "b1", session=session)
    m.g.static.boards[m.g.static.number[SAMPSON]].hub = "small_port"
    with m.forced(5, 2, 3, 4):
        assert loads.handle(m.g, m.g.static.number[SAMPSON], "british") == handled


@pytest.mark.rule("fyow.30.1.1", "fyow.31.0.2", "fyow.31.1.3")
@pytest.mark.parametrize(
    ("session", "mode", "aboard"), [(3, "active", True), (6, "active", False), (3, "rationed", False)]
)
def test_a_train_is_loaded_slowly_by_night_and_by_a_rationed_force(session, mode, aboard, monkeypatch):
    """40 men: a throw of 8 x 5 does it by day; by night it is 20, and a Rationed force needs 60."""
    m = at_cards("b4", "b1", session=session, forces={"b1": {"elements": {"regular": 40}, "mode": mode}})
    here = unit(m, "b1").board
    monkeypatch.setattr(m.g.static.boards[here], "station", True)
    m.g.state.rail.trains = [Train("t", "The train", "british", here, job=[number(m, "b1"), 1])]
    with m.forced(8, 5):
        trains.run_trains(m.g)
    assert (unit(m, "b1").train == 0) is aboard


# ------------------------------------------------------------------ paper battles (33.7.3.13)


@pytest.mark.rule("fyow.33.7.3.13")
@pytest.mark.parametrize("later", [0, 1])
def test_a_victorious_defender_does_not_follow_in_the_outcome_session_either(later):
    m, _ = outcome("AR", ["b1", "g2", "b4"])
    unit(m, "g2").order = Order("engage", m.g.static.number[VALE])
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and not m.g.state.battles and m.g.state.pack[0] == number(m, "g2")
    unit(m, "g2").won -= later
    if later:
        assert may_move(m.g, number(m, "g2"), link(m, "portinfer", VALE)) is None
    else:
        with refused("33.7.3.13"):
            m.choose(move(m, "g2", VALE))


