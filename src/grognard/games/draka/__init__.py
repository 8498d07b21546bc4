"""The Draka Variant of Paths of Glory: the Great War of a history in which the Draka hold Africa. An overlay on `pog`."""

from .game import DrakaGame

GAME = DrakaGame()
