"""Sections 4.6.2, 6.3.2: the card of a Senior Command: requests, reserves, merging, groups; then its group marches."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from grognard.kernel import Procedure, Refusal, cites

from .. import acts
from ..acts import DONE, HALT, Act
from ..asks import Ask
from ..battle.paper import battle_card, tidy
from ..brigades import groups
from ..brigades.attachments import brigade_ids
from ..command.questions import may_claim, open_questions
from ..condition.condition import highest
from ..context import Fyow
from ..engineering.jobs import JOBS
from ..forces import merging
from ..orders import requests
from ..planning.duties import attends
from ..state import DESTROYED
from .opening import by_daylight, opening, picket_stages, reorganise
from .routine import DANGER, NOWHERE, next_step

ON_THE_WAY = (acts.Done, acts.Release, acts.FormGroup, acts.CallObvious)  # what can still be gone back on


@cites("fyow.6.3.2")
def answer_requests(g: Fyow, number: int) -> None:
    """6.3.2: at his activation he answers requests for changed orders or for HQ elements."""
    requests.deal_with(g, number)


def senior_card(g: Fyow, number: int) -> Procedure:
    """4.6.2: what comes by itself first; then the Senior Commander's own acts, five decisions at most; then the march."""
    brigade = g.state.brigades[number]
    if g.unit(brigade.hq).condition == DESTROYED:
        return
    if g.state.step == "":
        open_questions(g)
        help_to_rally(g, number)
        answer_requests(g, number)
        groups.tidy_groups(g)
        g.state.step = "looked"
        g.checkpoint()
    while g.state.step == "looked":
        if not wanted(g, number):
            break
        thought = acts_of(g, number)
        if not any(may_act(g, number, act) is None for act in thought if not isinstance(act, acts.CallObvious)):
            break
        g.checkpoint()
        words: dict[str, Any] = {
            "may": lambda act: may_act(g, number, act), "also": [DONE], "label": lambda act: label(g, number, act),
            "on": lambda act: (f"u{whom}" if (whom := about(act)) >= 0 else "", ""), "secret": True,
            "name": Ask.SENIOR_ACT, "done": DONE, "kind": "order",
            "final": lambda act: not isinstance(act, ON_THE_WAY),
        }  # fmt: skip
        prompt = f"{brigade.commander}, {brigade.name}: what does the Senior Command do?"
        act = yield g.ask(brigade.side, prompt, thought, rule="fyow.4.6.2", **words)
        if act == DONE:
            break
        yield from carry_out(g, number, act)
    if g.state.step != "march":
        open_group(g, number)
        g.state.step = "march"
        g.checkpoint()
    yield from march(g, number)


def wanted(g: Fyow, number: int) -> bool:
    """Option staff_routine: the Senior Command is asked if the player attends to it, or members of its group were struck."""
    group = groups.of_brigade(g, number)
    return attends(g, brigade_ids(g)[number]) or (group is not None and bool(group.struck))


def open_group(g: Fyow, number: int) -> None:
    """The members' own openings: new orders, and what they see about them."""
    group = groups.of_brigade(g, number)
    for member in list(group.members) if group else []:
        opening(g, member)


def help_to_rally(g: Fyow, number: int) -> None:
    """15.3.7: the Senior Commander's activation may stand for one of the two that a force in Disarray needs."""
    brigade = g.state.brigades[number]
    if not by_daylight(g):
        return
    for other in g.on_board(g.unit(brigade.hq).board, brigade.side):
        unit = g.unit(other)
        if unit.disarray and not unit.helped and unit.brigade == number:
            unit.helped = True  # whichever card came first: one activation of its own is needed in any case
            reorganise(g, other, "fyow.15.3.7")


def acts_of(g: Fyow, number: int) -> list[Act]:
    """2.5.3, 2.7.1, 2.9.1, 2.9.3, 2.9.10, 2.9.11."""
    brigade = g.state.brigades[number]
    over_all = highest(g, brigade.side) == number
    own = [n for n in g.in_the_field(brigade.side) if over_all or g.unit(n).brigade == number]
    own = [n for n in own if g.unit(n).kind == "battlegroup"]
    pairs = [(a, b) for a in own for b in own if a != b and g.unit(a).board == g.unit(b).board]
    found: list[Act] = [acts.Merge(a, b) for a, b in pairs]
    if merging.pool_of(g, brigade.side):
        found.append(acts.Release())
    group = groups.of_brigade(g, number)
    if group is None:
        found.append(acts.FormGroup())
    else:
        found += [acts.EndGroup(), *(acts.SplitOff(n) for n in group.members), *(acts.React(n) for n in group.struck)]
        found += groups.work_acts(g, number)
    if found:
        found.append(acts.CallObvious())
    return found


def may_act(g: Fyow, number: int, act: Act) -> Refusal | None:
    if isinstance(act, acts.Merge):
        return merging.may_merge(g, number, act.one, act.other)
    if isinstance(act, acts.Release):
        if refusal := merging.may_open_pool(g, number):
            return refusal
        return None if merging.releases(g, number) else Refusal("fyow.2.5.2", "No Battlegroup could take any of the reserve.")
    if isinstance(act, acts.FormGroup | acts.EndGroup | acts.SplitOff):
        split, put = isinstance(act, acts.SplitOff), g.state.staff.put
        if f"group {act.notation()[1:]}" in put or (not split and "group ()" in put):
            return Refusal("fyow.2.9.1", "The group was formed or ended in this activation.")
        return groups.may_form_group(g, number) if isinstance(act, acts.FormGroup) else None
    if isinstance(act, acts.React):
        return groups.may_react(g, number, act.member)
    if isinstance(act, acts.WorkInColumn):
        return groups.may_work_in_column(g, number, act)
    if isinstance(act, acts.CallObvious):
        return may_claim(g)
    return None


