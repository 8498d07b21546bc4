"""Chapter 6, movement and preparation of the activated units, one unit or group at a time.

A group is what steps together (6.group). The checkpoint after every unit is in rounds.py; here is one unit's leaf.
"""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel import PASS
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OddsView, OptionView

from . import transport
from .ambush import ambush
from .context import Napalini
from .ground import OBSTACLE_RULES, over_water
from .losses import give_loss
from .orders import PREPARE, STAY, land_movers, order_candidates, orders, routes, waiting, ways, why_no_mover, why_no_order
from .paths import Path, enemy_view, ferry_at, fits, step_refused, step_tests, transit_reach
from .static import FACING_NAMES
from .supply import note_sources
from .trial import exact
from .zones import facing_of, is_rear


def next_mover(g: Napalini) -> Procedure:
    """Which unit or group acts next. Returns its members, or nothing when all the rest stay."""
    r = g.round
    left = waiting(g)
    squares = sorted({g.unit(n).at for n in left})
    groups = [("group", sq) for sq in squares if len(land_movers(g, sq)) > 1 and in_force("napalini.6.group")]
    choice = yield Listed(
        r.side,
        "Which unit acts next?",
        [*(("unit", n) for n in left), *groups, "done"],
        "napalini.4.aoo.units",
        judge=lambda v: why_no_mover(g, v),
        candidates=lambda: [("unit", n) for n in g.on_table(r.side)],
        label=lambda v: _mover_words(g, v),
        on=lambda v: _mover_on(g, v),
    )
    if choice == "done":
        return []
    if choice[0] == "unit":
        return [choice[1]]
    members = yield from pick_group(g, choice[1])
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
        )
        if out == PASS:
            break
        members = [n for n in members if n != out]
    return members


def _mover_words(g: Napalini, value: Any) -> str:
    if value == "done":
        return "the others stay"
    if value[0] == "unit":
        return f"{g.name(value[1])} in {g.label(g.unit(value[1]).at)}"
    return f"a group from {g.label(value[1])}"


def _mover_on(g: Napalini, value: Any) -> tuple[str, str]:
    if value == "done":
        return "", ""
    return (f"u{value[1]}", g.label(g.unit(value[1]).at)) if value[0] == "unit" else ("", g.label(value[1]))


# ------------------------------------------------------------------ one order


def act(g: Napalini, members: list[int]) -> Procedure:
    """One unit or group does one thing (4.aoo.units)."""
    r = g.round
    names = g.names(members)
    at = g.unit(members[0]).at
    ways: dict[Any, Path] = {}
    order = yield Listed(
        r.side,
        f"{names} in {g.label(at)}: what do they do?",
        [*orders(g, members), STAY],
        "napalini.4.aoo.units",
        judge=lambda v: why_no_order(g, members, v),
        candidates=lambda: order_candidates(g, members),
        label=lambda v: order_words(g, v),
        show=lambda v: order_view(g, members, v, ways),
        on=lambda v: (f"u{members[0]}", order_place(g, v)),
        about={"piece": f"u{members[0]}", "place": g.label(at), "units": list(members)},
    )
    r.acted += members
    if order == STAY:
        for n in members:
            g.unit(n).column = False
    elif order == PREPARE:
        yield from prepare(g, members)
    elif order[0] == "move":
        path = yield from choose_way(g, members, order[1], order[2])
        yield from normal_move(g, members, path)
    elif order[0] == "transit":
        yield from transit_move(g, members[0], order[1])
    else:
        transport.load(g, members[0], order[1])
    for n in members:
        if g.unit(n).where == "table" and transport.passengers_to_land(g, n):
            yield from transport.unload(g, n)


def choose_way(g: Napalini, members: list[int], to: int, came: int) -> Procedure:
    """6.normal: the mover chooses the way; it is asked for where ways differ in what has to be tested on them."""
    open_ = ways(g, members, to, came)
    if len(open_) == 1:
        return open_[0]
    side = g.unit(members[0]).side
    path = yield g.ask(
        side,
        f"{g.names(members)} to {g.label(to)}: by which way?",
        open_,
        rule="napalini.6.normal",
        label=lambda way: way_words(g, members, way),
        show=lambda way: OptionView(way, way_words(g, members, way), f"u{members[0]}", "", path=[g.label(sq) for sq in way]),
        about={"piece": f"u{members[0]}", "place": g.label(to)},
    )
    return tuple(path)


