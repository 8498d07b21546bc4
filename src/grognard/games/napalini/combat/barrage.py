"""Chapter 11, barrages: opening, normal and counter-barrage (11.barrage*, 9.barrage).

Every gun's target is fixed before any die of the barrage is thrown (11.barrage.simultaneous).
"""

from __future__ import annotations

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView
from grognard.kernel.words import capital, counted

from ..asks import Ask
from ..context import Napalini, do
from ..hq.spending import payers
from ..tables import losses_for
from .artillery import fire_odds, message, way_words, ways
from .choices import How, Shells, Way
from .fire import Aim
from .losses import allot, random_losses
from .shooting import volley

FirePlan = list[Shells]


def guns_of(g: Napalini, formation: int) -> list[int]:
    """Artillery of one army; guns in contested squares do not take part (7.artillery.contested)."""
    side = g.static.formations[formation].side
    return [
        n
        for n in g.on_table(side)
        if g.unit(n).formation == formation
        and g.artillery(n)
        and not g.dummy(n)
        and not g.contested(g.unit(n).at)
        and not g.enemies_in(g.unit(n).at, side)
    ]


def may_barrage(g: Napalini, side: str, formation: int) -> Refusal | None:
    """11.barrage.cost, 11.barrage.after-opening."""
    if not g.module("barrages"):
        return Refusal("napalini.11.advanced", "There are no barrages in this battle.")
    if not g.can_spend(side):
        return Refusal("napalini.11.barrage.cost", "A barrage costs a stockpile.")
    if g.round.step not in ("name", "actions"):
        return Refusal("napalini.11.barrage.normal", "A barrage is fired at the beginning of a round, before any movement.")
    if g.state.rounds == 0 and g.camp(side).opening_barrage:
        return Refusal("napalini.11.barrage.after-opening", "You fired an opening barrage.")
    if not any(targets(g, n) for n in guns_of(g, formation)):
        return Refusal("napalini.11.barrage.targets", "No gun has a target.")
    return None


def targets(g: Napalini, n: int) -> list[Shells]:
    """11.barrage.targets: spotted squares, any map features, softening up; within the normal range."""
    found: list[Shells] = []
    side, at, reach = g.unit(n).side, g.unit(n).at, g.type(n).range
    for square in sorted(g.enemy_squares(side)):
        if square != at and g.distance(at, square) <= reach:
            found += [Shells(way, square) for way in barrage_ways(g, n, square)[:2]]
    return found


def why_no_shells(g: Napalini, n: int, shells: Shells) -> Refusal | None:
    """The first rule against a target of this gun in a barrage; None if it may be named."""
    way, square = shells.way, shells.square
    side, name, place = g.unit(n).side, g.name(n), g.label(square)
    if way.gun != n:
        return Refusal("napalini.11.barrage.simultaneous", f"Now {name} gets its target; the guns are asked one after another.")
    if not g.enemies_in(square, side):
        return Refusal("napalini.11.barrage.targets", f"There is no enemy in {place}.")
    away, reach = g.distance(g.unit(n).at, square), g.type(n).range
    if not 0 < away <= reach:
        why = f"{place} is {counted(away, 'square')} away, more than the {reach} of {name}."
        return Refusal("napalini.11.barrage", why, limit=reach, measured=away)
    open_ = barrage_ways(g, n, square)
    if not open_:
        why = f"Nobody spots an enemy in {place}, no map shows a feature there, and it is before none of your units."
        return Refusal("napalini.11.barrage.targets", why)
    if way not in open_:
        return Refusal("napalini.4.comms.when", f"{capital(name)} cannot be aimed that way at {place}.")
    return None


@cites("napalini.11.barrage.targets")
def barrage_ways(g: Napalini, n: int, square: int) -> list[Way]:
    """11.barrage.targets: any feature is a map target here."""
    return ways(g, n, square, free_map=True)


def first_way(g: Napalini, n: int, square: int) -> Way:
    return next(iter(barrage_ways(g, n, square)), Way(n, How.SEES))


