"""What a side does not know, dealt again: identities of hidden markers, hands and decks, hooks not yet seen.

Identities are dealt anew among the enemy's hidden markers of one kind (3.hidden.kind is open). Whoever is moving, fighting or
has just been named keeps what he is: the other side has seen him do it. A deal that breaks stacking is tried again, and in
the end made within front-line and support places.
"""

from __future__ import annotations

import random
from typing import Any

from . import transport
from .context import Napalini
from .ground import closed_to, overfull
from .state import IDENTITY, Unit

KEPT = ("supply_depot", "bastion", "po", "position_aa", "garrison")  # their squares follow from open facts (3.hidden.works)


def pinned(now: Napalini) -> set[int]:
    """Markers that a round under way has shown to be what they are."""
    r = now.state.round
    found: set[int] = set()
    if r is not None:
        found.update(r.activated, r.moved, r.transit, r.shot, (int(n) for n in r.entrants), (gun for gun, _ in r.barred))
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
        and u.type not in KEPT
        and u.slot != "fixed"
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


def deal_hooks(then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
    """By which edge an enemy hook comes is unknown until it arrives; a single hook may come by the other."""
    mine = [h for h in then.state.hooks if h.side != side and h.length != "flank" and not h.arrived]
    arrived = {(h.edge, h.length) for h in now.state.hooks if h.arrived and h.side != side}
    if len(mine) == 1 and not arrived and rng.random() < 0.5 and then.other(side) not in then.static.fixed_hooks:
        mine[0].edge = "east" if mine[0].edge == "west" else "west"


def deal_kind(then: Napalini, now: Napalini, side: str, kind: str, rng: random.Random) -> None:
    s = then.state
    slots = [
        n
        for n in hidden_markers(now, side, kind)
        if n < len(s.units)
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
    truth = [identity(s.units[n]) for n in slots]
    enemy = then.other(side)
    squares = sorted({s.units[n].at for n in slots if s.units[n].at >= 0})
    for _ in range(12):
        dealt = list(truth)
        rng.shuffle(dealt)
        for n, who in zip(slots, dealt, strict=True):
            assume(s.units[n], who)
        if sound(then, slots, squares, enemy):
            return
    for n, who in zip(slots, truth, strict=True):
        assume(s.units[n], who)
    front = [n for n in slots if then.fl_place(n)]
    back = [n for n in slots if not then.fl_place(n)]
    for group in (front, back):
        before = [identity(s.units[n]) for n in group]
        dealt = list(before)
        rng.shuffle(dealt)
        for n, who in zip(group, dealt, strict=True):
            assume(s.units[n], who)
        if not sound(then, slots, squares, enemy):
            for n, who in zip(group, before, strict=True):
                assume(s.units[n], who)


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
    return True


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
    for kind in ("land",):
        hidden = [n for n in hidden_markers(g, side, kind) if g.unit(n).where == "table" and g.unit(n).at >= 0]
        if len({g.unit(n).type for n in hidden}) > 1:
            facts["markers"] = [g.unit(n).type for n in hidden]
    if aboard := loads(g, side):
        facts["loads"] = [(g.unit(n).carrier, g.unit(n).type, g.unit(n).quality) for n in aboard]
    if g.module("cards") and g.camp(g.other(side)).hand:
        facts["hand"] = sorted(g.camp(g.other(side)).hand)
    return facts
