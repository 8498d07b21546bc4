"""Sections 2.5 to 2.7: the reserve pool, transfers on one board, and the merging of Battlegroups by a Senior Command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from grognard.kernel import Procedure, Refusal, cites

from ..asks import Ask
from ..command.questions import manages, may_put
from ..condition.condition import highest
from ..context import Fyow
from ..orders.orders import proposals
from ..planning.duties import name_of
from ..records.staff import Transfer
from ..state import DESTROYED, Order, Unit
from ..tables import ELEMENTS, is_special, number_of
from .fractions import absorb, elements_words, renew, split

# ------------------------------------------------------------------ 2.7: merging


def has_figures(elements: Mapping[str, int]) -> bool:
    return any(ELEMENTS[e].get("figure") for e in elements if e in ELEMENTS)


@cites("fyow.2.4.1")
def special_troops(elements: Mapping[str, int]) -> bool:
    """2.4: Special Forces, airborne and marines: those whose men are Elite and Enhanced, or special characters."""
    return any(is_special(e) for e in elements)


def may_merge(g: Fyow, brigade: int, one: int, other: int) -> Refusal | None:
    """2.7.1 to 2.7.3, 15.9.2, ruling R154: on one board, of his own Brigade or by the commander over both, within the cap."""
    a, b, leader = g.unit(one), g.unit(other), g.state.brigades[brigade]
    if {a.kind, b.kind} != {"battlegroup"} or DESTROYED in (a.condition, b.condition) or one == other or a.waits or b.waits:
        return Refusal("fyow.2.7.1", "Two Battlegroups are merged.")
    if a.board != b.board or a.box >= 0 or b.box >= 0 or g.apart(one, other):
        return Refusal("fyow.2.7.1", f"{a.name} and {b.name} do not stand on one board.")
    own = [n for n in (one, other) if g.unit(n).brigade == brigade]
    if len(own) < 2 and highest(g, leader.side) != brigade:
        return Refusal("fyow.2.7.2", f"{leader.commander} does not command both; only the commander over both merges them.")
    if special_troops(a.elements) != special_troops(b.elements):
        return Refusal("fyow.2.4.1", "Special troops form a Battlegroup of their own.")
    if g.battle_of(one) or g.battle_of(other):
        return Refusal("fyow.2.7.1", "One of them is in a battle.")
    if refusal := g.scattered(one) or g.scattered(other):
        return refusal
    if g.half_value(one) + g.half_value(other) > 2 * g.static.cap:
        worth = (g.half_value(one) + g.half_value(other)) // 2
        words = f"Together they are worth {worth} points; {g.static.cap} is the most."
        return Refusal("fyow.2.7.3", words, limit=g.static.cap, measured=worth)
    return may_put(g, leader.commander, f"merge {min(one, other)} {max(one, other)}")


@cites("fyow.2.7.5")
def merged_stockpile(senior: Unit, other: Unit) -> int:
    """2.7.5: the average of the two, rounded up."""
    return -(-(senior.stockpile + other.stockpile) // 2)


@cites("fyow.2.7.8", "fyow.2.7.9")
def state_of_merged(senior: Unit) -> tuple[int, str]:
    """2.7.8, 2.7.9: Rest, rationing or Disarray of the senior one stays; that of the one it absorbs ends."""
    return senior.disarray, senior.mode


@cites("fyow.15.9.2")
def decides_to_merge(g: Fyow, brigade: int, one: int, other: int) -> bool:
    """15.9.2: the Army or Senior Commander merges them after a Command Decision."""
    words = f"does he merge {g.unit(one).name} and {g.unit(other).name}?"
    return manages(g, g.state.brigades[brigade], words, f"merge {min(one, other)} {max(one, other)}")


def merge(g: Fyow, brigade: int, one: int, other: int) -> Procedure:
    """2.7.4 to 2.7.9: the first is the senior one, whose BC leads; the other's state ends."""
    leader, a, b = g.state.brigades[brigade], g.unit(one), g.unit(other)
    if not decides_to_merge(g, brigade, one, other):
        return
    orders = {a.id: a.order, b.id: b.order}
    orders |= {slot: new for slot, new in proposals(g, one).items() if new not in orders.values()}
    kept = a.id
    if len(set(orders.values())) > 1:
        words: dict[str, Any] = {"label": lambda name: f"{orders[name].kind}, {g.static.boards[orders[name].objective].name}"}
        words |= {"name": Ask.ORDERS_OF_MERGED, "kind": "order", "secret": True}
        kept = yield g.ask(leader.side, "Whose orders stand, or which new ones?", list(orders), rule="fyow.2.7.7", **words)
    then = {a.id: a.then, b.id: b.then}.get(kept, [])
    average = merged_stockpile(a, b)
    disarray, mode = state_of_merged(a)
    start = a.start + b.start
    ammunition = min(a.ammunition, b.ammunition)
    for hq in g.state.brigades:
        if hq.hq == other:
            hq.hq = one
    if b.attitude != a.attitude:
        a.attitude = "present"
    absorb(g, one, other, "fyow.2.7.4")
    a.stockpile, a.disarray, a.mode, a.order, a.ammunition = average, disarray, mode, structs.replace(orders[kept]), ammunition
    a.start, a.then, a.pending = start, list(then), None
    text = "{name} leads the merged {unit}; Stockpile {n}S."
    g.tell(text, rule="fyow.2.7.5", to=a.side, name=a.commander, unit=one, n=average)


