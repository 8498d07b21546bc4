"""The order sheet as it is written (20.4.1): one order after another, and what is added to the order above it.

A player touches who gets the order, then its target, and names the kind. What an order can have besides (a further order of
its sequence, the road of a March, the one division that it is for) is an item of its own that stands below it: `folded` makes
whole orders of them, and these alone are judged and sent (issue.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.kernel import Refusal
from grognard.kernel.scene import OptionView

from .context import Nlc
from .issue import Step, Written, holder_named, may_order, turns_to
from .issue_places import division_units, recipient_place
from .orders import TITLES, holder_name
from .targets import candidates, target_hexes, target_name, within_reach

THEN, BY, ONLY, FORCE, JOIN = "then", "by", "only", "force", "join"
NEXT = 8  # targets that are offered for the next order: places that count, then the nearest
MARCHES = ("attack", "probe", "march")  # what a sequence may hold (20.5.1)
ROAD_FROM, ROAD_TO = 5, 2  # a road that is offered passes within so many hexes of the leader, and of the target


def formation_of(name: str) -> str:
    """Whose order it is: that of a division belongs to its corps."""
    return name.split(":")[1] if name.startswith("division:") else name


def folded(items: Sequence[Written]) -> tuple[list[Written], list[Refusal | None]]:
    """Whole orders, each with what stands below it; and what belongs to no order above it."""
    whole: list[Written] = []
    wrong: list[Refusal | None] = []
    for item in items:
        if not item.more:
            whole.append(item)
            continue
        last = whole[-1] if whole else None
        if last is None or last.sender != item.sender or formation_of(last.to) != formation_of(item.to):
            wrong.append(Refusal("nlc.20.4.1", f"\u201c{TITLES.get(item.kind, item.kind)}\u201d belongs to no order above it."))
            continue
        whole[-1] = _with(last, item)
    return whole, wrong


def _with(last: Written, item: Written) -> Written:
    if item.more == THEN:
        return msgspec.structs.replace(last, then=(*last.then, Step(item.kind, item.target)))
    if item.more == BY:
        return msgspec.structs.replace(last, route=(*last.route, *item.route))
    if item.more == ONLY:
        return msgspec.structs.replace(last, to=item.to)
    if item.more == JOIN:
        return msgspec.structs.replace(last, join=item.join)
    return msgspec.structs.replace(last, force=item.force)


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
        return f"by the {', '.join(g.ground.road_names.get(name, name) for name in item.route)}"
    if item.more == ONLY:
        return f"only {_name(g, item.to)}"
    if item.more == JOIN:
        return f"attached to {_name(g, item.join)}"
    if item.more == FORCE:
        return f"with force {item.force}"
    steps = "".join(f", then {TITLES.get(step.kind, step.kind)} {target_name(g, step.target)}" for step in item.then)
    sender = g.leader(g.static.leader_named[item.sender]).name if item.sender in g.static.leader_named else item.sender
    return f"{sender} to {_name(g, item.to)}: {kind} {goal}{steps}".strip()


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
        return OptionView(item, label(g, item), piece, place, group="To the order above")
    return OptionView(item, label(g, item), piece, place, cost=_arrival(g, item), group=_name(g, item.to))


def _arrival(g: Nlc, item: Written) -> str:
    sender, holder = g.static.leader_named.get(item.sender, -1), holder_named(g, item.to)
    if sender < 0 or holder < 0:
        return ""
    from .hidden import extra_distance

    turns = turns_to(g, sender, recipient_place(g, holder), extra_distance(g, holder))
    return "" if turns is None else "at once" if not turns or item.kind == "general_retreat" else f"turn {g.state.turn + turns}"
