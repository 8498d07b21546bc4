"""Section 33: committed force, the owner's losses, late arrivals, supporting guns, small encounters, works; and the table."""

from __future__ import annotations

import pytest
from fyow_table import VALE, at_cards, field, give_orders, link, move, number, outcome, refused, said, unit, value, where

from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.battle.forms import BattleReport, UnitReport
from grognard.games.fyow.battle.paper import battle_card
from grognard.games.fyow.condition.losses import automatic, take_losses
from grognard.games.fyow.contact.contact import bound_of, contact, victors
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.state import AMBER, DESTROYED, RED, Battle

PORTINFER = "portinfer"


# ------------------------------------------------------------------ 33.7.2.4, 33.7.3.7: what attacks, and suffers


@pytest.mark.rule("fyow.33.7.2.4", "fyow.33.7.3.7")
def test_only_the_part_that_is_committed_attacks_and_suffers():
    m, fight = field(PORTINFER)
    m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.2.4"
    with refused("33.7.2.4", "has 154"):
        m.choose({"b1": {"regular": 200}})
    with refused("33.7.2.4", "nobody"):
        m.choose({"b1": {"soft_truck": 3}})
    with refused("33.7.2.4", "Only Battlegroups of this attack"):
        m.choose({"b4": {"regular": 1}})
    with m.forced(1):
        m.choose({"b1": {"regular": 100, "lmg": 10}})  # 180 points
    assert fight.result.startswith("AR") and fight.values[str(number(m, "b1"))] == 360
    b1 = unit(m, "b1")
    mortars = b1.elements["light_mortar"]
    fight.since -= 1
    with m.forced(6, 1, 1, 1):
        list(take_losses(m.g, fight))
    lost = 675 - m.g.value(number(m, "b1"))
    assert b1.elements["light_mortar"] == mortars and b1.condition == RED  # the part pays, the whole is shaken
    assert lost + b1.owed / 2 == 180 * 50 // 100


@pytest.mark.rule("fyow.33.7.2.4")
def test_the_combat_value_of_a_part():
    m, fight = field(PORTINFER)
    fight.committed = {str(number(m, "b1")): {"regular": 100, "radio_set": 5, "mine_equipment": 0}}
    assert reading(m.g, fight).attack == 16
    fight.committed = {}
    assert reading(m.g, fight).attack == 67


# ------------------------------------------------------------------ 33.7.3.9: the owner removes


@pytest.mark.rule("fyow.33.7.3.9", "fyow.33.10.2")
def test_the_owner_says_which_elements_go():
    m, fight = outcome("DR", ["g2", "b4"])
    m.g.options = {**m.g.options, "loss_removal_automatic": False}
    unit(m, "g2").elements = {"regular": 100, "mmg": 10, "infantry_tank": 2}  # 150 + 50 + 170
    fight.values[str(number(m, "g2"))] = 740
    with m.forced(1):
        m.choose(("stay",))  # the attacker's die, and what he takes out comes first
    assert (m.decision.rule, m.decision.seat) == ("fyow.33.7.3.9", "british")
    with m.forced(1, 4):
        m.choose(m.decision.suggestions()[0])
    assert m.decision.seat == "german"  # 25 per cent of 370: 92 points
    with refused("33.7.3.9", "only"):
        m.choose({"lost": {"regular": 40}})
    with refused("33.7.3.9", "are lost"):
        m.choose({"lost": {"regular": 63}})
    with refused("33.7.3.9", "has 10"):
        m.choose({"lost": {"mmg": 11}})
    with refused("33.10.2", "Only an AFV"):
        m.choose({"lost": {"regular": 40}, "damaged": {"mmg": 1}})
    with m.forced(1):
        m.choose({"lost": {"regular": 34}, "damaged": {"infantry_tank": 1}})  # 51 + 42: a point too many is ignored
    assert unit(m, "g2").elements["regular"] == 66 and unit(m, "g2").damaged == {"infantry_tank": 1}
    assert unit(m, "g2").condition == AMBER


@pytest.mark.rule("fyow.33.10.2")
def test_an_afv_of_75_absorbs_37():
    removal, left = automatic({"assault_gun": 1}, {}, 74)
    assert removal.damaged == {"assault_gun": 1} and left == 0
    assert automatic({"assault_gun": 1}, {}, 72)[0].damaged == {}


