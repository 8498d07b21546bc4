"""Chapter 7, the combat cycle in a square (7.cycle): who shoots when, what is compared, who must leave.

Retreat before combat, guns in support, rear attackers, prepared defenders, everybody else at once, the cards that shoot again,
the comparison. Dice and scores are in fire.py and shooting.py, losses in losses.py, retreats in retreat.py.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from grognard.kernel import PASS, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..cards import hand
from ..context import Napalini
from ..table.terrain import prepared
from ..table.zones import facing_of
from ..tables import losses_for
from ..victory.score import note_prize
from .artillery import gunner_has_fired, name_guns
from .fight import Fight, prepared_square, seen
from .fire import Aim, dice_tally
from .losses import add_hits, allot, give_loss, given_out, hits_on, join_faces, losses_due, note_losses
from .retreat import face, leave_square, retreat, retreat_squares
from .shooting import volley


def may_retreat_before(g: Napalini, n: int) -> bool:
    """7.retreat-before: a recce unit, or with the Ghost (O3E) anybody, that is mobile and has somewhere to go."""
    mobile = not (g.type(n).immobile and not g.unit(n).trucks) and not g.fixed(n)
    return (g.round.ghost or g.recce(n)) and mobile and bool(retreat_squares(g, n, True))


@cites("napalini.3.ambush.after")
def still_to_fire(g: Napalini, n: int) -> bool:
    """Who fired from ambush does not fire again in the combat."""
    return n not in g.round.ambushers


@cites("napalini.7.cycle.support-step")
def guns_of_the_prepared(fight: Fight) -> list[int]:
    """Defending artillery throws with the prepared defenders, if there are any."""
    return fight.guns_defend


def combat(g: Napalini, square: int) -> Procedure:
    """One combat from retreat before it to the facing of the winner."""
    r = g.round
    fight = Fight(g, square)
    for n in fight.attackers(g):
        g.unit(n).prepared = False
    g.heading("Combat in {place}", rule="napalini.7.cycle", place=square)
    yield from retreat_before(g, fight)
    if not fight.defenders(g):
        g.tell("The attackers hold {place} without combat.", rule="napalini.7.retreat-before", place=square)
        yield from settle(g, fight, fight.attacker, fought=False)
        return
    fight.stand(g)
    if not fight.around:
        join_faces(g, square, fight.attacker)
    fight.was_prepared = prepared_square(g, fight.defenders(g))
    yield from petty_poo(g, fight)
    fight.guns_attack = yield from support(g, fight, fight.attacker)
    gunner_has_fired(g, square)
    fight.guns_defend = yield from support(g, fight, fight.defender)
    if undefended(g, fight):
        g.tell("Nobody in {place} can fight: the square falls.", rule="napalini.7.result.undefended", place=square)
        yield from driven_out(g, fight)
        yield from new_front(g, fight)
        return
    yield from choose_faces(g, fight)
    yield from ready_torpedoes(g, fight)
    yield from shoot_in_order(g, fight)
    yield from cards_after_the_shooting(g, fight)
    r.shot += [n for n in fight.attackers(g) if n not in r.shot]  # those too who are beaten back now
    yield from result(g, fight)
    yield from new_front(g, fight)


# ------------------------------------------------------------------ before the dice


def retreat_before(g: Napalini, fight: Fight) -> Procedure:
    """7.retreat-before: recce units of the defender may go; with the Ghost (O3E) anybody."""
    stayed: list[int] = []
    while True:
        able = [n for n in fight.defenders(g) if n not in stayed and may_retreat_before(g, n)]
        if not able:
            return
        unit = yield g.ask(
            fight.defender,
            f"Retreat before the combat in {g.label(fight.square)}: which unit?",
            able,
            also=[PASS],
            rule="napalini.card.O3E" if g.round.ghost else "napalini.7.retreat-before",
            label=lambda n: "none" if n == PASS else g.name(n),
            on=lambda n: ("" if n == PASS else f"u{n}", g.label(fight.square)),
            name=Ask.RETREAT_BEFORE,
            final=True,
        )
        if unit == PASS:
            return
        yield from retreat(g, [unit], True)
        stayed.append(unit)


def ready_infantry(g: Napalini, fight: Fight) -> list[int]:
    return [n for n in fight.defenders(g) if g.type(n).infantry and g.unit(n).prepared]


def petty_poo(g: Napalini, fight: Fight) -> Procedure:
    """18E: the defender's prepared infantry shoots, takes the fire, and shoots again."""
    infantry = ready_infantry(g, fight)
    if not infantry or not hand.might_play(g, fight.defender):
        return
    words = f"Combat in {g.label(fight.square)}: play 18E, so that your prepared infantry shoots twice?"
    played = yield from hand.ask(g, fight.defender, ["18E"], words, "napalini.card.18E", name=Ask.CARD_NOW)
    if played != PASS:
        hand.spend(g, fight.defender, "18E")
        fight.petty_poo = infantry


