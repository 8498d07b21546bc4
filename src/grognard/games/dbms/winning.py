"""Chapter Winning and Losing Battles."""

from __future__ import annotations

from grognard.kernel import Result

from .context import Dbms
from .state import BASE, BLUE, OTHER, RED
from .tables import CONSTANTS

ENOUGH: int = CONSTANTS["losses_to_lose"]
HANDICAP = {RED: "red_losses", BLUE: "blue_losses"}


def result(g: Dbms) -> Result | None:
    """dbms.winning.1: four lost and more than the enemy; by the play sheet four lost, whatever the enemy lost."""
    red, blue = g.state.losses[RED], g.state.losses[BLUE]
    scores = {RED: float(blue), BLUE: float(red)}
    fort = g.state.fort
    if g.static.conditions.base_decides and fort.captured:
        words = f"{g.name(BASE).capitalize()} is taken: {g.static.sides[OTHER[fort.owner]]} wins."
        return Result(OTHER[fort.owner], words, "dbms.R115", scores)
    worse = {RED: red - enough(g, RED), BLUE: blue - enough(g, BLUE)}
    if max(worse.values()) < 0:
        return None
    if g.sheet("sheet_victory"):
        if min(worse.values()) >= 0:
            return Result(None, "Both sides have lost enough to be beaten: a draw.", "dbms.play-sheet.10", scores)
        loser = RED if worse[RED] >= 0 else BLUE
        return _lost(g, loser, "dbms.play-sheet.10", scores)
    if worse[RED] == worse[BLUE]:
        return None
    return _lost(g, RED if worse[RED] > worse[BLUE] else BLUE, "dbms.winning.1", scores)


def enough(g: Dbms, side: str) -> int:
    """How many lost elements lose the battle: four; in a battle of history perhaps another number (dbms.R115).

    A handicap that the players have agreed on stands above both (dbms.R117).
    """
    agreed: int = g.options[HANDICAP[side]]
    return agreed or g.static.conditions.losses.get(side, ENOUGH)


def _lost(g: Dbms, loser: str, rule: str, scores: dict[str, float]) -> Result:
    mine, theirs = g.state.losses[loser], g.state.losses[OTHER[loser]]
    names = g.static.sides
    words = f"{names[loser]} has lost {mine} elements, {names[OTHER[loser]]} {theirs}: {names[OTHER[loser]]} wins."
    return Result(OTHER[loser], words, rule, scores)


class BattleOver(Exception):
    """A battle of a campaign is decided, and the campaign goes on."""

    def __init__(self, result: Result) -> None:
        self.result = result


def lose(g: Dbms, n: int) -> None:
    """An element is lost, and with it perhaps the battle."""
    g.lose(n)
    test(g)


def test(g: Dbms) -> None:
    """dbms.winning.1, "at any point": tested at every loss, before anybody advances; ends the battle at once."""
    found = result(g)
    if found is not None:
        found, last = of_the_campaign(g, found)
        if not last:
            raise BattleOver(found)
        raise g.over(found.winner, found.text, rule=found.rule, scores=found.scores)


def of_the_campaign(g: Dbms, found: Result) -> tuple[Result, bool]:
    """dbms.R116: what this battle makes of the campaign, and whether that is the end. A single battle always is."""
    battles, campaign = g.options["battles"], g.state.campaign
    if not battles:
        return found, True
    wins = dict(campaign.wins)
    if found.winner is not None:
        wins[found.winner] = wins.get(found.winner, 0) + 1
    campaign.wins = wins
    red, blue = wins.get(RED, 0), wins.get(BLUE, 0)
    if 2 * max(red, blue) <= battles and campaign.battle < battles:
        return found, False
    winner = None if red == blue else RED if red > blue else BLUE
    score = f"{max(red, blue)} to {min(red, blue)}"
    words = f"The campaign is a draw, {score}." if winner is None else f"{g.static.sides[winner]} wins the campaign, {score}."
    return Result(winner, f"{found.text} {words}", "dbms.R116", {RED: float(red), BLUE: float(blue)}), True


def at_the_limit(g: Dbms) -> Result | None:
    """Option turn_limit (dbms.R83): after the last turn the side with fewer losses wins."""
    special = g.static.conditions
    limit = g.options["turn_limit"] or special.last_turn
    if not limit or g.state.turn < limit:
        return None
    red, blue = g.state.losses[RED], g.state.losses[BLUE]
    scores = {RED: float(blue), BLUE: float(red)}
    if special.holds:
        words = f"Turn {limit} is over and {g.static.sides[special.holds]} has held: {g.static.sides[special.holds]} wins."
        return Result(special.holds, words, "dbms.R115", scores)
    if red == blue:
        return Result(None, f"Turn {limit} is over and both have lost {red}: a draw.", "dbms.R83", scores)
    winner = RED if red < blue else BLUE
    words = f"Turn {limit} is over: {g.static.sides[winner]} wins, with {min(red, blue)} lost against {max(red, blue)}."
    return Result(winner, words, "dbms.R83", scores)