# ------------------------------------------------------------------ 33.7.3.14 to 33.7.3.20: who comes later


def second(m, name, board, **more):
    """Put a force into a box of the board, as if it had just arrived."""
    u = unit(m, name)
    u.board = m.g.static.number[board]
    u.box = u.edge = link(m, board, more.pop("by"))
    for key, given in more.items():
        setattr(u, key, given)
    return number(m, name)


@pytest.mark.rule("fyow.33.7.3.14", "fyow.33.7.3.16")
def test_who_arrives_before_the_combat_joins_the_later_without_barrage():
    for late in (False, True):
        m, fight = field(PORTINFER, since=3)
        fight.opened = fight.since = m.g.now - late
        b4 = second(m, "b4", PORTINFER, by="grandes-rocques")
        list(contact(m.g, b4, [number(m, "g2")]))
        assert b4 in fight.attackers and (b4 in fight.late) is late
        assert said(m, "british", "33.7.3.16" if late else "33.7.3.14")
        assert reading(m.g, fight).attack == 67 + 75 + 1  # 675 + 757 points
        fight.since = fight.opened = m.g.now - 1
        m.choose(("stay",))
        assert (m.decision.rule == "fyow.33.7.2.1") is not late  # only b4 has heavy guns


@pytest.mark.rule("fyow.33.7.3.14")
def test_a_friend_who_comes_up_defends_too():
    from grognard.games.fyow.contact.contact import join_defence

    m, fight = field(PORTINFER)
    g4 = second(m, "g4", PORTINFER, by="grandes-rocques", box=-1)
    join_defence(m.g, g4)
    assert fight.defenders == [number(m, "g2"), g4]


@pytest.mark.rule("fyow.33.7.3.17", "fyow.33.7.3.19", "fyow.33.7.3.20", "fyow.33.7.3.18")
def test_who_arrives_after_the_combat_opens_a_new_contact():
    m, fight = outcome("AR", ["g2"], counted=True)
    g2, b1 = number(m, "g2"), number(m, "b1")
    assert victors(m.g, fight.board, "british") == [g2]
    b4 = second(m, "b4", PORTINFER, by="grandes-rocques")
    give_orders(m, "b4", "engage", fight.board)
    list(contact(m.g, b4, [g2], "fyow.33.7.3.17"))
    new = m.g.battle_of(g2)
    assert new is not fight and new.attackers == [b4] and new.since == m.g.now
    assert fight.beaten == [b1]
    give_orders(m, "g2", "move", m.g.static.number["la-passee"])
    m.g.state.seen["german"] = [b1, b4]
    assert may_move(m.g, g2, link(m, PORTINFER, "la-passee")) is None  # the victor may go in the new Contact session
    m.choose(("stay",))
    assert m.decision.rule == "fyow.4.6.3" and m.g.state.pack[0] == g2  # no combat before the next session
    assert b4 not in fight.beaten and said(m, "british", "33.7.3.17")


@pytest.mark.rule("fyow.33.7.3.17")
def test_late_friends_of_the_victor_wait_for_the_beaten_to_go():
    m, fight = field(PORTINFER)
    fight.result, fight.stage, fight.beaten, fight.since = "DR", "outcome", [number(m, "g2")], m.g.now
    value(m, "b4", 500)
    forces = unit(m, "b4")
    forces.board = m.g.static.number["grandes-rocques"]
    give_orders(m, "b4", "engage", fight.board)
    forces.moves_as = "regular_infantry"
    m.g.state.pack[:] = [number(m, "g4"), number(m, "b4"), number(m, "g4")]
    m.choose(("stay",))
    with m.forced(10):
        m.choose(move(m, "b4", PORTINFER))
    assert where(m, "b4") == PORTINFER and unit(m, "b4").box >= 0 and len(m.g.state.battles) == 1
    assert said(m, "british", "33.7.3.17")


# ------------------------------------------------------------------ R161, R129, R127, R134, 12.1.1


