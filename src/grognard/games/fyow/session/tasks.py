"""Main acts of a Battlegroup besides marching and fighting (4.6.3): work, repair, loading, leaving vehicles.

`activation.py` asks here for more acts; each kind has a judge and a doer, like its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal

from ..context import Fyow
from ..engineering.jobs import JOBS, jobs_at, may_repair, may_work, repair, work
from ..forces.fractions import renew
from ..rail.trains import cut_acts, cut_label, cut_with_charges, may_cut
from ..sea.landings import come_ashore, landing_acts, landing_words, may_land, may_land_wave, wave_ashore
from ..supply.rationed import VEHICLES, abandon
from ..tables import ELEMENTS

Act = tuple[Any, ...]


def acts_of(g: Fyow, number: int) -> list[Act]:
    unit = g.unit(number)
    acts: list[Act] = [("work", job, place) for job, place in jobs_at(g, number)]
    if unit.damaged:
        acts.append(("repair",))
    if unit.stopped and any(e in VEHICLES for e in unit.elements):
        acts.append(("abandon",))
    return acts + landing_acts(g, number) + cut_acts(g, number)


def may_abandon(g: Fyow, number: int, act: Act) -> Refusal | None:
    unit = g.unit(number)
    if not unit.stopped:
        return Refusal("fyow.20.7.1.3", f"The vehicles of {unit.name} are in order.")
    if unit.kind == "convoy" or not any(ELEMENTS[e].get("figure") for e in unit.elements):
        return Refusal("fyow.20.7.1.3", f"{unit.name} has nothing but its vehicles.")
    return None


def _work(g: Fyow, number: int, act: Act) -> Procedure:
    work(g, number, act[1], act[2])
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


JUDGES: dict[str, Callable[[Fyow, int, Act], Refusal | None]] = {
    "work": may_work, "repair": may_repair, "abandon": may_abandon, "land": may_land, "wave": may_land_wave, "cut": may_cut,
}  # fmt: skip
DOERS: dict[str, Callable[[Fyow, int, Act], Procedure]] = {
    "work": _work, "repair": _repair, "abandon": _abandon, "land": come_ashore, "wave": wave_ashore, "cut": cut_with_charges,
}  # fmt: skip
LABELS: dict[str, Callable[[Fyow, int, Act], str]] = {
    "work": lambda g, n, act: f"Work on {JOBS[act[1]]}",
    "repair": lambda g, n, act: "Repair damaged vehicles",
    "abandon": lambda g, n, act: "Leave the vehicles and go on foot",
    "land": landing_words,
    "wave": landing_words,
    "cut": cut_label,
}
