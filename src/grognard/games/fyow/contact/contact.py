"""Sections 13.7, 15.1, 16 and 33.7.1: a force arrives; a contact opens, or somebody joins one (33.7.3.14 to 33.7.3.20)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import listing

from ..asks import Ask
from ..context import Fyow
from ..march.movement import line_of_march
from ..planning.duties import attends
from ..rail.trains import jump_off
from ..state import RED, Battle
from ..supply.rationed import at_rest, recover
from .concealment import wholly
from .decoys import called_out, merge, real_here
from .detection import detect_on_arrival, scouts


def arrive(g: Fyow, number: int) -> Procedure:
    """13.7.1, 15.1.1, 16: in the box; nobody there: on to the board; else look, and do as the orders say."""
    unit = g.unit(number)
    called_out(g, unit.board, unit.side)
    if g.on_board(unit.board, g.enemy(unit.side)) and not real_here(g, number):
        return
    merge(g, number)
    known = detect_on_arrival(g, number)
    if not known and unit.order.kind == "reconnaissance" and (yield from stays_outside(g, number)):
        return
    yield from come_on(g, number, known)


class Outside(StrEnum):
    """17.1.3: where an observer stands who sees no enemy."""

    ENTER = "enter the board"
    STAY = "stay in the box"


def stays_outside(g: Fyow, number: int) -> Procedure:
    """17.1.3: who is to observe and finds no enemy enters the board for D10 pieces, or stays in the box for D6, and safer."""
    unit = g.unit(number)
    if not attends(g, unit.id):
        return False
    prompt = f"{unit.name} sees no enemy at {g.static.boards[unit.board].name}: does it enter, or observe from the box?"
    words: dict[str, Any] = {"name": Ask.FROM_THE_BOX, "kind": "move", "secret": True}
    words["on"] = lambda _: (f"u{number}", g.static.boards[unit.board].id)
    unit.outside = (yield g.ask(unit.side, prompt, list(Outside), rule="fyow.17.1.3", **words)) == Outside.STAY
    g.reveal()  # whether somebody is met on the board tells something
    if unit.outside:
        text = "{unit} observes {board} from the box."
        g.tell(text, rule="fyow.17.1.3", to=unit.side, unit=number, board=unit.board)
    return unit.outside


def may_come_on(g: Fyow, number: int) -> Refusal | None:
    """17.1.3: an observer in the box may enter while it knows of no enemy there."""
    unit = g.unit(number)
    if g.known_enemies(unit.side, unit.board):
        place = g.static.boards[unit.board].name
        return Refusal("fyow.10.5.5", f"{unit.name} has found the enemy at {place} and stays outside.")
    return None


def come_on(g: Fyow, number: int, known: list[int]) -> Procedure:
    """15.1.1, 16.4.7, 33.7.1.1: from the box on to the board, or into contact, as the orders say."""
    unit = g.unit(number)
    unit.outside = False
    late = victors(g, unit.board, unit.side)
    if late:
        if not enters(g, number):
            g.tell("{unit} halts in the box of {board}.", rule="fyow.16.4.7", to=unit.side, unit=number, board=unit.board)
            return
        yield from contact(g, number, [n for n in known if n in late] or late, "fyow.33.7.3.17")
        return
    holders = [n for n in g.holders(unit.board, g.enemy(unit.side)) if not wholly(g, n)]
    if not holders:
        occupy(g, number)
        join_defence(g, number)
        return
    if all(n in beaten_on(g, unit.board) for n in holders):
        text = "{unit} waits in the box of {board} until the beaten enemy is gone."
        g.tell(text, rule="fyow.33.7.3.17", to=unit.side, unit=number, board=unit.board)
        return
    if known and not enters(g, number):
        g.tell("{unit} halts in the box of {board}.", rule="fyow.10.5.5", to=unit.side, unit=number, board=unit.board)
        return
    yield from contact(g, number, known)


@cites("fyow.16.4.7")
def enters(g: Fyow, number: int) -> bool:
    """16.4.7: as its orders say: Engage enters (10.5.3), Move To Contact if it says so (10.5.7), others do not (10.5.5)."""
    unit = g.unit(number)
    if unit.condition >= RED:
        return False
    if unit.disarray:
        return False
    return unit.order.kind == "engage" or (unit.order.kind == "move to contact" and unit.order.contact == "engage")


def occupy(g: Fyow, number: int) -> None:
    """15.1.1, ruling R24: it occupies the board at once, Present."""
    unit = g.unit(number)
    unit.box, unit.outside = -1, False
    line_of_march(unit)
    changed = g.state.control[unit.board] != unit.side
    g.take_hold(number)
    g.visit(unit.side, unit.board, scouts(g, number))
    recover(g, number)
    if changed:
        g.tell("{unit} occupies {board}.", rule="fyow.15.1.1", to=g.witnesses(number), unit=number, board=unit.board)


# ------------------------------------------------------------------ who is there already


def beaten_on(g: Fyow, board: int) -> set[int]:
    return {n for battle in g.state.battles if battle.board == board for n in battle.beaten}


def victors(g: Fyow, board: int, side: str) -> list[int]:
    """33.7.3.17: enemies who have won a combat here against friends who must still go."""
    found = []
    for battle in g.state.battles:
        if battle.board == board and battle.beaten and battle.result not in ("", "NR"):
            if g.unit(battle.beaten[0]).side == side:
                winners = battle.defenders if battle.attacker == side else battle.attackers
                found += [n for n in winners if n not in battle.beaten]
    return found


def under_way(g: Fyow, board: int, attacker: str) -> Battle | None:
    """A battle of this attacker on the board that is not decided yet and not fought on the table only among others."""
    for battle in g.state.battles:
        if battle.board == board and battle.attacker == attacker and battle.result in ("", "NR"):
            return battle
    return None


# ------------------------------------------------------------------ 33.7.1: Contact


def contact(g: Fyow, number: int, known: list[int], rule: str = "") -> Procedure:
    """33.7.1.1: a Contact session begins, or this force joins one (33.7.3.14, 33.7.3.16)."""
    unit = g.unit(number)
    battle = under_way(g, unit.board, unit.side)
    if battle is not None:
        battle.attackers.append(number)
        join(g, battle, number)
        return
    beaten = beaten_on(g, unit.board)
    there = [n for n in g.holders(unit.board, g.enemy(unit.side)) if n not in beaten and not wholly(g, n)]
    target = known[0] if known else there[0]
    if len(known) > 1:
        prompt = f"{unit.name}: which force does it attack?"
        seen = [*known, *(n for n in g.known_enemies(unit.side, unit.board) if n not in known)]
        words: dict[str, Any] = {"label": lambda n: called(g, unit.side, n, seen.index(n) + 1), "secret": True}
        words |= {"name": Ask.WHOM_TO_ATTACK, "final": True, "kind": "attack"}
        words["may"] = lambda n: may_pick(g, number, n, known)
        target = yield g.ask(unit.side, prompt, seen, rule="fyow.15.9.3", **words)
    for foe in g.holders(unit.board, g.enemy(unit.side)):
        if g.unit(foe).train >= 0:
            jump_off(g, foe)
    battle = Battle(unit.board, unit.side, [number], defenders_of(g, unit.board, target), since=g.now, opened=g.now)
    g.state.battles.append(battle)
    if known:
        text, rule = "{unit} moves into contact at {board}.", rule or "fyow.33.7.1.1"
    else:
        text, rule = "{unit} marches on to {board} and finds nobody.", "fyow.16.2.1"
    g.tell(text, rule=rule, to=unit.side, unit=number, board=unit.board)
    if g.options["small_battles_two_sessions"] and small(g, battle):
        g.tell("A small encounter: {unit} attacks at once.", rule="fyow.33.7.0.2", to=unit.side, unit=number)
        battle.since = g.now - 1  # the combat is due on this very card (activation.py)


def may_pick(g: Fyow, number: int, target: int, known: list[int]) -> Refusal | None:
    """15.9.3: one of those who hold the board against it."""
    if target in known:
        return None
    if target in beaten_on(g, g.unit(number).board):
        return Refusal("fyow.33.7.3.2", "That force is beaten and about to retreat.")
    return Refusal("fyow.15.9.3", f"That force does not bar the way of {g.unit(number).name}.")


def called(g: Fyow, side: str, enemy: int, place: int) -> str:
    """What a side can call an enemy force: its name if they have met, else what was learned of it, else a number."""
    if enemy in g.state.met[side]:
        return g.unit(enemy).name
    facts = g.state.staff.learned.get(side, {}).get(f"u{enemy}", [])
    types = next((fact.partition(": ")[2] for fact in facts if fact.startswith("types")), "")
    return f"force {place} ({listing(types.split(', '))})" if types else f"force {place}"


def small(g: Fyow, battle: Battle) -> bool:
    """33.7.0.2, ruling R127: neither side commits more than a quarter of the era's cap."""
    limit = 2 * g.static.cap // 4
    sides = (battle.attackers, battle.defenders)
    return all(sum(g.half_value(n) for n in numbers) <= limit for numbers in sides)


