"""Chapter 9: what cards are used for, and combat cards face up."""

from __future__ import annotations

import pytest
from pog_combats import fight_of, finish_losses
from pog_situations import activate, attack, choose, finish_action, finish_turn, front, refused, said, where

from great_war import offered
from grognard.games.pog.asks import Ask

# ------------------------------------------------------------------ 9: cards


@pytest.mark.rule("pog.3.a")
def test_an_asterisk_card_is_removed_only_as_an_event():
    m = front({"ap": ["ap.02"]}, active="ap", units={"fr.a1": "nancy"})
    m.choose(("ops", "ap.02"))
    finish_action(m)
    assert m.g.state.discard["ap"] >> 2 & 1
    m = front({"ap": ["ap.02"]}, active="ap", units={"fr.a1": "nancy"})
    m.choose(("event", "ap.02"))
    assert m.g.state.removed["ap"] >> 2 & 1


@pytest.mark.rule("pog.9.1.3")
def test_a_card_is_used_in_one_way_but_some_events_give_operations():
    m = front({"cp": ["cp.17"]}, level={"cp": 1, "ap": 0}, units={"ge.a4": "metz", "fr.a1": "nancy"})
    m.choose(("event", "cp.17"))
    assert m.decision.rule == "pog.9.2.1" and m.g.state.action.points == 2
    m = front({"ap": ["ap.02"]}, active="ap", units={"fr.a1": "nancy"})
    m.choose(("event", "ap.02"))
    assert m.decision.seat == "cp"  # no operations


@pytest.mark.rule("pog.9.3.1", "pog.9.3.3", "pog.8.1.4")
def test_no_two_redeployments_in_a_row():
    m = front(
        {"ap": ["ap.02", "ap.13", "ap.01"]}, active="ap", units={"fr.a1": "nancy", "fr.c#1": "reserve", "fr.c#2": "reserve"}
    )
    with refused("pog.8.1.3"):
        m.choose(("sr", "ap.10"))  # not in the hand
    m.choose(("sr", "ap.02"))
    assert m.g.state.action.points == 4
    finish_action(m)
    choose(m, ("auto", ""))
    finish_action(m)
    with refused("pog.9.3.3"):
        m.choose(("sr", "ap.13"))
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    assert ("sr", "ap.13") in offered(m)


@pytest.mark.rule("pog.9.4.1.a", "pog.9.4.1.b", "pog.9.4.1.c", "pog.9.4.3", "pog.9.4.4")
def test_replacement_actions():
    m = front({"ap": ["ap.01", "ap.02"]}, active="ap", units={"fr.a1": "nancy"})
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp == {"a": 2, "br": 4, "fr": 4, "ru": 6}  # half points; Italy is neutral
    assert said(m, "pog.9.4.4")
    choose(m, ("auto", ""))
    finish_action(m)
    with refused("pog.9.4.3"):
        m.choose(("rp", "ap.02"))
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.a1": "nancy"}, join=["it"])
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp["it"] == 2


@pytest.mark.rule("pog.9.5.1.1.a", "pog.9.5.1.3")
def test_an_event_raises_war_status():
    m = front({"ap": ["ap.02"]}, active="ap", units={"fr.a1": "nancy"}, ws={"ap": 3, "cp": 2})
    m.choose(("event", "ap.02"))
    assert m.g.state.ws == {"ap": 5, "cp": 2} and m.g.combined == 7


@pytest.mark.rule("pog.9.5.1.1.b", "pog.card.cp.11")
def test_an_event_may_be_played_though_it_is_moot():
    m = front({"cp": ["cp.11"]}, units={"ge.a4": "metz"}, ws={"ap": 0, "cp": 5})
    m.choose(("event", "cp.11"))
    assert m.g.state.ws["cp"] == 6 and said(m, "pog.9.5.1.1.b")


@pytest.mark.rule("pog.9.5.1.1.c", "pog.card.ap.12", "pog.card.cp.06")
def test_only_one_entrench_card_is_ever_an_event():
    m = front({"cp": ["cp.06"], "ap": ["ap.12"]}, units={"ge.a4": "koblenz", "fr.a1": "nancy", "ge.c#1": "essen"})
    m.choose(("event", "cp.06"))
    assert offered(m) == ["koblenz"]  # a supplied army and no trench; a corps is no army
    m.choose("koblenz")
    assert m.g.trench(m.g.S["koblenz"], "cp") == 1
    with refused("pog.9.5.1.1.c"):
        m.choose(("event", "ap.12"))
    m.choose(("ops", "ap.12"))
    m = front({"ap": ["ap.12"]}, active="ap", units={"ge.a4": "koblenz", "fr.a1": "sedan"})
    choose(m, ("event", "ap.12"), "sedan")
    assert m.g.trench(m.g.S["sedan"], "ap") == 1


