"""The check: every kind of mistake in a file is named with its place; none ends as a mistake of the program."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest
from typer.testing import CliRunner

from grognard.cli.check import files_of
from grognard.cli.main import app
from grognard.games.fyow.campaign import template
from grognard.kernel import Match, game
from grognard.kernel.formats import BadFile, Findings, check_scenario, kind_of
from grognard.kernel.formats.judging import judged
from grognard.kernel.formats.page import page_of, schema_of
from grognard.kernel.formats.places import places_in
from grognard.kernel.formats.reading import check_text

BROKEN = Path(__file__).parent / "broken"
DOCS = Path(__file__).parents[2] / "docs" / "formats"
GAMES = ("dbms", "draka", "fyow", "napalini", "nlc", "pog")
FILES = sorted(BROKEN.glob("*/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_broken_file_is_named_with_its_place(path):
    found = check_text(game(path.parent.name), path.read_text("utf-8"), path.name)
    assert [str(mistake) for mistake in found] == path.with_suffix(".txt").read_text("utf-8").splitlines()
    assert found and all(mistake.line and mistake.column for mistake in found)


def test_there_are_enough_of_every_game():
    assert len(FILES) >= 60 and {path.parent.name for path in FILES} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_with_the_game_is_sound(name):
    known = game(name)
    formats = known.formats()
    for path in files_of(known):
        data = tomllib.loads(path.read_text("utf-8"))
        kind = kind_of(known, data)
        found = Findings(data, str(path))
        if kind == "map":
            judged(found, formats.map)
        elif kind == "scenario":
            check_scenario(known, data, found)
            jsonschema_rs.validator_for(schema_of(formats.scenario)).validate(json.loads(json.dumps(data)))
        else:
            found = check_text(known, path.read_text("utf-8"), str(path))
        assert not found, [str(mistake) for mistake in (found if isinstance(found, list) else found.mistakes())]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_the_formats_is_fresh(name):
    """Else: `grognard check GAME --page > docs/formats/GAME.md`."""
    assert (DOCS / f"{name}.md").read_text("utf-8") == page_of(game(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_key_has_its_words(name):
    page = page_of(game(name))
    assert not [line for line in page.splitlines() if line.endswith("|  |")]


def test_places_are_those_of_the_text():
    text = 'title = "x"\n[[unit]]\nid = "a"\nsub = { b = [1,\n  2] }\n[[unit]]\n"a b".c = 3 # x\n'
    found = places_in(text)
    assert found["title",] == (1, 1) and found["unit", 1] == (6, 1) and found["unit", 0, "sub", "b", 1] == (5, 3)
    assert found["unit", 1, "a b", "c"] == (7, 1)


def test_the_command_lists_all_mistakes_and_exits_with_1(tmp_path):
    path = tmp_path / "my-war.toml"
    path.write_text(template("My war"), "utf-8")
    assert CliRunner().invoke(app, ["check", str(path)]).exit_code == 0
    path.write_text(template("My war").replace("temperate", "jungle", 1).replace("hq = ", "hqs = ", 1), "utf-8")
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 1
    assert f"{path}:18:1: campaign.climate: expected one of" in done.output and 'Did you mean "hq"?' in done.output
    assert CliRunner().invoke(app, ["check", str(tmp_path / "nosuch.toml")]).exit_code == 2
    assert json.loads(CliRunner().invoke(app, ["check", "pog", "--schema"]).output)["$defs"]["Scenario"]


def test_lists_and_matches_use_the_same_reader(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path))
    (tmp_path / "fyow").mkdir()
    text = template("My war").replace('terrain = "rugged"', 'terrain = "swamp"').replace("days = 6", "days = 0")
    (tmp_path / "fyow" / "my-war.toml").write_text(text, "utf-8")
    with pytest.raises(BadFile) as error:
        Match.start("fyow", "my-war", 1)
    assert [mistake.key for mistake in error.value.mistakes] == ["campaign.days", "board[2].terrain (wood)"]
    assert all(mistake.line for mistake in error.value.mistakes)
    listed = CliRunner().invoke(app, ["games", "fyow"]).output
    assert listed.count("cannot be played") == 2 and "my-war.toml:43:1" in listed
    from grognard.server.library import game_info

    info = next(info for info in game_info("fyow").scenarios if info.name == "my-war")
    assert info.problem.count("\n") == 1


def test_a_map_may_lie_beside_a_campaign(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path / "own"))
    folder = tmp_path / "own" / "fyow"
    folder.mkdir(parents=True)
    text = template("My war")
    boards, rest = text.index("[[board]]"), text.index("[sides.british]")
    links = text[text.index("links = [") : text.index("]\n\n", text.index("links = [")) + 2]
    (folder / "two-farms.toml").write_text(f'title = "Two farms"\n{links}\n{text[boards:rest]}', "utf-8")
    named = (text[:boards] + text[rest:]).replace(links, "").replace("[campaign]\n", '[campaign]\nmap = "two-farms"\n')
    (folder / "my-war.toml").write_text(named, "utf-8")
    assert len(Match.start("fyow", "my-war", 1).g.static.boards) == 5


def test_a_theatre_may_lie_beside_a_battle(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path / "own"))
    folder = tmp_path / "own" / "nlc"
    folder.mkdir(parents=True)
    data = Path(str(game("nlc").data))
    battle = (data / "scenarios" / "learning.toml").read_text("utf-8")
    (folder / "my-battle.toml").write_text(battle.replace("theatre.toml", "mine.toml"), "utf-8")
    theatre = (data / "theatre.toml").read_text("utf-8").replace('name = "Gemioncourt"', 'name = "Gemioncourt farm"')
    (folder / "mine.toml").write_text(theatre, "utf-8")
    assert "Gemioncourt farm" in Match.start("nlc", "my-battle", 1).static.ground.names.values()


@pytest.mark.parametrize(
    "content, says",
    [
        (b"", "odd.toml:1:1: the file is empty"),
        (b"\x00\xff\xfe\x80" * 50, "odd.toml:1:1: expected text in UTF-8"),
        ("títle".encode("utf-16"), "odd.toml:1:1: expected text in UTF-8"),
        (b'title = "a"\ntitle = "b"\n', "odd.toml:2:12: expected TOML, but: Cannot overwrite a value"),
        (b'title = "x"\nturns = ' + b"9" * 5000, "expected TOML, but: a number is too long to be read"),
        (b"title = " + b"[" * 4000 + b"]" * 4000, "expected TOML, but: brackets stand in brackets"),
    ],
    ids=["empty", "binary", "utf-16", "a-key-twice", "a-number-without-end", "brackets-without-end"],
)
def test_a_file_that_is_no_file_of_ours_is_named_all_the_same(tmp_path, content, says):
    (tmp_path / "odd.toml").write_bytes(content)
    for name in GAMES:
        said = CliRunner().invoke(app, ["check", str(tmp_path / "odd.toml"), "--game", name])
        assert says in said.output.replace(f"{tmp_path}/", "") and said.exit_code == 1


def test_a_file_of_another_game_is_told_so(tmp_path):
    (tmp_path / "tanks.toml").write_text((game("dbms").data / "scenarios" / "learning.toml").read_text("utf-8"))
    said = CliRunner().invoke(app, ["check", str(tmp_path / "tanks.toml"), "--game", "nlc"])
    assert said.exit_code == 1 and "looks like a file of World War II DBA (dbms)" in said.output


def test_what_is_no_toml_is_told_so_before_anybody_asks_for_its_game(tmp_path):
    (tmp_path / "letter.toml").write_text('title = "x"\n[campaign\n')
    said = CliRunner().invoke(app, ["check", str(tmp_path / "letter.toml")])
    assert said.exit_code == 1 and "letter.toml:2:10: expected TOML" in said.output