def way_words(g: Napalini, members: list[int], way: Path) -> str:
    tests = [step_tests(g, members[0], a, b) for a, b in itertools.pairwise(way)]
    tested = [kind.replace("_", " ") for kinds in tests for kind in kinds]
    through = " and ".join(g.label(sq) for sq in way[1:-1])
    return f"{'through ' + through if through else 'straight'}, {'tests: ' + ', '.join(tested) if tested else 'no test'}"


def order_words(g: Napalini, value: Any) -> str:
    if isinstance(value, str):
        return {STAY: "stay", PREPARE: "prepare"}[value]
    if value[0] == "move":
        return f"move to {g.label(value[1])}" if value[2] < 0 else f"attack {g.label(value[1])} from {g.label(value[2])}"
    if value[0] == "transit":
        return f"transit to {g.label(value[1])}"
    return f"load on {g.name(value[1])}"


def order_view(g: Napalini, members: list[int], value: Any, ways: dict[Any, Path]) -> OptionView:
    """An order with its way, and of an attack on what is known the exact odds. `ways` is filled when first looked at."""
    view = OptionView(value, order_words(g, value), f"u{members[0]}", order_place(g, value))
    if isinstance(value, str) or value[0] not in ("move", "transit"):
        return view
    side = g.unit(members[0]).side
    if not ways:
        ways.update({("move", *key): path for key, path in routes(g, members).items()})
        if len(members) == 1:
            seen = enemy_view(g, side)
            ways.update({("transit", to): path for to, path in transit_reach(g, members[0], seen).items()})
    view.path = [g.label(sq) for sq in ways.get(value, ())]
    if value[0] == "transit":
        return view
    defenders = g.units_at(value[1], g.other(side))
    fighters = any(not g.dummy(n) for n in members)
    if value[2] >= 0 and fighters and all(sees_all(g, n) for n in defenders):
        view.odds = [attack_odds(g, members, value[1], value[2])]
    return view


def sees_all(g: Napalini, n: int) -> bool:
    return g.unit(n).revealed or g.unit(n).known


def attack_odds(g: Napalini, members: list[int], square: int, came: int) -> OddsView:
    """The chances of a combat there, with those who are in it already; guns and cards are left out."""
    side = g.unit(members[0]).side
    enemy = g.other(side)
    force = [n for n in (*members, *(m for m in g.real_at(square, side) if m not in members)) if not g.dummy(n)]
    facing = facing_of(g, square, enemy)
    behind = facing is not None and is_rear(g, square, facing, came)
    question = {"square": g.label(square), "attackers": force, "rear": members if behind else []}
    chances = exact(g, question)
    outcomes = chances[0].outcomes if chances else []
    return OddsView(f"Combat in {g.label(square)} without guns and cards", outcomes, "napalini.7.result")


def order_place(g: Napalini, value: Any) -> str:
    return g.label(value[1]) if not isinstance(value, str) and value[0] in ("move", "transit") else ""


# ------------------------------------------------------------------ preparing


def prepare(g: Napalini, members: list[int]) -> Procedure:
    """6.prepare, 6.all-round.place: ready, with a facing, perhaps all round."""
    square, side = g.unit(members[0]).at, g.unit(members[0]).side
    for n in members:
        if in_force("napalini.6.prepare"):
            g.unit(n).prepared = True
        g.unit(n).column = False
    g.tell("{units} in {place} prepare.", rule="napalini.6.prepare", to=side, units=g.names(members), place=square)
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
    may_close = len(fl) >= 2 and in_force("napalini.3.all-round") and in_force("napalini.6.all-round.place")
    around = [("around", f, n) for f in facings for n in fl] if may_close else []
    options: list[Any] = [*facings, *around]
    if len(options) == 1:
        return
    chosen = yield g.ask(
        side,
        f"Which way do your units in {g.label(square)} face?",
        options,
        rule=rule,
        label=lambda v: _facing_words(g, v),
        on=lambda v: ("", g.label(square)),
        about={"place": g.label(square)},
    )
    facing, back = (chosen, -1) if isinstance(chosen, int) else (chosen[1], chosen[2])
    turned = any(g.unit(n).facing != facing for n in land)
    for n in land:
        g.unit(n).facing, g.unit(n).rear = facing, n == back
    if back >= 0:
        g.tell("All-round defence in {place}.", rule="napalini.6.all-round.place", place=square)
    if turned:  # everybody sees it; that they were asked and stayed as they were is nobody's business
        g.tell("{place} faces {front} now.", rule="napalini.3.facing.change", place=square, front=FACING_NAMES[facing])


