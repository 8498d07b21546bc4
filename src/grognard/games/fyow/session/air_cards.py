"""Section 28: the card of an air Battlegroup (4.6.5): where it flies and what it does there.

On its card a group at home may take off for any board, or make ready for a second sortie; over a board it searches the sky
and then acts once: combat in the air, bombs, guns and rockets, a drop, reconnaissance, or a move to another board.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.scene import OptionView
from grognard.kernel.words import counted

from .. import acts
from ..acts import STAY, Act
from ..air import airborne
from ..air import aircraft as air
from ..air import combat as air_combat
from ..air import ground_attack as air_ground
from ..asks import Ask
from ..command.commanders import can_he
from ..contact.concealment import wholly
from ..contact.contact import called
from ..context import Fyow
from ..orders.binding import may_fly_to, note_sortie
from ..sea import air_attack as air_sea
from .routine import air_routine

EYE: dict[type[Act], str] = {
    acts.Fly: "move", acts.FlyOn: "move", acts.FlyHome: "move", acts.Fight: "attack", acts.StrikeShips: "fire",
    acts.Strafe: "fire", acts.Bomb: "fire",
}  # fmt: skip


@cites("fyow.28.4.2")
def holders(g: Fyow) -> list[int]:
    """28.4.2: in each session in which flying is permitted each air Battlegroup gets a card; so do those in the air."""
    found = []
    for number, group in enumerate(g.state.air.groups):
        ready = air.may_take_off(g, number) is None or air.may_prepare_again(g, number) is None
        if group.board >= 0 or ready:
            found.append(number)
    return found


def card(g: Fyow, number: int) -> Procedure:
    """The leader's activation."""
    group = g.state.air.groups[number]
    if g.state.step == "":
        if group.board >= 0:
            open_eyes(g, number)
        g.state.step = "looked"
        g.checkpoint()
    if g.state.step in ("looked", "ready"):
        act = yield from decided(g, number)
        if isinstance(act, acts.PrepareAgain):
            air.prepare_again(g, number)
            g.state.step = "ready"
            g.checkpoint()
            act = yield question(g, number)
        if not isinstance(act, acts.Fly):
            yield from do(g, number, act)
            return
        if not cleared(g, number):
            return
        arrive(g, number, act.board)
        g.state.step = "over"
        g.checkpoint()
    if group.board >= 0:
        act = yield from decided(g, number)
        yield from do(g, number, act)


def decided(g: Fyow, number: int) -> Procedure:
    """What the staff sees to by itself (option staff_routine), else the answer of the player."""
    if g.options["staff_routine"]:
        grounded = g.state.air.groups[number].board < 0 and air.may_take_off(g, number) is not None
        legal = [] if grounded else [act for act in acts_of(g, number) if may_act(g, number, act) is None]
        if (act := air_routine(g, number, legal)) is not None:
            return act
    return (yield question(g, number))


def cleared(g: Fyow, number: int) -> bool:
    """28.4.3: Air Command decides on patrols by a Command Decision."""
    group = g.state.air.groups[number]
    if group.duty != "patrol":
        return True
    if can_he(g, air.command_of(g, group.side), "does he send the patrol?", rule="fyow.28.4.3"):
        return True
    g.tell("{name} is not sent up.", rule="fyow.28.4.3", to=group.side, name=group.name)
    return False


def arrive(g: Fyow, number: int, board: int) -> None:
    air.take_off(g, number, board)
    note_sortie(g, number, board)
    airborne.load_supply(g, number)
    g.reveal()  # whether dice fall now tells something
    open_eyes(g, number)
    air_combat.aa_against(g, number, low=False)


def open_eyes(g: Fyow, number: int) -> None:
    air_combat.seen_from_below(g, number)
    air_combat.spot_in_the_air(g, number)
    air_sea.spot_vessels(g, number)


