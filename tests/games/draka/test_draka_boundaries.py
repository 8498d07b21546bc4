"""At the edge of a rule of the Draka Variant: the case beside the one that the rule is about."""

from __future__ import annotations

import pytest
from draka_situations import activate, attack, choose, draka, fight_of, finish_action, front, holder, may, phase, said, where

from great_war import offered
from grognard.games.draka.air.over_the_battle import may_superiority

LIMITED = {"level": {"cp": 1, "ap": 1}}
TOTAL = {"level": {"cp": 2, "ap": 2}}


@pytest.mark.rule("draka.22.5")
@pytest.mark.parametrize(("corps", "dice"), [("br.c#1", 0), ("dr.cfc#1", 1)])
def test_the_british_who_fall_back_on_americans_come_to_no_blows(corps, dice):
    units = {"ge.c#1": "verdun", "ge.c#2": "verdun", corps: "bar_le_duc", "us.c#1": "dijon", "us.c#2": "melun"}
    held = dict.fromkeys(("verdun", "nancy", "sedan", "chateau_thierry"), "cp")
    m = front(active="cp", units=units, control=held, forts_fallen=["verdun", "nancy"], join=["us"], events=["cp.08"])
    activate(m, verdun="attack")
    attack(m, "bar_le_duc", "ge.c#1", "ge.c#2", dice=(3, 1))
    m.choose("dijon")
    assert len(said(m, "draka.22.5")) >= dice and bool(said(m, "draka.22.5")) is bool(dice)


@pytest.mark.rule("draka.17.14")
def test_who_stands_beside_a_good_harbour_is_not_activated_one_by_one():
    """Two Citizen corps hold on before Trieste, too few for a siege: Venice supplies them, the beachhead in Asia does not matter."""
    units = {"dr.cfc#1": "trieste", "dr.cfc#2": "trieste reduced", "dr.jc#1": "mef3"}
    held = {"udine": "ap", "venice": "ap"}
    m = front(units=units, control=held, beaches=["mef3"], turn=8, **LIMITED)
    m.choose(("ops", "ap.01"))
    before = m.g.state.action.points
    assert not [v for v in offered(m) if v[0].endswith("unit") and "dr.cfc" in v[1]]
    m.choose(("move", "trieste"))
    assert before - m.g.state.action.points == 1


@pytest.mark.rule("draka.3.1")
@pytest.mark.parametrize(("front_line", "target", "met"), [("sofia", "nis", False), ("metz", "nancy", True)])
def test_an_attack_on_the_draka_meets_a_german_offensive_in_the_west_only(front_line, target, met):
    units = {"ge.a1": front_line, "dr.cfc#1": target}
    patch = {"forts_fallen": ["nancy"], "trenches": {"nancy": 0}, "offensive": {"cp": "ge", "ap": "none"}}
    ways = dict.fromkeys(("skopje", "monastir", "salonika"), "ap")
    m = front({"cp": ["cp.12"]}, active="cp", units=units, join=["bu", "gr"], control=ways, turn=8, **patch, **LIMITED)
    activate(m, **{front_line: "attack"})
    attack(m, target, "ge.a1", dice=(3, 3))
    finish_action(m)
    assert m.g.state.offensive_met["cp"] is met


@pytest.mark.rule("draka.err.6.c")
def test_russians_in_the_straits_are_not_wholly_in_the_near_east():
    """From Bursa they may go beside Draka control; from Konya, which is wholly in the Near East, they may not."""
    m = front(units={"ru.c#1": "bursa", "ru.c#2": "konya"}, draka=["ankara"], forts_fallen=["ankara"], turn=12, **TOTAL)
    assert may(m, "ru.c#1", "eskidor") is None
    assert may(m, "ru.c#2", "eskidor") == "draka.err.6.a"


@pytest.mark.rule("draka.14.3")
def test_outside_the_zone_nobody_takes_the_draka_along():
    units = {"fr.a1": "verdun", "dr.cf1": "verdun", "ge.c#1": "metz reduced"}
    m = front(units=units, forts_fallen=["metz"], trenches={"metz": 0}, turn=8, **LIMITED)
    activate(m, verdun="attack")
    attack(m, "metz", "fr.a1", "dr.cf1", dice=(6, 1))
    m.choose("fr.a1")
    assert m.decision.name == "advance" and "done" in offered(m)
    m.choose("done")
    assert where(m, "dr.cf1") == "verdun" and holder(m, "metz") == "ap"


