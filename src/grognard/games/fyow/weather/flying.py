"""Sections 25.8, 26.9, 27.7 and 28.4: who may fly in this session.

One D6 of each Air Command for the day is compared with the need of each type in each session (ruling R88). `flying_need` is
the tally behind permission, prompt and record.
"""

from __future__ import annotations

from grognard.kernel import Refusal, Tally

from ..chance.cards import effect
from ..context import Fyow
from ..records.services import AirCommand, AirGroup
from ..tables import TABLES
from .weather import blowing, climate_of, fine

NEVER = 99
COLUMNS = {"transport": "paratroops", "recce": "recce"}
RULES = {"temperate": "fyow.25.8.1", "winter": "fyow.26.9.1", "desert": "fyow.27.7.1"}


def column_of(group: AirGroup) -> str:
    """Which column of table flying: aircraft, gliders, paratroops or recce."""
    if group.gliders:
        return "gliders"
    if group.duty == "transport" and not group.troops:
        return "aircraft"
    return COLUMNS.get(group.duty, "aircraft")


def flying_need(g: Fyow, column: str) -> Tally:
    """25.8.1: the score for the weather, plus additions for wind and night; 99 and more is no flying."""
    climate, w = climate_of(g), g.state.weather
    table, rule = TABLES["flying"][climate], RULES[climate]
    place = table["columns"].index(column)
    need = Tally(f"flying, {column}")
    sky = "fine" if fine(w.sky) else w.sky
    need.add(table[sky][place], sky.replace("_", " "), rule)
    if blowing(g):
        need.add(NEVER, "sandstorm", "fyow.27.7.1")
    if w.low_cloud:
        low = {"temperate": "fyow.25.1.5", "winter": "fyow.26.1.2", "desert": "fyow.27.1.2"}[climate]
        need.add(NEVER, "low cloud", low)
    wind = {"light": "add_light_winds", "high": "add_high_winds", "freezing": "add_freezing_wind"}.get(w.wind)
    if wind and wind in table:
        need.add(table[wind][place], f"{w.wind} winds", rule)
    if g.night:
        need.add(table[f"add_night_{'moon' if g.light == 'moon' else 'dark'}"][place], f"{g.light} night", rule)
    return need


def may_fly(g: Fyow, command: AirCommand, group: AirGroup) -> Refusal | None:
    """28.4.1: the die of the day against the need; 25.8.2, 25.8.3, 26.9.2: reconnaissance and grass strips."""
    w = g.state.weather
    winter = climate_of(g) == "winter"
    if group.duty == "recce" and not (fine(w.sky) or w.sky == "light_rain"):
        rule = "fyow.26.9.2" if winter else "fyow.25.8.2"
        return Refusal(rule, "Reconnaissance flights need fine weather or light rain.")
    if grass(g, command) and w.gauge >= 5:
        rule = "fyow.26.9.2" if winter else "fyow.25.8.3"
        return Refusal(rule, f"The grass strip is closed (gauge {w.gauge}).")
    need = flying_need(g, column_of(group))
    if command.die < int(need):
        words = f"No flying: the die of the day is {command.die}."
        if int(need) < NEVER:
            words = f"The die of the day is {command.die}; {group.name} needs {int(need)}."
        return Refusal("fyow.28.4.1", words)
    return None


def grass(g: Fyow, command: AirCommand) -> bool:
    """A base without hard runways: a Local one on a board whose hub is a grass airfield, or as the scenario says."""
    data = g.static.scenario.get("air", {}).get(command.side, {})
    return bool(data.get("grass")) and (command.base == "local" or not data.get("local_field"))


def flying_die(g: Fyow, command: AirCommand) -> None:
    """4.4.7, 28.4.1: one D6 for the day; a chance card may change it (ruling R113)."""
    words = {"by": command.side, "to": [command.side], "name": command.commander}
    die = g.d6("Permission to fly: {name}", rule="fyow.28.4.1", **words)
    command.die = max(1, die + int(effect(g, "throws", "flying_die")))
