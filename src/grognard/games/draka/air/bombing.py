"""Chapter 16: strategic bombing, in the Replacement Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog.combat.fight import weighed
from grognard.games.pog.static import AP, CP, OTHER
from grognard.kernel import DONE, Procedure, Refusal, Tally, cites

from ..asking import FLEET_NAMES
from ..asks import Ask, Mission
from ..state import FLOWN
from .fleets import AIR, FIGHTERS, POWERS, baf_ready, intercept, side_of, warfare, zaf_ready, zaf_value

if TYPE_CHECKING:
    from ..context import Draka


def strategic_drm(g: Draka, fleet: str, target: str) -> Tally:
    """16.drm.1, 16.drm.3, 16.drm.4."""
    total = Tally("bombing modifier")
    if g.total_war(side_of(fleet)):
        total.add(1, "Total War", "draka.16.drm.1")
    far = {("it", "br"), ("fr", "ah"), ("ah", "fr"), ("dr", "ge"), ("br", "tu"), ("br", "ah"), ("br", "bu")}
    if (fleet, target) in far:
        total.add(-1, "distance", "draka.16.drm.3")
    if target == "tu" and side_of(fleet) == AP and g.state.fleet == "constantinople":
        total.add(-1, "A-H Fleet at Constantinople", "draka.16.drm.4")
    return total


def protectors(g: Draka, side: str, target: str) -> list[str]:
    """16.int.1 to 16.int.3: whose BAF may protect the RP of a nation; the Draka one protects units only."""
    return [
        n for n in FIGHTERS[side] if n != "dr" and (protects_own(n, target) or protects_ally(n, target)) and baf_ready(g, n)
    ]


@cites("draka.16.int.1")
def protects_own(nation: str, target: str) -> bool:
    """A BAF protects the RP of its own nation."""
    return nation == target


@cites("draka.16.int.2")
def protects_ally(nation: str, target: str) -> bool:
    """AH protects Turkish and Bulgarian RP, Turkey Bulgarian, the USA French RP."""
    return [nation, target] in AIR["intercept_for_others"]


def may_bomb(g: Draka, fleet: str, target: str) -> Refusal | None:
    """16.strat.2 to 16.strat.4: None, or why this fleet may not bomb that nation."""
    rules = AIR["zaf_rules"]
    side = side_of(fleet)
    if not zaf_ready(g, fleet):
        return Refusal("draka.16.zaf.3", f"The {FLEET_NAMES[fleet]} Zeppelins do not fly now.")
    if target not in rules["ap_targets" if side == AP else "cp_targets"]:
        return Refusal("draka.16.strat.2", f"{target.upper()} cannot be bombed.")
    if [fleet, target] in rules["forbidden"]:
        return Refusal("draka.16.strat.3", f"{target.upper()} is out of range of the {FLEET_NAMES[fleet]} Zeppelins.")
    if sum(t == target for _, t in g.state.missions) >= rules["max_per_target"]:
        return Refusal("draka.16.strat.4", f"Two fleets bomb {target.upper()} already.")
    if target in ("tu", "bu") and not g.at_war(target):
        return Refusal("draka.16.strat.2", f"{target.upper()} is neutral.")
    return None


def bombing(g: Draka) -> Procedure:
    """16.strat.1, R95, R96: the Allies bomb, then the CP; all missions are named before the first is flown."""
    s = g.state
    for side in (AP, CP):
        if s.step == f"bombing name {side}":
            yield from _name_missions(g, side)
            s.step = f"bombing fly {side}"
        if s.step == f"bombing fly {side}":
            yield from _fly(g, side)
            s.step = f"bombing name {CP}" if side == AP else "bombing done"


def _name_missions(g: Draka, side: str) -> Procedure:
    s = g.state
    while True:
        g.checkpoint()
        named = [fleet for fleet, _ in s.missions]
        targets = AIR["zaf_rules"]["ap_targets" if side == AP else "cp_targets"]
        free = [f for f in POWERS[side] if s.zaf.get(f) and f not in named and zaf_ready(g, f)]
        options: list[Any] = [Mission(f, t) for f in free for t in targets]
        if all(may_bomb(g, f, t) for f in free for t in targets):
            return
        choice = yield g.ask(
            side,
            "Strategic bombing: name a mission",
            options,
            rule="draka.16.strat.1",
            may=lambda v: may_bomb(g, v.fleet, v.target),
            also=[DONE],
            **weighed(
                g,
                None,
                Ask.MISSION,
                label=lambda v: "No more missions" if v == DONE else _mission_label(g, v),
                on=lambda v: ("", ""),
            ),
            final=len(free) == 1,  # the last fleet is named, and they fly
            waiting="naming bombing missions",
        )
        if choice == DONE:
            return
        s.missions.append([choice.fleet, choice.target])
        g.tell(
            "The {words} Zeppelins will bomb the {what} RP.",
            rule="draka.16.strat.1",
            words=FLEET_NAMES[choice.fleet],
            what=FLEET_NAMES.get(choice.target, choice.target.upper()),
        )


def _mission_label(g: Draka, value: Mission) -> str:
    fleet, target = value.fleet, value.target
    rp = g.state.rp.get(target, 0) / 2
    return f"{FLEET_NAMES[fleet]} Zeppelins bomb {target.upper()} ({rp:g} RP)"


def _fly(g: Draka, side: str) -> Procedure:
    s = g.state
    while s.missions:
        g.checkpoint()
        number = 0
        if len(s.missions) > 1:
            choice = yield g.ask(
                side,
                "Which mission flies now?",
                [Mission(*m) for m in s.missions],
                rule="draka.16.strat.1",
                label=lambda v: _mission_label(g, v),
                name=Ask.MISSION_ORDER,
                final=True,
                waiting="strategic bombing",
            )
            number = s.missions.index([choice.fleet, choice.target])
        fleet, target = s.missions[number]
        result = yield from intercept(g, OTHER[side], fleet, protectors(g, OTHER[side], target), target.upper())
        if result == "-":
            drop_bombs(g, fleet, target)
        del s.missions[number]
    g.checkpoint()


def drop_bombs(g: Draka, fleet: str, target: str) -> None:
    """16.strat.5: the number of the chart is taken off the RP of the target, not below 0."""
    drm = strategic_drm(g, fleet, target)
    nation = FLEET_NAMES.get(target, target.upper())
    die = g.d6("The {words} Zeppelins bomb the {nation} RP: ", rule="draka.16.strat.5", by=side_of(fleet),
               words=FLEET_NAMES[fleet], nation=nation, tallies=[drm])  # fmt: skip
    number = warfare(zaf_value(g, fleet, "strategic"), die + int(drm))
    rp = g.state.rp
    lost = min(rp.get(target, 0), 2 * number)
    rp[target] = rp.get(target, 0) - lost
    g.state.zaf[fleet] = FLOWN
    number_lost = f"{lost / 2:g}" if lost else "no"
    g.tell("The bombs cost {number} {nation} RP.", rule="draka.16.strat.5", number=number_lost, nation=nation)
