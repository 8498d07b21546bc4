"""Section 33.7: a paper battle over three sessions, Contact, Combat, Outcome.

A battle is a small machine kept in the state, moved on by the cards of those who are in it: the attacker's card fights,
the loser's card retreats. `arrive` makes contacts, `battle_card` moves them on. Numbers: combat.py; losses: losses.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, in_force
from grognard.kernel.scene import OddsView

from .combat import LAST, Reading, largest, odds, reading
from .command import will_he
from .context import Fyow
from .detection import detect_on_arrival
from .losses import bombard, take_losses
from .retreat import retreat
from .state import DESTROYED, RED, Battle

FIRE, HOLD = "fire", "hold fire"
ATTACK, BREAK_OFF = "attack", "break off"
STAY, GO = "stay", "go back"
COLUMNS = ("<1", ">1.3", ">1.6", ">1.9", ">2.2", ">2.5", ">2.8", ">3.1", ">3.7", ">4.3", ">5")


# ------------------------------------------------------------------ 33.7.1: Contact


def arrive(g: Fyow, number: int) -> Procedure:
    """13.7.1, 15.1.1, 16: in the box; nobody there: on to the board; else look, and do as the orders say."""
    unit = g.unit(number)
    known = detect_on_arrival(g, number)
    if not g.holders(unit.board, g.enemy(unit.side)):
        occupy(g, number)
        return
    if known and not enters(g, number):
        g.tell("{unit} halts in the box of {board}.", rule="fyow.10.5.5", to=unit.side, unit=number, board=unit.board)
        return
    yield from contact(g, number, known)


def enters(g: Fyow, number: int) -> bool:
    """10.5.3, 10.5.5, 10.5.7: Engage enters, Move To Contact if it says so; 16.2.1: who finds nobody goes on in any case."""
    unit = g.unit(number)
    if unit.condition >= RED and in_force("fyow.base.sc.5"):
        return False
    if unit.disarray:
        return False
    return unit.order.kind == "engage" or (unit.order.kind == "move to contact" and unit.order.contact == "engage")


def occupy(g: Fyow, number: int) -> None:
    """15.1.1, ruling R24: it occupies the board at once, Present."""
    unit = g.unit(number)
    unit.box = -1
    unit.attitude = "present"
    changed = g.state.control[unit.board] != unit.side
    g.take_hold(number)
    if changed:
        g.tell("{unit} occupies {board}.", rule="fyow.15.1.1", to=g.witnesses(number), unit=number, board=unit.board)


def contact(g: Fyow, number: int, known: list[int]) -> Procedure:
    """33.7.1.1: a Contact session begins, or this force joins one (33.7.3.14)."""
    unit = g.unit(number)
    under_way = [b for b in g.state.battles if b.board == unit.board and b.attacker == unit.side and b.stage == "contact"]
    if under_way:
        under_way[0].attackers.append(number)
        g.tell("{unit} joins the contact at {board}.", rule="fyow.33.7.3.14", to=unit.side, unit=number, board=unit.board)
        return
    target = known[0] if known else g.holders(unit.board, g.enemy(unit.side))[0]
    if len(known) > 1:
        prompt = f"{unit.name}: which force does it attack?"
        words: dict[str, Any] = {"label": lambda n: f"force {known.index(n) + 1}", "secret": True}
        target = yield g.ask(unit.side, prompt, known, rule="fyow.15.9.3", **words)
    battle = Battle(unit.board, unit.side, [number], defenders_of(g, unit.board, target), since=g.now)
    g.state.battles.append(battle)
    if known:
        text = "{unit} moves into contact at {board}."
    else:
        text = "{unit} marches on to {board} and finds nobody."
    g.tell(text, rule="fyow.33.7.1.1" if known else "fyow.16.2.1", to=unit.side, unit=number, board=unit.board)


def defenders_of(g: Fyow, board: int, target: int) -> list[int]:
    """Ruling R161: fixed works, Pickets and those ordered to Defend or Support join; others by a decision of will."""
    side = g.unit(target).side
    chosen = [target]
    for number in g.holders(board, side):
        unit = g.unit(number)
        if number == target or unit.mode == "rest" or unit.disarray:
            continue
        duty = unit.kind in ("fixed", "picket") or unit.order.kind in ("defend", "support")
        if duty or will_he(g, unit, "does he join the defence?"):
            chosen.append(number)
    return sorted(chosen)


# ------------------------------------------------------------------ 33.7.2, 33.7.3: Combat and Outcome


def battle_card(g: Fyow, number: int) -> Procedure:
    """What this force's card brings to its battle. Returns whether the card is used up."""
    battle = g.battle_of(number)
    if battle is None:
        return False
    if battle.result and not battle.counted and g.now > battle.since:
        take_losses(g, battle)
        if battle.result == "NR" and in_force("fyow.33.7.3.10"):
            after_no_result(g, battle)
    if g.unit(number).condition == DESTROYED or g.battle_of(number) is not battle:
        tidy(g)
        return True
    if battle.result and battle.result != "NR":
        yield from outcome_card(g, battle, number)
        return True
    if g.now > battle.since:
        yield from combat_card(g, battle, number)
        return True
    return False


