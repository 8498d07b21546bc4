"""Section 34: sweeps, targets, demolitions and agents."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import (
    CAPELLES,
    ISLET,
    SAMPSON,
    VALE,
    at_cards,
    refused,
    said,
    unit,
)

from grognard.games.fyow.partisans import cells, missions, sweeps
from grognard.games.fyow.partisans.demolition import routes_over
from grognard.games.fyow.partisans.missions import may_target
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.supply.routes import chain, home_of

PORTINFER = "portinfer"


def hunted(**options):
    m = take_three(options={"partisans": True, **options})
    m.g.state.partisans.cells = [Cell("british", board(m, "petit-bot-bay"), 5, radio=True, explosives=1)]
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"):
        unit(m, name).board = board(m, "fort-doyle")
    return m, m.g.state.partisans.cells[0]


@pytest.mark.rule("fyow.34.14.3")
@pytest.mark.parametrize(("busy", "formed"), [(3, False), (0, True)])
def test_the_company_on_a_sweep_goes_nowhere_else(busy, formed):
    """b1 has 100 men, of whom 30 sweep this week; day 0."""
    m = at_cards("b1", "b4", forces={"b1": {"elements": {"regular": 100}, "start": 300, "order": ["defend", VALE]}})
    m.g.state.partisans.busy = {"0": busy}
    m.choose(("form",))
    named = {"elements": {"regular": 71 if not formed else 50}, "kind": "defend", "objective": VALE}
    if formed:
        with m.forced(1):
            m.choose(named)
        assert any(u.kind == "fraction" for u in m.g.state.units)
    else:
        with refused("3.4.2", "70 regular figures to give"):
            m.choose(named)


@pytest.mark.rule("fyow.34.7.1")
@pytest.mark.parametrize(("day", "listed"), [(0, True), (1, False)])
def test_partisans_list_their_targets_at_the_start_of_a_month(day, listed):
    m = take_three({"partisans": True}, day=day)
    places = [board(m, name) for name in ("forest", "st-peter-port", ISLET, SAMPSON, CAPELLES, VALE)]
    m.g.state.partisans.cells = [Cell("british", places[0], 5, targets=[[place, 1] for place in places])]
    items = [make("cell0", "target", PORTINFER, 1)]
    refusal = may_target(m.g, "british", items[0], items)
    assert refusal is None if listed else refusal.rule == "fyow.34.7.1"


@pytest.mark.rule("fyow.34.8.5")
def test_a_cell_that_loses_its_last_man_is_gone_with_its_agent():
    """Ruling R143: casualties beyond the members wipe the cell out, removed with radio, explosives and agent."""
    m = take_three({"partisans": True})
    cell = Cell("british", board(m, "forest"), 3, radio=True, explosives=2, agent=0, agent_since=0)
    cell.targets = [[board(m, "forest"), 1]] * 6
    m.g.state.partisans.cells = [cell]
    for force in m.g.on_board(board(m, "forest"), "german"):
        m.g.unit(force).board = board(m, "torteval")
    with m.forced(1, 2, 6):  # the target, the attack, six casualties; nobody is left to throw for the agent
        for _ in missions.card(m.g, 0):
            pass
    assert (cell.members, cell.radio, cell.explosives, cell.agent) == (0, False, 0, -1)


@pytest.mark.rule("fyow.34.14.3")
@pytest.mark.parametrize(("men", "goes"), [(29, False), (30, True)])
def test_a_sweep_wants_a_rifle_company(men, goes):
    """Three guns are a company elsewhere (R12); they sweep no woods."""
    m, cell = hunted()
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").elements = {"regular": men, "field_gun": 6}
    with m.forced(*([5] if goes else [])):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.14.2", "fyow.8.5.1")
@pytest.mark.parametrize(("face", "goes"), [(3, True), (4, False)])
def test_whether_he_sweeps_his_character_says(face, goes):
    """Ruling R15: a passive and balanced BC says yes up to 3."""
    m, cell = hunted(traits=True)
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").temper = "passive"
    with m.forced(face):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.8.5")
def test_partisans_blow_up_the_bridge_that_still_stands():
    m, cell = hunted()
    place = board(m, "forest")
    m.g.state.staff.works = [Work(place, "the old bridge", "bridge", damage=6), Work(place, "the new bridge", "bridge")]
    with m.forced(6):
        missions.attack(m.g, cell, place)
    assert [work.destroyed for work in m.g.state.staff.works] == [True, True]


@pytest.mark.rule("fyow.34.8.6", "fyow.20.1.1")
def test_partisans_cut_the_line_from_the_brigade_s_own_home(monkeypatch):
    """A Brigade supplied from a board of its own has its route over other boards."""
    m = at_cards("b1", options={"traits": False, "partisans": True}, forces={"g4": {"board": "les-capelles"}})
    fortress = m.g.static.scenario["brigade"][1]
    monkeypatch.setitem(fortress, "home", "grandes-rocques")
    over = [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]
    assert over == sorted(chain(m.g, unit(m, "g4").board, home_of(m.g, 1))[0][1:-1])
    monkeypatch.delitem(fortress, "home")
    assert over != [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]


@pytest.mark.rule("fyow.34.15.8", "fyow.34.15.6")
def test_a_new_agent_does_not_inherit_experience():
    m, cell = hunted()
    cell.agent, cell.missions = 0, 2
    with m.forced(1):
        cells.casualties(m.g, cell, 1)
    cell.agent, cell.agent_since, m.g.state.day = 0, 0, 1
    with m.forced(4, 5):  # 2D10 again, not 2D20
        sweeps.capture_throws(m.g)
    assert said(m, "british", "34.15.5") == ["Is the agent caught?"] and not said(m, "british", "34.15.8")
