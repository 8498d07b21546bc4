"""What a side does not know, dealt again: identities of hidden markers, hands and decks, hooks not yet seen.

Identities are dealt anew among the enemy's hidden markers of one kind (3.hidden.kind is open). Whoever is moving, fighting or
has just been named keeps what he is: the other side has seen him do it. What must stand somewhere stands there in every deal:
forts in the squares that are known to be fortified (3.hidden.works), a fixed HQ in a town or farm, the depot on an artery,
and nobody who cannot move where a marker has moved. A deal that breaks stacking is tried again, and in the end made within
front-line and support places.
"""

from __future__ import annotations

import random
from typing import Any

from .context import Napalini
from .movement import transport
from .state import IDENTITY, Hook, Unit
from .table.stacking import overfull
from .table.terrain import closed_to

FORTS = ("bastion", "po", "position_aa")


def pinned(now: Napalini) -> set[int]:
    """Markers that a round, a barrage or a card under way has shown to be what they are."""
    r = now.state.round
    found: set[int] = set(now.state.laying)
    if r is not None:
        found.update(r.activated, r.moved, r.transit, r.shot, r.loaded)
        found.update((int(n) for n in r.entrants), (gun for gun, _ in r.barred))
        found.update(now.hq(f) for f, army in enumerate(now.state.armies) if army.moved_hq or army.used_action)
    return found


def hidden_markers(now: Napalini, side: str, kind: str) -> list[int]:
    """Markers of the enemy of `side` whose identity `side` does not know."""
    pins = pinned(now)
    return [
        n
        for n, u in enumerate(now.state.units)
        if u.side != side
        and u.kind == kind
        and not u.revealed
        and not u.known
        and n not in pins
        and u.where in ("table", "aboard", "hook", "reserve", "later")
    ]


def identity(unit: Unit) -> tuple[Any, ...]:
    return tuple(getattr(unit, name) for name in IDENTITY)


def assume(unit: Unit, who: tuple[Any, ...]) -> None:
    for name, value in zip(IDENTITY, who, strict=True):
        setattr(unit, name, value)


