"""Worked examples of the source and of the ledger, number for number, where no other test has the same figures."""

from __future__ import annotations

import pytest
from fyow_arms import take_three
from fyow_table import ISLET, VALE, at_cards, field, link, number, refused, unit

from grognard.games.fyow.battle import combat_table as combat
from grognard.games.fyow.battle import retreat
from grognard.games.fyow.battle.barrage import shell
from grognard.games.fyow.command import commanders as command
from grognard.games.fyow.condition import condition, losses
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.forces import fractions
from grognard.games.fyow.march.movement import movement
from grognard.games.fyow.orders.triggers import file_surprise
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Train
from grognard.games.fyow.sea import landings
from grognard.games.fyow.state import AMBER, DESTROYED, RED, Order


def worth(points):
    """Machine guns of 5 and 3 points that are worth so much."""
    few = next(n for n in range(5) if (points - 3 * n) % 5 == 0)
    return {"mmg": (points - 3 * few) // 5, **({"lmg": few} if few else {})}


@pytest.mark.rule("fyow.2.2.2")
def test_half_of_1000_points_may_go_as_a_fraction():
    m = at_cards("b1")
    b1 = unit(m, "b1")
    b1.start, b1.elements = 2000, {"regular": 200, "mmg": 140}
    allowed = fractions.Detachment({"regular": 40, "mmg": 88}, "defend", VALE)
    assert m.g.part_value(allowed.elements) == 2 * 500
    assert not any(fractions.may_detach(m.g, number(m, "b1"), allowed))
    b1.elements["lmg"] = 2
    more = fractions.Detachment({"regular": 42, "mmg": 87, "lmg": 1}, "defend", VALE)
    assert m.g.part_value(more.elements) == 2 * 501
    assert [r.rule for r in fractions.may_detach(m.g, number(m, "b1"), more) if r] == ["fyow.2.2.2"]


@pytest.mark.rule("fyow.5.2.1")
def test_a_decision_on_day_4_is_done_on_day_5_6_or_7():
    found = set()
    for seed in range(12):
        m = at_cards("b1", options={"traits": False, "surprise_timing": True}, day=3, seed=seed)
        file_surprise(m.g, number(m, "b1"), Order("move", m.g.static.number[ISLET]), [])
        cards = m.g.state.staff.cards
        assert [card.day + 1 for card in cards] == [5, 6, 7] and sum(bool(card.kind) for card in cards) == 1
        found.add(next(card.day + 1 for card in cards if card.kind))
    assert found == {5, 6, 7}


@pytest.mark.rule("fyow.7.0.1", "fyow.7.0.2")
@pytest.mark.parametrize(("die", "senior", "rating"), [(1, False, 5), (4, False, 6), (6, False, 7), (1, True, 6)])
def test_ratings_of_the_examples(die, senior, rating):
    m = at_cards("b1")
    with m.forced(die):
        command.rate(m.g, unit(m, "b1"), senior=senior, elite=False)
    assert unit(m, "b1").rating == rating


@pytest.mark.rule("fyow.11.0.4", "fyow.11.0.5", "fyow.11.0.6")
@pytest.mark.parametrize(
    ("rating", "count", "ends"),
    [(5, 2, [5, 10]), (6, 3, [2, 8, 10]), (6, 2, [6, 10]), (7, 3, [1, 9, 10]), (7, 2, [7, 10])],
)
def test_which_option_each_face_of_the_d10_chooses(rating, count, ends):
    m = at_cards("b1")
    leader = unit(m, "b1")
    leader.rating = rating
    for die in range(1, 11):
        with m.forced(die):
            assert command.choose_plan(m.g, leader, count, "the day") == next(n for n, end in enumerate(ends) if die <= end)


@pytest.mark.rule("fyow.12.3.2", "fyow.12.3.4")
def test_four_dice_for_one_amber_one_red_and_one_destroyed():
    m = take_three()
    m.g.state.brigades[0].rating = 6
    for name, state in (("b1", AMBER), ("b2", RED), ("b3", DESTROYED)):
        unit(m, name).condition, unit(m, name).fell = state, True
    assert int(condition.morale_dice(m.g, "british")) == 4
    m.g.state.morale["british"] = 3
    with m.forced(1, 1, 5, 6):
        condition.weekly_morale(m.g, "british")
    assert m.g.state.morale["british"] == 2


@pytest.mark.rule("fyow.13.9.1")
def test_with_800_of_1200_on_a_board_401_may_not_enter():
    m = at_cards(
        "b1", "g2", options={"traits": False, "battlegroup_cap": "1200"},
        forces={"b1": {"board": VALE, "order": ["move", ISLET], "elements": worth(401)}, "b4": {"board": ISLET, "elements": worth(800)}},
    )  # fmt: skip
    assert m.g.value(number(m, "b4")) == 800 and m.g.value(number(m, "b1")) == 401
    with refused("13.9.1", says="1201"):
        m.choose(("move", link(m, VALE, ISLET)))


@pytest.mark.rule("fyow.14.11.1")
def test_awd_trucks_in_snow_on_a_dark_night():
    m = at_cards("b1", session=1, weather={"sky": "snow"}, forces={"b1": {"moves_as": "awd_trucks", "elements": {"soft_truck_awd": 6}}})
    way = m.g.static.land_links(unit(m, "b1").board)[0]
    assert int(movement(m.g, number(m, "b1"), way)) + 8 == 7


@pytest.mark.rule("fyow.14.11.1", "fyow.30.2.1")
def test_a_train_in_fog_needs_a_3():
    m = at_cards("b1", weather={"sky": "fog"})
    total = int(trains.running(m.g, Train("t", "a train", "british", unit(m, "b1").board)))
    assert total == 2 and total + 3 >= 5 > total + 2


@pytest.mark.rule("fyow.14.13.1", "fyow.14.13.2")
def test_the_scores_of_landings():
    m = take_three(cards=["b1", "g6"], fleet_at={"fnw": "nw"})
    b1 = number(m, "b1")
    beach = link(m, "nw", VALE)
    assert int(landings.landing_test(m.g, b1, beach)) + 2 == 4  # calm: a 2 lands
    m.g.state.weather.wind = "high"
    assert int(landings.landing_test(m.g, b1, beach)) + 5 == 4  # high winds: 5+
    m.g.state.weather.wind, m.g.state.session = "none", 1
    shore = next(
        way for n, b in enumerate(m.g.static.boards) if b.coast == "other" for way in m.g.static.graph.links_at(n, m.g.static.landing)
    )  # fmt: skip
    sea = next(end for end in (m.g.static.graph.links[shore].a, m.g.static.graph.links[shore].b) if not m.g.static.boards[end].land)
    unit(m, "b1").board = sea
    assert m.g.light == "dark" and int(landings.landing_test(m.g, b1, shore)) + 7 == 5


@pytest.mark.rule("fyow.31.0.2", "fyow.31.0.3")
def test_work_by_night_and_the_minefield():
    m = at_cards("b4", session=1)
    assert jobs.worked_score(m.g, [10, 5, 5, 1]) == 11
    unit(m, "b4").elements, unit(m, "b4").engineers = {"regular_enhanced": 2}, 2
    m.g.state.staff.works = [Work(unit(m, "b4").board, "the mines", "mines", known=["british"])]
    assert jobs.parties(m.g, number(m, "b4"), "mines") == [(4, 10, False)] and jobs.total_of(m.g, "mines", 0) == 10
    m.g.state.session = 3
    with m.forced(3, 3, 2, 2):
        jobs.work(m.g, number(m, "b4"), "mines", 0)
    assert m.g.state.staff.works[0].cleared


@pytest.mark.rule("fyow.33.2.2", "fyow.33.2.6")
def test_combat_values_of_the_source():
    m = at_cards("b1")
    b1, b4 = number(m, "b1"), number(m, "b4")
    for points, value in ((951, 95), (1019, 101), (229, 22)):
        unit(m, "b1").elements = worth(points)
        assert m.g.value(b1) == points and m.g.combat_value(b1) == value
    unit(m, "b1").elements, unit(m, "b4").elements = worth(1019), worth(229)
    assert m.g.combat_value(b1, b4) == 124


@pytest.mark.rule("fyow.33.7.2.2")
def test_ten_guns_that_score_36():
    m, battle = field("portinfer", attacker={"elements": {"medium_howitzer": 10, "regular": 40}})
    g2 = number(m, "g2")
    before = m.g.half_value(g2) - unit(m, "g2").owed
    with m.forced(3, 3, 3, 3, 4, 4, 4, 4, 4, 4):
        shell(m.g, battle.attackers, battle.defenders, "fyow.33.7.2.2")
    assert before - (m.g.half_value(g2) - unit(m, "g2").owed) == 72 and unit(m, "b1").ammunition == 3


@pytest.mark.rule("fyow.33.7.2.5", "fyow.33.7.2.6")
@pytest.mark.parametrize(
    ("attack", "defend", "column"),
    [(124, 62, ">1.9"), (100, 100, "<1"), (130, 100, "<1"), (131, 100, ">1.3"), (500, 100, ">4.3"), (510, 100, ">5")],
)
def test_columns_of_the_examples(attack, defend, column):
    from grognard.games.fyow.battle.combat_table import COLUMNS

    assert COLUMNS[combat.first_column(attack, defend)] == column
    m, battle = field("portinfer", attacker={"elements": worth(10 * attack)}, defender={"elements": worth(10 * defend)})
    read = combat.reading(m.g, battle)
    assert (read.attack, read.defend) == (attack, defend)


@pytest.mark.rule("fyow.33.7.3.5")
@pytest.mark.parametrize(
    ("result", "loses", "die", "value", "lost", "state"), [("DR2", True, 6, 800, 320, "red"), ("DR", False, 5, 940, 94, "green")]
)
def test_losses_of_the_examples(result, loses, die, value, lost, state):
    percent, condition_now = losses.share_of(result, loses, die)
    assert (value * percent // 100, condition_now) == (lost, state)
    m = at_cards("b1", forces={"b1": {"elements": worth(value)}})
    list(losses.suffer(m.g, number(m, "b1"), 2 * value, percent, condition_now))
    left = m.g.half_value(number(m, "b1")) - unit(m, "b1").owed
    assert abs(2 * (value - lost) - left) <= losses.SLACK and unit(m, "b1").condition == (RED if state == "red" else 0)


@pytest.mark.rule("fyow.33.8.5")
@pytest.mark.parametrize(("enemy", "surrenders"), [(201, True), (200, False)])
def test_400_points_in_disarray_meet_half_their_value(enemy, surrenders):
    m = at_cards("b1", forces={"b1": {"board": ISLET, "box": VALE, "edge": VALE, "disarray": 2, "elements": worth(400)}})
    unit(m, "g2").board, unit(m, "g2").elements = m.g.static.number[ISLET], worth(enemy)
    asked = list(retreat.into_trouble(m.g, number(m, "b1"))) if surrenders else [next(retreat.into_trouble(m.g, number(m, "b1")))]
    assert (unit(m, "b1").condition == DESTROYED) is surrenders
    assert [question.rule for question in asked] == ([] if surrenders else ["fyow.33.8.6"])
