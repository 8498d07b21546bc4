"""Section 33: paper battles."""

from __future__ import annotations

import pytest
from fyow_table import all_in, at_cards, field, give_orders, link, number, outcome, refused, said, unit, value, where

from grognard.games.fyow.asks import Ask
from grognard.games.fyow.battle.combat_table import first_column, largest, reading, shifts
from grognard.games.fyow.battle.retreat import ways_back
from grognard.games.fyow.condition.losses import remove_points, share_of, suffer
from grognard.games.fyow.state import AMBER, DESTROYED, GREEN, RED
from grognard.games.fyow.tables import CRT

VALE, ISLET, SAMPSON, CAPELLES = "vale-church-and-grand-havre", "lislet", "st-sampson", "les-capelles"


# ------------------------------------------------------------------ 33.2: Combat Value


@pytest.mark.rule("fyow.33.2.2", "fyow.33.2.6")
def test_points_are_added_and_then_divided():
    m, _ = field()
    unit(m, "b1").elements = {"special_character": 127, "lmg": 1}  # 1016 + 3
    unit(m, "b4").elements = {"special_character": 28, "mmg": 1}  # 224 + 5
    assert m.g.combat_value(0) == 101 and m.g.combat_value(1) == 22
    assert m.g.combat_value(0, 1) == 124


@pytest.mark.rule("fyow.33.2.4", "fyow.33.2.5")
def test_equipment_counts_nothing():
    m, _ = field()
    assert m.g.value(number(m, "b4")) == 832 and m.g.combat_value(number(m, "b4")) == 75
    assert m.g.value(number(m, "b1")) == 675 and m.g.combat_value(number(m, "b1")) == 67
    unit(m, "b4").elements = {"mmg": 2, "radio_exchange_vehicle": 1, "mine_equipment": 2, "bridging_set": 1}
    assert m.g.combat_value(number(m, "b4")) == 1


# ------------------------------------------------------------------ 33.7.2: columns, shifts, die


@pytest.mark.parametrize(("attack", "defend", "column"), [(10, 10, 0), (13, 10, 0), (131, 100, 1), (124, 62, 3), (50, 10, 9), (51, 10, 10), (5, 10, 0)])
@pytest.mark.rule("fyow.33.7.2.5", "fyow.33.7.2.6")
def test_columns(attack, defend, column):
    assert first_column(attack, defend) == column
    m, fight = field(VALE_BOARD)
    value(m, "b1", attack * 10)
    value(m, "g2", defend * 10)
    fight.no_result, unit(m, "g2").attacked_today = 0, 0
    read = reading(m.g, fight)
    assert (read.attack, read.defend, read.column) == (attack, defend, column)


VALE_BOARD = "portinfer"  # light ground: no shift


def test_the_option_from_one():
    assert first_column(10, 10, from_one=True) == 1 and first_column(9, 10, from_one=True) == 0


@pytest.mark.parametrize(("board", "shift"), [("lancresse-common", 1), ("portinfer", 0), (ISLET, -1), ("st-peter-port", -2)])
@pytest.mark.rule("fyow.33.7.2.9")
def test_terrain_shifts(board, shift):
    m, fight = field()
    fight.board = m.g.static.number[board]
    assert int(shifts(m.g, fight)) == shift


@pytest.mark.parametrize(
    ("defender", "battle", "shift"),
    [
        ({"mode": "rest"}, {}, 2),
        ({"disarray": 1}, {}, 2),
        ({"attitude": "present"}, {}, 1),
        ({"mode": "rationed"}, {}, 2),
        ({"attitude": "present", "disarray": 2}, {}, 2),
        ({"attitude": "present", "mode": "rationed"}, {}, 3),
        ({}, {"attackers_unseen": True}, 1),
        ({}, {"defenders_unseen": True}, -1),
        ({}, {"no_result": 1, "attackers_unseen": True}, 1),
        ({"attacked_today": 1}, {}, 1),
        ({"attacker_today": True}, {}, 1),
    ],
)
@pytest.mark.rule("fyow.33.7.2.10")
def test_battle_factors(defender, battle, shift):
    m, fight = field("portinfer", defender=defender, **battle)
    assert int(shifts(m.g, fight)) == shift


