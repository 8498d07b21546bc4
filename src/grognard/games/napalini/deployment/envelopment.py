"""Chapter 3, envelopments and flank attacks: hooks written down, arriving, sought (3.envelopment.*, 3.flank-attack)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.kernel import DONE, Refusal, cites
from grognard.kernel.decision import Judge
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini
from ..state import Hook
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.zones import dress, fall_in, in_line, which_way, zones
from ..tables import SEASONS
from .choices import HookBy


def may_hook(g: Napalini, n: int) -> Refusal | None:
    """3.envelopment.who."""
    unit, kind = g.unit(n), g.type(n)
    if unit.kind != "land" or not kind.transit or kind.immobile or unit.type in ("hq", "supply_depot"):
        return Refusal("napalini.3.envelopment.who", f"{g.title(n)} may not be sent on a hook.")
    if g.fl(n):
        rest = [
            m
            for m, u in enumerate(g.state.units)
            if u.side == unit.side and u.formation == unit.formation and u.where == "table" and g.fl(m) and m != n
        ]
        if not rest:
            return Refusal("napalini.3.envelopment.who", "At least one FL unit of the formation is deployed on the table.")
    return None


HOOK_HELP = (
    "Units on a hook begin off the table and come in later from a side edge: a short hook on your half of it, a long one on "
    "the enemy's half, in his rear. Until their throw succeeds you fight without them. In a first battle go without."
)


def period_words(g: Napalini, number: int) -> str:
    """The periods of a battle are counted through: the third of a summer's battle is the morning of its second day."""
    a_day = 2 if SEASONS[g.static.season]["afternoon"] else 1
    day, part = divmod(number - 1, a_day)
    return f"the {'afternoon' if part else 'morning'} of Day {day + 1}"


def hook_words(g: Napalini, side: str, by: HookBy) -> str:
    """3.envelopment.arrival: where it comes in, when it first may, and on what."""
    hook = planned(side, by)
    rows = [g.label(square) for square in edge_squares(g, hook)]
    need = arrival_number(g, hook)
    throw = f"on {max(2, need - maskirovka(g, side))}+" if need else "without a throw"
    when = period_words(g, first_period(g, hook))
    return f"{by.length} hook by the {by.edge} edge, {rows[0]} to {rows[-1]}: {throw} from {when}"


def hook_label(g: Napalini, side: str, sent: bool, by: HookBy | str) -> str:
    if isinstance(by, HookBy):
        return hook_words(g, side, by)
    return "no more hooks" if sent else "no hook"


def planned(side: str, by: HookBy) -> Hook:
    return Hook(side, by.edge, by.length, first=2 if by.length == "short" else 3)


def note_hooks(g: Napalini, side: str) -> Procedure:
    """3.envelopment: units, edge and length, written down secretly."""
    if not g.static.meeting and side != g.order[0]:
        return
    if side in g.static.fixed_hooks:
        return
    while True:
        g.checkpoint()
        if not hookable(g, side):
            return
        hooks_ = [HookBy(edge, length) for edge in ("west", "east") for length in ("short", "long")]
        sent = any(hook.side == side for hook in g.state.hooks)
        choice = yield g.ask(
            side,
            "Send more units round a flank?" if sent else "Send units round a flank, on a hook?",
            [DONE, *hooks_],
            rule="napalini.3.envelopment",
            label=partial(hook_label, g, side, sent),
            about={"help": HOOK_HELP},
            secret=True,
            name=Ask.HOOK,
        )
        if choice == DONE:
            return
        n = yield g.ask(
            side,
            f"Which unit goes on the {choice.length} hook by the {choice.edge} edge?",
            hookable(g, side),
            also=[DONE],
            rule="napalini.3.envelopment.who",
            label=lambda n: "none" if n == DONE else g.name(n),
            on=lambda n: ("" if n == DONE else f"u{n}", ""),
            about={"edge": choice.edge, "length": choice.length},
            secret=True,
            name=Ask.HOOKED_UNIT,
        )
        if n == DONE:
            return
        edge, length = choice.edge, choice.length
        hook = next((h for h in g.state.hooks if (h.side, h.edge, h.length) == (side, edge, length)), None)
        if hook is None:
            hook = planned(side, choice)
            g.state.hooks.append(hook)
        hook.units.append(n)
        was = g.unit(n).at
        g.unit(n).where, g.unit(n).at, g.unit(n).rear = "hook", -1, False
        g.mend_facing(was, side)


def hookable(g: Napalini, side: str) -> list[int]:
    return [
        n
        for n, u in enumerate(g.state.units)
        if u.side == side
        and u.formation >= 0
        and (u.where == "table" or (u.where == "reserve" and g.dummy(n)))
        and may_hook(g, n) is None
    ]


def arrival_number(g: Napalini, hook: Hook) -> int:
    """3.envelopment.arrival: short 4+, long 5+, flank 4+; 10C makes short hooks sure and long ones short."""
    bouncer = g.camp(hook.side).bouncer
    if hook.length == "short" and bouncer:
        return 0
    if hook.length == "long" and not bouncer:
        return 5
    return 4


def first_period(g: Napalini, hook: Hook) -> int:
    bouncer = g.camp(hook.side).bouncer
    return 2 if hook.length == "long" and bouncer else hook.first


