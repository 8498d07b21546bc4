"""Sections 5, 7.1, 10.5 to 10.7, 12.4, 14.8, 14.14, 15.4, 16, 17 and 18: what is hidden, found, observed, foreseen."""

from __future__ import annotations

import pytest
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, fyow, link, move, number, offered, refused, said, unit, where

from grognard.games.fyow.battle.combat_table import shifts
from grognard.games.fyow.command import careers
from grognard.games.fyow.contact import concealment, information
from grognard.games.fyow.contact.contact import arrive
from grognard.games.fyow.contact.detection import arriving_dice, occupying_dice, reconnaissance, score_against
from grognard.games.fyow.forces import fractions
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.orders import triggers
from grognard.games.fyow.orders.orders import may_plan, take_orders
from grognard.games.fyow.planning.plans import Plan
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.sequence import end_of_session
from grognard.games.fyow.state import AMBER, DESTROYED, GREEN, RED, Order

# ------------------------------------------------------------------ 15.4: concealment


def hiding(**more):
    """b1, wholly elite infantry with machine guns, ordered to conceal itself at L'Islet."""
    forces = {"b1": {"board": ISLET, "order": ["conceal", ISLET], "elements": {"elite": 20, "mmg": 1}, "arrived": 1, **more}}
    return at_cards("b1", "b4", forces=forces)


@pytest.mark.rule("fyow.15.4.1")
def test_each_element_hides_on_a_6():
    m = hiding()
    with m.forced(5, 6, 6):
        m.choose(("conceal",))
    assert unit(m, "b1").concealed == {"elite": 10, "mmg": 1} and not concealment.wholly(m.g, 0)
    m = hiding(order=["defend", ISLET])
    with refused("15.4.1", "no orders"):
        m.choose(("conceal",))
    m = hiding(arrived=3)
    with refused("15.4.1", "just arrived"):
        m.choose(("conceal",))
    m = at_cards("b1", "b4")
    own = {"g2": number(m, "g2")}
    assert may_plan(m.g, own, Plan("g2", "bold", "conceal", SAMPSON)).rule == "fyow.15.4.1"  # plain regulars


@pytest.mark.rule("fyow.16.0.7")
def test_a_wholly_concealed_force_is_not_found_and_not_brought_to_battle():
    m = hiding()
    with m.forced(6, 6, 6):
        m.choose(("conceal",))
    assert concealment.wholly(m.g, 0) and score_against(m.g, 0) == 7
    g4 = number(m, "g4")
    unit(m, "g4").board = m.g.static.number[ISLET]
    unit(m, "g4").box = unit(m, "g4").edge = link(m, ISLET, "les-capelles")
    with m.forced(6, 6, 6, 6):
        list(arrive(m.g, g4))
    assert unit(m, "g4").box == -1 and not m.g.state.battles and not m.g.knows("german", 0)


@pytest.mark.rule("fyow.17.0.3")
def test_nothing_is_learned_of_concealed_elements():
    m = hiding()
    unit(m, "b1").concealed = {"mmg": 1}
    assert information.visible_part(m.g, 0) == {"elite": 20}


def test_concealment_ends_with_a_move():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", ISLET], "elements": {"elite": 20}, "concealed": {"elite": 20}}})
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert unit(m, "b1").concealed == {}


# ------------------------------------------------------------------ 16, 18: reconnaissance and order of march


@pytest.mark.rule("fyow.16.0.1", "fyow.18.0.1")
def test_reconnaissance_troops_at_the_head_see_more():
    m = at_cards("b1", "b4", forces={"b1": {"recce": 10}})
    assert int(arriving_dice(m.g, 0)) == 4
    m.choose(("lead", "recce"))
    assert int(arriving_dice(m.g, 0)) == 6 and said(m, "british", "18.0.1")
    with refused("18.0.1"):
        m.choose(("lead", "recce"))


@pytest.mark.rule("fyow.16.0.4", "fyow.16.0.3")
def test_recce_led_force_in_a_dark_night_with_fog():
    m = at_cards("b1", "b4", forces={"b1": {"recce": 10, "lead": "recce"}}, weather={"sky": "fog"}, session=1)
    assert int(arriving_dice(m.g, 0)) == 3


