"""intro.2: a contact as a linked match of World War II DBA, and battle, order and record sheets."""

from __future__ import annotations

import pytest
from fyow_table import field, number, unit, where

from grognard.games.fyow.battle.linked import arm_of, conversion, linked_scenario, report_of, shares, start_linked
from grognard.games.fyow.battle.report import check
from grognard.games.fyow.view.sheets import battle_sheet, order_sheet
from grognard.kernel import Match


def contact():
    m, fight = field("portinfer")
    m.g.options = {**m.g.options, "settle": "ask"}
    m.choose(("stay",))
    m.choose("linked")
    return m, fight


def test_arms_and_shares():
    assert [arm_of(e) for e in ("regular", "mmg", "medium_tank", "heavy_tank", "light_at_gun", "field_gun", "medium_aa", "soft_truck")] == [
        "IN", "IH", "TA", "TH", "AT", "AR", "AA", "",
    ]  # fmt: skip
    assert shares({"IN": 70, "AR": 30}, 10) == {"IN": 7, "AR": 3} and shares({"IN": 95, "AR": 5}, 3) == {"IN": 3}


@pytest.mark.rule("fyow.intro.2", "fyow.base.table.1")
def test_a_contact_goes_out_as_a_dbms_match_and_comes_back_as_a_report():
    m, fight = contact()
    forces = conversion(m.g, fight)
    assert sum(forces["british"].values()) == 12 and sum(forces["german"].values()) == 9  # 478 of 675 points
    linked = start_linked(m.g, fight, seed=1)
    assert isinstance(linked, Match) and linked.decisions
    codes = [e.code for e in linked.g.state.elements if e.side == "red"]
    assert codes.count("GE") == 1 and len(codes) == 13
    assert all(e.entrenched for e in linked.g.state.elements if e.side == "blue" and e.code == "IN")
    lost = [e for e in linked.g.state.elements if e.side == "blue" and e.code == "IN"][:2]
    for element in lost:
        element.status = "lost"

    class Ended:
        g, result = linked.g, type("R", (), {"winner": "red"})

    report = report_of(m.g, fight, Ended())
    assert not any(check(m.g, fight, report)) and report.holder == "british"
    share = 140 * 2 // forces["german"]["IN"]
    assert next(e for e in report.units if e.unit == "g2").lost == {"regular": share}
    m.choose(report)
    m.choose("agree")
    assert unit(m, "g2").elements["regular"] == 140 - share and where(m, "g2") != "portinfer"


def test_what_a_few_destroy_counts_by_what_they_are_worth():
    """140 figures against a picket of 10: it stands as 3 elements, worth 0.9 of one in all."""
    m, fight = contact()
    unit(m, "g2").elements = {"regular": 10}
    unit(m, "b1").elements = {"regular": 140}
    linked = start_linked(m.g, fight, seed=1)
    for element in [e for e in linked.g.state.elements if e.side == "red" and e.code == "IN"][:3]:
        element.status = "lost"

    class Ended:
        g, result = linked.g, type("R", (), {"winner": "red"})

    report = report_of(m.g, fight, Ended())
    assert sum(conversion(m.g, fight)["german"].values()) == 3
    assert next(e for e in report.units if e.unit == "b1").lost == {"regular": 10}  # and not 35


def test_the_scenario_is_plain_data_and_starts_for_every_ground():
    m, fight = contact()
    for terrain in ("open", "light", "broken", "rugged", "dense", "fortified"):
        board = m.g.static.boards[fight.board]
        old, board.terrain = board.terrain, terrain
        data = linked_scenario(m.g, fight)
        board.terrain = old
        assert Match.start("dbms", data, seed=2).decisions


@pytest.mark.rule("fyow.base.table.1")
def test_sheets():
    m, fight = contact()
    sheet = "\n".join(battle_sheet(m.g, fight).lines)
    assert "light ground" in sheet and "1st Royal Wessex" in sheet and "session 1 (00:00) night" in sheet
    assert ["II Battalion", "regular figure", "regular", "140"] in [[cell.text for cell in row[:4]] for row in battle_sheet(m.g, fight).rows]
    orders = order_sheet(m.g, "british")
    assert orders.rows[0][1].text == "engage" and len(orders.rows) == 2
    assert any(panel.title.startswith("Battle sheet") for panel in m.view("german").panels)
    assert number(m, "b1") == 0
