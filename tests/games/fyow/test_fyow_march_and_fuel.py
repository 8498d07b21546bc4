"""Sections 13, 14 and 20.7: who can go where, in which class, and vehicles without fuel."""

from __future__ import annotations

import pytest
from fyow_table import (
    ISLET,
    SAMPSON,
    VALE,
    at_cards,
    fyow,
    link,
    move,
    number,
    outcome,
    refused,
    said,
    unit,
    where,
)

from grognard.games.fyow.battle.retreat import go_back
from grognard.games.fyow.march.classes import classes_of, moves_of

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


def spend_the_session(m):
    now = m.g.now
    while m.g.now == now:
        m.choose(("stay",))


@pytest.mark.rule("fyow.14.1.2")
@pytest.mark.parametrize("boat", ["assault_boat", "canoe"])
def test_boats_carry_nobody_on_land(boat):
    """Ten men could sit in one; on the road they carry it, and march as infantry."""
    assert moves_of({"regular": 10, boat: 3}) == "regular_infantry"
    assert classes_of({"regular": 10, boat: 3}) == {"regular_infantry"}
    assert moves_of({"regular": 8, boat: 1, "soft_truck": 1}) == "other_trucks"  # 8 men and a boat of 4 or 2 fill the truck
    assert moves_of({"regular": 9, "assault_boat": 1, "soft_truck": 1}) == "regular_infantry"


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


@pytest.mark.rule("fyow.14.6.4")
def test_an_engagement_ends_the_bonus_for_a_repeated_attempt():
    """Ruling R49: a stand-off that both know of, at the end of the session."""
    forces = {
        "b1": {
            "board": SAMPSON,
            "box": ISLET,
            "edge": ISLET,
            "order": ["reconnaissance", SAMPSON],
            "retry_link": 3,
            "retries": 2,
        }
    }
    for seen, left in ((["b1"], 0), ([], 2)):
        m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"], "german": seen})
        while m.g.state.session == 3:
            m.choose(("stay",))
        assert unit(m, "b1").retries == left


@pytest.mark.rule("fyow.20.7.2.1", "fyow.20.6.5")
def test_who_breaks_his_rest_takes_back_what_he_had_left_on_the_board():
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 9, "elements": {"regular": 60}}})
    m.g.state.stores.abandoned.append(
        [str(unit(m, "b1").board), "british", str(number(m, "b1")), "carrier", "4", "tracked_carriers"]
    )
    m.choose(("wake",))
    assert unit(m, "b1").elements.get("carrier") == 4 and not m.g.state.stores.abandoned


@pytest.mark.rule("fyow.14.4.1")
def test_a_damaged_tank_left_behind_counts_with_the_half_that_was_left_of_it(monkeypatch):
    m, _ = outcome("DR", ["g2"], counted=True)
    force = unit(m, "g2")
    force.elements, force.damaged = {"regular": 100, "medium_tank": 2}, {"medium_tank": 2}
    force.start, force.lost = 4000, 0
    left = m.g.half_value(number(m, "g2")) - 300
    monkeypatch.setattr(m.g.static, "link_v", [True] * len(m.g.static.link_v))
    while m.decision.rule != "fyow.33.7.3.2":
        m.choose(("stay",))
    m.choose(m.decision.options[0])
    assert force.elements == {"regular": 100}
    assert force.lost == left // 2


@pytest.mark.rule("fyow.20.7.1.2", "fyow.20.7.1.3")
def test_men_on_foot_do_not_drag_their_dead_vehicles_along():
    """b1 marches as infantry and has trucks: these stand still, so it goes on only without them."""
    m = at_cards("b1", "b4", forces={"b1": {"stopped": True, "mode": "rationed"}})
    with refused("20.7.1.2"):
        m.choose(move(m, "b1", ISLET))
    m.choose(("abandon",))
    assert "soft_truck" not in unit(m, "b1").elements and not unit(m, "b1").stopped


@pytest.mark.rule("fyow.20.7.1.3", "fyow.2.3.1")
def test_who_leaves_jeeps_marches_as_what_is_left():
    m = at_cards("b1", "b4", forces={"b1": {"stopped": True, "moves_as": "other_trucks"}})
    unit(m, "b1").elements = {"elite_enhanced": 30, "soft_truck": 3}
    m.choose(("abandon",))
    assert unit(m, "b1").moves_as == "special_forces"


@pytest.mark.rule("fyow.20.7.2.1", "fyow.20.7.2.2")
@pytest.mark.parametrize(("mode", "trucks"), [("active", 3), ("rationed", 0)])
def test_vehicles_are_taken_back_when_their_board_is_occupied_again(mode, trucks):
    m = at_cards("b1", "b4", forces={"b1": {"mode": mode, "order": ["move", ISLET]}}, hold={ISLET: "british"})
    unit(m, "b1").elements = {"regular": 100}
    m.g.state.stores.abandoned = [
        [str(m.g.static.number[ISLET]), "british", str(number(m, "b1")), "soft_truck", "3", "other_trucks"]
    ]
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert unit(m, "b1").elements.get("soft_truck", 0) == trucks
    assert bool(said(m, "british", "20.7.2.1")) == bool(trucks)


@pytest.mark.rule("fyow.20.7.1.2", "fyow.20.6.1")
@pytest.mark.parametrize(("last", "stands"), [(3, True), (4, False)])
def test_a_daily_throw_of_ten_sets_vehicles_going_at_rest_too(last, stands):
    orders = {"stopped": True, "order": ["rest", VALE], "stockpile": 0, "rating": 6}
    m = fyow({"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"}, forces={"b1": orders})
    m.choose([], seat="british")
    with m.forced(3, 3, last, *[4] * 9):
        m.choose([], seat="german")
    assert unit(m, "b1").mode == "rest" and unit(m, "b1").stopped is stands


@pytest.mark.rule("fyow.33.10.3")
@pytest.mark.parametrize(
    ("left", "row"), [({"regular": 40, "obsolete_tank": 1}, "slow_tanks"), ({"regular": 40}, "regular_infantry")]
)
def test_who_has_lost_the_last_of_its_tanks_marches_as_infantry(left, row):
    m = at_cards("b4", forces={"b1": {"moves_as": "slow_tanks"}})
    unit(m, "b1").elements = dict(left)
    spend_the_session(m)
    assert unit(m, "b1").moves_as == row
