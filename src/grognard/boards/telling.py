"""Lines of a diary as sentences that one likes to read: what repeats is said once.

The one idea: lines are compared by their structure, a template with slots and the words that fill them, never by their text;
so no name, list or number is ever cut in two, and no fact is lost. Three things happen to neighbouring lines, and to no others.
The same line several times: "(3 times)". Lines of one template that differ in some slots only: "I Battalion loses 2, 3 and 1
points to naval guns." Lines that begin with the same piece: "1st Royal Wessex reaches L'Islet, finds the enemy at L'Islet and
halts in the box." Every part keeps its rule.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.kernel.scene import EventView, TallyView

CLAUSES = 4  # of one sentence about one piece
ENDS = (".", "!", "?", ":")
_VERB = re.compile(r"\b(is|are|has|have|does|do)\b")
_SEVERAL = re.compile(r"[:;] |[a-z]{3,}\. ")


class Line(Struct):
    """A line of the diary with its structure: `parts` is text, words of a slot, text, and so on, the first and last text."""

    view: EventView
    parts: list[str]


class Sentence(Struct):
    parts: list[tuple[str, str]]  # words and their rule, one after the other
    dice: bool = False


class _Told(Struct):
    words: str
    rule: str
    piece: str
    subject: str  # the slot it begins with, or nothing
    dice: bool


def sentences(lines: Sequence[Line]) -> list[Sentence]:
    told: list[_Told] = []
    place = 0
    while place < len(lines):
        run = _alike(lines, place)
        first = lines[place]
        subject = _capital(first.parts[1]) if len(first.parts) > 1 and not first.parts[0] else ""
        view = first.view
        told.append(_Told(_joined(run), view.rule, view.piece, subject, view.kind == "roll"))
        place += len(run)
    return _by_piece(told)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _whole(line: Line) -> str:
    words = _capital("".join(line.parts).rstrip())
    if line.view.kind == "roll":
        return _thrown(words, line.view)
    return words if words.endswith(ENDS) else words + "."


def _thrown(words: str, view: EventView) -> str:
    """What the dice were thrown for, what fell, and the numbers they were thrown with: "PIPs of Blue: 5." """
    asked = words.endswith((*ENDS, " rolls")) or not words
    numbers = (_with(tally) for tally in view.tallies if tally.terms or tally.total != "0")
    fell = "; ".join((", ".join(map(str, view.dice)), *numbers))
    return f"{words.removesuffix('.')}{'' if asked else ':'} {fell}.".lstrip()


def _with(tally: TallyView) -> str:
    """A number and its reasons: "TA 3 attacks 3 (Tank against armour +4, TH 26 supports the defence -1)"."""
    terms = ", ".join(f"{one.text.strip()} {'+' if one.amount[:1].isdigit() else ''}{one.amount}" for one in tally.terms)
    return f"{tally.title} {tally.total}" + (f" ({terms})" if terms else "")


# ------------------------------------------------------------------ lines of one template


def _alike(lines: Sequence[Line], place: int) -> list[Line]:
    """The lines from here on that can be said in one sentence."""
    run = [lines[place]]
    if run[0].view.kind == "roll":
        return run
    for line in lines[place + 1 :]:
        if not _one_template(run[0], line) or _span([*run, line]) is None:
            break
        run.append(line)
    return run


def _one_template(a: Line, b: Line) -> bool:
    return (a.view.rule, a.view.kind, a.parts[::2]) == (b.view.rule, b.view.kind, b.parts[::2])


def _span(lines: list[Line]) -> tuple[int, int] | None:
    """From which slot to which they differ: (0, 0) where they do not, None where one sentence could not say it.

    What differs must not be the subject, for the verb is of one ("Infantry of Freedonia in D4 is worn"); unless a colon
    follows it ("Spitfires: 7 of 9").
    """
    slots = [n for n in range(1, len(lines[0].parts), 2) if len({line.parts[n] for line in lines}) > 1]
    if not slots:
        return (0, 0)
    first, last = slots[0], slots[-1]
    if _VERB.search(" | ".join(lines[0].parts[first + 1 :: 2])):
        return None
    begins = not "".join(lines[0].parts[:first]).strip()
    return None if begins and not lines[0].parts[first + 1].startswith(":") else (first, last)


def _joined(lines: list[Line]) -> str:
    if len(lines) == 1:
        return _whole(lines[0])
    span = _span(lines)
    assert span is not None
    if span == (0, 0):
        return f"{_whole(lines[0])[:-1]} ({len(lines)} times)."
    first, last = span
    middles = ["".join(line.parts[first : last + 1]) for line in lines]
    plain = first == last and not any(re.search(r"[,;:]| and ", middle) for middle in middles)
    row = (", ".join(middles[:-1]) + " and " + middles[-1]) if plain else "; ".join(middles)
    parts = lines[0].parts
    return _whole(Line(lines[0].view, [*parts[:first], row, *parts[last + 1 :]]))


# ------------------------------------------------------------------ lines about one piece


def _by_piece(told: list[_Told]) -> list[Sentence]:
    made: list[Sentence] = []
    place = 0
    while place < len(told):
        group = [told[place]]
        while place + len(group) < len(told) and len(group) < CLAUSES and _goes_on(group[0], told[place + len(group)]):
            group.append(told[place + len(group)])
        made.append(Sentence(_clauses(group), group[0].dice))
        place += len(group)
    return made


def _goes_on(first: _Told, more: _Told) -> bool:
    """The same piece, and a verb follows its name; lines of several sentences stay alone."""
    if first.dice or more.dice or not first.subject or (first.subject, first.piece) != (more.subject, more.piece):
        return False
    after = (re.match(r" [a-z]", one.words[len(one.subject) :]) for one in (first, more))
    return all(after) and not any(_SEVERAL.search(one.words[len(one.subject) :]) for one in (first, more))


def _clauses(group: list[_Told]) -> list[tuple[str, str]]:
    made = []
    for place, one in enumerate(group):
        clause = one.words if place == 0 else one.words[len(one.subject) :].strip()
        last = place == len(group) - 1
        before = "" if place == 0 else " and " if last else ", "
        made.append((before + (clause if last else clause.rstrip(".")), one.rule))
    return made


__all__ = ["Line", "Sentence", "sentences"]