@pytest.mark.rule("fyow.16.4.1", "fyow.16.4.2")
def test_a_reconnaissance_unit_on_the_board_throws_five_dice_to_all_sides():
    m = at_cards("b1", "b4", forces={"b1": {"board": "les-capelles", "attitude": "deployed", "facing": ISLET, "elements": {"scout_car": 6}}})
    around = m.g.static.land_links(unit(m, "b1").board)
    assert reconnaissance(m.g, 0)
    assert {int(occupying_dice(m.g, 0, way)) for way in around} == {5}
    unit(m, "b1").elements = {"regular": 60}
    assert sorted({int(occupying_dice(m.g, 0, way)) for way in around}) == [3, 4]


# ------------------------------------------------------------------ 17: information


def observing(**more):
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["reconnaissance", SAMPSON], **more.pop("b1", {})}}
    return at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]}, **more)


@pytest.mark.rule("fyow.17.0.1", "fyow.17.0.2", "fyow.17.0.5", "fyow.17.0.6", "fyow.17.1.1", "fyow.16.5.1")
def test_items_are_taken_from_the_list_in_the_order_of_facts():
    m = observing()
    m.choose(("gather",))
    assert m.decision.rule == "fyow.17.0.2"
    with refused("17.0.2", "cannot be learned"):
        m.choose(["colour of the tablecloth"])
    with m.forced(2):
        m.choose(["numbers 1", "types 1", "attitude 1"])
    facts = m.g.state.staff.learned["british"][f"u{number(m, 'g2')}"]
    assert [fact.split(":")[0] for fact in facts] == ["types", "numbers"]  # the basic fact first, and only two
    assert "guns, infantry, support" in facts[0] and "infantry 14" in facts[1]
    with refused("17.1.1"):
        m.choose(("gather",))


@pytest.mark.parametrize(("die", "arms"), [(1, []), (2, ["infantry 14"]), (3, ["infantry 14", "guns 3"]), (6, ["infantry 14", "guns 3", "support 8"])])
@pytest.mark.rule("fyow.17.0.2", "fyow.17.0.5")
def test_the_number_of_each_arm_is_a_piece_of_its_own(die, arms):
    """17.1's example: the types, the number of armoured cars, that of infantry platoons and the attitude are four pieces."""
    m = observing()
    unit(m, "g2").elements = {"regular": 140, "infantry_gun": 3, "mmg": 8}
    m.choose(("gather",))
    with m.forced(die):
        m.choose(["types 1", "infantry 1", "guns 1", "armour 1", "support 1"])
    facts = m.g.state.staff.learned["british"][f"u{number(m, 'g2')}"]
    assert facts == ["types: guns, infantry, support", *(f"numbers: {arm}" for arm in arms)]
    assert (number(m, "g2") in m.g.state.met["british"]) is (len(arms) == 3)
    left = [item for item in information.items_of(m.g, 0) if item.split()[0] in information.NUMBERS]
    assert left == [f"{arm} 1" for arm in ("infantry", "guns", "support")[len(arms) :]]


@pytest.mark.rule("fyow.17.0.4")
def test_forces_in_the_box_show_only_on_a_6():
    for face, seen in ((5, False), (6, True)):
        m = observing()
        unit(m, "g4").board = m.g.static.number[SAMPSON]
        unit(m, "g4").box = link(m, SAMPSON, "belle-greve-bay")
        m.choose(("gather",))
        with m.forced(face):
            m.choose(["box"])
        assert m.g.knows("british", number(m, "g4")) is seen


@pytest.mark.parametrize(("sky", "session", "die", "pieces"), [("fair", 3, 2, 2), ("heavy_rain", 3, 5, 4), ("fog", 1, 2, 0), ("fair", 1, 3, 2)])
@pytest.mark.rule("fyow.17.1.4", "fyow.17.1.5", "fyow.17.1.1")
def test_night_and_weather_cost_information(sky, session, die, pieces):
    m = observing(weather={"sky": sky}, session=session)
    m.choose(("gather",))
    with m.forced(die):
        m.choose(["types 1", "attitude 1", "infantry 1", "guns 1", "defences 1"])
    assert len(said(m, "british", "17.0.6")) == pieces


