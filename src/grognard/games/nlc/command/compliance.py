"""Chapter 20.7 and 23.0.4: orders are received and complied with, at once, later, or never. Results are secret (R139)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Tally, cites

from ..context import AT_WILL, Nlc
from ..hidden.marches import supersede
from ..leaders.night import held_back
from ..orders.holders import division_units, rating_of, words
from ..orders.orders import begin, forget_own_order
from ..orders.ratings import rating
from ..state import Dispatch, Order, Pending
from ..tables import COLUMN_7, COMPLIANCE, DEMORALIZED_READS, SHIFTS, TABLES, chances_of_2d6
from .confusion import lose_grip
from .issue import type_group


def compliance_tally(g: Nlc, dispatch: Dispatch) -> Tally:
    """20.7.1: ratings of sender and recipient, and the shifts."""
    holder = g.static.holders[dispatch.to]
    total = Tally("compliance column")
    total.add(rating(g, dispatch.sender), f"sender {g.leader(dispatch.sender).name}", "nlc.20.7.1")
    total.add(rating_of(g, dispatch.to), "recipient", "nlc.20.7.1")
    order = dispatch.orders[0]
    if present_order(g, dispatch.to).kind == "reserve":
        _shift(total, "reserve")
    if order.kind in AT_WILL:
        _shift(total, "attack_or_probe")
    if dispatch.face:
        _shift(total, "face_to_face")
    kind = g.static.formations[holder.formation].kind if holder.formation >= 0 else ""
    if holder.kind == "division" or kind in ("division", "detachment", "cavalry-corps"):
        _shift(total, "division_or_cavalry_corps")
    if order.kind == "general_retreat":
        _shift(total, "general_retreat")
    leader = g.leader_of(holder.formation) if holder.kind == "formation" else holder.leader
    if leader >= 0 and g.state.huffs[leader]:
        total.add(SHIFTS["huff"]["shift"] * g.state.huffs[leader], "in a huff", "nlc.25.8.2")
    if dispatch.force:
        total.add(dispatch.force, "force of the order", "nlc.25.8.1")
    return total.at_least(-1, "nlc.20.7.1").at_most(10, "nlc.20.7.1")


def present_order(g: Nlc, holder: int) -> Order:
    """20.2.1: what the recipient is under now: a division is under the order of its corps until it has one of its own."""
    if g.static.holders[holder].kind == "division" and (units := division_units(g, holder)):
        return g.order(units[0])
    return g.state.orders[holder]


def _shift(total: Tally, key: str) -> None:
    entry = SHIFTS[key]
    total.add(entry["shift"], entry["situation"], entry["rule"])


def result_of(g: Nlc, column: int, roll: int) -> str:
    """20.7.2, R97, R98."""
    if column == 7 and g.on("compliance_column_7_literal"):
        return str(COLUMN_7[7, roll])
    return str(COMPLIANCE[column, roll])


def compliance_chances(g: Nlc, dispatch: Dispatch) -> dict[str, Fraction]:
    """20.7.2, 22.0.4: how likely each result would be if the order were received as things stand."""
    column = int(compliance_tally(g, dispatch))
    formation = g.static.holders[dispatch.to].formation
    shaken = formation >= 0 and g.demoralized(formation)

    def result(roll: int) -> str:
        read = result_of(g, column, roll)
        return str(DEMORALIZED_READS[read]) if shaken else read

    return chances_of_2d6(result)


def comply_all(g: Nlc) -> None:
    """20.3.1 step 4: what is pending, then what waited for the morning, then what is received now."""
    for side in (0, 1):
        for holder in g.static.holders:
            if holder.side == side:
                _pending(g, holder.number)
                _morning(g, holder.number)
        for dispatch in [d for d in g.state.dispatches if g.static.holders[d.to].side == side and d.arrives <= g.state.turn]:
            if can_receive(g, dispatch):
                g.state.dispatches.remove(dispatch)
                receive(g, dispatch)


def can_receive(g: Nlc, dispatch: Dispatch) -> bool:
    """R109, R114: orders wait for a leader who is lost or busy."""
    holder = g.static.holders[dispatch.to]
    if holder.kind == "formation":
        own = g.static.formations[holder.formation].leader
        return own < 0 or g.leader_of(holder.formation) >= 0
    if holder.kind == "division":
        return bool(division_units(g, dispatch.to))
    if holder.kind == "commander":
        return g.present(holder.leader)
    return g.state.hq_at[holder.army] >= 0


def _pending(g: Nlc, holder: int) -> None:
    """20.7.5, 20.7.6, 22.0.4: 1T complies now; R4 and R5 roll one die."""
    waits = g.state.pending[holder]
    if waits is None or waits.since >= g.state.turn:
        return
    seat = g.seat(g.static.holders[holder].side)
    if waits.result != "1T":
        roll = g.roll("d6", "Does {holder} comply now?", rule="nlc.20.7.6", by=seat, to=[seat], holder=holder)[0]
        if roll not in TABLES["compliance"]["pending"][waits.result]:
            return
    if g.turn.night:
        g.tell("Orders of the day run on at night.", rule="nlc.23.0.8", to=seat)
    g.state.pending[holder] = None
    obey(g, holder, waits, rule="nlc.20.7.5" if waits.result == "1T" else "nlc.20.7.6")


def _morning(g: Nlc, holder: int) -> None:
    """23.0.4, 23.0.5: orders of the night are complied with in the first daylight Command Phase, without a roll."""
    waits = g.state.waiting[holder]
    if waits is None or g.turn.night:
        return
    if held_back(g, g.static.holders[holder]):
        return
    g.state.waiting[holder] = None
    g.state.pending[holder] = None
    obey(g, holder, waits, rule="nlc.23.0.4")


def obey(g: Nlc, holder: int, waits: Pending, *, rule: str) -> None:
    """The formation is under the new order; a division is detached, attached, or called back."""
    data = g.static.holders[holder]
    if data.kind == "division":
        units = division_units(g, holder)
        to = waits.join if waits.join >= 0 else holder
        for unit in units:
            g.state.holder[unit] = to
        g.state.lead[holder] = waits.unit if waits.unit in units else (units[0] if units else -1)
        g.memo = {}
        if waits.join >= 0:
            forget_own_order(g, holder)
            seat = g.seat(data.side)
            g.tell("{holder} is attached to {formation}.", rule="nlc.20.13.5", to=seat, holder=holder, formation=waits.join)
            g.tell("Its losses still count for its own corps.", rule="nlc.20.13.7", to=seat)
            return
    begin(g, holder, waits.orders, rule=rule)
    supersede(g, holder)


def receive(g: Nlc, dispatch: Dispatch) -> None:
    """20.7: the order arrives."""
    holder = g.static.holders[dispatch.to]
    seat = g.seat(holder.side)
    order = dispatch.orders[0]
    g.state.last_type[str(dispatch.to)] = str(_group(order.kind))
    waits = Pending(dispatch.orders, "C", g.state.turn, dispatch.sender, dispatch.unit, dispatch.join)
    g.tell("{holder} receives an order: {order}.", rule="nlc.20.6.1", to=seat, holder=dispatch.to, order=words(order))
    if holder.kind == "hq":
        obey(g, dispatch.to, waits, rule="nlc.19.5.2")
        return
    lose_grip(g, dispatch)
    _huff(g, dispatch)
    if g.turn.night and order.kind != "general_retreat":
        waits.result = "night"
        g.state.waiting[dispatch.to] = waits
        g.tell("It waits for the morning.", rule="nlc.23.0.4", to=seat)
        return
    column = compliance_tally(g, dispatch)
    roll = g.roll("2d6", "Does {holder} comply?", rule="nlc.20.7.2", by=seat, to=[seat], holder=dispatch.to, tallies=[column])
    result = result_of(g, int(column), roll.total)
    if holder.formation >= 0 and g.demoralized(holder.formation):
        result = str(DEMORALIZED_READS[result])
    if result == "C" and order.kind == "attack" and _sodden(g, holder.army):
        result = "1T"
    settle(g, dispatch.to, waits, result)


def _group(kind: str) -> str:
    return type_group(kind)


def _sodden(g: Nlc, army: int) -> bool:
    """Special of La Belle Alliance: in turns 1 and 2 no French Attack order is complied with before the next turn."""
    return g.special("sodden-ground") and g.state.turn <= 2 and g.static.armies[army].side == 0


def settle(g: Nlc, holder: int, waits: Pending, result: str) -> None:
    """20.7.3 to 20.7.6, R101: I leaves a pending order as it is; anything else replaces it."""
    seat = g.seat(g.static.holders[holder].side)
    words_of = {
        "I": "ignores the order",
        "C": "complies with the order",
        "1T": "will comply with the order next turn",
        "R4": "puts the order off until a 4 or more",
        "R5": "puts the order off until a 5 or more",
    }
    rule = {"I": "nlc.20.7.3", "C": "nlc.20.7.4", "1T": "nlc.20.7.5", "R4": "nlc.20.7.6", "R5": "nlc.22.0.4"}[result]
    g.tell("{holder} {result}.", rule=rule, to=seat, holder=holder, result=words_of[result])
    if result == "I":
        return
    g.state.pending[holder] = None
    if result == "C":
        obey(g, holder, waits, rule="nlc.20.7.4")
        return
    put_off(g, holder, waits, result)


@cites("nlc.20.6.4")
def put_off(g: Nlc, holder: int, waits: Pending, result: str) -> None:
    """20.6.4: until it is complied with, the order waits and the old one holds."""
    waits.result = result
    g.state.pending[holder] = waits


def _huff(g: Nlc, dispatch: Dispatch) -> None:
    """25.8.2, R128: a roll not above the sum of all forces sent to him, this one included."""
    if not dispatch.force:
        return
    holder = g.static.holders[dispatch.to]
    leader = g.leader_of(holder.formation) if holder.kind == "formation" else holder.leader
    if leader < 0:
        return
    g.state.forces[leader] += dispatch.force
    seat = g.seat(holder.side)
    roll = g.roll("d6", "Does {leader} take it ill?", rule="nlc.25.8.2", by=seat, to=[seat], leader=leader)[0]
    if roll <= g.state.forces[leader]:
        g.state.huffs[leader] += 1
        g.tell("{leader} is in a huff.", rule="nlc.25.8.2", to=seat, leader=leader)
