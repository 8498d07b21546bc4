"""What a side does not know, and how it is dealt again."""

from __future__ import annotations

import random
from typing import Any

from .context import Nlc


def redeal(then: Nlc, now: Nlc, side: str, rng: random.Random) -> None:
    """See Game.redeal."""


def secrets(g: Nlc, side: str) -> dict[str, Any]:
    return {}
