"""Chapters 2.3, 4.3, 6.g, 9.1: decks, hands, drawing, and what becomes of a card that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits, mask_of
from grognard.kernel import DONE, Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import Ask
from ..hooks import hook
from ..static import AP, CP, LEVELS

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card


@hook
@cites("pog.9.1.4", "pog.5.7.4.a")
def hand_size(g: Pog, side: str) -> int:
    """Seven cards, or eight with the option and in the historical scenario."""
    return 8 if g.static.hand == 8 else 7


@cites("pog.2.3")
def level_mask(g: Pog, side: str, level: int) -> int:
    """The cards of a level, with the optional ones where they are used."""
    return mask_of(c.number for c in g.static.deck[side] if c.level == LEVELS[level])


@cites("pog.9.1.2")
def first_deck(g: Pog, side: str) -> int:
    """Mobilization cards only, or all up to the level at which a later scenario begins."""
    return sum(level_mask(g, side, level) for level in range(g.state.level[side] + 1))


GUNS_HELP = (
    "The card that opens the war, if it is the first thing that you do: as an event, Liege falls to the German 1st and 2nd "
    "Armies, and they and the 3rd may attack. It is one of your seven cards; the Allies know that you hold it. In the deck it "
    "may come too late for its event."
)


def deal(g: Pog) -> Procedure:
    """4.3.1, 4.3.2: the CP may take Guns of August, openly; then both are dealt up to a hand."""
    s = g.state
    for side in (CP, AP):
        s.draw[side] = first_deck(g, side)
    guns = 1 << 1
    take = s.turn == 1  # a scenario that starts later has no use for it
    if not g.static.historical and s.turn == 1:
        answer = yield g.ask(
            CP,
            "Take Guns of August into your hand?",
            ["take", "leave"],
            rule="pog.4.3.1.a",
            name=Ask.GUNS_OF_AUGUST,
            decline="leave",
            waiting="Guns of August",
            about={"help": GUNS_HELP},
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
            if not s.discard[side]:
                break
            s.draw[side], s.discard[side] = s.discard[side], 0
            g.tell("The {side} shuffle their discards into a new draw pile.", rule="pog.6.g3", side=side)
            continue
        count = min(missing, len(pile))
        drawn = mask_of(g.draw(pile, count, to=(side,)))
        s.draw[side] &= ~drawn
        s.hand[side] |= drawn
        missing -= count
        g.tell("The {side} draw {words}.", rule=rule, side=side, words=counted(count, "card"))


def discard_phase(g: Pog, side: str) -> Procedure:
    """6.g1: face-up combat cards go; then the player may discard combat cards from his hand."""
    s = g.state
    if s.step == f"discard {side}":
        for number in bits(s.table[side]):
            g.leave_hand(f"{side}.{number:02d}", "discard")
            g.tell("{card} is discarded.", rule="pog.9.5.4.5", card=f"{side}.{number:02d}")
        s.step = f"choose {side}"
    while s.step == f"choose {side}":
        g.checkpoint()
        unseen = s.hand[side] | s.draw[side]
        if not any(_discardable(g, side, c.id) for c in g.static.deck[side] if unseen >> c.number & 1):
            break
        options: list[Any] = [c for c in g.hand_cards(side) if _discardable(g, side, c)]
        choice = yield g.listed(
            side,
            "Discard combat cards from your hand?",
            [*options, DONE],
            "pog.9.5.4.6",
            judge=lambda v: _why_keep(g, side, v),
            candidates=lambda: g.hand_cards(side),
            final=g.closing if len(options) == 1 else False,
            label=lambda v: "Keep the rest" if v == DONE else g.static.cards[v].title,
            on=lambda v: ("" if v == DONE else v, ""),
            name=Ask.DISCARD,
            waiting="discarding",
        )
        if choice == DONE:
            break
        g.leave_hand(choice, "discard")
        g.tell("The {side} discard {card}.", rule="pog.6.g1", side=side, card=choice)
    s.step = f"draw {side}"


def _why_keep(g: Pog, side: str, card: str) -> Refusal | None:
    """9.5.4.6: only combat cards are discarded."""
    if not g.holds(side, card):
        return Refusal("pog.9.5.4.6", f"{g.static.cards[card].title} is not in your hand.")
    return None if _discardable(g, side, card) else Refusal("pog.9.5.4.6", f"{g.static.cards[card].title} is no combat card.")


def _discardable(g: Pog, side: str, card: str) -> bool:
    return g.static.cards[card].cc or bound_entry(g, card)


@cites("pog.9.5.2.5.b")
def bound_entry(g: Pog, card: str) -> bool:
    """Entry cards that are bound to their event may be discarded as if they were combat cards."""
    return late_entry(g) and card in g.hooks.entry_cards(g)


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
        s.draw[side] |= s.discard[side]
        s.discard[side] = 0
        g.tell("The {side} shuffle new cards and discards into their deck.", rule="pog.6.g2", side=side)
        s.joining[side] = []
    fill_hand(g, side, "pog.6.g3")


@hook
@cites("pog.3.a")
def card_leaves(g: Pog, card: Card, as_event: bool) -> bool:
    """3.a: only an event with an asterisk leaves the game."""
    return as_event and card.remove


def finish_card(g: Pog, card: str, as_event: bool) -> None:
    """3.a: a card with an asterisk used as an event leaves the game; any other use discards it."""
    entry = g.static.cards[card]
    gone = g.hooks.card_leaves(g, entry, as_event)
    g.leave_hand(card, "removed" if gone else "discard")