@pytest.mark.rule("fyow.33.7.2.10", "fyow.33.7.2.7")
def test_shifts_add_up_and_move_the_column():
    m, fight = field("st-peter-port", defender={"attitude": "present"}, attackers_unseen=True)
    assert int(shifts(m.g, fight)) == 0
    m, fight = field(ISLET, defender={"attitude": "present", "mode": "rationed"})
    value(m, "b1", 200)
    value(m, "g2", 100)
    assert reading(m.g, fight).column == 3 + 2


@pytest.mark.rule("fyow.33.7.2.8")
def test_beyond_the_table():
    m, fight = field("portinfer", defender={"mode": "rationed", "disarray": 2})
    value(m, "b1", 400)
    value(m, "g2", 100)  # 4.0, column >3.7, four to the right
    read = reading(m.g, fight)
    assert (read.column, int(read.die), read.extra) == (10, 2, 2)
    m, fight = field("st-peter-port")
    value(m, "b1", 100)
    value(m, "g2", 100)
    assert reading(m.g, fight).column == 0 and int(reading(m.g, fight).die) == 0
    m.g.options["left_shifts_count"] = True
    assert int(reading(m.g, fight).die) == -2
    m.g.options["left_shifts_count"] = False


@pytest.mark.parametrize(("attack", "plus"), [(70, 1), (100, 1), (110, 2), (51, 1)])
@pytest.mark.rule("fyow.33.7.2.11")
def test_above_5_left_shifts_do_not_count(attack, plus):
    m, fight = field("st-peter-port")
    value(m, "b1", attack * 10)
    value(m, "g2", 100)
    read = reading(m.g, fight)
    assert (read.column, int(read.die), read.extra) == (10, plus, plus)


@pytest.mark.rule("fyow.33.7.2.12")
def test_what_changes_the_die():
    m, fight = field(acted=True)
    assert int(reading(m.g, fight).die) == -1
    fight.no_result = 1
    assert int(reading(m.g, fight).die) == 0
    fight.acted = False
    for name, rating, die in (("b1", 7, 1), ("b1", 5, -1), ("g2", 7, -1), ("g2", 5, 1)):
        unit(m, "b1").rating = unit(m, "g2").rating = 6
        unit(m, name).rating = rating
        assert int(reading(m.g, fight).die) == die
    assert largest(m.g, [0, 1]) == 1


@pytest.mark.rule("fyow.33.7.2.13")
def test_the_table():
    assert CRT[5, 5] == "DR" and CRT[1, 0] == "AR3" and CRT[10, 10] == "DR5"
    m, fight = field("portinfer", acted=True)
    value(m, "b1", 100)
    value(m, "g2", 100)
    assert reading(m.g, fight).result(1) == "AR3" and reading(m.g, fight).result(3) == "AR2"


# ------------------------------------------------------------------ 33.7.3: losses


@pytest.mark.parametrize(
    ("result", "loses", "die", "percent", "state"),
    [("DR2", True, 6, 40, "red"), ("DR", False, 5, 10, "green"), ("NR", True, 1, 0, ""), ("NR", False, 6, 10, "green"), ("AR3", True, 5, 50, "red"), ("DR5", True, 6, 100, "destroyed"), ("DR4", False, 0, 1, "")],
)
@pytest.mark.rule("fyow.33.7.3.6", "fyow.33.7.3.5")
def test_the_losses_table(result, loses, die, percent, state):
    assert share_of(result, loses, die) == (percent, state)
    m, _ = field()
    value(m, "g2", 800)
    list(suffer(m.g, number(m, "g2"), 1600, 40, "red"))
    assert m.g.value(number(m, "g2")) == 480 and unit(m, "g2").condition == RED
    if die == 0:
        m, fight = field(result="DR", extra=3, values={"0": 1350, "2": 956}, since=1)
        from grognard.games.fyow.condition.losses import take_losses

        with m.forced(2, 1, 1, 1):  # the attacker's die is 2 less 3
            list(take_losses(m.g, fight))
        assert "loses 1 per cent" in said(m, "british", "33.7.3.5")[1]