# ------------------------------------------------------------------ 2.5, 2.6: reserves


class Release(Struct, frozen=True):
    """2.5.3, 2.5.4: what the pool gives, and to whom."""

    unit: str
    elements: dict[str, int]


def pool_of(g: Fyow, side: str) -> dict[str, int]:
    return g.state.staff.pools.get(side, {})


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
    own = {g.unit(n).id: n for n in g.in_the_field(side) if g.unit(n).kind == "battlegroup"}
    part = {e: n for e, n in named.elements.items() if n}
    if named.unit not in own:
        return [Refusal("fyow.2.5.3", "Reserves go to Battlegroups of your own.")]
    for element, count in part.items():
        if count < 0 or count > pool.get(element, 0):
            found.append(Refusal("fyow.2.5.4", f"The reserve has {number_of(pool.get(element, 0), element)}, not {count}."))
    if not part:
        found.append(Refusal("fyow.2.5.4", "Nothing is named."))
    if not has_figures(part) and uncrewed(g, side, part) and not beside_hq(g, brigade, own[named.unit]):
        name = g.unit(own[named.unit]).name
        words = f"Captured weapons have no crews: they go to {name} with men, or when it stands with the HQ."
        found.append(Refusal("fyow.2.2.1", words))
    if has_figures(part) and special_troops(part) != special_troops(g.unit(own[named.unit]).elements):
        found.append(Refusal("fyow.2.4.1", "Special troops form a Battlegroup of their own."))
    coming = [t.elements for t in g.state.staff.transfers if t.unit == own[named.unit]]
    worth = g.part_value({e: n for e, n in part.items() if n > 0}) + g.half_value(own[named.unit])
    worth += sum(g.part_value(elements) for elements in coming)
    if worth > 2 * g.static.cap:
        words = f"{g.unit(own[named.unit]).name} would be worth {worth // 2} points; {g.static.cap} is the most."
        found.append(Refusal("fyow.2.5.2", words, limit=g.static.cap, measured=worth // 2))
    return list(found)


def uncrewed(g: Fyow, side: str, part: dict[str, int]) -> bool:
    """Ruling R152: whether captured weapons are in this part of the pool; those with crews of their own go first."""
    crewed = own_weapons(g, side)
    return any(n > crewed.get(e, 0) for e, n in part.items())


def own_weapons(g: Fyow, side: str) -> dict[str, int]:
    """What of the pool has men of its own."""
    captured = g.state.staff.captured.get(side, {})
    return {e: left for e, n in pool_of(g, side).items() if (left := n - captured.get(e, 0)) > 0}


def beside_hq(g: Fyow, brigade: int, number: int) -> bool:
    return g.unit(g.state.brigades[brigade].hq).board == g.unit(number).board


def releases(g: Fyow, brigade: int) -> list[Release]:
    side = g.state.brigades[brigade].side
    pool = dict(pool_of(g, side))
    half = {e: n // 2 for e, n in pool.items() if n > 1}
    crewed = own_weapons(g, side) if g.state.staff.captured.get(side) else {}
    own = [n for n in g.in_the_field(side) if g.unit(n).kind == "battlegroup"]
    found = [Release(g.unit(n).id, part) for n in own for part in (pool, half, crewed) if part]
    return [named for named in found if not any(may_release(g, brigade, named))]


def release(g: Fyow, brigade: int) -> Procedure:
    """2.5.3: a Command Decision forms a Fraction and sends it; 2.6.1: on one board the elements change over at once."""
    leader = g.state.brigades[brigade]
    offered = releases(g, brigade)
    words: dict[str, Any] = {"label": lambda r: f"{elements_words(r.elements)} to {name_of(g, r.unit)}"}
    named: Release = yield g.ask_checked(
        leader.side, f"{leader.commander}: which reserves go to whom?", name=Ask.RESERVES, rule="fyow.2.5.4",
        shape=Release,
        check=lambda r: [x for x in may_release(g, brigade, r) if x], suggest=lambda: offered, secret=True, **words,
    )  # fmt: skip
    if not manages(g, leader, "does he release reserves?", "release"):
        return
    part = {e: n for e, n in named.elements.items() if n}
    target = next(n for n in g.alive(leader.side) if g.unit(n).id == named.unit)
    pool = g.state.staff.pools[leader.side]
    g.state.staff.pools[leader.side] = {e: n - part.get(e, 0) for e, n in pool.items() if n > part.get(e, 0)}
    if captured := g.state.staff.captured.get(leader.side):
        left = g.state.staff.pools[leader.side]
        g.state.staff.captured[leader.side] = {e: min(n, left[e]) for e, n in captured.items() if left.get(e)}
    unit, hq = g.unit(target), g.unit(leader.hq)
    if hq.board == unit.board:
        g.state.staff.transfers.append(Transfer(target, part))
        text = "From the reserve to {unit}, from the next session on: {what}."
        g.tell(text, rule="fyow.2.6.1", to=leader.side, what=elements_words(part), unit=target)
        return
    new = raise_fraction(g, leader.hq, part, target)
    g.tell("{unit} sets out from the reserve: {what}.", rule="fyow.2.5.3", to=leader.side, unit=new, what=elements_words(part))


def change_over(g: Fyow) -> None:
    """2.6.1: as a session begins reserves join their Battlegroup; if it is no more they go back to the pool."""
    for transfer in g.state.staff.transfers:
        unit = g.unit(transfer.unit)
        if unit.condition != DESTROYED:
            give(g, transfer.unit, transfer.elements)
            continue
        pool = g.state.staff.pools.setdefault(unit.side, {})
        for element, count in transfer.elements.items():
            pool[element] = pool.get(element, 0) + count
    g.state.staff.transfers = []


def give(g: Fyow, number: int, part: dict[str, int]) -> None:
    unit = g.unit(number)
    for element, count in part.items():
        unit.elements[element] = unit.elements.get(element, 0) + count
        unit.attached[element] = unit.attached.get(element, 0) + count
    renew(g, number)


@cites("fyow.6.4.2")
def raise_fraction(g: Fyow, hq: int, part: dict[str, int], target: int) -> int:
    """6.4.2, 2.5.3: HQ elements travel as a Fraction, with orders to reach the Battlegroup that is to have them."""
    base: Unit = g.unit(hq)
    for element, count in part.items():
        base.elements[element] = base.elements.get(element, 0) + count
    new = split(g, hq, part, "fraction", Order("move", g.unit(target).board))
    g.unit(new).parent, g.unit(new).stopped = target, False
    g.unit(new).attached = dict(part)
    g.unit(new).name = f"Reserve {g.unit(new).id.split('.')[-1]} for {g.unit(target).name}"
    return new
