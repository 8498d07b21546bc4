"""Chapter 11.2: trenches. An army in a space activated for movement may try to dig instead of moving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Refusal, cites

from ..hooks import hook
from ..supply.tracing import in_supply

if TYPE_CHECKING:
    from ..context import Pog


def may_entrench(g: Pog, unit: int) -> Refusal | None:
    """11.2.1: None, or why this army may not try."""
    action, name = g.state.action, g.units.name[unit]
    space = g.state.at[unit]
    if space < 0:
        return Refusal("pog.11.2.1.a", f"{name} is not on the map.")
    if not g.units.army[unit] and not g.hooks.may_dig(g, unit):
        return Refusal("pog.11.2.8", f"{name} is a corps; only armies dig.")
    if not (g.played("ap.12") or g.played("cp.06")):
        return Refusal("pog.11.2.1.a", "Neither Entrench event has been played.")
    if action.moved >> unit & 1 or any(g.state.at[u] == space for u in action.digging):
        return Refusal("pog.11.2.1.a", f"One army in {g.board.name[space]} tries already, or has moved.")
    if g.trench(space, action.side) == 2:
        return Refusal("pog.11.2.3", f"{g.board.name[space]} has a trench of level 2.")
    if not in_supply(g, unit):
        return Refusal("pog.14.3.3", f"{name} is out of supply.")
    return None


@hook
def may_dig(g: Pog, unit: int) -> bool:
    """11.2.8: no corps digs."""
    return False


def dig_in(g: Pog) -> None:
    """11.2.2: after all movement a die for each attempt: not above the LF, and the trench rises by one level."""
    action = g.state.action
    failed = g.state.failed_now
    for unit in list(action.digging):
        space = g.state.at[unit]
        drm = retry_bonus(g, unit)
        die = g.d6("{unit} digs in {space}: ", rule="pog.11.2.2", by=action.side, unit=unit, space=space)
        if die + drm <= g.lf(unit):
            g.dig(space, action.side)
            g.tell("{space} now has a trench of level {number}.", rule="pog.11.2.2", space=space, number=g.trench(space))
        else:
            failed |= 1 << unit
            highest = g.lf(unit) - drm
            need = "a 1" if highest <= 1 else f"a 1 to {highest}"
            g.tell("{unit} fails to entrench: {need} is needed.", rule="pog.11.2.2", unit=unit, need=need)
    action.digging = []
    g.state.failed_now = failed


@cites("pog.11.2.10", "pog.5.7.4.b")
def retry_bonus(g: Pog, unit: int) -> int:
    """With the option: -1 for a GE, BR, FR or IT army that failed in its side's very last action."""
    chart = g.static.charts["entrench"]
    if not g.static.trench_retry or g.units.nation[unit] not in chart["repeat_nations"]:
        return 0
    return int(chart["repeat_drm"]) if g.state.failed_dig >> unit & 1 else 0
