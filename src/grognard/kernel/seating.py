"""How a side is split into seats, and how that changes while the match runs.

Who sits where is no part of the position: a new split is no entry of the log, and undo or roll-back leave it as it is. Choices
in the log keep the name of the seat that made them; `Run.former` remembers the side of every seat of an earlier split.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import UMPIRE
from .decision import Decision
from .refusal import Misuse

if TYPE_CHECKING:
    from .run import Run


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


def reseat(run: Run, seats: dict[str, str]) -> None:
    """See Match.reseat. Raises Misuse before anything changes."""
    made = checked_seats(seats, run.prepared.sides)
    ever = {**run.former, **run.seats}
    for seat, side in made.items():
        if ever.get(seat, side) != side:
            raise Misuse(f"{seat!r} was a seat of {run.prepared.sides[ever[seat]]}: another side's needs another name.")
    submitted = {run._together[seat].side: given for seat, given in run._submitted.items()}
    run.former, run.seats = ever, made
    run._split = any(seat != side for seat, side in made.items())
    for seat in made:
        run._own.setdefault(seat, [])
    run._pasts.clear()
    run._questions.clear()
    run._read.clear()
    run.standing = [answer for answer in run.standing if answer.seat in made]
    for decision in (*run._together.values(), *([run._single] if run._single is not None else [])):
        decision.seat = decision.side
        run._seated(decision)
    run._together = {decision.seat: decision for decision in run._together.values()}
    run._submitted = {d.seat: submitted[d.side] for d in run._together.values() if d.side in submitted}


def side_ever(run: Run, seat: str) -> str | None:
    """The side of a seat, of now or of an earlier split."""
    return run.seats.get(seat) or run.former.get(seat)


def answers(run: Run, decision: Decision, seat: str) -> bool:
    """Whether a choice of this seat in the log is one of that decision, which another seat of the side may have now."""
    return decision.seat == seat or (bool(run.former) and side_ever(run, seat) == decision.side)