def support(g: Napalini, fight: Fight, side: str) -> Procedure:
    """7.cycle: the artillery in support of one side."""
    prompt = f"Artillery for the combat in {g.label(fight.square)}: which gun fires?"
    return name_guns(g, side, fight.square, side == fight.defender, prompt, "napalini.7.artillery.conditions", Ask.GUNS)


def undefended(g: Napalini, fight: Fight) -> bool:
    """7.result.undefended: no defender has dice here and no artillery fires in its support."""
    if fight.guns_defend:
        return False
    targets = tuple(fight.attackers(g))
    return not any(int(dice_tally(g, Aim(n, fight.square, targets, False))) for n in fight.defenders(g))


@cites("napalini.6.all-round.two", "napalini.6.all-round.three")
def own_face(g: Napalini, n: int) -> str:
    """Of two or three FL units in all-round defence one fights those in the rear, the others those in front."""
    return "rear" if g.unit(n).rear else "front"


def choose_faces(g: Napalini, fight: Fight) -> Procedure:
    """6.all-round.others: support units, trains, vessels and guns fight with the face their owner chooses."""
    if not fight.around:
        return
    both = {fight.side_of_attack(g, n) for n in fight.attackers(g)}
    for n in [*fight.defenders(g), *fight.guns_defend]:
        if g.fl(n) and g.unit(n).kind == "land" and n not in fight.guns_defend:
            fight.faces[n] = own_face(g, n)
            continue
        fight.faces[n] = min(both)
        if len(both) > 1:
            fight.faces[n] = yield g.ask(
                fight.defender,
                f"{g.title(n)} fights which attackers of {g.label(fight.square)}?",
                ["front", "rear"],
                rule="napalini.6.all-round.others",
                about={"piece": f"u{n}"},
                name=Ask.WHICH_FACE,
                final=True,
            )


# ------------------------------------------------------------------ the shooting


def attack_aims(g: Napalini, fight: Fight, units: list[int], guns: list[int]) -> list[Aim]:
    targets = tuple(fight.defenders(g))
    aims = []
    for n in units:
        if g.fl(n):  # S units throw only as defenders
            aims.append(
                Aim(n, fight.square, targets, True, rear=fight.behind(g, n) and not fight.around, extra=torpedoes(fight, n))
            )
    aims += [Aim(n, fight.square, targets, True, ranged=True) for n in guns]
    return aims


def may_torpedo(g: Napalini, n: int, targets: list[int]) -> bool:
    """10.torpedoes: once in a battle, against a vessel in the square."""
    if not g.option("special_detachments") or "torpedoes" not in g.type(n).tags or g.unit(n).spent:
        return False
    return any(g.unit(t).kind == "river" for t in targets)


def ready_torpedoes(g: Napalini, fight: Fight) -> Procedure:
    """Its owner says whether an S Boot uses them in this combat."""
    for side, mine, theirs in (
        (fight.attacker, fight.attackers(g), fight.defenders(g)),
        (fight.defender, fight.defenders(g), fight.attackers(g)),
    ):
        for n in mine:
            if not may_torpedo(g, n, theirs):
                continue
            choice = yield g.ask(
                side,
                f"{g.title(n)} in {g.label(fight.square)}: throw the torpedoes?",
                ["throw", PASS],
                rule="napalini.10.torpedoes",
                about={"piece": f"u{n}", "place": g.label(fight.square)},
                fight=partial(seen, g, fight.square),
                name=Ask.TORPEDOES,
                final=True,
                kind="fire",
            )
            if choice == "throw":
                fight.fish.add(n)
                g.unit(n).spent = True


def torpedoes(fight: Fight, n: int) -> int:
    """Two dice more, in the unit's first volley."""
    if n not in fight.fish:
        return 0
    fight.fish.remove(n)
    return 2


