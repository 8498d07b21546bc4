"""Chapter 7, bombardment: activated artillery fires at a square that no friend attacks (7.artillery.bombardment)."""

from __future__ import annotations

from grognard.kernel import PASS
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure

from .context import Napalini
from .fire import Aim
from .guns import Way, mark_fired, may_fire, message, way_words, ways
from .losses import add_hits, losses_due, note_losses, random_losses
from .shooting import volley


def offers(g: Napalini, square: int, named: list[int]) -> list[Way]:
    r = g.round
    return [
        way
        for n in r.activated
        if n not in named and g.unit(n).where == "table" and may_fire(g, n, square, False) is None
        for way in ways(g, n, square)
    ]


def targets(g: Napalini) -> list[int]:
    """Enemy squares without friendly units that some activated gun can aim at."""
    r = g.round
    guns = [n for n in r.activated if g.unit(n).where == "table" and g.artillery(n) and not g.unit(n).fired and n not in r.shot]
    if not guns or not in_force("napalini.7.artillery.bombardment"):
        return []
    squares = sorted(sq for sq in g.enemy_squares(r.side) if not g.units_at(sq, r.side))
    return [sq for sq in squares if offers(g, sq, [])]


def bombardment(g: Napalini, square: int) -> Procedure:
    """All guns firing at the square throw; losses fall at random; no return fire, no retreat."""
    r = g.round
    named: list[int] = []
    while True:
        open_ = offers(g, square, named)
        if not open_:
            break
        way = yield g.ask(
            r.side,
            f"Bombardment of {g.label(square)}: which gun fires?",
            open_,
            also=[PASS],
            rule="napalini.7.artillery.bombardment",
            label=lambda w: "no more guns" if w == PASS else way_words(g, w),
            on=lambda w: ("" if w == PASS else f"u{w[0]}", g.label(square)),
            about={"place": g.label(square)},
        )
        if way == PASS:
            break
        if message(g, way, square):
            named.append(way[0])
            mark_fired(g, way[0], square)
    if not named:
        return
    enemy = g.other(r.side)
    aims = [Aim(n, square, tuple(g.real_at(square, enemy)), True, ranged=True) for n in named]
    hidden = any(not g.unit(n).revealed for n in g.units_at(square, enemy)) and in_force("napalini.3.speculative.result")
    count = yield from volley(g, r.side, aims, square, in_combat=False, shown=not hidden)
    add_hits(g, square, enemy, count)
    due = losses_due(g, square, enemy)
    note_losses(g, square, enemy, due)
    g.tell("{losses} in {place}.", rule="napalini.7.hits", losses=due, place=square)
    random_losses(g, square, enemy, due)
