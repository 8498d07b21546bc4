"""A field of clear ground, and one normal combat or charge on it."""

from __future__ import annotations

from conftest import Field
from grognard.games.nlc.bot.staff_officer import ANSWERS
from grognard.games.nlc.cavalry.charge import resolve_charge
from grognard.games.nlc.combat.normal import resolve_combat as resolve
from grognard.games.nlc.state import Attack, Charge

ORDERS = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-5": {"kind": "defend", "target": "quatre-bras"}, "al-2nl": {"kind": "defend", "target": "gemioncourt"}}
LEADERS = {"reille": "0512", "ney": "0512", "perponcher": "0503", "picton": "0503"}
OPEN = {"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "al-best": "0510", "al-kempt": "0510"}  # clear ground, one crest hexside away


def field(units=None, options=None, orders=None, **more) -> Field:
    return Field(units=units or dict(OPEN), orders={**ORDERS, **(orders or {})}, leaders=more.pop("leaders", LEADERS), options=options, **more)


def fight(f: Field, target: str, *names: str, answers=(), dice=(), **stage):
    """Resolve one normal combat."""
    f.stage(segment="combat", shaken=f.g.state.disrupted, **stage)
    return f.drive(resolve(f.g, Attack(f.h(target), [f.u(name) for name in names])), *answers, dice=dice)


def charge(f: Field, target: str, *homes: tuple[str, str], answers=(), dice=()):
    """Resolve one charge of these riders from their hexes."""
    stage = f.stage(segment="charge", step="fight")
    stage.charges = [Charge(f.u(name), [f.h(target)], True, "riding", f.h(home)) for name, home in homes]
    return f.drive(resolve_charge(f.g, f.h(target)), *answers, dice=dice)


def answers(g, side: int, decision) -> list:
    """What the staff officer would choose here, and what else he thinks of, the best first."""
    return ANSWERS[decision.name](g, side, decision)