def shell(g: Napalini, formation: int) -> Procedure:
    """11.barrage.simultaneous: every gun's target is fixed before any die of the barrage is thrown. Returns the losses."""
    side, guns = g.static.formations[formation].side, guns_of(g, formation)
    made = yield from plan(g, side, guns)
    due = yield from fire(g, side, made)
    return due


def plan(g: Napalini, side: str, guns: list[int]) -> Procedure:
    """The fire plan of an army: every gun once, or not at all."""
    made: FirePlan = []
    g.state.laying.extend(guns)
    for n in guns:
        options = targets(g, n)
        if not options:
            continue
        choice = yield which_target(g, n, options)
        if choice != PASS:
            made.append(choice)
            g.state.laying.append(choice.way.by)
    return made


def which_target(g: Napalini, n: int, options: list[Shells]) -> Listed:
    return Listed(
        g.unit(n).side,
        f"Barrage: what {do(g.name(n))} {g.name(n)} in {g.label(g.unit(n).at)} fire at?",
        [*options, PASS],
        "napalini.11.barrage.simultaneous",
        judge=lambda v: None if v == PASS else why_no_shells(g, n, v),
        candidates=lambda: aims(g, n),
        label=lambda v: shell_words(g, v),
        on=lambda v: (f"u{n}", "" if v == PASS else g.label(v.square)),
        show=lambda v: shell_view(g, n, v),
        name=Ask.BARRAGE_TARGET,
        final=lambda v: v != PASS and last_to_fire(g, n),
        kind="fire",
    )


def shell_words(g: Napalini, value: Shells | str) -> str:
    return f"{g.label(value.square)}: {way_words(g, value.way)}" if isinstance(value, Shells) else "nothing"


def shell_view(g: Napalini, n: int, value: Shells | str) -> OptionView:
    """A target of a barrage, with the chance of the message and the hits."""
    view = OptionView(value, shell_words(g, value), f"u{n}")
    if isinstance(value, Shells):
        view.place, view.odds = g.label(value.square), fire_odds(g, value.way, value.square, False)
    return view


def aims(g: Napalini, n: int) -> list[Shells]:
    """What pointing at a square could mean for this gun, then for others of its army."""
    squares = range(g.grid.size)
    found = [Shells(way, sq) for sq in squares for way in (first_way(g, n, sq), Way(n, How.SEES))]
    others = [m for m in guns_of(g, g.unit(n).formation) if m != n]
    return found + [Shells(first_way(g, m, sq), sq) for m in others for sq in squares]


def last_to_fire(g: Napalini, n: int) -> bool:
    """No gun of the army is asked for a target after this one."""
    guns = guns_of(g, g.unit(n).formation)
    return not any(targets(g, m) for m in guns[guns.index(n) + 1 :])


@cites("napalini.11.barrage")
def fire(g: Napalini, side: str, made: FirePlan) -> Procedure:
    """Comms checks, then the dice; each barrage is a total of its own. Returns the losses, which fall when all have fired."""
    by_square: dict[int, list[int]] = {}
    for shells in made:
        if message(g, shells.way, shells.square):
            by_square.setdefault(shells.square, []).append(shells.way.gun)
    enemy = g.other(side)
    due: list[tuple[int, int]] = []
    for square, guns in sorted(by_square.items()):
        hidden = any(not g.unit(n).revealed for n in g.units_at(square, enemy))
        aims = [Aim(n, square, tuple(g.real_at(square, enemy)), True, ranged=True) for n in guns]
        count = yield from volley(g, side, aims, square, in_combat=False, shown=not hidden)
        due.append((square, losses_for(count)))
    return due


