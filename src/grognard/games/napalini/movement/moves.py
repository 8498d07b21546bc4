"""Chapter 6, movement and preparation of the activated units, one unit or group at a time.

A group is what steps together (6.group). The checkpoint after every unit is in command/rounds.py; here is one unit's leaf.
"""

from __future__ import annotations

import itertools
import math

from grognard.kernel import DONE, PASS, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed
from grognard.kernel.scene import Act, OddsView, OptionView
from grognard.kernel.words import capital

from ..asks import Ask
from ..combat.ambush import ambush
from ..context import Napalini, plural
from ..state import NOWHERE
from ..static import FACING_NAMES
from ..supply.lines import note_sources
from ..table.arteries import over_water, way_back
from ..table.prospects import passing
from ..table.zones import an_arrow, fall_in, which_way
from . import transport
from .choices import AllRound, Group, Load, Move, OneUnit, Order, Stance, Transit
from .friction import ferried, friction, friction_number
from .orders import land_movers, order_candidates, orders, routes, waiting, ways, why_no_mover, why_no_order
from .paths import Path, enemy_view, fits, step_refused, step_tests, transit_reach


def next_mover(g: Napalini) -> Procedure:
    """Which unit or group acts next. Returns its members, or nothing when all the rest stay."""
    r = g.round
    left = waiting(g)
    squares = sorted({g.unit(n).at for n in left})
    groups = [Group(sq) for sq in squares if len(land_movers(g, sq)) > 1]
    choice = yield Listed(
        r.side,
        "Which unit acts next?",
        [*(OneUnit(n) for n in left), *groups, DONE],
        "napalini.4.aoo.units",
        judge=lambda v: why_no_mover(g, v),
        candidates=lambda: [*map(OneUnit, g.on_table(r.side)), *map(Group, squares)],
        label=lambda v: _mover_words(g, v),
        on=lambda v: _mover_on(g, v),
        name=Ask.MOVER,
    )
    if choice == DONE:
        return []
    if isinstance(choice, OneUnit):
        return [choice.unit]
    members = yield from pick_group(g, choice.square)
    return members


def pick_group(g: Napalini, square: int) -> Procedure:
    """6.group: units of one square that are to make the same steps."""
    members = land_movers(g, square)
    while len(members) > 1:
        out = yield g.ask(
            g.round.side,
            f"The group in {g.label(square)}: {g.names(members)}. Leave one behind?",
            [PASS, *members],
            rule="napalini.6.group",
            label=lambda n: "all of these go together" if n == PASS else f"without {g.name(n)}",
            on=lambda n: ("" if n == PASS else f"u{n}", g.label(square)),
            name=Ask.GROUP,
        )
        if out == PASS:
            break
        members = [n for n in members if n != out]
    return members


def _mover_words(g: Napalini, value: OneUnit | Group | str) -> str:
    if isinstance(value, str):
        return "the others stay"
    if isinstance(value, OneUnit):
        return f"{g.name(value.unit)} in {g.label(g.unit(value.unit).at)}"
    return f"a group from {g.label(value.square)}"


def _mover_on(g: Napalini, value: OneUnit | Group | str) -> tuple[str, str]:
    if isinstance(value, str):
        return "", ""
    if isinstance(value, OneUnit):
        return f"u{value.unit}", g.label(g.unit(value.unit).at)
    return "", g.label(value.square)


# ------------------------------------------------------------------ one order


def act(g: Napalini, members: list[int]) -> Procedure:
    """One unit or group does one thing (4.aoo.units)."""
    r = g.round
    names = g.names(members)
    at = g.unit(members[0]).at
    ways: dict[Order, Path] = {}
    order = yield Listed(
        r.side,
        f"{capital(names)} in {g.label(at)}: what {'does it' if len(members) == 1 and not plural(names) else 'do they'} do?",
        [*orders(g, members), Stance.STAY],
        "napalini.4.aoo.units",
        judge=lambda v: why_no_order(g, members, v),
        candidates=lambda: order_candidates(g, members),
        label=lambda v: order_words(g, v),
        show=lambda v: order_view(g, members, v, ways),
        on=lambda v: (f"u{members[0]}", order_place(g, v)),
        about={"piece": f"u{members[0]}", "place": g.label(at), "units": list(members)},
        name=Ask.ORDER,
        decline=Stance.STAY,
        final=lambda v: dice_on_the_way(g, members, v),
        kind=order_kind,
    )
    r.acted += members
    no_column(g, members)
    if order is Stance.PREPARE:
        yield from prepare(g, members)
    elif isinstance(order, Move):
        path = yield from choose_way(g, members, order.to, order.came)
        yield from normal_move(g, members, path)
    elif isinstance(order, Transit):
        yield from transit_move(g, members[0], order.to)
    elif isinstance(order, Load):
        transport.load(g, members[0], order.transport)
    for n in members:
        if g.unit(n).where == "table" and transport.passengers_to_land(g, n):
            yield from transport.unload(g, n)


