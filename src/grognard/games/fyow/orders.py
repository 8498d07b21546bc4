"""Sections 10 and 11: orders, and how sealed options become orders by dice.

Each side sets out its options as a draft that nobody else sees: `Aim`s for the week, `Plan`s for the day, one to three for
each Battlegroup, called cautious, sensible and bold. When all are in the dice fall (command.choose_plan). A Battlegroup
without a plan goes on with the orders it has (10.3.1). `proposals` is what a sensible staff would put forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from grognard.kernel import Draft, Procedure, Refusal, in_force

from . import attachments, duties
from .command import Leader, choose_plan
from .concealment import may_hide
from .condition import highest
from .context import Fyow
from .movement import knows_of_battle
from .state import RED, WITHDRAWN, Order, Unit
from .triggers import WHEN, file_surprise

KINDS = ("defend", "engage", "move", "move to contact", "reconnaissance", "support", "rest", "stand by", "conceal")
HERE = ("defend", "rest", "stand by", "conceal")
SLOTS = ("cautious", "sensible", "bold")


class Plan(Struct, frozen=True):
    """One option for one Battlegroup: `slot` says how bold it is; of two options the first named is the preferred one."""

    unit: str
    slot: str
    kind: str
    objective: str
    contact: str = "engage"
    count: int = 0  # of a duty (duties.py): dice, elements
    when: str = ""  # 10.7.1: a condition (triggers.WHEN), and what to do then
    then: str = ""
    then_at: str = ""
    delay: bool = False  # 5.2: by a card of the diary box on one of the next three days


class Aim(Struct, frozen=True):
    """One option of the highest command for the week: attack or hold a board; or a Battlegroup attached to a Brigade."""

    slot: str
    kind: str
    objective: str


# ------------------------------------------------------------------ which orders make sense


def may_order(g: Fyow, number: int, kind: str, objective: int) -> Refusal | None:
    """10.5, 11.0.2: whether a commander may be given this as an option."""
    unit = g.unit(number)
    place = g.static.boards[objective].name
    if unit.kind == "fixed" and kind != "defend":
        return Refusal("fyow.2.4.3", f"{unit.name} is a fixed work: it can only defend.")
    if unit.condition == WITHDRAWN and kind not in ("rest", "move", "stand by"):
        return Refusal("fyow.base.sc.6", f"{unit.name} is withdrawn: it may only rest, move or stand by.")
    if unit.condition >= RED and kind in ("engage", "move to contact"):
        return Refusal("fyow.base.sc.5", f"{unit.name} is Red: it may defend but not attack.")
    if knows_of_battle(g, number) and kind not in ("defend", "engage"):
        return Refusal("fyow.11.0.2", f"{unit.name} is in contact with the enemy; {kind} would ignore him.")
    if kind == "rest" and g.engaged(number) and knows_of_battle(g, number):
        return Refusal("fyow.20.6.2", f"{unit.name} is engaged and cannot rest.")
    if kind == "conceal" and not may_hide(unit):
        return Refusal("fyow.15.4.1", f"{unit.name} has no elite or enhanced infantry that could hide.")
    if kind in HERE and objective != unit.board:
        return Refusal("fyow.10.5.2", f"To {kind} means where it stands, not {place}.")
    if kind in ("move", "move to contact") and objective == unit.board:
        return Refusal("fyow.10.5.4", f"{unit.name} stands at {place} already.")
    afloat = not g.static.boards[unit.board].land
    if afloat and g.static.boards[objective].land and not g.static.boards[objective].coast:
        return Refusal("fyow.13.8.1", f"{place} has no coast to land on.")
    if not afloat and objective not in g.static.far[unit.board]:
        return Refusal("fyow.13.5.1", f"There is no way over land to {place}.")
    return None


# ------------------------------------------------------------------ what a staff would propose


def proposals(g: Fyow, number: int) -> dict[str, Order]:
    """Cautious, sensible and bold orders, from the week's aim and from what the side knows."""
    unit = g.unit(number)
    if not g.static.boards[unit.board].land:
        return {}
    kind, goal = aim_of(g, unit.side)
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


