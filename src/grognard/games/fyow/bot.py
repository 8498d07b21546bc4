"""The general: an opponent that sets out the options of a good staff and lets its Battlegroups do what their orders ask.

It works on a world imagined from its chair: its own forces are as they are, the unknown enemy is anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.kernel.scene import OddsView

from .battle import COLUMNS
from .combat import odds, reading
from .movement import chance, knows_of_battle
from .orders import Plan, staff_plan, suggested_aims
from .state import Battle
from .victory import points

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from .context import Fyow


def evaluate(g: Fyow, side: str) -> float:
    """Objectives held and forces left, own less enemy's."""
    held = points(g, g.state.control)
    enemy = g.enemy(side)
    force = sum(g.half_value(n) for n in g.alive(side)) - sum(g.half_value(n) for n in g.alive(enemy))
    return held[side] - held[enemy] + force / 400


def battle_odds(g: Fyow, question: dict[str, Any]) -> list[OddsView]:
    """{"attackers": ["b1"], "defenders": ["g2"]}: the results of an attack where the defenders stand."""
    ids = [unit.id for unit in g.state.units]
    attackers = [ids.index(name) for name in question["attackers"]]
    defenders = [ids.index(name) for name in question["defenders"]]
    board = g.unit(defenders[0]).board
    read = reading(g, Battle(board, g.unit(attackers[0]).side, attackers, defenders))
    words = f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}"
    return [OddsView(words, odds(read), "fyow.33.7.2.13")]


class General:
    """Chooses for a chair."""

    def choose(self, chair: Chair) -> Any:
        decision, side = chair.decision, str(chair.side)
        g: Fyow = chair.imagine().g
        if decision.rule == "fyow.10.1.1":
            from .condition import highest

            return suggested_aims(g, side, g.state.brigades[highest(g, side)].rating)[0]
        if decision.rule == "fyow.10.2.0.1":
            return [plan for n in g.alive(side) for plan in prudent_plan(g, n)]
        if decision.form == "checked":
            return decision.suggestions()[0]  # type: ignore[attr-defined]
        options = list(decision.options)  # type: ignore[attr-defined]
        if decision.rule == "fyow.4.6.2":
            return options[-1]
        if decision.rule == "fyow.4.6.3":
            return best_act(g, g.state.pack[0], options)
        return options[0]


def prudent_plan(g: Fyow, number: int) -> list[Plan]:
    """Feel forward to the best objective on which nobody was seen, and do not attack blindly; else as the staff says."""
    unit, side = g.unit(number), g.unit(number).side
    far, seen = g.static.far[unit.board], g.state.sighted[side]
    held = g.state.known_control[side]
    free = [b for b in g.static.objectives if held[b] != side and str(b) not in seen and b in far and b != unit.board]
    if not free or unit.condition >= 2 or unit.disarray or knows_of_battle(g, number) or g.options["direct_command"]:
        return staff_plan(g, number)
    goal = min(free, key=lambda b: (far[b] - 2 * g.static.objectives[b], b))
    boards = g.static.boards
    onward = Plan(unit.id, "sensible", "move to contact", boards[goal].id, "observe")
    return [onward, Plan(unit.id, "cautious", "defend", boards[unit.board].id)]


def best_act(g: Fyow, number: int, options: list[Any]) -> Any:
    """Reorganise, fight if ordered, march by the surest way, else dig in."""
    kinds: dict[str, list[Any]] = {}
    for option in options:
        kinds.setdefault(option[0], []).append(option)
    unit = g.unit(number)
    for kind in ("reorganise", "fortify"):
        if kind in kinds:
            return kinds[kind][0]
    if "assault" in kinds:
        return kinds["assault"][0]
    if "move" in kinds:
        goal = g.static.far[unit.order.objective]
        best = max(kinds["move"], key=lambda a: (chance(g, number, a[1]) - goal[g.static.other_end(a[1], unit.board)], -a[1]))
        if chance(g, number, best[1]) >= 3:
            return best
    if "deploy" in kinds and unit.order.kind == "defend" and unit.attitude == "present":
        return kinds["deploy"][0]
    return next(option for option in options if option[0] == "stay")
