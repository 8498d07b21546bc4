"""Chapter 25.12: play by mail: player turns in place of chits."""

from __future__ import annotations

from grognard.kernel import Procedure, Refusal
from grognard.kernel.cite import in_force

from .context import Nlc


def count_win(g: Nlc, side: int, attacker_retreated: bool | None, attackers_gone: bool, defenders_gone: bool) -> None:
    """R132: a combat is won if the enemy retreated or was wiped out and the own side was not."""
    beaten = [attacker_retreated is True or attackers_gone, attacker_retreated is False or defenders_gone]
    if beaten[1] and not beaten[0]:
        g.state.wins[side] += 1
    elif beaten[0] and not beaten[1]:
        g.state.wins[1 - side] += 1


def by_mail(g: Nlc) -> bool:
    return g.on("play_by_mail") and in_force("nlc.25.12.1")


def player_turns(g: Nlc) -> Procedure:
    """25.12.1, 23.0.7: each side acts with all formations, one after the other; with mail play the higher total chooses."""
    from .action import begin_stage
    from .sequence import act

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
            from .chits import acts_by_chit, in_play

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
    )  # fmt: skip
    first = winner if choice == "first" else 1 - winner
    g.tell("{side} has the first player turn.", rule="nlc.25.12.1", side=g.seat(first))
    return first


def higher_total(g: Nlc) -> int:
    """25.12.1, R132: combats won last turn, the rating of an OC and a die; ties are rolled again."""
    from .chits import rollers
    from .leaders import rating

    while True:
        totals = []
        for side in (0, 1):
            best = max((rating(g, leader) for leader in rollers(g, side)), default=0)
            die = g.d6("First player turn, {side}", rule="nlc.25.12.1", by=g.seat(side), side=g.seat(side))
            totals.append(die + best + g.state.wins_last[side])
        if totals[0] != totals[1]:
            return 0 if totals[0] > totals[1] else 1


def may_join(g: Nlc, one: int, other: int) -> Refusal | None:
    """25.12.2: units attack together only if one chit would activate them."""
    if one == other or any(one in pair and other in pair for pair in g.state.pair):
        return None
    names = [g.static.formations[number].name for number in (one, other)]
    return Refusal("nlc.25.12.2", f"{names[0]} and {names[1]} are not governed by one chit and may not attack together.")


def without_chits(g: Nlc) -> bool:
    """25.12.1, 23.0.7: no cup in this turn."""
    return by_mail(g) or (g.turn.night and g.on("night_without_chits") and in_force("nlc.23.0.7"))