def fall(g: Napalini, side: str, due: list[tuple[int, int]]) -> Procedure:
    """11.barrage.losses: given out by their owner where friends of the firer fight, else at random.

    The random ones come last: their draws are hidden, and no question to the firer may follow.
    """
    enemy = g.other(side)
    for square, count in sorted(due, key=lambda fallen: not g.real_at(fallen[0], side)):
        g.tell("Barrage on {place}: {losses}.", rule="napalini.11.barrage.losses", place=square, losses=count)
        if g.real_at(square, side):
            yield from allot(g, enemy, g.real_at(square, enemy), count, square, False)
        else:
            random_losses(g, square, enemy, count)


@cites("napalini.9.barrage")
def spend_shells(g: Napalini, side: str) -> None:
    """A barrage costs a stockpile."""
    g.stockpile(side, -1)


def normal_barrage(g: Napalini, formation: int) -> Procedure:
    """11.barrage.normal: at the beginning of a friendly round, for an HQ action and a stockpile."""
    side = g.round.side
    spend_shells(g, side)
    g.tell("{formation} fires a barrage.", rule="napalini.11.barrage.normal", formation=g.static.formations[formation].name)
    due = yield from shell(g, formation)
    yield from fall(g, side, due)
    yield from counter(g, g.other(side))
    g.state.laying.clear()


def may_answer(g: Napalini, formation: int) -> Refusal | None:
    """11.barrage.counter: an army with a gun that has a target."""
    if any(targets(g, n) for n in guns_of(g, formation)):
        return None
    return Refusal("napalini.11.barrage.targets", f"No gun of {g.static.formations[formation].name} has a target.")


def counter(g: Napalini, side: str) -> Procedure:
    """11.barrage.counter: for a stockpile and an HQ action; it cannot be answered."""
    if not g.can_spend(side):
        return
    able = [f for f in g.formations(side) if payers(g, side, f)]
    if not able:
        return  # whether a gun can fire is asked for all the same: a pause must not tell where guns are
    choice = yield g.ask(
        side,
        "Answer with a counter-barrage (a stockpile and an HQ action)?",
        able,
        may=lambda f: may_answer(g, f),
        also=[PASS],
        rule="napalini.11.barrage.counter",
        label=lambda f: "no" if f == PASS else g.static.formations[f].name,
        name=Ask.COUNTER_BARRAGE,
    )
    if choice == PASS:
        return
    words, paying = "Which HQ pays for the counter-barrage?", payers(g, side, choice)
    payer = yield from g.which_formation(side, words, paying, rule="napalini.4.hq.reach", name=Ask.PAYER)
    g.army(payer).actions -= 1
    spend_shells(g, side)
    g.tell(
        "{formation} fires a counter-barrage.", rule="napalini.11.barrage.counter", formation=g.static.formations[choice].name
    )
    due = yield from shell(g, choice)
    yield from fall(g, side, due)


def opening(g: Napalini) -> Procedure:
    """11.barrage.opening, 11.barrage.fireplan: the SO, each stockpile on one army, the whole plan before the first die."""
    side = g.order[0]
    if g.static.meeting or not g.module("barrages"):
        return
    plans: list[FirePlan] = []
    while g.can_spend(side):
        options = [f for f in g.formations(side) if any(targets(g, n) for n in guns_of(g, f))]
        if not options:
            break
        choice = yield g.ask(
            side,
            f"Opening barrage: spend a stockpile ({g.camp(side).stockpiles} left) on which army?",
            options,
            also=[PASS],
            rule="napalini.11.barrage.fireplan",
            label=lambda f: "no more" if f == PASS else g.static.formations[f].name,
            name=Ask.OPENING_BARRAGE,
        )
        if choice == PASS:
            break
        spend_shells(g, side)
        made = yield from plan(g, side, guns_of(g, choice))
        plans.append(made)
    if not plans:
        return
    g.camp(side).opening_barrage = True
    g.tell("{side} fires its opening barrage.", rule="napalini.11.barrage.opening", side=side)
    due: list[tuple[int, int]] = []
    for made in plans:
        due += yield from fire(g, side, made)
    yield from fall(g, side, due)
    yield from counter(g, g.other(side))
    g.state.laying.clear()
