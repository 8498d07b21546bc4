"""A match to its end against a bot, by touching what glows, for every game that exists."""

from __future__ import annotations

import pytest
import show_games  # noqa: F401  (registers the tests' own games in this process too, to know their names)
from hands import play_to_the_end, shot, start, wait_for_me

from grognard.kernel.game import game_names


def seats(game):
    from grognard.kernel import Match

    sides = list(Match.start(game, "learning", seed=1).prepared.sides)
    return {side: "me" if n == 0 else "bot:random" for n, side in enumerate(sides)}


@pytest.mark.parametrize("game", game_names())
def test_a_match_is_played_to_its_end(page, game):
    start(page, game, seats=seats(game))
    wait_for_me(page)
    page.wait_for_timeout(300)
    shot(page, f"first-{game}")
    play_to_the_end(page)
    shot(page, f"end-{game}")
    assert page.locator(".decision .who").inner_text() == "The match is over"
