"""Newgame: three hills, two sides, companies that nobody sees until they fight. Replace it with your own, piece by piece."""

from .game import NewgameGame

GAME = NewgameGame()
