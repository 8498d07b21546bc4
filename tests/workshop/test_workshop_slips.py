"""Slips of the pen in files of every game: whatever is changed in a sound file, each mistake is named with its line."""

from __future__ import annotations

import math
import random
import tomllib
from pathlib import Path

import pytest

import grognard.games
from grognard.kernel import game
from grognard.kernel.formats import kind_of
from grognard.kernel.formats.reading import check_file, check_text

GAMES = Path(grognard.games.__path__[0])
SLIPS = tomllib.loads(Path(__file__).with_name("slips.toml").read_text("utf-8"))
CLUMSY = ("cannot begin", "cannot be laid", "cannot be understood", "Error")  # the words of a program


def text_of(slip: dict) -> str:
    if "text" in slip:
        return slip["text"]
    name, rest = slip["file"].split("/", 1)
    text = (GAMES / name / "data" / rest).read_text("utf-8").replace("@TITLE@", "My war")
    for old, new in slip.get("change", []):
        assert old in text
        text = text.replace(old, "x" * 2500 if new == "LONG" else new, 1)
    text += slip.get("add", "")
    return text.replace("\n", "\r\n") if slip.get("crlf") else text


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named_with_its_line(name):
    slip = SLIPS[name]
    found = [str(one).removeprefix("x.toml:") for one in check_text(game(name.split(".")[0]), text_of(slip), "x.toml")]
    assert found == slip["says"] and found
    assert not [words for words in found if any(clumsy in words for clumsy in CLUMSY)]


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "99999999999999999999999999999999"])
@pytest.mark.parametrize(
    ("name", "key"), [("dbms", "at = [220"), ("fyow", "x = 2.5"), ("nlc", "west = 12.20"), ("napalini", "days = 2"), ("pog", "last_turn = 2")]
)
def test_numbers_that_are_none_are_named(name, key, value):
    file = GAMES / name / "data" / "scenarios" / "learning.toml"
    if name == "fyow":
        file = GAMES / "fyow" / "data" / "new-campaign.txt"
    text = file.read_text("utf-8")
    assert key in text
    text = text.replace(key, f"{key.rpartition(' ')[0]} {'[' if name == 'dbms' else ''}{value}", 1)
    found = check_text(game(name), text, "")
    assert found and all(one.line for one in found)
    easel = game(name).formats().easel
    if kind_of(game(name), tomllib.loads(text)) == easel.kind:
        easel.lay_out(tomllib.loads(text), None)


def test_the_mark_of_windows_editors_is_no_mistake(tmp_path):
    text = (GAMES / "dbms" / "data" / "scenarios" / "learning.toml").read_text("utf-8")
    file = tmp_path / "marked.toml"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert check_file(game("dbms"), file) == []
    file.write_bytes(b"\xef\xbb\xbf" + text.replace('"woods"', '"wods"').encode())
    assert [one.line for one in check_file(game("dbms"), file)] == [text[: text.index('"woods"')].count("\n") + 1]


@pytest.mark.parametrize("name", ["fyow", "nlc"])
def test_a_map_is_a_file_beside_and_nothing_else(name, tmp_path):
    """Nobody reads other files of a machine by the name of a map."""
    (tmp_path / "x").mkdir()
    (tmp_path / "away.toml").write_text('secret = "seen"\n')
    key, value = ("map", "../away") if name == "fyow" else ("theatre", "../away.toml")
    text = f'title = "x"\nblurb = "y"\n{key} = "{value}"\n' if name == "nlc" else f'title = "x"\n[campaign]\n{key} = "{value}"\n'
    file = tmp_path / "x" / "mine.toml"
    file.write_text(text)
    found = [str(one) for one in check_file(game(name), file, "scenario")]
    assert any(f"got '{value}'" in one for one in found) and not any("secret" in one for one in found)


@pytest.mark.parametrize("name", ["dbms", "fyow", "napalini", "nlc"])
def test_odd_numbers_do_not_stop_the_table(name):
    """A draft is laid out, whatever has been typed into it."""
    easel, rng = game(name).formats().easel, random.Random(name)
    for _ in range(20):
        data = tomllib.loads((GAMES / name / "data" / "scenarios" / "learning.toml").read_text("utf-8"))
        for _ in range(30):
            around: object = data
            while isinstance(around, dict | list) and around:
                key = rng.choice(list(around) if isinstance(around, dict) else range(len(around)))
                inside = around[key]
                if not isinstance(inside, dict | list) or not inside or rng.random() < 0.1:
                    around[key] = rng.choice([math.inf, math.nan, -1, 10**30, "☃", True, [[]], {"id": 3}])
                    break
                around = inside
        easel.lay_out(data, None)