def carry_out(g: Fyow, number: int, act: Act) -> Procedure:
    if isinstance(act, acts.Merge):
        yield from merging.merge(g, number, act.one, act.other)
    elif isinstance(act, acts.Release):
        yield from merging.release(g, number)
    elif isinstance(act, acts.FormGroup):
        g.state.staff.put = [*g.state.staff.put, "group ()"]
        yield from groups.form_group(g, number)
    elif isinstance(act, acts.EndGroup):
        g.state.staff.put = [*g.state.staff.put, "group ()"]
        groups.end_group(g, number)
    elif isinstance(act, acts.SplitOff):
        groups.detach(g, act.member, "fyow.2.9.3", "{unit} is split from the group.")
    elif isinstance(act, acts.React):
        groups.react(g, number, act.member)
    elif isinstance(act, acts.WorkInColumn):
        groups.work_in_column(g, act)
    elif isinstance(act, acts.CallObvious):
        g.state.staff.obvious = "claimed"


def label(g: Fyow, number: int, act: Act) -> str:
    if isinstance(act, acts.Merge):
        return f"Merge {g.unit(act.other).name} into {g.unit(act.one).name}"
    if isinstance(act, acts.SplitOff):
        return f"Split {g.unit(act.member).name} from the group"
    if isinstance(act, acts.React):
        return f"React to the attack: {g.unit(act.member).name} takes cover"
    if isinstance(act, acts.WorkInColumn):
        return f"{g.unit(act.member).name}: work on {JOBS[act.job]}"
    return LABELS[type(act)]


def about(act: Act) -> int:
    """The force that the act is about first; -1: none."""
    if isinstance(act, acts.Merge):
        return act.one
    return act.member if isinstance(act, acts.SplitOff | acts.React | acts.WorkInColumn) else -1


LABELS: dict[type[Act], str] = {
    acts.Release: "Release reserves", acts.FormGroup: "Form a Brigade group", acts.EndGroup: "End the group",
    acts.CallObvious: "Call the next decision obvious", acts.Done: "Nothing more",
}  # fmt: skip


def march(g: Fyow, number: int) -> Procedure:
    """2.9.5: the group acts on his card, its head first; who is in a battle has his battle's card."""
    group = groups.of_brigade(g, number)
    while group is not None and (members := next_stack(g, group)):
        g.checkpoint()
        head, side = members[0], g.unit(members[0]).side
        g.state.staff.put = [*g.state.staff.put, f"halt {head}"]
        shaken = [n for n in members if g.unit(n).disarray and by_daylight(g)]
        for member in members[1:]:
            g.unit(member).order = structs.replace(g.unit(head).order)
        words: dict[str, Any] = {
            "may": lambda act, group=group, members=members: groups.may_march(g, group, members, act.link), "also": [HALT],
            "label": lambda act, head=head: march_words(g, head, act), "secret": True,
            "on": lambda act, head=head: (f"u{head}", _place(g, head, act)),
            "name": Ask.MARCH_OF_GROUP, "decline": HALT, "final": True, "kind": "move",
        }  # fmt: skip
        names = ", ".join(g.unit(n).name for n in members)
        order = g.unit(head).order
        prompt = (
            f"The group of {g.state.brigades[number].name} ({names}): {order.kind}, {g.static.boards[order.objective].name}"
        )
        marches = groups.march_acts(g, members)
        step = DANGER if attends(g, brigade_ids(g)[number]) else next_step(
            g, head, [act.link for act in marches if groups.may_march(g, group, members, act.link) is None]
        )
        if step == DANGER:
            act = yield g.ask(side, prompt, marches, rule="fyow.2.9.5", **words)
        else:
            act = HALT if step == NOWHERE or shaken else acts.March(step)
        if isinstance(act, acts.March):
            yield from groups.march(g, group, members, act.link)
            tidy(g)
        for member in shaken if act == HALT else []:
            reorganise(g, member, "fyow.15.3.6")  # ruling R40: it has done nothing else on this card
        group = groups.of_brigade(g, number)
    for member in list(group.members) if group else []:
        yield from picket_stages(g, member)
        if g.battle_of(member) is not None and f"battle {member}" not in g.state.staff.put:
            g.checkpoint()
            g.state.staff.put = [*g.state.staff.put, f"battle {member}"]
            yield from battle_card(g, member)


def next_stack(g: Fyow, group: Any) -> list[int]:
    """The next part of the column that has not had its turn."""
    for stack in groups.stacks(g, group):
        members = [n for n in stack if g.battle_of(n) is None and not g.unit(n).moved]
        members = [n for n in members if g.unit(n).worked != g.now]
        if members and f"halt {members[0]}" not in g.state.staff.put:
            return members
    return []


def _place(g: Fyow, head: int, act: Act) -> str:
    board = g.unit(head).board
    return g.static.boards[g.static.other_end(act.link, board) if isinstance(act, acts.March) else board].id


def march_words(g: Fyow, head: int, act: Act) -> str:
    if not isinstance(act, acts.March):
        return "Halt"
    return f"March to {g.static.boards[g.static.other_end(act.link, g.unit(head).board)].name}"
