"""base.victory.1, ruling R149: objectives with points; the side with most of them on the last day wins."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Over, Result

from ..context import Fyow
from ..state import DESTROYED


def points(g: Fyow, control: list[str]) -> dict[str, int]:
    """Objective points by side, for boards held as this list says."""
    return {side: sum(n for board, n in g.static.objectives.items() if control[board] == side) for side in g.static.sides}


def final_points(g: Fyow) -> dict[str, int]:
    """With what the scenario gives for each enemy Battlegroup destroyed."""
    held = points(g, g.state.control)
    chain = g.static.scenario.get("victory", {}).get("chain")
    if chain and chained(g, chain):
        held[chain["side"]] += int(chain["points"])
    prize = int(g.static.scenario.get("victory", {}).get("destroyed", 0))
    if prize:
        for unit in g.state.units:
            if unit.condition == DESTROYED and unit.kind in ("battlegroup", "fixed"):
                held[g.enemy(unit.side)] += prize
    return held


def chained(g: Fyow, chain: dict[str, Any]) -> bool:
    """Whether the side holds every board of some way over land from one board to the other."""
    own = sum(1 << board for board, holder in enumerate(g.state.control) if holder == chain["side"])
    start, end = g.static.number[chain["from"]], g.static.number[chain["to"]]
    if not own >> start & 1:
        return False
    return end in g.static.graph.distances(1 << start, own, g.static.land)


def victory(g: Fyow) -> Result:
    """Most points wins; 20% more is a clear, 50% more a great victory. A scenario may name what one side must reach."""
    score = final_points(g)
    scores = {side: float(n) for side, n in score.items()}
    aim = g.static.scenario.get("victory", {})
    if "points" in aim:
        side = str(aim["side"])
        winner = side if score[side] >= aim["points"] else g.enemy(side)
        reached = f"the {g.static.names[side]} have {score[side]} of {aim['points']} points"
        text = f"Victory of the {g.static.names[winner]}: {reached}."
        return Result(winner, text, "fyow.base.victory.1", scores)
    first, second = sorted(score, key=lambda side: -score[side])
    more, less = score[first], score[second]
    if more == less:
        return Result(None, f"A drawn campaign: {more} points each.", "fyow.base.victory.1", scores)
    grade = "a great" if 2 * more >= 3 * less else "a clear" if 5 * more >= 6 * less else "a narrow"
    text = f"{grade.capitalize()} victory of the {g.static.names[first]}: {more} points to {less}."
    return Result(first, text, "fyow.base.victory.1", scores)


def destroyed(g: Fyow, side: str) -> Over:
    winner = g.enemy(side)
    text = f"Nothing is left of the {g.static.names[side]}."
    return g.over(winner, text, rule="fyow.base.victory.1", scores={winner: 1.0, side: 0.0})