@pytest.mark.rule("fyow.17.1.3", "fyow.13.6.1")
def test_on_an_empty_board_a_d10_of_facts_about_the_ground():
    m = at_cards("b1", "b4", forces={"b1": {"board": ISLET}}, staff={"works": [{"board": 8, "name": "the bridge", "kind": "bridge"}]})
    m.g.state.staff.works[0].board = unit(m, "b1").board
    assert information.die_of(m.g, 0)[0] == "d10"
    m.g.visit("british", unit(m, "b1").board)
    assert m.g.state.staff.works[0].known == ["british"] and said(m, "british", "13.6.1")
    assert Work(0, "x", "bridge", damage=6).destroyed


# ------------------------------------------------------------------ 10, 14.8: orders and what they allow


@pytest.mark.rule("fyow.10.5.8", "fyow.14.8.1", "fyow.16.1.1")
def test_an_observer_goes_back_the_way_it_came_unless_it_was_seen():
    m = observing(b1={"arrived": 2})
    assert may_move(m.g, 0, link(m, SAMPSON, "les-capelles")).rule == "fyow.14.8.1"
    assert may_move(m.g, 0, link(m, SAMPSON, ISLET)) is None
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET
    m = observing(b1={"arrived": 2})
    m.g.state.seen["german"] = [0]
    with m.forced(10):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == SAMPSON and said(m, "british", "16.1.1")
    m = observing(b1={"arrived": 1})
    m.g.state.seen["german"] = [0]
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))  # a whole session has passed
    assert where(m, "b1") == ISLET


@pytest.mark.rule("fyow.10.5.8")
def test_reconnaissance_does_not_enter_against_an_enemy_that_it_finds():
    m = at_cards("b1", "b4", forces={"b1": {"board": ISLET, "order": ["reconnaissance", SAMPSON]}})
    with m.forced(10, 6, 6, 6, 6):
        m.choose(move(m, "b1", SAMPSON))
    assert unit(m, "b1").box >= 0 and not m.g.state.battles
    with refused("10.5.8"):
        at_cards("b1", "b4", forces={"b1": {"order": ["reconnaissance", ISLET]}}).choose(("move", link(m, VALE, "chouet")))


@pytest.mark.rule("fyow.14.8.2")
def test_an_occupier_with_orders_to_stay_does_not_leave_before_the_enemy():
    m = at_cards("g2", "b4", forces={"b1": {"board": SAMPSON, "box": ISLET}}, spotted={"german": ["b1"], "british": []})
    assert may_move(m.g, number(m, "g2"), link(m, SAMPSON, "les-capelles")).rule == "fyow.14.8.2"


@pytest.mark.rule("fyow.10.5.6")
def test_a_force_on_the_move_that_finds_the_enemy_turns_to_the_defence():
    m = at_cards("b4", "g2", "b4", forces={"b1": {"board": SAMPSON, "box": ISLET}, "g2": {"order": ["move", "les-capelles"]}})
    with m.forced(6, 6, 6, 6):
        m.choose(("stay",))
    assert unit(m, "g2").order == Order("defend", m.g.static.number[SAMPSON]) and said(m, "german", "10.5.6")


@pytest.mark.rule("fyow.10.7.1")
def test_a_condition_of_the_orders_is_followed_without_a_throw():
    m = at_cards("b4", "b1", "b4", forces={"b1": {"order": ["move", VALE]}})
    unit(m, "b1").then = [Order("defend", m.g.static.number[VALE], when="arrived")]
    with m.forced():
        m.choose(("stay",))
    assert unit(m, "b1").order.kind == "defend" and unit(m, "b1").then == [] and said(m, "british", "10.7.1")
    m.g.unit(0).condition = AMBER
    assert triggers.holds(m.g, 0, "amber") and not triggers.holds(m.g, 0, "green") and not triggers.holds(m.g, 0, "red")


