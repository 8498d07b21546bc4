"""Bots that think for themselves, by name, and the settings of a bot: what the search bot needs for its guides."""

from __future__ import annotations

import importlib.metadata
import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from grognard.kernel import Bot, Game, Misuse

from .greedy import GreedyBot
from .random_bot import RandomBot


@lru_cache(maxsize=1)
def installed() -> dict[str, Callable[..., Bot]]:
    """Bots that installed packages bring, for every game."""
    return {entry.name: entry.load() for entry in importlib.metadata.entry_points(group="grognard.bots")}


def guides_of(game: Game) -> dict[str, Callable[..., Bot]]:
    """Name -> how to make one: the game's own first, the best of them first. Not the search bot: it asks one of these."""
    others: dict[str, Callable[..., Bot]] = {"greedy": GreedyBot, "random": RandomBot, **installed()}
    own = game.bots()
    return {**own, **{name: make for name, make in others.items() if name not in own}}


def make_guide(game: Game, name: str) -> Bot:
    known = guides_of(game)
    plain, *given = name.split(":")
    if plain == "best":
        plain = next(iter(known))
    if plain not in known:
        raise Misuse(f"{game.title} has no bot {plain!r} to guide a search. There are: best, {', '.join(known)}.")
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
