"""Scenarios of the game and of the user, and the options that a match is played with."""

from pathlib import Path

import pytest

from grognard.kernel.ledger import load_ledger
from grognard.kernel.proof.coverage import games_of
from grognard.kernel.refusal import BadData, Misuse
from grognard.kernel.scenarios import (
    check_options,
    load_options,
    load_scenario,
    option_from_text,
    scenario_files,
    user_folder,
)

SCENARIO = """
title = "Quatre Bras"
blurb = "Ney must take the crossroads."
seats = ["french", "allied"]
turns = 7
[options]
rain = true
"""

OPTIONS = """
[[option]]
name = "rain"
title = "Rain"
text = "It rains from noon."
kind = "bool"
default = false
rule = "toy.1.2"

[[option]]
name = "edition"
title = "Edition"
kind = "choice"
choices = ["classic", "deluxe"]
default = "classic"

[[option]]
name = "turns"
title = "Turns"
kind = "int"
default = 7
min = 1
max = 20

[[option]]
name = "motto"
title = "Motto"
kind = "text"
default = ""
"""


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path / "own"))
    folder = tmp_path / "data"
    (folder / "scenarios").mkdir(parents=True)
    write(folder / "scenarios" / "quatre-bras.toml")
    (folder / "options.toml").write_text(OPTIONS, encoding="utf-8")
    return folder


def write(path, text=SCENARIO):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# ------------------------------------------------------------------ scenarios


def test_scenarios_of_the_game_come_first_then_the_users(data):
    write(user_folder("toy") / "alpine.toml", SCENARIO.replace("Quatre Bras", "Over the Alps"))
    listed = scenario_files("toy", data)
    assert [(one.name, one.title, one.shipped) for one in listed] == [
        ("quatre-bras", "Quatre Bras", True),
        ("alpine", "Over the Alps", False),
    ]
    assert listed[1].path == str(user_folder("toy") / "alpine.toml")


def test_a_scenario_is_loaded_with_all_that_the_game_put_into_it(data):
    scenario = load_scenario("toy", data, "quatre-bras")
    assert scenario["turns"] == 7 and scenario["options"] == {"rain": True}
    write(user_folder("toy") / "alpine.toml")
    assert load_scenario("toy", data, "alpine")["title"] == "Quatre Bras"


def test_a_changed_file_is_read_again(data):
    assert load_scenario("toy", data, "quatre-bras") is load_scenario("toy", data, "quatre-bras")
    write(data / "scenarios" / "quatre-bras.toml", SCENARIO.replace("turns = 7", "turns = 10"))
    assert load_scenario("toy", data, "quatre-bras")["turns"] == 10


def test_without_a_variable_the_users_scenarios_stand_at_home(monkeypatch, tmp_path):
    monkeypatch.delenv("GROGNARD_SCENARIOS", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folder("toy") == tmp_path / ".grognard" / "scenarios" / "toy"


@pytest.mark.parametrize("name", ["quatre-bra", "../options", "", "quatre-bras.toml"])
def test_an_unknown_scenario_is_refused_with_those_there_are(data, name):
    with pytest.raises(Misuse, match="There are: quatre-bras"):
        load_scenario("toy", data, name)


def test_a_users_scenario_may_not_be_called_like_one_of_the_game(data):
    own = write(user_folder("toy") / "quatre-bras.toml")
    with pytest.raises(BadData, match="expected another file name; 'quatre-bras' comes with the game") as caught:
        load_scenario("toy", data, "quatre-bras")
    assert str(own) in str(caught.value)
    first, second = scenario_files("toy", data)
    assert first.shipped and not first.problem
    assert not second.shipped and "expected another file name" in second.problem


def test_a_wrong_file_of_the_user_spoils_only_itself(data):
    write(user_folder("toy") / "alpine.toml", "title = ")
    write(user_folder("toy") / "fine.toml")
    assert ["alpine.toml: expected TOML" in one.problem for one in scenario_files("toy", data)] == [False, True, False]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "Quatre Bras"', "", "title: expected a value"),
        ('title = "Quatre Bras"', "title = 4", "title: expected some words, got 4"),
        ('blurb = "Ney must take the crossroads."', 'blurb = ""', "blurb: expected some words"),
        ('["french", "allied"]', '"french"', "seats: expected a list of names"),
        ('["french", "allied"]', '["french", "french"]', "seats: expected every seat once"),
        ("[options]\nrain = true", "", None),
        ('seats = ["french", "allied"]', "", None),
        ("turns = 7\n[options]\nrain = true", 'options = ["rain"]', r"options: expected a table \[options\]"),
    ],
)
def test_what_every_scenario_has_is_checked(data, old, new, says):
    assert old in SCENARIO
    write(data / "scenarios" / "broken.toml", SCENARIO.replace(old, new))
    if says is None:
        assert load_scenario("toy", data, "broken")["title"]
    else:
        with pytest.raises(BadData, match=rf"broken\.toml: {says}"):
            load_scenario("toy", data, "broken")
        with pytest.raises(BadData):
            scenario_files("toy", data)


