"""Chapters 23.0.7 and 25.12: player turns in place of chits, at night and by mail."""

from __future__ import annotations

from grognard.kernel import Procedure

from ..asks import Ask
from ..context import Nlc
from ..leaders.wings import rollers
from ..orders.ratings import rating
from .action import act, begin_stage
from .chits import acts_by_chit, in_play


def by_mail(g: Nlc) -> bool:
    return g.on("play_by_mail")


def player_turns(g: Nlc) -> Procedure:
    """25.12.1, 23.0.7: each side acts with all formations, one after the other; with mail play the higher total chooses."""
    state = g.state
    if "first" not in state.done and "second" not in state.done:
        first = 0
        if by_mail(g) and not g.turn.night:
            first = yield from first_player(g)
        state.done.append("first" if first == 0 else "second")
    order = (0, 1) if "first" in state.done else (1, 0)
    for side in order:
        name = f"turn {side}"
        if name not in state.done:
            state.done.append(name)
            state.reserve = [f.number for f in g.static.formations if g.formation_order(f.number).kind == "reserve"]
            mine = [
                f.number for f in g.static.formations if f.side == side and in_play(g, f.number) and acts_by_chit(g, f.number)
            ]
            begin_stage(g, "night" if g.turn.night else "chit", side, mine)
        if state.stage is not None and state.stage.side == side:
            yield from act(g)


def first_player(g: Nlc) -> Procedure:
    """25.12.1, R170: who has the higher total chooses whether his player turn comes first or second."""
    winner = higher_total(g)
    words = {"first": "the first player turn", "second": "the second player turn"}
    choice = yield g.ask(
        g.seat(winner), "Which player turn do you want?", list(words), rule="nlc.25.12.1", label=words.get,
        waiting="choosing the first or the second player turn",
        name=Ask.PLAYER_TURN,
    )  # fmt: skip
    first = winner if choice == "first" else 1 - winner
    g.tell("{side} has the first player turn.", rule="nlc.25.12.1", side=g.seat(first))
    return first


def higher_total(g: Nlc) -> int:
    """25.12.1, R132: combats won last turn, the rating of an OC and a die; ties are rolled again."""
    while True:
        totals = []
        for side in (0, 1):
            best = max((rating(g, leader) for leader in rollers(g, side)), default=0)
            die = g.d6("First player turn, {side}", rule="nlc.25.12.1", by=g.seat(side), side=g.seat(side))
            totals.append(die + best + g.state.wins_last[side])
        if totals[0] != totals[1]:
            return 0 if totals[0] > totals[1] else 1


def without_chits(g: Nlc) -> bool:
    """25.12.1, 23.0.7: no cup in this turn."""
    return by_mail(g) or (g.turn.night and g.on("night_without_chits"))
