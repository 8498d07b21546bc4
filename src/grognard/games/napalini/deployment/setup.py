"""Chapter 3, deployment: objectives, first cards, hooks, placing, dummies, tactical recce (3.deploy.*, 3.recce.*)."""

from __future__ import annotations

from grognard.kernel import DONE, PASS, Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..card_effects import moments
from ..cards import hand
from ..context import Napalini
from ..state import Unit
from ..table.inspection import inspect
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.zones import which_way
from ..tables import DUMMIES, dummies_for
from . import envelopment
from .choices import DummyAt, Ready, Shift, Turn

STEPS = ("first", "objectives", "cards", "setup-cards", "dummies", "hooks", "place", "recce", "done")


def deploy(g: Napalini) -> Procedure:
    """3.deploy.order, re-enterable: `setup` names the step, `turn` whose part of it is next."""
    s = g.state
    s.setup = s.setup or STEPS[0]
    while s.setup != "done":
        sides = order_of(g, s.setup)
        for side in sides:
            if f"{s.setup}/{side}" in s.steps_done:
                continue
            yield from step(g, s.setup, side)
            s.steps_done.append(f"{s.setup}/{side}")
            g.checkpoint()
        s.steps_done = []
        s.setup = STEPS[STEPS.index(s.setup) + 1]
        g.checkpoint()


def order_of(g: Napalini, name: str) -> list[str]:
    """The SO first, but the SD places its units first."""
    if name in ("first", "dummies"):
        return ["both"]
    if name == "objectives":
        return [g.order[1]]
    if name == "recce":
        return ["both"]
    return g.order[::-1] if name == "place" else g.order


def step(g: Napalini, name: str, side: str) -> Procedure:
    if name == "first":
        first_side(g)
    elif name == "objectives":
        yield from objectives(g, side)
    elif name == "cards" and g.module("cards"):
        yield from hand.first_cards(g, side)
    elif name == "setup-cards" and g.module("cards"):
        yield from moments.set_up_cards(g, side)
    elif name == "dummies":
        make_dummies(g)
        shuffle_markers(g)
    elif name == "hooks":
        yield from envelopment.note_hooks(g, side)
    elif name == "place":
        yield from place_side(g, side)
    elif name == "recce":
        yield from recce(g)


def first_side(g: Napalini) -> None:
    """1.meeting.order: on the first morning both throw; ties again."""
    s = g.state
    for rule, words in s.log_warnings:
        g.tell("{words}", rule=rule, words=words)
    if not g.static.meeting or s.first:
        return
    one, two = g.sides
    while True:
        dice = g.roll("2d6", "Who is first?", rule="napalini.1.meeting.order")
        if dice[0] != dice[1]:
            break
    s.first = one if dice[0] > dice[1] else two
    g.tell("{side} is first.", rule="napalini.1.meeting.order", side=s.first)


# ------------------------------------------------------------------ objectives


def may_be_objective(g: Napalini, square: int) -> Refusal | None:
    """3.objectives.placement: rows of the area, three columns, none adjacent, towns, bridges or arteries first."""
    low, high = objective_rows(g)
    columns = g.grid.columns
    taken = g.state.objectives
    if not low <= g.static.row(square) <= high:
        return Refusal("napalini.3.zones", f"Objectives stand in rows {low} to {high}.")
    if any(square % columns == other % columns for other in taken):
        return Refusal("napalini.3.objectives.placement", "Three different columns.")
    if any(other in g.grid.adjacent[square] for other in taken):
        return Refusal("napalini.3.objectives.placement", "No two objectives are adjacent.")
    if not worthy(g, square) and any(worthy(g, sq) and low <= g.static.row(sq) <= high for sq in range(g.grid.size)):
        open_ = [sq for sq in range(g.grid.size) if worthy(g, sq) and _free(g, sq)]
        if open_:
            return Refusal("napalini.3.objectives.placement", "A town, a bridge or an artery, where there is one.")
    return None


def _free(g: Napalini, square: int) -> bool:
    low, high = objective_rows(g)
    taken, columns = g.state.objectives, g.grid.columns
    near = any(other in g.grid.adjacent[square] or other % columns == square % columns for other in taken)
    return low <= g.static.row(square) <= high and not near


def worthy(g: Napalini, square: int) -> bool:
    ends = {sq for bridge in g.state.bridges for sq in g.static.edge_ends(bridge.edge)}
    arteries = g.static.road_squares | g.static.rail_squares | g.static.river_squares
    return g.terrain(square) == "bua" or square in ends or square in arteries