def test_a_scenarios_name_is_plain(data):
    write(data / "scenarios" / "Quatre Bras.toml")
    with pytest.raises(BadData, match="small letters, digits and hyphens"):
        scenario_files("toy", data)


# ------------------------------------------------------------------ options


def test_options_are_completed_with_their_defaults(data):
    declared = load_options(data)
    assert check_options(declared, {"turns": 9}) == {"rain": False, "edition": "classic", "turns": 9, "motto": ""}


def test_a_game_without_options_declares_none(tmp_path):
    assert load_options(tmp_path) == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rian": True}, 'options: rian: expected an option of this game, and this is none. Did you mean "rain"?'),
        ({"zzz": 1}, "There are: rain, edition, turns, motto."),
        ({"rain": 1}, "options: rain: expected true or false, got 1"),
        ({"edition": "second"}, "options: edition: expected one of classic, deluxe, got 'second'"),
        ({"turns": 21}, "options: turns: expected a whole number at least 1 and at most 20, got 21"),
        ({"turns": True}, "expected a whole number"),
        ({"turns": "7"}, "expected a whole number"),
        ({"motto": 3}, "options: motto: expected text, got 3"),
    ],
)
def test_a_wrong_option_is_named_with_what_was_expected(data, given, says):
    with pytest.raises(BadData) as caught:
        check_options(load_options(data), given)
    assert says in str(caught.value)


def test_options_typed_by_a_person(data):
    rain, edition, turns, _ = load_options(data)
    assert option_from_text(rain, "Yes") is True
    assert option_from_text(turns, "12") == 12
    assert option_from_text(edition, "deluxe") == "deluxe"
    for option, text in ((rain, "maybe"), (turns, "99"), (turns, "x"), (edition, "third")):
        with pytest.raises(BadData, match=f"option {option.name}: expected"):
            option_from_text(option, text)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "bool"', 'kind = "flag"', r"option\[0\]\.kind: expected one of bool, choice, int, text"),
        ("default = 7", "default = 70", r"option\[2\]\.default: expected a whole number at least 1 and at most 20"),
        ('choices = ["classic", "deluxe"]\n', "", r"option\[1\]\.choices: expected choices"),
        ('default = "classic"', 'default = "third"', r"option\[1\]\.default: expected one of classic, deluxe"),
        ('name = "edition"', 'name = "rain"', r"option\[1\]\.name: expected every option once"),
        ('name = "edition"', 'name = "The Edition"', "small letters"),
        ('text = "It rains from noon."', 'txet = "x"', 'Did you mean "text"'),
        ('kind = "text"', 'kind = "text"\nmax = 3', "because there is a min or max"),
        ("[[option]]", "x = 1\n[[option]]", "x: expected tables headed"),
    ],
)
def test_a_wrong_declaration_is_named_by_file_and_key(data, old, new, says):
    assert old in OPTIONS
    (data / "options.toml").write_text(OPTIONS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=rf"options\.toml: .*{says}|options\.toml: {says}"):
        load_options(data)


def test_an_options_rule_must_be_in_the_ledger(data):
    march = '[[rule]]\nid = "toy.1.1"\ntitle = "March"\ntext = "One point."\nscope = "core"\n'
    (data / "rules.toml").write_text(f'ruleset = "toy"\n{march}', encoding="utf-8")
    with pytest.raises(BadData, match=r"rain: expected a rule of the ledger, got 'toy\.1\.2'"):
        load_options(data, load_ledger(data))


# ------------------------------------------------------------------ the games there are


def test_every_scenario_and_option_of_the_projects_games_can_be_read(monkeypatch, tmp_path):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path))
    for folder in sorted(games_of(Path(__file__).parents[2]).glob("*/data")):
        ledger = load_ledger(folder)
        declared = load_options(folder, ledger)
        for one in scenario_files(folder.parent.name, folder):
            check_options(declared, load_scenario(folder.parent.name, folder, one.name).get("options", {}), one.path)
