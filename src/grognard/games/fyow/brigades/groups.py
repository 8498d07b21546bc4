"""Section 2.9: Brigade groups. The Senior Commander forms and ends them without dice; they act on his card, head first.

Ruling R156: members stand on one board or in column on several. Those that stand together and take the same link make one
Movement Test with the lowest Movement Points of the group and the worst modifiers. Combat is never fought as a group (2.9.6).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites

from ..acts import March, Work, WorkInColumn
from ..asks import Ask
from ..chance.cards import movement_d10
from ..command.commanders import will_he
from ..contact.contact import arrive
from ..contact.detection import reconnaissance
from ..context import Fyow
from ..engineering.jobs import engineers, jobs_at, may_work, work
from ..march.movement import allowance, ambushed, failed, may_move, movement, reached, turned_back
from ..planning.duties import name_of
from ..records.staff import Group
from ..state import DESTROYED, WITHDRAWN

NEAR_THE_HEAD = 2
ON_THE_SPOT = ("fyow.14.6.1", "fyow.14.9.1")  # of those who make this very move, not of the rest of the column


def group_of(g: Fyow, number: int) -> Group | None:
    return next((group for group in g.state.staff.groups if number in group.members), None)


def of_brigade(g: Fyow, brigade: int) -> Group | None:
    return next((group for group in g.state.staff.groups if group.brigade == brigade), None)


# ------------------------------------------------------------------ forming and ending


def may_form_group(g: Fyow, brigade: int) -> Refusal | None:
    """2.9.1: the Battlegroups of a Brigade, to march or to hold."""
    leader = g.state.brigades[brigade]
    if of_brigade(g, brigade):
        return Refusal("fyow.2.9.1", f"{leader.name} acts as a group already.")
    if len(candidates(g, brigade)) < 2:
        return Refusal("fyow.2.9.1", f"{leader.name} has no two Battlegroups that could form a group.")
    return None


@cites("fyow.2.9.12")
def candidates(g: Fyow, brigade: int) -> list[int]:
    """2.9.1, 2.9.2, 2.9.12: Battlegroups and Fractions of the Brigade on land that are not fighting."""
    own = [n for n in g.in_the_field() if g.unit(n).brigade == brigade and g.unit(n).kind in ("battlegroup", "fraction")]
    own = [n for n in own if not carried(g, n)]
    return [n for n in own if g.battle_of(n) is None and g.unit(n).box < 0 and not g.scattered(n)]


@cites("fyow.2.9.12")
def carried(g: Fyow, number: int) -> bool:
    """2.9.12: afloat or on a train it is no part of a column."""
    unit = g.unit(number)
    return unit.train >= 0 or not g.static.boards[unit.board].land


def may_be_group(g: Fyow, brigade: int, ids: list[str]) -> list[Refusal | None]:
    own = {g.unit(n).id: n for n in candidates(g, brigade)}
    found: list[Refusal | None] = [
        Refusal("fyow.2.9.2", f"{name_of(g, name)} cannot be in this group.") for name in ids if name not in own
    ]
    if len(set(ids)) < max(2, len(ids)):
        found.append(Refusal("fyow.2.9.1", "A group has at least two members, each named once, the head first."))
    return found


@cites("fyow.18.1.1")
def order_of_march(numbers: dict[str, int], ids: list[str]) -> list[int]:
    """18.1.1: units on one route state their order of march among themselves, head first."""
    return [numbers[name] for name in ids]


def form_group(g: Fyow, brigade: int) -> Procedure:
    """2.9.1, 18.1.1: its members in their order of march; the head's orders are those of the group."""
    leader = g.state.brigades[brigade]
    offered = [[g.unit(n).id for n in order] for order in marching_orders(g, brigade)]
    ids: list[str] = yield g.ask_checked(
        leader.side, f"{leader.commander}: who marches in the group, head first?", name=Ask.GROUP, rule="fyow.2.9.2",
        shape=list[str], check=lambda named: [r for r in may_be_group(g, brigade, named) if r],
        suggest=lambda: offered, secret=True, label=lambda named: ", then ".join(name_of(g, name) for name in named),
    )  # fmt: skip
    numbers = {g.unit(n).id: n for n in g.alive(leader.side)}
    group = Group(brigade, order_of_march(numbers, ids))
    g.state.staff.groups.append(group)
    g.tell("{units} act as one group.", rule="fyow.2.9.1", to=leader.side, units=list(group.members))
    g.state.pack = [*g.state.pack[:1], *(card for card in g.state.pack[1:] if card not in group.members)]