@pytest.mark.rule("fyow.10.7.1", "fyow.10.2.1.1")
def test_conditions_are_written_into_plans():
    m = at_cards("b4", "b1")
    own = {"b1": 0}
    good = Plan("b1", "sensible", "move to contact", ISLET, when="arrived", then="defend", then_at=ISLET)
    assert may_plan(m.g, own, good) is None
    assert may_plan(m.g, own, Plan("b1", "sensible", "move", ISLET, when="bored", then="rest", then_at=ISLET)).rule == "fyow.10.7.1"
    assert may_plan(m.g, own, Plan("b1", "sensible", "move", "atlantis")).rule == "fyow.10.2.1.1"
    with m.forced(1):
        take_orders(m.g, "british", [good, Plan("b1", "cautious", "defend", VALE)])
    assert unit(m, "b1").then == [Order("defend", m.g.static.number[ISLET], when="arrived")]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.rule("fyow.5.2.1", "fyow.5.2.2", "fyow.4.4.1")
def test_a_decision_lies_in_the_diary_box_for_one_of_three_days(place):
    m = at_cards("b4", "b1", options={"traits": False, "surprise_timing": True})
    plan = Plan("b1", "sensible", "move to contact", ISLET, delay=True)
    m.g.unit(0).order = Order("stand by", unit(m, "b1").board)
    with m.forced(1):
        take_orders(m.g, "british", [plan, Plan("b1", "cautious", "defend", VALE)])
    cards = m.g.state.staff.cards
    assert sorted(card.day for card in cards) == [1, 2, 3] and sum(bool(card.kind) for card in cards) == 1
    for card, day in zip(sorted(cards, key=lambda c: not c.kind), [place + 1, *(d for d in (1, 2, 3) if d != place + 1)], strict=True):
        card.day = day
    for day in (1, 2, 3):
        m.g.state.day = day
        triggers.turn_cards(m.g)
        assert (unit(m, "b1").order.kind == "move to contact") is (day >= place + 1)
    with_out = at_cards("b4", "b1")
    assert may_plan(with_out.g, {"b1": 0}, plan).rule == "fyow.5.2.2"


# ------------------------------------------------------------------ 10.5.2: digging in tells nothing, and too late is too late


@pytest.mark.rule("fyow.10.5.2")
def test_an_undetected_enemy_neither_stops_the_digging_nor_finds_it_done():
    m, fight = field("portinfer", defender={"attitude": "present", "order": ["defend", "portinfer"]})
    m.g.state.seen["german"] = []
    fight.opened = fight.since = m.g.now
    end_of_session(m.g)
    assert unit(m, "g2").attitude == "deployed"
    assert "defender not deployed" in [t.text for t in shifts(m.g, fight).terms]
    fight.opened = m.g.now + 1
    assert "defender not deployed" not in [t.text for t in shifts(m.g, fight).terms]


# ------------------------------------------------------------------ 14.14: forced retreat


@pytest.mark.rule("fyow.14.14.2", "fyow.14.14.3", "fyow.base.sc.6")
def test_the_withdrawn_stream_back_in_disorder_or_fight_on():
    forces = {"b1": {"board": ISLET, "condition": 3, "order": ["stand by", ISLET]}}
    for die, away in ((10, True), (1, False)):
        m = at_cards("b4", "b1", "b4", forces=forces)
        m.g.state.sighted["british"][str(m.g.static.number[SAMPSON])] = m.g.now
        with m.forced(die, *([1] * 4 if away else []), draws=[["lmg"]] if away else []):
            m.choose(("stay",))
        assert (where(m, "b1") != ISLET) is away
        assert said(m, "british", "14.14.3" if away else "14.14.2")


# ------------------------------------------------------------------ 7.1, 12.4, R50


@pytest.mark.rule("fyow.7.1.1", "fyow.7.1.2", "fyow.7.1.3", "fyow.4.1.1", "fyow.4.2.1", "fyow.1.2.6")
def test_new_commanders_join_the_reserve_and_are_posted():
    m = fyow({"traits": False, "change_of_command": True})
    m.g.state.day = 12  # 1 July
    unit(m, "b1").rating = 5
    unit(m, "g2").rating = unit(m, "g4").rating = unit(m, "b4").rating = 6
    with m.forced(6, 3, *[3] * 2):
        careers.dawn(m.g)
    assert unit(m, "b1").rating == 7 and [o.post for o in m.g.state.staff.officers] == ["2ic", "bc", "2ic"]
    assert said(m, "british", "7.1.3") and not said(m, "british", "7.1.1")
    m.g.state.day = 36  # 1 September: a season
    with m.forced(*[3] * 6):
        careers.dawn(m.g)
    assert sum(o.post == "sc" for o in m.g.state.staff.officers) == 2 and said(m, "british", "7.1.1")


