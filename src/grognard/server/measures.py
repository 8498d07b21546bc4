"""How much a match may carry that is written again with every change of it, or shown in every list: standing answers, words in
the dice, what was ruled. Whoever wants more of it, by choosing or by a file that he hands in, is refused.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from grognard.kernel import BadData, Match, Misuse

STANDING, STANDING_BYTES = 40, 500  # answers that a seat may leave, and how long each may be
MIXED = 12  # how often a seat may mix words into the dice
WORDS_BYTES = 4000  # of all words in the dice that a file brings for a seat
MARKS_BYTES = 16 * 1024  # of what was ruled and corrected, in a file
PATCH_BYTES = 32 * 1024  # of one correction


def check_patch(patch: dict[str, Any]) -> None:
    """Raises where a correction is too long: each is kept for good."""
    if len(msgspec.json.encode(patch)) > PATCH_BYTES:
        raise Misuse(f"A correction has at most {PATCH_BYTES} bytes.")


def check_file(match: Match) -> None:
    """Raises for a match that was handed in and carries more than one that is played here can."""
    too_much = (
        _bytes(match.marks) > MARKS_BYTES
        or any(many > STANDING for many in Counter(one.seat for one in match.standing).values())
        or any(len(msgspec.json.encode(one)) > 2 * STANDING_BYTES for one in match.standing)
        or len(match.luck.mixed_in) > MIXED * (len(match.seats) + len(match.former))
        or _bytes([words for _, _, words in match.luck.mixed_in]) > WORDS_BYTES * len(match.seats)
        or not set(match.luck.nonces) <= {*match.seats, *match.former}
        or _bytes(list(match.luck.nonces.values())) > WORDS_BYTES
    )
    if too_much:
        raise BadData("This save carries more rulings, standing answers or words in the dice than a match may have.")


def _bytes(words: list[str]) -> int:
    return sum(len(one.encode()) for one in words)