def defence_aims(
    g: Napalini, fight: Fight, units: list[int], guns: list[int], part: str, better: int = 0, anew: bool = False
) -> list[Aim]:
    """Who shoots for the defenders; `anew`: by a card that lets units shoot again, those who fired from ambush with them."""
    targets = fight.targets_of(g, part)
    if not targets:
        return []
    mine = [n for n in units if not fight.around or fight.faces.get(n, "front") == part]
    mine = [n for n in mine if anew or still_to_fire(g, n)]
    aims = [Aim(n, fight.square, targets, False, better=better, extra=torpedoes(fight, n)) for n in mine]
    return aims + [Aim(n, fight.square, targets, False, True) for n in guns if not fight.around or fight.faces.get(n) == part]


def vessel_losses(g: Napalini, fight: Fight, side: str, due: int) -> int:
    """10.torpedoes: hits of these dice must be given to vessels; so many losses of the step are theirs."""
    place = f"{fight.square}/{side}"
    hits = g.round.torpedoes.pop(place, 0)
    return min(due, losses_for(hits))


def parts(fight: Fight) -> tuple[str, ...]:
    return ("front", "rear") if fight.around else ("",)


def attack_fire(g: Napalini, fight: Fight, aims: list[Aim]) -> Procedure:
    count = yield from volley(g, fight.attacker, aims, fight.square)
    add_hits(g, fight.square, fight.defender, count)


def defence_fire(g: Napalini, fight: Fight, aims_of: dict[str, list[Aim]]) -> Procedure:
    for part, aims in aims_of.items():
        count = yield from volley(g, fight.defender, aims, fight.square)
        add_hits(g, fight.square, fight.attacker, count, part)


def losses_of(g: Napalini, fight: Fight, side: str) -> Procedure:
    """Losses of a step are applied before the next."""
    for part in parts(fight) if side == fight.attacker else ("",):
        due = losses_due(g, fight.square, side, part)
        if not due:
            continue
        units = list(fight.targets_of(g, part)) if side == fight.attacker else fight.defenders(g)
        before = given_out(g, fight.square, side)
        note_losses(g, fight.square, side, due, part)
        vessels = [n for n in units if g.unit(n).kind == "river"]
        sunk = vessel_losses(g, fight, side, due) if vessels else 0
        if sunk:
            yield from allot(g, side, vessels, sunk, fight.square, True)
        if due > sunk:
            yield from allot(g, side, units, due - sunk, fight.square, before or bool(sunk))


STEPS = ("rear", "prepared", "rest")


class Volley(NamedTuple):
    """Who shoots in one step of 7.cycle, by what, and who has shot when it is over."""

    attack: list[Aim]
    defence: dict[str, list[Aim]]
    shot: frozenset[int]


def volley_of(g: Napalini, fight: Fight, step: str, shot: frozenset[int]) -> Volley:
    """Steps 3 to 5 of 7.cycle. Pure: the resolution and the odds ask it alike."""
    if step == "rear":
        behind = [n for n in fight.attackers(g) if fight.behind(g, n)]
        early = behind and not fight.around and not fight.feint
        return Volley(attack_aims(g, fight, behind, []), {}, shot | {*behind}) if early else Volley([], {}, shot)
    if step == "prepared":
        ready = [n for n in fight.defenders(g) if prepared(g, n)]
        if not ready or fight.feint:
            return Volley([], {}, shot)
        guns = guns_of_the_prepared(fight)
        defence = {part: defence_aims(g, fight, ready, guns, part) for part in parts(fight)}
        return Volley([], defence, shot | {*ready, *guns})
    attackers = [n for n in fight.attackers(g) if n not in shot]
    others = [n for n in fight.defenders(g) if n not in shot]
    guns_attack = [n for n in fight.guns_attack if g.unit(n).where == "table"]
    guns_defend = [n for n in fight.guns_defend if n not in shot]
    attack = attack_aims(g, fight, attackers, guns_attack) if fight.defenders(g) else []
    defence = {part: defence_aims(g, fight, others, guns_defend, part) for part in parts(fight)} if fight.attackers(g) else {}
    return Volley(attack, defence, shot | {*attackers, *others, *guns_attack, *guns_defend})


