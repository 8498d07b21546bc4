"""Section 9: a BC asks for another force through the chain of command; each link deals with it at its own next card."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, cites

from ..acts import AskFor
from ..command.commanders import can_he
from ..command.questions import manages, may_put
from ..condition.condition import highest
from ..context import Fyow
from ..planning.plans import CALL
from ..records.staff import Request
from ..state import DESTROYED, Order
from .order_kinds import may_order
from .triggers import holds

WAITS = (3, 2, 1)  # score on a D6 in the first, second and third session (ruling R18)


@cites("fyow.9.1.1")
def chain_of(g: Fyow, asker: int, wanted: int) -> list[int]:
    """9.1.1: his own Senior Commander, the highest command if another Brigade is concerned, and that Brigade's."""
    own, other = g.unit(asker).brigade, g.unit(wanted).brigade
    if own == other:
        return [own]
    middle = highest(g, g.unit(asker).side)
    return [own, *([middle] if middle not in (own, other) else []), other]


def may_request(g: Fyow, number: int, wanted: int, kind: str, objective: int) -> Refusal | None:
    unit = g.unit(number)
    if wanted == number or g.unit(wanted).condition == DESTROYED or g.unit(wanted).waits:
        return Refusal("fyow.9.1.1", "He asks for another force.")
    if any(r.asker == number and r.wanted == wanted for r in g.state.staff.requests):
        return Refusal("fyow.9.1.2", f"His request for {g.unit(wanted).name} is under way.")
    return may_order(g, wanted, kind, objective) or may_put(g, unit.commander, f"request {wanted}")


def as_provided(g: Fyow, number: int) -> None:
    """9.1.3: if his orders provide for the request no throw is needed: the force that they name is called."""
    unit = g.unit(number)
    for item in [item for item in unit.then if item.kind == CALL and holds(g, number, item.when)]:
        under_way = any(r.asker == number and r.wanted == item.whom for r in g.state.staff.requests)
        if g.unit(item.whom).condition == DESTROYED:
            unit.then = [other for other in unit.then if other is not item]
        elif not under_way and may_order(g, item.whom, "support", unit.board) is None:
            unit.then = [other for other in unit.then if other is not item]
            send_up(g, number, item.whom, "support", unit.board)


def request(g: Fyow, number: int, wanted: int, kind: str, objective: int) -> None:
    """9.1.3: a Command Decision; then it goes through the chain."""
    if manages(g, g.unit(number), f"does he ask for {g.unit(wanted).name}?", f"request {wanted}"):
        send_up(g, number, wanted, kind, objective)


def send_up(g: Fyow, number: int, wanted: int, kind: str, objective: int) -> None:
    """9.1.1: to his own Senior Commander first."""
    unit = g.unit(number)
    chain = chain_of(g, number, wanted)
    g.state.staff.requests.append(Request(number, wanted, kind, objective, chain, since=g.now))
    text = "{name} asks through the chain for {unit}: {duty}, {board}."
    words: dict[str, Any] = {"name": unit.commander, "unit": wanted, "duty": kind, "board": objective}
    g.tell(text, rule="fyow.9.1.3", to=unit.side, **words)
    if not chain:
        grant(g, g.state.staff.requests[-1])


def deal_with(g: Fyow, brigade: int) -> None:
    """9.1.2, 9.3.1: at the card of this link; the last one decides by the dice of section 8."""
    leader = g.state.brigades[brigade]
    for asked in [r for r in g.state.staff.requests if r.chain and r.chain[0] == brigade]:
        if g.options["signals_delay"] and not through(g, brigade, asked):
            continue
        asked.waits = 0
        asked.chain = asked.chain[1:]
        if asked.chain:
            text = "{name} passes on the request for {unit}."
            g.tell(text, rule="fyow.9.1.2", to=leader.side, name=leader.commander, unit=asked.wanted)
            continue
        if g.unit(asked.wanted).condition == DESTROYED:
            g.state.staff.requests.remove(asked)
        elif can_he(g, leader, f"does {g.unit(asked.wanted).name} get other orders?", rule="fyow.9.3.1"):
            grant(g, asked)
        else:
            g.state.staff.requests.remove(asked)
            g.tell("{name} refuses {unit}.", rule="fyow.9.3.1", to=leader.side, name=leader.commander, unit=asked.wanted)


def through(g: Fyow, brigade: int, asked: Request) -> bool:
    """9.2.1, ruling R18: 3+ in the first session, 2+ in the second, then by itself; at each link of the chain."""
    score = WAITS[min(asked.waits, 2)]
    side = g.state.brigades[brigade].side
    if score > 1:
        die = g.d6("Are the signals through?", rule="fyow.9.2.1", by=side, to=[side])
        if die < score:
            asked.waits += 1
            return False
    return True


def grant(g: Fyow, asked: Request) -> None:
    """9.3.2: the BC concerned knows it at once and acts on it at his next card."""
    g.state.staff.requests.remove(asked)
    unit = g.unit(asked.wanted)
    if may_order(g, asked.wanted, asked.kind, asked.objective) is not None:
        return
    unit.pending = Order(asked.kind, asked.objective)
    text = "{unit} is told: {duty}, {board}."
    words: dict[str, Any] = {"unit": asked.wanted, "duty": asked.kind, "board": asked.objective}
    g.tell(text, rule="fyow.9.3.2", to=unit.side, **words)


def acts_of(g: Fyow, number: int) -> list[AskFor]:
    """What a BC may ask for: help here from the others of his side, if he has met something."""
    unit = g.unit(number)
    if not unit.surprised and not g.known_enemies(unit.side, unit.board):
        return []
    others = [n for n in g.in_the_field(unit.side) if n != number and g.unit(n).kind in ("battlegroup", "fraction")]
    near = sorted(others, key=lambda n: (g.static.far[unit.board].get(g.unit(n).board, 999), n))[:3]
    return [AskFor(n, kind, unit.board) for n in near for kind in ("support", "engage")]