def marching_orders(g: Fyow, brigade: int) -> list[list[int]]:
    """All of it, the fastest first; and without the Fractions."""
    own = sorted(candidates(g, brigade), key=lambda n: (g.unit(n).kind != "fraction", -g.half_value(n), n))
    solid = [n for n in own if g.unit(n).kind == "battlegroup"]
    return [order for order in ([own, solid] if solid != own else [own]) if len(order) >= 2]


def end_group(g: Fyow, brigade: int) -> None:
    group = of_brigade(g, brigade)
    if group is not None:
        g.state.staff.groups.remove(group)
        side = g.state.brigades[brigade].side
        g.tell("The group of {name} is ended.", rule="fyow.2.9.1", to=side, name=g.state.brigades[brigade].name)


def detach(g: Fyow, number: int, rule: str, text: str = "{unit} leaves the group.") -> None:
    """2.9.3, 2.9.6, 2.9.9: one member goes; a group of one is none."""
    group = group_of(g, number)
    if group is None:
        return
    group.members.remove(number)
    group.struck = [n for n in group.struck if n != number]
    g.tell(text, rule=rule, to=g.unit(number).side, unit=number)
    if len(group.members) < 2:
        g.state.staff.groups.remove(group)


def attacked(g: Fyow, number: int) -> None:
    """2.9.9: a member other than the lead Battlegroup and reconnaissance before it is detached if ground forces attack it."""
    group = group_of(g, number)
    if group is None or number in group.members[: 2 if leads_in_front(g, group, group.members[0]) else 1]:
        return
    detach(g, number, "fyow.2.9.9", "{unit} is attacked and leaves the group.")


def struck(g: Fyow, number: int) -> None:
    """2.9.10: an attack from the air or the sea does not break the group; the Senior Command may react on his card."""
    group = group_of(g, number)
    if group is None:
        return
    if number not in group.struck:
        group.struck.append(number)


def may_react(g: Fyow, brigade: int, number: int) -> Refusal | None:
    """Ruling R188: those who were struck take cover, that is they Deploy; once for an attack."""
    group, unit = of_brigade(g, brigade), g.unit(number)
    if group is None or number not in group.struck:
        return Refusal("fyow.2.9.10", f"{unit.name} has not been attacked from the air or the sea.")
    if unit.moves >= allowance(unit):
        return Refusal("fyow.15.3.4", f"{unit.name} has no move left today, and deploying costs one.")
    if g.cramped(number):
        return Refusal("fyow.13.1.1", f"{g.static.boards[unit.board].name} is a half board: a Battlegroup cannot deploy there.")
    return None


def react(g: Fyow, brigade: int, number: int) -> None:
    """2.9.10, 8.5.1: whether he reacts is a decision of will."""
    group, unit, leader = of_brigade(g, brigade), g.unit(number), g.state.brigades[brigade]
    assert group is not None
    group.struck.remove(number)
    if not will_he(g, leader, f"does {unit.name} take cover?"):
        g.tell("{name} lets {unit} march on.", rule="fyow.2.9.10", to=unit.side, name=leader.commander, unit=number)
        return
    unit.attitude, unit.facing, unit.calm = "deployed", unit.edge, -1
    unit.moves, unit.moved = unit.moves + 1, True
    g.tell("{unit} takes cover and stands Deployed.", rule="fyow.2.9.10", to=unit.side, unit=number)


# ------------------------------------------------------------------ 2.9.11: engineers in the column


def work_acts(g: Fyow, brigade: int) -> list[WorkInColumn]:
    """2.9.11: what the engineers at or near the head (first or second in the column) can do on the Senior Command's card."""
    group = of_brigade(g, brigade)
    near = group.members[:NEAR_THE_HEAD] if group else []
    found = [(n, job, place) for n in near if engineers(g, n) for job, place in jobs_at(g, n)]
    return [WorkInColumn(*job) for job in found]


def may_work_in_column(g: Fyow, brigade: int, act: WorkInColumn) -> Refusal | None:
    number = act.member
    if g.unit(number).worked == g.now or g.unit(number).moved:
        return Refusal("fyow.2.9.11", f"{g.unit(number).name} has done its work of this session.")
    return may_work(g, number, Work(act.job, act.place))


def work_in_column(g: Fyow, act: WorkInColumn) -> None:
    """2.9.11: one throw of work for the session; the workers do not march in it (ruling R48)."""
    g.unit(act.member).worked = g.now
    work(g, act.member, act.job, act.place)