# ------------------------------------------------------------------ 9.5.4: combat cards


def east(cards, units, active="cp", **patch):
    return front(cards, active=active, units=units, **patch)


@pytest.mark.rule("pog.9.5.4.2.a", "pog.9.5.4.4")
def test_a_won_combat_keeps_the_card_for_one_combat_a_round():
    units = {"ge.a8": "insterberg", "ge.c#1": "memel", "ge.c#2": "memel", "ru.c#1": "szawli", "ru.a1": "kovno"}
    m = east({"cp": ["cp.12", "cp.03", "cp.14"]}, units, events=["cp.11"], turn=5)
    activate(m, memel="attack")
    attack(m, "szawli", "ge.c#1", "ge.c#2", dice=(5, 1), cards=["cp.03"])  # 4 factors, 5 + 1: 2 to 0
    finish_losses(m)
    finish_action(m) if m.g.state.action.kind else None
    s = m.g.state
    assert s.table["cp"] >> 3 & 1 and not s.hand["cp"] >> 3 & 1  # kept face up
    assert s.used >> 103 & 1
    m.choose(("auto", ""))
    finish_action(m)
    assert not m.g.state.used >> 103 & 1  # a new round


@pytest.mark.rule("pog.9.5.4.1.a", "pog.12.2.6")
def test_combat_cards_are_played_in_their_window_only():
    from grognard.games.pog.combat.cards import may_play

    m = front({"cp": ["cp.03", "cp.12"]}, units={"ge.a8": "insterberg", "ru.a1": "kovno"}, events=["cp.11"])
    with refused("pog.9.5.4.1.a", says="inside a combat"):
        m.choose(("event", "cp.03"))
    fight = fight_of(m, "cp", ["ge.a8"], "kovno")
    assert may_play(m.g, fight, "cp", m.g.static.cards["cp.03"], "trench").rule == "pog.12.2.6"
    assert may_play(m.g, fight, "cp", m.g.static.cards["cp.03"], "cards") is None


@pytest.mark.rule("pog.9.5.4.3")
def test_a_lost_or_tied_combat_discards_the_cards_used():
    units = {"ge.c#1": "memel", "ru.c#1": "szawli", "ru.c#2": "szawli", "ru.c#3": "szawli"}
    m = east({"cp": ["cp.12", "cp.03"]}, units, turn=5)
    activate(m, memel="attack")
    attack(m, "szawli", "ge.c#1", dice=(1, 6), cards=["cp.03"])  # 1 + 1 = 2: 1; 3 factors, die 6: 2
    finish_losses(m)
    assert m.g.state.discard["cp"] >> 3 & 1


@pytest.mark.rule("pog.9.5.4.2.b")
def test_asterisk_combat_cards_are_removed_even_if_won():
    units = {"ge.c#1": "memel", "ru.a1": "szawli"}
    m = east({"cp": ["cp.12"], "ap": ["ap.04"]}, units, turn=5)
    activate(m, memel="attack")
    attack(m, "szawli", "ge.c#1", dice=(1, 5), cards=["ap.04"])
    finish_losses(m)
    assert m.g.state.removed["ap"] >> 4 & 1


@pytest.mark.rule("pog.9.5.4.1.1")
def test_a_card_needs_a_unit_of_its_nation():
    from grognard.games.pog.combat.cards import may_play

    m = front(units={"br.aus": "cambrai", "ge.a1": "sedan", "mn.c": "cetinje", "ah.a6": "mostar", "tu.sn": "libya", "br.c#1": "alexandria"},
              control={"sedan": "cp"}, join=["tu"])  # fmt: skip
    g = m.g
    card = g.static.cards
    assert may_play(g, fight_of(m, "ap", ["br.aus"], "sedan"), "ap", card["ap.18"], "cards").rule == "pog.card.ap.18"
    assert may_play(g, fight_of(m, "cp", ["ah.a6"], "cetinje"), "ap", card["ap.05"], "cards").rule == "pog.card.ap.05"
    assert may_play(g, fight_of(m, "cp", ["tu.sn"], "alexandria"), "cp", card["cp.16"], "cards").rule == "pog.card.cp.16"


