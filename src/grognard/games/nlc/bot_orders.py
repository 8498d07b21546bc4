"""Sensible sheets of orders, for suggestions and for the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Nlc

if TYPE_CHECKING:
    from .issue import Written


def suggestions(g: Nlc, side: int) -> list[list[Written]]:
    return [[]]