@pytest.mark.rule("fyow.33.7.1.3", "fyow.15.9.3")
def test_those_ordered_to_hold_defend_together_others_by_will():
    forces = {
        "g2": {"board": PORTINFER, "order": ["stand by", PORTINFER]}, "g4": {"board": PORTINFER, "order": ["defend", PORTINFER]},
        "b1": {"board": PORTINFER, "box": VALE, "edge": VALE, "order": ["engage", PORTINFER]},
    }  # fmt: skip
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2", "g4"]})
    m.choose(("assault", number(m, "g2")))
    assert m.g.state.battles[0].defenders == [number(m, "g2"), number(m, "g4")]
    forces["g4"]["order"] = ["stand by", PORTINFER]
    for die, joins in ((1, True), (9, False)):
        m = at_cards("b4", "b1", forces=forces, spotted={"british": ["g2", "g4"]})
        m.g.state.battles.append(Battle(m.g.static.number[PORTINFER], "british", [0], [number(m, "g2")], since=m.g.now - 1))
        with m.forced(die):
            m.choose(("stay",))
        assert (number(m, "g4") in m.g.state.battles[0].defenders) is joins


@pytest.mark.rule("fyow.33.7.2.2")
def test_guns_with_orders_to_support_fire_from_next_door():
    for kind, fires in (("support", True), ("stand by", False)):
        m, _ = field(PORTINFER)
        give_orders(m, "b4", kind, m.g.static.number[PORTINFER])
        unit(m, "b4").board = m.g.static.number[VALE]
        m.choose(("stay",))
        assert (m.decision.rule == "fyow.33.7.2.1") is fires
        if fires:
            with m.forced(1, 6, 6, 6, 6):
                m.choose("fire")
            assert unit(m, "b4").ammunition == 3 and "24 points" in said(m, "british", "33.7.2.2")[-1]


@pytest.mark.rule("fyow.33.7.0.2")
def test_a_small_encounter_is_fought_at_once():
    for points, at_once in ((300, True), (400, False)):
        forces = {
            "g2": {"board": PORTINFER, "elements": {"mmg": 60}, "order": ["defend", PORTINFER]},
            "b1": {"board": PORTINFER, "box": VALE, "edge": VALE, "order": ["engage", PORTINFER], "elements": {"mmg": points // 5}},
        }  # fmt: skip
        options = {"traits": False, "small_battles_two_sessions": True}
        m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]}, options=options)
        m.choose(("assault", number(m, "g2")))
        assert (m.decision.rule == "fyow.33.7.2.4") is at_once


@pytest.mark.rule("fyow.33.7.3.8")
def test_each_bridge_and_building_throws_once_for_the_whole_battle():
    m, fight = outcome("DR", ["g2", "b4"])
    board = fight.board
    m.g.state.staff.works = [Work(board, "the bridge", "bridge"), Work(board, "the ford", "ford"), Work(board + 1, "the mill", "building")]
    with m.forced(1, 1, 1, 1, 3):
        m.choose(("stay",))
    assert [work.damage for work in m.g.state.staff.works] == [3, 0, 0]
    assert "damaged, 3 of 6" in said(m, "german", "33.7.3.8")[-1] and fight.works


@pytest.mark.rule("fyow.12.1.1")
def test_a_red_force_breaks_off_as_soon_as_a_rule_lets_it():
    m, _ = outcome("NR", ["b1", "b4"], no_result=1)
    unit(m, "b1").condition = RED
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and not m.g.state.battles and said(m, "german", "12.1.1")


# ------------------------------------------------------------------ intro.2, base.table.1: not on paper


def on_the_table(**more):
    """b1 attacks g2 at Portinfer, and the player takes the contact to his table."""
    m, fight = field(PORTINFER)
    m.g.options = {**m.g.options, "settle": "ask"}
    m.choose(("stay",))
    assert m.decision.rule == "fyow.intro.2"
    m.choose("table")
    return m, fight


