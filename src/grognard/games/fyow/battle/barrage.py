"""Section 33.7.2.1 to 33.7.2.3: the barrage before a paper battle, and its answer."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Procedure, cites
from grognard.kernel.scene import FightSide, FightView, OddsView
from grognard.kernel.words import counted, verb

from ..asks import Ask
from ..command.commanders import will_he
from ..condition.losses import bombard, under_fire
from ..context import Fyow
from ..state import DESTROYED, Battle, Unit
from ..supply.routes import hit_stores
from ..weather.weather import blowing
from .combat_table import COLUMNS, largest, odds, reading


class Guns(StrEnum):
    """33.7.2.1, 33.7.2.3: whether they open fire."""

    FIRE = "fire"
    HOLD = "hold fire"


def showing(g: Fyow, battle: Battle) -> dict[str, Any]:
    """The numbers of the attack, for the prompt."""
    read = reading(g, battle)

    def table() -> list[OddsView]:
        words = f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}"
        return [OddsView(words, odds(read), "fyow.33.7.2.13")]

    return {"tallies": lambda: [read.shifts, read.die], "odds": table, "fight": lambda: seen(g, battle)}


def seen(g: Fyow, battle: Battle) -> FightView:
    """Who attacks and who defends, for the window of the fight; everything in a fight is open."""
    both = []
    for side, title, own in (
        (battle.attacker, "Attacker", battle.attackers), (g.enemy(battle.attacker), "Defender", battle.defenders)
    ):
        both.append(FightSide(side, title, [f"u{n}" for n in own]))
    board = g.static.boards[battle.board]
    return FightView(f"The battle of {board.name}", "fyow.33.7.2.5", board.id, both)


def may_bombard(g: Fyow, numbers: list[int]) -> list[int]:
    """Ruling R129: Battlegroups with guns of 100 mm and more and at least a quarter of their ammunition; R84: not in a
    sandstorm."""
    if blowing(g):
        return []
    return [n for n in numbers if g.guns(n) and g.unit(n).ammunition > 0 and may_fire(g.unit(n))]


@cites("fyow.20.6.4")
def may_fire(unit: Unit) -> bool:
    """20.6: a force at Rest fires none of its weapons; ruling R57: nor does militia that is Rationed fire barrages."""
    return unit.mode != "rest" and not (unit.militia and unit.mode == "rationed")


def supporting(g: Fyow, battle: Battle, side: str) -> list[int]:
    """Ruling R129: guns of a force on a neighbouring board whose orders are to Support this one."""
    if not g.options["support_barrage"]:
        return []
    near = {g.static.other_end(link, battle.board) for link in g.static.land_links(battle.board)}
    fit = [n for n in g.alive(side) if g.unit(n).board in near and g.unit(n).mode != "rest" and not g.unit(n).disarray]
    named = [n for n in fit if g.unit(n).order.kind == "support" and g.unit(n).order.objective == battle.board]
    return [n for n in named if g.battle_of(n) is None]


@cites("fyow.33.7.3.12")
def is_second_battle(battle: Battle) -> bool:
    """33.7.3.12: there is no barrage in a second battle."""
    return battle.second


def barrage(g: Fyow, battle: Battle) -> Procedure:
    """33.7.2.1 to 33.7.2.3: a barrage on a detected defender, and his answer; once in a battle."""
    if battle.barrage or battle.no_result or is_second_battle(battle):
        return
    battle.barrage = True
    early = [n for n in battle.attackers if n not in battle.late]
    guns = may_bombard(g, early + supporting(g, battle, battle.attacker))
    if not guns or battle.defenders_unseen:
        return
    prompt = "Open with a barrage?"
    words: dict[str, Any] = {"name": Ask.BARRAGE, "decline": Guns.HOLD, "final": True, "kind": "fire"}
    answer = yield g.ask(battle.attacker, prompt, list(Guns), rule="fyow.33.7.2.1", **words, **showing(g, battle))
    leader = g.unit(largest(g, battle.attackers))
    if answer != Guns.FIRE or not will_he(g, leader, "does he open with a barrage?", seen=True):
        return
    shell(g, guns, battle.defenders, "fyow.33.7.2.2")
    battle.defenders = [n for n in battle.defenders if g.unit(n).condition != DESTROYED]
    side = g.enemy(battle.attacker)
    present = [n for n in battle.defenders if n not in battle.late]
    answering = may_bombard(g, present + (supporting(g, battle, side) if battle.defenders else []))
    if not answering or not battle.detected:
        return
    words |= {"name": Ask.COUNTER_BATTERY, "fight": lambda: seen(g, battle)}
    answer = yield g.ask(side, "Answer with counter-battery fire?", list(Guns), rule="fyow.33.7.2.3", **words)
    leader = g.unit(largest(g, battle.defenders))
    if answer == Guns.FIRE and will_he(g, leader, "does he answer the barrage?", seen=True):
        shell(g, answering, battle.attackers, "fyow.33.7.2.3")


def shell(g: Fyow, firing: list[int], targets: list[int], rule: str) -> None:
    """33.7.2.2: 1D6 points for each gun; a quarter of the ammunition. The loss is shared in proportion to value (R131)."""
    guns = sum(g.guns(n) for n in firing)
    for number in firing:
        g.unit(number).ammunition -= 1
        g.unit(number).concealed = {}  # ruling R41: who fires is hidden no more
    words: dict[str, Any] = {"units": list(firing), "defenders": list(targets)}
    points = g.roll(f"{guns}d6", "{units} {fire} at {defenders}", rule=rule, by=g.unit(firing[0]).side, **words,
                    fire=verb(len(firing), "fires", "fire")).total
    for number, part in shares(g, targets, points).items():
        g.tell("{unit} loses {points} to shell fire.", rule=rule, unit=number, points=counted(part, "point"))
        hit_stores(g, number, part)
        under_fire(g, number)
        bombard(g, number, part)


def shares(g: Fyow, targets: list[int], points: int) -> dict[int, int]:
    """Ruling R131: in proportion to value; what rounding leaves is the largest one's."""
    whole = sum(g.half_value(n) for n in targets)
    found = {n: points * g.half_value(n) // max(1, whole) for n in sorted(targets, key=lambda n: (g.half_value(n), -n))}
    found[largest(g, targets)] += points - sum(found.values())
    return found
