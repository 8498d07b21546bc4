"""Section 29.17: the card of a naval Battlegroup (4.6.6). It may move, spot and fire, in any order, each once."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.scene import OptionView

from .. import acts
from ..acts import DONE, Act
from ..asks import Ask
from ..context import Fyow
from ..orders.binding import may_sail_to
from ..sea import flak, landings
from ..sea import gunnery as naval_fire
from ..sea import sailing as naval_moves
from ..sea import vessels as naval
from .routine import naval_routine

MOVES = (acts.Sail, acts.Place, acts.EnterArea, acts.LeaveArea)
SHOTS = (acts.Fire, acts.Torpedo, acts.DropDepthCharges, acts.Flak)
EYE: dict[type[Act], str] = {**dict.fromkeys(MOVES, "move"), **dict.fromkeys(SHOTS, "fire")}


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
        thought = acts_of(g, number)
        if all(may_act(g, number, act) is not None for act in thought):
            return
        act = None
        if g.options["staff_routine"]:
            act = naval_routine(g, number, [one for one in thought if may_act(g, number, one) is None])
        if act is None:
            act = yield question(g, number, thought)
        if act == DONE:
            return
        do(g, number, act)
        g.checkpoint()


def question(g: Fyow, number: int, thought: list[Act]) -> Any:
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
        "kind": lambda act: EYE.get(type(act), ""),
        "secret": True,
    }
    if group.board < 0:
        where = "in dock"
    else:
        where = f"at {g.static.boards[group.board].name}, {'in the combat area' if group.area else 'standing off'}"
    return g.ask(group.side, f"{group.name}, {where}: what now?", thought, rule="fyow.4.6.6", **words)


def shown(g: Fyow, number: int, act: Act) -> OptionView:
    return OptionView(act, label(g, number, act), f"n{number}", place_of(g, number, act), group=act.word)


def acts_of(g: Fyow, number: int) -> list[Act]:
    group = g.state.fleet.groups[number]
    if group.board < 0:
        return [acts.Place(board) for board in naval_moves.harbours(g, group)]
    found: list[Act] = [acts.Sail(link) for link in g.static.graph.links_at(group.board, g.static.water)]
    if g.options["sea_mode"] == "simple":
        found += [acts.Place(n) for n, board in enumerate(g.static.boards) if not board.land and n != group.board]
    found += [acts.EnterArea(), acts.LeaveArea()]
    if group.craft:
        waiting = [n for n in g.on_board(group.board, group.side) if g.unit(n).aboard < 0 and not g.unit(n).waits]
        found += [acts.TakeAboard(n) for n in waiting]
        return [*found, *(acts.LoadAshore(n) for n in landings.on_the_quay(g, number))]
    found.append(acts.LookOut())
    for target in group.spotted:
        found += attacks(g, number, target)
    return found


def attacks(g: Fyow, number: int, target: str) -> list[Act]:
    if target[0] == "a":
        return [acts.Flak(target)]
    if target[0] == "u":
        return gunfire(g, number, target) if g.unit(int(target[1:])).condition < 4 else []
    found: list[Act] = []
    place = int(target[1:])
    for other, vessel in enumerate(g.state.fleet.vessels):
        if vessel.group != place or vessel not in naval.at_sea(g, place):
            continue
        if vessel.kind == "submarine":
            found.append(acts.DropDepthCharges(f"v{other}"))
            continue
        found += gunfire(g, number, f"v{other}")
        if any(v.torpedoes for v in naval.fit(g, number)):
            found.append(acts.Torpedo(f"v{other}"))
    return found


def gunfire(g: Fyow, number: int, target: str) -> list[Act]:
    """29.8.4, ruling R170: all guns that have not fired, those of one calibre, or those of one vessel."""
    left = naval_fire.ready(g, number, target=target)
    calibres, ships = sorted({calibre for _, calibre in left}), sorted({place for place, _ in left})
    found: list[Act] = [acts.Fire(target, "all")]
    if len(calibres) > 1:
        found += [acts.Fire(target, calibre) for calibre in calibres]
    return found + [acts.Fire(target, f"v{place}") for place in ships if len(ships) > 1]


def may_act(g: Fyow, number: int, act: Act) -> Refusal | None:
    group = g.state.fleet.groups[number]
    if isinstance(act, acts.Sail):
        return naval_moves.may_sail(g, number, act.link) or may_sail_to(g, number, g.static.other_end(act.link, group.board))
    if isinstance(act, acts.Place):
        return naval_moves.may_place(g, number, act.board) or may_sail_to(g, number, act.board)
    if isinstance(act, acts.EnterArea | acts.LeaveArea):
        return naval_moves.may_turn(g, number, isinstance(act, acts.EnterArea))
    if isinstance(act, acts.TakeAboard):
        return landings.may_embark(g, number, act.unit)
    if isinstance(act, acts.LoadAshore):
        return landings.may_load(g, number, act.unit)
    if isinstance(act, acts.LookOut):
        if "looked" in group.looked:
            return Refusal("fyow.29.17.3", f"{group.name} has looked out in this session.")
        return None if naval.fit(g, number) else Refusal("fyow.29.4.1", f"No vessel of {group.name} can operate today.")
    return may_shoot(g, number, act)


def may_shoot(g: Fyow, number: int, act: Act) -> Refusal | None:
    if isinstance(act, acts.Fire):
        return naval_fire.may_fire(g, number, act.target)
    if isinstance(act, acts.Torpedo):
        return naval_fire.may_torpedo(g, number, act.target)
    if isinstance(act, acts.Flak):
        return flak.may_flak(g, number, int(act.target[1:]))
    return naval_fire.may_drop(g, number, act.target) if isinstance(act, acts.DropDepthCharges) else None


def do(g: Fyow, number: int, act: Act) -> None:
    group = g.state.fleet.groups[number]
    g.reveal()  # whether dice fall tells something
    if isinstance(act, acts.Sail):
        naval_moves.sail(g, number, act.link)
    elif isinstance(act, acts.Place):
        naval_moves.place(g, number, act.board)
    elif isinstance(act, acts.EnterArea | acts.LeaveArea):
        naval_moves.turn(g, number, isinstance(act, acts.EnterArea))
    elif isinstance(act, acts.TakeAboard):
        landings.embark(g, number, act.unit)
    elif isinstance(act, acts.LoadAshore):
        landings.load(g, number, act.unit)
    elif isinstance(act, acts.LookOut):
        naval.spot(g, number)
        group.looked.append("looked")
    else:
        shoot(g, number, act)


def shoot(g: Fyow, number: int, act: Act) -> None:
    if isinstance(act, acts.Fire):
        only = int(act.guns[1:]) if act.guns[0] == "v" else -1
        naval_fire.fire(g, number, act.target, naval.MAIN if act.guns == "all" or only >= 0 else (act.guns,), only)
    elif isinstance(act, acts.Torpedo):
        naval_fire.torpedo(g, number, act.target)
    elif isinstance(act, acts.Flak):
        flak.ships_aa(g, number, int(act.target[1:]))
    elif isinstance(act, acts.DropDepthCharges):
        naval_fire.depth_charges(g, number, act.target)


def place_of(g: Fyow, number: int, act: Act) -> str:
    board = g.state.fleet.groups[number].board
    if isinstance(act, acts.Sail):
        board = g.static.other_end(act.link, board)
    elif isinstance(act, acts.Place):
        board = act.board
    elif isinstance(act, acts.Fire) and act.target[0] == "u":
        board = g.unit(int(act.target[1:])).board
    return g.static.boards[board].id if board >= 0 else ""


def label(g: Fyow, number: int, act: Act) -> str:
    group = g.state.fleet.groups[number]
    if isinstance(act, acts.Sail):
        return f"Sail to {g.static.boards[g.static.other_end(act.link, group.board)].name}"
    if isinstance(act, acts.Place):
        return f"Put to sea: {g.static.boards[act.board].name}"
    if isinstance(act, acts.TakeAboard):
        return f"Take {g.unit(act.unit).name} aboard"
    if isinstance(act, acts.LoadAshore):
        return f"Load {g.unit(act.unit).name} at {g.static.boards[g.unit(act.unit).board].name}"
    return shot_words(g, act) if isinstance(act, SHOTS) else LABELS[type(act)]


def shot_words(g: Fyow, act: acts.Fire | acts.Torpedo | acts.DropDepthCharges | acts.Flak) -> str:
    place, vessels = int(act.target[1:]), g.state.fleet.vessels
    if isinstance(act, acts.Flak):
        return f"AA guns at {g.state.air.groups[place].name}"
    name = f"the force at {g.static.boards[g.unit(place).board].name}" if act.target[0] == "u" else vessels[place].name
    if isinstance(act, acts.Fire) and act.guns != "all":
        return f"Fire at {name} with {vessels[int(act.guns[1:])].name if act.guns[0] == 'v' else act.guns}"
    return f"{VERBS[type(act)]} {name}"


VERBS: dict[type[Act], str] = {
    acts.Fire: "Fire at", acts.Torpedo: "Torpedoes at", acts.DropDepthCharges: "Depth charges on",
}  # fmt: skip
LABELS: dict[type[Act], str] = {
    acts.EnterArea: "Enter the combat area", acts.LeaveArea: "Leave the combat area", acts.LookOut: "Look out",
    acts.Done: "Nothing more",
}  # fmt: skip
