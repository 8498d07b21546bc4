"""English: counts, lists, articles, capitals."""

from __future__ import annotations

import pytest

from grognard.kernel.words import a, capital, counted, listing, plural, tallied, verb


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("brigade", "brigades"), ("battery", "batteries"), ("railway", "railways"), ("corps", "corps"), ("bridge", "bridges"),
        ("supply point", "supply points"), ("light infantry", "light infantry"), ("hex", "hexes"), ("torpedo boat", "torpedo boats"),
        ("man", "men"), ("rifleman", "riflemen"), ("German", "Germans"), ("die", "dice"), ("aircraft", "aircraft"), ("march", "marches"),
    ],
)  # fmt: skip
def test_plurals(one, many):
    assert plural(one) == many


def test_counts_agree_with_their_noun_and_verb():
    assert counted(1, "point") == "1 point"
    assert counted(2, "point") == "2 points"
    assert counted(0, "battery") == "no batteries"
    assert verb(1, "is", "are") == "is" and verb(0, "is", "are") == "are"


def test_lists():
    assert listing([]) == "" and listing(["a"]) == "a" and listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c"]) == "a, b and c" and listing("abc", "or") == "a, b or c"
    assert tallied(["infantry", "tank", "infantry", "gun", "gun"]) == "2 infantry, a tank and 2 guns"


@pytest.mark.parametrize(
    "words",
    [
        "a hill", "an hour", "an HQ", "a unit", "an army", "a VP", "an MP", "an 8-4 brigade", "an 18-pounder", "a 10-mile march",
        "a corps", "an aircraft", "cavalry", "light infantry", "an unidentified force", "a U-boat",
    ],
)  # fmt: skip
def test_articles(words):
    first, _, rest = words.partition(" ")
    noun = rest if first in ("a", "an") else words
    assert a(noun) == words


def test_a_sentence_begins_with_a_capital():
    assert capital("the Guard falls back.") == "The Guard falls back."