@pytest.mark.rule("draka.card.ap.53")
def test_the_french_point_of_the_orient_serves_who_could_take_replacements():
    units = {"fr.c#1": "paris reduced", "fr.c#2": "orleans", "fr.a1": "verdun"}
    m = front({"ap": ["ap.53"]}, units=units, turn=12, **TOTAL)
    choose(m, ("event", "ap.53"), ("here", "marseilles"))
    assert offered(m) == ["fr.c#1", "done"]


@pytest.mark.rule("draka.14.4")
@pytest.mark.parametrize(("corps", "after"), [("dr.cfc#1", "draka"), ("fr.c#1", "ap")])
def test_spaces_that_a_draka_unit_alone_cut_off_are_under_draka_control(corps, after):
    around = dict.fromkeys(("monastir", "kavala", "salonika", "philippoli", "sofia"), "ap")
    m = phase(
        "attrition",
        units={corps: "monastir"},
        join=["bu", "gr", "tu"],
        control=around,
        forts_fallen=["sofia"],
        turn=8,
        **LIMITED,
    )
    assert holder(m, "strumitsa") == after


@pytest.mark.rule("draka.17.6", "draka.17.5")
def test_an_empty_port_gets_no_beachhead():
    m = front(units={"br.c#1": "reserve", "br.a1": "london"}, turn=8, fleet="", **LIMITED)
    choose(m, ("ops", "ap.01"), ("invade", ""), "br.c#1", "naples")
    assert holder(m, "naples") == "cp"  # it is entered in the attack step
    finish_action(m)
    assert where(m, "br.c#1") == "naples" and holder(m, "naples") == "ap" and not m.g.beachheads


@pytest.mark.rule("draka.14.8", "draka.map.8")
@pytest.mark.parametrize(("space", "worth"), [("ankara", 0.0), ("trent", 0.0), ("baghdad", 0.5), ("lodz", 1.0)])
def test_what_a_space_is_worth_to_who_plans(space, worth):
    m = draka(units={})
    assert m.g.prize(m.g.S[space]) == worth


@pytest.mark.rule("draka.2.5", "draka.2.3")
def test_after_a_redeployment_a_die_is_rolled_for_operations_only():
    m = front({"ap": ["ap.01"]}, units={"dr.simba": "cairo"}, actions={"ap": ["sr"], "cp": []}, turn=8, **LIMITED)
    assert ("die ops", "") in offered(m) and ("die sr", "") not in offered(m)


@pytest.mark.rule("draka.4.6")
def test_citizens_in_london_are_outside_the_zone_too():
    units = {**{f"dr.cfc#{n}": "london" for n in (1, 2, 3)}, "dr.cfc#4": "calais", "dr.cfc#5": "alexandria"}
    m = front({"ap": ["ap.25"]}, units=units, turn=8, **LIMITED)
    choose(m, ("sr", "ap.25"), "dr.cfc#5")
    assert "marseilles" not in offered(m) and "basra" in offered(m)


@pytest.mark.rule("draka.22.4")
def test_one_citizen_in_the_stack_is_enough_for_a_clash():
    units = {"ge.c#1": "verdun", "ge.c#2": "verdun", "us.c#1": "bar_le_duc", "dr.cfc#1": "dijon", "fr.c#1": "dijon"}
    held = dict.fromkeys(("verdun", "nancy", "sedan", "chateau_thierry"), "cp")
    m = front(active="cp", units=units, control=held, forts_fallen=["verdun", "nancy"], join=["us"], events=["cp.08"])
    activate(m, verdun="attack")
    attack(m, "bar_le_duc", "ge.c#1", "ge.c#2", dice=(3, 1))
    if m.decision.name == "retreat":
        m.choose("dijon")
    assert where(m, "us.c#1") in ("dijon", "eliminated") and said(m, "draka.22.4")


@pytest.mark.rule("draka.card.ap.49.b")
def test_no_russian_goes_to_central_asia_with_the_draka():
    units = {"dr.jc#1": "khorramabad", "ru.c#1": "tabriz"}
    held = {"tabriz": "ap", "dilman": "ap", "hamadan": "ap"}
    m = front(units=units, control=held, events={"ap.49": 14}, turn=15, **TOTAL)
    activate(m, tabriz="move", khorramabad="move")
    choose(m, ("unit", "ru.c#1"))
    if ("to", "hamadan") in offered(m):
        m.choose(("to", "hamadan"))
    assert not [v for v in offered(m) if v[0] == "leave the map"]
    m.choose(("stop", ""))
    if where(m, "ru.c#1") == "tabriz":
        choose(m, ("unit", "dr.jc#1"), ("to", "hamadan"))
        assert [v for v in offered(m) if v[0] == "leave the map"]


