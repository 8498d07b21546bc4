"""At the edge of a rule of Paths of Glory: the case beside the one that the rule is about."""

from __future__ import annotations

import pytest
from pog_combats import fight_of
from pog_situations import activate, attack, choose, finish_action, front, pog, refused, said, where

from great_war import offered
from grognard.games.pog.combat.strength import strength

LIMITED = {"level": {"cp": 1, "ap": 1}}
TOTAL = {"level": {"cp": 2, "ap": 2}}


@pytest.mark.rule("pog.card.cp.05")
def test_landwehr_brings_nobody_back():
    units = {"ge.a7": "mulhouse reduced", "ge.c#1": "eliminated reduced", "ge.a1": "gone reduced"}
    m = front({"cp": ["cp.05"]}, units=units, turn=3)
    m.choose(("event", "cp.05"))
    assert offered(m) == ["ge.a7", "done"]


@pytest.mark.rule("pog.card.ap.30")
def test_one_corps_is_enough_at_salonika():
    units = {"br.c#1": "reserve", "fr.c#1": "marseilles", "br.a1": "calais"}
    m = front({"ap": ["ap.30"]}, active="ap", turn=6, units=units, **LIMITED)
    m.choose(("event", "ap.30"))
    assert "done" not in offered(m)
    choose(m, "br.c#1", "done")
    assert where(m, "fr.c#1") == "marseilles" and m.decision.seat == "cp"


@pytest.mark.rule("pog.card.ap.46")
def test_brusilov_helps_russian_attacks_only():
    units = {"ru.a8": "ismail", "ro.c#1": "bucharest", "bu.c#1": "varna", "ru.a3": "odessa"}
    m = front({"ap": ["ap.46"]}, active="ap", units=units, join=["ro", "bu"], turn=12, **TOTAL)
    choose(m, ("event", "ap.46"), ("attack", "bucharest"), "done")
    attack(m, "varna", "ro.c#1", dice=(3, 1))
    assert said(m, "pog.12.2.11") == ["Varna: the attacker inflicts 0, the defender 0; both lose."]  # with +1 it would be 1


@pytest.mark.rule("pog.12.2.3")
def test_an_army_in_london_adds_its_factors():
    units = {"br.a1": "london", "br.c#2": "ostend", "ge.a1": "calais"}
    m = front(active="ap", units=units, control={"calais": "cp", "cambrai": "cp", "sedan": "cp"})
    assert int(strength(m.g, fight_of(m, "ap", ["br.a1", "br.c#2"], "calais"), "ap")) == 6


@pytest.mark.rule("pog.11.3.2.a")
def test_the_gate_of_the_caucasus_is_one_in_both_directions():
    units = {"ru.c#1": "poti", "ru.c#2": "grozny", "ru.c#3": "caucasus", "ru.a1": "caucasus"}
    m = front({"ap": ["ap.01", "ap.14"]}, active="ap", units=units, turn=5)
    activate(m, poti="move", grozny="move")
    choose(m, ("unit", "ru.c#1"), ("to", "caucasus"), ("stop", ""), ("unit", "ru.c#2"))
    assert ("to", "caucasus") not in offered(m)
    with refused("pog.11.3.2.a"):
        m.choose(("to", "caucasus"))


@pytest.mark.rule("pog.13.2.1.a", "pog.13.1.9")
def test_the_way_from_the_near_east_to_the_box_counts_too():
    units = {"br.c#1": "cairo", "br.c#2": "cairo", "br.a1": "london"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, turn=5)
    choose(m, ("sr", "ap.01"), "br.c#1", "reserve", "br.c#2")
    assert "reserve" not in offered(m) and "london" not in offered(m)
    with refused("pog.13.2.1.a"):
        m.choose("reserve")


