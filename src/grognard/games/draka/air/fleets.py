"""Chapter 16: the air war. Zeppelin fleets (ZAF) bomb, biplane fleets (BAF) intercept or win Air Superiority.

Fleets are markers off the map: a number by nation in the state. What a mission may do is judged by one predicate each;
the chart is one table, read by bombing and by Air Superiority alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.static import AP, CP
from grognard.kernel import Procedure, cites
from grognard.kernel.tables import table

from ..asking import FLEET_NAMES, which_fleet
from ..asks import Ask, BuyFleet
from ..overlay import CHARTS
from ..state import FLOWN, LOST, NEW, READY

if TYPE_CHECKING:
    from ..context import Draka

AIR = CHARTS["air"]
POWERS = {CP: ("ge", "ah", "it"), AP: ("dr", "br", "fr", "ru")}
FIGHTERS = {CP: ("ge", "ah", "it", "tu"), AP: ("dr", "br", "fr", "us", "ru")}
WARFARE = table(AIR["warfare"]["result"], rule="draka.16.chart.1", rows=["2", "3", "4", "5", "6", "7"],
                columns=["1", "2", "3", "4"], name="air warfare")  # fmt: skip
INTERCEPTION = table(AIR["interception"]["result"], rule="draka.16.int.4", rows=["2", "3", "4", "5", "6"],
                     columns=["1", "2", "3", "4"], name="interception")  # fmt: skip


def side_of(nation: str) -> str:
    return CP if nation in ("ge", "ah", "it", "tu", "bu") else AP


def warfare(value: int, die: int) -> int:
    return int(WARFARE[min(7, max(2, die)), value])


@cites("draka.16.zaf.4")
def zaf_value(g: Draka, nation: str, mission: str) -> int:
    """Strategic and carpet value."""
    values = AIR["zaf"][nation]
    return int(values[0 if mission == "strategic" else 1])


@cites("draka.16.zaf.2", "draka.16.zaf.3")
def zaf_ready(g: Draka, nation: str) -> bool:
    """Arrived in an earlier turn, and not flown in this one."""
    return g.state.zaf.get(nation, LOST) == READY


@cites("draka.16.baf.4")
def baf_ready(g: Draka, nation: str) -> bool:
    """One mission a turn."""
    return g.state.baf.get(nation, LOST) in (READY, NEW)


def new_turn(g: Draka) -> None:
    """The fleets are ready again."""
    for fleets in (g.state.zaf, g.state.baf):
        for nation, state in fleets.items():
            if state in (FLOWN, NEW):
                fleets[nation] = READY


@cites("draka.16.baf.5")
def _draka_sky(g: Draka, space: int) -> bool:
    """The Draka BAF flies only in the Zone."""
    return g.in_zone(space)


@cites("draka.16.int.5")
def late_draka_drm(g: Draka) -> int:
    """At Allied Total War the Draka ZAF is harder to intercept."""
    return int(AIR["interception"]["drm_vs_draka_at_ap_total_war"]) if g.total_war(AP) else 0


def intercept(g: Draka, side: str, fleet: str, fighters: list[str], place: str) -> Procedure:
    """16.int: the other side may send one BAF; returns "-", "A" or "E"."""
    if not fighters:
        return "-"
    prompt = f"The {FLEET_NAMES[fleet]} Zeppelins come ({place}). Intercept?"
    fit = {n: AIR["baf"][n]["value"] for n in fighters}
    words = ("draka.16.int.1", "interception", "Let them come", "biplanes")
    choice = yield from which_fleet(g, Ask.INTERCEPT, side, prompt, fit, *words, fight=fleet)
    if choice is None:
        return "-"
    g.state.baf[choice] = FLOWN
    die = g.d6("{words} biplanes intercept: ", rule="draka.16.int.4", by=side, words=FLEET_NAMES[choice])
    die += late_draka_drm(g) if fleet == "dr" else 0
    result: str = INTERCEPTION[min(6, max(2, die)), AIR["baf"][choice]["value"]]
    if result == "A":
        g.state.zaf[fleet] = FLOWN
        g.tell("The {words} Zeppelins turn back.", rule="draka.16.int.6", words=FLEET_NAMES[fleet])
    elif result == "E":
        g.state.zaf[fleet] = LOST
        g.tell("The {words} Zeppelins are shot down.", rule="draka.16.int.7", words=FLEET_NAMES[fleet])
    else:
        return "-"
    return result


@cites("draka.3.2")
def great_powers(side: str) -> tuple[str, ...]:
    """The Great Powers of a side; the Draka are one of them."""
    return POWERS[side]


def arrive(g: Draka, side: str) -> None:
    """16.zaf.1: one ZAF for each Great Power of the side."""
    for nation in great_powers(side):
        if g.at_war(nation):
            g.state.zaf[nation] = NEW
    g.tell("The {side} receive their Zeppelin fleets.", rule="draka.16.zaf.1", side=side)


def purchases(g: Draka, side: str) -> list[BuyFleet]:
    """16.baf.1, 16.baf.2, 16.int.7: fleets that a side could buy or rebuild now."""
    found = []
    s = g.state
    if s.level[side] == 0:
        return []
    for nation in POWERS[side]:
        if g.hooks.no_points(g, nation):
            continue
        pool = "dr_cf" if nation == "dr" else nation
        if s.zaf.get(nation, READY) == LOST and s.rp.get(pool, 0) >= 2 * AIR["zaf_rules"]["rebuild_cost"]:
            found.append(BuyFleet("zaf", nation))
    return found + [BuyFleet("baf", nation) for nation in FIGHTERS[side] if may_buy_baf(g, nation)]


@cites("draka.16.baf.1", "draka.16.baf.3")
def may_buy_baf(g: Draka, nation: str) -> bool:
    """One BAF for each nation at war that has the RP; the Draka one comes by card and is never bought."""
    cost, s = AIR["baf"][nation].get("cost"), g.state
    if g.hooks.no_points(g, nation):
        return False
    return cost is not None and nation not in s.baf and g.at_war(nation) and s.rp.get(nation, 0) >= 2 * cost


def buy(g: Draka, value: BuyFleet) -> None:
    nation = value.nation
    pool = "dr_cf" if nation == "dr" else nation
    if value.sort == "zaf":
        g.state.rp[pool] -= 2 * AIR["zaf_rules"]["rebuild_cost"]
        g.state.zaf[nation] = NEW
        g.tell("The {words} Zeppelin fleet is rebuilt.", rule="draka.16.int.7", words=FLEET_NAMES[nation])
    else:
        price = AIR["baf"][nation]["cost"]
        g.state.rp[pool] -= 2 * price
        g.state.baf[nation] = READY
        g.tell("The {words} biplane fleet is bought.", rule="draka.16.baf.2", words=FLEET_NAMES[nation])


def buy_label(g: Draka, value: BuyFleet) -> str:
    nation = value.nation
    if value.sort == "zaf":
        return f"Rebuild the {FLEET_NAMES[nation]} Zeppelin fleet (1 RP)"
    return f"Buy the {FLEET_NAMES[nation]} biplane fleet ({AIR['baf'][nation]['cost']} RP, value {AIR['baf'][nation]['value']})"
