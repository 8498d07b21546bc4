"""Sections 1 and 25: calendar, light, weather, gauge."""

from __future__ import annotations

import datetime

import pytest
from fyow_table import at_cards, fyow, number, said

from grognard.games.fyow.march.movement import movement
from grognard.games.fyow.supply.supply import received
from grognard.games.fyow.weather import weather


def on(match, day, month=None):
    g = match.g
    g.state.day = day
    if month:
        g.static.start = g.static.start.replace(month=month)
    return g


@pytest.fixture
def match():
    m = at_cards("b1")
    start = m.g.static.start
    yield m
    m.g.static.start = start


@pytest.mark.rule("fyow.1.1.3", "fyow.1.1.4", "fyow.1.1.5")
def test_twelve_dates_a_month_weeks_and_months_begin_on_theirs(match):
    assert on(match, 4).date == datetime.date(1942, 6, 11)
    assert on(match, 11).date == datetime.date(1942, 6, 30)
    dates = [on(match, day).date.day for day in range(12)]
    assert dates == [1, 3, 6, 8, 11, 14, 16, 19, 22, 24, 27, 30]
    assert [day for day in range(12) if on(match, day).new_week] == [0, 3, 6, 9]
    assert [day for day in range(24) if on(match, day).new_month] == [0, 12]
    assert on(match, 12).date == datetime.date(1942, 7, 1)
    assert on(match, 11, month=2).date == datetime.date(1942, 2, 28)
    fresh = fyow()
    assert any("1 June 1942" in text for text in said(fresh, "british", "1.1.3"))


@pytest.mark.parametrize(
    ("month", "nights"), [(12, [1, 2, 5, 6]), (4, [1, 5, 6]), (6, [1, 6]), (10, [1, 2, 6])], ids=["winter", "spring", "summer", "autumn"]
)
@pytest.mark.rule("fyow.1.2.1", "fyow.1.2.2", "fyow.1.2.3", "fyow.1.2.4")
def test_which_sessions_are_dark(match, month, nights):
    g = on(match, 0, month)
    assert [n for n in range(1, 7) if g.night_in(n)] == nights


@pytest.mark.rule("fyow.1.2.5")
def test_sessions_start_every_four_hours():
    from grognard.games.fyow.context import HOURS
    from grognard.games.fyow.sequence import session

    m = at_cards("b1", session=1)
    list(session(m.g))
    assert HOURS == [0, 4, 8, 12, 16, 20]
    assert "04:00, session 2" in said(m, "british", "1.2.5")[-1]


@pytest.mark.rule("fyow.prep.11", "fyow.25.1.1")
def test_2d6_place_the_marker_and_the_table_gives_the_sky(match):
    g = match.g
    g.state.weather.marker = 7
    with match.forced(1, 1, 1):  # marker 2: overcast in June; no low cloud; calm
        weather.first_weather(g)
    assert (g.state.weather.marker, g.state.weather.sky) == (2, "overcast")
    assert g.static.weather[10, 1] == "snow"


@pytest.mark.parametrize(("marker", "die", "goes"), [(7, 6, 8), (7, 5, 8), (7, 2, 6), (7, 4, 7), (7, 3, 7)])
@pytest.mark.rule("fyow.25.1.2")
def test_the_marker_moves_by_a_d6(match, marker, die, goes):
    match.g.state.weather.marker = marker
    with match.forced(die):
        weather.move_marker(match.g)
    assert match.g.state.weather.marker == goes


@pytest.mark.rule("fyow.25.1.3")
def test_the_marker_stays_within_2_and_12(match):
    match.g.state.weather.marker = 2
    with match.forced(1):
        weather.move_marker(match.g)
    assert match.g.state.weather.marker == 2
    match.g.state.weather.marker = 12
    with match.forced(6):
        weather.move_marker(match.g)
    assert match.g.state.weather.marker == 12


