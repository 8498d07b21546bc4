"""Chapter 4, HQ actions as money: who pays for whom, no kind twice in a round (4.hq.reach, 4.action.same)."""

from __future__ import annotations

from grognard.kernel import Refusal

from ..context import Napalini
from .choices import Act

RULES = {
    Act.MOVE_HQ: "napalini.4.action.move-hq",
    Act.PROMPT: "napalini.4.action.prompt",
    Act.BONUS_OP: "napalini.4.action.bonus-op",
    Act.ORDER: "napalini.4.action.independent",
    Act.SEEK: "napalini.4.action.seek",
    Act.WIRE: "napalini.4.action.wire",
    Act.BARRAGE: "napalini.4.action.barrage",
    Act.MAP_FIRE: "napalini.4.action.map-fire",
    Act.ENGINEERS: "napalini.4.action.engineers",
    Act.DEMOLITION: "napalini.4.action.demolition",
    Act.STRIKE: "napalini.4.action.air-strike",
}


def payers(g: Napalini, side: str, formation: int) -> list[int]:
    """4.hq.reach: HQs that can pay for an action that serves this formation."""
    main = g.camp(side).main
    found = []
    for f in g.formations(side):
        army = g.army(f)
        if army.actions <= 0 or g.hq(f) < 0:
            continue
        if f != formation and f != main:
            continue
        if army.moved_hq:
            continue
        found.append(f)
    return found


def may_act(g: Napalini, kind: Act) -> Refusal | None:
    """4.action.same: not the same kind twice in a round by the same side."""
    if kind in g.round.kinds:
        return Refusal("napalini.4.action.same", f"The action {kind} was chosen already this round.")
    if kind is Act.PROMPT and g.round.step not in ("name", "actions"):
        return Refusal("napalini.4.activate.no-hindsight", "An Op is prompted before its throw.")
    return None


def why_no_payer(g: Napalini, side: str, payer: int, formation: int) -> Refusal | None:
    """The first rule against this HQ paying for an action that serves this formation."""
    if payer not in g.formations(side) or formation not in g.formations(side):
        return Refusal("napalini.4.hq.reach", "That is no HQ and no formation of yours.")
    army, name = g.army(payer), g.static.formations[payer].name
    if g.hq(payer) < 0:
        return Refusal("napalini.4.hq.lost", f"{name} has no HQ.")
    if payer not in (formation, g.camp(side).main):
        other = g.static.formations[formation].name
        return Refusal("napalini.4.hq.reach", f"The HQ of {name} cannot act for {other}: only the main HQ acts for others.")
    if army.moved_hq:
        return Refusal("napalini.4.action.move-hq", f"The HQ of {name} has moved and uses no other action in this round.")
    if army.actions <= 0:
        return Refusal("napalini.4.hq.generate", f"The HQ of {name} has no action left in this period.")
    return None


def pay(g: Napalini, payer: int, kind: Act) -> None:
    g.army(payer).actions -= 1
    g.army(payer).used_action = True
    chosen(g, kind)


def chosen(g: Napalini, kind: Act) -> None:
    if kind not in g.round.kinds:
        g.round.kinds.append(kind.value)


def failed(g: Napalini, payer: int, kind: Act) -> None:
    """4.comms.fail-action; R63 has the switch that spends it."""
    chosen(g, kind)
    if g.option("failed_comms_loses_action"):
        g.army(payer).actions -= 1
    g.army(payer).used_action = True
    fate = "lost" if g.option("failed_comms_loses_action") else "kept"
    g.tell(f"The order is not heard; the HQ action is {fate}.", rule="napalini.4.comms.fail-action")
