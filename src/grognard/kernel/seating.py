"""How a side is split into seats, and how that changes while the match runs.

Who sits where is no part of the position: a new split is no entry of the log, and undo or roll-back leave it as it is. Choices
in the log keep the name of the seat that made them; `former` remembers the side of every seat of an earlier split.
"""

from __future__ import annotations

from .context import UMPIRE
from .decision import Decision
from .refusal import Misuse


class Seating:
    """The seats of a match."""

    __slots__ = ("former", "seats", "sides", "split")

    def __init__(self, seats: dict[str, str] | None, sides: dict[str, str], former: dict[str, str] | None = None) -> None:
        self.sides = sides
        self.former = dict(former or {})
        self._take(checked_seats(seats, sides))

    def _take(self, seats: dict[str, str]) -> None:
        self.seats = seats
        self.split = any(seat != side for seat, side in seats.items())  # or a seat is not called like its side

    def resplit(self, seats: dict[str, str]) -> None:
        """See Match.reseat. Raises Misuse before anything changes."""
        made = checked_seats(seats, self.sides)
        ever = {**self.former, **self.seats}
        for seat, side in made.items():
            if ever.get(seat, side) != side:
                raise Misuse(f"{seat!r} was a seat of {self.sides[ever[seat]]}: another side's needs another name.")
        self.former = ever
        self._take(made)

    def seat(self, decision: Decision) -> Decision:
        """Sends a decision to the seat of its side that commands there."""
        if self.split or decision.side not in self.seats:
            mine = self.of_side(decision.side)
            if not mine:
                raise RuntimeError(f"nobody sits for {decision.side!r}")
            wanted = decision.about.get("seat")
            decision.seat = wanted if wanted in mine else mine[0]
        return decision

    def of_side(self, side: str) -> list[str]:
        return [seat for seat, of in self.seats.items() if of == side]

    def side_of(self, seat: str | None) -> str | None:
        """None is a spectator; the umpire is no side's."""
        if seat is None or seat == UMPIRE:
            return seat
        try:
            return self.seats[seat]
        except KeyError:
            raise Misuse(f"There is no seat {seat!r}. There are: {', '.join(self.seats)}.") from None

    def side_ever(self, seat: str) -> str | None:
        """The side of a seat, of now or of an earlier split."""
        return self.seats.get(seat) or self.former.get(seat)

    def answers(self, decision: Decision, seat: str) -> bool:
        """Whether a choice of this seat in the log is one of that decision, which another seat of the side may have now."""
        return decision.seat == seat or (bool(self.former) and self.side_ever(seat) == decision.side)


def checked_seats(seats: dict[str, str] | None, sides: dict[str, str]) -> dict[str, str]:
    """The seats of a match: by default one for each side."""
    if seats is None:
        return {side: side for side in sides}
    for seat, side in seats.items():
        if seat == UMPIRE:
            raise Misuse(f"A seat cannot be called {UMPIRE!r}: that is the umpire's.")
        if not seat.strip() or seat == "-":
            raise Misuse("A seat needs a name.")
        if side not in sides:
            raise Misuse(f"Seat {seat!r} is of side {side!r}; expected one of {', '.join(sides)}.")
    for side in sides:
        if side not in seats.values():
            raise Misuse(f"Nobody sits for {side!r}.")
    return dict(seats)
