"""Chapter 11 and appendix D, coming home and being ready again (11.home.*, 11.sortie.*, D.*)."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini
from ..state import NOWHERE, Squadron
from ..tables import AIRCRAFT, EXHAUSTED, SORTIE, WORN
from .superiority import go_home


def end_of_period(g: Napalini, noon: bool) -> Procedure:
    """11.home.*, 11.sortie.noon: everybody home but Zeppelins that stay over noon; then Wizard Prang."""
    lower_balloons(g)
    if not g.module("airpower"):
        return
    staying = (yield from loiter(g)) if noon else []
    for k, plane in enumerate(g.state.air):
        if plane.out or k in staying:
            continue
        if plane.mission == "superiority":
            end_of_patrol(g, k)
        elif plane.mission:
            go_home(g, k)
        plane.fought = False
        if noon:
            afternoon(g, plane)
        plane.rough = False


def loiter(g: Napalini) -> Procedure:
    """11.home.zeppelins: at noon they may remain or return to base. Returns those that remain."""
    staying: list[int] = []
    for side in g.order:
        for k, plane in enumerate(g.state.air):
            if plane.side != side or plane.out or plane.type != "zeppelin" or plane.mission != "observe":
                continue
            stays = yield g.ask(
                side,
                f"Noon: the Zeppelin over {g.label(plane.at)} stays there, or goes home?",
                ["stay", "go home"],
                rule="napalini.11.home.zeppelins",
                on=lambda v, k=k: (f"a{k}", ""),
                name=Ask.ZEPPELIN_AT_NOON,
                final=True,
            )
            if stays == "stay":
                staying.append(k)
            else:
                g.tell("A Zeppelin of {side} goes home.", rule="napalini.11.home.zeppelins", side=side)
    return staying


@cites("napalini.D.balloons")
def lower_balloons(g: Napalini) -> None:
    """All come down; those that are not exhausted may be raised again in the next period, without a throw."""
    for unit in g.state.units:
        unit.raised = unit.grounded = False


@cites("napalini.11.home.fighters")
def end_of_patrol(g: Napalini, k: int) -> None:
    """Fighters on air superiority return to base at the end of the period."""
    go_home(g, k)


@cites("napalini.D.box")
def box(plane: Squadron) -> str:
    """D.box: the worst that applies."""
    if plane.step >= EXHAUSTED:
        return "exhausted"
    if plane.step == WORN:
        return "worn"
    return "abort_or_distracted" if plane.rough else "safe"


@cites("napalini.11.sortie.noon")
def afternoon(g: Napalini, plane: Squadron) -> None:
    """11.sortie.noon, D.table: squadrons that flew throw on Wizard Prang."""
    if not plane.flew:
        plane.ready = plane.step < EXHAUSTED and not plane.resting
        return
    need = SORTIE[plane.type][box(plane)]
    plane.flew = False
    if need > 6:
        plane.ready = False
        return
    if need <= 1:
        plane.ready = True
        return
    die = g.d6(f"Wizard Prang, {AIRCRAFT[plane.type]['name']}", rule="napalini.D.table", by=plane.side)
    plane.ready = die >= need


def noon_weather(g: Napalini) -> None:
    """11.home.zeppelins: those that stayed come home in bad weather and come down in overcast."""
    for k, plane in enumerate(g.state.air):
        if plane.mission == "observe" and not plane.out:
            if g.state.weather == "B":
                go_home(g, k)
            elif g.state.weather == "O":
                plane.high = False


@cites("napalini.11.sortie.night")
def make_ready(g: Napalini) -> None:
    """11.sortie.night: all that are not exhausted."""
    for plane in g.state.air:
        plane.mission, plane.at, plane.flew, plane.rough, plane.bombed, plane.high = "", NOWHERE, False, False, False, False
        plane.resting = False
        plane.ready = plane.step < EXHAUSTED and not plane.out
