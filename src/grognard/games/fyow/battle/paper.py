"""Section 33.7: a paper battle over three sessions, Contact, Combat, Outcome.

A battle is a small machine kept in the state, moved on by the cards of those who are in it: the attacker's card fights,
the loser's card retreats. `battle_card` moves it on. Arrivals and contacts: contact.py; numbers: combat_table.py; losses:
condition/losses.py; how a contact is settled otherwise than on paper: report.py.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import verb

from ..asks import Ask
from ..brigades import groups
from ..command.commanders import will_he
from ..condition.losses import take_losses
from ..contact.concealment import wholly
from ..contact.contact import occupy
from ..context import Fyow
from ..partisans import battles as partisan_battles
from ..planning.duties import attends
from ..rail.trains import jump_off
from ..state import DESTROYED, Battle
from ..supply.rationed import at_rest
from ..tables import ELEMENTS, number_of
from .barrage import barrage, seen, showing
from .combat_table import COLUMNS, LAST, Reading, attacking, reading
from .forms import commitment_form
from .retreat import can_go_back, retreat, way_out
from .support import note_support, support_losses

PAPER, TABLE, LINKED = "paper", "table", "linked"
WAYS = {
    PAPER: "A paper battle", TABLE: "A battle at home, on the table: enter the result afterwards",
    LINKED: "A linked match of World War II DBA",
}  # fmt: skip


class Again(StrEnum):
    """33.7.3.1: the attacker after NR."""

    ATTACK = "attack"
    BREAK_OFF = "break off"


class HoldOn(StrEnum):
    """33.7.3.1: the defender after NR."""

    STAY = "stay"
    GO = "go back"


class Pursuit(StrEnum):
    """33.7.3.11: the victor before the beaten enemy is away."""

    ATTACK = "attack"
    HOLD_GROUND = "hold the ground"


@cites("fyow.33.7.3.10")
def goes_on(battle: Battle) -> bool:
    """33.7.3.10: after NR the Outcome session is a further Combat session."""
    return battle.result == "NR"


@cites("fyow.33.7.0.1", "fyow.33.7.3.20")
def fights_now(g: Fyow, battle: Battle, number: int) -> bool:
    """33.7.0.1, 33.7.3.20: Combat comes in the session after Contact, for a new contact of a late force too."""
    return (number in battle.attackers or number in battle.defenders) and g.now > battle.since


def battle_card(g: Fyow, number: int) -> Procedure:
    """What this force's card brings to its battle. Returns whether the card is used up."""
    mine = [b for b in g.state.battles if number in b.attackers + b.defenders + b.beaten]
    for fought in mine:
        if fought.result and not fought.counted and g.now > fought.since:
            yield from take_losses(g, fought)
            support_losses(g, fought)
            if goes_on(fought):
                after_no_result(g, fought)
    battle = g.battle_of(number)
    if battle and battle.result in ("", "NR") and not (battle.attackers and battle.defenders):
        tidy(g)  # losses, bombs or shells have left nobody on one side
        battle = g.battle_of(number)
    if battle is None or g.unit(number).condition == DESTROYED:
        if mine:
            tidy(g)
        return g.unit(number).condition == DESTROYED
    if battle.way != PAPER:
        g.tell("{unit} is fighting; its card marks time.", rule="fyow.15.7.1", to=g.unit(number).side, unit=number)
        return True
    if battle.result and battle.result != "NR":
        yield from outcome_card(g, battle, number)
        return True
    if fights_now(g, battle, number):
        yield from combat_card(g, battle, number)
        return True
    return False


def after_no_result(g: Fyow, battle: Battle) -> None:
    """33.7.3.10: the Outcome session is a further Combat session."""
    battle.stage, battle.result, battle.counted = "combat", "", False
    battle.extra, battle.values, battle.committed = 0, {}, {}
    battle.since = g.now - 1
    g.tell("The fight for {board} goes on.", rule="fyow.33.7.3.10", board=battle.board)


# ------------------------------------------------------------------ 33.7.2: Combat


@cites("fyow.33.6.1")
def note_his_card(battle: Battle) -> None:
    """33.6.1: the battle is fought at the attacker's card; that the defender's came first still matters."""
    battle.acted = True


