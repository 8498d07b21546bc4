"""Chapter 4, which HQ actions can be executed now, who pays for them, and why not (4.hq.reach, 4.action.*).

The actions are listed on whole sets (`offers`); `why_no_action` says which rule is against anything else that a player wants.
Executing them is in actions.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.cite import in_force

from . import air, barrage, cards, engineers, transport
from .context import Napalini
from .guns import features
from .orders import why_no_transit
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


def may_act(g: Napalini, kind: str) -> Refusal | None:
    """4.action.same: not the same kind twice in a round by the same side."""
    if kind in g.round.kinds:
        return Refusal("napalini.4.action.same", f"The action {kind} was chosen already this round.")
    if kind == "prompt" and g.round.step not in ("name", "actions"):
        return Refusal("napalini.4.activate.no-hindsight", "An Op is prompted before its throw.")
    return None


def offers(g: Napalini) -> list[Any]:
    """Every action that can be executed now: (kind, paying formation, what)."""
    r = g.round
    side, found = r.side, list[Any]()
    mine = payers(g, side, r.formation)
    own = list(g.formations(side))
    if not r.prompted:
        found += [("prompt", f, NOWHERE) for f in mine]
    for f in own:
        paying = payers(g, side, f)
        found += [("move-hq", p, (f, to)) for p in hq_movers(g, side, f) for to in hq_squares(g, g.hq(f))]
        if g.can_spend(side):
            found += [("bonus-op", p, f) for p in paying]
    for f in own:
        paying = payers(g, side, f)
        found += [("independent-square", p, (f, sq)) for p in paying for sq in orderable(g, side, f)]
        if off_wire(g, side, f):
            found += [("restore-wire", p, f) for p in paying]
        if g.module("engineering") and engineers.has_orders(g, f):
            found += [("engineering", p, f) for p in paying]
        if paying and barrage.may_barrage(g, side, f) is None:
            found += [("barrage", p, f) for p in paying]
    for k, served in missing(g, side).items():
        found += [("seek", p, k) for p in own if any(p in payers(g, side, f) for f in served)]
    targets = [sq for sq in sorted(features(g)) if sq not in g.camp(side).designated]
    found += [("map-fire", p, sq) for p in own if p in payers(g, side, p) for sq in targets]
    if g.module("engineering"):
        found += [("demolition", p, k) for k, p in engineers.demolitions(g, side)]
    return [value for value in found if may_act(g, value[0]) is None]


def orderable(g: Napalini, side: str, formation: int) -> list[int]:
    block = g.grid.block(g.round.aoo)
    squares = {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == formation and g.unit(n).type != "hq"}
    return sorted(sq for sq in squares if sq not in block or formation != g.round.formation)


def off_wire(g: Napalini, side: str, formation: int) -> bool:
    return any(u.formation == formation and u.side == side and u.off_wire for u in g.state.units)


def missing(g: Napalini, side: str) -> dict[int, set[int]]:
    """4.action.seek: hooks, flank armies and (from 100) reinforcements that failed their throw -> formations of their units."""
    s = g.state
    found = {k: hook.units for k, hook in enumerate(s.hooks) if hook.side == side and hook.missing and not hook.arrived}
    found |= {100 + k: gr.units for k, gr in enumerate(s.reinforcements) if gr.side == side and gr.missing and not gr.done}
    return {k: {g.unit(n).formation for n in units} for k, units in found.items()}


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


def hq_squares(g: Napalini, hq: int) -> list[int]:
    """Where an HQ may be moved: squares, -1 - ship, or ASHORE."""
    unit = g.unit(hq)
    if unit.where == "aboard":
        return [ASHORE] if lands(g, hq) else []
    if unit.where != "table":
        return []
    reach = transit_reach(g, hq, enemy_view(g, unit.side))
    return [*(to for to in sorted(reach) if fits(g, [hq], to) is None), *(-1 - ship for ship in ships_for(g, hq))]


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


# ------------------------------------------------------------------ why not?


def why_no_payer(g: Napalini, side: str, payer: int, formation: int) -> Refusal | None:
    """The first rule against this HQ paying for an action that serves this formation."""
    if payer not in g.formations(side) or formation not in g.formations(side):
        return Refusal("napalini.4.hq.reach", "That is no HQ and no formation of yours.")
    army, name = g.army(payer), g.static.formations[payer].name
    if g.hq(payer) < 0:
        return Refusal("napalini.4.hq.lost", f"{name} has no HQ.")
    if payer not in (formation, g.camp(side).main):
        other = g.static.formations[formation].name
        return Refusal("napalini.4.hq.reach", f"The HQ of {name} cannot act for {other}: only the main HQ acts for others.")
    if army.moved_hq:
        return Refusal("napalini.4.action.move-hq", f"The HQ of {name} has moved and uses no other action in this round.")
    if army.actions <= 0:
        return Refusal("napalini.4.hq.generate", f"The HQ of {name} has no action left in this period.")
    return None


def why_no_action(g: Napalini, value: Any) -> Refusal | None:
    """The first rule against an HQ action, a card or an observer's move at this moment; None if it can be executed."""
    r, side = g.round, g.round.side
    if value == DONE:
        return None
    if value[0] == "card":
        return why_no_card(g, side, value[1])
    if value[0] == "observer":
        return air.why_no_observer_move(g, value[1], value[2])
    kind, payer, what = value
    if kind not in RULES:
        return Refusal("napalini.4.action.timing", "There is no such HQ action.")
    if kind == "air-strike":
        return Refusal("napalini.11.strike.task", "An air strike is tasked after movement and spotting.")
    if (refusal := may_act(g, kind)) is not None:
        return refusal
    served = {"prompt": [r.formation], "map-fire": [payer], "demolition": [payer]}.get(kind)
    if kind == "seek":
        served = sorted(missing(g, side).get(what, ()))
        if not served:
            return Refusal("napalini.4.action.seek", "Nobody of these has failed an arrival throw.")
    elif served is None:
        served = [what[0] if kind in ("move-hq", "independent-square") else what]
    paid = [why_no_payer(g, side, payer, f) for f in served]
    if all(paid):
        return paid[0]
    return JUDGES[kind](g, side, payer, what)


