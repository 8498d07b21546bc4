"""Chapter 12.6: the Withdrawal card, after losses: one step comes back, then the defenders fall back one space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Procedure, cites

from ..asks import Ask
from ..static import GONE, RESERVE

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight


def restore_step(g: Pog, fight: Fight) -> Procedure:
    """12.6.3, 12.6.6 to 12.6.10: a corps step if one was lost, else an army step."""
    taken = fight.taken[fight.enemy]
    if fight.first is not None:
        g.tell("Withdrawal restores its step only now, after the fire.", rule="pog.12.3.4.2")
    if not taken:
        g.tell("No step was lost that Withdrawal could restore.", rule="pog.12.6.7")
        return
    if corps := corps_that_lost(fight):
        options, rule = corps, "pog.12.6.3"
    else:
        options, rule = list(dict.fromkeys(u for u, _, army in taken if army)), "pog.12.6.6"
        options = [u for u in options if _army_may_return(g, fight, u)]
    if not options:
        g.tell("Withdrawal restores nothing.", rule="pog.12.6.8")
        return
    unit = options[0]
    if len(g.distinct(options)) > 1:
        choice = yield g.which_unit(
            fight.enemy,
            "Withdrawal: which unit takes its step back?",
            options,
            rule,
            "{} lost no step that Withdrawal could restore.",
            fight.target,
            name=Ask.WITHDRAWAL,
            waiting="Withdrawal",
        )
        unit = g.U[choice]
    _give_back(g, fight, unit, rule)


@cites("pog.12.6.3")
def corps_that_lost(fight: Fight) -> list[int]:
    """A corps step comes back if one was lost."""
    return list(dict.fromkeys(u for u, _, army in fight.taken[fight.enemy] if not army))


def _army_may_return(g: Pog, fight: Fight, army: int) -> bool:
    """12.6.8: an army without a corps in reserve comes back only if its step met the loss number exactly."""
    if army not in fight.unreplaced:
        return True
    paid = sum(lf for _, lf, _ in fight.taken[fight.enemy])
    return paid == fight.loss[fight.side]


def _give_back(g: Pog, fight: Fight, unit: int, rule: str) -> None:
    if g.state.at[unit] >= 0:
        g.flip(unit, False)
    else:
        for corps, army in fight.came.items():
            if army == unit and g.state.at[corps] >= 0:
                g.put(corps, RESERVE)  # on the side on which it came: it has lost no step
                fight.defenders.remove(corps)
        if g.state.at[unit] == GONE:
            g.state.gone[g.units.nation[unit]] -= 1
        g.put(unit, fight.target)
        g.flip(unit, True)
        fight.defenders.append(unit)
        if len(fight.defenders) == 1 and not g.units.army[unit]:
            rule = "pog.12.6.10"
    g.tell("{unit} takes a step back by Withdrawal.", rule=rule, unit=unit)
