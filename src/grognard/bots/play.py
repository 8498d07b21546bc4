"""Bots play: the one loop, for a match among bots, for the laboratory, and for the server's bots between two people.

The one idea: `turns` asks whichever bot is asked, enters what it chose, and hands the turn out; whoever runs the loop says
where chance comes from, how long a bot may think, and when it is enough. In a match among bots each seat has its own
stream of chance, made from the seed and the seat's name. So the same seed gives the same match in any process, whatever the
other seats' bots draw.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from grognard.kernel import Bot, Broken, Chair, Decision, Match, Misuse, Refused, Result

MAX_CHOICES = 50_000

OnChoice = Callable[[Match, str, Any], None]
Chance = Callable[[Match, str], random.Random]  # a seat's, at this moment of the match
Enter = Callable[[Match, Any, str], None]


class Turn(NamedTuple):
    """A choice that a bot has made."""

    seat: str
    asked: Decision
    value: Any


class BotMistake(Misuse):
    """A bot chose what the rules refuse."""


def play_match(
    match: Match,
    bots: Mapping[str, Bot],
    seed: int | str = 0,
    *,
    max_choices: int = MAX_CHOICES,
    seconds: float | None = None,
    on_choice: OnChoice | None = None,
) -> Result | None:
    """Play to the end, or until `max_choices` more were made (then None). `seconds`: a bot's time for a decision."""
    if missing := [seat for seat in match.seats if seat not in bots]:
        raise Misuse(f"No bot sits for {', '.join(missing)}.")
    for turn in islice(turns(match, bots, own_streams(match, seed), lambda _: seconds), max_choices):
        if on_choice is not None:
            on_choice(match, turn.seat, turn.value)
    return match.result


def own_streams(match: Match, seed: int | str) -> Chance:
    """For every seat a stream of its own."""
    streams = {seat: random.Random(f"{seed}/{seat}") for seat in match.seats}
    return lambda _, seat: streams[seat]


def enter(match: Match, value: Any, seat: str) -> None:
    match.choose(value, seat)


def turns(
    match: Match,
    bots: Mapping[str, Bot],
    chance: Chance,
    seconds: Callable[[int], float | None],
    enter: Enter = enter,
    *,
    only_here: bool = False,
) -> Iterator[Turn]:
    """Each choice, after it was entered, as long as a bot is asked.

    `seconds` is a bot's time for a decision, by the number of those made before it. `enter` makes the choice in the match.
    `only_here` leaves alone what people may settle in another match (kernel/elsewhere.py).
    """
    made = 0
    while (seat := _next_bot(match, bots, only_here)) is not None:
        asked = match.decisions[seat]
        chair = Chair(match, seat, chance(match, seat), seconds(made))
        yield Turn(seat, asked, answer(match, chair, bots[seat], enter))
        made += 1


def _next_bot(match: Match, bots: Mapping[str, Bot], only_here: bool) -> str | None:
    """The first bot that is asked."""
    for seat, asked in match.decisions.items():
        if seat in bots and not (only_here and asked.elsewhere is not None):
            return seat
    return None


def answer(match: Match, chair: Chair, bot: Bot, enter: Enter = enter) -> Any:
    """Let a bot make the choice that its chair is asked for; the value that it chose."""
    try:
        value = bot.choose(chair)
    except Broken as broken:
        if broken.file:
            raise
        raise Broken(f"{broken} (in a world imagined by {chair.seat})", match, match.save()) from broken
    try:
        enter(match, value, chair.seat)
    except Refused as refused:
        raise BotMistake(f"{type(bot).__name__}, for {chair.seat}, chose {value!r:.80}: {refused}") from refused
    return value
