"""What wins the battle, how it stands, and how long there is left: the strip above the map."""

from __future__ import annotations

from grognard.kernel.scene import Objective
from grognard.kernel.words import counted

from ..army.victory import holder_of, margin
from ..context import Nlc


def objectives(g: Nlc) -> list[Objective]:
    """13: the margin with what it is worth, how near each army is to breaking, and the places that count."""
    return [_margin(g), *_armies(g), *_places(g)]


def _margin(g: Nlc) -> Objective:
    value = margin(g)
    ahead = "even" if not value else f"{g.static.side_names[0 if value > 0 else 1]} ahead by {float(abs(value)):g} VP"
    level = next((words for least, words in g.static.levels if value >= least), "")
    return Objective("margin", "If it ended now:", "nlc.13.0.1", now=f"{ahead}{f' ({level})' if level else ''}")


def _armies(g: Nlc) -> list[Objective]:
    """11: what each army has lost of what it can bear."""
    made = []
    for army in g.static.armies:
        bears = g.state.levels[army.number]
        if bears > 0:
            lost = g.dead_points(army.number)
            title = f"{army.name} breaks:"
            made.append(
                Objective(
                    f"breaks-{army.id}", title, "nlc.11.0.1", g.seat(1 - army.side), str(lost), f"{bears} lost", lost / bears
                )
            )
    return made


def _places(g: Nlc) -> list[Objective]:
    made = []
    for objective in g.static.objectives:
        owner = holder_of(g, objective.hex)
        made.append(
            Objective(
                f"place-{objective.place}",
                g.ground.names[objective.place],
                place=g.label(objective.hex),
                worth=f"{objective.vp}",
                holder=g.static.sides[owner] if owner >= 0 else "",
            )
        )
    return made


def left(g: Nlc) -> str:
    more = len(g.static.turns) - g.state.turn
    return f"{counted(more, 'turn')} left" if more > 0 else "the last turn"
