"""Chapter 12.2: the steps of a combat, in their order. Not here: who may attack what (attacks.py, 12.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import PASS, Procedure, cites
from grognard.kernel.words import verb

from ..asks import Ask
from ..hooks import hook
from ..map.places import gate_line
from ..supply.tracing import in_supply
from ..war.offensives import note_attack
from .advance import advance
from .cards import ask_cards, put_away, used_bit
from .fight import Fight
from .flank_attack import flank
from .great_retreat import great_retreat
from .losses import take_losses
from .retreat import length, must_retreat, retreat, stand
from .strength import can_fire, loss_number, modifiers, shifts, strength
from .withdrawal import restore_step

if TYPE_CHECKING:
    from ..context import Pog


def combat(g: Pog, attackers: list[int], target: int) -> Procedure:
    """12.2.1: designate, strengths, trench cards, flank, combat cards, dice, losses, winner, retreat, advance."""
    action = g.state.action
    side = action.side
    fight = Fight(g, side, attackers, target)
    for unit in attackers:
        action.fought |= 1 << unit
        if fight.origin[unit] != target:
            action.outward |= 1 << unit
    action.attacked |= 1 << target
    g.tell("Combat for {space}.", rule="pog.12.2.1", space=target)
    do = verb(len(attackers), "attacks", "attack")
    g.tell("{side}: {units} {do} {space}.", rule="pog.12.2.2", side=side, units=tuple(attackers), do=do, space=target)
    note_attack(g, fight)
    if any(_crosses_gate(g, fight, u) for u in attackers):
        g.state.gate_used = True
    yield from great_retreat(g, fight)
    if not fight.defenders and not fight.fort and not fight.spent:
        yield from advance(g, fight)
        return
    fight.supplied = not fight.defenders or all(in_supply(g, u) for u in fight.defenders)
    yield from g.hooks.before_trench(g, fight)
    yield from trench_cards(g, fight)
    yield from flank(g, fight)
    yield from g.hooks.before_cards(g, fight)
    yield from ask_cards(g, fight, side, "cards")
    yield from announce_offensives(g, fight)
    yield from g.hooks.support(g, fight, side)
    yield from ask_cards(g, fight, fight.enemy, "cards")
    yield from g.hooks.support(g, fight, fight.enemy)
    if fight.called_off:
        _alberich(g, fight)
        return
    yield from fire_and_losses(g, fight)
    won = fight.loss[side] > fight.loss[fight.enemy]
    winner = side if won else fight.enemy if fight.loss[fight.enemy] > fight.loss[side] else ""
    g.tell(
        "{space}: the attacker inflicts {number}, the defender {number2}; {words}.",
        rule="pog.12.2.11",
        space=target,
        number=fight.loss[side],
        number2=fight.loss[fight.enemy],
        words="both lose" if not winner else "the attacker wins" if won else "the defender wins",
    )
    yield from aftermath(g, fight)
    put_away(g, fight)
    if "cp.51" in fight.cards[side] and not fight.advanced_into_target:
        g.add_vp(g.static.charts["vp"]["peace_offensive_no_advance"], "pog.card.cp.51", "Peace Offensive without advance")


@hook
def before_trench(g: Pog, fight: Fight) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def before_cards(g: Pog, fight: Fight) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def support(g: Pog, fight: Fight, side: str) -> Procedure:
    """Nothing but cards supports a side in the base game."""
    return
    yield


def _crosses_gate(g: Pog, fight: Fight, unit: int) -> bool:
    return gate_line(g, fight.origin[unit], fight.target)


def trench_cards(g: Pog, fight: Fight) -> Procedure:
    """12.2.4: now and only now the attacker cancels trench effects; Brusilov's choice comes first."""
    action = g.state.action
    brusilov = action.card == "ap.46" and action.kind == "event ops" and not action.brusilov
    if brusilov and _russian(g, fight) and not _has(g, fight, "ge") and fight.defenders:
        choice = yield g.ask(
            fight.side,
            "Brusilov Offensive: cancel all trench effects in this attack?",
            ["cancel"],
            rule="pog.card.ap.46",
            name=Ask.BRUSILOV,
            final=True,
            also=[PASS],
            label=lambda v: "Cancel the trench" if v != PASS else "Not here",
            about={"place": g.board.ids[fight.target]},
        )
        if choice != PASS:
            action.brusilov = fight.brusilov = fight.trench_cancelled = True
            g.tell("Brusilov: all trench effects in {space} are cancelled.", rule="pog.card.ap.46", space=fight.target)
    yield from ask_cards(g, fight, fight.side, "trench")


def announce_offensives(g: Pog, fight: Fight) -> Procedure:
    """Events with operations that help attacks: Yanks and Tanks, Brusilov, Kerensky (announced before the defender's cards)."""
    action = g.state.action
    if action.kind != "event ops":
        return
    if action.card == "ap.35" and any(g.units.nation[u] == "us" for u in fight.attackers):
        fight.bonus[fight.side].append((2, "Yanks and Tanks", "pog.card.ap.35"))
    elif action.card == "ap.46" and _russian(g, fight):
        fight.bonus[fight.side].append((1, "Brusilov Offensive", "pog.card.ap.46"))
    elif action.card == "ap.45" and not action.kerensky and _russian(g, fight) and _has(g, fight, "ah", "bu", "tu"):
        choice = yield g.ask(
            fight.side,
            "Kerensky Offensive: +2 for this attack?",
            ["use"],
            rule="pog.card.ap.45",
            name=Ask.KERENSKY,
            final=True,
            also=[PASS],
            label=lambda v: "Use it here" if v != PASS else "Not here",
            about={"place": g.board.ids[fight.target]},
        )
        if choice != PASS:
            action.kerensky = True
            fight.bonus[fight.side].append((2, "Kerensky Offensive", "pog.card.ap.45"))