def aim_of(g: Fyow, side: str) -> tuple[str, int]:
    aim = g.state.aim.get(side)
    if aim:
        return aim[0], g.static.number[aim[1]]
    return "hold", g.static.home[side]


def nearest_known(g: Fyow, unit: Unit) -> int | None:
    """The nearest board on which an enemy was seen within the last day."""
    recent = [int(b) for b, when in g.state.sighted[unit.side].items() if g.now - when <= 6]
    far = g.static.far[unit.board]
    reachable = [b for b in recent if b in far and b != unit.board]
    return min(reachable, key=lambda b: (far[b], b)) if reachable else None


def number_at(g: Fyow, side: str, board: int) -> bool:
    return bool(g.on_board(board, side))


# ------------------------------------------------------------------ the week


def week_draft(g: Fyow, side: str) -> Draft:
    """10.1.1: the highest command sets out the options for the week."""
    leader = g.state.brigades[highest(g, side)]
    boards = [g.static.boards[b].id for b in aims_for(g, side)]

    def offers(items: Sequence[Aim]) -> list[Aim]:
        slots = [slot for slot in SLOTS if slot not in [item.slot for item in items]]
        found = [Aim(slot, kind, board) for slot in slots for kind in ("attack", "hold") for board in boards]
        return found + [Aim(attachments.ATTACH, unit, to) for unit, to in attachments.offers(g, side, items)]

    def check(items: Sequence[Aim]) -> list[Refusal | None]:
        aims, more = aims_of(items), [item for item in items if item.slot == attachments.ATTACH]
        found = _slots_of(g, [item.slot for item in aims], leader.rating, leader.commander)
        return [*found, *(may_aim(g, item) for item in aims), *(attachments.may_attach(g, side, i, items) for i in more)]

    def suggest() -> list[list[Aim]]:
        return suggested_aims(g, side, leader.rating)

    prompt = f"{leader.commander}: set out the options for the week"
    words: dict[str, Any] = {"label": lambda item: aim_words(g, item)}
    return g.draft(side, prompt, rule="fyow.10.1.1", item=Aim, offers=offers, check=check, suggest=suggest, **words)


def aims_of(items: Sequence[Aim]) -> list[Aim]:
    """The options proper, without attachments (2.9.4)."""
    return [item for item in items if item.slot != attachments.ATTACH]


def aim_words(g: Fyow, item: Aim) -> str:
    if item.slot == attachments.ATTACH:
        return attachments.words(g, item)
    return f"{item.slot}: {item.kind} {_name(g, item.objective)}"


def may_aim(g: Fyow, item: Aim) -> Refusal | None:
    if item.kind not in ("attack", "hold"):
        return Refusal("fyow.10.2.1.1", f"An aim is attack or hold, not {item.kind!r}.")
    if item.objective not in g.static.number:
        return Refusal("fyow.10.2.1.1", f"There is no board {item.objective!r}.")
    return None


def aims_for(g: Fyow, side: str) -> list[int]:
    """Objectives of the campaign first, then home."""
    return sorted({*g.static.objectives, g.static.home[side]})


def suggested_aims(g: Fyow, side: str, rating: int) -> list[list[Aim]]:
    held = g.state.known_control[side]
    worth = g.static.objectives
    own = [b for b in aims_for(g, side) if held[b] == side] or [g.static.home[side]]
    foreign = [b for b in aims_for(g, side) if held[b] != side]
    keep = max(own, key=lambda b: (worth.get(b, 0), -b))
    home = g.static.far[g.static.home[side]]
    ranked = sorted(foreign, key=lambda b: (-10 * worth.get(b, 0) + home.get(b, 0), b))
    near = ranked[0] if ranked else keep
    other = ranked[1] if len(ranked) > 1 else near
    ids = [g.static.boards[b].id for b in (keep, near, other)]
    three = [Aim("cautious", "hold", ids[0]), Aim("sensible", "attack", ids[1]), Aim("bold", "attack", ids[2])]
    if g.options["direct_command"]:
        return [[three[1]], [three[0]], [three[2]]]
    return [three[1::-1], three[::2]] if rating == 5 else [three, three[1::-1]]


