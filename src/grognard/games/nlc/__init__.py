"""Napoleon's Later Campaigns."""

from .game import GAME

__all__ = ["GAME"]
