"""Sections 23, 24, 30 and 31: work by night and in the rain, repairs, loading, trains."""

from __future__ import annotations

import pytest
from fyow_table import (
    CAPELLES,
    SAMPSON,
    at_cards,
    link,
    number,
    refused,
    said,
    unit,
    value,
    where,
)

from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.services import Convoy, Task, Train
from grognard.games.fyow.supply import convoys, loads


@pytest.fixture
def railway(monkeypatch):
    """St Sampson to Les Capelles made into a railway, ten Regulars (15 points) of g2 on the train."""
    m = at_cards("b1", "b4", forces={"g2": {"elements": {"regular": 10}}, "g4": {"board": CAPELLES}})
    static = m.g.static
    monkeypatch.setattr(static, "rails", static.land)  # the roads serve as rails
    monkeypatch.setattr(static.boards[static.number[SAMPSON]], "station", True)
    train = Train("t1", "Train 1", "german", static.number[SAMPSON], order=static.number[CAPELLES], cargo=[number(m, "g2")])
    m.g.state.rail.trains = [train]
    unit(m, "g2").train = 0
    return m


@pytest.mark.rule("fyow.31.1.3", "fyow.23.1.1")
@pytest.mark.parametrize(("mode", "ready"), [("active", True), ("rationed", False)])
def test_repairs_of_a_rationed_force_take_half_as_much_again(mode, ready):
    """31.1: in all cases. A tank of 60 points wants 30; 45 when Rationed: two throws of 20 are not enough."""
    m = at_cards(
        "b4",
        "b1",
        forces={
            "b4": {"mode": mode, "elements": {"regular": 20, "field_park": 1, "medium_tank": 2}, "damaged": {"medium_tank": 1}}
        },
    )
    need = jobs.repair_total("medium_tank")
    assert jobs.need(m.g, number(m, "b4"), need) == (need if mode == "active" else -(-3 * need // 2))
    here = number(m, "b4")
    m.g.state.stores.tasks.append(Task("repair", "british", here, here, need, done=need - 2, what="medium_tank"))
    with m.forced(1, 1):
        m.choose(("repair",))
    assert (not unit(m, "b4").damaged) is ready


@pytest.mark.rule("fyow.31.0.2", "fyow.31.1.2", "fyow.31.4.2")
@pytest.mark.parametrize(
    ("sky", "session", "loaded"), [("fair", 3, 35), ("fair", 6, 18), ("heavy_rain", 3, 33), ("heavy_rain", 6, 17)]
)
def test_a_convoy_is_loaded_slowly_by_night_and_in_the_rain(sky, session, loaded):
    """7 x 5 load spaces; 2 pips fewer in heavy rain; half of it by night, rounded up."""
    m = at_cards("b4", "b1", weather={"sky": sky}, session=session)
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    with m.forced(7, 5):
        convoys.load_convoys(m.g)
    assert m.g.state.stores.convoys[0].loaded == loaded


@pytest.mark.rule("fyow.31.1.3", "fyow.31.4.2")
@pytest.mark.parametrize(("mode", "goes"), [("active", True), ("rationed", False)])
def test_a_rationed_hq_loads_its_convoy_half_as_long_again(mode, goes):
    m = at_cards("b4", "b1")
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    unit(m, "b4").mode = mode
    convoy: Convoy = m.g.state.stores.convoys[0]
    convoy.loaded = 71
    with m.forced(1, 1):
        convoys.load_convoys(m.g)
    assert (convoy.ready > 0) is goes


@pytest.mark.rule("fyow.31.0.2", "fyow.24.0.2")
@pytest.mark.parametrize(("session", "handled"), [(3, 120), (6, 60)])
def test_docks_handle_half_by_night(session, handled):
    m = at_cards("b4", "b1", session=session)
    m.g.static.boards[m.g.static.number[SAMPSON]].hub = "small_port"
    with m.forced(5, 2, 3, 4):
        assert loads.handle(m.g, m.g.static.number[SAMPSON], "british") == handled


@pytest.mark.rule("fyow.30.1.1", "fyow.31.0.2", "fyow.31.1.3")
@pytest.mark.parametrize(("session", "mode", "aboard"), [(3, "active", True), (6, "active", False), (3, "rationed", False)])
def test_a_train_is_loaded_slowly_by_night_and_by_a_rationed_force(session, mode, aboard, monkeypatch):
    """40 men: a throw of 8 x 5 does it by day; by night it is 20, and a Rationed force needs 60."""
    m = at_cards("b4", "b1", session=session, forces={"b1": {"elements": {"regular": 40}, "mode": mode}})
    here = unit(m, "b1").board
    monkeypatch.setattr(m.g.static.boards[here], "station", True)
    m.g.state.rail.trains = [Train("t", "The train", "british", here, job=[number(m, "b1"), 1])]
    with m.forced(8, 5):
        trains.run_trains(m.g)
    assert (unit(m, "b1").train == 0) is aboard


@pytest.mark.parametrize(("there", "runs"), [(1485, True), (1490, False)])
@pytest.mark.rule("fyow.13.9.1")
def test_a_train_with_troops_wants_room_on_the_next_board(railway, there, runs):
    """1942: a board takes 1500 points of a side."""
    m = railway
    value(m, "g4", there)
    m.choose(("stay",))
    m.choose(("stay",))  # the next session: the umpire runs the train
    assert (where(m, "g2") == CAPELLES) is runs
    assert any("would hold 1505 points" in line for line in said(m, "german", "13.9.1")) is not runs


@pytest.mark.rule("fyow.23.1.5", "fyow.23.1.2")
def test_each_crew_mends_its_own_vehicle_and_no_other():
    """An infantry tank is worth 85, so each needs 43: two crews with 24 and 20 after two sessions have repaired none."""
    forces = {"b4": {"elements": {"regular": 40, "infantry_tank": 2}, "damaged": {"infantry_tank": 2}}}
    m = at_cards("b4", "b4", "b4", "b4", forces=forces)
    with m.forced(6, 6, 5, 5):
        m.choose(("repair",))
    with m.forced(6, 6, 5, 5):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}  # 24 and 20 of 43
    with m.forced(6, 6, 6, 6):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}  # 36 and 32
    with m.forced(4, 3, 1, 1):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 1}  # 43 and 34


@pytest.mark.rule("fyow.30.5.1", "fyow.20.6.4", "fyow.15.3.6")
@pytest.mark.parametrize(("change", "rule"), [({"mode": "rest"}, "20.6.4"), ({"disarray": 2}, "15.3.6"), ({}, "")])
def test_who_rests_or_is_in_disarray_blows_up_no_line(change, rule, monkeypatch):
    m = at_cards("b1", "g2", "b4", forces={"g2": {"elements": {"regular": 60, "large_charge": 1}, **change}})
    way = link(m, SAMPSON, "les-capelles")
    monkeypatch.setattr(m.g.static, "rails", m.g.static.land)  # the roads serve as rails
    m.choose(("stay",))
    if rule:
        with refused(rule):
            m.choose(("cut", way))
    else:
        m.choose(("cut", way))
        assert str(way) in m.g.state.rail.cuts
