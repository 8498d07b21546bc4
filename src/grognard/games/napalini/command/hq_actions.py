"""Chapter 4, HQ actions at the beginning of a round (4.action.*), and the free moves of observers.

What can be done is in hq_orders.py: no kind twice in a round (4.action.same), and an HQ that moves uses no other action in that
round (4.action.move-hq).
"""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel import DONE, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView

from ..air import observation
from ..air.choices import NewStation
from ..asks import Ask
from ..card_effects import moments
from ..cards import hand
from ..cards.choices import RoundCard
from ..combat import barrage
from ..context import Napalini
from ..deployment import envelopment
from ..engineers import tasks
from ..hq.choices import Act, Group, Hook, HqAction, Journey, Outpost
from ..hq.spending import RULES, failed, pay
from ..hq.wire_and_radio import by_wire, chance, check
from ..movement import transport
from ..movement.moves import enter, face_after_move, who_faces_there
from ..movement.paths import enemy_view, transit_reach
from ..night.nights import seek_reinforcement
from ..table.prospects import passing
from .activation import chance as activation_chance
from .activation import no_throw
from .hq_orders import action_candidates, offers, piece, place, why_no_action, words


def hq_actions(g: Napalini) -> Procedure:
    """4.action.timing: after the AoO was named and before the throw."""
    r = g.round
    while True:
        g.checkpoint()
        values = [*offers(g), *moments.round_start_offers(g), *observation.observer_moves(g)]
        if not values and not hand.might_play(g, r.side):
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
            show=lambda v: action_view(g, v),
            name=Ask.HQ_ACTION,
            final=lambda v: v != DONE and (throws(g, v) or (throw_follows(g, 1, on_the_move(v)) and not asks_more(g, v))),
            kind="order",
        )
        if value == DONE:
            return
        if isinstance(value, RoundCard):
            yield from moments.play_at_round_start(g, value.card)
        elif isinstance(value, NewStation):
            yield from observation.move_observer(g, value.plane, value.square)
        else:
            yield from execute(g, value)


def throws(g: Napalini, value: Any) -> bool:
    """Whether dice fall at once: a message, a search, charges, guns at an observer."""
    if isinstance(value, HqAction):
        return value.kind in (Act.SEEK, Act.DEMOLITION) or (value.kind is Act.ORDER and g.module("comms"))
    return isinstance(value, NewStation)


def asks_more(g: Napalini, value: Any) -> bool:
    """Whether something is asked for first: a target, a task, a bonus Op, the facing of an HQ that has moved."""
    if not isinstance(value, HqAction):
        return False
    if isinstance(value.what, Journey):
        to, ship = value.what.to, value.what.ship
        return to is not None and ship is None and not who_faces_there(g, g.round.side, to)
    if value.kind is Act.BONUS_OP:
        return value.what == g.round.formation and not g.round.bonus
    return value.kind in (Act.ENGINEERS, Act.BARRAGE)


def on_the_move(value: Any) -> int | None:
    """The formation whose HQ this action moves: it uses no other in this round."""
    return value.what.formation if isinstance(value, HqAction) and isinstance(value.what, Journey) else None


def throw_follows(g: Napalini, spent: int = 0, moving: int | None = None) -> bool:
    """Whether the activation throw comes without a further question, when so many HQ actions more are spent."""
    side = g.round.side
    left = sum(g.army(f).actions for f in g.formations(side) if not g.army(f).moved_hq and f != moving)
    left -= spent if moving is None else 0
    return left <= 0 and not hand.might_play(g, side) and not observation.observer_moves(g)


def execute(g: Napalini, action: HqAction) -> Procedure:
    """One HQ action; those that need a comms check are spent only if it passes (4.comms.fail-action)."""
    kind, payer, what = action.kind, action.payer, action.what
    name = g.static.formations[payer].name
    g.tell("{formation} uses an HQ action: {action}.", rule=RULES[kind], formation=name, action=kind.replace("-", " "))
    if isinstance(what, Outpost):
        order_outpost(g, payer, what)
    elif kind is Act.DEMOLITION:
        assert isinstance(what, int)
        yield from tasks.order_demolition(g, payer, what)
    else:
        pay(g, payer, kind)
        yield from carry_out(g, action)


def carry_out(g: Napalini, action: HqAction) -> Procedure:
    """What a paid action does."""
    kind, what = action.kind, action.what
    if kind is Act.PROMPT:
        g.round.prompted = True
    elif isinstance(what, Journey):
        yield from move_hq(g, what)
    elif isinstance(what, Hook):
        yield from envelopment.seek(g, what.number)
    elif isinstance(what, Group):
        yield from seek_reinforcement(g, what.number)
    else:
        assert isinstance(what, int)
        yield from serve(g, kind, what)


