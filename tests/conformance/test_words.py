"""What people read is English: diaries, prompts, labels and refusals of every recorded playthrough.

Looked for: braces that nothing filled, raw ids, doubled words, "1 things", a sentence that begins with a small letter, the wrong
article, loose punctuation. A few decisions of each playthrough are looked at with their labels and refusals, all of its diary.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from grognard.kernel import Match, game
from grognard.kernel.battery.playthrough import steps_of
from grognard.kernel.battery.told import probes
from grognard.kernel.words import ODD_PLURALS, a

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "saves" / "playthroughs").glob("*.txt"))
EVERY = 12  # of so many decisions one is looked at with all its words
VERBS = {"has", "was", "does"}  # "2 must have it, and 1 has"
NOUNS = {*ODD_PLURALS.values(), "engineers"}  # "1 engineers Field Park unit" is the book's name of it
TITLES = re.compile(r"[\"“][^\"”]*[\"”]")  # what is quoted (a card's title) is somebody else's English

DOUBLED = re.compile(r"\b([A-Za-z]{2,}) \1\b", re.IGNORECASE)
ONE_THINGS = re.compile(r"(?<![\d.,:/-])(?<![A-Z] )\b1 ((?:[a-z]+|PIP|SP|MP)s)\b")
ARTICLE = re.compile(r"\b([Aa]n?) ((?:[A-Za-z0-9]+)(?:-[A-Za-z0-9]+)*)")
RAW_ID = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]{2,}:[a-z0-9]+\b|\b[a-z]{1,3}-\d+[a-z]*-[a-z]+\b")
LOOSE = re.compile(r" [,.;:!?](?!\d)|[,;]{2}|\.\.(?!\.)|,\.|  +\S|\( | \)|\bNone\b|\bTrue\b|\bFalse\b")


def faults(text: str, *, sentence: bool) -> list[str]:
    """Everything that is wrong with a line of English, as far as a program can see it."""
    line = TITLES.sub("Title", text)
    found = []
    if "{" in line or "}" in line:
        found.append("braces")
    if (match := DOUBLED.search(line)) and not match[0].istitle():  # Buq Buq is a place
        found.append(f"twice {match[1]!r}")
    for match in ONE_THINGS.finditer(line):
        if not match[1].endswith(("ss", "us", "is")) and match[1] not in NOUNS | VERBS:
            found.append(f"1 {match[1]}")
    for match in ARTICLE.finditer(line):
        name = match[1] == "An" and match[2].istitle()  # An Nasiriya
        letter = match[1] == "A" and len(match[2]) < 3  # Battery A is
        if match[1].lower() != a(match[2]).split(" ")[0] and a(match[2]) != match[2] and not name and not letter:
            found.append(f"{match[1]} {match[2]}")
    if match := RAW_ID.search(line[:1].lower() + line[1:]):
        found.append(f"a raw id {match[0]!r}")
    if match := LOOSE.search(line):
        found.append(f"loose {match[0]!r}")
    if sentence and text[:1].islower():
        found.append("begins with a small letter")
    return found


def spoken(file: Path) -> list[tuple[str, str, bool]]:
    """Where, what, and whether it is a sentence: of one playthrough."""
    head, steps = steps_of(file.read_text(encoding="utf-8"))
    match = Match.start(game(head["game"]), head["scenario"], head["seed"], head["options"])
    rng, found = random.Random("words"), []
    for number, (seat, value) in enumerate(steps):
        for one in match.decisions.values():
            found.append(("prompt", one.prompt, True))
            if number % EVERY == 0:
                view = match.view(one.seat).decision
                found += [("label", option.label, False) for option in (view.options if view else [])[:30]]
                found += [("refusal", no.why, True) for bad in probes(one, rng, 8) for no in one.refusals(bad) if "understood" not in no.why]
        match.choose(value, seat)
    for reader in (None, *match.seats):
        found += [("diary", event.text, True) for event in match.diary(reader)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_what_people_read_is_english(file):
    wrong = [f"{where}: {text!r}: {', '.join(bad)}" for where, text, sentence in spoken(file) if (bad := faults(text, sentence=sentence))]
    assert not wrong, "\n".join(wrong[:40])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{unit} retreats.", "braces"), ("The the Guard retreats.", "twice"), ("There are 1 points left.", "1 points"),
        ("Campi is a old man.", "a old"), ("fr-11c-lheritier moves.", "raw id"), ("leader:bicorne", "raw id"),
        ("Ney , too.", "loose"), ("the Guard retreats.", "small letter"), ("Won by None.", "loose"),
    ],
)  # fmt: skip
def test_the_reader_notices(text, fault):
    assert any(fault in one for one in faults(text, sentence=True))


@pytest.mark.parametrize("text", ["An HQ moves 1 hex.", "GE 7th Army moves to Liège.", "A corps of 1 pass.", "The loss is 1.", "Turn 1: Spring 1915."])
def test_good_english_passes(text):
    assert faults(text, sentence=True) == []
