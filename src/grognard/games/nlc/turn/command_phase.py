"""Chapter 20.3: the Command and Reorganization Phase, step by step (R91). Re-enterable by `done`."""

from __future__ import annotations

from grognard.kernel import Procedure, cites

from ..asks import Ask
from ..command.compliance import comply_all
from ..command.confidence import confidence_step
from ..command.initiative import CONSIDERING, initiative_step
from ..command.issue import senders
from ..command.reorganize import reorganization
from ..command.sheet import issue_orders
from ..context import AT_WILL, Nlc
from ..hidden.discovery import discovery, show_found
from ..hidden.marches import march_of
from ..hidden.plotting import plot_marches
from ..leaders.leaders import replacements, restore_hqs
from ..leaders.night import attacks_lapse, release_rolls
from ..leaders.wings import acting
from ..orders.command_range import range_of
from ..orders.holders import holder_name, place_of, units_under
from ..orders.markers import place_dummies, read_captured
from ..orders.orders import after_this, begin, forget_own_order
from ..state import Order
from ..values import Leads


def command_phase(g: Nlc) -> Procedure:
    """20.3.1: what is settled before; initiative; confidence; new orders; compliance; then reorganization."""
    done = g.state.done
    if "opening" not in done:
        g.heading("Command and Reorganization Phase", rule="nlc.4.0.2")
        g.tell("Initiative, confidence, new orders, compliance.", rule="nlc.20.3.1", kind="quiet")
        done.append("opening")
    if "leaders" not in done:
        yield from replacements(g)
        yield from restore_hqs(g)
        done.append("leaders")
        g.checkpoint()
    if "settled" not in done:
        arrivals_roll(g)
        release_rolls(g)
        attacks_lapse(g)
        achieved_orders(g)
        done.append("settled")
        g.checkpoint()
    if g.on("marker_orders"):
        yield from place_dummies(g)
        read_captured(g)
    for side in (0, 1):
        if f"by choice {side}" not in done:
            yield from _by_choice(g, side)
            done.append(f"by choice {side}")
            g.checkpoint()
        yield from initiative_step(g, side)
    if "confidence" not in done:
        yield from confidence_step(g)
        done.append("confidence")
    if "orders" not in done:
        g.checkpoint()
        if any(senders(g, side) for side in (0, 1)):
            yield from issue_orders(g)
        done.append("orders")
        g.checkpoint()
    if "discovery" not in done:
        discovery(g)
        done.append("discovery")
        g.checkpoint()
    if "compliance" not in done:
        yield from show_found(g)
        comply_all(g)
        attacks_lapse(g)
        done.append("compliance")
        g.checkpoint()
    yield from plot_marches(g)
    yield from reorganization(g)


def arrivals_roll(g: Nlc) -> None:
    """Specials of scenarios that make reinforcements uncertain."""
    if (
        g.special("d-erlon-obeys-ney")
        and g.state.turn >= 5
        and "derlon" not in g.state.entered_groups
        and "derlon" in g.static.groups
    ):
        roll = g.d6("Does d'Erlon come?", rule="nlc.9.0.6")
        g.state.delays["derlon"] = g.state.turn if roll <= 2 else g.state.turn + 1
    if g.special("prussian-delay") and g.state.turn == 3:
        for group in g.static.groups.values():
            roll = g.d6("When does {group} come?", rule="nlc.9.0.6", group=group.id)
            g.state.delays[group.id] = group.turn + {1: -1, 5: 1, 6: 2}.get(roll, 0)


def achieved_orders(g: Nlc) -> None:
    """20.8.1, R102: target reached, the whole formation free of enemy ZOCs, and nobody attacked it last turn."""
    for data in g.static.holders:
        order = g.state.orders[data.number]
        if data.kind == "hq" or order.kind not in (*AT_WILL, "march"):
            continue
        units = units_under(g, data)
        if not units or order.starts > g.state.turn or march_of(g, data.number):
            continue
        if order.kind == "march":
            if data.kind in ("formation", "commander"):
                there = place_of(g, data.number) in order.target
            else:
                there = any(g.at(unit) in order.target for unit in units)
        else:
            there = any(g.at(unit) in order.target for unit in units)
        attacked = any(g.state.was_attacked_last >> unit & 1 for unit in units)
        if there and not attacked and not any(g.in_zoc(unit) for unit in units):
            g.tell("{holder} has done what it was ordered to do.", rule="nlc.20.8.1", to=g.seat(data.side), holder=data.number)
            after_this(g, data.number, rule="nlc.20.8.2", at_contact=False)


# ------------------------------------------------------------------ free choices before step 1 (R91)


