"""Option staff_routine: the staff plays the cards on which nothing but the orders is to be done."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, ships, take_three
from fyow_table import ISLET, VALE, at_cards, fyow, move, number, offered, refused, unit, where

from grognard.bots.play import play_match
from grognard.games.fyow.bot.commander import Commander
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.planning.plans import Plan
from grognard.games.fyow.session import routine
from grognard.kernel import Match

ASKED = {"stopped": True, "elements": {"regular": 60, "soft_truck": 3}, "moves_as": "other_trucks"}  # its vehicles are out of fuel
ROUTINE = {"traits": False, "loss_removal_automatic": True, "staff_routine": True}


def quiet(*cards, **patch):
    return at_cards(*cards, options=ROUTINE, **patch)


@pytest.mark.rule("fyow.4.6.3")
def test_a_force_marches_by_its_orders_unasked():
    """The match starts at the first card that wants an answer: b1 has thrown and marched before g2 is asked."""
    m = quiet("b1", "g2", forces={"b1": {"order": ["engage", ISLET]}, "g2": ASKED})
    assert m.decision.side == "german"
    assert unit(m, "b1").moved and unit(m, "b4").moved is False


@pytest.mark.rule("fyow.4.6.3")
def test_who_has_met_something_is_asked():
    upon = {"b1": {"board": VALE, "order": ["engage", VALE]}, "g2": {"board": VALE, "box": ISLET, "edge": ISLET}}
    m = quiet("b1", "g2", forces=upon, spotted={"british": ["g2"], "german": []})
    assert m.decision.about["piece"] == "u0" and ("assault", number(m, "g2")) in offered(m)
    broken = quiet("b1", "g2", forces={"b1": {"disarray": 2}, "g2": ASKED})
    assert unit(broken, "b1").disarray == 1  # it reorganises by itself
    march = {"b1": {"order": ["engage", ISLET]}, "g2": ASKED}
    fresh = quiet("b1", "g2", forces=march)
    assert unit(fresh, "b1").moved and fresh.decision.side == "german"
    there = str(fresh.g.static.number[ISLET])
    danger = quiet("b1", "g2", forces=march, sighted={"british": {there: 2}, "german": {}})
    assert danger.decision.about["piece"] == "u0"  # an enemy was seen there today


@pytest.mark.rule("fyow.10.2.0.1")
def test_the_day_s_sheet_says_for_whom_the_player_wants_to_be_asked():
    m = fyow(ROUTINE, phase="plan", command={"wessex": {"rating": 6}, "fortress": {"rating": 6}})
    with refused("10.2.0.1", says="of your own"):
        m.choose([make("g2", "attend", "")], seat="british")
    plans = [Plan("b1", "sensible", "engage", ISLET), Plan("b1", "bold", "engage", "st-sampson")]
    m.choose([*plans, make("b1", "attend", ""), make("wessex", "attend", "")], seat="british")
    m.choose([], seat="german")
    assert m.g.state.staff.attended == ["b1", "wessex"]
    names = set()
    for _ in range(4):
        if m.decision.side == "british":
            names.add(str(m.decision.name))
            m.choose(offered(m)[-1] if ("stay",) not in offered(m) else ("stay",))
    assert names  # the British are asked


def test_without_the_option_everybody_is_asked():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["engage", ISLET]}})
    assert m.decision.about["piece"] == "u0" and move(m, "b1", ISLET) in offered(m)
    assert where(m, "b1") == VALE


@pytest.mark.rule("fyow.28.5.1")
def test_aircraft_fly_the_missions_of_the_sheet():
    m = take_three(options=ROUTINE, cards=["ba5", "g6"], staff={"missions": {"ba5": 29}}, forces={"g6": ASKED})
    assert m.g.state.air.groups[air(m, "ba5")].board == 29 and m.g.state.air.groups[air(m, "ba5")].reports
    home = take_three(options=ROUTINE, cards=["ba5", "g6"], forces={"g6": ASKED})
    assert home.g.state.air.groups[air(home, "ba5")].board == -1 and home.decision.side == "german"


@pytest.mark.rule("fyow.29.5.1")
def test_ships_steer_their_course_and_ask_when_an_enemy_is_about():
    m = take_three(options=ROUTINE, cards=["bn1", "g6"], fleet_at={"bn1": "e"}, forces={"g6": ASKED})
    assert m.decision.side == "german" and m.g.state.fleet.groups[ships(m, "bn1")].board == board(m, "e")
    attacked = take_three(options=ROUTINE, cards=["b1", "bn1", "g6"], fleet_at={"bn1": "e"}, forces={"g6": ASKED})
    assert attacked.decision.side == "german"
    assert number(attacked, "b1") >= 0
    with refused("29.5.1", says="no sea board"):
        plan = fyow_plan()
        plan.choose([make("bn1", "course", "forest")], seat="british")


def fyow_plan():
    from grognard.kernel import Match

    staffs = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}
    return Match.start("fyow", "take-three", seed=1, options=ROUTINE, situation={"phase": "plan", "command": staffs})


def test_the_staff_sends_transports_where_they_are_wanted():
    """Supply to who has the least; glider troops to their HQ once the enemy is about it."""
    m = Match.start("fyow", "velikiye-luki", seed=1, options={"staff_routine": True, "traits": False}, situation={"cards": ["s1"]})
    groups = {group.id: group for group in m.g.state.air.groups}
    citadel = m.g.static.number["citadel"]
    for force in m.g.state.units:
        force.stockpile = 10
    assert [routine.drop_zone(m.g, groups[name]) for name in ("ga3", "ga4")] == [-1, -1]
    unit(m, "f4").stockpile = 3
    m.g.state.sighted["german"][str(m.g.static.number["luki"])] = m.g.now
    assert [routine.drop_zone(m.g, groups[name]) for name in ("ga3", "ga4")] == [citadel, citadel]
    missions = {item.unit: item.objective for item in routine.advice(m.g, "german") if item.kind == "mission"}
    assert missions["ga3"] == missions["ga4"] == "citadel"


@pytest.mark.rule("fyow.3.4.2")
def test_the_card_stays_the_players_after_what_he_does_besides():
    """Once asked, always asked: else a world imagined after a Fraction was formed would go on without him (Raate, two commanders)."""
    m = Match.start("fyow", "raate-road", seed=1, options={"staff_routine": True})
    play_match(m, {seat: Commander() for seat in m.seats}, "1", max_choices=24, on_choice=imagined_by_all)
    assert any(event.rule == "fyow.3.4.2" for event in m.diary("finnish"))  # one was formed on the way


def imagined_by_all(match: Match, seat: str, value: object) -> None:
    for one in match.seats:
        assert match.imagine(one, seed=1).decisions.keys() == match.decisions.keys()
