"""Section 25: temperate weather, wind, moonlight and the gauge.

A marker walks along the month's column of the weather table; the day's sky, wind and moon are thrown in the morning and
hold until midnight. What the ground remembers is the gauge, changed at the end of the day.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import in_force

from .context import Fyow
from .static import TABLES

RAIN = ("light_rain", "heavy_rain", "snow")
WORDS = {"light_rain": "light rain", "heavy_rain": "heavy rain"}
SKIES = {**WORDS, "fair": "fair weather", "overcast": "an overcast sky"}
WINDS = {"none": "no wind to speak of", "light": "light winds", "high": "high winds"}
GAUGE = TABLES["gauge"]


def first_weather(g: Fyow) -> None:
    """prep.11: on the first day of play 2D6 put the marker on its number, and that weather stands for the day."""
    g.state.weather.gauge = g.static.gauge
    set_marker(g, "fyow.prep.11")
    the_day(g)


def set_marker(g: Fyow, rule: str) -> None:
    g.state.weather.marker = g.roll("2d6", "The weather of the month", rule=rule).total


def morning(g: Fyow) -> None:
    """25.1: the marker moves; on the first day of a month it was placed anew and stays (ruling R114)."""
    if not g.new_month:
        move_marker(g)
    the_day(g)


def move_marker(g: Fyow) -> None:
    """25.1.2: 5-6 up one number, 1-2 down one; 25.1.3: it stays within 2 to 12."""
    die = g.d6("The weather moves", rule="fyow.25.1.2")
    step = 1 if die in TABLES["weather_throws"]["up"] else -1 if die in TABLES["weather_throws"]["down"] else 0
    marker = g.state.weather.marker + step
    if in_force("fyow.25.1.3"):
        marker = min(12, max(2, marker))
    g.state.weather.marker = marker


def the_day(g: Fyow) -> None:
    """25.1, 25.3: sky, low cloud, moon and wind of this date."""
    w = g.state.weather
    marker = min(12, max(2, w.marker))
    w.sky = g.static.weather[marker, g.month]
    w.low_cloud = False
    w.moon = "dark"
    if w.sky == "overcast":
        die = g.d6("Low cloud on a 6", rule="fyow.25.1.5")
        w.low_cloud = die == TABLES["weather_throws"]["low_cloud_on_overcast"]
    if w.sky == "fair" and in_force("fyow.25.1.6"):
        die = g.d6("Moonlight", rule="fyow.25.1.6")
        moon = TABLES["moonlight"][g.static.climate]
        w.moon = "moon" if die in moon["moon"] else "some" if die in moon["some"] else "dark"
    w.wind = wind_of(g, g.static.wind[marker, g.month])
    sky = SKIES.get(w.sky, w.sky)
    cloud = ", with low cloud that grounds all aircraft" if w.low_cloud else ""
    moon_words = {"moon": " The moon will light the night.", "some": " Some moonlight may come through.", "dark": ""}[w.moon]
    words: dict[str, Any] = {"sky": sky, "cloud": cloud, "wind": WINDS[w.wind], "moon": moon_words}
    g.tell("The day brings {sky}{cloud}, {wind}.{moon}", rule="fyow.4.4.2", **words)


def wind_of(g: Fyow, square: str) -> str:
    """25.3.1: breezy 1 high, 2-3 light; windy 1-2 high, 3-4 light; calm none."""
    if square == "calm":
        return "none"
    die = g.d6("Wind, {square}", rule="fyow.25.3.1", square=square)
    if square == "breezy":
        return "high" if die == 1 else "light" if die <= 3 else "none"
    return "high" if die <= 2 else "light" if die <= 4 else "none"


def moon_of_session(g: Fyow) -> None:
    """25.2: moonlight all night, or with some moonlight on a 4+ for this session."""
    w = g.state.weather
    w.moonlit = False
    if not g.night:
        return
    if w.moon == "moon" and in_force("fyow.25.2.1"):
        w.moonlit = True
    elif w.moon == "some":
        die = g.d6("Does the moon come through?", rule="fyow.25.2.2")
        w.moonlit = die >= TABLES["moonlight"][g.static.climate]["some_session"]


def fine(sky: str) -> bool:
    """Ruling R80: any day without rain, snow or fog."""
    return sky in ("fair", "overcast")


def evening(g: Fyow) -> None:
    """25.5: the gauge changes at the end of the day."""
    w = g.state.weather
    change = 0
    if w.sky in RAIN and in_force("fyow.25.5.3"):
        change = GAUGE[w.sky] + (GAUGE["high_winds_extra"] if w.wind == "high" else 0)
        w.after_snow = w.after_snow or w.sky == "snow"
    elif fine(w.sky):
        if w.after_snow and in_force("fyow.25.5.5"):
            w.after_snow = False
        elif in_force("fyow.25.5.4"):
            change = GAUGE["fine_light_winds"] if w.wind == "light" else GAUGE["fine"]
    gauge = w.gauge + change
    if in_force("fyow.25.6.3"):
        gauge = min(GAUGE["maximum"], max(0, gauge))
    if gauge != w.gauge:
        g.tell("The gauge goes from {old} to {new}.", rule="fyow.25.5.2", old=w.gauge, new=gauge)
    w.gauge = gauge


def gauge_effect(g: Fyow, what: str) -> int:
    """25.6.1: what the ground takes off movement D10s (`move`) and supply throws (`supply`)."""
    row = TABLES["gauge_effect"].get(g.static.climate, {}).get(str(g.state.weather.gauge), {})
    return int(row.get(what, 0))


def murky(g: Fyow) -> bool:
    """Heavy rain or fog: fewer dice for those who look."""
    return g.state.weather.sky in ("heavy_rain", "fog")
