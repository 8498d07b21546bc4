"""Chapter PIPs: what an activation costs, with its reasons. One tally behind prompt, refusal, bot and payment."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.table_shapes import gap
from grognard.kernel import Refusal, Tally
from grognard.kernel.words import counted, verb

from ..context import Dbms
from ..tables import PIPS, SLACK, inches
from ..terrain.sight import commands_in_sight

COMMAND = inches("command_radius_in")
COMMAND_UNSEEN = inches("command_radius_no_los_in")


def out_of_command(g: Dbms, n: int) -> str:
    """dbms.pips.7: in words why, or nothing."""
    general = g.general(g.side(n))
    if general is None or general == n:
        return ""
    away = gap(g.rect(general), g.rect(n))
    if away > COMMAND + SLACK:
        return f"{away / 2540:.1f} in from the general, more than 12"
    if away > COMMAND_UNSEEN + SLACK and not commands_in_sight(g, general, n):
        return f"{away / 2540:.1f} in from the general and out of his sight, more than 6"
    return ""


def move_cost(g: Dbms, members: Sequence[int], changes: int = 0, air: bool = False) -> Tally:
    """dbms.pips.6: 1, and every surcharge that applies."""
    cost = Tally("PIPs")
    side = g.side(members[0])
    if air:
        cost.add(PIPS["place_air"], "placing an aircraft", "dbms.air-moves.1")
    elif len(members) > 1:
        cost.add(PIPS["move_group"], "the move of a group", "dbms.groups.1")
    else:
        cost.add(PIPS["move_element"], "the move", "dbms.pips.6")
    if g.general(side) is None:
        cost.add(PIPS["general_lost"], "the general is lost", "dbms.play-sheet.4")
    elif not air:
        far = next((why for n in members if (why := out_of_command(g, n))), "")
        if far:
            cost.add(PIPS["out_of_command"], far, "dbms.pips.7")
    if any(g.code(n) == "TH" for n in members):
        cost.add(PIPS["heavy_tank"], "heavy tank", "dbms.element-chart.16")
    if changes:
        cost.add(change_price(g, changes), "change of form", "dbms.unloading.2")
    return cost


def change_price(g: Dbms, changes: int) -> int:
    """One for each element that changes form; by option one for a whole group (dbms.R59)."""
    return PIPS["change_form"] * (min(changes, 1) if g.options["group_loading"] else changes)


def may_pay(g: Dbms, side: str, cost: Tally | int, rule: str = "dbms.pips.6") -> Refusal | None:
    """dbms.pips.6: an activation that cannot be paid in full may not be made."""
    price, left = int(cost), g.state.pips.get(side, 0)
    if price <= left:
        return None
    reasons = ""
    if isinstance(cost, Tally) and len(cost.terms) > 1:
        reasons = " (" + ", ".join(f"{term.text} {term.amount}" for term in cost.terms) + ")"
    rest = f"{left or 'none'} {verb(left, 'is', 'are')} left"
    return Refusal(rule, f"That costs {counted(price, 'PIP')}{reasons}; {rest}.", measured=price, limit=left)


def pay(g: Dbms, side: str, cost: Tally | int) -> None:
    g.state.pips[side] -= int(cost)
