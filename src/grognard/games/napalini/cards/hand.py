"""Chapter 11, cards: the hand, the limit of two a period, and who may play what (11.cards.*, 11.event.*, 11.character.*).

What the cards do stands where they do it: normal ones in card_effects/normal.py, the others at the moment their text gives.
A seat is asked for a card whenever it *might* hold it, so that a pause tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini
from ..state import Army
from ..tables import CARDS, CHARACTERS, EVENTS


def title(card: str) -> str:
    return f'"{CARDS[card]["title"].rstrip("* ")}" ({card})' if card in CARDS else card


def read_out(card: str) -> str:
    """A card for who chooses it: its title and what it does."""
    effect = CARDS[card]["effect"] if card in CARDS else ""
    return f"{title(card)}: {effect}" if effect else title(card)


@cites("napalini.11.event.deck")
def deck(g: Napalini) -> list[str]:
    """11.event.deck: 32 events; 15E only with Brandenburgers (card.15E)."""
    return [card for card in EVENTS if in_play(g, card)] + list(g.static.scenario_cards)


@cites("napalini.card.15E")
def in_play(g: Napalini, card: str) -> bool:
    """15E needs Brandenburgers."""
    return card != "15E" or g.option("special_detachments")


@cites("napalini.4.hq.lost")
def generals(g: Napalini, side: str, card: str) -> list[int]:
    """Formations whose general still has this character card and whose HQ is there (4.hq.lost)."""
    found = []
    for n in g.formations(side):
        army = g.army(n)
        if army.character == card and army.character_left > 0:
            if g.hq(n) >= 0:
                found.append(n)
    return found


def which_general(g: Napalini, side: str, card: str, able: Sequence[int] | None = None) -> Procedure:
    """11.character.one: generals of two nations may have the same character; their player says whose card it is."""
    owners = generals(g, side, card)
    useful = [n for n in owners if able is None or n in able] or owners
    words, about = f"Whose general plays {title(card)}?", {"card": card}
    f = yield from g.which_formation(
        side, words, useful, rule="napalini.11.character.reach", name=Ask.CARD_FORMATION, about=about
    )
    return f


def holds(g: Napalini, side: str, card: str) -> bool:
    if not g.module("cards"):
        return False
    return bool(generals(g, side, card)) if card in CHARACTERS else card in g.camp(side).hand


def under_limit(g: Napalini, side: str) -> bool:
    """11.cards.two: at most two cards, character and event together, in a period."""
    return g.camp(side).played < 2


def might_play(g: Napalini, side: str) -> bool:
    """Whether the enemy must reckon with an event card of this side now."""
    return g.module("cards") and bool(g.camp(side).hand) and under_limit(g, side)


def may_play(g: Napalini, side: str, card: str) -> Refusal | None:
    if not holds(g, side, card):
        return Refusal(
            f"napalini.card.{card}" if card in CARDS else "napalini.11.event.deck", f"You do not hold {title(card)}."
        )
    if not under_limit(g, side):
        return Refusal("napalini.11.cards.two", "You have played two cards this period.")
    return None


def ask(g: Napalini, side: str, cards: Sequence[str], prompt: str, rule: str, name: Ask) -> Procedure:
    """A card at the moment its text gives, or PASS."""
    played = yield g.ask(
        side,
        prompt,
        list(cards),
        may=lambda card: may_play(g, side, card),
        also=[PASS],
        rule=rule,
        label=lambda card: "no card" if card == PASS else read_out(card),
        waiting="a card",
        name=name,
        final=True,
        about={"card": cards[0] if len(cards) == 1 else ""},
    )
    return played


def spend(g: Napalini, side: str, card: str, formation: int = -1, counts: bool = True) -> None:
    """The card is played: shown, counted, gone (11.event.hand, 11.character.once)."""
    camp = g.camp(side)
    g.reveal()
    if card in CHARACTERS:
        owners = [n for n in generals(g, side, card) if formation < 0 or n == formation]
        if owners:
            use_up(g.army(owners[0]))
    else:
        camp.hand.remove(card)
        camp.gone.append(card)
    if counts:
        camp.played += 1
    rule = f"napalini.card.{card}" if card in CARDS else "napalini.11.event.deck"
    g.tell("{side} plays {card}.", rule=rule, side=side, card=title(card))


@cites("napalini.11.character.once")
def use_up(army: Army) -> None:
    """A character card is played once in a battle."""
    army.character_left -= 1


@cites("napalini.11.character.reach")
def reach(g: Napalini, side: str, formation: int) -> int:
    """11.character.reach: the main HQ's general serves the command (-1), another his formation."""
    if formation == g.camp(side).main:
        return -1
    return formation


