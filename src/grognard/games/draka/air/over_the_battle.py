"""Chapter 16: carpet bombing and Air Superiority over a combat."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from grognard.games.pog.combat.cards import has
from grognard.kernel import Procedure, Refusal, Tally, cites

from ..asking import FLEET_NAMES, which_fleet
from ..asks import Ask
from ..state import FLOWN
from .fleets import AIR, FIGHTERS, POWERS, _draka_sky, baf_ready, intercept, side_of, warfare, zaf_ready, zaf_value

if TYPE_CHECKING:
    from grognard.games.pog.combat.fight import Fight

    from ..context import Draka


def carpet_drm(g: Draka, fleet: str, space: int) -> Tally:
    """16.drm.1, 16.drm.2."""
    total = Tally("bombing modifier")
    if g.total_war(side_of(fleet)):
        total.add(1, "Total War", "draka.16.drm.1")
    ground = {"desert": 1, "swamp": -1, "mountain": -1}.get(g.board.terrain[space], 0)
    if ground:
        total.add(ground, g.board.terrain[space], "draka.16.drm.2")
    return total


@cites("draka.16.int.3")
def bombs_on(g: Draka, fight: Fight, nation: str) -> bool:
    """Units of the very nation are bombed: British biplanes help no Draka, nor Draka ones the British."""
    return has(g, fight.defenders + fight.spent, nation)


def defenders_of(g: Draka, fight: Fight) -> list[str]:
    """Whose BAF may intercept over a battlefield: a nation whose units are bombed; the Draka in the Zone only."""
    found = []
    for nation in FIGHTERS[fight.enemy]:
        if not baf_ready(g, nation) or not bombs_on(g, fight, nation):
            continue
        if nation == "dr" and not _draka_sky(g, fight.target):
            continue
        found.append(nation)
    return found


def may_carpet(g: Draka, fight: Fight, fleet: str) -> Refusal | None:
    """16.carpet: None, or why this fleet cannot bomb the space under attack."""
    if not zaf_ready(g, fleet):
        return Refusal("draka.16.zaf.3", f"The {FLEET_NAMES[fleet]} Zeppelins do not fly now.")
    if fight.from_sea and g.units.nation[fight.attackers[0]] == "ru":
        return Refusal("draka.17.11", "The landing of the Russian 7th Army is not among those that are bombed for.")
    if not fight.defenders + fight.spent:
        return Refusal("draka.16.carpet.1", "A fort alone is no target.")
    if fight.flank_tried:
        return Refusal("draka.16.carpet.2", "A flank attempt was made in this attack.")
    if g.board.ids[fight.target] in AIR["alpine"]:
        return Refusal("draka.16.carpet.4", f"{g.board.name[fight.target]} is Alpine.")
    if not has(g, fight.attackers, fleet):
        rule = "draka.16.carpet.6" if fleet in ("dr", "br") and has(g, fight.attackers, "dr", "br") else "draka.16.carpet.1"
        return Refusal(rule, f"No {FLEET_NAMES[fleet]} unit attacks.")
    return None


def carpet(g: Draka, fight: Fight) -> Procedure:
    """16.carpet.1, R46, R97: after the flank step one ZAF may bomb; interception and bombs are rolled at once."""
    fleets = {f: AIR["zaf"][f][1] for f in POWERS[fight.side] if g.state.zaf.get(f)}
    if all(may_carpet(g, fight, f) for f in fleets):
        return
    prompt = f"Carpet bombing of {g.board.name[fight.target]}?"
    words = ("draka.16.carpet.1", "carpet bombing", "No bombing", "Zeppelins")
    may = partial(may_carpet, g, fight)
    choice = yield from which_fleet(g, Ask.CARPET, fight.side, prompt, fleets, *words, place=fight.target, may=may, fight=fight)
    if choice is None:
        return
    fight.more["carpet"] = choice
    g.state.zaf[choice] = FLOWN
    g.tell(
        "The {words} Zeppelins fly against {space}.", rule="draka.16.carpet.1", words=FLEET_NAMES[choice], space=fight.target
    )
    result = yield from intercept(g, fight.enemy, choice, defenders_of(g, fight), g.board.name[fight.target])
    if result != "-":
        return
    drm = carpet_drm(g, choice, fight.target)
    die = g.d6("Bombs on {space}: ", rule="draka.16.carpet.3", by=fight.side, space=fight.target, tallies=[drm])
    number = warfare(zaf_value(g, choice, "carpet"), die + int(drm))
    fight.bombs = number
    harm = "The bombs add {number} to the attacker's loss number." if number else "The bombs do no harm."
    g.tell(harm, rule="draka.16.carpet.3", number=number)


def may_superiority(g: Draka, fight: Fight, side: str, nation: str) -> Refusal | None:
    """16.sup: None, or why this BAF cannot support a side here."""
    if not baf_ready(g, nation):
        return Refusal("draka.16.baf.4", f"The {FLEET_NAMES[nation]} biplanes have flown.")
    if fight.from_sea:
        return Refusal("draka.17.10", "An invasion is fought without Air Superiority.")
    if not has(g, fight.force(side), nation):
        rule = "draka.16.sup.4" if nation in ("br", "dr") and has(g, fight.force(side), "br", "dr") else "draka.16.sup.1"
        return Refusal(rule, f"No {FLEET_NAMES[nation]} unit fights there.")
    if nation == "dr" and not _draka_sky(g, fight.target):
        return Refusal("draka.16.baf.5", "The Draka BAF flies only in the Zone.")
    if fight.more.get("carpet"):
        return Refusal("draka.16.sup.3", "Where the attacker bombs nobody flies Air Superiority.")
    if fight.more.get("flown", {}).get(side):
        return Refusal("draka.16.sup.2", "One BAF supports a side in a combat.")
    if any(c in ("ap.19", "cp.40") for c in fight.cards[side]):
        return Refusal("draka.16.sup.3", "The Air Superiority card is in use.")
    if side == fight.enemy and (fight.fort_alone or not fight.supplied):
        return Refusal("pog.14.3.4", "These defenders get no support.")
    return None


def superiority(g: Draka, fight: Fight, side: str) -> Procedure:
    """16.sup.1, R45: rolled at once; the number of the chart is a plus to that side's die."""
    fleets = {n: AIR["baf"][n]["value"] for n in FIGHTERS[side] if g.state.baf.get(n)}
    if all(may_superiority(g, fight, side, n) for n in fleets):
        return
    prompt = f"{g.board.name[fight.target]}: fly Air Superiority?"
    words = ("draka.16.sup.1", "air superiority", "No", "biplanes")
    may = partial(may_superiority, g, fight, side)
    choice = yield from which_fleet(g, Ask.SUPERIORITY, side, prompt, fleets, *words, place=fight.target, may=may, fight=fight)
    if choice is None:
        return
    g.state.baf[choice] = FLOWN
    fight.more.setdefault("flown", {})[side] = choice
    die = g.d6("{words} biplanes over {space}: ", rule="draka.16.sup.1", by=side, words=FLEET_NAMES[choice], space=fight.target)
    number = warfare(AIR["baf"][choice]["value"], die)
    if number:
        fight.bonus[side].append((number, "Air Superiority", "draka.16.sup.1"))
    else:
        g.tell("The {words} biplanes achieve nothing.", rule="draka.16.sup.1", words=FLEET_NAMES[choice])