def objective_rows(g: Napalini) -> tuple[int, int]:
    """3.zones, 3.table.large, 1.meeting.setup."""
    if g.static.meeting:
        return middle_rows(g)
    return rows_of_a_broad_table() if g.grid.columns > 6 else (4, 7)


@cites("napalini.1.meeting.setup")
def middle_rows(g: Napalini) -> tuple[int, int]:
    """Objectives of a meeting engagement stand in the middle."""
    return (3, 5) if g.grid.rows == 7 else (4, 5)


@cites("napalini.3.table.large")
def rows_of_a_broad_table() -> tuple[int, int]:
    return 4, 6


@cites("napalini.3.objectives.three")
def wants_objective(g: Napalini) -> bool:
    return len(g.state.objectives) < 3


def objectives(g: Napalini, side: str) -> Procedure:
    """3.objectives.three: the scenario's, or three that the SD places."""
    s = g.state
    while wants_objective(g):
        square = yield g.ask(
            side,
            f"Place objective {len(s.objectives) + 1} of 3.",
            list(range(g.grid.size)),
            may=lambda sq: may_be_objective(g, sq),
            rule="napalini.3.objectives.placement",
            label=g.label,
            on=lambda sq: ("", g.label(sq)),
            name=Ask.OBJECTIVE,
            final=lambda _: len(s.objectives) == 2,
        )
        s.objectives.append(square)
        s.flags.append("" if g.static.meeting else g.order[1])
        s.flag_nights.append(0)
        g.tell("{place} is an objective.", rule="napalini.3.objectives.placement", place=square)


# ------------------------------------------------------------------ dummies and markers


def make_dummies(g: Napalini) -> None:
    """3.hidden.dummies: by formation; three more with Maskirovka (9C)."""
    if not g.module("hidden"):
        return
    s = g.state
    for side in g.sides:
        counts = dict.fromkeys(g.formations(side), 0)
        for unit in s.units:
            if unit.side == side and unit.formation in counts and unit.where in ("table", "aboard", "hook"):
                counts[unit.formation] += 1
        for f, count in counts.items():
            for _ in range(dummies_for(count) + more_dummies(g, side, f)):
                s.units.append(Unit(side, "land", where="reserve", type="dummy", formation=f))


@cites("napalini.card.9C")
def more_dummies(g: Napalini, side: str, formation: int) -> int:
    """9C: three more, for the formations that their owner named."""
    return g.camp(side).more_dummies.count(formation)


def shuffle_markers(g: Napalini) -> None:
    """Numbers of markers tell nothing: they are dealt at random within a side and kind."""
    s = g.state
    new = list(range(len(s.units)))
    for side in g.sides:
        for kind in ("land", "rail", "river"):
            slots = [n for n, u in enumerate(s.units) if u.side == side and u.kind == kind]
            for old, slot in zip(g.shuffle(slots, to=[side]), slots, strict=True):
                new[old] = slot
    units = list(s.units)
    for old, slot in enumerate(new):
        units[slot] = s.units[old]
    s.units = units
    for unit in s.units:
        if unit.carrier >= 0:
            unit.carrier = new[unit.carrier]
    for squadron in s.air:
        if squadron.carrier >= 0:
            squadron.carrier = new[squadron.carrier]
    for hook in s.hooks:
        hook.units = sorted(new[n] for n in hook.units)
    for group in s.reinforcements:
        group.units = sorted(new[n] for n in group.units)


# ------------------------------------------------------------------ placing


def may_place(g: Napalini, n: int, square: int) -> Refusal | None:
    """3.zones, 3.deploy.arteries, 4.hq.fixed, stacking."""
    unit = g.unit(n)
    low, high = g.static.sides[unit.side].rows
    if not low <= g.static.row(square) <= high:
        return Refusal("napalini.3.zones", f"Your zone is rows {low} to {high}.")
    if rule := closed_to(g, n, square):
        return Refusal(
            "napalini.3.deploy.arteries" if unit.kind != "land" else rule, f"{g.name(n)} may not start in {g.label(square)}."
        )
    if g.fixed(n) and g.terrain(square) != "bua" and square not in g.static.buildings:
        return Refusal("napalini.4.hq.fixed", "A fixed HQ stands in a built-up area or among buildings.")
    if unit.type == "supply_depot":
        arteries = g.static.road_squares | g.static.rail_squares | g.static.river_squares
        if square not in arteries:
            return Refusal("napalini.9.depot", "A depot stands on an artery.")
    if rule := room_rule(g, n, square):
        return Refusal(rule, f"There is no room in {g.label(square)}.")
    return None