def _facing_words(g: Napalini, value: Any) -> str:
    if isinstance(value, int):
        return FACING_NAMES[value]
    return f"all round, front {FACING_NAMES[value[1]]}, {g.name(value[2])} to the rear"


# ------------------------------------------------------------------ moving


def may_start(g: Napalini, n: int) -> bool:
    """10.land-battleship: 3+ or it stays this round."""
    if g.unit(n).type != "land_battleships" or not in_force("napalini.10.land-battleship"):
        return True
    die = g.d6("Mobility of the land battleship", rule="napalini.10.land-battleship", by=g.unit(n).side)
    return die >= 3


def friction(g: Napalini, n: int, a: int, b: int) -> bool:
    """6.friction: a die for each obstacle; below 3 the unit stays, a 1 may cost a loss (6.friction.loss)."""
    unit = g.unit(n)
    hostile = g.enemies_in(b, unit.side)
    need = 4 if g.option("friction_needs_4") else 3
    for kind in step_tests(g, n, a, b):
        ferry = kind == "water" and ferry_at(g, a, b, unit.side) and in_force("napalini.12.engineers.ferry")
        if ferry and g.cls(n) != "F":
            g.round.ferried.append(g.static.ways_round[a, b][0][0])
        die = g.d6(f"Friction test, {kind.replace('_', ' ')}", rule=OBSTACLE_RULES[kind], by=unit.side, place=b)
        if die + ferry < need and in_force("napalini.6.friction"):
            g.tell("A unit is held up before {place}.", rule="napalini.6.friction", place=b)
            dangerous = kind == "minefield" and in_force("napalini.3.obstacle.minefields")
            if die == 1 and (hostile or dangerous) and in_force("napalini.6.friction.loss"):
                g.tell("It takes a loss.", rule="napalini.6.friction.loss")
                give_loss(g, n, fire=False)
            return False
    return True


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
    for place in sorted({g.unit(n).at for n in members if n in r.moved and g.unit(n).where == "table"}):
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
    unit.trapped = a if unit.kind != "land" and b in g.state.rubble and in_force("napalini.7.rubble.rail-river") else -1
    for passenger in g.passengers(n):
        g.unit(passenger).moved = g.unit(passenger).off_wire = True
    g.mend_facing(a, unit.side)


def settle_in(g: Napalini, n: int) -> None:
    """A unit held up on its way takes the facing of those with it."""
    facing = facing_of(g, g.unit(n).at, g.unit(n).side)
    if facing is not None:
        g.unit(n).facing = facing


def face_after_move(g: Napalini, side: str, square: int, moved: list[int]) -> Procedure:
    """3.facing.change: choose, unless friendly FL units that were not activated stand there already."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    if not any(n in land for n in moved):
        return
    hosts = [n for n in land if g.fl_place(n) and n not in g.round.activated]
    if hosts and in_force("napalini.3.facing.same"):
        for n in land:
            if n not in hosts:
                g.unit(n).facing, g.unit(n).rear = g.unit(hosts[0]).facing, False
        return
    now = g.unit(next(n for n in moved if n in land)).facing
    chosen = yield g.ask(
        side,
        f"Which way do your units in {g.label(square)} face?",
        [now, *(f for f in (0, 2, 4, 6) if f != now)],
        rule="napalini.3.facing.change",
        label=lambda f: FACING_NAMES[f],
        on=lambda f: ("", g.label(square)),
        about={"place": g.label(square)},
    )
    for n in land if in_force("napalini.3.facing.change") else []:
        g.unit(n).facing, g.unit(n).rear = chosen, False


def transit_move(g: Napalini, n: int, to: int) -> Procedure:
    """6.transit: it ends unprepared, is a march column, and does not fire in this Op."""
    r, unit = g.round, g.unit(n)
    path = transit_reach(g, n, enemy_view(g, unit.side))[to]
    if not may_start(g, n):
        return
    for a, b in itertools.pairwise(path):
        enter(g, n, a, b)
    unit.column = in_force("napalini.6.transit.column")
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
