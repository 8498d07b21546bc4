"""The staff's figures of the issue: 100 battles over the five scenarios with changed sides (`make soak`; about an hour)."""

from __future__ import annotations

import pytest

from grognard.bots import make_bot, play_match
from grognard.games.napalini import GAME
from grognard.kernel import Match

SCENARIOS = ["learning", "novi", "firefly", "winter-line", "blue-danube"]


def won(scenario: str, foe: str, k: int) -> bool:
    match = Match.start("napalini", scenario, seed=f"series {k}")
    me, other = list(match.g.sides)[:: 1 if k % 2 else -1]
    play_match(match, {me: make_bot(GAME, "staff"), other: make_bot(GAME, foe)}, seed=f"series {k}")
    assert match.result is not None
    return match.result.winner == me


@pytest.mark.soak
@pytest.mark.parametrize(("foe", "least"), [("random", 95), ("greedy", 65)])
def test_a_hundred_battles(foe, least):
    figures = {scenario: sum(won(scenario, foe, k) for k in range(20)) for scenario in SCENARIOS}
    assert sum(figures.values()) >= least, figures
