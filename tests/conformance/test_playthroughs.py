"""Recorded playthroughs come out word for word, and saves of every release can still be played on.

Playthroughs are rewritten only on purpose: `GROGNARD_UPDATE=1 pytest tests/conformance/test_playthroughs.py` (or
`pytest --update-playthroughs`), and then the diff is read. Once a game has one playthrough, a scenario of it without one
fails; a game that has none yet, because it is being built, is skipped.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from conformance.test_battery import ALL, named
from grognard.kernel import Match, game
from grognard.kernel.battery import Hand, play_on, playthrough, replayed
from grognard.kernel.saves import read_save
from kernel.small_games import Counting, Duel

SAVES = Path(__file__).parent.parent / "saves"
PLAYTHROUGHS = SAVES / "playthroughs"
HOW = "record it with `pytest --update-playthroughs tests/conformance/test_playthroughs.py` and read the diff"


@pytest.mark.parametrize(("name", "scenario"), ALL, ids=named)
def test_the_playthrough_comes_out_word_for_word(name, scenario, update_playthroughs):
    file = PLAYTHROUGHS / f"{name}-{scenario}.txt"
    if update_playthroughs:
        file.parent.mkdir(exist_ok=True)
        file.write_text(playthrough(game(name), scenario), encoding="utf-8")
    if not file.exists():
        begun = sorted(PLAYTHROUGHS.glob(f"{name}-*.txt"))
        message = f"{name}/{scenario} has no playthrough: {HOW}"
        pytest.fail(message, pytrace=False) if begun else pytest.skip(message)
    old = file.read_text(encoding="utf-8")
    new = replayed(game(name), old)
    if old != new:
        pytest.fail(f"{file.name} comes out otherwise. {first_difference(old, new)}\nIf that is right, {HOW}.", pytrace=False)


def first_difference(old: str, new: str) -> str:
    """The first line that differs, for a message."""
    was, now = old.splitlines(), new.splitlines()
    for number, (a, b) in enumerate(zip(was, now, strict=False), 1):
        if a != b:
            return f"line {number}\n  was: {a}\n  now: {b}"
    return f"line {min(len(was), len(now)) + 1}: one has {len(was)} lines, the other {len(now)}"


def test_every_playthrough_is_of_a_scenario_that_exists():
    known = {f"{name}-{scenario}.txt" for name, scenario in ALL}
    assert [file.name for file in PLAYTHROUGHS.glob("*.txt") if file.name not in known] == []


@pytest.mark.parametrize("file", sorted(SAVES.glob("*.json")), ids=lambda file: file.stem)
def test_a_save_of_every_release_can_still_be_played_on(file):
    match = Match.load(file)
    assert match.number > 0
    play_on(match, Hand("old save"), 30)


@pytest.mark.parametrize("name", sorted({name for name, _ in ALL}))
def test_there_is_a_save_of_this_release(name, update_playthroughs):
    """In the middle of a match of the scenario to learn the game."""
    release = version("grognard")
    file = SAVES / f"{name}-{release}.json"
    if update_playthroughs and not file.exists():
        match = Match.start(name, "learning", "a save of every release")
        play_on(match, Hand("a save of every release"), 40)
        file.write_bytes(match.save())
    if not file.exists():
        pytest.skip(f"no save of {name} {release}: {HOW}")
    assert read_save(file).game == name


# ------------------------------------------------------------------ the playthroughs themselves


@pytest.mark.parametrize("kind", [Counting, Duel])
def test_a_playthrough_is_readable_and_replayed(kind):
    text = playthrough(kind(), "learning")
    assert text.splitlines()[0].startswith('{"game":') and "\n> red " in text and "\nend: " in text
    assert replayed(kind(), text) == text


def test_a_changed_rule_shows_in_the_playthrough():
    class Changed(Duel):
        def scene(self, g, side):
            return super().scene(g, side)

        def play(self, g):
            g.state.hits = {"red": 5, "blue": 0}
            return (yield from super().play(g))

    text = playthrough(Duel(), "learning")
    assert "was: " in first_difference(text, replayed(Changed(), text))


def test_a_choice_that_is_no_longer_legal_shows_where():
    text = playthrough(Counting(), "learning").replace("> red 1", "> red 7", 1)
    assert "! red 7: That is none of the choices here." in replayed(Counting(), text)
