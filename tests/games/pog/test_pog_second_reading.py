"""What a second reading of the source found that play got wrong, each at its boundary."""

from __future__ import annotations

import pytest
from pog_situations import activate, attack, choose, finish_turn, front, holder, refused, said, where

from great_war import offered
from grognard.games.pog.asks import Ask


@pytest.mark.rule("pog.15.2.3")
@pytest.mark.parametrize(("first", "fit"), [("verdun", True), ("bar_le_duc", False)])
def test_who_attacked_the_fort_itself_still_besieges_it(first, fit):
    """Two armies at Verdun: after the one has attacked the fort the other may attack outward; after an attack outward it may not."""
    units = {"ge.a4": "verdun", "ge.a5": "verdun", "fr.a1": "bar_le_duc", "fr.a2": "sedan"}
    m = front(units=units, trenches={"verdun": 0, "bar_le_duc": 0, "sedan": 0})
    activate(m, verdun="attack")
    attack(m, first, "ge.a4", dice=(1, 1))
    while m.decision.name not in (Ask.ATTACK, Ask.ACTION):
        m.choose(next(v for v in ("pass", "done", *offered(m)) if v in offered(m)))
    assert m.g.forts >> m.g.S["verdun"] & 1
    assert (m.decision.name == Ask.ATTACK and "sedan" in offered(m)) is fit


@pytest.mark.rule("pog.15.2.4.b")
@pytest.mark.parametrize(("inside", "fit"), [(1, False), (2, True)])
def test_a_corps_comes_to_a_broken_siege_only_if_all_together_suffice(inside, fit):
    units = {**{f"ge.c#{n}": "verdun" for n in range(1, inside + 1)}, "ge.c#7": "reserve", "ge.a5": "metz"}
    m = front(units=units, trenches={"verdun": 0})
    choose(m, ("sr", "cp.12"), "ge.c#7")
    assert ("verdun" in offered(m)) is fit
    if not fit:
        with refused("pog.15.2.4.b", "besiege"):
            m.choose("verdun")


@pytest.mark.rule("pog.card.ap.27")
def test_in_the_great_retreat_all_russians_of_the_space_fall_back():
    """Who fell back into the space in this action goes with the others: all or none."""
    units = {"ru.c#1": "lublin", "ru.c#2": "lutsk", "ah.a1": "przemysl", "ah.a2": "lemberg", "ah.c#1": "kovel", "ah.c#2": "ivangorod"}
    held = dict.fromkeys(("kovel", "ivangorod", "brest_litovsk"), "cp")
    m = front(units=units, this_turn=["ap.27"], control=held, turn=5)
    activate(m, przemysl="attack", lemberg="attack")
    choose(m, "lublin", "ah.a1", "retreat")
    assert where(m, "ru.c#1") == "lutsk"
    while m.decision.name != Ask.ATTACK:
        m.choose("done")
    choose(m, "lutsk", "ah.a2", "retreat")
    while m.decision.name in (Ask.RETREAT, Ask.RETREAT_ORDER):
        m.choose(offered(m)[0])
    assert not {where(m, "ru.c#1"), where(m, "ru.c#2")} & {"lutsk", "eliminated"}


@pytest.mark.rule("pog.11.1.12.b")
@pytest.mark.parametrize(("taranto", "owner"), [("ap", "ap"), ("cp", "cp")])
def test_albania_traces_to_taranto_only_while_it_is_allied(taranto, owner):
    units = {"it.a1": "rome", "ah.c#1": "skopje", "ah.c#2": "cetinje"}  # no way to Belgrade
    m = front(active="ap", round=6, units=units, join=["it"], control={"taranto": taranto, "skopje": "cp", "cetinje": "cp"}, turn=5)
    finish_turn(m)
    assert holder(m, "valona") == owner


@pytest.mark.rule("pog.card.cp.26")
@pytest.mark.parametrize(("events", "fit"), [([], False), (["cp.13"], True), (["cp.13", "cp.54"], False)])
def test_place_of_execution_as_a_plain_event_keeps_its_conditions(events, fit):
    m = front({"cp": ["cp.26"]}, units={"ge.a1": "essen"}, events=events, level={"cp": 2, "ap": 2}, turn=9)
    board = m.g.board
    forts = [board.ids[s] for s in range(board.size) if board.french_forts >> s & 1]
    m = front({"cp": ["cp.26"]}, units={"ge.a1": "essen"}, events=events, level={"cp": 2, "ap": 2}, turn=9, forts_fallen=forts)
    assert (("event", "cp.26") in offered(m)) is fit


@pytest.mark.rule("pog.5.7.4.f")
def test_the_reason_why_a_german_army_does_not_stop_at_trent():
    m = front(units={"ge.a1": "innsbruck"}, join=["it"], scenario="historical", turn=3, ws={"cp": 5, "ap": 5})
    activate(m, innsbruck="move")
    m.choose(("unit", "ge.a1"))
    m.choose(("to", "trent"))
    with refused("pog.5.7.4.f"):
        m.choose(("stop", ""))


@pytest.mark.rule("pog.card.ap.62")
def test_the_sixtus_affair_is_no_refused_offer():
    m = front({"ap": ["ap.62"]}, active="ap", units={}, options={"optional_cards": True}, level={"cp": 2, "ap": 2}, turn=14)
    with m.forced(1):
        m.choose(("event", "ap.62"))
    assert [line for line in said(m, "pog.card.ap.62") if "Sixtus Affair: VP -1" in line]
    assert not [line for line in said(m, "pog.card.ap.62") if "refused" in line]
