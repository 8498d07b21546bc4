"""Main acts of a Battlegroup besides marching and fighting (4.6.3): work, repair, loading, leaving vehicles.

`activation.py` asks here for more acts; each kind has a judge and a doer, like its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal

from .. import acts
from ..acts import Act
from ..context import Fyow
from ..engineering.jobs import JOBS, jobs_at, may_repair, may_work, repair, work
from ..forces.fractions import renew
from ..rail.trains import cut_acts, cut_label, cut_with_charges, may_cut
from ..sea.landings import come_ashore, landing_acts, landing_words, may_land, may_land_wave, wave_ashore
from ..supply.rationed import VEHICLES, abandon
from ..tables import ELEMENTS


def acts_of(g: Fyow, number: int) -> list[Act]:
    unit = g.unit(number)
    found: list[Act] = [acts.Work(job, place) for job, place in jobs_at(g, number)]
    if unit.damaged:
        found.append(acts.Repair())
    if unit.stopped and any(e in VEHICLES for e in unit.elements):
        found.append(acts.Abandon())
    return found + landing_acts(g, number) + cut_acts(g, number)


def may_abandon(g: Fyow, number: int, act: Act) -> Refusal | None:
    unit = g.unit(number)
    if not unit.stopped:
        return Refusal("fyow.20.7.1.3", f"The vehicles of {unit.name} are in order.")
    if unit.kind == "convoy" or not any(ELEMENTS[e].get("figure") for e in unit.elements):
        return Refusal("fyow.20.7.1.3", f"{unit.name} has nothing but its vehicles.")
    return None


def _work(g: Fyow, number: int, act: acts.Work) -> Procedure:
    work(g, number, act.job, act.place)
    return
    yield


def _repair(g: Fyow, number: int, act: Act) -> Procedure:
    repair(g, number)
    return
    yield


def _abandon(g: Fyow, number: int, act: Act) -> Procedure:
    abandon(g, number)
    renew(g, number)  # 20.7.1.3: on foot, as what is left of it goes
    return
    yield


JUDGES: dict[type[Act], Callable[[Fyow, int, Any], Refusal | None]] = {
    acts.Work: may_work, acts.Repair: may_repair, acts.Abandon: may_abandon,
    acts.Land: may_land, acts.LandWave: may_land_wave, acts.Cut: may_cut,
}  # fmt: skip
DOERS: dict[type[Act], Callable[[Fyow, int, Any], Procedure]] = {
    acts.Work: _work, acts.Repair: _repair, acts.Abandon: _abandon,
    acts.Land: come_ashore, acts.LandWave: wave_ashore, acts.Cut: cut_with_charges,
}  # fmt: skip
LABELS: dict[type[Act], Callable[[Fyow, int, Any], str]] = {
    acts.Work: lambda g, n, act: f"Work on {JOBS[act.job]}",
    acts.Repair: lambda g, n, act: "Repair damaged vehicles",
    acts.Abandon: lambda g, n, act: "Leave the vehicles and go on foot",
    acts.Land: landing_words,
    acts.LandWave: landing_words,
    acts.Cut: cut_label,
}
