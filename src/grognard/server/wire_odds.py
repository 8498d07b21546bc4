"""The messages of the odds page."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from grognard.kernel.scene import OddsView


class SituationInfo(Struct, omit_defaults=True):
    """A situation that comes with a game, and what is asked about it."""

    name: str
    title: str
    blurb: str = ""
    question: dict[str, Any] = {}


class OddsWish(Struct, omit_defaults=True, forbid_unknown_fields=True):
    question: dict[str, Any] | None = None  # None: as the situation asks


class OddsAnswer(Struct):
    question: dict[str, Any]
    odds: list[OddsView]
