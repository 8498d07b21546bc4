"""Sections 10 and 11: orders, and how sealed options become orders by dice.

Each side sets out its options as a draft that nobody else sees: `Aim`s for the week (week.py), `Plan`s for the day, two or
three for each Battlegroup, called cautious, sensible and bold. When all are in the dice fall (command.choose_plan).
A Battlegroup without a plan goes on with the orders it has (10.3.1). `proposals` is what a sensible staff would put forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Draft, Refusal, cites
from grognard.kernel.scene import OptionView
from grognard.kernel.words import counted, verb

from ..asks import Ask
from ..context import Fyow
from ..march.movement import knows_of_battle
from ..planning import duties
from ..planning.plans import CALL, IF, SLOTS, Plan
from ..state import DESTROYED, RED, WITHDRAWN, Order, Unit
from . import board, conditions
from .binding import aim_of, follows
from .order_kinds import KINDS, may_order
from .triggers import WHEN, file_surprise
from .week import board_name, must_differ, next_slot, slots_of, throw_for

# ------------------------------------------------------------------ what a staff would propose


def proposals(g: Fyow, number: int) -> dict[str, Order]:
    """Cautious, sensible and bold orders, from the week's aim and from what the side knows."""
    unit = g.unit(number)
    if not g.static.boards[unit.board].land:
        return {}
    kind, goal = aim_of(g, unit.side, unit.brigade)
    cautious = Order("defend", unit.board)
    if unit.condition == WITHDRAWN:
        return {"cautious": Order("rest", unit.board), "sensible": Order("stand by", unit.board)}
    if unit.condition >= RED or unit.disarray:
        return {"cautious": Order("stand by", unit.board), "sensible": cautious}
    target = nearest_known(g, unit)
    if knows_of_battle(g, number):
        return {"cautious": cautious, "bold": Order("engage", unit.board)}
    if kind == "attack":
        if goal == unit.board:
            return {"cautious": Order("stand by", unit.board), "sensible": cautious} | _strike(unit, target)
        return {"cautious": cautious, "sensible": Order("move to contact", goal), "bold": Order("engage", goal)}
    if goal == unit.board or number_at(g, unit.side, goal):
        return {"cautious": Order("stand by", unit.board), "sensible": cautious} | _strike(unit, target)
    return {"cautious": cautious, "sensible": Order("support", goal)} | _strike(unit, target or goal)


def _strike(unit: Unit, target: int | None) -> dict[str, Order]:
    if target is None or target == unit.board:
        return {}
    return {"bold": Order("engage", target)}


def nearest_known(g: Fyow, unit: Unit) -> int | None:
    """The nearest board on which an enemy was seen within the last day."""
    recent = [int(b) for b, when in g.state.sighted[unit.side].items() if g.now - when <= 6]
    far = g.static.far[unit.board]
    reachable = [b for b in recent if b in far and b != unit.board]
    return min(reachable, key=lambda b: (far[b], b)) if reachable else None


def number_at(g: Fyow, side: str, board: int) -> bool:
    return bool(g.on_board(board, side))


# ------------------------------------------------------------------ the day


def day_draft(g: Fyow, side: str) -> Draft:
    """10.2.0.1: Senior Commands set out plans for their Battlegroups."""
    own = {g.unit(n).id: n for n in g.in_the_field(side) if g.unit(n).kind not in ("picket", "partisans")}

    def offers(items: Sequence[Plan]) -> list[Plan]:
        found = []
        for name, number in own.items():
            if g.unit(g.state.brigades[g.unit(number).brigade].hq).condition == DESTROYED:
                continue
            mine = [item for item in items if item.unit == name and item.slot in SLOTS]
            slot = next_slot([item.slot for item in mine])
            taken = {(item.kind, item.objective) for item in mine}
            thought = [(o.kind, g.static.boards[o.objective].id) for o in ideas(g, number)] if slot else []
            found += [Plan(name, slot, kind, place) for kind, place in thought if (kind, place) not in taken]
        return found + conditions.offered(g, side, items) + duties.offered(g, side, items)

    def check(items: Sequence[Plan]) -> list[Refusal | None]:
        found: list[Refusal | None] = [duties.may_do(g, side, item, items) for item in items if item.slot == duties.DUTY]
        found += [conditions.may_foresee(g, side, item, items) for item in conditions.conditions_of(items)]
        items = [item for item in items if item.slot not in (duties.DUTY, IF)]
        found += [may_plan(g, own, item) for item in items]
        for name in dict.fromkeys(item.unit for item in items):
            if name in own:
                leader = g.state.brigades[g.unit(own[name]).brigade]
                slots = [item.slot for item in items if item.unit == name]
                who = f"{leader.commander} for {g.unit(own[name]).name}"
                found += slots_of(g, slots, leader.rating, who)
                found += must_differ([(item.kind, item.objective) for item in items if item.unit == name], who)
        return found + follows(g, side, items)

    def suggest() -> list[list[Plan]]:
        staff = [plan for number in own.values() for plan in staff_plan(g, number)] + duties.advised(g, side)
        return [staff] if any(follows(g, side, [])) else [staff, []]

    prompt = f"Set out the options of the day{week_in_words(g, side)}; who gets none goes on with his orders"
    words: dict[str, Any] = {"label": lambda item: plan_words(g, item)}
    words["on"] = lambda item: (f"u{own.get(item.unit, 0)}", item.objective)
    words["show"] = lambda item: shown(g, item, own.get(item.unit, -1))
    words["rows"] = lambda: board.day_rows(g, side, list(own.values()))
    words["whole"] = lambda: [pair for pair in sheets(g, side, list(own.values())) if not any(check(pair[1]))]
    words |= {"name": Ask.DAY, "check": check, "suggest": suggest}
    return g.draft(side, prompt, rule="fyow.10.2.0.1", item=Plan, offers=offers, **words)


