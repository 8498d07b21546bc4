"""Grognard: an umpire for wargames.

What a program needs is here: a match is started, looked at, decided and copied by `Match`; a bot implements `Bot` and sits on a
`Chair`; `game(name)` and `game_names()` find what is installed. Matches among bots: `grognard.bots`.

    from grognard import Match

    match = Match.start("pog", "historical", seed=1)
    while match.result is None:
        match.choose(match.decision.options[0])

Nothing is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kernel import BadData, Bot, Broken, Chair, Decision, Game, Match, Misuse, Refusal, Refused, Result, game_names
    from .kernel.game import game

__version__ = "0.2.0"

__all__ = [
    "BadData",
    "Bot",
    "Broken",
    "Chair",
    "Decision",
    "Game",
    "Match",
    "Misuse",
    "Refusal",
    "Refused",
    "Result",
    "game",
    "game_names",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # nothing is loaded before it is asked for

    return getattr(import_module(f"{__name__}.kernel"), name)
