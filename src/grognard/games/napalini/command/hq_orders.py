"""Chapter 4, which HQ actions can be executed now, who pays for them, and why not (4.hq.reach, 4.action.*).

The actions are listed on whole sets (`offers`); `why_no_action` says which rule is against anything else that a player wants.
Executing them is in hq_actions.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import DONE, Refusal

from ..air import observation
from ..air.choices import NewStation
from ..card_effects.moments import ROUND_START
from ..cards import hand
from ..cards.choices import RoundCard
from ..combat import barrage
from ..combat.artillery import features
from ..context import Napalini
from ..engineers import tasks
from ..hq.choices import Act, Group, Hook, HqAction, Journey, Missing, Outpost
from ..hq.spending import may_act, payers, why_no_payer
from ..movement import transport
from ..movement.orders import why_no_transit
from ..movement.paths import enemy_view, fits, transit_reach

OF_A_FORMATION = (Act.BONUS_OP, Act.WIRE, Act.ENGINEERS, Act.BARRAGE)


def offers(g: Napalini) -> list[HqAction]:
    """Every action that can be executed now."""
    r = g.round
    side, found = r.side, list[HqAction]()
    mine = payers(g, side, r.formation)
    own = list(g.formations(side))
    if not r.prompted:
        found += [HqAction(Act.PROMPT, f) for f in mine]
    for f in own:
        paying = payers(g, side, f)
        found += [HqAction(Act.MOVE_HQ, p, way) for p in hq_movers(g, side, f) for way in journeys(g, f)]
        if g.can_spend(side):
            found += [HqAction(Act.BONUS_OP, p, f) for p in paying]
    for f in own:
        paying = payers(g, side, f)
        found += [HqAction(Act.ORDER, p, Outpost(f, sq)) for p in paying for sq in orderable(g, side, f)]
        if off_wire(g, side, f):
            found += [HqAction(Act.WIRE, p, f) for p in paying]
        if g.module("engineering") and tasks.has_orders(g, f):
            found += [HqAction(Act.ENGINEERS, p, f) for p in paying]
        if paying and barrage.may_barrage(g, side, f) is None:
            found += [HqAction(Act.BARRAGE, p, f) for p in paying]
    for lost, served in missing(g, side).items():
        found += [HqAction(Act.SEEK, p, lost) for p in own if any(p in payers(g, side, f) for f in served)]
    targets = [sq for sq in sorted(features(g)) if sq not in g.camp(side).designated]
    found += [HqAction(Act.MAP_FIRE, p, sq) for p in own if p in payers(g, side, p) for sq in targets]
    if g.module("engineering"):
        found += [HqAction(Act.DEMOLITION, p, k) for k, p in tasks.demolitions(g, side)]
    return [value for value in found if may_act(g, value.kind) is None]


def orderable(g: Napalini, side: str, formation: int) -> list[int]:
    block = g.grid.block(g.round.aoo)
    squares = {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == formation and g.unit(n).type != "hq"}
    return sorted(sq for sq in squares if sq not in block)


def off_wire(g: Napalini, side: str, formation: int) -> bool:
    return any(u.formation == formation and u.side == side and u.off_wire for u in g.state.units)


def missing(g: Napalini, side: str) -> dict[Missing, set[int]]:
    """4.action.seek: hooks, flank armies and reinforcements that failed their throw -> formations of their units."""
    s = g.state
    found: dict[Missing, list[int]] = {
        Hook(k): hook.units for k, hook in enumerate(s.hooks) if hook.side == side and hook.missing and not hook.arrived
    }
    found |= {Group(k): gr.units for k, gr in enumerate(s.reinforcements) if gr.side == side and gr.missing and not gr.done}
    return {lost: {g.unit(n).formation for n in units} for lost, units in found.items()}


# ------------------------------------------------------------------ HQs on the move


def why_fast(g: Napalini, formation: int) -> Refusal | None:
    """4.action.move-hq: why the HQ of a formation does not move in this round, wherever to."""
    hq, name = g.hq(formation), g.static.formations[formation].name
    if hq < 0 or g.unit(hq).where not in ("table", "aboard"):
        return Refusal("napalini.4.hq.lost", f"There is no HQ of {name} on the table.")
    if g.fixed(hq):
        return Refusal("napalini.4.hq.fixed", f"The HQ of {name} is fixed and cannot move.")
    if g.army(formation).used_action:
        return Refusal("napalini.4.action.move-hq", f"The HQ of {name} has used another action in this round.")
    return None


def hq_movers(g: Napalini, side: str, formation: int) -> list[int]:
    """4.hq.reach: who pays for the move of an HQ: itself, or the main HQ."""
    hq = g.hq(formation)
    if hq < 0 or g.fixed(hq) or g.army(formation).used_action:
        return []
    return payers(g, side, formation)


def journeys(g: Napalini, formation: int) -> list[Journey]:
    """Where the HQ of a formation may be moved: to squares, aboard, or ashore."""
    hq = g.hq(formation)
    unit = g.unit(hq)
    if unit.where == "aboard":
        return [Journey(formation)] if lands(g, hq) else []
    if unit.where != "table":
        return []
    reach = transit_reach(g, hq, enemy_view(g, unit.side))
    squares = [Journey(formation, to) for to in sorted(reach) if fits(g, [hq], to) is None]
    return squares + [Journey(formation, ship=ship) for ship in ships_for(g, hq)]


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


def why_no_action(g: Napalini, value: Any) -> Refusal | None:
    """The first rule against an HQ action, a card or an observer's move at this moment; None if it can be executed."""
    side = g.round.side
    if value == DONE:
        return None
    if isinstance(value, RoundCard):
        return why_no_card(g, side, value.card)
    if isinstance(value, NewStation):
        return observation.why_no_observer_move(g, value.plane, value.square)
    kind, payer, what = value.kind, value.payer, value.what
    if kind is Act.STRIKE:
        return Refusal("napalini.11.strike.task", "An air strike is tasked after movement and spotting.")
    if (refusal := may_act(g, kind)) is not None:
        return refusal
    served = served_by(g, value)
    if not served:
        return Refusal("napalini.4.action.seek", "Nobody of these has failed an arrival throw.")
    paid = [why_no_payer(g, side, payer, f) for f in served]
    if all(paid):
        return paid[0]
    return JUDGES[kind](g, side, payer, what)


