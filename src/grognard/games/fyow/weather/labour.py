"""Sections 25.7, 26.7, 27.6, 31.0 and 31.1: what weather and darkness do to a throw of work.

Ruling R73 has the order: pips off each die, the sum (or the product, where load spaces are handled), the weather, then half by
night. Work and tasks: engineering/jobs.py; convoys, hubs and trains: supply/convoys.py, supply/loads.py, rail/trains.py.
"""

from __future__ import annotations

from math import prod

from grognard.kernel import Tally, cites

from ..chance.cards import effect
from ..context import Fyow
from ..tables import TABLES
from .weather import blowing, climate_of, sky_at

WEATHER = TABLES["work_weather"]


@cites("fyow.31.1.2")
def weather_on_work(g: Fyow, board: int = -1) -> Tally:
    """25.7.1, 26.7.1, 31.1.2: what the weather takes off a throw as a whole."""
    total, climate = Tally("weather"), climate_of(g)
    row = WEATHER[climate]
    w, sky = g.state.weather, g.state.weather.sky if blowing(g) else sky_at(g, board)
    rule = {"winter": "fyow.26.7.1", "desert": "fyow.27.5.2.3"}.get(climate, "fyow.25.7.1")
    if row.get(sky):
        total.add(row[sky], sky.replace("_", " "), rule)
    if w.wind == "freezing" and row.get("freezing"):
        total.add(row["freezing"], "freezing wind", rule)
    if blowing(g):
        total.add(row["sandstorm"], "sandstorm", rule)
    return total


@cites("fyow.27.6.1")
def tired_by_heat(faces: list[int]) -> list[int]:
    """27.6.1: on a hot day each die loses a pip; none goes below 0."""
    return [max(0, face + WEATHER["desert"]["fair_per_die"]) for face in faces]


def as_thrown(g: Fyow, faces: list[int], board: int = -1) -> list[int]:
    hot = climate_of(g) == "desert" and not blowing(g) and sky_at(g, board) == "fair"
    return tired_by_heat(faces) if hot else list(faces)


@cites("fyow.31.0.2")
def by_night(score: int) -> int:
    """31.0.2: half, rounded up."""
    return -(-score // 2)


def worked_score(g: Fyow, faces: list[int], board: int = -1, *, halved: bool = False) -> int:
    """Ruling R73: the sum of the dice, the weather, then half at night, rounded up."""
    score = max(0, sum(as_thrown(g, faces, board)) + int(weather_on_work(g, board)))
    if halved:
        score = -(-score // 2)
    return by_night(score) if g.night else score


def handled_score(g: Fyow, faces: list[int], board: int = -1) -> int:
    """24.0.2, 30.1.1, 31.4.2: loading is work: the product of the dice, less in bad weather, half of it by night."""
    score = max(0, prod(as_thrown(g, faces, board)) + int(weather_on_work(g, board)))
    return by_night(score) if g.night else score


def need(g: Fyow, number: int, total: int) -> int:
    """31.1.3, 20.7.3.2: Rationed adds half, rounded up (ruling R70); a chance card may add to every number."""
    total += int(effect(g, "misc", "work_total"))
    rationed = g.unit(number).mode == "rationed" and not g.unit(number).militia
    return total + rationed_extra(g, total) if rationed else total


@cites("fyow.20.7.3.2", "fyow.31.1.3")
def rationed_extra(g: Fyow, total: int) -> int:
    """31.1.3, 20.7.3.2: half is added, rounded up; with the option of ruling R70 as much again."""
    return total if g.options["rationed_work_doubled"] else -(-total // 2)
