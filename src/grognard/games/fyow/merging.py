"""Sections 2.5 to 2.7: the reserve pool, transfers on one board, and the merging of Battlegroups by a Senior Command."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from grognard.kernel import Procedure, Refusal, in_force

from .condition import highest
from .context import Fyow
from .fractions import absorb, elements_words, renew, split
from .questions import manages, may_put
from .state import DESTROYED, Order, Unit

Act = tuple[Any, ...]


# ------------------------------------------------------------------ 2.7: merging


def may_merge(g: Fyow, brigade: int, one: int, other: int) -> Refusal | None:
    """2.7.1 to 2.7.3, 15.9.2, ruling R154: on one board, of his own Brigade or by the commander over both, within the cap."""
    a, b, leader = g.unit(one), g.unit(other), g.state.brigades[brigade]
    if {a.kind, b.kind} != {"battlegroup"} or DESTROYED in (a.condition, b.condition) or one == other:
        return Refusal("fyow.2.7.1", "Two Battlegroups are merged.")
    if a.board != b.board or a.box >= 0 or b.box >= 0:
        return Refusal("fyow.2.7.1", f"{a.name} and {b.name} do not stand on one board.")
    own = [n for n in (one, other) if g.unit(n).brigade == brigade]
    if len(own) < 2 and highest(g, leader.side) != brigade:
        return Refusal("fyow.2.7.2", f"{leader.commander} does not command both; only the commander over both merges them.")
    if g.battle_of(one) or g.battle_of(other):
        return Refusal("fyow.2.7.1", "One of them is in a battle.")
    if g.half_value(one) + g.half_value(other) > 2 * g.static.cap:
        worth = (g.half_value(one) + g.half_value(other)) // 2
        words = f"Together they are worth {worth} points; {g.static.cap} is the most."
        return Refusal("fyow.2.7.3", words, limit=g.static.cap, measured=worth)
    return may_put(g, leader.commander, f"merge {min(one, other)} {max(one, other)}")


def merge(g: Fyow, brigade: int, one: int, other: int) -> Procedure:
    """2.7.4 to 2.7.9: the first is the senior one, whose BC leads; the other's state ends."""
    leader, a, b = g.state.brigades[brigade], g.unit(one), g.unit(other)
    if in_force("fyow.15.9.2") and not manages(
        g, leader, f"does he merge {a.name} and {b.name}?", f"merge {min(one, other)} {max(one, other)}"
    ):
        return
    orders = {a.id: a.order, b.id: b.order}
    kept = a.id
    if a.order != b.order and in_force("fyow.2.7.7"):
        words: dict[str, Any] = {"label": lambda name: f"{orders[name].kind}, {g.static.boards[orders[name].objective].name}"}
        kept = yield g.ask(leader.side, "Whose orders stand?", list(orders), rule="fyow.2.7.7", secret=True, **words)
    average = -(-(a.stockpile + b.stockpile) // 2) if in_force("fyow.2.7.5") else a.stockpile
    disarray, mode = (a.disarray, a.mode) if in_force("fyow.2.7.9") else (b.disarray, b.mode)
    if not in_force("fyow.2.7.8"):
        disarray, mode = max(a.disarray, b.disarray), b.mode if b.mode != "active" else a.mode
    start = a.start + b.start
    ammunition = min(a.ammunition, b.ammunition)
    for hq in g.state.brigades:
        if hq.hq == other:
            hq.hq = one
    if b.attitude != a.attitude:
        a.attitude = "present"
    if not in_force("fyow.2.7.4"):
        return
    absorb(g, one, other, "fyow.2.7.4")
    a.stockpile, a.disarray, a.mode, a.order, a.ammunition = average, disarray, mode, structs.replace(orders[kept]), ammunition
    a.start = start
    text = "{name} leads the merged {unit}; Stockpile {n}S."
    g.tell(text, rule="fyow.2.7.4", to=a.side, name=a.commander, unit=one, n=average)


# ------------------------------------------------------------------ 2.5, 2.6: reserves


class Release(Struct, frozen=True):
    """2.5.3, 2.5.4: what the pool gives, and to whom."""

    unit: str
    elements: dict[str, int]


def pool_of(g: Fyow, side: str) -> dict[str, int]:
    return g.state.staff.pools.get(side, {}) if in_force("fyow.2.5.1") else {}


def may_open_pool(g: Fyow, brigade: int) -> Refusal | None:
    """2.5.1, 2.6.2: the highest command holds the pool; a resting HQ transfers nothing."""
    leader = g.state.brigades[brigade]
    hq = g.unit(leader.hq)
    if highest(g, leader.side) != brigade:
        return Refusal("fyow.2.5.1", f"{leader.commander} holds no reserves; the highest command does.")
    if not pool_of(g, leader.side):
        return Refusal("fyow.2.5.1", "The reserve pool is empty.")
    if hq.mode == "rest":
        return Refusal("fyow.2.6.2", f"{hq.name} is at Rest and releases nothing.")
    if hq.mode == "rationed" and hq.stopped:
        return Refusal("fyow.2.6.2", f"{hq.name} is rationed and its vehicles stand still.")
    return may_put(g, leader.commander, "release")


def may_release(g: Fyow, brigade: int, named: Release) -> list[Refusal | None]:
    """2.5.2: nobody is raised above the cap; the pool has what is named."""
    side, found = g.state.brigades[brigade].side, []
    pool = pool_of(g, side)
    own = {g.unit(n).id: n for n in g.alive(side) if g.unit(n).kind == "battlegroup"}
    part = {e: n for e, n in named.elements.items() if n}
    if named.unit not in own:
        return [Refusal("fyow.2.5.3", f"{named.unit!r} is no Battlegroup of yours.")]
    for element, count in part.items():
        if count < 0 or count > pool.get(element, 0):
            found.append(Refusal("fyow.2.5.4", f"The pool has {pool.get(element, 0)} of {element!r}, not {count}."))
    if not part:
        found.append(Refusal("fyow.2.5.4", "Nothing is named."))
    worth = g.part_value({e: n for e, n in part.items() if n > 0}) + g.half_value(own[named.unit])
    if worth > 2 * g.static.cap:
        words = f"{g.unit(own[named.unit]).name} would be worth {worth // 2} points; {g.static.cap} is the most."
        found.append(Refusal("fyow.2.5.2", words, limit=g.static.cap, measured=worth // 2))
    return list(found)


def releases(g: Fyow, brigade: int) -> list[Release]:
    side = g.state.brigades[brigade].side
    pool = dict(pool_of(g, side))
    half = {e: n // 2 for e, n in pool.items() if n > 1}
    own = [n for n in g.alive(side) if g.unit(n).kind == "battlegroup"]
    found = [Release(g.unit(n).id, part) for n in own for part in (pool, half) if part]
    return [named for named in found if not any(may_release(g, brigade, named))]


def release(g: Fyow, brigade: int) -> Procedure:
    """2.5.3: a Command Decision forms a Fraction and sends it; 2.6.1: on one board the elements change over at once."""
    leader = g.state.brigades[brigade]
    offered = releases(g, brigade)
    words: dict[str, Any] = {"label": lambda r: f"{elements_words(r.elements)} to {r.unit}"}
    named: Release = yield g.ask_checked(
        leader.side, f"{leader.commander}: which reserves go to whom?", rule="fyow.2.5.4", shape=Release,
        check=lambda r: [x for x in may_release(g, brigade, r) if x], suggest=lambda: offered, secret=True, **words,
    )  # fmt: skip
    if not manages(g, leader, "does he release reserves?", "release"):
        return
    part = {e: n for e, n in named.elements.items() if n}
    target = next(n for n in g.alive(leader.side) if g.unit(n).id == named.unit)
    pool = g.state.staff.pools[leader.side]
    g.state.staff.pools[leader.side] = {e: n - part.get(e, 0) for e, n in pool.items() if n > part.get(e, 0)}
    unit, hq = g.unit(target), g.unit(leader.hq)
    if hq.board == unit.board and in_force("fyow.2.6.1"):
        give(g, target, part)
        text = "{what} from the reserve go to {unit}; they count from the next session."
        g.tell(text, rule="fyow.2.6.1", to=leader.side, what=elements_words(part), unit=target)
        return
    new = raise_fraction(g, leader.hq, part, target)
    g.tell("{unit} sets out from the reserve: {what}.", rule="fyow.2.5.3", to=leader.side, unit=new, what=elements_words(part))


def give(g: Fyow, number: int, part: dict[str, int]) -> None:
    unit = g.unit(number)
    for element, count in part.items():
        unit.elements[element] = unit.elements.get(element, 0) + count
        unit.attached[element] = unit.attached.get(element, 0) + count
    renew(g, number)


def raise_fraction(g: Fyow, hq: int, part: dict[str, int], target: int) -> int:
    """6.4.2, 2.5.3: HQ elements travel as a Fraction, with orders to reach the Battlegroup that is to have them."""
    base: Unit = g.unit(hq)
    for element, count in part.items():
        base.elements[element] = base.elements.get(element, 0) + count
    new = split(g, hq, part, "fraction", Order("move", g.unit(target).board))
    g.unit(new).parent = target
    g.unit(new).attached = dict(part)
    if in_force("fyow.6.4.2"):
        g.unit(new).name = f"Reserve {g.unit(new).id.split('.')[-1]} for {g.unit(target).name}"
    return new