def after_no_result(g: Fyow, battle: Battle) -> None:
    """33.7.3.10: the Outcome session is a further Combat session."""
    battle.stage, battle.result, battle.counted = "combat", "", False
    battle.extra, battle.values = 0, {}
    battle.since = g.now - 1


def combat_card(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.2, 33.7.3.15: the first attacker's card fights; a defender's card before it counts against him."""
    if number in battle.defenders:
        battle.acted = True
        if battle.no_result:
            yield from wish_to_leave(g, battle, number)
        return
    meet(g, battle)
    if battle.no_result:
        prompt = f"{g.unit(number).name}: attack again, or break off in good order?"
        answer = yield g.ask(battle.attacker, prompt, [ATTACK, BREAK_OFF], rule="fyow.33.7.3.1", **showing(g, battle))
        if answer == BREAK_OFF and will_he(g, g.unit(number), "does he break off?", seen=True):
            leave_in_good_order(g, battle, battle.attackers)
            yield from retreat(g, number, battle)
            tidy(g)
            return
    yield from barrage(g, battle)
    if battle.attackers and battle.defenders:
        fight(g, battle)
    tidy(g)


def meet(g: Fyow, battle: Battle) -> None:
    """Ruling R162: who was undetected is noted; then those who fight know each other."""
    attackers, defenders = battle.attacker, g.enemy(battle.attacker)
    battle.attackers_unseen = not battle.detected and not any(g.knows(defenders, n) for n in battle.attackers)
    battle.defenders_unseen = not any(g.knows(attackers, n) for n in battle.defenders)
    for side, foes in ((attackers, battle.defenders), (defenders, battle.attackers)):
        for foe in foes:
            g.spot(side, foe)
            if foe not in g.state.met[side]:
                g.state.met[side] = sorted([*g.state.met[side], foe])
    if not battle.no_result:
        g.reveal()
        g.tell("Battle at {board}: {units} attack.", rule="fyow.33.7.3.15", board=battle.board, units=list(battle.attackers))


def wish_to_leave(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3.1: after NR whoever wishes may go back one board in good order; whether he will, his character says (R15)."""
    unit = g.unit(number)
    prompt = f"{unit.name}: hold on, or go back in good order?"
    answer = yield g.ask(unit.side, prompt, [STAY, GO], rule="fyow.33.7.3.1", on=lambda v: (f"u{number}", ""))
    if answer == GO and will_he(g, unit, "does he go back?", seen=True):
        leave_in_good_order(g, battle, battle.defenders)
        yield from retreat(g, number, battle)
        tidy(g)


def leave_in_good_order(g: Fyow, battle: Battle, numbers: list[int]) -> None:
    battle.result, battle.counted, battle.disarray = "AR" if numbers is battle.attackers else "DR", True, False
    battle.beaten = list(numbers)
    battle.since, battle.stage = g.now, "outcome"


def showing(g: Fyow, battle: Battle) -> dict[str, Any]:
    """The numbers of the attack, for the prompt."""
    read = reading(g, battle)

    def table() -> list[OddsView]:
        words = f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}"
        return [OddsView(words, odds(read), "fyow.33.7.2.13")]

    return {"tallies": lambda: [read.shifts, read.die], "odds": table}


