"""Sections 10.1 and 11: the options of a week differ, each command has its own, and what was diced binds (ruling R197)."""

from __future__ import annotations

from typing import Any

import pytest
from fyow_arms import ships, take_three
from fyow_table import ISLET, VALE, fyow, offered, refused, said

from grognard.games.fyow.orders.binding import may_sail_to
from grognard.games.fyow.planning.plans import Aim, Plan
from grognard.kernel import Match

READY = {"b1": {"rating": 6, "stockpile": 10, "order": ["defend", VALE]}, "g2": {"rating": 6, "stockpile": 10}}
STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


def planning(**patch: Any) -> Match:
    return fyow({"traits": False}, phase="plan", command=STAFFS, forces=READY, **patch)


def week() -> Match:
    return fyow({"traits": False}, phase="week", command=STAFFS)


@pytest.mark.rule("fyow.11.0.1", "fyow.11.0.2")
def test_options_of_a_day_are_different_plans():
    """11: three times the same plan would switch the dice off."""
    m = planning()
    with refused("11.0.1", says="the same plan"):
        m.choose([Plan("b1", slot, "engage", ISLET) for slot in ("cautious", "sensible", "bold")], seat="british")
    watch = Plan("b1", "bold", "move to contact", ISLET, "observe")  # what is to be done at the contact is no other plan
    with refused("11.0.1", says="the same plan"):
        m.choose([Plan("b1", "sensible", "move to contact", ISLET), watch], seat="british")
    m.choose([Plan("b1", "sensible", "move to contact", ISLET), Plan("b1", "bold", "engage", ISLET)], seat="british")


@pytest.mark.rule("fyow.11.0.1", "fyow.11.0.2")
def test_options_of_a_week_are_different_plans():
    m = week()
    with refused("11.0.1", says="the same plan"):
        m.choose([Aim(slot, "attack", "st-sampson") for slot in ("cautious", "sensible", "bold")], seat="british")
    m.choose([Aim("sensible", "attack", "st-sampson"), Aim("bold", "hold", "st-sampson")], seat="british")


AIM = {"british": ["attack", "st-sampson"], "brigade 0": ["attack", "st-sampson"]}


@pytest.mark.rule("fyow.10.1.2")
def test_the_aim_of_the_week_binds_half_of_a_brigade():
    """To attack St Sampson is served by going there or nearer, as the preferred option."""
    m = planning(aim=AIM)
    with refused("10.1.2", says="is to attack St Sampson this week: 1 of its Battlegroups must have that"):
        m.choose([], seat="british")
    stay, go = Plan("b1", "sensible", "defend", VALE), Plan("b1", "bold", "engage", "st-sampson")
    with refused("10.1.2"):
        m.choose([stay, go], seat="british")
    m.choose([go, stay], seat="british")  # of two options the first named is preferred


@pytest.mark.rule("fyow.10.1.2")
def test_what_serves_an_aim():
    m = planning(aim=AIM)
    stay = Plan("b1", "cautious", "defend", VALE)
    m.choose([Plan("b1", "sensible", "move", ISLET), stay], seat="british")  # nearer is enough
    hold = planning(aim={"british": ["hold", "lancresse-common"], "brigade 0": ["hold", "lancresse-common"]})
    with refused("10.1.2"):
        hold.choose([Plan("b1", "sensible", "engage", "les-capelles"), stay], seat="british")
    hold.choose([], seat="british")  # who stays holds
    there = planning(aim={"british": ["attack", VALE], "brigade 0": ["attack", VALE]})
    there.choose([], seat="british")  # b1 stands there already


@pytest.mark.rule("fyow.10.1.2")
def test_in_three_options_the_sensible_one_counts():
    m = planning(aim=AIM)
    three = [("cautious", "engage", "st-sampson"), ("sensible", "defend", VALE), ("bold", "engage", ISLET)]
    with refused("10.1.2"):
        m.choose([Plan("b1", *words) for words in three], seat="british")
    three[1], three[0] = ("sensible", "engage", "st-sampson"), ("cautious", "defend", VALE)
    m.choose([Plan("b1", *words) for words in three], seat="british")


