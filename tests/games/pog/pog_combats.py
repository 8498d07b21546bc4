"""Combats for tests of Paths of Glory: fights in the West, a fight that is not fought, and a combat card tried in one."""

from __future__ import annotations

from pog_situations import front

from great_war import offered
from grognard.games.pog.combat.cards import may_play, play
from grognard.games.pog.combat.fight import Fight
from grognard.games.pog.combat.strength import modifiers

WEST = {"control": {"brussels": "cp", "liege": "cp", "sedan": "cp"}, "forts_fallen": ["liege"], "trenches": {"brussels": 0}}


def west(units, active="cp", cards=None, **patch):
    """Germans in Belgium and at Sedan against whoever stands in Cambrai."""
    merged = {**WEST, **patch}
    merged["control"] = {**WEST["control"], **patch.get("control", {})}
    return front(cards, active=active, units=units, **merged)


def fight_of(match, side, attackers, target):
    g = match.g
    return Fight(g, side, [g.U[u] for u in attackers], g.S[target])


def finish_losses(m):
    """Take losses and stand until the next attack may be chosen."""
    for _ in range(40):
        if m.decision.rule in ("pog.9.2.9.a", "pog.8.1.3"):
            return
        options = offered(m)
        m.choose(next((v for v in ("pass", "done", "fight") if v in options), options[0]))


def playable(match, fight, card, side, window="cards"):
    return may_play(match.g, fight, side, match.g.static.cards[card], window)


def bonus(match, fight, card, side):
    """The modifier after playing the card from hand in this fight."""
    play(match.g, fight, side, match.g.static.cards[card])
    return int(modifiers(match.g, fight, side))


def hold(match, card):
    side = card.split(".")[0]
    match.g.leave_hand(card, "hand")
    return side


def tried(match, side, attackers, target, card, window="cards", by=None):
    """A fight in which the card is held, may be played, and what it adds to its side's die."""
    fight = fight_of(match, side, attackers, target)
    owner = hold(match, card)
    assert playable(match, fight, card, owner, window) is None, playable(match, fight, card, owner, window)
    return fight, bonus(match, fight, card, owner)


def activate_first(match, **spaces):
    """As `activate`, with card ap.01 or cp.12."""
    side = match.decision.seat
    match.choose(("ops", "ap.01" if side == "ap" else "cp.12"))
    for space, kind in spaces.items():
        match.choose((kind, space))
    if match.decision.rule == "pog.9.2.1":
        match.choose("done")
