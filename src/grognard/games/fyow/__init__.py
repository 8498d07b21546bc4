"""Fight Your Own Wars: a campaign of the Second World War on a map of nodes; its commanders decide by dice and character."""

from .game import FyowGame

GAME = FyowGame()
