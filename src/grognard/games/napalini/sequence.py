"""Chapter 4, the days of a battle: morning, afternoon, night (4.periods, 4.day). The top of the procedures."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.game import Procedure

from .air import observation, sorties
from .combat import barrage
from .command import phase, rounds
from .context import Napalini
from .deployment import setup
from .night import nights
from .steps import Steps, at_once, in_order
from .table.sight import spotting
from .tables import SEASONS


def play(g: Napalini) -> Procedure:
    """The whole battle, from wherever the state stands."""
    s = g.state
    if s.stage in ("objectives", "setup"):
        yield from setup.deploy(g)
        s.stage = "weather"
        g.checkpoint()
    while True:
        yield from in_order(g, s, "stage", PERIOD)
        result = yield from nights.night(g)
        if result is not None:
            return result
        next_day(g)
        g.checkpoint()


def begin_period(g: Napalini) -> None:
    """A period begins with its weather."""
    g.moment("period")
    g.heading("Day {day}, {period}", rule="napalini.4.day", day=g.state.day, period=g.state.period)
    phase.weather(g)


def airpower(g: Napalini) -> Procedure:
    yield from observation.airpower_phase(g)
    return "opening" if first_morning(g) else "rounds"


@cites("napalini.4.day")
def first_morning(g: Napalini) -> bool:
    """The first morning has ground spotting and the opening barrage."""
    return g.state.periods == 1


def opening(g: Napalini) -> Procedure:
    """First morning: ground spotting, then the opening barrage (4.day, 3.spot.when, 11.barrage.opening)."""
    if "spotted" not in g.state.steps_done:
        yield from spotting(g)
        g.state.steps_done.append("spotted")
        g.checkpoint()
    yield from barrage.opening(g)
    g.state.steps_done = []


@cites("napalini.4.periods")
def has_afternoon(g: Napalini) -> bool:
    """In winter the day has a morning only."""
    return bool(SEASONS[g.static.season]["afternoon"])


@cites("napalini.4.round.no-noon-check")
def to_afternoon(g: Napalini) -> None:
    """Noon scores nothing."""
    g.state.period, g.state.stage = "afternoon", "weather"


def end_of_period(g: Napalini) -> Procedure:
    """4.periods: no victory check at noon (4.round.no-noon-check); in winter the day has a morning only."""
    s = g.state
    for army in s.armies:
        army.actions = army.ops = army.bonus = 0
    goes_on = s.period == "morning" and has_afternoon(g)
    yield from sorties.end_of_period(g, noon=goes_on)
    s.periods += 1
    s.period_rounds, s.passed = 0, False
    if goes_on:
        to_afternoon(g)
    else:
        s.period, s.stage = "night", "night"
    return s.stage


def next_day(g: Napalini) -> None:
    s = g.state
    s.day += 1
    s.period, s.stage = "morning", "weather"
    s.last_round = ""
    if g.static.meeting and s.momentum:
        s.first = s.momentum


PERIOD: Steps = {
    "weather": (at_once(begin_period), "command"),
    "command": (phase.command_phase, "air"),
    "air": (airpower, "rounds"),
    "opening": (opening, "rounds"),
    "rounds": (rounds.rounds, "evening"),
    "evening": (end_of_period, "night"),
}