def combat_card(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.2, 33.7.3.15: the first attacker's card fights; a defender's card before it counts against him."""
    if number in battle.defenders:
        note_his_card(battle)
        if battle.no_result:
            yield from wish_to_leave(g, battle, number)
        return
    meet(g, battle)
    if battle.no_result:
        yield from break_off(g, battle, number)
        if number not in battle.attackers:
            return
    elif (yield from other_way(g, battle)):
        return
    yield from barrage(g, battle)
    if battle.attackers and battle.defenders:
        yield from commit(g, battle)
        yield from fight(g, battle)
    tidy(g)


def meet(g: Fyow, battle: Battle) -> None:
    """Ruling R162: who was undetected is noted; then those who fight know each other. R161: who else defends, will tells."""
    attackers, defenders = battle.attacker, g.enemy(battle.attacker)
    battle.attackers_unseen = not battle.detected and not any(g.knows(defenders, n) for n in battle.attackers)
    battle.defenders_unseen = not any(g.knows(attackers, n) for n in battle.defenders)
    if not battle.no_result and not battle.met:
        battle.met = True
        g.reveal()
        words: dict[str, Any] = {"board": battle.board, "units": list(battle.attackers)}
        words["attack"] = verb(len(battle.attackers), "attacks", "attack")
        g.tell("Battle at {board}: {units} {attack}.", rule="fyow.33.7.3.15", **words)
        join_by_will(g, battle)
        for number in battle.defenders:
            groups.attacked(g, number)
            g.unit(number).surprised = g.unit(number).surprised or battle.attackers_unseen  # 10.6.1: nobody expected them
    for side, foes in ((attackers, battle.defenders), (defenders, battle.attackers)):
        for foe in foes:
            g.spot(side, foe)
            if foe not in g.state.met[side]:
                g.state.met[side] = sorted([*g.state.met[side], foe])


def join_by_will(g: Fyow, battle: Battle) -> None:
    """33.7.1.3, ruling R161: a Present or Deployed force that has other orders joins if its BC will."""
    for number in g.holders(battle.board, g.enemy(battle.attacker)):
        unit = g.unit(number)
        if g.battle_of(number) is None and not at_rest(unit) and not unit.disarray:
            if will_he(g, unit, "does he join the defence?", seen=True):
                battle.defenders = sorted([*battle.defenders, number])
                g.tell("{unit} joins the defence.", rule="fyow.33.7.1.3", unit=number)


@cites("fyow.15.6.1")
def other_way(g: Fyow, battle: Battle) -> Procedure:
    """intro.2, 14.8.3, 15.6.1: the player chooses how the contact is settled. True: not on paper."""
    if g.options["settle"] != "ask":
        return False
    prompt = f"{g.static.boards[battle.board].name}: how is this contact settled?"
    words: dict[str, Any] = {"label": lambda way: WAYS[way], **showing(g, battle)}
    words |= {"name": Ask.SETTLE, "final": True}
    battle.way = yield g.ask(battle.attacker, prompt, list(WAYS), rule="fyow.intro.2", **words)
    if battle.way == PAPER:
        return False
    battle.stage, battle.since = "combat", g.now
    g.tell("The fight for {board} goes to the table.", rule="fyow.14.8.3", board=battle.board)
    return True


def break_off(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3.1, ruling R136: after NR the attacker decides first; base.sc.5, 12.1.1: a Red force must go."""
    unit = g.unit(number)
    if not can_go_back(g, number, battle) and not g.options["reembark"]:
        return
    if not g.red(number):
        prompt = f"{unit.name}: attack again, or break off in good order?"
        words: dict[str, Any] = {"name": Ask.ATTACK_AGAIN, "final": True}
        words["kind"] = lambda v: "attack" if v == Again.ATTACK else "move"
        answer = yield g.ask(battle.attacker, prompt, list(Again), rule="fyow.33.7.3.1", **words, **showing(g, battle))
        if answer != Again.BREAK_OFF or not will_he(g, unit, "does he break off?", seen=True):
            return
    else:
        g.tell("{unit} is Red and breaks off.", rule="fyow.12.1.1", unit=number)
    yield from leave_in_good_order(g, battle, number)


def wish_to_leave(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3.1: after NR whoever wishes may go back one board in good order; whether he will, his character says (R15)."""
    unit = g.unit(number)
    if not can_go_back(g, number, battle):
        return
    if not g.red(number):
        prompt = f"{unit.name}: hold on, or go back in good order?"
        words: dict[str, Any] = {"name": Ask.HOLD_ON, "decline": HoldOn.STAY, "final": True, "kind": "move"}
        words |= {"on": lambda v: (f"u{number}", ""), "fight": lambda: seen(g, battle)}
        answer = yield g.ask(unit.side, prompt, list(HoldOn), rule="fyow.33.7.3.1", **words)
        if answer != HoldOn.GO or not will_he(g, unit, "does he go back?", seen=True):
            return
    else:
        g.tell("{unit} is Red and breaks off.", rule="fyow.12.1.1", unit=number)
    yield from leave_in_good_order(g, battle, number)


def leave_in_good_order(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3.1: those who choose to go back, and nobody else; with the last of a side the fight is over."""
    own = battle.attackers if number in battle.attackers else battle.defenders
    chosen = None
    if g.unit(number).kind not in (partisan_battles.KIND, "fixed"):
        chosen = yield from way_out(g, number, battle)
        if chosen < 0 and not g.options["reembark"]:  # R211: it cannot go, and fights on
            return
    if own == [number]:
        battle.result, battle.counted, battle.disarray = "AR" if own is battle.attackers else "DR", True, False
        battle.beaten, battle.by_choice = [number], True
        battle.since, battle.stage = g.now, "outcome"
    yield from retreat(g, number, battle, chosen=-1 if chosen is None else chosen)
    tidy(g)


# ------------------------------------------------------------------ 33.7.2.1 to 33.7.2.4: barrage and committed force


def commit(g: Fyow, battle: Battle) -> Procedure:
    """33.7.2.4, ruling R175: the attacker names what attacks; all of it, or a part of each Battlegroup."""
    battle.committed = {}
    ids = {g.unit(n).id: n for n in battle.attackers}
    offered = commitments(g, battle)
    if not offered or not any(attends(g, name) for name in ids):  # the staff commits everything
        return
    words: dict[str, Any] = {"label": lambda named: commitment_words(g, battle, named), **showing(g, battle)}
    named = yield g.ask_checked(
        battle.attacker, "Which force attacks?", name=Ask.COMMIT, rule="fyow.33.7.2.4",
        shape=dict[str, dict[str, int]], check=lambda named: may_commit(g, battle, named), suggest=lambda: offered,
        form=lambda: commitment_form(g, battle), **words,
    )  # fmt: skip
    whole = {g.unit(n).id: dict(g.unit(n).elements) for n in battle.attackers}
    named = {name: {e: n for e, n in part.items() if n} for name, part in named.items() if any(part.values())}
    if named != whole:
        battle.committed = {str(ids[name]): part for name, part in named.items()}
        words = {"units": [ids[name] for name in named], "board": battle.board}
        g.tell("Only a part is committed at {board}: of {units}.", rule="fyow.33.7.2.4", **words)


def commitments(g: Fyow, battle: Battle) -> list[dict[str, dict[str, int]]]:
    """What a staff would name: everything, each Battlegroup alone, everything but the heavy guns."""
    whole = {g.unit(n).id: dict(g.unit(n).elements) for n in battle.attackers}
    found = [whole]
    if len(whole) > 1:
        found += [{name: part} for name, part in whole.items()]
    without = {name: {e: n for e, n in part.items() if not ELEMENTS[e].get("barrage")} for name, part in whole.items()}
    without = {name: part for name, part in without.items() if g.part_value(part)}
    if without not in found and without:
        found.append(without)
    return [named for named in found if may_commit(g, battle, named) is None]


def commitment_words(g: Fyow, battle: Battle, named: dict[str, dict[str, int]]) -> str:
    lines = []
    for number in battle.attackers:
        unit = g.unit(number)
        if unit.id in named:
            part = named[unit.id]
            lines.append(f"all of {unit.name}" if part == unit.elements else f"{g.part_value(part) // 2} points of {unit.name}")
    return ", ".join(lines)


def may_commit(g: Fyow, battle: Battle, named: dict[str, dict[str, int]]) -> Refusal | None:
    ids = {g.unit(n).id: n for n in battle.attackers}
    worth = 0
    for name, part in named.items():
        if name not in ids:
            return Refusal("fyow.33.7.2.4", "Only Battlegroups of this attack can be committed.")
        unit = g.unit(ids[name])
        for element, count in part.items():
            if count < 0 or count > unit.elements.get(element, 0):
                has = number_of(unit.elements.get(element, 0), element)
                return Refusal("fyow.33.7.2.4", f"{unit.name} has {has}, not {count}.")
            worth += count * (element in unit.elements and bool(ELEMENTS[element]["points"]))
    return None if worth else Refusal("fyow.33.7.2.4", "Somebody must attack: nobody is committed.")


# ------------------------------------------------------------------ 33.7.2.13: the throw


def fight(g: Fyow, battle: Battle) -> Procedure:
    """33.7.2.5 to 33.7.2.13: the D10 on the Combat Results Table; the result waits for the Outcome session."""
    read = reading(g, battle)
    words: dict[str, Any] = {"a": read.attack, "d": read.defend, "column": COLUMNS[read.column], "board": battle.board}
    words |= {"attackers": attacking(battle), "defenders": list(battle.defenders)}
    why = "{attackers} ({a}) against {defenders} ({d}) at {board}, column {column}"
    die = g.roll("d10", why, rule="fyow.33.7.2.13", by=battle.attacker, tallies=[read.shifts, read.die], **words)[0]
    result = read.result(die)
    first = battle.result
    note_fight(g, battle, read)
    battle.result = result
    g.tell(WORDS[result], rule="fyow.33.7.2.13", board=battle.board)
    if battle.second:
        yield from second_result(g, battle, first)
    elif result == "NR":
        battle.no_result += 1
    else:
        beat(g, battle, battle.attackers if result.startswith("AR") else battle.defenders)


def note_fight(g: Fyow, battle: Battle, read: Reading) -> None:
    """What the fight leaves on the records: values for the losses, who attacked and was attacked."""
    fought = attacking(battle)
    battle.values = {str(n): g.half_value(n) for n in fought + battle.defenders}
    for name, part in battle.committed.items():
        battle.values[name] = min(battle.values[name], g.part_value(part))
    battle.extra, battle.counted, battle.stage, battle.since = read.extra, False, "outcome", g.now
    for number in fought:
        unit = g.unit(number)
        unit.attacker_today = unit.fought = True
        unit.battles += 1
    for number in battle.defenders:
        unit = g.unit(number)
        unit.attacked, unit.attacked_today, unit.fought = g.now, unit.attacked_today + 1, True
        unit.battles += 1
    for number in fought + battle.defenders:
        g.unit(number).concealed = {}
    note_support(g, battle)
    battle.acted = False


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
    battle.disarray = battle.result not in ("AR", "DR")
    sweep_along(g, battle, g.unit(battle.beaten[0]).side)


@cites("fyow.33.7.3.18")
def sweep_along(g: Fyow, battle: Battle, side: str) -> list[int]:
    """33.7.3.18: friends on the board who did not fight go too, unless they came late and opened a contact of their own."""
    swept = [n for n in g.on_board(battle.board, side) if n not in battle.beaten and g.battle_of(n) in (None, battle)]
    for number in swept:
        if g.unit(number).train >= 0:
            jump_off(g, number)  # its train has come into the rout
        battle.beaten.append(number)
        text = "{unit} must go with the beaten at {board}."
        g.tell(text, rule="fyow.33.7.3.18", to=g.witnesses(number), unit=number, board=battle.board)
    return swept


def second_result(g: Fyow, battle: Battle, first: str) -> Procedure:
    """Ruling R174: fought at once with its losses; the heavier defender result stands; after AR the attacker goes too."""
    yield from take_losses(g, battle)
    support_losses(g, battle)
    second = battle.result
    if second.startswith("AR"):
        battle.repulse = second
        battle.repelled = [n for n in battle.attackers if g.unit(n).condition != DESTROYED]
        battle.beaten += battle.repelled
        battle.repelled = [*battle.repelled, *sweep_along(g, battle, battle.attacker)]
    battle.result = max(first, second) if second.startswith("DR") else first
    battle.disarray = battle.result not in ("AR", "DR")
    battle.counted = True


# ------------------------------------------------------------------ 33.7.3: Outcome


def outcome_card(g: Fyow, battle: Battle, number: int) -> Procedure:
    """33.7.3: losers retreat at their card; an attacker whose card comes first may strike again (33.7.3.11)."""
    if battle.counted and battle.beaten and g.now > battle.since and not battle.by_choice:
        sweep_along(g, battle, g.unit(battle.beaten[0]).side)
    if number in battle.beaten:
        if battle.counted:
            yield from retreat(g, number, battle)
            tidy(g)
        return
    defeated = [n for n in battle.beaten if n in battle.defenders]
    if number in battle.attackers and defeated and not battle.second and g.now > battle.since and not g.red(number):
        prompt = f"{g.unit(number).name}: strike the beaten enemy again before he is away?"
        words: dict[str, Any] = {"name": Ask.SECOND_ATTACK, "decline": Pursuit.HOLD_GROUND, "final": True, "kind": "attack"}
        words["fight"] = lambda: seen(g, battle)
        answer = yield g.ask(battle.attacker, prompt, list(Pursuit), rule="fyow.33.7.3.11", **words)
        if answer == Pursuit.ATTACK and will_he(g, g.unit(number), "does he strike again?", seen=True):
            battle.second, battle.committed = True, {}
            battle.defenders = [n for n in battle.defenders if g.unit(n).condition != DESTROYED]
            if battle.disarray:
                for foe in defeated:
                    g.unit(foe).disarray, g.unit(foe).helped = 2, False
            yield from barrage(g, battle)
            yield from fight(g, battle)
            tidy(g)


def tidy(g: Fyow) -> None:
    """Battles that are over end; whoever stands in a box of a board without enemies occupies it (ruling R24)."""
    for battle in list(g.state.battles):
        for column in (battle.attackers, battle.defenders):
            column[:] = [n for n in column if g.unit(n).board == battle.board and g.unit(n).condition != DESTROYED]
        battle.beaten = [n for n in battle.beaten if g.unit(n).board == battle.board and g.unit(n).condition != DESTROYED]
        decided = battle.result not in ("", "NR")
        left = battle.beaten or not battle.counted if decided else battle.attackers and battle.defenders
        if not left or not (battle.attackers or battle.defenders or battle.beaten):
            finish(g, battle)
    partisan_battles.after_battle(g)
    for number in g.alive():
        unit = g.unit(number)
        if unit.box >= 0 and not unit.outside and g.battle_of(number) is None and all(
            wholly(g, n) for n in g.holders(unit.board, g.enemy(unit.side))
        ):
            occupy(g, number)
    g.forget_absent()


def finish(g: Fyow, battle: Battle) -> None:
    """33.7.3.4, ruling R175: a victorious attacker is on the board, Present; a victorious defender stays as he was."""
    g.state.battles.remove(battle)
    victors = {"DR": battle.attackers, "AR": battle.defenders}.get(battle.result[:2], [])
    for number in victors:
        g.unit(number).won = g.now
    hold = [n for n in battle.attackers if g.unit(n).kind != partisan_battles.KIND]
    stays = battle.by_choice and g.holders(battle.board, g.enemy(battle.attacker))  # friends of those who left after NR
    if battle.result.startswith("DR") and hold and not stays:
        g.tell("{board} is taken.", rule="fyow.33.7.3.4", board=battle.board)
        for side in g.static.sides:
            g.state.known_control[side][battle.board] = battle.attacker
        g.state.open_control[battle.board] = battle.attacker


__all__ = ["COLUMNS", "LAST", "battle_card", "fight", "tidy"]
