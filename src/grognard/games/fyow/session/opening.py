"""Section 4.6: what a card brings before its holder decides anything."""

from __future__ import annotations

from grognard.kernel import Procedure

from ..battle.paper import battle_card
from ..command.questions import open_questions
from ..contact.detection import look_about
from ..context import Fyow
from ..forces.fractions import first_activation
from ..forces.pickets import declare
from ..orders.order_kinds import order_words
from ..orders.requests import as_provided
from ..orders.triggers import follow
from . import umpire


def opening(g: Fyow, number: int) -> None:
    """New orders count from now; a cut-off Picket and a new Fraction open their books; then the force looks about."""
    unit = g.unit(number)
    open_questions(g)
    if unit.kind == "picket" and unit.cut:
        declare(g, number)
    if unit.fresh:
        first_activation(g, number)
    if unit.pending is not None:
        unit.order, unit.pending, unit.then = unit.pending, None, []  # new orders take the place of the old, conditions and all
        order_words(g, number, "fyow.10.6.2")
    for other in g.on_board(unit.board, g.enemy(unit.side)) if unit.box < 0 else []:
        g.unit(other).cornered = False  # 33.8.6: the occupiers have been activated
    look_about(g, number)
    follow(g, number)
    as_provided(g, number)
    umpire.opening(g, number)


def reorganise(g: Fyow, number: int, rule: str) -> None:
    """15.3.6, ruling R40: after two activations in daylight the force is Deployed again."""
    unit = g.unit(number)
    unit.disarray -= 1
    if unit.disarray:
        g.tell("{unit} begins to reorganise.", rule=rule, to=unit.side, unit=number)
        return
    if g.cramped(number):
        g.tell("{unit} has reorganised.", rule=rule, to=unit.side, unit=number)
        return
    unit.attitude, unit.facing, unit.calm = "deployed", unit.edge, -1
    g.tell("{unit} has reorganised and stands Deployed.", rule=rule, to=unit.side, unit=number)


def by_daylight(g: Fyow) -> bool:
    """33.8.2: who is in Disarray reorganises by daylight only."""
    return not g.night or bool(g.options["disarray_any_session"])


def picket_stages(g: Fyow, number: int) -> Procedure:
    """Ruling R23: a linked Picket holds no card; the battle stage that is due for it comes on its parent's."""
    while (picket := _next_picket(g, number)) is not None:
        g.checkpoint()
        g.state.staff.put = [*g.state.staff.put, f"battle {picket}"]
        yield from battle_card(g, picket)


def _next_picket(g: Fyow, number: int) -> int | None:
    own = [n for n in g.alive() if g.unit(n).kind == "picket" and g.unit(n).parent == number and not g.unit(n).cut]
    due = [n for n in own if any(n in b.attackers + b.defenders + b.beaten for b in g.state.battles)]
    return next((n for n in due if f"battle {n}" not in g.state.staff.put), None)
