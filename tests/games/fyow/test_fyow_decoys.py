"""Section 19: markers and decoys; 13.7.3: joining boxes; citations of the order of play."""

from __future__ import annotations

import pytest
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, fyow, give_orders, link, refused, said, unit, where

from grognard.games.fyow import acts
from grognard.games.fyow.battle.paper import other_way
from grognard.games.fyow.contact import decoys
from grognard.games.fyow.contact.information import may_gather
from grognard.games.fyow.session import umpire

ON = {"traits": False, "decoys": True, "loss_removal_automatic": True}


def marked(*more):
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move to contact", ISLET]}}, options=ON)
    m.choose(("decoy",))
    return m


@pytest.mark.rule("fyow.19.2.1", "fyow.19.3.2", "fyow.19.1.1")
def test_up_to_three_markers():
    m = marked()
    assert [d.letter for d in decoys.markers(m.g, 0)] == ["B"] and said(m, "british", "19.2.1") and not said(m, "german", "19.2.1")
    with refused("19.3.2"):
        m.choose(("decoy",))
    m.g.state.staff.put = []
    list(decoys.split(m.g, 0, acts.ShowMarker()))
    assert decoys.may_split(m.g, 0, acts.ShowMarker()).rule == "fyow.19.2.1"


@pytest.mark.rule("fyow.19.2.2", "fyow.19.2.3", "fyow.19.2.4")
def test_each_marker_has_its_own_test_on_the_card():
    m = marked()
    with m.forced(9):
        m.choose(("marker", "B", link(m, VALE, "chouet")))
    decoy = decoys.markers(m.g, 0)[0]
    assert m.g.static.boards[decoy.board].id == "chouet" and where(m, "b1") == VALE and decoy.moves == 1
    m.g.state.staff.put, decoy.moves = [], 2
    assert decoys.may_go(m.g, 0, acts.MoveMarker("B", 0)).rule == "fyow.19.2.2"
    decoy.moves = 0
    give_orders(m, "b1", "defend")
    assert decoys.may_go(m.g, 0, acts.MoveMarker("B", 0)).rule == "fyow.19.2.2"


@pytest.mark.parametrize(("die", "real"), [(2, False), (5, True)])
@pytest.mark.rule("fyow.19.3.1")
def test_a_marker_that_meets_the_enemy_is_the_force_or_nothing(die, real):
    m = marked()
    decoy = decoys.markers(m.g, 0)[0]
    decoy.board, decoy.edge = m.g.static.number[SAMPSON], link(m, SAMPSON, ISLET)
    with m.forced(die):  # of two markers: 1-3 is A, 4-6 is B
        decoys.meets(m.g, 0, decoy)
    assert (where(m, "b1") == SAMPSON) is real and not decoys.markers(m.g, 0)


@pytest.mark.rule("fyow.19.3.1")
def test_three_markers_and_a_d3():
    for die, there in ((1, True), (2, False), (3, False)):
        m = marked()
        m.g.state.staff.put = []
        list(decoys.split(m.g, 0, acts.ShowMarker()))
        for decoy in decoys.markers(m.g, 0):
            decoy.board = m.g.static.number["chouet"]
        with m.forced(die):
            assert decoys.real_here(m.g, 0) is there
        assert (where(m, "b1") == VALE) is there


@pytest.mark.rule("fyow.19.3.3", "fyow.19.3.4")
def test_fixing_and_merging_markers():
    m = marked()
    decoys.markers(m.g, 0)[0].board = m.g.static.number["chouet"]
    with m.forced(6):
        list(decoys.fix(m.g, 0, acts.FixMarkers()))
    assert where(m, "b1") == "chouet" and not decoys.markers(m.g, 0)
    assert decoys.may_fix(m.g, 0, acts.FixMarkers()).rule == "fyow.19.3.3"
    m = marked()
    decoys.merge(m.g, 0)
    assert not decoys.markers(m.g, 0) and said(m, "british", "19.3.4")


@pytest.mark.rule("fyow.13.7.3")
def test_friends_in_neighbouring_boxes_join_in_a_session():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["move", SAMPSON]}, "b4": {"board": SAMPSON, "elements": {"regular": 50}}}
    static = at_cards("b1").g.static
    board = static.number[SAMPSON]
    way = next(iter(static.graph.links_beside(board, static.graph.links_between(board, static.number[ISLET])[0], static.land)))
    forces["b4"]["box"] = static.boards[static.other_end(way, board)].id
    m = at_cards("b1", "g4", forces=forces, spotted={"british": ["g2"]})
    m.choose(("box", way))
    assert unit(m, "b1").box == way and unit(m, "b1").moves == 0
    m = at_cards("b1", "g4", forces={**forces, "b1": {**forces["b1"], "arrived": 3}}, spotted={"british": ["g2"]})
    with refused("13.7.3"):
        m.choose(("box", way))


@pytest.mark.rule("fyow.17.1.2")
def test_observers_may_stay_on_for_further_sessions():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "order": ["reconnaissance", SAMPSON], "watched": 2}}
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]})
    assert may_gather(m.g, 0, acts.Gather()) is None


@pytest.mark.rule("fyow.15.6.1")
def test_contacts_are_settled_on_paper_unless_the_player_says_otherwise():
    m, fight = field("portinfer")
    assert list(other_way(m.g, fight)) == [] and fight.way == "paper"
    m.g.options = {**m.g.options, "settle": "ask"}
    asked = other_way(m.g, fight)
    assert next(asked).options == ["paper", "table", "linked"]