def test_a_space_beside_neutral_ground_is_a_base():
    """Zagreb comes before the Italian spaces in the list of the map."""
    units = {"ah.c#1": "reserve", "ah.c#2": "zagreb", "ge.a1": "essen"}
    m = front(units=units, turn=3)
    choose(m, ("sr", "cp.12"), "ah.c#1")
    assert {"zagreb", "vienna", "budapest"} <= set(offered(m))


@pytest.mark.rule("pog.7.1.10")
@pytest.mark.parametrize(("nation", "after"), [("ge", "none"), ("ah", "ah"), ("tu", "tu")])
def test_hl_end_a_german_offensive_and_no_other(nation, after):
    m = front({"cp": ["cp.54"]}, units={"ge.a4": "metz"}, offensive={"cp": nation, "ap": "none"}, join=["tu"], turn=12, **TOTAL)
    m.choose(("event", "cp.54"))
    assert m.g.state.offensive["cp"] == after


@pytest.mark.rule("pog.7.1.6.a")
@pytest.mark.parametrize(("port", "met"), [("cp", False), ("ap", True)])
def test_only_who_is_supplied_through_italy_is_supplied_through_italy(port, met):
    """British in Villach: by Venice they trace through Italy; cut off they trace through nothing."""
    units = {"ah.a5": "graz", "br.c#1": "villach", "it.a1": "rome"}
    held = {"villach": "ap", "maggiore": port, "trieste": "cp"}
    m = front(units=units, join=["it"], control=held, turn=8, offensive={"cp": "ah_it", "ap": "none"}, **LIMITED)
    activate(m, graz="attack")
    attack(m, "villach", "ah.a5", dice=(3, 3))
    finish_action(m)
    assert m.g.state.offensive_met["cp"] is met


@pytest.mark.rule("pog.16.5.1.1")
def test_the_refusal_says_from_which_level_peace_is_offered():
    m = pog("1914", units={"ge.a1": "essen"}, vp=10, turn=5)
    refusal = m.why_not(("peace", ""))
    assert (refusal.rule, refusal.facts) == ("pog.16.5.1.1", {"limit": 11, "measured": 10})


@pytest.mark.rule("pog.16.1.4")
def test_turkey_does_not_join_again_with_total_war():
    units = {"ge.a1": "essen", "fr.a1": "paris"}
    m = pog(units=units, phase="status", turn=9, ws={"cp": 11, "ap": 4}, hands={"cp": [], "ap": []}, join=["tu"], **LIMITED)
    assert m.g.state.level["cp"] == 2 and m.g.state.at_war.count("tu") == 1
    assert not said(m, "pog.16.1.3.1")


@pytest.mark.rule("pog.card.ap.63")
def test_backs_to_the_wall_needs_a_british_army():
    for defender, fit in (("br.c#1", False), ("br.a1", True)):
        units = {"ge.a1": "sedan", defender: "cambrai"}
        hands = {"cp": ["cp.12"], "ap": ["ap.63"]}
        held, flat = {"sedan": "cp"}, {"cambrai": 0}
        m = pog(options={"optional_cards": True}, units=units, control=held, trenches=flat, turn=12, hands=hands, **TOTAL)
        activate(m, sedan="attack")
        choose(m, *(["done"] if m.decision.rule == "pog.9.2.8" else []), "cambrai", "ge.a1")
        while m.decision.seat == "cp" and m.decision.rule in ("pog.9.5.4.1.a", "pog.12.1.4"):
            m.choose("pass" if "pass" in offered(m) else "fight")
        assert (m.decision.rule == "pog.9.5.4.1.a" and "ap.63" in offered(m)) is fit


@pytest.mark.rule("pog.15.1.1")
@pytest.mark.parametrize(("left", "last"), [("nancy", True), ("sedan", False)])
def test_a_step_into_a_fort_is_the_last_of_a_march_and_then_the_diggers_roll(left, last):
    units = {"ge.a5": "metz", "ge.a6": "mulhouse", "fr.a1": "paris", "fr.c#1": "belfort"}
    m = front(units=units, events=["cp.06"], control={"sedan": "cp"}, turn=5)
    activate(m, metz="move", mulhouse="move")
    choose(m, ("entrench", "ge.a6"), ("unit", "ge.a5"))
    assert m.decision.final(next(v for v in m.decision.options if getattr(v, "space", "") == left)) is last


