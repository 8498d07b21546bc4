"""What a game is to the kernel, and where games are found.

A game is one object of a class derived from `Game`. Its package `grognard.games.<name>` holds it as `GAME`; other packages
can bring games by the entry point group "grognard.games". Facts about a game (title, scenarios, options) can be read
without importing its rules.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
import random
from collections.abc import Callable, Generator, Hashable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from .context import Context, Result
from .refusal import Misuse
from .scene import BoardPicture, OddsView, Scene
from .state import patched

if TYPE_CHECKING:
    from .bot import Bot
    from .formats import Formats

Procedure = Generator[Any, Any, Any]


class SetUp(Struct):
    """What a scenario and its options come to: the static data that all forks share, and the first state."""

    static: Any
    state: Any
    sides: dict[str, str]  # side -> its name for people, in the order of play


class BookEntry(Struct, omit_defaults=True):
    """Something to look up: its title, the name by which options and files call it, a few lines."""

    title: str
    name: str = ""
    group: str = ""
    lines: list[str] = []


class ReferencePage(Struct, omit_defaults=True):
    title: str
    text: str = ""
    entries: list[BookEntry] = []


class Game:
    """Derive from it, fill in what is asked here, and the kernel, the battery, the client and the bots do the rest."""

    name: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str] = ""
    version: ClassVar[int] = 1  # of the state; a change that is not an added field with a default brings a migration
    context: ClassVar[type[Context[Any, Any]]] = Context
    state: ClassVar[type]
    asks: ClassVar[type[StrEnum] | None] = None  # its questions by name: every decision carries a member
    data: ClassVar[Path | None] = None  # folder with rules.toml, rulings.toml, tables.toml, options.toml, scenarios/
    hidden: ClassVar[bool] = True  # False: everything is open, and there is nothing to deal again
    checkpoint_every: ClassVar[int] = 8  # choices between kept copies; the battery counts the calls, not the copies
    migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    heavy: ClassVar[frozenset[str]] = frozenset()  # scenarios so long that the battery looks at less of them
    place_word: ClassVar[str] = ""  # what its places are called, where it is neither hex nor square nor space: board
    measure: ClassVar[tuple[str, float]] = ("", 1.0)  # of an open table: its measure ("in") and how many board units that is
    search: ClassVar[Mapping[str, Any]] = {}  # settings of the search bot that suit this game (bots/search.py)
    plan_search: ClassVar[Mapping[str, Any]] = {}  # and of the plan search (bots/plan_search.py)
    resign_rule: ClassVar[str] = ""  # what its rulebook says about resigning, and about a draw by agreement, if anything
    draw_rule: ClassVar[str] = ""
    off_paper: ClassVar[frozenset[str]] = frozenset()  # tables of tables.toml that are no player aid: long lists
    built_in: ClassVar[Mapping[str, dict[str, Any]]] = {}  # scenarios as data in code: for tests and the smallest games

    # ---------------------------------------------------------- the rules

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        """Read a scenario. No dice here: chance belongs to `play`. Raises BadData that names the key."""
        raise TypeError(f"{type(self).__name__} must say how a scenario is set up")

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str] | None:
        """Side -> its name, for menus, where that can be told without setting up the scenario; else None."""
        return None

    def formats(self) -> Formats | None:
        """What its files hold, key by key (kernel/formats): so that a designer is told every mistake with its place."""
        return None

    def play(self, g: Any) -> Procedure:
        """The whole game, from wherever `g.state` stands. Returns a Result."""
        raise TypeError(f"{type(self).__name__} must say how it is played")

    # ---------------------------------------------------------- what people see

    def scene(self, g: Any, side: str | None) -> Scene:
        """What a side may see, built up from nothing. side None: a spectator; UMPIRE: everything."""
        raise TypeError(f"{type(self).__name__} must say what is seen")

    def board(self, static: Any) -> BoardPicture | None:
        """The map. The same for everybody, and for the whole match unless `ground` says otherwise."""
        return None

    def ground(self, g: Any) -> Hashable:
        """What was changed of the map in play (terrain laid, a town in rubble), open to all, as a plain value; or None."""
        return None

    def board_with(self, static: Any, ground: Any) -> BoardPicture | None:
        """The map with that ground."""
        return self.board(static)

    def reference(self) -> list[ReferencePage]:
        """What belongs to the rulebook besides rules and rulings, to look things up: army lists, cards, units."""
        return []

    def back_of(self, g: Any, piece: str) -> list[str]:
        """The numbers on the other side of a counter, for a printed one; nothing: its other side is blank."""
        return []

    def name_of(self, static: Any, kind: str, value: Any) -> str:
        """How a fact of the diary is called: kind is the name of the slot (unit, place, side, card ..)."""
        return str(value)

    def spot(self, static: Any, facts: Mapping[str, Any]) -> tuple[str, str]:
        """The piece and the place of the scene, by their ids, that a line of the diary with these facts is about."""
        return str(facts.get("unit", facts.get("piece", ""))), str(facts.get("place", ""))

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Any, now: Any, side: str, rng: random.Random) -> None:
        """Deal again, in the checkpoint's state `then.state`, what this side does not know *now* (`now.state`).

        Both are contexts. Change `then.state` in place; leave alone whatever the side knows now or can work out.
        """
        if self.hidden:
            raise TypeError(f"{type(self).__name__} hides things and must say how they are dealt again")

    def secrets(self, g: Any, side: str) -> dict[str, Any]:
        """For the battery: kind of hidden fact -> its true value, of all that this side does not know."""
        return {}

    # ---------------------------------------------------------- bots, odds, situations

    def evaluate(self, g: Any, side: str) -> float:
        """How good the position is for this side: about 0 when even, larger when better. Only of imagined positions."""
        return 0.0

    def losses(self, g: Any) -> dict[str, dict[str, int]]:
        """Side -> arm, in words -> what it has lost so far, in the game's own measure (steps, elements, points)."""
        return {}

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The game's own opponents by name, the best first."""
        return {}

    def odds(self, g: Any, question: dict[str, Any]) -> list[OddsView]:
        """The exact odds of a situation, where the game offers them; the question may name the policy of both sides."""
        return []

    def trial(self, g: Any, question: dict[str, Any]) -> list[str]:
        """The same situation fought once by the rules themselves, by the same policy; the position moves on.

        For every distribution that `odds` gives, in its order, the outcome that came: so that both can be compared.
        """
        return []

    def patch(self, static: Any, state: Any, patch: dict[str, Any]) -> Any:
        """A state with a patch laid over it (situations, corrections). A game may add words of its own."""
        return patched(state, patch)

    def resigned(self, g: Any, side: str) -> Result | None:
        """Who wins when this side gives up (the words are the kernel's); None: the others play on, and it cannot end so."""
        others = [other for other in g.match.prepared.sides if other != side]
        return Result(others[0], "", self.resign_rule) if len(others) == 1 else None

    def check(self, g: Any) -> None:
        """Raises AssertionError where the position is impossible. The battery calls it at every decision."""


# ------------------------------------------------------------------ where games are found

_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known to this process (tests, notebooks)."""
    _REGISTERED[game.name] = game
    return game


def game(name: str) -> Game:
    """The game of that name; its rules are imported now."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name in _packaged():
        return register(importlib.import_module(f"grognard.games.{name}").GAME)
    for entry in importlib.metadata.entry_points(group="grognard.games"):
        if entry.name == name:
            return register(entry.load())
    raise Misuse(f"There is no game {name!r}. There are: {', '.join(game_names()) or 'none'}.")


def game_names() -> list[str]:
    """All games that this installation has, without importing their rules."""
    entries = {entry.name for entry in importlib.metadata.entry_points(group="grognard.games")}
    return sorted({*_packaged(), *entries, *_REGISTERED})


def _packaged() -> list[str]:
    package = importlib.import_module("grognard.games")
    return [module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg]


__all__ = ["Game", "Procedure", "Result", "SetUp", "game", "game_names", "register"]