@pytest.mark.rule("fyow.intro.2", "fyow.14.8.3", "fyow.15.7.1", "fyow.umpire.3", "fyow.base.table.1")
def test_a_battle_at_home_comes_back_as_a_checked_report():
    m, fight = on_the_table()
    assert fight.way == "table" and said(m, "german", "15.7.1")  # g2's card marks time
    assert (m.decision.rule, m.decision.seat) == ("fyow.base.table.1", "british")
    with refused("base.table.1", "cannot lose 200"):
        m.choose({"over": False, "units": [{"unit": "b1", "lost": {"regular": 200}}]})
    with refused("base.table.1", "does not fight"):
        m.choose({"over": False, "units": [{"unit": "b4"}]})
    with refused("base.table.1", "Which side"):
        m.choose({"over": True})
    with refused("base.table.1", "neither retreats"):
        m.choose({"over": True, "holder": "british"})
    with refused("33.7.3.2", "cannot retreat to St Sampson; it may go to "):
        m.choose({"over": True, "holder": "british", "units": [{"unit": "g2", "retreats": "st-sampson"}]})
    with refused("base.sc.3"):
        m.choose({"over": False, "units": [{"unit": "b1", "condition": "purple"}]})
    with refused("base.ammo.1"):
        m.choose({"over": False, "units": [{"unit": "b1", "ammunition": 5}]})
    report = {"over": True, "holder": "british", "units": [
        {"unit": "b1", "lost": {"regular": 20, "lmg": 1}, "ammunition": 2},
        {"unit": "g2", "lost": {"regular": 80}, "condition": "amber", "retreats": "la-passee", "disarray": True},
    ]}  # fmt: skip
    m.choose(report)
    assert (m.decision.rule, m.decision.seat) == ("fyow.base.table.1", "german")
    m.choose("agree")
    assert m.g.value(number(m, "b1")) == 675 - 33 and unit(m, "b1").ammunition == 2
    assert where(m, "g2") == "la-passee" and unit(m, "g2").disarray == 2 and unit(m, "g2").condition == AMBER
    assert m.g.state.control[m.g.static.number[PORTINFER]] == "british" and not m.g.state.battles


@pytest.mark.rule("fyow.base.table.1", "fyow.base.sc.2")
def test_losses_on_the_table_count_towards_the_milestone_and_sessions_add_up():
    m, fight = on_the_table()
    m.choose({"over": False, "units": [{"unit": "g2", "lost": {"regular": 60}}]})  # 90 of 478; the milestone is 120
    assert fight in m.g.state.battles and unit(m, "g2").lost == 90
    assert unit(m, "b1").moves == 1 and unit(m, "g2").moves == 1


@pytest.mark.rule("fyow.base.table.1")
def test_a_disputed_report_goes_back_to_paper():
    m, fight = on_the_table()
    m.choose({"over": True, "holder": "british", "units": [{"unit": "g2", "retreats": "la-passee"}]})
    m.choose("dispute")
    assert fight.way == "paper" and fight in m.g.state.battles and where(m, "g2") == PORTINFER


@pytest.mark.parametrize(("after", "bound"), [(["b1", "g2"], 0), (["g2"], 2), ([], 4)])
@pytest.mark.rule("fyow.15.7.2", "fyow.15.7.3", "fyow.15.7.4", "fyow.umpire.4", "fyow.umpire.6", "fyow.4.5.4")
def test_when_a_reinforcement_joins_the_game_on_the_table(after, bound):
    m, fight = field(PORTINFER)
    fight.way = "table"
    b4 = second(m, "b4", PORTINFER, by="grandes-rocques")
    m.g.state.pack = [b4, *(number(m, name) for name in after)]
    assert bound_of(m.g, fight, b4) == bound
    list(contact(m.g, b4, [number(m, "g2")]))
    assert fight.bounds == {str(b4): bound} and b4 in fight.attackers
    assert said(m, "german", {0: "15.7.2", 2: "15.7.3", 4: "15.7.4"}[bound])


def test_reports_are_data():
    report = BattleReport(True, "british", [UnitReport("g2", lost={"regular": 3})])
    assert report.units[0].retreats == "" and DESTROYED == 4


def test_a_battle_in_which_one_side_is_gone_is_over():
    m, fight = field("portinfer", since=0)
    fight.no_result, fight.stage, fight.opened = 1, "combat", 1
    m.g.destroy(number(m, "g2"), "{unit} is bombed to pieces.", "fyow.28.9.2")
    assert fight.defenders == [] and m.g.state.battles == [fight]
    with m.forced():
        assert list(battle_card(m.g, number(m, "b1"))) == []  # nobody to attack: nothing is asked
    assert m.g.state.battles == [] and unit(m, "b1").box == -1
    m, fight = field("portinfer")
    m.g.destroy(number(m, "g2"), "{unit} is bombed to pieces.", "fyow.28.9.2")
    m.g.destroy(number(m, "b1"), "{unit} is bombed to pieces.", "fyow.28.9.2")
    assert m.g.state.battles == []
