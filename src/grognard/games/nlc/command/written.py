"""An order as it is written (20.4.1), and the sheet folded into whole orders."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from grognard.kernel import Refusal

from ..context import Nlc
from ..orders.holders import TITLES


class Step(Struct, frozen=True):
    """A further order of a sequence (20.5.1)."""

    kind: str
    target: str = ""


class Written(Struct, frozen=True):
    """An order as it is written (20.4.1). `to` is a formation, "hq-<army>", a commander, or
    "division:<formation>:<division>".
    """

    sender: str
    to: str
    kind: str
    target: str = ""
    route: tuple[str, ...] = ()
    then: tuple[Step, ...] = ()
    force: int = 0
    join: str = ""  # a formation that a division is attached to (20.13.5)
    more: str = ""  # not an order of its own: what it adds to the order above it (sheet.py)


def holder_named(g: Nlc, name: str) -> int:
    """The number of a recipient; -1: there is none of that name."""
    static = g.static
    if name in static.formation_named:
        return static.formation_named[name]
    if name.startswith("hq-"):
        for army in static.armies:
            if army.id == name[3:]:
                return static.hq_holder[army.number]
    if name in static.leader_named:
        return static.commander_holder.get(static.leader_named[name], -1)
    if name.startswith("division:"):
        _, formation, division = name.split(":", 2)
        return static.division_holder.get((static.formation_named.get(formation, -1), division), -1)
    return -1


THEN, BY, ONLY, FORCE, JOIN = "then", "by", "only", "force", "join"


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
