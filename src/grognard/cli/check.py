"""`grognard check`: every mistake of a scenario, map, situation or lesson, with its place."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from grognard.kernel import Game
    from grognard.kernel.formats import Mistake

BAD = 1


def check(
    what: Annotated[
        str, typer.Argument(help="A file; or a game: all of its files, and your own.", metavar="FILE|GAME")
    ],
    game_name: Annotated[str, typer.Option("--game", help="The game of the file, if its place and keys do not say it.")] = "",
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of the game's scenarios, for editors.")] = False,
    map_schema: Annotated[bool, typer.Option("--map-schema", help="The same for its map files.")] = False,
    page: Annotated[bool, typer.Option("--page", help="The page of the game's formats, as in docs/formats/.")] = False,
) -> None:
    """Name every mistake of a scenario, campaign, map, situation or lesson, with its line. Exit code 1 if there are any."""
    from grognard.kernel import game, game_names

    path = Path(what)
    if what in game_names() and not path.is_file():
        if schema or map_schema or page:
            print(_described(game(what), page, map_schema), end="")
            return
        found = [(file, _mistakes(game(what), file)) for file in files_of(game(what))]
    else:
        known = _game_of(path, game_name)
        found = [(path, _mistakes(known, path))]
        if found[0][1] and (other := _better(path, known)):
            print(f"{path}: this looks like a file of {other.title} ({other.name}), and is read as one of {known.title}.")
    for _, mistakes in found:
        for mistake in mistakes:
            print(mistake)
    count = sum(len(mistakes) for _, mistakes in found)
    files = f"{len(found)} files" if len(found) != 1 else str(found[0][0])
    print(f"{files}: {'no mistakes' if not count else '1 mistake' if count == 1 else f'{count} mistakes'}.")
    if count:
        raise typer.Exit(BAD)


def _described(game: Game, page: bool, map_schema: bool) -> str:
    from grognard.kernel import Misuse
    from grognard.kernel.formats.page import page_of, schema_of

    formats = game.formats()
    format = None if formats is None else formats.map if map_schema else formats.scenario
    if formats is None or format is None:
        raise Misuse(f"{game.title} does not say what {'its maps' if formats else 'its files'} hold.")
    return page_of(game) if page else json.dumps(schema_of(format), indent=2) + "\n"


def files_of(game: Game) -> list[Path]:
    """Scenarios, situations, lessons and maps of a game, and the user's own."""
    from grognard.kernel.scenarios import user_folder

    folders = [user_folder(game.name)]
    maps: list[Path] = []
    if game.data is not None:
        data = Path(str(game.data))
        folders = [data / "scenarios", data / "situations", data / "lessons", *folders]
        formats = game.formats()
        maps = [path for path in sorted(data.glob("*.toml")) if formats and formats.map and is_map(game, path)]
    return [*(path for folder in folders if folder.is_dir() for path in sorted(folder.glob("*.toml"))), *maps]


def is_map(game: Game, path: Path) -> bool:
    from grognard.kernel.formats import fitting, kind_of

    data = tomllib.loads(path.read_text("utf-8-sig"))
    return kind_of(game, data) == "map" and fitting(game, data) > 0


def _mistakes(game: Game, path: Path) -> list[Mistake]:
    from grognard.kernel.formats.reading import check_file

    return check_file(game, path)


def _better(path: Path, known: Game) -> Game | None:
    """A game that knows the keys of the file better than this one."""
    from grognard.kernel import game, game_names
    from grognard.kernel.datafile import read_toml
    from grognard.kernel.formats import fitting

    try:
        data = read_toml(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError):
        return None
    scores = {name: fitting(game(name), data) for name in game_names()}
    best = max(scores, key=lambda name: scores[name])
    return game(best) if scores[best] > max(2, scores[known.name]) else None


def _game_of(path: Path, name: str) -> Game:
    """As said; else as its folder says (`scenarios/nlc/x.toml`, `games/nlc/data/`); else the game that knows its keys best."""
    from grognard.kernel import Misuse, game, game_names
    from grognard.kernel.datafile import did_you_mean, read_toml
    from grognard.kernel.formats import fitting

    if name:
        return game(name)
    if not path.is_file():
        near = did_you_mean(str(path), game_names())
        raise Misuse(f"{path}: there is no such file, and no such game.{near} There are: {', '.join(game_names())}.")
    for part in reversed(path.resolve().parts[:-1]):
        if part in game_names():
            return game(part)
    try:
        data = read_toml(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return game(game_names()[0])  # what is no TOML is none in any game, and is told where
    except OSError:
        data = {}
    scores = {known: fitting(game(known), data) for known in game_names()}
    best = max(scores, key=lambda known: scores[known])
    if scores[best] <= 2 or sorted(scores.values())[-2:] == [scores[best]] * 2:
        raise Misuse(f"{path}: of which game is it? Say --game NAME: {', '.join(game_names())}.")
    return game(best)
