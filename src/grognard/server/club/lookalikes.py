"""Names that pretend to be others: letters of several alphabets in one name, or of another that read like ours."""

from __future__ import annotations

import unicodedata

from grognard.kernel import Misuse

# Letters of other alphabets that nobody can tell from Latin ones on a screen.
LIKE_OURS = frozenset("асеорхуіјѕԁһԛԝӏкмнтвАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυικαγ")
ORDINARY = 0x24F  # the last letter of the Latin alphabets that people's names are written in; later ones are for phoneticians
VIETNAMESE = range(0x1E00, 0x1F00)  # and more


def check_no_double(name: str) -> None:
    """Raises where a reader might take this name for somebody else's."""
    letters = [letter for letter in name if letter.isalpha()]
    alphabets = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    if len(alphabets) > 1 and not alphabets <= {"CJK", "HIRAGANA", "KATAKANA", "HANGUL"}:
        raise Misuse("The letters of a name are of one alphabet.")
    strange = [letter for letter in letters if ord(letter) > ORDINARY and ord(letter) not in VIETNAMESE]
    if "LATIN" in alphabets and strange:
        raise Misuse(f"{strange[0]!r} looks too much like another letter to stand in a name.")
    if letters and "LATIN" not in alphabets and all(letter in LIKE_OURS for letter in letters):
        raise Misuse("This name looks like one in Latin letters: somebody might take you for somebody else.")