WORDS = {
    "rear": ("The rear attackers shoot first in {place}.", "napalini.7.rear-first"),
    "prepared": ("The prepared defenders of {place} shoot first.", "napalini.7.prepared-first"),
}


def shoot_in_order(g: Napalini, fight: Fight) -> Procedure:
    """Steps 3 to 5 of 7.cycle; losses of a step are applied before the next."""
    shot: frozenset[int] = frozenset()
    for step in STEPS:
        now = volley_of(g, fight, step, shot)
        if step in WORDS and now.shot != shot:
            words, rule = WORDS[step]
            g.tell(words, rule=rule, place=fight.square)
        shot = now.shot
        yield from exchange(g, fight, now.attack, now.defence)


def exchange(g: Napalini, fight: Fight, attack: list[Aim], defence: dict[str, list[Aim]]) -> Procedure:
    """Both sides throw, then both take their losses."""
    if attack:
        yield from attack_fire(g, fight, attack)
    yield from defence_fire(g, fight, defence)
    yield from losses_of(g, fight, fight.attacker)
    yield from losses_of(g, fight, fight.defender)


@cites("napalini.11.cards.order")
def cards_after_the_shooting(g: Napalini, fight: Fight) -> Procedure:
    """11.cards.order: the second volley of 18E, the round of 31E, then that of 26E."""
    after = (second_volley, once_more, iron_crosses)
    for card in after:
        yield from card(g, fight)


def second_volley(g: Napalini, fight: Fight) -> Procedure:
    """18E: the same infantry, if still there, with its new firepower."""
    if defence := again_by_18e(g, fight):
        g.tell("The infantry in {place} shoots again.", rule="napalini.card.18E", place=fight.square)
        yield from exchange(g, fight, [], defence)


def again_by_18e(g: Napalini, fight: Fight) -> dict[str, list[Aim]]:
    again = [n for n in fight.petty_poo if g.unit(n).where == "table" and g.unit(n).at == fight.square]
    if not again or not fight.attackers(g):
        return {}
    return {part: defence_aims(g, fight, again, [], part, anew=True) for part in parts(fight)}


def once_more(g: Napalini, fight: Fight) -> Procedure:
    """31E: both sides' units in the square, simultaneously, without artillery."""
    attack, defence = again_by_31e(g, fight)
    if attack or defence:
        g.tell("Both sides in {place} shoot once more.", rule="napalini.card.31E", place=fight.square)
        yield from exchange(g, fight, attack, defence)


def again_by_31e(g: Napalini, fight: Fight) -> tuple[list[Aim], dict[str, list[Aim]]]:
    named = ["31E", str(fight.square)] in g.round.named and fight.was_prepared
    if not named or not fight.attackers(g) or not fight.defenders(g):
        return [], {}
    defence = {part: defence_aims(g, fight, fight.defenders(g), [], part, anew=True) for part in parts(fight)}
    return attack_aims(g, fight, fight.attackers(g), []), defence


def iron_crosses(g: Napalini, fight: Fight) -> Procedure:
    """26E: the defender's units in the square shoot again with firepower improved by 1."""
    if fight.attackers(g) and fight.defenders(g) and hand.might_play(g, fight.defender):
        words = f"Combat in {g.label(fight.square)}: play 26E, so that your units there shoot again?"
        played = yield from hand.ask(g, fight.defender, ["26E"], words, "napalini.card.26E", name=Ask.CARD_NOW)
        if played != PASS:
            hand.spend(g, fight.defender, "26E")
            yield from exchange(g, fight, [], again_by_26e(g, fight))


def again_by_26e(g: Napalini, fight: Fight) -> dict[str, list[Aim]]:
    return {part: defence_aims(g, fight, fight.defenders(g), [], part, better=1, anew=True) for part in parts(fight)}


# ------------------------------------------------------------------ the result


