"""Ruling R48: what a BC may do besides his main act: Fractions, Pickets, requests, order of march, observing, new orders.

`activation.py` asks here for further acts. None of them ends the activation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal

from . import fractions, pickets, requests
from .context import Fyow
from .questions import may_claim

Act = tuple[Any, ...]


def acts_of(g: Fyow, number: int) -> list[Act]:
    unit = g.unit(number)
    acts: list[Act] = []
    if unit.kind in ("battlegroup", "fraction") and fractions.companies(g, number):
        acts.append(("form",))
    children = [n for n in fractions.family(g, number) if g.unit(n).kind == "fraction"]
    acts += [("absorb", n) for n in children]
    acts += [("join", a, b) for a in children for b in children if a != b and g.unit(a).board == g.unit(b).board]
    acts += pickets.acts_of(g, number)
    acts += requests.acts_of(g, number)
    for more in MORE:
        acts += more(g, number)
    if acts:
        acts.append(("obvious",))
    return acts


def _form(g: Fyow, number: int, act: Act) -> Procedure:
    yield from fractions.form(g, number)


def _absorb(g: Fyow, number: int, act: Act) -> Procedure:
    fractions.dissolve(g, number, act[1])
    return
    yield


def _join(g: Fyow, number: int, act: Act) -> Procedure:
    yield from fractions.merge_fractions(g, number, act[1], act[2])


def _picket(g: Fyow, number: int, act: Act) -> Procedure:
    yield from pickets.send(g, number, act[1], act[2])


def _shift(g: Fyow, number: int, act: Act) -> Procedure:
    yield from pickets.shift(g, number, act[1], act[2])


def _again(g: Fyow, number: int, act: Act) -> Procedure:
    pickets.become_picket(g, number)
    return
    yield


def _request(g: Fyow, number: int, act: Act) -> Procedure:
    requests.request(g, number, act[1], act[2], act[3])
    return
    yield


def _obvious(g: Fyow, number: int, act: Act) -> Procedure:
    g.state.staff.obvious = "claimed"
    return
    yield


MORE: list[Callable[[Fyow, int], list[Act]]] = []
JUDGES: dict[str, Callable[[Fyow, int, Act], Refusal | None]] = {
    "form": lambda g, n, act: fractions.may_form(g, n),
    "absorb": lambda g, n, act: fractions.may_absorb(g, n, act[1]),
    "join": lambda g, n, act: fractions.may_merge_fractions(g, n, act[1], act[2]),
    "picket": lambda g, n, act: pickets.may_send(g, n, act[1], act[2]),
    "shift": lambda g, n, act: pickets.may_shift(g, n, act[1], act[2]),
    "picket again": lambda g, n, act: pickets.may_return(g, n),
    "request": lambda g, n, act: requests.may_request(g, n, act[1], act[2], act[3]),
    "obvious": lambda g, n, act: may_claim(g),
}
DOERS: dict[str, Callable[[Fyow, int, Act], Procedure]] = {
    "form": _form, "absorb": _absorb, "join": _join, "picket": _picket, "shift": _shift, "picket again": _again,
    "request": _request, "obvious": _obvious,
}  # fmt: skip


def _board(g: Fyow, number: int, link: int) -> str:
    return g.static.boards[g.static.other_end(link, g.unit(number).board)].name


LABELS: dict[str, Callable[[Fyow, int, Act], str]] = {
    "form": lambda g, n, act: "Form a Fraction",
    "absorb": lambda g, n, act: f"Take back {g.unit(act[1]).name}",
    "join": lambda g, n, act: f"Merge {g.unit(act[2]).name} into {g.unit(act[1]).name}",
    "picket": lambda g, n, act: f"Send a {act[2]} as a Picket to {_board(g, n, act[1])}",
    "shift": lambda g, n, act: f"{g.unit(act[1]).name} to {_board(g, act[1], act[2])}",
    "picket again": lambda g, n, act: "Be a Picket again",
    "request": lambda g, n, act: f"Ask for {g.unit(act[1]).name}: {act[2]} here",
    "obvious": lambda g, n, act: "Call the next decision obvious",
}


def place_of(g: Fyow, number: int, act: Act) -> str:
    unit = g.unit(number)
    if act[0] == "picket":
        return g.static.boards[g.static.other_end(act[1], unit.board)].id
    if act[0] == "shift":
        return g.static.boards[g.static.other_end(act[2], g.unit(act[1]).board)].id
    return g.static.boards[unit.board].id
