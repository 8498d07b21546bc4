"""Chapter 7, bombardment: activated artillery fires at a square that no friend attacks (7.artillery.bombardment)."""

from __future__ import annotations

from grognard.kernel import Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini
from .artillery import gunner_has_fired, may_fire, name_guns, ways, why_no_gun
from .choices import How, Way
from .fire import Aim
from .losses import add_hits, losses_due, note_losses, random_losses
from .shooting import volley


def why_no_target(g: Napalini, square: int) -> Refusal | None:
    """Why no activated gun bombards a square; None if one can."""
    r = g.round
    if not g.enemies_in(square, r.side):
        return Refusal("napalini.7.artillery.bombardment", f"There is no enemy in {g.label(square)}.")
    if g.units_at(square, r.side):
        return Refusal("napalini.7.artillery.bombardment", f"Into {g.label(square)} guns fire only in support of a combat.")
    guns = [n for n in r.activated if g.unit(n).where == "table" and g.artillery(n)]
    if not guns:
        return Refusal("napalini.7.artillery.conditions", "No artillery is activated.")
    found = [why_no_gun(g, r.side, first_way(g, n, square), square, False) for n in guns]
    return found[0] if all(found) else None


def first_way(g: Napalini, n: int, square: int) -> Way:
    return next(iter(ways(g, n, square)), Way(n, How.SEES))


def targets(g: Napalini) -> list[int]:
    """Enemy squares without friendly units that some activated gun can aim at."""
    r = g.round
    guns = [n for n in r.activated if g.unit(n).where == "table" and g.artillery(n) and not g.unit(n).fired and n not in r.shot]
    if not guns:
        return []
    squares = sorted(sq for sq in g.enemy_squares(r.side) if not g.units_at(sq, r.side))
    return [sq for sq in squares if any(may_fire(g, n, sq, False) is None and ways(g, n, sq) for n in guns)]


@cites("napalini.3.speculative.result")
def unseen_result(g: Napalini, square: int, side: str) -> bool:
    """What fire does to hidden units their owner alone knows."""
    return any(not g.unit(n).revealed for n in g.units_at(square, side))


def bombardment(g: Napalini, square: int) -> Procedure:
    """All guns firing at the square throw; losses fall at random; no return fire, no retreat."""
    r = g.round
    prompt = f"Bombardment of {g.label(square)}: which gun fires?"
    named = yield from name_guns(g, r.side, square, False, prompt, "napalini.7.artillery.bombardment", Ask.BOMBARDING_GUNS)
    if not named:
        return
    gunner_has_fired(g, square)
    enemy = g.other(r.side)
    aims = [Aim(n, square, tuple(g.real_at(square, enemy)), True, ranged=True) for n in named]
    hidden = unseen_result(g, square, enemy)
    count = yield from volley(g, r.side, aims, square, in_combat=False, shown=not hidden)
    add_hits(g, square, enemy, count)
    due = losses_due(g, square, enemy)
    note_losses(g, square, enemy, due, at_random=True)
    g.tell("{losses} in {place}.", rule="napalini.7.hits", losses=due, place=square)
    random_losses(g, square, enemy, due)
