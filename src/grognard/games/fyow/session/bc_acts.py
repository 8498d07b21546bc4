"""Ruling R48: what a BC may do besides his main act: Fractions, Pickets, requests, order of march, observing, new
orders, Rest.

`activation.py` asks here for further acts. None of them ends the activation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal

from ..command.questions import may_claim
from ..contact import decoys, information
from ..contact.contact import arrive
from ..contact.detection import scouts
from ..context import Fyow
from ..forces import fractions, pickets
from ..orders import requests
from ..sea import gunnery as naval_fire
from ..supply import rest

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
    return acts + rest.acts_of(g, number)


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


def _rest(g: Fyow, number: int, act: Act) -> Procedure:
    rest.go_to_rest(g, number)
    return
    yield


def _obvious(g: Fyow, number: int, act: Act) -> Procedure:
    g.state.staff.obvious = "claimed"
    return
    yield


def _lead(g: Fyow, number: int, act: Act) -> Procedure:
    """18.0.1: who heads the column."""
    unit = g.unit(number)
    unit.lead = act[1]
    g.state.staff.put = [*g.state.staff.put, f"lead {number}"]
    head = "reconnaissance troops" if act[1] else "the main body"
    g.tell("{unit} marches with {head} in front.", rule="fyow.18.0.1", to=unit.side, unit=number, head=head)
    return
    yield


def _may_lead(g: Fyow, number: int, act: Act) -> Refusal | None:
    unit = g.unit(number)
    if act[1] == unit.lead:
        return Refusal("fyow.18.0.1", f"{unit.name} marches so already.")
    if f"lead {number}" in g.state.staff.put:
        return Refusal("fyow.18.0.1", "The order of march was changed in this activation.")
    return None


def _leads(g: Fyow, number: int) -> list[Act]:
    return [("lead", "recce"), ("lead", "")] if scouts(g, number) else []


def _boxes(g: Fyow, number: int) -> list[Act]:
    """13.7.3: boxes on neighbouring edges in which friends stand."""
    unit = g.unit(number)
    if unit.box < 0:
        return []
    friends = [g.unit(n).box for n in g.on_board(unit.board, unit.side) if n != number and g.unit(n).box >= 0]
    return [("box", link) for link in sorted(set(friends)) if _neighbours(g, unit.board, unit.box, link)]


def _neighbours(g: Fyow, board: int, one: int, other: int) -> bool:
    """Neighbouring edges (ruling R30); the shore is one only for who stands on it."""
    ashore = all(link in g.static.land_links(board) for link in (one, other))
    edges = g.static.land if ashore else g.static.land | g.static.landing
    return other in g.static.graph.links_beside(board, one, edges)


def _may_box(g: Fyow, number: int, act: Act) -> Refusal | None:
    """13.7.3: it takes one session: only who has not moved in this one."""
    unit = g.unit(number)
    if unit.moved or unit.arrived == g.now:
        return Refusal("fyow.13.7.3", f"{unit.name} has moved in this session; joining takes a whole one.")
    return None


def _box(g: Fyow, number: int, act: Act) -> Procedure:
    unit = g.unit(number)
    unit.box = unit.edge = act[1]
    unit.moved = True
    g.tell("{unit} joins its friends in the next box.", rule="fyow.13.7.3", to=unit.side, unit=number)
    return
    yield


def _marker(g: Fyow, number: int, act: Act) -> Procedure:
    """15.5.1: if the marker was the force, it has arrived and looks about."""
    if (yield from decoys.go(g, number, act)):
        yield from arrive(g, number)


def _marker_board(g: Fyow, number: int, act: Act) -> str:
    decoy = next(d for d in decoys.markers(g, number) if d.letter == act[1])
    return g.static.boards[g.static.other_end(act[2], decoy.board)].name


MORE: list[Callable[[Fyow, int], list[Act]]] = [information.acts_of, _leads, decoys.acts_of, _boxes, naval_fire.shell_acts]
JUDGES: dict[str, Callable[[Fyow, int, Act], Refusal | None]] = {
    "form": lambda g, n, act: fractions.may_form(g, n),
    "absorb": lambda g, n, act: fractions.may_absorb(g, n, act[1]),
    "join": lambda g, n, act: fractions.may_merge_fractions(g, n, act[1], act[2]),
    "picket": lambda g, n, act: pickets.may_send(g, n, act[1], act[2]),
    "shift": lambda g, n, act: pickets.may_shift(g, n, act[1], act[2]),
    "picket again": lambda g, n, act: pickets.may_return(g, n),
    "request": lambda g, n, act: requests.may_request(g, n, act[1], act[2], act[3]),
    "obvious": lambda g, n, act: may_claim(g),
    "gather": information.may_gather,
    "rest": lambda g, n, act: rest.may_go_to_rest(g, n),
    "decoy": decoys.may_split,
    "marker": decoys.may_go,
    "fix": decoys.may_fix,
    "box": lambda g, n, act: _may_box(g, n, act),
    "lead": _may_lead,
    "shell": naval_fire.may_shell,
    "hold fire": naval_fire.may_shell,
}
DOERS: dict[str, Callable[[Fyow, int, Act], Procedure]] = {
    "form": _form, "absorb": _absorb, "join": _join, "picket": _picket, "shift": _shift, "picket again": _again,
    "request": _request, "obvious": _obvious, "rest": _rest, "gather": information.gather, "lead": _lead,
    "decoy": decoys.split, "marker": _marker, "fix": decoys.fix, "box": _box,
    "shell": naval_fire.shell, "hold fire": naval_fire.shell,
}  # fmt: skip


def _board(g: Fyow, number: int, link: int) -> str:
    return g.static.boards[g.static.other_end(link, g.unit(number).board)].name


LABELS: dict[str, Callable[[Fyow, int, Act], str]] = {
    "form": lambda g, n, act: "Form a Fraction: a company with orders of its own (Command Decision)",
    "absorb": lambda g, n, act: f"Take back {g.unit(act[1]).name} (Command Decision)",
    "join": lambda g, n, act: f"Merge {g.unit(act[2]).name} into {g.unit(act[1]).name} (Command Decision)",
    "picket": lambda g, n, act: f"Send a {act[2]} as a Picket to {_board(g, n, act[1])}, to watch it",
    "shift": lambda g, n, act: f"Move {g.unit(act[1]).name} to {_board(g, act[1], act[2])}",
    "picket again": lambda g, n, act: "Be a Picket again, without a card of its own",
    "request": lambda g, n, act: f"Ask for {g.unit(act[1]).name}: {act[2]} here (Command Decision)",
    "obvious": lambda g, n, act: "Call the next Command Decision obvious: easier by one, once",
    "gather": lambda g, n, act: f"Observe: {information.die_of(g, n)[0].upper()} pieces of information",
    "rest": lambda g, n, act: "Go to Rest for the day: nothing but defence",
    "decoy": lambda g, n, act: "Show a further marker, to deceive the enemy",
    "marker": lambda g, n, act: f"Marker {act[1]} to {_marker_board(g, n, act)}",
    "fix": lambda g, n, act: "Throw which marker is real; the others go",
    "box": lambda g, n, act: "Join the friends in the next box: takes a whole session",
    "shell": lambda g, n, act: f"Guns at {g.state.fleet.vessels[act[1]].name}: {act[2]}",
    "hold fire": lambda g, n, act: "The guns hold their fire",
    "lead": lambda g, n, act: f"March with {'reconnaissance troops' if act[1] else 'the main body'} in front",
}


def place_of(g: Fyow, number: int, act: Act) -> str:
    unit = g.unit(number)
    if act[0] == "picket":
        return g.static.boards[g.static.other_end(act[1], unit.board)].id
    if act[0] == "shift":
        return g.static.boards[g.static.other_end(act[2], g.unit(act[1]).board)].id
    return g.static.boards[unit.board].id