@pytest.mark.rule("fyow.7.1.4", "fyow.7.1.5")
def test_experience_by_a_double():
    m = fyow({"traits": False, "change_of_command": True})
    unit(m, "b1").battles, unit(m, "b1").rating = 3, 6
    unit(m, "b4").battles = 2
    with m.forced(4, 4, 2, 2):
        careers.experience(m.g, "british")
    assert unit(m, "b1").rating == 7 and unit(m, "b1").elements["elite"] == 154 and unit(m, "b1").battles == 0
    assert m.g.grade(0) == "elite"


@pytest.mark.rule("fyow.prep.4", "fyow.7.0.1", "fyow.3.3.1")
def test_a_2ic_is_rated_at_the_outset_and_leads_with_that():
    """7: BCs and 2iCs throw a D6; prep: and the average dice for their traits. The +1 of elite forces is the BC's."""
    m = fyow()
    force = unit(m, "b1")
    force.second, force.elements = "Major Hill", {"elite": 200}
    m.g.options["traits"] = True
    with m.forced(5, 5, 2):
        careers.rate_second(m.g, 0)
    assert (force.second_rating, force.second_temper, force.second_resolve) == (6, "aggressive", "hesitant")
    with m.forced():
        careers.rate_second(m.g, 0)  # once
    new = m.g.unit(fractions.split(m.g, 0, {"elite": 40}, "fraction", Order("defend", force.board)))
    assert (new.commander, new.rating, new.temper, new.resolve) == ("Major Hill", 6, "aggressive", "hesitant")
    other = m.g.unit(fractions.split(m.g, 0, {"elite": 40}, "fraction", Order("defend", force.board)))
    assert (other.rating, other.temper, other.resolve) == (6, "balanced", "balanced")


@pytest.mark.rule("fyow.10.4.1")
def test_who_falls_to_red_asks_for_new_orders():
    """10.4: a condition that makes him withdraw will trigger a demand for new orders."""
    for condition, asks in ((AMBER, False), (RED, True)):
        m = at_cards("b4", "b1", "b4", forces={"b1": {"order": ["move", ISLET]}})
        m.g.fall_to(0, condition, "fyow.base.sc.3")
        m.choose(("stay",))
        assert any(act[0] == "seek" for act in offered(m)) is asks


@pytest.mark.rule("fyow.7.1.6")
def test_a_second_in_command_who_led_fractions_is_promoted():
    from grognard.games.fyow.forces.fractions import split

    m = fyow({"traits": False, "change_of_command": True})
    unit(m, "b1").second, unit(m, "b1").second_rating = "Major Roper", 7
    new = split(m.g, 0, {"regular": 40}, "fraction", Order("defend", unit(m, "b1").board))
    assert m.g.unit(new).commander == "Major Roper" and m.g.unit(new).rating == 7
    m.g.unit(new).battles = 3
    with m.forced(5, 5):
        careers.promotions(m.g, "british")
    assert m.g.state.staff.officers[0].name == "Major Roper" and unit(m, "b1").second == ""


@pytest.mark.rule("fyow.6.3.1")
def test_a_brigade_that_lost_its_hq_has_a_new_one_after_a_day():
    m = fyow({"traits": False})
    unit(m, "b4").condition = DESTROYED
    with m.forced():
        careers.replace_lost_commands(m.g)
    with m.forced(3):
        careers.replace_lost_commands(m.g)
    assert m.g.state.brigades[0].hq == 0 and m.g.state.brigades[0].rating == 6


@pytest.mark.parametrize(("rating", "dice", "morale"), [(6, [6], 3), (6, [5], 2), (7, [2, 6], 3), (7, [3], 2), (5, [], 2)])
@pytest.mark.rule("fyow.12.4.1", "fyow.12.4.2", "fyow.12.4.3", "fyow.12.4.4")
def test_repair_of_strategic_morale(rating, dice, morale):
    m = fyow({"traits": False})
    m.g.state.brigades[0].rating = rating
    m.g.state.morale["british"] = 2
    with m.forced(*dice):
        careers.repair(m.g, "british")
    assert m.g.state.morale["british"] == morale
    m.g.state.morale["british"] = 3
    with m.forced():
        careers.repair(m.g, "british")
    m.g.static.sides["german"]["morale"] = "weak"
    m.g.state.morale["german"] = 1
    with m.forced():
        careers.repair(m.g, "german")
    del m.g.static.sides["german"]["morale"]
    assert m.g.state.morale["german"] == 1 and unit(m, "b1").condition == GREEN


