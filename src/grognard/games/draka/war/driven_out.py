"""Ruling draka.R64: units that an event drives out go one space by the retreat rules, without loss, or are eliminated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.combat.fight import Fight
from grognard.games.pog.combat.retreat import retreat_spaces
from grognard.games.pog.static import OTHER
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import Procedure

from ..asking import which_space
from ..asks import Ask

if TYPE_CHECKING:
    from ..context import Draka


def drive_out(g: Draka, space: int, side: str, rule: str) -> Procedure:
    """Every unit of a side leaves the space, its owner choosing where to."""
    for unit in list(g.side_units(space, side)):
        fight = Fight(g, OTHER[side], [], space)
        options = retreat_spaces(g, fight, unit, space, 0)
        if not options:
            g.eliminate(unit, g.units.army[unit] and not in_supply(g, unit), rule)
            continue
        target = options[0]
        if len(options) > 1:
            prompt = f"{g.units.name[unit]} is driven out of {g.board.name[space]}: where to?"
            target = yield from which_space(g, Ask.DRIVEN_OUT, side, prompt, options, rule, "units driven out", unit)
        g.put(unit, target)
        g.tell("{unit} is driven out of {space} to {space2}.", rule=rule, unit=unit, space=space, space2=target)
        g.occupy(unit, target)