@cites("napalini.6.transit.column")
def no_column(g: Napalini, members: list[int]) -> None:
    """Who is activated is no march column any more, held up on his way or not."""
    for n in members:
        g.unit(n).column = False


def choose_way(g: Napalini, members: list[int], to: int, came: int | None) -> Procedure:
    """6.normal: the mover chooses the way; it is asked for where ways differ in what has to be tested on them."""
    open_ = ways(g, members, to, came)
    if len(open_) == 1:
        return open_[0]
    side = g.unit(members[0]).side
    path = yield g.ask(
        side,
        f"{capital(g.names(members))} to {g.label(to)}: by which way?",
        open_,
        rule="napalini.6.normal",
        label=lambda way: way_words(g, members, way),
        show=lambda way: OptionView(way, way_words(g, members, way), f"u{members[0]}", "", path=[g.label(sq) for sq in way]),
        about={"piece": f"u{members[0]}", "place": g.label(to)},
        name=Ask.WAY,
        final=True,
        kind="move",
    )
    return tuple(path)


def way_words(g: Napalini, members: list[int], way: Path) -> str:
    tests = [step_tests(g, members[0], a, b) for a, b in itertools.pairwise(way)]
    tested = [kind.replace("_", " ") for kinds in tests for kind in kinds]
    through = " and ".join(g.label(sq) for sq in way[1:-1])
    return f"{'through ' + through if through else 'straight'}, {'tests: ' + ', '.join(tested) if tested else 'no test'}"


def order_words(g: Napalini, order: Order) -> str:
    if isinstance(order, Stance):
        return str(order)
    if isinstance(order, Move):
        to = g.label(order.to)
        return f"move to {to}" if order.came is None else f"attack {to} from {g.label(order.came)}"
    if isinstance(order, Transit):
        return f"transit to {g.label(order.to)}"
    return f"load on {g.name(order.transport)}"


def order_view(g: Napalini, members: list[int], order: Order, ways: dict[Order, Path]) -> OptionView:
    """An order with its way, and of an attack on what is known the exact odds. `ways` is filled when first looked at."""
    view = OptionView(order, order_words(g, order), f"u{members[0]}", order_place(g, order))
    if not isinstance(order, Move | Transit):
        return view
    side = g.unit(members[0]).side
    if not ways:
        ways.update(routes(g, members).items())
        if len(members) == 1:
            seen = enemy_view(g, side)
            ways.update({Transit(to): path for to, path in transit_reach(g, members[0], seen).items()})
    view.path = [g.label(sq) for sq in ways.get(order, ())]
    if isinstance(order, Move) and (way := ways.get(order)):
        view.odds = way_odds(g, members, way)
    if isinstance(order, Transit) or order.came is None:
        return view
    defenders = g.units_at(order.to, g.other(side))
    fighters = any(not g.dummy(n) for n in members)
    if fighters and all(g.unit(n).revealed or g.unit(n).known for n in defenders):
        view.odds = [*g.attack_odds(members, order.to, order.came), *view.odds]
    return view


def way_odds(g: Napalini, members: list[int], way: Path) -> list[OddsView]:
    """The friction tests on a way: the chance of each of these units to get to its end."""
    found: dict[str, OddsView] = {}
    for n in members:
        tests = [(kind, ferried(g, n, kind, a, b)) for a, b in itertools.pairwise(way) for kind in step_tests(g, n, a, b)]
        if not tests:
            continue
        p = math.prod((7 - friction_number(g) + ferry) / 6 for _, ferry in tests)
        title = f"Friction test of {g.name(n)}: {' and '.join(kind.replace('_', ' ') for kind, _ in tests)}"
        found[g.name(n)] = passing(title, p, "napalini.6.friction", "it gets through", "it is held up")
    return list(found.values())