@pytest.mark.rule("fyow.base.sc.3")
def test_the_losses_table_never_improves_a_condition():
    m, _ = field(defender={"condition": RED})
    list(suffer(m.g, number(m, "g2"), 900, 5, "green"))
    assert unit(m, "g2").condition == RED
    m, _ = field()
    list(suffer(m.g, number(m, "g2"), 900, 25, "amber"))
    assert unit(m, "g2").condition == AMBER


@pytest.mark.rule("fyow.33.10.1")
def test_losses_come_out_of_the_order_of_battle_to_the_point():
    m, _ = field()
    g2 = number(m, "g2")
    before, figures = m.g.value(g2), unit(m, "g2").elements["regular"]
    remove_points(m.g, g2, 100)
    assert m.g.value(g2) - unit(m, "g2").owed / 2 == before - 100
    assert unit(m, "g2").elements["regular"] < figures and unit(m, "g2").elements["mmg"] < 6
    remove_points(m.g, g2, 1000)
    assert unit(m, "g2").condition == DESTROYED


@pytest.mark.rule("fyow.33.10.2")
def test_an_afv_is_first_damaged():
    m, _ = field()
    unit(m, "g2").elements = {"infantry_tank": 1, "regular": 100}  # 85 and 150
    remove_points(m.g, number(m, "g2"), 118)
    assert unit(m, "g2").elements["infantry_tank"] == 1 and unit(m, "g2").damaged == {"infantry_tank": 1}


# ------------------------------------------------------------------ the stages


@pytest.mark.rule("fyow.33.7.3.15", "fyow.33.7.2.1", "fyow.33.7.2.2", "fyow.33.7.3.2", "fyow.33.8.1")
def test_barrage_combat_and_outcome():
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    unit(m, "b1").elements["medium_howitzer"] = 2
    with m.forced():
        m.choose(("stay",))  # g4; then b1's card opens the Combat session
    assert m.decision.rule == "fyow.33.7.2.1"
    before = m.g.value(number(m, "g2"))
    with m.forced(8, 3, 4):  # he fires, 7 points
        m.choose("fire")
    with m.forced(9):
        all_in(m)
    assert m.g.value(number(m, "g2")) - unit(m, "g2").owed == pytest.approx(before - 7, abs=1)
    assert unit(m, "b1").ammunition == 3
    assert fight.result == "DR" and where(m, "g2") == "portinfer"  # he goes in the Outcome session


@pytest.mark.rule("fyow.33.7.2.3")
def test_counter_battery_only_by_those_who_detected_the_attacker():
    for detected in (True, False):
        m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE}, detected=detected)
        unit(m, "b1").elements["medium_howitzer"] = unit(m, "g2").elements["medium_howitzer"] = 1
        m.choose(("stay",))
        if detected:
            with m.forced(1, 3):
                m.choose("fire")
            assert (m.decision.rule, m.decision.seat) == ("fyow.33.7.2.3", "german")
            before = m.g.value(0)
            with m.forced(1, 6):
                m.choose("fire")
            assert m.g.value(0) < before
        else:
            with m.forced(1, 3):
                m.choose("fire")
            with m.forced(5):
                all_in(m)
            assert fight.result


@pytest.mark.parametrize(("cards", "answers"), [(("g4", "g2", "b1"), True), (("g4", "b1", "g2"), False)])
@pytest.mark.rule("fyow.33.7.2.3")
def test_who_knew_the_attackers_before_the_contact_may_answer_too(cards, answers):
    """33.7.2: if they have detected the attackers; ruling R173: and have had an activation since these came."""
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    unit(m, "b1").elements["medium_howitzer"] = unit(m, "g2").elements["medium_howitzer"] = 1
    m.g.state.pack = [number(m, name) for name in cards]
    while m.decision.rule != "fyow.33.7.2.1":
        m.choose(("stay",))
    assert fight.detected is answers
    with m.forced(1, 3):
        m.choose("fire")
    assert (m.decision.name == Ask.COUNTER_BATTERY) is answers