def join(g: Fyow, battle: Battle, number: int) -> None:
    """33.7.3.14: in the Contact session with everything; 33.7.3.16: before the combat, without barrage; 15.7: on the table."""
    unit = g.unit(number)
    rule = "fyow.33.7.3.14"
    if battle.way != "paper":
        reach_the_table(g, battle, number)
        return
    if g.now > battle.opened:
        battle.late.append(number)
        rule = "fyow.33.7.3.16"
    g.tell("{unit} joins the contact at {board}.", rule=rule, to=unit.side, unit=number, board=unit.board)


@cites("fyow.4.5.4", "fyow.umpire.4")
def reach_the_table(g: Fyow, battle: Battle, number: int) -> None:
    """umpire.4, 4.5.4: who reaches a board on which a tabletop game runs comes into it after so many bounds."""
    after = bound_of(g, battle, number)
    rule = {0: "fyow.15.7.2", 2: "fyow.15.7.3", 4: "fyow.15.7.4"}[after]
    battle.bounds[str(number)] = after
    when = {0: "from the next bound", 2: "after two more bounds", 4: "at the start of the next session"}[after]
    text = "{unit} reaches the battle of {board} and joins {when}."
    g.tell(text, rule=rule, unit=number, board=g.unit(number).board, when=when)


