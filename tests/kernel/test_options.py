"""Options of a match: declared in data, checked at the start, complete in `g.options`, tried by the battery."""

from __future__ import annotations

import pytest
from small_games import Counting

from grognard.kernel import BadData, Match
from grognard.kernel.battery import options_to_try

OPTIONS = """
[[option]]
name = "fog"
title = "Fog"
kind = "bool"
default = false

[[option]]
name = "weather"
title = "Weather"
kind = "choice"
default = "fair"
choices = ["fair", "rain", "snow"]

[[option]]
name = "turns"
title = "Turns"
kind = "int"
default = 5
min = 1
max = 9
"""


@pytest.fixture
def game(tmp_path):
    (tmp_path / "options.toml").write_text(OPTIONS)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "wet.toml").write_text(
        'title = "Wet"\nblurb = "Rain."\ntarget = 9\n[options]\nweather = "rain"\n'
    )

    class Optional(Counting):
        name = "optional"
        data = tmp_path

    return Optional()


def test_the_options_are_complete_and_checked(game):
    match = Match.start(game, seed=1, options={"fog": True})
    assert match.options == match.g.options == {"fog": True, "weather": "fair", "turns": 5}
    with pytest.raises(BadData, match=r"fogg: expected an option of this game.* Did you mean .fog"):
        Match.start(game, options={"fogg": True})
    with pytest.raises(BadData, match="turns: expected a whole number at least 1 and at most 9, got 10"):
        Match.start(game, options={"turns": 10})


def test_a_scenario_sets_options_and_the_players_may_set_them_otherwise(game):
    assert Match.start(game, "wet", seed=1).options["weather"] == "rain"
    assert Match.start(game, "wet", seed=1, options={"weather": "snow"}).options["weather"] == "snow"


def test_options_are_kept_in_saves_forks_and_worlds(game):
    match = Match.start(game, seed=1, options={"turns": 9})
    for other in (Match.load(match.save(), game=game), match.fork(), match.imagine("red"), match.at(0)):
        assert other.options == match.options


def test_the_battery_tries_every_value_once(game):
    tried = options_to_try(game)
    assert {"fog": True} in tried and {"weather": "snow"} in tried and {"turns": 1} in tried and {"turns": 9} in tried
    assert {"fog": False} not in tried and {"weather": "fair"} not in tried
    assert all(len(one) == 1 for one in tried)