@pytest.mark.rule("fyow.20.6.4")
@pytest.mark.parametrize(("mode", "militia", "fires"), [("rest", False, False), ("rationed", False, True), ("rationed", True, False)])
def test_who_rests_fires_no_guns(mode, militia, fires):
    m, _ = field("portinfer", attacker={"box": VALE, "edge": VALE}, defender={"mode": mode, "militia": militia}, detected=True)
    unit(m, "b1").elements["medium_howitzer"] = unit(m, "g2").elements["medium_howitzer"] = 1
    m.choose(("stay",))
    with m.forced(1, 3):
        m.choose("fire")
    assert (m.decision.name == Ask.COUNTER_BATTERY) is fires


@pytest.mark.rule("fyow.2.4.3")
@pytest.mark.parametrize(("die", "captured"), [(3, False), (4, True)])
def test_a_battery_that_must_retreat_spikes_its_guns_or_loses_them(die, captured):
    m, _ = outcome("DR", ["g2", "b4"])
    unit(m, "g2").kind, unit(m, "g2").elements = "fixed", {"regular": 20, "medium_howitzer": 2}
    with m.forced(1, 1, 1, 1, die):
        m.choose(("stay",))
    assert (m.g.state.staff.booty.get("british", {}).get("medium_howitzer") == 2) is captured


@pytest.mark.rule("fyow.33.7.3.2", "fyow.33.7.3.4", "fyow.33.8.1", "fyow.33.7.3.8")
def test_the_loser_retreats_in_good_order_and_the_winner_takes_the_board():
    m, _ = outcome("DR", ["g2", "b4"])
    with m.forced(1, 1, 1, 1):  # losses and ammunition of both
        m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.3.2" and m.decision.seat == "german"
    m.choose(link(m, "portinfer", "la-passee"))
    assert where(m, "g2") == "la-passee" and unit(m, "g2").attitude == "deployed" and not unit(m, "g2").disarray
    assert unit(m, "b1").box == -1 and m.g.state.control[m.g.static.number["portinfer"]] == "british"
    assert unit(m, "b1").attitude == "present"


@pytest.mark.rule("fyow.33.7.3.3")
def test_dr2_is_a_retreat_in_disarray():
    m, _ = outcome("DR2", ["g2", "b4"])
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    m.choose(link(m, "portinfer", "la-passee"))
    assert unit(m, "g2").disarray == 2 and unit(m, "g2").attitude == "present" and unit(m, "g2").condition == AMBER


@pytest.mark.rule("fyow.33.7.3.2")
def test_without_allowance_even_good_order_is_disarray_and_attackers_go_back_the_way_they_came():
    m, _ = outcome("AR", ["b1", "b4"])
    unit(m, "b1").moves = 2
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and unit(m, "b1").disarray == 2


@pytest.mark.rule("fyow.33.7.3.10", "fyow.33.7.3.1")
def test_after_nr_the_battle_goes_on_or_somebody_leaves():
    m, fight = outcome("NR", ["b1", "b4"], no_result=1)
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.3.1" and m.decision.seat == "british"
    m.choose("attack")
    with m.forced(10):
        all_in(m)
    assert fight.result in ("DR", "DR2")
    m, fight = outcome("NR", ["b1", "b4"], no_result=1)
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1):
        m.choose("break off")
    assert where(m, "b1") == VALE and not m.g.state.battles


@pytest.mark.rule("fyow.33.7.3.1")
def test_who_leaves_after_nr_goes_in_good_order_even_without_allowance():
    m, _ = outcome("NR", ["b1", "b4"], no_result=1)
    unit(m, "b1").moves = 2
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1):
        m.choose("break off")
    assert where(m, "b1") == VALE and unit(m, "b1").disarray == 0 and unit(m, "b1").attitude == "deployed"