def question(g: Fyow, number: int) -> Any:
    group = g.state.air.groups[number]
    grounded: list[Refusal | None] = [] if group.board >= 0 else [air.may_take_off(g, number)]
    words: dict[str, Any] = {
        "may": lambda act: grounded[0] if grounded and grounded[0] and isinstance(act, acts.Fly) else may_act(g, number, act),
        "also": [STAY],
        "label": lambda act: label(g, number, act),
        "on": lambda act: (f"a{number}", place_of(g, number, act)),
        "show": lambda act: shown(g, number, act),
        "about": {"piece": f"a{number}"},
        "name": Ask.AIR_ACT,
        "decline": STAY,
        "final": lambda act: act != STAY,
        "kind": lambda act: EYE.get(type(act), ""),
        "secret": True,
    }
    where = f"over {g.static.boards[group.board].name}" if group.board >= 0 else "on its airfield"
    count = len(air.present(g, number)) if group.board >= 0 else sum(p.ready and not p.used for p in air.planes(g, number))
    prompt = f"{group.name} ({count} aircraft, {group.duty}), {where}: what now?"
    return g.ask(group.side, prompt, acts_of(g, number), rule="fyow.4.6.5", **words)


def shown(g: Fyow, number: int, act: Act) -> OptionView:
    return OptionView(act, label(g, number, act), f"a{number}", place_of(g, number, act), group=act.word)


def acts_of(g: Fyow, number: int) -> list[Act]:
    group = g.state.air.groups[number]
    if group.board < 0:
        found: list[Act] = [acts.Fly(board) for board in range(g.static.size)]
        return [*found, acts.PrepareAgain()] if group.sorties and g.state.step != "ready" else found
    above = air.over(g, group.board, g.enemy(group.side))
    found = [act for enemy in group.spotted if enemy in above for act in fights(g, enemy)]
    if air_ground.bombs_of(g, number) and g.static.boards[group.board].land:
        found.append(acts.Bomb())
    if group.duty in ("ground attack", "patrol") and g.static.boards[group.board].land:
        found.append(acts.Strafe())
    if group.troops or group.load:
        found.append(acts.Drop())
    if group.duty == "recce":
        found.append(acts.Photograph())
    found += [acts.StrikeShips(other) for other in air_sea.targets(g, number)]
    if any(air.flight_time(g, plane) > group.flown + 1 for plane in air.present(g, number)):
        found += [acts.FlyOn(board) for board in range(g.static.size) if board != group.board]
    return [*found, acts.FlyHome()]


def fights(g: Fyow, enemy: int) -> list[Act]:
    """28.11.3, ruling R165: one squadron of the enemy group, of the attacker's choice; escorts may be passed by."""
    count = len(air.squadrons(g, air.present(g, enemy)))
    return [acts.Fight(enemy, which) for which in range(count)] if count > 1 else [acts.Fight(enemy)]


def may_act(g: Fyow, number: int, act: Act) -> Refusal | None:
    group = g.state.air.groups[number]
    if isinstance(act, acts.Fly):
        if refusal := may_fly_to(g, number, act.board):
            return refusal
        if group.duty == "transport" and group.troops:
            return airborne.may_carry(g, number, act.board)
        return None
    if isinstance(act, acts.PrepareAgain):
        return air.may_prepare_again(g, number)
    if isinstance(act, acts.FlyOn):
        return air.may_shift(g, number, act.board)
    if isinstance(act, acts.Drop):
        return airborne.may_carry(g, number, group.board)
    if isinstance(act, acts.StrikeShips):
        return air_ground.may_attack_ground(g, number) or air_sea.may_attack(g, number, act.group)
    if isinstance(act, acts.Fight | acts.Bomb | acts.Strafe):
        return air_ground.may_attack_ground(g, number)
    return None