def served_by(g: Napalini, action: HqAction) -> list[int]:
    """The formations that an action serves."""
    what = action.what
    if action.kind is Act.PROMPT:
        return [g.round.formation]
    if action.kind in (Act.MAP_FIRE, Act.DEMOLITION):
        return [action.payer]
    if isinstance(what, Hook | Group):
        return sorted(missing(g, g.round.side).get(what, ()))
    if isinstance(what, Journey | Outpost):
        return [what.formation]
    assert what is not None
    return [what]


def _no_prompt(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    return Refusal("napalini.4.action.prompt", "This Op is prompted already.") if g.round.prompted else None


def _no_move(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    formation = what.formation
    if (refusal := why_fast(g, formation)) is not None:
        return refusal
    hq = g.hq(formation)
    if what in journeys(g, formation):
        return None
    if what.ship is not None:
        return Refusal("napalini.2.transport.load", "That transport cannot take the HQ aboard here and in this Op.")
    if what.to is None or g.unit(hq).where == "aboard":
        return Refusal("napalini.2.transport.load", "The HQ goes ashore where its transport acts in this Op.")
    return why_no_transit(g, hq, what.to)


def _no_bonus_op(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if g.can_spend(side):
        return None
    if g.camp(side).stockpiles > 0:
        return Refusal("napalini.9.captured", "Your depot is captured: no stockpiles can be used.")
    return Refusal("napalini.9.bonus-op", "A bonus Op costs a stockpile, and none is left.")


def _no_order(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    formation, square = what.formation, what.square
    if square in orderable(g, side, formation):
        return None
    if square in g.grid.block(g.round.aoo):
        return Refusal("napalini.4.action.independent", f"{g.label(square)} is in the area of operations of this Op.")
    name = g.static.formations[formation].name
    return Refusal("napalini.4.action.independent", f"No unit of {name} that could be ordered is in {g.label(square)}.")


def _no_wire(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if off_wire(g, side, what):
        return None
    return Refusal("napalini.4.action.wire", f"Nobody of {g.static.formations[what].name} is off the wire.")


def _no_designation(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if what in g.camp(side).designated:
        return Refusal("napalini.3.speculative.designate", f"{g.label(what)} is designated already.")
    if what not in features(g):
        return Refusal("napalini.3.speculative.features", f"{g.label(what)} has no feature that a map shows.")
    return None


def _no_engineering(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if not g.module("engineering"):
        return Refusal("napalini.11.advanced", "There is no engineering in this battle.")
    if tasks.has_orders(g, what):
        return None
    name = g.static.formations[what].name
    if g.army(what).engineers <= 0:
        return Refusal("napalini.12.engineers.allocate", f"{name} has no free engineers and no task to end.")
    return Refusal("napalini.12.engineers.allocate", f"{name} has no fighting unit where there is something to do.")


def _no_demolition(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if not g.module("engineering"):
        return Refusal("napalini.11.advanced", "There is no engineering in this battle.")
    bridge = g.state.bridges[what]
    if (refusal := tasks.may_demolish(g, side, bridge)) is not None:
        return refusal
    if not tasks.sappers(g, side, payer, bridge):
        name = g.static.formations[payer].name
        return Refusal("napalini.4.hq.reach", f"No unit of {name} is at the bridge to fire the charges.")
    return None


JUDGES = {
    Act.PROMPT: _no_prompt,
    Act.MOVE_HQ: _no_move,
    Act.BONUS_OP: _no_bonus_op,
    Act.ORDER: _no_order,
    Act.SEEK: lambda g, side, payer, what: None,
    Act.WIRE: _no_wire,
    Act.BARRAGE: lambda g, side, payer, what: barrage.may_barrage(g, side, what),
    Act.MAP_FIRE: _no_designation,
    Act.ENGINEERS: _no_engineering,
    Act.DEMOLITION: _no_demolition,
}


def why_no_card(g: Napalini, side: str, card: str) -> Refusal | None:
    if (refusal := hand.may_play(g, side, card)) is not None:
        return refusal
    if card not in ROUND_START:
        return Refusal(f"napalini.card.{card}", "It is not played at the beginning of a round.")
    return None


def action_candidates(g: Napalini) -> list[Any]:
    """What pointing at an HQ or at a square could mean, the likeliest first."""
    r, side = g.round, g.round.side
    own = sorted(g.formations(side), key=lambda f: f != r.formation)
    squares = range(g.grid.size)
    manned = {g.unit(n).at for n in g.on_table(side)}
    by_need = sorted(squares, key=lambda sq: sq not in manned)  # where somebody stands an order is meant, else a move of the HQ
    found: list[Any] = [HqAction(Act.PROMPT, f) for f in own]
    found += [HqAction(Act.ORDER, f, Outpost(f, sq)) for f in own for sq in by_need if sq in manned]
    found += [HqAction(Act.MAP_FIRE, r.formation, sq) for sq in squares if g.enemies_in(sq, side)]
    found += [HqAction(Act.MOVE_HQ, p, Journey(f, sq)) for f in own for p in own for sq in squares if g.hq(f) >= 0]
    found += [HqAction(Act.ORDER, p, Outpost(f, sq)) for p in own for f in own for sq in by_need if p != f or sq not in manned]
    found += [HqAction(Act.MAP_FIRE, r.formation, sq) for sq in squares if not g.enemies_in(sq, side)]
    found += [HqAction(kind, p, f) for kind in OF_A_FORMATION for p in own for f in own]
    found += [HqAction(Act.DEMOLITION, p, k) for p in own for k in range(len(g.state.bridges))]
    found += [HqAction(Act.SEEK, p, Hook(k)) for p in own for k in range(max(1, len(g.state.hooks)))]
    return [*found, HqAction(Act.STRIKE, r.formation)]


# ------------------------------------------------------------------ words


def words(g: Napalini, value: Any) -> str:
    if value == DONE:
        return "no more actions"
    if isinstance(value, RoundCard):
        return f"play {hand.title(value.card)}"
    if isinstance(value, NewStation):
        return observation.observer_words(g, value)
    kind, what = value.kind, value.what
    head = f"{kind.replace('-', ' ')} ({g.static.formations[value.payer].name})"
    if isinstance(what, Journey):
        where = g.label(what.to) if what.to is not None else "ashore" if what.ship is None else f"aboard {g.name(what.ship)}"
        return f"{head}: {g.static.formations[what.formation].name} {where}"
    if isinstance(what, Outpost):
        return f"{head}: {g.static.formations[what.formation].name} {g.label(what.square)}"
    if kind is Act.MAP_FIRE:
        return f"{head}: {g.label(what)}"
    if kind is Act.DEMOLITION:
        return f"{head}: {g.state.bridges[what].name}"
    if kind in OF_A_FORMATION:
        return f"{head}: {g.static.formations[what].name}"
    return head


def piece(g: Napalini, value: Any) -> str:
    """The HQ that moves, or that pays for what has no place on the map."""
    if not isinstance(value, HqAction) or value.kind in (Act.ORDER, Act.MAP_FIRE):
        return ""
    hq = g.hq(value.what.formation if isinstance(value.what, Journey) else value.payer)
    return f"u{hq}" if hq >= 0 else ""


def place(g: Napalini, value: Any) -> str:
    if isinstance(value, NewStation):
        return g.label(value.square)
    square = target_of(value) if isinstance(value, HqAction) else None
    return "" if square is None else g.label(square)


def target_of(action: HqAction) -> int | None:
    """The square that an action is about."""
    what = action.what
    if isinstance(what, Journey):
        return what.to
    if isinstance(what, Outpost):
        return what.square
    return what if action.kind is Act.MAP_FIRE and isinstance(what, int) else None