def result(g: Napalini, fight: Fight) -> Procedure:
    """7.result: more hits inflicted wins; equal hits leave the square contested (7.result.tie)."""
    square, attacker, defender = fight.square, fight.attacker, fight.defender
    g.camp(defender).period_cards.pop("12E", None) if g.camp(defender).period_cards.get("12E") == square else None
    inflicted, suffered = hits_on(g, square, defender), hits_on(g, square, attacker)
    if not fight.defenders(g) or not fight.attackers(g):
        winner = attacker if fight.attackers(g) else defender
        g.tell("{side} is alone in {place}.", rule="napalini.7.result", side=winner, place=square)
    elif inflicted == suffered:
        g.tell("{hits} each: {place} is contested.", rule="napalini.7.result.tie", hits=inflicted, place=square)
        return
    else:
        winner = attacker if inflicted > suffered else defender
        g.tell(
            "{place}: the attackers inflicted {hits}, the defenders {d}. {side} wins.",
            rule="napalini.7.result",
            place=square,
            hits=inflicted,
            d=suffered,
            side=winner,
        )
        if winner == attacker:
            yield from driven_out(g, fight)
            return
        yield from leave_square(g, attacker, square, False)
    yield from settle(g, fight, winner)


def driven_out(g: Napalini, fight: Fight) -> Procedure:
    """The defenders must leave, unless a card holds them (11.cards.order: 12C or 8E, then retreats)."""
    held = yield from refuse_to_go(g, fight)
    if held is None:
        return
    yield from leave_square(g, fight.defender, fight.square, True, staying=held)
    yield from settle(g, fight, fight.attacker)


def refuse_to_go(g: Napalini, fight: Fight) -> Procedure:
    """12C: nobody need retreat, for one loss in all (returns None). 8E: one defender stays (returns it). Else -1."""
    side, square = fight.defender, fight.square
    near = {square, *g.grid.adjacent[square]}
    chuikov = [n for n in hand.generals(g, side, "12C") if commands_here(g, n, near, fight.defenders(g))]
    if chuikov and g.module("cards") and hand.under_limit(g, side) and g.terrain(square) == "bua":
        words = f"You must leave {g.label(square)}: play 12C, take one loss more and stay?"
        played = yield from hand.ask(g, side, ["12C"], words, "napalini.card.12C", name=Ask.CARD_NOW)
        if played != PASS:
            hand.spend(g, side, "12C", chuikov[0])
            words, here = "Which unit takes the loss?", fight.defenders(g)
            victim = yield from g.which_unit(side, words, here, rule="napalini.card.12C", name=Ask.LOSS, final=True)
            give_loss(g, victim, fire=False)
            if not fight.defenders(g):
                return -1  # nobody is left to stay
            g.tell("{place} is contested.", rule="napalini.card.12C", place=square)
            return None
    stay = [n for n in fight.defenders(g) if not (g.type(n).immobile and not g.unit(n).trucks)]
    if stay and hand.might_play(g, side):
        words = f"You must leave {g.label(square)}: play 8E, so that one unit stays?"
        played = yield from hand.ask(g, side, ["8E"], words, "napalini.card.8E", name=Ask.CARD_NOW)
        if played != PASS:
            hand.spend(g, side, "8E")
            held = yield from g.which_unit(
                side, "Which unit stays?", stay, rule="napalini.card.8E", name=Ask.WHO_STAYS, final=True
            )
            return held
    return -1


@cites("napalini.card.12C")
def commands_here(g: Napalini, general: int, near: set[int], defenders: list[int]) -> bool:
    """One of his HQs is here or next to it, and defenders are his: the main HQ's general has all HQs of the command."""
    his = hand.commanded(g, g.static.formations[general].side, general)
    at = {g.place(g.hq(f)) for f in his if g.hq(f) >= 0}
    return not at.isdisjoint(near) and any(g.unit(n).formation in his for n in defenders)


def new_front(g: Napalini, fight: Fight) -> Procedure:
    """3.facing.change: attackers that remain in a square that is still fought over choose a facing too."""
    if fight.attackers(g) and fight.defenders(g) and facing_of(g, fight.square, fight.attacker) is not None:
        yield from face(g, fight.attacker, fight.square)


def settle(g: Napalini, fight: Fight, winner: str, fought: bool = True) -> Procedure:
    """7.advance: the winner holds the square; attackers that remain choose a facing (3.facing.change).

    25E is for a square cleared in combat, not for one that was left before it.
    """
    square = fight.square
    loser = g.other(winner)
    if g.real_at(square, loser):
        return
    if winner == fight.attacker and g.units_at(square, winner):
        g.tell("{side} holds {place}.", rule="napalini.7.advance", side=winner, place=square)
        if fought:
            g.round.cleared = square
        if facing_of(g, square, winner) is not None:
            yield from face(g, winner, square)
    note_prize(g, square)
