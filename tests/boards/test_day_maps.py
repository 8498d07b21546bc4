"""The war diary as a book: contents, and a map at the head of each chapter."""

from __future__ import annotations

import random
import re

import pytest

from grognard.boards.papers import diary_document
from grognard.games.fyow.bot.general import General
from grognard.kernel import UMPIRE, Chair, Match


@pytest.fixture(scope="module")
def campaign() -> Match:
    """The first day of the learning campaign of Fight Your Own Wars, and the morning of the second."""
    match = Match.start("fyow", "learning", seed=3, options={"loss_removal_automatic": True})
    bot, rng = General(), random.Random(1)
    while match.g.state.day < 1:
        for seat in list(match.decisions):
            if seat in match.decisions:
                match.choose(bot.choose(Chair(match, seat, rng)), seat=seat)
    return match


def maps(html: str) -> list[str]:
    return re.findall(r'<figure class="daymap">.*?</figure>', html, re.S)


def test_each_day_has_a_chapter_and_a_map(campaign):
    html = diary_document(campaign, UMPIRE, "html", False, maps=True)
    assert len(maps(html)) == 2 and html.count('<h2 id="chapter') == 2
    assert html.count('href="#chapter') == 2 and html.count('<symbol id="war-map"') == 1
    first, second = maps(html)
    assert "1st R Wessex" in first and "Fortress HQ" in first and first != second
    assert html.index("chapter1") < html.index(first[:40])


def test_a_side_sees_on_its_maps_what_it_knew(campaign):
    """On the first morning nobody has found anybody."""
    first = maps(diary_document(campaign, "british", "html", False, maps=True))[0]
    assert "1st R Wessex" in first and "Fortress HQ" not in first and "II Bn" not in first


def test_without_the_wish_the_diary_is_as_it_was(campaign):
    html = diary_document(campaign, UMPIRE, "html", False)
    assert "daymap" not in html.replace(".daymap", "") and "chapter1" not in html
