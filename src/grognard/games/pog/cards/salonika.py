"""Card ap.30, Salonika: up to three corps go there, and Greek units appear as neutrals (pog.9.5.2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import DONE, Procedure, Refusal

from ..asks import Ask
from ..hooks import hook
from ..map.places import room
from ..movement.redeployment import box_open
from ..static import AP, CP, RESERVE
from ..supply.tracing import in_supply
from ..war.neutrals import place_units
from .events import event

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card


def willing(g: Pog) -> list[int]:
    """BR and FR corps in Allied ports or the Reserve Box."""
    harbours, salonika = g.hooks.ports(g, AP, True), g.S["salonika"]
    found = []
    for kind in g.hooks.salonika_kinds(g):
        for unit in g.units.pieces[kind]:
            place = g.state.at[unit]
            if g.hooks.no_stop(g, [unit]) >> salonika & 1:
                continue  # with whom it may not stack, in a variant
            if (place == RESERVE and box_open(g, unit) is None) or (
                place >= 0 and harbours >> place & 1 and in_supply(g, unit) and place != salonika
            ):
                found.append(unit)
    return found


@hook
def salonika_kinds(g: Pog) -> tuple[str, ...]:
    """Card ap.30: British and French corps."""
    return ("br.c", "fr.c")


def may_land(g: Pog, card: Card) -> Refusal | None:
    salonika = g.S["salonika"]
    if not g.board.of["gr"] & g.static.theatre:
        return Refusal("draka.R112", "Greece is not in this scenario.")
    if g.state.actions[AP] and g.state.actions[AP][-1] == "sr":
        return Refusal("pog.9.3.3", "Salonika counts as a redeployment, and so was your last action.")
    if g.at_war("gr") and not g.controls(AP, salonika):
        return Refusal(card.rule, "After Greek entry Salonika must be Allied.")
    if g.occ[CP] >> salonika & 1 or room(g, salonika, AP) <= 0:
        return Refusal(card.rule, "There is no room in Salonika.")
    return None if willing(g) else Refusal(card.rule, "No British or French corps is in a port or the Reserve Box.")


@event("ap_salonika", test=may_land)
def salonika(g: Pog, card: Card) -> Procedure:
    """At least one and up to three corps, within stacking."""
    action = g.state.action
    space = g.S["salonika"]
    if action.stage == "effect":
        g.open_spaces()
        if not g.at_war("gr"):
            place_units(g, "gr")
            g.tell("Greek units appear as neutrals; Salonika and Kavala are open.", rule="pog.9.5.2.4.a")
        action.stage, action.points = "landing", min(3, room(g, space, AP))
    while action.points > 0:
        g.checkpoint()
        units = willing(g)
        if not units:
            return
        choice = yield g.which_unit(
            AP,
            lambda: f"Salonika: which corps lands? {action.points} more",
            units,
            card.rule,
            "{} is no corps in a port or in the Reserve Box that could land.",
            also=[DONE] if action.spaces else [],
            label=lambda v: "No more" if v == DONE else g.units.name[g.U[v]],
            name=Ask.SALONIKA,
            waiting="landing at Salonika",
        )
        if choice == DONE:
            return
        unit = g.U[choice]
        g.enter(unit, space)
        action.points -= 1
        action.spaces = 1 << space
        g.tell("{unit} lands at {space}.", rule=card.rule, unit=unit, space=space)