def may_bombard(g: Fyow, numbers: list[int]) -> list[int]:
    """Ruling R129: Battlegroups with guns of 100 mm and more and at least a quarter of their ammunition."""
    return [n for n in numbers if g.guns(n) and g.unit(n).ammunition > 0]


def barrage(g: Fyow, battle: Battle) -> Procedure:
    """33.7.2.1 to 33.7.2.3: a barrage on a detected defender, and his answer; once in a battle."""
    if battle.barrage or battle.no_result or (battle.second and in_force("fyow.33.7.3.12")):
        return
    battle.barrage = True
    guns = may_bombard(g, battle.attackers)
    if not guns or battle.defenders_unseen:
        return
    prompt = "Open with a barrage?"
    answer = yield g.ask(battle.attacker, prompt, [FIRE, HOLD], rule="fyow.33.7.2.1", **showing(g, battle))
    leader = g.unit(largest(g, battle.attackers))
    if answer != FIRE or not will_he(g, leader, "does he open with a barrage?", seen=True):
        return
    shell(g, guns, battle.defenders, "fyow.33.7.2.2")
    battle.defenders = [n for n in battle.defenders if g.unit(n).condition != DESTROYED]
    answering = may_bombard(g, battle.defenders)
    if not answering or not battle.detected:
        return
    side = g.enemy(battle.attacker)
    answer = yield g.ask(side, "Answer with counter-battery fire?", [FIRE, HOLD], rule="fyow.33.7.2.3")
    leader = g.unit(largest(g, battle.defenders))
    if answer == FIRE and will_he(g, leader, "does he answer the barrage?", seen=True):
        shell(g, answering, battle.attackers, "fyow.33.7.2.3")


def shell(g: Fyow, firing: list[int], targets: list[int], rule: str) -> None:
    """33.7.2.2: 1D6 points for each gun; a quarter of the ammunition. The loss is shared in proportion to value (R131)."""
    guns = sum(g.guns(n) for n in firing)
    for number in firing:
        g.unit(number).ammunition -= 1
    points = g.roll(f"{guns}d6", "Barrage by {units}", rule=rule, by=g.unit(firing[0]).side, units=list(firing)).total
    whole = sum(g.half_value(n) for n in targets)
    left = points
    for number in sorted(targets, key=lambda n: g.half_value(n)):
        part = left if number == largest(g, targets) else points * g.half_value(number) // whole
        left -= part
        g.tell("{unit} loses {points} points to shell fire.", rule=rule, unit=number, points=part)
        bombard(g, number, part)


def fight(g: Fyow, battle: Battle) -> Reading:
    """33.7.2.5 to 33.7.2.13: the D10 on the Combat Results Table; the result waits for the Outcome session."""
    read = reading(g, battle)
    words: dict[str, Any] = {"a": read.attack, "d": read.defend, "column": COLUMNS[read.column], "board": battle.board}
    why = "{a} against {d} at {board}, column {column}"
    die = g.roll("d10", why, rule="fyow.33.7.2.13", by=battle.attacker, tallies=[read.shifts, read.die], **words)[0]
    result = read.result(die)
    first = battle.result
    battle.values = {str(n): g.half_value(n) for n in battle.attackers + battle.defenders}
    battle.extra, battle.counted, battle.stage, battle.since = read.extra, False, "outcome", g.now
    for number in battle.attackers:
        g.unit(number).attacker_today = g.unit(number).fought = True
    for number in battle.defenders:
        unit = g.unit(number)
        unit.attacked, unit.attacked_today, unit.fought = g.now, unit.attacked_today + 1, True
    battle.acted = False
    battle.result = result
    g.tell(WORDS[result], rule="fyow.33.7.2.13", board=battle.board)
    if battle.second:
        second_result(g, battle, first)
    elif result == "NR":
        battle.no_result += 1
    else:
        beat(g, battle, battle.attackers if result.startswith("AR") else battle.defenders)
    return read


