"""The commander of the variant: pog's, with the variant staff's ideas about landings, fleets and both services."""

from __future__ import annotations

from typing import Any

from grognard.games.pog.bot.commander import METHODS as COMMANDER_METHODS
from grognard.games.pog.bot.commander import Commander
from grognard.games.pog.bot.courses import USUAL, Intent
from grognard.games.pog.bot.staff import METHODS as STAFF_METHODS
from grognard.games.pog.bot.staff import Method

from ..asks import DIE_SR, Ask
from .staff import METHODS as VARIANT_METHODS
from .staff import DrakaStaff


class DrakaCommander(DrakaStaff, Commander):
    """Chooses for a chair."""

    def __init__(self, intent: Intent = USUAL) -> None:
        Commander.__init__(self, intent)
        self.sailing = []

    def methods(self) -> dict[str, Method]:
        return METHODS

    def _use(self, g: Any, side: str, value: Any) -> float:
        """A die for redeployment costs no card: it is worth what three points are."""
        if value == DIE_SR:
            return 0.3 + self._redeployment(g, side, 3)
        return super()._use(g, side, value)


# what the variant's staff answers in its own way, over the commander's answers
_OWN = {name: method for name, method in VARIANT_METHODS.items() if STAFF_METHODS.get(name) is not method}
METHODS: dict[str, Method] = (
    COMMANDER_METHODS
    | _OWN
    | {
        Ask.DRIVEN_OUT: DrakaCommander.retreat,
        Ask.FLEET: DrakaCommander.first,
        Ask.FRENCH_POINT: DrakaCommander.dearest,
        Ask.AMERICANS: DrakaCommander.dearest,
        Ask.PANZER_KORPS: DrakaCommander.station,
        Ask.NIGHTMARE_RISING: DrakaCommander.station,
    }
)
