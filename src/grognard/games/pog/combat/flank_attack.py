"""Chapter 12.3: flank attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import PASS, Procedure, Refusal, Tally, cites

from ..asks import Ask
from ..hooks import hook
from .cards import ask_cards
from .fight import Fight, weighed

if TYPE_CHECKING:
    from ..context import Pog


@hook
def flank_allowed(g: Pog, fight: Fight) -> Refusal | None:
    """12.3.1: from two spaces, with an army, against units on open enough ground without a trench."""
    if len(fight.spaces) < 2:
        return Refusal("pog.12.3.1", "A flank attempt needs attacks from two spaces.")
    if not any(g.units.army[u] for u in fight.attackers):
        return Refusal("pog.12.3.1", "A flank attempt needs an army.")
    terrain = g.board.terrain[fight.target]
    if not g.static.charts["terrain"][terrain]["flank"]:
        return Refusal("pog.tec.1", f"No flank attempt into {terrain}.")
    if fight.trench_level:
        return Refusal("pog.tec.5" if fight.trench_level == 1 else "pog.tec.6", "No flank attempt against a trench.")
    if fight.fort_alone:
        return Refusal("pog.15.1.6", "A fort without units cannot be flanked.")
    return None


@cites("pog.12.3.2.b")
def enemies_now(g: Pog, fight: Fight) -> int:
    """Other spaces with enemy units as they stand when the attack is made, after earlier combats."""
    return g.occ[fight.enemy] & ~(1 << fight.target) & ~g.neutral


def flank_modifier(g: Pog, fight: Fight, pin: int) -> Tally:
    """12.3.2: +1 for every attacking space but the pin that touches no other space with an enemy unit by a solid line."""
    total = Tally("flank modifier")
    enemies = enemies_now(g, fight)
    for space in fight.spaces:
        if space != pin and not g.board.solid[space] & enemies:
            total.add(g.static.charts["flank"]["per_flanking_space"], f"from {g.board.name[space]}", "pog.12.3.2.a")
    return total


def flank(g: Pog, fight: Fight) -> Procedure:
    """12.3: the attacker may try for the flank: on 4 or more he fires first, else the defender does."""
    if g.hooks.flank_allowed(g, fight) is not None:
        return
    choice = yield g.which_space(
        fight.side,
        lambda: f"Flank attempt on {g.board.name[fight.target]}? Name the pinning space",
        fight.spaces,
        "pog.12.3.1",
        f"Nobody attacks {g.board.name[fight.target]} from {{}}.",
        also=[PASS],
        **weighed(
            g,
            fight,
            Ask.FLANK,
            label=lambda v: "No flank attempt" if v == PASS else f"pin from {g.board.name[g.S[v]]}",
            on=lambda v: ("", "" if v == PASS else v),
        ),
        about={"place": g.board.ids[fight.target]},
        tallies=lambda: [flank_modifier(g, fight, s) for s in fight.spaces],
        final=True,
        kind="attack",
        waiting="flank attempt",
    )
    if choice == PASS:
        return
    fight.flank_tried = True
    before = len(fight.cards[fight.side])
    yield from ask_cards(g, fight, fight.side, "flank")
    if len(fight.cards[fight.side]) > before:
        fight.first = fight.side
        g.tell("The flank attempt succeeds without a roll.", rule="pog.card.cp.02")
        return
    drm = flank_modifier(g, fight, g.S[choice])
    die = g.d6("Flank attempt on {space}: ", rule="pog.12.3.3.a", by=fight.side, space=fight.target, tallies=[drm])
    if die + int(drm) >= g.static.charts["flank"]["success"]:
        fight.first = fight.side
        g.tell("The flank is turned: the attacker fires first.", rule="pog.12.3.3.a")
    else:
        fight.first = fight.enemy
        g.tell("The flank attempt fails: the defender fires first.", rule="pog.12.3.3.b")
