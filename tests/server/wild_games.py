"""A plugin with a game whose rules can be made to loop or to swell by a choice: what no rulebook should do, and one may (GROGNARD_PLUGINS)."""

from __future__ import annotations

from grognard.kernel import register
from server.toy_games import TOYS, Counting


class Wild(Counting):
    """Counting, and: 4 never ends, 5 takes all memory, 6 is slow, 7 ends the process."""

    name = "wild"
    title = "Wild"
    built_in = {"learning": {"target": 10**9}}

    def play(self, g):
        while g.state.total < g.static:
            g.checkpoint()
            side = ("red", "blue")[g.state.turn % 2]
            added = yield g.ask(side, "Add how much?", [1, 2, 3, 4, 5, 6, 7], rule="small.1")
            misbehave(added)
            g.state.total += added
            g.state.turn += 1


def misbehave(added: int) -> None:
    if added == 4:
        while True:
            pass
    if added == 5:
        swollen = []
        while True:
            swollen.append(bytearray(50 << 20))
    if added == 7:
        import os

        os._exit(9)


def answers(match, value):
    """A question: what was asked, if it can be answered at all."""
    misbehave(value)
    return value


for game in (*TOYS, Wild()):
    register(game)