@pytest.mark.rule("fyow.33.7.3.11", "fyow.33.7.3.12")
def test_an_attacker_whose_card_comes_first_may_strike_again():
    m, fight = outcome("DR2", ["b1", "g2"])
    unit(m, "b1").elements["medium_howitzer"] = 2
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.3.11"
    with m.forced(1, 10, 1, 1, 1, 1):  # he will; no barrage; the D10; losses at once
        m.choose("attack")
    terms = [t.text for t in shifts(m.g, fight).terms]
    assert "attacker's second attack" in terms and "second attack today" in terms
    assert "defender at Rest or in Disarray" in terms
    assert fight.result >= "DR2" and number(m, "g2") in fight.beaten


@pytest.mark.rule("fyow.33.7.3.18")
def test_friends_on_the_board_retreat_with_the_beaten():
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    unit(m, "g4").board = m.g.static.number["portinfer"]
    unit(m, "g4").elements = {"regular": 50}
    value(m, "b1", 1400)
    value(m, "g2", 200)
    m.g.state.pack.append(number(m, "b4"))
    with m.forced(9):  # g4 does not join the defence
        m.choose(("stay",))
    with m.forced(10):
        all_in(m)
    assert fight.beaten == [number(m, "g2"), number(m, "g4")]


@pytest.mark.rule("fyow.33.7.1.5", "fyow.33.7.1.2", "fyow.14.8.1")
def test_nobody_leaves_once_the_contact_session_is_over():
    from grognard.games.fyow.march.movement import may_move

    m, fight = field("portinfer", defender={"order": ["move", "la-passee"]})
    way = link(m, "portinfer", "la-passee")
    assert may_move(m.g, number(m, "g2"), way).rule == "fyow.33.7.1.5"
    fight.since = m.g.now
    assert may_move(m.g, number(m, "g2"), way) is None
    give_orders(m, "g2", "defend")
    assert may_move(m.g, number(m, "g2"), way).rule == "fyow.33.7.1.2"
    assert may_move(m.g, number(m, "b1"), way).rule == "fyow.14.8.1"


@pytest.mark.parametrize(("enemy", "surrenders"), [(405, True), (400, False)])
@pytest.mark.rule("fyow.33.8.5", "fyow.33.8.6")
def test_retreat_in_disarray_on_to_the_enemy(enemy, surrenders):
    m, _ = outcome("AR2", ["b1", "b4"])
    unit(m, "g4").board = m.g.static.number[VALE]
    unit(m, "g4").elements = {"mmg": enemy // 5}
    unit(m, "b1").elements = {"mmg": 180}  # 900, less 10 per cent: 810
    m.g.state.battles[0].values["0"] = 1800
    unit(m, "b1").elements = {"mmg": 178}
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    if surrenders:
        assert unit(m, "b1").condition == DESTROYED
    else:
        assert m.decision.rule == "fyow.33.8.6"
        m.choose("stay")
        assert unit(m, "b1").box >= 0
        assert m.undo_refused("british")  # it has seen who stands there


def test_ways_back_avoid_the_enemy_and_prefer_friends():
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    ways = ways_back(m.g, number(m, "g2"), fight)
    boards = [m.g.static.boards[m.g.static.other_end(n, m.g.static.number["portinfer"])].id for n in ways]
    assert set(boards) == {"grandes-rocques", "la-passee"}
    assert unit(m, "g2").condition == GREEN


@pytest.mark.rule("fyow.33.7.1.1", "fyow.base.sc.5")
def test_who_may_attack_on_his_own_board():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "order": ["defend", SAMPSON]}}
    m = at_cards("b1", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    with refused("33.7.1.1"):
        m.choose(("assault", number(m, "g2")))
    forces["b1"] |= {"order": ["engage", SAMPSON], "condition": RED}
    m = at_cards("b1", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    with refused("base.sc.5"):
        m.choose(("assault", number(m, "g2")))