def throw(g: Napalini, hook: Hook, bonus: int, rule: str) -> bool:
    need = arrival_number(g, hook)
    if need == 0:
        g.tell("A hook of {side} arrives without a throw.", rule="napalini.card.10C", side=hook.side)
        return True
    plus = bonus + maskirovka(g, hook.side)
    die = g.d6(f"A {'flank army' if hook.length == 'flank' else 'hook'} arrives", rule=rule, by=hook.side)
    return die + plus >= need


@cites("napalini.card.9C")
def maskirovka(g: Napalini, side: str) -> int:
    """9C: 1 is added to all arrival throws."""
    return int(g.camp(side).maskirovka)


def hooks(g: Napalini, side: str) -> Procedure:
    """In each Command Phase the owner throws for each hook still out."""
    s = g.state
    for hook in s.hooks:
        if hook.side != side:
            continue
        if hook.arrived:
            yield from place(g, hook)  # those that found no room come now without a throw
            continue
        if s.periods < first_period(g, hook) or hook.tried == s.periods:
            continue
        hook.tried = s.periods
        if throw(g, hook, 0, "napalini.3.envelopment.arrival"):
            hook.arrived, hook.missing = True, False
            yield from place(g, hook)
        else:
            hook.missing = True
            g.tell("A hook of {side} is missing.", rule="napalini.3.envelopment.arrival", side=side)


def edge_squares(g: Napalini, hook: Hook) -> list[int]:
    """3.envelopment: the half of the side edge nearer the own or the enemy baseline; flank armies by their rows."""
    columns, depth = g.grid.columns, g.grid.rows
    column = 0 if hook.edge == "west" else columns - 1
    south = g.static.sides[hook.side].edge == "south"
    near = (depth + 1) // 2
    found = []
    for row in range(1, depth + 1):
        mine = row if south else depth + 1 - row
        fits = row in flank_rows(hook) if hook.length == "flank" else (mine <= near) == (hook.length == "short")
        if fits:
            found.append((row - 1) * columns + column)
    return found


@cites("napalini.3.flank-attack")
def flank_rows(hook: Hook) -> list[int]:
    """A flank army enters by the rows that the scenario names."""
    return hook.rows


def may_arrive(g: Napalini, n: int, square: int, edge: list[int], zone: set[int]) -> Refusal | None:
    """3.envelopment.placement."""
    unit, place = g.unit(n), g.label(square)
    if square not in edge:
        return Refusal("napalini.3.envelopment.placement", f"{place} is not on the part of the edge that the hook was sent to.")
    if g.enemies_in(square, unit.side):
        return Refusal("napalini.3.envelopment.placement", f"{place} holds the enemy.")
    if square in zone:
        return Refusal("napalini.3.envelopment.placement", f"{place} is in an enemy zone of control.")
    if rule := closed_to(g, n, square) or room_rule(g, n, square):
        return Refusal(rule, f"{g.title(n)} may not be placed in {place}.")
    return None


def place(g: Napalini, hook: Hook) -> Procedure:
    """Placed at once, hidden, on edge squares of the declared half; without room they wait."""
    edge = edge_squares(g, hook)
    for n in list(hook.units):
        zone = zones(g, g.other(hook.side))

        def may(square: int, n: int = n, zone: set[int] = zone) -> Refusal | None:
            return may_arrive(g, n, square, edge, zone)

        words = f"{g.title(n)} arrives from its hook: where?"
        if any(may(square) is None for square in edge):
            yield from arrive(g, n, may, words, "napalini.3.envelopment.placement", partial(put_down, g, hook))


def arrive(
    g: Napalini, n: int, may: Judge, prompt: str, rule: str, put: Callable[[int, int], None]
) -> Procedure:
    """A unit comes onto the table: its square, and its facing where no friend has one for it (3.facing.same)."""
    unit = g.unit(n)
    to = yield g.ask(
        unit.side,
        prompt,
        range(g.grid.size),
        may=may,
        rule=rule,
        label=g.label,
        on=lambda sq: (f"u{n}", g.label(sq)),
        about={"piece": f"u{n}"},
        name=Ask.ARRIVAL,
        final=lambda sq: unit.kind != "land" or bool(in_line(g, n, sq)),
    )
    put(n, to)
    if unit.kind != "land":
        return
    if fall_in(g, n):
        return
    chosen = yield which_way(g, unit.side, f"Which way does it face in {g.label(to)}?", to, final=True)
    dress(g, to, unit.side, chosen)


def put_down(g: Napalini, hook: Hook, n: int, square: int) -> None:
    hook.units.remove(n)
    unit = g.unit(n)
    unit.where, unit.at, unit.moved, unit.off_wire = "table", square, True, True
    g.tell("A marker of {side} appears in {place}.", rule="napalini.3.envelopment.placement", side=unit.side, place=square)


def seek(g: Napalini, which: int) -> Procedure:
    """4.action.seek: throw again at once with +1."""
    hook = g.state.hooks[which]
    if throw(g, hook, 1, "napalini.4.action.seek"):
        hook.arrived, hook.missing = True, False
        yield from place(g, hook)
