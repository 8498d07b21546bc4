"""Lessons on the wire: a course, a lesson with its steps, and what is asked in the middle of one."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from grognard.kernel.scene import DecisionView, GhostView, OptionView, RefusalView

from .wire_words import Items, Name


class CourseEntry(Struct, omit_defaults=True):
    """A lesson in the list of a game."""

    name: str
    title: str
    blurb: str = ""
    minutes: int = 5
    steps: int = 0


class LessonStep(Struct, omit_defaults=True):
    """What is said, what is lit, and what the learner is to do: choose this, or touch what cannot be done."""

    say: str
    title: str = ""
    look: str = ""
    wrong: str = ""
    asks: bool = False
    value: Any = None
    choices: list[OptionView] = []
    ghosts: list[GhostView] = []
    touch: bool = False
    piece: str = ""
    place: str = ""


class LessonInfo(Struct, omit_defaults=True):
    name: str
    title: str
    game: str
    scenario: str
    seat: str
    names: dict[str, str]  # seat -> what it is called
    sides: dict[str, str]  # seat -> side
    steps: list[LessonStep] = []
    next: str = ""  # the lesson after it


class LessonAsk(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Asked in the middle of a lesson: why not this, what of this sheet, may this stand here."""

    do: Literal["why", "draft", "check"]
    piece: Name = ""
    place: Name = ""
    value: Any = None
    items: Items = []


class LessonTold(Struct, omit_defaults=True):
    refusal: RefusalView | None = None
    refusals: list[RefusalView] = []
    ghosts: list[GhostView] = []
    decision: DecisionView | None = None
