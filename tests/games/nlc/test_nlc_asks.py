"""Questions have names, and the bot has an answer for each of them."""

from __future__ import annotations

from grognard.games.nlc.asks import Ask
from grognard.games.nlc.bot.staff_officer import ANSWERS


def test_the_bot_has_an_answer_for_every_question():
    assert set(ANSWERS) == set(Ask)