def place_side(g: Napalini, side: str) -> Procedure:
    """5 and 6 of the order: units (where the scenario leaves them free), then dummies."""
    g.moment("deployment")
    if g.static.free_setup:
        yield from rearrange(g, side, None, "napalini.3.deploy.fixed", "Deploy: move a unit, or turn a square, or be done.")
    while True:
        left = [n for n, u in enumerate(g.state.units) if u.side == side and u.where == "reserve"]
        if not left:
            break
        n = left[0]
        g.checkpoint()
        yield from place_dummy(g, n)


@cites("napalini.3.hidden.kind")
def marker_kinds(g: Napalini, square: int) -> list[str]:
    """The kinds of marker that a dummy can have in a square: rail and river ones where there is the artery."""
    rail, river = square in g.static.rail_squares, square in g.static.river_squares
    return ["land", *(["rail"] if rail else []), *(["river"] if river else [])]


def may_hide(g: Napalini, n: int, dummy: DummyAt) -> Refusal | None:
    """3.zones, stacking: a dummy takes room like what it seems to be."""
    unit = g.unit(n)
    low, high = g.static.sides[unit.side].rows
    if not low <= g.static.row(dummy.square) <= high:
        return Refusal("napalini.3.zones", f"Your zone is rows {low} to {high}.")
    was = unit.kind, unit.slot, unit.type
    unit.kind, unit.slot, unit.type = dummy.kind, dummy.slot, DUMMIES[dummy.kind]
    rule = room_rule(g, n, dummy.square)
    unit.kind, unit.slot, unit.type = was
    return Refusal(rule, f"There is no room for it in {g.label(dummy.square)}.") if rule else None


DUMMY_HELP = (
    "A dummy is a marker with nobody under it. To the enemy all markers look alike until they are spotted: put it where he "
    "should fear somebody. It moves with its formation, but never fights, fires, spots or holds an objective."
)


def place_dummy(g: Napalini, n: int) -> Procedure:
    """3.deploy.fixed, 3.hidden.kind: a square, a kind, and a place in the stack."""
    unit = g.unit(n)
    places = [
        DummyAt(square, kind, slot)
        for square in range(g.grid.size)
        for kind in marker_kinds(g, square)
        for slot in (("FL", "S") if kind == "land" else ("FL",))
    ]
    choice = yield g.ask(
        unit.side,
        "Place a dummy.",
        places,
        may=lambda v: may_hide(g, n, v),
        rule="napalini.3.hidden.dummies",
        label=lambda v: f"{g.label(v.square)}, {v.kind}, {'front-line' if v.slot == 'FL' else 'support'} place",
        on=lambda v: (f"u{n}", g.label(v.square)),
        secret=True,
        name=Ask.DUMMY,
        about={"help": DUMMY_HELP},
        final=lambda _: not any(u.where == "reserve" for m, u in enumerate(g.state.units) if m != n),
    )
    square, unit.kind, unit.slot = choice.square, choice.kind, choice.slot
    unit.type = DUMMIES[unit.kind]
    unit.where, unit.at = "table", square
    friends = [m for m in g.units_at(square, unit.side) if m != n and g.unit(m).kind == "land"]
    unit.facing = g.unit(friends[0]).facing if friends else (0 if g.static.sides[unit.side].edge == "south" else 4)
    g.checkpoint()


def rearrange(g: Napalini, side: str, limit: int | None, rule: str, prompt: str) -> Procedure:
    """The owner moves his markers inside his zone, turns them, prepares the SD's; `limit` moves at most, none in deployment."""
    sd = not g.static.meeting and side == g.order[1] and not g.option("nobody_starts_prepared")
    s = g.state
    if f"arranged/{rule}/{side}" in s.steps_done:
        return
    while limit is None or s.moves_left < limit:
        g.checkpoint()
        mine = [n for n in g.on_table(side) if (not g.dummy(n) or limit is not None) and not built_in(g, n)]
        options: list[Shift | Turn | Ready] = [Shift(n) for n in mine]
        options += [Turn(sq) for sq in sorted({g.unit(n).at for n in mine if g.unit(n).kind == "land"})]
        if sd and limit is None:
            options += [Ready(sq) for sq in sorted({g.unit(n).at for n in mine if not g.unit(n).prepared})]
        choice = yield g.ask(
            side,
            prompt,
            options,
            also=[DONE],
            rule=rule,
            label=lambda v: _arrange_words(g, v),
            on=lambda v: (f"u{v.unit}", "") if isinstance(v, Shift) else ("", "" if v == DONE else g.label(v.square)),
            secret=True,
            name=Ask.REARRANGE,
        )
        s.moves_left += 1
        if choice == DONE:
            break
        if isinstance(choice, Shift):
            yield from _relocate(g, choice.unit)
        elif isinstance(choice, Turn):
            yield from _turn(g, side, choice.square)
        else:
            yield from _start_prepared(g, side, choice.square)
    s.moves_left = 0
    s.steps_done.append(f"arranged/{rule}/{side}")
    g.checkpoint()


