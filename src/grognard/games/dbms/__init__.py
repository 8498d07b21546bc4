"""World War II DBA (De Belli Mundi Secundus), on the open table."""

from .game import GAME

__all__ = ["GAME"]
