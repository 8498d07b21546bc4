"""Lessons: a situation, forced dice, and steps that the learner makes himself. Data of each game: `data/lessons/*.toml`.

The one idea: a lesson is a match whose every choice is written down, so nothing of it is stored: the scene of step n is the
match with the choices of the steps before it made (and the dice forced). The client shows the scene, asks for the step's
choice, and lets nothing else through. docs/lessons.md tells authors how to write one.

A puzzle is a lesson whose choice is not told before: a position with one good answer, and why. Its name begins with `puzzle-`,
its file lies in `grognard/puzzles/GAME`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import BadData, Checked, Decision, Draft, Game, Match
from grognard.kernel.datafile import toml_file
from grognard.kernel.formats.lesson import Lesson
from grognard.kernel.scene import OptionView
from grognard.kernel.script import asked, make, of_step, opening, value_of
from grognard.kernel.state import plain

from .library import Unknown, known_game
from .wire_lessons import CourseEntry, LessonInfo, LessonStep

FOLDER = "lessons"
PUZZLES = Path(__file__).parents[1] / "puzzles"
PUZZLE = "puzzle-"


def course(game: str) -> list[CourseEntry]:
    """The lessons of a game, in their order."""
    made = [lesson(game, name) for name in names(known_game(game))]
    return [CourseEntry(one.name, one.title, one.blurb, one.minutes, len(one.step)) for one in made]


def puzzles(game: str) -> list[CourseEntry]:
    """The puzzles of a game, the easy ones first; `minutes` says how hard one is, from 1 to 5."""
    made = [lesson(game, name) for name in puzzle_names(known_game(game))]
    return [CourseEntry(one.name, one.title, one.blurb, one.minutes, len(one.step)) for one in made]


def puzzle_names(game: Game) -> list[str]:
    return sorted(PUZZLE + file.stem for file in (PUZZLES / game.name).glob("*.toml"))


def names(game: Game) -> list[str]:
    folder = None if game.data is None else Path(str(game.data)) / FOLDER
    return sorted(file.stem for file in folder.glob("*.toml")) if folder is not None and folder.is_dir() else []


@lru_cache(maxsize=200)
def lesson(game: str, name: str) -> Lesson:
    known = known_game(game)
    if name not in names(known) and name not in puzzle_names(known):
        raise Unknown(f"{known.title} has no lesson {name!r}.")
    folder = PUZZLES / game if name.startswith(PUZZLE) else Path(str(known.data)) / FOLDER
    file = toml_file(folder, f"{name.removeprefix(PUZZLE)}.toml")
    try:
        made = msgspec.convert(dict(file), Lesson, strict=True)
    except msgspec.ValidationError as error:
        raise BadData(f"{file.file}: {error}") from None
    made.name = name
    return made


@lru_cache(maxsize=48)
def at(game: str, name: str, n: int) -> Match:
    """The match as it stands when step n begins (n: the number of steps: after the last)."""
    told = lesson(game, name)
    if not 0 <= n <= len(told.step):
        raise Unknown(f"Lesson {name} has no step {n}.")
    match = Match.start(game, told.scenario, told.seed, told.options, situation=told.situation)
    for _, one in opening(told):
        make(match, told, one)
    for step in range(n):
        for _, one in of_step(told, step):
            make(match, told, one)
    return match


# ------------------------------------------------------------------ for the client


@lru_cache(maxsize=64)
def info(game: str, name: str) -> LessonInfo:
    """The whole lesson, with what each step asks for."""
    told = lesson(game, name)
    steps = [_step(game, told, n) for n in range(len(told.step))]
    match = at(game, name, 0)
    seats = {seat: match.prepared.sides.get(side, side) for seat, side in match.seats.items()}
    sides = dict(match.seats)
    all_names = puzzle_names(known_game(game)) if name.startswith(PUZZLE) else names(known_game(game))
    later = all_names[all_names.index(name) + 1 :]
    scenario = told.scenario if isinstance(told.scenario, str) else "learning"
    return LessonInfo(name, told.title, game, scenario, told.seat, seats, sides, steps, later[0] if later else "")


def _step(game: str, told: Lesson, n: int) -> LessonStep:
    step = told.step[n]
    shown = LessonStep(step.say, step.title, step.look, step.wrong)
    if step.touch is not None:
        shown.touch, shown.piece, shown.place = True, step.touch.piece, step.touch.place
    if step.choose is not None:
        decision = asked(at(game, told.name, n), told, step.choose)
        shown.value = value_of(decision, step.choose)
        shown.asks = True
        shown.choices = choices(decision, shown.value)
        if isinstance(decision, Checked):
            shown.ghosts = decision.ghosts(shown.value)
    return shown


def choices(decision: Decision, value: Any) -> list[OptionView]:
    if isinstance(decision, Draft):
        return [decision.option(item) for item in decision.parse(value)]
    if isinstance(decision, Checked):
        return [decision.option(decision.parse(value))]
    found = next((one for one in decision.options if plain(one) == value), value)  # type: ignore[attr-defined]
    return [decision.option(found)]
