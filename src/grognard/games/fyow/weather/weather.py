"""Sections 25, 26 and 27: the weather of three climates, wind, moonlight, gauge, forecasts and sandstorms.

A marker walks along the month's column of the climate's weather table; the day's sky, wind and moon are thrown in the
morning and hold until midnight, unless the day is split (25.0.1, chance cards). What the ground remembers is the gauge,
changed at the end of the day. A sandstorm belongs to a session. Not here: flying (flying.py), work (engineering/jobs.py).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, cites
from grognard.kernel.words import counted

from ..chance.cards import RAINY, effect
from ..context import DATES, SESSIONS, Fyow
from ..state import Weather
from ..tables import TABLES, weather_table, wind_table

RAIN = ("light_rain", "heavy_rain", "snow")
WORDS = {"light_rain": "light rain", "heavy_rain": "heavy rain"}
SKIES = {**WORDS, "fair": "fair weather", "overcast": "an overcast sky"}
WINDS = {
    "none": "no wind to speak of", "light": "light winds", "high": "high winds", "freezing": "a freezing wind",
    "sandstorm": "signs of a sandstorm",
}  # fmt: skip
GAUGE = TABLES["gauge"]
RULES = {  # climate -> the rules that stand in the place of section 25
    "temperate": {"day": "25.1.2", "ends": "25.1.3", "cloud": "25.1.5", "moon": "25.1.6", "some": "25.2.2", "wind": "25.3.1"},
    "winter": {"day": "26.1.1", "ends": "26.1.1", "cloud": "26.1.2", "moon": "26.1.3", "some": "26.2.1", "wind": "26.3.1"},
    "desert": {"day": "27.1.1", "ends": "27.1.1", "cloud": "27.1.2", "moon": "27.1.3", "some": "27.2.1", "wind": "27.3.0.1"},
}
FORECAST = {"temperate": "fyow.25.4.1", "winter": "fyow.26.4.1", "desert": "fyow.27.4.1"}
OVERCAST_MOON = 4
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@cites("fyow.25.0.3")
def climate_of(g: Fyow) -> str:
    """25.0.3, 26.0.1, 27.0.1: winter and desert campaigns have tables of their own."""
    climate: str = g.static.climate
    return climate


def rule_of(g: Fyow, what: str) -> str:
    return f"fyow.{RULES[climate_of(g)][what]}"


# ------------------------------------------------------------------ the marker


def first_weather(g: Fyow) -> None:
    """prep.11: on the first day of play 2D6 put the marker on its number, and that weather stands for the day."""
    g.state.weather.gauge = g.static.gauge
    thrown = g.roll("2d6", "The weather of the month", rule="fyow.prep.11").total
    g.state.weather.marker = thrown
    if g.options["forecast"]:
        for ahead in (1, 2, 3):
            forecast_day(g, ahead)
    the_day(g)


def set_marker(g: Fyow, rule: str) -> None:
    """25.1.1: the 2D6 of the month (with forecasts they were thrown three days ago)."""
    if not g.options["forecast"]:
        g.state.weather.marker = g.roll("2d6", "The weather of the month", rule=rule).total


def morning(g: Fyow) -> None:
    """25.1: the marker moves; on the first day of a month it was placed anew and stays (ruling R114)."""
    if g.options["forecast"]:
        forecast_comes(g)
    elif not g.new_month:
        move_marker(g)
    the_day(g)


def stepped(g: Fyow, marker: int) -> int:
    """25.1.2: 5-6 up one number, 1-2 down one; 25.1.3: it stays within 2 to 12."""
    die = g.d6("The weather moves", rule=rule_of(g, "day"))
    step = 1 if die in TABLES["weather_throws"]["up"] else -1 if die in TABLES["weather_throws"]["down"] else 0
    return held(marker + step)


@cites("fyow.25.1.3")
def held(marker: int) -> int:
    """25.1.3: the marker stays within 2 to 12."""
    return min(12, max(2, marker))


def move_marker(g: Fyow) -> None:
    g.state.weather.marker = stepped(g, g.state.weather.marker)


# ------------------------------------------------------------------ 25.4: forecasts


def forecast_day(g: Fyow, ahead: int) -> None:
    """25.4.1: the throws for a day to come, which are logged."""
    w = g.state.weather
    last = w.forecast[-1] if w.forecast else w.marker
    rule = FORECAST[climate_of(g)]
    if (g.day_of_month - 1 + ahead) % len(DATES) == 0:
        marker = g.roll("2d6", "Forecast: the weather of the month", rule=rule).total
    else:
        marker = stepped(g, last)
    month = (g.month - 1 + (g.day_of_month - 1 + ahead) // len(DATES)) % 12 + 1
    w.forecast.append(marker)
    w.forecast_wind.append(wind_of(g, wind_table(climate_of(g))[held(marker), month]))
    sky = SKIES.get(weather_table(climate_of(g))[held(marker), month], "fog")
    words: dict[str, Any] = {"days": counted(ahead, "day"), "sky": sky, "wind": WINDS[w.forecast_wind[-1]]}
    g.tell("Forecast, {days} ahead: {sky}, {wind}.", rule=rule, **words)


def forecast_comes(g: Fyow) -> None:
    """25.4.1: on 1 the forecast weather is a step worse, away from 7, on 6 a step better (ruling R82); 25.4.2: the wind."""
    w = g.state.weather
    marker, wind = w.forecast.pop(0), w.forecast_wind.pop(0)
    die = g.d6("Is the forecast right?", rule=FORECAST[climate_of(g)])
    literal = g.options["forecast_literal"]
    away = -1 if marker <= 7 or literal else 1
    if die == 1:
        marker = held(marker + away)
    elif die == 6 and (marker != 7 or literal):
        marker = held(marker - away)
    w.marker = marker
    scale = ["none", "light", "sandstorm" if climate_of(g) == "desert" else "high"]
    die = g.d6("Is the forecast of the wind right?", rule="fyow.25.4.2")
    if wind in scale:
        place = scale.index(wind) + (1 if die == 1 else -1 if die == 6 and wind != "none" else 0)
        wind = scale[min(2, place)]
    w.wind = wind
    forecast_day(g, 3)


# ------------------------------------------------------------------ the day


def the_day(g: Fyow, moon: str = "") -> None:
    """25.1, 25.3: sky, low cloud, moon and wind of this date; of a part of it, with the moon that was thrown (ruling R79)."""
    w = g.state.weather
    marker = held(w.marker + effect(g, "weather_marker"))
    w.sky = sky_of(g, marker)
    w.low_cloud = False
    w.moon = "dark"
    w.storm, w.direction, w.worst, w.rained = "", "", -99, False
    if w.sky == "overcast":
        die = g.d6("Low cloud on a 6", rule=rule_of(g, "cloud"))
        w.low_cloud = die == TABLES["weather_throws"]["low_cloud_on_overcast"]
    if w.sky == "fair":
        w.moon = moon or moonlight(g)
    elif w.sky == "overcast" and g.options["overcast_moon"]:  # ruling R79
        die = g.d6("Moonlight behind the clouds", rule=rule_of(g, "moon"))
        w.moon = "moon" if die >= OVERCAST_MOON else "dark"
    if not (g.options["forecast"] and g.state.day > 0):
        w.wind = wind_of(g, wind_table(climate_of(g))[held(marker), g.month])
    if w.wind == "sandstorm":
        w.wind, w.storm = "none", "indicated"
    g.tell("The day brings {sky}{cloud}, {wind}.{moon}", rule="fyow.4.4.2", **day_words(g))


def moonlight(g: Fyow) -> str:
    """25.1.6, 26.1.3, 27.1.3: the throw of the date, for all its nights."""
    die = g.d6("Moonlight", rule=rule_of(g, "moon"))
    faces = TABLES["moonlight"][climate_of(g)]
    return "moon" if die in faces["moon"] else "some" if die in faces["some"] else "dark"


@cites("fyow.25.1.4")
def sky_of(g: Fyow, marker: int) -> str:
    """25.1.1, 25.1.4: the square of month and marker; blank squares are overcast or fair as the table completes them."""
    return str(weather_table(climate_of(g))[min(12, max(2, marker)), g.month])


def sky_at(g: Fyow, board: int) -> str:
    """25.0.2: in a weather zone whose marker differs the sky is another one; a sandstorm hides everything as fog does."""
    if blowing(g):
        return "fog"
    zone = g.static.boards[board].zone if board >= 0 and g.options["weather_zones"] else 0
    return sky_of_zone(g, zone) if zone else g.state.weather.sky


@cites("fyow.25.0.2")
def sky_of_zone(g: Fyow, zone: int) -> str:
    """25.0.2: its marker differs by so many steps."""
    return sky_of(g, held(held(g.state.weather.marker + effect(g, "weather_marker")) + zone))


def day_words(g: Fyow) -> dict[str, Any]:
    w = g.state.weather
    sky = "heat" if w.sky == "fair" and climate_of(g) == "desert" else SKIES.get(w.sky, w.sky)
    cloud = ", with low cloud that grounds all aircraft" if w.low_cloud else ""
    moon = {"moon": " The moon will light the night.", "some": " Some moonlight may come through.", "dark": ""}[w.moon]
    return {"sky": sky, "cloud": cloud, "wind": WINDS["sandstorm" if w.storm else w.wind], "moon": moon}


def wind_of(g: Fyow, square: str) -> str:
    """25.3.1, 26.3.1, 27.3.0.1: the D6 on the legend of the square; a chance card may change the throw."""
    if square == "calm":
        return "none"
    rule = rule_of(g, "wind")
    die = min(6, max(1, g.d6("Wind, {square}", rule=rule, square=square) + effect(g, "wind_throw")))
    legend = TABLES["wind"][climate_of(g)]["legend"][square]
    return next((wind for wind, faces in legend.items() if die in faces), "none")


def wind_direction(g: Fyow) -> str:
    """25.3.2, 27.3.1.1: where it matters; the prevailing wind with its alternatives, or a D8 for the compass."""
    w = g.state.weather
    if w.direction:
        return w.direction
    rule = "fyow.27.3.1.1" if climate_of(g) == "desert" else "fyow.25.3.2"
    prevailing = g.static.scenario["campaign"].get("winds") or COMPASS
    die = g.roll(f"d{len(prevailing)}", "From where does the wind blow?", rule=rule)[0]
    w.direction = prevailing[die - 1]
    return w.direction


# ------------------------------------------------------------------ the session


def session_weather(g: Fyow) -> None:
    """At the start of a session: the next part of a split day, the sandstorm, the moon."""
    session = g.state.session
    if session > 1 and session in parts(g):
        remember_part(g)
        move_marker(g)
        next_part(g)
    sandstorm(g)
    moon_of_session(g)


def next_part(g: Fyow) -> None:
    """Ruling R83: the worst part is not forgotten; 27.5.0.3: a storm that blows or has blown is the only one of the day."""
    w = g.state.weather
    worst, storm, wet = w.worst, w.storm, w.rained
    the_day(g, w.moon if w.sky == "fair" else "")
    w.worst, w.rained = worst, wet
    if storm in ("blowing", "over"):
        w.storm = storm


@cites("fyow.25.0.1")
def parts(g: Fyow) -> list[int]:
    """25.0.1: weather holds for the day, or for two half-days; the cards 9 and 10 split it too (ruling R83)."""
    split: Any = effect(g, "weather_split")
    if split:
        return [part[0] for part in split]
    return [1, 4] if g.options["half_day_weather"] else [1]


def remember_part(g: Fyow) -> None:
    """Ruling R83: the gauge takes the worst part of the day."""
    w = g.state.weather
    w.worst = max(w.worst, gauge_change(g))
    w.rained = w.rained or w.sky in RAINY
    w.after_snow = w.after_snow or w.sky == "snow"


@cites("fyow.27.5.0.3")
def blow_out(w: Weather) -> None:
    """27.5.0.3: at most one sandstorm blows in a day."""
    w.storm = "over"


def sandstorm(g: Fyow) -> None:
    """27.5.2: if one is indicated 3D6 a session, a double brings it; then 4D6, a double makes it go on; one a day."""
    w = g.state.weather
    if w.storm == "indicated":
        dice = g.roll("3d6", "Does the sandstorm come?", rule="fyow.27.5.2.1")
        if double(dice):
            w.storm = "blowing"
            g.tell("A sandstorm breaks over the desert.", rule="fyow.27.5.2.3")
    elif w.storm == "blowing":
        dice = g.roll("4d6", "Does the sandstorm go on?", rule="fyow.27.5.2.2")
        if not double(dice):
            blow_out(w)
            g.tell("The sandstorm is over.", rule="fyow.27.5.2.2")


def double(dice: tuple[int, ...]) -> bool:
    return len(set(dice)) < len(dice)


def blowing(g: Fyow) -> bool:
    return g.state.weather.storm == "blowing"


@cites("fyow.25.2.1")
def full_moon(w: Weather) -> bool:
    """25.2.1: in a moonlit session observation is as by day."""
    return w.moon == "moon"


@cites("fyow.27.2.1")
def desert_moon(w: Weather) -> bool:
    """27.2.1: as elsewhere; there is no 'some moonlight' in the desert."""
    return w.moon == "moon"


def moon_of_session(g: Fyow) -> None:
    """25.2: moonlight all night, or with some moonlight on a 4+ (winter 6) for this session."""
    w = g.state.weather
    w.moonlit = False
    if not g.night:
        return
    if desert_moon(w) if climate_of(g) == "desert" else full_moon(w):
        w.moonlit = True
    elif w.moon == "some":
        die = g.d6("Does the moon come through?", rule=rule_of(g, "some"))
        w.moonlit = die >= TABLES["moonlight"][climate_of(g)]["some_session"]


# ------------------------------------------------------------------ the gauge


def fine(sky: str) -> bool:
    """Ruling R80: any day without rain, snow or fog."""
    return sky in ("fair", "overcast")


def dries(g: Fyow, sky: str) -> bool:
    """Ruling R80: whether the ground dries on such a day."""
    return fine(sky) and (sky == "fair" or bool(g.options["overcast_dries"]))


@cites("fyow.25.5.3")
def gauge_change(g: Fyow) -> int:
    """25.5.3, 25.5.4, 26.5.1: what the weather of this day or part does to the gauge."""
    w = g.state.weather
    if w.sky in RAIN:
        extra = GAUGE["high_winds_extra"] if w.wind == "high" else 0
        if w.wind == "freezing":
            extra = freezing_extra()
        return int(GAUGE[w.sky] + extra)
    return drying(w.wind) if dries(g, w.sky) else 0


@cites("fyow.26.5.1")
def freezing_extra() -> int:
    """26.5.1: +2 instead of +1 on a wet or snowy day with freezing wind."""
    return int(GAUGE["freezing_wind_extra"])


@cites("fyow.25.5.4")
def drying(wind: str) -> int:
    """25.5.4: a fine day -2, with light winds -3."""
    return int(GAUGE["fine_light_winds"] if wind == "light" else GAUGE["fine"])


@cites("fyow.25.5.5")
def first_fine_day(g: Fyow) -> bool:
    """25.5.5: after snow the first fine day, and its wind, is ignored."""
    w = g.state.weather
    return dries(g, w.sky) and w.after_snow and w.worst <= 0  # a day with rain or snow in one of its parts is not fine


@cites("fyow.25.6.3")
def within_gauge(gauge: int) -> int:
    """25.6.3: the gauge runs from 0 to 8."""
    return min(int(GAUGE["maximum"]), max(0, gauge))


@cites("fyow.27.5.0.1")
def evening(g: Fyow) -> None:
    """25.5: the gauge changes at the end of the day. 27.5.0.1: not in the desert."""
    w = g.state.weather
    if climate_of(g) == "desert":
        return
    change = max(gauge_change(g), w.worst)
    why = Tally("change of the gauge")
    if w.sky == "snow":
        w.after_snow = True
    elif first_fine_day(g):
        w.after_snow = False
        change = max(0, change)
        g.tell("The first fine day after the snow dries nothing.", rule="fyow.25.5.5")
    if change:
        freezing = change > 0 and w.wind == "freezing"
        rule = "fyow.26.5.1" if freezing else "fyow.25.5.3" if change > 0 else "fyow.25.5.4"
        why.add(change, "rain or snow" if change > 0 else "a fine day", rule)
    card: Any = effect(g, "gauge")
    change += card
    if card:
        why.add(card, "chance card", "fyow.32.0.1")
    gauge = within_gauge(w.gauge + change)
    if gauge != w.gauge:
        g.tell("The gauge goes from {old} to {new}.", rule="fyow.25.5.2", old=w.gauge, new=gauge, tallies=[why])
    w.gauge = gauge


@cites("fyow.27.5.0.2")
def gauge_effect(g: Fyow, what: str) -> int:
    """25.6.1, 26.6.1, 27.5.1.1: what the ground takes off movement D10s (`move`) and supply throws (`supply`)."""
    w, climate = g.state.weather, climate_of(g)
    if climate == "desert":
        if w.sky == "light_rain":
            return int(TABLES["desert_rain"][what])
        return 0
    row = TABLES["gauge_effect"].get(climate, {}).get(str(w.gauge), {})
    return int(row.get(what, 0))


def snowed_in(g: Fyow) -> bool:
    """26.6.1: at gauge 8 nobody moves on land in a winter campaign (ruling R87)."""
    halt = TABLES["gauge_effect"].get(climate_of(g), {}).get(str(g.state.weather.gauge), {}).get("halt", False)
    return bool(halt)


def murky(g: Fyow, board: int = -1) -> bool:
    """Heavy rain, fog or a sandstorm: fewer dice for those who look."""
    return sky_at(g, board) in ("heavy_rain", "fog")


__all__ = ["SESSIONS", "WORDS", "blowing", "evening", "first_weather", "gauge_effect", "morning", "murky", "session_weather"]
