"""Sections 25 to 27 and 32: the weather of split days and zones, wind and cards."""

from __future__ import annotations

import pytest
from fyow_table import (
    at_cards,
    field,
    fyow,
)
from test_fyow_chance_cards import card, with_card

from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.weather import weather
from grognard.games.fyow.weather.weather import sky_at


def morning(**patch):
    """The drafts of the day, on a fair morning; the HQ of the Wessex Brigade (b4) stands apart from b1."""
    patch.setdefault("forces", {"b1": {"rating": 6}})
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


@pytest.mark.rule("fyow.32.0.1", "fyow.26.3.1")
def test_a_six_and_one_more_is_the_light_wind_of_the_freezing_square(monkeypatch):
    """26.3: 5 or 6 = light wind; the Queen of Spades adds 1, and nothing lies beyond the 6."""
    m = with_card("queen", "spades")
    monkeypatch.setattr(m.g.static, "climate", "winter")
    with m.forced(6):
        assert weather.wind_of(m.g, "freezing") == "light"
    with m.forced(4):
        assert weather.wind_of(m.g, "freezing") == "light"


@pytest.mark.parametrize(
    ("suit", "sky", "gauge"),
    [("spades", "light_rain", 7), ("spades", "fair", 2), ("hearts", "light_rain", 5), ("hearts", "fair", 0)],
)
@pytest.mark.rule("fyow.32.0.1", "fyow.25.0.1")
def test_rain_of_the_morning_is_rain_of_the_day_for_the_jacks(suit, sky, gauge):
    """32: if it rains today +2, if it does not -2; the afternoon of the split day is fair. The gauge stands at 4."""
    options = {"traits": False, "chance_cards": True, "half_day_weather": True}
    m = at_cards("g4", options=options, weather={"sky": sky, "gauge": 4, "marker": 9})
    m.g.state.fortune.card, m.g.state.fortune.day, m.g.state.fortune.open = card("jack", suit), m.g.day_of_month, True
    with m.forced(3, *([] if sky == "fair" else [1])):  # the marker stays: fair in June; the moon, if it is not thrown yet (R79)
        m.choose(("stay",))
    assert m.g.state.session == 4 and m.g.state.weather.sky == "fair"
    weather.evening(m.g)
    assert m.g.state.weather.gauge == gauge


@pytest.mark.parametrize(("suit", "gauge"), [("spades", 5), ("clubs", 5), ("hearts", 3), ("diamonds", 4)])
@pytest.mark.parametrize("afternoon", ["", "fair"])
@pytest.mark.rule("fyow.32.0.1")
def test_snow_is_no_rain_for_the_jacks(suit, gauge, afternoon):
    """32: 'if it rains today', 'if it doesn't rain today'. The gauge stands at 4, and a day of snow adds 1."""
    options = {"traits": False, "chance_cards": True, "half_day_weather": bool(afternoon)}
    m = at_cards("g4", options=options, weather={"sky": "snow", "gauge": 4, "marker": 9})
    m.g.state.fortune.card, m.g.state.fortune.day, m.g.state.fortune.open = card("jack", suit), m.g.day_of_month, True
    if afternoon:
        with m.forced(3, 1):  # the marker stays: fair in June; the moon
            m.choose(("stay",))
        assert m.g.state.weather.sky == afternoon
    weather.evening(m.g)
    assert m.g.state.weather.gauge == gauge


@pytest.mark.rule("fyow.27.5.2.3", "fyow.33.7.2.1")
@pytest.mark.parametrize("storm", ["", "blowing"])
def test_no_barrage_in_a_sandstorm(storm):
    m, _ = field(attacker={"elements": {"regular": 100, "medium_howitzer": 4}})
    m.g.state.weather.storm = storm
    m.choose(("stay",))
    assert m.decision.rule == ("fyow.33.7.2.4" if storm else "fyow.33.7.2.1")


@pytest.mark.rule("fyow.25.0.2", "fyow.32.0.1")
def test_a_king_moves_the_weather_of_every_zone(monkeypatch):
    m = at_cards(
        "b1", options={"traits": False, "weather_zones": True, "chance_cards": True}, weather={"marker": 8, "sky": "fair"}
    )
    place = next(n for n, b in enumerate(m.g.static.boards) if b.land)
    king = next(n for n, card in enumerate(PACK) if card["kind"] == "weather_marker" and card["value"] == 2)
    monkeypatch.setattr(m.g.static.boards[place], "zone", 2)
    m.g.state.fortune.card, m.g.state.fortune.open = king, True
    far = sky_at(m.g, place)
    m.g.state.fortune.open = False
    m.g.state.weather.marker = 10
    assert far == sky_at(m.g, place)


@pytest.mark.rule("fyow.25.5.5", "fyow.25.0.1")
@pytest.mark.parametrize(("morning", "skipped"), [("snow", True), ("fair", False)])
def test_snow_of_the_morning_makes_tomorrow_the_first_fine_day(morning, skipped):
    """Ruling R83: on a split day what fell in its first part is not forgotten."""
    m = fyow({"traits": False, "half_day_weather": True}, phase="session", session=3, command=STAFFS,
             weather={"marker": 7, "sky": morning, "gauge": 4}, first_month=1)  # fmt: skip
    with m.forced(3):
        weather.remember_part(m.g)
        weather.move_marker(m.g)
    m.g.state.weather.sky, m.g.state.weather.wind = "fair", "none"
    weather.evening(m.g)
    assert m.g.state.weather.after_snow is skipped
    before, m.g.state.weather.worst = m.g.state.weather.gauge, -99
    weather.evening(m.g)
    assert (m.g.state.weather.gauge == before) is skipped
