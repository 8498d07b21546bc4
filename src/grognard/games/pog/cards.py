"""Chapters 2.3, 4.3, 6.g, 9.1: decks, hands, drawing, and what becomes of a card that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits, mask_of
from grognard.kernel import DONE, Procedure, in_force

from .hooks import hook
from .static import AP, CP, LEVELS

if TYPE_CHECKING:
    from .context import Pog
    from .static import Card


@hook
def hand_size(g: Pog, side: str) -> int:
    """4.3, 9.1.4: seven cards, or eight with the switch."""
    if g.static.hand == 8:
        if g.static.historical:
            return 8 if in_force("pog.5.7.4.a") else 7
        return 8 if in_force("pog.9.1.4") else 7
    return 7


def level_mask(g: Pog, side: str, level: int) -> int:
    cards = [c for c in g.static.deck[side] if c.level == LEVELS[level]]
    if not in_force("pog.2.3"):
        cards = [c for c in cards if not c.option]
    return mask_of(c.number for c in cards)


def deal(g: Pog) -> Procedure:
    """4.3.1, 4.3.2: the CP may take Guns of August, openly; then both are dealt up to a hand."""
    s = g.state
    for side in (CP, AP):
        s.draw[side] = sum(level_mask(g, side, level) for level in range(s.level[side] + 1))
        if not in_force("pog.9.1.2"):
            s.draw[side] = mask_of(c.number for c in g.static.deck[side])
    guns = 1 << 1
    forced = g.static.historical and in_force("pog.5.7.4.c")
    take = s.turn == 1  # a scenario that starts later has no use for it
    if not forced and s.turn == 1:
        answer = yield g.ask(
            CP,
            "Take Guns of August into your hand?",
            ["take", "leave"],
            rule="pog.4.3.1.a",
            waiting="Guns of August",
            label=lambda v: "Take it (the Allies are told)" if v == "take" else "Leave it in the deck",
        )
        take = answer == "take"
    if take:
        s.guns = True
        s.draw[CP] &= ~guns
        s.hand[CP] |= guns
        s.shown[CP] |= guns
        g.tell("The {side} take {card} into their hand.", rule="pog.4.3.1.a", side=CP, card="cp.01")
    elif s.turn == 1:
        g.tell("The {side} leave {card} in the deck.", rule="pog.4.3.1.a", side=CP, card="cp.01")
    for side in (CP, AP):
        fill_hand(g, side, "pog.4.3.1.a" if side == CP else "pog.4.3.2")


def fill_hand(g: Pog, side: str, rule: str) -> None:
    """6.g3: draw up to the hand size; an empty draw pile is made anew from the discards; too few cards are too few."""
    s = g.state
    missing = g.hooks.hand_size(g, side) - s.hand[side].bit_count()
    while missing > 0:
        pile = bits(s.draw[side])
        if not pile:
            if not s.discard[side] or not in_force("pog.6.g3"):
                break
            s.draw[side], s.discard[side] = s.discard[side], 0
            g.tell("The {side} shuffle their discards into a new draw pile.", rule="pog.6.g3", side=side)
            continue
        count = min(missing, len(pile))
        drawn = mask_of(g.draw(pile, count, to=(side,)))
        s.draw[side] &= ~drawn
        s.hand[side] |= drawn
        missing -= count
        g.tell("The {side} draw {number} cards.", rule=rule, side=side, number=count)


def discard_phase(g: Pog, side: str) -> Procedure:
    """6.g1: face-up combat cards go; then the player may discard combat cards from his hand."""
    s = g.state
    if s.step == f"discard {side}":
        for number in bits(s.table[side]):
            if in_force("pog.9.5.4.5"):
                g.leave_hand(f"{side}.{number:02d}", "discard")
                g.tell("{card} is discarded.", rule="pog.9.5.4.5", card=f"{side}.{number:02d}")
        s.step = f"choose {side}"
    while s.step == f"choose {side}":
        g.checkpoint()
        unseen = s.hand[side] | s.draw[side]
        if not any(_discardable(g, side, c.id) for c in g.static.deck[side] if unseen >> c.number & 1):
            break
        options: list[Any] = [c for c in g.hand_cards(side) if _discardable(g, side, c)]
        choice = yield g.ask(
            side,
            "Discard combat cards from your hand?",
            [*options, DONE],
            rule="pog.9.5.4.6",
            label=lambda v: "Keep the rest" if v == DONE else g.static.cards[v].title,
            on=lambda v: ("" if v == DONE else v, ""),
            waiting="discarding",
        )
        if choice == DONE:
            break
        g.leave_hand(choice, "discard")
        g.tell("The {side} discard {card}.", rule="pog.6.g1", side=side, card=choice)
    s.step = f"draw {side}"


def _discardable(g: Pog, side: str, card: str) -> bool:
    if g.static.cards[card].cc:
        return True
    return late_entry(g) and card in g.hooks.entry_cards(g) and in_force("pog.9.5.2.5.b")


@hook
def entry_cards(g: Pog) -> tuple[str, ...]:
    """9.5.2.5: Romania and Italy."""
    return ("ap.16", "ap.17")


def late_entry(g: Pog) -> bool:
    """9.5.2.5: the CP are at Total War and the Allies are not."""
    return g.state.level[CP] == 2 and g.state.level[AP] < 2


def draw_phase(g: Pog, side: str) -> None:
    """6.g2, 6.g3: new commitment cards are shuffled in, then the hand is filled."""
    s = g.state
    if s.joining.get(side):
        for level in s.joining[side]:
            s.draw[side] |= level_mask(g, side, level)
        if in_force("pog.6.g2"):
            s.draw[side] |= s.discard[side]
            s.discard[side] = 0
            g.tell("The {side} shuffle new cards and discards into their deck.", rule="pog.6.g2", side=side)
        s.joining[side] = []
    fill_hand(g, side, "pog.6.g3")


@hook
def card_leaves(g: Pog, card: Card, as_event: bool) -> bool:
    """3.a: only an event with an asterisk leaves the game."""
    return as_event and card.remove and in_force("pog.3.a")


def finish_card(g: Pog, card: str, as_event: bool) -> None:
    """3.a: a card with an asterisk used as an event leaves the game; any other use discards it."""
    entry = g.static.cards[card]
    gone = g.hooks.card_leaves(g, entry, as_event)
    g.leave_hand(card, "removed" if gone else "discard")