def calls_of(monkeypatch, *places):
    """Which of the umpire's duties were done."""
    done = []
    for place, name in places:
        monkeypatch.setattr(place, name, lambda *_, name=name: done.append(name))
    return done


@pytest.mark.rule("fyow.4.2.2", "fyow.4.2.5", "fyow.4.2.6")
def test_the_first_day_of_a_month(monkeypatch):
    m = fyow()
    duties = ((umpire, "file_card"), (umpire.replenishment, "new_month"), (umpire.partisans, "first_of_month"))
    done = calls_of(monkeypatch, *duties)
    m.g.state.day = 11
    umpire.dawn(m.g)
    assert done == []
    m.g.state.day = 12
    umpire.dawn(m.g)
    assert done == ["file_card", "new_month", "first_of_month"]


@pytest.mark.rule("fyow.4.4.7", "fyow.4.4.10", "fyow.4.6.1", "fyow.4.8.1")
def test_flying_boats_trains_loading_and_the_end_of_a_month(monkeypatch):
    m = fyow()
    done = calls_of(
        monkeypatch, (umpire.air, "morning"), (umpire.naval, "morning"), (umpire, "load_convoys"), (umpire.trains, "run_trains"),
        (umpire.replenishment, "month_end"),
    )  # fmt: skip
    umpire.after_supply(m.g)
    umpire.session(m.g)
    assert done == ["morning", "morning", "load_convoys", "run_trains"]
    m.g.state.day = 10
    umpire.night(m.g)
    assert "month_end" not in done
    m.g.state.day = 11
    umpire.night(m.g)
    assert done[-1] == "month_end"


@pytest.mark.rule("fyow.4.4.4", "fyow.prep.6")
def test_routes_are_classed_every_morning(monkeypatch):
    from grognard.games.fyow import sequence

    m = fyow()
    done = calls_of(monkeypatch, (sequence, "class_routes"))
    list(sequence.supply(m.g))
    assert done == ["class_routes"]


@pytest.mark.rule("fyow.6.3.2")
def test_a_senior_command_deals_with_requests_on_its_card():
    from grognard.games.fyow.records.staff import Request

    m = at_cards("b4", "wessex", "b4", options={"traits": False})
    m.g.state.staff.requests.append(Request(0, 1, "support", unit(m, "b1").board, [0]))
    with m.forced(1):
        m.choose(("stay",))
    assert m.g.state.staff.requests == [] and said(m, "british", "9.3.2")


@pytest.mark.rule("fyow.2.7.6", "fyow.33.10.3", "fyow.6.4.2")
def test_cards_speed_and_names_of_those_who_join_or_leave():
    from grognard.games.fyow.forces import fractions, merging

    m = at_cards("g4", "b1", "b4")
    m.g.state.pack = [3, 0, 1]
    fractions.vanish(m.g, 1)
    assert m.g.state.pack == [3, 0]
    unit(m, "b1").elements, unit(m, "b1").moves_as = {"medium_tank": 5}, "afvs"
    merging.give(m.g, 0, {"regular": 40})
    assert unit(m, "b1").moves_as == "regular_infantry"
    m = at_cards("b1", "b4")
    new = merging.raise_fraction(m.g, 1, {"regular": 40}, 0)
    assert m.g.unit(new).name.startswith("Reserve") and m.g.unit(new).parent == 0


@pytest.mark.rule("fyow.33.7.3.3", "fyow.33.7.3.4")
def test_dr2_makes_disarray_and_the_winner_is_noted():
    from grognard.games.fyow.battle.paper import beat, finish

    for result, disarray in (("DR", False), ("DR2", True), ("AR3", True)):
        m, fight = field("portinfer")
        fight.result = result
        beat(m.g, fight, fight.defenders)
        assert fight.disarray is disarray
    m, fight = field("portinfer")
    fight.result = "DR"
    finish(m.g, fight)
    assert unit(m, "b1").won == m.g.now and m.g.state.known_control["german"][fight.board] == "british"


@pytest.mark.rule("fyow.4.6.5", "fyow.4.6.6", "fyow.4.6.7")
def test_cards_of_air_sea_and_partisans(monkeypatch):
    m = fyow()
    done = []
    for name, place in (("air", umpire.air_acts), ("sea", umpire.naval_acts), ("cell", umpire.partisans)):
        monkeypatch.setattr(place, "card", lambda g, number, name=name: iter([done.append((name, number))]))
    for card in (umpire.AIR + 1, umpire.SEA + 2, umpire.CELLS):
        list(umpire.card(m.g, card))
    assert done == [("air", 1), ("sea", 2), ("cell", 0)]


@pytest.mark.rule("fyow.13.5.2")
def test_who_is_aboard_does_not_march():
    from grognard.games.fyow.march.movement import may_move

    m = at_cards("b1", "b4")
    board = m.g.static.boards[unit(m, "b1").board]
    old, board.terrain = board.terrain, "sea"
    try:
        assert may_move(m.g, 0, link(m, VALE, ISLET)).rule == "fyow.13.5.2"
    finally:
        board.terrain = old


@pytest.mark.rule("fyow.13.8.1")
def test_orders_to_land_name_a_coast():
    from grognard.games.fyow.orders.order_kinds import may_order

    m = at_cards("b1", "b4")
    board, inland = m.g.static.boards[unit(m, "b1").board], m.g.static.number["les-capelles"]
    old, board.terrain = board.terrain, "sea"
    try:
        assert not m.g.static.boards[inland].coast and may_order(m.g, 0, "engage", inland).rule == "fyow.13.8.1"
    finally:
        board.terrain = old
