"""Chapter 18: gas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.combat.cards import has
from grognard.games.pog.combat.fight import Fight, weighed
from grognard.kernel import PASS, Procedure, Refusal, cites

from ..asks import Ask

if TYPE_CHECKING:
    from ..context import Draka

GAS_CARDS = ("ap.21", "cp.15", "cp.35")


@cites("draka.18.1")
def chits(g: Draka, side: str) -> list[tuple[str, ...]]:
    """R99: the chits of a side, from the turn after it reached Total War."""
    turn = g.state.reached.get(f"{side} 2", 99)
    if g.state.turn <= turn:
        return []
    return [tuple(nations) for nations in g.charts["gas"][side]]


def may_gas(g: Draka, fight: Fight, nations: tuple[str, ...]) -> Refusal | None:
    """18.2, 18.3, 18.5: None, or why this chit cannot be used in this attack."""
    name = "/".join(nations)
    if name in g.state.gassed:
        return Refusal("draka.18.2", f"The chit {name.upper()} was used this turn.")
    if fight.from_sea:
        return Refusal("draka.17.10", "An invasion is fought without gas.")
    if not has(g, fight.attackers, *nations):
        return Refusal("draka.18.2", f"No {name.upper()} unit attacks.")
    if nations == ("dr",) and not g.in_zone(fight.target):
        return Refusal("draka.18.3", "Draka gas is used only in the Zone.")
    if any(c in GAS_CARDS for c in fight.cards[fight.side]):
        return Refusal("draka.18.5", "A gas combat card is in use.")
    return None


def ask_gas(g: Draka, fight: Fight) -> Procedure:
    """18.4: 2 to 6 gives +1; on 1 another die: 4 to 6 gives -1."""
    mine = {"/".join(n): n for n in chits(g, fight.side)}
    if all(may_gas(g, fight, n) for n in mine.values()):
        return
    choice = yield g.ask(
        fight.side,
        f"{g.board.name[fight.target]}: use gas?",
        list(mine),
        rule="draka.18.2",
        may=lambda v: may_gas(g, fight, mine[v]),
        also=[PASS],
        **weighed(
            g,
            fight,
            Ask.GAS,
            label=lambda v: "No gas" if v == PASS else f"Gas of {v.upper()}",
            on=lambda v: ("", ""),
        ),
        about={"place": g.board.ids[fight.target]},
        final=True,
        waiting="gas",
    )
    if choice == PASS:
        return
    fight.more["gas"] = choice
    g.state.gassed.append(choice)
    amount = 1
    if g.d6("Gas: ", rule="draka.18.4", by=fight.side) == 1:
        amount = g.charts["gas"]["second_die"][
            "4-6" if g.d6("The wind turns: ", rule="draka.18.4", by=fight.side) >= 4 else "1-3"
        ]
    if amount:
        fight.bonus[fight.side].append((amount, "gas", "draka.18.4"))
