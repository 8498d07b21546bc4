"""Section 29.17: the card of a naval Battlegroup (4.6.6). It may move, spot and fire, in any order, each once."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..context import Fyow
from ..orders.binding import may_sail_to
from ..sea import flak, landings
from ..sea import gunnery as naval_fire
from ..sea import sailing as naval_moves
from ..sea import vessels as naval
from .routine import naval_routine

Act = tuple[Any, ...]
DONE: Act = ("done",)
EYE = dict.fromkeys(("sail", "place", "enter", "leave"), "move") | dict.fromkeys(("fire", "torpedo", "depth", "flak"), "fire")


@cites("fyow.29.17.2")
def holders(g: Fyow) -> list[int]:
    """Every naval Battlegroup with a vessel afloat or ready in dock."""
    return [n for n in range(len(g.state.fleet.groups)) if naval.vessels(g, n)]


def card(g: Fyow, number: int) -> Procedure:
    """First the condition throw and the rally, then whatever it does, until it is done."""
    group = g.state.fleet.groups[number]
    if g.state.step == "":
        group.looked, group.steps = [], 0
        naval.condition_throw(g, number)
        g.state.step = "looked"
        g.checkpoint()
    while naval.vessels(g, number):
        acts = acts_of(g, number)
        if all(may_act(g, number, act) is not None for act in acts):
            return
        act = None
        if g.options["staff_routine"]:
            act = naval_routine(g, number, [one for one in acts if may_act(g, number, one) is None])
        if act is None:
            act = yield question(g, number, acts)
        if act == DONE:
            return
        do(g, number, act)
        g.checkpoint()


def question(g: Fyow, number: int, acts: list[Act]) -> Any:
    group = g.state.fleet.groups[number]
    words: dict[str, Any] = {
        "may": lambda act: may_act(g, number, act),
        "also": [DONE],
        "label": lambda act: label(g, number, act),
        "on": lambda act: (f"n{number}", place_of(g, number, act)),
        "show": lambda act: shown(g, number, act),
        "about": {"piece": f"n{number}"},
        "name": Ask.NAVAL_ACT,
        "done": DONE,
        "final": lambda act: act != DONE,
        "kind": lambda act: EYE.get(act[0], ""),
        "secret": True,
    }
    if group.board < 0:
        where = "in dock"
    else:
        where = f"at {g.static.boards[group.board].name}, {'in the combat area' if group.area else 'standing off'}"
    return g.ask(group.side, f"{group.name}, {where}: what now?", acts, rule="fyow.4.6.6", **words)


def shown(g: Fyow, number: int, act: Act) -> OptionView:
    return OptionView(list(act), label(g, number, act), f"n{number}", place_of(g, number, act), group=str(act[0]))


def acts_of(g: Fyow, number: int) -> list[Act]:
    group = g.state.fleet.groups[number]
    if group.board < 0:
        return [("place", board) for board in naval_moves.harbours(g, group)]
    acts: list[Act] = [("sail", link) for link in g.static.graph.links_at(group.board, g.static.water)]
    if g.options["sea_mode"] == "simple":
        acts += [("place", n) for n, board in enumerate(g.static.boards) if not board.land and n != group.board]
    acts += [("enter",), ("leave",)]
    if group.craft:
        acts += [("load", n) for n in g.on_board(group.board, group.side) if g.unit(n).aboard < 0 and not g.unit(n).waits]
        return [*acts, *(("embark", n) for n in landings.on_the_quay(g, number))]
    acts.append(("spot",))
    for target in group.spotted:
        acts += attacks(g, number, target)
    return acts


def attacks(g: Fyow, number: int, target: str) -> list[Act]:
    if target[0] == "a":
        return [("flak", target)]
    if target[0] == "u":
        return gunfire(g, number, target) if g.unit(int(target[1:])).condition < 4 else []
    found: list[Act] = []
    place = int(target[1:])
    for other, vessel in enumerate(g.state.fleet.vessels):
        if vessel.group != place or vessel not in naval.at_sea(g, place):
            continue
        if vessel.kind == "submarine":
            found.append(("depth", f"v{other}"))
            continue
        found += gunfire(g, number, f"v{other}")
        if any(v.torpedoes for v in naval.fit(g, number)):
            found.append(("torpedo", f"v{other}"))
    return found


def gunfire(g: Fyow, number: int, target: str) -> list[Act]:
    """29.8.4, ruling R170: all guns that have not fired, those of one calibre, or those of one vessel."""
    left = naval_fire.ready(g, number, target=target)
    calibres, ships = sorted({calibre for _, calibre in left}), sorted({place for place, _ in left})
    found: list[Act] = [("fire", target, "all")]
    if len(calibres) > 1:
        found += [("fire", target, calibre) for calibre in calibres]
    return found + [("fire", target, f"v{place}") for place in ships if len(ships) > 1]


def may_act(g: Fyow, number: int, act: Act) -> Refusal | None:
    group = g.state.fleet.groups[number]
    if act[0] == "sail":
        return naval_moves.may_sail(g, number, act[1]) or may_sail_to(g, number, g.static.other_end(act[1], group.board))
    if act[0] == "place":
        return naval_moves.may_place(g, number, act[1]) or may_sail_to(g, number, act[1])
    if act[0] in ("enter", "leave"):
        return naval_moves.may_turn(g, number, act[0] == "enter")
    if act[0] == "load":
        return landings.may_embark(g, number, act[1])
    if act[0] == "embark":
        return landings.may_load(g, number, act[1])
    if act[0] == "spot":
        if "looked" in group.looked:
            return Refusal("fyow.29.17.3", f"{group.name} has looked out in this session.")
        return None if naval.fit(g, number) else Refusal("fyow.29.4.1", f"No vessel of {group.name} can operate today.")
    if act[0] == "fire":
        return naval_fire.may_fire(g, number, act[1])
    if act[0] == "torpedo":
        return naval_fire.may_torpedo(g, number, act[1])
    if act[0] == "flak":
        return flak.may_flak(g, number, int(act[1][1:]))
    return naval_fire.may_drop(g, number, act[1])


def do(g: Fyow, number: int, act: Act) -> None:
    group = g.state.fleet.groups[number]
    g.reveal()  # whether dice fall tells something
    if act[0] == "sail":
        naval_moves.sail(g, number, act[1])
    elif act[0] == "place":
        naval_moves.place(g, number, act[1])
    elif act[0] in ("enter", "leave"):
        naval_moves.turn(g, number, act[0] == "enter")
    elif act[0] == "load":
        landings.embark(g, number, act[1])
    elif act[0] == "embark":
        landings.load(g, number, act[1])
    elif act[0] == "spot":
        naval.spot(g, number)
        group.looked.append("looked")
    elif act[0] == "fire":
        only = int(act[2][1:]) if act[2][0] == "v" else -1
        naval_fire.fire(g, number, act[1], naval.MAIN if act[2] == "all" or only >= 0 else (act[2],), only)
    elif act[0] == "torpedo":
        naval_fire.torpedo(g, number, act[1])
    elif act[0] == "flak":
        flak.ships_aa(g, number, int(act[1][1:]))
    else:
        naval_fire.depth_charges(g, number, act[1])


def place_of(g: Fyow, number: int, act: Act) -> str:
    board = g.state.fleet.groups[number].board
    if act[0] == "sail":
        board = g.static.other_end(act[1], board)
    elif act[0] == "place":
        board = act[1]
    elif act[0] == "fire" and act[1][0] == "u":
        board = g.unit(int(act[1][1:])).board
    return g.static.boards[board].id if board >= 0 else ""


def label(g: Fyow, number: int, act: Act) -> str:
    group = g.state.fleet.groups[number]
    if act[0] == "sail":
        return f"Sail to {g.static.boards[g.static.other_end(act[1], group.board)].name}"
    if act[0] == "place":
        return f"Put to sea: {g.static.boards[act[1]].name}"
    if act[0] == "load":
        return f"Take {g.unit(act[1]).name} aboard"
    if act[0] == "embark":
        return f"Load {g.unit(act[1]).name} at {g.static.boards[g.unit(act[1]).board].name}"
    if act[0] == "flak":
        return f"AA guns at {g.state.air.groups[int(act[1][1:])].name}"
    if act[0] in ("fire", "torpedo", "depth"):
        place = int(act[1][1:])
        ashore = act[1][0] == "u"
        name = f"the force at {g.static.boards[g.unit(place).board].name}" if ashore else g.state.fleet.vessels[place].name
        verb = {"fire": "Fire at", "torpedo": "Torpedoes at", "depth": "Depth charges on"}[act[0]]
        if act[0] != "fire" or act[2] == "all":
            return f"{verb} {name}"
        return f"{verb} {name} with {g.state.fleet.vessels[int(act[2][1:])].name if act[2][0] == 'v' else act[2]}"
    return LABELS[act[0]]


LABELS = {"enter": "Enter the combat area", "leave": "Leave the combat area", "spot": "Look out", "done": "Nothing more"}
