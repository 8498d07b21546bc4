"""Chapter 4, HQ actions at the beginning of a round (4.action.*), and the free moves of observers.

No kind twice in a round (4.action.same). An HQ that moves uses no other action in that round (4.action.move-hq).
"""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure

from . import air, arrivals, barrage, card_moments, cards, engineers, transport
from .comms import by_wire, check
from .context import Napalini
from .guns import features
from .movement import enter, face_after_move
from .paths import enemy_view, fits, transit_reach
from .state import NOWHERE

DONE = "done"
ASHORE = -1000  # an HQ aboard is to go ashore
RULES = {
    "move-hq": "napalini.4.action.move-hq",
    "prompt": "napalini.4.action.prompt",
    "bonus-op": "napalini.4.action.bonus-op",
    "independent-square": "napalini.4.action.independent",
    "seek": "napalini.4.action.seek",
    "restore-wire": "napalini.4.action.wire",
    "barrage": "napalini.4.action.barrage",
    "map-fire": "napalini.4.action.map-fire",
    "engineering": "napalini.4.action.engineers",
    "demolition": "napalini.4.action.demolition",
    "air-strike": "napalini.4.action.air-strike",
}


def payers(g: Napalini, side: str, formation: int) -> list[int]:
    """4.hq.reach: HQs that can pay for an action that serves this formation."""
    main = g.camp(side).main
    found = []
    for f in g.formations(side):
        army = g.army(f)
        if army.actions <= 0 or g.hq(f) < 0:
            continue
        if f != formation and f != main and in_force("napalini.4.hq.reach"):
            continue
        if army.moved_hq and in_force("napalini.4.action.move-hq"):
            continue
        found.append(f)
    return found


def pay(g: Napalini, payer: int, kind: str) -> None:
    g.army(payer).actions -= 1
    g.army(payer).used_action = True
    chosen(g, kind)


def chosen(g: Napalini, kind: str) -> None:
    if kind not in g.round.kinds:
        g.round.kinds.append(kind)


def may_act(g: Napalini, kind: str) -> Refusal | None:
    """4.action.same: not the same kind twice in a round by the same side."""
    if kind in g.round.kinds:
        return Refusal("napalini.4.action.same", f"The action {kind} was chosen already this round.")
    if kind == "prompt" and g.round.step not in ("name", "actions"):
        return Refusal("napalini.4.activate.no-hindsight", "An Op is prompted before its throw.")
    return None


def offers(g: Napalini) -> list[Any]:
    """Every action that can be executed now: (kind, paying formation, what)."""
    r, s = g.round, g.state
    side, found = r.side, list[Any]()
    mine = payers(g, side, r.formation)
    own = list(g.formations(side))
    if not r.prompted:
        found += [("prompt", f, NOWHERE) for f in mine]
    for f in own:
        hq = g.hq(f)
        paid = [p for p in payers(g, side, f) if p == f or not g.army(f).used_action]
        if hq >= 0 and not g.fixed(hq) and not g.army(f).used_action and g.unit(hq).where == "table":
            reach = transit_reach(g, hq, enemy_view(g, side))
            found += [("move-hq", p, (f, to)) for p in paid[:1] if p == f for to in sorted(reach) if fits(g, [hq], to) is None]
            found += [("move-hq", p, (f, -1 - ship)) for p in paid[:1] if p == f for ship in ships_for(g, hq)]
        if hq >= 0 and g.unit(hq).where == "aboard" and not g.army(f).used_action and lands(g, hq):
            found += [("move-hq", p, (f, ASHORE)) for p in paid[:1] if p == f]
        if g.can_spend(side):
            found += [("bonus-op", p, f) for p in payers(g, side, f)[:1]]
    for f in own:
        found += [("independent-square", p, (f, sq)) for p in orderers(g, side, f) for sq in orderable(g, side, f)]
        if any(u.formation == f and u.side == side and u.off_wire for u in s.units):
            found += [("restore-wire", p, f) for p in payers(g, side, f)[:1]]
        if g.module("engineering"):
            found += [("engineering", p, f) for p in payers(g, side, f)[:1] if engineers.has_orders(g, f)]
        if barrage.may_barrage(g, side, f) is None:
            found += [("barrage", p, f) for p in payers(g, side, f)[:1]]
    any_payer = [p for f in own for p in payers(g, side, f) if p == f][:1]
    missing = [(k, hook.units) for k, hook in enumerate(s.hooks) if hook.side == side and hook.missing and not hook.arrived]
    missing += [(100 + k, gr.units) for k, gr in enumerate(s.reinforcements) if gr.side == side and gr.missing and not gr.done]
    for k, units in missing:
        served = {g.unit(n).formation for n in units}
        found += [("seek", p, k) for p in own if any(p in payers(g, side, f) for f in served)][:1]
    targets = [sq for sq in sorted(features(g)) if sq not in g.camp(side).designated]
    found += [("map-fire", p, sq) for p in any_payer for sq in targets]
    if g.module("engineering"):
        found += [("demolition", p, k) for k, p in engineers.demolitions(g, side)]
    return [value for value in found if may_act(g, value[0]) is None]


