"""Chapter 4, HQ actions at the beginning of a round (4.action.*), and the free moves of observers.

What can be done is in hq_orders.py: no kind twice in a round (4.action.same), and an HQ that moves uses no other action in that
round (4.action.move-hq).
"""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from . import air, arrivals, barrage, card_moments, cards, engineers, transport
from .comms import by_wire, check
from .context import Napalini
from .hq_orders import ASHORE, DONE, RULES, action_candidates, offers, piece, place, why_no_action, words
from .movement import enter, face_after_move
from .paths import enemy_view, transit_reach


def pay(g: Napalini, payer: int, kind: str) -> None:
    g.army(payer).actions -= 1
    g.army(payer).used_action = True
    chosen(g, kind)


def chosen(g: Napalini, kind: str) -> None:
    if kind not in g.round.kinds:
        g.round.kinds.append(kind)


def hq_actions(g: Napalini) -> Procedure:
    """4.action.timing: after the AoO was named and before the throw."""
    r = g.round
    while True:
        g.checkpoint()
        values = [*offers(g), *card_moments.round_start_offers(g), *air.observer_moves(g)]
        if (not values and not cards.might_play(g, r.side)) or not in_force("napalini.4.action.timing"):
            return
        value = yield Listed(
            r.side,
            "HQ actions before the activation throw?",
            [*values, DONE],
            "napalini.4.action.timing",
            judge=lambda v: why_no_action(g, v),
            candidates=lambda: action_candidates(g),
            label=lambda v: words(g, v),
            on=lambda v: (piece(g, v), place(g, v)),
        )
        if value == DONE:
            return
        if value[0] == "card":
            yield from card_moments.play_at_round_start(g, value[1])
        elif value[0] == "observer":
            yield from air.move_observer(g, value[1], value[2])
        else:
            yield from execute(g, *value)


def execute(g: Napalini, kind: str, payer: int, what: Any) -> Procedure:
    """One HQ action; those that need a comms check are spent only if it passes (4.comms.fail-action)."""
    r, side = g.round, g.round.side
    name = g.static.formations[payer].name
    g.tell("{formation} uses an HQ action: {action}.", rule=RULES[kind], formation=name, action=kind.replace("-", " "))
    if kind == "prompt":
        pay(g, payer, kind)
        r.prompted = True
    elif kind == "move-hq":
        pay(g, payer, kind)
        yield from move_hq(g, *what)
    elif kind == "bonus-op":
        pay(g, payer, kind)
        g.stockpile(side, -in_force("napalini.9.bonus-op"))
        g.army(what).bonus += in_force("napalini.4.action.bonus-op")
        if what == r.formation:
            now = yield g.ask(
                side, "Use the bonus Op now, in place of the Op?", ["now", "later"], rule="napalini.4.action.bonus-op"
            )
            r.bonus = now == "now"
    elif kind == "independent-square":
        formation, square = what
        if order_passes(g, payer, formation, square):
            pay(g, payer, kind)
            if in_force("napalini.4.action.independent"):
                r.ordered.append(square)
            r.kinds.append(f"order/{formation}")
    elif kind == "seek":
        pay(g, payer, kind)
        yield from arrivals.seek(g, what)
    elif kind == "restore-wire":
        pay(g, payer, kind)
        for unit in g.state.units:
            if unit.side == side and unit.formation == what and in_force("napalini.4.action.wire"):
                unit.off_wire = False
    elif kind == "map-fire":
        pay(g, payer, kind)
        if in_force("napalini.4.action.map-fire") and in_force("napalini.3.speculative.designate"):
            g.camp(side).designated.append(what)
    elif kind == "engineering":
        pay(g, payer, kind)
        if in_force("napalini.4.action.engineers"):
            yield from engineers.allocate(g, what)
    elif kind == "demolition":
        yield from engineers.order_demolition(g, payer, what)
    elif kind == "barrage":
        pay(g, payer, kind)
        if in_force("napalini.4.action.barrage"):
            yield from barrage.normal_barrage(g, what)


def order_passes(g: Napalini, payer: int, formation: int, square: int) -> bool:
    """The comms check with the ordered square; on failure the action is kept but barred this round."""
    side, hq = g.round.side, g.hq(payer)
    at = g.place(hq)
    units = [n for n in g.units_at(square, side) if g.unit(n).formation == formation]
    near = at == square if not g.fixed(hq) else g.distance(at, square) <= 2
    if check(g, side, by_wire(g, hq, *units), g.distance(at, square), f"to {g.label(square)}", near):
        return True
    failed(g, payer, "independent-square")
    return False


def failed(g: Napalini, payer: int, kind: str) -> None:
    """4.comms.fail-action; R63 has the switch that spends it."""
    if in_force("napalini.4.comms.fail-action"):
        chosen(g, kind)
    if g.option("failed_comms_loses_action"):
        g.army(payer).actions -= 1
    g.army(payer).used_action = True
    g.tell("The order is not heard; the HQ action is kept.", rule="napalini.4.comms.fail-action")


def move_hq(g: Napalini, formation: int, to: int) -> Procedure:
    """4.action.move-hq: a transit move, aboard a transport or off it; the HQ uses no other action this round."""
    hq, side = g.hq(formation), g.round.side
    if to == ASHORE:
        g.army(formation).moved_hq = True  # transport.unload lands it when the transport acts
        return
    if to < 0:
        g.army(formation).moved_hq = True
        transport.load(g, hq, -1 - to)
        return
    path = transit_reach(g, hq, enemy_view(g, side))[to]
    g.army(formation).moved_hq = True
    for a, b in itertools.pairwise(path):
        enter(g, hq, a, b)
    g.unit(hq).column = True
    g.tell(
        "A marker of {side} moves from {place2} to {place}.",
        rule="napalini.4.action.move-hq",
        side=side,
        place=to,
        place2=path[0],
    )
    yield from face_after_move(g, side, to, [hq])
