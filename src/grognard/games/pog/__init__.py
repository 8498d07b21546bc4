"""Paths of Glory: the First World War, 1914 to 1919, by cards. The parent game of the Draka Variant."""

from .game import PogGame

GAME = PogGame()
