"""Names that people give to things: they can be read, and are what they seem."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from grognard.kernel import Misuse


def new_id() -> str:
    """Of a match or a tournament: cannot be guessed, and does not begin like an option of a command."""
    while (made := secrets.token_urlsafe(9)).startswith(("-", "_")):
        pass
    return made


def checked_title(title: str) -> str:
    """Without what cannot be seen, or turns the words of others around."""
    words = " ".join(title.split())
    if not words.isprintable():
        raise Misuse("A title has no characters that cannot be seen.")
    return words


def title_of_a_file(title: str, otherwise: str) -> str:
    """What a scenario or a save calls itself, without what people may not write into a title."""
    words = " ".join("".join(letter for letter in title if letter.isprintable() or letter.isspace()).split())
    return words[:200] or otherwise


def check_seat_names(seats: Mapping[str, str], sides: Mapping[str, str]) -> None:
    """A seat's name can be read, and is not that of the other side."""
    for seat, side in seats.items():
        if not seat.isprintable() or (seat != side and seat in sides):
            raise Misuse(f"A seat of {sides.get(side, side)} cannot be called {seat!r}.")
