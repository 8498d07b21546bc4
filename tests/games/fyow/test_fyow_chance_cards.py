"""Section 32: chance cards."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import at_cards, number, said, unit

from grognard.games.fyow.chance import cards as chance
from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.records.services import Cell, Delivery
from grognard.games.fyow.supply import replenishment, supply
from grognard.games.fyow.weather import weather


@pytest.fixture
def m():
    match = take_three({"partisans": True})
    match.g.state.partisans.cells = [Cell("british", board(match, "forest"), 5, radio=True, explosives=2)]
    return match


# ------------------------------------------------------------------ 32: chance cards


def card(rank, suit):
    return next(n for n, c in enumerate(PACK) if (c["rank"], c["suit"]) == (rank, suit))


def with_card(rank, suit, **patch):
    m = at_cards("b1", options={"traits": False, "chance_cards": True}, **patch)
    m.g.state.fortune.card, m.g.state.fortune.day = card(rank, suit), m.g.day_of_month
    chance.turn_card(m.g)
    return m


@pytest.mark.rule("fyow.32.0.1", "fyow.32.0.2")
def test_a_card_a_month_filed_unseen():
    """The example: D12 7 is the 16th."""
    m = at_cards("b1", options={"traits": False, "chance_cards": True})
    assert len(PACK) == 52
    with m.forced(7, draws=[[card("7", "spades")]]):
        chance.file_card(m.g)
    assert not said(m, "british", "32.0.1") and not said(m, "british", "32.0.2")
    m.g.state.day = 6
    assert m.g.date.day == 16
    chance.turn_card(m.g)
    assert "every supply throw -2" in said(m, "british", "32.0.1")[0]
    off = at_cards("b1")
    with off.forced():
        chance.file_card(off.g)


@pytest.mark.rule("fyow.32.0.3")
def test_its_effect_lasts_one_day():
    m = with_card("7", "spades")
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 7
    m.g.state.day += 1
    chance.turn_card(m.g)
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 9


def test_weather_cards():
    m = with_card("king", "spades", weather={"sky": "fair", "marker": 7})
    m.g.state.weather.marker = 8
    with m.forced(2):  # marker 10 for the day: fair; the moon; calm
        weather.the_day(m.g)
    assert m.g.state.weather.marker == 8
    wind = with_card("queen", "spades")
    with wind.forced(3):
        assert weather.wind_of(wind.g, "breezy") == "none"
    rain = with_card("jack", "spades", weather={"sky": "light_rain"})
    weather.evening(rain.g)
    assert rain.g.state.weather.gauge == 3
    dry = with_card("jack", "spades", weather={"sky": "fair", "gauge": 4})
    weather.evening(dry.g)
    assert dry.g.state.weather.gauge == 2
    split = with_card("10", "spades")
    assert weather.parts(split.g) == [1, 3, 5]


def test_stockpile_command_and_other_cards():
    m = with_card("8", "diamonds", forces={"b1": {"stockpile": 20}, "b4": {"stockpile": 3}})
    chance.at_dawn(m.g)
    assert (unit(m, "b1").stockpile, unit(m, "b4").stockpile) == (20, 4)
    tools = with_card("2", "spades")
    assert jobs.need(tools.g, number(tools, "b1"), 45) == 47
    late = with_card("2", "diamonds")
    late.g.state.stores.deliveries = [Delivery("british", -1, 10, 0)]
    replenishment.arrivals(late.g)
    assert not late.g.state.stores.bank and late.g.state.stores.deliveries[0].day == 1
    officer = with_card("ace", "spades")
    with officer.forced(6, draws=[["Oberst H. Lindner"]]):
        chance.at_dawn(officer.g)
    assert "Above Average" in said(officer, "german", "32.0.1")[-1]


def test_radio_cards():
    m = with_card("5", "hearts")
    m.g.state.partisans.cells = [Cell("british", 0, 4, radio=False), Cell("british", 0, 4, radio=True)]
    with m.forced(draws=[[0]]):
        chance.at_dawn(m.g)
    assert [c.radio for c in m.g.state.partisans.cells] == [True, True]