@pytest.mark.rule("fyow.10.1.1", "fyow.10.1.2")
def test_each_brigade_has_an_aim_of_its_own():
    staffs = {name: {"rating": 6} for name in ("indian", "armoured", "division")}
    m = Match.start("fyow", "frontier", seed=1, options={"traits": False}, situation={"phase": "week", "command": staffs})
    for command in [*m.g.state.air.commands, *m.g.state.fleet.commands]:
        command.rating = 6
    pair = [("sensible", "attack", "halfaya-pass"), ("bold", "attack", "fort-capuzzo")]
    with refused("10.1.1", says="7th Armoured Brigade has no options"):
        m.choose([Aim(*words, "indian") for words in pair], seat="british")
    with refused("10.1.1", says="Brigades of your own"):
        m.choose([Aim(*words, "division") for words in pair], seat="british")
    m.choose([Aim(*words, whom) for whom in ("indian", "armoured") for words in pair], seat="british")
    axis = m.decisions["axis"].suggestions()[0]
    with m.forced(6, 7, *[1] * len({aim.whom for aim in axis})):  # 60 per cent for the preferred: 6 takes it, 7 the other
        m.choose(axis, seat="axis")
    assert m.g.state.aim["brigade 0"] == ["attack", "halfaya-pass"] and m.g.state.aim["brigade 1"] == ["attack", "fort-capuzzo"]
    assert len(said(m, "british", "10.1.2")) == 2


@pytest.mark.rule("fyow.10.1.1")
def test_air_and_naval_command_set_out_options():
    m = Match.start("fyow", "take-three", seed=1, options={"traits": False}, situation={"phase": "week", "command": STAFFS})
    for column in (m.g.state.air.commands, m.g.state.fleet.commands):
        for command in column:
            command.rating = 6
    aims = m.decisions["british"].suggestions()[0]
    assert {aim.whom for aim in aims} == {"wessex", "air", "naval"}
    land = [aim for aim in aims if aim.whom == "wessex"]
    with refused("10.2.1.1", says="Air Command is to strike or cover or search"):
        m.choose([*land, Aim("sensible", "attack", "forest", "air"), Aim("bold", "strike", "forest", "air")], seat="british")
    with refused("10.2.1.1", says="no sea board"):
        m.choose([*land, Aim("sensible", "guard", "forest", "naval"), Aim("bold", "guard", "e", "naval")], seat="british")
    with refused("11.0.1", says="Air Command"):
        m.choose([*land, Aim("sensible", "strike", "forest", "air"), Aim("bold", "strike", "forest", "air")], seat="british")
    m.choose(aims, seat="british")


@pytest.mark.rule("fyow.10.1.2")
def test_the_first_sortie_of_the_day_goes_where_air_command_decided():
    m = take_three(cards=["ba2", "ba3", "g6"], aim={"air british": ["strike", "forest"]})
    place = m.g.static.number
    with refused("10.1.2", says="Air Command is to strike Forest"):
        m.choose(("fly", place["jerbourg"]))
    with m.forced(*[1] * 3):
        m.choose(("fly", place["forest"]))
    m.choose(("stay",))
    assert ("fly", place["jerbourg"]) in offered(m)  # the effort has been made: the others are free
    scout = take_three(cards=["ba5", "g6"], aim={"air british": ["strike", "forest"]})
    assert ("fly", place["jerbourg"]) in offered(scout)  # reconnaissance does not strike


@pytest.mark.rule("fyow.10.1.2")
def test_no_warship_sails_away_while_none_stands_where_it_should():
    m = take_three(cards=["bn1", "g6"], fleet_at={"bn1": "e"}, aim={"naval british": ["guard", "w"]})
    static, here, one = m.g.static, m.g.static.number["e"], ships(m, "bn1")
    ends = [static.other_end(n, here) for n in static.graph.links_at(here, static.water)]
    far = static.graph.distances(1 << static.number["w"], -1, static.water)
    assert [may_sail_to(m.g, one, end) is not None for end in ends] == [far[end] > far[here] for end in ends]
    assert any(far[end] > far[here] for end in ends)
    m.g.state.fleet.groups[one].attacked = m.g.now - 1
    assert not any(may_sail_to(m.g, one, end) for end in ends)  # whoever is attacked may evade (29.6.2.4)
    m.g.state.fleet.groups[one].attacked = m.g.now - 2
    m.g.state.fleet.groups[ships(m, "bn2")].board = static.number["w"]
    assert not any(may_sail_to(m.g, one, end) for end in ends)  # somebody is there
