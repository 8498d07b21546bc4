"""`grognard games` and `grognard map`: what can be played, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .given import GameName, ScenarioName, writable

if TYPE_CHECKING:
    from grognard.kernel import Game

MANY = 12  # options that are still listed by name


def games(
    name: Annotated[str, typer.Argument(help="Only this game, with all that is known of it.", metavar="[GAME]")] = "",
) -> None:
    """List the games with their scenarios, options and bots."""
    from grognard.kernel import game, game_names

    if name:
        _tell(game(name), fully=True)
        return
    names = game_names()
    if not names:
        print("No games are installed.")
    for known in names:
        try:
            _tell(game(known), fully=False)
        except Exception as error:  # one game that is broken must not hide the others
            print(f"{known}: cannot be loaded: {type(error).__name__}: {error}")
        print()


def _tell(game: Game, fully: bool) -> None:
    from grognard.bots import bot_names
    from grognard.kernel.scenarios import scenario_files

    print(f"{game.name}: {game.title}")
    if game.blurb:
        print(f"  {game.blurb}")
    print("  Scenarios:")
    for built_in in game.built_in:
        print(f"    {built_in}")
    for scenario in scenario_files(game.name, game.data) if game.data else ():
        own = "" if scenario.shipped else " (your own)"
        print(f"    {scenario.name}: {scenario.title}{own}")
        problems = [scenario.problem] if scenario.problem else [] if scenario.shipped else _mistakes(game, scenario.path)
        for problem in problems:
            print(f"      cannot be played: {problem}")
        if problems:
            continue
        if fully:
            print(f"      {scenario.blurb}")
    _tell_options(game, fully)
    print(f"  Bots: {', '.join(bot_names(game))}")


def _mistakes(game: Game, path: str) -> list[str]:
    """Of a user's own scenario, as `grognard check` names them."""
    from grognard.kernel.formats.reading import check_file

    return [str(mistake) for mistake in check_file(game, Path(path), "scenario")]


def _tell_options(game: Game, fully: bool) -> None:
    from grognard.kernel.scenarios import load_options

    options = load_options(game.data) if game.data else []
    if not options:
        return
    if not fully:
        names = ", ".join(option.name for option in options)
        print(f"  Options: {names if len(options) <= MANY else f'{len(options)} (grognard games {game.name} shows them)'}")
        return
    print("  Options:")
    for option in options:
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        print(f"    {option.name} = {_typed(option.default)}: {option.title}{choices}")
        if option.text:
            print(f"      {option.text}{f' [{option.rule}]' if option.rule else ''}")


def _typed(value: bool | int | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def draw_map(
    name: GameName,
    scenario: ScenarioName = "learning",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file; GAME-SCENARIO.svg by default.")] = None,
    theme: Annotated[str, typer.Option(help="light, dark or print.")] = "light",
    bare: Annotated[bool, typer.Option("--bare", help="Only the board: no margin, title and key.")] = False,
) -> None:
    """Draw the map of a scenario as SVG."""
    from typing import get_args

    from grognard.boards.draw import Theme, draw
    from grognard.kernel import Misuse, game
    from grognard.kernel.prepared import prepare
    from grognard.lab.files import write_whole

    if theme not in get_args(Theme):
        raise Misuse(f"--theme {theme}: expected one of {', '.join(get_args(Theme))}.")
    known = game(name)
    picture = prepare(known, scenario, {}, None).board(known)
    if picture is None:
        raise Misuse(f"{known.title} has no map.")
    path = writable(output) or Path(f"{name}-{scenario}.svg")
    write_whole(path, draw(picture, theme, bare))  # type: ignore[arg-type]
    print(path)
