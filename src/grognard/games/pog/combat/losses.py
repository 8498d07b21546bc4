"""Chapter 12.4: losses. Steps are chosen one by one; only steps that lead to a best possible payment are offered
(12.4.3).

The one idea: a force is a multiset of pieces, each a row of loss factors still to lose, and a broken army becomes a
corps from the reserve (12.4.4). `best` searches all orders of steps, remembers what it found, and so judges every
single step (ruling draka.R80).
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from grognard.kernel import Procedure, Refusal, cites

from ..asks import Ask
from ..hooks import hook
from ..static import RESERVE
from ..supply.tracing import in_supply

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight

PERMANENT, CORPS_STEP = 1, 2  # what a payment must include
NEVER_REPLACE = ("ru.cav", "ru.cz", "br.aus", "br.cnd", "br.pt", "br.ana", "br.befc", "tu.sn")
FOR_GOOD = ("tu.yld", "tu.aoi", "fr.orient", "ru.cau", "br.bef", "br.mef", "br.ne")

Piece = tuple[str, tuple[int, ...]]  # pool of replacement corps ("" for a corps), LFs of the steps left
Reserve = tuple[str, tuple[tuple[int, ...], ...]]  # pool, LFs of its corps in the order of their use


@hook
@cites("pog.12.4.4.3")
def pool_of(g: Pog, army: int) -> str:
    """From which corps an army is replaced: BEF only by the BEF corps, all others by corps of their nation."""
    if g.units.kind[army] == "br.bef":
        return "br.befc"
    return g.units.nation[army]


def corps_in_reserve(g: Pog, pool: str) -> list[int]:
    """Corps of a pool in the Reserve Box, full ones first."""
    known = g.static.replacing.get(pool)
    if known is None:
        known = [u for kind, pieces in g.units.pieces.items() if g.hooks.replaces(g, kind, pool) for u in pieces]
        known = g.static.replacing[pool] = [u for u in known if not g.units.army[u]]
    kinds, at = g.units.kind, g.state.at
    return sorted([u for u in known if at[u] == RESERVE], key=lambda u: (not g.full(u), kinds[u], u))


@hook
def replaces(g: Pog, kind: str, pool: str) -> bool:
    """12.4.4.3: whether corps of a kind replace the armies of a pool."""
    return kind == pool if pool == "br.befc" else kind.split(".")[0] == pool and kind not in NEVER_REPLACE


@hook
def replacement_corps(g: Pog, army: int) -> int:
    """12.4.4.a: a full-strength corps of its nation from the Reserve Box, else a reduced one; -1 if there is none."""
    found = corps_in_reserve(g, g.hooks.pool_of(g, army))
    return found[0] if found else -1


def piece_of(g: Pog, unit: int) -> Piece:
    front, back = g.units.front[unit], g.units.back[unit]
    if g.full(unit):
        steps = (front[1], back[1]) if back else (front[1],)
    else:
        steps = (back[1],)
    return (g.hooks.pool_of(g, unit) if g.units.army[unit] else "", steps)


def reserves_of(g: Pog, units: list[int]) -> tuple[Reserve, ...]:
    pools = sorted({g.hooks.pool_of(g, u) for u in units if g.units.army[u]})
    return tuple((pool, tuple(piece_of(g, u)[1] for u in corps_in_reserve(g, pool))) for pool in pools)


def after(
    pieces: tuple[Piece, ...], reserves: tuple[Reserve, ...], place: int
) -> tuple[tuple[Piece, ...], tuple[Reserve, ...], int]:
    """The force when a piece has lost a step, and which demands that step meets."""
    pool, steps = pieces[place]
    met = 0 if pool else CORPS_STEP
    rest = list(pieces[:place] + pieces[place + 1 :])
    if len(steps) > 1:
        rest.append((pool, steps[1:]))
    elif pool:
        for n, (name, corps) in enumerate(reserves):
            if name == pool and corps:
                reserves = (*reserves[:n], (name, corps[1:]), *reserves[n + 1 :])
                rest.append(("", corps[0]))
                break
        else:
            met |= PERMANENT
    rest.sort()
    return tuple(rest), reserves, met


@lru_cache(maxsize=200_000)
def best(pieces: tuple[Piece, ...], reserves: tuple[Reserve, ...], number: int, need: int) -> int:
    """The most that can be paid without exceeding the number, with what is needed among it; -1 if that cannot be had."""
    found = 0 if not need else -1
    last = None
    for place, piece in enumerate(pieces):
        if piece == last:
            continue
        last = piece
        cost = piece[1][0]
        if cost > number:
            continue
        rest, left, met = after(pieces, reserves, place)
        more = best(rest, left, number - cost, need & ~met)
        if more >= 0 and cost + more > found:
            found = cost + more
            if found == number:
                break
    return found


def demands(g: Pog, units: list[int], number: int, corps_first: bool) -> int:
    """What a payment must include: an army for good (12.4.4.2, draka.R80); with Withdrawal a corps step (12.6.9)."""
    pieces = tuple(sorted(piece_of(g, u) for u in units))
    reserves = reserves_of(g, units)
    top = best(pieces, reserves, number, 0)
    need = 0
    if top < number and corps_would_have_helped(pieces, reserves, number):
        need = PERMANENT
    if corps_first and corps_step_fits(pieces, reserves, number, need):
        need |= CORPS_STEP
    return need


@cites("pog.12.4.4.2")
def corps_would_have_helped(pieces: tuple[Piece, ...], reserves: tuple[Reserve, ...], number: int) -> bool:
    """More could be paid with one more corps in reserve, and an army can be lost for good: then one must be."""
    top = best(pieces, reserves, number, 0)
    if best(pieces, reserves, number, PERMANENT) < 0:
        return False
    imagined = [(*reserves[:n], (pool, (*corps, (1,))), *reserves[n + 1 :]) for n, (pool, corps) in enumerate(reserves)]
    return any(best(pieces, more, number, 0) > top for more in imagined)


@cites("pog.12.6.9")
def corps_step_fits(pieces: tuple[Piece, ...], reserves: tuple[Reserve, ...], number: int, need: int) -> bool:
    """With Withdrawal a corps step must be among the losses where that pays no less."""
    return best(pieces, reserves, number, need | CORPS_STEP) == best(pieces, reserves, number, need)


@hook
@cites("pog.12.4.5.a", "pog.12.4.5.b")
def first_loss(g: Pog, units: list[int], number: int) -> list[int]:
    """The attackers of whom one must take the first step, if it fits: BEF, BEF corps, MEF or CAU, AUS or CND."""
    for kinds in g.static.charts["loss_priority"]["order"]:
        bound = [u for u in units if g.units.kind[u] in kinds and g.lf(u) <= number]
        if bound:
            return bound
    return []


@cites("pog.12.4.3")
def open_to_loss(g: Pog, units: list[int], number: int, need: int, first: list[int]) -> list[int]:
    """The units of which one may lose a step now."""
    pieces = tuple(sorted(piece_of(g, u) for u in units))
    reserves = reserves_of(g, units)
    if first:
        return g.distinct(first)
    top = best(pieces, reserves, number, need)
    if top <= 0:
        return []
    fit = []
    for unit in g.distinct(units):
        cost = g.lf(unit)
        if cost > number:
            continue
        rest, left, met = after(pieces, reserves, pieces.index(piece_of(g, unit)))
        more = best(rest, left, number - cost, need & ~met)
        if more >= 0 and cost + more == top:
            fit.append(unit)
    return fit


@cites("pog.2.2.1.b")
def has_reduced_side(g: Pog, unit: int) -> bool:
    """A full unit that loses a step turns to its reduced side."""
    return g.full(unit) and bool(g.units.back[unit])


def lose_step(g: Pog, fight: Fight | None, unit: int, rule: str = "pog.12.4.2") -> int:
    """A unit loses a step (pog.2.2.1.b). Returns the corps that replaces a broken army, or -1."""
    side = g.units.side[unit]
    if fight is not None:
        fight.taken[side].append((unit, g.lf(unit), g.units.army[unit]))
    if has_reduced_side(g, unit):
        g.flip(unit, True)
        g.tell("{unit} is reduced.", rule=rule, unit=unit)
        return -1
    if not g.units.army[unit]:
        g.eliminate(unit, False, rule)
        return -1
    space = g.state.at[unit]
    supplied = in_supply(g, unit)
    corps = g.hooks.replacement_corps(g, unit)
    gone, why = corps < 0, "pog.12.4.4.b"
    if never := g.hooks.for_good(g, unit):
        gone, why = True, never
    elif not supplied:
        gone, why = True, "pog.12.4.4.1"
    g.eliminate(unit, gone, why if gone else rule)
    if corps >= 0:
        g.put(corps, space)
        g.tell("{unit} takes its place in {space}.", rule="pog.12.4.4.a", unit=corps, space=space)
        if fight is not None:
            fight.came[corps] = unit
            if side == fight.side:
                fight.origin[corps] = fight.origin.get(unit, space)
    elif fight is not None and side == fight.enemy:
        fight.unreplaced.append(unit)
    return corps


@hook
def for_good(g: Pog, unit: int) -> str:
    """12.4.7: armies that never return once eliminated."""
    return "pog.12.4.7" if g.units.kind[unit] in FOR_GOOD else ""


@cites("pog.12.4.4.c")
def fights_on(units: list[int], corps: int) -> None:
    """The corps that replaces an army belongs to the force from then on."""
    units.append(corps)


def take_losses(g: Pog, fight: Fight, side: str, number: int) -> Procedure:
    """12.4.3: a side pays as much of the loss number as it can, never more; between equal choices it is free."""
    units = fight.force(side)
    left = number
    if side == fight.enemy and fight.spent and number:
        for unit in fight.spent:
            g.eliminate(unit, False, "pog.12.5.6")
        fight.spent = []
    need = demands(g, units, left, bool(fight.withdrawal) and side == fight.enemy) if left and units else 0
    first = side == fight.side
    while left and units:
        bound = g.hooks.first_loss(g, units, left) if first else []
        options = open_to_loss(g, units, left, need, bound)
        if not options:
            break
        unit = options[0]
        if len(options) > 1:
            answer = yield g.listed(
                side,
                f"Loss number {number}, {left} left to pay: which unit loses a step?",
                [g.units.id[u] for u in options],
                "pog.12.4.3",
                name=Ask.LOSS,
                final=partial(_pays_up, g, fight, left, options),
                judge=partial(_why_not, g, units, left, need, bound),
                same=g.likeness,
                candidates=lambda: [g.units.id[u] for u in units],
                label=lambda v: f"{g.units.name[g.U[v]]} (LF {g.lf(g.U[v])})",
                on=lambda v: (v, g.board.ids[g.state.at[g.U[v]]]),
                about={"place": g.board.ids[fight.target]},
                waiting="taking losses",
            )
            unit = g.U[answer]
        first = False
        cost = g.lf(unit)
        pieces = tuple(sorted(piece_of(g, u) for u in units))
        met = after(pieces, reserves_of(g, units), pieces.index(piece_of(g, unit)))[2]
        corps = lose_step(g, fight, unit)
        left -= cost
        need &= ~met
        if g.state.at[unit] < 0:
            units.remove(unit)
            if corps >= 0:
                fights_on(units, corps)
    if side == fight.enemy:
        fort_loss(g, fight, left)


def _pays_up(g: Pog, fight: Fight, left: int, options: list[int], value: Any) -> bool:
    """With this step the losses may be paid: who fires second fires now, or the turn ends."""
    if fight.first is None and not g.closing(value):
        return False
    return left - g.lf(g.U[value]) < max(g.lf(u) for u in options)


def _why_not(g: Pog, units: list[int], left: int, need: int, bound: list[int], value: Any) -> Refusal | None:
    unit = g.U[value]
    if unit not in units:
        return Refusal("pog.12.1.8", f"{g.units.name[unit]} takes no part in this combat.")
    if g.alike(unit) in [g.alike(u) for u in open_to_loss(g, units, left, need, bound)]:
        return None
    if g.lf(unit) > left:
        return Refusal("pog.12.4.3", f"{g.units.name[unit]} has LF {g.lf(unit)}; only {left} is to be paid.", limit=left)
    return Refusal("pog.12.4.3", f"A step of {g.units.name[unit]} would leave more unpaid than need be.")


@cites("pog.12.4.6.b")
def shielded(fight: Fight) -> bool:
    """If any defending unit survives the fort is untouched."""
    return bool(fight.defenders)


@cites("pog.3.e")
def fort_lf(g: Pog, space: int) -> int:
    """The LF of a fort is its level."""
    return g.board.fort[space]


@cites("pog.12.4.6.a")
def fort_falls(g: Pog, space: int, left: int) -> bool:
    """What is left of the loss number reaches the fort's LF."""
    return left >= fort_lf(g, space)


def fort_loss(g: Pog, fight: Fight, left: int) -> None:
    """12.4.6: the fort falls only when no defending unit is left and the rest of the number reaches its LF."""
    if not fight.fort or not g.forts >> fight.target & 1:
        return
    if not shielded(fight) and fort_falls(g, fight.target, left):
        g.destroy_fort(fight.target, "pog.15.1.7")