def take_aim(g: Fyow, side: str, items: Sequence[Aim]) -> None:
    """10.1.2: the dice turn the options into the week's order; 2.9.4: Battlegroups change their Brigade."""
    leader = g.state.brigades[highest(g, side)]
    attachments.attach(g, side, items)
    chosen = _throw(g, leader, aims_of(items), "the week")
    if in_force("fyow.10.1.2"):
        g.state.aim[side] = [chosen.kind, chosen.objective]
    text = "{name} decides for the week: {duty} {board}."
    words: dict[str, Any] = {"name": leader.commander, "duty": chosen.kind, "board": g.static.number[chosen.objective]}
    g.tell(text, rule="fyow.10.1.2", to=side, **words)


# ------------------------------------------------------------------ the day


def day_draft(g: Fyow, side: str) -> Draft:
    """10.2.0.1: Senior Commands set out plans for their Battlegroups."""
    own = {g.unit(n).id: n for n in g.alive(side) if g.unit(n).kind not in ("picket", "partisans")}

    def offers(items: Sequence[Plan]) -> list[Plan]:
        found = []
        for name, number in own.items():
            used = [item.slot for item in items if item.unit == name]
            open_slots = [slot for slot in SLOTS if slot not in used]
            thought = ideas(g, number) if open_slots else []
            found += [Plan(name, s, o.kind, g.static.boards[o.objective].id) for s in open_slots for o in thought]
        return found + duties.offered(g, side, items)

    def check(items: Sequence[Plan]) -> list[Refusal | None]:
        found: list[Refusal | None] = [duties.may_do(g, side, item, items) for item in items if item.slot == duties.DUTY]
        items = [item for item in items if item.slot != duties.DUTY]
        found += [may_plan(g, own, item) for item in items]
        for name in dict.fromkeys(item.unit for item in items):
            if name in own:
                leader = g.state.brigades[g.unit(own[name]).brigade]
                slots = [item.slot for item in items if item.unit == name]
                found += _slots_of(g, slots, leader.rating, f"{leader.commander} for {g.unit(own[name]).name}")
        return found

    def suggest() -> list[list[Plan]]:
        return [[plan for number in own.values() for plan in staff_plan(g, number)] + duties.advised(g, side), []]

    names = ", ".join(g.unit(n).name for n in own.values())
    prompt = f"Set out the options of the day for {names}; who gets none goes on with his orders"
    words: dict[str, Any] = {"label": lambda item: plan_words(g, item)}
    words["on"] = lambda item: (f"u{own.get(item.unit, 0)}", item.objective)
    return g.draft(side, prompt, rule="fyow.10.2.0.1", item=Plan, offers=offers, check=check, suggest=suggest, **words)


def ideas(g: Fyow, number: int) -> list[Order]:
    """Orders worth offering: where it stands, its neighbours, and the objectives of the campaign."""
    unit = g.unit(number)
    near = [g.static.other_end(link, unit.board) for link in g.static.land_links(unit.board)]
    boards = sorted({unit.board, *near, *g.static.objectives})
    found = [Order(kind, board) for kind in KINDS for board in boards]
    return [order for order in found if may_order(g, number, order.kind, order.objective) is None]


def may_plan(g: Fyow, own: dict[str, int], item: Plan) -> Refusal | None:
    if item.unit not in own:
        return Refusal("fyow.10.2.0.1", f"{item.unit!r} is no Battlegroup of yours.")
    if item.kind not in KINDS or item.contact not in ("engage", "observe"):
        return Refusal("fyow.10.5.1", f"{item.kind!r} is no type of order.")
    if item.objective not in g.static.number:
        return Refusal("fyow.10.2.1.1", f"There is no board {item.objective!r}.")
    if item.when and (item.when not in WHEN or item.then not in KINDS or item.then_at not in g.static.number):
        words = f"A condition is one of {', '.join(WHEN)}, with a type of order and a board; not {item.when!r}."
        return Refusal("fyow.10.7.1", words)
    if item.delay and not g.options["surprise_timing"]:
        return Refusal("fyow.5.2.2", "Diary cards for surprise timing are not in play.")
    return may_order(g, own[item.unit], item.kind, g.static.number[item.objective])


