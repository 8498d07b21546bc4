"""What an answer does to the odds of the combat under way: a target, a pin, a combat card, each with its own chart.

Only open facts and the asked side's own cards are used. Charts are made when somebody looks at the question.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.kernel import DONE, PASS
from grognard.kernel.scene import OddsView
from grognard.kernel.words import counted

from ..asks import Ask
from ..combat import cards
from ..combat.attacks import attackers_of, may_fight_together, may_join
from ..combat.fight import Fight
from ..combat.flank_attack import flank_modifier
from ..hooks import hook
from .attack import Numbers, loss_pairs, retreat_chance

if TYPE_CHECKING:
    from ..context import Pog


WITHOUT_SHIFTS = [cards._no_shifts]  # effects of cards; a variant adds its own


def twin_of(fight: Fight) -> Fight:
    """The same combat to try something in."""
    twin = copy(fight)
    twin.cards = {side: list(ids) for side, ids in fight.cards.items()}
    twin.bonus = {side: list(terms) for side, terms in fight.bonus.items()}
    twin.army_table = dict(fight.army_table)
    return twin


def chart(g: Pog, fight: Fight, pairs: Numbers, title: str, rule: str) -> OddsView:
    """Who wins, in the attacker's eyes; in words whether the defenders must go, and what both lose on average."""
    wins = sum((p for (a, b), p in pairs.items() if a > b), Fraction(0))
    ties = sum((p for (a, b), p in pairs.items() if a == b), Fraction(0))
    outcomes = [("attacker wins", float(wins)), ("both lose", float(ties)), ("defender wins", float(1 - wins - ties))]
    theirs, mine = (float(sum(pair[n] * p for pair, p in pairs.items())) for n in (0, 1))
    words = f"On average the defender loses {theirs:.1f}, the attacker {mine:.1f}."
    if not fight.fort_alone:
        words = f"The defenders must retreat in {float(retreat_chance(g, fight, pairs)):.0%}. {words}"
    return OddsView(title, outcomes, rule, [1, 0, -1], words)  # for the attacker


def mixed(*parts: tuple[Fraction, Numbers]) -> Numbers:
    """Distributions weighed by how likely each of them is."""
    made: Numbers = defaultdict(Fraction)
    for share, pairs in parts:
        for pair, chance in pairs.items():
            made[pair] += share * chance
    return made


@hook
def outlook(g: Pog, fight: Any, of: str, value: Any) -> list[OddsView]:
    """The odds if this answer is given to that question: a target (no fight yet), a pin, a combat card."""
    if of == Ask.ATTACK:
        return [] if value == DONE else with_everybody(g, g.S[value])
    if of == Ask.FLANK:
        return [straight(g, fight, "no flank attempt") if value == PASS else by_the_flank(g, fight, g.S[value])]
    if of == Ask.COMBAT_CARD:
        return [straight(g, fight, "no card") if value == PASS else with_card(g, fight, str(value))]
    return []


def straight(g: Pog, fight: Fight, title: str) -> OddsView:
    return chart(g, fight, loss_pairs(g, fight), title, "pog.12.2.9")


def with_everybody(g: Pog, target: int) -> list[OddsView]:
    """An attack by all who can join in it."""
    pool = attackers_of(g, target)
    force: list[int] = []
    for unit in pool:
        if may_join(g, force, unit, pool, target) is None:
            force.append(unit)
    if not force or may_fight_together(g, force, target) is not None:
        return []
    fight = Fight(g, g.state.action.side, force, target)
    return [straight(g, fight, f"with {counted(len(force), 'unit')}, no flank attempt, no cards")]


def by_the_flank(g: Pog, fight: Fight, pin: int) -> OddsView:
    """Both ways that the attempt can go, by its own die."""
    drm = int(flank_modifier(g, fight, pin))
    good = Fraction(sum(die + drm >= g.static.charts["flank"]["success"] for die in range(1, 7)), 6)
    ways = []
    for first, share in ((fight.side, good), (fight.enemy, 1 - good)):
        twin = twin_of(fight)
        twin.first = first
        ways.append((share, loss_pairs(g, twin)))
    title = f"pin from {g.board.name[pin]}: the flank is turned in {float(good):.0%}"
    return chart(g, fight, mixed(*ways), title, "pog.12.3.3.a")


def with_card(g: Pog, fight: Fight, card_id: str) -> OddsView:
    """The combat with one card more."""
    card = g.static.cards[card_id]
    entry, effect = cards.CARDS[card.event], cards.EFFECTS.get(card.event)
    twin = twin_of(fight)
    if entry.bonus:
        twin.bonus[card.side].append((entry.bonus, card.title, card.rule))
    if effect in (cards._cancel_trench, cards._hutier):
        twin.trench_cancelled = True
    if effect is cards._hutier or entry.window == "flank":
        twin.first = card.side
    elif effect is cards._army_table:
        twin.army_table[card.side] = True
    elif effect is cards._dig and not fight.brusilov:
        twin.trench, twin.trench_cancelled = 1, False
    elif effect in WITHOUT_SHIFTS:
        twin.shifts_cancelled = True
    return chart(g, twin, loss_pairs(g, twin), f"with {card.title}", card.rule)
