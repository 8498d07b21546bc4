"""Chapter 12.3: flank attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.kernel import PASS, Procedure, Refusal, Tally, in_force

from .combat_cards import ask_cards
from .hooks import hook

if TYPE_CHECKING:
    from .context import Pog
    from .fight import Fight


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


def flank_modifier(g: Pog, fight: Fight, pin: int) -> Tally:
    """12.3.2: +1 for every attacking space but the pin that touches no other space with an enemy unit by a solid line."""
    total = Tally("flank modifier")
    enemies = g.occ[fight.enemy] & ~(1 << fight.target) & ~g.neutral
    if not in_force("pog.12.3.2.b"):
        enemies |= g.state.action.attacked & ~(1 << fight.target)
    for space in fight.spaces:
        if space != pin and not g.board.solid[space] & enemies:
            total.add(g.static.charts["flank"]["per_flanking_space"], f"from {g.board.name[space]}", "pog.12.3.2.a")
    return total


def flank(g: Pog, fight: Fight) -> Procedure:
    """12.3: the attacker may try for the flank: on 4 or more he fires first, else the defender does."""
    if g.hooks.flank_allowed(g, fight) is not None:
        return
    options: list[Any] = [g.board.ids[s] for s in fight.spaces]
    choice = yield g.ask(
        fight.side,
        lambda: f"Flank attempt on {g.board.name[fight.target]}? Name the pinning space",
        options,
        rule="pog.12.3.1",
        also=[PASS],
        label=lambda v: "No flank attempt" if v == PASS else f"pin from {g.board.name[g.S[v]]}",
        on=lambda v: ("", "" if v == PASS else v),
        about={"place": g.board.ids[fight.target]},
        tallies=lambda: [flank_modifier(g, fight, s) for s in fight.spaces],
        waiting="flank attempt",
    )
    if choice == PASS:
        return
    fight.flank_tried = True
    before = len(fight.cards[fight.side])
    yield from ask_cards(g, fight, fight.side, "flank")
    if len(fight.cards[fight.side]) > before and in_force("pog.card.cp.02"):
        fight.first = fight.side
        g.tell("The flank attempt succeeds without a roll.", rule="pog.card.cp.02")
        return
    drm = flank_modifier(g, fight, g.S[choice])
    die = g.d6("Flank attempt on {space}: ", rule="pog.12.3.3.a", by=fight.side, space=fight.target, tallies=[drm])
    if die + int(drm) >= g.static.charts["flank"]["success"]:
        if in_force("pog.12.3.3.a"):
            fight.first = fight.side
            g.tell("The flank is turned: the attacker fires first.", rule="pog.12.3.3.a")
    elif in_force("pog.12.3.3.b"):
        fight.first = fight.enemy
        g.tell("The flank attempt fails: the defender fires first.", rule="pog.12.3.3.b")
