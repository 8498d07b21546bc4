"""Exact odds of an attack: every die of both sides and of a flank attempt, through the functions that decide it.

In simultaneous fire the two loss numbers are independent. In sequential fire the second side fires with what the
first die left it: its losses are taken as the rules demand, and where they leave a choice, so that most combat
strength remains.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.kernel.scene import OddsView

from ..combat.fight import Fight
from ..combat.flank_attack import flank_modifier
from ..combat.losses import after, corps_in_reserve, demands, open_to_loss, piece_of, reserves_of
from ..combat.strength import can_fire, column, fire_table, loss_numbers, modifiers, shifts
from ..hooks import hook

if TYPE_CHECKING:
    from ..context import Pog

Numbers = dict[tuple[int, int], Fraction]  # (inflicted by the attacker, by the defender) -> probability
MOST_KEPT = 50_000  # forces whose losses are remembered


def loss_pairs(g: Pog, fight: Fight) -> Numbers:
    """The joint distribution of both loss numbers for the fire order of the fight."""
    side, enemy = fight.side, fight.enemy
    if fight.first is None:
        mine = loss_numbers(g, fight, side) if can_fire(g, fight, side) else [0]
        theirs = loss_numbers(g, fight, enemy) if can_fire(g, fight, enemy) else [0]
        ways = Counter((a, b) for a in mine for b in theirs)
    else:
        first = fight.first
        second = enemy if first == side else side
        ways = Counter()
        for hit, dice in Counter(loss_numbers(g, fight, first)).items():
            for back in _answers(g, fight, second, hit):
                ways[(hit, back) if first == side else (back, hit)] += dice
    return {pair: Fraction(count, ways.total()) for pair, count in ways.items()}


def _answers(g: Pog, fight: Fight, side: str, hit: int) -> list[int]:
    """What each die of the second side inflicts after it has taken its losses."""
    left = surviving(g, fight.force(side), hit)
    fort = side == fight.enemy and fight.fort and g.forts >> fight.target & 1 == 1
    unpaid = hit - left.paid
    if fort and not left.factors and unpaid >= g.board.fort[fight.target]:
        fort = False
    if not left.factors and not fort:
        return [0] * 6
    kind = "army" if left.army or fight.army_table[side] else "corps"
    strength = sum(left.factors) + (g.board.fort[fight.target] if fort else 0)
    low = column(g, kind, strength, int(shifts(g, fight, side)))
    drm = int(modifiers(g, fight, side))
    table = g.static.fire[kind]
    bombs = fight.bombs if side == fight.side else 0
    return [table.peek(min(6, max(1, die + drm)), low) + bombs for die in range(1, 7)]


class Left:
    """What is left of a force after a loss number."""

    def __init__(self, factors: list[int], army: bool, paid: int, full: bool) -> None:
        self.factors, self.army, self.paid, self.full = factors, army, paid, full


def surviving(g: Pog, units: list[int], number: int) -> Left:
    """The force after losses as the rules demand them; among equal choices the one that keeps most strength.

    The same force with the same corps behind it loses the same: bots ask again and again, so answers are kept.
    """
    pools = sorted({g.hooks.pool_of(g, u) for u in units if g.units.army[u]})
    behind = tuple((u, g.full(u)) for pool in pools for u in corps_in_reserve(g, pool))
    key = (tuple((u, g.full(u)) for u in units), number, behind)
    known: dict[Any, Left] = g.static.surviving
    if key not in known:
        if len(known) > MOST_KEPT:
            known.clear()
        known[key] = _surviving(g, units, number)
    return known[key]


def _surviving(g: Pog, units: list[int], number: int) -> Left:
    need = demands(g, units, number, False) if number and units else 0
    sides = {u: (g.full(u), True) for u in units}  # unit -> full?, an original?
    force = list(units)
    left = number
    corps: list[tuple[int, bool]] = []  # replacement corps: CF, full
    if number:
        while force:
            options = open_to_loss(g, force, left, need, [])
            if not options:
                break
            unit = min(options, key=lambda u: _strength_lost(g, u, force))
            pieces = tuple(sorted(piece_of(g, u) for u in force))
            met = after(pieces, reserves_of(g, force), pieces.index(piece_of(g, unit)))[2]
            left -= g.lf(unit)
            need &= ~met
            if g.full(unit) and g.units.back[unit]:
                g.flip(unit, True)
            else:
                force.remove(unit)
                if (
                    g.units.army[unit]
                    and (new := g.hooks.replacement_corps(g, unit)) >= 0
                    and not any(n == new for n, _ in corps)
                ):
                    corps.append((new, g.full(new)))
    for unit, (was_full, _) in sides.items():
        full_now = g.full(unit)
        if unit in force:
            sides[unit] = (full_now, True)
        g.flip(unit, not was_full) if full_now != was_full else None
    factors, army, full = [], False, False
    for unit in force:
        is_full = sides[unit][0]
        factors.append((g.units.front if is_full else g.units.back)[unit][0])
        army |= g.units.army[unit]
        full |= is_full
    for new, is_full in corps:
        factors.append((g.units.front if is_full else g.units.back)[new][0])
        full |= is_full
    return Left(factors, army, number - left, full)


def _strength_lost(g: Pog, unit: int, force: list[int]) -> tuple[int, int]:
    if g.full(unit) and g.units.back[unit]:
        return g.units.front[unit][0] - g.units.back[unit][0], g.lf(unit)
    replaced = g.units.army[unit] and g.hooks.replacement_corps(g, unit) >= 0
    return g.cf(unit) - (1 if replaced else 0) + 1, g.lf(unit)


@hook
def attack_odds(g: Pog, attackers: list[int], target: int) -> list[OddsView]:
    """The distribution of loss numbers and of who wins, without cards; with and without a flank attempt."""
    fight = Fight(g, g.state.action.side or g.units.side[attackers[0]], attackers, target)
    views = views_of(g, fight, loss_pairs(g, fight), "straight attack")
    if g.hooks.flank_allowed(g, fight) is None:
        pin, drm = max(((s, int(flank_modifier(g, fight, s))) for s in fight.spaces), key=lambda one: one[1])
        chance = Fraction(sum(d + drm >= g.static.charts["flank"]["success"] for d in range(1, 7)), 6)
        fight.first = fight.side
        good = loss_pairs(g, fight)
        fight.first = fight.enemy
        bad = loss_pairs(g, fight)
        mixed: Numbers = defaultdict(Fraction)
        for share, pairs in ((chance, good), (1 - chance, bad)):
            for key, part in pairs.items():
                mixed[key] += share * part
        views += views_of(g, fight, mixed, f"flank attempt, pin {g.board.name[pin]}")
    return views


def retreat_chance(g: Pog, fight: Fight, pairs: Numbers) -> Fraction:
    """How probable it is that the defenders must retreat (12.5.1)."""
    full = {b: surviving(g, fight.attackers, b).full for _, b in pairs}
    return sum((p for (a, b), p in pairs.items() if a > b and full[b]), Fraction(0))


def views_of(g: Pog, fight: Fight, pairs: Numbers, title: str) -> list[OddsView]:
    """Who wins, and the losses of both, in the attacker's eyes."""
    wins = sum((p for (a, b), p in pairs.items() if a > b), Fraction(0))
    ties = sum((p for (a, b), p in pairs.items() if a == b), Fraction(0))
    fires = f"{fire_table(g, fight, fight.side)} table against {fire_table(g, fight, fight.enemy)} table"
    retreat = 0 if fight.fort_alone else retreat_chance(g, fight, pairs)
    outcomes = [("attacker wins", float(wins)), ("both lose", float(ties)), ("defender wins", float(1 - wins - ties))]
    words = "" if fight.fort_alone else f"The defenders must retreat in {float(retreat):.0%}."
    views = [OddsView(f"{title}: {fires}", outcomes, "pog.12.2.9", [1, 0, -1], words)]
    for who, place, sign in (("defender", 0, 1), ("attacker", 1, -1)):
        numbers: dict[int, Fraction] = defaultdict(Fraction)
        for pair, p in pairs.items():
            numbers[pair[place]] += p
        lost = [(str(n), float(p)) for n, p in sorted(numbers.items())]
        views.append(OddsView(f"The {who} loses", lost, "pog.12.2.9", [sign if n else 0 for n in sorted(numbers)]))
    return views