WORDS = {
    "NR": "No decision at {board}: both sides hold on.",
    "AR": "The attack at {board} is beaten off.",
    "AR2": "The attack at {board} collapses; the attackers fall back in disarray.",
    "AR3": "The attack at {board} is shattered.",
    "DR": "The defenders of {board} must give way.",
    "DR2": "The defenders of {board} are driven out in disarray.",
    "DR3": "The defence of {board} breaks.",
    "DR4": "The defenders of {board} are routed.",
    "DR5": "The defence of {board} is annihilated.",
}


def beat(g: Fyow, battle: Battle, numbers: list[int]) -> None:
    """33.7.3.2, 33.7.3.3, 33.7.3.18: the losers, and friends on the board who did not fight, must go."""
    battle.beaten = list(numbers)
    battle.disarray = battle.result not in ("AR", "DR") and in_force("fyow.33.7.3.3")
    side = g.unit(numbers[0]).side
    if in_force("fyow.33.7.3.18"):
        others = [n for n in g.on_board(battle.board, side) if n not in numbers and g.battle_of(n) in (None, battle)]
        battle.beaten += [n for n in others if n not in battle.beaten]


def second_result(g: Fyow, battle: Battle, first: str) -> None:
    """Ruling R174: fought at once with its losses; the heavier defender result stands; after AR the attacker goes too."""
    take_losses(g, battle)
    second = battle.result
    if second.startswith("AR"):
        battle.beaten += [n for n in battle.attackers if g.unit(n).condition != DESTROYED]
    battle.result = max(first, second) if second.startswith("DR") else first
    battle.disarray = battle.result not in ("AR", "DR")
    battle.counted = True


def outcome_card(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3: losers retreat at their card; an attacker whose card comes first may strike again (33.7.3.11)."""
    if number in battle.beaten:
        if battle.counted:
            yield from retreat(g, number, battle)
            tidy(g)
        return
    defeated = [n for n in battle.beaten if n in battle.defenders]
    if number in battle.attackers and defeated and not battle.second and g.now > battle.since and not g.red(number):
        prompt = f"{g.unit(number).name}: strike the beaten enemy again before he is away?"
        answer = yield g.ask(battle.attacker, prompt, [ATTACK, HOLD_GROUND], rule="fyow.33.7.3.11")
        if answer == ATTACK and will_he(g, g.unit(number), "does he strike again?", seen=True):
            battle.second = True
            if battle.disarray:
                for foe in defeated:
                    g.unit(foe).disarray = 2
            yield from barrage(g, battle)
            fight(g, battle)
            tidy(g)


HOLD_GROUND = "hold the ground"


def tidy(g: Fyow) -> None:
    """Battles that are over end; whoever stands in a box of a board without enemies occupies it (ruling R24)."""
    for battle in list(g.state.battles):
        for column in (battle.attackers, battle.defenders):
            column[:] = [n for n in column if g.unit(n).board == battle.board and g.unit(n).condition != DESTROYED]
        battle.beaten = [n for n in battle.beaten if g.unit(n).board == battle.board and g.unit(n).condition != DESTROYED]
        decided = battle.result not in ("", "NR")
        left = battle.beaten or not battle.counted if decided else battle.attackers and battle.defenders
        if not left:
            finish(g, battle)
    for number in g.alive():
        unit = g.unit(number)
        if unit.box >= 0 and g.battle_of(number) is None and not g.holders(unit.board, g.enemy(unit.side)):
            occupy(g, number)
    g.forget_absent()


def finish(g: Fyow, battle: Battle) -> None:
    """33.7.3.4, ruling R175: a victorious attacker is on the board, Present; a victorious defender stays as he was."""
    g.state.battles.remove(battle)
    if battle.result.startswith("DR") and battle.attackers and in_force("fyow.33.7.3.4"):
        g.tell("{board} is taken.", rule="fyow.33.7.3.4", board=battle.board)
        for number in battle.attackers:
            g.unit(number).won = g.now
        for side in g.static.sides:
            g.state.known_control[side][battle.board] = battle.attacker


__all__ = ["COLUMNS", "LAST", "arrive", "battle_card", "contact", "fight", "tidy"]
