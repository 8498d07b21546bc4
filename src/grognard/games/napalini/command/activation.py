"""Chapter 4, the activation throw: what is added to it, when there is none, who would act, and how a player sees that."""

from __future__ import annotations

from grognard.kernel import Tally, cites
from grognard.kernel.scene import OddsView, OptionView

from ..context import Napalini

SUCCEEDS = 3  # and more


def activation_tally(g: Napalini, formation: int, aoo: int, prompted: bool) -> Tally:
    """4.activate: what is added to the die; 3 or more succeeds."""
    total = Tally("activation throw")
    side = g.static.formations[formation].side
    if prompted:
        total.add(1, "prompted", "napalini.4.action.prompt")
    hq = g.hq(formation)
    if hq < 0:
        total.add(-1, "no HQ", "napalini.4.hq.lost")
    else:
        at = g.place(hq)
        if at < 0 or g.distance(at, aoo) >= 5:
            total.add(-1, "five or more squares from the HQ", "napalini.4.activate.distance")
        if losses := g.hq_losses(formation):
            total.add(-losses, "losses of the HQ", "napalini.11.hq-losses")
    effects = g.camp(side).period_cards
    if "O3C" in effects and effects["O3C"] in (-1, formation):
        total.add(1, "The Grey Eminence", "napalini.card.O3C")
    return total


def sure(g: Napalini, formation: int) -> bool:
    """4.activate.guaranteed: the last available Op, if all others of the period have failed."""
    army = g.army(formation)
    wanted = 2 if g.option("winter_guarantees_two_ops") and g.static.season == "winter" else 1
    left = 1 if last_of_the_period(g) else army.ops + army.bonus
    return army.succeeded + left <= wanted and army.succeeded < wanted


def has_op(g: Napalini, side: str) -> bool:
    return any(g.army(f).ops + g.army(f).bonus > 0 for f in g.formations(side))


def last_of_the_period(g: Napalini) -> bool:
    """4.round.end: the SD answers the last Op of the SO; what it has left after this round is lost."""
    first, second = g.order
    return not g.static.meeting and g.state.round is not None and g.round.side == second and not has_op(g, first)


def no_throw(g: Napalini, formation: int) -> bool:
    """Whether this Op succeeds without a die: a bonus Op, or one that is guaranteed."""
    return not g.army(formation).ops or sure(g, formation)


def chance(g: Napalini, formation: int, aoo: int, prompted: bool = False) -> float:
    """The chance that an Op around this square succeeds."""
    if no_throw(g, formation):
        return 1.0
    total = int(activation_tally(g, formation, aoo, prompted))
    return sum(die + total >= SUCCEEDS for die in range(1, 7)) / 6


def would_act(g: Napalini, formation: int, aoo: int) -> list[int]:
    """4.aoo.units: the markers of the formation in the square and its eight neighbours."""
    side, block = g.static.formations[formation].side, g.grid.block(aoo)
    here = [n for n in g.on_table(side) if g.unit(n).formation == formation and g.unit(n).at in block]
    return [n for n in here if not needs_hq_action(g, n)]


@cites("napalini.4.hq.mobile")
def needs_hq_action(g: Napalini, n: int) -> bool:
    """HQs are not activated by Ops: they move by HQ actions."""
    return g.unit(n).type == "hq"


def round_about(g: Napalini, aoo: int) -> list[str]:
    """The squares about an Op's square, in the order of a walk around it: the area that it reaches."""
    ring = [sq for sq in g.grid.neighbours[aoo] if sq >= 0]
    return [g.label(sq) for sq in (*ring, ring[0])]


def op_view(g: Napalini, formation: int, aoo: int) -> OptionView:
    """An Op as a player weighs it: who would act, the chance of the throw, and what prompting adds."""
    units = would_act(g, formation, aoo)
    p, prompted = chance(g, formation, aoo), chance(g, formation, aoo, True)
    who = f"{g.names(units)} would act" if units else "nobody of this formation is here"
    better = f"; prompted {prompted:.0%}" if prompted > p else ""
    view = OptionView(aoo, f"{g.label(aoo)}: {who}, {p:.0%}{better}", "", g.label(aoo), path=round_about(g, aoo))
    if not no_throw(g, formation):
        view.tallies = [activation_tally(g, formation, aoo, False).view()]
        words = f"An HQ action that prompts it makes it {prompted:.0%}." if prompted > p else ""
        outcomes = [("the Op succeeds", p), ("it fails", 1 - p)]
        view.odds = [OddsView("Activation", outcomes, "napalini.4.activate", [1, -1], words)]
    return view
