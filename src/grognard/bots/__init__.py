"""Bots: random and greedy play, matches among bots, tournaments. They know matches, not games."""

from .play import play_match
from .registry import bot_names, make_bot

__all__ = ["bot_names", "make_bot", "play_match"]
