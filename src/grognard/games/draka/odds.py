"""Odds with bombing, Air Superiority, gas and tanks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog.odds import attack_odds
from grognard.kernel.scene import OddsView

if TYPE_CHECKING:
    from .context import Draka


def odds(g: Draka, question: dict[str, Any]) -> list[OddsView]:
    return attack_odds(g, [g.U[u] for u in question["attackers"]], g.S[question["space"]])
