"""English for diaries, prompts, refusals and labels: counts, lists, articles, capitals, agreement.

One place for all games, so that nobody reads "1 points are left" or "batteries has bombarded".
"""

from __future__ import annotations

from collections.abc import Iterable

ODD_PLURALS = {
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery", "aircraft": "aircraft", "corps": "corps",
    "man": "men", "half": "halves", "foot": "feet", "die": "dice", "series": "series",
    "chateau": "chateaux", "château": "châteaux", "this": "these", "that": "those", "troops": "troops",
}  # fmt: skip
SILENT_H = ("hour", "honour", "heir", "honest")
SOUNDS_LIKE_YOU = ("uni", "use", "eu", "ura", "one", "once", "u-boat")
SPELT_WITH_A_VOWEL = frozenset("aefhilmnorsx")


def plural(noun: str) -> str:
    """"brigade" -> "brigades"; of several words the last one changes: "supply point" -> "supply points"."""
    if noun.lower() in ODD_PLURALS:
        return ODD_PLURALS[noun.lower()]
    first, _, last = noun.rpartition(" ")
    if first:
        return f"{first} {plural(last)}"
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return last + "es"
    if last.endswith("man") and not last.lower().endswith(("german", "roman", "ottoman")):
        return last[:-3] + "men"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return last[:-1] + "ies"
    return last + "s"


def counted(number: int, noun: str, many: str = "") -> str:
    """"1 point", "2 points", "no points"; `many` where the plural is not to be guessed."""
    if number == 0:
        return f"no {many or plural(noun)}"
    return f"{number} {noun if number == 1 else many or plural(noun)}"


def verb(number: int, one: str, many: str) -> str:
    """The verb that agrees: `verb(n, "is", "are")`."""
    return one if number == 1 else many


def listing(things: Iterable[object], last: str = "and") -> str:
    """"a", "a and b", "a, b and c"."""
    names = [str(thing) for thing in things]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def tallied(names: Iterable[str]) -> str:
    """The same things together, in the order of their first: "2 infantry, 1 tank" as "2 infantry and a tank"."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listing(a(name) if count == 1 else counted(count, name) for name, count in counts.items())


def a(noun: str) -> str:
    """The noun with its article: "a hill", "an hour", "an HQ", "a unit"; what cannot be counted has none: "cavalry"."""
    head = noun.split(" ")[-1].lower()
    if ODD_PLURALS.get(head) == head and head not in ("corps", "aircraft"):
        return noun
    return f"{'an' if _begins_with_a_vowel(noun) else 'a'} {noun}"


def _begins_with_a_vowel(noun: str) -> bool:
    word = noun.split(" ")[0].split("-")[0]
    if len(word) > 1 and word.isupper() and word.isalpha() and not set("AEIOU") & set(word[1:-1]):
        return word[0].lower() in SPELT_WITH_A_VOWEL  # spelt out: an HQ, an MP, a VP
    if word[:1].isdigit():
        return word.startswith(("8", "11", "18")) and not word.startswith(("110", "180"))
    low = noun.lower()
    if low.startswith(SOUNDS_LIKE_YOU) and not low.startswith(("unim", "unin", "uniden")):
        return False
    return low.startswith(SILENT_H) or low[:1] in "aeiou"


def capital(sentence: str) -> str:
    """The sentence with a capital at its beginning; the rest stays (names, HQs)."""
    return sentence if sentence[:1].isupper() else sentence[:1].upper() + sentence[1:]


def ordinal(number: int) -> str:
    """"1st", "2nd", "11th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{('th', 'st', 'nd', 'rd')[number % 10 if number % 10 < 4 else 0]}"
