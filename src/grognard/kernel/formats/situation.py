"""Situations: a scenario, a patch laid over it, and a question about it, in one TOML file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct

from .shape import says

if TYPE_CHECKING:
    from ..game import Game
    from ..match import Match


class Situation(Struct, forbid_unknown_fields=True):
    """A position to ask about: `grognard odds GAME SITUATION`."""

    title: Annotated[str, says("What menus show.", min_length=1)]
    scenario: Annotated[str | dict[str, Any], says("The name of a scenario, or a table with one.")] = "learning"
    blurb: Annotated[str, says("A line or two about it.")] = ""
    seed: Annotated[str | int, says("The seed of its dice.")] = 1
    options: Annotated[dict[str, Any], says("Options, as a match takes them.")] = {}
    situation: Annotated[dict[str, Any], says("The patch: words of the game, and fields of its state.")] = {}
    question: Annotated[
        dict[str, Any], says("What the odds are asked, with the policy that both sides follow; a position to play needs none.")
    ] = {}

    def match(self, game: Game) -> Match:
        """A match that stands there."""
        from ..match import Match  # a match reads situations itself

        return Match.start(game, self.scenario, self.seed, self.options, situation=self.situation or None)
