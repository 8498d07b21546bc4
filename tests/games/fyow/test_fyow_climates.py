"""Sections 25 to 27: what three climates bring, forecasts, split days, zones, sandstorms."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, number, refused, said, unit

from grognard.games.fyow.contact.detection import occupying_dice
from grognard.games.fyow.march.movement import may_move, movement
from grognard.games.fyow.supply.supply import received
from grognard.games.fyow.tables import TABLES, weather_table, wind_table
from grognard.games.fyow.weather import weather
from grognard.games.fyow.weather.weather import gauge_change, sky_at


@pytest.fixture
def in_climate(monkeypatch):
    def start(climate, month=6, options=None, **sky):
        m = at_cards("b1", options={"traits": False, **(options or {})}, weather={"sky": "fair", **sky})
        monkeypatch.setattr(m.g.static, "climate", climate)
        monkeypatch.setattr(m.g.static, "start", m.g.static.start.replace(month=month))
        return m

    return start


def w(m):
    return m.g.state.weather


@pytest.mark.rule("fyow.25.0.3", "fyow.26.0.1", "fyow.27.0.1")
def test_each_climate_has_its_own_table(in_climate):
    assert weather_table("winter")[2, 1] == "snow"
    winter = in_climate("winter", 1)
    w(winter).marker = 4
    with winter.forced(4):  # breezy: no wind
        weather.the_day(winter.g)
    assert w(winter).sky == "snow"  # temperate: light rain
    desert = in_climate("desert", 1)
    w(desert).marker = 5
    with desert.forced(1):  # the moon; calm
        weather.the_day(desert.g)
    assert w(desert).sky == "fair"  # temperate: heavy rain


@pytest.mark.rule("fyow.25.1.4")
def test_blank_squares_are_overcast_or_fair(in_climate):
    m = in_climate("temperate")
    for month in range(1, 13):
        for marker in range(2, 13):
            sky = weather_table("temperate")[marker, month]
            near = [(marker - 1, month), (marker + 1, month), (marker, month % 12 + 1), (marker, (month - 2) % 12 + 1)]
            wet = [weather_table("temperate")[n, k] for n, k in near if 2 <= n <= 12]
            if sky in ("fair", "overcast"):
                assert (sky == "overcast") == any(s not in ("fair", "overcast") for s in wet), (month, marker)
    assert weather.sky_of(m.g, 8) == "fair"
    assert weather.sky_of(m.g, 5) == "overcast"


@pytest.mark.rule("fyow.25.0.1")
def test_weather_holds_for_a_day_or_for_half_of_it(in_climate):
    whole = in_climate("temperate")
    whole.g.state.session = 4
    with whole.forced():
        weather.session_weather(whole.g)
    half = in_climate("temperate", options={"half_day_weather": True}, marker=5)
    half.g.state.session = 4
    with half.forced(6, 4):  # from 5 to 6: light rain, breezy without wind
        weather.session_weather(half.g)
    assert (w(half).marker, w(half).sky) == (6, "light_rain")
    half.g.state.session = 5
    with half.forced():
        weather.session_weather(half.g)


@pytest.mark.rule("fyow.25.0.1", "fyow.27.5.0.3")
def test_the_second_half_of_a_day_remembers_the_first(in_climate):
    """Ruling R83: the gauge takes the worst part; a storm that has blown does not come again."""
    half = in_climate("temperate", options={"half_day_weather": True}, marker=5)
    wet = weather.gauge_change(half.g)
    half.g.state.session, w(half).storm = 4, "over"
    with half.forced(6, 4):
        weather.session_weather(half.g)
    assert w(half).worst == wet and w(half).storm == "over"


@pytest.mark.rule("fyow.25.0.2")
def test_weather_zones_differ_by_steps(in_climate, monkeypatch):
    m = in_climate("temperate", options={"weather_zones": True}, marker=8)
    board = m.g.static.number["lislet"]
    monkeypatch.setattr(m.g.static.boards[board], "zone", -2)
    assert sky_at(m.g, board) == "light_rain"
    assert sky_at(m.g, m.g.static.number["st-sampson"]) == "fair"


@pytest.mark.rule("fyow.25.3.2")
def test_the_direction_of_the_wind_is_thrown_once_when_it_matters(in_climate):
    m = in_climate("temperate")
    with m.forced(3):
        assert weather.wind_direction(m.g) == "E"
    with m.forced():
        assert weather.wind_direction(m.g) == "E"


@pytest.mark.rule("fyow.27.3.1.1")
def test_the_direction_of_the_desert_wind(in_climate):
    m = in_climate("desert")
    with m.forced(8):
        assert weather.wind_direction(m.g) == "NW"
    assert said(m, "british", "27.3.1.1")


@pytest.mark.rule("fyow.25.4.1", "fyow.25.4.2")
def test_a_forecast_is_logged_for_three_days_and_may_change(in_climate):
    m = in_climate("temperate", options={"forecast": True})
    # today 7; then 8, 9 and 9 by day throws (calm squares: no wind dice); today's low cloud die
    with m.forced(3, 4, 6, 5, 4, 1):
        weather.first_weather(m.g)
    assert w(m).forecast == [8, 9, 9] and len(w(m).forecast_wind) == 3
    assert len(said(m, "british", "25.4.1")) >= 3
    m.g.state.day = 1
    w(m).forecast_wind[0] = "light"
    with m.forced(1, 1, 2, 1):  # one step worse, the wind rises; the third day ahead; the moon
        weather.morning(m.g)
    assert (w(m).marker, w(m).wind) == (9, "high")
    assert w(m).forecast == [9, 9, 8]
    m.g.state.day = 2
    w(m).forecast_wind[0] = "high"
    with m.forced(6, 6, 3, 1):  # a step better, towards 7; high becomes light
        weather.morning(m.g)
    assert (w(m).marker, w(m).wind) == (8, "light")


@pytest.mark.rule("fyow.26.4.1", "fyow.27.4.1")
@pytest.mark.parametrize(("climate", "high"), [("winter", "high"), ("desert", "sandstorm")])
def test_forecasts_in_winter_and_desert(in_climate, climate, high):
    m = in_climate(climate, options={"forecast": True})
    w(m).forecast, w(m).forecast_wind = [7, 7, 7], ["light", "none", "none"]
    m.g.state.day = 1
    with m.forced(1, 1, 3):  # a step worse; the wind rises; the day ahead stays at 7
        weather.forecast_comes(m.g)
    assert w(m).wind == high and w(m).marker == 6
    rule = "26.4.1" if climate == "winter" else "27.4.1"
    assert said(m, "british", rule)


# ------------------------------------------------------------------ winter


@pytest.mark.rule("fyow.26.1.1")
@pytest.mark.parametrize(("marker", "die", "goes"), [(7, 6, 8), (7, 2, 6), (7, 3, 7), (2, 1, 2), (12, 5, 12)])
def test_winter_markers(in_climate, marker, die, goes):
    m = in_climate("winter", marker=marker)
    with m.forced(die):
        weather.move_marker(m.g)
    assert w(m).marker == goes
    assert said(m, "british", "26.1.1")


@pytest.mark.rule("fyow.26.1.2", "fyow.26.1.3")
def test_winter_cloud_and_moon(in_climate):
    m = in_climate("winter", 1, marker=6)
    with m.forced(6):  # overcast, low cloud; calm
        weather.the_day(m.g)
    assert w(m).sky == "overcast" and w(m).low_cloud and w(m).moon == "dark"
    for die, moon in ((6, "moon"), (5, "some"), (4, "dark")):
        w(m).marker = 7
        with m.forced(die):
            weather.the_day(m.g)
        assert (w(m).sky, w(m).moon) == ("fair", moon)


@pytest.mark.rule("fyow.26.2.1")
@pytest.mark.parametrize(("die", "lit"), [(6, True), (5, False)])
def test_some_moonlight_in_winter_needs_a_6(in_climate, die, lit):
    m = in_climate("winter", 1, moon="some")
    m.g.state.session = 1
    with m.forced(die):
        weather.moon_of_session(m.g)
    assert w(m).moonlit == lit


@pytest.mark.rule("fyow.26.3.1")
@pytest.mark.parametrize(
    ("square", "die", "wind"),
    [("breezy", 1, "high"), ("breezy", 3, "light"), ("breezy", 4, "none"), ("freezing", 2, "freezing"), ("freezing", 3, "high"), ("freezing", 6, "light")],
)  # fmt: skip
def test_winter_winds(in_climate, square, die, wind):
    m = in_climate("winter", 1)
    with m.forced(die):
        assert weather.wind_of(m.g, square) == wind


@pytest.mark.rule("fyow.26.5.1")
def test_snow_with_a_freezing_wind_adds_3(in_climate):
    m = in_climate("winter", 1, sky="snow", wind="freezing", gauge=2)
    assert gauge_change(m.g) == 3
    weather.evening(m.g)
    assert w(m).gauge == 5


@pytest.mark.rule("fyow.26.6.1")
def test_winter_gauge_effects(in_climate):
    m = in_climate("winter", 1, gauge=7)
    b1 = number(m, "b1")
    link = m.g.static.land_links(unit(m, "b1").board)[0]
    assert "-3" in [str(t.amount) for t in movement(m.g, b1, link).terms if t.rule == "fyow.26.6.1"]
    assert int(received(m.g, b1, 9)) == 7
    w(m).gauge = 8
    assert int(received(m.g, b1, 9)) == 5
    with refused("26.6.1", says="nobody moves on land"):
        m.choose(("move", link))
    w(m).gauge = 4
    assert int(received(m.g, b1, 9)) == 9


def test_option_ski_troops_move_at_minus_4(in_climate):
    m = in_climate("winter", 1, options={"ski_troops": True}, gauge=8)
    b1 = number(m, "b1")
    link = m.g.static.land_links(unit(m, "b1").board)[0]
    assert may_move(m.g, b1, link).rule == "fyow.26.6.1"
    unit(m, "b1").elements["skis"] = 10
    refusal = may_move(m.g, b1, link)
    assert refusal is None or refusal.rule != "fyow.26.6.1"
    assert -4 in [t.amount for t in movement(m.g, b1, link).terms]


# ------------------------------------------------------------------ desert


@pytest.mark.rule("fyow.27.1.1")
def test_desert_throws_and_squares(in_climate):
    m = in_climate("desert", marker=12)
    with m.forced(6):
        weather.move_marker(m.g)
    assert w(m).marker == 12
    w(m).marker = 7
    with m.forced(6):
        weather.move_marker(m.g)
    assert w(m).marker == 8
    found = {weather_table("desert")[n, k] for n in range(2, 13) for k in range(1, 13)}
    assert found == {"light_rain", "overcast", "fair"}
    assert said(m, "british", "27.1.1")


@pytest.mark.rule("fyow.27.1.2", "fyow.27.1.3")
def test_desert_cloud_and_moon(in_climate):
    m = in_climate("desert", 1, marker=3)
    with m.forced(6):
        weather.the_day(m.g)
    assert w(m).low_cloud and w(m).moon == "dark"
    for die, moon in ((4, "moon"), (3, "dark")):
        w(m).marker = 5
        with m.forced(die):
            weather.the_day(m.g)
        assert w(m).moon == moon


@pytest.mark.rule("fyow.27.2.1")
def test_desert_moonlight_is_all_or_nothing(in_climate):
    m = in_climate("desert", moon="moon")
    m.g.state.session = 1
    with m.forced():
        weather.moon_of_session(m.g)
    assert w(m).moonlit
    assert TABLES["moonlight"]["desert"]["some"] == []


@pytest.mark.rule("fyow.27.3.0.1")
@pytest.mark.parametrize(
    ("square", "die", "wind"),
    [("breezy", 1, "sandstorm"), ("breezy", 2, "light"), ("breezy", 4, "none"), ("windy", 2, "sandstorm"), ("windy", 3, "light"), ("windy", 5, "none")],
)  # fmt: skip
def test_desert_winds(in_climate, square, die, wind):
    m = in_climate("desert")
    with m.forced(die):
        assert weather.wind_of(m.g, square) == wind
    assert wind_table("desert")[9, 3] == "windy"


@pytest.mark.rule("fyow.27.5.0.1")
def test_no_gauge_in_the_desert(in_climate):
    m = in_climate("desert", sky="light_rain", gauge=0)
    weather.evening(m.g)
    assert w(m).gauge == 0


@pytest.mark.rule("fyow.27.5.1.1", "fyow.27.5.0.2")
def test_rain_hinders_and_heat_does_not(in_climate):
    m = in_climate("desert", sky="light_rain")
    b1 = number(m, "b1")
    link = m.g.static.land_links(unit(m, "b1").board)[0]
    wet = int(movement(m.g, b1, link))
    assert int(received(m.g, b1, 9)) == 8
    w(m).sky = "fair"
    assert int(movement(m.g, b1, link)) == wet + 1
    assert int(received(m.g, b1, 9)) == 9


@pytest.mark.rule("fyow.27.5.2.1", "fyow.27.5.2.2", "fyow.27.5.0.3")
def test_a_sandstorm_comes_goes_on_and_ends(in_climate):
    """The example of 27.5.2.2."""
    m = in_climate("desert", storm="indicated")
    throws = [(3, 5, 6), (3, 3, 4), (1, 1, 4, 5), (1, 3, 5, 6), (), ()]
    blowing = []
    for dice in throws:
        with m.forced(*dice):
            weather.sandstorm(m.g)
        blowing.append(weather.blowing(m.g))
    assert blowing == [False, True, True, False, False, False]


@pytest.mark.rule("fyow.27.5.2.3")
def test_a_sandstorm_is_like_fog(in_climate):
    m = in_climate("desert", storm="indicated")
    b1, g2 = number(m, "b1"), number(m, "g2")
    link = m.g.static.land_links(unit(m, "b1").board)[0]
    clear, eyes = int(movement(m.g, b1, link)), int(occupying_dice(m.g, g2, link))
    w(m).storm = "blowing"
    assert int(movement(m.g, b1, link)) == clear - 3
    assert int(occupying_dice(m.g, g2, link)) == eyes - 1