def tidy_groups(g: Fyow) -> None:
    """2.9.1: without its Senior Command a group is none (R50); 10.4.1: who is withdrawn goes his own way, whatever it does."""
    for group in list(g.state.staff.groups):
        if g.unit(g.state.brigades[group.brigade].hq).condition == DESTROYED:
            end_group(g, group.brigade)
            continue
        group.members = [n for n in group.members if g.unit(n).condition != DESTROYED and g.unit(n).kind != "picket"]
        for number in [n for n in group.members if g.unit(n).condition == WITHDRAWN]:
            detach(g, number, "fyow.10.4.1", "{unit} is withdrawn and leaves the group.")
        for number in [n for n in group.members if carried(g, n)]:
            detach(g, number, "fyow.2.9.12")
        if len(group.members) < 2 and group in g.state.staff.groups:
            g.state.staff.groups.remove(group)


# ------------------------------------------------------------------ marching


def group_movement(g: Fyow, members: list[int], link: int, group: Group) -> Tally:
    """2.9.7, ruling R156: the lowest Movement Points among its Battlegroups, in each column the worst modifier."""
    limit = [n for n in group.members if not leads_in_front(g, group, n)] or list(group.members)
    if leads_in_front(g, group, members[0]) and len(members) == 1:
        return movement(g, members[0], link)  # 2.9.8
    found: dict[str, list[Any]] = {}
    for number in limit:
        for place, term in enumerate(movement(g, number, link, companions=members).terms):
            if number in members or term.rule not in ON_THE_SPOT:
                found.setdefault("points" if place == 0 else term.text, []).append(term)
    total = Tally("movement of the group")
    for terms in found.values():
        worst = min(terms, key=lambda term: term.amount)
        all_of_them = [n for n in limit if n in members] if worst.rule in ON_THE_SPOT else limit
        if worst.amount <= 0 or len(terms) == len(all_of_them):  # what helps must help all of them: elite, tried before
            total.add(worst.amount, worst.text, worst.rule or "fyow.2.9.7")
    return total


@cites("fyow.2.9.8")
def leads_in_front(g: Fyow, group: Group, number: int) -> bool:
    """2.9.8: a reconnaissance Fraction at the head is free of the limit."""
    first = group.members[0] == number and g.unit(number).kind == "fraction"
    return first and reconnaissance(g, number)


def may_march(g: Fyow, group: Group, members: list[int], link: int) -> Refusal | None:
    """2.9.6: never into contact; otherwise each member's own limits hold (ruling R156)."""
    side = g.unit(members[0]).side
    target = g.static.other_end(link, g.unit(members[0]).board)
    if g.known_enemies(side, target):
        place = g.static.boards[target].name
        return Refusal("fyow.2.9.6", f"The enemy is at {place}: a Battlegroup that is to attack must leave the group first.")
    for number in members:
        if refusal := may_move(g, number, link):
            return refusal
    worth = sum(g.half_value(n) for n in members + [n for n in g.on_board(target, side) if g.unit(n).kind != "fixed"])
    if worth > 2 * g.static.cap:
        words = f"{g.static.boards[target].name} would hold {worth // 2} points; it takes {g.static.cap}."
        return Refusal("fyow.13.9.1", words, limit=g.static.cap, measured=worth // 2)
    return None


def stacks(g: Fyow, group: Group) -> list[list[int]]:
    """The parts of the column, head first: members that stand together."""
    found: dict[int, list[int]] = {}
    for number in group.members:
        found.setdefault(g.unit(number).board, []).append(number)
    return list(found.values())


def march_acts(g: Fyow, members: list[int]) -> list[March]:
    return [March(link) for link in g.static.land_links(g.unit(members[0]).board)]


def march(g: Fyow, group: Group, members: list[int], link: int) -> Procedure:
    """2.9.5, 2.9.7: one test for all; then they arrive in their order."""
    head = members[0]
    side, target = g.unit(head).side, g.static.other_end(link, g.unit(head).board)
    total = group_movement(g, members, link, group)
    words: dict[str, Any] = {"by": side, "to": [side], "units": list(members), "board": target, "tallies": [total]}
    die = movement_d10(g, "{units} march to {board} as a group", rule="fyow.2.9.7", **words)
    for number in members:
        g.unit(number).moved, g.unit(number).still, g.unit(number).calm = True, 0, -1
    if ambushed(g, head, link, target) or turned_back(g, head, link, target):
        return
    if die + int(total) < g.static.link_cost[link]:
        for number in members:
            failed(g, number, link, target, die + int(total))
        return
    for number in members:
        before = len(g.state.battles)
        reached(g, number, link)
        if g.battle_of(head) is not None and number != head:
            continue  # the head has run into the enemy: the others stay in the box behind it
        yield from arrive(g, number)
        if len(g.state.battles) > before:
            detach(g, number, "fyow.2.9.6", "{unit} is in contact and leaves the group.")