def do(g: Fyow, number: int, act: Act) -> Procedure:
    group = g.state.air.groups[number]
    if act != STAY:
        g.reveal()
    if isinstance(act, acts.Fight):
        air_combat.dogfight(g, number, act.enemy, act.squadron or 0)
    elif isinstance(act, acts.Bomb):
        if any(air.model(g, plane)["role"] == "dive_bomber" for plane in air.present(g, number)):
            air_combat.seen_from_below(g, number, sure=True)
            air_combat.aa_against(g, number, low=True)
        if group.board >= 0:  # AA fire has not driven them all off
            air_ground.bomb(g, number)
            air_combat.seen_from_below(g, number, sure=True)
    elif isinstance(act, acts.Strafe):
        yield from low_attack(g, number)
    elif isinstance(act, acts.Drop):
        yield from airborne.drop(g, number)
    elif isinstance(act, acts.Photograph):
        air_ground.reconnoitre(g, number)
    elif isinstance(act, acts.StrikeShips):
        air_sea.attack(g, number, act.group)
    elif isinstance(act, acts.FlyOn):
        air.shift(g, number, act.board)
    elif isinstance(act, acts.FlyHome):
        air.go_home(g, number)
        g.tell("{name} goes home.", rule="fyow.28.6.1", to=group.side, name=group.name)


def low_attack(g: Fyow, number: int) -> Procedure:
    """28.8.7, ruling R164: AA fire comes before the attack; then targets are spotted and one is named."""
    group = g.state.air.groups[number]
    air_combat.seen_from_below(g, number, sure=True)
    air_combat.aa_against(g, number, low=True)
    if group.board < 0:
        return
    eyes = air_ground.spot_ground(g, number, called_in=air_ground.called_in(g, number))
    foes = [n for n in g.on_board(group.board, g.enemy(group.side)) if not wholly(g, n)]
    foes = [n for n in foes if air_ground.targets_in(g, n)]
    group.acted = g.now
    if not eyes or not foes:
        g.tell("{name} finds no target.", rule="fyow.28.9.1", to=group.side, name=group.name)
        return
    for foe in foes:
        g.spot(group.side, foe)
    choices = [(foe, what) for foe in foes for what in air_ground.targets_in(g, foe)]
    prompt = f"{group.name}: what does it attack?"
    names = [called(g, group.side, foe, place) for place, foe in enumerate(foes, 1)]
    words: dict[str, Any] = {"label": lambda c: f"{names[foes.index(c[0])]}: {AIMED_AT[c[1]]}", "secret": True}
    words |= {"name": Ask.AIR_TARGET, "final": True, "kind": "fire"}
    choice = choices[0]
    if len(choices) > 1:
        choice = yield g.ask(group.side, prompt, choices, rule="fyow.28.9.2", **words)
    air_ground.strafe(g, number, eyes, choice[0], choice[1])


def place_of(g: Fyow, number: int, act: Act) -> str:
    board = act.board if isinstance(act, acts.Fly | acts.FlyOn) else g.state.air.groups[number].board
    return g.static.boards[board].id if board >= 0 else ""


def label(g: Fyow, number: int, act: Act) -> str:
    if isinstance(act, acts.Fly | acts.FlyOn):
        verb = "Fly over" if isinstance(act, acts.Fly) else "Go on to"
        return f"{verb} {g.static.boards[act.board].name}"
    if isinstance(act, acts.Fight):
        name = g.state.air.groups[act.enemy].name
        if act.squadron is None:
            return f"Attack {name}"
        squadron = air.squadrons(g, air.present(g, act.enemy))[act.squadron]
        return f"Attack {counted(len(squadron), squadron[0].model, squadron[0].model)} of {name}"
    if isinstance(act, acts.StrikeShips):
        return f"Attack {g.state.fleet.groups[act.group].name}"
    return LABELS[type(act)]


AIMED_AT = {"figures": "the men", "soft": "soft vehicles", "armour": "armour"}
LABELS: dict[type[Act], str] = {
    acts.Bomb: "Bomb the board", acts.Strafe: "Guns and rockets on the ground", acts.Drop: "Drop",
    acts.Photograph: "Photograph the board", acts.PrepareAgain: "Make ready for a second sortie", acts.FlyHome: "Go home",
    acts.Stay: "Do nothing",
}  # fmt: skip
