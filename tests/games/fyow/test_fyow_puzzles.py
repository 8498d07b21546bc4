"""Puzzles for the general: positions in which a sensible commander does one thing."""

from __future__ import annotations

import random

from fyow_arms import take_three
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, fyow, link, number, outcome, unit

from grognard.games.fyow import acts
from grognard.games.fyow.acts import Act
from grognard.games.fyow.asks import Ask
from grognard.games.fyow.bot.general import ANSWERS, General, chances, company_for, day_plans, march, sole_guard
from grognard.games.fyow.bot.plans import Outlook, safe_road
from grognard.games.fyow.bot.senior import best_release, best_senior_act, worth_merging
from grognard.games.fyow.forces.merging import Release
from grognard.games.fyow.state import RED, Order
from grognard.kernel.bot import Chair


def general(match, seat="british"):
    answer = General().choose(Chair(match, seat, random.Random(1)))
    return answer.notation() if isinstance(answer, Act) else answer


def test_the_general_has_an_answer_to_every_question():
    assert set(ANSWERS) == set(Ask)


def test_1_a_picket_takes_the_free_objective_next_door():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    assert general(m) == ("picket", link(m, VALE, ISLET), "platoon")


def test_2_a_force_in_disarray_reorganises_by_day():
    m = at_cards("b1", "b4", forces={"b1": {"disarray": 2, "elements": {"regular": 50}}})
    assert general(m) == ("reorganise",)


def test_3_four_calm_sessions_make_a_fortified_defence():
    forces = {"b4": {"attitude": "deployed", "calm": 4, "elements": {"regular": 50}, "order": ["defend", "lancresse-common"]}}
    assert general(at_cards("b4", "b1", forces=forces)) == ("fortify",)


def contact(points, met=True):
    forces = {
        "b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["move to contact", SAMPSON], "elements": {"mmg": 120}},
        "g2": {"elements": {"mmg": points // 5}},
    }
    return at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]}, met={"british": [2] if met else [], "german": []})


def test_4_a_weak_enemy_is_attacked():
    m = contact(100)
    assert general(m) == ("assault", number(m, "g2"))


def test_5_a_strong_one_is_not():
    assert general(contact(900))[0] != "assault"


def test_6_the_march_takes_the_surest_way_to_the_goal():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", "les-capelles"], "elements": {"regular": 50}}})
    assert general(m) == ("move", link(m, VALE, ISLET))


def test_7_after_no_decision_the_numbers_say_whether_to_go_on():
    for points, answer in ((1200, "attack"), (200, "break off")):
        m, _ = outcome("NR", ["b1", "b4"], no_result=1)
        unit(m, "b1").elements = {"mmg": points // 5}
        m.g.state.battles[0].values["0"] = points * 2
        with m.forced(1, 1, 1, 1):
            m.choose(("stay",))
        assert m.decision.rule == "fyow.33.7.3.1" and general(m) == answer


def test_8_who_is_to_defend_deploys():
    forces = {"b4": {"board": "fort-doyle", "order": ["defend", "fort-doyle"], "elements": {"regular": 50}}}
    assert general(at_cards("b4", "b1", forces=forces))[0] == "deploy"


def test_9_two_battlegroups_get_two_goals_and_every_option_leads_there():
    m = fyow(seed=2, options={"traits": False})
    while m.decision.rule != "fyow.10.2.0.1":
        seat = next(iter(m.decisions))
        m.choose(m.decisions[seat].suggestions()[0], seat=seat)
    plans = day_plans(m.g, "british")
    goals = {name: {p.objective for p in plans if p.unit == name} for name in ("b1", "b4")}
    assert all(len(goal) == 1 for goal in goals.values()) and goals["b1"] != goals["b4"]


def sent(m, side, names):
    """Where the staff sends these forces, by name."""
    forces = [number(m, name) for name in names]
    goals = Outlook(m.g, side, forces).best()
    return {name: m.g.static.boards[goals[n]].id for name, n in zip(names, forces, strict=True)}


def test_10_a_force_that_is_known_to_be_too_strong_is_left_alone():
    for guns, goes in ((240, False), (8, True)):  # 120 and 4 against 67
        forces = {"b1": {"board": ISLET}, "b4": {"board": SAMPSON, "box": "lancresse-common", "edge": "lancresse-common", "elements": {"regular": 30}}}
        forces["g2"] = {"board": SAMPSON, "elements": {"mmg": guns}}
        m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]}, met={"british": [2], "german": []})
        assert (sent(m, "british", ["b1"])["b1"] == SAMPSON) is goes


