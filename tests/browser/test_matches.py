"""A match from the first page to its end against a bot, by touching what glows, for every game and every form of question."""

from __future__ import annotations

import pytest
import show_games  # noqa: F401  (registers the tests' own games in this process too, to know their names)
from hands import play_to_the_end, shot, start, wait_for_me


def seats(game):
    from grognard.kernel import Match

    sides = list(Match.start(game, "learning", seed=1).prepared.sides)
    return {side: "me" if n == 0 else "bot:random" for n, side in enumerate(sides)}


OURS = {"draka", "fyow", "napalini", "nlc", "pog"}  # test_dbms_battle.py fights dbms to its end by dragging
OF_THE_TESTS = {"counting", "duel", "show", "spike-dbms", "spike-napalini"}  # every form of question in small


@pytest.mark.parametrize("game", sorted(OURS | OF_THE_TESTS))
def test_a_match_is_played_to_its_end(page, game):
    start(page, game, seats=seats(game), by_hand=True)
    wait_for_me(page)
    shot(page, f"first-{game}")
    play_to_the_end(page)
    shot(page, f"end-{game}")
    assert page.locator(".decision .who").inner_text() == "The match is over"
