"""Who moves in the Movement Segment: the question, and why not.

Options are worked out beforehand; the judges are asked only when somebody wants to know why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard.kernel import DONE, Refusal, cites
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..context import Nlc
from ..hidden.marches import is_phantom, leader_is_hidden
from ..orders.holders import holder_name
from ..values import Arrival, Commander, Enter, Headquarters, Mover, ShowMarch, mover, units_meant
from .movement import may_move
from .reinforcements import leader_arrivals


def ask_mover(g: Nlc, options: list[Any], activated: Sequence[int], end: Callable[[], Refusal | None]) -> Listed:
    """5.0.1: unit by unit, in any order. `end` says why the segment may not end yet."""
    side = g.stage.side

    def judge(value: Any) -> Refusal | None:
        if value == DONE:
            return end()
        if isinstance(value, Commander | Arrival | Headquarters | ShowMarch):
            return None if value in movable_leaders(g) or value in showable(g) else _leader_stays(g, value)
        if isinstance(value, Enter):
            return None
        hex = value.hex
        if not g.own_at(hex, side) or (value.place or 0) >= len(g.own_at(hex, side)):  # of others' units nothing is told
            return Refusal("nlc.4.0.6", f"{g.place(hex)} holds no troops of yours.")
        for unit in units_meant(g, value):
            if unit not in activated and not is_phantom(g, unit):
                return Refusal("nlc.4.0.6", f"{g.name(unit)} is not governed by the chit that acts now.")
            if refusal := may_move(g, unit):
                return refusal
            if g.stage.stuck >> unit & 1:
                return Refusal("nlc.5.0.1", f"{g.name(unit)} can reach no hex where it may end its move.")
        return None

    def candidates() -> Iterable[Any]:
        yield from (mover(g, [unit]) for unit in g.army_units(side))
        yield from (Commander(leader.id) for leader in g.static.leaders if leader.side == side and g.present(leader.number))
        yield DONE

    def show(value: Any) -> OptionView:
        piece, place = acts_on(g, value)
        group = "" if value == DONE else _company(value)
        return OptionView(value, mover_words(g, value), piece, place, group=group)

    return Listed(
        g.seat(side), "Move which unit?", options, "nlc.5.0.1", judge=judge, candidates=candidates,
        label=lambda value: mover_words(g, value), on=lambda value: acts_on(g, value), show=show,
        name=Ask.MOVER, kind="move",
    )  # fmt: skip


def mover_words(g: Nlc, value: Any) -> str:
    if value == DONE:
        return "end the movement"
    if not isinstance(value, Mover | Enter):
        return leader_words(g, value)
    units = units_meant(g, value)
    names = g.names(units)
    return f"{names} {g.verb(len(units), 'enters', 'enter')} the map" if isinstance(value, Enter) else names


def acts_on(g: Nlc, value: Any) -> tuple[str, str]:
    """The piece and the place that an option lights up."""
    if value == DONE or isinstance(value, ShowMarch):
        return "", ""
    if isinstance(value, Arrival):
        return "", g.label(g.static.groups[g.leader(g.static.leader_named[value.id]).arrives].entry)
    if isinstance(value, Headquarters):
        return f"hq-{g.static.armies[value.army].id}", ""
    if isinstance(value, Commander):
        return value.id, ""
    if isinstance(value, Enter):  # the hex at the edge glows: their counters are not on the map yet
        return "", g.label(g.static.groups[value.group].entry)
    unit = units_meant(g, value)[0]
    return g.units[unit].id, g.label(g.at(unit))


def _company(value: Any) -> str:
    if isinstance(value, Enter):
        return "reinforcements"
    if isinstance(value, Mover):
        return "stacks" if value.place is None else "units"
    return "commanders"


def _leader_stays(g: Nlc, value: Any) -> Refusal | None:
    if not isinstance(value, Commander):
        return Refusal("nlc.4.3.1", "That cannot be moved now.")
    leader = g.static.leader_named[value.id]
    data, formation = g.leader(leader), g.state.leads[leader]
    if g.state.leaders_moved >> leader & 1:
        return Refusal("nlc.4.3.1", f"{data.name} has moved this turn.")
    if formation >= 0 and g.formation_order(formation).kind == "reserve":
        return Refusal("nlc.20.2.28", f"{data.name} is in Reserve and may not move.")
    return Refusal("nlc.19.1.2", f"{data.name} moves in the movement segment of his own formation.")


Leading = Commander | Arrival | Headquarters  # what moves besides units


def leader_words(g: Nlc, value: Leading | ShowMarch) -> str:
    if isinstance(value, Headquarters):
        return f"headquarters of {g.static.armies[value.army].name}"
    if isinstance(value, ShowMarch):
        return f"{holder_name(g, value.holder)} shows itself"
    leader = g.leader(g.static.leader_named[value.id]).name
    return f"{leader} enters the map" if isinstance(value, Arrival) else leader


def movable_leaders(g: Nlc) -> list[Leading]:
    """4.3.1, 19.1.2, R14, R148: leaders of the activated formations, and OCs and free WCs who have not moved this turn."""
    stage = g.stage
    found: list[Leading] = []
    for data in g.static.leaders:
        leader = data.number
        if data.side != stage.side or g.state.leaders_moved >> leader & 1 or not g.present(leader):
            continue
        if not moves_in_any_stage(g, leader) and not moves_with_formation(g, g.state.leads[leader]):
            continue
        if not leader_is_hidden(g, leader):
            found.append(Commander(data.id))
    if stage.kind in ("reserve", "night"):
        for army in g.static.armies:
            order = g.state.orders[g.static.hq_holder[army.number]]
            if army.side != stage.side or g.state.hq_at[army.number] < 0 or f"hq {army.number}" in g.state.done:
                continue
            if order.kind in ("march", "fall_back", "general_retreat"):
                found.append(Headquarters(army.number))
    return [*found, *leader_arrivals(g)]


@cites("nlc.4.3.1")
def moves_in_any_stage(g: Nlc, leader: int) -> bool:
    """4.3.1, R148: an OC or a free WC moves in any one Action Stage of his side."""
    return g.state.leads[leader] < 0


def moves_with_formation(g: Nlc, formation: int) -> bool:
    """19.1.2: with the formation that he leads, if that acts now; in Reserve he stays (20.2.28)."""
    stage = g.stage
    if formation not in stage.formations or g.formation_order(formation).kind == "reserve":
        return False
    return not (stage.kind == "chit" and formation in g.state.reserve)


def showable(g: Nlc) -> list[ShowMarch]:
    """25.5.2.3: hidden marches that their owner may show now."""
    mine = [march.holder for march in g.state.marches if g.static.holders[march.holder].side == g.stage.side]
    return [ShowMarch(holder) for holder in mine]