def test_11_a_small_force_alone_on_an_objective_stays():
    forces = {"b1": {"board": ISLET, "kind": "fraction", "elements": {"regular": 40}, "order": ["move", VALE]}}
    assert general(at_cards("b1", "b4", forces=forces)) == ("stay",)


def test_12_a_company_is_sent_where_nobody_is_bound_for():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    named = company_for(m.g, 0)
    assert named is not None and named.objective in ("st-sampson", "les-capelles", ISLET) and named.kind == "move to contact"


def test_13_a_red_force_is_left_to_the_staff():
    m, _ = field("portinfer", attacker={"condition": RED})
    assert all(p.kind not in ("engage", "move to contact") for p in day_plans(m.g, "british") if p.unit == "b1")
    assert unit(m, "b1").order != Order()


def test_14_a_company_stays_behind_on_an_objective_that_is_left():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", ISLET]}})
    assert sole_guard(m.g, 0)
    named = company_for(m.g, 0)
    assert named is not None and (named.kind, named.objective) == ("defend", VALE)


def test_15_nobody_attacks_blindly_while_there_is_time():
    m = contact(100, met=False)
    assert chances(m.g, [number(m, "b1")], [number(m, "g2")], m.g.static.number[SAMPSON]) == 0
    m.g.state.day = m.g.static.days - 1  # the last day, and the British are behind
    assert chances(m.g, [number(m, "b1")], [number(m, "g2")], m.g.static.number[SAMPSON]) > 0.3


def test_16_the_road_goes_round_what_the_enemy_may_well_guard():
    m = at_cards("b4", "b1")
    names = [m.g.static.boards[board].id for board in safe_road(m.g, "british", m.g.unit(1).board, m.g.static.number["les-capelles"])]
    assert SAMPSON not in names and names[-1] == "les-capelles"


def test_17_reserves_go_to_those_who_fight():
    m = at_cards("b1", "b4", forces={"b1": {"fought": True}})
    offered = [Release("b4", {"regular": 20}), Release("b1", {"regular": 20})]
    assert best_release(m.g, "british", offered).unit == "b1"
    m.g.state.staff.pools["british"] = {"regular": 20}
    assert best_senior_act(m.g, 0, [acts.Release(), acts.FormGroup(), acts.Done()]) == acts.Release()


def test_18_a_spent_battlegroup_is_merged_into_a_sound_one():
    spent = {"board": "lancresse-common", "condition": 1, "elements": {"regular": 40}}
    m = at_cards("b4", "b1", forces={"b1": spent})
    assert worth_merging(m.g, number(m, "b4"), number(m, "b1"))
    assert not worth_merging(m.g, number(m, "b1"), number(m, "b4"))  # never the HQ into another
    assert best_senior_act(m.g, 0, [acts.Merge(1, 0), acts.Done()]) == acts.Merge(1, 0)


def test_19_who_leads_keeps_a_battalion_on_what_counts_most():
    m = at_cards("g2", "g4", day=0)
    assert sent(m, "german", ["g2", "g4"])["g2"] == SAMPSON


def test_20_who_is_behind_attacks():
    m = at_cards("b1", "b4", day=0)
    assert set(sent(m, "british", ["b1", "b4"]).values()) == {SAMPSON, "les-capelles"}


