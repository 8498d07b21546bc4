"""Chapter Winning and Losing Battles."""

from __future__ import annotations

from grognard.kernel import Result, in_force

from .context import Dbms
from .state import BLUE, OTHER, RED
from .tables import CONSTANTS

ENOUGH: int = CONSTANTS["losses_to_lose"]


def result(g: Dbms) -> Result | None:
    """dbms.winning.1: four lost and more than the enemy; by the play sheet four lost, whatever the enemy lost."""
    red, blue = g.state.losses[RED], g.state.losses[BLUE]
    if max(red, blue) < ENOUGH:
        return None
    scores = {RED: float(blue), BLUE: float(red)}
    if g.sheet("sheet_victory") and in_force("dbms.play-sheet.10"):
        if red >= ENOUGH and blue >= ENOUGH:
            return Result(None, f"Both sides have lost {ENOUGH} or more: a draw.", "dbms.play-sheet.10", scores)
        loser = RED if red >= ENOUGH else BLUE
        return _lost(g, loser, "dbms.play-sheet.10", scores)
    if red == blue:
        return None
    return _lost(g, RED if red > blue else BLUE, "dbms.winning.1", scores)


def _lost(g: Dbms, loser: str, rule: str, scores: dict[str, float]) -> Result:
    mine, theirs = g.state.losses[loser], g.state.losses[OTHER[loser]]
    names = g.static.sides
    words = f"{names[loser]} has lost {mine} elements, {names[OTHER[loser]]} {theirs}: {names[OTHER[loser]]} wins."
    return Result(OTHER[loser], words, rule, scores)


def test(g: Dbms) -> None:
    """Tested whenever a combat or a minefield combat is over; ends the match at once."""
    found = result(g) if in_force("dbms.winning.1") else None
    if found is not None:
        raise g.over(found.winner, found.text, rule=found.rule, scores=found.scores)


def at_the_limit(g: Dbms) -> Result | None:
    """Option turn_limit (dbms.R83): after the last turn the side with fewer losses wins."""
    limit = g.options["turn_limit"]
    if not limit or g.state.turn < limit:
        return None
    red, blue = g.state.losses[RED], g.state.losses[BLUE]
    scores = {RED: float(blue), BLUE: float(red)}
    if red == blue:
        return Result(None, f"Turn {limit} is over and both have lost {red}: a draw.", "dbms.R83", scores)
    winner = RED if red < blue else BLUE
    words = f"Turn {limit} is over; {g.static.sides[winner]} has lost {min(red, blue)}, the enemy {max(red, blue)}."
    return Result(winner, words, "dbms.R83", scores)
