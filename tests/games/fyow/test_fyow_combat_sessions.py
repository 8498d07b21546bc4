"""Section 33: Combat and Outcome, after NR and in second attacks."""

from __future__ import annotations

import pytest
from fyow_table import (
    VALE,
    all_in,
    field,
    link,
    move,
    number,
    offered,
    outcome,
    refused,
    said,
    unit,
    value,
    where,
)

from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.state import Order

PORTINFER = "portinfer"


def two_after_nr(side: str, cards: list[str]):
    """NR at Portinfer, with a second Battlegroup on one of the sides."""
    m, fight = outcome("NR", cards, no_result=1)
    name = {"british": "b4", "german": "g4"}[side]
    friend = unit(m, name)
    friend.board, friend.elements, friend.attitude = m.g.static.number[PORTINFER], {"regular": 60}, "deployed"
    lead = unit(m, "b1")
    if side == "british":
        friend.box, friend.edge = lead.box, lead.edge
        fight.attackers = sorted([*fight.attackers, number(m, name)])
    else:
        fight.defenders = sorted([*fight.defenders, number(m, name)])
    return m, fight


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


@pytest.mark.rule("fyow.33.7.3.1")
def test_after_nr_one_attacker_goes_back_and_the_other_attacks():
    m, fight = two_after_nr("british", ["b1", "b4", "g2"])
    with m.forced(1, 1, 1, 1):  # losses of those who fought, and their ammunition
        m.choose(("stay",))
    with m.forced(1):
        m.choose("break off")
    assert where(m, "b1") == VALE and where(m, "b4") == PORTINFER and fight.attackers == [number(m, "b4")]
    assert m.decision.rule == "fyow.33.7.3.1" and "attack" in offered(m)  # the card of the other
    m.choose("attack")
    with m.forced(10):
        all_in(m)
    assert fight.values.keys() == {str(number(m, "b4")), str(number(m, "g2"))}


@pytest.mark.rule("fyow.33.7.3.1")
def test_after_nr_one_defender_goes_back_and_the_other_holds_the_board():
    m, fight = two_after_nr("german", ["g2", "b1", "b4"])
    with m.forced(1, 1, 1, 1):  # losses of those who fought, and their ammunition
        m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.3.1" and m.decision.seat == "german"
    with m.forced(1):
        m.choose("go back")
    if m.decision.rule == "fyow.33.7.3.2":
        m.choose(m.decision.options[0])
    assert where(m, "g2") != PORTINFER and unit(m, "g2").disarray == 0 and where(m, "g4") == PORTINFER
    assert fight.defenders == [number(m, "g4")] and fight.result == "" and fight.beaten == []
    assert m.decision.rule == "fyow.33.7.3.1" and m.decision.seat == "british"


@pytest.mark.parametrize(("die", "disarray"), [(5, 0), (1, 2)])
@pytest.mark.rule("fyow.33.7.3.2", "fyow.33.7.3.11")
def test_who_is_beaten_off_in_his_second_attack_goes_back_as_that_result_says(die, disarray):
    m, fight = outcome("DR2", ["b1", "b4", "g2"])
    m.g.state.pack.append(number(m, "b1"))
    value(m, "b1", 200)
    value(m, "g2", 900)
    fight.values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1, die, 1, 1, 1, 1):  # he will; AR or AR2; losses at once
        m.choose("attack")
    assert fight.repulse == ("AR" if disarray == 0 else fight.repulse) and number(m, "b1") in fight.beaten
    m.choose(("stay",))
    while unit(m, "b1").board == m.g.static.number[PORTINFER]:
        m.choose(m.decision.options[0])
    assert where(m, "b1") == VALE and unit(m, "b1").disarray == disarray


@pytest.mark.rule("fyow.33.7.2.2")
def test_shells_fall_on_equal_forces_in_equal_parts():
    m, fight = field(PORTINFER, attacker={"box": VALE, "edge": VALE})
    unit(m, "b1").elements["medium_howitzer"] = 2
    unit(m, "g4").board, unit(m, "g4").attitude = m.g.static.number[PORTINFER], "deployed"
    value(m, "g2", 500)
    value(m, "g4", 500)
    fight.defenders = sorted([number(m, "g2"), number(m, "g4")])
    m.choose(("stay",))
    with m.forced(1, 6, 5):  # he will; two guns
        m.choose("fire")
    lines = [line for line in said(m, "british", "33.7.2.2") if "shell fire" in line]
    assert sorted(line.split(" loses ")[1] for line in lines) == ["5 points to shell fire.", "6 points to shell fire."]


@pytest.mark.parametrize(
    ("patch", "counts"),
    [({}, True), ({"mode": "rest"}, False), ({"disarray": 1}, False), ({"mode": "rest", "militia": True}, True)],
)
@pytest.mark.rule("fyow.33.7.2.10", "fyow.15.3.5")
def test_who_rests_in_his_works_does_not_man_them(patch, counts):
    """Ruling R172: while Rest lasts the force defends as resting."""
    m, fight = field(defender={"attitude": "fortified", **patch})
    m.choose(("stay",))
    terms = {term.text for term in reading(m.g, fight).shifts.terms}
    assert ("Fortified Defence" in terms) is counts
    assert ("defender at Rest or in Disarray" in terms) is not counts


@pytest.mark.rule("fyow.33.7.3.18", "fyow.33.7.3.11")
def test_friends_of_those_beaten_off_in_a_second_attack_go_with_them():
    m, fight = outcome("DR2", ["b1", "g4", "g2"])
    friend = unit(m, "b4")
    friend.board, friend.box, friend.edge = fight.board, unit(m, "b1").edge, unit(m, "b1").edge
    value(m, "b1", 200)
    value(m, "g2", 900)
    fight.values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    m.g.state.pack = [number(m, name) for name in ("g4", "b1", "b4", "b1", "g2")]
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1, 1, 1, 1, 1, 1):  # he will; AR2 or worse; losses at once
        m.choose("attack")
    assert fight.repulse == "AR2" and fight.repelled == [number(m, "b1"), number(m, "b4")]
    assert where(m, "b4") == VALE and unit(m, "b4").disarray == 2  # on its own card


@pytest.mark.rule("fyow.33.7.2.4")
def test_somebody_must_attack_and_nobody_by_a_zero():
    m, _ = field()
    m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.2.4"
    for named in ({}, {"b1": {}}, {"b1": {"regular": 0}}, {"b1": {"radio_set": 0, "lmg": 0}}):
        with refused("33.7.2.4", "nobody is committed"):
            m.choose(named)
    with refused("33.7.2.4"):
        m.choose({"b4": {"regular": 0}})


@pytest.mark.rule("fyow.33.7.2.4", "fyow.33.10.2")
def test_damaged_tanks_in_a_committed_part_are_worth_half():
    """Four cruisers (65 each), three of them damaged, and guns that stay behind: 65 and three times half of 65."""
    m, _ = field()
    unit(m, "b1").elements = {"cruiser": 4, "regular": 10, "medium_howitzer": 4}
    unit(m, "b1").damaged = {"cruiser": 3}
    m.choose(("stay",))
    m.choose("hold fire")
    with m.forced(1):
        m.choose({"b1": {"cruiser": 2}})
    (roll,) = [e for e in m.diary("british") if e.rule == "fyow.33.7.2.13" and e.kind == "roll"]
    assert "(9) against" in roll.text  # 65 and 32.5 are 97 points
