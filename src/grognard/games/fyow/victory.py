"""base.victory.1, ruling R149: objectives with points; the side with most of them on the last day wins."""

from __future__ import annotations

from grognard.kernel import Over, Result, in_force

from .context import Fyow


def points(g: Fyow, control: list[str]) -> dict[str, int]:
    """Objective points by side, for boards held as this list says."""
    return {side: sum(n for board, n in g.static.objectives.items() if control[board] == side) for side in g.static.sides}


def victory(g: Fyow) -> Result:
    """Most points wins; 20% more is a clear, 50% more a great victory."""
    score = points(g, g.state.control)
    first, second = sorted(score, key=lambda side: -score[side])
    more, less = score[first], score[second]
    scores = {side: float(n) for side, n in score.items()}
    if more == less or not in_force("fyow.base.victory.1"):
        return Result(None, f"A drawn campaign: {more} points each.", "fyow.base.victory.1", scores)
    grade = "a great" if 2 * more >= 3 * less else "a clear" if 5 * more >= 6 * less else "a narrow"
    text = f"{grade.capitalize()} victory of the {g.static.names[first]}: {more} points to {less}."
    return Result(first, text, "fyow.base.victory.1", scores)


def destroyed(g: Fyow, side: str) -> Over:
    winner = g.enemy(side)
    text = f"Nothing is left of the {g.static.names[side]}."
    return g.over(winner, text, rule="fyow.base.victory.1", scores={winner: 1.0, side: 0.0})
