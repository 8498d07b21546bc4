"""Whole matches of random choices: they end, in every scenario, and the views can be made at every decision."""

from __future__ import annotations

import random

import pytest

from grognard.kernel import Match


def play_out(match: Match, seed: int, look_every: int = 0) -> int:
    rng, count = random.Random(seed), 0
    while match.result is None:
        seat, decision = next(iter(match.decisions.items()))
        match.choose(decision.sample(rng), seat)
        match.game.check(match.g)
        count += 1
        if look_every and count % look_every == 0:
            for eye in (None, *match.seats):
                match.view(eye)
        assert count < 20_000
    return count


@pytest.mark.parametrize("scenario", ["learning", "quatre-bras", "ligny", "wavre", "la-belle-alliance", "wachau-1813"])
def test_a_random_match_ends(scenario: str) -> None:
    match = Match.start("nlc", scenario, seed=7)
    play_out(match, 7, look_every=100)
    assert match.result is not None
    assert match.diary("french")
