"""Chapter 9.2: activation and its prices; 3.f."""

from __future__ import annotations

import pytest
from pog_situations import activate, choose, finish_action, front, pog, refused, where

from great_war import offered
from grognard.kernel.state import plain


def price(match, space, kind="move"):
    g = match.g
    return g.hooks.activation_cost(g, g.S[space], kind)


def allied(**units):
    return front(active="ap", units={k.replace("_", "."): v for k, v in units.items()})


@pytest.mark.rule("pog.9.2.3.a")
def test_a_space_costs_a_point_for_each_nationality():
    m = front(active="ap", units={"br.bef": "brussels", "fr.c#1": "brussels", "fr.a1": "nancy"}, trenches={"nancy": 1})
    assert price(m, "brussels") == 2
    assert price(m, "nancy") == 1  # the fort does not count


@pytest.mark.rule("pog.9.2.3.b")
def test_belgians_beside_the_british_count_as_british_in_four_spaces():
    m = front(active="ap", units={"be.a1": "antwerp", "br.bef": "antwerp", "be.c": "brussels", "br.c#1": "brussels"})
    assert price(m, "antwerp") == 1
    assert price(m, "brussels") == 2


@pytest.mark.rule("pog.9.2.3.c")
def test_the_british_family_is_one_nationality():
    m = front(active="ap", units={"br.a1": "calais", "br.aus": "calais", "br.pt": "calais"})
    assert price(m, "calais") == 1


@pytest.mark.rule("pog.9.2.3.d")
def test_french_and_americans_are_one_in_france_and_germany():
    units = {"fr.a1": "verdun", "us.c#1": "verdun", "fr.a2": "brussels", "us.c#2": "brussels"}
    m = front(active="ap", units=units)
    assert price(m, "verdun") == 1
    assert price(m, "brussels") == 2


@pytest.mark.rule("pog.9.2.3.e")
def test_senussi_count_with_the_turks_and_montenegro_with_the_serbs():
    m = front(active="ap", units={"mn.c": "cetinje", "sb.c#1": "cetinje", "tu.sn": "libya", "tu.c#1": "libya"}, join=["tu"])
    assert price(m, "cetinje") == 1
    assert price(m, "libya") == 1


@pytest.mark.rule("pog.9.2.3.f", "pog.card.cp.10")
def test_sud_army_makes_one_mixed_stack_an_action_cheap():
    units = {"ah.c#1": "cracow", "ge.c#1": "cracow", "ge.c#2": "cracow", "ah.a1": "tarnow", "ge.c#3": "tarnow"}
    m = front(units=units, events=["cp.10"])
    assert price(m, "cracow") == 1
    m.choose(("ops", "cp.12"))
    m.choose(("move", "cracow"))
    assert m.g.state.action.points == 3
    assert price(m, "tarnow") == 2  # one stack in each action
    units = {"ah.c#1": "cracow", "ge.c#1": "cracow", "ah.c#2": "cracow", "ah.a1": "tarnow", "ge.a8": "tarnow"}
    m = front(units=units, events=["cp.10"])
    assert price(m, "cracow") == 2
    assert price(m, "tarnow") == 2  # a German army is no Sud Army


@pytest.mark.rule("pog.9.2.3.f", "pog.card.cp.29")
def test_the_11th_army_with_corps_costs_one_point():
    units = {"ge.a11": "cracow", "ah.c#1": "cracow", "bu.c#1": "cracow", "ah.a1": "tarnow"}
    m = front(units=units, events=["cp.29"], join=["bu"])
    assert price(m, "cracow") == 1
    m = front(units={"ge.a11": "cracow", "ah.a1": "cracow", "bu.c#1": "cracow"}, events=["cp.29"], join=["bu"])
    assert price(m, "cracow") == 2


