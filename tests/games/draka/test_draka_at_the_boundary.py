"""Clauses of the variant at their boundary, each of which play once got wrong."""

from __future__ import annotations

import pytest
from draka_situations import activate, attack, choose, finish_action, finish_turn, front, holder, refused, said, where

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.supply.tracing import in_supply


@pytest.mark.rule("draka.4.9")
def test_americans_are_not_placed_on_top_of_draka():
    m = front({"ap": ["ap.40"]}, units={"dr.cfc#1": "london"}, join=["us"], turn=14, level={"cp": 2, "ap": 2},
              events=["ap.54", "ap.55", "ap.38"])  # fmt: skip
    m.choose(("event", "ap.40"))
    assert m.decision.name == Ask.REPUBLICAN_GUARD and "london" not in offered(m)
    with refused("draka.card.ap.40.b"):
        m.choose("london")


@pytest.mark.rule("draka.4.2")
def test_two_bulgarian_corps_and_no_third_go_to_asia_as_one_stack():
    units = {"bu.c#1": "bursa", "bu.c#2": "bursa", "bu.c#3": "bursa"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, join=["bu"], turn=8)
    activate(m, bursa="move")
    asia = [m.g.board.ids[s] for s in range(m.g.board.size) if m.g.board.asia >> s & 1]
    m.choose(("stack", "bursa"))
    assert not [v for v in offered(m) if v[0] == "to" and v[1] in asia]
    m.choose(("drop", "bu.c#3"))
    assert [v for v in offered(m) if v[0] == "to" and v[1] in asia]  # two may


@pytest.mark.rule("draka.24.2")
def test_the_bashi_bazouks_go_to_constantinople():
    m = front({"cp": ["cp.12"]}, active="cp", units={"al.bb": "adrianople"}, turn=12)
    activate(m, adrianople="move")
    m.choose(("unit", "al.bb"))
    assert ("to", "constantinople") in offered(m)
    choose(m, ("to", "constantinople"), ("to", "bursa"))
    with refused("draka.24.2", "Balkans"):
        m.choose(("to", "eskidor"))


@pytest.mark.rule("draka.17.13")
def test_no_landing_on_a_beach_whose_coast_is_allied():
    for owner, fit in (("cp", True), ("ap", False)):
        m = front(units={"dr.cfc#1": "reserve", "dr.jc#1": "reserve"}, turn=8)
        beach = m.g.S["mef1"]
        coast = [m.g.board.ids[s] for s in range(m.g.board.size) if m.g.graph.rows()[beach] >> s & 1]
        m = front({"ap": ["ap.12"]}, units={"dr.cfc#1": "reserve"}, control=dict.fromkeys(coast, owner), turn=8)
        m.choose(("ops", "ap.12"))
        m.choose(("invade", ""))
        while m.decision.name == Ask.INVASION_CORPS:
            m.choose("done" if "done" in offered(m) else offered(m)[0])
        assert ("mef1" in offered(m)) is fit


@pytest.mark.rule("draka.12.2")
def test_arabia_does_not_change_hands_while_nobody_goes_there():
    m = front(units={"br.a1": "london", "ge.a1": "essen"}, turn=5)
    assert holder(m, "arabia") == "cp"
    finish_turn(m)
    assert holder(m, "arabia") == "cp"


@pytest.mark.rule("draka.14.8")
def test_the_diary_names_the_space_and_the_rule_of_every_victory_point():
    m = front(units={"dr.jc#1": "alexandria"}, turn=5)
    vp = [s for s in range(m.g.board.size) if m.g.static.vp_spaces >> s & 1 and m.g.board.cp_start >> s & 1 and m.g.in_zone(s)]
    one, two = vp[:2]
    names = [m.g.board.name[one], m.g.board.name[two]]
    for space in (one, two):
        m.g.enter(m.g.U["dr.jc#1"], space)
    lines = said(m, "draka.14.8")
    assert lines and names[1] in lines[-1]
    assert where(m, "dr.jc#1") == m.g.board.ids[two]


@pytest.mark.rule("draka.24.7")
def test_the_draka_trace_through_kurds_wherever_they_stand():
    for unit, supplied in (("tu.kurd#1", True), ("tu.c#1", False)):
        held = ("qurna", "kut", "baghdad", "mosul")
        m = front(
            units={unit: "kirkuk", "dr.jc#1": "mosul"},
            control={**dict.fromkeys(held, "ap"), "kirkuk": "cp"},
            draka=list(held),
            turn=12,
        )
        assert in_supply(m.g, m.g.U["dr.jc#1"]) is supplied


@pytest.mark.rule("draka.err.6.b")
def test_no_russian_corps_comes_out_of_the_box_beside_draka_control():
    units = {"ru.c#1": "reserve", "ru.c#2": "kars", "dr.jc#1": "erzerum"}
    for held, fit in (((), True), (("erzerum",), False)):
        m = front(units=units, control={"kars": "ap", "erzerum": "ap", "erzingan": "ap"}, draka=list(held), turn=8)
        m.choose(("sr", "ap.01"))
        m.choose("ru.c#1")
        assert ("kars" in offered(m)) is fit


@pytest.mark.rule("draka.22.1", "draka.4.7")
@pytest.mark.parametrize(("place", "came"), [("melun", False), ("gaza", True)])
def test_the_sd_corps_replaces_a_citizen_army_in_the_zone_only(place, came):
    attackers = {"ge.a1": "chateau_thierry", "ge.a2": "chateau_thierry"} if not came else {"tu.a1": "beersheba", "tu.c#1": "beersheba", "tu.c#2": "beersheba"}
    start = next(iter(attackers.values()))
    m = front({"cp": ["cp.12"], "ap": []}, active="cp", turn=8, units={"dr.cf1": f"{place} reduced", "dr.sd": "reserve", **attackers},
              control={"chateau_thierry": "cp", "sedan": "cp"}, draka=["gaza", "sinai"], trenches={place: 0})  # fmt: skip
    activate(m, **{start: "attack"})
    attack(m, place, *attackers, dice=(6, 1))
    finish_action(m)
    assert (where(m, "dr.sd") != "reserve") is came
    assert where(m, "dr.cf1") == ("eliminated" if came else "gone")
