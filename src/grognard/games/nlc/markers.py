"""Chapter 25.7: orders by markers, aides and dummy targets."""

from __future__ import annotations

from .context import Nlc
from .state import Dispatch


def enemy_in_hex(g: Nlc, hex: int, side: int) -> None:
    """25.7.4.3: an aide who is alone dies when an enemy combat unit of `side` enters his hex."""


def carry(g: Nlc, dispatch: Dispatch) -> None:
    """25.7.4.1."""