def shown(g: Fyow, item: Plan, number: int) -> OptionView:
    return conditions.show(g, item, number) if item.slot == IF else board.show_plan(g, plan_words(g, item), item, number)


def week_in_words(g: Fyow, side: str) -> str:
    """What the dice of the week want of each Brigade, for the prompt."""
    aims = [(b.name, g.state.aim.get(f"brigade {n}")) for n, b in enumerate(g.state.brigades) if b.side == side]
    words = [f"{name} is to {aim[0]} {board_name(g, aim[1])}" for name, aim in aims if aim]
    return f" ({'; '.join(words)})" if words else ""


def sheets(g: Fyow, side: str, numbers: list[int]) -> list[tuple[str, list[Plan]]]:
    """Whole sheets to begin with, by their names: what the staff proposes, the same more careful or bolder, or no change."""
    more = duties.advised(g, side)
    found = [("As the staff proposes", [plan for n in numbers for plan in staff_plan(g, n)] + more)]
    for name, first in (("More careful", "cautious"), ("Bolder", "bold")):
        found.append((name, [plan for n in numbers for plan in leaning(staff_plan(g, n), first)] + more))
    different = [pair for n, pair in enumerate(found) if pair[1] and pair[1] not in [sheet for _, sheet in found[:n]]]
    return [*different, ("All orders stand", [])]


def leaning(plans: list[Plan], first: str) -> list[Plan]:
    """Two of the options, the one that leans this way preferred; where there is none of the kind, as they are."""
    if not any(plan.slot == first for plan in plans) or len(plans) < 2:
        return plans
    return sorted(plans, key=lambda plan: (plan.slot != first, plan.slot != "sensible"))[:2]


def ideas(g: Fyow, number: int) -> list[Order]:
    """Orders worth offering: where it stands, its neighbours, and the objectives of the campaign."""
    unit = g.unit(number)
    near = [g.static.other_end(link, unit.board) for link in g.static.land_links(unit.board)]
    boards = sorted({unit.board, *near, *g.static.objectives})
    afloat = not g.static.boards[unit.board].land
    kinds = [kind for kind in KINDS if not afloat or kind in ("engage", "support", "stand by")]  # of a landing; or it waits
    found = [Order(kind, board) for kind in kinds for board in boards]
    return [order for order in found if may_order(g, number, order.kind, order.objective) is None]


def may_plan(g: Fyow, own: dict[str, int], item: Plan) -> Refusal | None:
    if item.unit not in own:
        return Refusal("fyow.10.2.0.1", "Plans are for Battlegroups of your own.")
    brigade = g.state.brigades[g.unit(own[item.unit]).brigade]
    if g.unit(brigade.hq).condition == DESTROYED:
        return Refusal("fyow.6.3.1", f"{brigade.name} is without a Senior Command today: its orders stand.")
    if item.kind not in KINDS or item.contact not in ("engage", "observe"):
        return Refusal("fyow.10.5.1", f"{item.kind} is no type of order.")
    if item.objective not in g.static.number:
        return Refusal("fyow.10.2.1.1", "An objective is a board of the map.")
    if item.when and item.then == CALL:
        if item.when not in WHEN or item.then_at not in own or item.then_at == item.unit:
            return Refusal("fyow.9.1.3", "Orders provide for calling on another force of yours, under a condition.")
    elif item.when and (item.when not in WHEN or item.then not in KINDS or item.then_at not in g.static.number):
        words = f"A condition is one of {', '.join(WHEN)}, with a type of order and a board; not {item.when}."
        return Refusal("fyow.10.7.1", words)
    if item.delay and not g.options["surprise_timing"]:
        return Refusal("fyow.5.2.2", "Diary cards for surprise timing are not in play.")
    return may_order(g, own[item.unit], item.kind, g.static.number[item.objective])