def _no_prompt(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    return Refusal("napalini.4.action.prompt", "This Op is prompted already.") if g.round.prompted else None


def _no_move(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    formation, to = what
    if (refusal := why_fast(g, formation)) is not None:
        return refusal
    hq = g.hq(formation)
    if to in hq_squares(g, hq):
        return None
    if to == ASHORE or g.unit(hq).where == "aboard":
        return Refusal("napalini.2.transport.load", "The HQ goes ashore where its transport acts in this Op.")
    if to < 0:
        return Refusal("napalini.2.transport.load", "That transport cannot take the HQ aboard here and in this Op.")
    return why_no_transit(g, hq, to)


def _no_bonus_op(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if g.can_spend(side):
        return None
    if g.camp(side).stockpiles > 0:
        return Refusal("napalini.9.captured", "Your depot is captured: no stockpiles can be used.")
    return Refusal("napalini.9.bonus-op", "A bonus Op costs a stockpile, and none is left.")


def _no_order(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    formation, square = what
    if square in orderable(g, side, formation):
        return None
    if square in g.grid.block(g.round.aoo) and formation == g.round.formation:
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
    if engineers.has_orders(g, what):
        return None
    name = g.static.formations[what].name
    if g.army(what).engineers <= 0:
        return Refusal("napalini.12.engineers.allocate", f"{name} has no free engineers and no task to end.")
    return Refusal("napalini.12.engineers.allocate", f"{name} has no fighting unit where there is something to do.")


def _no_demolition(g: Napalini, side: str, payer: int, what: Any) -> Refusal | None:
    if not g.module("engineering"):
        return Refusal("napalini.11.advanced", "There is no engineering in this battle.")
    bridge = g.state.bridges[what]
    if (refusal := engineers.may_demolish(g, side, bridge)) is not None:
        return refusal
    if not engineers.sappers(g, side, payer, bridge):
        name = g.static.formations[payer].name
        return Refusal("napalini.4.hq.reach", f"No unit of {name} is at the bridge to fire the charges.")
    return None


JUDGES = {
    "prompt": _no_prompt,
    "move-hq": _no_move,
    "bonus-op": _no_bonus_op,
    "independent-square": _no_order,
    "seek": lambda g, side, payer, what: None,
    "restore-wire": _no_wire,
    "barrage": lambda g, side, payer, what: barrage.may_barrage(g, side, what),
    "map-fire": _no_designation,
    "engineering": _no_engineering,
    "demolition": _no_demolition,
}


def why_no_card(g: Napalini, side: str, card: str) -> Refusal | None:
    if (refusal := cards.may_play(g, side, card)) is not None:
        return refusal
    if card not in ("O3C", "9E"):
        return Refusal(f"napalini.card.{card}", "It is not played at the beginning of a round.")
    return None


def action_candidates(g: Napalini) -> list[Any]:
    """What pointing at an HQ or at a square could mean, the likeliest first."""
    r, side = g.round, g.round.side
    own = sorted(g.formations(side), key=lambda f: f != r.formation)
    squares = range(g.grid.size)
    found: list[Any] = [("prompt", f, NOWHERE) for f in own]
    manned = {f: {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == f} for f in own}
    found += [("independent-square", f, (f, sq)) for f in own for sq in sorted(manned[f])]
    found += [("map-fire", r.formation, sq) for sq in squares if g.enemies_in(sq, side)]
    return [*found, *(("move-hq", f, (f, sq)) for f in own for sq in squares if g.hq(f) >= 0)]


# ------------------------------------------------------------------ words


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


def piece(g: Napalini, value: Any) -> str:
    """The HQ that moves, or that pays for what has no place on the map."""
    if value == DONE or value[0] in ("card", "observer", "independent-square", "map-fire"):
        return ""
    kind, payer, what = value
    hq = g.hq(what[0] if kind == "move-hq" else payer)
    return f"u{hq}" if hq >= 0 else ""


def place(g: Napalini, value: Any) -> str:
    if value == DONE or value[0] in ("card",):
        return ""
    if value[0] == "observer":
        return g.label(value[2])
    kind, _, what = value
    if kind in ("move-hq", "independent-square"):
        return g.label(what[1]) if what[1] >= 0 else ""
    return g.label(what) if kind == "map-fire" else ""
