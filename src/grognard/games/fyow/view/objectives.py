"""What wins the campaign, how it stands as far as a side knows, and how long there is left: the strip above the map."""

from __future__ import annotations

from grognard.kernel.scene import Objective
from grognard.kernel.words import counted

from ..condition.victory import points
from ..context import Fyow

RULE = "fyow.base.victory.1"


def objectives(g: Fyow, control: list[str]) -> list[Objective]:
    """The points of each side and the boards that give them; `control`: who holds what, as the reader knows it."""
    held, aim = points(g, control), g.static.scenario.get("victory", {})
    made = []
    for side in g.static.sides:
        now, title = f"{held[side]} points", f"{g.static.names[side]}:"
        if "points" not in aim:
            made.append(Objective(f"points-{side}", title, RULE, side, now))
        elif side == aim["side"]:
            part = held[side] / aim["points"]
            made.append(Objective(f"points-{side}", title, RULE, side, now, f"{aim['points']} to win", part))
    for board, worth in g.static.objectives.items():
        data = g.static.boards[board]
        made.append(Objective(f"board-{data.id}", data.name, place=data.id, worth=str(worth), holder=control[board]))
    return made


def left(g: Fyow) -> str:
    more = g.static.days - g.state.day
    return f"{counted(more, 'day')} left" if more > 0 else "the last day"