def staff_plan(g: Fyow, number: int) -> list[Plan]:
    """The proposals as a legal set of options, or none where there is nothing to choose."""
    unit = g.unit(number)
    if g.unit(g.state.brigades[unit.brigade].hq).condition == DESTROYED:
        return []
    rating = g.state.brigades[unit.brigade].rating
    good = {s: o for s, o in proposals(g, number).items() if may_order(g, number, o.kind, o.objective) is None}
    slots: list[str] = [slot for slot in SLOTS if slot in good]
    if g.options["direct_command"]:
        slots = sorted(slots, key=lambda slot: slot != "sensible")[:1]
    elif rating == 5 and len(slots) == 3:
        slots = ["sensible", "cautious"]
    elif len(slots) < 2:
        return []
    elif len(slots) == 2 and "sensible" in slots:
        slots.sort(key=lambda slot: slot != "sensible")
    ids = g.static.boards
    return [Plan(unit.id, s, good[s].kind, ids[good[s].objective].id, good[s].contact) for s in slots]


@cites("fyow.10.3.1")
def orders_stand(plans: list[Plan]) -> bool:
    """10.3.1: orders may run for a period and need not be given anew each day."""
    return not plans


def take_orders(g: Fyow, side: str, items: Sequence[Plan]) -> None:
    """10.2.0.2: for each Battlegroup one throw among its options; what the staff arranged besides is done."""
    duties.carry_out(g, side, items)
    foreseen = conditions.conditions_of(items)
    items = [item for item in items if item.slot not in (duties.DUTY, IF)]
    named = {item.unit for item in items}
    go_on = sum(g.unit(n).id not in named and g.unit(n).kind in ("battlegroup", "fraction") for n in g.in_the_field(side))
    if go_on:
        text = "{forces} {go} on with the orders they have."
        words = {"forces": counted(go_on, "force"), "go": verb(go_on, "goes", "go")}
        g.tell(text.replace("they have", "it has") if go_on == 1 else text, rule="fyow.10.3.1", to=side, **words)
    for number in g.alive(side):
        unit = g.unit(number)
        plans = [item for item in items if item.unit == unit.id]
        if orders_stand(plans):
            continue
        leader = g.state.brigades[unit.brigade]
        chosen = throw_for(g, leader, plans, unit.name)
        order = Order(chosen.kind, g.static.number[chosen.objective], chosen.contact)
        then = [further_item(g, side, chosen)] if chosen.when else []
        then += conditions.as_orders(g, side, [item for item in foreseen if item.unit == unit.id])
        if chosen.delay:
            file_surprise(g, number, order, then)
            continue
        unit.order, unit.then = order, then
        text = "{name} orders {unit}: {duty}, {board}."
        said: dict[str, Any] = {"name": leader.commander, "unit": number, "duty": chosen.kind, "board": unit.order.objective}
        g.tell(text, rule="fyow.10.2.0.2", to=side, **said)
    conditions.add_to_standing(g, side, [item for item in foreseen if item.unit not in named])
    for item in foreseen:
        conditions.tell(g, side, item)


def further_item(g: Fyow, side: str, plan: Plan) -> Order:
    """10.7.1: what is to be done under the condition; 9.1.3: or who is to be called."""
    if plan.then == CALL:
        return Order(CALL, when=plan.when, whom=duties.own_unit(g, side, plan.then_at))
    return Order(plan.then, g.static.number[plan.then_at], when=plan.when)


def plan_words(g: Fyow, item: Plan) -> str:
    if item.slot == duties.DUTY:
        return duties.words(g, item)
    if item.slot == IF:
        return conditions.label(g, item)
    more = f"; {WHEN[item.when]}: {item.then} {duties.name_of(g, item.then_at)}" if item.when in WHEN else ""
    return f"{duties.name_of(g, item.unit)}, {item.slot}: {item.kind} {board_name(g, item.objective)}{more}"