@pytest.mark.rule("pog.card.ap.09")
def test_moltke_costs_a_point_for_every_unit_until_falkenhayn():
    units = {"ge.a1": "brussels", "ge.c#1": "brussels", "ge.c#2": "brussels", "ge.a4": "metz", "ge.a5": "metz"}
    m = front(units=units, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"], events=["ap.09", "cp.29"])
    assert price(m, "brussels") == 3
    assert price(m, "metz") == 1
    m = front(units=units, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"], events=["ap.09", "cp.13"])
    assert price(m, "brussels") == 1


@pytest.mark.rule("pog.card.ap.09")
def test_moltke_raises_prices_that_were_asked_for_in_the_round_before():
    """Who was asked for prices before the card was played pays the new ones, as a match does that is loaded after it."""
    units = {"ge.a1": "brussels", "ge.c#1": "brussels", "ge.c#2": "brussels", "ge.a4": "metz", "fr.a1": "nancy"}
    hands = {"cp": ["cp.03", "cp.04"], "ap": ["ap.09"]}
    m = front(hands, units=units, turn=2, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"], round=2)
    choose(m, ("ops", "cp.03"))
    assert ("move", "brussels") in offered(m)
    choose(m, ("move", "metz"), "done", "done", ("event", "ap.09"), ("ops", "cp.04"))
    assert price(m, "brussels") == 3 and m.g.state.action.points == 2
    assert [value for value in offered(m) if value[1] == "brussels"] == []
    with refused("pog.9.2.1"):
        m.choose(("move", "brussels"))


@pytest.mark.rule("pog.9.2.4.a")
def test_the_price_counts_units_that_are_out_of_supply_too():
    # the Russian at Amiens cannot trace to Russia, and is paid for all the same
    m = front(active="ap", units={"fr.a1": "amiens", "ru.c#1": "amiens"})
    assert price(m, "amiens") == 2


@pytest.mark.rule("pog.9.2.4.b", "pog.12.1.11.1")
def test_units_that_share_a_price_are_still_two_nations():
    units = {"be.a1": "antwerp", "br.c#1": "cambrai", "br.c#2": "cambrai reduced", "ge.a1": "brussels"}
    m = front(active="ap", units=units, control={"brussels": "cp"}, trenches={"brussels": 0})
    activate(m, antwerp="attack", cambrai="attack")
    choose(m, "brussels", "br.c#1")
    with refused("pog.12.1.11.1"):
        m.choose("be.a1")


@pytest.mark.rule("pog.9.2.1", "pog.9.2.2")
def test_points_are_paid_and_no_more_than_there_are():
    units = {
        "ge.a1": "aachen",
        "ge.a2": "koblenz",
        "ge.a4": "metz",
        "ge.a6": "strasbourg",
        "ge.a7": "mulhouse",
        "ah.c#1": "mulhouse",
    }
    m = front({"cp": ["cp.06"]}, units=units)
    m.choose(("ops", "cp.06"))
    assert m.g.state.action.points == 3
    m.choose(("move", "mulhouse"))
    assert m.g.state.action.points == 1
    m.choose(("attack", "metz"))
    assert m.decision.rule != "pog.9.2.1"  # nothing is left


@pytest.mark.rule("pog.9.2.1")
def test_a_space_that_is_too_dear_is_refused():
    m = front(units={"ge.a7": "mulhouse", "ah.c#1": "mulhouse", "ge.a1": "aachen"})
    m.choose(("auto", ""))
    with refused("pog.9.2.1", says="costs 2"):
        m.choose(("move", "mulhouse"))


@pytest.mark.rule("pog.9.2.5")
def test_a_space_is_activated_for_one_thing_only():
    m = front(units={"ge.a4": "metz", "ge.a1": "aachen"})
    choose(m, ("ops", "cp.12"), ("move", "metz"))
    with refused("pog.9.2.5"):
        m.choose(("attack", "metz"))


@pytest.mark.rule("pog.9.2.6")
def test_a_fort_alone_cannot_be_activated():
    m = front(units={"ge.a4": "metz"})
    m.choose(("ops", "cp.12"))
    with refused("pog.9.2.6"):
        m.choose(("move", "strasbourg"))


@pytest.mark.rule("pog.9.2.10", "pog.8.1.3")
def test_the_automatic_operation_needs_no_card():
    m = front({"cp": []}, units={"ge.a4": "metz"})
    assert offered(m) == [("auto", "")]
    m.choose(("auto", ""))
    assert m.g.state.action.points == 1
    choose(m, ("move", "metz"))
    finish_action(m)
    assert m.g.state.actions["cp"] == ["auto"]


@pytest.mark.rule("pog.9.2.7.a", "pog.9.2.7.b")
def test_the_allies_attack_from_one_near_east_space_only():
    units = {"br.c#1": "basra", "br.c#2": "port_said", "br.ne": "cairo", "tu.c#1": "qurna", "tu.c#2": "sinai", "fr.a1": "nancy"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, join=["tu"], turn=5)
    choose(m, ("ops", "ap.01"), ("attack", "basra"))
    with refused("pog.9.2.7.a", says="Basra"):
        m.choose(("attack", "port_said"))
    m.choose(("attack", "cairo"))  # the NE Army is left out of the limit
    m.choose(("move", "port_said"))  # movement is free


@pytest.mark.rule("pog.9.2.7.1.a", "pog.9.2.7.1.b", "pog.9.2.7.1.c", "pog.14.1.4.a")
def test_units_supplied_over_the_beach_cost_more():
    units = {"br.mef": "mef1", "br.c#1": "mef1", "br.c#2": "mef1", "fr.c#1": "gallipoli"}
    m = front(active="ap", units=units, join=["tu"], beachhead=215, turn=5)
    assert m.g.board.ids[215] == "mef1"
    assert price(m, "mef1") == 5
    g = m.g
    from grognard.games.pog.supply.tracing import in_supply

    assert in_supply(g, g.U["br.mef"]) and in_supply(g, g.U["br.c#1"])
    assert not in_supply(g, g.U["fr.c#1"])  # a French corps is not supplied over the beach
    m = front(active="ap", units=units, join=["tu"], beachhead=215, turn=5, home=1 << g.U["br.mef"])
    assert price(m, "mef1") == 1


@pytest.mark.rule("pog.3.f", "pog.9.2.8", "pog.11.1.1")
def test_every_unit_of_an_activated_space_may_move_and_none_must():
    m = front(units={"ge.a2": "koblenz", "ge.c#1": "koblenz", "ge.a1": "aachen"})
    activate(m, koblenz="move")
    assert ("unit", "ge.a2") in offered(m) and ("unit", "ge.c#1") in offered(m)
    assert ("stack", "koblenz") in offered(m)
    with refused("pog.11.1.1"):
        m.choose(("unit", "ge.a1"))
    m.choose("done")
    assert where(m, "ge.a2") == "koblenz"


@pytest.mark.rule("pog.9.2.9.a", "pog.12.1.1", "pog.2.1.a")
def test_attacks_follow_movement_one_by_one_and_may_stop():
    m = front(units={"ge.a4": "metz", "ge.a6": "strasbourg", "fr.a1": "nancy", "fr.a5": "sedan"})
    activate(m, metz="attack", strasbourg="attack")
    assert m.decision.rule == "pog.9.2.9.a" and set(offered(m)) == {"nancy", "sedan", "verdun", "done"}
    with refused("pog.2.1.a"):
        m.choose("paris")
    with refused("pog.12.1.1"):
        m.choose("essen")
    m.choose("done")
    assert m.g.state.active == "ap"


@pytest.mark.rule("pog.9.2.9.b")
def test_a_fort_left_behind_may_be_attacked_from_beside_it():
    m = front(units={"ge.a4": "verdun", "ge.a5": "metz", "ge.a6": "sedan"}, control={"sedan": "cp"}, trenches={"verdun": 0})
    choose(m, ("ops", "cp.12"), ("move", "verdun"), ("attack", "metz"), "done")
    choose(m, ("unit", "ge.a4"), ("to", "sedan"), ("stop", ""))
    if m.decision.rule == "pog.9.2.8":
        m.choose("done")
    assert "verdun" in offered(m)


@pytest.mark.rule("pog.14.3.1", "pog.14.1.1.1")
def test_spaces_out_of_supply_cannot_be_activated():
    m = front(units={"ge.a1": "tours", "ge.a4": "metz"}, control={"tours": "cp"})
    m.choose(("ops", "cp.12"))
    with refused("pog.14.3.1"):
        m.choose(("move", "tours"))


@pytest.mark.rule("pog.14.1.1.1")
def test_a_unit_out_of_supply_at_activation_stays_out_of_the_action():
    units = {"fr.a1": "amiens", "ru.c#1": "amiens"}
    m = front(active="ap", units=units)
    activate(m, amiens="move")
    assert ("unit", "fr.a1") in offered(m)
    assert m.g.state.action.barred == 1 << m.g.U["ru.c#1"]  # for the whole action
    with refused("pog.14.3.1"):
        m.choose(("unit", "ru.c#1"))


def test_options_and_judge_agree_on_activation():
    m = pog(keep=True, hands={"cp": ["cp.12"], "ap": ["ap.01"]})
    m.choose(("ops", "cp.12"))
    for kind in ("move", "attack"):
        for space in m.g.board.ids:
            value = (kind, space)
            assert (m.why_not(value) is None) == (value in offered(m)), value


@pytest.mark.rule("pog.12.1.10.a")
@pytest.mark.parametrize(
    ("others", "card", "fit"),
    [
        ({}, "ap.02", False),
        ({"br.c#1": "amiens"}, "ap.02", True),
        ({"br.c#1": "amiens", "fr.c#1": "amiens", "be.c": "amiens"}, "ap.04", False),  # 1 for London, 2 more for them: too dear
        ({"br.c#1": "paris"}, "ap.02", False),  # not beside Calais
    ],
)
def test_london_is_activated_for_attack_only_with_help_at_hand(others, card, fit):
    """4 points of Blockade, 2 of Pleve."""
    m = front({"ap": [card]}, active="ap", units={"br.a1": "london", "ge.a1": "calais", **others}, control={"calais": "cp"}, turn=5)
    m.choose(("ops", card))
    assert (("attack", "london") in offered(m)) is fit
    if not fit:
        with refused("pog.12.1.10.a"):
            m.choose(("attack", "london"))


@pytest.mark.rule("pog.12.1.10.a")
def test_london_has_no_help_of_those_who_march():
    units = {"br.a1": "london", "ge.a1": "calais", "br.c#1": "amiens", "br.c#2": "brussels"}
    m = front({"ap": ["ap.02"]}, active="ap", units=units, control={"calais": "cp"}, turn=5)
    m.choose(("ops", "ap.02"))
    m.choose(("move", "amiens"))
    assert ("attack", "london") not in offered(m)


@pytest.mark.rule("pog.12.1.1", "pog.15.1.11")
def test_no_attack_activation_where_nothing_can_be_attacked():
    m = front(units={"ge.a8": "insterberg"}, turn=1)
    m.choose(("ops", "cp.12"))
    assert ("move", "insterberg") in offered(m) and ("attack", "insterberg") not in offered(m)
    with refused("pog.15.1.11", "Kovno"):
        m.choose(("attack", "insterberg"))


def finals(match):
    """What the question under way would ask "sure?" for."""
    decision = match.decision
    return {plain(value) for value in decision.options if decision.final(value)}


def test_sure_is_asked_only_where_dice_fall_at_once():
    m = front(active="ap", units={"fr.a1": "paris", "fr.a2": "paris"}, events=["ap.12"], turn=3)
    m.choose(("ops", "ap.01"))
    assert not finals(m)  # activation
    choose(m, ("move", "paris"))
    assert not finals(m)  # another army may still move
    m.choose(("unit", "fr.a1"))
    assert not finals(m)  # steps of a march
    choose(m, ("to", "melun"), ("stop", ""))
    assert finals(m) == {("entrench", "fr.a2")}  # the last mover: the die falls


def test_the_last_choice_of_a_turn_asks_sure():
    m = front(active="ap", round=6, units={"fr.c#1": "reserve", "fr.a1": "paris"}, turn=3)
    m.choose(("sr", "ap.01"))
    assert not finals(m)
    m.choose("fr.c#1")
    assert not finals(m)  # points are left
    m = pog(phase="replacements", rp={"ge": 2}, hands={"cp": [], "ap": []}, units={"ge.a1": "essen reduced", "ge.a2": "essen reduced"})
    assert finals(m) == {"ge.a1", "ge.a2"}  # either is the last that can be paid
    m = pog(phase="replacements", rp={"ge": 4}, hands={"cp": [], "ap": []}, units={"ge.a1": "essen reduced", "ge.a2": "essen reduced"})
    assert not finals(m)
