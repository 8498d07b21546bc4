"""What wins the battle, how it stands, and how long there is left: the strip above the map."""

from __future__ import annotations

from grognard.kernel.scene import Objective
from grognard.kernel.words import counted

from ..context import Napalini
from ..victory.score import points


def objectives(g: Napalini) -> list[Objective]:
    """8: points of each side, and the objectives that give one every night."""
    tie = "a tie is a draw" if g.static.meeting else f"a tie goes to {g.static.sides[g.order[1]].nation}"
    made = [Objective("wins", f"Most VP at the end wins, {tie}.", "napalini.8.winner")]
    for side in g.order:
        title = f"{g.static.sides[side].nation}:"
        made.append(Objective(f"points-{side}", title, "napalini.8.vp.objective", side, f"{points(g, side)} VP"))
    for number, square in enumerate(g.state.objectives):
        name = g.static.objective_names.get(square, g.label(square))
        made.append(
            Objective(
                f"objective-{number}",
                name,
                place=g.label(square),
                worth="1 a night",
                holder=g.state.flags[number],
            )
        )
    return made


def left(g: Napalini) -> str:
    more = g.static.days + (g.static.extra_days if g.state.extra else 0) - g.state.day
    return f"{counted(more, 'day')} left" if more > 0 else "the last day"
