"""Chapter 11 and appendix D, coming home and being ready again (11.home.*, 11.sortie.*, D.*). What flies is in air.py."""

from __future__ import annotations

from grognard.kernel.cite import in_force

from .air import go_home
from .context import Napalini
from .state import NOWHERE, Squadron
from .tables import AIRCRAFT, EXHAUSTED, SORTIE, WORN


def end_of_period(g: Napalini, noon: bool) -> None:
    """11.home.*, 11.sortie.noon: everybody home but Zeppelins that stay over noon; then Wizard Prang."""
    for unit in g.state.units:
        unit.raised = False
        unit.grounded = unit.grounded and not in_force("napalini.D.balloons")
    if not g.module("airpower"):
        return
    for k, plane in enumerate(g.state.air):
        if plane.out:
            continue
        stays = noon and plane.type == "zeppelin" and plane.mission == "observe" and in_force("napalini.11.home.zeppelins")
        if stays:
            continue
        if plane.mission and (plane.mission != "superiority" or in_force("napalini.11.home.fighters")):
            go_home(g, k)
        plane.fought = False
        if noon:
            afternoon(g, plane)
        plane.rough = False


def box(plane: Squadron) -> str:
    """D.box: the worst that applies."""
    if not in_force("napalini.D.box"):
        return "safe"
    if plane.step >= EXHAUSTED:
        return "exhausted"
    if plane.step == WORN:
        return "worn"
    return "abort_or_distracted" if plane.rough else "safe"


def afternoon(g: Napalini, plane: Squadron) -> None:
    """11.sortie.noon, D.table: squadrons that flew throw on Wizard Prang."""
    if not plane.flew or not in_force("napalini.11.sortie.noon"):
        plane.ready = plane.step < EXHAUSTED and not plane.resting
        return
    need = SORTIE[plane.type][box(plane)] if in_force("napalini.D.table") else 1
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


def make_ready(g: Napalini) -> None:
    """11.sortie.night: all that are not exhausted."""
    for plane in g.state.air:
        plane.mission, plane.at, plane.flew, plane.rough, plane.bombed, plane.high = "", NOWHERE, False, False, False, False
        plane.resting = False
        plane.ready = plane.step < EXHAUSTED and not plane.out and in_force("napalini.11.sortie.night")
