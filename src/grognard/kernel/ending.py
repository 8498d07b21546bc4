"""Ends that the players make: one side resigns, or all agree on a draw.

Such an end is a step of the log like a choice (`("q", seat, how, by)`): it is counted, replayed, verified and can be rolled
back by consent. The rule that it cites is the game's (`Game.resign_rule`, `Game.draw_rule`); most rulebooks have none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .cite import cite
from .context import UMPIRE, Result
from .diary import Event
from .log import END, Entry
from .refusal import Misuse

if TYPE_CHECKING:
    from .match import Match

RESIGN, DRAW = "resign", "draw"
CLOCK = "clock"  # who resigns for a seat whose time is up
WORDS = {RESIGN: "resigns", DRAW: "agrees to a draw"}


def resign(match: Match, side: str, consent: Iterable[str] | None, by: str | None) -> None:
    """See Match.resign."""
    mine = [seat for seat, of in match.seats.items() if of == side]
    if not mine:
        raise Misuse(f"There is no side {side!r}. There are: {', '.join(match.prepared.sides)}.")
    if by == UMPIRE:
        match.check_umpire(by)
    elif by not in (None, CLOCK):
        raise Misuse(f"{by!r} cannot resign for {side}.")
    elif by is None:
        agreed = mine if consent is None and len(mine) == 1 else set(consent or ())
        if missing := [seat for seat in mine if seat not in agreed]:
            raise Misuse(f"A side resigns by consent of all its seats; missing: {', '.join(missing)}.")
    _check_open(match, match.game.resign_rule)
    if match.game.resigned(match.g, side) is None:
        name = match.prepared.sides[side]
        raise Misuse(f"{match.game.title} goes on without {name}: leave the seat to a bot or another player.")
    end(match, (END, mine[0], RESIGN, by))


def draw(match: Match, consent: Iterable[str]) -> None:
    """See Match.draw."""
    agreed = list(consent)
    match.check_consent(agreed)
    _check_open(match, match.game.draw_rule)
    last = next(seat for seat in reversed(agreed) if seat in match.seats)
    end(match, (END, last, DRAW, None))


def _check_open(match: Match, rule: str) -> None:
    if match.result is not None:
        raise Misuse("The match is over.")
    if rule:
        cite(rule)


def end(match: Match, entry: Entry) -> None:
    """Enter the end and stop the procedures. What was submitted meanwhile is void."""
    result = result_of(match, entry)
    annals = match.annals
    annals.count(entry[1])
    annals.enter_for_good(entry)
    annals.write(Event(result.rule, result.text, {}, "end", None, annals.number))
    match.procedures.end(result)


def result_of(match: Match, entry: Entry) -> Result:
    _, seat, how, by = entry
    game, sides = match.game, match.prepared.sides
    if how == DRAW:
        return Result(None, "A draw by agreement.", game.draw_rule)
    side = match.seating.side_ever(seat) or ""
    found = game.resigned(match.g, side)
    winner = found.winner if found is not None else None
    why = {CLOCK: "Out of time", UMPIRE: "Given lost by the umpire"}.get(by or "", "Resigned")
    words = f"{why}: {sides[side]}." + (f" Winner: {sides[winner]}." if winner else "")
    return Result(winner, words, game.resign_rule, found.scores if found is not None else None)
