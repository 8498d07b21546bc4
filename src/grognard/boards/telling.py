"""Lines of a diary as sentences that one likes to read: what repeats is said once.

Three things happen to neighbouring lines, and to no others. The same line several times: "(3 times)". Lines of one rule that
differ in the middle only: "I Battalion loses 2, 3 and 1 points to naval guns." Lines about one piece that begin alike:
"1st Royal Wessex reaches L'Islet, finds the enemy at L'Islet and halts in the box." Every part keeps its rule.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.kernel.scene import EventView

SHORT = 3  # words of a middle that may stand in a row with commas
CLAUSES = 4  # of one sentence about one piece
ENDS = (".", "!", "?", ":")
_SEVERAL = re.compile(r"[:;] |[a-z]{3,}\. ")


class Sentence(Struct):
    parts: list[tuple[str, str]]  # words and their rule, one after the other
    dice: bool = False


def sentences(events: Sequence[EventView]) -> list[Sentence]:
    told: list[tuple[str, str, str, bool]] = []  # words, rule, piece, dice
    place = 0
    while place < len(events):
        run = _alike(events, place)
        first = events[place]
        told.append((_joined([_words(e) for e in run]), first.rule, first.piece, first.kind == "roll"))
        place += len(run)
    return _by_piece(told)


def _words(event: EventView) -> str:
    words = event.text if event.text.endswith(ENDS) else event.text + "."
    words = words[:1].upper() + words[1:]
    return f"{words} [{', '.join(map(str, event.dice))}]" if event.kind == "roll" else words


# ------------------------------------------------------------------ lines of one rule


def _alike(events: Sequence[EventView], place: int) -> list[EventView]:
    """The lines from here on that can be said in one sentence."""
    run = [events[place]]
    if run[0].kind == "roll":
        return run
    for event in events[place + 1 :]:
        if event.rule != run[0].rule or event.kind != run[0].kind or not _fold([_words(e) for e in [*run, event]]):
            break
        run.append(event)
    return run


def _fold(lines: list[str]) -> tuple[int, int] | None:
    """How many words all begin with and end with, if that is enough for one sentence."""
    split = [line.split() for line in lines]
    shortest = min(map(len, split))
    head = next((n for n in range(shortest) if len({words[n] for words in split}) > 1), shortest)
    tail = next((n for n in range(shortest - head) if len({words[-1 - n] for words in split}) > 1), shortest - head)
    same = len(set(lines)) == 1
    enough = same or head >= 2 or (tail >= 2 and all(len(words) - head - tail <= 2 * SHORT for words in split))
    return (head, tail) if enough and (same or all(len(words) > head + tail for words in split)) else None


def _joined(lines: list[str]) -> str:
    if len(lines) == 1:
        return lines[0]
    if len(set(lines)) == 1:
        return f"{lines[0][:-1]} ({len(lines)} times)."
    found = _fold(lines)
    assert found is not None
    head, tail = found
    split = [line.split() for line in lines]
    middles = [" ".join(words[head : len(words) - tail]) for words in split]
    short = all(len(middle.split()) <= SHORT and "," not in middle for middle in middles)
    if not tail:
        middles = [middle.rstrip(".") for middle in middles]
    row = (", ".join(middles[:-1]) + " and " + middles[-1]) if short else "; ".join(middles)
    return " ".join([*split[0][:head], row, *split[0][len(split[0]) - tail :]]) + ("" if tail else ".")


# ------------------------------------------------------------------ lines about one piece


def _by_piece(told: list[tuple[str, str, str, bool]]) -> list[Sentence]:
    made: list[Sentence] = []
    place = 0
    while place < len(told):
        words, rule, piece, dice = told[place]
        group = [(words, rule)]
        while not dice and place + len(group) < len(told) and len(group) < CLAUSES:
            more, its_rule, its_piece, rolled = told[place + len(group)]
            if rolled or its_piece != piece or not _subject([line for line, _ in group] + [more]):
                break
            group.append((more, its_rule))
        made.append(Sentence(_clauses(group), dice))
        place += len(group)
    return made


def _subject(lines: list[str]) -> int:
    """The words that all these lines begin with, if it is a name and not more; 0: none, as for lines of several sentences."""
    if any(_SEVERAL.search(line) for line in lines):
        return 0
    split = [line.split() for line in lines]
    shared = next((n for n in range(min(map(len, split))) if len({words[n] for words in split}) > 1), 0)
    return shared if all(len(words) > shared and words[shared][0].islower() for words in split) and shared > 1 else 0


def _clauses(group: list[tuple[str, str]]) -> list[tuple[str, str]]:
    if len(group) == 1:
        return group
    shared = _subject([words for words, _ in group])
    made = []
    for place, (words, rule) in enumerate(group):
        clause = words if place == 0 else " ".join(words.split()[shared:])
        last = place == len(group) - 1
        before = "" if place == 0 else " and " if last else ", "
        made.append((before + (clause if last else clause.rstrip(".")), rule))
    return made


__all__ = ["Sentence", "sentences"]
