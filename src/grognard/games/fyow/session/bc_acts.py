"""Ruling R48: what a BC may do besides his main act: Fractions, Pickets, requests, order of march, observing, new
orders, Rest.

`activation.py` asks here for further acts. None of them ends the activation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal

from .. import acts
from ..acts import Act
from ..command.questions import may_claim
from ..contact import decoys, information
from ..contact.contact import arrive
from ..contact.detection import scouts
from ..context import Fyow
from ..forces import fractions, pickets
from ..orders import requests
from ..sea import gunnery as naval_fire
from ..supply import rest


def acts_of(g: Fyow, number: int) -> list[Act]:
    unit = g.unit(number)
    found: list[Act] = []
    if unit.kind in ("battlegroup", "fraction") and fractions.companies(g, number):
        found.append(acts.Form())
    children = [n for n in fractions.family(g, number) if g.unit(n).kind == "fraction"]
    found += [acts.Absorb(n) for n in children]
    found += [acts.Join(a, b) for a in children for b in children if a != b and g.unit(a).board == g.unit(b).board]
    found += pickets.acts_of(g, number)
    found += requests.acts_of(g, number)
    for more in MORE:
        found += more(g, number)
    if found:
        found.append(acts.CallObvious())
    return found + rest.acts_of(g, number)


def _form(g: Fyow, number: int, act: Act) -> Procedure:
    yield from fractions.form(g, number)


def _absorb(g: Fyow, number: int, act: acts.Absorb) -> Procedure:
    fractions.dissolve(g, number, act.fraction)
    return
    yield


def _join(g: Fyow, number: int, act: acts.Join) -> Procedure:
    yield from fractions.merge_fractions(g, number, act.one, act.other)


def _picket(g: Fyow, number: int, act: acts.SendPicket) -> Procedure:
    yield from pickets.send(g, number, act.link, act.what)


def _shift(g: Fyow, number: int, act: acts.ShiftPicket) -> Procedure:
    yield from pickets.shift(g, number, act.picket, act.link)


def _again(g: Fyow, number: int, act: Act) -> Procedure:
    pickets.become_picket(g, number)
    return
    yield


def _request(g: Fyow, number: int, act: acts.AskFor) -> Procedure:
    requests.request(g, number, act.force, act.kind, act.objective)
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


def _lead(g: Fyow, number: int, act: acts.Lead) -> Procedure:
    """18.0.1: who heads the column."""
    unit = g.unit(number)
    unit.lead = act.head
    g.state.staff.put = [*g.state.staff.put, f"lead {number}"]
    head = "reconnaissance troops" if act.head else "the main body"
    g.tell("{unit} marches with {head} in front.", rule="fyow.18.0.1", to=unit.side, unit=number, head=head)
    return
    yield


def _may_lead(g: Fyow, number: int, act: acts.Lead) -> Refusal | None:
    unit = g.unit(number)
    if act.head == unit.lead:
        return Refusal("fyow.18.0.1", f"{unit.name} marches so already.")
    if f"lead {number}" in g.state.staff.put:
        return Refusal("fyow.18.0.1", "The order of march was changed in this activation.")
    return None


def _leads(g: Fyow, number: int) -> list[Act]:
    return [acts.Lead("recce"), acts.Lead("")] if scouts(g, number) else []


def _boxes(g: Fyow, number: int) -> list[Act]:
    """13.7.3: boxes on neighbouring edges in which friends stand."""
    unit = g.unit(number)
    if unit.box < 0:
        return []
    friends = [g.unit(n).box for n in g.on_board(unit.board, unit.side) if n != number and g.unit(n).box >= 0]
    return [acts.JoinBox(link) for link in sorted(set(friends)) if _neighbours(g, unit.board, unit.box, link)]


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


def _box(g: Fyow, number: int, act: acts.JoinBox) -> Procedure:
    unit = g.unit(number)
    unit.box = unit.edge = act.link
    unit.moved = True
    g.tell("{unit} joins its friends in the next box.", rule="fyow.13.7.3", to=unit.side, unit=number)
    return
    yield


def _marker(g: Fyow, number: int, act: acts.MoveMarker) -> Procedure:
    """15.5.1: if the marker was the force, it has arrived and looks about."""
    if (yield from decoys.go(g, number, act)):
        yield from arrive(g, number)


def _marker_board(g: Fyow, number: int, act: acts.MoveMarker) -> str:
    decoy = next(d for d in decoys.markers(g, number) if d.letter == act.letter)
    return g.static.boards[g.static.other_end(act.link, decoy.board)].name


MORE: list[Callable[[Fyow, int], list[Act]]] = [information.acts_of, _leads, decoys.acts_of, _boxes, naval_fire.shell_acts]
JUDGES: dict[type[Act], Callable[[Fyow, int, Any], Refusal | None]] = {
    acts.Form: lambda g, n, act: fractions.may_form(g, n),
    acts.Absorb: lambda g, n, act: fractions.may_absorb(g, n, act.fraction),
    acts.Join: lambda g, n, act: fractions.may_merge_fractions(g, n, act.one, act.other),
    acts.SendPicket: lambda g, n, act: pickets.may_send(g, n, act.link, act.what),
    acts.ShiftPicket: lambda g, n, act: pickets.may_shift(g, n, act.picket, act.link),
    acts.PicketAgain: lambda g, n, act: pickets.may_return(g, n),
    acts.AskFor: lambda g, n, act: requests.may_request(g, n, act.force, act.kind, act.objective),
    acts.CallObvious: lambda g, n, act: may_claim(g),
    acts.Gather: information.may_gather,
    acts.GoToRest: lambda g, n, act: rest.may_go_to_rest(g, n),
    acts.ShowMarker: decoys.may_split,
    acts.MoveMarker: decoys.may_go,
    acts.FixMarkers: decoys.may_fix,
    acts.JoinBox: lambda g, n, act: _may_box(g, n, act),
    acts.Lead: _may_lead,
    acts.Shell: naval_fire.may_shell,
    acts.HoldFire: naval_fire.may_shell,
}
DOERS: dict[type[Act], Callable[[Fyow, int, Any], Procedure]] = {
    acts.Form: _form, acts.Absorb: _absorb, acts.Join: _join,
    acts.SendPicket: _picket, acts.ShiftPicket: _shift, acts.PicketAgain: _again,
    acts.AskFor: _request, acts.CallObvious: _obvious,
    acts.GoToRest: _rest, acts.Gather: information.gather, acts.Lead: _lead,
    acts.ShowMarker: decoys.split, acts.MoveMarker: _marker, acts.FixMarkers: decoys.fix, acts.JoinBox: _box,
    acts.Shell: naval_fire.shell, acts.HoldFire: naval_fire.shell,
}  # fmt: skip


def _board(g: Fyow, number: int, link: int) -> str:
    return g.static.boards[g.static.other_end(link, g.unit(number).board)].name


LABELS: dict[type[Act], Callable[[Fyow, int, Any], str]] = {
    acts.Form: lambda g, n, act: "Form a Fraction: a company with orders of its own (Command Decision)",
    acts.Absorb: lambda g, n, act: f"Take back {g.unit(act.fraction).name} (Command Decision)",
    acts.Join: lambda g, n, act: f"Merge {g.unit(act.other).name} into {g.unit(act.one).name} (Command Decision)",
    acts.SendPicket: lambda g, n, act: f"Send a {act.what} as a Picket to {_board(g, n, act.link)}, to watch it",
    acts.ShiftPicket: lambda g, n, act: f"Move {g.unit(act.picket).name} to {_board(g, act.picket, act.link)}",
    acts.PicketAgain: lambda g, n, act: "Be a Picket again, without a card of its own",
    acts.AskFor: lambda g, n, act: f"Ask for {g.unit(act.force).name}: {act.kind} here (Command Decision)",
    acts.CallObvious: lambda g, n, act: "Call the next Command Decision obvious: easier by one, once",
    acts.Gather: lambda g, n, act: f"Observe: {information.die_of(g, n)[0].upper()} pieces of information",
    acts.GoToRest: lambda g, n, act: "Go to Rest for the day: nothing but defence",
    acts.ShowMarker: lambda g, n, act: "Show a further marker, to deceive the enemy",
    acts.MoveMarker: lambda g, n, act: f"Marker {act.letter} to {_marker_board(g, n, act)}",
    acts.FixMarkers: lambda g, n, act: "Throw which marker is real; the others go",
    acts.JoinBox: lambda g, n, act: "Join the friends in the next box: takes a whole session",
    acts.Shell: lambda g, n, act: f"Guns at {g.state.fleet.vessels[act.vessel].name}: {act.guns}",
    acts.HoldFire: lambda g, n, act: "The guns hold their fire",
    acts.Lead: lambda g, n, act: f"March with {'reconnaissance troops' if act.head else 'the main body'} in front",
}


def place_of(g: Fyow, number: int, act: Act) -> str:
    unit = g.unit(number)
    if isinstance(act, acts.SendPicket):
        return g.static.boards[g.static.other_end(act.link, unit.board)].id
    if isinstance(act, acts.ShiftPicket):
        return g.static.boards[g.static.other_end(act.link, g.unit(act.picket).board)].id
    return g.static.boards[unit.board].id
