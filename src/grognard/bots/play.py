"""A match among bots, from where it stands to its end.

The one idea: each seat has its own stream of chance, made from the seed and the seat's name. So the same seed gives
the same match in any process, whatever the other seats' bots draw.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel import Bot, Broken, Chair, Match, Misuse, Refused, Result

MAX_CHOICES = 50_000

OnChoice = Callable[[Match, str, Any], None]


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
    chance = {seat: random.Random(f"{seed}/{seat}") for seat in match.seats}
    last = match.number + max_choices
    while match.result is None and match.number < last:
        seat = match.decision.seat
        chair = Chair(match, seat, chance[seat], seconds)
        value = answer(match, chair, bots[seat])
        if on_choice is not None:
            on_choice(match, seat, value)
    return match.result


def answer(match: Match, chair: Chair, bot: Bot) -> Any:
    """Let a bot make the choice that its chair is asked for; the value that it chose."""
    try:
        value = bot.choose(chair)
    except Broken as broken:
        if broken.file:
            raise
        raise Broken(f"{broken} (in a world imagined by {chair.seat})", match, match.save()) from broken
    try:
        match.choose(value, chair.seat)
    except Refused as refused:
        raise BotMistake(f"{type(bot).__name__}, for {chair.seat}, chose {value!r:.80}: {refused}") from refused
    return value