def test_who_sees_the_enemy_on_a_board_knows_that_he_holds_it():
    m = at_cards("b1", "b4", forces={"g2": {"board": "lislet"}, "g4": {"board": "portinfer", "box": "vale-church-and-grand-havre"}})
    islet, portinfer = m.g.static.number["lislet"], m.g.static.number["portinfer"]
    for board in (islet, portinfer):
        m.g.state.known_control["british"][board] = "british"
    m.g.state.control[islet] = "german"
    m.g.spot("british", 2)
    m.g.spot("british", 3)
    assert m.g.state.known_control["british"][islet] == "german"
    assert m.g.state.known_control["british"][portinfer] == "british"  # he is in the box only


# ------------------------------------------------------------------ 17.1.3: an observer who stays in the box


def scouting(*cards, dice=(1, 1, 1, 1), **forces):
    """b1 is to reconnoitre L'Islet, where there is a bridge that the British do not know; it comes up and sees nobody."""
    m = at_cards("b1", *(cards or ("g4",)), forces={"b1": {"order": ["reconnaissance", ISLET]}, **forces})
    m.g.state.staff.works = [Work(m.g.static.number[ISLET], "the bridge", "bridge", known=["german"])]
    with m.forced(10, *dice):
        m.choose(move(m, "b1", ISLET))
    return m


@pytest.mark.rule("fyow.17.1.3")
@pytest.mark.parametrize(("answer", "box", "known"), [("enter the board", False, True), ("stay in the box", True, False)])
def test_who_reconnoitres_an_empty_board_enters_it_or_stays_in_the_box(answer, box, known):
    m = scouting()
    assert m.decision.name == "from the box" and m.decision.rule == "fyow.17.1.3"
    m.choose(answer)
    assert (unit(m, "b1").box >= 0) is box and ("british" in m.g.state.staff.works[0].known) is known
    assert (m.g.state.control[m.g.static.number[ISLET]] == "british") is not box


@pytest.mark.rule("fyow.17.1.3", "fyow.17.1.1")
def test_from_the_box_it_gathers_a_d6_and_may_enter_later():
    m = scouting("b1")
    m.choose("stay in the box")
    m.g.state.session = 4
    unit(m, "b1").moved, unit(m, "b1").arrived = False, m.g.now - 1
    assert information.die_of(m.g, 0)[0] == "d6"
    with refused("15.3.2"):
        m.choose(("deploy", link(m, ISLET, VALE)))
    m.choose(("gather",))
    with m.forced(1):
        m.choose(["work 1"])
    assert "british" in m.g.state.staff.works[0].known
    m.choose(("enter",))
    assert unit(m, "b1").box == -1 and m.g.state.control[m.g.static.number[ISLET]] == "british"


@pytest.mark.rule("fyow.17.1.3", "fyow.16.2.1")
@pytest.mark.parametrize("answer", ["enter the board", "stay in the box"])
def test_it_is_asked_though_an_enemy_whom_it_has_not_found_is_there(answer):
    """Nothing of him is told by the question; who enters is in a fight, who stays is not."""
    m = scouting(g2={"board": ISLET, "attitude": "deployed"})
    m.choose(answer)
    assert bool(m.g.state.battles) is (answer == "enter the board")


@pytest.mark.rule("fyow.17.1.3")
def test_who_observes_from_the_box_sees_who_comes():
    m = scouting("g2", "b1", g2={"board": SAMPSON, "order": ["move", ISLET]})
    m.choose("stay in the box")
    with m.forced(10, 1, 1, 1, 1, 6, 6, 6, 6):  # it comes and sees nobody; then b1 looks
        m.choose(move(m, "g2", ISLET))
    assert number(m, "g2") in m.g.state.seen["british"]
    with refused("10.5.5"):
        m.choose(("enter",))
