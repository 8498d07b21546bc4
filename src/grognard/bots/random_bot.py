"""The bot that plays anything legal: the opponent of last resort, and what every test and simulation can count on."""

from __future__ import annotations

import random
from typing import Any

from grognard.kernel import Chair, Decision
from grognard.kernel.dice import dice_of
from grognard.kernel.hand_roll import HandRoll


class RandomBot:
    """A legal value by chance, for a decision of any form."""

    def choose(self, chair: Chair) -> Any:
        return any_value(chair.decision, chair.rng)


def any_value(decision: Decision, rng: random.Random) -> Any:
    """A legal value by chance. Dice that are thrown by hand are thrown, not chosen."""
    if isinstance(decision, HandRoll):
        return thrown(decision, rng)
    return decision.sample(rng)


def thrown(decision: HandRoll, rng: random.Random) -> list[int]:
    """The dice of a bot's own hand: fair, each face as likely as the others."""
    count, faces = dice_of(decision.spec)
    return [faces[rng.randrange(len(faces))] for _ in range(count)]
