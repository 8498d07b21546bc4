"""Situations: a scenario, a patch laid over it, and a question about it, in one TOML file.

    title, blurb        for people
    scenario            the name of a scenario, or a table with one
    seed, [options]     as a match takes them
    [situation]         the patch, in the words of the game (its situations.py says which)
    [question]          what `Game.odds` is asked, with the policy that both sides follow

A game's own stand in its `data/situations/`; a path to a file does, too.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import Game, Match, Misuse
from grognard.kernel.formats import BadFile, Situation
from grognard.kernel.formats.reading import check_file


def situation_names(game: Game) -> list[str]:
    """The situations that come with a game."""
    folder = game.data / "situations" if game.data else None
    return sorted(file.stem for file in folder.glob("*.toml")) if folder and folder.is_dir() else []


def load_situation(game: Game, name: str) -> Situation:
    """A situation of the game by name, or a file."""
    path = Path(name)
    if path.suffix != ".toml":
        if name not in situation_names(game):
            there_are = ", ".join(situation_names(game)) or "none"
            raise Misuse(f"{game.title} has no situation {name!r} (and a file ends in .toml). There are: {there_are}.")
        assert game.data is not None
        path = Path(str(game.data)) / "situations" / f"{name}.toml"
    if mistakes := check_file(game, path, "situation"):
        raise BadFile(mistakes)
    found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Situation)
    if not found.question:
        raise Misuse(f"{path.name} asks nothing: a situation has odds where a [question] says of what.")
    return found


def match_of(game: Game, situation: Situation) -> Match:
    """A match that stands there."""
    return Match.start(game, situation.scenario, situation.seed, situation.options, situation=situation.situation or None)


def asked(situation: Situation, more: list[str]) -> dict[str, Any]:
    """The question with changes from the command line: `policy = "stand"`."""
    question = dict(situation.question)
    for line in more:
        try:
            question |= tomllib.loads(line)
        except tomllib.TOMLDecodeError as error:
            raise Misuse(f"--ask {line}: expected NAME = VALUE as in TOML ({error}).") from None
    return question


__all__ = ["Situation", "asked", "load_situation", "match_of", "situation_names"]