@pytest.mark.rule("pog.3.b")
def test_forts_without_units_get_no_combat_cards():
    from grognard.games.pog.combat.cards import may_play

    m = front(units={"ge.a7": "mulhouse"}, turn=3)
    fight = fight_of(m, "cp", ["ge.a7"], "belfort")
    assert may_play(m.g, fight, "ap", m.g.static.cards["ap.07"], "cards").rule == "pog.3.b"


@pytest.mark.rule("pog.14.3.4")
def test_defenders_out_of_supply_get_no_combat_cards():
    m = front({"ap": ["ap.07"]}, units={"ge.a7": "mulhouse", "fr.c#1": "belfort", "ru.c#1": "belfort"}, turn=3)
    activate(m, mulhouse="attack")
    m.choose("belfort")
    with m.forced(1, 1):
        if m.decision.rule == "pog.12.2.2":
            m.choose("ge.a7")
        while m.decision.rule == "pog.9.5.4.1.a":
            assert m.decision.seat == "cp"  # the Allies are not even asked
            m.choose("pass")


@pytest.mark.rule("pog.9.5.4.2.c", "pog.card.ap.39")
def test_they_shall_not_pass_cancels_the_retreat_and_stays_after_a_tie():
    from grognard.games.pog.combat.cards import put_away

    units = {"ge.a4": "metz", "ge.a5": "metz", "fr.a3": "verdun"}
    m = front({"cp": ["cp.12"], "ap": ["ap.39"]}, units=units, level={"ap": 2, "cp": 0}, trenches={"verdun": 0})
    activate(m, metz="attack")
    attack(m, "verdun", "ge.a4", "ge.a5", dice=(4, 1), cards=["ap.39"])  # 5 to 3: the French lost
    finish_losses(m)
    assert where(m, "fr.a3") == "verdun" and m.g.state.discard["ap"] >> 39 & 1
    m = front({"ap": ["ap.39"]}, units=units, level={"ap": 2, "cp": 0})
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    fight.cards["ap"] = ["ap.39"]
    m.g.leave_hand("ap.39", "table")
    put_away(m.g, fight)
    assert m.g.state.table["ap"] >> 39 & 1


@pytest.mark.rule("pog.9.5.4.4")
def test_putnik_serves_once_in_a_round_of_both_actions():
    from grognard.games.pog.combat.cards import may_play

    units = {"ah.c#1": "novi_sad", "sb.a1": "belgrade", "sb.a2": "valjevo", "ah.c#2": "sarajevo", "ah.c#3": "timisvar"}
    m = front({"cp": ["cp.12"], "ap": ["ap.01", "ap.05"]}, units=units, round=2)
    activate(m, novi_sad="attack")
    attack(m, "belgrade", "ah.c#1", dice=(1, 6), cards=["ap.05"])
    finish_losses(m)
    assert m.decision.seat == "ap" and m.g.state.table["ap"] >> 5 & 1  # the Serbs won and keep it
    fight = fight_of(m, "ap", ["sb.a2"], "sarajevo")
    assert may_play(m.g, fight, "ap", m.g.static.cards["ap.05"], "cards").rule == "pog.9.5.4.4"
    m.choose(("auto", ""))
    finish_action(m)
    assert m.g.state.round == 3
    fight = fight_of(m, "cp", ["ah.c#3"], "belgrade")
    assert may_play(m.g, fight, "ap", m.g.static.cards["ap.05"], "cards") is None


@pytest.mark.rule("pog.9.5.4.6")
def test_only_combat_cards_are_discarded_from_hand():
    m = front({"ap": ["ap.01", "ap.04"], "cp": []}, active="ap", round=6, units={}, turn=2)
    finish_turn(m, stop="cards")
    while m.decision.name != Ask.DISCARD:
        m.choose("done" if "done" in offered(m) else ("auto", ""))
    assert offered(m) == ["ap.04", "done"]
    with refused("pog.9.5.4.6", "no combat card"):
        m.choose("ap.01")
    m.choose("ap.04")
    assert not m.g.holds("ap", "ap.04")