def join_defence(g: Fyow, number: int) -> None:
    """33.7.3.14, 33.7.3.16: who comes up to friends in a contact defends with them, whether he knows of it or not."""
    unit = g.unit(number)
    battle = under_way(g, unit.board, g.enemy(unit.side))
    if battle is None or number in battle.defenders or unit.disarray or at_rest(unit):
        return
    battle.defenders = sorted([*battle.defenders, number])
    if g.now > battle.opened:
        battle.late.append(number)
    if battle.way != "paper" or any(g.knows(unit.side, n) for n in battle.attackers):
        join(g, battle, number)


def defenders_of(g: Fyow, board: int, target: int) -> list[int]:
    """Ruling R161: with the one attacked fixed works, Pickets and those ordered to Defend or Support; will comes at combat."""
    side, beaten = g.unit(target).side, beaten_on(g, board)
    chosen = [target]
    for number in g.holders(board, side):
        unit = g.unit(number)
        if number == target or at_rest(unit) or unit.disarray or number in beaten:
            continue
        duty = unit.kind in ("fixed", "picket") or unit.order.kind in ("defend", "support")
        if duty:
            chosen.append(number)
    return sorted(chosen)


@cites("fyow.umpire.6")
def bound_of(g: Fyow, battle: Battle, number: int) -> int:
    """umpire.6, 15.7.2 to 15.7.4: bounds until a reinforcement joins: 0 if activated before both forces, 2 between, else 4."""
    left = g.state.pack[1:]
    before = sum(any(n in left for n in force) for force in (battle.attackers, battle.defenders))
    return {2: 0, 1: 2, 0: 4}[before]
