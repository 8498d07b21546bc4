"""What an umpire hands to a side, or to one of its seats: a line of its diary that nobody else ever sees.

It is an entry of the log (`("n", by, sides, seats, text)`), so that saves, replays and other processes have it. But it is no
step: it counts as no choice and bars no undo, so that whoever counts or tries learns nothing of a line that was not for him.
What was handed out is known from then on: undo and roll-back go past it and leave it standing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .context import UMPIRE
from .diary import Event
from .log import NOTE, Entry
from .refusal import Misuse

if TYPE_CHECKING:
    from .annals import Annals
    from .match import Match

LONGEST = 2000


def hand_out(match: Match, text: str, to: Iterable[str], by: str) -> None:
    """See Match.hand_out."""
    match.check_umpire(by)
    words = text.replace("\0", "").strip()
    if not words or len(words) > LONGEST:
        raise Misuse(f"A line has 1 to {LONGEST} letters.")
    wanted = set(to)
    if strange := sorted(wanted - set(match.seats)):
        raise Misuse(f"There is no seat {strange[0]!r}. There are: {', '.join(match.seats)}.")
    seats = tuple(seat for seat in match.seats if seat in wanted)
    if not seats:
        raise Misuse("Say for whom it is.")
    if match.result is not None:
        raise Misuse("The match is over: everything is open.")
    sides = tuple(dict.fromkeys(match.seats[seat] for seat in seats))
    whole = all(seat in wanted for seat, side in match.seats.items() if side in sides)
    write_note(match.annals, (NOTE, by, sides, None if whole else seats, words))


def write_note(annals: Annals, entry: Entry) -> None:
    """Into the log and the diary; nothing else changes."""
    _, by, sides, seats, text = entry
    annals.log.append(entry)
    if annals.keeps_diary:
        who = "The umpire" if by == UMPIRE else by
        annals.write(Event("", f"{who}: {text}", {}, "handed", tuple(sides), annals.number, seats=seats))


def notes_in(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry[0] == NOTE]


def note_for(entry: Entry, side: str, seat: str) -> bool:
    """Whether this line was for that seat."""
    return side in entry[2] and (entry[3] is None or seat in entry[3])
