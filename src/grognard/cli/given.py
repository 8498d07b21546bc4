"""What a user names on the command line (a game, a scenario, options, a file to write), found and checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from grognard.kernel import Game
    from grognard.kernel.ledger import Ledger

GameName = Annotated[str, typer.Argument(help="Name of a game (see `grognard games`).", metavar="GAME")]
ScenarioName = Annotated[str, typer.Argument(help="Name of a scenario of that game.", metavar="SCENARIO")]
OptionList = Annotated[list[str], typer.Option("--option", "-O", help="Set an option of the game.", metavar="NAME=VALUE")]


def options_of(game: Game, given: Iterable[str]) -> dict[str, Any]:
    """`--option fog=no` as the value that the game wants; raises Misuse or BadData that says what it wants."""
    from grognard.kernel import Misuse
    from grognard.kernel.scenarios import load_options, option_from_text

    declared = {option.name: option for option in (load_options(game.data) if game.data else [])}
    chosen: dict[str, Any] = {}
    for words in given:
        name, equals, text = words.partition("=")
        if not equals or name not in declared:
            there_are = ", ".join(declared) or "none"
            raise Misuse(f"--option {words}: expected NAME=VALUE with an option of {game.title}. There are: {there_are}.")
        chosen[name] = option_from_text(declared[name], text)
    return chosen


def varied(game: Game, given: Iterable[str]) -> dict[str, list[Any]]:
    """`--vary fog=yes,no` as the values that are to be compared; `--vary red+blue=a+b,c+d`: options that change together."""
    from grognard.kernel import Misuse

    found: dict[str, list[Any]] = {}
    for words in given:
        key, _, values = words.partition("=")
        names = key.split("+")
        if again := [name for name in names if any(name in other.split("+") for other in found)]:
            raise Misuse(f"--vary {words}: {again[0]} is varied already.")
        found[key] = []
        for value in values.split(","):
            texts = [text.strip() for text in value.split("+")] if len(names) > 1 else [value.strip()]
            if len(texts) != len(names):
                raise Misuse(f"--vary {words}: expected {len(names)} values with + between them, got {value}.")
            typed = [options_of(game, [f"{name}={text}"])[name] for name, text in zip(names, texts)]
            found[key].append(typed if len(names) > 1 else typed[0])
    return found


def ledger_of(name: str) -> Ledger:
    """The ledger of a game."""
    from grognard.kernel import Misuse, game
    from grognard.kernel.ledger import load_ledger

    known = game(name)
    if known.data is None:
        raise Misuse(f"{known.title} has no ledger.")
    return load_ledger(known.data)


def writable(path: Path | None) -> Path | None:
    """A file to be written: that it can be is found out before hours of work, not after them."""
    from grognard.kernel import Misuse

    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise Misuse(f"{path}: expected a file in a folder that exists.")
    return path