def order_kind(order: Order) -> Act:
    """What an order is for the eye."""
    if isinstance(order, Move):
        return "move" if order.came is None else "attack"
    if isinstance(order, Transit):
        return "transit"
    return "" if order is Stance.STAY else "order"


def dice_on_the_way(g: Napalini, members: list[int], order: Order) -> bool:
    """Whether an order leads to dice at once: an attack, a test on a way, or nobody is left to act."""
    if all(n in members for n in waiting(g)):
        return True
    if not isinstance(order, Move | Transit):
        return False
    if any(g.unit(n).type == "land_battleships" for n in members):
        return True
    if isinstance(order, Transit):
        return False
    steps = [step for way in ways(g, members, order.to, order.came) for step in itertools.pairwise(way)]
    return order.came is not None or any(step_tests(g, n, a, b) for n in members for a, b in steps)


def order_place(g: Napalini, order: Order) -> str:
    return g.label(order.to) if isinstance(order, Move | Transit) else ""


# ------------------------------------------------------------------ preparing


def prepare(g: Napalini, members: list[int]) -> Procedure:
    """6.prepare, 6.all-round.place: ready, with a facing, perhaps all round."""
    square, side = g.unit(members[0]).at, g.unit(members[0]).side
    for n in members:
        if not g.unit(n).prepared:
            g.round.readied.append(n)
        g.unit(n).prepared = True
    one = len(members) == 1 and not plural(g.name(members[0]))
    words = "{units} in {place} prepares." if one else "{units} in {place} prepare."
    g.tell(words, rule="napalini.6.prepare", to=side, units=g.names(members), place=square)
    if any(g.unit(n).kind == "land" for n in members):
        yield from face_or_all_round(g, side, square, members)


