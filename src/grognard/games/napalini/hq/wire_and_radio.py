"""Chapter 4, communications: wire and radio (4.comms.*)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Tally

from ..context import Napalini


def by_wire(g: Napalini, *units: int) -> bool:
    """4.comms.wire: none of them has moved since the battle began or since wire was restored."""
    cut = any(g.unit(n).off_wire for n in units)
    radio = any(g.unit(n).formation >= 0 and g.army(g.unit(n).formation).radio_only for n in units)
    return not cut and not radio


def check_tally(g: Napalini, side: str, wire: bool, apart: int, near_hq: bool = False) -> tuple[int, Tally]:
    """The score up to which a check fails, and what is added to the die."""
    if wire:
        fails = 1
    else:
        fails = 3 if apart > 2 else 2
    total = Tally("comms check")
    if g.state.weather == "B":
        total.add(-1, "bad weather", "napalini.4.comms.weather")
    if near_hq:
        total.add(1, "near the HQ", "napalini.4.comms.hq-bonus")
    if g.camp(side).signals:
        total.add(1, "better signals", "napalini.card.17E")
    return fails, total


def fixed_wire(g: Napalini, side: str) -> bool:
    """21E: all remaining checks of the active side in this round are passed."""
    r = g.state.round
    return r is not None and "21E" in r.cards and r.side == side


def chance(g: Napalini, side: str, wire: bool, apart: int, near_hq: bool = False) -> Fraction:
    """The chance that a message gets through, by the numbers of `check`."""
    if not g.module("comms") or fixed_wire(g, side):
        return Fraction(1)
    fails, total = check_tally(g, side, wire, apart, near_hq)
    return Fraction(sum(die + int(total) > fails for die in range(1, 7)), 6)


def check(g: Napalini, side: str, wire: bool, apart: int, why: str, near_hq: bool = False) -> bool:
    """4.comms.when: one die; True if the message gets through. Without the module every check passes."""
    if not g.module("comms"):
        return True
    if fixed_wire(g, side):
        g.tell("The wire is fixed: the message gets through.", rule="napalini.card.21E")
        return True
    fails, total = check_tally(g, side, wire, apart, near_hq)
    if 1 + int(total) > fails:
        g.tell("The message cannot fail.", rule="napalini.4.comms.hq-bonus")
        return True
    die = g.d6(f"Comms check by {'wire' if wire else 'radio'}, {why}", rule="napalini.4.comms.when", by=side, tallies=[total])
    passed = die + int(total) > fails
    rule = "napalini.4.comms.wire" if wire else "napalini.4.comms.radio"
    g.tell("The message {what}.", rule=rule, what="gets through" if passed else "is lost")
    return passed
