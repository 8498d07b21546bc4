"""Erratum 5: with the option two ZAF may supply a space each before the Attrition Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.games.pog.combat.cards import has
from grognard.games.pog.static import OTHER
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import Procedure, cites

from ..asking import FLEET_NAMES, which_space, which_unit
from ..asks import Ask
from ..state import FLOWN
from .fleets import FIGHTERS, _draka_sky, baf_ready, intercept, side_of, zaf_ready

if TYPE_CHECKING:
    from ..context import Draka


def before_attrition(g: Draka) -> Procedure:
    """err.5: with the switch the Draka and German ZAF may supply one space each."""
    s = g.state
    if not g.options["air_supply"]:
        return
    if s.step != "before attrition":
        s.step = "before attrition"
        s.air_supplied, s.asked = 0, []
    for fleet in ("dr", "ge"):
        side = side_of(fleet)
        if fleet in s.asked or not zaf_ready(g, fleet):
            continue
        g.checkpoint()
        spaces = [x for x in bits(g.occ[side] & ~g.neutral) if rescued(g, fleet, x)]
        if not spaces:
            continue
        prompt = f"Air supply by the {FLEET_NAMES[fleet]} Zeppelins: where?"
        space = yield from which_space(g, Ask.AIR_SUPPLY, side, prompt, spaces, "draka.err.5.a", "air supply", none="Nowhere")
        s.asked.append(fleet)
        if space is None:
            continue
        flies_supply(g, fleet)
        result = yield from intercept(g, OTHER[side], fleet, hunters(g, OTHER[side], space), g.board.name[space])
        if result == "-":
            saved = yield from who_is_saved(g, side, rescued(g, fleet, space))
            s.air_supplied |= sum(1 << u for u in saved)
            g.tell("{space}: supply from the air for {units}.", rule="draka.err.5.a", units=tuple(saved), space=space)
        g.checkpoint()


@cites("draka.err.5.b")
def flies_supply(g: Draka, fleet: str) -> None:
    """A ZAF that supplies bombs nobody this turn."""
    g.state.zaf[fleet] = FLOWN


@cites("draka.err.5.c")
def hunters(g: Draka, side: str, space: int) -> list[str]:
    """A BAF intercepts if a supplied unit of its nation is beside the space; the Draka one flies only in the Zone."""
    near = [u for x in bits(g.graph.rows()[space]) for u in g.side_units(x, side) if in_supply(g, u)]
    return [n for n in FIGHTERS[side] if has(g, near, n) and baf_ready(g, n) and (n != "dr" or _draka_sky(g, space))]


def rescued(g: Draka, fleet: str, space: int) -> list[int]:
    """err.5.a, err.5.b: units of the fleet's nation that are cut off there; the Draka save other British too."""
    nations = ("dr", "br") if fleet == "dr" else ("ge",)
    return [
        u for u in g.stack[space] if g.units.nation[u] in nations and not in_supply(g, u) and not g.state.air_supplied >> u & 1
    ]


def who_is_saved(g: Draka, side: str, units: list[int]) -> Procedure:
    """err.5.a: one army or two corps; where there are more, their owner chooses."""
    saved: list[int] = []
    left = list(units)
    while left and len(saved) < 2:
        unit = left[0]
        if len(g.distinct(left)) > 1:
            words = ("draka.err.5.a", "air supply")
            unit = yield from which_unit(g, Ask.AIR_SUPPLIED, side, "Air supply: who is saved?", left, *words)
        saved.append(unit)
        if g.units.army[unit]:
            break
        left = [u for u in left if u != unit and not g.units.army[u]]
    return saved


def spared(g: Draka, unit: int) -> bool:
    return g.state.air_supplied >> unit & 1 == 1
