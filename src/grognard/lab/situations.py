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
from msgspec import Struct

from grognard.kernel import BadData, Game, Match, Misuse


class Situation(Struct, forbid_unknown_fields=True):
    title: str
    question: dict[str, Any]
    scenario: str | dict[str, Any] = "learning"
    blurb: str = ""
    seed: str | int = 1
    options: dict[str, Any] = {}
    situation: dict[str, Any] = {}

    def match(self, game: Game) -> Match:
        """A match that stands there."""
        return Match.start(game, self.scenario, self.seed, self.options, situation=self.situation or None)


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
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Situation)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path}: {error}") from None
    except msgspec.ValidationError as error:
        raise BadData(f"{path}: {error}") from None


def asked(situation: Situation, more: list[str]) -> dict[str, Any]:
    """The question with changes from the command line: `policy = "stand"`."""
    question = dict(situation.question)
    for line in more:
        try:
            question |= tomllib.loads(line)
        except tomllib.TOMLDecodeError as error:
            raise Misuse(f"--ask {line}: expected NAME = VALUE as in TOML ({error}).") from None
    return question
