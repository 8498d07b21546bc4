"""The order sheet as it is written (20.4.1): one order after another, and what is added to the order above it.

A player touches who gets the order, then its target, and names the kind. What an order can have besides (a further order of
its sequence, the road of a March, the one division that it is for) is an item of its own that stands below it: `folded` makes
whole orders of them, and these alone are judged and sent (issue.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Draft, Procedure
from grognard.kernel.scene import OptionView, RowView
from grognard.kernel.words import listing

from ..asks import Ask
from ..context import Nlc
from ..hidden.marches import extra_distance
from ..orders.holders import TITLES, division_units, holder_name, recipient_place, words
from ..orders.markers import may_send, plain
from ..orders.ratings import rating
from ..orders.roads import roads_to
from ..orders.targets import candidates, target_hexes, target_name, within_reach
from ..state import Dispatch, Order
from ..tables import ORDERS, percent_words
from .compliance import compliance_chances
from .issue import may_be_reached, may_order, offences, recipients, send, senders
from .transmission import face_to_face, turns_to
from .written import BY, FORCE, JOIN, ONLY, THEN, Written, _with, folded, holder_named

NEXT = 8  # targets that are offered for the next order: places that count, then the nearest
MARCHES = ("attack", "probe", "march")  # what a sequence may hold (20.5.1)
ROAD_FROM, ROAD_TO = 5, 2  # a road that is offered passes within so many hexes of the leader, and of the target


def by_worth(g: Nlc, start: int) -> list[str]:
    """Targets as a staff thinks of them: places that count, then the rest, each from near to far."""
    count = {objective.place for objective in g.static.objectives}
    away = {name: min(g.grid.distance(start, hex) for hex in target_hexes(g, name)) for name in candidates(g)}
    return sorted(away, key=lambda name: (name not in count, away[name], name))


def additions(g: Nlc, items: Sequence[Written]) -> list[Written]:
    """What can be added to the last order of the sheet."""
    whole, wrong = folded(items)
    if not whole or wrong:
        return []
    last = whole[-1]
    sender = g.static.leader_named.get(last.sender, -1)
    if sender < 0 or may_order(g, sender, last) is not None:
        return []
    holder = holder_named(g, last.to)
    found = [*_further(g, last), *_roads(g, holder, last), *_divisions(g, holder, last)]
    if g.on("order_force") and not last.force:
        found += [Written(last.sender, last.to, last.kind, force=force, more=FORCE) for force in (1, 2)]
    return [item for item in found if may_order(g, sender, _with(last, item)) is None]


def _further(g: Nlc, last: Written) -> list[Written]:
    """20.5.1: the next order of a sequence, for a target not far from the one before."""
    if last.kind not in MARCHES or len(last.then) >= 3:
        return []
    at = target_hexes(g, last.then[-1].target if last.then else last.target)
    if not at:
        return []
    goals = [name for name in by_worth(g, at[0]) if within_reach(g, at[0], target_hexes(g, name))][:NEXT]
    before = (last.then[-1].kind, last.then[-1].target) if last.then else (last.kind, last.target)
    found = [Written(last.sender, last.to, kind, name, more=THEN) for kind in MARCHES for name in goals]
    return [item for item in found if (item.kind, item.target) != before]


def _roads(g: Nlc, holder: int, last: Written) -> list[Written]:
    """20.2.16: the roads that lead from the leader to the target of a March."""
    hexes, start = target_hexes(g, last.target), recipient_place(g, holder)
    if last.kind != "march" or not hexes:
        return []
    away = g.grid.distance
    found = []
    for name, stretches in g.ground.roads.items():
        road = [hex for stretch in stretches for hex in stretch]
        near = any(away(hex, start) <= ROAD_FROM for hex in road) or any(
            away(hex, other) == 0 for known in last.route for part in g.ground.roads[known] for other in part for hex in road
        )
        if name not in last.route and near and any(away(hex, goal) <= ROAD_TO for hex in road for goal in hexes):
            found.append(Written(last.sender, last.to, "march", route=(name,), more=BY))
    return found


def _divisions(g: Nlc, holder: int, last: Written) -> list[Written]:
    """20.13.1: one division of the corps; 20.13.5: attached to another corps of the same commander."""
    data = g.static.holders[holder]
    if data.kind == "formation":
        names = dict.fromkeys(g.units[unit].division for unit in g.units_of(data.formation))
        if len(names) < 2:
            return []
        return [Written(last.sender, f"division:{last.to}:{name}", last.kind, more=ONLY) for name in names]
    if data.kind == "division" and not last.join:
        army = [f for f in g.static.formations if f.side == data.side and f.number != data.formation and g.units_of(f.number)]
        return [Written(last.sender, last.to, last.kind, join=f.id, more=JOIN) for f in army]
    return []


# ------------------------------------------------------------------ as people read it


def label(g: Nlc, item: Written) -> str:
    goal = target_name(g, item.target) if item.target else ""
    kind = TITLES.get(item.kind, item.kind)
    if item.more == THEN:
        return f"then {kind} {goal}"
    if item.more == BY:
        return f"by the {listing([g.ground.road_names.get(name, name) for name in item.route])}"
    if item.more == ONLY:
        return f"only {_name(g, item.to)}"
    if item.more == JOIN:
        return f"attached to {_name(g, item.join)}"
    if item.more == FORCE:
        return f"with force {item.force}"
    steps = "".join(f", then {TITLES.get(step.kind, step.kind)} {target_name(g, step.target)}" for step in item.then)
    steps = _road_of(g, item) + steps
    sender = g.leader(g.static.leader_named[item.sender]).name if item.sender in g.static.leader_named else item.sender
    return f"{sender} to {_name(g, item.to)}: {kind} {goal}{steps}".strip()


def _road_of(g: Nlc, item: Written) -> str:
    """20.2.16, R157: the road that a March follows: the one written, else that of the cheapest way."""
    holder, hexes = holder_named(g, item.to), target_hexes(g, item.target)
    if item.kind != "march" or holder < 0 or not hexes or plain(g):
        return ""
    names = item.route or tuple(roads_to(g, recipient_place(g, holder), hexes)) if recipient_place(g, holder) >= 0 else ()
    return f" by the {listing([g.ground.road_names.get(name, name) for name in names])}" if names else ""


def _name(g: Nlc, to: str) -> str:
    holder = holder_named(g, to)
    return holder_name(g, holder) if holder >= 0 else to


def on(g: Nlc, item: Written) -> tuple[str, str]:
    """Whom to touch: the leader, the headquarters, the first counter of a division; and where the order leads."""
    hexes = target_hexes(g, item.target)
    return _piece(g, item.to), g.label(hexes[0]) if hexes else ""


def _piece(g: Nlc, name: str) -> str:
    holder = holder_named(g, name)
    if holder < 0:
        return ""
    data = g.static.holders[holder]
    if data.kind == "formation":
        leader = g.leader_of(data.formation)
        units = g.units_of(data.formation)
        return g.leader(leader).id if leader >= 0 else g.units[units[0]].id if units else ""
    if data.kind == "division":
        units = division_units(g, holder)
        return g.units[units[0]].id if units else ""
    return name


def show(g: Nlc, item: Written) -> OptionView:
    """Sorted by who gets the order; what it costs is the time until it arrives (20.6)."""
    piece, place = on(g, item)
    if item.more:
        row = "" if item.more in (ONLY, JOIN) else item.to  # these two are told to a division, and stand below its corps
        return OptionView(item, label(g, item), piece, place, group="To the order above", row=row, under=True)
    verb = TITLES.get(item.kind, item.kind)
    return OptionView(
        item, label(g, item), piece, place, cost=_arrival(g, item), group=_name(g, item.to), row=item.to, verb=verb
    )


def row(g: Nlc, item: Written) -> RowView:
    """A line of the sheet: who may be ordered by whom, what he is under now, and what is on its way to him."""
    holder = holder_named(g, item.to)
    order, rest = g.state.orders[holder], g.state.sequences[holder]
    now = ", then ".join(words(one) for one in (order, *rest))
    coming = [", then ".join(words(one) for one in sent.orders) for sent in g.state.dispatches if sent.to == holder]
    waits = g.state.pending[holder] or g.state.waiting[holder]
    coming += [", then ".join(words(one) for one in waits.orders)] if waits else []
    note = f"from {g.leader(g.static.leader_named[item.sender]).name}" + "".join(f"; not yet in force: {one}" for one in coming)
    place = g.label(order.target[0]) if order.target else ""
    return RowView(item.to, _name(g, item.to), _piece(g, item.to), now, place, note=note)


def _arrival(g: Nlc, item: Written) -> str:
    sender, holder = g.static.leader_named.get(item.sender, -1), holder_named(g, item.to)
    if sender < 0 or holder < 0:
        return ""
    turns = turns_to(g, sender, recipient_place(g, holder), extra_distance(g, holder))
    if turns is None:
        return ""
    when = "at once" if not turns or item.kind == "general_retreat" else f"turn {g.state.turn + turns}"
    return when + _obeyed(g, sender, holder, item)


def _obeyed(g: Nlc, sender: int, holder: int, item: Written) -> str:
    """20.7: how likely he complies and how likely he ignores it, as things stand; not at night, and not of an HQ (19.5.2)."""
    if g.static.holders[holder].kind == "hq" or (g.turn.night and item.kind != "general_retreat"):
        return ""
    key = ("obeyed", sender, holder, item.kind, item.force)
    if key not in g.memo:
        face = face_to_face(g, sender, holder)
        chances = compliance_chances(g, Dispatch(holder, sender, [Order(kind=item.kind)], face=face, force=item.force))
        obeys, ignores = (percent_words(chances.get(result, 0)) for result in ("C", "I"))
        g.memo[key] = f", obeyed {obeys}, ignored {ignores}"
    return str(g.memo[key])


def offers(g: Nlc, side: int) -> list[Written]:
    """What can be written, one order at a time (routes, sequences and divisions: sheet.py)."""
    found: list[Written] = []
    for sender in senders(g, side):
        if not rating(g, sender):
            continue
        name = g.leader(sender).id
        under_him = recipients(g, sender)
        for to in under_him:
            holder = holder_named(g, to)
            start = recipient_place(g, holder)
            if start < 0 or may_send(g, holder) is not None or may_be_reached(g, sender, holder) is not None:
                continue  # no order at all comes to him
            near = [goal for goal in by_worth(g, start) if within_reach(g, start, target_hexes(g, goal))]
            for kind, entry in ORDERS.items():
                goals = near if entry["needs_target"] and not (kind != "march" and plain(g)) else [""]
                if kind == g.state.orders[holder].kind == "reserve":
                    continue
                for goal in goals:
                    item = Written(name, to, kind, goal)
                    if may_order(g, sender, item, under_him) is None:
                        found.append(item)
    return found


ORDERS_HELP = (
    "Touch a formation, say what it is to do and where. An order takes its time to arrive and is not always obeyed: both stand "
    "beside it. Whoever gets none goes on with what he has."
)


def ask_orders(g: Nlc, side: int) -> Draft:
    """The draft of one side."""
    known: list[list[Written]] = []

    def all_offers() -> list[Written]:
        if not known:
            known.append(offers(g, side))
        return known[0]

    def offered(items: list[Written]) -> list[Written]:
        orders = [item for item in items if not item.more]
        taken = [item.to for item in folded(items)[0]]
        used = {n: sum(item.sender == g.leader(n).id for item in orders) for n in senders(g, side)}
        full = [g.leader(n).id for n, count in used.items() if count >= rating(g, n)]
        fresh = [item for item in all_offers() if item.to not in taken and item.sender not in full]
        return additions(g, items) + fresh

    return g.draft(
        g.seat(side), "Write orders", rule="nlc.20.4.1", item=Written, offers=offered, check=lambda items: offences(g, side, items),  # noqa: E501
        suggest=lambda: g.later.suggest_orders(g, side), label=lambda item: label(g, item), on=lambda item: on(g, item),
        show=lambda item: show(g, item), rows=lambda: list({item.to: row(g, item) for item in all_offers()}.values()),
        waiting="writing orders", about={"help": ORDERS_HELP},
        name=Ask.ORDERS,
    )  # fmt: skip


def issue_orders(g: Nlc) -> Procedure:
    """20.3.1 step 3: both at the same time, in secret."""
    answers = yield g.together(*(ask_orders(g, side) for side in (0, 1)))
    for side in (0, 1):
        send(g, side, answers[g.seat(side)])