@pytest.mark.rule("draka.10.1")
@pytest.mark.parametrize(("defenders", "inflicted"), [(1, 1), (2, 0)])
def test_two_turkish_corps_are_no_lone_one(defenders, inflicted):
    turks = {f"tu.c#{n}": "damascus" for n in range(1, defenders + 1)}
    held = ["nablus", "gaza", "sinai"]
    m = front(units={"dr.sd": "nablus", **turks}, draka=held, forts_fallen=["gaza"], turn=9, **LIMITED)
    activate(m, nablus="attack")
    attack(m, "damascus", "dr.sd", dice=(1, 1))  # 2 factors: nothing on 1, and 1 on 2
    finish_action(m)
    assert said(m, "pog.12.2.11")[-1].startswith(f"Damascus: the attacker inflicts {inflicted}")


@pytest.mark.rule("draka.16.sup.1", "draka.16.sup.4")
@pytest.mark.parametrize(("nation", "rule"), [("fr", "draka.16.sup.1"), ("dr", "draka.16.sup.4")])
def test_why_biplanes_stay_on_the_ground(nation, rule):
    """The British attack alone: the Draka biplanes do not fly for the other service of the Empire, the French for nobody."""
    m = front(
        units={"br.a1": "athens", "ge.c#1": "larisa"},
        join=["gr"],
        control={"larisa": "cp"},
        baf=["br", nation],
        turn=8,
        **LIMITED,
    )
    fight = fight_of(m, ["br.a1"], "larisa")
    assert may_superiority(m.g, fight, "ap", nation).rule == rule


@pytest.mark.rule("draka.20.1", "pog.17.1.5.a")
def test_a_turkish_army_is_rebuilt_where_no_army_stands():
    """One army in Ankara, which is wholly in the Near East; Constantinople takes a second one."""
    armies = {"tu.a1": "ankara", "tu.a3": "constantinople", "tu.a2": "eliminated"}
    m = phase("replacements", units=armies, join=["tu"], rp={"tu": 4}, turn=8, **LIMITED)
    m.choose("tu.a2")
    if m.decision.name == "rebuild":
        assert offered(m) == ["constantinople"]
        m.choose("constantinople")
    assert where(m, "tu.a2") == "constantinople"


@pytest.mark.rule("pog.7.1.5.a", "draka.3.1")
@pytest.mark.parametrize(("defender", "met"), [("ru.c#1", False), ("fr.c#1", True)])
def test_russians_in_germany_meet_no_german_offensive(defender, met):
    units = {"ge.a8": "konigsberg", defender: "insterberg", "ru.a1": "kovno"}
    patch = {"control": {"insterberg": "ap"}, "trenches": {"insterberg": 0}, "offensive": {"cp": "ge", "ap": "none"}}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, turn=8, **patch, **LIMITED)
    activate(m, konigsberg="attack")
    attack(m, "insterberg", "ge.a8", dice=(3, 3))
    finish_action(m)
    assert m.g.state.offensive_met["cp"] is met


@pytest.mark.rule("draka.14.3")
def test_no_place_is_kept_for_a_draka_unit_that_cannot_advance():
    units = {**{f"br.c#{n}": "nis" for n in (1, 2, 3)}, "dr.cfc#1": "skopje reduced", "bu.c#1": "sofia reduced"}
    way = {"monastir": "ap", "strumitsa": "ap"}  # from Salonika
    m = front(units=units, join=["bu", "gr"], control=way, turn=8, forts_fallen=["sofia"], trenches={"sofia": 0})
    activate(m, nis="attack", skopje="attack")
    attack(m, "sofia", "br.c#1", "br.c#2", "br.c#3", "dr.cfc#1", dice=(6, 1))
    choose(m, "br.c#1", "br.c#2")
    assert "br.c#3" in offered(m) and "done" in offered(m)


@pytest.mark.rule("draka.err.6.c", "pog.9.5.3.4")
@pytest.mark.parametrize(("home", "rule"), [(False, None), (True, "pog.9.5.3.4")])
def test_a_caucasus_army_that_was_brought_home_stays_out_of_the_straits(home, rule):
    m = front(units={"ru.cau": "adrianople", "ru.a1": "adrianople"}, join=["bu"], turn=12, **TOTAL)
    m.g.state.home = 1 << m.g.U["ru.cau"] if home else 0
    assert may(m, "ru.cau", "constantinople") == rule and may(m, "ru.a1", "constantinople") is None
