"""Bots by name and settings: `random`, `greedy` and `search` for every game, the game's own, and `best`.

A name may carry settings, `greedy:worlds=2:width=10`: they are given to whoever makes the bot, so that a series, a rating or
a save says wholly by its name who played.

A bot of one's own sits down in any game: as `module:Class` where a command names it (never over the web: it runs code), or
under a name of its own, from an installed package with an entry point in the group `grognard.bots`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from grognard.kernel import Bot, Game, Misuse

from .greedy import GreedyBot
from .random_bot import RandomBot
from .search import SearchBot

COMMON: dict[str, Callable[..., Bot]] = {"greedy": GreedyBot, "random": RandomBot, "search": SearchBot}


def bots_of(game: Game) -> dict[str, Callable[..., Bot]]:
    """Name -> how to make one: the game's own first, the best of them first. The search bot's settings suit the game."""
    common: dict[str, Callable[..., Bot]] = {**COMMON, "search": partial(SearchBot, **game.search)}
    own = game.bots()
    return {**own, **{name: make for name, make in {**common, **installed()}.items() if name not in own}}


@lru_cache(maxsize=1)
def installed() -> dict[str, Callable[..., Bot]]:
    """Bots that installed packages bring, for every game."""
    return {entry.name: entry.load() for entry in importlib.metadata.entry_points(group="grognard.bots")}


def _imported(name: str, module: str, wanted: str) -> Callable[..., Bot]:
    """A class out of a module that can be imported here, the working folder included."""
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = getattr(importlib.import_module(module), wanted)
    except ModuleNotFoundError as error:
        raise Misuse(f"bot {name}: there is no module {error.name!r} here.") from None
    except AttributeError:
        raise Misuse(f"bot {name}: {module} has no {wanted}.") from None
    if not callable(getattr(found, "choose", None)):
        raise Misuse(f"bot {name}: {wanted} has no method choose(chair).")
    make: Callable[..., Bot] = found
    return make


def bot_names(game: Game) -> list[str]:
    return ["best", *bots_of(game)]


def make_bot(game: Game, name: str, *, own: bool = False) -> Bot:
    """`best` is the game's first own bot; where it has none, the greedy bot.

    own        it may be a class of the caller's: `module:Class`
    """
    known = bots_of(game)
    plain, *given = name.split(":")
    if own and plain not in known and given and "=" not in given[0]:
        make = _imported(name, plain, given[0])
        return make(**settings_of(name, given[1:], make))
    if plain == "best":
        plain = next(iter(known))
    if plain not in known:
        raise Misuse(f"{game.title} has no bot {plain!r}. There are: {', '.join(bot_names(game))}.")
    return known[plain](**settings_of(name, given, known[plain]))


def settings_of(name: str, given: list[str], make: Callable[..., Bot]) -> dict[str, Any]:
    """`worlds=2` as what the maker of the bot wants; raises Misuse that says what it takes."""
    takes = settings(make)
    found: dict[str, Any] = {}
    for words in given:
        key, equals, text = words.partition("=")
        if not equals or key not in takes:
            raise Misuse(f"bot {name}: {words!r}: expected a setting like {_example(takes)}.")
        found[key] = _value(name, key, text, takes[key])
    return found


def settings(make: Callable[..., Bot]) -> dict[str, Any]:
    """What can be set, with its default."""
    parameters = inspect.signature(make).parameters.values()
    return {one.name: one.default for one in parameters if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)}


def _value(name: str, key: str, text: str, default: Any) -> Any:
    try:
        if isinstance(default, bool):
            return {"yes": True, "no": False}[text]
        if isinstance(default, str):
            return text
        number = float(text)
        return int(number) if isinstance(default, int) and number == int(number) else number
    except (KeyError, ValueError):
        raise Misuse(f"bot {name}: {key}={text}: expected something like {default}.") from None


def _example(takes: dict[str, Any]) -> str:
    return ", ".join(f"{key}={default}" for key, default in takes.items()) or "none: this bot has no settings"
