"""Chapter 6, friction: the dice of a unit that crosses an obstacle, in a move or out of a boat (6.friction*)."""

from __future__ import annotations

from ..combat.losses import give_loss
from ..context import Napalini
from ..table.wire_and_obstacles import OBSTACLE_RULES
from .paths import ferry_at, step_tests


def friction_number(g: Napalini) -> int:
    """6.friction: 3 or more; R50 has the switch."""
    return 4 if g.option("friction_needs_4") else 3


def ferried(g: Napalini, n: int, kind: str, a: int, b: int) -> bool:
    """12.engineers.ferry: 1 is added to the test at the water."""
    return kind == "water" and ferry_at(g, a, b, g.unit(n).side)


def friction(g: Napalini, n: int, a: int, b: int) -> bool:
    """6.friction: a die for each obstacle of a step."""
    return crosses(g, n, a, b, step_tests(g, n, a, b))


def crosses(g: Napalini, n: int, a: int, b: int, kinds: list[str]) -> bool:
    """6.friction: below 3 the unit stays, a 1 may cost a loss (6.friction.loss)."""
    unit = g.unit(n)
    hostile = g.enemies_in(b, unit.side)
    need = friction_number(g)
    for kind in kinds:
        ferry = ferried(g, n, kind, a, b)
        if ferry and g.cls(n) != "F":
            g.round.ferried.append(g.static.ways_round[a, b][0][0])
        die = g.d6(f"Friction test, {kind.replace('_', ' ')}", rule=OBSTACLE_RULES[kind], by=unit.side, place=b)
        if die + ferry < need:
            g.tell("A unit is held up before {place}.", rule="napalini.6.friction", place=b)
            dangerous = kind == "minefield"
            if die == 1 and (hostile or dangerous):
                g.tell("It takes a loss.", rule="napalini.6.friction.loss")
                give_loss(g, n, fire=False)
            return False
    return True
