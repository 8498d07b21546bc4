"""Chapter 7, hits, losses and who takes them (7.hits to 7.losses.nc-last); 2.steps, 2.exhausted-survives, 2.flag.vulnerable.

The legal candidates of each loss are generated; nothing is checked afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.kernel import Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini
from ..tables import EXHAUSTED, UnitType, losses_for
from .fight import seen


def key(square: int, side: str, face: str = "") -> str:
    return f"{square}/{side}/{face}"


def add_hits(g: Napalini, square: int, side: str, count: int, face: str = "", air: bool = False) -> None:
    """7.hits.running: hits on a side in a square are totalled over the whole activation."""
    r = g.round
    place = key(square, side, face)
    r.hits[place] = r.hits.get(place, 0) + count
    if air:
        r.air[place] = r.air.get(place, 0) + count


def hits_on(g: Napalini, square: int, side: str) -> int:
    """All hits on a side in a square; hits from the air do not count with the switch of R100."""
    r = g.round
    places = [key(square, side, face) for face in ("", "front", "rear")]
    total = sum(r.hits.get(place, 0) for place in places)
    if g.option("air_hits_do_not_decide_combats"):
        total -= sum(r.air.get(place, 0) for place in places)
    return total


@cites("napalini.7.hits.running")
def losses_due(g: Napalini, square: int, side: str, face: str = "") -> int:
    """The losses of the new total less those already taken."""
    r, place = g.round, key(square, side, face)
    total, taken = r.hits.get(place, 0), r.losses.get(place, 0)
    return max(0, losses_for(total) - taken)


@cites("napalini.6.all-round.change")
def join_faces(g: Napalini, square: int, side: str) -> None:
    """6.all-round.change: where a circle is broken, hits and losses by faces (of an ambush) are one total again."""
    r = g.round
    for account in (r.hits, r.losses, r.air):
        parts = [account.pop(key(square, side, face), 0) for face in ("front", "rear")]
        if any(parts):
            account[key(square, side)] = account.get(key(square, side), 0) + sum(parts)


def note_losses(g: Napalini, square: int, side: str, count: int, face: str = "", at_random: bool = False) -> None:
    """So many losses more are taken; `at_random`: of shells or bombs, which fall on anybody."""
    place = key(square, side, face)
    g.round.losses[place] = g.round.losses.get(place, 0) + count
    if at_random and count:
        g.round.at_random[place] = g.round.at_random.get(place, 0) + count


@cites("napalini.7.losses.first-fl")
def given_out(g: Napalini, square: int, side: str) -> bool:
    """Whether its owner has given out a loss of this fight: the first goes to an FL unit, whatever fell at random before."""
    r, places = g.round, [key(square, side, face) for face in ("", "front", "rear")]
    return any(r.losses.get(place, 0) > r.at_random.get(place, 0) for place in places)


# ------------------------------------------------------------------ one loss


def enemy_with_dice(g: Napalini, n: int) -> bool:
    """2.flag.vulnerable: an enemy ground unit with dice at range 0."""
    unit = g.unit(n)
    at = g.place(n)
    return any(g.type(m).has_dice for m in g.real_at(at, g.other(unit.side))) if at >= 0 else False


def enemy_front_line(g: Napalini, n: int) -> bool:
    """2.exhausted-survives: an enemy FL ground unit in its square."""
    at = g.place(n)
    enemies = g.real_at(at, g.other(g.unit(n).side)) if at >= 0 else []
    if g.option("support_units_can_eliminate"):
        return any(g.type(m).has_dice for m in enemies)
    return any(g.fl(m) for m in enemies)


@cites("napalini.A.unarmed")
def fate_at_close_quarters(kind: UnitType) -> str:
    """Who has dice is destroyed, the unarmed are captured."""
    return "out" if kind.has_dice else "captured"


def give_loss(g: Napalini, n: int, fire: bool = True) -> None:
    """2.steps: one step down; vulnerable units leave play at close quarters; exhausted ones survive bombardment."""
    unit, kind = g.unit(n), g.type(n)
    public = unit.revealed
    readers = None if public else unit.side
    name, where, side = g.name(n), g.place(n), unit.side
    if fire and "V" in kind.flags and enemy_with_dice(g, n):
        how = fate_at_close_quarters(kind)
        words = "destroyed" if how == "out" else "captured"
        g.tell(
            "{unit} of {side} in {place} is {how}.",
            rule="napalini.2.flag.vulnerable",
            unit=name,
            side=side,
            place=where,
            how=words,
        )
        g.take_out(n, how)
        return
    if kind.id == "supply_depot":
        depot_loss(g, n)
        return
    if unit.step >= EXHAUSTED:
        if enemy_front_line(g, n):
            g.tell("{unit} of {side} in {place} is eliminated.", rule="napalini.2.steps", unit=name, side=side, place=where)
            g.take_out(n, "out")
        else:
            g.tell(
                "{unit} in {place} is exhausted and loses no more.",
                rule="napalini.2.exhausted-survives",
                to=readers,
                unit=name,
                place=where,
            )
        return
    unit.step += 1
    word = "worn" if unit.step == 1 else "exhausted"
    g.tell(
        "{unit} of {side} in {place} is {how}.",
        rule="napalini.2.steps",
        to=readers,
        unit=name,
        side=side,
        place=where,
        how=word,
    )


@cites("napalini.11.two-losses")
def beyond_two_losses(g: Napalini, side: str) -> bool:
    """The third and later losses of a depot destroy no stockpile."""
    return g.camp(side).depot_losses >= 2 and not g.option("depots_bleed_without_limit")


def depot_loss(g: Napalini, n: int) -> None:
    """11.depot-losses: each loss destroys a stockpile; 11.two-losses: the third and later do not."""
    side = g.unit(n).side
    camp = g.camp(side)
    if beyond_two_losses(g, side):
        return
    camp.depot_losses += 1
    if camp.stockpiles:
        g.stockpile(side, -1)
        g.tell("A stockpile of {side} is destroyed.", rule="napalini.11.depot-losses", side=side)


# ------------------------------------------------------------------ losses of a ground combat


def taken(g: Napalini, n: int) -> int:
    """Losses that a unit has been given in this activation."""
    return g.round.given.get(str(n), 0)


def note_given(g: Napalini, n: int) -> None:
    g.round.given[str(n)] = g.round.given.get(str(n), 0) + 1


@cites("napalini.2.flag.non-combatant")
def idle_hands(g: Napalini, n: int) -> bool:
    """Non-combatants are the last of the support units to be given losses."""
    return "NC" in g.type(n).flags and not g.fl(n)


def may_take(g: Napalini, units: Sequence[int], first: bool, n: int) -> Refusal | None:
    """Whether a unit may be given the next loss: in the fight, FL first, NC last, evenly."""
    alive = [m for m in units if g.unit(m).where == "table" and not g.dummy(m)]
    if n not in alive:
        return Refusal("napalini.7.losses.even", "That is no unit of yours in this fight.")
    pool = alive
    front = [m for m in alive if g.fl(m)] if first else []
    if front:
        if n not in front:
            return Refusal("napalini.7.losses.first-fl", "The first loss goes to a front-line unit.")
        pool = front
    elif any(not g.fl(m) and not idle_hands(g, m) and g.type(m).has_dice and not taken(g, m) for m in alive):
        pool = [m for m in alive if not idle_hands(g, m)]
        if n not in pool:
            return Refusal("napalini.7.losses.nc-last", f"{g.title(n)} is a non-combatant: other support units come first.")
    if taken(g, n) > min(taken(g, m) for m in pool):
        return Refusal("napalini.7.losses.even", f"{g.title(n)} has taken a loss that others have not.")
    return None


def candidates(g: Napalini, units: Sequence[int], first: bool) -> list[int]:
    """Who may take the next loss."""
    return [n for n in units if may_take(g, units, first, n) is None]


def allot(g: Napalini, side: str, units: Sequence[int], count: int, square: int, any_before: bool) -> Procedure:
    """The owner gives out the losses of a step, one by one (the enemy with the switch of R80).

    What a unit has been given is kept for the whole activation: a strike from the air, an ambush and every step of the combat.
    """
    chooser = g.other(side) if g.option("enemy_allocates_losses") else side
    for k in range(count):
        first = not any_before and k == 0
        open_ = candidates(g, units, first)
        front = first and any(g.fl(n) for n in open_)
        rule = "napalini.7.losses.first-fl" if front else "napalini.7.losses.even"
        if not open_:
            g.tell("Nobody of {side} is left to take a loss.", rule="napalini.7.losses.even", side=side)
            return
        unit = open_[0]
        if len(open_) > 1:
            unit = yield g.ask(
                chooser,
                f"Loss {k + 1} of {count} in {g.label(square)}: which unit takes it?",
                g.on_table(side),
                may=partial(may_take, g, units, first),
                rule=rule,
                label=lambda n: f"{g.name(n)} ({('fresh', 'worn', 'exhausted')[min(g.unit(n).step, 2)]})",
                on=lambda n: (f"u{n}", g.label(square)),
                about={"place": g.label(square)},
                fight=partial(seen, g, square),
                name=Ask.LOSS,
                final=True,
            )
        note_given(g, unit)
        give_loss(g, unit)


@cites("napalini.2.ground")
def on_the_ground(g: Napalini, square: int, side: str) -> list[int]:
    """Land, rail and river units; a balloon too, raised or not."""
    return g.units_at(square, side)


@cites("napalini.7.losses.random")
def random_losses(g: Napalini, square: int, side: str, count: int) -> None:
    """7.losses.random: each loss falls on one unit or undisclosed dummy of the square; a dummy's is spent."""
    for _ in range(count):
        here = on_the_ground(g, square, side)
        if not here:
            return
        hidden = any(not g.unit(n).revealed for n in here)
        hit = g.draw(here, 1, to=[side] if hidden else None)[0]
        if g.dummy(hit):
            g.tell("A loss falls on a dummy in {place}.", rule="napalini.3.speculative.result", to=side, place=square)
            continue
        give_loss(g, hit)