@pytest.mark.rule("fyow.25.1.5")
def test_low_cloud_on_an_overcast_day_with_a_6(match):
    w = match.g.state.weather
    w.marker = 7  # overcast in June
    with match.forced(6):
        weather.the_day(match.g)
    assert w.sky == "overcast" and w.low_cloud
    with match.forced(5):
        weather.the_day(match.g)
    assert not w.low_cloud


@pytest.mark.parametrize(("die", "moon"), [(6, "moon"), (5, "some"), (4, "dark")])
@pytest.mark.rule("fyow.25.1.6")
def test_moonlight_on_a_fair_day(match, die, moon):
    w = match.g.state.weather
    w.marker = 3  # fair in June
    with match.forced(die):
        weather.the_day(match.g)
    assert w.sky == "fair" and w.moon == moon


@pytest.mark.rule("fyow.25.2.1", "fyow.25.2.2")
def test_a_session_is_moonlit_by_the_moon_or_on_a_4(match):
    g = match.g
    g.state.session = 1
    g.state.weather.moon = "moon"
    weather.moon_of_session(g)
    assert g.light == "moon"
    g.state.weather.moon = "some"
    with match.forced(3):
        weather.moon_of_session(g)
    assert g.light == "dark"
    with match.forced(4):
        weather.moon_of_session(g)
    assert g.light == "moon"


@pytest.mark.parametrize(
    ("square", "die", "wind"),
    [("breezy", 1, "high"), ("breezy", 2, "light"), ("breezy", 3, "light"), ("breezy", 4, "none"), ("windy", 2, "high"), ("windy", 4, "light"), ("windy", 5, "none")],
)
@pytest.mark.rule("fyow.25.3.1")
def test_wind_by_its_square(match, square, die, wind):
    assert weather.wind_of(match.g, "calm") == "none"
    with match.forced(die):
        assert weather.wind_of(match.g, square) == wind


def evening(match, sky, wind="none", gauge=0, after_snow=False):
    w = match.g.state.weather
    w.sky, w.wind, w.gauge, w.after_snow = sky, wind, gauge, after_snow
    weather.evening(match.g)
    return w.gauge


@pytest.mark.rule("fyow.25.5.2", "fyow.25.5.3", "fyow.25.5.4")
def test_the_gauge_at_the_end_of_the_day(match):
    assert evening(match, "light_rain") == 1
    assert evening(match, "heavy_rain") == 2
    assert evening(match, "heavy_rain", "high") == 3
    assert evening(match, "snow") == 1
    assert evening(match, "fair", gauge=4) == 2
    assert evening(match, "fair", "light", gauge=4) == 1
    assert evening(match, "overcast", "high", gauge=4) == 2
    assert evening(match, "fog", gauge=4) == 4
    assert any("from 4 to 1" in text for text in said(match, "british", "25.5.2"))


@pytest.mark.rule("fyow.25.5.5")
def test_after_snow_the_first_fine_day_is_ignored(match):
    assert evening(match, "fair", "light", gauge=5, after_snow=True) == 5
    assert not match.g.state.weather.after_snow
    assert evening(match, "fair", gauge=5) == 3


@pytest.mark.rule("fyow.25.6.3")
def test_the_gauge_runs_from_0_to_8(match):
    assert evening(match, "fair", gauge=1) == 0
    assert evening(match, "heavy_rain", "high", gauge=7) == 8


@pytest.mark.parametrize(("gauge", "march", "supply"), [(4, 0, 0), (5, -1, -1), (6, -1, -1), (7, -2, -1), (8, -4, -2)])
@pytest.mark.rule("fyow.25.6.1", "fyow.25.6.2")
def test_what_the_ground_takes_off(match, gauge, march, supply):
    g = match.g
    g.state.weather.gauge = gauge
    b1 = number(match, "b1")
    link = g.static.land_links(g.unit(b1).board)[0]
    assert int(movement(g, b1, link)) == 1 + march
    assert int(received(g, b1, 9)) == 9 + supply
