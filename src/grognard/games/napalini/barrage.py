"""Chapter 11, barrages: opening, normal and counter-barrage (11.barrage*, 9.barrage).

Every gun's target is fixed before any die of the barrage is thrown (11.barrage.simultaneous).
"""

from __future__ import annotations

from grognard.kernel import PASS, Refusal
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from .context import Napalini
from .fire import Aim
from .guns import Way, message, way_words, ways
from .losses import random_losses
from .shooting import volley
from .state import NOWHERE
from .tables import losses_for

Plan = list[tuple[Way, int]]


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
    if g.state.rounds == 0 and g.camp(side).opening_barrage and in_force("napalini.11.barrage.after-opening"):
        return Refusal("napalini.11.barrage.after-opening", "You fired an opening barrage.")
    if not any(targets(g, n) for n in guns_of(g, formation)):
        return Refusal("napalini.11.barrage.targets", "No gun has a target.")
    return None


def targets(g: Napalini, n: int) -> list[tuple[Way, int]]:
    """11.barrage.targets: spotted squares, any map features, softening up; within the normal range."""
    found: list[tuple[Way, int]] = []
    side, at, reach = g.unit(n).side, g.unit(n).at, g.type(n).range
    for square in sorted(g.enemy_squares(side)):
        if square != at and g.distance(at, square) <= reach:
            found += [(way, square) for way in barrage_ways(g, n, square)[:2]]
    return found


def why_no_shells(g: Napalini, n: int, way: Way, square: int) -> Refusal | None:
    """The first rule against a target of this gun in a barrage; None if it may be named."""
    side, name, place = g.unit(n).side, g.name(n), g.label(square)
    if way[0] != n:
        return Refusal("napalini.11.barrage.simultaneous", f"Now {name} gets its target; the guns are asked one after another.")
    if not g.enemies_in(square, side):
        return Refusal("napalini.11.barrage.targets", f"There is no enemy in {place}.")
    away, reach = g.distance(g.unit(n).at, square), g.type(n).range
    if not 0 < away <= reach:
        why = f"{place} is {away} squares away; {name} reaches {reach}."
        return Refusal("napalini.11.barrage", why, limit=reach, measured=away)
    open_ = barrage_ways(g, n, square)
    if not open_:
        why = f"Nobody spots an enemy in {place}, no map shows a feature there, and it is before none of your units."
        return Refusal("napalini.11.barrage.targets", why)
    if tuple(way) not in open_:
        return Refusal("napalini.4.comms.when", f"{name} is not aimed that way ({way[1]}) at {place}.")
    return None


def barrage_ways(g: Napalini, n: int, square: int) -> list[Way]:
    """11.barrage.targets: any feature is a map target here."""
    return ways(g, n, square, free_map=in_force("napalini.11.barrage.targets"))


def first_way(g: Napalini, n: int, square: int) -> Way:
    return next(iter(barrage_ways(g, n, square)), (n, "sees", NOWHERE))


def shell(g: Napalini, formation: int) -> Procedure:
    """11.barrage.simultaneous: every gun's target is fixed before any die of the barrage is thrown. Returns the losses."""
    side, guns = g.static.formations[formation].side, guns_of(g, formation)
    due: list[tuple[int, int]] = []
    for part in [guns] if in_force("napalini.11.barrage.simultaneous") else [[n] for n in guns]:
        made = yield from plan(g, side, part)
        due += yield from fire(g, side, made)
    return due


def plan(g: Napalini, side: str, guns: list[int]) -> Procedure:
    """The fire plan of an army: every gun once, or not at all."""
    made: Plan = []
    g.state.laying.extend(guns)
    for n in guns:
        options = targets(g, n)
        if not options:
            continue
        choice = yield which_target(g, n, options)
        if choice != PASS:
            made.append((tuple(choice[0]), choice[1]))
            g.state.laying.append(choice[0][2])
    return made


def which_target(g: Napalini, n: int, options: list[tuple[Way, int]]) -> Listed:
    return Listed(
        g.unit(n).side,
        f"Barrage: what does {g.name(n)} in {g.label(g.unit(n).at)} fire at?",
        [*options, PASS],
        "napalini.11.barrage.simultaneous",
        judge=lambda v: None if v == PASS else why_no_shells(g, n, *v),
        candidates=lambda: [(first_way(g, n, sq), sq) for sq in range(g.grid.size)],
        label=lambda v: "nothing" if v == PASS else f"{g.label(v[1])}: {way_words(g, v[0])}",
        on=lambda v: (f"u{n}", "" if v == PASS else g.label(v[1])),
    )


