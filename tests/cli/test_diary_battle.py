"""`grognard diary`, `grognard sheets` and `grognard battle` on saved campaigns."""

from __future__ import annotations

import json
import random

import pytest

from grognard.boards.papers import diary_document, sheets_document
from grognard.kernel import UMPIRE, Match


@pytest.fixture
def campaign() -> Match:
    match = Match.start("fyow", "learning", seed=5)
    rng = random.Random(1)
    while match.g.state.day < 1:
        seat = next(iter(match.decisions))
        match.choose(match.decisions[seat].sample(rng), seat=seat)
    return match


def test_the_diary_is_a_document_by_day_and_session(campaign):
    text = diary_document(campaign, "british", "md", dice=False)
    assert text.startswith("# The road to St Sampson") and "\n## 1 June 1942" in text and "\n### 08:00, session 3" in text
    assert "*(fyow.4.4.2)*" in text and "Oberst H. Lindner decides" not in text  # the enemy's decisions are not his to read
    assert "Oberst H. Lindner decides" in diary_document(campaign, UMPIRE, "md", dice=False)
    page = diary_document(campaign, "british", "html", dice=True)
    assert page.startswith("<!doctype html>") and "<svg" in page and '<span class="rule">fyow.14.5.1</span>' in page


def test_the_umpire_reads_every_turn_and_nothing_twice():
    match = Match.start("nlc", "quatre-bras", seed=3)
    rng = random.Random(2)
    while match.g.state.turn < 3:
        seat = next(iter(match.decisions))
        match.choose(match.decisions[seat].sample(rng), seat=seat)
    text = diary_document(match, UMPIRE, "md", dice=True)
    assert "\n## Turn 1, " in text and "\n## Turn 2, " in text
    assert "unseen unit" not in text and "Troops arrive" not in text  # who is told the name needs no blank
    blanks = [diary_document(match, seat, "md", dice=False) for seat in match.seats]
    assert all("unseen unit" in own or "Troops arrive" in own for own in blanks)


def test_sheets_are_pages(campaign):
    text = sheets_document(campaign, "british", "md")
    assert "## Order sheet" in text and "| 1st Royal Wessex |" in text and "II Battalion" not in text
    assert "<table>" in sheets_document(campaign, "british", "html")


def _with_a_battle(folder):
    battle = {"board": 8, "attacker": "british", "attackers": [0], "defenders": [2], "way": "table", "met": True}
    battle |= {"opened": 1, "since": 2}
    forces = {
        "b1": {"board": "portinfer", "box": "vale-church-and-grand-havre", "edge": "vale-church-and-grand-havre"},
        "g2": {"board": "portinfer"},
    }
    situation = {"cards": ["b4"], "forces": forces, "spotted": {"british": ["g2"], "german": ["b1"]}, "battles": [battle]}
    match = Match.start("fyow", "learning", seed=1, situation=situation)
    battle["board"] = match.g.static.number["portinfer"]
    match = Match.start("fyow", "learning", seed=1, situation={**situation, "battles": [battle]})
    while match.decision.rule != "fyow.base.table.1":
        match.choose(match.decision.options[-1])
    save = folder / "campaign.json"
    save.write_bytes(match.save())
    return save


def test_a_report_is_entered_from_a_file(tmp_path):
    from typer.testing import CliRunner

    from grognard.cli.main import app

    save, report = _with_a_battle(tmp_path), tmp_path / "report.json"
    shown = CliRunner().invoke(app, ["battle", str(save)])
    assert "Battle sheet: Portinfer" in shown.output and "1st Royal Wessex" in shown.output
    linked = tmp_path / "linked.json"
    assert CliRunner().invoke(app, ["battle", str(save), "--link", str(linked)]).exit_code == 0
    assert Match.load(linked).game.name == "dbms"
    report.write_text(json.dumps({"over": False, "units": [{"unit": "g2", "lost": {"regular": 10}}]}))
    done = CliRunner().invoke(app, ["battle", str(save), "--report", str(report)])
    assert done.exit_code == 0, done.output
    assert next(u for u in Match.load(save).g.state.units if u.id == "g2").elements["regular"] == 130


def test_a_battle_by_command_is_reported_agreed_to_and_its_mistakes_are_named(tmp_path):
    from typer.testing import CliRunner

    from grognard.cli.main import app

    save, report = _with_a_battle(tmp_path), tmp_path / "report.json"

    def battle(*words):
        return CliRunner().invoke(app, ["battle", str(save), *words])

    report.write_text('{"over": true,\n  "holder": british}')
    wrong = battle("--report", str(report))
    assert wrong.exit_code == 1 and "report.json:2:13: expected JSON" in wrong.output
    assert battle("--format", "html").output.startswith("<!doctype html>")
    assert "grognard play --continue" in battle("--link", str(tmp_path / "linked.json")).output
    assert battle("--agree").exit_code == 2
    beaten = {"unit": "b1", "lost": {"regular": 5}, "retreats": "vale-church-and-grand-havre"}
    report.write_text(json.dumps({"over": True, "holder": "german", "units": [beaten]}))
    assert "--agree" in battle("--report", str(report)).output and battle("--report", str(report)).exit_code == 2
    assert battle("--agree").exit_code == 0
    assert next(u for u in Match.load(save).g.state.units if u.id == "b1").elements["regular"] == 149
