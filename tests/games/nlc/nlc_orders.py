"""Formations under orders on the field of the first battle."""

from __future__ import annotations

from conftest import Field
from grognard.games.nlc.state import Order

LEADERS = {"reille": "0511", "ney": "0511", "perponcher": "0503", "picton": "0503", "wellington": "0503"}


def field(units, orders=None, options=None, scenario="learning", **more) -> Field:
    more.setdefault("leaders", LEADERS)
    return Field(scenario, units=units, orders=orders or {}, options=options, **more)


def under(kind: str, target: str = "quatre-bras", units=None, **more) -> Field:
    order = {"kind": kind, "target": target, **more.pop("order", {})}
    return field(units or {"fr-9-jamin": "0511", "al-best": "0507"}, {"fr-ii": order}, **more)


def order(kind: str, f: Field, target: str = "quatre-bras") -> Order:
    return Order(kind=kind, target=[f.h(target)], name=target, given=True, control=f.g.state.control[0])
