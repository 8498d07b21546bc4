"""Situations: the words of Paths of Glory, and those of the variant.

draka    ["baghdad", ..]: these spaces are Allied and under Draka control
zaf, baf ["ge", "dr"]: fleets that are ready
reached  {"cp 1": 3}: the turn in which a level was reached
"""

from __future__ import annotations

from typing import Any

from grognard.games.pog.static import Static

from .state import READY, DrakaState


def laid_over_state(static: Static, state: DrakaState, patch: dict[str, Any]) -> dict[str, Any]:
    """Takes the words of the variant out of the patch; returns the rest."""
    for name, side in patch.get("control", {}).items():
        if side == "cp":
            state.draka &= ~(1 << static.board.number[name])
    for name in patch.pop("draka", ()):
        bit = 1 << static.board.number[name]
        state.draka |= bit
        state.cp_control &= ~bit
    if isinstance(patch.get("zaf"), list):
        state.zaf = dict.fromkeys(patch.pop("zaf"), READY)
    if isinstance(patch.get("baf"), list):
        state.baf = dict.fromkeys(patch.pop("baf"), READY)
    beaches = patch.pop("beaches", ())
    state.beachheads |= static.board.mask(*beaches)
    return patch