def _by_choice(g: Nlc, side: int) -> Procedure:
    """20.2.22: Fall Back to Reserve; 20.13.4: a division rejoins; 20.15.6: an idle WC takes over a formation.

    The other side hears the same words as for the initiative, which follows at once: what is asked here is secret.
    """
    for data in g.static.holders:
        name = f"choice {data.number}"
        if data.side != side or name in g.state.done:
            continue
        if data.kind in ("formation", "division", "group") and may_rest(g, data.number):
            rule, words, change = "nlc.20.2.22", "is out of contact. Change Fall Back to Reserve?", "reserve"
        elif data.kind == "division" and may_rejoin(g, data.number):
            rule, words, change = "nlc.20.13.4", "is in reach of its corps. End its own order?", "rejoin"
        else:
            continue
        g.checkpoint()
        answer = yield g.ask(
            g.seat(side), f"{_title(g, data.number)} {words}", ["keep", change], rule=rule, secret=True, waiting=CONSIDERING,
            name=Ask.CHANGE_ORDER, decline="keep", kind="order",
        )
        g.state.done.append(name)
        if answer == "reserve":
            begin(g, data.number, [Order(kind="reserve")], rule=rule, given=False)
        elif answer == "rejoin":
            rejoin(g, data.number)
        g.checkpoint()
    yield from _wing_leaders(g, side)


def _title(g: Nlc, holder: int) -> str:
    name = holder_name(g, holder)
    return name[0].upper() + name[1:]


def may_rest(g: Nlc, holder: int) -> bool:
    """20.2.22, 20.2.25: no unit within 2 hexes of an enemy; after a General Retreat not before the next night has begun."""
    order, units = g.state.orders[holder], g.holder_units(holder)
    if order.kind not in ("fall_back", "general_retreat") or not units:
        return False
    if order.kind == "general_retreat" and not night_since(g, order):
        return False
    return all(g.nearest_enemy(g.at(unit), g.side(unit)) > 2 for unit in units)


@cites("nlc.20.2.25")
def night_since(g: Nlc, order: Order) -> bool:
    """20.2.25: a General Retreat goes on until a night has begun after it was sent."""
    return any(turn.night for turn in g.static.turns[order.since : g.state.turn])


def detached_units(g: Nlc, holder: int) -> list[int]:
    """Units of a division that follow its own order, or that of a corps it is attached to."""
    data = g.static.holders[holder]
    return [
        u for u in g.units_of(data.formation) if g.units[u].division == data.division and g.state.holder[u] != data.formation
    ]


def may_rejoin(g: Nlc, holder: int) -> bool:
    """20.13.4: in command range of its own corps commander."""
    data = g.static.holders[holder]
    units = [u for u in detached_units(g, holder) if g.static.holders[g.state.holder[u]].kind != "group"]
    leader = g.leader_of(data.formation)
    if not units or leader < 0:
        return False
    mask = range_of(g, leader)
    return all(mask >> g.at(unit) & 1 for unit in units)


def rejoin(g: Nlc, holder: int) -> None:
    data = g.static.holders[holder]
    for unit in detached_units(g, holder):
        g.state.holder[unit] = data.formation
    forget_own_order(g, holder)
    g.memo = {}
    g.tell("{holder} rejoins its corps.", rule="nlc.20.13.4", to=g.seat(data.side), holder=holder)


def _wing_leaders(g: Nlc, side: int) -> Procedure:
    """20.15.6: by stacking with a formation of his wing an idle WC may become its leader, as long as the owner likes."""
    for data in g.static.leaders:
        name = f"wing {data.number}"
        if data.side != side or data.role != "wing" or not g.present(data.number) or name in g.state.done:
            continue
        leading = g.state.leads[data.number]
        here = [f for f in data.commands if any(g.at(u) == g.state.leader_at[data.number] for u in g.units_of(f))]
        if leading < 0 and (acting(g, data.number) or not here):
            continue
        g.checkpoint()
        options = [Leads(leading), Leads()] if leading >= 0 else [Leads(), *(Leads(formation) for formation in here)]
        choice = yield g.ask(
            g.seat(side), f"{data.name}: which formation does he lead?", options, rule="nlc.20.15.6", secret=True,
            label=lambda v: "none" if v.formation is None else g.static.formations[v.formation].name,
            on=lambda v, who=data.id: (who, ""), waiting=CONSIDERING,
            name=Ask.LEADS, decline=Leads(), kind="order",
        )  # fmt: skip
        g.state.done.append(name)
        g.state.leads[data.number] = -1 if choice.formation is None else choice.formation
        g.memo = {}
        g.checkpoint()
