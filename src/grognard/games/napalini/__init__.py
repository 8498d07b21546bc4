"""Napalini: 1930s Danubia on the square grid."""

from .game import NapaliniGame

GAME = NapaliniGame()
