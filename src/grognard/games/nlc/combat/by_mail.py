"""Chapter 25.12 in combat: whose chits may attack together, and who has won."""

from __future__ import annotations

from grognard.kernel import Refusal

from ..context import Nlc


def count_win(g: Nlc, side: int, attacker_retreated: bool | None, attackers_gone: bool, defenders_gone: bool) -> None:
    """R132: a combat is won if the enemy retreated or was wiped out and the own side was not."""
    beaten = [attacker_retreated is True or attackers_gone, attacker_retreated is False or defenders_gone]
    if beaten[1] and not beaten[0]:
        g.state.wins[side] += 1
    elif beaten[0] and not beaten[1]:
        g.state.wins[1 - side] += 1


def may_join(g: Nlc, one: int, other: int) -> Refusal | None:
    """25.12.2: units attack together only if one chit would activate them."""
    if one == other or any(one in pair and other in pair for pair in g.state.pair):
        return None
    names = [g.static.formations[number].name for number in (one, other)]
    return Refusal("nlc.25.12.2", f"{names[0]} and {names[1]} are not governed by one chit and may not attack together.")
