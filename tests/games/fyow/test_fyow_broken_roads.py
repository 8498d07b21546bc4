"""Sections 13.6, 31.2 and 34.8: bridges that are down, roads that partisans wrecked, and who mends them."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import ISLET, VALE, at_cards, link, move, number, refused, said, unit, where

from grognard.games.fyow.battle.retreat import ways_back
from grognard.games.fyow.engineering.jobs import finish, jobs_at, task_of, total_of
from grognard.games.fyow.engineering.roads import breaks
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.partisans import demolition, missions
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.state import Battle


def at_the_bridge(known=("british", "german"), to=(ISLET,), damage=6, elements=None, ford=False):
    m = at_cards("b1", "g2", forces={"b1": {"board": VALE, "order": ["engage", ISLET]}})
    here = m.g.static.number
    m.g.state.staff.works = [
        Work(here[VALE], "the bridge of Grand Havre", "bridge", damage, list(known), to=[here[name] for name in to])
    ]
    if ford:
        m.g.state.staff.works.append(Work(here[VALE], "the ford", "ford", known=list(known)))
    unit(m, "b1").elements = elements or {"regular": 90}
    unit(m, "b1").moves_as = "regular_infantry"
    m.choose(("obvious",))
    return m


@pytest.mark.rule("fyow.31.2.1")
def test_a_bridge_that_is_down_closes_its_link():
    m = at_the_bridge()
    with refused("31.2.1", says="the bridge of Grand Havre is broken: nobody passes"):
        m.choose(move(m, "b1", ISLET))
    other = link(m, VALE, "portinfer")
    assert may_move(m.g, number(m, "b1"), other) is None or may_move(m.g, number(m, "b1"), other).rule != "fyow.31.2.1"
    stands = at_the_bridge(damage=5)
    with stands.forced(10, *[1] * 4):
        stands.choose(move(stands, "b1", ISLET))
    assert where(stands, "b1") == ISLET


@pytest.mark.rule("fyow.31.2.1")
def test_over_a_ford_men_pass_and_vehicles_do_not():
    m = at_the_bridge(ford=True)
    assert may_move(m.g, number(m, "b1"), link(m, VALE, ISLET)) is None
    trucks = at_the_bridge(ford=True, elements={"regular": 20, "soft_truck": 3})
    with refused("31.2.1", says="trucks cannot pass"):
        trucks.choose(move(trucks, "b1", ISLET))
    nowhere = at_the_bridge(to=(), elements={"regular": 20, "soft_truck": 3})  # it only stands somewhere on the board
    with refused("31.2.1"):
        nowhere.choose(move(nowhere, "b1", ISLET))
    assert may_move(at_the_bridge(to=()).g, 0, link(m, VALE, ISLET)) is None


@pytest.mark.rule("fyow.31.2.1")
def test_who_does_not_know_of_it_marches_to_the_brink():
    """Nothing hidden may be told by a refusal: the attempt is made, fails, and then the side knows."""
    m = at_the_bridge(known=())
    with m.forced(10):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == VALE and "is down" in said(m, "british", "31.2.1")[-1]
    assert m.g.state.staff.works[0].known == ["british"] and not said(m, "german", "31.2.1")


@pytest.mark.rule("fyow.31.1.4", "fyow.31.1.5")
def test_pontoons_serve_from_the_next_session_and_a_bridge_can_be_rebuilt():
    m = at_the_bridge()
    b1 = number(m, "b1")
    assert jobs_at(m.g, b1) == [("rebuild", 0)] and total_of(m.g, "rebuild", 0) == 150
    unit(m, "b1").elements["bridging_set"] = 1
    assert jobs_at(m.g, b1) == [("bridge", 0), ("rebuild", 0)]
    finish(m.g, b1, task_of(m.g, "british", "bridge", 0, b1))
    road = link(m, VALE, ISLET)
    assert breaks(m.g, road)
    m.g.state.session += 1
    assert not breaks(m.g, road)


def test_a_cleared_minefield_leaves_the_numbers_of_other_works_alone():
    m = at_the_bridge()
    m.g.state.staff.works.insert(0, Work(unit(m, "b1").board, "the mines", "mines", known=["british"]))
    b1 = number(m, "b1")
    finish(m.g, b1, task_of(m.g, "british", "mines", 0, b1))
    assert [work.kind for work in m.g.state.staff.works] == ["mines", "bridge"]
    assert ("mines", 0) not in jobs_at(m.g, b1) and ("rebuild", 1) in jobs_at(m.g, b1)


@pytest.mark.rule("fyow.31.2.1")
def test_nobody_retreats_over_a_bridge_that_is_down():
    m = at_the_bridge()
    m.g.state.staff.works[0].board = m.g.static.number[ISLET]
    m.g.state.staff.works[0].to = [m.g.static.number[VALE]]
    unit(m, "b1").board = m.g.static.number[ISLET]
    battle = Battle(m.g.static.number[ISLET], "german", [number(m, "g2")], [number(m, "b1")])
    assert link(m, ISLET, VALE) not in ways_back(m.g, number(m, "b1"), battle)
    m.g.state.staff.works[0].damage = 0
    assert link(m, ISLET, VALE) in ways_back(m.g, number(m, "b1"), battle)


# ------------------------------------------------------------------ 34.8: what partisans leave behind


@pytest.fixture
def cell():
    m = take_three(options={"partisans": True})
    m.g.state.partisans.cells = [Cell("british", board(m, "perelle"), 5, radio=True, explosives=2)]
    return m


@pytest.mark.rule("fyow.34.8.5", "fyow.31.2.1")
def test_a_road_that_partisans_wreck_is_closed_to_vehicles(cell):
    m, perelle = cell, board(cell, "perelle")
    with m.forced(4):
        missions.attack(m.g, m.g.state.partisans.cells[0], perelle)
    road = m.g.state.stores.roads[str(perelle)]
    assert m.g.state.stores.works == {str(perelle): 90} and not breaks(m.g, road)[0].for_all
    unit(m, "g5").board = perelle
    assert may_move(m.g, number(m, "g5"), road).rule == "fyow.31.2.1"
    g5 = number(m, "g5")
    finish(m.g, g5, task_of(m.g, "german", "works", perelle, g5))
    assert not m.g.state.stores.roads and not breaks(m.g, road)


@pytest.mark.rule("fyow.34.8.6", "fyow.34.8.5")
def test_partisans_go_for_a_bridge_first(cell):
    m, place = cell, unit(cell, "g4").board
    m.g.state.staff.works = [Work(place, "the harbour bridge", "bridge", known=["german"])]
    unit(m, "g4").stockpile = 7
    assert demolition.struck_at(m.g, place, "british") == "works"
    with m.forced(4):  # a difficult target, damaged: 100
        missions.attack(m.g, m.g.state.partisans.cells[0], place)
    assert m.g.state.stores.works == {str(place): 100} and unit(m, "g4").stockpile == 7
    with m.forced(5):
        missions.attack(m.g, m.g.state.partisans.cells[0], place)
    assert m.g.state.staff.works[0].destroyed


@pytest.mark.rule("fyow.34.7.2", "fyow.34.8.6")
def test_a_supply_route_is_always_difficult():
    m = take_three(options={"partisans": True})
    m.g.state.partisans.cells = [Cell("british", board(m, "perelle"), 5, radio=True, explosives=2)]
    unit(m, "g4").board = board(m, "forest")
    path = demolition.chain(m.g, board(m, "forest"), m.g.static.home["german"])[0]
    inner = [b for b in path[1:-1] if not m.g.on_board(b, "german")]
    for b in path[1:-1]:
        for n in m.g.on_board(b, "german"):
            m.g.unit(n).board = board(m, "perelle")
    way = (inner or path[1:-1])[0]
    assert demolition.struck_at(m.g, way, "british") == "route" and demolition.difficult(m.g, way, "british")
    with m.forced(5, 2):  # destroyed; two days
        missions.attack(m.g, m.g.state.partisans.cells[0], way)
    assert m.g.state.stores.broken["1"] == [2, 1, 0, 0]
