"""The war diary: what happened, by which rule, who may read it, in names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_games import Small
from msgspec import Struct

from grognard.kernel import UMPIRE, Match, Tally
from grognard.kernel.battery.told import snapshot
from grognard.kernel.cite import recording
from grognard.kernel.diary import Event


class Nothing(Struct):
    turn: int = 0


class Tells(Small):
    name, title, state = "tells", "Tells", Nothing

    def play(self, g):
        g.heading("Turn {n}.", rule="tells.1", n=1)
        yield g.ask("red", "On?", ["on"], rule="tells.2")
        tally = Tally("odds")
        tally.add(3, "guns", "tells.9")
        g.tell("{unit} meets {unit2} in {place}.", rule="tells.3", tallies=[tally], unit=1, unit2=2, place="0101")
        g.tell("Red alone.", rule="tells.4", to="red")
        g.tell("Both by name.", rule="tells.4", to=["red", "blue"])
        g.tell("Nobody.", rule="tells.4", to=[])
        g.roll("2d6", "{unit} fires", rule="tells.5", by="red", unit=1)
        g.roll("d10", rule="tells.5")
        g.roll("d6", "In secret", rule="tells.5", to=["blue"])
        yield g.ask("red", "On?", ["on"], rule="tells.2")

    def name_of(self, static, kind, value):
        return {1: "Ney", 2: "Uxbridge"}[value] if kind == "unit" else f"<{value}>"


@pytest.fixture
def match():
    match = Match.start(Tells(), seed=1)
    with match.forced(3, 4, 10, 6):
        match.choose("on")
    return match


def test_facts_become_names_when_somebody_reads(match):
    line = match.diary("red")[1]
    assert line.text == "Ney meets Uxbridge in <0101>." and line.rule == "tells.3"
    assert (line.piece, line.place, line.after) == ("1", "0101", 1)
    assert line.tallies[0].title == "odds" and line.tallies[0].terms[0].rule == "tells.9"


def test_headings_and_rolls_are_of_their_kind(match):
    lines = match.diary(UMPIRE)
    assert lines[0].kind == "heading" and lines[0].text == "Turn <1>."
    rolls = [(line.text, line.dice, line.sides) for line in lines if line.kind == "roll"]
    assert rolls == [("Ney fires", [3, 4], 6), ("D10: ", [10], 10), ("In secret", [6], 6)]


def test_who_may_read_what(match):
    def texts(seat):
        return [line.text for line in match.diary(seat)]

    assert "Red alone." in texts("red") and "Red alone." not in texts("blue")
    assert "Both by name." in texts("blue") and "Both by name." not in texts(None)
    assert "Nobody." not in texts("red") and "Nobody." in texts(UMPIRE)
    assert "In secret" in texts("blue") and "In secret" not in texts("red")


def test_every_line_cites_its_rule():
    with recording((heard := []).append):
        match = Match.start(Tells(), seed=1)
        match.choose("on")
    assert {"tells.1", "tells.2", "tells.3", "tells.4", "tells.5", "tells.9"} <= set(heard)


def test_the_last_lines_come_with_the_scene(match):
    assert match.view("red").diary == match.diary("red")
    assert match.diary("red", last=1) == match.diary("red")[-1:]
    assert match.diary("red", since=100) == []


def test_the_diary_goes_back_with_undo_and_comes_back_from_a_file(match):
    fresh = Match.start(Tells(), seed=1)
    assert len(fresh.diary(UMPIRE)) == 1
    assert snapshot(Match.load(match.save(), game=Tells())) == snapshot(match)


def test_slots_without_a_fact_stay_as_they_are():
    event = Event("t.1", "{unit} and {nobody} {", {"unit": 1})
    assert event.words(lambda kind, value: f"{kind}{value}") == "Unit1 and {nobody} {"


@given(st.text(max_size=30), st.dictionaries(st.sampled_from(["unit", "place", "n1", "n2"]), st.text(max_size=5)))
def test_no_text_breaks_the_diary(text, facts):
    Event("t.1", text, facts).words(lambda kind, value: value)
