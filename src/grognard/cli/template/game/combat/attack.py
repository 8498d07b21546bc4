"""Chapter 2: attacks. What a side fights with is one pure function, `strength`: prompt, bot and resolution call it."""

from __future__ import annotations

from grognard.kernel import PASS, Procedure, Refusal, Tally

from ..asks import Ask
from ..context import Newgame
from ..static import OTHER


def attack(g: Newgame, side: str) -> Procedure:
    """2.1: the side attacks on one hill, or passes."""
    hill = yield g.ask(
        side,
        "Attack where?",
        range(len(g.static.hills)),
        rule="newgame.2.1",
        name=Ask.ATTACK,
        kind="attack",
        final=True,
        may=lambda hill: may_attack(g, side, hill),
        also=[PASS],
        label=lambda hill: "pass" if hill == PASS else g.static.hills[hill],
        on=lambda hill: ("", "" if hill == PASS else g.static.hills[hill]),
    )
    if hill == PASS:
        g.tell("{side} passes.", rule="newgame.2.1", side=side)
    else:
        fight(g, side, hill)


def may_attack(g: Newgame, side: str, hill: int) -> Refusal | None:
    """2.2: only where it has a company."""
    if not g.on(side, hill):
        return Refusal("newgame.2.2", f"You have no company on {g.static.hills[hill]}.")
    return None


def fight(g: Newgame, attacker: str, hill: int) -> None:
    """2.3 to 2.6: both show what they have, throw a die each, and the lower loses a company."""
    defender = OTHER[attacker]
    g.tell("{side} attacks on {hill}.", rule="newgame.2.3", side=attacker, hill=hill)
    g.show(hill)
    if not g.on(defender, hill):
        g.tell("Nobody is there.", rule="newgame.R1")
        return
    totals = {}
    for side in (attacker, defender):
        tally = strength(g, side, hill, defending=side == defender)
        thrown = g.roll("d6", "{side} throws:", rule="newgame.2.4", by=side, tallies=[tally], side=side)
        totals[side] = thrown.total + int(tally)
    if totals[attacker] == totals[defender]:
        g.tell("Nobody gives way.", rule="newgame.2.6")
        return
    loser = min(totals, key=lambda side: totals[side])
    g.lose(loser, hill)
    g.tell("{side} loses a company on {hill}.", rule="newgame.2.6", side=loser, hill=hill)


def strength(g: Newgame, side: str, hill: int, *, defending: bool) -> Tally:
    """2.4, 2.5: what a side adds to its die."""
    total = Tally("strength")
    total.add(g.on(side, hill), "companies", "newgame.2.4")
    if defending and g.options["high_ground"]:
        total.add(1, "high ground", "newgame.2.5")
    return total
