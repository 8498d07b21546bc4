"""Changes to TOML leave everything else as its writer left it."""

from __future__ import annotations

import difflib
import random
import tomllib
from pathlib import Path

import pytest

import grognard.games
from grognard.kernel import Misuse
from grognard.kernel.formats import Edit, edited

GAMES = Path(grognard.games.__path__[0])
FILES = sorted([*GAMES.glob("*/data/scenarios/*.toml"), *GAMES.glob("*/data/situations/*.toml")])

TEXT = """\
# A battle.
title = "One"   # of mine

rows = [
  "..W",   # 2, the north
  "...",   # 1
]
links = [["a", "b", 5]]

[map]
# The size.
breadth = 3

# The first side moves first.
[[side]]
id = "a"   # red
at = { x = 1, y = 2 }

[[side]]
id = "b"
"""


def change(*edits: Edit, text: str = TEXT) -> str:
    return edited(text, edits)


def differing(text: str, before: str = TEXT) -> list[str]:
    """Lines taken away and put in."""
    return [line for line in difflib.ndiff(before.splitlines(), text.splitlines()) if line[:1] in "+-"]


def test_a_value_is_set_and_its_comment_stays():
    assert differing(change(Edit("set", ["title"], "Two"))) == ['- title = "One"   # of mine', '+ title = "Two"   # of mine']
    assert differing(change(Edit("set", ["rows", 0], "WWW"))) == ['-   "..W",   # 2, the north', '+   "WWW",   # 2, the north']
    assert differing(change(Edit("set", ["side", 0, "at", "x"], 7))) == ["- at = { x = 1, y = 2 }", "+ at = { x = 7, y = 2 }"]


def test_a_key_is_put_where_it_belongs():
    assert differing(change(Edit("set", ["map", "depth"], 2))) == ["+ depth = 2"]
    assert differing(change(Edit("set", ["side", 0, "name"], "Red"))) == ['+ name = "Red"']
    assert differing(change(Edit("set", ["side", 0, "at", "z"], 3))) == ["- at = { x = 1, y = 2 }", "+ at = { x = 1, y = 2, z = 3 }"]
    assert tomllib.loads(change(Edit("set", ["blurb"], "Words")))["blurb"] == "Words", "above the first heading"
    assert change(Edit("set", ["control", "a"], ["x"])).endswith('\n[control]\na = ["x"]\n')


def test_an_entry_is_added_as_its_list_is_written():
    assert differing(change(Edit("add", ["rows"], "HHH"))) == ['+   "HHH",']
    assert differing(change(Edit("add", ["links"], ["b", "c", 6]))) == ['- links = [["a", "b", 5]]', '+ links = [["a", "b", 5], ["b", "c", 6]]']
    assert change(Edit("add", ["side"], {"id": "c"})).endswith('id = "b"\n\n[[side]]\nid = "c"\n')
    assert change(Edit("add", ["unit"], {"id": "u1", "order": {"kind": "rest"}})).endswith('[[unit]]\nid = "u1"\norder = { kind = "rest" }\n')


def test_what_is_removed_takes_nothing_with_it():
    assert differing(change(Edit("remove", ["rows", 1]))) == ['-   "...",   # 1']
    assert differing(change(Edit("remove", ["side", 0, "at", "y"]))) == ["- at = { x = 1, y = 2 }", "+ at = { x = 1 }"]
    left = change(Edit("remove", ["side", 0]))
    assert "# The first side moves first." in left and tomllib.loads(left)["side"] == [{"id": "b"}]
    assert tomllib.loads(change(Edit("remove", ["side", 1]), Edit("remove", ["side", 0]))).get("side", []) == []


def test_a_table_is_changed_key_by_key():
    text = change(Edit("set", ["map"], {"breadth": 4, "depth": 2}))
    assert "# The size." in text and tomllib.loads(text)["map"] == {"breadth": 4, "depth": 2}


def test_what_is_not_there_cannot_be_removed():
    with pytest.raises(Misuse, match="There is no side\\[7\\]"):
        change(Edit("remove", ["side", 7]))


def paths(value, path=()):
    yield path, value
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from paths(one, (*path, key))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}/{file.stem}")
def test_any_value_of_any_scenario_can_be_changed_and_no_comment_is_lost(file):
    rng = random.Random(file.name)
    text = file.read_text("utf-8")
    comments = [line for line in text.splitlines() if line.strip().startswith("#")]
    for _ in range(6):
        single = [(path, value) for path, value in paths(tomllib.loads(text)) if isinstance(value, str | int | float)]
        path, value = rng.choice(single)
        text = edited(text, [Edit("set", list(path), f"{value}!" if isinstance(value, str) else 7)])
        lists = [(path, value) for path, value in paths(tomllib.loads(text)) if path and isinstance(value, list) and value]
        if lists:
            path, value = rng.choice(lists)
            longer = edited(text, [Edit("add", list(path), value[-1])])
            assert tomllib.loads(edited(longer, [Edit("remove", [*path, len(value)])])) == tomllib.loads(text)
            text = longer
    assert all(line in text.splitlines() for line in comments)
