"""Print and play: tiles of the map, counters front and back, rules with rulings."""

from __future__ import annotations

import re
import shutil

import pytest
from typer.testing import CliRunner

from grognard.boards.player_aids import aids
from grognard.boards.print_and_play import document, scale_of, tiles
from grognard.cli.main import app
from grognard.cli.printing import BROWSERS
from grognard.kernel import Match, game


def test_a_battle_is_printed_whole():
    match = Match.start("dbms", "learning", 1)
    page = document(match)
    columns, rows = tiles(match.board, match.game.measure)
    assert (columns, rows) == (4, 3)  # 609.6 mm on sheets of 180 by 255
    assert page.count('class="page tile"') == 12 and page.count('href="#map"') == 12 and page.count('<symbol id="map"') == 1
    assert page.count('class="counter"') == page.count('class="counter back"') == 12
    assert "dbms.pips.1" in page and 'class="ruling"' in page
    assert 'class="rules"' not in document(match, rules=False)


def test_an_open_table_has_its_true_size_and_a_hex_takes_a_counter():
    table, field = Match.start("dbms", "learning", 1), Match.start("napalini", "learning", 1)
    assert round(table.board.width * scale_of(table.board, game("dbms").measure)) == 610
    assert field.board.unit * scale_of(field.board, game("napalini").measure) >= 18


def test_a_map_takes_no_sheet_for_a_sliver():
    """Six by eight squares of sixty millimetres: two sheets by two, not three by three."""
    field = Match.start("napalini", "learning", 1)
    assert tiles(field.board, game("napalini").measure) == (2, 2)


def test_the_command_writes_one_file(tmp_path):
    done = CliRunner().invoke(app, ["print", "pog", "learning", "--no-rules", "-o", str(tmp_path / "pog.html")])
    assert done.exit_code == 0 and "sheets of A4" in done.output
    assert not re.search(r'(src|href)="https?:', (tmp_path / "pog.html").read_text("utf-8"))


@pytest.mark.parametrize(
    "name, heads", [("nlc", ["Fire", "Compliance"]), ("dbms", ["Movement"]), ("draka", ["War status", "Draka"]), ("fyow", ["Troop cost"])]
)
def test_the_tables_of_the_game_lie_beside_the_map(name, heads):
    page = document(Match.start(name, "learning", 1), rules=False)
    tables = page[page.index('class="page aids"') :]
    assert all(f"<h2>{head}</h2>" in tables for head in heads)
    assert not re.search(r"<t[dh]>[^<]*[{}\[\]]", tables), "values as people write them"


@pytest.mark.parametrize(("name", "unit", "front", "back"), [("nlc", "Bijlandt", "5-4", "2-4"), ("pog", "FR 5th Army", "3-3-3", "2-3-3")])
def test_the_back_of_a_counter_has_its_own_numbers(name, unit, front, back):
    match = Match.start(name, "learning", 1)
    page = document(match, rules=False)
    sides = [re.findall(rf'<div class="{kind}"[^>]*>(?:(?!</div>).)*</div>', page) for kind in ("counter", "counter back")]
    for numbers, cells in zip((front, back), sides, strict=True):
        assert [re.search("<b[^>]*>(.*?)</b>", cell)[1] for cell in cells if unit in cell][:1] == [numbers]


def test_a_table_that_is_spelt_out_for_the_program_is_shown_as_printed():
    page = document(Match.start("dbms", "learning", 1), rules=False)
    assert "<tr><th></th><th>Beat</th><th>Doubled</th></tr><tr><th>IN</th><td>Destroyed by a unit that moves" in page
    assert "Army list" not in page


def test_a_table_under_the_rolls_of_its_dice():
    made = aids({"fire": {"rolls": [2, 3], "rows": {"1": [0, 1], "2+": [1, 2]}, "max_strength": 24}, "ruleset": "toy"})
    assert "<tr><th></th><th>2</th><th>3</th></tr><tr><th>1</th><td>0</td><td>1</td></tr>" in made
    assert "<tr><th>Max strength</th><td>24</td></tr>" in made and "ruleset" not in made.lower()


@pytest.mark.browser
@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium")
def test_a_pdf_is_written(tmp_path):
    done = CliRunner().invoke(app, ["print", "napalini", "--no-rules", "-o", str(tmp_path / "battle.pdf")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "battle.pdf").read_bytes().startswith(b"%PDF")


def test_without_a_browser_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = CliRunner().invoke(app, ["print", "napalini", "--no-rules", "-o", str(tmp_path / "battle.pdf")])
    assert done.exit_code and "Write an .html file" in str(done.exception or "") + done.output


def test_a_table_whose_rows_share_no_columns_is_no_wide_sheet_of_holes():
    rows = {"arriving": {f"on_{n}": n for n in range(9)}, "occupying": {f"in_{n}": n for n in range(9)}}
    printed = aids({"detection": rows})
    assert "<h3>Arriving</h3>" in printed and "<th>In 8</th><td>8</td>" in printed and "<td></td>" not in printed
    assert "<th>Hit</th>" in aids({"gun": {"light": {"hit": 5, "range": 2}, "heavy": {"hit": 4, "range": 3}}})