def orderers(g: Napalini, side: str, formation: int) -> list[int]:
    """4.action.independent: an HQ orders its own formation, the main HQ one formation."""
    return payers(g, side, formation)


def orderable(g: Napalini, side: str, formation: int) -> list[int]:
    block = g.grid.block(g.round.aoo)
    squares = {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == formation and g.unit(n).type != "hq"}
    return sorted(sq for sq in squares if sq not in block or formation != g.round.formation)


def hq_actions(g: Napalini) -> Procedure:
    """4.action.timing: after the AoO was named and before the throw."""
    r = g.round
    while True:
        g.checkpoint()
        values = [*offers(g), *card_moments.round_start_offers(g), *air.observer_moves(g)]
        if (not values and not cards.might_play(g, r.side)) or not in_force("napalini.4.action.timing"):
            return
        value = yield g.ask(
            r.side,
            "HQ actions before the activation throw?",
            values,
            also=[DONE],
            rule="napalini.4.action.timing",
            label=lambda v: words(g, v),
            on=lambda v: ("", place(g, v)),
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


def ships_for(g: Napalini, hq: int) -> list[int]:
    """2.transport.load: the HQ action takes the place of being activated; the transport must be in the Op's area."""
    r, unit = g.round, g.unit(hq)
    if g.enemies_in(unit.at, unit.side) or unit.at not in g.grid.block(r.aoo):
        return []
    return [
        n
        for n in g.units_at(unit.at, unit.side)
        if g.unit(n).formation == r.formation
        and transport.capacity(g, n) > len(g.passengers(n))
        and transport.may_carry(g, n, hq) is None
    ]


def lands(g: Napalini, hq: int) -> bool:
    """2.transport.load: an HQ aboard may be ordered ashore if its transport can act in this Op."""
    ship = g.unit(g.unit(hq).carrier)
    return ship.formation == g.round.formation and ship.at in g.grid.block(g.round.aoo)


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


def words(g: Napalini, value: Any) -> str:
    if value == DONE:
        return "no more actions"
    if value[0] == "card":
        return f"play {value[1]}"
    if value[0] == "observer":
        return air.observer_words(g, value)
    kind, payer, what = value
    head = f"{kind.replace('-', ' ')} ({g.static.formations[payer].name})"
    if kind in ("move-hq", "independent-square"):
        where = g.label(what[1]) if what[1] >= 0 else "ashore" if what[1] == ASHORE else f"aboard {g.name(-1 - what[1])}"
        return f"{head}: {g.static.formations[what[0]].name} {where}"
    if kind == "map-fire":
        return f"{head}: {g.label(what)}"
    if kind == "demolition":
        return f"{head}: {g.state.bridges[what].name}"
    if kind in ("bonus-op", "restore-wire", "engineering", "barrage"):
        return f"{head}: {g.static.formations[what].name}"
    return head


def place(g: Napalini, value: Any) -> str:
    if value == DONE or value[0] in ("card",):
        return ""
    if value[0] == "observer":
        return g.label(value[2])
    kind, _, what = value
    if kind in ("move-hq", "independent-square"):
        return g.label(what[1]) if what[1] >= 0 else ""
    return g.label(what) if kind == "map-fire" else ""
