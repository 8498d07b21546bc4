"""The shape of a lesson's file: a position, and steps that say and ask something (docs/lessons.md)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct

from .shape import says


class Answer(Struct, forbid_unknown_fields=True):
    """A choice: by its words as the question has them, or as a value."""

    label: Annotated[str, says("The option with these words.")] = ""
    items: Annotated[list[str] | None, says("Of a sheet: the words of each item, in their order.")] = None
    value: Annotated[Any, says("The value itself, where words will not do.")] = UNSET
    question: Annotated[str, says("The name of the question, where that should be certain.")] = ""
    dice: Annotated[list[int], says("How the dice fall while it is carried out: all of them.")] = []
    draws: Annotated[list[list[Any]], says("What is drawn meanwhile.")] = []
    seat: Annotated[str, says("Whose choice; else the learner's.")] = ""
    until: Annotated[str, says("Instead: everybody answers quietly until the learner is asked this question.")] = ""


class Touch(Struct, forbid_unknown_fields=True):
    """Something that cannot be done now: the learner touches it and reads why."""

    piece: Annotated[str, says("A piece of the map.")] = ""
    place: Annotated[str, says("A place of the map.")] = ""


class Step(Struct, forbid_unknown_fields=True):
    """One card of the lesson."""

    say: Annotated[str, says("What it says.", min_length=1)]
    title: Annotated[str, says("Its heading.")] = ""
    look: Annotated[str, says("What is lit: a part of the page, a panel, a piece or a place.")] = ""
    choose: Annotated[Answer | None, says("What the learner is to choose.")] = None
    touch: Annotated[Touch | None, says("What he is to touch, to read why it cannot be.")] = None
    wrong: Annotated[str, says("What is said to who chooses something else.")] = ""
    then: Annotated[list[Answer], says("What happens after it by itself.")] = []


class Lesson(Struct, forbid_unknown_fields=True):
    """A lesson or a puzzle."""

    title: Annotated[str, says("What menus show.", min_length=1)]
    blurb: Annotated[str, says("A line about it.", min_length=1)]
    seat: Annotated[str, says("The learner's seat.", min_length=1)]
    step: Annotated[list[Step], says("Its steps.", min_length=1)]
    minutes: Annotated[int, says("How long it takes.", ge=1, le=120)] = 5
    scenario: Annotated[str | dict[str, Any], says("The name of a scenario, or a table with one.")] = "learning"
    options: Annotated[dict[str, Any], says("Options, as a match takes them.")] = {}
    situation: Annotated[dict[str, Any] | None, says("A patch laid over the scenario.")] = None
    seed: Annotated[str | Annotated[int, Meta(ge=0, le=999_999_999)], says("The seed of its dice.")] = "lesson"
    before: Annotated[list[Answer], says("Choices made before the first step.")] = []
    name: Annotated[str, says("Given by the name of the file.")] = ""
