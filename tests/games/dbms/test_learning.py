"""The learning battle: random matches end, and saves come back."""

from grognard.bots.play import play_match
from grognard.bots.random_bot import RandomBot
from grognard.kernel import Match


def test_a_random_match_ends_with_a_result():
    match = Match.start("dbms", "learning", seed=5, options={"turn_limit": 20})
    result = play_match(match, {"red": RandomBot(), "blue": RandomBot()}, seed=5)
    assert result is not None
    assert match.g.state.turn <= 20


def test_random_quick_and_hidden_battles_end():
    for scenario in ("quick-battle", "hidden-ambush"):
        match = Match.start("dbms", scenario, seed=3)
        assert play_match(match, {"red": RandomBot(), "blue": RandomBot()}, seed=3) is not None