@pytest.mark.rule("pog.card.cp.10")
def test_a_stack_that_sud_army_makes_no_cheaper_does_not_use_it_up():
    units = {"ah.a1": "cracow", "ah.c#1": "cracow", "ge.c#1": "cracow", "ah.a2": "tarnow", "ge.c#2": "tarnow"}
    m = front(units=units, events=["cp.10"], turn=5)
    m.choose(("ops", "cp.12"))
    points = [m.g.state.action.points]
    for space in ("cracow", "tarnow"):
        m.choose(("move", space))
        points.append(m.g.state.action.points)
    assert [a - b for a, b in zip(points, points[1:])] == [2, 1]


@pytest.mark.rule("pog.card.cp.32")
def test_a_reduced_corps_goes_to_africa_if_there_is_no_full_one():
    m = front({"cp": ["cp.32"]}, units={"br.c#1": "calais reduced", "fr.c#1": "paris"}, turn=8, **LIMITED)
    m.choose(("event", "cp.32"))
    assert offered(m) == ["br.c#1", "vp"]
    m.choose("br.c#1")
    assert where(m, "br.c#1") == "gone" and m.g.state.vp == 10


@pytest.mark.rule("pog.12.7.5")
def test_no_advance_into_a_space_of_the_retreat_where_others_stand():
    for other, onward in (({"fr.c#1": "bar_le_duc"}, False), ({}, True)):
        units = {"ge.a1": "metz", "ge.a2": "metz", "fr.a1": "nancy", "fr.c#9": "reserve", **other}
        m = front(units=units, turn=5, trenches={"nancy": 0}, forts_fallen=["nancy"])
        activate(m, metz="attack")
        attack(m, "nancy", "ge.a1", "ge.a2", dice=(4, 1))
        asked = []
        while m.decision.rule not in ("pog.9.2.9.a", "pog.8.1.3"):
            asked.append(m.decision.name)
            options = offered(m)
            m.choose(next((v for v in ("bar_le_duc", "chateau_thierry", *options) if v in options and v != "done"), "done"))
        assert ("advance on" in asked) is onward, asked


@pytest.mark.rule("pog.13.2.1.a")
def test_one_british_corps_a_turn_comes_out_of_the_box_to_the_near_east():
    units = {"br.c#1": "reserve", "br.c#2": "reserve", "br.c#3": "cairo", "br.a1": "london"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, turn=5)
    choose(m, ("sr", "ap.01"), "br.c#1", "cairo", "br.c#2")
    assert "cairo" not in offered(m) and "london" in offered(m)


@pytest.mark.rule("pog.9.5.1.1.b")
@pytest.mark.parametrize(("status", "rule"), [(3, "pog.card.cp.11"), (4, "pog.9.5.1.1.b")])
def test_oberost_is_moot_from_war_status_four(status, rule):
    m = front({"cp": ["cp.11"]}, units={"ge.a1": "essen"}, ws={"cp": status, "ap": 0}, turn=5)
    m.choose(("event", "cp.11"))
    assert [t for t in said(m, rule) if "in force" in t]


@pytest.mark.rule("pog.16.4.9.b", "pog.9.5.3.3.a")
def test_after_the_treaty_no_russian_army_arrives_among_other_allies():
    units = {"br.c#1": "moscow", "ru.c#1": "petrograd", "br.a1": "london"}
    m = front({"ap": ["ap.32"]}, active="ap", units=units, events=["cp.52", "cp.53", "cp.45"], turn=14, **TOTAL)
    m.choose(("event", "ap.32"))
    spaces = {v[1] for v in offered(m)}
    assert "moscow" not in spaces and {"petrograd", "kharkov"} <= spaces