def fire(g: Napalini, side: str, made: Plan) -> Procedure:
    """Comms checks, then the dice; each barrage is a total of its own. Returns the losses, which fall when all have fired."""
    by_square: dict[int, list[int]] = {}
    for way, square in made:
        if in_force("napalini.11.barrage") and message(g, way, square):
            by_square.setdefault(square, []).append(way[0])
    enemy = g.other(side)
    due: list[tuple[int, int]] = []
    for square, guns in sorted(by_square.items()):
        hidden = any(not g.unit(n).revealed for n in g.units_at(square, enemy))
        aims = [Aim(n, square, tuple(g.real_at(square, enemy)), True, ranged=True) for n in guns]
        count = yield from volley(g, side, aims, square, in_combat=False, shown=not hidden)
        due.append((square, losses_for(count)))
    return due


def fall(g: Napalini, side: str, due: list[tuple[int, int]]) -> None:
    """11.barrage.losses: at random on the enemy units of the squares; after the last question to the firer (hidden draws)."""
    for square, count in due:
        g.tell("Barrage on {place}: {losses}.", rule="napalini.11.barrage.losses", place=square, losses=count)
        if in_force("napalini.11.barrage.losses"):
            random_losses(g, square, g.other(side), count)


def normal_barrage(g: Napalini, formation: int) -> Procedure:
    """11.barrage.normal: at the beginning of a friendly round, for an HQ action and a stockpile."""
    side = g.round.side
    g.stockpile(side, -in_force("napalini.9.barrage"))
    g.tell("{formation} fires a barrage.", rule="napalini.11.barrage.normal", formation=g.static.formations[formation].name)
    due = yield from shell(g, formation)
    fall(g, side, due)
    yield from counter(g, g.other(side))
    g.state.laying.clear()


def counter(g: Napalini, side: str) -> Procedure:
    """11.barrage.counter: for a stockpile and an HQ action; it cannot be answered."""
    if not g.can_spend(side) or not in_force("napalini.11.barrage.counter"):
        return
    main = g.camp(side).main
    able = [f for f in g.formations(side) if g.army(f).actions > 0 or g.army(main).actions > 0]
    if not able:
        return
    choice = yield g.ask(
        side,
        "Answer with a counter-barrage (a stockpile and an HQ action)?",
        able,
        also=[PASS],
        rule="napalini.11.barrage.counter",
        label=lambda f: "no" if f == PASS else g.static.formations[f].name,
    )
    if choice == PASS:
        return
    payer = choice if g.army(choice).actions > 0 else main
    g.army(payer).actions -= 1
    g.stockpile(side, -1)
    g.tell(
        "{formation} fires a counter-barrage.", rule="napalini.11.barrage.counter", formation=g.static.formations[choice].name
    )
    due = yield from shell(g, choice)
    fall(g, side, due)


def opening(g: Napalini) -> Procedure:
    """11.barrage.opening, 11.barrage.fireplan: the SO, each stockpile on one army, the whole plan before the first die."""
    side = g.order[0]
    if g.static.meeting or not g.module("barrages") or not in_force("napalini.11.barrage.opening"):
        return
    plans: list[Plan] = []
    while g.can_spend(side) and len(plans) < 5:
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
        )
        if choice == PASS:
            break
        g.stockpile(side, -1)
        made = yield from plan(g, side, guns_of(g, choice))
        plans.append(made)
        if not in_force("napalini.11.barrage.fireplan"):
            break
    if not plans:
        return
    g.camp(side).opening_barrage = True
    g.tell("{side} fires its opening barrage.", rule="napalini.11.barrage.opening", side=side)
    due: list[tuple[int, int]] = []
    for made in plans:
        due += yield from fire(g, side, made)
    fall(g, side, due)
    yield from counter(g, g.other(side))
    g.state.laying.clear()


def lower_in_contested(g: Napalini) -> None:
    """11.observe.balloon: a balloon comes down when its square is contested. Charges are looked after too."""
    from .engineers import keep_charges

    for unit in g.state.units:
        if unit.raised and unit.where == "table" and g.contested(unit.at):
            unit.raised = False
    keep_charges(g)
