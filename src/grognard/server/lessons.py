"""Lessons: a situation, forced dice, and steps that the learner makes himself. Data of each game: `data/lessons/*.toml`.

The one idea: a lesson is a match whose every choice is written down, so nothing of it is stored: the scene of step n is the
match with the choices of the steps before it made (and the dice forced). The client shows the scene, asks for the step's
choice, and lets nothing else through. docs/lessons.md tells authors how to write one.

A puzzle is a lesson whose choice is not told before: a position with one good answer, and why. Its name begins with `puzzle-`,
its file lies in `grognard/puzzles/GAME`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from grognard.kernel import BadData, Checked, Choice, Decision, Draft, Game, Match
from grognard.kernel.datafile import toml_file
from grognard.kernel.scene import OptionView
from grognard.kernel.state import plain

from .library import Unknown, known_game
from .wire_lessons import CourseEntry, LessonInfo, LessonStep

FOLDER = "lessons"
PUZZLES = Path(__file__).parents[1] / "puzzles"
PUZZLE = "puzzle-"
QUIET_CHOICES = 200


class Answer(Struct, forbid_unknown_fields=True):
    """A choice: by its words as the question has them (`label`, for a sheet `items`), or as a value."""

    label: str = ""
    items: list[str] | None = None
    value: Any = UNSET
    question: str = ""  # the name of the question, where that should be certain
    dice: list[int] = []
    draws: list[list[Any]] = []
    seat: str = ""  # whose; else the learner's
    until: str = ""  # instead: everybody answers in the quietest way until the learner is asked the question of this name


class Touch(Struct, forbid_unknown_fields=True):
    """Something that cannot be done now: the learner touches it and reads why."""

    piece: str = ""
    place: str = ""


class Step(Struct, forbid_unknown_fields=True):
    say: str
    title: str = ""
    look: str = ""  # what is lit: board, decision, diary, a panel, a piece, a place
    choose: Answer | None = None
    touch: Touch | None = None
    wrong: str = ""  # what is said to who chooses something else
    then: list[Answer] = []  # what happens after it by itself: the others' choices, and what is not worth asking


class Lesson(Struct, forbid_unknown_fields=True):
    title: str
    blurb: str
    seat: str
    step: list[Step]
    minutes: int = 5
    scenario: str | dict[str, Any] = "learning"  # a name, or the scenario itself
    options: dict[str, Any] = {}
    situation: dict[str, Any] | None = None
    seed: str = "lesson"
    before: list[Answer] = []  # made before the first step
    name: str = ""


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
    for one in told.before:
        make(match, told, one)
    for step in told.step[:n]:
        for one in (*([step.choose] if step.choose else []), *step.then):
            make(match, told, one)
    return match


def make(match: Match, told: Lesson, answer: Answer) -> None:
    """One choice of the script; BadData where the game asks something else."""
    if answer.until:
        pass_on(match, told, answer.until)
        return
    seat = answer.seat or told.seat
    decision = asked(match, told, answer)
    with match.forced(*answer.dice, draws=answer.draws) if answer.dice or answer.draws else nullcontext():
        match.choose(value_of(decision, answer), seat)


def pass_on(match: Match, told: Lesson, question: str) -> None:
    """Nobody does anything until the learner is asked that."""
    for _ in range(QUIET_CHOICES):
        mine = match.decisions.get(told.seat)
        if mine is not None and str(mine.name) == question:
            return
        if not match.decisions:
            break
        seat, decision = next(iter(match.decisions.items()))
        match.choose(quiet(decision), seat)
    raise BadData(f"lesson {told.name}: {told.seat} is never asked {question!r}")


def quiet(decision: Decision) -> Any:
    """What changes least: the end, a no, else the first; the first suggestion of a sheet."""
    if not isinstance(decision, Choice):
        return decision.suggestions()[0]  # type: ignore[attr-defined]
    return next((one for one in decision.options if decision.ends(one) or decision.declines(one)), decision.options[0])


def asked(match: Match, told: Lesson, answer: Answer) -> Decision:
    seat = answer.seat or told.seat
    decision = match.decisions.get(seat)
    if decision is None:
        waits = {one: str(other.name) for one, other in match.decisions.items()}
        wish = answer.label or answer.items or answer.value
        raise BadData(f"lesson {told.name}: {seat} is not asked for {wish!r}; asked: {waits}")
    if answer.question and str(decision.name) != answer.question:
        raise BadData(f"lesson {told.name}: asked is {str(decision.name)!r} ({decision.prompt}), not {answer.question!r}")
    return decision


def value_of(decision: Decision, answer: Answer) -> Any:
    if not isinstance(answer.value, UnsetType):
        return answer.value
    if isinstance(decision, Draft):
        items: list[Any] = []
        for words in answer.items or []:
            items.append(named(decision, decision.offers(items), words))
        return plain(items)
    known = decision.suggestions() if isinstance(decision, Checked) else getattr(decision, "options", [])
    return plain(named(decision, known, answer.label))


def named(decision: Decision, values: Sequence[Any], words: str) -> Any:
    """The value of these words: exactly, or the only one that begins with them, or has them in it."""
    labels = [(decision.option(value).label, value) for value in values]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [value for label, value in labels if fits(label.lower(), words.lower())]
        if len(found) == 1 or (found and fits is str.__eq__):
            return found[0]
    raise BadData(f"{decision.prompt!r} ({decision.name}): {words!r} is none of {[label for label, _ in labels][:60]}")


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
