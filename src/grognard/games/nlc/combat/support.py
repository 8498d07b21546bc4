"""Chapters 25.2 and 25.3: artillery support in normal combat, and remote support by guns next to the attacked."""

from __future__ import annotations

from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.tally import round_half_up

from ..asks import Ask
from ..context import Nlc
from ..ground import CREST
from ..terrain.sight import has_los, tell_of
from ..values import mover, units_meant
from .bombard import gun_name
from .fire import Shot, halved_up, hits_for
from .retreat import disrupt
from .strengths import Fight


def may_support(g: Nlc, fight: Fight, unit: int) -> Refusal | None:
    """25.3.2: None, or why these guns cannot add their fire."""
    name = g.name(unit)
    if g.state.bombarded >> unit & 1:
        return Refusal("nlc.25.3.2", f"{name} has bombarded this turn.")
    for hex in g.adjacent_enemies(g.at(unit), g.side(unit)):
        if any(chit_of(g, enemy) not in g.stage.formations for enemy in g.units_at(hex)):
            return Refusal("nlc.25.3.2", f"{name} is tied by an enemy next to it that is not activated.")
    if all(chit_of(g, unit) != chit_of(g, other) for other in fight.defenders):
        return Refusal("nlc.25.3.2", f"{name} belongs to another chit than the attacked.")
    for hex in fight.from_hexes:
        if has_los(g, g.at(unit), hex) and not _across_crest(g, g.at(unit), hex):
            return None
    return Refusal("nlc.25.3.2", f"{name} sees none of the attackers.")


def chit_of(g: Nlc, unit: int) -> int:
    """The formation whose chit activates a unit: an attached division acts with the corps that it joined (20.13.5)."""
    return g.static.holders[g.state.holder[unit]].formation


def _across_crest(g: Nlc, a: int, b: int) -> bool:
    return b in g.grid.adjacent[a] and bool(g.ground.side(a, b) & CREST)


def remote_guns(g: Nlc, fight: Fight) -> Procedure:
    """25.3.1: artillery adjacent to the attacked may add its fire; it is safe there (25.3.3)."""
    side = 1 - fight.side
    near = [unit for hex in g.grid.adjacent[fight.target] for unit in g.own_at(hex, side) if g.is_artillery(unit)]
    chosen: list[int] = []
    while True:
        able = [unit for unit in near if unit not in chosen and may_support(g, fight, unit) is None]
        if not able:
            return chosen
        choice = yield g.ask(
            g.seat(side), f"Remote support for {g.place(fight.target)}?", [*(mover(g, [unit]) for unit in able), DONE],
            rule="nlc.25.3.1", label=lambda v: "no more" if v == DONE else g.names(units_meant(g, v)),
            on=lambda v: ("", "") if v == DONE else (g.units[units_meant(g, v)[0]].id, ""),
            name=Ask.REMOTE_SUPPORT, kind="fire", final=True,
        )  # fmt: skip
        if choice == DONE:
            return chosen
        unit = units_meant(g, choice)[0]
        dim = "Guns in {place} fire in support from afar."
        tell_of(g, "{unit} fires in support from afar: it is safe there.", unit, g.at(unit), rule="nlc.25.3.3", dim=dim)
        g.tell("Its fire changes neither morale nor the order of choice.", rule="nlc.25.3.4", kind="quiet")
        chosen.append(unit)


def support(g: Nlc, fight: Fight, first: Shot, second: Shot) -> None:
    """25.2.1, 25.2.2, R121: if the guns add hits, undisrupted enemies are disrupted and the hits they caused are halved."""
    mute = fight.silent  # guns that face elsewhere; remote ones do not
    works = [_works(g, fight.attackers, [], first, False), _works(g, fight.firing, fight.remote, second, mute)]
    struck: list[bool] = [False, False]
    for index, enemies in ((0, fight.defenders), (1, fight.attackers)):
        fresh = [unit for unit in enemies if not g.disrupted(unit)]
        if works[index] and fresh:
            struck[index] = True
            for unit in fresh:
                disrupt(g, unit, rule="nlc.25.2.1")
    if any(struck) and all(g.disrupted(unit) for unit in [*fight.defenders, *fight.attackers]):
        g.tell("Both sides end up disrupted: no hits are halved.", rule="nlc.25.2.2")
        return
    if struck[0]:
        fight.hits[0] = halved_up(fight.hits[0])
    if struck[1]:
        fight.hits[1] = halved_up(fight.hits[1])


def _works(g: Nlc, units: list[int], remote: list[int], shot: Shot, silent: bool) -> bool:
    guns = [unit for unit in units if g.is_artillery(unit)]
    if not any(unit not in guns for unit in units) or not (remote or (guns and not silent)) or not shot.strength:
        return False
    if g.on("six_to_hit"):
        return shot.hits >= 2
    names = {g.name(unit) for unit in guns} | {f"{gun_name(g, unit)} in support" for unit in remote}
    bare = sum((term.amount for term in shot.tally.terms if term.text not in names), 0)

    return hits_for(g, shot.strength, shot.roll) > hits_for(g, round_half_up(bare), shot.roll)