def lasts(g: Napalini, side: str, card: str, formation: int) -> None:
    """A character's card holds for the period, for all whom he serves; a second general's adds those of his."""
    effects, whom = g.camp(side).period_cards, reach(g, side, formation)
    effects[card] = -1 if effects.get(card) == -1 else whom


def commanded(g: Napalini, side: str, formation: int) -> list[int]:
    """The formations that the general of this one serves."""
    return g.formations(side) if reach(g, side, formation) < 0 else [formation]


def reached_formations(g: Napalini, side: str, card: str) -> list[int]:
    """The formations that a character card can serve now."""
    return sorted({f for n in generals(g, side, card) for f in commanded(g, side, n)})


# ------------------------------------------------------------------ hands


def first_cards(g: Napalini, side: str) -> Procedure:
    """11.event.start: one card of its choice, one dealt at random from the rest."""
    camp = g.camp(side)
    pool = deck(g)
    if g.option("shared_event_deck"):
        pool = [
            card for card in pool if all(card not in other.hand and card not in other.gone for other in g.state.camps.values())
        ]
    pick = yield g.ask(
        side,
        "Choose your first event card.",
        pool,
        rule="napalini.11.event.start",
        label=read_out,
        secret=True,
        waiting="event cards",
        name=Ask.FIRST_CARD,
    )
    rest = [card for card in pool if card != pick]
    dealt = g.draw(rest, 1, to=[side])[0]
    camp.hand = [pick, dealt]
    camp.deck = [card for card in rest if card != dealt]
    g.tell("You are dealt {card}.", rule="napalini.11.event.start", to=side, card=title(dealt))


@cites("napalini.11.event.hand")
def available(g: Napalini, side: str) -> list[str]:
    """The deck of a side; with the switch of R95 both draw from what nobody has had."""
    if not g.option("shared_event_deck"):
        return list(g.camp(side).deck)
    taken = {card for camp in g.state.camps.values() for card in (*camp.hand, *camp.gone)}
    return [card for card in deck(g) if card not in taken]


def morning_cards(g: Napalini, side: str) -> Procedure:
    """11.event.draw and 11.event.discard-first: ditch one or none; draw two and keep one, or three and keep two."""
    camp = g.camp(side)
    ditched = PASS
    if camp.hand and available(g, side):
        ditched = yield g.ask(
            side,
            "Ditch a card before you draw? Then you draw three and keep two.",
            [PASS, *camp.hand],
            rule="napalini.11.event.discard-first",
            label=lambda card: "keep all" if card == PASS else f"ditch {read_out(card)}",
            secret=True,
            name=Ask.DITCH,
            final=lambda card: card != PASS,
        )
    if ditched != PASS:
        camp.hand.remove(ditched)
        camp.gone.append(ditched)
        g.tell("You ditch {card}.", rule="napalini.11.event.discard-first", to=side, card=title(ditched))
    pool = available(g, side)
    count = min(2 if ditched == PASS else 3, len(pool))
    keep = count - 1 if count > 1 else count
    if not count:
        return
    drawn = g.draw(pool, count, to=[side])
    g.tell("{side} draws {cards} and keeps {keep}.", rule="napalini.11.event.draw", side=side, cards=count, keep=keep)
    dropped = drawn[0]
    if count > 1:
        dropped = yield g.ask(
            side,
            f"You drew {', '.join(title(card) for card in drawn)}. Which one do you discard?",
            drawn,
            rule="napalini.11.event.draw",
            label=read_out,
            secret=True,
            name=Ask.DISCARD,
            final=side == g.order[1] or len(available(g, g.other(side))) < 2,  # else the other side draws first
        )
        camp.hand += [card for card in drawn if card != dropped]
        camp.gone.append(dropped)
    else:
        camp.hand += drawn
    camp.deck = [card for card in camp.deck if card not in drawn]
