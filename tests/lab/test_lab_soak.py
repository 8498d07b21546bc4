"""Long series, only with `make soak`: the search bot against the games' own."""

from __future__ import annotations

import pytest

from grognard.bots.series import play_job, series
from grognard.bots.tournament import by_bot


@pytest.mark.soak
@pytest.mark.parametrize("name", ["fyow", "napalini", "pog"])
def test_the_search_bot_beats_the_games_own(name):
    """60 of 100 at 2 s a decision is the goal; here 40 iterations (the same on every machine) and 20 matches, sides changed."""
    search, own = "search:nodes=40", "best"
    rows = [play_job(job) for job in series(name, "learning", [search, own], 20, "soak", swap=True)]
    score = by_bot(rows, [search, own])[search]
    assert score.rate >= 0.5, f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