def _slots_of(g: Fyow, slots: list[str], rating: int, who: str) -> list[Refusal | None]:
    """11.0.4 to 11.0.6: how many options a commander has."""
    if any(slot not in SLOTS for slot in slots) or len(set(slots)) < len(slots):
        return [Refusal("fyow.11.0.1", f"Options are cautious, sensible and bold, each once: {', '.join(slots)}.")]
    if g.options["direct_command"]:
        return [] if len(slots) == 1 else [Refusal("fyow.6.8.1", f"{who}: in direct command one order, not {len(slots)}.")]
    if rating == 5:
        words = f"{who} is Below Average and has two options, not {len(slots)}."
        return [] if len(slots) == 2 else [Refusal("fyow.11.0.4", words)]
    rule = "fyow.11.0.5" if rating == 6 else "fyow.11.0.6"
    return [] if len(slots) in (2, 3) else [Refusal(rule, f"{who} has three options or two, not {len(slots)}.")]


def staff_plan(g: Fyow, number: int) -> list[Plan]:
    """The proposals as a legal set of options, or none where there is nothing to choose."""
    unit = g.unit(number)
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


def take_orders(g: Fyow, side: str, items: Sequence[Plan]) -> None:
    """10.2.0.2: for each Battlegroup one throw among its options; what the staff arranged besides is done."""
    duties.carry_out(g, side, items)
    items = [item for item in items if item.slot != duties.DUTY]
    for number in g.alive(side):
        unit = g.unit(number)
        plans = [item for item in items if item.unit == unit.id]
        if not plans and in_force("fyow.10.3.1"):
            continue
        leader = g.state.brigades[unit.brigade]
        chosen = _throw(g, leader, plans or [Plan(unit.id, "sensible", "stand by", g.static.boards[unit.board].id)], unit.name)
        order = Order(chosen.kind, g.static.number[chosen.objective], chosen.contact)
        unit.then = [Order(chosen.then, g.static.number[chosen.then_at], when=chosen.when)] if chosen.when else []
        if chosen.delay and in_force("fyow.5.2.2"):
            file_surprise(g, number, order)
            continue
        if in_force("fyow.10.2.0.2"):
            unit.order = order
        text = "{name} orders {unit}: {duty}, {board}."
        words: dict[str, Any] = {"name": leader.commander, "unit": number, "duty": chosen.kind, "board": unit.order.objective}
        g.tell(text, rule="fyow.10.2.0.2", to=side, **words)


def _throw(g: Fyow, leader: Leader, plans: list[Any], about: str) -> Any:
    """Three options lie in the order cautious, sensible, bold; of two the first named is preferred."""
    if len(plans) == 3 and in_force("fyow.11.0.3"):
        plans = sorted(plans, key=lambda item: SLOTS.index(item.slot))
    bolder = 1 if len(plans) < 2 or SLOTS.index(plans[1].slot) > SLOTS.index(plans[0].slot) else 0
    return plans[choose_plan(g, leader, len(plans), about, bolder)]


def plan_words(g: Fyow, item: Plan) -> str:
    if item.slot == duties.DUTY:
        return duties.words(g, item)
    more = f"; {WHEN[item.when]}: {item.then} {_name(g, item.then_at)}" if item.when in WHEN else ""
    return f"{item.unit}, {item.slot}: {item.kind} {_name(g, item.objective)}{more}"


def _name(g: Fyow, board: str) -> str:
    return g.static.boards[g.static.number[board]].name if board in g.static.number else board


__all__ = ["Aim", "Plan", "Procedure", "day_draft", "may_order", "proposals", "take_aim", "take_orders", "week_draft"]