def serve(g: Napalini, kind: Act, what: int) -> Procedure:
    """An action for a formation, or for a square on the map."""
    side = g.round.side
    if kind is Act.BONUS_OP:
        yield from bonus_op(g, side, what)
    elif kind is Act.WIRE:
        for unit in g.state.units:
            if unit.side == side and unit.formation == what:
                unit.off_wire = False
    elif kind is Act.MAP_FIRE:
        designate(g, side, what)
    elif kind is Act.ENGINEERS:
        yield from tasks.allocate(g, what)
    elif kind is Act.BARRAGE:
        yield from barrage.normal_barrage(g, what)


def bonus_op(g: Napalini, side: str, formation: int) -> Procedure:
    """4.action.bonus-op: for the formation of this round it may be used at once."""
    buy_bonus_op(g, side, formation)
    if formation != g.round.formation or g.round.bonus:
        return
    now = yield g.ask(
        side,
        "Use the bonus Op now, in place of the Op?",
        ["now", "later"],
        rule="napalini.4.action.bonus-op",
        name=Ask.BONUS_OP,
        final=lambda v: v == "later" and throw_follows(g),
    )
    g.round.bonus = now == "now"


def order_outpost(g: Napalini, payer: int, outpost: Outpost) -> None:
    """4.action.independent: the units of the square act in this round if the message gets through."""
    if order_passes(g, payer, outpost):
        pay(g, payer, Act.ORDER)
        g.round.ordered.append(outpost.square)
        g.round.kinds.append(f"order/{outpost.formation}")


@cites("napalini.9.bonus-op")
def buy_bonus_op(g: Napalini, side: str, formation: int) -> None:
    """A stockpile for one more Op in this period."""
    g.stockpile(side, -1)
    g.army(formation).bonus += 1


@cites("napalini.3.speculative.designate")
def designate(g: Napalini, side: str, square: int) -> None:
    """The square may be fired at by the map for the rest of the battle."""
    g.camp(side).designated.append(square)


def order_link(g: Napalini, payer: int, outpost: Outpost) -> tuple[bool, int, bool]:
    """By wire or not, how far, and whether the HQ is near: what the comms check with an ordered square depends on."""
    side, hq, square = g.round.side, g.hq(payer), outpost.square
    at = g.place(hq)
    units = [n for n in g.units_at(square, side) if g.unit(n).formation == outpost.formation]
    near = at == square if not g.fixed(hq) else g.distance(at, square) <= 2
    return by_wire(g, hq, *units), g.distance(at, square), near


def action_view(g: Napalini, value: Any) -> OptionView:
    """An action as its player weighs it: an order with the chance of its message, a prompt with what it adds."""
    view = OptionView(value, words(g, value), piece(g, value), place(g, value))
    if not isinstance(value, HqAction):
        return view
    r = g.round
    if isinstance(value.what, Outpost) and g.module("comms"):
        p = chance(g, r.side, *order_link(g, value.payer, value.what))
        view.odds = [passing("Comms check", p, "napalini.4.comms.when", "the order is heard", "it is not heard")]
    elif value.kind is Act.PROMPT and not r.bonus and not no_throw(g, r.formation):
        was, now = (activation_chance(g, r.formation, r.aoo, prompted) for prompted in (False, True))
        said = f"Without it {was:.0%}."
        view.odds = [passing("Activation", now, "napalini.4.activate", "the Op succeeds", "it fails", said)]
    return view


def order_passes(g: Napalini, payer: int, outpost: Outpost) -> bool:
    """The comms check with the ordered square; on failure the action is kept but barred this round."""
    side, square = g.round.side, outpost.square
    wire, apart, near = order_link(g, payer, outpost)
    if check(g, side, wire, apart, f"to {g.label(square)}", near):
        return True
    failed(g, payer, Act.ORDER)
    return False


def move_hq(g: Napalini, journey: Journey) -> Procedure:
    """4.action.move-hq: a transit move, aboard a transport or off it; the HQ uses no other action this round."""
    hq, side, to = g.hq(journey.formation), g.round.side, journey.to
    g.army(journey.formation).moved_hq = True
    if journey.ship is not None:
        transport.load(g, hq, journey.ship)
    if to is None:
        return  # ashore: transport.unload lands it when the transport acts
    path = transit_reach(g, hq, enemy_view(g, side))[to]
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
