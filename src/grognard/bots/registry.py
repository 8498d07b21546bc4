"""Bots by name and settings: `random`, `greedy` and `search` for every game, the game's own, and `best`.

`grognard`, the plan search, sits down in every game whose commander sees courses of action.

A name may carry settings, `greedy:worlds=2:width=10`: they are given to whoever makes the bot, so that a series, a rating or
a save says wholly by its name who played.

A bot of one's own sits down in any game: as `module:Class` where a command names it (never over the web: it runs code), or
under a name of its own, from an installed package with an entry point in the group `grognard.bots`.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from functools import partial
from traceback import extract_tb
from typing import Any

from grognard.kernel import Bot, Game, Misuse, Refused

from .making import guides_of, settings_of
from .plan_search import PlanSearch
from .search import SearchBot


def bots_of(game: Game) -> dict[str, Callable[..., Bot]]:
    """Name -> how to make one: the game's own first, the best of them first. The search bot's settings suit the game."""
    found = guides_of(game)
    found.setdefault("search", partial(SearchBot, **game.search))
    if hasattr(next(iter(found.values())), "courses"):
        found.setdefault("grognard", partial(PlanSearch, **game.plan_search))
    return found


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
    return _watched(name, found)


def _watched(name: str, kind: type[Any]) -> type[Any]:
    """The same class, and what goes wrong in its `choose` is said to be the bot's: its author looks there, and not here."""

    class Watched(kind):  # type: ignore[misc]
        def choose(self, chair: Any) -> Any:
            try:
                return super().choose(chair)
            except (Misuse, Refused):
                raise
            except Exception as error:
                last = extract_tb(error.__traceback__)[1:]  # without ours
                own = [frame for frame in last if frame.filename == sys.modules[kind.__module__].__file__] or last
                where = f"{os.path.basename(own[-1].filename)}, line {own[-1].lineno}"
                raise Misuse(f"bot {name} failed: {type(error).__name__}: {error} ({where})") from error

    Watched.__name__, Watched.__qualname__, Watched.__doc__ = kind.__name__, kind.__qualname__, kind.__doc__
    return Watched


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