def deal(then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
    """Change `then.state`: see the module."""
    s = then.state
    if len(s.units) == len(now.state.units) and then.module("hidden"):
        for kind in ("land", "rail", "river"):
            deal_kind(then, now, side, kind, rng)
        deal_hooks(then, now, side, rng)
        deal_loads(then, now, side, rng)
    deal_cards(then, now, side, rng)


def open_hooks(g: Napalini, side: str) -> list[Hook]:
    """Hooks of the enemy of `side` that nobody has seen, and that no scenario has written down."""
    enemy = g.other(side)
    if enemy in g.static.fixed_hooks:
        return []
    return [h for h in g.state.hooks if h.side == enemy and h.length != "flank" and not h.arrived]


def length_unknown(g: Napalini, hook: Hook) -> bool:
    """Short hooks throw from the second period, long ones from the third, and every throw is told."""
    return not hook.tried and not hook.missing and g.state.periods < 2 and not g.camp(hook.side).bouncer


def deal_hooks(then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
    """Edge, length and members of the hooks that are still out; no two hooks by the same edge with the same length."""
    mine, later = open_hooks(then, side), open_hooks(now, side)
    if not mine or len(mine) != len(later) or any(h.arrived for h in now.state.hooks if h.side != side):
        return
    for _ in range(8):
        kinds = [
            (rng.choice(("west", "east")), rng.choice(("short", "long")) if length_unknown(now, known) else known.length)
            for known in later
        ]
        if len(set(kinds)) == len(kinds):
            for hook, (edge, length) in zip(mine, kinds, strict=True):
                if length != hook.length:
                    hook.first = 2 if length == "short" else 3
                hook.edge, hook.length = edge, length
            break
    members = [n for hook in mine for n in hook.units]
    rng.shuffle(members)
    for hook in mine:
        hook.units, members = members[: len(hook.units)], members[len(hook.units) :]


def deal_kind(then: Napalini, now: Napalini, side: str, kind: str, rng: random.Random) -> None:
    s = then.state
    flank = {n for hook in s.hooks if hook.length == "flank" and not hook.arrived for n in hook.units}  # an army with its HQ
    slots = [
        n
        for n in hidden_markers(now, side, kind)
        if n < len(s.units)
        and n not in flank
        and not s.units[n].revealed
        and s.units[n].side != side
        and s.units[n].kind == kind
        and s.units[n].where == now.state.units[n].where
        and (s.units[n].where in ("table", "hook") or (s.units[n].where == "aboard" and not now.state.units[n].moved))
        and not s.units[n].raised
        and not then.passengers(n)
    ]
    if len(slots) < 2:
        return
    truth = {n: identity(s.units[n]) for n in slots}
    bound = {n: anchor(then, n) for n in slots}
    still = {n: not now.state.units[n].moved or bound[n] == "still" for n in slots}
    enemy = then.other(side)
    squares = sorted({s.units[n].at for n in slots if s.units[n].at >= 0})
    for _ in range(16):
        dealt = placed(then, slots, bound, still, rng)
        if dealt is None:
            continue
        for n, source in dealt.items():
            assume(s.units[n], truth[source])
        if sound(then, slots, squares, enemy):
            return
    for n, who in truth.items():
        assume(s.units[n], who)
    loose = [n for n in slots if not bound[n]]
    front = [n for n in loose if then.fl_place(n)]
    back = [n for n in loose if not then.fl_place(n)]
    for group in (front, back):
        before = [identity(s.units[n]) for n in group]
        mixed = list(before)
        rng.shuffle(mixed)
        for n, who in zip(group, mixed, strict=True):
            assume(s.units[n], who)
        if not sound(then, slots, squares, enemy):
            for n, who in zip(group, before, strict=True):
                assume(s.units[n], who)


def anchor(g: Napalini, n: int) -> str:
    """What binds a unit to its place: a fort, a fixed HQ, a depot, or that it cannot move."""
    unit, kind = g.unit(n), g.type(n)
    if unit.type in FORTS:
        return "fort"
    if unit.type == "supply_depot":
        return "depot"
    if g.fixed(n):
        return "hq"
    return "still" if kind.immobile and not unit.trucks and not g.dummy(n) else ""


def placed(
    g: Napalini, slots: list[int], bound: dict[int, str], still: dict[int, bool], rng: random.Random
) -> dict[int, int] | None:
    """Marker -> the marker whose identity it gets: the bound ones first, each where it may stand; None if one has no place."""
    dealt: dict[int, int] = {}
    forts = [n for n in slots if bound[n] == "fort"]
    rng.shuffle(forts)
    for n in [n for n in slots if bound[n] == "fort"]:  # as many forts in a square as there were
        here = [m for m in slots if g.unit(m).at == g.unit(n).at and still[m] and m not in dealt]
        if not here:
            return None
        dealt[rng.choice(here)] = forts.pop()
    arteries = g.static.road_squares | g.static.rail_squares | g.static.river_squares
    for what in ("hq", "depot", "still"):
        for n in [n for n in slots if bound[n] == what]:
            open_ = [m for m in slots if still[m] and m not in dealt and g.unit(m).where == "table"]
            if what == "hq":
                open_ = [m for m in open_ if g.terrain(g.unit(m).at) in ("bua", "rubble") or g.unit(m).at in g.static.buildings]
            elif what == "depot":
                open_ = [m for m in open_ if g.unit(m).at in arteries]
            if not open_:
                return None
            dealt[rng.choice(open_)] = n
    rest = [n for n in slots if not bound[n]]
    rng.shuffle(rest)
    dealt.update(zip([n for n in slots if n not in dealt], rest, strict=True))
    return dealt


def sound(then: Napalini, slots: list[int], squares: list[int], enemy: str) -> bool:
    """Stacking holds, nobody heavy in closed ground, all-round defences still have front-line units on both faces."""
    if any(overfull(then, square, enemy) for square in squares):
        return False
    for n in slots:
        if then.unit(n).where == "hook":
            if not then.type(n).transit or then.unit(n).type == "hq":
                return False
            continue
        if then.unit(n).where == "aboard":
            if transport.may_carry(then, then.unit(n).carrier, n) is not None:
                return False
            continue
        if closed_to(then, n, then.unit(n).at):
            return False
        if then.unit(n).rear and not then.fl(n):
            return False
    around = {then.unit(n).at for n in slots if then.unit(n).rear}
    fronts = {then.unit(n).at for n in then.on_table(enemy) if then.fl(n) and not then.unit(n).rear}
    return around <= fronts


def loads(g: Napalini, side: str) -> list[int]:
    """Enemy units that have been aboard since the start: nobody has seen them (3.hidden.transport)."""
    return [n for n, u in enumerate(g.state.units) if u.side != side and u.where == "aboard" and not u.moved]


def deal_loads(then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
    """Who sits in which transport."""
    waiting = [n for n in loads(then, side) if now.state.units[n].where == "aboard" and not now.state.units[n].moved]
    ships = [
        n
        for n, u in enumerate(then.state.units)
        if u.side != side and u.where == "table" and transport.capacity(then, n) and now.state.units[n].where == "table"
    ]
    if len(ships) < 2:
        return
    truth = {n: then.state.units[n].carrier for n in waiting}
    for _ in range(8):
        for n in waiting:
            then.state.units[n].carrier = rng.choice(ships)
        fits = all(len(then.passengers(ship)) <= transport.capacity(then, ship) for ship in ships)
        if fits and all(transport.may_carry(then, then.unit(n).carrier, n) is None for n in waiting):
            return
    for n, ship in truth.items():
        then.state.units[n].carrier = ship


def deal_cards(then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
    """The enemy's hand, from what he has not shown; the order of nothing matters."""
    other = then.other(side)
    if not then.module("cards") or then.option("shared_event_deck"):
        return
    camp, later = then.camp(other), now.camp(other)
    if not camp.hand:
        return
    shown = [card for card in camp.hand if card not in later.hand]
    fixed = list(shown)
    pool = [card for card in (*camp.hand, *camp.deck) if card not in fixed]
    rng.shuffle(pool)
    size = len(camp.hand) - len(fixed)
    camp.hand = fixed + pool[:size]
    camp.deck = sorted(pool[size:])


def secrets(g: Napalini, side: str) -> dict[str, Any]:
    """The hidden facts by kind."""
    facts: dict[str, Any] = {}
    if not g.module("hidden") or g.state.setup not in ("", "done"):
        return facts
    hidden = [n for n in hidden_markers(g, side, "land") if g.unit(n).where == "table" and g.unit(n).at >= 0]
    if len({g.unit(n).type for n in hidden}) > 1:
        facts["markers"] = [g.unit(n).type for n in hidden]
    loose = sum(not anchor(g, n) and not g.unit(n).moved for n in hidden)
    works = [(n, g.unit(n).type) for n in hidden if anchor(g, n)]
    if works and loose > 2:
        facts["works"] = works
    if out := open_hooks(g, side):
        facts["hooks"] = [(hook.edge, hook.length, hook.units) for hook in out]
    if aboard := loads(g, side):
        facts["loads"] = [(g.unit(n).carrier, g.unit(n).type, g.unit(n).quality) for n in aboard]
    if g.module("cards") and g.camp(g.other(side)).hand:
        facts["hand"] = sorted(g.camp(g.other(side)).hand)
    return facts
