"""Chapters 4.2.2, 9.5.2, 11.1.11 to 11.1.13: neutral nations join the war.

Cards: pog.card.ap.16, pog.card.ap.17, pog.card.ap.44, pog.card.cp.34.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import Procedure, cites
from grognard.kernel.words import listing, verb

from ..asks import Ask
from ..hooks import hook
from ..static import AP, CP, RESERVE, UNBORN

if TYPE_CHECKING:
    from ..context import Pog

NATION_NAMES = {"it": "Italy", "tu": "Turkey", "bu": "Bulgaria", "ro": "Romania", "gr": "Greece"}


@cites("pog.4.2.2")
def place_units(g: Pog, nation: str) -> None:
    """The units of a nation are placed at once, as its set-up says."""
    entry = g.static.entries[nation]
    for line in entry["units"]:
        for _ in range(line.get("count", 1)):
            unit = g.unborn(line["unit"])
            if unit < 0:
                continue
            place = RESERVE if line["at"].startswith("reserve") else g.S[line["at"]]
            g.put(unit, place)
            g.flip(unit, line.get("reduced", False))
    side = CP if nation in ("tu", "bu") else AP
    for name in entry.get("trench", ()):
        if g.trench(g.S[name]) == 0:
            g.dig(g.S[name], side)
    g.hooks.muster(g, entry)


@hook
def muster(g: Pog, setup: dict[str, Any]) -> None:
    """What stands where is not told in the base game."""


@cites("pog.5.7.1")
def dig_in_italy(g: Pog) -> None:
    """In the historical scenario Italy has four trenches."""
    for name in g.static.setup["historical"]["trench_ap_add_with_italy"]:
        g.dig(g.S[name], AP)


def turkey_enters(g: Pog) -> None:
    """16.1.3.1, 11.1.13: Turkey's units appear, and Persia and Arabia open. This is no neutral entry event (9.5.2.3)."""
    g.join_war("tu")
    place_units(g, "tu")
    g.tell("This is no neutral entry event.", rule="pog.9.5.2.3")
    g.tell("Turkey joins the Central Powers; Persia and Arabia open.", rule="pog.16.1.3.1")
    names = [g.board.name[s] for s in bits(g.controlled(CP) & g.board.of["pe"])]
    held = f"{listing(names)} {verb(len(names), 'is', 'are')} held by the Central Powers"
    g.tell(f"{held}, the rest of Persia by the Allies.", rule="pog.11.1.13")


def joins(g: Pog, nation: str, rule: str) -> Procedure:
    """9.5.2.1: Bulgaria, Greece, Italy or Romania joins; some units are placed where the owner likes."""
    action = g.state.action
    if action.stage != "placing":
        if nation not in g.state.at_war:
            g.join_war(nation)
            g.tell("{nation} joins the war.", rule=rule, nation=NATION_NAMES[nation])
            already = nation == "gr" and any(g.state.at[u] != UNBORN for u in g.units.pieces["gr.c"])
            if not already:
                place_units(g, nation)
            if nation == "it" and g.static.historical:
                dig_in_italy(g)
        action.stage = "placing"
        free = g.static.entries[nation].get("free")
        action.left = [free["unit"]] * free["spaces"] if free else []
    while action.left:
        g.checkpoint()
        spaces = [s for s in bits(g.board.of[nation] & ~action.spaces) if not g.stack[s]]
        if not spaces or g.unborn(action.left[0]) < 0:
            action.left = []
            break
        choice = yield g.which_space(
            action.side,
            lambda: f"Place a corps in a space of {NATION_NAMES[nation]}",
            spaces,
            "pog.9.5.2.1",
            f"{{}} is no free space of {NATION_NAMES[nation]}.",
            name=Ask.NEUTRAL_CORPS,
            waiting="placing units",
        )
        unit = g.unborn(action.left.pop())
        g.put(unit, g.S[choice])
        action.spaces |= 1 << g.S[choice]
        g.tell("{unit} is placed in {space}.", rule="pog.9.5.2.1", unit=unit, space=g.S[choice])
    yield from g.hooks.after_joining(g, nation)


@hook
def after_joining(g: Pog, nation: str) -> Procedure:
    """Nothing more in the base game."""
    return
    yield