def test_21_on_the_last_day_who_is_behind_goes_for_what_tips_the_balance():
    forces = {"b1": {"board": ISLET, "order": ["defend", ISLET]}, "b4": {"board": "chouet"}}
    m = at_cards("b1", "b4", forces=forces, day=2)
    for place, side in ((ISLET, "british"), ("lancresse-common", "german"), (VALE, "german")):
        board = m.g.static.number[place]
        m.g.state.control[board] = m.g.state.known_control["british"][board] = side
    assert {"lancresse-common", VALE} & set(sent(m, "british", ["b1", "b4"]).values())


def test_22_who_stays_is_to_drive_off_what_comes_up():
    m = at_cards("b1", "b4")
    plans = march(m.g, 0, unit(m, "b1").board)
    assert [(p.slot, p.kind, p.objective) for p in plans] == [("sensible", "engage", VALE), ("cautious", "defend", VALE)]


def test_23_who_is_bound_elsewhere_leaves_a_platoon_to_those_who_stay():
    here = {"board": SAMPSON, "attitude": "deployed"}
    for order, assaults in ((["move to contact", "lancresse-common"], False), (["engage", SAMPSON], True)):
        forces = {"g2": {**here, "order": ["engage", SAMPSON]}, "g4": {**here, "order": order, "elements": {"regular": 50}}}
        forces["b1"] = {"board": SAMPSON, "box": ISLET, "edge": ISLET, "elements": {"regular": 10}}
        m = at_cards("g4", "b4", forces=forces, spotted={"german": ["b1"]}, met={"british": [], "german": [0]})
        assert (general(m, "german") == ("assault", number(m, "b1"))) is assaults


def test_24_an_observer_asks_for_numbers_first():
    m = contact(900, met=False)
    m.choose(("gather",))
    assert general(m) == ["types 1", "infantry 1", "guns 1", "armour 1", "support 1"]


def test_25_a_company_goes_for_a_platoon_next_door():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    for board in m.g.static.objectives:
        m.g.state.sighted["british"][str(board)] = m.g.now  # nothing is free
    named = company_for(m.g, 0)
    assert named is not None and (named.kind, named.objective) == ("engage", ISLET)
    m.g.state.found = {"british": {str(m.g.static.number[ISLET]): [2]}}
    m.g.state.met["british"] = [2]  # a battalion was seen there
    assert company_for(m.g, 0) is None
    m.g.state.day = m.g.static.days - 1  # the last day, and the British are behind
    assert company_for(m.g, 0) is not None


def test_26_from_the_box_of_a_strong_enemy_it_goes_back_before_it_goes_elsewhere():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET}}
    m = at_cards("b1", "b4", forces=forces, day=2, spotted={"british": ["g2"]}, met={"british": [2], "german": []})
    plans = march(m.g, 0, m.g.static.number["les-capelles"])
    assert {p.kind for p in plans} == {"move to contact", "move"}  # an order to Engage would bind it to the box
    outlook = Outlook(m.g, "british", [0])
    free = at_cards("b1", "b4", day=2, forces={"b1": {"board": ISLET}})
    there = m.g.static.number["les-capelles"]
    assert outlook.arrives(0, there) < Outlook(free.g, "british", [0]).arrives(0, there)


def test_27_with_many_days_left_chances_are_still_chances():
    m = take_three()
    for side in m.g.static.sides:
        forces = [n for n in m.g.alive(side) if m.g.static.boards[m.g.unit(n).board].land and m.g.unit(n).kind == "battlegroup"]
        outlook = Outlook(m.g, side, forces)
        goals = outlook.best()
        assert set(goals) == set(forces)
        assert all(0 <= chance <= 1 for chance in outlook._chance.values()) and all(0 <= outlook.foe(b)[0] <= 1 for b in m.g.static.objectives)
