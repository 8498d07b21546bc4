"""An attack through its dice and losses: exactly, by all the ways the dice can fall, and fought once for comparison.

Both run the procedures of the rules (combat/) beside the match. The policy: the combat cards that the
question names (`cards = ["cp.15", "ap.06"]`), each at its moment, and no others; where the rules leave a choice of losses, the
step that costs least combat strength; a flank attempt if the question says `flank = true`, with the pin that leaves the best
modifier.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.kernel import PASS, Misuse
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import drive, every_throw, without_dice

from ..asks import Ask
from ..combat.cards import CARDS, ask_cards, may_play
from ..combat.fight import Fight
from ..combat.flank_attack import flank, flank_modifier
from ..combat.resolution import fire_and_losses, trench_cards
from ..combat.retreat import must_retreat
from ..combat.strength import loss_number
from .attack import _strength_lost

if TYPE_CHECKING:
    from ..context import Pog

RULES = ("pog.12.2.11", "pog.12.2.12", "pog.12.4.2", "pog.12.4.2")


def fight_of(g: Pog, question: dict[str, Any]) -> Fight:
    for name in question["attackers"]:
        if name not in g.U:
            raise Misuse(f"attackers: no unit {name!r}.")
    if question["space"] not in g.S:
        raise Misuse(f"space: no space {question['space']!r}.")
    units = [g.U[name] for name in question["attackers"]]
    if not g.state.action.side:
        g.state.action.side = g.units.side[units[0]]
    for name in question.get("cards", ()):  # in the hands of their sides, whoever has them in the match
        if name not in g.static.cards or g.static.cards[name].event not in CARDS:
            raise Misuse(f"cards: no combat card {name!r}.")
        card = g.static.cards[name]
        g.state.hand[card.side] |= 1 << card.number
    return Fight(g, g.units.side[units[0]], units, g.S[question["space"]])


def policy(g: Pog, decision: Any, cards: Sequence[str] = ()) -> Any:
    """Losses that keep most strength; the cards that are named."""
    if decision.name == Ask.LOSS:
        return min(decision.options, key=lambda name: _strength_lost(g, g.U[name], []))
    for name in cards:
        if name in decision.options:
            return name
    return PASS if PASS in decision.options else decision.options[0]


def play_cards(g: Pog, fight: Fight, cards: Sequence[str]) -> None:
    """12.2.6: after the flank attempt the attacker's cards, then the defender's. Raises Misuse for a card that did not fit."""
    for side in (fight.side, fight.enemy):
        drive(ask_cards(g, fight, side, "cards"), lambda decision: policy(g, decision, cards))
    for name in cards:
        card = g.static.cards[name]
        if name not in fight.cards[card.side]:
            refused = may_play(g, fight, card.side, card, CARDS[card.event].window)
            raise Misuse(f"cards: {refused.why} ({refused.rule})" if refused else f"cards: {card.title} has no use here.")


def outcome(g: Pog, fight: Fight) -> tuple[str, ...]:
    """Fire, losses, winner, as the rules have it; fight.first says in which order."""
    if fight.called_off:
        return "called off", "stay", "0", "0"
    steps = [len(fight.taken[side]) for side in (fight.side, fight.enemy)]
    drive(fire_and_losses(g, fight), lambda decision: policy(g, decision))
    mine, theirs = fight.loss[fight.side], fight.loss[fight.enemy]
    winner = "attacker wins" if mine > theirs else "defender wins" if theirs > mine else "both lose"
    goes = "must retreat" if must_retreat(g, fight) else "no defender is left" if not fight.defenders else "stay"
    lost = [len(fight.taken[side]) - before for side, before in zip((fight.side, fight.enemy), steps)]
    return winner, goes, str(lost[1]), str(lost[0])


def exact(g: Pog, question: dict[str, Any]) -> list[OddsView]:
    """Winner, what the defenders do, steps lost by both, as distributions."""
    spreads: list[dict[str, Fraction]] = [defaultdict(Fraction) for _ in RULES]
    g = without_dice(g)
    under_way: list[tuple[Pog, Fight]] = []

    def alike(by: str | None, faces: Sequence[int]) -> list[list[int]]:
        """Dice that give the same loss number come to the same."""
        twin, fight = under_way[-1]
        groups: dict[int, list[int]] = defaultdict(list)
        for face in faces:
            groups[loss_number(twin, fight, str(by), face)].append(face)
        return list(groups.values())

    for first, share in orders(g, question).items():

        def run(twin: Pog, first: str = first) -> tuple[str, ...]:
            fight = fight_of(twin, question)
            under_way[:] = [(twin, fight)]
            begin(twin, fight, question)
            fight.first = first or None
            play_cards(twin, fight, question.get("cards", ()))
            return outcome(twin, fight)

        for chance, found in every_throw(g, run, alike=alike):
            for spread, word in zip(spreads, found):
                spread[word] += share * chance
    titles = ["Winner", "The defenders", "Steps lost by the defender", "Steps lost by the attacker"]
    return [
        OddsView(title, [(word, float(p)) for word, p in sorted(spread.items())], rule)
        for title, spread, rule in zip(titles, spreads, RULES)
    ]


def begin(g: Pog, fight: Fight, question: dict[str, Any]) -> None:
    """12.2.4 and the card for the flank (pog.card.cp.02), which are played before it is known who fires first."""
    cards = question.get("cards", ())
    drive(trench_cards(g, fight), lambda decision: policy(g, decision, cards))
    if question.get("flank") and g.hooks.flank_allowed(g, fight) is None:
        drive(ask_cards(g, fight, fight.side, "flank"), lambda decision: policy(g, decision, cards))


def orders(g: Pog, question: dict[str, Any]) -> dict[str, Fraction]:
    """Who fires first ("": both at once), and how likely that is."""
    g = without_dice(g)
    fight = fight_of(g, question)
    begin(g, fight, question)
    if fight.first is not None or not question.get("flank"):
        return {fight.first or "": Fraction(1)}
    if any(CARDS[g.static.cards[name].event].window == "flank" for name in fight.cards[fight.side]):
        return {fight.side: Fraction(1)}
    if (refused := g.hooks.flank_allowed(g, fight)) is not None:
        raise Misuse(f"flank: {refused.why} ({refused.rule})")
    drm = int(flank_modifier(g, fight, best_pin(g, fight)))
    good = Fraction(sum(d + drm >= g.static.charts["flank"]["success"] for d in range(1, 7)), 6)
    return {who: p for who, p in ((fight.side, good), (fight.enemy, 1 - good)) if p}


def best_pin(g: Pog, fight: Fight) -> int:
    return max(fight.spaces, key=lambda space: int(flank_modifier(g, fight, space)))


def trial(g: Pog, question: dict[str, Any]) -> list[str]:
    """The same attack by the rules. Changes the position."""
    fight = fight_of(g, question)

    def answer(decision: Any) -> Any:
        if decision.name == Ask.FLANK and question.get("flank"):
            return g.board.ids[best_pin(g, fight)]
        return policy(g, decision, cards)

    cards = question.get("cards", ())
    drive(trench_cards(g, fight), answer)
    drive(flank(g, fight), answer)
    play_cards(g, fight, cards)
    return list(outcome(g, fight))
