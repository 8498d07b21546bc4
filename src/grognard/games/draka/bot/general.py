"""The general of the variant: pog's, whose officers know what the variant's commander knows."""

from __future__ import annotations

from typing import Any

from grognard.games.pog.asks import Ask as base
from grognard.games.pog.bot.general import General
from grognard.games.pog.bot.staff import Method
from grognard.games.pog.bot.transfers import Officer

from ..asks import INVASIONS
from . import plans
from .commander import METHODS as COMMANDER_METHODS
from .commander import DrakaCommander


class DrakaOfficer(DrakaCommander, Officer):
    """Chooses for a chair."""

    def methods(self) -> dict[str, Method]:
        return METHODS

    def activate(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """A landing out of London where a prize lies open; else as the commander does."""
        if CHANNEL in options and plans.landing(g, CHANNEL.sort)[0] > 0.7:
            return CHANNEL
        return super().activate(g, side, options, decision)

    def _redeployment(self, g: Any, side: str, points: int) -> float:
        return Officer._redeployment(self, g, side, points)


class DrakaGeneral(General, DrakaOfficer):
    """Chooses for a chair."""

    def officer(self) -> DrakaOfficer:
        return DrakaOfficer()

    def methods(self) -> dict[str, Method]:
        return METHODS


CHANNEL = INVASIONS[1]
METHODS: dict[str, Method] = COMMANDER_METHODS | {
    base.ACTIVATE: DrakaOfficer.activate,
    base.REDEPLOY: Officer.redeploy,
    base.DESTINATION: Officer.destination,
}