def _russian(g: Pog, fight: Fight) -> bool:
    return any(g.units.nation[u] == "ru" for u in fight.attackers)


def _has(g: Pog, fight: Fight, *nations: str) -> bool:
    return any(g.units.truly[u] in nations for u in fight.defenders + fight.spent)


@cites("pog.12.2.9.b")
def at_once(fight: Fight) -> bool:
    """Both sides fire at once unless a flank attempt or a card has made one of them the first."""
    return fight.first is None


@cites("pog.12.2.10")
def loss_order(fight: Fight) -> tuple[str, str]:
    """The defender takes his losses before the attacker."""
    return fight.enemy, fight.side


def fire_and_losses(g: Pog, fight: Fight) -> Procedure:
    """12.2.9, 12.2.10: both fire at once and the defender loses first; or one side fires and the other with what is left."""
    side, enemy = fight.side, fight.enemy
    if at_once(fight):
        _fire(g, fight, side)
        _fire(g, fight, enemy)
        for loser in loss_order(fight):
            yield from take_losses(g, fight, loser, fight.loss[side if loser == enemy else enemy])
    else:
        first, second = (side, enemy) if fight.first == side else (enemy, side)
        _fire(g, fight, first)
        yield from take_losses(g, fight, second, fight.loss[first])
        if can_fire(g, fight, second):
            _fire(g, fight, second)
            yield from take_losses(g, fight, first, fight.loss[second])
        else:
            g.tell("Nothing is left to fire back.", rule="pog.12.3.3.c")
    if fight.withdrawal:
        yield from restore_step(g, fight)


def _fire(g: Pog, fight: Fight, side: str) -> None:
    if not can_fire(g, fight, side):
        return
    tallies = [strength(g, fight, side), shifts(g, fight, side), modifiers(g, fight, side)] if g.keeps_diary else []
    die = g.d6("Fire of the {side}: ", rule="pog.12.2.9", by=side, side=side, tallies=tallies)
    fight.loss[side] = loss_number(g, fight, side, die)


@cites("pog.12.7.11")
def stay_at_siege(fight: Fight) -> bool:
    """When only besiegers attack their fort nobody retreats and nobody advances."""
    return fight.inside and fight.spaces == [fight.target]


@cites("pog.12.7.1.b")
def fort_taken(g: Pog, fight: Fight) -> bool:
    """After an attack on a fort without units there is an advance only if the fort is destroyed."""
    return not g.forts >> fight.target & 1 and not g.side_units(fight.target, fight.enemy)


@cites("pog.12.6.4", "pog.12.6.5")
def must_withdraw(fight: Fight) -> bool:
    """With Withdrawal the defenders retreat one space, whoever won, and cannot ignore it."""
    return bool(fight.withdrawal and fight.defenders)


@cites("pog.12.2.13")
def left_empty(g: Pog, fight: Fight) -> bool:
    """The defenders retreated or were all eliminated: the attacker may advance, whoever won."""
    return not g.side_units(fight.target, fight.enemy)


def aftermath(g: Pog, fight: Fight) -> Procedure:
    """12.2.12, 12.2.13: retreat, then advance."""
    if stay_at_siege(fight):
        return
    if fight.fort_alone:
        if fort_taken(g, fight):
            yield from advance(g, fight)
        return
    if must_withdraw(fight):
        yield from retreat(g, fight, list(fight.defenders), 1)
    elif must_retreat(g, fight):
        if fight.retreat_cancelled:
            g.tell("{space}: the retreat is cancelled.", rule=fight.retreat_cancelled, space=fight.target)
        elif _haig(g, fight):
            g.tell("{space}: the defenders stand.", rule="pog.card.cp.61", space=fight.target)
        else:
            yield from stand(g, fight)
            if not fight.stood:
                yield from retreat(g, fight, list(fight.defenders), length(fight))
    if left_empty(g, fight):
        yield from advance(g, fight)
        if not fight.advanced_into_target:
            g.tell("{space} is empty and stays with its owner.", rule="pog.12.5.7", space=fight.target)


def _haig(g: Pog, fight: Fight) -> bool:
    """Card cp.61: GE units in a trench in the West ignore retreats from attacks that include BR units."""
    if "cp.61" not in g.state.this_turn or any(g.played(c) for c in ("cp.49", "cp.50", "cp.51")):
        return False
    west = g.board.nation[fight.target] in ("fr", "be", "ge")
    british = any(g.units.truly[u] == "br" for u in fight.named)
    return west and british and fight.trench_level > 0 and _has(g, fight, "ge")


def _alberich(g: Pog, fight: Fight) -> None:
    """Card cp.64: the attack is called off; the attacker's cards count as not played: those of his hand return to it."""
    s = g.state
    g.tell("Alberich: the attack on {space} meets empty trenches and is called off.", rule="pog.card.cp.64", space=fight.target)
    for card_id in fight.cards[fight.side]:
        s.used &= ~used_bit(g.static.cards[card_id])
        if card_id in fight.face_up:
            continue
        bit = 1 << g.static.cards[card_id].number
        s.table[fight.side] &= ~bit
        s.hand[fight.side] |= bit
        s.shown[fight.side] |= bit
        s.events.pop(card_id, None)
    for card_id in fight.cards[fight.enemy]:
        g.leave_hand(card_id, "removed" if g.static.cards[card_id].remove else "discard")