def face_or_all_round(
    g: Napalini, side: str, square: int, members: list[int], rule: str = "napalini.6.all-round.place"
) -> Procedure:
    """A facing for the square, or all-round defence with one unit facing back."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    fl = [n for n in land if g.fl(n)]
    strangers = [n for n in fl if n not in members and n not in (g.round.activated if g.state.round else members)]
    now = g.unit((fl or land)[0]).facing
    facings = [now] if strangers else [now, *(f for f in (0, 2, 4, 6) if f != now)]
    may_close = len(fl) >= 2
    around = [AllRound(f, n) for f in facings for n in fl] if may_close else []
    options: list[int | AllRound] = [*facings, *around]
    if len(options) == 1:
        return
    chosen = yield g.ask(
        side,
        f"Which way do your units in {g.label(square)} face?",
        options,
        rule=rule,
        label=lambda v: _facing_words(g, v),
        on=lambda v: ("", g.label(square)),
        show=lambda v: OptionView(v, _facing_words(g, v)) if isinstance(v, AllRound) else an_arrow(g, square, v),
        about={"place": g.label(square)},
        name=Ask.FACING,
        final=lambda _: g.state.round is None or not waiting(g),
    )
    facing, back = (chosen.facing, chosen.back) if isinstance(chosen, AllRound) else (chosen, NOWHERE)
    turned = any(g.unit(n).facing != facing for n in land)
    for n in land:
        g.unit(n).facing, g.unit(n).rear = facing, n == back
    if back >= 0:
        g.tell("All-round defence in {place}.", rule="napalini.6.all-round.place", place=square)
    if turned:  # everybody sees it; that they were asked and stayed as they were is nobody's business
        g.tell("{place} faces {front} now.", rule="napalini.3.facing.change", place=square, front=FACING_NAMES[facing])


def _facing_words(g: Napalini, value: int | AllRound) -> str:
    if isinstance(value, AllRound):
        return f"all round, front {FACING_NAMES[value.facing]}, {g.name(value.back)} to the rear"
    return FACING_NAMES[value]


# ------------------------------------------------------------------ moving


def may_start(g: Napalini, n: int) -> bool:
    """10.land-battleship: 3+ or it stays this round."""
    if g.unit(n).type != "land_battleships":
        return True
    die = g.d6("Mobility of the land battleship", rule="napalini.10.land-battleship", by=g.unit(n).side)
    return die >= 3


def normal_move(g: Napalini, members: list[int], path: Path) -> Procedure:
    """6.normal: step by step; each step friction, entry, ambush (6.group)."""
    r = g.round
    going = [n for n in members if may_start(g, n)]
    side = g.unit(members[0]).side
    for a, b in itertools.pairwise(path):
        passed = []
        seen = enemy_view(g, side)
        for n in going:
            if step_refused(g, n, a, b, seen) is None and friction(g, n, a, b) and fits_step(g, n, b, path[-1]):
                passed.append(n)
        for n in going:
            if n not in passed and a != path[0]:
                settle_in(g, n)
        going = passed
        if not going:
            break
        for n in going:
            enter(g, n, a, b)
            if n in r.moved:
                r.far.append(n)
            else:
                r.moved.append(n)
        if b in seen.hostile:
            r.entered.append(b)
            for n in going:
                r.entrants[str(n)] = b
                if not g.dummy(n) and b not in r.queue:
                    r.queue.append(b)
            g.tell("{side} enters {place}.", rule="napalini.6.attack", side=side, place=b)
            yield from ambush(g, going, b)
    for place in sorted({g.unit(n).at for n in members if n in r.moved and g.unit(n).where == "table"} - {path[0]}):
        count = sum(g.unit(n).at == place for n in members if n in r.moved)
        g.tell(
            "{side} moves {markers} from {place} to {place2}.",
            rule="napalini.6.normal",
            side=side,
            markers=count,
            place=path[0],
            place2=place,
        )
    note_sources(g)
    ended = {g.unit(n).at for n in going if g.unit(n).where == "table"}
    for square in sorted(ended):
        if not g.enemies_in(square, side):
            yield from face_after_move(g, side, square, going)


def fits_step(g: Napalini, n: int, square: int, last: int) -> bool:
    return square != last or fits(g, [n], square) is None


def enter(g: Napalini, n: int, a: int, b: int) -> None:
    """A unit leaves one square for the next."""
    unit = g.unit(n)
    if unit.kind == "land" and over_water(g, a, b, cls=g.cls(n)):
        g.round.crossed.append(n)
    unit.came, unit.at = a, b
    unit.prepared, unit.rear, unit.column, unit.raised = False, False, False, False
    unit.moved = unit.off_wire = True
    unit.trapped = way_back(g, n, a)
    for passenger in g.passengers(n):
        g.unit(passenger).moved = g.unit(passenger).off_wire = True
    g.mend_facing(a, unit.side)


def settle_in(g: Napalini, n: int) -> None:
    """A unit held up on its way takes the facing of those with it."""
    fall_in(g, n)


def face_after_move(g: Napalini, side: str, square: int, moved: list[int]) -> Procedure:
    """3.facing.change: choose, unless friendly FL units that were not activated stand there already."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    if not any(n in land for n in moved):
        return
    hosts = who_faces_there(g, side, square)
    if hosts:
        for n in land:
            if n not in hosts:
                g.unit(n).facing, g.unit(n).rear = g.unit(hosts[0]).facing, False
        return
    words, now = f"Which way do your units in {g.label(square)} face?", g.unit(next(n for n in moved if n in land)).facing
    chosen = yield which_way(g, side, words, square, now, final=lambda _: g.state.round is None or not waiting(g))
    for n in land:
        g.unit(n).facing, g.unit(n).rear = chosen, False


def who_faces_there(g: Napalini, side: str, square: int) -> list[int]:
    """The front-line units there that were not activated: who joins them faces as they do."""
    here = g.units_at(square, side)
    return [n for n in here if g.unit(n).kind == "land" and g.fl_place(n) and n not in g.round.activated]


@cites("napalini.6.transit.column")
def form_column(g: Napalini, n: int) -> None:
    """It is a march column until it is activated again."""
    g.unit(n).column = True


def transit_move(g: Napalini, n: int, to: int) -> Procedure:
    """6.transit: it ends unprepared, is a march column, and does not fire in this Op."""
    r, unit = g.round, g.unit(n)
    path = transit_reach(g, n, enemy_view(g, unit.side))[to]
    if not may_start(g, n):
        return
    for a, b in itertools.pairwise(path):
        enter(g, n, a, b)
    form_column(g, n)
    r.transit.append(n)
    note_sources(g)
    g.tell(
        "A column of {side} moves from {place2} to {place}.",
        rule="napalini.6.transit",
        side=unit.side,
        place=to,
        place2=path[0],
    )
    yield from face_after_move(g, unit.side, to, [n])
