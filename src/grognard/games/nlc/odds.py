"""Exact odds."""

from __future__ import annotations

from typing import Any

from grognard.kernel.scene import OddsView

from .context import Nlc


def odds(g: Nlc, question: dict[str, Any]) -> list[OddsView]:
    return []
