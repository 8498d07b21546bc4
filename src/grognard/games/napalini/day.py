"""Chapter 4, the days of a battle: morning, afternoon, night (4.periods, 4.day). The top of the procedures."""

from __future__ import annotations

from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure

from . import air, barrage, command, night, rounds, setup, sorties
from .context import Napalini
from .sequence import Steps, at_once, in_order
from .sight import spotting
from .tables import SEASONS
from .victory import score_night


def play(g: Napalini) -> Procedure:
    """The whole battle, from wherever the state stands."""
    s = g.state
    if s.stage in ("objectives", "setup"):
        yield from setup.deploy(g)
        s.stage = "weather"
        g.checkpoint()
    while True:
        yield from in_order(g, s, "stage", PERIOD)
        result = yield from night.night(g)
        if result is not None:
            return result
        next_day(g)
        g.checkpoint()


def begin_period(g: Napalini) -> None:
    """A period begins with its weather."""
    g.moment("period")
    g.heading("Day {day}, {period}.", rule="napalini.4.day", day=g.state.day, period=g.state.period)
    command.weather(g)


def airpower(g: Napalini) -> Procedure:
    yield from air.airpower_phase(g)
    return "opening" if g.state.periods == 1 and in_force("napalini.4.day") else "rounds"


def opening(g: Napalini) -> Procedure:
    """First morning: ground spotting, then the opening barrage (4.day, 3.spot.when, 11.barrage.opening)."""
    if "spotted" not in g.state.steps_done:
        yield from spotting(g)
        g.state.steps_done.append("spotted")
        g.checkpoint()
    yield from barrage.opening(g)
    g.state.steps_done = []


def end_of_period(g: Napalini) -> str:
    """4.periods: no victory check at noon (4.round.no-noon-check); in winter the day has a morning only."""
    s = g.state
    for army in s.armies:
        army.actions = army.ops = army.bonus = 0
    has_noon = SEASONS[g.static.season]["afternoon"] or not in_force("napalini.4.periods")
    goes_on = s.period == "morning" and has_noon
    sorties.end_of_period(g, noon=goes_on)
    s.periods += 1
    s.period_rounds, s.passed = 0, False
    if goes_on:
        if not in_force("napalini.4.round.no-noon-check"):
            score_night(g)
        s.period, s.stage = "afternoon", "weather"
    else:
        s.period, s.stage = "night", "night"
    return s.stage


def next_day(g: Napalini) -> None:
    s = g.state
    s.day += 1
    s.period, s.stage = "morning", "weather"
    s.last_round = ""
    if g.static.meeting and s.momentum and in_force("napalini.1.meeting.order"):
        s.first = s.momentum


PERIOD: Steps = {
    "weather": (at_once(begin_period), "command"),
    "command": (command.command_phase, "air"),
    "air": (airpower, "rounds"),
    "opening": (opening, "rounds"),
    "rounds": (rounds.rounds, "evening"),
    "evening": (at_once(end_of_period), "night"),
}
