"""Chapter 7.11: cavalry and horse artillery slip away before they are attacked."""

from __future__ import annotations

from grognard.kernel import PASS, Procedure, Refusal

from ..army.morale import Situation, morale
from ..asks import Ask
from ..context import Nlc
from ..hidden.discovery import vanish
from ..state import Attack
from ..static import CAVALRY, HORSE
from .retreat import disrupt, retreat, retreat_hexes
from .strengths import defenders_of, flanked, still_attacking


def may_slip(g: Nlc, unit: int, attack: Attack) -> Refusal | None:
    """7.11.1: outside enemy ZOCs when the turn began, and no cavalry among the attackers."""
    if g.units[unit].arm not in (CAVALRY, HORSE):
        return Refusal("nlc.7.11.1", f"{g.name(unit)} is neither cavalry nor horse artillery.")
    if not g.state.free_at_dawn >> unit & 1:
        return Refusal("nlc.7.11.1", f"{g.name(unit)} was in an enemy zone of control when the turn began.")
    attackers = still_attacking(g, attack)
    if any(map(g.is_cavalry, attackers)):
        return Refusal("nlc.7.11.1", "Cavalry is among the attackers.")
    if not retreat_hexes(g, g.side(unit), g.at(unit), [g.at(attacker) for attacker in attackers]):
        return Refusal("nlc.7.4.7", f"{g.name(unit)} has nowhere to go.")
    return None


def slip_away(g: Nlc, attack: Attack) -> Procedure:
    """R61: each unit that qualifies decides for itself, after all attacks are declared. R149: who has just slipped into the
    hex is not attacked there.
    """
    side = 1 - g.stage.side
    yield from vanish(g, attack.target, side)
    for unit in defenders_of(g, attack.target, g.stage.side)[0]:
        if not still_attacking(g, attack) or may_slip(g, unit, attack) is not None:
            continue
        answer = yield g.ask(
            g.seat(side), f"{g.name(unit)} is about to be attacked at {g.place(attack.target)}. Retreat before combat?",
            [PASS, "retreat"], rule="nlc.7.11.1", label=lambda v: "stand" if v == PASS else "slip away",
            about={"piece": g.units[unit].id, "place": g.label(attack.target)},
            name=Ask.SLIP_AWAY, final=True,
        )  # fmt: skip
        if answer == PASS:
            continue
        g.state.was_attacked |= 1 << unit  # 20.8.1: whoever gives way to an attack was attacked
        if g.on("advanced_disruption"):
            roll = g.d6("Does {unit} keep order?", rule="nlc.25.1.1", by=g.seat(side), unit=unit)
            if int(morale(g, unit, Situation(flanked=flanked(g, attack.target, side)))) < roll:
                disrupt(g, unit, rule="nlc.25.1.1")
        hexes = [g.at(attacker) for attacker in still_attacking(g, attack)]
        yield from retreat(g, side, [unit], hexes, rule="nlc.7.11.1", voluntary=True)
