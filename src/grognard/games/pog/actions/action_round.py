"""Chapters 8, 9.1, 9.3, 9.4, 16.5: the action of a round.

A card for operations, redeployment, replacements or its event; peace; or one operation point without a card. Re-
enterable: the action under way stands in the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import counted, verb

from ..asks import AUTO, PEACE, Ask, Play
from ..cards.decks import finish_card, late_entry
from ..cards.events import event_ops, may_play_event, play_event
from ..hooks import hook
from ..movement.redeployment import redeploy
from ..state import Action
from ..static import AP, CP, names_of
from ..supply.attrition import doomed_units
from ..war.peace import may_offer_peace, offer_peace
from .operations import begin_operations, operations

if TYPE_CHECKING:
    from ..context import Pog

USES = ("ops", "sr", "rp", "event")
USE_NAMES = {"ops": "operations", "sr": "strategic redeployment", "rp": "replacements", "event": "the event"}


@hook
@cites("pog.8.1.1")
def actions_per_turn(g: Pog) -> int:
    """8.1.1: six rounds."""
    return 6


@hook
def extra_actions(g: Pog, side: str) -> list[Play]:
    """Further kinds of action: none in the base game."""
    return []


@hook
def extra_candidates(g: Pog) -> list[Play]:
    """Further kinds of action, whether they may be taken now or not: none in the base game."""
    return []


@hook
def may_extra(g: Pog, side: str, value: Play) -> Refusal | None:
    """8.1.3: there are no other actions in the base game."""
    return Refusal("pog.8.1.3", "There is no such action.")


@hook
def begin_extra(g: Pog, side: str, value: Play) -> None:
    """Never asked in the base game."""


@hook
def extra_label(g: Pog, value: Play) -> str:
    """Never asked in the base game."""
    return str(value)


@hook
def interlude(g: Pog, side: str) -> Procedure:
    """Nothing comes between naming an action and carrying it out in the base game."""
    return
    yield


@hook
def rp_numbers(g: Pog, side: str, numbers: dict[str, int]) -> dict[str, int]:
    """9.4.1: as printed."""
    return numbers


def may_use(g: Pog, side: str, value: Play) -> Refusal | None:
    """8.1.3, 9: None, or why this action cannot be taken now."""
    use, card_id = value.use, value.card
    if use == "auto":
        return None
    if use == "peace":
        return may_offer_peace(g, side)
    if use not in USES:
        extra: Refusal | None = g.hooks.may_extra(g, side, value)
        return extra
    card = g.static.cards[card_id]
    if card.side != side or not g.holds(side, card_id):
        return Refusal("pog.8.1.3", f"{card.title} is not in your hand.")
    if g.static.historical and side == CP and g.state.turn == 1 and not g.state.actions[CP]:
        if value != Play("event", "cp.01"):
            return Refusal("pog.5.7.4.c", "Guns of August must be the first CP action, as an event.")
    if use != "event" and card_id in g.hooks.entry_cards(g) and late_entry(g):
        return Refusal("pog.9.5.2.5.a", f"{card.title} is only an event while the CP alone are at Total War.")
    last = g.state.actions[side][-1] if g.state.actions[side] else ""
    if use == "sr" and last == "sr":
        return Refusal("pog.9.3.3", "Your last action was a redeployment.")
    if use == "rp":
        if last == "rp":
            return Refusal("pog.9.4.3", "Your last action was for replacements.")
        if "ap.65" in g.state.this_turn:
            return Refusal("pog.card.ap.65", "Influenza: no replacements are recorded this turn.")
    if use == "event":
        return may_play_event(g, side, card)
    return None


def choices(g: Pog, side: str) -> list[Play]:
    """All actions that a side may take now."""
    found: list[Play] = []
    for card_id in g.hand_cards(side):
        for use in USES:
            value = Play(use, card_id)
            if may_use(g, side, value) is None:
                found.append(value)
    found.extend(g.hooks.extra_actions(g, side))
    opening = side == CP and g.state.turn == 1 and not g.state.actions[CP]
    if not (opening and g.static.historical and found):
        if may_offer_peace(g, side) is None:
            found.append(PEACE)
        found.append(AUTO)
    return found


def take_action(g: Pog, side: str) -> Procedure:
    """8.1.3: choose an action and carry it out."""
    action = g.state.action
    if not action.kind:
        g.checkpoint()
        choice = yield g.listed(
            side,
            lambda: f"Round {g.state.round}: your action",
            choices(g, side),
            "pog.8.1.3",
            name=Ask.ACTION,
            judge=lambda v: may_use(g, side, v),
            candidates=lambda: [*(Play(u, c) for u in USES for c in g.hand_cards(side)), PEACE, *g.hooks.extra_candidates(g)],
            final=lambda v: v not in (AUTO, PEACE),  # a card is shown, or dice fall
            kind="order",
            label=lambda v: label(g, v),
            on=lambda v: (v.card, ""),
            stakes=(lambda: warning(g, side)) if g.options["warnings"] else "",
            waiting="choosing an action",
        )
        begin(g, side, choice)
    g.checkpoint()
    yield from g.hooks.interlude(g, side)
    action = g.state.action
    if action.kind == "ops":
        yield from operations(g)
    elif action.kind == "sr":
        yield from redeploy(g)
    elif action.kind == "peace":
        yield from offer_peace(g, side)
    elif action.kind in ("event", "event ops"):
        if action.kind == "event":
            yield from play_event(g, side, g.static.cards[action.card])
            if event_ops(g, g.static.cards[action.card]):
                begin_operations(g, side, g.static.cards[action.card].ops, action.card)
                action.kind = "event ops"
                g.checkpoint()
        if action.kind == "event ops":
            yield from operations(g)
    end(g, side)


def warning(g: Pog, side: str) -> str:
    """Which units of a side would be lost if the Attrition Phase came now."""
    names = [g.units.name[u] for u in doomed_units(g, side)]
    return f"Out of supply: {names_of(names)}." if names else ""


def begin(g: Pog, side: str, choice: Play) -> None:
    """The action is named, and the card with it."""
    use, card_id = choice.use, choice.card
    g.state.action = Action(side=side, kind=use, card=card_id)
    s = g.state
    if side == AP and s.fleet_pending and choice != Play("event", "ap.33"):
        s.fleet_pending = False
        g.add_vp(g.static.charts["vp"]["high_seas_fleet"], "pog.card.cp.25", "High Seas Fleet")
    if use == "auto":
        g.tell("The {side} make an automatic operation of 1 point.", rule="pog.9.2.10", side=side)
        begin_operations(g, side, 1, "")
        return
    if use not in (*USES, "peace"):
        g.hooks.begin_extra(g, side, choice)
        return
    if use == "peace":
        g.tell("The {side} offer peace.", rule="pog.16.5.1.1" if side == CP else "pog.16.5.1.2", side=side)
        return
    card = g.static.cards[card_id]
    g.reveal()
    s.hand[side] &= ~(1 << card.number)  # it lies open in the action until the action is over
    s.shown[side] &= ~(1 << card.number)
    rule = {"ops": "pog.9.2.1", "sr": "pog.9.3.1", "rp": "pog.9.4.1.a", "event": "pog.9.5.1.1.a"}[use]
    g.tell("The {side} play {card} for {words}.", rule=rule, side=side, card=card_id, words=USE_NAMES[use])
    if use == "ops":
        begin_operations(g, side, card.ops, card_id)
    elif use == "sr":
        s.action.points = card.sr
    elif use == "rp":
        record_rp(g, side, g.hooks.rp_numbers(g, side, card.rp))


@cites("pog.9.4.1.b")
def records_nothing(g: Pog, pool: str) -> bool:
    """The points of a neutral nation are lost."""
    return pool in ("it", "tu", "bu") and not g.at_war(pool)


def record_rp(g: Pog, side: str, numbers: dict[str, int]) -> None:
    """9.4.1: add the numbers of the RP box to the pools; neutrals record nothing; after Over There 1 US RP more."""
    rp = g.state.rp
    for pool, amount in numbers.items():
        if records_nothing(g, pool):
            continue
        rp[pool] = rp.get(pool, 0) + 2 * amount
    g.tell("The points wait for the Replacement Phase.", rule="pog.9.4.4")
    if "a" in numbers:
        points, do = counted(numbers["a"], "point"), verb(numbers["a"], "goes", "go")
        g.tell("{points} {do} to the pool of the Allied minors.", rule="pog.9.4.1.c", points=points, do=do)
    if side == AP and (american := over_there_rp(g)):
        rp["us"] = rp.get("us", 0) + american
    g.hooks.recorded(g, side, numbers)


@hook
def recorded(g: Pog, side: str, numbers: dict[str, int]) -> None:
    """Nothing more is told in the base game."""


@cites("pog.17.1.8")
def over_there_rp(g: Pog) -> int:
    """After Over There every Allied RP card also gives 1 US RP. In half points."""
    return 2 if g.played("ap.55") else 0


@cites("pog.8.1.4")
def record(g: Pog, side: str, kind: str) -> None:
    """Later limits depend on the kinds of the actions taken."""
    g.state.actions[side].append(kind)


def end(g: Pog, side: str) -> None:
    """The card goes where it belongs, the action is recorded (pog.8.1.4), and what it left behind is put away."""
    s = g.state
    action = s.action
    kind = action.kind
    if action.card:
        finish_card(g, action.card, kind.startswith("event"))
    recorded = (
        "sr" if action.card == "ap.30" and kind == "event" else kind.split()[0] if action.card or kind == "peace" else "auto"
    )
    record(g, side, action.recorded or recorded)
    own = sum(1 << u for u in range(g.units.size) if g.units.side[u] == side) if s.failed_dig else 0
    s.failed_dig = (s.failed_dig & ~own) | s.failed_now
    s.failed_now = 0
    s.action = Action()


def label(g: Pog, value: Play) -> str:
    use, card_id = value.use, value.card
    if use == "auto":
        return "1 operation point without a card"
    if use == "peace":
        return "Offer peace"
    if use not in USES:
        return str(g.hooks.extra_label(g, value))
    card = g.static.cards[card_id]
    if use == "rp":
        box = g.hooks.rp_numbers(g, card.side, card.rp)
        numbers = ", ".join(f"{n.upper()} {v}" for n, v in box.items())
        return f"{card.title}: replacements ({numbers})"
    worth = {
        "ops": f"{card.ops} OPS",
        "sr": f"{card.sr} SR",
        "event": "event" + (f", war status +{card.ws}" if card.ws else ""),
    }
    return f"{card.title}: {worth[use]}"
