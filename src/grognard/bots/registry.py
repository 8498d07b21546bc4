"""Bots by name: `random` and `greedy` for every game, the game's own, and `best`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Bot, Game, Misuse

from .greedy import GreedyBot
from .random_bot import RandomBot

COMMON: dict[str, Callable[[], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def bots_of(game: Game) -> dict[str, Callable[[], Bot]]:
    """Name -> how to make one: the game's own first, the best of them first."""
    return {**game.bots(), **{name: make for name, make in COMMON.items() if name not in game.bots()}}


def bot_names(game: Game) -> list[str]:
    return ["best", *bots_of(game)]


def make_bot(game: Game, name: str) -> Bot:
    """`best` is the game's first own bot; where it has none, the greedy bot."""
    known = bots_of(game)
    if name == "best":
        name = next(iter(known))
    if name not in known:
        raise Misuse(f"{game.title} has no bot {name!r}. There are: {', '.join(bot_names(game))}.")
    made: Any = known[name]()
    return made  # type: ignore[no-any-return]
