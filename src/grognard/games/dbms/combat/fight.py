"""Chapter Combat: the players alternate picking attackers; each combat is carried out completely before the next.

Order inside a combat (dbms.R103): attacker, target and attack support declared; reveals; defence support; dice; result; the
loser moves or goes; at a loss the victory test; advances.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.kernel import DONE, PASS, Listed, Procedure, Refusal, cites
from grognard.kernel.scene import FightSide, FightView, OddsView, OptionView
from grognard.kernel.words import capital

from ..asks import Ask, Attack, Reveal
from ..context import Dbms
from ..hidden import reveal, reveals
from ..state import BASE, OTHER, TABLE
from ..tables import COVER_KINDS
from ..terrain.going import all_underfoot
from .advances import advances, pursuers
from .beat_or_doubled import Outcome, outcome
from .chances import odds_view
from .factors import Fight, attack_total, defence_total
from .retreat_and_rout import suffer
from .targets import attacks, may_attack, may_support, supporters


def combat_step(g: Dbms) -> Procedure:
    """dbms.combat.1, .2: initiative first, then in turn, until both have passed or can do nothing."""
    s = g.state
    while s.skipped < 2 and len(s.passed) < 2:
        g.checkpoint()
        side = s.mover
        found = [] if side in s.passed else g.known("attacks", lambda: legal_attacks(g, side))  # noqa: B023
        if not found and (side in s.passed or not might_attack(g, side)):
            s.skipped += 1
            s.mover = OTHER[side]
            continue
        choice = yield Listed(
            side,
            "Attack with what?",
            [*found, *reveals(g, side), PASS],
            "dbms.combat.1",
            name=Ask.ATTACK,
            final=True,
            kind="attack",
            judge=partial(judge_attack, g, side),
            candidates=partial(candidates, g, side),
            show=lambda v, side=side: attack_option(g, side, v),
            waiting="choosing an attack",
        )
        if isinstance(choice, Reveal):
            reveal(g, [choice.element], "dbms.hidden-elements.7")
            continue
        s.mover = OTHER[side]
        if choice == PASS:
            g.tell("{side} makes no more attacks.", rule="dbms.combat.2", side=side)
            s.passed.append(side)
            s.skipped += 1
            continue
        s.skipped = 0
        yield from combat(g, choice.attacker, choice.target)
    s.phase = "end"


def legal_attacks(g: Dbms, side: str) -> list[Attack]:
    return [Attack(n, enemy) for n, enemy in attacks(g, side)]


def candidates(g: Dbms, side: str) -> list[Attack]:
    """What a player might click in vain, so that he hears why not."""
    own = [*g.ground_elements(side), *g.air_elements(side)]
    foes = [*g.ground_elements(OTHER[side]), *g.air_elements(OTHER[side])]
    fort = g.state.fort
    if g.base_stands() and fort.garrison == BASE:
        (own if fort.owner == side else foes).append(BASE)
    return [Attack(n, e) for n in own for e in foes]


def judge_attack(g: Dbms, side: str, value: Any) -> Refusal | None:
    """Why not this attack; nothing against what is no pair of elements on the table."""
    if isinstance(value, Reveal) or value not in candidates(g, side):
        return None
    return may_attack(g, value.attacker, value.target)


def might_attack(g: Dbms, side: str) -> bool:
    """With hidden elements a side is asked whenever it might have an attack, so that the pause tells nothing."""
    if not g.options["hidden_elements"]:
        return False
    return any(e.side == side and e.hidden and e.status == TABLE for e in g.state.elements)


def attack_option(g: Dbms, side: str, value: Any) -> OptionView:
    if value == PASS:
        return OptionView(value, "Pass: no more attacks this turn")
    if isinstance(value, Reveal):
        return OptionView(value, f"Reveal {g.name(value.element)}", _piece(value.element))
    n, enemy = value.attacker, value.target
    fight = Fight(n, enemy, ambush=is_ambush(g, n))
    odds: list[OddsView] = []
    if enemy == BASE or not g.element(enemy).hidden:
        odds = [odds_view(g, fight)]
    words = f"{capital(g.name(n))} attacks {g.seen_name(enemy, side)}"
    return OptionView(value, words, _piece(n), _piece(enemy), odds=odds)


def _piece(n: int) -> str:
    return "base" if n == BASE else f"e{n}"


def combat(g: Dbms, attacker: int, target: int) -> Procedure:
    """dbms.R103: one combat from declaration to the advances."""
    ambush = is_ambush(g, attacker)
    side = g.side(attacker)
    helpers = yield from name_supporters(g, side, attacker, target, lambda h: Fight(attacker, target, h, (), ambush))
    declare(g, attacker, target, helpers)
    defenders = yield from name_supporters(
        g, OTHER[side], target, attacker, lambda h: Fight(attacker, target, helpers, h, ambush, True)
    )
    use(g, defenders)
    fight = Fight(attacker, target, helpers, defenders, ambush, True)
    yield from resolve(g, fight)


def is_ambush(g: Dbms, n: int) -> bool:
    """dbms.element-chart.24, R36: an AT that is hidden until this attack; by option the first attack from cover."""
    if n == BASE or g.code(n) != "AT":
        return False
    element = g.element(n)
    if element.hidden:
        return True
    if not g.options["ambush_in_cover"] or g.options["hidden_elements"] or element.ambushed:
        return False
    covered = element.entrenched or any(area.kind in COVER_KINDS for area in all_underfoot(g, n))
    return covered and not g.loaded(n) and not element.moves and not element.shifted


def declare(g: Dbms, attacker: int, target: int, helpers: tuple[int, ...]) -> None:
    """The attack is announced: who was hidden is revealed, everybody named is used up."""
    g.tell("{element} attacks {element2}.", rule="dbms.combat.3", element=attacker, element2=target)
    for helper in helpers:
        g.tell("{element} supports {element2}.", rule="dbms.combat.7", element=helper, element2=attacker)
    reveal(g, [attacker, *helpers], "dbms.hidden-elements.3")
    reveal(g, [target], "dbms.hidden-elements.4")
    use(g, (attacker, *helpers))
    if attacker != BASE:
        g.element(attacker).ambushed = True
    if target != BASE:
        g.element(target).attacked += 1
    if target == BASE or g.is_garrison(target):
        g.state.fort.attacked = True


def use(g: Dbms, numbers: tuple[int, ...]) -> None:
    """dbms.combat.11: attack or support once."""
    for n in numbers:
        if n == BASE:
            g.state.fort.used = True
        else:
            g.element(n).used = True


def name_supporters(g: Dbms, side: str, friend: int, enemy: int, fight: Callable[[tuple[int, ...]], Fight]) -> Procedure:
    """dbms.combat.7, .9: any number, one after the other."""
    named: tuple[int, ...] = ()
    defending = side != g.side(fight(()).attacker)
    rule = "dbms.combat.9" if defending else "dbms.combat.7"

    def may(n: int) -> Refusal | None:
        if n in named:
            return Refusal("dbms.combat.11", f"{g.name(n)} supports already.")
        return may_support(g, n, friend, enemy)

    while True:
        able = [n for n in supporters(g, friend, enemy) if n not in named]
        if not able and not (hides_something(g, side) and not named):
            return named
        own = [n for n in [*g.ground_elements(side), *g.air_elements(side)] if n != friend]
        prompt = f"Support {'the defence of ' if defending else ''}{g.name(friend)} against {g.seen_name(enemy, side)}?"
        now = fight(named)
        known = all(n == BASE or not g.element(n).hidden or g.side(n) == side for n in (now.attacker, now.target))
        choice = yield g.ask(
            side,
            prompt,
            own,
            may=may,
            also=[*reveals(g, side), DONE],
            name=Ask.DEFEND if defending else Ask.SUPPORT,
            final=len(able) == 1,  # with the last of them the dice may fall
            kind="fire",
            rule=rule,
            label=partial(support_words, g),
            on=lambda v: ("", "") if v == DONE else (f"e{v.element if isinstance(v, Reveal) else v}", ""),
            about={"piece": _piece(friend), "fight": now},
            waiting="naming support",
            tallies=lambda now=now, known=known: [attack_total(g, now), defence_total(g, now)] if known else [],
            odds=lambda now=now, known=known: [odds_view(g, now, side)] if known else [],
            fight=partial(seen, g, side, now),
        )
        if choice == DONE:
            return named
        if isinstance(choice, Reveal):
            reveal(g, [choice.element], "dbms.hidden-elements.7")
            continue
        named = (*named, choice)
        if defending:
            g.tell("{element} supports {element2}.", rule=rule, element=choice, element2=friend)
            reveal(g, [choice], "dbms.hidden-elements.3")


def seen(g: Dbms, side: str, fight: Fight) -> FightView:
    """Who attacks whom, with whose help: what the table shows while support is named."""

    def one_side(n: int, title: str, helpers: tuple[int, ...]) -> FightSide:
        return FightSide(g.side(n), title, [_piece(one) for one in (n, *helpers)])

    both = [one_side(fight.attacker, "Attack", fight.attack_support), one_side(fight.target, "Defence", fight.defence_support)]
    words = f"{capital(g.seen_name(fight.attacker, side))} against {g.seen_name(fight.target, side)}"
    return FightView(words, "dbms.resolving-combat.1", sides=both)


def support_words(g: Dbms, value: Any) -> str:
    if isinstance(value, Reveal):
        return f"Reveal {g.name(value.element)}"
    return "No more support" if value == DONE else f"{g.name(value)} supports"


def hides_something(g: Dbms, side: str) -> bool:
    return any(e.side == side and e.hidden and e.status == TABLE and not e.used for e in g.state.elements)


def resolve(g: Dbms, fight: Fight) -> Procedure:
    """dbms.resolving-combat.1: both roll and add; the loser takes what the chart says."""
    attack, defence = attack_total(g, fight), defence_total(g, fight)
    rule = "dbms.resolving-combat.1"
    first = g.d6("{element} rolls ", rule=rule, by=g.side(fight.attacker), tallies=[attack], element=fight.attacker)
    second = g.d6("{element} rolls ", rule=rule, by=g.side(fight.target), tallies=[defence], element=fight.target)
    mine, theirs = first + int(attack), second + int(defence)
    found = outcome(g, fight, mine, theirs)
    told = {"element": fight.attacker, "element2": fight.target, "mine": mine, "theirs": theirs}
    if found.loser is None:
        g.tell("{element} {mine}, {element2} {theirs}: a tie, no effect.", rule=found.rule, **told)
    else:
        words = "{element} {mine}, {element2} {theirs}: {element3} is {degree}"
        why = f" ({found.why})" if found.why else ""
        effect = "no effect" if found.result == "none" else found.result.replace("_", " ")
        g.tell(
            words + ": {effect}{why}.",
            rule=found.rule,
            element3=found.loser,
            degree={"beat": "beaten"}.get(found.degree, found.degree),
            effect=effect,
            why=why,
            **told,
        )
    if found.loser is not None and found.result != "none":
        victor = fight.attacker if found.loser == fight.target else fight.target
        after = pursuers(g, found.loser)
        for n in those_affected(found):
            suffer(g, n, found.result, victor, found.rule)
        yield from advances(g, after)


@cites("dbms.combat.12")
def those_affected(found: Outcome) -> list[int]:
    """The loser alone: supporters are never affected by a result."""
    return [] if found.loser is None else [found.loser]
