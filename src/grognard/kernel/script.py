"""A script of choices, played on a match: the choices of lessons and puzzles, by the words that a question has for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec import UnsetType

from .decision import Choice, Decision
from .drafting import Checked, Draft
from .formats.lesson import Answer, Lesson
from .formats.places import Path
from .match import Match
from .refusal import BadData
from .state import plain

QUIET_CHOICES = 200


def opening(told: Lesson) -> Iterator[tuple[Path, Answer]]:
    """What is chosen before the first step, each with its place in the file."""
    for number, one in enumerate(told.before):
        yield ("before", number), one


def of_step(told: Lesson, n: int) -> Iterator[tuple[Path, Answer]]:
    """What a step asks for, and what happens after it by itself."""
    step = told.step[n]
    if step.choose is not None:
        yield ("step", n, "choose"), step.choose
    for number, one in enumerate(step.then):
        yield ("step", n, "then", number), one


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
    raise BadData(f"{told.seat} is never asked {question!r}")


def quiet(decision: Decision) -> Any:
    """What changes least: the end, a no, else the first; the first suggestion of a sheet."""
    if not isinstance(decision, Choice):
        return decision.suggestions()[0]  # type: ignore[attr-defined]
    return next((one for one in decision.options if decision.ends(one) or decision.declines(one)), decision.options[0])


def asked(match: Match, told: Lesson, answer: Answer) -> Decision:
    seat = answer.seat or told.seat
    decision = match.decisions.get(seat)
    if decision is None:
        waits = ", ".join(f"{one} is asked {str(other.name)!r}" for one, other in match.decisions.items())
        wish = answer.label or answer.items or answer.value
        raise BadData(f"{seat} is not asked for {wish!r}; {waits or 'nobody is asked anything'}")
    if answer.question and str(decision.name) != answer.question:
        raise BadData(f"asked is {str(decision.name)!r} ({decision.prompt}), not {answer.question!r}")
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
    offered = "; ".join(label for label, _ in labels[:20])
    raise BadData(f"{words!r} is none of the answers to {decision.prompt!r} ({decision.name}): {offered}")