def built_in(g: Napalini, n: int) -> bool:
    """Forts stand where the map shows works (3.hidden.works)."""
    return bool({"fort", "fort-aa"} & g.type(n).tags)


def _arrange_words(g: Napalini, value: Shift | Turn | Ready | str) -> str:
    if isinstance(value, Shift):
        return f"move {g.name(value.unit)} from {g.label(g.unit(value.unit).at)}"
    if isinstance(value, Turn | Ready):
        return f"{'turn' if isinstance(value, Turn) else 'prepare'} the units in {g.label(value.square)}"
    return value


def _relocate(g: Napalini, n: int) -> Procedure:
    unit = g.unit(n)
    to = yield g.ask(
        unit.side,
        f"{g.title(n)}: to which square?",
        range(g.grid.size),
        may=lambda sq: may_place(g, n, sq),
        also=[PASS],
        rule="napalini.3.zones",
        label=lambda sq: "stay" if sq == PASS else g.label(sq),
        on=lambda sq: (f"u{n}", "" if sq == PASS else g.label(sq)),
        secret=True,
        name=Ask.RELOCATE,
        kind="move",
    )
    if to == PASS:
        return
    was = unit.at
    unit.at, unit.rear = to, False
    g.mend_facing(was, unit.side)
    friends = [m for m in g.units_at(to, unit.side) if m != n and g.unit(m).kind == "land"]
    if friends:
        unit.facing = g.unit(friends[0]).facing


def _turn(g: Napalini, side: str, square: int) -> Procedure:
    facing = yield which_way(g, side, f"Which way do your units in {g.label(square)} face?", square, secret=True)
    for n in g.units_at(square, side):
        if g.unit(n).kind == "land":
            g.unit(n).facing, g.unit(n).rear = facing, False


def _start_prepared(g: Napalini, side: str, square: int) -> Procedure:
    """3.deploy.prepared: SD units may begin prepared, their squares in all-round defence."""
    here = g.units_at(square, side)
    for n in here:
        g.unit(n).prepared = not g.dummy(n)
    fl = [n for n in here if g.fl(n) and g.unit(n).kind == "land"]
    if len(fl) < 2:
        return
    back = yield g.ask(
        side,
        f"All-round defence in {g.label(square)}: which unit faces back?",
        [PASS, *fl],
        rule="napalini.3.deploy.prepared",
        label=lambda n: "no all-round defence" if n == PASS else g.name(n),
        secret=True,
        name=Ask.FACES_BACK,
    )
    for n in fl:
        g.unit(n).rear = n == back


# ------------------------------------------------------------------ tactical recce


def recce_value(g: Napalini, side: str) -> int:
    """3.recce.value: recce units, balloons, observation aircraft, S Boote where there is a river; each once."""
    total = 0
    for n, unit in enumerate(g.state.units):
        if unit.side != side or unit.where not in ("table", "aboard", "hook") or g.dummy(n):
            continue
        boat = unit.type == "s_boot"
        total += unit.type == "balloon" or ("Rc" in g.type(n).flags and (not boat or bool(g.static.river_squares)))
    if g.module("airpower"):
        total += sum(plane.side == side and plane.type == "observation" for plane in g.state.air)
    return total


def recce(g: Napalini) -> Procedure:
    """3.recce.inspect, 3.recce.respond."""
    s = g.state
    if not g.module("hidden"):
        return
    if not s.recce:
        s.recce = {side: recce_value(g, side) for side in g.sides}
        for side in g.order:
            g.tell("{side} has a recce value of {value}.", rule="napalini.3.recce.value", side=side, value=s.recce[side])
        s.inspected = 0
        g.checkpoint()
    one, two = g.sides
    ahead = one if s.recce[one] > s.recce[two] else two
    edge = abs(s.recce[one] - s.recce[two])
    while s.inspected < edge:
        open_ = [n for n in g.on_table(g.other(ahead)) if not g.unit(n).known and not g.unit(n).revealed]
        if not open_:
            break
        yield from inspect(g, ahead, open_, "napalini.3.recce.inspect")
        s.inspected += 1
        g.checkpoint()
    if edge and not g.option("no_recce_response"):
        yield from rearrange(g, ahead, edge, "napalini.3.recce.respond", "You may move as many markers as you inspected.")
    for side in g.order:
        if f"9E/{side}" not in s.steps_done:
            yield from moments.recce_card(g, side)
            s.steps_done.append(f"9E/{side}")
            g.checkpoint()
